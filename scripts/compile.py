"""Compiles all that the checks call of a game: its table, and what simulates, fuzzes and counts.

Otherwise tests that run at the same time would each compile it for themselves. In one process, where functions that
were translated once serve all.
"""

from __future__ import annotations

import sys

from petteia import Batch
from petteia.arena.fuzz import fuzz
from petteia.arena.perft import count
from petteia.arena.simulate import simulate
from petteia.envs.aec import PetteiaAEC
from petteia.envs.vector import PetteiaVectorEnv
from petteia.games import find
from petteia.preparing import compile_all, compile_search

game = sys.argv[1]
seats = find(game).seats[-1]
compile_all(game)
compile_search(game)
simulate(game, seats, 1, "random")
fuzz(game, 1, seats)
count(game, seats, seed=1, depth=1)
batch = Batch(game, seats=seats, games=1, seed=1)
batch.step(batch.masks.argmax(1))
env = PetteiaAEC(game, seats)
env.reset(seed=1)
env.last()
PetteiaVectorEnv(game, 1, ["greedy"] * (seats - 1), max_episode_steps=1).reset(seed=1)
