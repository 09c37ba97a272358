"""Sets as bit masks, compiled and by hand."""

from __future__ import annotations

import importlib.util
import random
from typing import Any

import numpy as np
import pytest

from petteia.engine import bits, compiling
from petteia.engine.compiling import driver


@driver
def _count(masks: Any, out: Any) -> None:
    for i in range(len(masks)):
        out[i] = bits.count(masks[i])


@driver
def _lowest(masks: Any, out: Any) -> None:
    for i in range(len(masks)):
        out[i] = bits.lowest(masks[i])


@driver
def _write(mask: Any, out: Any, first: int) -> int:
    return bits.write(mask[0], out, 0, first)


DICE = random.Random(1)
MASKS = [0, 1, 1 << 63, (1 << 64) - 1, *(DICE.getrandbits(64) & DICE.getrandbits(64) for _ in range(500))]


def test_counting() -> None:
    out = np.zeros(len(MASKS), np.int64)
    _count(np.array(MASKS, np.uint64), out)
    assert out.tolist() == [mask.bit_count() for mask in MASKS]


def test_the_lowest_place() -> None:
    masks = [mask for mask in MASKS if mask]
    out = np.zeros(len(masks), np.int64)
    _lowest(np.array(masks, np.uint64), out)
    assert out.tolist() == [(mask & -mask).bit_length() - 1 for mask in masks]


@pytest.mark.parametrize("mask", MASKS[:20])
def test_writing_down(mask: int) -> None:
    out = np.zeros(64, np.int32)
    n = _write(np.array([mask], np.uint64), out, 100)
    assert out[:n].tolist() == [100 + place for place in range(64) if mask >> place & 1]


def test_where_rules_are_interpreted_python_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same answers: the module as it is in such a process."""
    monkeypatch.setattr(compiling, "INTERPRETED", True)
    monkeypatch.setattr(compiling, "rule", lambda function: function)
    stood_in = importlib.util.module_from_spec(bits.__spec__)
    bits.__spec__.loader.exec_module(stood_in)
    for mask in MASKS:
        assert stood_in.count(np.uint64(mask)) == mask.bit_count()
    for place in range(64):
        found = stood_in.bit(place)
        assert type(found) is np.uint64
        assert found == 1 << place
