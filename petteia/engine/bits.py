"""Sets as bit masks of 64: counting, finding and writing down what is in them, without allocation.

Every literal beside a uint64 is wrapped, or NumPy's promotion would turn all into floats. LLVM knows both idioms below
and makes one instruction of each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.compiling import rule, rule_or

U64 = Any  # a uint64

_MASKS: list[Any] = [np.uint64(1 << place) for place in range(64)]


@rule_or(lambda place: _MASKS[place])
def bit(place: int) -> U64:
    """The mask with one place (0 to 63)."""
    return np.uint64(1) << np.uint64(place)


@rule_or(lambda mask: int(mask).bit_count())
def count(mask: U64) -> int:
    """How many places are in a mask."""
    x = mask - ((mask >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    x = x + (x >> np.uint64(8))
    x = x + (x >> np.uint64(16))
    x = x + (x >> np.uint64(32))
    return np.int64(x & np.uint64(0x7F))  # type: ignore[return-value]


@rule
def lowest(mask: U64) -> int:
    """The lowest place of a mask that is not empty."""
    return count((mask - np.uint64(1)) & ~mask)


@rule
def without_lowest(mask: U64) -> U64:
    """The mask without its lowest place."""
    return mask & (mask - np.uint64(1))


@rule
def write(mask: U64, out: Any, n: int, first: int) -> int:
    """Writes `first` and more for every place of a mask, from out[n] on; returns how many are written then."""
    while mask != np.uint64(0):
        out[n] = first + lowest(mask)
        n += 1
        mask = without_lowest(mask)
    return n
