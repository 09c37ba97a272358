"""What a seat may know, as arrays, for whoever learns.

observer = petteia.Observer("peloponnes", seats=4)
print(observer.width, observer.names[:3])
match = petteia.new("peloponnes", seats=4, seed=7)
row = match.observe()     # of the seat to move

Two forms, both made of `redact` and of what the records declare, so that nothing hidden can be in them:

    compact    every number as it lies on the table, sets as 0 and 1, seats counted from the one that looks
    entries    what the learned networks see: names, seats and amounts taken apart, mostly 0 (`engine/encoding.py`)
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from petteia.engine import drivers, verbs
from petteia.engine.boxes import Box
from petteia.engine.compact import LEAST, MOST, Number
from petteia.engine.encoding import LARGEST, Becomes, Line, is_set, parts, plan_of
from petteia.engine.game import BadOption, Game, check_seats
from petteia.engine.records import NONE, Mask, Names, OneOf, SeatMark, SetOf, as_bytes, new
from petteia.games import find
from petteia.remembering import Remembered

Array = np.ndarray[Any, Any]

FORMS = COMPACT, ENTRIES = "compact", "entries"
OUT = -2  # what else a game says instead of a seat


class Entry(NamedTuple):
    """One number of an observation."""

    name: str
    low: int
    high: int
    about: str  # what it is, in the rules' own words
    words: tuple[str, ...] = ()  # what it names, from 0 on, where it names something


class Observer:
    """Turns states of a game into rows of small whole numbers: what a seat may know, its own record first.

    Attributes:
        entries: every number of a row: its name, its bounds, what it is
        names: their names
        width: how many there are; in the compact form fewer for a table of fewer seats
        dtype: of rows: int8, or int16 where that does not suffice
        low: the least that each number can be
        high: the most that each can be
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        box: str | os.PathLike[str] | Box | None = None,
        form: str = COMPACT,
    ) -> None:
        from petteia.match import open_box

        self.game = find(game) if isinstance(game, str) else game
        self.box = open_box(self.game, box)
        self.seats = self.game.seats[-1] if seats is None else seats
        check_seats(self.game, self.seats)
        if form not in FORMS:
            raise BadOption(f"observations are 'compact' or 'entries', not {form!r}")
        self.form = form
        self.entries = tuple(self._compact() if form == COMPACT else self._taken_apart())
        self.names = tuple(entry.name for entry in self.entries)
        self.width = len(self.entries)
        self.low, self.high = np.array([(entry.low, entry.high) for entry in self.entries], np.int16).T.copy()
        self.dtype = np.dtype(np.int8 if self.low.min() >= -128 and self.high.max() <= 127 else np.int16)
        self.low, self.high = self.low.astype(self.dtype), self.high.astype(self.dtype)
        self._plan = plan_of(self.game, self.box) if form == ENTRIES else None

    @staticmethod
    def of(game: Game, seats: int, box: Box, form: str) -> Observer:
        """The same one whenever it is asked for."""
        return _OBSERVERS.get((game.name, seats, box.fingerprint, form), lambda: Observer(game, seats, box, form))

    def __repr__(self) -> str:
        return f"<Observer of {self.game.name}, {self.seats} seats, {self.form}: {self.width} numbers ({self.dtype})>"

    # -- what is in a row ----------------------------------------------------------------------------------------------

    def _compact(self) -> Iterator[Entry]:
        lists = self.game.names(self.box)
        for number in verbs.LAYOUTS[self.game.state].numbers(self.seats):
            yield self._entry(number, lists)

    def _entry(self, number: Number, lists: Mapping[str, tuple[str, ...]]) -> Entry:
        path, field, at = number
        meaning = field.meaning
        if field.seats == SeatMark.SET:
            which, place = divmod(at, self.game.state.fields["players"].length)
            return Entry(f"{path}{f'[{which}]' if field.length else ''} has +{place}", 0, 1, field.about)
        if is_set(field) or isinstance(meaning, Mask):
            names = lists[meaning.of] if isinstance(meaning, SetOf) else ()
            return Entry(f"{path} has {names[at] if at < len(names) else at}", 0, 1, field.about)
        name = f"{path}[{at}]" if field.length else path
        if field.seats == SeatMark.ONE:
            return Entry(name, OUT, self.seats - 1, field.about)
        if isinstance(meaning, Names):
            words = lists[meaning.of]  # one beyond them says, as NONE does, that it is none of them
            return Entry(name, NONE, len(words), field.about, words)
        if isinstance(meaning, OneOf):
            return Entry(name, 0, len(meaning.words) - 1, field.about, meaning.words)
        if isinstance(meaning, range):
            return Entry(name, min(0, *meaning), max(0, *meaning), field.about)
        bounds = np.iinfo(field.plain)
        return Entry(name, max(LEAST, bounds.min), min(MOST, bounds.max), field.about)

    def _taken_apart(self) -> Iterator[Entry]:
        for part in parts(self.game, self.box):
            kind = part.line[Line.KIND]
            for i, name in enumerate(part.names):
                if kind in (Becomes.NUMBER, Becomes.AMOUNT) and i < 2:
                    yield Entry(name, -LARGEST, LARGEST, part.field.about)
                else:
                    yield Entry(name, 0, part.line[Line.LENGTH] if kind == Becomes.NAMES else 1, part.field.about)

    # -- rows ----------------------------------------------------------------------------------------------------------

    def blank(self, *shape: int) -> Array:
        """Room for rows: an array of this shape, each item of which is one."""
        return np.zeros((*shape, self.width), self.dtype)

    def rows(self, states: Array, seats: Any) -> Array:
        """What the seats in an array (one for each state) may know of some states, as rows."""
        eyes = np.ascontiguousarray(seats, np.int8).reshape(len(states), 1)
        found = self.blank(len(states), 1)
        self.write(self.desk(), states, np.ones(len(states), np.bool_), eyes, found)
        return found[:, 0]

    def desk(self) -> tuple[Array, ...]:
        """The memory in which rows are made; threads do not share it."""
        seen = new(self.game.state)
        if self._plan is None:
            return (seen,)
        most = self._plan.most
        return seen, as_bytes(seen), self._plan.lines, np.zeros(most, np.int32), np.zeros(most, np.int8)

    def write(self, desk: tuple[Array, ...], states: Array, where: Array, eyes: Array, rows: Array) -> None:
        """Writes rows[i, k], what the seat eyes[i, k] may know of states[i], for those states where `where` is true."""
        driver: Any = drivers.observe_compact if self._plan is None else drivers.observe_entries
        driver(self.box.record, states, where, eyes, *desk, rows)


_OBSERVERS: Remembered[tuple[str, int, str, str], Observer] = Remembered()
