"""Many games between bots, with what comes out of them.

Compiled games release Python's lock, so workers are threads. A game depends on the seed and its number alone: the same
seed gives the same result with any number of workers.
"""

from __future__ import annotations

import dataclasses
import math
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from petteia.bots import kind_of
from petteia.bots.greedy import RANDOM, contests
from petteia.engine.boxes import Box
from petteia.engine.game import BadOption, Game
from petteia.engine.news import muted
from petteia.engine.records import new
from petteia.games import find
from petteia.match import open_box

PIECE = 2000  # games of one piece of work
MOST_GAMES = 10**12
CONFIDENCE = 1.959963984540054  # 95 %


@dataclasses.dataclass
class Result:
    """What came out; `as_json` is what `petteia simulate --json` prints."""

    game: str
    seats: int
    games: int
    bots: list[str]
    seed: int
    workers: int
    seconds: float
    decisions: int
    mean_scores: list[float]
    win_rates: list[float]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "bots": self.bots,
            "seed": self.seed,
            "workers": self.workers,
            "seconds": self.seconds,
            "decisions": self.decisions,
            "games_per_s": self.games / self.seconds,
            "decisions_per_s": self.decisions / self.seconds,
            "decisions_per_game": self.decisions / self.games,
            "mean_scores": self.mean_scores,
            "win_rates": self.win_rates,
            "win_rate_ci": [list(confidence(rate, self.games)) for rate in self.win_rates],
        }


def confidence(rate: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a rate (Wilson's, which stays right near 0 and 1)."""
    z = CONFIDENCE
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


_Played = tuple[int, np.ndarray[Any, Any], np.ndarray[Any, Any]]  # decisions, sums of scores, sums of wins


class _Piece:
    """The buffers one worker plays in."""

    def __init__(
        self, game: Game, box: Box, blank: np.ndarray[Any, Any], kinds: np.ndarray[Any, Any], seed: int
    ) -> None:
        self.fixed = (box.record, blank, new(game.state), muted(), np.zeros(game.space.size, np.int32))
        thinking = new(game.state, 2) if (kinds != RANDOM).any() else None  # random bots need none, and compile sooner
        self.work = (thinking, np.zeros(4, np.uint64), kinds, seed)

    def play(self, first: int, games: int) -> _Played:
        seats = len(self.work[2])
        scores, wins = np.zeros((games, seats)), np.zeros((games, seats))
        decisions = contests(*self.fixed, *self.work, first, games, scores, wins)
        return decisions, scores.sum(0), wins.sum(0)


def simulate(
    game: str,
    seats: int,
    games: int,
    bots: str = "random",
    seed: int = 0,
    workers: int = 1,
    options: Mapping[str, Any] | None = None,
    box: str | os.PathLike[str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Result:
    """Plays games between bots: one name for all seats, or one for each, separated by commas."""
    found = find(game)
    printed = open_box(found, box)
    blank = found.blank(options or {}, seats, printed)
    line_up = _line_up(bots, seats)
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"1 to {MOST_GAMES:,} games can be played, not {games}")
    if not 1 <= workers <= 1024:
        raise BadOption(f"1 to 1024 workers can share the work, not {workers}")
    if not 0 <= seed < 2**63:
        raise BadOption(f"the seed is a whole number from 0 to 2**63 - 1, not {seed}")
    kinds = np.array([kind_of(name) for name in line_up], np.int64)
    _Piece(found, printed, blank, kinds, seed).play(0, 1)  # compiles, or loads what was compiled
    decisions, scores, wins = 0, np.zeros(seats), np.zeros(seats)
    began = time.perf_counter()
    pool = ThreadPoolExecutor(workers)
    pending: deque[tuple[int, Future[_Played]]] = deque()
    try:
        # Pieces are handed out a few at a time, so that a billion games take no memory and Ctrl-C ends them.
        for first in range(0, games + PIECE * 2 * workers, PIECE):
            if first < games:
                count = min(PIECE, games - first)
                pending.append((count, pool.submit(_Piece(found, printed, blank, kinds, seed).play, first, count)))
            if pending and (len(pending) >= 2 * workers or first >= games):
                count, piece = pending.popleft()
                some, score, win = piece.result()
                decisions, scores, wins = decisions + some, scores + score, wins + win
                progress(count)
    finally:
        pool.shutdown(cancel_futures=True)
    seconds = time.perf_counter() - began
    return Result(
        found.name,
        seats,
        games,
        line_up,
        seed,
        workers,
        seconds,
        decisions,
        (scores / games).tolist(),
        (wins / games).tolist(),
    )


def _line_up(bots: str, seats: int) -> list[str]:
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        kind_of(name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise BadOption(f"{len(names)} bots for {seats} seats: name one for all, or one for each")
    return names
