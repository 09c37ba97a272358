"""Thousands of games at once are the games that are played alone, whatever autoreset mode."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import petteia
import petteia.envs
from petteia.envs.vector import PetteiaVectorEnv

GAMES = 6
Array = np.ndarray[Any, Any]


def pick(info: dict[str, Any], dice: np.random.Generator) -> Array:
    masks = info["action_mask"]
    return (dice.random(masks.shape) * masks).argmax(1)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("masked", [False, True])
def test_against_itself_it_plays_each_game_as_a_match(mode: AutoresetMode, masked: bool) -> None:
    seats, seed = 3, 5
    envs = PetteiaVectorEnv("hellas", GAMES, None, seats=seats, autoreset_mode=mode, masked=masked)
    matches: list[petteia.Match | None] = [petteia.new("hellas", seats=seats, seed=seed + i) for i in range(GAMES)]
    observed, info = envs.reset(seed=seed)
    dice, ends = np.random.default_rng(2), 0
    waiting = np.zeros(GAMES, bool)
    while ends < GAMES:
        if mode == AutoresetMode.DISABLED and waiting.any():
            with pytest.raises(petteia.BadOption, match="reset"):
                envs.step(pick(info, dice))
            observed, info = envs.reset(options={"reset_mask": waiting})
            waiting = np.zeros(GAMES, bool)
        chosen = pick(info, dice)
        observed, rewards, over, truncated, info = envs.step(chosen)
        rows = observed["observation"] if masked else observed
        if masked:
            assert (observed["action_mask"] == info["action_mask"]).all()
        assert observed in envs.observation_space
        assert not truncated.any()
        for i, match in enumerate(matches):
            if match is None:  # the game of the seed has ended: others follow
                continue
            acted = match.to_move
            assert acted is not None
            match.play(int(chosen[i]))
            assert over[i] == match.over
            if not match.over:
                assert rewards[i] == 0
                assert (rows[i] == match.observe()).all()
                assert (info["action_mask"][i] == match.mask).all()
                assert info["seat"][i] == match.to_move
                continue
            ends += 1
            matches[i] = None
            assert rewards[i] == pytest.approx((match.ranks[acted] == 1) / match.ranks.count(1))
            final, told = rows[i], info
            if mode == AutoresetMode.SAME_STEP:
                assert info["_final_obs"][i]
                assert info["_final_info"][i]
                final = info["final_obs"][i]["observation"] if masked else info["final_obs"][i]
                told = info["final_info"]
                assert not (rows[i] == final).all()
            assert (final == match.observe(acted)).all()
            assert told["_scores"][i]
            assert told["scores"][i].tolist() == match.scores
            assert told["ranks"][i].tolist() == match.ranks
        if mode == AutoresetMode.NEXT_STEP and waiting.any():
            assert not rewards[waiting].any()
            assert not over[waiting].any()
        waiting = over | truncated


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_bots_play_until_it_is_the_agents_turn(mode: AutoresetMode) -> None:
    envs = PetteiaVectorEnv("hellas", 32, ["random", "random"], autoreset_mode=mode)
    _, info = envs.reset(seed=1)
    dice, ends, won, seats = np.random.default_rng(1), 0, 0.0, set()
    waits = np.zeros(32, bool)
    for _ in range(250):
        rows, rewards, over, truncated, info = envs.step(pick(info, dice))
        states, seat = envs.batch.states, info["seat"]
        playing = ~(over | truncated) if mode == AutoresetMode.NEXT_STEP else np.ones(32, bool)
        assert (envs.batch.to_move == seat)[playing].all()
        assert (rows[playing] == envs.observer.rows(states, seat)[playing]).all()
        assert (info["action_mask"][playing].sum(1) >= 2).all()
        assert not over[waits].any() or mode == AutoresetMode.SAME_STEP
        waits = over | truncated
        ends += int(over.sum())
        won += float(rewards.sum())
        seats |= set(seat.tolist())
    assert ends > 32
    assert 0.15 * ends < won < 0.55 * ends  # as often as the others, who choose at random too
    assert seats == {0, 1, 2}


def test_where_it_sits_and_what_came_of_it() -> None:
    envs = PetteiaVectorEnv("hellas", 16, ["greedy"], seat=1)
    _, info = envs.reset(seed=3)
    dice, ends = np.random.default_rng(1), 0
    while ends < 16:
        rows, rewards, over, _, info = envs.step(pick(info, dice))
        assert (info["seat"] == 1).all()
        for i in np.flatnonzero(over):
            assert info["_ranks"][i]
            ranks = info["ranks"][i].tolist()
            assert rewards[i] == info["rewards"][i][1] == (ranks[1] == 1) / ranks.count(1)
            assert (rows[i] == envs.observer.rows(envs.batch.endings[i : i + 1], [1])[0]).all()
            ends += 1


def test_the_same_seed_is_the_same_again() -> None:
    one, other = (PetteiaVectorEnv("hellas", 8, ["easy", "random"]) for _ in range(2))
    (seen, told), (again, same) = one.reset(seed=9), other.reset(seed=9)
    for _ in range(60):
        assert (seen == again).all()
        chosen = told["action_mask"].argmax(1)
        seen, _, _, _, told = one.step(chosen)
        again, _, _, _, same = other.step(same["action_mask"].argmax(1))
    assert one.batch.states.tobytes() == other.batch.states.tobytes()


def test_single_and_vector_environments_begin_with_the_same_games() -> None:
    envs = PetteiaVectorEnv("hellas", 4, None, seats=2)
    envs.reset(seed=6)
    assert [state.tobytes() for state in envs.batch.states] == [
        petteia.new("hellas", seats=2, seed=6 + i).state_bytes for i in range(4)
    ]
    envs.reset(seed=[1, None, 2, 1])
    states = [state.tobytes() for state in envs.batch.states]
    assert states[0] == states[3] == petteia.new("hellas", seats=2, seed=1).state_bytes
    assert len(set(states)) == 3


def test_episodes_are_cut_short() -> None:
    envs = PetteiaVectorEnv("hellas", 4, None, max_episode_steps=5)
    _, info = envs.reset(seed=1)
    for step in range(1, 6):
        _, rewards, over, truncated, info = envs.step(info["action_mask"].argmax(1))
        assert truncated.all() == truncated.any() == (step == 5)
        assert not over.any()
        assert not rewards.any()


def test_what_was_returned_stays_unless_copies_are_spared() -> None:
    for copies in (True, False):
        envs = PetteiaVectorEnv("hellas", 4, None, copy=copies)
        seen, info = envs.reset(seed=1)
        before = seen.copy()
        envs.step(info["action_mask"].argmax(1))
        assert (seen == before).all() == copies


def test_an_illegal_choice_is_refused_and_nothing_is_played() -> None:
    envs = PetteiaVectorEnv("hellas", 4, ["random"])
    _, info = envs.reset(seed=1)
    chosen, before = info["action_mask"].argmax(1), envs.batch.states.tobytes()
    chosen[2] = info["action_mask"][2].argmin()
    with pytest.raises(petteia.IllegalInBatch, match="game 2"):
        envs.step(chosen)
    assert envs.batch.states.tobytes() == before


def test_gymnasium_makes_it_and_draws_it() -> None:
    envs: Any = gymnasium.make_vec("petteia/Hellas-v0", num_envs=3, opponents=["random"], render_mode="rgb_array")
    assert isinstance(envs, PetteiaVectorEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    _, info = envs.reset(seed=2)
    envs.step(pick(info, np.random.default_rng(1)))
    pictures = envs.render()
    assert len(pictures) == 3
    assert all(picture.shape == pictures[0].shape and picture.dtype == np.uint8 for picture in pictures)
    envs.close()
    asked: Any = gymnasium.make_vec("petteia/Hellas-v0", num_envs=2, vectorization_mode="sync", opponents=["greedy"])
    observed, _ = asked.reset(seed=1)
    assert observed.shape == (2, envs.observer.width)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": ["hard"]},
        {"opponents": ["nobody"]},
        {"opponents": "greedy"},
        {"num_envs": 0},
        {"seat": 3},
        {"reward": "money"},
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(petteia.PetteiaError):
        PetteiaVectorEnv("hellas", **{"num_envs": 2, **wrong})


@pytest.mark.parametrize("mask", [[True] * 4, np.ones(3, bool), np.zeros(4, bool), np.ones(4, int)])
def test_wrong_masks_are_refused(mask: Any) -> None:
    envs = PetteiaVectorEnv("hellas", 4, None)
    envs.reset(seed=1)
    with pytest.raises(petteia.BadOption, match="reset_mask"):
        envs.reset(options={"reset_mask": mask})
