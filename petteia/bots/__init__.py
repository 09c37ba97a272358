"""Bots. They see what their seat may see, and play any game by its verbs.

What is compiled of them stands in this folder (`greedy`, `search`), and which bots there are, how they are asked and
how strong they are in `roster`, where a change compiles nothing anew.
"""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from petteia.bots.roster import UnknownBot, find, names, register
from petteia.bots.roster.levels import LEVELS, Level
from petteia.engine.texts import load

if TYPE_CHECKING:
    from petteia.bots.roster.players import Bot, BotFault
    from petteia.bots.roster.waiting import StillCompiling

NAMES = ("random", "greedy")  # those that play everywhere by the table's own compiled code, from gentle to strong
FOLDER = pathlib.Path(__file__).with_name("text")

__all__ = [
    "FOLDER",
    "LEVELS",
    "NAMES",
    "Bot",
    "BotFault",
    "Level",
    "StillCompiling",
    "UnknownBot",
    "described",
    "find",
    "names",
    "register",
]


def __getattr__(name: str) -> object:
    """What needs a match is loaded when it is asked for: a match needs the desk, and the desk bots."""
    if name in ("Bot", "BotFault"):
        from petteia.bots.roster import players

        return getattr(players, name)
    if name == "StillCompiling":
        from petteia.bots.roster import waiting

        return waiting.StillCompiling
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def described(lang: str = "en", game: str | None = None) -> list[dict[str, str]]:
    """NAMES with words for people; for a game, every level that plays it, from gentle to strong, with the name of its
    face."""
    texts = load(FOLDER, lang)
    found = []
    for level in LEVELS:
        if level.name in (NAMES if game is None else names(game)):
            face = {} if game is None else {"face": level.face}
            found.append(
                {"name": level.name, "title": texts[level.name]["title"], "about": texts[level.name]["about"], **face}
            )
    return found
