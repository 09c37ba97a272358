"""§1 to §3: the deal, coin cards, revealing."""

import pytest
from card_table import DISASTERS, alone, counts, letters, new, table, taking

import petteia

COINS = {"Messene": 4, "Syracuse": 5, "Arcadia": 7, "Corinth": 6, "Sparta": 5, "Pylos": 6, "Argos": 3, "Delphi": 5}
COINS |= {"Thebes": 6, "Mycenae": 4}
NUMBERS = {name: number for number, name in enumerate(COINS, 1)}


@pytest.mark.shows("§1.1", "§2.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_is_dealt_a_civilization_of_his_own(seats):
    t = new(seats)
    assert len({t[seat].civilization for seat in range(seats)}) == seats
    assert len(t.told("dealt")) == seats


@pytest.mark.parametrize("seats", [1, 6])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(petteia.PetteiaError, match="2 to 5 players"):
        new(seats)


@pytest.mark.shows("§2.2")
@pytest.mark.parametrize("seed", range(5))
def test_the_first_order_goes_by_the_numbers_of_the_civilizations(seed):
    t = new(5, seed)
    numbers = [NUMBERS[t[seat].civilization] for seat in t.order]
    assert numbers == sorted(numbers)
    assert t.to_move == t.order[0]


@pytest.mark.shows("§2.3", "§2.4", "§1.2")
@pytest.mark.parametrize("seed", range(5))
def test_hands_are_as_large_as_the_civilizations_say(seed):
    t = new(4, seed)
    for seat in range(4):
        assert t[seat].hand_count == COINS[t[seat].civilization] == len(t[seat].hand)
        assert t[seat].luxury == 0
        drawn = next(news for news in t.match.told(seat) if news.kind == "drew" and news.seat == seat)
        assert letters([drawn.arguments[face] for face in ("wood", "stone", "grain", "inhabitant")]) == t[seat].hand
        others = [news for news in t.match.told(seat) if news.kind == "drew" and news.seat != seat]
        assert [news.arguments["wood"] for news in others] == [None] * 3
    assert t.stack_count == 72 - sum(t[seat].hand_count for seat in range(4))
    assert [18 - n for n in counts(t.stack)] == counts("".join(t[seat].hand for seat in range(4)))


@pytest.mark.shows("§2.5", "§1.1")
def test_the_decks_lie_in_their_order_and_each_card_comes_up_once():
    t = new(3)
    names = t.names["card"]
    deck = [names[number] for number in t.match.state["deck"][:48]]
    assert [card[0] for card in deck] == ["A"] * 18 + ["B"] * 18 + ["C"] * 12
    assert sorted(deck) == sorted(names)
    assert deck[:6] == t.row


@pytest.mark.shows("§2.6", "§3.2")
def test_the_first_two_cards_move_their_markers():
    t = new(3, 7)
    symbols = [t.match.box.data["card"][t.names["card"].index(card)]["disaster"] for card in t.row[:2]]
    assert t.markers == {name: symbols.count(name) for name in DISASTERS if name in symbols}


@pytest.mark.shows("§3.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_six_cards_are_turned_up_one_for_each_player_in_the_open_row(seats):
    t = new(seats)
    assert [news.get("conquest", 0) for news in t.told("revealed")] == [0] * seats + [1] * (6 - seats)
    assert t.open_row == seats


# -- coin cards --------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§1.3", "§4.11")
def test_only_its_owner_sees_what_he_draws():
    t = alone({"hand": "w"}, row=["A07"]).play("pass")
    told = [news for news in t.match.told(0) if news.kind == "passed"]
    hidden = [news for news in t.match.told(1) if news.kind == "passed"]
    assert told[0].arguments["seen"] == 1
    assert told[0].arguments["wood"] is not None
    assert hidden[0].arguments["count"] == 3
    assert hidden[0].arguments["wood"] is None
    assert t.match.view(1)["state"]["players"][0]["hand"] == [-1] * 4
    assert sum(t.match.view(0)["state"]["players"][0]["hand"]) == t[0].hand_count


@pytest.mark.shows("§1.4")
def test_the_discard_pile_is_shuffled_at_once_with_the_last_card():
    t = alone({"hand": "ii"}, row=["A07"], stack="wsg").play("pass")
    assert t[0].hand_count > 5  # the pass and an income
    assert t.told("shuffled") == [{"count": 67}]
    assert t.kinds.index("shuffled") < t.kinds.index("passed")
    assert t.discard == ""


@pytest.mark.shows("§1.4")
def test_by_option_it_is_shuffled_when_the_next_card_is_needed():
    t = alone({"hand": "ii"}, row=["A07"], stack="wsg", reshuffle="when_needed").play("pass")
    assert t.told("passed") == [{"count": 3, "wood": 1, "stone": 1, "grain": 1, "seen": 1}]
    assert t.kinds.index("shuffled") > t.kinds.index("passed")


@pytest.mark.shows("§1.5")
def test_who_would_draw_more_than_there_are_draws_those():
    everything = "w" * 16 + "s" * 18 + "g" * 18 + "i" * 16
    t = table([{"hand": "ww"}, {"out": True, "hand": everything}], row=["A07"], order=[1, 0]).play("pass")
    assert t.told("passed") == [{"count": 2, "inhabitant": 2, "seen": 1}]
    assert t.told("income") == []
    assert t.stack_count == 0


@pytest.mark.shows("§1.5")
def test_with_nothing_left_passing_brings_nothing():
    everything = "w" * 18 + "s" * 18 + "g" * 18 + "i" * 17
    t = table([{"hand": "i"}, {"out": True, "hand": everything}], row=["A01"], order=[1, 0]).play("pass")
    assert t.told("passed") == [{"seen": 1}]
    assert t.match.log(seat=0)[-1]


@pytest.mark.parametrize(
    "lines",
    [
        {"step": "cover", "disaster": "decline", "left": 3, "begun": 1},
        {"step": "cover", "disaster": "decline", "left": 1, "begun": 0},
        {"step": "feed", "left": 1, "begun": 0},
        {"step": "feed", "left": 5, "begun": 1},
    ],
)
def test_positions_that_no_game_can_come_to_are_refused(lines):
    if "disaster" in lines:
        lines = {**lines, "strike_count": 1, "struck": 1, "strikes.0": lines["disaster"]}
    with pytest.raises(petteia.PetteiaError, match="the decision asked for is not one"):
        table([{"hand": "www", "civilization": "Arcadia"}, {"hand": "w"}], lines=lines)


# -- disasters and supply of a round -----------------------------------------------------------------------------------

THREE_LATER = ["B04", "B10", "B02", "B05", "B09", "B16"]  # decline, decline, then four others


@pytest.mark.shows("§3.2", "§3.4", "§3.3")
def test_a_marker_that_reaches_the_last_field_brings_its_disaster_when_all_cards_lie_open():
    players = [{"hand": "www"}, {"out": True, "luxury": 5}]
    t = table(players, round_number=3, order=[1, 0], next_cards=THREE_LATER, markers={"decline": 1}).play("pass")
    assert t.markers == {"decline": 3}
    assert t.told("marker") == [{"disaster": "decline", "field": 3}, {"disaster": "decline", "field": 4, "last": 1}]
    assert t.kinds.index("disaster") > len(t.kinds) - t.kinds[::-1].index("revealed") - 1
    assert t.told("luxury_lost") == [{"luxury": 5}]
    assert (t.step, t.shown) == ("cover", 6)


@pytest.mark.shows("§3.4")
def test_by_option_it_strikes_before_the_third_card():
    changes = {"round_number": 3, "next_cards": THREE_LATER, "markers": {"decline": 1}, "disasters_strike": "at_once"}
    t = alone({"hand": "www"}, **changes).play("pass")
    assert (t.step, t.shown) == ("cover", 2)
    while t.step == "cover":
        t.play("tear")
    assert (t.step, t.shown) == ("bid", 6)


@pytest.mark.shows("§3.4")
def test_by_that_option_too_both_of_the_first_cards_move_their_markers():
    cards = ["B04", "B03", "B02", "B05", "B09", "B16"]  # decline, earthquake
    changes = {"round_number": 3, "next_cards": cards, "markers": {"decline": 2}, "disasters_strike": "at_once"}
    t = alone({"hand": "www"}, **changes).play("pass")
    assert (t.step, t.shown, t.markers) == ("cover", 2, {"decline": 3, "earthquake": 1})


@pytest.mark.shows("§3.3")
def test_a_marker_on_its_last_field_stays():
    t = alone({"hand": "www"}, round_number=3, next_cards=THREE_LATER, markers={"decline": 3}).play("pass")
    assert t.markers == {"decline": 3}
    assert (t.told("marker"), t.told("disaster"), t.step) == ([], [], "bid")


@pytest.mark.shows("§3.5")
def test_a_supply_follows_all_cards_and_the_disasters():
    cards = ["B12", "B04", "B02", "B05", "B09", "B16"]
    t = alone({"hand": "www"}, round_number=3, next_cards=cards, markers={"decline": 2}).play("pass")
    assert t.told("disaster") == [{"disaster": "decline"}]
    assert "supply" not in t.kinds
    while t.step == "cover":
        t.play("tear")
    assert t.kinds.index("supply") > t.kinds.index("luxury_torn")
    assert t.step == "feed"


@pytest.mark.shows("§3.5")
def test_a_supply_landscape_does_nothing_among_somebodys_cards():
    cards = ["B02", "B05", "B09", "B16", "B13", "B14"]
    t = alone({"hand": "www", "cards": ["B12"]}, round_number=5, next_cards=cards).play("pass")
    assert t[0].cards == ["B12"]
    assert t.told("revealed")
    assert "supply" not in t.kinds


@pytest.mark.shows("§10.1")
def test_two_disasters_of_a_round_strike_in_the_order_of_their_cards():
    cards = ["B03", "B04", "B02", "B05", "B09", "B16"]  # earthquake, decline
    players = [{"hand": "www"}, {"out": True, "luxury": 2}]
    markers = {"decline": 2, "earthquake": 2}
    t = table(players, round_number=3, order=[1, 0], next_cards=cards, markers=markers).play("pass")
    assert [news["disaster"] for news in t.told("disaster")] == ["earthquake", "decline"]
    assert t.kinds.index("untouched") < t.kinds.index("luxury_lost")


@pytest.mark.shows("§14.1", "§14.3")
def test_only_what_is_asked_can_be_chosen():
    t = alone({"hand": "www"}, row=["A07"])
    for choice in ("done", "pay", "mortgage wood", "give grain", "tear", "strike 1", "redeem 1", "desert", "pick wood"):
        assert t.why_not(choice) == "§14.1"
    assert t.why_not(-1) == "§14.1"
    assert taking("A01", {"hand": "ww"}).why_not("pass") == "§14.1"


@pytest.mark.shows("§14.3", "§12.4")
def test_nothing_can_be_chosen_when_the_game_is_over_and_all_cards_are_turned_up():
    t = new(2)
    while not t.match.over:
        t.play(t.choices[-1])
    assert t.choices == []
    assert t.why_not("pass") == "§14.3"
    state = t.match.view(1)["state"]
    assert [letters(player["hand"]) for player in state["players"][:2]] == [t[0].hand, t[1].hand]
    assert letters(state["stack"]) == t.stack
