"""§11 supply rounds, and what luxury does in them (§12.1)."""

import itertools

import pytest
from peloponnes_table import GAME, alone, feed, table

import petteia

# Costs: Barracks A11 1 wood 2 stone, Bridge A12 2 wood, Market A13 3 wood, Street A14 1 stone, Port A15 1 wood 3 stone.


def asked(player, step="feed", **options):
    """A player at a decision of a supply round, and one who has nothing."""
    return table([player, {"population": 0}], step=step, **options)


# -- §11.1 to §11.3 Feeding --------------------------------------------------------------------------------------------


@pytest.mark.shows("§11.1")
@pytest.mark.parametrize(
    ("population", "food", "left", "hungry"),
    [(5, 7, 2, 0), (5, 5, 0, 0), (5, 3, 0, 2), (5, 0, 0, 5), (0, 4, 4, 0)],
)
def test_every_inhabitant_eats_one_food_or_is_lost(population, food, left, hungry):
    t = feed({"population": population, "food": food})
    assert (t[0].population, t[0].food) == (population - hungry, left)
    told = {"food": food - left, "population": hungry}
    assert t.told("fed", 0) == [{name: number for name, number in told.items() if number}]


def test_the_log_counts_who_was_fed_of_how_many():
    t = asked({"population": 8, "food": 3, "luxury": 7}).play("feed 1")
    lines = [line for line in t.match.log() if line.clause == "§11.1" and line.seat == 0]
    assert [line.partition(" feeds ")[2] for line in lines] == [
        "4 of 8 inhabitants with 3 food and 2 luxury; 4 starve."
    ]


@pytest.mark.shows("§11.1", "§11.2")
def test_luxury_does_not_spare_stored_food():
    t = feed({"population": 5, "food": 5, "luxury": 10})
    assert t.told("fed", 0) == [{"food": 5}]  # he was not asked
    assert (t[0].food, t[0].luxury) == (0, 10)


@pytest.mark.shows("§11.2")
def test_nobody_loses_inhabitants_on_purpose():
    t = asked({"population": 5, "food": 3, "luxury": 2}).play("feed 0")
    assert (t[0].population, t[0].food) == (3, 0)  # 3 food feed 3, whatever is chosen


@pytest.mark.shows("§11.3", "§12.1")
@pytest.mark.parametrize(("extra", "population", "luxury"), [(0, 3, 7), (1, 4, 5), (2, 5, 3), (3, 6, 1)])
def test_whoever_is_short_may_feed_as_many_more_with_luxury_as_he_likes(extra, population, luxury):
    t = asked({"population": 8, "food": 3, "luxury": 7})
    assert t.choices == ["feed 0", "feed 1", "feed 2", "feed 3"]
    t.play(f"feed {extra}")
    assert (t[0].population, t[0].food, t[0].luxury) == (population, 0, luxury)


@pytest.mark.shows("§11.3")
def test_luxury_that_is_not_there_feeds_nobody():
    assert asked({"population": 8, "food": 3, "luxury": 7}).why_not("feed 4") == "§11.3"


@pytest.mark.shows("§12.1")
def test_luxury_feeds_only_those_without_food():
    t = asked({"population": 4, "food": 3, "luxury": 7})
    assert t.choices == ["feed 0", "feed 1"]
    assert t.why_not("feed 2") == "§12.1"


@pytest.mark.shows("§11.3")
@pytest.mark.parametrize(("luxury", "population", "left"), [(7, 6, 1), (20, 8, 10), (1, 3, 1)])
def test_luxury_may_have_to_feed_as_many_as_it_can(luxury, population, left):
    player = {"civilization": "Sparta", "population": 8, "food": 3, "luxury": luxury}
    t = alone(player, round_number=3, next_tiles=["B05"], luxury_for_food="must").play("pass")
    assert (t[0].population, t[0].food, t[0].luxury) == (population, 0, left)
    assert t.step == "auction"
    if luxury > 1:
        assert alone(player, round_number=3, next_tiles=["B05"]).play("pass").step == "feed"


@pytest.mark.shows("§11.1", "§16.2")
def test_all_are_fed_in_turn_order_before_anybody_completes():
    hungry = {"population": 2, "luxury": 2, "tiles": ["A12"], "marked": ["A12"]}
    t = table([hungry, {"population": 2, "luxury": 2}], step="feed", order=[1, 0])
    assert t.to_move == 1
    t.play("feed 1")
    assert (t.to_move, t.step) == (0, "feed")
    t.play("feed 0")
    assert t.kinds[:2] == ["fed", "discarded"]


# -- §11.4 to §11.6 Completing -----------------------------------------------------------------------------------------


@pytest.mark.shows("§11.4", "§16.3")
def test_a_marked_building_is_completed_and_the_coin_comes_back():
    t = feed({"coins": 4, "wood": 2, "stone": 5, "tiles": ["A11"], "marked": ["A11"]})
    assert t.told("completed", 0) == [{"forced": True, "tile": "A11", "wood": 1, "stone": 2}]
    assert (t[0].tiles, t[0].marked, t[0].coins) == (["A11"], [], 5)
    assert (t[0].wood, t[0].stone) == (1, 3)


