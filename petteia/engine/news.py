"""News: what the last choice made happen, for the log in words and for animations.

It lies beside the state, not inside it: no search copies it, no hash includes it. A muted news (limit 0) takes nothing
in, which is what playouts use. Each event has a public part and, where a game needs it, a secret part for some seats.
"""

from __future__ import annotations

import dataclasses
import struct
import sys
from enum import IntEnum
from typing import Annotated, Any, Self

import numpy as np

from petteia.engine.compiling import rule
from petteia.engine.records import Array, Record, as_bytes, i1, i2, new, record

LIMIT = 256  # events of one choice; the fuzzer shows that no game comes near
ARGUMENTS = 8
EVERYBODY = -1  # every bit set: all seats have seen the secret part
ALL = -2  # in place of a seat: somebody who may know everything


@record
class Event(Record):
    """One thing that happened."""

    kind: Annotated[i2, "what happened, out of the game's kinds of news"]
    seat: Annotated[i1, "whom it happened to, or NONE for the table"]
    forced: Annotated[i1, "1 where it was the only legal choice and passed by itself"]
    seen: Annotated[i2, "bit mask of the seats that may know the secret arguments"]
    args: Annotated[Array[i2], ARGUMENTS, "the arguments in the order of the kind's declaration"]


@record
class News(Record):
    """The events since the last choice."""

    count: Annotated[i2, "events that happened; more than `limit` were not all kept"]
    limit: Annotated[i2, "room: LIMIT, or 0 where nobody listens"]
    events: Annotated[Array[Event], LIMIT, "the events in their order"]


def listening() -> np.ndarray[Any, Any]:
    """A news that keeps what it is told."""
    news = new(News)
    news["limit"] = LIMIT
    return news


def muted() -> np.ndarray[Any, Any]:
    """A news that keeps nothing."""
    return new(News)


@rule
def tell(
    news: News,
    kind: int,
    seat: int,
    forced: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
) -> None:
    """Adds an event that everybody may know."""
    whisper(news, EVERYBODY, kind, seat, forced, a, b, c, d, e, f)


@rule
def whisper(
    news: News,
    seen: int,
    kind: int,
    seat: int,
    forced: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
) -> None:
    """Adds an event whose secret arguments only the seats in the bit mask `seen` may know."""
    if news.limit == 0:
        return
    if news.count < news.limit:
        event = news.events[news.count]
        event.kind = kind
        event.seat = seat
        event.forced = forced
        event.seen = seen
        event.args[0] = a
        event.args[1] = b
        event.args[2] = c
        event.args[3] = d
        event.args[4] = e
        event.args[5] = f
    news.count += 1


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of event: its arguments by name, and the clause that lets it happen."""

    name: str
    clause: str
    arguments: tuple[str, ...]
    secret: frozenset[str]


class Secret(str):
    """The name of an argument that only the seats may know whom it is whispered to."""

    __slots__ = ()


def secret(*arguments: str) -> tuple[Secret, ...]:
    """Secret arguments of a kind of news."""
    return tuple(Secret(argument) for argument in arguments)


class KindsOfNews(IntEnum):
    """The base of a game's kinds of news, each declared once, with its clause and its arguments in their order:

        class Happened(KindsOfNews):
            DREW = "§1.3", "count", *secret("face")
            PASSED = "§4.11"

    To rules the members are numbers, to everybody else kinds (`Happened.DREW.kind`).
    """

    kind: Kind

    def __new__(cls, clause: str, *arguments: str) -> Self:
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = int(member)
        return member

    def __init__(self, clause: str, *arguments: str) -> None:
        if len(arguments) > ARGUMENTS:
            raise TypeError(f"{self.name}: an event has {ARGUMENTS} arguments at most")
        hidden = frozenset(argument for argument in arguments if isinstance(argument, Secret))
        self.kind = Kind(self.name.lower(), clause, tuple(str(argument) for argument in arguments), hidden)


@dataclasses.dataclass(frozen=True)
class Happening:
    """An event as Python users see it: names and numbers, and nothing that the seat may not know."""

    kind: str
    clause: str
    seat: int | None
    forced: bool
    arguments: dict[str, int | None]

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "clause": self.clause,
            "seat": self.seat,
            "forced": self.forced,
            **self.arguments,
        }


def split(news: np.ndarray[Any, Any]) -> list[bytes]:
    """The events one by one, as they lie in memory."""
    whole = as_bytes(news)  # only what is there is copied: most of the room is empty
    count = min(int.from_bytes(whole[_COUNT : _COUNT + 2].tobytes(), sys.byteorder), LIMIT)
    raw = whole[_FIRST : _FIRST + count * _EVENT.size].tobytes()
    return [raw[at : at + _EVENT.size] for at in range(0, len(raw), _EVENT.size)]


def happening(event: bytes, kinds: tuple[Kind, ...], seat: int | None) -> Happening:
    """An event, with secret arguments blanked for a seat that has not seen them (None: a spectator, ALL: whoever may
    know everything)."""
    number, whose, forced, seen, *arguments = _EVENT.unpack(event)
    kind = kinds[number]
    values: dict[str, int | None] = dict(zip(kind.arguments, arguments, strict=False))
    if kind.secret and seat != ALL and seen != EVERYBODY and (seat is None or not seen >> seat & 1):
        values.update(dict.fromkeys(kind.secret))
    return Happening(kind.name, kind.clause, None if whose < 0 else whose, bool(forced), values)


def redacted(event: bytes, kinds: tuple[Kind, ...], eyes: int) -> bytes:
    """An event in which all is 0 that none of the seats in a bit mask may know."""
    number, whose, forced, seen, *arguments = _EVENT.unpack(event)
    kind = kinds[number]
    if seen != EVERYBODY and not seen & eyes:
        for index, name in enumerate(kind.arguments):
            if name in kind.secret:
                arguments[index] = 0
    return _EVENT.pack(number, whose, forced, seen, *arguments)


# An event as Python takes it apart, many times faster than NumPy does field by field.
_EVENT = struct.Struct(f"=hbbh{ARGUMENTS}h")
_COUNT, _FIRST = (int(News.plain.fields[name][1]) for name in ("count", "events"))  # type: ignore[index]
SEAT = int(Event.plain.fields["seat"][1])  # type: ignore[index]  # where it is in the bytes; NONE is 255 there
assert _EVENT.size == Event.plain.itemsize
