"""§8, §9: exploration rounds up to the discovery ship."""

import pytest
from poseidon_table import table

import petteia
from petteia.bots import Bot
from petteia.standing import answer

THREE = [{"cash": 0}, {"cash": 0}, {"cash": 0}]


@pytest.mark.shows("§8.2")
def test_cards_are_asked_for_in_their_order_and_only_if_usable():
    t = table(
        [{"cards": ["archon", "mykene"]}, {"cards": ["league"]}, {"cards": ["troja", "knossos"]}],
        {"Athenai": {"king": 0, "pool": 1}, "Sparta": {"king": 1, "posts": ["H6"]}, "Larissa": {"king": 2}},
        step="powers",
        seat=1,
    )
    asked = []
    while t.step == "powers":
        asked.append((t.to_move, t.choices[1].split()[0]))
        t.play("decline")
    assert asked == [(1, "league"), (2, "culture"), (2, "culture"), (0, "culture"), (0, "archon")]
    alone = table(
        [{"cards": ["archon", "mykene"]}, {"cards": ["league"]}, {"cards": ["troja"]}],
        {"Athenai": {"king": 2}},
        step="powers",
        seat=2,
        lines={"card": 1},
    )
    alone.play("decline")
    assert alone.step == "discover"


@pytest.mark.shows("§8.4")
@pytest.mark.parametrize(("phase", "purse"), [(1, 5), (2, 10), (3, 15), (4, 20)])
def test_the_kings_purse(phase, purse):
    nations = {
        "Athenai": {"king": 0, "coffers": purse, "prestige": 100},
        "Sparta": {"king": 1, "coffers": purse - 1, "prestige": 130},
        "Larissa": {"king": 2, "coffers": 500, "prestige": 150},
    }
    t = table(
        [{"cash": 0, "cards": ["troja"]}, {"cash": 0}, {"cash": 0}],
        nations,
        step="powers",
        phase=phase,
        lines={"card": 1},
        seat=0,
    )
    t.play("decline")
    income = {1: 10, 2: 5}.get(phase, 0)
    assert (t.step, t.acting, t.to_move) == ("purse", "Larissa", 2)
    t.play("purse")
    assert (t.acting, t.to_move) == ("Athenai", 0)  # Sparta has not enough
    t.play("purse")
    assert [t[seat].cash for seat in range(3)] == [purse + income, 0, purse]
    assert (t["Athenai"].coffers, t["Larissa"].coffers) == (0, 500 - purse)


@pytest.mark.shows("§8.4")
def test_a_king_may_leave_the_purse():
    t = table(THREE, {"Athenai": {"coffers": 50}}, step="purse", nation="Athenai")
    assert t.choices == ["purse", "decline"]
    t.play("decline")
    assert (t[0].cash, t["Athenai"].coffers) == (0, 50)


def acting_order(**options):
    """Athenai rises to the space where Sparta lies; Larissa is sold down by an emergency. Who acts after whom?"""
    own = {"posts": ["F12"], "fleet": ["2"], "coffers": 0}
    t = table(
        THREE,
        {
            "Athenai": {**own, "prestige": 150},
            "Thebai": {"prestige": 130, "king": 1, "fleet": ["2"], "posts": ["E11"]},
            "Sparta": {"prestige": 130, "king": 2, "fleet": ["2"], "posts": ["H6"]},
        },
        step="purse",
        nation="Athenai",
        lines={"nations.0.coffers": 5},
        **options,
    )
    order = []
    t.play("decline")
    while t.step != "turn" and len(order) < 3:
        if t.acting not in order:
            order.append(t.acting)
        t.play("done" if "done" in t.choices else "home" if "home" in t.choices else t.choices[0])
    return order


@pytest.mark.shows("§8.5")
def test_the_highest_prestige_acts_first_and_the_topmost_marker():
    assert acting_order() == ["Athenai", "Thebai", "Sparta"]


def order_with_a_drop(**options):
    """Sparta's king must sell merchants of Athenai, whose king he is too, before Athenai and Larissa have acted."""
    t = table(
        [{"cash": 0, "merchants": {"Athenai": 5}}, {"cash": 0}, {"cash": 0}],
        {
            "Sparta": {"prestige": 150, "king": 0, "coffers": 50, "potentials": 0},
            "Athenai": {"prestige": 120, "king": 0, "fleet": ["2"], "coffers": 30},
            "Larissa": {"prestige": 110, "king": 1, "fleet": ["2"], "coffers": 30},
            "Thebai": {"prestige": 110, "king": 2, "fleet": ["2"], "coffers": 30},
        },
        step="purse",
        nation="Sparta",
        acted=["Athenai", "Larissa", "Thebai"],
        **options,
    )
    t.play("decline")
    order = []
    while len(order) < 4:
        if t.acting not in order:
            order.append(t.acting)
        t.play("done" if "done" in t.choices else t.choices[0])
    return order


