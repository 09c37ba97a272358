"""A driver and all it calls are made one whole, once; code of other people is left as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.caching import NullCache
from numba.extending import overload

from petteia.engine import linking
from petteia.engine.compiling import INTERPRETED, driver, large_rule, rule

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")


def shared(number: int) -> int:
    """Stands for a built-in function of Numba's that rules and other people's code call."""
    raise NotImplementedError


@overload(shared)
def _shared(number):  # type: ignore[no-untyped-def]
    return lambda number: 3 * _inner(number)


@numba.njit(no_cpython_wrapper=True)
def _inner(number: int) -> int:
    return number + 1


@rule
def lowest(number: int) -> int:
    return shared(number) + 1


@large_rule
def middle(number: int) -> int:
    return lowest(number) + lowest(number + 1)


@driver
def highest(numbers: Any) -> int:
    return middle(numbers[0]) * 2


if not INTERPRETED:
    highest._compiled._cache = NullCache()  # type: ignore[attr-defined]  # or a second run would only load it


@numba.njit
def somebody_elses(number: int) -> int:
    return shared(number) - 1


@pytest.fixture
def told() -> Iterator[list[bool]]:
    found: list[bool] = []
    linking.watcher = found.append
    yield found
    linking.watcher = None


def test_a_driver_is_linked_once_and_others_may_use_its_pieces(told: list[bool]) -> None:
    numbers = np.array([4], np.int16)
    assert highest(numbers) == 2 * (3 * 5 + 1 + 3 * 6 + 1)
    assert told.count(True) == 1
    assert told.count(False) >= 4  # the driver, two rules, what they share
    assert somebody_elses(4) == 14
    assert told.count(True) == 1
    assert not isinstance(somebody_elses.overloads[numba.int64,].library, linking.Piece)


def test_code_of_others_is_compiled_as_ever() -> None:
    @numba.njit
    def alone(number: int) -> int:
        return number * number

    assert alone(12) == 144
    assert alone.overloads[numba.int64,].library._finalized
