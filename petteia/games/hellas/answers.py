"""What the table shows besides the state, answered by the rules: groups, points, income, stones, what an action
would build."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from petteia.engine import sets
from petteia.engine.compiling import driver, rule
from petteia.games.hellas.box import Box
from petteia.games.hellas.rules.building import PLENTY, can_build_something
from petteia.games.hellas.rules.cities import group, is_city
from petteia.games.hellas.rules.common import begin, buildings
from petteia.games.hellas.rules.phases import first_step, stones_each, stones_placed
from petteia.games.hellas.rules.quarries import income_of
from petteia.games.hellas.rules.score import city_points, marble_points, ring_points
from petteia.games.hellas.rules.temples import can_build_columns
from petteia.games.hellas.state import State, Step


class Outlook(IntEnum):
    """What comes of an action for the active player."""

    FINE = 0
    UNPAID = 1  # nothing is built, for want of marble
    NO_PLACE = 2  # nothing is built, for want of a piece or a place


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


@driver
def outlook(box: Any, s: Any, action: int) -> int:
    """What comes of an action that the active player would choose. Begins it in `s`, which is a copy."""
    s[0].action = action
    begin(s[0], first_step(box[0].actions[action].kind))
    if can_build(box[0], s[0], s[0].players[s[0].seat].marble):
        return Outlook.FINE
    return Outlook.UNPAID if can_build(box[0], s[0], PLENTY) else Outlook.NO_PLACE


@rule
def can_build(box: Box, s: State, marble: int) -> bool:
    """Whether the action that begins could be used with this marble; those that build nothing always can."""
    if s.step == Step.TEMPLE:
        return can_build_columns(box, s, marble)
    if s.step == Step.INCOME or s.step == Step.MARBLE:
        return True
    return can_build_something(box, s, marble)
