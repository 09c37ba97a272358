"""Playing: where a match stands, what can be chosen, and what a choice does to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from petteia.desk import Desk
from petteia.engine import chance, verbs
from petteia.engine.boxes import Box
from petteia.engine.choices import Picked, UnknownChoice
from petteia.engine.game import BadOption, Game
from petteia.engine.records import Facts, as_bytes, copied, facts_of
from petteia.engine.rulebook import Clause
from petteia.engine.writing import Writer
from petteia.match.choice import Choice, IllegalChoice
from petteia.observing import COMPACT, Observer
from petteia.remembering import Remembered

if TYPE_CHECKING:
    from petteia.match import Match

# What turns states into names, shared by all matches of a game with the same box.
_WRITERS: Remembered[tuple[str, str], Writer] = Remembered()


class Playing:
    """A table at one moment, without a past."""

    def __init__(
        self, game: Game, box: Box, blank: np.ndarray[Any, Any], seats: int, seed: bytes, *, deal: bool = True
    ) -> None:
        self.game = game
        self.box = box
        self.seats = seats
        self.seed = seed
        self.blank = blank  # the state before the deal: its options, and nothing else
        self._s = copied(blank)
        self._bytes = as_bytes(self._s)
        self._legal: list[int] = []
        self._events: list[bytes] | None = []  # what happened last; None where it must be found out again
        self._decides: int | None = None  # who does; remembered until something is played
        self._facts: Facts | None = None  # likewise
        self._listed: list[Choice] | None = None  # likewise
        if deal:
            self._s[0]["rng"] = chance.seeded_rng(seed)
            with Desk.of(game) as desk:
                self._legal = desk.deal(box, self._s, seats)
                self._events = desk.told()

    # -- where it stands -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record itself, with everything that is hidden. Do not change it."""
        return self._s[0]

    @property
    def array(self) -> np.ndarray[Any, Any]:
        """The same as drivers take it: an array of this one record. Do not change it."""
        return self._s

    @property
    def state_bytes(self) -> bytes:
        """The same as it lies in memory."""
        return self._bytes.tobytes()

    @property
    def options(self) -> dict[str, Any]:
        """What it is played with, by name."""
        return self.game.options_of(self.blank, self.box)

    @property
    def facts(self) -> Facts:
        """The same for reading by name only (`facts["round_number"]`), as plain numbers."""
        if self._facts is None:
            self._facts = facts_of(self.game.state, self.state_bytes)
        return self._facts

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._legal

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        if not self._legal:
            return None
        if self._decides is None:
            with Desk.of(self.game) as desk:
                self._decides = desk.to_move(self.box, self._s)
        return self._decides

    @property
    def repeats(self) -> bool:
        """Whether whoever decides has only to make the choice again that he has just made (`Game.repeats`)."""
        return self.game.repeats is not None and self.game.repeats(self.facts)

    @property
    def choices(self) -> list[Choice]:
        """The legal choices now."""
        if self._listed is None:
            match, state = cast("Match", self), self.state_bytes
            self._listed = [Choice(self.game.space.pick(i), match, state) for i in self._legal]
        return list(self._listed)

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal choices."""
        return self._legal[:]

    @property
    def mask(self) -> np.ndarray[Any, Any]:
        """The legal choices as a row of truth values over the whole space."""
        mask = np.zeros(self.game.space.size, np.bool_)
        mask[self._legal] = True
        return mask

    @property
    def scores(self) -> list[int]:
        """Each seat's points, final or as they stand."""
        return self.standing(self._s)[0]

    @property
    def ranks(self) -> list[int]:
        """Each seat's rank, 1 being first; shared where the rules leave a tie."""
        return self.standing(self._s)[1]

    def standing(self, state: np.ndarray[Any, Any]) -> tuple[list[int], list[int]]:
        """Scores and ranks in a state; in one that was redacted for a seat, as far as that seat can tell."""
        with Desk.of(self.game) as desk:
            return desk.standing(self.box, state, self.seats)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, choice: Choice | int | str) -> None:
        """Plays a choice: one of `choices`, its id, or its words ("bid 3 5")."""
        number = choice if type(choice) is int else self._id(choice)
        if not 0 <= number < self.game.space.size:
            raise UnknownChoice(f"{number} is no choice: they are numbered 0 to {self.game.space.size - 1}")
        with Desk.of(self.game) as desk:
            left = desk.play(self.box, self._s, number)
            if isinstance(left, int):
                raise IllegalChoice(self.game.space.pick(number).words, self.game.rulebook[left])
            self._legal, self._events = left, desk.told()
        self._forget()

    def why_not(self, choice: Choice | int | str) -> Clause | None:
        """The clause that forbids a choice now; None where it is legal."""
        number = int(self._id(choice))
        inside = -1 if not 0 <= number < self.game.space.size else number
        with Desk.of(self.game) as desk:
            clause = desk.forbids(self.box, self._s, inside)
        return self.game.rulebook[clause] if clause else None

    def _id(self, choice: Choice | int | str) -> int:
        if isinstance(choice, Picked):
            return choice.id
        if isinstance(choice, str):
            return self.read(choice)
        if isinstance(choice, (int, np.integer)) and not isinstance(choice, bool):
            return int(choice)
        raise TypeError(f"a choice is given by itself, its id or its words, not by {choice!r}")

    def read(self, words: str) -> int:
        """The id of the choice that words mean at this table now, legal or not: "bid 3 5", or by what is printed."""
        return self.game.space.parse(words, self.typed)

    @property
    def typed(self) -> Mapping[str, tuple[str, ...]]:
        """The names that may stand for numbers in the words of a choice, by parameter."""
        return self.game.typed(self.box, self.facts)

    def _set(self, state: bytes) -> None:
        self._bytes[:] = np.frombuffer(state, np.uint8)
        with Desk.of(self.game) as desk:
            self._legal = desk.legal(self.box, self._s)
        self._events = None
        self._forget()

    def _forget(self) -> None:
        """Forgets what was remembered of the decision before."""
        self._listed = self._decides = self._facts = None

    def _checked(self, seat: int | None) -> int | None:
        if seat is None:
            return None
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or seat not in range(self.seats):
            raise BadOption(f"there is no seat {seat!r}: they are numbered 0 to {self.seats - 1}")
        return int(seat)

    # -- what a seat may know ------------------------------------------------------------------------------------------

    def redacted(self, seat: int | None = None) -> np.ndarray[Any, Any]:
        """The state as a seat (None: a spectator) may know it: a record of its own, everything else blanked."""
        with Desk.of(self.game) as desk:
            seen = desk.redacted(self.box, self._s, verbs.SPECTATOR if seat is None else seat)
        return np.frombuffer(bytearray(seen), self.game.state.dtype)

    def observe(self, seat: int | None = None, form: str = COMPACT) -> np.ndarray[Any, Any]:
        """What a seat (None: the one to move) may know, as a row of small whole numbers: "compact", or taken apart into
        "entries". `petteia.Observer` says what each is."""
        looking = self.to_move if seat is None else self._checked(seat)
        if looking is None:
            raise BadOption("the game is over and nobody is to move: say whose observation it shall be")
        observer = Observer.of(self.game, self.seats, self.box, form)
        row: np.ndarray[Any, Any] = observer.rows(self._s, [looking])[0]
        return row

    def revealing(self, choices: list[int]) -> frozenset[int]:
        """Those of some legal choices after which something hidden is revealed, or the game is over."""
        with Desk.of(self.game) as desk:
            return frozenset(desk.revealing(self.box, self._s, choices))

    def written(self, state: np.ndarray[Any, Any]) -> bytes:
        """A redacted state by names, as JSON text."""
        game, box = self.game, self.box
        writer = _WRITERS.get(
            (game.name, box.fingerprint), lambda: Writer(game.state, game.names(box), leave_out=("rng",))
        )
        return writer(state)
