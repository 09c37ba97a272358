"""§12 the end, §13 score."""

import pytest
from card_table import feed, table

from petteia.games.peloponnes_card.show.insight import mats
from petteia.games.peloponnes_card.show.page import extras


def ended(*players, **changes):
    """The last supply is over. (Nobody has anybody to feed.)"""
    t = feed(*players, last=True, **changes)
    while not t.match.over:
        t.play("give grain" if "give grain" in t.choices else t.choices[0])
    return t


@pytest.mark.shows("§13.1", "§13.2")
def test_what_counts_on_the_table():
    # They produce 3 grain for 5 inhabitants, and two cards feed the others.
    t = ended({"torn": True, "cards": ["B07", "B08", "C05"], "hand": "gg" + "iii"})
    power, population = 1 + 3 + 5 + 2, 1 + 2 + 2 + 2 + 3
    assert t.told("scored", 0) == [
        {"points": min(power, population), "power_points": power, "population_points": population}
    ]
    assert t.match.scores[0] == population


@pytest.mark.shows("§13.2")
@pytest.mark.parametrize(
    ("hand", "luxury", "points"), [("wwwss", 0, 0), ("wwwsss", 0, 1), ("www", 3, 1), ("wwi", 4, 1)]
)
def test_six_cards_and_luxury_left_are_a_power_point(hand, luxury, points):
    t = ended({"torn": True, "hand": hand, "luxury": luxury})
    assert t.told("scored", 0)[0]["power_points"] == points + 2


@pytest.mark.shows("§13.1", "§13.2", "§10.7")
@pytest.mark.parametrize("state", [{"luxury_cover": "w"}, {"luxury_torn": True}])
def test_a_luxury_card_that_was_struck_counts_nothing(state):
    t = ended({"torn": True, "hand": "", **state})
    assert t.told("scored", 0) == [{}]


@pytest.mark.shows("§13.3")
def test_the_rulebooks_example_the_lower_sum_counts():
    """10 population and 15 power against 17 and 12: the second wins with 12."""
    t = table([{"hand": "www"}, {"hand": ""}])
    s = t.match.array
    # Far from any game that could be played, but a sum is a sum: inhabitants in the hand, and luxury for the power.
    for player, power, people in ((s["players"][0][0], 15, 10), (s["players"][0][1], 12, 17)):
        player["civilization_torn"] = player["luxury_torn"] = 1
        player["hand"] = [0, 0, 0, people]
        player["hand_count"] = people
        player["luxury"] = 6 * power
    assert t.match.standing(s) == ([10, 12], [2, 1])


@pytest.mark.shows("§13.3", "§13.4")
def test_ties_go_by_the_higher_sum_then_by_luxury_then_are_shared():
    one = {"torn": True, "hand": "ii"}

    def compared(first, second):
        ranks = ended(first, second).match.ranks
        return ranks[1] - ranks[0]

    assert compared(one, {"torn": True, "hand": "i"}) == 1  # 2 points each, 4 and 3 people
    assert compared({**one, "luxury": 2}, {**one, "luxury": 1}) == 1
    assert compared(one, one) == 0


@pytest.mark.shows("§13.5")
def test_all_inhabitant_cards_are_laid_out_unless_the_option_lets_them_help_elsewhere():
    player = {"torn": True, "hand": "w" * 5 + "i" * 4}
    told = ended(player).told("scored", 0)
    assert told == [{"points": 2, "power_points": 2, "population_points": 6}]
    told = ended(player, inhabitant_cards="best").told("scored", 0)
    assert told == [{"points": 3, "power_points": 3, "population_points": 5}]


@pytest.mark.shows("§11.4", "§12.3")
def test_late_protection_uncovers_for_the_score():
    # Covered by an earthquake; the Treasury, which came later, protects from it.
    player = {"torn": True, "cards": ["C05", "B10"], "cover": {"C05": "w"}, "hand": "ii"}
    t = ended(player)
    assert t.told("uncovered", 0) == [{"disaster": "earthquake", "card": "C05"}]
    assert t.told("scored", 0)[0]["power_points"] == 5 + 3 + 2
    assert t.discard.count("w") == 1


@pytest.mark.shows("§11.4")
def test_late_protection_of_every_kind():
    covered = {"civilization": "Arcadia", "civilization_cover": "w", "luxury_cover": "s", "hand": "gggggiiii"}
    cards = ["B07", "A04", "C06", "A11", "A07", "B09"]  # shields from plague, decline, drought, tempest
    t = ended({**covered, "cards": cards, "dried": {"A11": "g"}, "cover": {"A07": "i"}})
    assert t.told("uncovered", 0) == [
        {"disaster": "plague", "civilization": 1},
        {"disaster": "tempest", "card": "A07"},
        {"disaster": "drought", "card": "A11"},
        {"disaster": "decline", "luxury": 1},
    ]


@pytest.mark.shows("§11.5")
@pytest.mark.parametrize(("option", "uncovered"), [("repeated", ["C06", "A11"]), ("once", ["C06"])])
def test_an_uncovered_building_protects_in_its_turn(option, uncovered):
    # The Treasury protects from earthquakes; the Liongate under its cover from droughts.
    cards = ["A11", "C06", "B10"]
    player = {"torn": True, "cards": cards, "dried": {"A11": "g"}, "cover": {"C06": "w"}, "hand": "iii"}
    assert [news["card"] for news in ended(player, late_protection=option).told("uncovered", 0)] == uncovered


@pytest.mark.shows("§12.3")
def test_the_limit_on_luxury_holds_until_late_protection():
    t = ended({"torn": True, "cards": ["A11", "A04"], "luxury_cover": "w", "hand": ""})
    assert t[0].luxury == 3
    assert t[0].luxury_cover == ""


@pytest.mark.shows("§4.14", "§13.3")
def test_the_page_is_told_which_sum_counts_and_what_conquering_costs():
    players = [{"hand": "wwww", "civilization": "Arcadia", "cards": ["A05", "A06"]}, {"out": True}]
    mats_ = extras(table(players, order=[1, 0]).match)["mats"]
    assert [mat["surcharge"] for mat in mats_] == [1, 3]
    assert [mat["lower"] for mat in mats_] == [min(mat["power"], mat["population"]) for mat in mats_]


@pytest.mark.shows("§1.2", "§13.1")
def test_what_others_hold_does_not_show_in_the_score_before_the_end():
    t = table([{"hand": "wwwwww"}, {"hand": "iiiiii"}])
    mine, theirs = t.match.standing(t.match.redacted(0))[0], t.match.standing(t.match.redacted(1))[0]
    assert mine[0] > theirs[0]
    assert [mat.population for mat in mats(t.match)] == [4 + 2, 5 + 2]
