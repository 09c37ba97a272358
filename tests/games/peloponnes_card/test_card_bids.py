"""§4 bids, §5 the turn order."""

import pytest
from card_table import alone, table

from petteia.games.peloponnes_card.show import page, terminal

# Values: A07 Mountains 2, A01 Bridge 1, A02 Street 1, A10 3, A14 3.
ROW = ["A07", "A10", "A01", "A02", "A14", "A06"]


def bids(t, slot):
    return [int(choice.split()[2]) for choice in t.choices if choice.startswith(f"bid {slot} ")]


@pytest.mark.shows("§4.1", "§4.2", "§4.16")
def test_one_may_bid_from_the_value_to_all_one_holds():
    t = alone({"hand": "wwsg"}, row=ROW)
    assert bids(t, 1) == [2, 3, 4]
    assert bids(t, 2) == [3, 4]
    assert t.why_not("bid 1 1") == "§4.2"
    assert t.why_not("bid 1 5") == "§4.16"
    assert "pass" in t.choices


@pytest.mark.shows("§4.16", "§4.18", "§8.3")
def test_luxury_can_be_bid_too_if_there_are_cards_to_draw():
    t = alone({"hand": "ww", "luxury": 2}, row=ROW)
    assert bids(t, 1) == [2, 3, 4]
    everything = "w" * 16 + "s" * 18 + "g" * 18 + "i" * 17
    t = table([{"hand": "ww", "luxury": 3}, {"out": True, "hand": everything}], row=ROW, order=[1, 0])
    assert bids(t, 1) == [2, 3]  # one card is left to draw


@pytest.mark.shows("§4.1")
def test_who_can_bid_for_nothing_passes_by_himself():
    t = table([{"hand": "ww"}, {"hand": ""}], row=ROW).play("pass")
    assert t.told("passed", 1)[0]["forced"]


@pytest.mark.shows("§4.3")
def test_bids_lie_on_cards_on_offer():
    t = alone({"hand": "wwwwwwwww"}, row=ROW)
    t.match.array["row"][0][3] = -1
    t.match._set(t.match.state_bytes)
    assert t.why_not("bid 4 5") == "§4.3"


@pytest.mark.shows("§4.4")
def test_a_bid_must_be_higher_than_the_one_that_lies_there():
    t = table([{"hand": "wwwww"}, {"bid": (1, "sss"), "hand": "g"}], row=ROW, order=[1, 0])
    assert bids(t, 1) == [4, 5]
    assert t.why_not("bid 1 3") == "§4.4"
    t.play("bid 1 4", "done")
    assert t.told("displaced") == [{"card": "A07"}]
    assert (t.step, t.to_move) == ("displaced", 1)


@pytest.mark.shows("§4.5")
def test_the_rulebooks_example_a_value_of_2_costs_5_in_the_conquest_row():
    t = alone({"hand": "wwwwww"}, row=["A01", "A02", "A07", "A10", "A14", "A06"])
    assert bids(t, 3) == [5, 6]
    assert t.why_not("bid 3 4") == "§4.5"


@pytest.mark.shows("§4.6")
def test_a_conquest_card_is_closed_once_somebody_has_bid():
    t = table([{"hand": "wwwwwwww"}, {"bid": (3, "ssss"), "hand": ""}], row=ROW, order=[1, 0])
    assert bids(t, 3) == []
    assert t.why_not("bid 3 8") == "§4.6"


@pytest.mark.shows("§4.7")
def test_by_option_a_conquest_bid_is_exactly_the_price():
    assert bids(alone({"hand": "wwwwww"}, row=ROW), 3) == [4, 5, 6]
    t = alone({"hand": "wwwwww"}, row=ROW, conquest_bid="exact")
    assert bids(t, 3) == [4]
    assert bids(t, 1) == [2, 3, 4, 5, 6]
    assert t.why_not("bid 3 5") == "§4.7"


