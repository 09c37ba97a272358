"""§6 taking tiles and §7 one-time gains."""

import pytest
from peloponnes_table import alone, feed, strike, table

# Lands by what they produce: wood A07 B06, stone A01, food A05, wood and stone A02, wood and food A08.
# Costs: Barracks A11 1 wood 2 stone, Bridge A12 2 wood, Market A13 3 wood, Port A15 1 wood 3 stone,
# Granary B12 3 wood, Leonidaion B08 3 wood 2 stone, Tiryns C10 1 wood 3 stone.


# -- §6.1 Paying -------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§6.1")
def test_everybody_pays_his_bid_to_the_bank_and_takes_his_tile():
    t = table([{"coins": 10}, {"coins": 10}], row=["A01", "A05"]).play("bid 1 4", "bid 2 6")
    assert (t[0].tiles, t[1].tiles) == (["A01"], ["A05"])
    assert (t[0].bid, t[1].bid) == (0, 0)
    assert (t[0].coins, t[1].coins) == (10 - 4 + 2, 10 - 6 + 2)  # 3 inhabitants bring 2 coins
    assert t.bank == 70 - 8 - 6


@pytest.mark.shows("§6.1", "§5.1", "§16.2")
def test_tiles_are_taken_in_the_new_turn_order():
    players = [{"wood": 3}, {"wood": 3}]
    t = table(players, row=["A12", "A13"]).play("bid 1 3", "bid 2 4")
    assert (t.step, t.to_move) == ("take", 1)
    t.play("pay")
    assert (t.step, t.to_move) == ("take", 0)


# -- §6.2 to §6.4 Lands ------------------------------------------------------------------------------------------------


@pytest.mark.shows("§6.2")
@pytest.mark.parametrize("land", ["A01", "A05", "A07", "A02"])
def test_the_first_land_may_be_of_any_kind(land):
    t = alone({"tiles": ["A12"]}, row=[land]).play("bid 1 4")
    assert t[0].tiles == ["A12", land]
    assert t.told("placed", 0) == [{"tile": land, "coins": 4}]


@pytest.mark.shows("§6.2")
@pytest.mark.parametrize(
    ("last", "land", "fits"),
    [
        ("A01", "A02", True),  # stone in common
        ("A07", "A02", True),  # wood
        ("A05", "A08", True),  # food
        ("A02", "A08", True),  # wood, though stone is not
        ("A01", "A07", False),
        ("A05", "A02", False),
        ("A01", "A08", False),
    ],
)
def test_neighbouring_lands_have_a_good_in_common(last, land, fits):
    t = alone({"tiles": [last]}, row=[land]).play("bid 1 4")
    assert t[0].tiles == ([last, land] if fits else [last])
    assert t.told("placed" if fits else "unplaceable", 0) == [{"tile": land, "coins": 4}]


@pytest.mark.shows("§6.2")
def test_only_the_last_land_is_a_neighbour_and_buildings_do_not_come_between():
    tiles = ["A01", "A02", "A07", "A14"]  # stone, wood and stone, wood; a building on the other side
    assert "A08" in alone({"tiles": tiles}, row=["A08"]).play("bid 1 4")[0].tiles
    assert "A03" not in alone({"tiles": tiles}, row=["A03"]).play("bid 1 4")[0].tiles  # stone


@pytest.mark.shows("§6.2")
def test_what_a_building_produces_makes_no_neighbour():
    t = alone({"tiles": ["A01", "A12"]}, row=["A05"]).play("bid 1 4")  # Bridge produces food
    assert t[0].tiles == ["A01", "A12"]


@pytest.mark.shows("§6.3", "§6.8")
@pytest.mark.parametrize("finished", [True, False])
def test_with_barracks_lands_are_placed_beside_anything(finished):
    owner = {"tiles": ["A01", "A11"], "marked": [] if finished else ["A11"]}
    t = alone(owner, row=["A05"]).play("bid 1 4")
    assert t[0].tiles == ["A01", "A11", "A05"]


