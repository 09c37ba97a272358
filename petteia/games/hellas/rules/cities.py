"""§9 Villages and cities: groups of one player's buildings, found by flood fill on sets of spaces.

Filling starts from one building and adds the neighbours of what was added last, as long as they are the player's own;
every space is looked at once.
"""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import rule
from petteia.engine.sets import Places
from petteia.games.hellas.box import Board
from petteia.games.hellas.state import Player


@rule
def beside(board: Board, spaces: Places) -> Places:
    """All spaces beside a set of spaces."""
    near = sets.empty()
    while not sets.is_empty(spaces):
        near = sets.union(near, sets.at(board.near, sets.first(spaces)))
        spaces = sets.rest(spaces)
    return near


@rule
def group(board: Board, own: Places) -> tuple[Places, Places]:
    """The group of the first of a player's buildings, and all spaces beside its buildings (its own among them)."""
    found = sets.one(sets.first(own))
    edge, near = found, sets.empty()
    while not sets.is_empty(edge):
        near = sets.union(near, beside(board, edge))
        edge = sets.without(sets.common(near, own), found)
        found = sets.union(found, edge)
    return found, near


@rule
def is_city(p: Player, spaces: Places) -> bool:
    """§9.2: whether a group has a palace and a house."""
    return sets.meet(sets.of(p.palaces), spaces) and sets.meet(sets.of(p.houses), spaces)
