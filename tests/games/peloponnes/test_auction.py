"""§4 the auction and §5 the turn order."""

import pytest
from peloponnes_table import alone, new, table

import petteia
from petteia.games import find

# Minimum bids: A01 3, A04 4, A05 3, A07 2, A08 3, A10 2, A11 2 (Barracks), A12 1, A14 1, B03 6.


# -- §4.1 to §4.3 Bidding ----------------------------------------------------------------------------------------------


@pytest.mark.shows("§4.1")
def test_in_turn_order_each_player_bids_or_passes():
    t = table(row=["A01", "A04", "A07"], order=[2, 0, 1])
    assert t.to_move == 2
    t.play("bid 1 5")
    assert (t[2].coins, t[2].bid, t.to_move) == (5, 5, 0)
    assert t.told("bid", 2) == [{"tile": "A01", "coins": 5}]
    t.play("pass")
    assert (t.to_move, t.step) == (1, "auction")
    t.play("bid 3 2")
    assert [t[seat].tiles for seat in range(3)] == [[], ["A07"], ["A01"]]


@pytest.mark.shows("§4.1", "§4.2", "§4.5", "§4.16")
def test_every_bid_from_the_minimum_to_all_coins_is_offered_and_nothing_else():
    t = table([{"coins": 5}, {}], row=["A01", "A04", "A12", "A07", "A05"])
    assert t.choices == ["pass", "bid 1 3", "bid 1 4", "bid 1 5", "bid 2 4", "bid 2 5", "bid 3 4", "bid 3 5", "bid 4 5"]


@pytest.mark.shows("§4.2")
def test_a_bid_is_at_least_the_minimum():
    t = table(row=["A04"])
    assert t.why_not("bid 1 3") == "§4.2"
    assert t.why_not("bid 1 4") is None
    with pytest.raises(petteia.IllegalChoice, match=r"§4\.2"):
        t.play("bid 1 3")
    assert t[0].coins == 10


@pytest.mark.shows("§4.3")
def test_a_bid_lies_on_a_tile_on_offer():
    box = find("peloponnes").box
    four = find("peloponnes").read_box("four.toml", box.text.replace("tiles_shown = 5", "tiles_shown = 4"))
    match = petteia.new("peloponnes", seats=2, seed=1, box=four)
    assert match.why_not("bid 5 5").number == "§4.3"
    assert {choice.slot for choice in match.choices if choice.name == "bid"} <= {1, 2, 3, 4}
    with pytest.raises(petteia.UnknownChoice):
        match.play("bid 6 5")


# -- §4.4 to §4.7 Higher bids, and the conquest row --------------------------------------------------------------------


@pytest.mark.shows("§4.4")
def test_only_a_higher_bid_displaces():
    t = table([{"bid": (1, 5), "coins": 5}, {}, {}], row=["A01"])
    assert [t.why_not(f"bid 1 {coins}") for coins in (3, 4, 5, 6, 7)] == ["§4.4", "§4.4", "§4.4", None, None]
    t.play("bid 1 6")
    assert t.told("displaced", 0) == [{"tile": "A01"}]
    assert (t.to_move, t.step) == (0, "displaced")


@pytest.mark.shows("§4.5", "§4.6")
def test_a_conquest_tile_of_minimum_3_costs_6_and_is_safe():
    """The rulebook's example."""
    t = table(row=["A04", "A07", "A10", "A01", "A12"])
    assert [t.why_not(f"bid 4 {coins}") for coins in (2, 3, 5, 6)] == ["§4.2", "§4.5", "§4.5", None]
    t.play("bid 4 6")
    assert [t.why_not(f"bid 4 {coins}") for coins in (6, 7, 10)] == ["§4.6"] * 3
    t.play("pass", "pass")
    assert (t[0].tiles, t[0].coins) == (["A01"], 10 - 6 + 2)


@pytest.mark.shows("§4.5")
def test_with_five_players_nothing_costs_more():
    t = table([{}] * 5, row=["A04", "A07", "A10", "A01", "A12"])
    assert t.why_not("bid 5 1") is None


