"""Thousands of games at once, as arrays.

batch = petteia.Batch("peloponnes", seats=4, games=1024, seed=0)
while True:
    choices = my_policy(batch.states, batch.masks, batch.to_move)
    batch.step(choices)          # finished games have left `scores` and are dealt anew
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from petteia.engine import drivers, news
from petteia.engine.boxes import Box
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption
from petteia.engine.records import new
from petteia.games import find
from petteia.match import open_box


class IllegalInBatch(PetteiaError):
    """A choice of a batch that is not legal; nothing was played. `index` is the game it was for."""

    def __init__(self, index: int, choice: int) -> None:
        self.index = index
        self.choice = choice
        super().__init__(f"game {index}: choice {choice} is not legal; nothing was played in any game")


class Batch:
    """Many games of the same kind, each at its own decision. The arrays are the batch's own memory, not copies:
    read them, and copy what must outlast the next step.

    Attributes:
        to_move: (games,) the seat that decides
        masks: (games, choices) which choices are legal
        over: (games,) whether the last step ended a game there (it has been dealt anew)
        scores: (games, seats) the final scores of the game that ended there last
        states: (games,) the records themselves, with everything that is hidden
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 1024,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        box: str | os.PathLike[str] | Box | None = None,
    ) -> None:
        self.game = find(game)
        self.box = open_box(self.game, box)
        self._blank = self.game.blank({} if options is None else options, seats, self.box)
        if not isinstance(games, int) or isinstance(games, bool) or games < 1:
            raise BadOption(f"a batch has at least one game, not {games!r}")
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63:
            raise BadOption(f"the seed of a batch is a whole number from 0 to 2**63 - 1, not {seed!r}")
        self.seats, self.games, self.seed = seats, games, seed
        self.states = new(self.game.state, games)
        self.masks = np.zeros((games, self.game.space.size), np.bool_)
        self.to_move = np.zeros(games, np.int8)
        self.over = np.zeros(games, np.bool_)
        self.scores = np.zeros((games, seats), np.int32)
        self._streams = np.arange(games, dtype=np.int64)
        self._news = news.muted()
        self._out = np.zeros(self.game.space.size, np.int32)
        drivers.deal_batch(
            self.box.record,
            self._blank,
            self.states,
            self._news,
            self._out,
            seats,
            seed,
            self.masks,
            self.to_move,
            self._streams,
        )

    def __len__(self) -> int:
        return self.games

    def step(self, choices: Any) -> None:
        """Plays one choice in every game. If one of them is not legal, none is played."""
        try:
            chosen = np.ascontiguousarray(choices)
        except (ValueError, TypeError):
            raise BadOption(f"step takes {self.games} whole numbers, one for each game") from None
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise BadOption(f"step takes {self.games} whole numbers, not an array {chosen.shape} of {chosen.dtype}")
        if chosen.dtype != np.int32:
            clipped = np.clip(chosen, -1, self.game.space.size).astype(np.int32)
        else:
            clipped = chosen
        refused = drivers.step_batch(
            self.box.record,
            self._blank,
            self.states,
            self._news,
            self._out,
            self.seats,
            self.seed,
            clipped,
            self.masks,
            self.to_move,
            self._streams,
            self.over,
            self.scores,
        )
        if refused != drivers.PLAYED_ALL:
            raise IllegalInBatch(refused, int(chosen[refused]))