@pytest.mark.shows("§11.4")
def test_finished_buildings_cost_nothing_more():
    t = feed({"wood": 9, "stone": 9, "tiles": ["A11", "A12"], "marked": ["A12"]})
    assert (t[0].wood, t[0].stone) == (7, 9)


@pytest.mark.shows("§11.4", "§11.6", "§16.3")
def test_all_are_completed_where_the_stores_suffice_for_all():
    three = ["A12", "A13", "A14"]
    t = feed({"coins": 0, "wood": 5, "stone": 1, "luxury": 9, "food": 3, "tiles": three, "marked": three})
    assert [told["tile"] for told in t.told("completed", 0)] == three
    assert (t[0].marked, t[0].coins, t[0].wood, t[0].stone, t[0].luxury) == ([], 3, 0, 0, 9)


@pytest.mark.shows("§11.5")
def test_a_building_that_is_not_completed_leaves_the_game_and_the_coin_comes_back():
    t = feed({"coins": 4, "wood": 1, "tiles": ["A12"], "marked": ["A12"]}, marker_coin="lost")  # of earthquakes only
    assert t.told("discarded", 0) == [{"forced": True, "tile": "A12"}]
    assert (t[0].tiles, t[0].marked, t[0].coins, t[0].wood) == ([], [], 5, 1)
    assert "A12" in t.gone


@pytest.mark.shows("§11.6")
def test_the_owner_chooses_which_to_complete_where_the_stores_suffice_for_one():
    player = {"wood": 3, "tiles": ["A01", "A12", "A13"], "marked": ["A12", "A13"]}
    t = asked(player, "complete")
    assert t.choices == ["complete 2", "complete 3"]
    assert t.why_not("discard") == "§11.6"
    t.play("complete 3")
    assert t.told("completed", 0) == [{"tile": "A13", "wood": 3}]
    assert t.told("discarded", 0) == [{"forced": True, "tile": "A12"}]
    assert (t[0].tiles, t[0].coins) == (["A01", "A13"], 12)


@pytest.mark.shows("§11.6", "§16.3")
@pytest.mark.parametrize(
    ("stores", "completed"),
    [
        ({"wood": 2, "stone": 7}, ["A14", "A12"]),  # Market is beyond reach, the others are not
        ({"wood": 2, "stone": 7, "luxury": 1}, ["A14", "A12"]),
        ({"wood": 1, "stone": 1}, ["A14"]),
        ({"wood": 1, "luxury": 1}, []),
        ({"wood": 5, "stone": 1, "luxury": 9}, ["A14", "A13", "A12"]),
    ],
)
def test_nobody_is_asked_where_all_answers_end_alike(stores, completed):
    three = ["A14", "A13", "A12"]
    t = feed({"population": 0, "tiles": three, "marked": three, "coins": 0, **stores})
    assert t.told("completed", 0) == [
        {"forced": True, "tile": tile, **{"A14": {"stone": 1}, "A13": {"wood": 3}, "A12": {"wood": 2}}[tile]}
        for tile in completed
    ]
    given_up = [tile for tile in reversed(three) if tile not in completed]
    assert [told["tile"] for told in t.told("discarded", 0)] == given_up
    assert (t[0].tiles, t[0].marked, t[0].coins) == (completed, [], 3)


@pytest.mark.shows("§11.6")
@pytest.mark.parametrize(
    ("stores", "choices"),
    [
        ({"wood": 3, "stone": 7}, ["complete 1", "complete 2", "complete 3"]),  # Market or Bridge
        ({"wood": 2, "stone": 7, "luxury": 2}, ["complete 1", "complete 2", "complete 3"]),  # or Market by luxury
        ({"wood": 1, "stone": 1, "luxury": 2}, ["complete 1", "complete 3"]),  # Bridge by luxury, or not
        ({"wood": 0, "stone": 0, "luxury": 2}, ["complete 1", "discard"]),
    ],
)
def test_whoever_is_asked_can_end_in_more_than_one_way(stores, choices):
    three = ["A14", "A13", "A12"]
    t = feed({"population": 0, "tiles": three, "marked": three, **stores})
    assert t.choices == choices
    assert len(ends(t.match)) > 1


def ends(match):
    """The tiles that the player can have left, whatever he chooses."""
    seat = match.to_move
    found = set()
    for choice in match.choices:
        match.play(choice)
        asked_again = match.to_move == seat and GAME.lists["step"][int(match.state["step"])] == "complete"
        tiles = tuple(int(tile) for tile in match.state["players"][seat]["tiles"])
        found |= ends(match) if asked_again else {tiles}
        match.undo()
    return found


