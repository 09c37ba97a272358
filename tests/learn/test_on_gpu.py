"""A graphics card sees what a processor sees: in Numba's simulator, and on a card where there is one."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import petteia
from petteia.bots import Bot
from petteia.engine.encoding import plan_of, row_of
from petteia.games import find

GAMES = petteia.games.NAMES
SEATS, POSITIONS = 3, 6

# The kernel sees the positions of a file: every thread one of them, from the seat that is told.
IN_THE_SIMULATOR = """
import sys
import numpy as np
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray
from petteia.engine import news
from petteia.engine.encoding import MOST_SEATS, plan_of
from petteia.engine.records import as_bytes, new
from petteia.games import find
from petteia.learn import on_gpu
from petteia.learn.steps import Do

game, file = find(sys.argv[1]), sys.argv[2]
told, plan = np.load(file), plan_of(game, game.box)
many = len(told["eyes"])
states, seen = new(game.state, many), new(game.state, many)
as_bytes(states)[:] = told["states"].reshape(-1)
rows, values = np.zeros((many, plan.width), np.int8), np.zeros((many, MOST_SEATS), np.float32)
none, seats = np.zeros(many, np.int32), np.full(many, told["seats"], np.int32)
arguments = (
    game.box.record, game.blank({}, int(told["seats"]), game.box), news.muted(), states, states, none, seats, none,
    none, none, none, told["eyes"], none, none, none, none, none, states, seen, as_bytes(seen).reshape(many, -1),
    plan.lines, np.zeros((many, plan.most), np.int16), np.zeros((many, plan.most), np.int8), rows, values,
    none, none, none,
)
on_gpu.do(many, Do.SEE.value, *(FakeCUDAArray(one) for one in arguments), 0, 0)
np.savez(file, rows=rows, values=values)
"""


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_sees_what_players_see(game: str, tmp_path: pathlib.Path) -> None:
    """Interpreted, one thread after the other, by Numba's simulator of a graphics card."""
    match, bot, file = petteia.new(game, seats=SEATS, seed=6), Bot("greedy", 6), tmp_path / "positions.npz"
    expected, states, eyes = [], [], []
    plan = plan_of(find(game), find(game).box)
    for position in range(POSITIONS):
        seat = position % SEATS
        expected.append(row_of(plan, match.redacted(seat).tobytes(), seat, SEATS))
        states.append(np.frombuffer(match.array.tobytes(), np.uint8))
        eyes.append(seat)
        for _ in range(9):
            match.play(bot.choose(match))
    np.savez(file, states=np.stack(states), eyes=np.array(eyes, np.int32), seats=SEATS)
    simulated = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    subprocess.run([sys.executable, "-c", IN_THE_SIMULATOR, game, str(file)], env=simulated, check=True)
    seen = np.load(file)
    assert (seen["rows"] == np.stack(expected)).all()
    assert seen["values"][:, :SEATS].any()
    assert not seen["values"][:, SEATS:].any()
