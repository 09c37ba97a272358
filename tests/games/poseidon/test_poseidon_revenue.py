"""§10 revenue, and that the best run is the best."""

import itertools
import random

import pytest
from poseidon_table import GAME, HOMES, NATIONS, PLACES, table

from petteia.games.poseidon import box as boxes
from petteia.games.poseidon.show.insight import runs

THREE = [{"cash": 0}, {"cash": 0}, {"cash": 0}]


def sailing(nation="Athenai", players=THREE, phase=1, others=None, **own):
    """A nation whose king decides about its fleet."""
    return table(
        players,
        {nation: {"fleet": ["2" if phase == 1 else "5"], **own}, **(others or {})},
        step="fleet",
        nation=nation,
        phase=phase,
    )


@pytest.mark.shows("§9.4", "§10.1", "§10.5", "§10.6", "§10.10", "§11.1", "§6.1")
def test_the_example_of_athenai():
    """The rulebook's first two exploration rounds: Andros, no revenue, two 2s for 200; Paros, Ios for 40, 14 each."""
    t = table(THREE, {"Athenai": {"prestige": 70, "coffers": 350, "pool": 2}}, step="discover", nation="Athenai")
    t.play("move F12", "post F12")
    assert t.told("no_fleet") == [{"nation": "Athenai"}]
    assert t.told("ship") == [{"forced": True, "nation": "Athenai", "ship": "2", "drachmas": 100}]
    t.play("ship", "done")
    assert t["Athenai"].fleet == ["2", "2"]
    assert t["Athenai"].coffers == 150
    t = table(
        THREE,
        {"Athenai": {"prestige": 70, "coffers": 150, "fleet": ["2", "2"], "posts": ["F12"], "at": "F12"}},
        step="discover",
        nation="Athenai",
        round_="ER2",
    )
    t.play("move G13", "post G13")
    worths = {run.donation: run.worth for run in runs(t.match)}
    assert (worths[0], worths[40]) == (8, 14)
    t.play("best 40")
    assert t.told("stop") == [
        {"nation": "Athenai", "place": "F12", "value": 3},
        {"nation": "Athenai", "place": "G13", "value": 3},
        {"nation": "Athenai", "place": "H14", "value": 8},
    ]
    assert t.told("revenue") == [{"nation": "Athenai", "value": 14}]
    assert (t[0].cash, t["Athenai"].coffers, t["Athenai"].prestige) == (3 * 14, 110, 75)


@pytest.mark.shows("§10.2")
@pytest.mark.parametrize(("phase", "money"), [(1, 100), (2, 200), (3, 300), (4, 400)])
def test_staying_at_home(phase, money):
    t = sailing(phase=phase, posts=["F12"], fleet=["5"], coffers=7)
    t.play("home")
    assert t["Athenai"].coffers == 7 + money
    assert [t[seat].cash for seat in range(3)] == [0, 0, 0]


@pytest.mark.shows("§10.3")
def test_the_run_begins_at_home_or_in_the_new_home():
    t = sailing(posts=["A21"], new_home="A19")
    assert t.which("sail") == ["home", "new_home"]
    t.play("best 0")
    assert t.told("sailed") == [{"nation": "Athenai", "place": "A19"}]
    assert t.told("revenue") == [{"nation": "Athenai", "value": 8}]
    assert sailing(posts=["F12"]).why_not("sail new_home") == "§10.3"


@pytest.mark.shows("§10.4")
def test_the_range_is_the_sum_of_the_ships():
    t = sailing(fleet=["2", "2", "3"], posts=["F12"])
    t.play("sail home")
    assert t.left == 7


@pytest.mark.shows("§10.4", "§10.5")
def test_a_run_step_by_step():
    t = sailing(
        fleet=["2", "2"], posts=["F12", "G13"], players=[{"cash": 0, "merchants": {"Athenai": 5}}, {}, {"cash": 0}]
    )
    t.play("sail home", "step F12", "step G13", "step F12")
    assert (t.gain, t.left) == (6, 1)  # passing twice counts once
    t.play("done")
    assert t.told("revenue") == [{"nation": "Athenai", "value": 6}]
    assert t[0].cash == 30


@pytest.mark.shows("§10.4", "§9.3")
def test_fleets_do_not_cross_dark_lines_or_leap():
    t = sailing("Korinthos", fleet=["3"]).play("sail home")
    assert set(t.which("step")) == {"E7", "F6"}
    assert t.why_not("step F10") == "§10.4"
    assert t.why_not("step E11") == "§10.4"


