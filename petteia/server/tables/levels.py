"""The levels of bots at tables: which ones play a game, how long they think, and who thinks while one cannot."""

from __future__ import annotations

import functools

from petteia import bots
from petteia.bots.roster import waiting
from petteia.engine.game import Game
from petteia.preparing import Workshop
from petteia.server.problems import wrong
from petteia.server.tables.strangers import Strangers

USUAL = "greedy"  # where nobody says which, and on the seat of whoever leaves

# Seconds at a table of those that think by the clock; the others make as many simulations as their level says.
SECONDS = {"master": 1.0}
LEAST = 0.1  # seconds of the same where many wait
LONGEST = 2.0  # seconds of these others on a slow machine: then they take what looks best so far


@functools.cache
def levels_of(game: str) -> dict[str, bots.Level]:
    """The levels that play a game, from gentle to strong."""
    playing = bots.names(game)
    return {level.name: level for level in bots.LEVELS if level.name in playing}


def plays(game: str, name: str, strangers: Strangers) -> bool:
    return name in levels_of(game) or strangers.play(name, game)


def check_level(game: Game, name: str, strangers: Strangers) -> None:
    """Refuses what is no bot, and one that does not play the game."""
    if plays(game.name, name, strangers):
        return
    known = [*levels_of(game.name), *(one for one in strangers.about if strangers.play(one, game.name))]
    cause = f"'{name}' is none of the bots that play {game.title} here: {', '.join(known)}."
    if any(level.name == name for level in bots.LEVELS) or strangers.play(name):
        raise wrong("level_plays_not", cause=cause, game=game.title)
    raise wrong("no_level", cause=cause)


def able(workshop: Workshop, game: str, name: str, strangers: Strangers) -> str | None:
    """Who thinks for a bot now: none while its search is still being compiled; the usual one where that could not be,
    or where the bot does not play here any more."""
    if strangers.play(name, game):
        return name
    level = levels_of(game).get(name)
    if level is None:
        return USUAL
    if not level.searches(game):
        return name
    if game in workshop.searchless:
        return USUAL
    return name if waiting.is_ready(game) else None
