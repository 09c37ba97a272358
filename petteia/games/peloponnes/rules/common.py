"""What many steps share: turns, coins and tiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.compiling import rule
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.options import PopulationLimit
from petteia.games.peloponnes.state import Player, State

FREELY, FORCED = 0, 1  # how a choice came about, for the news

NEVER = 1000  # a price nobody can pay


@rule
def begin(s: State, step: int) -> None:
    """Starts a step, with the first in turn order."""
    s.step = step
    s.turn = 0
    s.asked = 0
    s.seat = s.order[0]


@rule
def next_turn(s: State) -> None:
    s.turn += 1
    s.asked = 0


@rule
def take_turn(s: State) -> Player:
    """The player whose turn it is decides now."""
    s.seat = s.order[s.turn]
    return s.players[s.seat]


@rule
def from_bank(s: State, p: Player, coins: int) -> None:
    s.bank -= coins
    p.coins += coins


@rule
def leave_game(s: State, tile: int) -> None:
    s.gone |= tile_bit(tile)


@rule
def tile_bit(tile: int) -> Any:
    return np.uint64(1) << np.uint64(tile)


@rule
def short(needed: int, there: int) -> int:
    return max(needed - there, 0)


@rule
def arriving(box: Box, s: State, p: Player, inhabitants: int) -> int:
    """§8.5: how many of the inhabitants that would come find room on the track."""
    if s.options.population_limit == PopulationLimit.TRACK_END:
        return min(inhabitants, box.population_limit - p.population)
    return inhabitants
