"""Gymnasium's own check, and one agent against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import petteia
import petteia.envs
from petteia.bots import register
from petteia.envs.alone import PetteiaEnv
from petteia.games import NAMES

IDS = {name: f"petteia/{''.join(word.capitalize() for word in name.split('_'))}-v0" for name in NAMES}


def play(env: Any, seed: int, dice: np.random.Generator) -> list[tuple[Any, float, dict[str, Any]]]:
    """A whole game by random choices: what came of each."""
    observation, info = env.reset(seed=seed)
    came = [(observation, 0.0, info)]
    over = False
    while not over:
        choice = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(choice)
        over = terminated or truncated
        came.append((observation, reward, info))
    return came


@pytest.mark.parametrize("game", NAMES)
def test_it_passes_the_check_of_gymnasium(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(IDS[game]).unwrapped)
    assert "┏┓┗┛┏┓┗┛" in capsys.readouterr().out  # the mode for people


def test_it_passes_with_masks_in_the_observation_and_against_itself() -> None:
    check_env(gymnasium.make(IDS["hellas"], masked=True, observe="entries").unwrapped, skip_render_check=True)
    check_env(gymnasium.make(IDS["hellas"], opponents=None, seats=3).unwrapped, skip_render_check=True)


def test_opponents_are_asked_until_it_is_the_agents_turn() -> None:
    env = PetteiaEnv("hellas", ["greedy", "random", "easy"], seat=2)
    dice, wins = np.random.default_rng(1), []
    for seed in range(3):
        came = play(env, seed, dice)
        for observation, _, info in came[:-1]:
            assert info["seat"] == 2
            assert observation in env.observation_space
            assert info["action_mask"].sum() >= 2
        last = came[-1][2]
        assert env.match.over
        assert (last["scores"].tolist(), last["ranks"].tolist()) == (env.match.scores, env.match.ranks)
        assert came[-1][1] == last["rewards"][2] == (env.match.ranks[2] == 1) / env.match.ranks.count(1)
        assert sum(reward for _, reward, _ in came[:-1]) == 0
        assert (came[-1][0] == env.match.observe(2)).all()
        wins.append(came[-1][1])
        assert env.match.at(0).digest() == petteia.new("hellas", seats=4, seed=seed).digest()


def test_the_same_seed_is_the_same_game_by_the_same_bots() -> None:
    one, other = PetteiaEnv("hellas", ["greedy", "easy"]), PetteiaEnv("hellas", ["greedy", "easy"])
    for seed in (3, 4):
        play(one, seed, np.random.default_rng(seed))
        play(other, seed, np.random.default_rng(seed))
        assert one.match.digest() == other.match.digest()
        assert one.seat == other.seat


def test_the_agent_sits_everywhere_unless_it_has_a_seat() -> None:
    env = PetteiaEnv("hellas", ["random"] * 2)
    seats = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
    assert seats == {0, 1, 2}


class First:
    """Takes the first choice."""

    def __init__(self, game: str, seed: bytes) -> None:
        pass

    def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> Any:
        return match.choices[0]


def test_bots_of_others_play_too() -> None:
    register("first_of_all", First)
    env = PetteiaEnv("hellas", ["first_of_all"], seat=1)
    play(env, 1, np.random.default_rng(1))
    again, theirs = petteia.new("hellas", seats=2, seed=1), 0
    for choice in env.match.played:
        if again.to_move == 0:
            assert choice == again.choices[0].id
            theirs += 1
        again.play(choice)
    assert theirs > 10


def test_against_itself_every_decision_is_the_agents() -> None:
    env, dice = PetteiaEnv("hellas", None, seats=3), np.random.default_rng(1)
    _, info = env.reset(seed=5)
    match, over = petteia.new("hellas", seats=3, seed=5), False
    while not over:
        assert info["seat"] == match.to_move
        acted, choice = info["seat"], int(dice.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = env.step(choice)
        match.play(choice)
        if not match.over:
            assert (observation == match.observe()).all()
    assert match.over
    assert reward == (match.ranks[acted] == 1) / match.ranks.count(1)


@pytest.mark.parametrize(("illegal", "reward", "over"), [("ends", -1.0, True), ("again", 0.0, False)])
def test_an_illegal_choice(illegal: str, reward: float, over: bool) -> None:
    env = PetteiaEnv("hellas", illegal=illegal)
    _, info = env.reset(seed=1)
    before = env.match.digest()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, got, terminated, truncated, info = env.step(wrong)
    assert (got, terminated, truncated) == (reward, over, False)
    assert "§" in info["illegal"]
    assert env.match.digest() == before


def test_an_illegal_choice_may_raise() -> None:
    env = PetteiaEnv("hellas", illegal="raises")
    _, info = env.reset(seed=1)
    with pytest.raises(petteia.IllegalChoice, match="§"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": "greedy"},
        {"opponents": ["nobody"]},
        {"opponents": ["greedy"] * 9},
        {"opponents": ["greedy"], "seats": 3},
        {"seat": 2},
        {"seat": 0, "opponents": None},
        {"illegal": "maybe"},
        {"render_mode": "oil"},
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(petteia.PetteiaError):
        PetteiaEnv("hellas", **wrong)


def test_it_says_what_to_do_when_a_game_is_over() -> None:
    env = PetteiaEnv("hellas")
    with pytest.raises(petteia.BadOption, match="reset"):
        env.step(0)


def test_masks_by_the_name_that_others_ask_for() -> None:
    env = gymnasium.make(IDS["hellas"])
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert (masks == info["action_mask"]).all()
