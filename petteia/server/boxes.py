"""The boxes that tables were opened with, and how states are laid out with them."""

from __future__ import annotations

import functools
from typing import Any

from petteia.engine import layouts
from petteia.engine.boxes import Box
from petteia.engine.game import Game
from petteia.games import NAMES, find
from petteia.remembering import Remembered
from petteia.server.reading import Reading
from petteia.server.store.rows import BoxRow

_BOXES: Remembered[str, Box] = Remembered()  # by the fingerprint
_LAYOUTS: Remembered[str, tuple[str, dict[str, Any]]] = Remembered()  # by the box's fingerprint


async def stored_box(reading: Reading, game: Game, row: BoxRow) -> Box:
    """The box that a table was opened with; the printed one where a later program cannot read it any more."""
    fingerprint = row["fingerprint"]
    if fingerprint == game.box.fingerprint:
        return game.box
    known = _BOXES.find(fingerprint)
    return known or _BOXES.put(fingerprint, await reading.box(game.name, row["file"], row["text"]) or game.box)


@functools.cache
def printed_boxes() -> frozenset[str]:
    """The fingerprints of the games' own boxes."""
    return frozenset(find(name).box.fingerprint for name in NAMES)


def remember(box: Box) -> Box:
    """A box that has just been read need not be read again."""
    return _BOXES.put(box.fingerprint, box)


def layout_of(game: Game, box: Box) -> tuple[str, dict[str, Any]]:
    """The present layout of a game's states: its name, and itself. (Boxes differ in their lists of names.)"""

    def described() -> tuple[str, dict[str, Any]]:
        description = layouts.describe(game.state, game.names(box))
        return layouts.name_of(description), description

    return _LAYOUTS.get(box.fingerprint, described)