@pytest.mark.shows("§4.6", "§4.8")
def test_a_displaced_bid_cannot_take_a_conquest_tile_from_its_bidder():
    t = table([{"bid": (1, 8)}, {"bid": (4, 6)}, {}], row=["A04", "A07", "A10", "A01", "A12"])
    t.play("bid 1 9")
    assert t.why_not("move 4") == "§4.6"
    assert t.why_not("move 5") is None


@pytest.mark.shows("§4.7", "§5.1")
def test_more_may_be_bid_for_conquest_and_all_of_it_is_paid_and_counts_for_the_order():
    t = table([{}, {"bid": (1, 7), "coins": 3}], order=[1, 0], row=["A04", "A07", "A01"])
    assert [f"bid 3 {coins}" in t.choices for coins in (6, 7, 8, 9, 10)] == [True] * 5
    t.play("bid 3 8")
    assert t[0].coins == 10 - 8 + 2
    assert t.order == [0, 1]


@pytest.mark.shows("§4.7")
def test_with_exact_conquest_bids_a_first_bid_is_minimum_and_3():
    t = table(row=["A04", "A07", "A10", "A01"], conquest_bid="exact")
    assert [choice for choice in t.choices if choice.startswith("bid 4")] == ["bid 4 6"]
    assert t.why_not("bid 4 7") == "§4.7"
    assert t.why_not("bid 4 5") == "§4.5"
    assert t.why_not("bid 1 7") is None


@pytest.mark.shows("§4.7")
def test_with_exact_conquest_bids_a_displaced_one_may_still_be_higher():
    t = table([{"bid": (1, 8)}, {}], row=["A04", "A07", "A01"], conquest_bid="exact").play("bid 1 9")
    t.play("move 3")
    assert t.told("moved", 0) == [{"tile": "A01", "coins": 8}]


# -- §4.8 to §4.11 Displaced, withdrawing, passing ---------------------------------------------------------------------


@pytest.mark.shows("§4.8")
def test_a_displaced_bid_moves_at_once_and_unchanged_to_what_it_suffices_for():
    t = table([{"bid": (1, 4), "coins": 6}, {}, {}], row=["A07", "A08", "A04", "A12", "A01"])
    t.play("bid 1 5")
    assert t.to_move == 0  # before the third player
    assert t.choices == ["withdraw", "move 2", "move 3", "move 4"]  # A12: minimum 1 and 3; A01 would need 6
    assert t.why_not("move 5") == "§4.5"
    assert t.why_not("move 1") == "§4.4"
    assert t.why_not("bid 2 5") == "§4.8"
    t.play("move 3")
    assert (t[0].bid, t[0].coins, t.to_move) == (4, 6, 2)


@pytest.mark.shows("§4.2", "§4.8")
def test_a_displaced_bid_must_reach_the_minimum():
    t = table([{"bid": (1, 2)}, {}], row=["A07", "A01", "A12"]).play("bid 1 3")
    assert t.told("withdrew", 0) == [{"forced": True, "coins": 1}]  # 3 for A01, 4 for A12 in the conquest row


@pytest.mark.shows("§4.8")
def test_nobody_moves_a_bid_who_was_not_displaced():
    t = table([{"bid": (1, 4)}, {}], row=["A07"])
    assert t.why_not("move 2") == "§4.8"


@pytest.mark.shows("§4.9", "§4.4")
def test_a_displaced_bid_may_displace_a_lower_one_in_turn():
    t = table([{"bid": (1, 5)}, {"bid": (2, 3), "coins": 7}, {}], row=["A01", "A08", "A07", "A04", "A12"])
    t.play("bid 1 6", "move 2")
    assert t.to_move == 1
    assert t.told("displaced") == [{"tile": "A01"}, {"tile": "A08"}]
    assert t.choices == ["withdraw", "move 3"]  # 3 coins are too few for all but the free A07
    t.play("move 3")
    assert [t[seat].tiles for seat in range(3)] == [["A08"], ["A07"], ["A01"]]


