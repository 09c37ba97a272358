"""A state as a row of small numbers: what a seat may know, for whoever learns.

A plan is made of a record's declarations, without code for any game. Each of its lines says where a number lies in the
bytes of a redacted state and what it becomes:

    a name          one of its list is 1                  a set       1 for each member
    many names      how often each occurs                 a seat      counted from the seat that looks
    a number        itself, its logarithm, and 1 for where it lies on a scale

Players come in the order of their seats, whoever looks first. What nobody sees is left out, as is what is kept for
redraws alone. A row has an entry for everything, mostly 0: `entries` names them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from petteia.engine.boxes import Box
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.game import Game
from petteia.engine.records import NOBODY, Bits, Field, Names, OneOf, Record, SeatMark, SetOf
from petteia.engine.sight import PLAYERS

MOST_SEATS = 5
SEAT_ENTRIES = MOST_SEATS + 2  # and for nobody, and for what else a game says instead of a seat (-2)
BAG = 6  # more names than these are counted, not told by their place
SCALED = 16  # more numbers than these in a row are not laid on a scale
LOWEST, EXACT = -2, 15  # of a scale: numbers in between have a mark of their own
MARKS = EXACT - LOWEST + 1 + 12  # beyond, each is a third more than the one before
LARGEST = 127
OPTIONS, REVEALS = "options", "reveals"  # fields of every state: what the table is played by, and a count for undoing


class Line(IntEnum):
    """The columns of a plan."""

    KIND = 0
    AT = 1  # the first byte
    SIZE = 2  # bytes of a number
    COUNT = 3  # names of a list, bits of a set, or numbers in a row
    FIRST = 4  # the first entry
    OWNER = 5  # in a player's record: his place, counted from the seat that looks; else -1
    UNIT = 6  # what a number is divided by
    LENGTH = 7  # names that are counted together
    STRIDE = 8  # bytes from one player's record to the next


class Becomes(IntEnum):
    """What a line of a plan makes of its bytes."""

    NAME = 0
    NAMES = 1
    MEMBERS = 2
    SEAT = 3
    SEATS = 4
    NUMBER = 5
    AMOUNT = 6


@dataclasses.dataclass(frozen=True)
class Plan:
    """How the states of a game become rows."""

    lines: np.ndarray[Any, Any]  # as `Line` says
    entries: tuple[str, ...]  # a name for each entry of a row

    @property
    def width(self) -> int:
        return len(self.entries)

    @property
    def most(self) -> int:
        """More entries of a row than these are never other than 0."""
        most = {Becomes.NAMES: Line.LENGTH, Becomes.MEMBERS: Line.COUNT, Becomes.SEATS: Line.COUNT}
        return sum(int(line[most[line[0]]]) if line[0] in most else 3 for line in self.lines)


def plan_of(game: Game, box: Box) -> Plan:
    """The plan for a game's states."""
    lines: list[list[int]] = []
    entries: list[str] = []
    stride = game.state.fields[PLAYERS].plain.itemsize
    for part in parts(game, box):
        part.line[Line.FIRST] = len(entries)
        lines.append([*part.line, stride])
        entries += part.names
    return Plan(np.array(lines, np.int32), tuple(entries))


class Part(NamedTuple):
    """A line of a plan, with what it is made of."""

    field: Field
    line: list[int]
    names: list[str]  # of its entries


def parts(game: Game, box: Box) -> Iterator[Part]:
    """The lines of a plan, in their order."""
    lists = game.names(box)
    for path, field, at, owner in _leaves(game.state):
        for line, names in _lines(field, at, owner, lists):
            yield Part(field, line, [f"{path}{name}" for name in names])


def telling(cls: type[Record]) -> Iterator[Field]:
    """The fields that tell somebody something about the table."""
    for field in cls.fields.values():
        if field.sight != NOBODY and not field.kept and field.name != REVEALS:
            yield field


def is_set(field: Field) -> bool:
    """Whether the numbers of a field are a set, as masks."""
    bare = field.meaning is None and field.plain.kind == "u" and not field.length
    return bare or isinstance(field.meaning, (Bits, SetOf))


def _leaves(cls: type[Record], at: int = 0, path: str = "", owner: int = -1) -> Iterator[tuple[str, Field, int, int]]:
    """Every field that counts, with its path, its first byte and its owner."""
    for field in telling(cls):
        offset = at + int(cls.plain.fields[field.name][1])  # type: ignore[index]
        if field.name == OPTIONS:
            continue
        if not field.nested:
            yield path + field.name, field, offset, owner
        elif field.name == PLAYERS:
            for seat in range(min(field.length, MOST_SEATS)):
                yield from _leaves(field.type, offset, f"{path}{PLAYERS}.{seat}.", seat)
        else:
            for i in range(max(field.length, 1)):
                inside = f"{path}{field.name}.{i}." if field.length else f"{path}{field.name}."
                yield from _leaves(field.type, offset + i * field.plain.itemsize, inside, owner)