def displaced(hand="wwwww", mine="sss", third=None, **changes):
    """Seat 0 tops the bid of seat 1 on the first card."""
    players = [{"hand": hand}, {"bid": (1, mine), "hand": "g"}]
    if third:
        players.append({"bid": (2, third), "hand": ""})
    order = [1, 2, 0] if third else [1, 0]
    return table(players, row=ROW, order=order, **changes).play(f"bid 1 {len(hand)}")


@pytest.mark.shows("§4.8", "§4.9")
def test_a_displaced_bid_moves_unchanged_where_it_suffices():
    t = displaced()
    assert t.choices == ["withdraw", "move 2"]
    assert t.why_not("move 3") == "§4.5"
    assert t.why_not("move 1") == "§4.4"
    assert t.why_not("bid 2 3") == "§4.8"
    t.play("move 2")
    assert t.told("moved") == [{"card": "A10", "count": 3}]
    assert t.told("placed", 1) == [{"card": "A10"}]


@pytest.mark.shows("§4.8")
def test_a_displaced_bid_displaces_a_lower_one_in_a_chain():
    t = displaced(mine="ssss", third="iii").play("move 2")
    assert (t.to_move, t.step) == (2, "displaced")
    assert t.told("displaced") == [{"card": "A10"}]
    assert displaced(mine="sss", third="iii").why_not("move 2") == "§4.4"


@pytest.mark.shows("§4.9")
def test_a_displaced_bid_may_conquer_unless_the_option_forbids_it():
    t = displaced(hand="wwwwww", mine="ssss")
    assert "move 3" in t.choices
    t = displaced(hand="wwwwww", mine="ssss", displaced_bid="open_row")
    assert t.choices == ["withdraw", "move 2"]
    assert t.why_not("move 3") == "§4.9"
    assert t.why_not("move 6") == "§4.9"


@pytest.mark.shows("§4.8")
def test_moves_lead_to_cards_on_offer():
    t = displaced()
    t.match.array["row"][0][3] = -1
    t.match._set(t.match.state_bytes)
    assert t.why_not("move 4") == "§4.3"


@pytest.mark.shows("§4.10", "§4.18")
def test_taking_a_bid_back_returns_its_cards_and_brings_three():
    t = displaced(mine="ssS").play("withdraw")
    assert t.told("withdrew") == [{"count": 3}]
    assert t.told("drew") != []
    assert t.told("drew")[0]["count"] == 3
    assert t[1].hand.count("s") >= 3  # the unseen one came into his hand
    assert "A07" not in t[1].cards
    assert t.told("placed", 1) == []


@pytest.mark.shows("§4.10", "§4.11")
def test_who_is_displaced_cannot_pass_and_who_is_not_cannot_take_back():
    assert displaced().why_not("pass") == "§4.11"
    assert alone({"hand": "ww"}, row=ROW).why_not("withdraw") == "§4.10"
    assert alone({"hand": "ww"}, row=ROW).why_not("move 1") == "§4.8"


@pytest.mark.shows("§4.10")
def test_a_displaced_bid_that_fits_nowhere_comes_back_by_itself():
    t = table([{"hand": "wwww"}, {"bid": (2, "s"), "hand": ""}], row=["A10", "A01", "A14", "A07"], order=[1, 0])
    t.play("bid 2 4")
    assert t.told("withdrew", 1)[0]["forced"]


@pytest.mark.shows("§4.12")
@pytest.mark.parametrize(("mine", "other", "least"), [([], [], 4), (["A03"], [], 3), ([], ["A03"], 4)])
def test_half_a_card_of_the_market_tops_an_equal_bid(mine, other, least):
    players = [{"hand": "wwwwww", "cards": mine}, {"bid": (1, "sss"), "hand": "", "cards": other}]
    t = table(players, row=["A07", "A10"], order=[1, 0])
    assert bids(t, 1)[0] == least


