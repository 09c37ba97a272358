"""§1 to §3: what the game is, setting up, and revealing tiles."""

from collections import Counter

import pytest
from peloponnes_table import CHITS, TILES, alone, new, table

import petteia

NUMBERS = {"Messene": 1, "Patras": 2, "Arkadia": 3, "Korinth": 4, "Sparta": 5, "Pylos": 6, "Argos": 7}


def laid(match):
    """The whole deck and all chits, as only the table itself knows them."""
    names = match.game.names(match.box)
    deck = [names["tile"][number] for number in match.state["deck"][:40]]
    return deck, [names["disaster"][number] for number in match.state["chits"][:16]]


# -- §1 The game -------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§1.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_eight_rounds_three_with_deck_a_three_with_b_two_with_c(seats):
    t = new(seats)
    rounds, decks = t.told("round"), [told["tile"][0] for told in t.told("revealed")]
    while not t.match.over:
        t.play(t.choices[0])
        rounds += t.told("round")
        decks += [told["tile"][0] for told in t.told("revealed")]
    assert [told["round"] for told in rounds] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert "".join(decks) == "A" * 15 + "B" * 15 + "C" * 10


@pytest.mark.shows("§1.1")
@pytest.mark.parametrize("seats", [0, 6])
def test_not_without_players_and_not_with_six(seats):
    with pytest.raises(petteia.BadOption, match="1 to 5 players"):
        new(seats)


@pytest.mark.shows("§1.2")
def test_only_the_order_of_what_lies_face_down_is_hidden():
    t = new(3)
    deck, _ = laid(t.match)
    seen = t.match.view(0)["state"]
    assert seen["deck"][:5] == deck[:5]
    assert set(seen["deck"][5:]) == {None}
    assert set(seen["chits"]) == {None}
    assert [p["coins"] for p in seen["players"][:3]] == [t[seat].coins for seat in range(3)]
    assert seen == t.match.view(1)["state"] == t.match.view(None)["state"]


@pytest.mark.shows("§1.2")
def test_chits_turned_up_stay_open():
    t = alone({}, chits=["drought", "plague"]).play("pass")
    assert t.match.view(1)["state"]["chits"][:3] == ["drought", "plague", None]


@pytest.mark.shows("§1.2")
def test_guessing_the_hidden_changes_only_what_lies_face_down():
    t = new(2)
    deck, chits = laid(t.match)
    guessed = [laid(t.match.hidden(0, seed=seed)) for seed in range(20)]
    assert all(other[:5] == deck[:5] for other, _ in guessed)
    assert all(sorted(other) == sorted(deck) and sorted(those) == sorted(chits) for other, those in guessed)
    assert len({tuple(other) for other, _ in guessed}) == 20
    assert len({tuple(those) for _, those in guessed}) == 20


@pytest.mark.shows("§1.3")
def test_the_bank_pays_though_all_seventy_coins_are_with_the_players():
    t = alone({"coins": 60}).play("pass")
    assert t.told("passed", 0) == [{"coins": 3}]
    assert (t[0].coins, t[1].coins) == (60 + 3 + 2, 10 + 2)  # 3 inhabitants bring 2 coins
    assert t.bank == -7


# -- §2 Setting up -----------------------------------------------------------------------------------------------------