@pytest.mark.shows("§8.5", "§6.2", "§13.4")
def test_the_order_is_looked_at_anew():
    assert order_with_a_drop() == ["Sparta", "Larissa", "Thebai", "Athenai"]  # it dropped under two markers


@pytest.mark.shows("§8.5")
def test_option_order():
    assert order_with_a_drop(order="fixed") == ["Sparta", "Athenai", "Larissa", "Thebai"]


@pytest.mark.shows("§8.6")
def test_a_turn_is_exploring_sailing_buying():
    t = table(THREE, {"Athenai": {"fleet": ["2"], "coffers": 200, "at": "F12"}}, step="discover", nation="Athenai")
    t.play("post F12", "done")
    assert t.step == "fleet"
    t.play("best 0")
    assert t.step == "ships"
    t.play("done")
    assert t.acting != "Athenai" or t.step != "ships"


# -- the discovery ship ------------------------------------------------------------------------------------------------


@pytest.mark.shows("§9.1")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_range_by_phase(phase):
    t = table(THREE, {"Athenai": {"potentials": 0}}, step="discover", nation="Athenai", phase=phase)
    way = ("F12", "F14", "F16", "F18", "F20")
    for step in way[:phase]:
        assert t.step == "discover"
        t.play(f"move {step}")
    assert t.why_not(f"move {way[phase]}") in ("§9.1", "§15.1")
    assert t["Athenai"].at == way[phase - 1]


@pytest.mark.shows("§9.1")
def test_no_steps_left():
    t = table(THREE, {"Athenai": {"at": "F10"}}, step="discover", nation="Athenai").play("move F12")
    assert t.why_not("move F14") == "§9.1"


@pytest.mark.shows("§9.2")
def test_neighbours_only_and_the_new_world_is_one_place():
    t = table(THREE, {"Sparta": {"at": "H6"}}, step="discover", nation="Sparta", phase=3)
    assert t.why_not("move H10") == "§9.2"
    t.play("move I5", "post I5", "move J8")
    assert t["Sparta"].posts == {"I5"}
    assert t["Sparta"].at == "J8"


LINES = [
    "A9 A11",
    "A11 B10",
    "A17 A19",
    "A17 B18",
    "D18 E19",
    "D8 E7",
    "E7 E9",
    "E9 F8",
    "F8 F10",
    "F8 G9",
    "F8 G7",
    "F6 G7",
    "G5 G7",
    "G7 G9",
]


@pytest.mark.shows("§9.3")
@pytest.mark.parametrize("line", LINES)
def test_dark_lines(line):
    here, there = line.split()
    for a, b in ((here, there), (there, here)):
        t = table(THREE, {"Athenai": {"at": a}}, step="discover", nation="Athenai")
        assert t.why_not(f"move {b}") == "§9.3"
        t = table(THREE, {"Athenai": {"at": a}}, step="discover", nation="Athenai", dark_lines="fleets")
        assert t.why_not(f"move {b}") is None


@pytest.mark.shows("§9.4")
def test_posts_on_all_places_touched():
    t = table(THREE, {"Athenai": {"at": "F12"}}, step="discover", nation="Athenai", phase=2)
    assert t.which("post") == ["F12"]  # where it began
    t.play("move G13", "move H12")
    assert t.which("post") == ["F12", "G13", "H12"]
    assert t.why_not("post G11") == "§9.4"
    before = t["Athenai"].potentials
    t.play("post G13", "post F12")
    assert (t["Athenai"].posts, t["Athenai"].potentials) == ({"F12", "G13"}, before - 2)
    assert t["Athenai"].coffers == 0


@pytest.mark.shows("§9.4")
def test_two_posts_in_a_turn_of_phase_1():
    t = table(THREE, {"Athenai": {"at": "F12"}}, step="discover", nation="Athenai")
    t.play("move G13", "post G13", "post F12")
    assert t["Athenai"].posts == {"F12", "G13"}


@pytest.mark.shows("§9.4")
def test_no_post_without_potentials():
    t = table(THREE, {"Athenai": {"at": "F12", "potentials": 0}}, step="discover", nation="Athenai")
    assert t.why_not("post F12") == "§9.4"


