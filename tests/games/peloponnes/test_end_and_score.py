"""§13 the end of the game and §14 the score."""

import pytest
from peloponnes_table import alone, feed, strike, table

from petteia.curves import Plotter

# Prestige: A01 3, A02 2, A07 2, A12 4, A14 4, B03 7, B08 5, C08 8.


# -- §13 The end of the game -------------------------------------------------------------------------------------------


@pytest.mark.shows("§13.1")
@pytest.mark.parametrize(("option", "income"), [("full", [{"coins": 3, "wood": 2, "stone": 1}]), ("none", [])])
def test_the_last_round_brings_gains_and_full_income_or_gains_only(option, income):
    t = alone({"civilization": "Sparta"}, row=["C04"], round_number=8, last_income=option).play("bid 1 4")
    assert t.told("gained", 0) == [{"coins": 1, "population": 2}]
    assert t.told("income", 0) == income
    assert t.match.over


@pytest.mark.shows("§13.1")
@pytest.mark.parametrize(("option", "step"), [("full", "produce"), ("none", "over")])
def test_without_a_last_income_port_produces_nothing_either(option, step):
    assert alone({"tiles": ["A15"]}, round_number=8, last_income=option).play("pass").step == step


@pytest.mark.shows("§13.1")
def test_without_a_last_income_the_other_rounds_have_theirs():
    t = alone({"civilization": "Sparta"}, round_number=7, last_income="none").play("pass")
    assert t.told("income", 0) == [{"coins": 2, "wood": 1}]


@pytest.mark.shows("§13.1", "§8.1")
@pytest.mark.parametrize(
    ("civilization", "brings"),
    [("Sparta", {"wood": 1}), ("Arkadia", {"population": 1}), ("Messene", {"food": 2})],
)
def test_of_tiles_alone_the_last_income_has_what_civilization_and_tiles_produce(civilization, brings):
    player = {"civilization": civilization, "population": 14, "tiles": ["A01"]}
    option = {"last_income": "tiles_alone"}
    t = alone(player, round_number=8, **option).play("pass")
    assert t.told("income", 0) == [{"stone": 3, **brings}]
    t = alone(player, round_number=7, **option).play("pass")
    assert t.told("income", 0) == [{"coins": 5, "luxury": 2, "stone": 3, **brings}]


@pytest.mark.shows("§13.1", "§8.2")
def test_of_tiles_alone_port_produces_a_coin_as_ever():
    player = {"civilization": "Sparta", "coins": 4, "tiles": ["A15"]}
    t = alone(player, round_number=8, last_income="tiles_alone").play("pass", "produce coins")
    assert t.told("income", 0) == [{"wood": 1}, {"coins": 1}]
    assert t[0].coins == 4 + 3 + 1


@pytest.mark.shows("§13.2", "§9.2")
def test_then_the_last_chits_the_last_feeding_and_the_completing():
    player = {"civilization": "Sparta", "food": 9, "population": 8, "wood": 1, "tiles": ["A12"], "marked": ["A12"]}
    t = alone(player, round_number=8, chits=["drought", "plague"]).play("pass")
    kinds = [news.kind for news in t.happened if news.seat in (0, None)]
    assert kinds[kinds.index("income") :] == [
        *("income", "chit", "disaster", "drought", "chit", "disaster", "plague", "fed", "completed", "scored"),
    ]
    assert t.told("drought", 0) == [{"food": 4}]  # a third of 9 and 1 from the Bridge, rounded up
    assert t.told("plague", 0) == [{"population": 3}]
    assert t.told("fed", 0) == [{"food": 5}]
    assert (t[0].food, t[0].population, t[0].tiles, t[0].marked) == (1, 5, ["A12"], [])
    assert t.match.over


@pytest.mark.shows("§13.2")
def test_inhabitants_without_food_are_lost_before_the_score():
    t = feed({"population": 6, "food": 2, "tiles": ["C08", "B03"]}, last=True)
    assert t.told("fed", 0) == [{"food": 2, "population": 4}]
    assert t.match.scores[0] == 6


@pytest.mark.shows("§13.2", "§14.1")
def test_marker_coins_come_back_before_coins_are_counted():
    t = feed({"coins": 2, "population": 9, "food": 9, "tiles": ["A14"], "marked": ["A14"]}, last=True)
    assert t.told("discarded", 0) == [{"forced": True, "tile": "A14"}]
    assert t.told("scored", 0) == [{"points": 1, "prestige": 1, "inhabitants": 27}]


