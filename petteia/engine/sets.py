"""Sets of places of a map, up to 128: in records two masks of 64 bits, in rules one value, without allocation.

A record has an array of masks, for one set (`of`) or for many, one after the other (`at`: the neighbours of a place).
`add`, `put` and `clear` change what lies there. All else takes sets and makes new ones:

    rest = sets.without(sets.at(board.near, place), sets.of(s.built))
    while not sets.is_empty(rest):
        place, rest = sets.first(rest), sets.rest(rest)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from petteia.engine import bits
from petteia.engine.bits import U64, bit
from petteia.engine.compiling import rule

MASKS = 2  # of a set
MASK_BITS = 64  # places of a mask


class Places(NamedTuple):
    """A set of places."""

    low: U64  # places 0 to 63
    high: U64  # 64 to 127


# -- sets in records ---------------------------------------------------------------------------------------------------


@rule
def of(masks: Any) -> Places:
    """The set in an array of masks."""
    return Places(masks[0], masks[1])


@rule
def at(masks: Any, number: int) -> Places:
    """The set with a number in an array of masks for many."""
    first_mask = MASKS * int(number)
    return Places(masks[first_mask], masks[first_mask + 1])


@rule
def holds(masks: Any, place: int) -> bool:
    """Whether a place is in the set in an array of masks."""
    return bool(masks[place >> 6] & bit(place & 63))


@rule
def holds_at(masks: Any, number: int, place: int) -> bool:
    """Whether a place is in the set with a number in an array of masks for many."""
    return bool(masks[MASKS * int(number) + (place >> 6)] & bit(place & 63))


@rule
def put(masks: Any, places: Places) -> None:
    """Writes a set into an array of masks."""
    masks[0] = places.low
    masks[1] = places.high


@rule
def add(masks: Any, place: int) -> None:
    """Adds a place to the set in an array of masks."""
    masks[place >> 6] |= bit(place & 63)


@rule
def clear(masks: Any) -> None:
    """Takes all places out of the set in an array of masks."""
    masks[0] = np.uint64(0)
    masks[1] = np.uint64(0)


def lay(masks: Any, places: Iterable[int], number: int = 0) -> None:
    """For Python: writes places into an array of masks, as the set with a number or the only one."""
    whole = sum(1 << place for place in set(places))
    for mask in range(MASKS):
        masks[MASKS * number + mask] = whole >> (MASK_BITS * mask) & (1 << MASK_BITS) - 1


def lies_in(masks: Any, place: int, number: int = 0) -> bool:
    """For Python: what `holds` is for rules."""
    return bool(int(masks[MASKS * number + place // MASK_BITS]) >> place % MASK_BITS & 1)


# -- sets as values ----------------------------------------------------------------------------------------------------


@rule
def empty() -> Places:
    return Places(np.uint64(0), np.uint64(0))


@rule
def one(place: int) -> Places:
    """The set of one place."""
    if place < MASK_BITS:
        return Places(bit(place), np.uint64(0))
    return Places(np.uint64(0), bit(place - MASK_BITS))


@rule
def union(some: Places, others: Places) -> Places:
    return Places(some.low | others.low, some.high | others.high)


@rule
def common(some: Places, others: Places) -> Places:
    """The places that are in both."""
    return Places(some.low & others.low, some.high & others.high)


@rule
def without(some: Places, others: Places) -> Places:
    """The places of the first that are not in the second."""
    return Places(some.low & ~others.low, some.high & ~others.high)


@rule
def is_empty(places: Places) -> bool:
    return bool((places.low | places.high) == np.uint64(0))


@rule
def are_equal(some: Places, others: Places) -> bool:
    return bool(some.low == others.low and some.high == others.high)


@rule
def meet(some: Places, others: Places) -> bool:
    """Whether some place is in both."""
    return not is_empty(common(some, others))


@rule
def has(places: Places, place: int) -> bool:
    return meet(places, one(place))


@rule
def count(places: Places) -> int:
    return bits.count(places.low) + bits.count(places.high)


@rule
def first(places: Places) -> int:
    """The lowest place of a set that is not empty."""
    if places.low != np.uint64(0):
        return bits.lowest(places.low)
    return MASK_BITS + bits.lowest(places.high)


@rule
def rest(places: Places) -> Places:
    """The set without its lowest place."""
    if places.low != np.uint64(0):
        return Places(bits.without_lowest(places.low), places.high)
    return Places(places.low, bits.without_lowest(places.high))


@rule
def write(places: Places, out: Any, n: int, first_id: int) -> int:
    """Writes `first_id` and more for every place, from out[n] on; returns how many are written then."""
    return bits.write(places.high, out, bits.write(places.low, out, n, first_id), first_id + MASK_BITS)
