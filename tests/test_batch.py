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


def test_choices_that_may_not_be_written_to_compile_nothing_anew() -> None:
    batch = Batch("peloponnes", games=6, seed=1)
    batch.step(batch.masks.argmax(1))
    compiled = len(getattr(drivers.step_batch, "signatures", ()))
    chosen = batch.masks.argmax(1).astype(np.int32)
    chosen.flags.writeable = False
    batch.step(chosen)
    assert len(getattr(drivers.step_batch, "signatures", ())) == compiled


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


# -- what came of games ------------------------------------------------------------------------------------------------


def ended_at(batch: Batch, game: int) -> tuple[list[int], list[int]]:
    """Scores and ranks in the last state of a game, as a match tells them."""
    with Desk.of(batch.game) as desk:
        return desk.standing(batch.box, batch.endings[game : game + 1], batch.seats)


def test_endings_scores_and_ranks_are_those_of_the_game_that_ended() -> None:
    batch, dice = Batch("peloponnes", seats=3, games=16, seed=3), np.random.default_rng(2)
    ended = np.zeros(16, np.bool_)
    for step in range(250):
        batch.step(pick(batch, dice))
        ended |= batch.over
        if step % 50 == 49:
            assert ended.any()
            for game in np.flatnonzero(ended):
                assert (batch.scores[game].tolist(), batch.ranks[game].tolist()) == ended_at(batch, game)
    assert ended.all()


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_rewards_come_with_the_step_that_ends_a_game(reward: str) -> None:
    batch, dice = Batch("peloponnes", seats=3, games=16, seed=3, reward=reward), np.random.default_rng(2)
    rewarded = 0
    for _ in range(150):
        batch.step(pick(batch, dice))
        assert (batch.rewards.shape, batch.rewards.dtype) == ((16, 3), np.float32)
        assert not batch.rewards[~batch.over].any()
        for game in np.flatnonzero(batch.over):
            scores, ranks = ended_at(batch, game)
            firsts = ranks.count(1)
            expected = {
                "win": [(rank == 1) / firsts for rank in ranks],
                "rank": [sum(0.5 * (own < one) + 0.5 * (own <= one) for one in ranks) / 2 - 0.25 for own in ranks],
                "points": scores,
            }
            assert batch.rewards[game].tolist() == pytest.approx(expected[reward])
            rewarded += 1
    assert rewarded > 16


def with_ranks(batch: Batch, ranks: list[int]) -> list[float]:
    """Rewards of one game that has just ended with these ranks."""
    batch.over[:] = True
    batch.ranks[:] = ranks
    return [round(float(one), 4) for one in batch.rewards[0]]


def test_ties_share_a_reward() -> None:
    win, rank = (Batch("peloponnes", seats=3, games=1, reward=reward) for reward in ("win", "rank"))
    assert with_ranks(win, [1, 3, 1]) == [0.5, 0, 0.5]
    assert with_ranks(win, [1, 1, 1]) == [0.3333] * 3
    assert with_ranks(rank, [1, 2, 3]) == [1, 0.5, 0]
    assert with_ranks(rank, [1, 3, 1]) == [0.75, 0, 0.75]
    alone = Batch("peloponnes", seats=1, games=1, reward="rank")
    assert with_ranks(alone, [1]) == [1]


def test_games_are_cut_short() -> None:
    batch, dice = Batch("peloponnes", seats=2, games=8, seed=3, most_decisions=10), np.random.default_rng(2)
    free = Batch("peloponnes", seats=2, games=8, seed=3)
    for step in range(1, 31):
        chosen = pick(batch, dice)
        batch.step(chosen)
        assert batch.truncated.tolist() == [step % 10 == 0] * 8
        assert batch.decisions.tolist() == [step % 10] * 8
        assert not batch.over.any()
        assert not batch.rewards.any()
        if step <= 10:
            free.step(chosen)
        if step == 10:
            assert batch.endings.tobytes() == free.states.tobytes()
            assert (batch.scores[0].tolist(), batch.ranks[0].tolist()) == ended_at(batch, 0)
    assert not free.truncated.any()


# -- whose game it is --------------------------------------------------------------------------------------------------


def test_seeds_deal_what_a_match_deals() -> None:
    seeds = [7, "ab" * 32, bytes(range(32)), 2**70]
    batch = Batch("peloponnes", seats=3, games=4, seeds=seeds)
    for game, seed in enumerate(seeds):
        assert batch.states[game].tobytes() == petteia.new("peloponnes", seats=3, seed=seed).state_bytes


