"""Records as names and numbers: the text form of positions, and hashes.

All of them go by the declared fields, never by bytes, so a new field does not rewrite history.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from petteia.engine.errors import PetteiaError
from petteia.engine.records import NONE, Bits, Field, Mask, Names, OneOf, Record, SetOf

Lists = Mapping[str, tuple[str, ...]]

# Four times the largest position that games between five players came to, and ten times its longest line.
LONGEST_POSITION = 32 * 1024  # characters
LONGEST_LINE = 2000

_PATH = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*", re.ASCII)


class BadPosition(PetteiaError):
    """A position in words that cannot be set up."""


def word_of(field: Field, number: int, lists: Lists) -> Any:
    """A number by its meaning: a name where it names something, None where it names nothing."""
    if isinstance(field.meaning, Names):
        names = lists[field.meaning.of]
        return names[number] if 0 <= number < len(names) else None if number == NONE else number
    if isinstance(field.meaning, OneOf):
        return field.meaning.words[number]
    if isinstance(field.meaning, SetOf):
        return [name for index, name in enumerate(lists[field.meaning.of]) if number >> index & 1]
    return number


def places_of(masks: list[int], bits: int) -> list[int]:
    """The places that are set in the masks of a `Bits` field, counted from 1 as people do."""
    whole = sum((mask & (1 << bits) - 1) << (number * bits) for number, mask in enumerate(masks))
    return [place + 1 for place in range(whole.bit_length()) if whole >> place & 1]


# -- every number of a record, by its path -----------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where a number of a record lies: its path (`players.0.coins`), its declaration, and its place among the bytes."""

    path: str
    field: Field
    at: int


@functools.cache
def _spots(cls: Any) -> list[Spot]:
    """Every number of a record class, in the order of the declarations."""
    found = []
    for field in cls.fields.values():
        begin = int(cls.plain.fields[field.name][1])
        for index in range(field.length or 1):
            here = f"{field.name}.{index}" if field.length else field.name
            at = begin + index * field.plain.itemsize
            if field.nested:
                found += [Spot(f"{here}.{one.path}", one.field, at + one.at) for one in _spots(field.type)]
            else:
                found.append(Spot(here, field, at))
    return found


@functools.cache
def _gathered(cls: Any) -> list[tuple[np.dtype[Any], list[int], np.ndarray[Any, Any]]]:
    """The numbers of each type: which they are, and all their bytes. NumPy reads those of a type at once, which takes a
    fifth of the time of asking for each by its name; a save file is compared with every state of its game."""
    kinds: dict[np.dtype[Any], list[int]] = {}
    for index, spot in enumerate(_spots(cls)):
        kinds.setdefault(spot.field.plain, []).append(index)
    return [
        (plain, which, np.array([_spots(cls)[index].at for index in which])[:, None] + np.arange(plain.itemsize))
        for plain, which in kinds.items()
    ]


def leaves(cls: type[Record], values: Any) -> Iterator[tuple[str, Field, int]]:
    """Every number of a record with its path (`players.0.coins`) and its declaration."""
    kind: Any = cls  # what remembers wants its questions to be hashable, and mypy is not sure that a class is
    raw, spots = np.frombuffer(values.tobytes(), np.uint8), _spots(kind)
    numbers = [0] * len(spots)
    for plain, which, where in _gathered(kind):
        for index, number in zip(which, raw[where].reshape(-1).view(plain).tolist(), strict=True):
            numbers[index] = number
    return ((spot.path, spot.field, number) for spot, number in zip(spots, numbers, strict=True))


def digest(cls: type[Record], values: Any, lists: Lists) -> str:
    """A hash of the canonical values: what is 0 does not count, so that a new field changes no old hash."""
    text = json.dumps({path: word_of(field, number, lists) for path, field, number in leaves(cls, values) if number})
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# -- positions in words ------------------------------------------------------------------------------------------------


def differences(cls: type[Record], base: Any, values: Any, lists: Lists) -> list[str]:
    """One line for each number that differs: `players.0.coins = 9`, `row.2 = "A05"`; a set of places is one line."""
    lines = []
    for (path, field, was), (_, _, now) in zip(leaves(cls, base), leaves(cls, values), strict=True):
        if was != now:
            whole = path.rpartition(".")[0] if field.length and isinstance(field.meaning, Bits) else path
            word = _places_at(values, whole, field) if isinstance(field.meaning, Bits) else _written(field, now, lists)
            lines.append(f"{whole} = {word}")
    return list(dict.fromkeys(lines))


def _places_at(values: Any, path: str, field: Field) -> str:
    for part in path.split("."):
        values = values[int(part) if part.isdecimal() else part]
    return str(places_of(values.tolist() if field.length else [int(values)], field.plain.itemsize * 8))


def _written(field: Field, number: int, lists: Lists) -> str:
    word = word_of(field, number, lists)
    if word is None:
        return '"none"'
    if field.plain.kind == "u":
        return f'"{number:#x}"'  # TOML's numbers are signed
    return json.dumps(word, ensure_ascii=False)


