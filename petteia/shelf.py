"""The games there are, for people who look for one."""

from __future__ import annotations

from typing import NamedTuple

from petteia.games import NAMES, find


class Listed(NamedTuple):
    """A game on the shelf."""

    name: str  # what `petteia.new` takes
    title: str
    author: str
    published: str
    seats: range  # the numbers of players it is for


def list_games() -> list[Listed]:
    """All games, with their titles and the numbers of players they are for."""
    games = [find(name) for name in NAMES]
    return [Listed(game.name, game.title, game.author, game.published, game.seats) for game in games]
