"""What the table shows besides the state, answered by the rules: groups, points, income, stones."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine import sets
from petteia.engine.compiling import driver
from petteia.games.hellas.rules.cities import group, is_city
from petteia.games.hellas.rules.common import buildings
from petteia.games.hellas.rules.phases import stones_each, stones_placed
from petteia.games.hellas.rules.quarries import income_of
from petteia.games.hellas.rules.score import city_points, marble_points, ring_points


@driver
def groups(box: Any, s: Any, seat: int, out: Any) -> int:
    board, p = box[0].boards[s[0].board], s[0].players[seat]
    rest = buildings(p)
    n = 0
    while not sets.is_empty(rest):
        spaces, near = group(board, rest)
        rest = sets.without(rest, spaces)
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = spaces.low, spaces.high, near.low, near.high
        out[n, 4] = np.uint64(is_city(p, spaces))
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