@pytest.mark.shows("§10.4")
def test_the_run_ends_where_the_range_does():
    t = sailing(fleet=["2"], posts=["F12", "F14"]).play("sail home", "step F12", "step F14")
    assert t.told("revenue") == [{"nation": "Athenai", "value": 6}]


@pytest.mark.shows("§10.5", "§9.9")
def test_posts_of_others_and_new_homes_are_worth_nothing():
    others = {"Sparta": {"king": 1, "posts": ["F12"]}, "Larissa": {"king": 2, "new_home": "F14"}}
    t = sailing(fleet=["3"], others=others, posts=["E11"])
    t.play("sail home", "step F12", "step F14", "done")
    assert t.told("revenue") == [{"nation": "Athenai"}]


@pytest.mark.shows("§10.6")
def test_a_temple_asks_for_a_donation():
    t = sailing("Larissa", fleet=["2"], coffers=25).play("sail home", "step B8")
    assert (t.step, t.choices) == ("donate", ["donate", "decline"])
    t.play("donate")
    assert (t["Larissa"].coffers, t.gain) == (5, 5)
    t.play("done")
    t = sailing("Larissa", fleet=["2"], coffers=25).play("sail home", "step B8", "decline")
    assert (t["Larissa"].coffers, t.gain, t.step) == (25, 0, "sail")


@pytest.mark.shows("§10.6")
def test_without_the_money_the_fleet_sails_by():
    t = sailing("Larissa", fleet=["2"], coffers=19).play("sail home", "step B8")
    assert t.step == "sail"
    assert sailing("Larissa", fleet=["2"], coffers=19).why_not("best 20") == "§10.6"


@pytest.mark.shows("§10.6")
def test_a_free_temple_counts_by_itself():
    t = sailing("Korinthos", fleet=["2"]).play("sail home", "step F6")
    assert t.gain == 2


VALUES = {
    "B12": (2, 2, 2, 0),
    "F6": (2, 2, 2, 0),
    "F16": (2, 2, 2, 0),
    "B2": (3, 4, 5, 0),
    "E15": (3, 4, 5, 0),
    "B8": (5, 6, 7, 0),
    "E7": (5, 6, 7, 0),
    "H14": (8, 10, 12, 0),
}


@pytest.mark.shows("§10.7")
@pytest.mark.parametrize("phase", [1, 2, 3])
@pytest.mark.parametrize("temple", VALUES)
def test_values_of_temples(temple, phase):
    """From a New Home beside it."""
    spots = boxes.spots(GAME.box.data["hex"])
    near = boxes.neighbours(spots, set())[PLACES.index(temple)]
    port = next(PLACES[i] for i in near if spots[i].kind == "port")
    t = sailing(phase=phase, fleet=["5"], coffers=100, new_home=port).play("sail new_home", f"step {temple}")
    if t.step == "donate":
        t.play("donate")
    assert t.gain == VALUES[temple][phase - 1]


@pytest.mark.shows("§10.7")
def test_temples_in_the_last_phase():
    t = sailing("Larissa", phase=4, fleet=["5"], coffers=100)
    assert t.why_not("best 20") == "§10.7"
    t.play("sail home", "step B8")
    assert (t.step, t.gain) == ("sail", 0)


@pytest.mark.shows("§10.8")
def test_totals_of_donations():
    """Larissa with range 4: Olympos (20) is one step away, Chios (10) four; both together are too far."""
    t = sailing("Larissa", fleet=["2", "2"], coffers=500)
    assert t.which("best") == ["0", "10", "20"]
    assert t.why_not("best 30") == "§10.8"
    assert t.why_not("best 40") == "§10.8"


@pytest.mark.shows("§10.8", "§3.6")
def test_the_fixture_of_megalopolis():
    """Delian marker on H6, posts H6 and G5, range 4: 13 with the free temple, 18 with Delphi too."""
    own = {"fleet": ["2", "2"], "posts": ["H6", "G5"], "coffers": 20}
    t = table(THREE, {"Megalopolis": own}, step="fleet", nation="Megalopolis", marker=("Megalopolis", "H6"))
    assert {run.donation: run.worth for run in runs(t.match)} == {0: 13, 20: 18}
    t.play("sail home", "step H6", "step G5")
    assert t.gain == 11


@pytest.mark.shows("§3.8", "§10.9")
def test_the_kings_own_poseidon_card():
    players = [{"cash": 0, "cards": ["poseidon"]}, {"cash": 0}, {"cash": 0}]
    t = sailing(players=players, phase=2, fleet=["3"], posts=["F12", "F14", "F18"])
    assert t.why_not("poseidon") is None
    t.play("poseidon")
    assert t.why_not("poseidon") == "§3.8"
    t.play("home")
    assert t.poseidon_used == 0
    t = sailing(players=players, phase=2, fleet=["3"], posts=["F12", "F14", "F18"]).play("poseidon", "sail home")
    assert (t.left, t.poseidon_used) == (6, 1)
    assert t.told("poseidon") == [{"nation": "Athenai", "reach": 6}]
    assert t[0].cards == ["poseidon"]


