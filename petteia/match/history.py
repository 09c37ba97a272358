"""History: what was played before, taking back, looking back, and matches that begin in the middle."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from petteia.desk import Desk
from petteia.engine import chance, news, verbs
from petteia.engine.boxes import Box
from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.engine.news import Happening
from petteia.engine.records import as_bytes, copied
from petteia.match.choice import Choice
from petteia.match.playing import Playing

if TYPE_CHECKING:
    from petteia.match import Match


class NothingToUndo(PetteiaError):
    """There is no earlier (or, for redo, no later) choice."""


class History(Playing):
    """A table with its past: every state that it was in, and the choices in between."""

    def __init__(
        self, game: Game, box: Box, blank: np.ndarray[Any, Any], seats: int, seed: bytes, *, deal: bool = True
    ) -> None:
        super().__init__(game, box, blank, seats, seed, deal=deal)
        self._played: list[int] = []
        self._before: list[bytes] = []  # the state before each choice
        self._undone: list[int] = []
        self._earlier = 0  # choices played before its first state, where this is known
        self._start = self.state_bytes
        self._dealt = True  # whether that is the deal of its seed

    # -- where it stands in time ---------------------------------------------------------------------------------------

    @property
    def move_number(self) -> int:
        """How many choices have been played."""
        return self._earlier + len(self._played)

    @property
    def dealt(self) -> bool:
        """Whether it began with the deal of its seed, not with a position."""
        return self._dealt

    @property
    def first_move(self) -> int:
        """The number of the first moment that is known: 0, or where the position was that it started from."""
        return self._earlier

    @property
    def played(self) -> list[int]:
        """The ids of the choices played since the first moment that is known."""
        return self._played[:]

    @property
    def states(self) -> list[bytes]:
        """The states at all moments that are known, the present one last: one more than choices."""
        return [*self._before, self.state_bytes]

    def bytes_at(self, move: int) -> bytes:
        """The state after so many choices, as it lay in memory."""
        return self.state_bytes if move == self.move_number else self._before[move - self._earlier]

    def state_at(self, move: int) -> np.ndarray[Any, Any]:
        """The same as drivers take it: an array of one record, a copy."""
        return np.frombuffer(bytearray(self.bytes_at(move)), self.game.state.dtype)

    # -- going on and taking back --------------------------------------------------------------------------------------

    def play(self, choice: Choice | int | str) -> None:
        before, number = self.state_bytes, choice if type(choice) is int else self._id(choice)
        super().play(number)
        self._before.append(before)
        self._played.append(number)
        self._undone.clear()

    def undo(self) -> None:
        """Takes the last choice back."""
        if not self._played:
            raise NothingToUndo("nothing has been played yet")
        self._undone.append(self._played.pop())
        self._set(self._before.pop())

    def redo(self) -> None:
        """Plays the choice again that was taken back last."""
        if not self._undone:
            raise NothingToUndo("nothing was taken back")
        undone = self._undone[:-1]
        self.play(self._undone[-1])
        self._undone = undone

    # -- others like it ------------------------------------------------------------------------------------------------

    def fork(self) -> Self:
        """A match of its own that stands where this one stands, with the same past."""
        other = self._apart()
        other._played, other._before, other._undone = self._played[:], self._before[:], self._undone[:]
        other._events = self.last_events
        return other

    def at(self, move: int) -> Self:
        """A match of its own that stands where this one stood after so many choices."""
        back = self.move_number - move
        if not 0 <= back <= len(self._played):
            raise NothingToUndo(f"there is no moment {move}: they go from {self.first_move} to {self.move_number}")
        kept = len(self._played) - back
        other = self._apart()
        other._played, other._before, other._undone = self._played[:kept], self._before[:kept], []
        if back:
            other._set(self._before[kept])
        return other

    def led_on(self, choice: int, state: bytes) -> Self:
        """A match of its own in which a choice has led on from here to a state, without playing it: see `resumed`."""
        other = self.at(self.move_number)
        other._before.append(self.state_bytes)
        other._played.append(choice)
        other._set(state)
        return other

    def _apart(self) -> Self:
        """A copy that shares nothing which changes."""
        other = type(self).__new__(type(self))
        other.__dict__ |= self.__dict__
        other._s = copied(self._s)
        other._bytes = as_bytes(other._s)
        other._listed = other._events = None
        return other

    @classmethod
    def resumed(
        cls,
        game: Game,
        box: Box,
        blank: np.ndarray[Any, Any],
        seats: int,
        seed: bytes,
        states: list[bytes],
        choices: list[int],
        *,
        dealt: bool = True,
        first_move: int = 0,
    ) -> Self:
        """A match put together again from its states (one more than choices), without playing them: rules that have
        changed since do not change its past, nor do new defaults its options. `dealt` is False where the first state
        is not the deal of the seed."""
        blank = copied(blank)
        blank[0]["options"] = np.frombuffer(states[0], game.state.dtype)[0]["options"]
        match = cls(game, box, blank, seats, seed, deal=False)
        match._start, match._before, match._played, match._earlier = states[0], states[:-1], choices, first_move
        match._set(states[0])
        if not dealt:
            match._begin_here()
        match._set(states[-1])
        return match

    def hidden(self, seat: int | tuple[int, ...] | None, seed: int | str | bytes | None = None) -> Self:
        """A fork in which all that the seat (None: a spectator; several: all of them together) cannot know is redrawn.
        It has no past: that would tell what was hidden."""
        several = seat if isinstance(seat, tuple) else (seat,)
        checked = {self._checked(one) for one in several}
        eyes = sum(1 << one for one in checked if one is not None)
        source = chance.seed_bytes(seed)
        # The seed of the deal would tell everything, so the fork gets one of its own.
        other = type(self)(self.game, self.box, self.blank, self.seats, hidden_seed(source), deal=False)
        other._bytes[:] = self._bytes
        rng = chance.seeded_rng(source)
        with Desk.of(self.game) as desk:
            desk.hide(self.box, other._s, eyes, rng)
        other._begin_here()
        other._earlier = self.move_number
        other._events = [news.redacted(event, self.game.news, eyes) for event in self.last_events]
        return other

    def _begin_here(self) -> None:
        """Makes the present state the first one of this match."""
        self._start, self._dealt = self.state_bytes, False
        self._set(self._start)

    # -- looking back --------------------------------------------------------------------------------------------------

    @property
    def history(self) -> list[Choice]:
        """The choices played so far."""
        match, pick = cast("Match", self), self.game.space.pick
        return [Choice(pick(i), match, before) for i, before in zip(self._played, self._before, strict=True)]

    @property
    def news(self) -> list[Happening]:
        """What the last choice (or the deal) made happen, with everything that is hidden."""
        return self.told(news.ALL)

    @property
    def last_events(self) -> list[bytes]:
        """The same, each event as it lay in memory."""
        if self._events is None:
            self._events = self.events_of(self.move_number)
        return self._events

    def events_of(self, move: int) -> list[bytes]:
        """What choice number `move` made happen; 0 is the deal."""
        with Desk.of(self.game) as desk:
            if move > self._earlier:
                desk.play(self.box, self.state_at(move - 1), self._played[move - 1 - self._earlier])
            elif self._dealt:
                s = copied(self.blank)
                s[0]["rng"] = chance.seeded_rng(self.seed)
                desk.deal(self.box, s, self.seats)
            else:
                return []  # the match starts from a position
            return desk.told()

    @property
    def led_here(self) -> bool:
        """Whether today's rules lead here from the moment before, as far as everybody can see: so they do unless they
        have changed since. What is hidden has no say in it."""
        if not self._played:
            return True
        s, here = self.state_at(self.move_number - 1), self.redacted().tobytes()
        with Desk.of(self.game) as desk:
            left = desk.play(self.box, s, self._played[-1])
            return isinstance(left, list) and desk.redacted(self.box, s, verbs.SPECTATOR) == here

    # -- what a seat may know ------------------------------------------------------------------------------------------

    def told(self, seat: int | None = None) -> list[Happening]:
        """What the last choice (or the deal) made happen, as a seat (None: a spectator) may know it."""
        return [news.happening(event, self.game.news, seat) for event in self.last_events]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, ready for JSON."""
        seat = self._checked(seat)
        mine = seat is not None and seat == self.to_move
        redacted = self.redacted(seat)
        scores, ranks = self.standing(redacted)
        return {
            "game": self.game.name,
            "seats": self.seats,
            "seat": seat,
            "move": self.move_number,
            "to_move": self.to_move,
            "over": self.over,
            "state": json.loads(self.written(redacted)),
            "choices": [choice.as_json() for choice in self.choices] if mine else [],
            "news": [happening.as_json() for happening in self.told(seat)],
            "scores": scores,
            "ranks": ranks,
        }


def hidden_seed(source: bytes) -> bytes:
    """The seed of a match whose hidden things were redrawn by another seed."""
    return hashlib.sha256(b"petteia hidden" + source).digest()
