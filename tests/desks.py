"""Questions that tests put to the rules, past the match."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from petteia.desk import Desk
from petteia.engine.game import Game
from petteia.games import NAMES, find
from petteia.match import Match


def flaw(match: Match, s: Any = None) -> int:
    """What is wrong with a state, that of the match unless told."""
    with Desk.of(match.game) as desk:
        return desk.flaw(match.box, match.array if s is None else s)


def hide(match: Match, s: Any, eyes: int, rng: Any) -> None:
    """Redraws in a state what some seats, a bit mask, cannot know."""
    with Desk.of(match.game) as desk:
        desk.hide(match.box, s, eyes, rng)


def redraws(match: Match, seat: int | None, count: int) -> Any:
    """So many states, one after the other, in which is redrawn what a seat (None: a spectator) cannot know."""
    states = np.repeat(match.array, count)
    rng = np.array([3, 1, 4, 1], np.uint64)
    with Desk.of(match.game) as desk:
        for place in range(count):
            desk.hide(match.box, states[place : place + 1], 0 if seat is None else 1 << seat, rng)
    return states


def forbids(box: Any, s: Any, choice: int) -> int:
    """The clause that forbids a choice in a state, or 0; by the record of any box."""
    with Desk.of(_game(s.dtype)) as desk:
        return desk.forbids(SimpleNamespace(record=box), s, choice)  # type: ignore[arg-type]


@functools.cache
def _game(state: Any) -> Game:
    return next(game for game in map(find, NAMES) if game.state.dtype == state)