@pytest.mark.shows("§2.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_is_dealt_one_civilization_face_up(seats):
    dealt = []
    for seed in range(60):
        t = new(seats, seed)
        mine = [t[seat].civilization for seat in range(seats)]
        assert t.told("dealt") == [{"civilization": name} for name in mine]
        assert len(set(mine)) == seats
        dealt.append(tuple(mine))
    assert all({mine[seat] for mine in dealt} == set(NUMBERS) for seat in range(seats))  # any seat may get any


@pytest.mark.shows("§2.2")
@pytest.mark.parametrize(
    ("civilization", "coins", "goods", "population"),
    [
        ("Messene", 6, (0, 0, 0), 2),
        ("Patras", 7, (0, 0, 0), 1),
        ("Arkadia", 8, (0, 0, 0), 2),
        ("Korinth", 7, (0, 0, 3), 3),
        ("Sparta", 7, (4, 0, 0), 3),
        ("Pylos", 8, (0, 3, 0), 2),
        ("Argos", 5, (0, 0, 0), 2),
    ],
)
def test_a_civilization_starts_with_what_is_printed_on_it(civilization, coins, goods, population):
    t = new(1).play(f"civilization {civilization}")
    me = t[0]
    assert (me.civilization, me.coins, me.goods, me.population) == (civilization, coins, goods, population)
    assert (me.luxury, me.bid, me.tiles) == (0, 0, [])
    assert t.bank == 70 - coins


@pytest.mark.shows("§2.2")
def test_players_of_an_auction_start_with_it_too():
    start = {"Messene": 6, "Patras": 7, "Arkadia": 8, "Korinth": 7, "Sparta": 7, "Pylos": 8, "Argos": 5}
    t = new(5, seed=3)
    assert [t[seat].coins for seat in range(5)] == [start[t[seat].civilization] for seat in range(5)]


@pytest.mark.shows("§2.3")
@pytest.mark.parametrize("seed", range(8))
def test_the_first_round_goes_by_the_numbers_of_the_civilizations(seed):
    t = new(5, seed)
    numbers = [NUMBERS[t[seat].civilization] for seat in t.order]
    assert numbers == sorted(numbers)
    assert t.to_move == t.order[0]


@pytest.mark.shows("§2.4")
def test_three_piles_of_tiles_and_one_of_chits_are_shuffled():
    seen = [laid(new(2, seed).match) for seed in range(20)]
    for deck, chits in seen:
        assert sorted(deck[:15]) == TILES[:15]
        assert sorted(deck[15:30]) == TILES[15:30]
        assert sorted(deck[30:]) == TILES[30:]
        assert Counter(chits) == Counter(CHITS)
    assert Counter(CHITS) == {**dict.fromkeys(["earthquake", "drought", "plague", "tempest", "decline"], 3), "blank": 1}
    for pile in (slice(0, 15), slice(15, 30), slice(30, 40)):
        assert len({tuple(deck[pile]) for deck, _ in seen}) == 20
    assert len({tuple(chits) for _, chits in seen}) == 20


# -- §3 Revealing tiles ------------------------------------------------------------------------------------------------


@pytest.mark.shows("§3.1")
@pytest.mark.parametrize(("seats", "auction", "conquest"), [(2, 2, 3), (3, 3, 2), (4, 4, 1), (5, 5, 0)])
def test_as_many_tiles_as_players_are_auctioned_and_the_others_are_for_conquest(seats, auction, conquest):
    t = new(seats)
    assert [told.get("conquest", 0) for told in t.told("revealed")] == [0] * auction + [1] * conquest
    assert [told["tile"] for told in t.told("revealed")] == t.row


@pytest.mark.shows("§3.1")
def test_each_round_turns_up_five_new_tiles():
    t = alone({}, next_tiles=["A09", "A08", "A12", "A11", "A10"]).play("pass")
    assert t.row == ["A09", "A08", "A12", "A11", "A10"]
    assert t.round_number == 2


@pytest.mark.shows("§3.2")
@pytest.mark.parametrize(
    ("round_number", "tiles"),
    [
        (3, ["B05", "B01", "B02", "B03", "B04"]),
        (3, ["B01", "B05", "B02", "B03", "B04"]),
        (4, ["B01", "B02", "B03", "B04", "B05"]),  # in the conquest row
        (6, ["C01", "C02", "C04", "C03", "C05"]),
    ],
)
def test_a_supply_symbol_in_either_row_interrupts_the_revealing(round_number, tiles):
    row = ["B11", "B12", "B13", "B14", "B15"] if round_number > 3 else ["A11", "A12", "A13", "A14", "A15"]
    t = alone({"population": 5, "food": 5}, row=row, round_number=round_number, next_tiles=tiles).play("pass")
    place = next(i for i, tile in enumerate(tiles) if tile in ("B05", "C04"))
    kinds = t.kinds[t.kinds.index("round") :]
    assert kinds == ["round", *["revealed"] * (place + 1), "supply", "fed", "fed", *["revealed"] * (4 - place)]
    assert t.told("supply") == [{"tile": tiles[place]}]
    assert t.row == tiles
    assert t.step == "auction"


@pytest.mark.shows("§3.2")
def test_without_the_symbol_nobody_eats():
    t = table([{"population": 5, "food": 5}, {"out": True}], order=[1, 0], next_tiles=["A01"]).play("pass")
    assert "fed" not in t.kinds
    assert t[0].goods == (0, 0, 7)  # 2 more from Messene
