"""§9 villages and cities, §10 the end and the score."""

import pytest
from hellas_table import last_turn, new, table

PARTS = ("city", "temples", "statues", "rings", "marble")

# The rulebook's scoring example, on the Minotaur side.
RED = {
    "houses": ["G7", "H7", "H8", "H9", "H10", "G9", "E6", "E5", "D4"],
    "plazas": ["G8", "I9"],
    "palaces": ["H11", "F8", "F6"],
    "rings": 3,
    "marble": 18,
}
GREEN = {"houses": ["I2", "K3"], "palaces": ["J2", "J4"], "rings": 2, "marble": 0}
BLUE = {"houses": ["G4"], "palaces": ["G5"], "rings": 4, "marble": 0}
TEMPLES = {"I10": 4, "D3": 6, "G6": 5, "J3": 6}
STATUES = ["F7", "H6"]


def parts(players, **more):
    """Where each player's points come from, after a last turn in which nothing is built."""
    t = last_turn(players, **more).play("action statue")
    if not t.match.over:
        t.play("decline")
    assert t.match.over
    scored = [{part: told.get(part, 0) for part in (*PARTS, "points")} for told in t.told("scored")]
    assert [told["points"] for told in scored] == t.match.scores
    assert all(sum(told[part] for part in PARTS) == told["points"] for told in scored)
    return scored


def example():
    return parts([RED, GREEN, BLUE], columns=TEMPLES, statues=STATUES)


@pytest.mark.shows("§10.2", "§9.4")
def test_the_rulebooks_largest_city():
    assert example()[0]["city"] == 10


@pytest.mark.shows("§10.4")
def test_the_rulebooks_statues():
    assert example()[0]["statues"] == 9


@pytest.mark.shows("§10.3")
def test_the_rulebooks_temples():
    red, green, blue = example()
    assert (red["temples"], green["temples"], blue["temples"]) == (15, 12, 5)


@pytest.mark.shows("§10.5")
def test_the_rulebooks_rings():
    red, green, blue = example()
    assert (red["rings"], green["rings"], blue["rings"]) == (6, 4, 8 + 3)


@pytest.mark.shows("§10.6")
def test_the_rulebooks_marble():
    assert example()[0]["marble"] == 3


# -- §9 Villages and cities --------------------------------------------------------------------------------------------


def city(player, **more):
    return parts([{"marble": 0, **player}, {"marble": 0}], **more)[0]


@pytest.mark.shows("§9.1", "§10.2")
def test_a_village_is_worth_nothing():
    assert city({"houses": ["C3", "C4", "C5"], "plazas": ["D4"]})["points"] == 0


@pytest.mark.shows("§9.2")
def test_a_palace_makes_a_city_of_a_village():
    assert city({"houses": ["C3", "C4"], "palaces": ["C5"]})["city"] == 3


@pytest.mark.shows("§9.1", "§9.2")
def test_a_plaza_joins_houses_to_one_village():
    assert city({"houses": ["C3", "C5"], "plazas": ["C4"], "palaces": ["C6"]})["city"] == 4


@pytest.mark.shows("§9.1")
def test_buildings_of_others_do_not_join():
    blue = {"palaces": ["C5"], "marble": 0}
    assert parts([{"houses": ["C3", "C4"], "marble": 0}, blue])[0]["city"] == 0


@pytest.mark.shows("§9.3")
def test_a_palace_alone_is_no_city():
    assert city({"palaces": ["C5"]})["points"] == 0
    assert city({"palaces": ["C5"], "plazas": ["C4", "C3"]})["points"] == 0
    assert city({"palaces": ["C5"], "houses": ["C3"]})["points"] == 0


@pytest.mark.shows("§9.3")
def test_a_plaza_joins_a_house_to_a_palace():
    assert city({"palaces": ["C5"], "plazas": ["C4"], "houses": ["C3"]})["city"] == 3


@pytest.mark.shows("§9.4")
def test_cities_grow_together():
    apart = {"houses": ["C4", "C6"], "palaces": ["B3", "D8"]}
    assert city(apart)["city"] == 2
    assert city({**apart, "plazas": ["C5"]})["city"] == 5


@pytest.mark.shows("§9.4")
def test_three_palaces_in_one_city():
    assert city({"houses": ["C3"], "palaces": ["C4", "C5", "C6"]})["city"] == 4


