"""Learning from games that bots play on processors: their positions, and how they ended.

A king of Poseidon plans routes, each game other ones; a graphics card, whose threads go the same way, is slower at that
than one core. So here games are played by compiled bots, on as many cores as there are, and the network learns what
came of positions out of them. First greedy bots play, who slip now and then; later the network itself
sits among them, and learns what its own play leads to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from petteia import games
from petteia.bots.roster import find
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.bots.search import ALL
from petteia.engine.compiling import driver
from petteia.engine.encoding import MOST_SEATS, Plan, encode, plan_of
from petteia.engine.records import as_bytes, new
from petteia.engine.verbs import redact, value

Array = np.ndarray[Any, Any]

GREEDY = ("greedy", "easy:temperature=15", "easy:temperature=40")
LEARNED = f"hard:kind=halving:candidates=1:looks=1:network={ALL}"  # what the network takes, one choice ahead
PIECE = 12  # games of one piece of work
SLIPS = 12  # one choice in so many is any: else the network never learns what they lead to
LISTED = 512  # entries of a position that are kept


@driver
def see_all(
    box: Any,
    states: Any,
    eyes: Any,
    lines: Any,
    seen: Any,
    seen_bytes: Any,
    entries: Any,
    amounts: Any,
    listed: Any,
    listed_amounts: Any,
    values: Any,
) -> None:
    """What one seat sees of each state: the entries that are not 0, as many as there is room for, and all `value`s."""
    for i in range(len(states)):
        seats = int(states[i].seats)
        redact(box[0], states[i], int(eyes[i]), seen)
        n = encode(lines, seen_bytes, int(eyes[i]), seats, entries, amounts)
        for k in range(min(n, listed.shape[1])):
            listed[i, k], listed_amounts[i, k] = entries[k], amounts[k]
        for place in range(seats):
            values[i, place] = value(box[0], seen[0], (eyes[i] + place) % seats)


@dataclasses.dataclass
class Watched:
    """Positions out of games, each as one seat saw it; what came of them is counted from that seat too."""

    entries: Array  # entry 0 with amount 0 where there are no more
    amounts: Array
    values: Array
    seats: Array
    win: Array
    points: Array

    def __len__(self) -> int:
        return len(self.seats)

    def some(self, which: Array) -> Watched:
        return Watched(*(getattr(self, field)[which] for field in FIELDS))


FIELDS = tuple(field.name for field in dataclasses.fields(Watched))


def joined(parts: list[Watched]) -> Watched:
    return Watched(*(np.concatenate([getattr(part, field) for part in parts]) for field in FIELDS))


class Watching:
    """Games of bots, one series after the other."""

    def __init__(self, game: str, seats: list[int], seed: int, every: int, threads: int) -> None:
        self.game, self.seats, self.seed, self.every = games.find(game), seats, seed, every
        self.plan: Plan = plan_of(self.game, self.game.box)
        self.room = self.game.longest // every
        self.listed = min(self.plan.most, LISTED)
        self.pool = ThreadPoolExecutor(threads)
        self.pieces = 0

    def watch(self, pieces: int, weights: Array | None) -> Iterator[Watched]:
        """Positions of so many pieces of work; the network sits among the greedy bots where its weights are given."""
        waiting = [self.pool.submit(self._piece, self.pieces + i, weights) for i in range(pieces)]
        self.pieces += pieces
        return (piece.result() for piece in waiting)

    def _piece(self, number: int, weights: Array | None) -> Watched:
        rng = np.random.default_rng([self.seed, number])
        seats = self.seats[number % len(self.seats)]
        who = list(GREEDY) if weights is None else [LEARNED, LEARNED, LEARNED, *GREEDY]
        bots = [find(who[rng.integers(len(who))], self.game.name) for _ in range(seats)]
        rows = np.stack([row_for(bot, self.game.name, seats) for bot in bots])
        mind = Mind(self.game, rows, self.game.box, weights)
        blank = self.game.blank({}, seats, self.game.box)
        seen = mind.watch(self.game.box, blank, self.seed, number * PIECE, PIECE, self.room, self.every, SLIPS)
        return self._seen(*seen, seats, rng)

    def _seen(self, states: Array, scores: Array, wins: Array, seats: int, rng: np.random.Generator) -> Watched:
        there = states["seats"] > 0
        of_game = np.nonzero(there)[0]
        found: Array = states[there]
        n, eyes = len(found), rng.integers(0, seats, len(found))
        seen = new(self.game.state)
        entries, amounts = np.zeros((n, self.listed), np.int16), np.zeros((n, self.listed), np.int8)
        values = np.zeros((n, MOST_SEATS), np.float32)
        scratch = np.zeros(self.plan.most, np.int32), np.zeros(self.plan.most, np.int8)
        see_all(
            *(self.game.box.record, found, eyes, self.plan.lines, seen, as_bytes(seen), *scratch),
            *(entries, amounts, values),
        )
        turn = (eyes[:, None] + np.arange(seats)) % seats
        win, points = np.zeros((n, MOST_SEATS), np.float32), np.zeros((n, MOST_SEATS), np.float32)
        win[:, :seats] = np.take_along_axis(wins[of_game], turn, 1)
        ahead = scores - scores.mean(1, keepdims=True)
        points[:, :seats] = np.take_along_axis(ahead[of_game], turn, 1)
        return Watched(entries, amounts, values, np.full(n, seats, np.int32), win, points)