@pytest.mark.shows("§3.8")
@pytest.mark.parametrize(
    ("phase", "used", "fleet", "why"), [(1, 0, "2", "§3.8"), (2, 1, "3", "§3.8"), (4, 0, "E", "§3.8")]
)
def test_when_poseidon_cannot_be_used(phase, used, fleet, why):
    players = [{"cash": 0, "cards": ["poseidon"]}, {}, {}]
    t = table(
        players,
        {"Athenai": {"fleet": [fleet], "posts": ["F12"]}},
        step="fleet",
        nation="Athenai",
        phase=phase,
        lines={"poseidon_used": used},
    )
    assert t.why_not("poseidon") == why


@pytest.mark.shows("§3.8", "§10.9")
def test_somebody_elses_poseidon_card():
    players = [{"cash": 0}, {"cash": 0, "cards": ["poseidon"]}, {"cash": 0}]
    own = {"Athenai": {"fleet": ["3"], "posts": ["F12", "F14", "F18"], "at": "F12"}}
    for answer, left in (("poseidon", 6), ("decline", 3)):
        t = table(players, own, step="discover", nation="Athenai", phase=2).play("done")
        assert (t.step, t.to_move, t.choices) == ("poseidon", 1, ["poseidon", "decline"])
        t.play(answer)
        assert (t.step, t.to_move) == ("fleet", 0)
        t.play("sail home")
        assert t.left == left
        assert t.poseidon_used == (answer == "poseidon")


@pytest.mark.shows("§3.8", "§10.9")
def test_somebody_elses_poseidon_card_is_not_used_up_where_the_fleet_stays():
    players = [{"cash": 0}, {"cash": 0, "cards": ["poseidon"]}, {"cash": 0}]
    own = {"fleet": ["3"], "posts": ["F12"], "at": "F12"}
    t = table(players, {"Athenai": own}, step="discover", nation="Athenai", phase=2).play("done", "poseidon", "home")
    assert t.poseidon_used == 0
    endless = {"Athenai": {**own, "fleet": ["E"]}}
    t = table(players, endless, step="discover", nation="Athenai", phase=4).play("done")
    assert (t.step, t.to_move) == ("fleet", 0)


@pytest.mark.shows("§3.6")
def test_a_doubled_post_is_single_for_others():
    players = [{"cash": 0, "merchants": {"Sparta": 3}}, {"cash": 0}, {"cash": 0}]
    nations = {
        "Athenai": {"fleet": ["3"], "posts": ["F12"], "at": "F12"},
        "Sparta": {"king": 0, "fleet": ["5"], "posts": ["F12"], "new_home": "G11"},
    }
    worths = []
    for nation in nations:
        t = table(players, nations, step="fleet", nation=nation, phase=2, marker=("Athenai", "F12"))
        free = runs(t.match)[0]
        worths.append({PLACES[stop]: value for stop, value in zip(free.stops, free.values, strict=True)})
    assert worths == [{"F12": 6, "F16": 2}, {"F12": 3, "F16": 2}]


@pytest.mark.shows("§3.8", "§12.1")
def test_a_new_phase_revives_poseidon():
    t = table(
        [{"cards": ["poseidon"]}, {}, {}],
        {"Athenai": {"coffers": 700, "fleet": ["4"]}},
        step="ships",
        nation="Athenai",
        phase=2,
        ship="6",
        lines={"poseidon_used": 1},
    )
    t.play("ship")
    assert (t.phase, t.poseidon_used) == (3, 0)


@pytest.mark.shows("§10.11")
def test_only_endless_ships_sail_to_the_new_world_and_end_there():
    t = sailing("Sparta", phase=4, fleet=["5"], posts=["I5"]).play("sail home", "step H6")
    assert t.why_not("step I5") == "§10.11"
    t = sailing("Sparta", phase=4, fleet=["E"], posts=["I5", "I21", "H6"]).play("sail home", "step H6", "step I5")
    assert t.told("revenue") == [{"nation": "Sparta", "value": 16}]
    t = sailing("Sparta", phase=4, fleet=["E"], posts=["I5", "I21", "H6"]).play("best 0")
    assert t.told("revenue") == [{"nation": "Sparta", "value": 16}]


