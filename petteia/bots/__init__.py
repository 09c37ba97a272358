"""Bots. They see what their seat may see, and play any game by its verbs."""

from __future__ import annotations

import pathlib

import numpy as np

from petteia.bots.greedy import choose_by_kind
from petteia.engine import chance
from petteia.engine.errors import PetteiaError
from petteia.engine.news import muted
from petteia.engine.records import new
from petteia.engine.texts import load
from petteia.match import Match

NAMES = ("random", "greedy")  # from gentle to strong
FOLDER = pathlib.Path(__file__).with_name("text")


class UnknownBot(PetteiaError):
    """A name that is no bot's."""


def kind_of(name: str) -> int:
    """The number that compiled code knows a bot by."""
    if name not in NAMES:
        raise UnknownBot(f"there is no bot '{name}'; there are {', '.join(NAMES)}")
    return NAMES.index(name)


def described(lang: str = "en") -> list[dict[str, str]]:
    """Every bot with words for people, from gentle to strong."""
    texts = load(FOLDER, lang)
    return [{"name": name, "title": texts[name]["title"], "about": texts[name]["about"]} for name in NAMES]


class Bot:
    """A player that chooses by itself: `match.play(Bot("greedy").choose(match))`.

    The same seed makes the same choices in the same views, whatever is hidden from the seat.
    """

    def __init__(self, name: str, seed: int | str | bytes | None = None) -> None:
        self.name = name
        self._kind = kind_of(name)
        self._rng = chance.seed_words(chance.seed_bytes(seed))

    def choose(self, match: Match) -> int:
        """The id of the choice it makes for the seat to move."""
        work = new(match.game.state, 2)
        out = np.zeros(match.game.space.size, np.int32)
        return int(choose_by_kind(match.box.record, match._s, muted(), out, work, self._rng, self._kind))