# -- §10 The end and the score -----------------------------------------------------------------------------------------


@pytest.mark.shows("§10.1")
def test_points_are_the_sum_of_five_parts():
    red = example()[0]
    assert red["points"] == 10 + 15 + 9 + 6 + 3


@pytest.mark.shows("§10.1")
def test_it_ends_after_the_third_phase():
    t = last_turn([{"marble": 0}, {}])
    assert (t.phase, t.match.over) == (3, False)
    assert t.play("action marble").match.over


@pytest.mark.shows("§10.2")
def test_only_one_of_two_largest_cities_counts():
    assert city({"houses": ["C4", "C6"], "palaces": ["B3", "D8"]})["city"] == 2


@pytest.mark.shows("§10.2")
def test_a_larger_village_does_not_hide_a_city():
    assert city({"houses": ["C4", "H2", "I3", "I4", "I5"], "palaces": ["B3"]})["city"] == 2


@pytest.mark.shows("§10.3")
def test_a_village_gets_nothing_from_a_temple():
    assert city({"houses": ["D5", "D6"]}, columns={"E6": 8})["points"] == 0


@pytest.mark.shows("§10.3")
def test_a_temple_counts_once_for_a_city_however_many_pieces_touch_it():
    assert city({"houses": ["D5", "D6"], "palaces": ["E5"]}, columns={"E6": 8})["temples"] == 8


@pytest.mark.shows("§10.3")
@pytest.mark.parametrize("touching", ["plazas", "palaces"])
def test_any_building_of_a_city_makes_it_adjacent(touching):
    player = {"houses": ["C4"], touching: ["D5"]}
    if touching == "plazas":
        player["palaces"] = ["C3"]
    assert city(player, columns={"E6": 3})["temples"] == 3


@pytest.mark.shows("§10.4")
def test_a_village_gets_nothing_from_a_statue():
    assert city({"houses": ["D5"]}, statues=["D6"])["points"] == 0


@pytest.mark.shows("§10.4")
def test_a_statue_counts_for_several_cities():
    player = {"houses": ["C3", "E7"], "palaces": ["D4", "E8"]}
    assert city(player, statues=["D6"])["statues"] == 3
    player = {"houses": ["D5", "E7"], "palaces": ["C4", "E8"]}
    assert city(player, statues=["D6"])["statues"] == 6


@pytest.mark.shows("§10.5")
@pytest.mark.parametrize(
    ("rings", "points"),
    [((2, 1), (7, 2)), ((2, 2), (7, 7)), ((0, 0), (0, 0)), ((0, 1), (0, 5)), ((3, 3, 1), (9, 9, 2))],
)
def test_rings_and_the_most_of_them(rings, points):
    found = parts([{"rings": count, "marble": 0} for count in rings])
    assert tuple(told["rings"] for told in found) == points


@pytest.mark.shows("§10.6")
@pytest.mark.parametrize(("marble", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (18, 3)])
def test_full_fives_of_marble(marble, points):
    assert parts([{"marble": marble}, {"marble": 0}])[0]["marble"] == points


def ranks(marble, **options):
    t = last_turn([{"marble": amount} for amount in marble], **options).play("action statue")
    if not t.match.over:
        t.play("decline")
    return t.match.ranks


@pytest.mark.shows("§10.7")
def test_the_most_points_win_and_ties_are_shared():
    assert ranks((5, 12)) == [2, 1]
    assert ranks((6, 8)) == [1, 1]
    assert ranks((6, 8, 12)) == [2, 2, 1]


@pytest.mark.shows("§10.8")
def test_left_over_marble_may_break_ties():
    assert ranks((6, 8), tie_break="marble") == [2, 1]
    assert ranks((8, 8), tie_break="marble") == [1, 1]
    assert ranks((9, 10), tie_break="marble") == [2, 1]
    assert ranks((5, 12, 6), tie_break="marble") == [3, 1, 2]


@pytest.mark.shows("§10.1")
def test_points_can_be_asked_for_at_any_time():
    t = table([{"houses": ["C3"], "palaces": ["C4"], "marble": 7}, {"marble": 0}])
    assert t.match.scores == [3, 0]
    assert new(3).match.scores == [1, 1, 1]
