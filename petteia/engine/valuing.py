"""Arithmetic of valuations: chances out of values, and numbers that change in the course of a game.

Of sums, products and quotients alone, in a fixed order: a bot that is given a number of simulations makes the same
choice on every machine, which a mathematical library's own exponential function would not promise.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import rule

HARDLY = -40.0  # e to the power of that is nothing


@rule
def exp(x: float) -> float:
    """e to the power of x, by a short series of a 1024th of it, squared ten times."""
    if x < HARDLY:
        return 0.0
    part = x / 1024.0
    power = 1.0 + part * (1.0 + part * (0.5 + part * (1.0 / 6.0 + part / 24.0)))
    for _ in range(10):
        power *= power
    return power


@rule
def softmax(values: Any, count: int, scale: float) -> None:
    """Makes chances of the first `count` values, in their place: `scale` more is e times as likely."""
    most = values[0]
    for i in range(1, count):
        most = max(most, values[i])
    total = 0.0
    for i in range(count):
        values[i] = exp((values[i] - most) / scale)
        total += values[i]
    for i in range(count):
        values[i] /= total


@rule
def by_fifths(part: float, first: float, second: float, third: float, fourth: float, last: float) -> float:
    """A number that was measured for each fifth of a game: between the middles of two, in between."""
    if part <= 0.1:
        return first
    if part <= 0.3:
        return first + (second - first) * (part - 0.1) * 5.0
    if part <= 0.5:
        return second + (third - second) * (part - 0.3) * 5.0
    if part <= 0.7:
        return third + (fourth - third) * (part - 0.5) * 5.0
    if part <= 0.9:
        return fourth + (last - fourth) * (part - 0.7) * 5.0
    return last


@rule
def all_worth_considering(box: Any, s: Any, out: Any, n: int) -> int:
    """The verb `sift` of a game all of whose choices are."""
    return n