def parse_lines(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The lines of a position as a flat table path → value, and where each stands."""
    if len(text) > LONGEST_POSITION:
        raise BadPosition(f"{len(text)} characters are too many for a position: at most {LONGEST_POSITION}")
    flat: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(line) > LONGEST_LINE:
            raise BadPosition(f"line {number}: {len(line)} characters are too many: at most {LONGEST_LINE}")
        path, sign, value = (part.strip() for part in line.partition("="))
        if not sign or not _PATH.fullmatch(path):
            raise BadPosition(f"line {number}: '{line.strip()[:80]}' is not written as name = value")
        try:
            read = tomllib.loads(f"value = {value}")
        except (ValueError, RecursionError):
            raise BadPosition(f"line {number}: {path}: '{value[:80]}' is no number, text or list") from None
        if path in flat:
            raise BadPosition(f"line {number}: {path} was set in line {lines[path]} already")
        flat[path], lines[path] = read["value"], number
    return flat, lines


def apply(cls: type[Record], values: Any, path: str, value: Any, lists: Lists) -> None:
    """Sets one number of a record by its path; an array may be set as a whole, from its beginning."""
    field, owner, index = _find(cls, values, path)
    if isinstance(field.meaning, Bits) and index is None:
        masks = _masks_of(field, path, value)
        owner[field.name] = masks if field.length else masks[0]
        return
    if field.length and index is None and isinstance(value, list) and not field.nested:
        if len(value) > field.length:
            raise BadPosition(f"{path}: {len(value)} values, at most {field.length}")
        for i, item in enumerate(value):
            owner[field.name][i] = _number(field, path, item, lists)
        return
    if bool(field.length) != (index is not None) or field.nested:
        raise BadPosition(f"{path}: name a single value, such as {path}.{'0' if field.length else '…'}")
    number = _number(field, path, value, lists)
    if index is None:
        owner[field.name] = number
    else:
        owner[field.name][index] = number


def _masks_of(field: Field, path: str, value: Any) -> list[int]:
    """A list of places as the masks of a `Bits` field."""
    bits = field.plain.itemsize * 8
    most = bits * (field.length or 1) - (field.plain.kind == "i")  # the sign of a signed number is no place
    right = isinstance(value, list) and all(type(place) is int and 1 <= place <= most for place in value)
    if not right or len(set(value)) < len(value):
        raise BadPosition(f"{path}: found {value!r}, allowed is a list of different places from 1 to {most}")
    whole = sum(1 << (place - 1) for place in value)
    return [whole >> (number * bits) & (1 << bits) - 1 for number in range(field.length or 1)]


def _find(cls: type[Record], values: Any, path: str) -> tuple[Field, Any, int | None]:
    parts = path.split(".")
    while True:
        field = cls.fields.get(parts[0])
        if field is None:
            raise BadPosition(f"{path}: there is no '{parts[0]}'; there are {', '.join(cls.fields)}")
        index = None
        parts = parts[1:]
        if field.length and parts:
            if not re.fullmatch("[0-9]{1,4}", parts[0]) or int(parts[0]) >= field.length:
                raise BadPosition(f"{path}: {field.name} is numbered 0 to {field.length - 1}, not '{parts[0]}'")
            index, parts = int(parts[0]), parts[1:]
        if not parts:
            return field, values, index
        if not field.nested or (field.length and index is None):
            raise BadPosition(f"{path}: there is nothing inside {field.name}")
        values = values[field.name] if index is None else values[field.name][index]
        cls = field.type


def _number(field: Field, path: str, value: Any, lists: Lists) -> int:
    number = _meant(field, path, value, lists)
    limits = np.iinfo(field.plain)
    if not limits.min <= number <= limits.max:
        raise BadPosition(f"{path}: {value!r} is not from {limits.min} to {limits.max}")
    return number


def _meant(field: Field, path: str, value: Any, lists: Lists) -> int:
    meaning = field.meaning
    if isinstance(meaning, SetOf):
        names = lists[meaning.of]
        if isinstance(value, list) and all(name in names for name in value):
            return sum(1 << names.index(name) for name in value)
        raise BadPosition(f"{path}: give a list out of {', '.join(names)}")
    if isinstance(value, str):
        if isinstance(meaning, Names) and value == "none":
            return NONE
        words = lists[meaning.of] if isinstance(meaning, Names) else meaning.words if isinstance(meaning, OneOf) else ()
        if value in words:
            return words.index(value)
        if field.plain.kind == "u" and re.fullmatch(r"0x[0-9a-f]{1,16}", value):
            return int(value, 16)
        allowed = ", ".join(words) if words else "a number"
        raise BadPosition(f"{path}: found {value!r}, allowed is {allowed}")
    any_number = meaning is None or isinstance(meaning, Mask)
    if type(value) is int and (any_number or (isinstance(meaning, range) and value in meaning)):
        return value  # true is no 1 here, though Python takes it for one
    allowed = "a number"
    if isinstance(meaning, range):
        allowed = f"a number from {meaning[0]} to {meaning[-1]}"
    elif isinstance(meaning, (Names, OneOf)):
        allowed = "one of " + ", ".join(lists[meaning.of] if isinstance(meaning, Names) else meaning.words)
    raise BadPosition(f"{path}: found {value!r}, allowed is {allowed}")
