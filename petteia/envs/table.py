"""A table for one game that is stepped fast: what all environments of single games are made of."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from petteia.batch import POINTS, REWARDS, WIN
from petteia.desk import Desk
from petteia.engine import news
from petteia.engine.boxes import Box
from petteia.engine.chance import seed_bytes, seeded_rng
from petteia.engine.game import BadOption
from petteia.engine.records import as_bytes, copied, new
from petteia.engine.stepping import NO_ONE, NOTHING, SEATS, step
from petteia.games import find
from petteia.match import IllegalChoice, Match, open_box
from petteia.observing import COMPACT, Array, Observer

ENDS, AGAIN, RAISES = ILLEGAL = ("ends", "again", "raises")  # what an illegal choice does
PENALTY = -1.0  # the reward of whoever ends a game by an illegal choice


class Table:
    """One game at a time. The arrays are the table's own memory: read them, and copy what must outlast the next choice.

    Attributes:
        mask: the legal choices as 0 and 1
        played: the ids of the choices so far
        steps: the compiled step, given a choice and the seat that looks (`petteia.engine.stepping`)
        own_row: what the seat that looked last may know, in the compact form
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        box: str | os.PathLike[str] | Box | None = None,
        *,
        observe: str = COMPACT,
        reward: str = WIN,
    ) -> None:
        self.game = find(game)
        self.box = open_box(self.game, box)
        self.seats = seats
        self.blank = self.game.blank({} if options is None else options, seats, self.box)
        if reward not in REWARDS:
            raise BadOption(f"the reward is one of {', '.join(REWARDS)}, not {reward!r}")
        self.reward = reward
        self.observer = Observer.of(self.game, seats, self.box, observe)
        self.mask = np.zeros(self.game.space.size, np.int8)
        self.played: list[int] = []
        self.seed = b""
        self._state = copied(self.blank)
        self._bytes = as_bytes(self._state)
        self.own_row = Observer.of(self.game, seats, self.box, COMPACT).blank()
        self._out = np.zeros(self.game.space.size, np.int32)
        self._match: Match | None = None
        self.steps = self._bound()

    def _bound(self) -> Callable[[int, int], int]:
        """The compiled step with all that stays the same."""
        fixed = self._state, news.muted(), self._out, self.mask, new(self.game.state), self.own_row
        return functools.partial(step, self.box.record, *fixed)

    # -- playing -------------------------------------------------------------------------------------------------------

    def deal(self, seed: int | str | bytes | None) -> None:
        """Deals the game that `petteia.new` deals by this seed."""
        self.seed = seed_bytes(seed)
        self._bytes[:] = as_bytes(self.blank)
        self._state[0]["rng"] = seeded_rng(self.seed)
        with Desk.of(self.game) as desk:
            desk.deal(self.box, self._state, self.seats)
        self.played, self._match = [], None
        self.steps(NOTHING, NO_ONE)

    def play(self, choice: int) -> None:
        """Plays a choice. If it is illegal nothing happens, and IllegalChoice says which clause forbids it."""
        if not self.allows(choice):
            self.refuse(choice)
        self.steps(choice, NO_ONE)
        self.played.append(choice)

    def allows(self, choice: int) -> bool:
        return 0 <= choice < len(self.mask) and bool(self.mask[choice])

    def refuse(self, choice: int) -> None:
        """Says why a choice is not possible."""
        why = self.match.why_not(choice)
        words = self.game.space.pick(choice).words if 0 <= choice < len(self.mask) else f"number {choice}"
        assert why is not None
        raise IllegalChoice(words, why)

    # -- looking -------------------------------------------------------------------------------------------------------

    def row(self, seat: int) -> Array:
        """What a seat may know now, a copy."""
        if self.observer.form == COMPACT:
            self.steps(NOTHING, seat)
            return self.own_row.copy()
        row: Array = self.observer.rows(self._state, [seat])[0]
        return row

    def standing(self) -> tuple[list[int], list[int]]:
        """Scores and ranks."""
        with Desk.of(self.game) as desk:
            return desk.standing(self.box, self._state, self.seats)

    def rewards(self) -> list[float]:
        """What the end brings each seat."""
        return rewards_of(self.reward, *self.standing())

    @property
    def decides(self) -> int:
        """The seat that decides now, or OVER."""
        return self.steps(NOTHING, NO_ONE) % SEATS - 1

    @property
    def match(self) -> Match:
        """The same game as a match, with its past: for words, drawings, hints, files, and bots that search."""
        if self._match is None:
            self._match = Match(self.game, self.box, self.blank, self.seats, self.seed)
        for choice in self.played[self._match.move_number :]:
            self._match.play(choice)
        return self._match


def rewards_of(reward: str, scores: Sequence[int], ranks: Sequence[int]) -> list[float]:
    """What the end of a game brings each seat: see `petteia.Batch`, which counts the same for many games."""
    if reward == POINTS:
        return [float(points) for points in scores]
    if reward == WIN or len(ranks) == 1:
        return [(own == 1) / ranks.count(1) for own in ranks]
    others = len(ranks) - 1
    return [(sum(own < one for one in ranks) + (ranks.count(own) - 1) / 2) / others for own in ranks]
