"""PettingZoo's own tests, and that an environment is the game which petteia.new deals."""

from __future__ import annotations

import functools
import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

import petteia
import petteia.envs
from petteia.envs import aec
from petteia.envs.aec import PetteiaAEC
from petteia.games import NAMES

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests still make its own games in the former way
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
        state_test,
    )

pytestmark = [
    # PettingZoo says this of every game that it does not know by name; of its own classics it does not.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
SEATS = {"peloponnes": 4, "peloponnes_card": 3, "hellas": 2, "poseidon": 2}


def playing(env: PetteiaAEC, seed: int) -> Iterator[int]:
    """Random choices up to the end of the game, each told before it is made."""
    dice = np.random.default_rng(seed)
    while True:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            return
        assert observation is not None
        choice = int(dice.choice(np.flatnonzero(observation["action_mask"])))
        yield choice
        env.step(choice)


@pytest.mark.parametrize("game", NAMES)
def test_it_passes_the_tests_of_pettingzoo(game: str) -> None:
    api_test(PetteiaAEC(game, seats=SEATS[game]), num_cycles=60)
    seed_test(lambda: PetteiaAEC(game, seats=SEATS[game]), num_cycles=40)


def test_it_passes_them_with_observations_taken_apart() -> None:
    api_test(PetteiaAEC("hellas", seats=3, observe="entries"), num_cycles=30)


@pytest.mark.parametrize("game", NAMES)
def test_it_is_drawn_in_all_ways(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"html": lambda text: text.startswith("<div"), "svg": lambda text: text.startswith("<svg")}
    render_test(functools.partial(PetteiaAEC, game), custom_tests=drawn)
    assert capsys.readouterr().out.count("┏┓┗┛┏┓┗┛") > 0  # the meander over the tables that are printed


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_max_cycles_cuts_games_short(seats: int) -> None:
    settings = {"seats": seats, "illegal": "again"}  # PettingZoo's test chooses without a look at the mask

    def parallel_env(max_cycles: int) -> Any:
        return aec.parallel_env("peloponnes", max_cycles=max_cycles, **settings)

    def env(max_cycles: int) -> Any:
        # The test wants all agents to act in every cycle: with several seats that is the parallel form.
        if seats == 1:
            return PetteiaAEC("peloponnes", max_cycles=max_cycles, **settings)
        return parallel_to_aec(parallel_env(max_cycles))

    max_cycles_test(types.SimpleNamespace(parallel_env=parallel_env, env=env))


def test_max_cycles_are_decisions() -> None:
    env = PetteiaAEC("hellas", seats=3, max_cycles=12)
    env.reset(seed=1)
    assert len(list(playing(env, 1))) == 12
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}


@pytest.mark.parametrize("game", ["peloponnes", "hellas"])
def test_the_parallel_form_passes_its_tests(game: str) -> None:
    parallel_api_test(aec.parallel_env(game), num_cycles=60)
    parallel_seed_test(lambda: aec.parallel_env(game, illegal="again"), num_cycles=40)


def test_the_state_is_what_all_seats_know() -> None:
    settings: dict[str, Any] = {"seats": 3, "illegal": "again"}
    state_test(PetteiaAEC("hellas", **settings), aec.parallel_env("hellas", **settings))
    env = PetteiaAEC("hellas", seats=2)
    env.reset(seed=4)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert (env.state() == np.concatenate(seen)).all()


