"""§9 Villages and cities: groups of one player's buildings, found by flood fill on bit masks.

A group is a mask over spaces of two words. Filling starts from one building and adds the neighbours of what was added
last, as long as they are the player's own; every space is looked at once.
"""

from __future__ import annotations

import numpy as np

from petteia.engine.bits import U64, bit, lowest, without_lowest
from petteia.engine.compiling import rule
from petteia.games.hellas.box import WORDS, Board
from petteia.games.hellas.state import Player


@rule
def first_low(low: U64) -> U64:
    """The first space of a mask that is not empty, as a mask: its first word…"""
    return bit(lowest(low)) if low != np.uint64(0) else np.uint64(0)


@rule
def first_high(low: U64, high: U64) -> U64:
    """…and its second."""
    return bit(lowest(high)) if low == np.uint64(0) else np.uint64(0)


@rule
def beside(board: Board, low: U64, high: U64) -> tuple[U64, U64]:
    """All spaces beside a set of spaces."""
    near_low, near_high = np.uint64(0), np.uint64(0)
    while low != np.uint64(0):
        at = lowest(low) * WORDS
        near_low |= board.near[at]
        near_high |= board.near[at + 1]
        low = without_lowest(low)
    while high != np.uint64(0):
        at = (64 + lowest(high)) * WORDS
        near_low |= board.near[at]
        near_high |= board.near[at + 1]
        high = without_lowest(high)
    return near_low, near_high


@rule
def group(board: Board, own_low: U64, own_high: U64) -> tuple[U64, U64, U64, U64]:
    """The group of the first of a player's buildings, and all spaces beside its buildings (its own among them)."""
    low, high = first_low(own_low), first_high(own_low, own_high)
    edge_low, edge_high = low, high
    near_low, near_high = np.uint64(0), np.uint64(0)
    while (edge_low | edge_high) != np.uint64(0):
        step_low, step_high = beside(board, edge_low, edge_high)
        near_low |= step_low
        near_high |= step_high
        edge_low = near_low & own_low & ~low
        edge_high = near_high & own_high & ~high
        low |= edge_low
        high |= edge_high
    return low, high, near_low, near_high


@rule
def is_city(p: Player, low: U64, high: U64) -> bool:
    """§9.2: whether a group has a palace and a house."""
    palace = (p.palaces[0] & low) | (p.palaces[1] & high)
    house = (p.houses[0] & low) | (p.houses[1] & high)
    return bool(palace != np.uint64(0) and house != np.uint64(0))