@pytest.mark.shows("§6.3", "§6.2")
def test_barracks_help_their_owner_only():
    t = table([{"tiles": ["A01"]}, {"out": True, "tiles": ["A11"]}], order=[1, 0], row=["A05"]).play("bid 1 4")
    assert t[0].tiles == ["A01"]


@pytest.mark.shows("§6.4")
def test_a_land_that_cannot_be_placed_may_be_bid_for_but_leaves_the_game_and_gives_nothing():
    t = alone({"tiles": ["A07"]}, row=["A03"])  # stone beside wood; it would give 5 coins and an inhabitant
    assert "bid 1 4" in t.choices
    t.play("bid 1 4")
    assert "A03" in t.gone
    assert (t[0].coins, t[0].population) == (10 - 4 + 2, 3)
    assert t.told("gained", 0) == []


@pytest.mark.shows("§6.4")
def test_an_unplaceable_land_may_be_refunded():
    t = alone({"tiles": ["A07"]}, row=["A03"], unplaceable_land="refunded").play("bid 1 4")
    assert (t[0].tiles, t[0].coins, t[0].population) == (["A07"], 10 + 2, 3)
    assert t.told("unplaceable", 0) == [{"tile": "A03"}]
    assert "A03" in t.gone


@pytest.mark.shows("§6.4", "§5.1")
def test_a_refunded_bid_still_counts_for_the_turn_order():
    players = [{"tiles": ["A07"]}, {"bid": (2, 3)}]
    t = table(players, order=[1, 0], row=["A03", "A05"], unplaceable_land="refunded").play("bid 1 4")
    assert t.order == [0, 1]


@pytest.mark.shows("§6.4")
def test_an_unplaceable_land_may_give_its_gains():
    t = alone({"tiles": ["A07"]}, row=["A03"], unplaceable_land="gains").play("bid 1 4")
    assert t.told("gained", 0) == [{"coins": 5, "population": 1}]
    assert (t[0].tiles, t[0].coins, t[0].population) == (["A07"], 10 - 4 + 5 + 2, 4)
    assert t[0].stone == 0  # it produces nothing
    assert "A03" in t.gone


# -- §6.5 to §6.8 Buildings --------------------------------------------------------------------------------------------


@pytest.mark.shows("§6.5")
def test_a_building_is_paid_with_its_wood_and_stone():
    t = alone({"civilization": "Messene", "wood": 4, "stone": 4}, row=["A15"]).play("bid 1 2", "pay")
    assert t.told("built", 0) == [{"tile": "A15", "coins": 2, "wood": 1, "stone": 3}]
    assert t[0].goods == (3, 1, 2)  # and 2 food from Messene
    assert (t[0].tiles, t[0].marked, t[0].coins) == (["A15"], [], 10 - 2 + 3)  # 5 inhabitants bring 3 coins


@pytest.mark.shows("§6.6")
def test_the_owner_may_mark_a_building_though_he_could_pay():
    t = alone({"wood": 5}, row=["A12"]).play("bid 1 1")
    assert t.choices == ["pay", "mark"]
    t.play("mark")
    assert t.told("marked", 0) == [{"tile": "A12", "coins": 1}]
    assert (t[0].marked, t[0].wood, t[0].coins) == (["A12"], 5, 10 - 1 - 1 + 3)


@pytest.mark.shows("§6.6", "§16.1")
@pytest.mark.parametrize("choice", ["discard", "abandon", "pass", "withdraw"])
def test_nobody_refuses_both(choice):
    assert alone({"wood": 5}, row=["A12"]).play("bid 1 1").why_not(choice) == "§16.1"


@pytest.mark.shows("§6.6", "§16.3")
def test_whoever_cannot_pay_marks_by_himself():
    t = alone({"wood": 1}, row=["A12"]).play("bid 1 1")
    assert t.told("marked", 0) == [{"forced": True, "tile": "A12", "coins": 1}]


@pytest.mark.shows("§6.5", "§16.3")
def test_whoever_has_no_coin_for_a_marker_pays_by_himself():
    t = alone({"coins": 1, "wood": 2}, row=["A12"]).play("bid 1 1")
    assert t.told("built", 0) == [{"forced": True, "tile": "A12", "coins": 1, "wood": 2}]
    assert t[0].coins == 3