def test_what_follows_a_seed_depends_on_it_alone() -> None:
    one, other = Batch("peloponnes", games=3, seeds=[5, 6, 7]), Batch("peloponnes", games=2, seed=9, seeds=[7, 5])
    for _ in range(200):
        chosen = one.masks.argmax(1)
        one.step(chosen)
        other.step(chosen[[2, 0]])
        assert one.states[[2, 0]].tobytes() == other.states.tobytes()
    assert one.endings.tobytes() != bytes(one.endings.nbytes)


def test_single_games_are_dealt_anew() -> None:
    batch, dice = Batch("peloponnes", seats=3, games=4, seed=1), np.random.default_rng(1)
    for _ in range(10):
        batch.step(pick(batch, dice))
    before = batch.states.copy()
    batch.deal(np.array([False, True, True, False]), seeds=[1, 2, None, 4])
    assert batch.states[[0, 3]].tobytes() == before[[0, 3]].tobytes()
    assert batch.states[1].tobytes() == petteia.new("peloponnes", seats=3, seed=2).state_bytes
    assert batch.states[2].tobytes() == Batch("peloponnes", seats=3, games=7, seed=1).states[6].tobytes()
    assert batch.decisions.tolist() == [10, 0, 0, 10]
    before = snapshot(batch)
    with pytest.raises(petteia.BadSeed):
        batch.deal(seeds=[1, 2, 3, "one"])
    assert snapshot(batch) == before
    batch.deal(np.zeros(4, np.bool_), seeds=[1, 2, 3, 4])
    assert snapshot(batch) == before
    batch.deal(seeds=[3] * 4)
    assert len({state.tobytes() for state in batch.states}) == 1


def test_every_game_has_options_of_its_own() -> None:
    given = [{"completing": "may"}, {}, {"two_halves": "count_once"}, {"completing": "may"}]
    batch, dice = Batch("peloponnes", seats=2, games=4, seed=2, options=given), np.random.default_rng(1)
    alone = [Batch("peloponnes", seats=2, games=4, seed=2, options=own) for own in given]
    for _ in range(120):
        for game, own in enumerate(given):
            assert batch.game.options_of(batch.states[game : game + 1], batch.box) == own
            assert batch.states[game].tobytes() == alone[game].states[game].tobytes()
        chosen = pick(batch, dice)
        batch.step(chosen)
        for game, one in enumerate(alone):
            others = one.masks.argmax(1)
            others[game] = chosen[game]
            one.step(others)


def test_a_choice_only_in_some_games() -> None:
    batch, dice = Batch("peloponnes", seats=3, games=6, seed=4), np.random.default_rng(1)
    while not batch.over.any():
        batch.step(pick(batch, dice))
    ended = batch.over.copy()
    before, chosen = batch.states.copy(), pick(batch, dice)
    chosen[ended] = -7  # whatever it is
    batch.step(chosen, where=~ended)
    assert batch.states[ended].tobytes() == before[ended].tobytes()
    assert not batch.over[ended].any()
    assert all(batch.states[game].tobytes() != before[game].tobytes() for game in np.flatnonzero(~ended))
    where = np.array([True] + [False] * 5)
    before = snapshot(batch)
    with pytest.raises(IllegalInBatch, match="game 0: choice -1 is not legal"):
        batch.step([-1] * 6, where)
    assert snapshot(batch) == before


# -- observations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["compact", "entries"])
def test_observations_are_those_of_the_seat_to_move(form: str) -> None:
    batch, dice = Batch("peloponnes", seats=3, games=5, observe=form, seeds=range(5)), np.random.default_rng(1)
    matches = [petteia.new("peloponnes", seats=3, seed=seed) for seed in range(5)]
    row, ended = batch.observations, np.zeros(5, np.bool_)
    for _ in range(130):
        for game in np.flatnonzero(~ended):
            assert (row[game] == matches[game].observe(form=form)).all()
        chosen = pick(batch, dice)
        batch.step(chosen)
        for game in np.flatnonzero(~ended):
            matches[game].play(int(chosen[game]))
            if matches[game].over:
                assert batch.over[game]
                for seat in range(3):
                    seen = matches[game].observe(seat, form)
                    assert (batch.final_observations[game, seat] == seen).all()
        ended |= batch.over
    assert ended.all()
    assert batch.observations.ctypes.data == row.ctypes.data


def test_a_batch_that_observes_nothing_says_so() -> None:
    batch = Batch("peloponnes", games=2)
    for name in ("observations", "final_observations"):
        with pytest.raises(petteia.BadOption, match="make it with observe='compact' or observe='entries'"):
            getattr(batch, name)


# -- redraws -----------------------------------------------------------------------------------------------------------


