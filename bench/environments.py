"""Steps a second of each environment, beside the same API's own games, in one run on one core.

    python bench/environments.py [--seconds 3] [--games peloponnes,hellas] [--json FILE]

Time is that of the processor. Choices are random among those that are legal, drawn the same way for all of one API, and
the time to draw them counts. For PettingZoo the same games are then played once more with the choices known, which
leaves it out; for the vector environments it is left out. Needs what `pip install 'petteia[envs]' pygame-ce` installs.
"""

from __future__ import annotations

import argparse
import functools
import json
import pathlib
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel

import petteia.envs.openspiel  # noqa: F401  # makes the games known
from petteia.envs import PetteiaVectorEnv
from petteia.games import NAMES

GAMES_AT_ONCE = 1024


def aec(env: Any, seconds: float) -> float:
    """PettingZoo: the loop of its own documentation, with the draw of its own benchmark."""

    def play(until: Callable[[], bool]) -> int:
        steps = 0
        while not until():
            env.reset()
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                    steps += 1
        return steps

    return _per_second(play, seconds)


def known(env: Any, seconds: float, games: int = 200) -> float:
    """The same loop with games whose choices are known, so that no time goes to drawing them."""
    recorded: list[list[int]] = []
    for game in range(games):
        choices: list[int] = []
        env.reset(seed=game)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            choice = None
            if not (termination or truncation):
                choice = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
                choices.append(choice)
            env.step(choice)
        recorded.append(choices)

    def play(until: Callable[[], bool]) -> int:
        steps = 0
        while not until():
            for game, choices in enumerate(recorded):
                env.reset(seed=game)
                ahead = iter(choices)
                for _ in env.agent_iter():
                    _, _, termination, truncation, _ = env.last()
                    env.step(None if termination or truncation else next(ahead))
                steps += len(choices)
        return steps

    return _per_second(play, seconds)


def openspiel(name: str, seconds: float) -> float:
    """OpenSpiel: the loop of its own examples; decisions of chance are made, and not counted."""
    game = pyspiel.load_game(name)

    def play(until: Callable[[], bool]) -> int:
        steps = 0
        while not until():
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    steps += 1
        return steps

    return _per_second(play, seconds)


def single(env: Any, seconds: float) -> float:
    """Gymnasium, one environment; those without a mask are sampled as they are."""

    def play(until: Callable[[], bool]) -> int:
        steps = 0
        while not until():
            _, info = env.reset()
            over = False
            while not over:
                mask = info.get("action_mask")
                many = env.action_space.n
                choice = random.randrange(many) if mask is None else random.choice(np.flatnonzero(mask).tolist())
                _, _, terminated, truncated, info = env.step(choice)
                over = terminated or truncated
                steps += 1
        return steps

    return _per_second(play, seconds)


def vector(envs: Any, seconds: float) -> tuple[float, float]:
    """A vector environment: steps a second, and the same with the time to draw choices."""
    dice = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    steps, inside, began = 0, 0.0, time.process_time()
    while inside < seconds:
        mask = info.get("action_mask")
        if mask is None:
            chosen = dice.integers(envs.single_action_space.n, size=envs.num_envs)
        else:
            chosen = (dice.random(mask.shape, np.float32) * mask).argmax(1)
        before = time.process_time()
        _, _, _, _, info = envs.step(chosen)
        inside += time.process_time() - before
        steps += envs.num_envs
    return steps / inside, steps / (time.process_time() - began)


def _per_second(play: Callable[[Callable[[], bool]], int], seconds: float) -> float:
    once = iter((False, True))
    play(lambda: next(once))  # what is compiled or loaded when it is first needed
    began = time.process_time()
    steps = play(lambda: time.process_time() - began >= seconds)
    return steps / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--games", default=",".join(NAMES))
    parser.add_argument("--json", type=pathlib.Path)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    random.seed(1)
    seconds, games, found = asked.seconds, asked.games.split(","), {}

    def tell(what: str, value: float, base: float | None = None) -> float:
        found[what] = value
        print(f"{what:58} {value:12,.0f}" + (f"   × {value / base:.1f}" if base else ""), flush=True)
        return value

    for label, measure in (("", aec), (", choices known", known)):
        make = functools.partial(pettingzoo.make, "aec")
        own = tell(f"PettingZoo  connect_four{label}", measure(make("classic/connect_four-v3"), seconds))
        tell(f"PettingZoo  tictactoe{label}", measure(make("classic/tictactoe-v3"), seconds), own)
        for game in games:
            tell(f"PettingZoo  {game}, 2 seats{label}", measure(make(f"petteia/{game}-v0"), seconds), own)

    own = tell("OpenSpiel   gin_rummy", openspiel("gin_rummy", seconds))
    for name in ("backgammon", "leduc_poker"):
        tell(f"OpenSpiel   {name}", openspiel(name, seconds), own)
    for game in games:
        tell(f"OpenSpiel   {game}, 2 players", openspiel(f"petteia_{game}", seconds), own)

    own = tell("Gymnasium   CartPole-v1", single(gymnasium.make("CartPole-v1"), seconds))
    for game in games:
        named = f"petteia/{''.join(word.capitalize() for word in game.split('_'))}-v0"
        for bot in ("random", "greedy"):
            tell(f"Gymnasium   {game} against {bot}", single(gymnasium.make(named, opponents=[bot]), seconds), own)

    many = GAMES_AT_ONCE
    own = tell(f"Gymnasium   {many} × CartPole-v1 (its own vector env)", _cartpole(many, seconds))
    for game in games:
        for label, settings in (
            ("against itself", {"opponents": None}),
            ("against itself, without copies", {"opponents": None, "copy": False}),
            ("against random", {"opponents": ["random"]}),
            ("against greedy", {"opponents": ["greedy"]}),
        ):
            steps, drawn = vector(PetteiaVectorEnv(game, many, **settings), seconds)
            tell(f"Gymnasium   {many} × {game} {label}", steps, own)
            found[f"… {game} {label}, with the draw"] = drawn
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _cartpole(many: int, seconds: float) -> float:
    return vector(gymnasium.make_vec("CartPole-v1", many, vectorization_mode="vector_entry_point"), seconds)[0]


if __name__ == "__main__":
    main()
