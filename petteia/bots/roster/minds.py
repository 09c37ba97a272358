"""Minds: the arrays that a search works in. They are used again and again."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.bots.roster.networks import network_for
from petteia.bots.search import BEGIN, CONTESTS, ESTIMATE, GO_ON, KIND, SETTINGS, TREE, Node, Thought, think
from petteia.engine.boxes import Box
from petteia.engine.game import Game
from petteia.engine.news import muted
from petteia.engine.records import new

Array = np.ndarray[Any, Any]

MOST_NODES = 400_000  # of a tree; a full one grows no more


class Mind:
    """What one search at a time works in. It keeps all that a search knows between its pieces."""

    def __init__(self, game: Game, rows: Array, box: Box) -> None:
        space, seats = game.space.size, game.seats[-1]
        nodes = MOST_NODES if (rows[:, KIND] == TREE).any() else 1
        self.rows = rows
        self.state = new(game.state)
        self.thought = new(Thought)
        self.rngs = np.zeros((2, 4), np.uint64)
        self._blank = new(game.state)
        self._series = np.zeros(3, np.int64)
        self._sums = np.zeros((1, seats))
        self._fixed = (
            muted(),
            np.zeros(space, np.int32),
            new(game.state, 3),
            new(Node, nodes),
            self.thought,
            np.zeros(space, np.int32),
            np.zeros(space),
            np.zeros(space, np.int32),
            np.zeros(game.longest, np.int32),
            np.zeros(2 * seats),
            self.rngs,
            *network_for(game, box),
        )

    def _think(self, what: int, number: int, box: Box, blank: Array, scores: Array, wins: Array) -> int:
        series = self._series
        return int(think(what, number, box.record, blank, self.state, *self._fixed, self.rows, series, scores, wins))

    @property
    def simulations(self) -> int:
        """How many the search has made so far."""
        return int(self.thought[0]["simulations"])

    @property
    def finished(self) -> bool:
        """Whether more simulations would change nothing: there is one choice, or one candidate is left."""
        return int(self.thought[0]["candidates"]) <= 1

    def begin(self, box: Box, state: Array, rng: Array) -> int:
        """Begins to search a choice for the seat to move; returns how many there are to choose from."""
        self.state[0] = state[0]
        self.rngs[0] = rng
        return self._think(BEGIN, 0, box, self._blank, self._sums, self._sums)

    def go_on(self, box: Box, simulations: int) -> int:
        """Goes on with what was begun; returns the best choice so far."""
        return self._think(GO_ON, simulations, box, self._blank, self._sums, self._sums)

    def estimate(self, box: Box, state: Array, eyes: int, rng: Array, simulations: int) -> Array:
        """The rewards of all seats in so many playouts, added up; `rng` is where it was afterwards."""
        self.state[0] = state[0]
        self.rngs[0] = rng
        self._series[0] = eyes
        self._sums[:] = 0
        self._think(ESTIMATE, simulations, box, self._blank, self._sums, self._sums)
        rng[:] = self.rngs[0]
        return self._sums[0]  # type: ignore[no-any-return]

    def contests(
        self, box: Box, blank: Array, seed: int, first: int, games: int, rotate: bool
    ) -> tuple[int, Array, Array]:
        """Plays games; their decisions, and a row of scores and of wins for each, by bot."""
        self._series[:] = seed, first, rotate
        scores, wins = np.zeros((games, len(self.rows))), np.zeros((games, len(self.rows)))
        return self._think(CONTESTS, games, box, blank, scores, wins), scores, wins


def blank_rows(count: int) -> Array:
    """Rows of settings, all 0."""
    return np.zeros((count, SETTINGS))
