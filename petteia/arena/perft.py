"""Counting positions: the number of lines of play of each length from the deal of a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from petteia.engine import drivers
from petteia.engine.game import BadOption
from petteia.engine.news import muted
from petteia.engine.records import as_bytes, new
from petteia.match import new_match

DEEPEST = 12


def count(game: str, seats: int, seed: int, depth: int, options: Mapping[str, Any] | None = None) -> list[int]:
    """Positions after 0, 1, …, `depth` decisions; a finished game counts where it ends."""
    if not 0 <= depth <= DEEPEST:
        raise BadOption(f"a depth from 0 to {DEEPEST}, not {depth}")
    match = new_match(game, seats, seed, options)
    line = new(match.game.state, depth + 1)
    as_bytes(line)[: line.itemsize] = match._bytes
    outs = np.zeros((depth + 1, match.game.space.size), np.int32)
    counts, places = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return [int(drivers.perft(match.box.record, line, muted(), outs, counts, places, d)) for d in range(depth + 1)]
