"""The games, each a folder of the same shape, loaded when it is first asked for."""

from __future__ import annotations

import importlib
import threading

from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game

NAMES = ("peloponnes", "peloponnes_card", "hellas", "poseidon")

# Two threads that import a folder and a file in it at the same time would wait for each other; Python then lets one of
# them go on with half a module.
_one_at_a_time = threading.RLock()


class UnknownGame(PetteiaError):
    """A name that is no game's."""


def find(name: str) -> Game:
    """A game by its name."""
    if name not in NAMES:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    with _one_at_a_time:
        game: Game = importlib.import_module(f"petteia.games.{name}").GAME
    return game
