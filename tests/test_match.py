"""A match keeps its promises: the names that people use, and errors that say what is wrong and lose nothing."""

from __future__ import annotations

import gc
import json
import random
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import petteia
from petteia.engine.rulebook import Clause

SPACE = petteia.games.find("peloponnes").space
CIVILIZATIONS = petteia.games.find("peloponnes").box.lists["civilization"]
Match = petteia.Match


def played(seats: int = 3, seed: int = 1, moves: int = 12) -> Match:
    match = petteia.new("peloponnes", seats=seats, seed=seed)
    dice = random.Random(seed)
    for _ in range(moves):
        match.play(dice.choice(match.choices))
    return match


def everything(match: Match) -> tuple[Any, ...]:
    """All that one can ask of a match."""
    return (
        match.state.tobytes(),
        [choice.id for choice in match.history],
        [choice.id for choice in match.choices],
        [str(line) for line in match.log()],
        [happening.as_json() for happening in match.news],
        match.view(0),
    )


# -- the names ---------------------------------------------------------------------------------------------------------


def test_the_games() -> None:
    assert petteia.games() == ["peloponnes", "peloponnes_card", "hellas", "poseidon"]
    assert petteia.games.find("peloponnes").title == "Peloponnes"


def test_everything_exported_is_there() -> None:
    assert all(hasattr(petteia, name) for name in petteia.__all__)


@pytest.mark.parametrize("seats", range(1, 6))
def test_a_game_from_beginning_to_end(seats: int) -> None:
    match = petteia.new("peloponnes", seats=seats, seed=seats)
    dice = random.Random(seats)
    while not match.over:
        assert match.to_move in range(seats)
        assert len(match.choices) >= 2
        assert np.flatnonzero(match.mask).tolist() == sorted(choice.id for choice in match.choices)
        assert len(match.mask) == SPACE.size
        match.play(dice.choice(match.choices))
    assert match.to_move is None
    assert match.choices == []
    assert not match.mask.any()
    assert len(match.scores) == len(match.ranks) == seats
    assert min(match.ranks) == 1
    best = max(range(seats), key=lambda seat: match.scores[seat])
    assert match.scores[match.ranks.index(1)] == match.scores[best]
    assert match.verify()


def test_a_choice_is_given_by_itself_its_id_or_its_words() -> None:
    one, two, three, four = (played() for _ in range(4))
    choice = one.choices[-1]
    one.play(choice)
    two.play(choice.id)
    three.play(choice.words)
    four.play(np.int64(choice.id))
    assert one.digest() == two.digest() == three.digest() == four.digest() != played().digest()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_words_are_read_with_the_names_of_the_board_on_the_table(seats: int) -> None:
    match = petteia.new("hellas", seats=seats, seed=1)
    names = [name for name in match.typed["space"] if name]
    assert len(names) >= 60
    for place, name in enumerate(names, 1):
        assert match.read(f"house {name}") == match.read(f"house {place}") == match.game.space.id("house", space=place)


def test_a_choice_has_id_name_parameters_and_words() -> None:
    match = petteia.new("peloponnes", seats=2, seed=1)
    bid = next(choice for choice in match.choices if choice.name == "bid")
    assert (bid.slot, bid.coins) == (bid.parameters["slot"], bid.parameters["coins"])
    assert bid.as_json() == {"id": bid.id, "name": "bid", "slot": bid.slot, "coins": bid.coins}
    assert bid.words == f"bid {bid.slot} {bid.coins}"
    assert str(bid.coins) in bid.text()
    assert len({bid.text(lang) for lang in ("en", "de", "it")}) == 3
    with pytest.raises(AttributeError, match="bid has no wood"):
        _ = bid.wood


def test_a_choice_can_be_kept_in_a_set() -> None:
    match = petteia.new("peloponnes", seats=2, seed=1)
    assert len(set(match.choices)) == len(match.choices)


def test_a_choice_keeps_its_words_when_the_match_goes_back() -> None:
    match = played()
    kept = match.choices[-1]
    words = kept.text()
    match.undo()
    match.undo()
    assert kept.text() == words


def test_history_tells_what_was_played() -> None:
    match = played()
    again = petteia.new("peloponnes", seats=3, seed=1)
    for choice in match.history:
        assert choice.text()
        again.play(choice)
    assert again.digest() == match.digest()


def test_the_state_is_the_record() -> None:
    match = played()
    assert match.state.seats == 3
    assert match.state.dtype == match.game.state.dtype


# -- what is not possible ----------------------------------------------------------------------------------------------


def test_an_illegal_choice_carries_its_clause_and_changes_nothing() -> None:
    match = played()
    before = everything(match)
    for i in np.flatnonzero(~match.mask).tolist():
        clause = match.why_not(i)
        assert isinstance(clause, Clause)
        with pytest.raises(petteia.IllegalChoice) as caught:
            match.play(i)
        assert caught.value.clause == clause
        assert clause.number in str(caught.value)
        assert clause.words in str(caught.value)
        assert SPACE.pick(i).words in str(caught.value)
    assert everything(match) == before