@pytest.mark.shows("§12.1", "§6.5")
def test_luxury_stands_in_two_for_one_for_what_is_short_of_a_building():
    t = alone({"wood": 0, "stone": 2, "luxury": 5}, row=["A15"]).play("bid 1 2", "pay")
    assert t.told("built", 0) == [{"tile": "A15", "coins": 2, "wood": 1, "stone": 3, "luxury": 4}]
    assert (t[0].wood, t[0].stone, t[0].luxury) == (0, 0, 1)


@pytest.mark.shows("§12.1")
def test_luxury_is_not_touched_where_nothing_is_short():
    t = alone({"wood": 2, "luxury": 8}, row=["A12"]).play("bid 1 1", "pay")
    assert (t[0].wood, t[0].luxury) == (0, 8)


@pytest.mark.shows("§12.1")
def test_one_luxury_too_few_does_not_build():
    t = alone({"stone": 2, "luxury": 3}, row=["A15"]).play("bid 1 2")
    assert t.told("marked", 0) == [{"forced": True, "tile": "A15", "coins": 2}]


@pytest.mark.shows("§12.3")
def test_luxury_buys_the_coin_of_a_marker_that_is_short():
    t = alone({"coins": 1, "luxury": 3}, row=["A12"]).play("bid 1 1")
    assert t.told("marked", 0) == [{"forced": True, "tile": "A12", "coins": 1, "luxury": 2}]
    assert (t[0].marked, t[0].luxury, t[0].coins) == (["A12"], 1, 3)


@pytest.mark.shows("§12.3")
def test_luxury_buys_no_marker_for_whoever_has_a_coin():
    t = alone({"coins": 2, "luxury": 3}, row=["A12"]).play("bid 1 1")
    assert t.told("marked", 0) == [{"forced": True, "tile": "A12", "coins": 1}]
    assert (t[0].luxury, t[0].coins) == (3, 3)


@pytest.mark.shows("§6.7")
def test_a_building_that_can_neither_be_paid_nor_marked_leaves_the_game():
    """The 4 coins that Barracks give come too late to mark them."""
    t = alone({"coins": 2, "luxury": 1}, row=["A11"], next_tiles=["A12"]).play("bid 1 2")
    assert t.told("unbuildable", 0) == [{"tile": "A11", "coins": 2}]
    assert (t[0].tiles, t[0].coins, t[0].population) == ([], 2, 3)
    assert t.told("gained", 0) == []
    assert "A11" in t.gone


@pytest.mark.shows("§6.8", "§7.1", "§8.1")
def test_a_marked_building_gives_gains_and_income():
    t = alone({"civilization": "Sparta"}, row=["A12"]).play("bid 1 1")
    assert t.told("gained", 0) == [{"population": 2}]
    assert t.told("income", 0) == [{"coins": 3, "wood": 1, "food": 1}]


# -- §7 One-time gains -------------------------------------------------------------------------------------------------


@pytest.mark.shows("§7.1")
@pytest.mark.parametrize(
    ("tile", "player", "gained"),
    [
        ("A03", {}, {"coins": 5, "population": 1}),
        ("A06", {}, {"population": 2}),
        ("B08", {}, {"luxury": 5, "population": 1}),
        ("B12", {}, {"food": 3}),
        ("B03", {}, {"luxury": 3, "population": 3}),
    ],
)
def test_a_tile_gives_its_gains_once(tile, player, gained):
    t = alone(player, row=[tile]).play("bid 1 6")
    assert t.told("gained", 0) == [gained]
    t.play("pass", "pass")
    assert t.kinds.count("income") == 2
    assert t.told("gained", 0) == []


@pytest.mark.shows("§7.1")
def test_patras_with_market_after_the_first_round():
    """Test vector of a play report: 3 more inhabitants, then 2 food and 1 wood."""
    t = alone({"civilization": "Patras", "coins": 7, "population": 1}, row=["A13"]).play("bid 1 3")
    assert t[0].population == 4
    assert t[0].goods == (1, 0, 2)
    assert t[0].coins == 7 - 3 - 1 + 2