def test_redraws_are_a_batch_of_their_own() -> None:
    batch, dice = Batch("peloponnes", seats=3, games=5, seed=1, observe="compact"), np.random.default_rng(1)
    for _ in range(20):
        batch.step(pick(batch, dice))
    before = snapshot(batch)
    redrawn = batch.hidden(seed=4, copies=3)
    assert (len(redrawn), redrawn.seats) == (15, 3)
    for name in ("masks", "to_move", "decisions", "observations"):
        assert (getattr(redrawn, name) == getattr(batch, name).repeat(3, 0)).all()
    assert len({state.tobytes() for state in redrawn.states}) == 15
    assert redrawn.states.tobytes() == batch.hidden(seed=4, copies=3).states.tobytes()
    assert redrawn.states.tobytes() != batch.hidden(seed=5, copies=3).states.tobytes()
    while not redrawn.over.any():
        redrawn.step(pick(redrawn, dice))
    assert snapshot(batch) == before


@pytest.mark.parametrize("seats", [1, -1, [0, 1, 2, 0, -1]])
def test_redraws_for_other_seats(seats: Any) -> None:
    batch, dice = Batch("peloponnes", seats=3, games=5, seed=1), np.random.default_rng(1)
    for _ in range(20):
        batch.step(pick(batch, dice))
    redrawn = batch.hidden(seats, seed=2)
    for game, seat in enumerate(np.broadcast_to(seats, 5)):
        with Desk.of(batch.game) as desk:
            own, other = (desk.redacted(batch.box, one.states[game : game + 1], int(seat)) for one in (batch, redrawn))
        assert own == other
        assert redrawn.states[game].tobytes() != batch.states[game].tobytes()


@pytest.mark.parametrize("wrong", [{"seats": 3}, {"seats": -2}, {"seats": [0, 1]}, {"seed": -1}, {"copies": 0}])
def test_redraws_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(petteia.BadOption):
        Batch("peloponnes", seats=3, games=5).hidden(**wrong)


# -- threads -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_any_number_of_threads_plays_the_same(threads: int) -> None:
    given: dict[str, Any] = {"seats": 3, "games": 13, "seed": 6, "observe": "compact", "most_decisions": 70}
    one, other = Batch("peloponnes", **given), Batch("peloponnes", threads=threads, **given)
    dice = np.random.default_rng(1)
    for step in range(200):
        assert snapshot(one) == snapshot(other)
        for name in ("observations", "truncated", "decisions", "endings", "rewards", "ranks", "final_observations"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
        where = dice.random(13) < 0.9 if step % 3 == 0 else None
        chosen = pick(one, dice)
        one.step(chosen, where)
        other.step(chosen, where)
    assert one.hidden(seed=3).states.tobytes() == other.hidden(seed=3).states.tobytes()


@pytest.mark.parametrize("index", [0, 4, 7])
def test_no_thread_plays_where_one_choice_is_illegal(index: int) -> None:
    batch = Batch("peloponnes", seats=3, games=8, seed=1, threads=3)
    chosen = batch.masks.argmax(1)
    before = snapshot(batch)
    for wrong in (int(batch.masks[index].argmin()), -1, 10**6):
        chosen[index] = wrong
        with pytest.raises(IllegalInBatch, match=f"game {index}: choice {wrong} is not legal; nothing"):
            batch.step(chosen)
        assert snapshot(batch) == before


# -- mistakes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"observe": "pixels"}, "observations are 'compact' or 'entries'"),
        ({"reward": "glory"}, "the reward is one of win, rank, points, not 'glory'"),
        ({"threads": 0}, "at least one thread, not 0"),
        ({"threads": 1.5}, "at least one thread, not 1.5"),
        ({"most_decisions": 0}, "at least one decision, not 0"),
        ({"seeds": [1, 2]}, "a seed for each of the 4 games"),
        ({"options": [{}, {}]}, "for each of the 4 games, not for 2"),
        ({"options": [{}, {}, {}, {"nonsense": 1}]}, "there is no option 'nonsense'"),
        ({"options": "completing"}, "options are given by name"),
    ],
)
def test_what_a_batch_cannot_be_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(petteia.BadOption, match=said):
        Batch("peloponnes", **{"seats": 2, "games": 4, **wrong})


def test_a_seed_that_is_none() -> None:
    with pytest.raises(petteia.BadSeed):
        Batch("peloponnes", games=2, seeds=[1, "one"])


@pytest.mark.parametrize("where", [True, [True] * 3, [1, 0, 1, 0], "all"])
def test_where_is_a_truth_value_for_each_game(where: Any) -> None:
    batch = Batch("peloponnes", games=4)
    for call in (lambda: batch.deal(where), lambda: batch.step(batch.masks.argmax(1), where)):
        with pytest.raises(petteia.BadOption, match="`where` is 4 truth values"):
            call()
