"""Counting positions: the number of lines of play of each length from the deal of a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from petteia.engine import drivers
from petteia.engine.game import BadOption
from petteia.engine.news import muted
from petteia.engine.records import as_bytes, new
from petteia.match import Match, new_match

DEEPEST = 12
COMPILED_DEPTH = 3


def count(game: str, seats: int, seed: int, depth: int, options: Mapping[str, Any] | None = None) -> list[int]:
    """Positions after 0, 1, …, `depth` decisions; a finished game counts where it ends."""
    if not 0 <= depth <= DEEPEST:
        raise BadOption(f"a depth from 0 to {DEEPEST}, not {depth}")
    match = new_match(game, seats, seed, options)
    return [_below(match, left) for left in range(depth + 1)]


def _below(match: Match, depth: int) -> int:
    """Positions so many decisions deeper. The first steps are taken in Python, so that Ctrl-C can end a long count."""
    if depth == 0 or match.over:
        return 1
    if depth <= COMPILED_DEPTH:
        return _compiled(match, depth)
    total = 0
    for choice in match.choices:
        match.play(choice)
        total += _below(match, depth - 1)
        match.undo()
    return total


def _compiled(match: Match, depth: int) -> int:
    states = new(match.game.state, depth + 1)
    as_bytes(states)[: states.itemsize] = as_bytes(match.array)
    outs = np.zeros((depth + 1, match.game.space.size), np.int32)
    counts, tried = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return int(drivers.perft(match.box.record, states, muted(), outs, counts, tried, depth))