@pytest.mark.shows("§9.5")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
@pytest.mark.parametrize(("place", "circles"), [("E11", 3), ("F12", 2), ("F14", 1)])
def test_posts_of_several_nations(phase, place, circles):
    most = min({1: 1, 2: 2, 3: 3, 4: 3}[phase], circles)
    for there in range(most + 1):
        others = {name: {"king": 1, "posts": [place]} for name in ("Sparta", "Larissa", "Thebai")[:there]}
        t = table(THREE, {"Athenai": {"at": place}, **others}, step="discover", nation="Athenai", phase=phase)
        assert t.why_not(f"post {place}") == (None if there < most else "§9.5")


@pytest.mark.shows("§9.5")
def test_one_post_of_each_nation():
    t = table(THREE, {"Athenai": {"at": "E11", "posts": ["E11"]}}, step="discover", nation="Athenai", phase=3)
    assert t.why_not("post E11") == "§9.5"


@pytest.mark.shows("§9.6")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_posts_in_the_new_world(phase):
    names = ("Sparta", "Larissa", "Thebai", "Korinthos")
    for there in range(phase + 1):
        others = {name: {"king": 1, "posts": ["I21"]} for name in names[:there]}
        t = table(THREE, {"Athenai": {"at": "I21"}, **others}, step="discover", nation="Athenai", phase=phase)
        assert t.why_not("post I21") == (None if there < phase else "§9.6")


@pytest.mark.shows("§9.7", "§3.4", "§3.7")
@pytest.mark.parametrize("place", ["F10", "H14", "E13", "G9", "C17", "J14"])
def test_places_without_circles(place):
    t = table(THREE, {"Athenai": {"at": place}}, step="discover", nation="Athenai", phase=4)
    assert t.why_not(f"post {place}") == "§9.7"
    assert t.why_not(f"new_home {place}") == "§9.8"


@pytest.mark.shows("§9.8", "§9.9")
def test_the_new_home():
    t = table(
        THREE,
        {"Athenai": {"at": "F12"}, "Sparta": {"king": 1, "posts": ["G13"]}, "Larissa": {"king": 2, "new_home": "G11"}},
        step="discover",
        nation="Athenai",
        phase=3,
    )
    t.play("move G13", "move H12", "move G11")
    assert t.which("new_home") == ["F12", "H12"]
    assert t.why_not("new_home G13") == "§9.8"  # a post is there
    assert t.why_not("new_home G11") == "§9.9"
    assert t.why_not("post G11") == "§9.9"
    assert t.why_not("new_home F14") == "§9.8"  # not touched
    before = t["Athenai"].potentials
    t.play("new_home H12")
    assert (t["Athenai"].new_home, t["Athenai"].potentials) == ("H12", before)
    assert t.why_not("new_home F12") == "§9.8"  # once in a game
    assert t.why_not("post H12") == "§9.9"


@pytest.mark.shows("§9.8")
def test_no_new_home_in_the_new_world_or_on_an_own_post():
    t = table(THREE, {"Athenai": {"at": "I21"}}, step="discover", nation="Athenai", phase=2)
    assert t.why_not("new_home I21") == "§9.8"
    t = table(THREE, {"Athenai": {"at": "F12", "posts": ["F12"]}}, step="discover", nation="Athenai", phase=2)
    assert t.why_not("new_home F12") == "§9.8"


@pytest.mark.shows("§9.10", "§15.1")
def test_stopping_early():
    t = table(THREE, {"Athenai": {"at": "F12", "fleet": ["5"]}}, step="discover", nation="Athenai", phase=4)
    t.play("done")
    assert t.step == "fleet"
    assert t.why_not("move F14") == "§15.1"


def test_a_standing_post_is_where_the_ship_lies():
    """Wherever a ship has made its steps beside a free circle, in a game of greedy bots."""
    match, bot, posted = petteia.new("poseidon", seats=3, seed=0), Bot("greedy", 0), 0
    while not match.over:
        answered = answer(match, ["post"])
        if answered is not None:
            then, nation = match.at(match.move_number), match.facts["nations"][match.facts["nation"]]
            then.play(answered[0])
            after = then.facts["nations"][match.facts["nation"]]
            assert set(bits(after["posts"])) - set(bits(nation["posts"])) == {int(nation["explorer"])}
            posted += 1
        match.play(bot.choose(match))
    assert posted > 10


def bits(masks):
    return [64 * word + bit for word, mask in enumerate(masks) for bit in range(64) if int(mask) >> bit & 1]
