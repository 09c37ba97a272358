"""Bots that search wait for their compiled search, which a table does not: it is compiled last, in the background."""

from __future__ import annotations

import threading

from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game

_AWAITED: dict[str, threading.Event] = {}


class StillCompiling(PetteiaError):
    """A bot that cannot think yet."""


def expect(game: str) -> None:
    """Says that the search of a game is being compiled elsewhere."""
    _AWAITED.setdefault(game, threading.Event())


def arrive(game: str) -> None:
    """Says that it is compiled and loaded."""
    expect(game)
    _AWAITED[game].set()


def give_up(game: str) -> None:
    """Says that nobody compiles it elsewhere any more: then the first bot that needs it does."""
    event = _AWAITED.pop(game, None)
    if event is not None:
        event.set()  # whoever waits for it


def is_ready(game: str) -> bool:
    """Whether bots that search can play a game now. (Where nobody compiles it elsewhere, the first one does.)"""
    return game not in _AWAITED or _AWAITED[game].is_set()


def wait(game: str, seconds: float | None = None) -> bool:
    """Waits until they can; whether they can then."""
    return is_ready(game) or _AWAITED[game].wait(seconds)


def check_ready(game: Game) -> None:
    if not is_ready(game.name):
        raise StillCompiling(
            f"bots that search cannot play {game.title} yet: their search is still being compiled. Wait a minute, or"
            " let greedy or easy play meanwhile."
        )
