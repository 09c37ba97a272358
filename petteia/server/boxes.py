"""The boxes that tables were opened with, and how states are laid out with them."""

from __future__ import annotations

from typing import Any

from petteia.engine import layouts
from petteia.engine.boxes import Box
from petteia.engine.game import Game
from petteia.server.reading import Reading
from petteia.server.store.rows import BoxRow

_BOXES: dict[str, Box] = {}  # by the fingerprint
_LAYOUTS: dict[str, tuple[str, dict[str, Any]]] = {}  # by the box's fingerprint


async def stored_box(reading: Reading, game: Game, row: BoxRow) -> Box:
    """The box that a table was opened with; the printed one where a later program cannot read it any more."""
    fingerprint = row["fingerprint"]
    if fingerprint == game.box.fingerprint:
        return game.box
    if fingerprint not in _BOXES:
        _BOXES[fingerprint] = await reading.box(game.name, row["file"], row["text"]) or game.box
    return _BOXES[fingerprint]


def remember(box: Box) -> Box:
    """A box that has just been read need not be read again."""
    return _BOXES.setdefault(box.fingerprint, box)


def layout_of(game: Game, box: Box) -> tuple[str, dict[str, Any]]:
    """The present layout of a game's states: its name, and itself. (Boxes differ in their lists of names.)"""
    if box.fingerprint not in _LAYOUTS:
        description = layouts.describe(game.state, game.names(box))
        _LAYOUTS[box.fingerprint] = layouts.name_of(description), description
    return _LAYOUTS[box.fingerprint]
