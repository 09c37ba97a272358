"""Everything that a table asks of a game's rules, in one compiled function.

Compiling a function takes as long as all that it calls, and most questions call half the rules: asked by functions of
their own, the first start would take three times as long.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from petteia.bots.greedy import choose
from petteia.engine import news
from petteia.engine.boxes import Box
from petteia.engine.compiling import driver
from petteia.engine.game import Game
from petteia.engine.records import new
from petteia.engine.verbs import deal, flaw, forbids, hide, legal, play, rank, redact, score, to_move

Array = np.ndarray[Any, Any]


class Ask(IntEnum):
    """The questions, and what `number` means to each."""

    DEAL = 0  # the number of seats
    LEGAL = 1
    PLAY = 2  # the choice
    REVEALING = 3  # how many choices are asked about
    FORBIDS = 4  # the choice
    TO_MOVE = 5
    FLAW = 6
    SCORE = 7
    REDACT = 8  # the seat
    HIDE = 9  # the seats that look, as a bit mask
    BOT = 10  # the kind of bot


@driver
def ask(
    what: int, number: int, box: Any, s: Any, told: Any, out: Any, work: Any, rng: Any, scores: Any, ranks: Any
) -> int:
    """Answers a question with a number: where choices are asked for, how many of them lie in `out`."""
    if what == Ask.DEAL:
        deal(box[0], s[0], told[0], number)
        return legal(box[0], s[0], out)
    if what == Ask.LEGAL:
        return legal(box[0], s[0], out)
    if what == Ask.PLAY:
        # Minus the clause that forbids the choice, in which case nothing has happened.
        clause = forbids(box[0], s[0], number)
        if clause != 0:
            return -clause
        play(box[0], s[0], told[0], number)
        return legal(box[0], s[0], out)
    if what == Ask.REVEALING:
        n = 0
        for i in range(number):
            work[0] = s[0]
            play(box[0], work[0], told[0], out[i])
            if work[0].reveals != s[0].reveals or to_move(work[0]) < 0:
                out[n] = out[i]
                n += 1
        return n
    if what == Ask.FORBIDS:
        return forbids(box[0], s[0], number)
    if what == Ask.TO_MOVE:
        return to_move(s[0])
    if what == Ask.FLAW:
        return flaw(box[0], s[0])
    if what == Ask.SCORE:
        score(box[0], s[0], scores)
        rank(box[0], s[0], ranks)
        return 0
    if what == Ask.REDACT:
        redact(box[0], s[0], number, work)
        return 0
    if what == Ask.HIDE:
        hide(box[0], s[0], number, rng)
        return 0
    return choose(box[0], s[0], told[0], out, work, rng, number)


class Desk:
    """The memory that asking takes. One is used again and again, which is much faster than to keep it with every
    match."""

    def __init__(self, game: Game, spare: list[Desk]) -> None:
        self._spare = spare
        self._news = news.listening()
        self._out = np.zeros(game.space.size, np.int32)
        self._work = new(game.state, 2)
        self._rng = np.zeros(4, np.uint64)
        self._scores = [np.zeros(game.seats[-1], np.int64) for _ in range(2)]

    @staticmethod
    def of(game: Game) -> Desk:
        """One that nobody uses now."""
        spare = _DESKS.setdefault(game.name, [])
        return spare.pop() if spare else Desk(game, spare)

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self._spare.append(self)

    def _ask(self, what: Ask, number: int, box: Box, s: Array, told: Array, rng: Array) -> int:
        return int(ask(what.value, number, box.record, s, told, self._out, self._work, rng, *self._scores))

    def _listed(self, count: int) -> list[int]:
        return self._out[:count].tolist()  # type: ignore[no-any-return]

    # -- what happens --------------------------------------------------------------------------------------------------

    def deal(self, box: Box, s: Array, seats: int) -> list[int]:
        """Deals a game whose options and generator are set; the legal choices then."""
        return self._listed(self._ask(Ask.DEAL, seats, box, s, self._news, self._rng))

    def play(self, box: Box, s: Array, choice: int) -> list[int] | int:
        """Plays a choice; the legal ones then, or the clause that forbids it, in which case nothing has happened."""
        n = self._ask(Ask.PLAY, choice, box, s, self._news, self._rng)
        return self._listed(n) if n >= 0 else -n

    def told(self) -> list[bytes]:
        """What the deal or the choice made happen."""
        return news.split(self._news)

    # -- what is asked -------------------------------------------------------------------------------------------------

    def legal(self, box: Box, s: Array) -> list[int]:
        """The legal choices of a state that came from elsewhere."""
        return self._listed(self._ask(Ask.LEGAL, 0, box, s, _MUTED, self._rng))

    def revealing(self, box: Box, s: Array, choices: list[int]) -> list[int]:
        """Those of some legal choices after which something is revealed or the game is over."""
        self._out[: len(choices)] = choices
        return self._listed(self._ask(Ask.REVEALING, len(choices), box, s, _MUTED, self._rng))

    def forbids(self, box: Box, s: Array, choice: int) -> int:
        """The clause that forbids a choice; 0 where it is legal."""
        return self._ask(Ask.FORBIDS, choice, box, s, _MUTED, self._rng)

    def to_move(self, box: Box, s: Array) -> int:
        """The seat that decides."""
        return self._ask(Ask.TO_MOVE, 0, box, s, _MUTED, self._rng)

    def flaw(self, box: Box, s: Array) -> int:
        """What is wrong with a state; 0 where nothing is."""
        return self._ask(Ask.FLAW, 0, box, s, _MUTED, self._rng)

    def standing(self, box: Box, s: Array, seats: int) -> tuple[list[int], list[int]]:
        """Scores and ranks."""
        self._ask(Ask.SCORE, 0, box, s, _MUTED, self._rng)
        scores, ranks = self._scores
        return scores[:seats].tolist(), ranks[:seats].tolist()

    def redacted(self, box: Box, s: Array, seat: int) -> bytes:
        """What a seat may know of a state."""
        self._ask(Ask.REDACT, seat, box, s, _MUTED, self._rng)
        return self._work[:1].tobytes()

    def hide(self, box: Box, s: Array, eyes: int, rng: Array) -> None:
        """Redraws what some seats, a bit mask, cannot know."""
        self._ask(Ask.HIDE, eyes, box, s, _MUTED, rng)

    def bots_choice(self, box: Box, s: Array, kind: int, rng: Array) -> int:
        """What a kind of bot chooses for the seat that decides; -1 where the game is over."""
        return self._ask(Ask.BOT, kind, box, s, _MUTED, rng)


_DESKS: dict[str, list[Desk]] = {}
_MUTED = news.muted()