@pytest.mark.shows("§4.9", "§4.4")
def test_a_displaced_bid_displaces_no_equal_one():
    t = table([{"bid": (1, 5)}, {"bid": (2, 5)}, {}], row=["A01", "A08", "A07"]).play("bid 1 6")
    assert t.why_not("move 2") == "§4.4"


@pytest.mark.shows("§4.9")
def test_with_free_tiles_a_displaced_bid_displaces_nobody():
    players = [{"bid": (1, 5)}, {"bid": (2, 3)}, {}]
    t = table(players, row=["A01", "A08", "A07", "A04", "A12"], displaced_bid="free_tiles").play("bid 1 6")
    assert t.why_not("move 2") == "§4.9"
    assert t.choices == ["withdraw", "move 3", "move 5"]


@pytest.mark.shows("§4.10", "§5.2")
def test_whoever_withdraws_takes_back_his_bid_and_one_coin():
    t = table([{"bid": (1, 4), "coins": 6}, {}, {}], row=["A07"]).play("bid 1 5", "withdraw")
    assert t.told("withdrew", 0) == [{"coins": 1}]
    assert (t[0].coins, t[0].bid, t.to_move) == (11, 0, 2)
    t.play("pass")
    assert t[0].tiles == []
    assert t.order == [1, 0, 2]


@pytest.mark.shows("§4.10")
def test_only_a_displaced_player_withdraws():
    t = table([{"bid": (1, 4)}, {}], row=["A07"])
    assert t.why_not("withdraw") == "§4.10"


@pytest.mark.shows("§4.11")
def test_whoever_passes_takes_3_coins_and_gets_no_tile():
    t = table().play("pass")
    assert t.told("passed", 0) == [{"coins": 3}]
    assert (t[0].coins, t.to_move, t.bank) == (13, 1, 70 - 33)
    t.play("pass", "pass")
    assert t[0].tiles == []


@pytest.mark.shows("§4.11")
def test_a_displaced_player_cannot_pass():
    t = table([{"bid": (1, 4)}, {}], row=["A07"]).play("bid 1 5")
    assert t.why_not("pass") == "§4.11"
    assert "pass" not in t.choices


@pytest.mark.shows("§4.11", "§16.3")
def test_whoever_can_bid_for_nothing_passes_by_himself():
    t = table([{}, {"coins": 0}], row=["A01"]).play("pass")
    assert t.told("passed", 1) == [{"forced": True, "coins": 3}]


# -- §4.12, §4.13 Half coins -------------------------------------------------------------------------------------------


@pytest.mark.shows("§4.12", "§6.8")
@pytest.mark.parametrize("tile", ["A13", "B02"])
@pytest.mark.parametrize("finished", [True, False])
def test_with_market_or_agora_an_equal_bid_displaces(tile, finished):
    owner = {"tiles": [tile], "marked": [] if finished else [tile]}
    row = ["A01"] if tile == "A13" else ["B11"]  # minimum 3 both
    t = table([{"bid": (1, 5)}, owner], row=row)
    assert [t.why_not(f"bid 1 {coins}") for coins in (4, 5, 6)] == ["§4.4", None, None]
    t.play("bid 1 5")
    assert t.to_move == 0
    assert t.told("bid", 1)[0]["halves"] == 1


@pytest.mark.shows("§4.12")
def test_half_a_coin_does_not_defend_against_a_higher_bid_but_against_an_equal_one():
    t = table([{"bid": (1, 5), "tiles": ["A13"]}, {}], row=["A01"])
    assert [t.why_not(f"bid 1 {coins}") for coins in (5, 6)] == ["§4.4", None]


@pytest.mark.shows("§4.12")
def test_two_owners_of_half_a_coin_tie():
    t = table([{"bid": (1, 5), "tiles": ["A13"]}, {"tiles": ["B02"]}], row=["B11"])
    assert [t.why_not(f"bid 1 {coins}") for coins in (5, 6)] == ["§4.4", None]


