"""The same games, compiled, interpreted and with bounds checking on, with all checks of sample_games.py."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

from petteia.games import NAMES, find

# The first game stands for what all share; those that take long interpreted have one for each number of seats.
GAMES = {"peloponnes": 40, "peloponnes_card": 4, "hellas": 15, "poseidon": 4}
PARTS = [(name, 0, GAMES[name]) for name in NAMES]


def sample(game: str, first: int, count: int, **switches: str) -> list[str]:
    script = pathlib.Path(__file__).with_name("sample_games.py")
    run = subprocess.run(
        [sys.executable, "-W", "error", str(script), game, str(first), str(count)],
        env={**os.environ, **switches},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    lines = run.stdout.splitlines()
    assert len(lines) == count
    return lines


@pytest.mark.parametrize(("game", "first", "count"), PARTS)
def test_interpreted_and_bounds_checked_games_are_the_compiled_ones(game: str, first: int, count: int) -> None:
    compiled = sample(game, first, count)
    assert {int(line.split()[1]) for line in compiled} == set(find(game).seats)
    assert sample(game, first, count, NUMBA_BOUNDSCHECK="1") == compiled
    assert sample(game, first, count, NUMBA_DISABLE_JIT="1") == compiled
