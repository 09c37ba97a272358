"""Sets of places over two masks, compared with Python's own sets."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from petteia.engine import sets
from petteia.engine.compiling import driver

UNION, COMMON, WITHOUT = range(3)


def masks(*of: set[int]) -> Any:
    """Sets one after the other, as they lie in records."""
    found = np.zeros(sets.MASKS * len(of), np.uint64)
    for number, places in enumerate(of):
        sets.lay(found, places, number)
    return found


def places(found: Any) -> set[int]:
    return {place for place in range(128) if sets.lies_in(found, place)}


@driver
def combine(both: Any, how: int, out: Any) -> None:
    some, others = sets.of(both), sets.at(both, 1)
    if how == UNION:
        sets.put(out, sets.union(some, others))
    elif how == COMMON:
        sets.put(out, sets.common(some, others))
    elif how == WITHOUT:
        sets.put(out, sets.without(some, others))


@driver
def tell(both: Any, place: int, out: Any) -> None:
    some, others = sets.of(both), sets.at(both, 1)
    out[0] = sets.count(some)
    out[1] = sets.is_empty(some)
    out[2] = sets.meet(some, others)
    out[3] = sets.are_equal(some, others)
    out[4] = sets.has(some, place)
    out[5] = sets.holds(both, place)
    out[6] = sets.holds_at(both, 1, place)


@driver
def each(of: Any, out: Any) -> int:
    rest, n = sets.of(of), 0
    while not sets.is_empty(rest):
        out[n], rest = sets.first(rest), sets.rest(rest)
        n += 1
    return n


@driver
def write(of: Any, out: Any) -> int:
    return sets.write(sets.of(of), out, 1, 1000)


@driver
def change(of: Any, place: int, emptied: bool) -> None:
    if emptied:
        sets.clear(of)
    sets.add(of, place)


def some_sets() -> list[set[int]]:
    dice = random.Random(1)
    drawn = [set(dice.sample(range(128), dice.randrange(129))) for _ in range(20)]
    return [set(), {0}, {63}, {64}, {127}, set(range(64)), set(range(64, 128)), set(range(128)), *drawn]


@pytest.mark.parametrize("number", range(len(some_sets())))
def test_sets_are_what_pythons_are(number: int) -> None:
    some, found, told = some_sets()[number], masks(set()), np.zeros(7, np.int64)
    for others in some_sets():
        both = masks(some, others)
        for how, expected in ((UNION, some | others), (COMMON, some & others), (WITHOUT, some - others)):
            combine(both, how, found)
            assert places(found) == expected
        for place in (0, 1, 63, 64, 100, 127):
            tell(both, place, told)
            expected_told = [len(some), not some, bool(some & others), some == others, place in some, place in some]
            assert told.tolist() == [*expected_told, place in others]


@pytest.mark.parametrize("number", range(len(some_sets())))
def test_places_come_in_their_order(number: int) -> None:
    some, out = some_sets()[number], np.zeros(129, np.int64)
    n = each(masks(some), out)
    assert out[:n].tolist() == sorted(some)
    n = write(masks(some), out)
    assert out[1:n].tolist() == [1000 + place for place in sorted(some)]


@pytest.mark.parametrize("place", [0, 63, 64, 127])
def test_a_set_in_a_record_is_changed_there(place: int) -> None:
    of = masks({5, 70})
    change(of, place, False)
    assert places(of) == {5, 70, place}
    change(of, place, True)
    assert places(of) == {place}
