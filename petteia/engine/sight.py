"""What a seat may know of a state: `redact`, made of what the fields declare and of what the game adds.

A field that is nobody's is blanked for everybody, one that is its owner's, or behind his screen, for everybody else.
Which part of a field that is seen partly has to be blanked, only the game knows: its own `redact` does that, in a copy
in which all else is blank already. What is blanked is UNKNOWN; 0 where there is no such number, and in what is kept for
redraws alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NOBODY, OWNER, SCREENED, UNKNOWN, Field, Record

PLAYERS = "players"  # the array of records, one for each seat, whose fields have an owner
GENERATOR = "rng"  # blank also where all is open: it says what comes next


@rule
def nothing_is_open(s: Any) -> bool:
    """The verb `open_to_all` of a game that has no use for it."""
    return False


@rule
def nothing_partly(box: Any, s: Any, seat: int, seen: Any) -> None:
    """The `redact` of a game in which nothing is seen partly."""


def redacting(
    state: type[Record], open_to_all: Callable[..., bool], partly: Callable[..., None]
) -> Callable[[Any, Any, int, Any], None]:
    """The verb `redact` of a game."""
    lines = [
        "def redact(box, s, seat, out):",
        " out[0] = s",
        " seen = out[0]",
        *_blank(state.fields[GENERATOR], "seen", 1),
        " if not open_to_all(s):",
        "  pass",
        *_hidden(state, "seen", "", 2),
        " partly(box, s, seat, seen)",
    ]
    scope: dict[str, Any] = {"open_to_all": open_to_all, "partly": partly, "__name__": state.__module__}
    exec("\n".join(lines), scope)  # compiled code cannot go through a list of fields
    return large_rule(scope["redact"])


def forgetting(state: type[Record]) -> Callable[[Any], None]:
    """The verb `forget` of a game."""
    lines = ["def forget(s):", " pass", *_kept(state, "s", 1)]
    scope: dict[str, Any] = {"__name__": state.__module__}
    exec("\n".join(lines), scope)
    return large_rule(scope["forget"])


def _kept(cls: type[Record], record: str, depth: int) -> list[str]:
    """Lines that blank what is kept for redraws in a record."""
    lines = []
    for field in cls.fields.values():
        if field.kept:
            lines += _blank(field, record, depth)
        elif field.nested and not field.length:
            lines += _kept(field.type, f"{record}.{field.name}", depth)
        elif field.nested:
            inside = _kept(field.type, f"{record}.{field.name}[i{depth}]", depth + 1)
            lines += [f"{' ' * depth}for i{depth} in range({field.length}):", *inside] if inside else []
    return lines


def _hidden(cls: type[Record], record: str, owner: str, depth: int) -> list[str]:
    """Lines that blank what is hidden in a record; in one of `players`, `owner` is the number of its seat."""
    lines = []
    for field in cls.fields.values():
        if field.nested:
            lines += _inside(field, record, owner, depth)
        elif field.sight == NOBODY and field.name != GENERATOR:
            lines += _blank(field, record, depth)
        elif field.sight in (OWNER, SCREENED):
            if not owner:
                raise TypeError(f"{cls.__name__}.{field.name} has no owner: it stands outside of `{PLAYERS}`")
            lines += [f"{' ' * depth}if {owner} != seat:", *_blank(field, record, depth + 1)]
    return lines


def _inside(field: Field, record: str, owner: str, depth: int) -> list[str]:
    """Lines that blank what is hidden in a record within another, or in each of an array of them."""
    if not field.length:
        return _hidden(field.type, f"{record}.{field.name}", owner, depth)
    index = f"i{depth}"
    players = field.name == PLAYERS
    lines = _hidden(field.type, f"{record}.{field.name}[{index}]", index if players else owner, depth + 1)
    count = "s.seats" if players else field.length
    return [f"{' ' * depth}for {index} in range({count}):", *lines] if lines else []


def _blank(field: Field, record: str, depth: int) -> list[str]:
    blank = 0 if field.kept or field.plain.kind == "u" else UNKNOWN
    pad, name = " " * depth, f"{record}.{field.name}"
    if field.length:
        return [f"{pad}for i in range({field.length}):", f"{pad} {name}[i] = {blank}"]
    return [f"{pad}{name} = {blank}"]