def test_why_not_is_silent_about_what_is_possible() -> None:
    match = played()
    assert all(match.why_not(choice) is None for choice in match.choices)
    assert all(match.why_not(choice.words) is None for choice in match.choices)


def test_nothing_can_be_played_after_the_end() -> None:
    match = petteia.new("peloponnes", seats=2, seed=3)
    while not match.over:
        match.play(match.choices[0])
    assert {match.why_not(i).number for i in range(SPACE.size)} == {"§16.4"}
    with pytest.raises(petteia.IllegalChoice, match=r"§16\.4"):
        match.play("pass")


@pytest.mark.parametrize("wrong", [None, 3.5, True, False, [], {}, (1,), np.bool_(True), np.array([1, 2]), b"pass"])
def test_what_can_be_no_choice_is_refused(wrong: Any) -> None:
    match = played()
    before = everything(match)
    for ask in (match.play, match.why_not):
        with pytest.raises(TypeError, match="a choice is given by itself, its id or its words, not by"):
            ask(wrong)
    assert everything(match) == before


@pytest.mark.parametrize(
    "wrong", ["nonsense", "", "bid", "bid 1", "bid x y", "bid ² 3", 10**9, -1, 10**30, np.int64(-1)]
)
def test_what_is_no_choice_of_this_game_is_refused(wrong: Any) -> None:
    match = played()
    before = everything(match)
    with pytest.raises(petteia.UnknownChoice):
        match.play(wrong)
    assert everything(match) == before


@pytest.mark.parametrize("number", [10**9, -1, 10**30, SPACE.size])
def test_why_not_answers_for_any_number(number: int) -> None:
    clause = played().why_not(number)
    assert clause is not None
    assert clause.number == "§16.1"


@pytest.mark.parametrize("seats", [0, 6, -1, "4", True, None, 2.0, 10**30, []])
def test_seats_that_there_are_not(seats: Any) -> None:
    with pytest.raises(petteia.BadOption, match="Peloponnes is for 1 to 5 players, not for"):
        petteia.new("peloponnes", seats=seats)


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (2, {"nonsense": 1}, "there is no option 'nonsense'; there are conquest_bid"),
        (2, {3: 1}, "there is no option '3'"),
        (2, {"conquest_bid": "maybe"}, "'maybe' is not one of at_least, exact"),
        (2, {"conquest_bid": 1}, "1 is not one of at_least, exact"),
        (2, {"conquest_bid": None}, "None is not one of"),
        (2, {"conquest_bid": ["exact"]}, "is not one of at_least, exact"),
        (2, {"solo_level": 1}, "levels are for one player"),
        (1, {"solo_level": 6}, "6 is not a whole number from 0 to 5"),
        (1, {"solo_level": -1}, "-1 is not a whole number from 0 to 5"),
        (1, {"solo_level": True}, "True is not a whole number from 0 to 5"),
        (1, {"solo_level": "3"}, "'3' is not a whole number from 0 to 5"),
        (1, {"solo_level": 2.0}, "2.0 is not a whole number from 0 to 5"),
        (1, {"used_civilizations": ["Atlantis"]}, "'Atlantis' is not one of Messene, Patras"),
        (1, {"used_civilizations": [1]}, "1 is not one of Messene"),
        (1, {"used_civilizations": 3}, "give a list out of Messene"),
        (1, {"used_civilizations": {"Messene": 1}}, "give a list out of Messene"),
        (2, {"used_civilizations": ["Messene"]}, "only a solo player"),
        (
            1,
            {"used_civilizations": ["Messene", "Patras", "Arkadia", "Korinth", "Sparta", "Pylos", "Argos"]},
            "at least one",
        ),
    ],
)
def test_options_that_cannot_be(seats: int, options: Any, said: str) -> None:
    with pytest.raises(petteia.BadOption) as caught:
        petteia.new("peloponnes", seats=seats, options=options)
    assert said in str(caught.value)


@pytest.mark.parametrize("options", [[1], "exact", 3, [("conquest_bid", "exact")]])
def test_options_that_are_no_table(options: Any) -> None:
    with pytest.raises((petteia.BadOption, TypeError), match="option"):
        petteia.new("peloponnes", options=options)


@pytest.mark.parametrize("name", ["", "chess", "Peloponnes", "../peloponnes", None, 3])
def test_games_that_there_are_not(name: Any) -> None:
    with pytest.raises(petteia.UnknownGame, match="there are peloponnes"):
        petteia.new(name)


def test_a_game_that_can_have_no_name() -> None:
    with pytest.raises(petteia.UnknownGame, match="there are peloponnes"):
        petteia.new([])  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["seven", 3.5, True, [], b"short"])
def test_seeds_that_are_none(seed: Any) -> None:
    with pytest.raises(petteia.BadSeed):
        petteia.new("peloponnes", seed=seed)


@pytest.mark.parametrize("seat", [3, -1, True, "0", 1.5, [], 10**30])
def test_seats_that_nobody_has(seat: Any) -> None:
    match = played(seats=3)
    asks: list[Callable[[], Any]] = [
        lambda: match.view(seat),
        lambda: match.hidden(seat, 1),
        lambda: match.log(seat=seat),
    ]
    for ask in asks:
        with pytest.raises(petteia.BadOption, match=r"there is no seat .*numbered 0 to 2"):
            ask()


