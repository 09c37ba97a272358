"""The same games, compiled, interpreted and with bounds checking on, with all checks of sample_games.py."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

GAME = "peloponnes"
GAMES = 300
PART = 100


def sample(first: int, count: int, **switches: str) -> list[str]:
    script = pathlib.Path(__file__).with_name("sample_games.py")
    run = subprocess.run(
        [sys.executable, "-W", "error", str(script), GAME, str(first), str(count)],
        env={**os.environ, **switches},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    lines = run.stdout.splitlines()
    assert len(lines) == count
    return lines


@pytest.mark.parametrize("first", range(0, GAMES, PART))
def test_interpreted_and_bounds_checked_games_are_the_compiled_ones(first: int) -> None:
    compiled = sample(first, PART)
    assert sample(first, PART, NUMBA_BOUNDSCHECK="1") == compiled
    assert sample(first, PART, NUMBA_DISABLE_JIT="1") == compiled
