"""The shortest rows of numbers: every number of a record that a seat may know has its place, and is written there."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from petteia.engine.compact import LEAST, MOST, layout_of
from petteia.engine.compiling import driver
from petteia.engine.records import (
    KEPT,
    NOBODY,
    SEAT,
    SEATS,
    Array,
    Bits,
    Mask,
    Record,
    i1,
    i2,
    i4,
    new,
    record,
    u8,
)


@record
class Ship(Record):
    owner: Annotated[i1, SEAT]
    cargo: Annotated[Array[i1], 2]
    log: Annotated[i1, KEPT]


@record
class Purse(Record):
    coins: i4
    marked: Annotated[i2, Mask(3)]
    boats: Annotated[Array[Ship], 2]


@record
class Table(Record):
    rng: Annotated[Array[u8], 4, NOBODY]
    reveals: i4
    past: Annotated[Array[u8], 3, "remembered positions, which are no numbers of anything"]
    built: Annotated[Array[u8], 2, Bits()]
    passed: Annotated[i1, SEATS]
    order: Annotated[Array[i1], 3, SEAT]
    seats: i1
    flagship: Ship
    ships: Annotated[Array[Ship], 2]
    players: Annotated[Array[Purse], 3]


LAYOUT = layout_of(Table)
observe = LAYOUT.observe


@driver
def observe_table(s: Any, eyes: int, row: Any) -> None:
    observe(s[0], eyes, row)


@pytest.fixture
def table() -> np.ndarray[Any, Any]:
    tables = new(Table)
    s = tables[0]
    s.seats, s.reveals, s.passed = 3, 9, 0b011
    s.rng[:], s.past[:] = 77, 88
    s.built[0], s.built[1] = 1 << 63, 0b10
    s.order[:] = [2, 0, -1]
    s.flagship.owner, s.flagship.cargo[1], s.flagship.log = -2, 5, 99
    s.ships[1].owner = 1
    for seat, coins in enumerate((10, 70_000, -70_000)):
        s.players[seat].coins = coins
    s.players[2].marked, s.players[2].boats[1].cargo[0] = 0b101, 7
    return tables


def seen_by(table: np.ndarray[Any, Any], eyes: int) -> dict[str, list[int]]:
    """The numbers of a row by their paths."""
    numbers = LAYOUT.numbers(int(table[0].seats))
    row = np.full(len(numbers), 111, np.int16)  # which none of them is
    observe_table(table, eyes, row)
    found: dict[str, list[int]] = {}
    for number, value in zip(numbers, row.tolist(), strict=True):
        assert number.which == len(found.setdefault(number.path, []))
        found[number.path].append(value)
    return found


def test_every_number_has_its_place(table: np.ndarray[Any, Any]) -> None:
    seen = seen_by(table, 0)
    assert seen["built"] == [0] * 63 + [1, 0, 1] + [0] * 62
    assert (seen["seats"], seen["flagship.cargo"]) == ([3], [0, 5])
    assert seen["players.2.marked"] == [1, 0, 1]
    assert seen["players.2.boats.1.cargo"] == [7, 0]
    assert [seen[f"players.{place}.coins"] for place in range(3)] == [[10], [MOST], [LEAST]]


def test_what_says_nothing_is_left_out(table: np.ndarray[Any, Any]) -> None:
    names = {path.split(".")[-1] for path in seen_by(table, 0)}
    assert names == {"built", "passed", "order", "seats", "owner", "cargo", "coins", "marked"}


@pytest.mark.parametrize("eyes", [0, 1, 2])
def test_seats_are_counted_from_the_one_that_looks(table: np.ndarray[Any, Any], eyes: int) -> None:
    seen = seen_by(table, eyes)
    coins = [10, MOST, LEAST]
    assert [seen[f"players.{place}.coins"][0] for place in range(3)] == coins[eyes:] + coins[:eyes]
    assert seen["order"] == [(2 - eyes) % 3, -eyes % 3, -1]
    assert seen["passed"] == [int((eyes + place) % 3 in (0, 1)) for place in range(3)]
    assert (seen["ships.1.owner"], seen["flagship.owner"]) == ([(1 - eyes) % 3], [-2])


def test_a_row_for_fewer_is_the_beginning_of_one_for_more(table: np.ndarray[Any, Any]) -> None:
    assert LAYOUT.numbers(2) == LAYOUT.numbers(3)[: len(LAYOUT.numbers(2))]
    table[0].seats, table[0].passed = 2, 0b10
    seen = seen_by(table, 1)
    assert not any(path.startswith("players.2") for path in seen)
    assert (seen["passed"], seen["players.0.coins"], seen["players.1.coins"]) == ([1, 0, 0], [MOST], [10])
