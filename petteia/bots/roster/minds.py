"""Minds: the arrays that a search works in. They are used again and again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from petteia.bots.roster.networks import network_for
from petteia.bots.search import (
    BEGIN,
    CONTESTS,
    EFFORT,
    ESTIMATE,
    FUTURES,
    GO_ON,
    KIND,
    NO_CHILD,
    NOTED,
    SETTINGS,
    SLOTS,
    TREE,
    TRIES,
    Node,
    Thought,
    think,
)
from petteia.engine.boxes import Box
from petteia.engine.game import Game
from petteia.engine.news import listening, muted
from petteia.engine.records import new

Array = np.ndarray[Any, Any]

MOST_NODES = 400_000  # of a tree; a full one grows no more


class Mind:
    """What one search at a time works in. It keeps all that a search knows between its pieces."""

    def __init__(self, game: Game, rows: Array, box: Box, weights: Array | None = None) -> None:
        space, seats = game.space.size, game.seats[-1]
        nodes = MOST_NODES if (rows[:, KIND] == TREE).any() else 1
        self.rows = rows
        self.state = new(game.state)
        self.thought = new(Thought)
        self.rngs = np.zeros((2, 4), np.uint64)
        self._nodes = new(Node, nodes)
        self._ids = np.zeros(space, np.int32)
        self._rewards = np.zeros(space)  # of each in `_ids`, added up
        self._known = 0  # halving: candidates to begin with
        self._of, self._kinds = game.state, len(game.news)
        self._blank = new(game.state)
        self._series = np.zeros(3, np.int64)
        self._sums = np.zeros((1, seats))
        self._fixed = (
            np.concatenate([muted(), listening()]),
            np.zeros(space, np.int32),
            new(game.state, 3),
            self._nodes,
            self.thought,
            self._ids,
            self._rewards,
            np.zeros(space, np.int32),
            np.zeros(game.longest, np.int32),
            np.zeros(2 * seats),
            self.rngs,
            *network_for(game, box, weights),
        )

    def _think(self, what: int, number: int, box: Box, s: Array, blank: Array, scores: Array, wins: Array) -> int:
        series = self._series
        return int(think(what, number, box.record, blank, s, *self._fixed, self.rows, series, scores, wins))

    @property
    def simulations(self) -> int:
        """How many the search has made so far."""
        return int(self.thought[0]["simulations"])

    @property
    def finished(self) -> bool:
        """Whether more simulations would change nothing: one candidate is left, or a tree has had its effort."""
        tired = self._is_tree and self.thought[0]["effort"] >= self.rows[0, EFFORT]
        return bool(tired) or int(self.thought[0]["candidates"]) <= 1

    @property
    def _is_tree(self) -> bool:
        return bool(self.rows[0, KIND] == TREE)

    def begin(self, box: Box, state: Array, rng: Array) -> int:
        """Begins to search a choice for the seat to move; returns how many there are to choose from."""
        self.state[0] = state[0]
        self.rngs[0] = rng
        count = self._think(BEGIN, 0, box, self.state, self._blank, self._sums, self._sums)
        self._known = int(self.thought[0]["candidates"])
        return count

    def go_on(self, box: Box, simulations: int) -> int:
        """Goes on with what was begun; returns the best choice so far."""
        return self._think(GO_ON, simulations, box, self.state, self._blank, self._sums, self._sums)

    def votes(self) -> dict[int, float]:
        """The choices that the search has looked at, the best first, and how much it holds of each: the first is what
        `go_on` returned last. A tree goes by how often it tried them; halving by their places."""
        if self._is_tree and self.thought[0]["candidates"] > 1:
            return self._by_visits()
        left, known = int(self.thought[0]["candidates"]), self._known
        order = sorted(range(left), key=lambda i: -self._rewards[i])  # those that have left stand behind, in order
        ranking: list[int] = self._ids[[*order, *range(left, known)]].tolist()
        return {choice: 1 / (1 + place) for place, choice in enumerate(ranking)}

    def _by_visits(self) -> dict[int, float]:
        """As `search.most_visited` takes them."""
        found, child = {}, int(self._nodes[0]["child"])
        while child != NO_CHILD:
            node = self._nodes[child]
            if node["visits"] > 0:
                found[int(node["choice"])] = float(node["visits"] + 0.5 * node["total"] / node["visits"])
            child = int(node["sibling"])
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def futures(self, box: Box, state: Array, choices: list[int], rng: Array, many: int) -> tuple[Array, Array]:
        """How so many futures end after each of some choices: a row for every redraw, a column for every choice; and in
        the same places what happened on the way: for each kind of news and each seat how often, and its arguments added
        up. `rng` is where it was afterwards."""
        s = new(self._of, 1 + many * len(choices))
        s[0] = state[0]
        shape = many, len(choices), self._kinds, int(state[0]["seats"]), NOTED
        notes = np.zeros((many * len(choices), math.prod(shape[2:])))
        self.rngs[0] = rng
        self._series[0] = len(choices)
        self._ids[: len(choices)] = choices
        self._think(FUTURES, many, box, s, self._blank, notes, self._sums)
        rng[:] = self.rngs[0]
        return s[1:].reshape(shape[:2]), notes.reshape(shape)

    def estimate(self, box: Box, state: Array, eyes: int, rng: Array, simulations: int) -> Array:
        """The rewards of all seats in so many playouts, added up; `rng` is where it was afterwards."""
        self.state[0] = state[0]
        self.rngs[0] = rng
        self._series[0] = eyes
        self._sums[:] = 0
        self._think(ESTIMATE, simulations, box, self.state, self._blank, self._sums, self._sums)
        rng[:] = self.rngs[0]
        return self._sums[0]  # type: ignore[no-any-return]

    def contests(
        self, box: Box, blank: Array, seed: int, first: int, games: int, rotate: bool
    ) -> tuple[int, Array, Array]:
        """Plays games; their decisions, and a row of scores and of wins for each, by bot."""
        self._series[:] = seed, first, rotate
        scores, wins = np.zeros((games, len(self.rows))), np.zeros((games, len(self.rows)))
        return self._think(CONTESTS, games, box, self.state, blank, scores, wins), scores, wins

    def tries(
        self, box: Box, blank: Array, seed: int, first: int, decisions: int, every: int
    ) -> tuple[Array, Array, Array]:
        """What choices lead to, in so many decisions of games, one out of `every`: of each SLOTS positions (blank where
        there are fewer choices), and how it ends after them, in scores and in rewards by seat. One more row than there
        are seats is for playing on."""
        self._series[:] = seed, first, every
        seats = len(self.rows) - 1
        s = new(self._of, 1 + decisions * SLOTS)
        scores, rewards = np.zeros((decisions * SLOTS, seats)), np.zeros((decisions * SLOTS, seats))
        self._think(TRIES, decisions, box, s, blank, scores, rewards)
        shape = decisions, SLOTS
        return s[1:].reshape(shape), scores.reshape(*shape, seats), rewards.reshape(*shape, seats)


def blank_rows(count: int) -> Array:
    """Rows of settings, all 0."""
    return np.zeros((count, SETTINGS))
