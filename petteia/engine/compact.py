"""A state as a row of small numbers in the shortest form: what a seat may know, number by number.

Every number of a redacted state as it is, but that a set is 0 or 1 for each member, and that seats are counted from the
one that looks, whose own record comes first among the players'. Nothing else is added: a network that wants names and
amounts taken apart has `encoding`, which goes by the same fields. Code for a game is written out of its declarations
(the verb `observe`), so it costs less than the choice it is written for.

A row is what all players have in common, then a stretch for each of them: one for fewer players is the beginning of one
for more.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

from petteia.engine.compiling import large_rule, rule
from petteia.engine.encoding import is_set, telling
from petteia.engine.records import Field, Mask, Record, SeatMark
from petteia.engine.sight import PLAYERS

LEAST, MOST = -(2**15), 2**15 - 1  # of a row; a number of four bytes beyond is told as the last one


class Number(NamedTuple):
    """One number of a row."""

    path: str  # where it stands in the state: "nations.2.fleet"
    field: Field
    which: int  # of the numbers of an array, or of the members of a set


@dataclasses.dataclass(frozen=True)
class Layout:
    """What stands where in the rows of a game."""

    common: list[Number]
    each: list[Number]  # of one player
    observe: Callable[[Any, int, Any], None]  # the verb

    def numbers(self, seats: int) -> list[Number]:
        """The numbers of a row for so many players."""
        found = list(self.common)
        for place in range(seats):
            found += _within(f"{PLAYERS}.{place}", self.each)
        return found


def layout_of(state: type[Record]) -> Layout:
    """The rows of a game, and the rule that writes them."""
    writer = _Writer(state.fields[PLAYERS].length)
    common, of_all = writer.write(state, "s", "0", 1)
    each, of_one = writer.write(state.fields[PLAYERS].type, "player", f"{len(common)} + place * width", 2)
    lines = [
        "def observe(s, eyes, row):",
        " seats = int(s.seats)",
        *of_all,
        f" width = {len(each)}",
        " for place in range(seats):",
        f"  player = s.{PLAYERS}[(eyes + place) % seats]",
        *of_one,
    ]
    scope: dict[str, Any] = {one.__name__: one for one in (seat_from, seats_from, short)}
    scope["spread"] = spread
    scope["__name__"] = state.__module__
    exec("\n".join(lines), scope)  # compiled code cannot go through a list of fields
    return Layout(common, each, large_rule(scope["observe"]))


def _within(path: str, numbers: list[Number]) -> list[Number]:
    return [number._replace(path=f"{path}.{number.path}") for number in numbers]


@dataclasses.dataclass
class _Writer:
    """Writes down what a record becomes: its numbers, and lines of the rule that puts them into a row."""

    most_seats: int

    def write(self, cls: type[Record], record: str, begin: str, depth: int) -> tuple[list[Number], list[str]]:
        """Of a record that `record` names in the rule, from the number `begin` of the row on."""
        numbers: list[Number] = []
        lines: list[str] = []
        for field in telling(cls):
            if field.name == PLAYERS:
                continue
            write = self._write_inside if field.nested else self._write_field
            more, code = write(field, f"{record}.{field.name}", f"{begin} + {len(numbers)}", depth)
            numbers += more
            lines += code
        return numbers, lines

    def _write_inside(self, field: Field, name: str, at: str, depth: int) -> tuple[list[Number], list[str]]:
        """A record within another, or an array of them."""
        if not field.length:
            numbers, lines = self.write(field.type, name, at, depth)
            return _within(field.name, numbers), lines
        index, width, pad = f"i{depth}", f"width{depth}", " " * depth
        one, lines = self.write(field.type, f"{name}[{index}]", f"{at} + {index} * {width}", depth + 1)
        several = [number for i in range(field.length) for number in _within(f"{field.name}.{i}", one)]
        return several, [f"{pad}{width} = {len(one)}", f"{pad}for {index} in range({field.length}):", *lines]

    def _write_field(self, field: Field, name: str, at: str, depth: int) -> tuple[list[Number], list[str]]:
        pad, index = " " * depth, f"i{depth}"
        item = f"{name}[{index}]" if field.length else name
        if field.seats == SeatMark.SET:
            count, line = self.most_seats, f"spread(row, {{}}, seats_from({item}, eyes, seats), {self.most_seats})"
        elif is_set(field) or isinstance(field.meaning, Mask):
            count = field.meaning.of if isinstance(field.meaning, Mask) else 8 * field.plain.itemsize
            line = f"spread(row, {{}}, {item}, {count})"
        elif field.plain.kind == "u":
            return [], []  # no number of anything: positions that are remembered
        elif field.seats == SeatMark.ONE:
            count, line = 1, f"row[{{}}] = seat_from({item}, eyes, seats)"
        elif field.plain.itemsize > 2:
            count, line = 1, f"row[{{}}] = short({item})"
        else:
            count, line = 1, f"row[{{}}] = {item}"
        numbers = [Number(field.name, field, i) for i in range(count * max(field.length, 1))]
        if not field.length:
            return numbers, [pad + line.format(at)]
        loop = f"{pad}for {index} in range({field.length}):"
        return numbers, [loop, f"{pad} {line.format(f'{at} + {index} * {count}')}"]


# -- what the rule is written with -------------------------------------------------------------------------------------


@rule
def seat_from(seat: int, eyes: int, seats: int) -> int:
    """A seat, counted from the one that looks; what is none stays as it is."""
    return (seat - eyes) % seats if seat >= 0 else seat


@rule
def seats_from(members: int, eyes: int, seats: int) -> int:
    """The same of a set of seats."""
    found = 0
    for place in range(seats):
        found |= (members >> (eyes + place) % seats & 1) << place
    return found


@rule
def short(number: int) -> int:
    """A number as it fits into a row."""
    return max(LEAST, min(MOST, number))


@rule
def spread(row: Any, at: int, members: Any, count: int) -> None:
    """A set: 0 or 1 for each of its possible members."""
    for member in range(count):
        row[at + member] = int(members) >> member & 1
