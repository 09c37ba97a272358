"""The games as environments, for whoever knows PettingZoo, Gymnasium or OpenSpiel: `pip install 'petteia[envs]'`.

import petteia.envs

gymnasium.make("petteia/Peloponnes-v0", opponents=["greedy"] * 3)      one agent against bots
gymnasium.make_vec("petteia/Hellas-v0", num_envs=1024)                 thousands of games at once
pettingzoo.make("aec", "petteia/poseidon-v0", seats=3)                 a seat for each agent

For OpenSpiel, `import petteia.envs.openspiel`, then `pyspiel.load_game("petteia_peloponnes(players=3)")`.
"""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium
import pettingzoo

from petteia.games import NAMES

VERSION = 0  # of all environments: it goes up where results are no longer comparable

__all__ = ["NAMES", "PetteiaAEC", "PetteiaEnv", "PetteiaVectorEnv"]

_WHERE = {"PetteiaAEC": "aec", "PetteiaEnv": "alone", "PetteiaVectorEnv": "vector"}


def register() -> None:
    """Makes the games known to Gymnasium and to PettingZoo."""
    for name in NAMES:
        gymnasium.register(
            f"petteia/{''.join(word.capitalize() for word in name.split('_'))}-v{VERSION}",
            entry_point="petteia.envs.alone:PetteiaEnv",
            vector_entry_point="petteia.envs.vector:PetteiaVectorEnv",
            kwargs={"game": name},
        )
        own, called = {"game": name}, f"petteia/{name}-v{VERSION}"
        pettingzoo.register("aec", called, entry_point="petteia.envs.aec:PetteiaAEC", kwargs=own)
        pettingzoo.register("parallel", called, entry_point="petteia.envs.aec:parallel_env", kwargs=own)


def __getattr__(name: str) -> Any:
    """What is slow to load is loaded when it is asked for."""
    if name in _WHERE:
        return getattr(importlib.import_module(f"petteia.envs.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register()
