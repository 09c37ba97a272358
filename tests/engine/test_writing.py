"""Records written as JSON by compiled code: every kind of field, at its limits, and as Python would write it."""

from __future__ import annotations

import enum
import json
import random
from typing import Annotated, Any

import numpy as np
import pytest

import petteia
from petteia.engine.records import NONE, Array, Bits, Names, OneOf, Record, SetOf, i1, i2, i4, new, record, u8
from petteia.engine.views import places_of, word_of
from petteia.engine.writing import Writer
from petteia.games import NAMES, find

LISTS = {"card": ("ace", 'the "king"', "Königin", "")}


class Mode(enum.IntEnum):
    SLOW = 0
    FAST = 1


@record
class Corner(Record):
    """Numbers at the ends of their types."""

    tiny: i1
    small: i2
    wide: i4
    unsigned: u8
    several: Annotated[Array[i2], 3]


@record
class Table(Record):
    lead: Annotated[i1, Names("card")]
    mode: Annotated[i1, OneOf(Mode)]
    used: Annotated[i4, SetOf("card")]
    built: Annotated[Array[u8], 2, Bits()]
    corners: Annotated[Array[Corner], 2]
    one: Corner


def by_hand(cls: type[Record], values: Any, lists: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """The same, number by number."""
    found: dict[str, Any] = {}
    for field in cls.fields.values():
        if field.kept:  # for redraws, not for eyes
            continue
        value = values[field.name]
        if isinstance(field.meaning, Bits):
            found[field.name] = places_of(value.tolist() if field.length else [int(value)], field.plain.itemsize * 8)
        elif field.nested:
            one = [by_hand(field.type, item, lists) for item in (value if field.length else [value])]
            found[field.name] = one if field.length else one[0]
        else:
            words = [word_of(field, int(item), lists) for item in (value if field.length else [value])]
            found[field.name] = words if field.length else words[0]
    return found


@pytest.mark.parametrize("number", [0, 1, -1, 9, 10, 99, 100, 2**31 - 1, -(2**31)])
def test_numbers_at_their_limits(number: int) -> None:
    values = new(Corner)
    values["wide"], values["unsigned"] = number, number % 2**64
    values["tiny"], values["small"], values["several"] = -128, -32768, [[-32768, 0, 32767]]
    assert json.loads(Writer(Corner, {})(values)) == {
        "tiny": -128,
        "small": -32768,
        "wide": number,
        "unsigned": number % 2**64,
        "several": [-32768, 0, 32767],
    }


@pytest.mark.parametrize(("number", "word"), [(NONE, None), (0, "ace"), (1, 'the "king"'), (3, ""), (4, 4), (-2, -2)])
def test_a_number_out_of_its_list_stays_a_number(number: int, word: Any) -> None:
    values = new(Table)
    values["lead"] = number
    assert json.loads(Writer(Table, LISTS)(values))["lead"] == word


def test_any_bytes_are_written_within_their_room() -> None:
    dice = random.Random(3)
    write = Writer(Table, LISTS)
    for filled in (b"\x00", b"\xff", b"\x7f", b"\x80", None):
        for _ in range(20):
            raw = bytearray(filled * Table.dtype.itemsize if filled else dice.randbytes(Table.dtype.itemsize))
            values = np.frombuffer(raw, Table.dtype)
            values["mode"] = dice.randrange(2)  # the only meaning that has a word for every number
            assert json.loads(write(values)) == by_hand(Table, values[0], LISTS)


@pytest.mark.parametrize("game", NAMES)
def test_states_of_games_read_as_their_fields_say(game: str) -> None:
    dice = random.Random(8)
    found = find(game)
    names = {name: tuple(words) for name, words in found.names(found.box).items()}
    match = petteia.new(game, seats=found.seats[-1], seed=8)
    while not match.over:
        redacted = match.redacted(dice.choice([None, 0, 1]))
        expected = by_hand(found.state, redacted[0], names)
        del expected["rng"]
        assert json.loads(match.written(redacted)) == expected
        match.play(dice.choice(match.choices))