@pytest.mark.shows("§4.12")
def test_market_and_agora_together_add_a_whole_card():
    players = [{"hand": "wwwwww", "cards": ["A03", "B02"]}, {"bid": (1, "sss"), "hand": ""}]
    row = ["B16", "B11", "B13"]
    assert bids(table(players, row=row, order=[1, 0]), 1)[0] == 3
    # Against a market of the other's they win equal bids only.
    players[1]["bid"] = (1, "ssss")
    assert bids(table(players, row=row, order=[1, 0]), 1)[0] == 4


@pytest.mark.shows("§4.12", "§10.9")
def test_a_covered_market_adds_nothing():
    players = [{"hand": "wwwwww", "cards": ["A03"], "cover": {"A03": "g"}}, {"bid": (1, "sss"), "hand": ""}]
    assert bids(table(players, row=["A07"], order=[1, 0]), 1)[0] == 4


@pytest.mark.shows("§4.13")
def test_halves_do_not_help_to_reach_a_value_unless_the_option_says_so():
    player = {"hand": "wwwwww", "cards": ["A03", "B02"]}
    assert bids(alone(player, row=["B16"]), 1)[0] == 3
    t = alone(player, row=["B16"], half_minimum="helps")
    assert bids(t, 1)[0] == 2
    assert t.why_not("bid 1 1") == "§4.2"


@pytest.mark.shows("§4.14")
@pytest.mark.parametrize(("cards", "least"), [([], 5), (["A05"], 4), (["A06"], 4), (["A05", "A06"], 3)])
def test_barracks_and_stockade_make_conquering_cheaper(cards, least):
    t = alone({"hand": "wwwwww", "cards": cards}, row=["A10", "A14", "A07"])
    assert bids(t, 3)[0] == least


@pytest.mark.shows("§4.15")
def test_cards_without_a_bid_leave_the_game():
    t = alone({"hand": "ww"}, row=ROW).play("bid 1 2")
    assert [news["card"] for news in t.told("unsold")] == ROW[1:]
    assert set(ROW[1:]) <= set(t.gone)


# -- the cards of a bid ------------------------------------------------------------------------------------------------


@pytest.mark.shows("§4.17")
def test_the_cards_of_a_bid_are_chosen_by_their_faces_one_after_another():
    t = table([{"hand": "wwsgi"}, {"hand": "gggg"}], row=ROW).play("bid 1 3")
    assert t.step == "pick"
    assert t.choices == ["pick wood", "pick stone", "pick grain", "pick inhabitant", "done"]
    t.play("pick grain", "pick wood", "pick inhabitant")
    assert (t[0].hand, t[0].bid, t[0].hand_count) == ("ws", "wgi", 2)
    assert t.to_move == 1


@pytest.mark.shows("§4.17")
def test_what_one_does_not_hold_cannot_be_picked():
    t = table([{"hand": "wws"}, {"hand": "gggg"}], row=ROW).play("bid 1 2")
    assert t.choices == ["pick wood", "pick stone", "done"]
    assert t.why_not("pick grain") == "§4.17"
    assert t.why_not("pick luxury") == "§4.18"


@pytest.mark.shows("§4.17")
def test_done_fills_the_rest_from_what_one_holds_most_of():
    t = table([{"hand": "wggiii", "luxury": 2}, {"hand": "gggg"}], row=ROW).play("bid 1 4", "done")
    assert (t[0].hand, t[0].bid) == ("gi", "wgii")
    assert t[0].luxury == 2
    t = table([{"hand": "wggiii"}, {"hand": "gggg"}], row=ROW).play("bid 1 4", "pick wood", "done")
    assert t[0].bid == "wgii"


@pytest.mark.shows("§4.17")
def test_who_bids_all_he_has_is_not_asked():
    t = table([{"hand": "wsg", "luxury": 1}, {"hand": "gggg"}], row=ROW).play("bid 1 4")
    assert t.to_move == 1
    assert t[0].bid.startswith("wsg")
    assert t[0].bid[-1].isupper()
    assert t[0].luxury == 0