@pytest.mark.shows("§4.12")
def test_half_a_coin_helps_a_displaced_bid_as_well():
    players = [{"bid": (1, 5), "tiles": ["A13"]}, {"bid": (2, 5)}, {}]
    t = table(players, row=["A01", "A08"]).play("bid 1 6")
    assert t.why_not("move 2") is None
    assert t.why_not("move 1") == "§4.4"


@pytest.mark.shows("§4.12", "§4.2")
def test_half_a_coin_does_not_reach_a_minimum():
    t = table([{"tiles": ["A13"]}, {}], row=["A01", "A04", "A07"])
    assert t.why_not("bid 1 2") == "§4.2"
    assert t.why_not("bid 3 4") == "§4.5"


@pytest.mark.shows("§4.12", "§5.3")
def test_half_a_coin_does_not_count_for_the_turn_order():
    t = table([{"bid": (1, 5)}, {"tiles": ["A13"]}], row=["A01", "A08"]).play("bid 2 5")
    assert t.order == [0, 1]


@pytest.mark.shows("§4.13")
@pytest.mark.parametrize(("option", "falls_to"), [("add_up", 7), ("count_once", 6)])
def test_market_and_agora_together_defend_with_a_whole_coin_or_half_a_one(option, falls_to):
    """Test vector: a bid of 5 then falls only to 7, with half a coin to 6."""
    t = table([{"bid": (1, 5), "tiles": ["A13", "B02"]}, {}], row=["B11"], two_halves=option)
    assert t.why_not(f"bid 1 {falls_to - 1}") == "§4.4"
    assert t.why_not(f"bid 1 {falls_to}") is None


@pytest.mark.shows("§4.13")
@pytest.mark.parametrize("option", ["add_up", "count_once"])
def test_market_and_agora_together_attack_as_one_of_them_does(option):
    t = table([{"bid": (1, 5)}, {"tiles": ["A13", "B02"]}], row=["B11"], two_halves=option)
    assert [t.why_not(f"bid 1 {coins}") for coins in (4, 5)] == ["§4.4", None]
    assert t.play("bid 1 5").told("bid", 1)[0]["halves"] == {"add_up": 2, "count_once": 1}[option]


# -- §4.14 to §4.16 ----------------------------------------------------------------------------------------------------


@pytest.mark.shows("§4.14")
@pytest.mark.parametrize(("tile", "needed", "bid"), [("A11", 2, 2), ("C10", 1, 6)])
def test_barracks_and_tiryns_need_inhabitants_to_spare(tile, needed, bid):
    assert alone({"population": needed - 1}, row=[tile]).why_not(f"bid 1 {bid}") == "§4.14"
    assert alone({"population": needed}, row=[tile]).why_not(f"bid 1 {bid}") is None


@pytest.mark.shows("§4.14", "§4.8")
def test_a_displaced_bid_does_not_move_to_barracks_without_inhabitants():
    t = table([{"bid": (1, 5), "population": 1}, {}], row=["A01", "A11", "A12"]).play("bid 1 6")
    assert t.why_not("move 2") == "§4.14"
    assert "move 2" not in t.choices
    assert "move 3" in t.choices


@pytest.mark.shows("§4.15")
def test_tiles_without_a_bid_leave_the_game():
    t = table([{}, {}], row=["A01", "A04", "A07", "A10", "A12"]).play("bid 2 4", "pass")
    assert [told["tile"] for told in t.told("unsold")] == ["A01", "A07", "A10", "A12"]
    assert set(t.gone) == {"A01", "A07", "A10", "A12"}
    assert t.round_number == 2


@pytest.mark.shows("§4.15")
def test_the_auction_ends_when_everybody_has_bid_withdrawn_or_passed():
    t = table(row=["A07", "A12"]).play("bid 1 2", "bid 1 3")
    assert t.step == "displaced"
    t.play("withdraw")
    assert (t.step, t.round_number) == ("auction", 1)
    t.play("pass")
    assert t.round_number == 2


@pytest.mark.shows("§4.16", "§12.3")
def test_a_bid_is_not_more_than_the_coins_and_those_that_luxury_buys():
    t = table([{"coins": 5, "luxury": 5}, {}], row=["A01"])
    assert [t.why_not(f"bid 1 {coins}") for coins in (5, 6, 7, 8)] == [None, None, None, "§4.16"]
    assert max(int(choice.split()[2]) for choice in t.choices if choice.startswith("bid 1")) == 7


