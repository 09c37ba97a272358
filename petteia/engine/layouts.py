"""Layouts: how a stored state is read by a program whose record has changed since.

A state is stored as its bytes. Beside it, once, goes a description of the record they were written with: every field
with its offset, and the lists of names that its numbers stand for. A later record is filled from it by name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from petteia.engine.records import Names, Record, SetOf, new

Lists = Mapping[str, tuple[str, ...]]
Description = dict[str, Any]


def describe(cls: type[Record], lists: Lists) -> Description:
    """Every number of a record: its path, offset, type, and the list that it is an index into."""
    return {
        "bytes": cls.dtype.itemsize,
        "lists": {name: list(names) for name, names in lists.items()},
        "numbers": [[path, offset, dtype, of] for path, offset, dtype, of in _numbers(cls, "", 0)],
    }


def name_of(description: Description) -> str:
    """A short name by which a layout is told from others."""
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()[:16]


def convert(cls: type[Record], lists: Lists, stored: bytes, description: Description) -> bytes:
    """A stored state as the present record: what is new stays 0, what is gone is left out, what has a name keeps it."""
    if len(stored) != description["bytes"]:
        raise ValueError(f"a state of {len(stored)} bytes, but its layout has {description['bytes']}")
    numbers = {
        path: (int(np.frombuffer(stored, np.dtype(dtype), 1, offset)[0]), of)
        for path, offset, dtype, of in description["numbers"]
    }
    converted = new(cls)
    raw = converted.view(np.uint8)
    for path, offset, code, of in _numbers(cls, "", 0):
        if path in numbers:
            number, was_of = numbers[path]
            if of is not None and was_of is not None:
                number = _renamed(number, of, description["lists"][was_of.removeprefix("set ")], lists)
            dtype = np.dtype(code)
            raw[offset : offset + dtype.itemsize] = np.frombuffer(np.array([number], dtype).tobytes(), np.uint8)
    return converted.tobytes()


def _renamed(number: int, of: str, was: list[str], lists: Lists) -> int:
    """An index into an earlier list as that of the same name in the present one."""
    now = lists[of.removeprefix("set ")]
    if of.startswith("set "):
        return sum(1 << now.index(name) for index, name in enumerate(was) if number >> index & 1 and name in now)
    return now.index(was[number]) if 0 <= number < len(was) and was[number] in now else number


def _numbers(cls: type[Record], path: str, start: int) -> Iterator[tuple[str, int, str, str | None]]:
    assert cls.plain.fields is not None
    for field in cls.fields.values():
        offset = start + cls.plain.fields[field.name][1]
        for index in range(field.length or 1):
            at = f"{path}{field.name}" + (f".{index}" if field.length else "")
            here = offset + index * field.plain.itemsize
            if field.nested:
                yield from _numbers(field.type, f"{at}.", here)
                continue
            of = None
            if isinstance(field.meaning, Names):
                of = field.meaning.of
            elif isinstance(field.meaning, SetOf):
                of = f"set {field.meaning.of}"
            yield at, here, field.plain.str, of
