"""A batch plays each game as it would be played alone, in arrays that stay where they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import petteia
from petteia import Batch, IllegalInBatch
from petteia.desk import Desk
from petteia.engine import drivers, news
from petteia.engine.compiling import driver
from petteia.engine.records import as_bytes, new

Array = np.ndarray[Any, Any]


@driver
def deal_alone(box: Any, blank: Any, s: Any, told: Any, seats: int, seed: int, stream: int) -> None:
    drivers.begin_stream(box, blank, s, told, seats, seed, stream)


def pick(batch: Batch, dice: np.random.Generator) -> Array:
    """A random legal choice in every game."""
    return (dice.random(batch.masks.shape) * batch.masks).argmax(1).astype(np.int32)


def snapshot(batch: Batch) -> list[bytes]:
    return [array.tobytes() for array in (batch.states, batch.masks, batch.to_move, batch.over, batch.scores)]


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {"solo_level": 3}), (2, {}), (4, {"completing": "may"}), (5, {"marker_coin": "lost"})]
)
def test_a_batch_equals_its_games_played_alone(seats: int, options: dict[str, Any]) -> None:
    games, seed = 8, 5
    batch = Batch("peloponnes", seats=seats, games=games, seed=seed, options=options)
    box, blank, desk = batch.box.record, batch.game.blank(options, seats, batch.box), Desk.of(batch.game)
    alone = [new(batch.game.state) for _ in range(games)]
    streams, told = list(range(games)), news.muted()
    for game in range(games):
        deal_alone(box, blank, alone[game], told, seats, seed, streams[game])
    dice, ended = np.random.default_rng(1), 0
    for _ in range(250):
        chosen = pick(batch, dice)
        batch.step(chosen)
        for game in range(games):
            legal = desk.play(batch.box, alone[game], int(chosen[game]))
            assert bool(batch.over[game]) == (not legal)
            if not legal:
                assert batch.scores[game].tolist() == desk.standing(batch.box, alone[game], seats)[0]
                streams[game] += games
                ended += 1
                deal_alone(box, blank, alone[game], told, seats, seed, streams[game])
                legal = desk.legal(batch.box, alone[game])
            assert batch.states[game].tobytes() == alone[game][0].tobytes()
            assert np.flatnonzero(batch.masks[game]).tolist() == sorted(legal)
            assert batch.to_move[game] == desk.to_move(batch.box, alone[game])
    assert ended > games


def test_scores_stay_until_the_next_game_ends() -> None:
    batch = Batch("peloponnes", seats=2, games=16, seed=3)
    dice, last = np.random.default_rng(2), np.zeros((16, 2), np.int32)
    for _ in range(300):
        batch.step(pick(batch, dice))
        assert (batch.scores[~batch.over] == last[~batch.over]).all()
        last = batch.scores.copy()
    assert last.any()


def test_games_of_a_batch_differ_and_repeat_with_the_seed() -> None:
    one, same, other = (Batch("peloponnes", seats=3, games=50, seed=seed) for seed in (1, 1, 2))
    assert snapshot(one) == snapshot(same) != snapshot(other)
    assert len({state.tobytes() for state in one.states}) == 50


def test_a_smaller_batch_has_the_same_first_games() -> None:
    big, small = Batch("peloponnes", games=20, seed=4), Batch("peloponnes", games=5, seed=4)
    assert big.states[:5].tobytes() == small.states.tobytes()


def test_the_arrays_are_the_same_memory_at_every_step() -> None:
    batch = Batch("peloponnes", seats=2, games=32, seed=1)
    arrays = (batch.states, batch.masks, batch.to_move, batch.over, batch.scores)
    where = [array.ctypes.data for array in arrays]
    dice = np.random.default_rng(1)
    before = snapshot(batch)
    for _ in range(150):
        batch.step(pick(batch, dice))
    now = (batch.states, batch.masks, batch.to_move, batch.over, batch.scores)
    assert all(one is other for one, other in zip(now, arrays, strict=True))
    assert [array.ctypes.data for array in now] == where
    assert all(one != other for one, other in zip(snapshot(batch), before, strict=True))


def test_shapes_and_types() -> None:
    batch = Batch("peloponnes", seats=4, games=10)
    size = batch.game.space.size
    assert len(batch) == 10
    assert (batch.masks.shape, batch.masks.dtype) == ((10, size), np.bool_)
    assert (batch.to_move.shape, batch.over.shape, batch.scores.shape) == ((10,), (10,), (10, 4))
    assert (batch.masks.sum(1) >= 2).all()
    assert set(batch.to_move.tolist()) <= {0, 1, 2, 3}


@pytest.mark.parametrize("index", [0, 3, 7])
@pytest.mark.parametrize("wrong", [-1, 10**6, 2**31 - 1, -(2**31), "masked"])
def test_an_illegal_choice_is_refused_and_nothing_is_played(index: int, wrong: Any) -> None:
    batch = Batch("peloponnes", seats=3, games=8, seed=1)
    dice = np.random.default_rng(1)
    for _ in range(20):
        batch.step(pick(batch, dice))
    chosen = pick(batch, dice)
    chosen[index] = batch.masks[index].argmin() if wrong == "masked" else wrong
    before = snapshot(batch)
    with pytest.raises(IllegalInBatch, match=f"game {index}: choice {chosen[index]} is not legal; nothing") as caught:
        batch.step(chosen)
    assert (caught.value.index, caught.value.choice) == (index, chosen[index])
    assert snapshot(batch) == before


def test_choices_too_large_for_a_choice_are_refused_with_their_value() -> None:
    batch = Batch("peloponnes", games=2)
    before = snapshot(batch)
    for wrong in (2**40, -(2**40), 2**63 - 1):
        with pytest.raises(IllegalInBatch) as caught:
            batch.step(np.array([0, wrong]))
        assert (caught.value.index, caught.value.choice) == (1, wrong)
    assert snapshot(batch) == before


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_any_whole_numbers_will_do(kind: str) -> None:
    one, other = Batch("peloponnes", games=6, seed=1), Batch("peloponnes", games=6, seed=1)
    chosen = one.masks[:, 1:].argmax(1) + 1  # the first bid
    one.step(chosen.astype(kind))
    other.step(chosen.tolist())
    assert snapshot(one) == snapshot(other)


def test_every_other_number_of_an_array_will_do() -> None:
    one, other = Batch("peloponnes", games=6, seed=1), Batch("peloponnes", games=6, seed=1)
    chosen = one.masks.argmax(1).astype(np.int32)
    one.step(np.repeat(chosen, 2)[::2])
    other.step(chosen)
    assert snapshot(one) == snapshot(other)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        3,
        "pass",
        [],
        [0],
        [0] * 5,
        [[0, 0, 0, 0]],
        np.zeros((4, 1), np.int32),
        [0.0] * 4,
        [True] * 4,
        ["0"] * 4,
        [None] * 4,
    ],
)
def test_wrong_shapes_and_types_are_refused(wrong: Any) -> None:
    batch = Batch("peloponnes", games=4, seed=1)
    before = snapshot(batch)
    with pytest.raises(petteia.BadOption, match="step takes 4 whole numbers, not an array"):
        batch.step(wrong)
    assert snapshot(batch) == before


def test_ragged_lists_are_refused() -> None:
    with pytest.raises(petteia.BadOption, match="step takes 4 whole numbers"):
        Batch("peloponnes", games=4).step([[0], [0, 0], [0], [0]])


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": -1},
        {"games": True},
        {"games": "10"},
        {"games": 2.0},
        {"seats": 0},
        {"seats": 6},
        {"seats": "4"},
        {"seats": True},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": "1"},
        {"seed": None},
        {"options": {"nonsense": 1}},
        {"options": {"solo_level": 1}},
    ],
)
def test_batches_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(petteia.BadOption):
        Batch("peloponnes", **{"seats": 2, "games": 4, **wrong})


def test_batches_of_no_game() -> None:
    with pytest.raises(petteia.UnknownGame):
        Batch("chess")
    with pytest.raises(petteia.BadBox):
        Batch("peloponnes", box="missing.toml")


def test_a_batch_of_a_box_of_ones_own() -> None:
    game = petteia.games.find("peloponnes")
    box = game.read_box("my.toml", game.box.text.replace("tiles_shown = 5", "tiles_shown = 4"))
    batch = Batch("peloponnes", games=4, box=box)
    assert (batch.states["shown"] == 4).all()
    assert as_bytes(batch.states).any()