def _lines(
    field: Field, at: int, owner: int, lists: dict[str, tuple[str, ...]]
) -> Iterator[tuple[list[int], list[str]]]:
    size, length, meaning = field.plain.itemsize, max(field.length, 1), field.meaning
    in_row = [f"[{i}]" if field.length else "" for i in range(length)]

    def line(kind: Becomes, i: int, count: int, unit: int = 1, together: int = 1) -> list[int]:
        return [kind, at + i * size, size, count, 0, owner, unit, together]

    if field.seats == SeatMark.ONE:
        for i, which in enumerate(in_row):
            seats = [f"{which} = +{n}" for n in range(MOST_SEATS)]
            yield line(Becomes.SEAT, i, SEAT_ENTRIES), [*seats, f"{which} = nobody", f"{which} = out"]
    elif field.seats == SeatMark.SET:
        for i, which in enumerate(in_row):
            yield line(Becomes.SEATS, i, MOST_SEATS), [f"{which} has +{n}" for n in range(MOST_SEATS)]
    elif isinstance(meaning, Names) and length > BAG:
        names = lists[meaning.of]
        yield line(Becomes.NAMES, 0, len(names), together=length), [f" has {name}" for name in names]
    elif isinstance(meaning, Names):
        names = lists[meaning.of]
        for i, which in enumerate(in_row):
            yield line(Becomes.NAME, i, len(names)), [f"{which} = {name}" for name in names]
    elif is_set(field):
        members = lists[meaning.of] if isinstance(meaning, SetOf) else [str(n) for n in range(8 * size * length)]
        yield line(Becomes.MEMBERS, 0, len(members)), [f" has {name}" for name in members]
    elif field.plain.kind == "i" and not isinstance(meaning, OneOf):
        unit = 32 if size == 4 else 1
        for i, which in enumerate(in_row):
            if length > SCALED:
                yield line(Becomes.AMOUNT, i, 2, unit), [which, f"{which} log"]
            else:
                marks = [f"{which} = mark {n}" for n in range(MARKS)]
                yield line(Becomes.NUMBER, i, 2 + MARKS, unit), [which, f"{which} log", *marks]


# -- encoding ----------------------------------------------------------------------------------------------------------


@rule
def number_at(raw: Any, at: int, size: int) -> int:
    """The whole number in some bytes, the lowest first."""
    number = np.int64(0)
    for i in range(size):
        number |= np.int64(raw[at + i]) << np.int64(8 * i)
    if size < 8 and raw[at + size - 1] >= 128:
        number -= np.int64(1) << np.int64(8 * size)
    return int(number)


@rule
def mark_of(number: int) -> int:
    """Where a number lies on the scale."""
    if number <= EXACT:
        return max(number, LOWEST) - LOWEST
    mark, end = EXACT - LOWEST + 1, 20
    while number >= end and mark < MARKS - 1:
        mark, end = mark + 1, end + end // 3
    return mark


@rule
def logarithm(number: int) -> int:
    """Eight times the binary logarithm, roughly, with the sign of the number."""
    size, whole = abs(number) + 1, 0
    while size >> (whole + 1) > 0:
        whole += 1
    part = ((size << 3) >> whole) - 8
    found = min(8 * whole + part, LARGEST)
    return found if number >= 0 else -found


@rule
def put(entries: Any, amounts: Any, n: int, entry: int, amount: int) -> int:
    entries[n], amounts[n] = entry, amount
    return n + 1


@large_rule
def encode(lines: Any, raw: Any, eyes: int, seats: int, entries: Any, amounts: Any) -> int:
    """Writes down the entries of a redacted state's bytes that are not 0, as one seat sees it, and what each is;
    returns how many. What is counted comes once for each time."""
    n = 0
    for i in range(lines.shape[0]):
        kind, at, first, owner = int(lines[i, 0]), int(lines[i, 1]), int(lines[i, 4]), int(lines[i, 5])
        if owner >= 0:
            if owner >= seats:
                continue
            at += (eyes + owner) % seats * int(lines[i, 8])
        size, count = int(lines[i, 2]), int(lines[i, 3])
        if kind == Becomes.NAMES:
            for k in range(int(lines[i, 7])):
                name = number_at(raw, at + k * size, size)
                if 0 <= name < count:
                    n = put(entries, amounts, n, first + name, 1)
        elif kind == Becomes.MEMBERS:
            for k in range((count + 7) >> 3):
                members, member = int(raw[at + k]), 8 * k
                while members > 0 and member < count:
                    if members & 1:
                        n = put(entries, amounts, n, first + member, 1)
                    members, member = members >> 1, member + 1
        else:
            number = number_at(raw, at, size)
            if kind == Becomes.NAME:
                if 0 <= number < count:
                    n = put(entries, amounts, n, first + number, 1)
            elif kind == Becomes.SEAT:
                entry = (number - eyes) % seats if number >= 0 else MOST_SEATS + min(-1 - number, 1)
                n = put(entries, amounts, n, first + entry, 1)
            elif kind == Becomes.SEATS:
                for seat in range(seats):
                    if number >> seat & 1:
                        n = put(entries, amounts, n, first + (seat - eyes) % seats, 1)
            else:
                number //= int(lines[i, 6])
                if number != 0:
                    n = put(entries, amounts, n, first, max(min(number, LARGEST), -LARGEST))
                    n = put(entries, amounts, n, first + 1, logarithm(number))
                if kind == Becomes.NUMBER:
                    n = put(entries, amounts, n, first + 2 + mark_of(number), 1)
    return n


@driver
def write_row(lines: Any, raw: Any, eyes: int, seats: int, entries: Any, amounts: Any, row: Any) -> None:
    """Adds the entries of a redacted state to a row of zeros."""
    for k in range(encode(lines, raw, eyes, seats, entries, amounts)):
        row[entries[k]] += amounts[k]


def row_of(plan: Plan, seen: bytes, eyes: int, seats: int) -> np.ndarray[Any, Any]:
    """What a seat sees of a state, as a row: of `Plan.entries`, each a small whole number."""
    row = np.zeros(plan.width, np.int8)
    entries, amounts = np.zeros(plan.most, np.int32), np.zeros(plan.most, np.int8)
    write_row(plan.lines, np.frombuffer(seen, np.uint8), eyes, seats, entries, amounts, row)
    return row
