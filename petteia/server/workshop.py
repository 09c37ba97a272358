"""The workshop in which the rules of all games are compiled, while the lobby and the tables already answer."""

from __future__ import annotations

import gc
import logging

from petteia.games import NAMES
from petteia.preparing import Workshop

logger = logging.getLogger("petteia")


def open_workshop() -> Workshop:
    """Compiles what is not compiled, and loads the rest."""
    _settle()
    return Workshop(NAMES, _arrived, logger.warning)


def _arrived(game: str) -> None:
    _settle()
    logger.info("the rules of %s are compiled", game)


def _settle() -> None:
    """Takes what has been loaded out of Python's search for garbage. The compiler alone leaves a million objects;
    looking through them again and again would make everybody wait for a tenth of a second, and so would looking through
    them once more now: there is hardly any garbage among them."""
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