@pytest.mark.shows("§4.18", "§8.3", "§1.3")
def test_cards_drawn_for_luxury_are_seen_by_nobody():
    t = table([{"hand": "wwsg", "luxury": 3}, {"hand": "gggg"}], row=ROW).play("bid 1 3", "pick luxury", "pick luxury")
    t.play("done")
    assert t.told("picked") == [{"luxury": 2}]
    assert t[0].luxury == 1
    assert sum(card.isupper() for card in t[0].bid) == 2
    for seat in (0, 1, None):
        assert t.match.view(seat)["state"]["players"][0]["unseen_faces"] == [-1] * 4
    assert sum(t.match.view(0)["state"]["players"][0]["bid_faces"]) == 1


@pytest.mark.shows("§4.17")
def test_luxury_for_a_bid_ends_with_what_one_has():
    t = table([{"hand": "wwsg", "luxury": 1}, {"hand": "gggg"}], row=ROW).play("bid 1 3", "pick luxury")
    assert t.choices == ["pick wood", "pick stone", "pick grain", "done"]
    assert t.why_not("pick luxury") == "§4.18"


# -- §5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§5.1", "§5.2")
def test_the_order_goes_by_bids_downwards_and_equal_ones_keep_theirs():
    players = [{"hand": "ww"}, {"bid": (1, "ss"), "hand": ""}, {"bid": (2, "ggg"), "hand": ""}, {"out": True}]
    t = table(players, row=["A07", "A10", "A08", "A13"], order=[3, 1, 2, 0]).play("bid 3 2")
    assert t.order == [2, 1, 0, 3]


@pytest.mark.shows("§5.3")
def test_the_half_of_the_market_does_not_count_for_the_order():
    players = [{"hand": "ww", "cards": ["A03"]}, {"bid": (1, "ss"), "hand": ""}]
    t = table(players, row=["A07", "A08"], order=[1, 0]).play("bid 2 2")
    assert t.order == [1, 0]


@pytest.mark.shows("§5.3")
@pytest.mark.parametrize(("option", "order"), [("cards", [1, 0]), ("with_discount", [0, 1])])
def test_the_discount_counts_for_the_order_only_by_option(option, order):
    players = [{"hand": "wwww", "cards": ["A05"]}, {"bid": (1, "ssss"), "hand": ""}]
    t = table(players, row=["A10", "A14", "A07"], order=[1, 0], turn_order_bid=option).play("bid 3 4")
    assert t.order == order


@pytest.mark.shows("§4.17", "§14.5")
def test_every_card_of_a_bid_is_a_choice_also_those_that_are_filled():
    t = table([{"hand": "wggiii"}, {"hand": "gggg"}], row=ROW)
    t.match.play("bid 1 4")
    t.match.play("pick grain")
    for left in (3, 2, 1):
        t.match.play("done")
        assert t.match.move_number == 6 - left
        if left > 1:
            assert t.choices == ["done"]
            assert t.why_not("pick wood") == "§14.5"
    assert t.to_move == 1
    assert t[0].bid == "wgii"


def test_a_bid_that_leaves_nothing_to_mortgage_with_is_warned_of_by_itself():
    """After the least bid a building could still be mortgaged; after a bid of all cards it is lost."""
    t = alone({"hand": "gggg"}, row=["A04", *ROW[1:]])  # Port: value 2, costs wood and stone
    notes = page.notes(t.match, "en")
    words = t.match.texts("en").groups["terminal"]
    assert notes["slot:1"] == words["note_mortgaged"]
    assert notes["bid 1 4"] == words["note_lost"]
    assert "bid 1 3" not in notes
    (choice,) = (one for one in t.match.choices if one.words == "bid 1 4")
    assert terminal.note(t.match, choice) == words["note_lost"]
    t.play("bid 1 4")
    assert [lost["card"] for lost in t.told("lost")] == ["A04"]
