"""§1 to §3: what the game is, setting up, phases and turns."""

import random
from collections import Counter

import pytest
from hellas_table import GAME, NUMBERS, edited, new, table
from scipy.stats import chisquare

import petteia

SEATS = [2, 3, 4]
STONES = {2: [6, 6, 5], 3: [4, 4, 3], 4: [3, 3, 2]}


def played(seats, seed=1, **options):
    """A whole random game: the table at its end, and all that happened."""
    t = new(seats, seed, **options)
    dice = random.Random(seed)
    happened = list(t.happened)
    while not t.match.over:
        happened += t.play(dice.choice(t.match.legal_ids)).happened
    t.happened = happened
    return t


# -- §1 The game -------------------------------------------------------------------------------------------------------


@pytest.mark.shows("§1.1", "§3.1")
@pytest.mark.parametrize("seats", SEATS)
def test_three_phases_then_the_most_points_win(seats):
    t = played(seats)
    assert [told["phase"] for told in t.told("phase")] == [1, 2, 3]
    best = max(t.match.scores)
    assert [rank == 1 for rank in t.match.ranks] == [score == best for score in t.match.scores]


@pytest.mark.shows("§1.1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_only_two_to_four_can_play(seats):
    with pytest.raises(petteia.BadOption, match="2 to 4 players"):
        new(seats)


@pytest.mark.shows("§1.2")
def test_what_is_in_the_box():
    supply = GAME.box.data["supply"]
    assert [supply[key] for key in ("houses", "plazas", "palaces")] == [12, 3, 3]
    assert [supply[key] for key in ("statues", "columns", "rings", "stones")] == [3, 30, 14, 12]
    assert list(range(1, 41)) == NUMBERS


@pytest.mark.shows("§1.3")
def test_marble_of_others_is_behind_their_screens():
    t = table([{"marble": 5}, {"marble": 6}, {"marble": 7}])
    for seat in (None, 0, 1, 2):
        seen = [p["marble"] for p in t.match.view(seat)["state"]["players"][:3]]
        assert seen == [marble if own == seat else -1 for own, marble in enumerate([5, 6, 7])]


@pytest.mark.shows("§1.3")
def test_points_for_marble_behind_a_screen_are_not_shown():
    t = table([{"marble": 50}, {"marble": 30}])
    assert t.match.view(0)["scores"] == [10, 0]
    assert t.match.view(1)["scores"] == [0, 6]
    assert t.match.view(None)["scores"] == [0, 0]
    assert t.match.view(None)["ranks"] == [1, 1]
    assert t.match.scores == [10, 6]


@pytest.mark.shows("§1.3")
def test_without_screens_everybody_sees_it():
    t = table([{"marble": 5}, {"marble": 6}], marble="open")
    assert [p["marble"] for p in t.match.view(None)["state"]["players"][:2]] == [5, 6]
    assert t.match.view(None)["scores"] == [1, 1]


@pytest.mark.shows("§1.3")
def test_at_the_end_the_screens_are_lifted():
    t = played(3)
    assert [p["marble"] for p in t.match.view(None)["state"]["players"][:3]] == t.marble
    assert t.match.view(None)["scores"] == t.match.scores


@pytest.mark.shows("§1.3")
@pytest.mark.parametrize("seats", SEATS)
def test_whoever_counts_knows_the_marble(seats):
    """All that a spectator is told adds up to what lies behind the screens: hiding has nothing to redraw."""
    t = played(seats, seed=4)
    counted = [0] * seats
    for news in t.happened:
        amount = news.arguments.get("marble", 0)
        if news.kind in ("start", "income", "marble"):
            counted[news.seat] += amount
        elif news.kind in ("house", "plaza", "palace", "statue", "columns"):
            counted[news.seat] -= amount
    assert counted == t.marble


@pytest.mark.shows("§1.3", "§2.4")
def test_only_the_order_of_face_down_tiles_is_hidden_besides():
    t = new(3)
    seen = t.match.view(0)["state"]
    assert all(seen["deck"][:3])
    assert set(seen["deck"][3:]) == {None}
    assert "rng" not in seen


@pytest.mark.shows("§1.4")
def test_the_bank_never_runs_out():
    houses = ["D13", "D14", "E13", "E15", "F13", "F14"]
    t = table([{"houses": houses, "marble": 200}, {}], quarries={"E14": 1, "G1": 2, "I8": 3}, board=1)
    assert t.play("action quarry_1").told("income", 0) == [{"marble": 24}]
    assert t[0].marble == 224


# -- §2 Setting up -----------------------------------------------------------------------------------------------------


@pytest.mark.shows("§2.1")
@pytest.mark.parametrize(("seats", "board"), [(2, "Pegasus"), (3, "Minotaur"), (4, "Minotaur")])
def test_the_board_goes_by_the_number_of_players(seats, board):
    assert new(seats).match.view(None)["state"]["board"] == board


@pytest.mark.shows("§2.1")
@pytest.mark.parametrize(("seats", "option", "board"), [(2, 1, "Minotaur"), (2, 2, "Pegasus"), (3, 2, "Pegasus")])
def test_the_board_may_be_chosen(seats, option, board):
    assert new(seats, board=option).match.view(None)["state"]["board"] == board


@pytest.mark.shows("§2.1")
def test_a_board_without_room_for_all_pieces_is_refused():
    with pytest.raises(petteia.BadOption, match="Pegasus has room for the pieces of 3 players, not of 4"):
        new(4, board=2)


@pytest.mark.shows("§2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_starts_with_eight_marble_and_nothing_built(seats):
    t = new(seats)
    assert t.marble == [8] * seats
    assert t.match.view(None)["state"]["built"] == []


@pytest.mark.shows("§2.2")
@pytest.mark.parametrize("amount", [1, 5, 12, 20])
def test_the_marble_at_the_start_may_be_chosen(amount):
    assert new(3, start_marble=amount).marble == [amount] * 3


@pytest.mark.shows("§2.3")
@pytest.mark.parametrize("seats", SEATS)
def test_compensation_goes_by_turn_order(seats):
    for seed in range(5):
        t = new(seats, seed, compensation="by_seat")
        assert [t.marble[(t.starter + turn) % seats] for turn in range(seats)] == [8, 9, 10, 11][:seats]
        assert new(seats, seed).marble == [8] * seats


@pytest.mark.shows("§2.4")
def test_the_tiles_carry_the_numbers_from_1_to_40():
    assert [row["number"] for row in GAME.box.data["tile"]] == list(range(1, 41))
    assert {row["provenance"] for row in GAME.box.data["tile"]} == {"reconstruction"}


@pytest.mark.shows("§2.4")
def test_every_tile_comes_first_equally_often():
    counts = Counter(int(new(2, seed).match.state.deck[0]) for seed in range(4000))
    assert len(counts) == 40
    assert chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.shows("§2.5", "§6.1")
@pytest.mark.parametrize(("seats", "starts", "worker"), [(2, ["B2", "F2", "J3"], "G8"), (4, ["E14", "G1", "I8"], "C7")])
def test_three_quarries_start_with_a_tile_and_the_worker_on_a_fourth(seats, starts, worker):
    t = new(seats)
    order = [told["quarry"] for told in t.told("first_tile")]
    assert order == starts
    drawn = [GAME.box.lists["tile"][number] for number in t.match.state.deck[:3]]
    assert t.quarries == {name: int(tile) for name, tile in zip(starts, drawn, strict=True)}
    assert t.worker == worker


@pytest.mark.shows("§2.6")
def test_anybody_may_begin():
    counts = Counter(new(4, seed).to_move for seed in range(400))
    assert set(counts) == {0, 1, 2, 3}
    assert chisquare(list(counts.values())).pvalue > 1e-4


# -- §3 Phases and turns -----------------------------------------------------------------------------------------------


@pytest.mark.shows("§3.2", "§3.3", "§3.4")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_places_his_stones_clockwise_in_every_phase(seats):
    t = played(seats, seed=2)
    turns, starters = {1: [], 2: [], 3: []}, []
    phase = 0
    for news in t.happened:
        if news.kind == "phase":
            phase = news.arguments["phase"]
            starters.append(news.seat)
            assert news.arguments["stones"] == STONES[seats][phase - 1]
        elif news.kind == "action":
            turns[phase].append(news.seat)
    for phase, starter in enumerate(starters, 1):
        each = STONES[seats][phase - 1]
        assert turns[phase] == [(starter + turn) % seats for turn in range(seats * each)]


@pytest.mark.shows("§3.3")
def test_nobody_may_pass():
    assert table().why_not("decline") == "§3.3"


@pytest.mark.shows("§3.4")
def test_the_stones_are_taken_off_the_track():
    used = [name for name in GAME.box.lists["action"] if name not in ("marble", "statue")]
    t = table([{"marble": 0}, {"marble": 0}], used=used, mover=1)
    assert t.choices == ["action statue", "action marble"]
    t.play("action marble")
    assert t.told("phase") == [{"phase": 2, "stones": 6}]
    assert len(t.choices) == 13


@pytest.mark.shows("§3.5", "§7.7")
def test_the_first_at_a_temple_begins_the_next_phase_also_without_building():
    used = ["house_1", "house_2", "house_3", "house_plaza", "palace", "quarry_1", "quarry_2", "quarry_3", "statue"]
    t = table([{"marble": 0}, {"marble": 10}, {"marble": 0}], used=used, mover=2)
    t.play("action temple_2")  # seat 2 cannot pay
    assert t.told("first_temple", 2) == [{}]
    assert t.told("declined", 2) == [{"forced": True, "action": "temple_2", "unpaid": 1}]
    t.play("action temple_3")
    assert t.told("first_temple") == []
    t.play("action temple_5", "column B4", "column B4", "column B4", "column B4", "column B4")
    assert t.told("phase") == [{"phase": 2, "stones": 4}]
    assert (t.starter, t.to_move) == (2, 2)


@pytest.mark.shows("§3.5")
def test_without_a_temple_the_starting_player_stays(tmp_path):
    path = edited(tmp_path, ("phases = [6, 6, 5]", "phases = [1, 1, 1]"))
    t = table([{"marble": 0}, {"marble": 0}], used=["house_1"], mover=0, box=path)
    t.play("action marble")
    assert t.told("phase") == [{"phase": 2, "stones": 1}]
    assert t.starter == 1


@pytest.mark.shows("§3.5")
def test_in_the_last_phase_a_temple_gives_no_start():
    t = table([{}, {}], phase=3).play("action temple_2")
    assert t.told("first_temple") == []
