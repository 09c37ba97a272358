"""The rules of all games, compiled in the background while the lobby and the tables already answer."""

from __future__ import annotations

import gc
import logging

from petteia.games import NAMES
from petteia.preparing import Workshop

log = logging.getLogger("petteia")


def get_ready() -> Workshop:
    """Compiles what is not compiled, and loads the rest."""
    return Workshop(NAMES, _arrived, log.warning)


def _arrived(game: str) -> None:
    _settle()
    log.info("the rules of %s are compiled", game)


def _settle() -> None:
    """Takes what has been loaded out of Python's search for garbage. The compiler alone leaves a million objects;
    looking through them again and again would make everybody wait for a tenth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