@pytest.mark.shows("§11.6", "§16.3")
@pytest.mark.parametrize("completing", ["must", "may"])
def test_questions_about_completing_make_a_difference_in_all_stores(completing):
    """Against trying out everything: what is asked can end in several ways, what is not asked could end in one only."""
    costs = {"A11": (1, 2), "A12": (2, 0), "A13": (3, 0), "A14": (0, 1)}
    asked_of = 0
    for wood, stone, luxury in itertools.product(range(6), range(4), range(0, 5, 2)):
        tiles = list(costs)
        player = {"tiles": tiles, "marked": tiles, "population": 0, "wood": wood, "stone": stone, "luxury": luxury}
        t = feed(player, completing=completing)
        ways = 0
        for number in range(len(tiles) + 1):
            for some in itertools.combinations(tiles, number):
                rest_wood = wood - sum(costs[tile][0] for tile in some)
                rest_stone = stone - sum(costs[tile][1] for tile in some)
                payable = 2 * (max(-rest_wood, 0) + max(-rest_stone, 0)) <= luxury
                stores = (max(rest_wood, 0), max(rest_stone, 0))
                left = [costs[tile] for tile in tiles if tile not in some]
                given_up = completing == "may" or not any(w <= stores[0] and s <= stores[1] for w, s in left)
                ways += payable and given_up
        was_asked = t.step == "complete"
        assert was_asked == (ways > 1), player
        asked_of += was_asked
        if was_asked:
            assert len(ends(t.match)) == ways, player
    assert asked_of > 20


@pytest.mark.shows("§16.3")
def test_a_position_that_asks_in_vain_is_none():
    three = ["A14", "A13", "A12"]
    player = {"wood": 2, "stone": 7, "tiles": three, "marked": three}
    with pytest.raises(petteia.BadPosition, match="the decision asked for is not one"):
        asked(player, "complete")


@pytest.mark.shows("§11.4")
@pytest.mark.parametrize("building", [1, 2, 4])
def test_only_ones_own_marked_buildings_are_completed(building):
    t = asked({"wood": 3, "tiles": ["A01", "A14", "A12"], "marked": ["A12"]}, "complete", completing="may")
    assert t.why_not(f"complete {building}") == "§11.4"
    assert t.why_not("complete 3") is None


@pytest.mark.shows("§11.6", "§12.1")
def test_luxury_may_complete_a_building_and_need_not():
    player = {"wood": 1, "luxury": 5, "tiles": ["A13"], "marked": ["A13"], "population": 0}
    t = feed(player)
    assert t.choices == ["complete 1", "discard"]
    t.play("complete 1")
    assert t.told("completed", 0) == [{"tile": "A13", "wood": 3, "luxury": 4}]
    assert (t[0].wood, t[0].luxury, t[0].tiles) == (0, 1, ["A13"])
    t = feed(player).play("discard")
    assert (t[0].wood, t[0].luxury, t[0].tiles) == (1, 5, [])


@pytest.mark.shows("§12.1")
def test_a_building_beyond_goods_and_luxury_is_not_completed():
    t = asked({"wood": 2, "luxury": 1, "tiles": ["A12", "A15"], "marked": ["A12", "A15"]}, "complete", completing="may")
    assert t.why_not("complete 2") == "§12.1"
    assert t.choices == ["complete 1", "discard"]


@pytest.mark.shows("§11.6", "§16.3")
def test_a_building_that_the_stores_suffice_for_must_be_completed():
    t = feed({"wood": 1, "stone": 2, "luxury": 9, "population": 0, "tiles": ["A11"], "marked": ["A11"]})
    assert t.told("completed", 0) == [{"forced": True, "tile": "A11", "wood": 1, "stone": 2}]
    assert t[0].population == 0


@pytest.mark.shows("§11.6", "§7.3")
def test_with_completing_may_the_owner_is_free_to_give_a_building_up():
    player = {"wood": 1, "stone": 2, "population": 0, "tiles": ["A11"], "marked": ["A11"]}
    t = feed(player, completing="may")
    assert t.choices == ["complete 1", "discard"]
    t.play("discard")
    assert t.told("returned", 0) == [{"tile": "A11", "population": 2}]
    assert (t[0].tiles, t[0].population, t[0].wood, t[0].stone) == ([], 2, 1, 2)


@pytest.mark.shows("§11.6")
def test_with_completing_may_some_are_completed_and_the_rest_given_up():
    player = {"wood": 9, "stone": 9, "tiles": ["A11", "A12"], "marked": ["A11", "A12"]}
    t = feed(player, completing="may").play("complete 2", "discard")
    assert (t[0].tiles, t[0].wood, t[0].stone, t[0].coins) == (["A12"], 7, 9, 12)


@pytest.mark.shows("§11.4", "§16.2")
def test_owners_complete_in_turn_order():
    t = table(
        [
            {"wood": 3, "tiles": ["A12", "A13"], "marked": ["A12", "A13"]},
            {"stone": 1, "luxury": 8, "tiles": ["A15"], "marked": ["A15"]},
        ],
        step="complete",
        order=[1, 0],
    )
    assert t.to_move == 1
    t.play("discard")
    assert t.to_move == 0


@pytest.mark.shows("§11.1", "§3.2")
def test_after_the_supply_round_the_revealing_goes_on():
    t = feed({"population": 1, "food": 1}, next_tiles=["B01", "B02", "B03", "B04"])
    assert t.row == ["B05", "B01", "B02", "B03", "B04"]
    assert t.step == "auction"