@pytest.mark.shows("§12.3")
def test_luxury_buys_only_the_coins_that_are_short():
    t = table([{"coins": 5, "luxury": 5}, {}], row=["A01"]).play("bid 1 7")
    assert (t[0].coins, t[0].bid, t[0].luxury) == (0, 7, 1)
    assert t.told("bid", 0) == [{"tile": "A01", "coins": 7, "luxury": 4}]
    t = table([{"coins": 5, "luxury": 5}, {}], row=["A01"]).play("bid 1 5")
    assert (t[0].coins, t[0].bid, t[0].luxury) == (0, 5, 5)


@pytest.mark.shows("§12.3", "§4.10")
def test_coins_bought_for_a_bid_stay_coins_when_it_is_withdrawn():
    t = table([{"coins": 5, "luxury": 4}, {}, {}], row=["A01"]).play("bid 1 7", "bid 1 8", "withdraw")
    assert (t[0].coins, t[0].luxury) == (8, 0)


@pytest.mark.shows("§16.5")
def test_no_bid_is_higher_than_70_coins():
    t = table([{"coins": 75, "luxury": 8}, {}], row=["A01"])
    assert "bid 1 70" in t.choices
    assert max(int(choice.split()[2]) for choice in t.choices if choice != "pass") == 70
    with pytest.raises(petteia.UnknownChoice):
        t.why_not("bid 1 71")
    t.play("bid 1 70")
    assert (t[0].coins, t[0].luxury, t[0].bid) == (5, 8, 70)


@pytest.mark.shows("§16.5", "§4.4")
def test_a_bid_of_70_cannot_be_topped():
    t = table([{"bid": (1, 70), "coins": 0}, {"coins": 80}], row=["A01"])
    assert t.why_not("bid 1 70") == "§4.4"
    assert not any(choice.startswith("bid 1") for choice in t.choices)


# -- §5 Turn order -----------------------------------------------------------------------------------------------------


@pytest.mark.shows("§5.1")
def test_the_highest_bid_goes_first_from_now_on():
    t = table([{}] * 4, row=["A01", "A08", "A07", "A04"]).play("bid 1 3", "bid 2 6", "bid 3 2", "bid 4 5")
    assert t.told("order") == [{"seat_1": 1, "seat_2": 3, "seat_4": 2, "seat_5": -1}]  # seat_3 is seat 0
    assert t.order == [1, 3, 0, 2]
    assert t.to_move == 1


@pytest.mark.shows("§5.2", "§5.3")
def test_passing_and_withdrawing_both_count_as_0_and_keep_their_order():
    t = table(row=["A07", "A12"], order=[2, 1, 0]).play("bid 1 2", "pass", "bid 1 3", "withdraw")
    assert t.order == [0, 2, 1]
    t = table(row=["A07", "A12"], order=[1, 2, 0]).play("pass", "bid 1 2", "bid 1 3", "withdraw")
    assert t.order == [0, 1, 2]


@pytest.mark.shows("§5.3")
def test_equal_bids_keep_the_order_they_had():
    t = table(row=["A01", "A08", "A07"], order=[2, 0, 1]).play("bid 1 4", "bid 2 5", "bid 3 4")
    assert t.order == [0, 2, 1]


@pytest.mark.shows("§5.1", "§4.8")
def test_a_moved_bid_counts_where_it_ends():
    t = table([{}, {}], row=["A01", "A08"]).play("bid 1 4", "bid 1 5", "move 2")
    assert t.order == [1, 0]


@pytest.mark.shows("§5.1")
def test_the_fresh_deal_is_followed_by_the_order_of_the_bids():
    t = new(2, seed=4)
    first, second = t.order
    t.play("pass")
    bid = next(choice for choice in t.choices if choice.startswith("bid"))
    t.play(bid)
    while t.step == "take":
        t.play("mark")
    assert t.order == [second, first]