def test_a_seat_is_a_whole_number() -> None:
    with pytest.raises(petteia.BadOption, match="there is no seat"):
        played(seats=3).view(1.0)  # type: ignore[arg-type]


def test_numpy_numbers_are_numbers() -> None:
    match = petteia.new("peloponnes", seats=np.int64(3), seed=np.int64(1))  # type: ignore[arg-type]
    seen = match.view(np.int64(2))  # type: ignore[arg-type]
    assert seen == petteia.new("peloponnes", seats=3, seed=1).view(2)
    assert json.loads(json.dumps(seen)) == seen


# -- going back, and aside ---------------------------------------------------------------------------------------------


def test_undo_and_redo_give_the_same_states() -> None:
    match = played(moves=15)
    there = everything(match)
    for _ in range(15):
        match.undo()
    assert everything(match) == everything(petteia.new("peloponnes", seats=3, seed=1))
    for _ in range(15):
        match.redo()
    assert everything(match) == there
    assert match.verify()


def test_nothing_more_to_undo_or_redo() -> None:
    match = petteia.new("peloponnes", seats=2, seed=1)
    with pytest.raises(petteia.NothingToUndo, match="nothing has been played yet"):
        match.undo()
    match.play(match.choices[0])
    with pytest.raises(petteia.NothingToUndo, match="nothing was taken back"):
        match.redo()
    assert len(match.history) == 1


def test_another_choice_forgets_what_was_taken_back() -> None:
    match = played()
    match.undo()
    match.play(match.choices[0])
    with pytest.raises(petteia.NothingToUndo):
        match.redo()


def test_an_illegal_choice_forgets_nothing() -> None:
    match = played()
    match.undo()
    with pytest.raises(petteia.IllegalChoice):
        match.play(int(np.flatnonzero(~match.mask)[0]))
    match.redo()
    assert everything(match) == everything(played())


def test_a_finished_game_can_be_undone() -> None:
    match = petteia.new("peloponnes", seats=2, seed=3)
    while not match.over:
        match.play(match.choices[0])
    match.undo()
    assert not match.over
    assert len(match.choices) >= 2


def test_a_fork_has_the_same_past_and_its_own_future() -> None:
    match = played()
    before = everything(match)
    fork = match.fork()
    assert everything(fork) == before
    fork.play(fork.choices[0])
    fork.undo()
    fork.undo()
    assert everything(match) == before
    assert match.verify()
    assert fork.verify()
    fork.redo()
    assert everything(fork) == before


def test_a_fork_can_redo() -> None:
    match = played()
    there = everything(match)
    match.undo()
    fork = match.fork()
    fork.redo()
    assert everything(fork) == there


def test_lists_are_copies() -> None:
    match = played()
    before = everything(match)
    match.choices.clear()
    match.history.clear()
    match.mask[:] = True
    match.news.clear()
    match.view(0)["state"].clear()
    assert everything(match) == before


# -- what is hidden ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_hidden_fork_looks_the_same_and_is_another(seat: int | None) -> None:
    match = played(moves=10)
    digests = set()
    for seed in range(8):
        other = match.hidden(seat, seed)
        assert other.view(seat) == match.view(seat)
        assert other.to_move == match.to_move
        assert other.digest() == match.hidden(seat, seed).digest()
        digests.add(other.digest())
    assert len(digests) == 8
    assert match.digest() not in digests


def test_a_hidden_fork_is_played_to_its_end_and_leaves_the_match_alone() -> None:
    match = played()
    before = everything(match)
    other = match.hidden(0, 1)
    while not other.over:
        other.play(other.choices[0])
    assert other.verify()
    assert everything(match) == before


def test_a_hidden_fork_has_no_past() -> None:
    other = played().hidden(0, 1)
    assert other.history == []
    with pytest.raises(petteia.NothingToUndo):
        other.undo()


def test_a_hidden_fork_does_not_carry_the_seed() -> None:
    match = played()
    other = match.hidden(0, 1)
    assert other.seed != match.seed
    assert match.seed.hex() not in other.position()


def test_a_fork_of_a_hidden_fork_knows_the_same_news() -> None:
    other = played().hidden(0, 1)
    assert other.news
    assert other.fork().news == other.news


def test_a_log_may_be_asked_by_every_seat() -> None:
    match = played()
    logs = [match.log(seat=seat) for seat in (None, 0, 1, 2)]
    assert all(log == logs[0] for log in logs)
    line = logs[0][-1]
    assert line.move == match.move_number
    assert line.clause.startswith("§")
    assert line.seat is None or line.seat in range(3)


def test_scores_stand_at_every_moment() -> None:
    match = played()
    while not match.over:
        view = json.loads(json.dumps(match.view(0)))
        assert view["scores"] == match.scores
        assert view["ranks"] == match.ranks
        match.play(match.choices[-1])


def test_a_match_is_forgotten_when_nobody_holds_it() -> None:
    match = played()
    match.prompt()
    gone = weakref.ref(match)
    del match
    gc.collect()
    assert gone() is None