@pytest.mark.shows("§7.2")
def test_what_was_gained_stays_when_the_tile_is_lost_in_an_earthquake():
    t = strike("earthquake", {"tiles": ["B08"], "population": 4, "luxury": 5, "wood": 1, "stone": 1}).play("abandon")
    assert (t[0].tiles, t[0].population, t[0].luxury) == ([], 4, 5)


@pytest.mark.shows("§7.2")
def test_what_was_gained_stays_when_the_building_is_not_completed():
    t = feed({"tiles": ["A13"], "marked": ["A13"], "population": 6, "food": 6})
    assert (t[0].tiles, t[0].population) == ([], 6)
    assert t.told("returned") == []


@pytest.mark.shows("§7.3")
@pytest.mark.parametrize(("tile", "bid", "cost", "coins"), [("A11", 2, 2, 4), ("C10", 6, 1, 0)])
def test_barracks_cost_two_inhabitants_and_tiryns_one(tile, bid, cost, coins):
    t = alone({"population": 5}, row=[tile]).play(f"bid 1 {bid}")
    assert t.told("gained", 0) == [{"population": -cost, **({"coins": coins} if coins else {})}]
    assert t[0].population == 5 - cost


@pytest.mark.shows("§7.3", "§4.14")
def test_barracks_may_take_the_last_inhabitants():
    t = alone({"population": 2}, row=["A11"]).play("bid 1 2")
    assert t[0].population == 0
    assert t.told("income", 0)[0]["coins"] == 1


@pytest.mark.shows("§7.3")
@pytest.mark.parametrize(("tile", "back"), [("A11", 2), ("C10", 1)])
def test_their_inhabitants_come_back_in_an_earthquake(tile, back):
    t = strike("earthquake", {"tiles": [tile], "population": 5})
    assert t.told("lost", 0) == [{"forced": True, "tile": tile}]
    assert t.told("returned", 0) == [{"tile": tile, "population": back}]


@pytest.mark.shows("§7.3", "§11.5")
@pytest.mark.parametrize("option", ["always", "later_round"])
def test_their_inhabitants_come_back_in_a_supply_round_after_they_could_starve(option):
    t = feed({"tiles": ["A11"], "marked": ["A11"], "population": 3, "food": 1}, inhabitants_return=option)
    assert t.told("fed", 0) == [{"food": 1, "population": 2}]
    assert t[0].population == 1 + 2


@pytest.mark.shows("§7.3")
@pytest.mark.parametrize(
    ("tile", "option", "back"),
    [("C10", "always", 1), ("C10", "later_round", 0), ("A11", "always", 2), ("A11", "later_round", 2)],
)
def test_with_later_round_only_that_of_tiryns_stays_away_in_the_round_of_the_taking(tile, option, back):
    round_number = {"A11": 2, "C10": 7}[tile]
    player = {"coins": 10, "population": 5}
    t = alone(player, row=[tile], round_number=round_number, third="earthquake", inhabitants_return=option)
    t.play("bid 1 6")
    assert t.told("lost", 0) == [{"forced": True, "tile": tile}]
    assert t.told("returned", 0) == ([{"tile": tile, "population": back}] if back else [])


@pytest.mark.shows("§7.3")
@pytest.mark.parametrize(("tile", "back"), [("A11", 2), ("C10", 1)])
def test_with_later_round_they_come_back_a_round_later(tile, back):
    t = strike("earthquake", {"tiles": [tile], "population": 3}, inhabitants_return="later_round")
    assert t.told("returned", 0) == [{"tile": tile, "population": back}]


@pytest.mark.shows("§7.3", "§13.2")
@pytest.mark.parametrize(("option", "population"), [("always", 5), ("later_round", 4)])
def test_tiryns_taken_in_the_last_round_and_not_completed(option, population):
    player = {"coins": 10, "population": 5, "food": 13, "civilization": "Messene"}
    t = alone(player, row=["C10"], round_number=8, inhabitants_return=option).play("bid 1 6")
    assert t.told("discarded", 0) == [{"forced": True, "tile": "C10"}]
    assert t[0].population == population
