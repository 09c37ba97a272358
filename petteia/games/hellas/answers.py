"""What the table shows besides the state, answered by the rules: groups, points, income, stones."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.compiling import driver
from petteia.games.hellas.rules.cities import group, is_city
from petteia.games.hellas.rules.common import own_high, own_low
from petteia.games.hellas.rules.phases import stones_each, stones_placed
from petteia.games.hellas.rules.quarries import income_of
from petteia.games.hellas.rules.score import city_points, marble_points, ring_points


@driver
def groups(box: Any, s: Any, seat: int, out: Any) -> int:
    board, p = box[0].boards[s[0].board], s[0].players[seat]
    rest_low, rest_high = own_low(p), own_high(p)
    n = 0
    while (rest_low | rest_high) != np.uint64(0):
        in_low, in_high, near_low, near_high = group(board, rest_low, rest_high)
        rest_low &= ~in_low
        rest_high &= ~in_high
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = in_low, in_high, near_low, near_high
        out[n, 4] = np.uint64(is_city(p, in_low, in_high))
        n += 1
    return n


@driver
def parts(box: Any, s: Any, seat: int) -> tuple[int, int, int, int, int]:
    city, temples, statues = city_points(box[0], s[0], seat)
    return city, temples, statues, ring_points(box[0], s[0], seat), marble_points(box[0], s[0], seat)


@driver
def income(box: Any, s: Any, seat: int) -> int:
    return income_of(box[0], s[0], seat)


@driver
def stones(box: Any, s: Any) -> tuple[int, int]:
    return stones_each(box[0], s[0]), stones_placed(s[0])