@pytest.mark.parametrize("game", NAMES)
def test_it_plays_the_game_that_petteia_deals(game: str) -> None:
    seats = SEATS[game]
    env, match = PetteiaAEC(game, seats=seats), petteia.new(game, seats=seats, seed=11)
    env.reset(seed=11)
    for moves, choice in enumerate(playing(env, 3)):
        assert env.agent_selection == f"player_{match.to_move}"
        if moves % 7 == 0:
            for seat, agent in enumerate(env.agents):
                seen = env.observe(agent)
                assert (seen["observation"] == match.observe(seat)).all()
                assert (seen["action_mask"] == match.mask * (seat == match.to_move)).all()
        match.play(choice)
    assert match.over
    firsts = [rank == 1 for rank in match.ranks]
    assert list(env.rewards.values()) == [first / sum(firsts) for first in firsts]
    assert env.match.digest() == match.digest()
    assert env.match.played == match.played
    for agent in env.possible_agents:
        assert env.agent_selection == agent
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_rewards_are_those_of_a_batch(reward: str) -> None:
    env = PetteiaAEC("hellas", seats=3, reward=reward)
    for seed in range(4):
        env.reset(seed=seed)
        batch = petteia.Batch("hellas", seats=3, games=1, seeds=[seed], reward=reward)
        for choice in playing(env, seed):
            batch.step([choice])
        assert batch.over[0]
        assert list(env.rewards.values()) == pytest.approx(batch.rewards[0].tolist())


def test_what_was_observed_stays_as_it_was() -> None:
    env = PetteiaAEC("hellas")
    env.reset(seed=1)
    seen = []
    for _, choice in zip(range(10), playing(env, 1), strict=False):
        observation = env.last()[0]
        assert observation is not None
        seen.append((observation, {name: array.copy() for name, array in observation.items()}))
        assert env.observation_space(env.agent_selection).contains(observation)
        assert observation["action_mask"][choice] == 1
    assert all((now[name] == then[name]).all() for now, then in seen for name in now)


def illegal_choice(env: PetteiaAEC) -> int:
    observation = env.last()[0]
    assert observation is not None
    return int(np.flatnonzero(observation["action_mask"] == 0)[0])


def test_an_illegal_choice_ends_the_game() -> None:
    env = PetteiaAEC("hellas", seats=3)
    env.reset(seed=2)
    who = env.agent_selection
    env.step(illegal_choice(env))
    assert all(env.terminations.values())
    assert {agent: reward for agent, reward in env.rewards.items() if reward} == {who: -1.0}
    assert "§" in env.infos[who]["illegal"]


def test_an_illegal_choice_is_asked_for_again() -> None:
    env = PetteiaAEC("hellas", illegal="again", max_cycles=3)
    env.reset(seed=2)
    who, before = env.agent_selection, env.match.digest()
    for _ in range(2):
        env.step(illegal_choice(env))
        assert (env.agent_selection, env.match.digest()) == (who, before)
        assert "§" in env.infos[who]["illegal"]
    env.step(10**6)
    assert all(env.truncations.values())


def test_an_illegal_choice_raises_with_its_clause() -> None:
    env = PetteiaAEC("hellas", illegal="raises")
    env.reset(seed=2)
    before = env.match.digest()
    for wrong in (illegal_choice(env), -1, 10**6):
        with pytest.raises(petteia.IllegalChoice, match="§"):
            env.step(wrong)
    assert env.match.digest() == before


def test_nothing_is_asked_before_a_reset() -> None:
    env = PetteiaAEC("hellas")
    for ask in (lambda: env.step(0), env.render, lambda: env.observe("player_0"), lambda: list(env.agent_iter())):
        with pytest.raises(petteia.PetteiaError, match=r"reset\(\)"):
            ask()
    with pytest.raises(AttributeError, match=r"reset\(\)"):
        _ = env.agents


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 9},
        {"options": {"nonsense": 1}},
        {"observe": "all"},
        {"reward": "money"},
        {"illegal": "maybe"},
        {"max_cycles": 0},
        {"render_mode": "oil"},
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(petteia.BadOption):
        PetteiaAEC("hellas", **wrong)


def test_they_are_registered() -> None:
    env = pettingzoo.make("aec", "petteia/hellas-v0", seats=3)
    parallel = pettingzoo.make("parallel", "petteia/peloponnes_card-v0")
    assert (str(env), len(env.possible_agents)) == ("petteia_hellas_v0", 3)
    assert len(parallel.possible_agents) == 2
    assert {f"petteia/{name}-v0" for name in NAMES} <= set(pettingzoo.aec_registry)
