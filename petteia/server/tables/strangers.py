"""Bots of others at tables: those that are installed beside the server, as far as whoever runs it lets them in.

Somebody else's code thinks on the threads of slow bots, a second for each decision, and may fail, hang or answer
nonsense. Then another bot decides in its place, so that nobody has to wait; whoever fails again and again is asked no
more.
"""

from __future__ import annotations

import collections
import logging
from typing import TYPE_CHECKING

from petteia import bots
from petteia.bots.roster import of_others, plays_of_others, said_of

if TYPE_CHECKING:
    from petteia.server.settings import Settings

ALL = "*"
FACE = "stranger"
SECONDS = 1.0  # for a decision; somebody else's bot is waited for a little longer
MOST_FAULTS = 10  # of one bot at all tables of a worker; what hangs goes on for ever on a thread of its own

logger = logging.getLogger("petteia")


class Strangers:
    def __init__(self, settings: Settings) -> None:
        self.about = {name: said for name in wished(settings) if (said := _said(name)) is not None}
        self._faults: collections.Counter[str] = collections.Counter()

    def play(self, name: str, game: str | None = None) -> bool:
        """Whether a bot is one of them, has not failed too often, and plays a game."""
        able = name in self.about and self._faults[name] < MOST_FAULTS
        return able and (game is None or plays_of_others(name, game))

    def described(self, usual_words: str, game: str) -> list[dict[str, str]]:
        """Those that play a game, as `bots.described` tells of the house's own."""
        return [
            {"name": name, "title": name, "about": about or usual_words, "face": FACE}
            for name, about in self.about.items()
            if self.play(name, game)
        ]

    def failed(self, name: str, problem: bots.BotFault) -> None:
        self._faults[name] += 1
        logger.warning("%s; another bot decides", problem)
        if not self.play(name):
            logger.warning("the bot '%s' has failed too often: it is asked no more until the next start", name)


def wished(settings: Settings) -> list[str]:
    """Those that are installed, as far as they may sit at tables."""
    names = [name.strip() for name in settings.bots.split(",")]
    return [name for name in of_others() if name in names or ALL in names]


def _said(name: str) -> str | None:
    """What a bot says of itself; None where it cannot be used."""
    try:
        return said_of(name)
    except bots.UnknownBot as problem:
        logger.warning("%s; it cannot sit down at tables", problem)
        return None
