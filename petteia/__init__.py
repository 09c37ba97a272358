"""Petteia: play, study and solve modern board games about ancient Greece.

import petteia

match = petteia.new("peloponnes", seats=4)     one game, to be played
batch = petteia.Batch("peloponnes", seats=4)   thousands of games, as arrays
"""

from __future__ import annotations

import importlib
from typing import Any

from petteia.batch import Batch, IllegalInBatch
from petteia.engine.boxes import BadBox
from petteia.engine.chance import BadSeed
from petteia.engine.choices import UnknownChoice
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption, Game
from petteia.engine.texts import NoLanguage
from petteia.engine.views import BadPosition
from petteia.games import NAMES, UnknownGame
from petteia.match import BadSave, Choice, IllegalChoice, Match, NothingToUndo, OldSave, load, position
from petteia.match import new_match as new
from petteia.observing import Observer
from petteia.shelf import Listed, list_games

__version__ = "0.5.0"

__all__ = [
    "BadBox",
    "BadOption",
    "BadPosition",
    "BadSave",
    "BadSeed",
    "Batch",
    "Choice",
    "Game",
    "IllegalChoice",
    "IllegalInBatch",
    "Listed",
    "Match",
    "NoLanguage",
    "NothingToUndo",
    "Observer",
    "OldSave",
    "PetteiaError",
    "UnknownChoice",
    "UnknownGame",
    "games",
    "list_games",
    "load",
    "new",
    "position",
]


class _Games:
    """`petteia.games()` lists the games; the package of the same name stays within reach."""

    def __call__(self) -> list[str]:
        """The names of the games there are."""
        return list(NAMES)

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module("petteia.games"), name)


games = _Games()
