"""Bots. They see what their seat may see, and play any game by its verbs."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from petteia.engine import chance
from petteia.engine.errors import PetteiaError
from petteia.engine.texts import load

if TYPE_CHECKING:
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
        self._rng = chance.seeded_rng(chance.seed_bytes(seed))

    def choose(self, match: Match) -> int:
        """The id of the choice it makes for the seat to move."""
        from petteia.desk import Desk

        with Desk.of(match.game) as desk:
            return desk.bots_choice(match.box, match.array, self._kind, self._rng)