@pytest.mark.shows("§10.11")
def test_an_endless_fleet_calls_everywhere():
    posts = ["A21", "C1", "J18", "H6", "B18"]
    t = sailing("Sparta", phase=4, fleet=["E", "5"], posts=posts).play("best 0")
    assert t.told("revenue") == [{"nation": "Sparta", "value": 8 + 4 + 4 + 4 + 5}]


@pytest.mark.shows("§10.12")
def test_an_endless_run_has_an_end():
    t = sailing("Sparta", phase=4, fleet=["E"], posts=["H6"]).play("sail home")
    assert t.left == 2 * len(PLACES)


# -- the best run against trying everything ----------------------------------------------------------------------------


def exhaustive(match, nation, reach):
    """The best worth for every total of donations, by trying every walk: (place, places called at) with the fewest
    steps. Written from §10.3 to §10.7 alone."""
    s, data = match.facts, GAME.box.data
    spots = boxes.spots(data["hex"])
    barriers = {frozenset(row["between"]) for row in data["barrier"]}
    near = boxes.neighbours(spots, barriers)
    own = s["nations"][NATIONS.index(nation)]
    posts = {i for i in range(len(spots)) if int(own["posts"][i // 64]) >> i % 64 & 1}
    phase = int(s["phase"]) - 1
    league = int(s["league_place"]) if int(s["league_nation"]) == NATIONS.index(nation) else None

    def worth(place):
        row = spots[place].row
        if spots[place].kind == "temple":
            return row["values"][phase]
        return (row["value"] or 0) * (2 if place == league else 1) if place in posts else 0

    starts = [PLACES.index(HOMES[nation])]
    if int(own["new_home"]) >= 0:
        starts.append(int(own["new_home"]))
    best = {}
    seen = {(start, frozenset()): 0 for start in starts}
    edge = list(seen)
    for steps in range(reach + 1):
        after = []
        for place, called in edge:
            donated = sum(spots[i].row["donation"] or 0 for i in called)
            gained = sum(worth(i) for i in called)
            best[donated] = max(best.get(donated, 0), gained)
            if steps == reach:
                continue
            for other in near[place]:
                if spots[other].kind == "new_world":
                    continue
                ways = [called]
                if worth(other) and other not in called:
                    # What costs nothing is always taken; a donation may be left.
                    ways = [called | {other}] if not spots[other].row["donation"] else [called, called | {other}]
                for way in ways:
                    if (other, way) not in seen:
                        seen[other, way] = steps + 1
                        after.append((other, way))
        edge = after
    return {total: gained for total, gained in best.items() if total <= int(own["coffers"])}


@pytest.mark.shows("§10.8", "§10.4", "§10.5")
@pytest.mark.parametrize("seed", range(40))
def test_the_best_run_is_the_best(seed):
    rnd = random.Random(seed)
    nation = rnd.choice(NATIONS)
    phase = rnd.choice([1, 2, 3, 4])
    fleets = {1: ["2", "3"], 2: ["3", "4", "5"], 3: ["4", "5", "6"], 4: ["5", "6", "7"]}[phase]
    fleet = [rnd.choice(fleets) for _ in range(rnd.randint(1, 2))]
    reach = sum(int(ship) for ship in fleet)
    spots = boxes.spots(GAME.box.data["hex"])
    near = boxes.neighbours(spots, set())
    ports, edge = [], [PLACES.index(HOMES[nation])]  # posts around the home, as they come about in games
    while len(edge) < 40:
        place = rnd.choice(edge)
        edge += [other for other in near[place] if other not in edge]
    ports = [PLACES[i] for i in edge if spots[i].kind == "port"]
    posts = rnd.sample(ports, min(rnd.randint(2, 9), len(ports)))
    free = [port for port in ports if port not in posts]
    own = {"fleet": fleet, "posts": posts, "coffers": rnd.choice([0, 30, 100])}
    if rnd.random() < 0.5 and free:
        own["new_home"] = rnd.choice(free)
    marker = (nation, rnd.choice(posts)) if rnd.random() < 0.5 else None
    t = table(THREE, {nation: own}, step="fleet", nation=nation, phase=phase, ship="E", marker=marker)
    found = {run.donation: run.worth for run in runs(t.match)}
    assert found == exhaustive(t.match, nation, reach)
    assert {str(total) for total in found} == set(t.which("best"))
    for run in runs(t.match):
        assert len(run.path) - 1 <= reach
        assert all(b in near[a] for a, b in itertools.pairwise(run.path))
    total = rnd.choice(sorted(found))
    coffers = t[nation].coffers
    t.play(f"best {total}")
    assert t[0].cash == 3 * found[total]
    assert t[nation].coffers == coffers - total
