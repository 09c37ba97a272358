"""Records as JSON text, written by compiled code.

A table tells every move to everybody, and most of a message is the state. Written by Python, its numbers would have to
become objects one by one; here a plan, made once for a kind of record, leads through its bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from petteia.engine.compiling import driver, rule
from petteia.engine.records import NONE, Bits, Field, Names, OneOf, Record, SetOf

Lists = Mapping[str, tuple[str, ...]]

# What a step of a plan does after it has written its piece of fixed text.
NOTHING, NUMBER, NAME, SET, PLACES = range(5)

# The columns of a step.
TEXT, TEXT_END, VALUE, OFFSET, SIZE, SIGNED, FIRST, SPAN, SPAN_END, LENGTH = range(10)

LONGEST_NUMBER = 20  # digits and sign of an int64


class Writer:
    """Writes one kind of record, with the names of a box, as JSON text."""

    def __init__(self, cls: type[Record], lists: Lists, leave_out: tuple[str, ...] = ()) -> None:
        self._lists = lists
        self._text = bytearray()  # all fixed pieces of text, and all names, one after another
        self._spans: list[tuple[int, int]] = []  # where the names are in it
        self._first_spans: dict[tuple[str, ...], int] = {}  # where those of a list begin in `_spans`
        self._steps: list[list[int]] = []
        self._piece = len(self._text)
        self._longest = 0
        self._record(cls, 0, leave_out)
        self._step(NOTHING)
        self._plan = np.array(self._steps, np.int64)
        self._span_array = np.array(self._spans or [(0, 0)], np.int64)
        self._bytes = np.frombuffer(bytes(self._text), np.uint8)
        self._spare: list[np.ndarray[Any, Any]] = []

    def __call__(self, values: np.ndarray[Any, Any]) -> bytes:
        """The text of one record, given as an array with it alone."""
        # Most of the room is never needed; what was just written to lies near at hand.
        out = self._spare.pop() if self._spare else np.empty(self._longest, np.uint8)
        size = _write(np.frombuffer(values, np.uint8), self._plan, self._span_array, self._bytes, out)
        text = out[:size].tobytes()
        self._spare.append(out)
        return text

    # -- making the plan -----------------------------------------------------------------------------------------------

    def _record(self, cls: Any, offset: int, leave_out: tuple[str, ...] = ()) -> None:
        names = [name for name, field in cls.fields.items() if name not in leave_out and not field.kept]
        for index, name in enumerate(names):
            self._say(("," if index else "{") + json.dumps(name) + ":")
            self._field(cls.fields[name], offset + cls.plain.fields[name][1])
        self._say("}" if names else "{}")

    def _field(self, field: Field, offset: int) -> None:
        if isinstance(field.meaning, Bits):
            self._step(PLACES, field, offset, length=field.length or 1)
        elif field.length:
            for index in range(field.length):
                self._say("," if index else "[")
                self._value(field, offset + index * field.plain.itemsize)
            self._say("]")
        else:
            self._value(field, offset)

    def _value(self, field: Field, offset: int) -> None:
        if field.nested:
            self._record(field.type, offset)
        elif isinstance(field.meaning, Names):
            self._step(NAME, field, offset, NONE, (None, *self._lists[field.meaning.of]))
        elif isinstance(field.meaning, OneOf):
            self._step(NAME, field, offset, 0, field.meaning.words)
        elif isinstance(field.meaning, SetOf):
            self._step(SET, field, offset, 0, self._lists[field.meaning.of])
        else:
            self._step(NUMBER, field, offset)

    def _say(self, piece: str) -> None:
        self._text += piece.encode()

    def _step(
        self,
        value: int,
        field: Field | None = None,
        offset: int = 0,
        first: int = 0,
        names: tuple[str | None, ...] = (),
        length: int = 1,
    ) -> None:
        """Ends the piece of fixed text before it."""
        piece = self._piece, len(self._text)
        first_span = self._spans_of(names)
        size, signed = (field.plain.itemsize, field.plain.kind == "i") if field else (0, False)
        self._steps.append([*piece, value, offset, size, signed, first, first_span, first_span + len(names), length])
        of_names = sum(end - begin + 1 for begin, end in self._spans[first_span : first_span + len(names)])
        self._longest += piece[1] - piece[0] + LONGEST_NUMBER + of_names
        self._longest += length * size * 8 * 5 if value == PLACES else 0  # a place and its comma
        self._piece = len(self._text)

    def _spans_of(self, names: tuple[Any, ...]) -> int:
        if names not in self._first_spans:
            self._first_spans[names] = len(self._spans)
            for name in names:
                quoted = json.dumps(name, ensure_ascii=False).encode()
                self._spans.append((len(self._text), len(self._text) + len(quoted)))
                self._text += quoted
        return self._first_spans[names]


# -- following it ------------------------------------------------------------------------------------------------------


@driver
def _write(raw: Any, plan: Any, spans: Any, text: Any, out: Any) -> int:
    n = 0
    for step in range(len(plan)):
        n = _copy(text, plan[step, TEXT], plan[step, TEXT_END], out, n)
        value, offset, size = plan[step, VALUE], plan[step, OFFSET], plan[step, SIZE]
        if value == PLACES:
            n = _write_places(raw, offset, size * plan[step, LENGTH], out, n)
        elif value != NOTHING:
            bits = _read(raw, offset, size)
            first, end = plan[step, SPAN], plan[step, SPAN_END]
            number = _signed(bits, size) if plan[step, SIGNED] else np.int64(bits)
            at = first + number - plan[step, FIRST]
            if value == SET:
                n = _write_set(bits, spans, first, end, text, out, n)
            elif value == NAME and first <= at < end:
                n = _copy(text, spans[at, 0], spans[at, 1], out, n)
            elif plan[step, SIGNED] and number < 0:
                out[n] = ord("-")
                n = _write_digits(np.uint64(-number), out, n + 1)
            else:
                n = _write_digits(bits, out, n)
    return n


@rule
def _copy(text: Any, begin: int, end: int, out: Any, n: int) -> int:
    for at in range(begin, end):
        out[n] = text[at]
        n += 1
    return n


@rule
def _read(raw: Any, offset: int, size: int) -> Any:
    """A number of so many bytes, the lowest first, without its sign."""
    found = np.uint64(0)
    for byte in range(size):
        found |= np.uint64(raw[offset + byte]) << np.uint64(8 * byte)
    return found


@rule
def _signed(bits: Any, size: int) -> int:
    gap = np.int64(64 - 8 * size)
    return (np.int64(bits) << gap) >> gap  # type: ignore[return-value]


@rule
def _write_digits(number: Any, out: Any, n: int) -> int:
    ten = np.uint64(10)
    digits = 1
    rest = number // ten
    while rest:
        digits += 1
        rest = rest // ten
    for i in range(digits):
        out[n + digits - 1 - i] = ord("0") + np.int64(number % ten)
        number = number // ten
    return n + digits


@rule
def _write_set(bits: Any, spans: Any, first: int, end: int, text: Any, out: Any, n: int) -> int:
    """The names whose bits are set."""
    out[n] = ord("[")
    begin = n = n + 1
    for at in range(first, end):
        if (bits >> np.uint64(at - first)) & np.uint64(1):
            if n > begin:
                out[n] = ord(",")
                n += 1
            n = _copy(text, spans[at, 0], spans[at, 1], out, n)
    out[n] = ord("]")
    return n + 1


@rule
def _write_places(raw: Any, offset: int, size: int, out: Any, n: int) -> int:
    """The places whose bits are set, counted from 1."""
    out[n] = ord("[")
    begin = n = n + 1
    for byte in range(size):
        for bit in range(8):
            if raw[offset + byte] >> bit & 1:
                if n > begin:
                    out[n] = ord(",")
                    n += 1
                n = _write_digits(np.uint64(byte * 8 + bit + 1), out, n)
    out[n] = ord("]")
    return n + 1
