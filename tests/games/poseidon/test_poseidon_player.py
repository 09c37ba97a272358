"""The greedy bot of Poseidon does not do what no player would understand."""

from typing import Any

import pytest
from poseidon_table import GAME, HOMES, NATIONS, PLACES, Table, table

import petteia
from petteia.bots import Bot
from petteia.bots.greedy import GREEDY
from petteia.desk import Desk
from petteia.engine.chance import seeded_rng
from petteia.engine.compiling import driver
from petteia.games.poseidon.player import nearest_port

THREE = [{}, {}, {}]


def chosen(t: Table) -> str:
    return t.typed(GAME.space.pick(Bot("greedy", 1).choose(t.match)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kings_do_not_haggle_and_games_end(seats):
    """They offered one drachma, two, three: games ran to thousands of decisions."""
    match, bot = petteia.new("poseidon", seats=seats, seed=seats), Bot("greedy", 1)
    while not match.over:
        match.play(bot.choose(match))
    assert not [choice for choice in match.history if choice.name == "offer"]
    assert match.move_number < 600 < GAME.longest


def test_of_many_games_none_is_longer_than_it_should():
    """Four of thirty ran to 3,600 decisions and more."""
    lengths = []
    with Desk.of(GAME) as desk:
        for seed in range(30):
            state, rng = petteia.new("poseidon", seats=3, seed=seed).array.copy(), seeded_rng(bytes([1 + seed] * 32))
            decisions = 0
            while (choice := desk.bots_choice(GAME.box, state, GREEDY, rng)) >= 0:
                desk.play(GAME.box, state, choice)
                decisions += 1
            lengths.append(decisions)
    assert 200 < min(lengths) < max(lengths) < 600


@pytest.mark.parametrize("price", [30, 150, 500, 900])
@pytest.mark.parametrize("coffers", [0, 300])
@pytest.mark.parametrize("round_", ["ER4", "ER6", "ER8"])
def test_a_nation_keeps_its_only_ship(round_, coffers, price):
    sellers = {"king": 0, "coffers": coffers, "fleet": ["4"], "prestige": 100}
    nations = {"Athenai": {"king": 1, "coffers": 950, "fleet": ["4"], "prestige": 60}, "Sparta": sellers}
    t = table(THREE, nations, step="ships", nation="Athenai", phase=2, round_=round_).play("offer Sparta 4")
    t.play(f"hundreds {price // 100}", f"drachmas {price % 100}")
    assert (t.step, t.to_move) == ("answer", 0)
    assert chosen(t) == "decline"


def test_a_ship_is_bought_before_the_last_one_leaves_the_game():
    """One 5 is left before the first 6, which scraps every 3."""
    own = {"coffers": 700, "fleet": ["3", "3"]}
    t = table(THREE, {"Athenai": own}, step="ships", nation="Athenai", phase=2, ship="5", left=1, round_="ER3")
    assert t.choices == ["done", "ship"]
    assert chosen(t) == "ship"


@driver
def near(box: Any, s: Any, nation: int) -> float:
    return nearest_port(box[0], s[0], nation)


def test_nobody_explores_what_his_fleet_cannot_reach():
    """As far from home as it gets, with a fleet of two steps; the same with one of endless range."""
    home = next(row["home"] for row in GAME.box.data["nation"] if row["name"] == "Athenai")
    steps = GAME.box.record[0]["maps"][0]["steps"].reshape(-1, 96)
    places = list(GAME.box.lists["place"])
    far = max(range(len(places)), key=lambda place: int(steps[places.index(home)][place]) % 100)
    found = []
    for fleet, ship, phase in ((["2"], "2", 1), (["E"], "E", 4)):
        own = {"fleet": fleet, "at": places[far], "coffers": 0}
        t = table(THREE, {"Athenai": own}, step="discover", nation="Athenai", phase=phase, ship=ship)
        found.append(near(t.match.box.record, t.match.array, NATIONS.index("Athenai")))
    assert found[0] == 0 < found[1]


@pytest.mark.parametrize("at", ["C13", "D14", "E13", "E15", "I15", "I17"])
def test_a_discovery_ship_turns_to_ports_that_its_fleet_can_reach(at):
    """Dearer ones lie farther out, where the fleet would not come even with one ship more."""
    t = table(THREE, {"Sparta": {"fleet": ["2"], "at": at, "coffers": 0}}, step="discover", nation="Sparta", ship="2")
    steps = GAME.box.record[0]["maps"][t.map]["steps"].reshape(-1, 96)[PLACES.index(HOMES["Sparta"])]
    near = [row for row in GAME.box.data["hex"] if row["kind"] == "port" and steps[PLACES.index(row["at"])] <= 2 + 2]
    assert len(t.which("move")) > 2
    assert chosen(t) in [f"move {row['at']}" for row in near]
