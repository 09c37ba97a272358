"""What the futures of some choices came to: wins, points, every line of their score sheets, and what happened to whom
on the way, as far as a game's page says that it is worth a word (`NOTED`)."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from petteia.pages import page

if TYPE_CHECKING:
    from petteia.match import Match

Array = np.ndarray[Any, Any]


class Line(NamedTuple):
    """A line of the score sheet: of a seat, a column; or a thing, in whichever columns it counts. Or what happens to a
    seat, by the name that the game's page has for it."""

    seat: int
    column: str
    thing: str
    happens: bool = False


class Tally:
    """It grows with every future. The same rows of all arrays are the same redraw, so differences go by rows."""

    def __init__(self, match: Match, choices: list[int], lang: str) -> None:
        assert match.to_move is not None
        self.match, self.choices, self.lang = match, choices, lang
        self.first = choices[0]  # what stands first in the hint
        self.seat, self.count = match.to_move, 0
        self._page = page(match.game.name)
        self._goal = self._page.goal(match) if match.seats == 1 else None
        self._wins: list[list[float]] = []  # of the seat that decides, by future and choice; alone, goals reached
        self._points: list[list[float]] = []
        self._lines: dict[Line, dict[tuple[int, int], int]] = defaultdict(dict)
        self._columns: dict[Line, set[Line]] = defaultdict(set)  # those in which a thing counts

    def add(self, ends: Array, notes: Array) -> None:
        """Counts some more futures, by how they end and by what happened in them."""
        for row, noted in zip(ends, notes, strict=True):
            results = [self._counted(end.tobytes(), place) for place, end in enumerate(row)]
            self._note_happened(noted)
            self._wins.append([win for win, _ in results])
            self._points.append([points for _, points in results])
            self.count += 1

    def _counted(self, state: bytes, place: int) -> tuple[float, float]:
        """Win and points of the seat at the end of a future; its score sheet is taken down."""
        match, over = self.match, self._over(state)
        for seat, account in enumerate(self._page.sheet(over, self.lang)):
            for column in account["columns"]:
                whole = Line(seat, column["name"], "")
                self._note(whole, place, column["total"])
                for item in column["items"]:
                    if "thing" in item:
                        self._note_thing(Line(seat, "", item["thing"]), whole, place, item["points"])
        scores, ranks = match.standing(over.array)
        won = (ranks[self.seat] == 1) / ranks.count(1) if match.seats > 1 else scores[0] >= (self._goal or 0)
        return float(won), float(scores[self.seat])

    def _note_happened(self, noted: Array) -> None:
        """`noted`: by choice, kind of news and seat, how often it happened, and its arguments added up."""
        for name, (kind, argument) in self._page.NOTED.items():
            number = 0 if argument is None else 1 + kind.kind.arguments.index(argument)
            for place, seat in np.argwhere(noted[:, kind, :, number]):
                self._note(Line(int(seat), name, "", happens=True), int(place), int(noted[place, kind, seat, number]))

    def _over(self, state: bytes) -> Match:
        was = self.match
        return type(was).resumed(was.game, was.box, was.blank, was.seats, was.seed, [state], [], dealt=False)

    def _note(self, line: Line, place: int, points: int) -> None:
        noted = self._lines[line]
        noted[self.count, place] = noted.get((self.count, place), 0) + points

    def _note_thing(self, thing: Line, column: Line, place: int, points: int) -> None:
        self._note(thing, place, points)
        self._columns[thing].add(column)

    # -- what it says --------------------------------------------------------------------------------------------------

    def chance(self, choice: int) -> tuple[float | None, float | None]:
        """The share of wins (alone: of goals reached, where there is one), and its error, which is never 0: what did
        not come up in these futures may still come."""
        if self.match.seats == 1 and self._goal is None:
            return None, None
        wins = float(np.sum(self._column(self._wins, choice)))
        guarded = (wins + 2) / (self.count + 4)
        return wins / self.count, math.sqrt(guarded * (1 - guarded) / (self.count + 4))

    def points(self, choice: int) -> tuple[float, float]:
        """Points on average, and the error of that."""
        return _mean(self._column(self._points, choice))

    def lead(self, choice: int, other: int) -> tuple[float, float]:
        """How far a choice is ahead of another, by wins and by points, in times of the error."""
        return self._ahead(self._wins, choice, other), self._ahead(self._points, choice, other)

    def _ahead(self, values: list[list[float]], choice: int, other: int) -> float:
        mean, error = _mean(self._column(values, choice) - self._column(values, other))
        return mean / error if error else math.copysign(math.inf, mean) if mean else 0.0

    def _column(self, values: list[list[float]], choice: int) -> Array:
        return np.array(values)[:, self.choices.index(choice)]

    @property
    def lines(self) -> list[Line]:
        """All that there were."""
        return list(self._lines)

    def columns(self, line: Line) -> set[Line]:
        """The columns in which a thing counts; a column counts in no other."""
        return self._columns.get(line, set())

    def pair(self, line: Line, choice: int, other: int) -> tuple[Array, Array]:
        """What a line came to after each of two choices, future by future."""
        noted, places = self._lines[line], [self.choices.index(choice), self.choices.index(other)]
        found = np.array([[noted.get((future, place), 0) for place in places] for future in range(self.count)], float)
        return found[:, 0], found[:, 1]


def _mean(values: Array) -> tuple[float, float]:
    """The mean, and its standard error; without one as long as there is a single value."""
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return float(np.mean(values)), error
