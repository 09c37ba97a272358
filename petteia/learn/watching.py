"""Learning from what bots try on processors: positions after the choices of a decision, and how games end from there.

A king of Poseidon plans routes, each game other ones; a graphics card, whose threads go the same way, is slower at that
than one core. So here compiled bots play, on as many cores or machines as there are. Now and then they stop, and try
what one could choose, each choice in a future of greedy players of its own, all with the same luck: the network learns
less from who wins at last than from what a choice changes. First greedy bots play the games, later the network among
them.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from petteia import games
from petteia.arena.crew import crew_for
from petteia.bots.roster import Named, find
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.bots.search import ALL
from petteia.engine.compiling import driver
from petteia.engine.encoding import MOST_SEATS, Plan, encode, plan_of
from petteia.engine.game import Game
from petteia.engine.records import as_bytes, new
from petteia.engine.verbs import redact, to_move, value

Array = np.ndarray[Any, Any]

GREEDY = ("greedy", "easy:temperature=15", "easy:temperature=40")
LEARNED = f"hard:kind=halving:candidates=1:looks=1:network={ALL}"  # what the network takes, one choice ahead
PLAYS_ON = "hard:network=0"  # how futures go on, and what they are worth
PIECE = 24  # decisions of one piece of work
APART = 10_000  # games, of which pieces of work begin with one: no piece has as many
LISTED = 512  # entries of a position that are kept


@driver
def see_all(
    box: Any,
    states: Any,
    lines: Any,
    seen: Any,
    seen_bytes: Any,
    entries: Any,
    amounts: Any,
    listed: Any,
    listed_amounts: Any,
    values: Any,
    eyes: Any,
) -> None:
    """What the seat that decides sees of each position, and afterwards: the entries that are not 0, as many as there is
    room for, and all `value`s. Games that are over are not looked at."""
    for i in range(len(states)):
        eyes[i] = to_move(states[i, 0])
        for slot in range(1, states.shape[1]):
            s, seats = states[i, slot], int(states[i, slot].seats)
            if seats == 0 or to_move(s) < 0:
                s.seats = 0
                continue
            redact(box[0], s, int(eyes[i]), seen)
            n = encode(lines, seen_bytes, int(eyes[i]), seats, entries, amounts)
            for k in range(min(n, listed.shape[2])):
                listed[i, slot - 1, k], listed_amounts[i, slot - 1, k] = entries[k], amounts[k]
            for place in range(seats):
                values[i, slot - 1, place] = value(box[0], seen[0], (eyes[i] + place) % seats)


@functools.cache
def planned(game: str) -> Plan:
    found = games.find(game)
    return plan_of(found, found.box)


@dataclasses.dataclass
class Watched:
    """What was tried: for each decision a row of positions, as the seat saw them that decides: one after each choice,
    one from later on. What came of them is counted from that seat too."""

    entries: Array  # entry 0 with amount 0 where there are no more
    amounts: Array
    values: Array
    seats: Array  # 0 where there is no position
    win: Array  # rewards, in part by points: those that `hard` goes by
    points: Array

    def __len__(self) -> int:
        return len(self.seats)

    def some(self, which: Array) -> Watched:
        return Watched(*(getattr(self, field)[which] for field in FIELDS))


FIELDS = tuple(field.name for field in dataclasses.fields(Watched))


def joined(parts: list[Watched]) -> Watched:
    return Watched(*(np.concatenate([getattr(part, field) for part in parts]) for field in FIELDS))


class Watching:
    """Games of bots who try what they could choose, one after the other: by so many threads, or all machines of a Ray
    cluster."""

    def __init__(
        self, game: str, seats: list[int], seed: int, every: int, threads: int, ray: str | None = None
    ) -> None:
        self.plan = planned(game)
        self.trying = Trying(game, tuple(seats), seed, every)
        self.crew = crew_for(self.trying, threads, ray)
        self.pieces = 0

    def watch(self, pieces: int, weights: Array | None) -> Iterator[Watched]:
        """What so many pieces of work bring, which are begun at once; the network sits among the greedy bots where its
        weights are given."""
        trying = dataclasses.replace(self.trying, weights=weights)
        waiting = [self.crew.submit(trying, self.pieces + i) for i in range(pieces)]
        self.pieces += pieces
        return (piece.result() for piece in waiting)


@dataclasses.dataclass(frozen=True)
class Trying:
    """What is tried in games of bots, as work for a crew."""

    name: str
    seats: tuple[int, ...]
    seed: int
    every: int
    weights: Array | None = None

    compiles = "tries"

    @property
    def game(self) -> Game:
        return games.find(self.name)

    @property
    def bots(self) -> list[Named]:
        return [find(name, self.name) for name in (*GREEDY, LEARNED, PLAYS_ON)]

    def begin(self) -> None:
        """Compiles what it takes, or loads what was compiled."""
        self._tried(0, 1)

    def play(self, number: int) -> Watched:
        return self._tried(number, PIECE)

    def _tried(self, number: int, decisions: int) -> Watched:
        game, rng = self.game, np.random.default_rng([self.seed, number])
        seats = self.seats[number % len(self.seats)]
        who = list(GREEDY) if self.weights is None else [LEARNED, LEARNED, LEARNED, *GREEDY]
        bots = [find(name, self.name) for name in [*rng.choice(who, seats), PLAYS_ON]]
        rows = np.stack([row_for(bot, self.name, seats) for bot in bots])
        mind = Mind(game, rows, game.box, self.weights)
        blank = game.blank({}, seats, game.box)
        return self._seen(*mind.tries(game.box, blank, self.seed, number * APART, decisions, self.every), seats)

    def _seen(self, states: Array, scores: Array, rewards: Array, seats: int) -> Watched:
        game, plan = self.game, planned(self.name)
        listed = min(plan.most, LISTED)
        shape = len(states), states.shape[1] - 1
        seen, eyes = new(game.state), np.zeros(len(states), np.int32)
        entries, amounts = np.zeros((*shape, listed), np.int16), np.zeros((*shape, listed), np.int8)
        values = np.zeros((*shape, MOST_SEATS), np.float32)
        scratch = np.zeros(plan.most, np.int32), np.zeros(plan.most, np.int8)
        see_all(
            *(game.box.record, states, plan.lines, seen, as_bytes(seen), *scratch),
            *(entries, amounts, values, eyes),
        )
        turn = ((eyes[:, None] + np.arange(seats)) % seats)[:, None]
        win, points = np.zeros((*shape, MOST_SEATS), np.float32), np.zeros((*shape, MOST_SEATS), np.float32)
        win[..., :seats] = np.take_along_axis(rewards[:, 1:], turn, 2)
        points[..., :seats] = np.take_along_axis(scores[:, 1:] - scores[:, 1:].mean(2, keepdims=True), turn, 2)
        return Watched(entries, amounts, values, states["seats"][:, 1:].astype(np.int32), win, points)