@pytest.mark.shows("§13.2", "§11.3", "§11.6")
def test_luxury_may_feed_and_complete_at_the_end_too():
    player = {"population": 2, "food": 1, "luxury": 4, "tiles": ["A14"], "marked": ["A14"]}
    t = table([player, {}], step="feed", last=True).play("feed 1")
    assert t.choices == ["complete 1", "discard"]
    t.play("complete 1")
    assert (t[0].population, t[0].luxury, t[0].tiles) == (2, 0, ["A14"])
    assert t.match.over


# -- §14 Score ---------------------------------------------------------------------------------------------------------


def final(*players):
    """The end of a game of these players, and of a third who has nothing."""
    fed = [{"food": min(player.get("population", 3), 13), **player} for player in players]
    return feed(*fed, last=True)


@pytest.mark.shows("§14.1")
@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_three_coins_are_a_point(coins, points):
    assert final({"coins": coins, "population": 9}).told("scored", 0)[0].get("prestige", 0) == points


@pytest.mark.shows("§14.1")
def test_prestige_is_printed_on_lands_and_buildings():
    t = final({"coins": 4, "population": 12, "tiles": ["A01", "A12", "B03", "C08"]})
    assert t.told("scored", 0) == [{"points": 23, "prestige": 3 + 4 + 7 + 8 + 1, "inhabitants": 36}]


@pytest.mark.shows("§14.1", "§14.2")
def test_goods_and_luxury_are_worth_no_points():
    t = final({"coins": 0, "population": 1, "wood": 9, "stone": 9, "food": 9, "luxury": 30, "tiles": ["A12"]})
    assert t.told("scored", 0) == [{"points": 3, "prestige": 4, "inhabitants": 3}]


@pytest.mark.shows("§14.2")
@pytest.mark.parametrize("population", [0, 1, 7, 13])
def test_an_inhabitant_is_three_points(population):
    t = final({"population": population, "tiles": ["C08"], "coins": 9})
    assert t.told("scored", 0)[0].get("inhabitants", 0) == 3 * population


@pytest.mark.shows("§14.3")
@pytest.mark.parametrize(
    ("population", "tiles", "points"), [(3, ["C08", "B03"], 9), (9, ["C08", "B03"], 15), (5, ["C08", "B03"], 15)]
)
def test_the_lower_sum_is_the_score(population, tiles, points):
    t = final({"coins": 2, "population": population, "tiles": tiles})
    assert t.match.scores[0] == points
    assert t.told("scored", 0)[0]["points"] == points


@pytest.mark.shows("§14.3")
def test_the_highest_score_wins():
    t = final({"coins": 9, "population": 9}, {"coins": 12, "population": 2}, {"coins": 40, "population": 0})
    assert t.match.scores == [3, 4, 0, 0]
    assert t.match.ranks[:2] == [2, 1]


@pytest.mark.shows("§14.4")
def test_a_tie_is_broken_by_the_higher_of_the_two_sums_whichever_it_is():
    t = final({"coins": 9, "population": 4}, {"coins": 39, "population": 1, "luxury": 9}, {"coins": 9, "population": 5})
    assert t.match.scores[:3] == [3, 3, 3]  # 3 and 12; 13 and 3; 3 and 15
    assert t.match.ranks[:3] == [3, 2, 1]


@pytest.mark.shows("§14.4")
def test_then_by_luxury():
    same = {"coins": 9, "population": 4}
    t = final({**same, "luxury": 2}, {**same, "luxury": 5, "wood": 0}, {**same, "luxury": 3, "wood": 9})
    assert t.match.ranks[:3] == [3, 1, 2]


@pytest.mark.shows("§14.4")
def test_then_the_rank_is_shared():
    same = {"coins": 9, "population": 4, "luxury": 2}
    t = final({**same, "wood": 9}, same, {"coins": 3, "population": 4})
    assert t.match.ranks[:3] == [1, 1, 3]


def test_what_is_lost_piece_by_piece_to_one_disaster_bends_a_line_once():
    t = strike("tempest", {"tiles": ["A01", "A03", "B10"], "food": 5, "coins": 9})
    before = t.match.move_number
    match = t.play("abandon", "abandon", "abandon").match
    stops = [0, match.move_number - match.first_move]
    line = [9] * (before - match.first_move + 1) + [6, 5, 4]
    line += [4] * (stops[1] + 1 - len(line))
    plotter = Plotter(match, "en", stops)
    assert [bend["after"] for bend in plotter.curve("x", "X", [line], {"lost"})["bends"]] == [6, 5, 4]
    (once,) = plotter.curve("x", "X", [line], {"lost"}, piecemeal={"lost"})["bends"]
    assert (once["move"], once["before"], once["after"]) == (before + 1, 9, 4)
    assert once["text"].count("loses") == 3
