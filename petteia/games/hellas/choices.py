"""Every choice a player of Hellas can make, as numbers."""

from __future__ import annotations

from petteia.engine.choices import Kind, KindsOfChoices, Numbered, Space

MOST_ACTIONS = 16  # spaces of the action track
MOST_SPACES = 128  # of a board: two masks of 64 bits
MOST_TEMPLES = 8
MOST_QUARRIES = 24


class Chosen(KindsOfChoices):
    """What can be chosen, and its parameters."""

    # the turn: an action space
    ACTION = Kind(action=Numbered(MOST_ACTIONS))
    # building
    HOUSE = Kind(space=Numbered(MOST_SPACES))
    PLAZA = Kind(space=Numbered(MOST_SPACES))
    PALACE = Kind(space=Numbered(MOST_SPACES))
    STATUE = Kind(space=Numbered(MOST_SPACES))
    # a column in a temple
    COLUMN = Kind(temple=Numbered(MOST_TEMPLES))
    # the tile that was turned up, and the worker
    TILE = Kind(quarry=Numbered(MOST_QUARRIES))
    WORKER = Kind(quarry=Numbered(MOST_QUARRIES))
    # building nothing, or nothing more
    DECLINE = Kind()


SPACE = Space(Chosen)
choice_of, parts_of = SPACE.choice_of, SPACE.parts_of
