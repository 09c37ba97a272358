"""Every choice a player of Hellas can make, as numbers."""

from __future__ import annotations

from enum import IntEnum

from petteia.engine.choices import Kind, Space

MOST_ACTIONS = 16  # spaces of the action track
MOST_SPACES = 128  # of a board: two words of 64 bits
MOST_TEMPLES = 8
MOST_QUARRIES = 24


class Piece(IntEnum):
    """What is built on spaces, in the order of the choices."""

    HOUSE = 0
    PLAZA = 1
    PALACE = 2
    STATUE = 3


_SPACES = range(1, MOST_SPACES + 1)
_QUARRIES = range(1, MOST_QUARRIES + 1)

SPACE = Space(
    # the turn: an action space
    Kind("action", action=range(1, MOST_ACTIONS + 1)),
    # building
    Kind("house", space=_SPACES),
    Kind("plaza", space=_SPACES),
    Kind("palace", space=_SPACES),
    Kind("statue", space=_SPACES),
    # a column in a temple
    Kind("column", temple=range(1, MOST_TEMPLES + 1)),
    # the tile that was turned up, and the worker
    Kind("tile", quarry=_QUARRIES),
    Kind("worker", quarry=_QUARRIES),
    # building nothing, or nothing more
    Kind("decline"),
)

ACTION = SPACE.first("action")
HOUSE = SPACE.first("house")
PLAZA = SPACE.first("plaza")
PALACE = SPACE.first("palace")
STATUE = SPACE.first("statue")
COLUMN = SPACE.first("column")
TILE = SPACE.first("tile")
WORKER = SPACE.first("worker")
DECLINE = SPACE.first("decline")
END = SPACE.size
