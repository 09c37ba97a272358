"""The words of hints, in the languages of the text folder. What a game's lines are called stands in its own texts."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from petteia.engine.texts import load

if TYPE_CHECKING:
    from petteia.hints import Hint, Prospect

FOLDER = pathlib.Path(__file__).with_name("text")
WITHIN = str.maketrans("„“”", "‚‘’")  # quotation marks, and those within them


class Words:
    """What hints say in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._said = load(FOLDER, lang)["hint"]

    def say(self, key: str, **values: object) -> str:
        return str(self._said[key]).format(**values)

    def number(self, value: float) -> str:
        """With a digit behind the point where there is one digit before it."""
        return self._written(value, 1 if value < 9.95 else 0)

    def _written(self, value: float, digits: int) -> str:
        return f"{value:.{digits}f}".replace(".", self._said["point"])

    def percent(self, share: float) -> str:
        return self.say("percent", number=round(100 * share))

    def chance(self, one: Prospect) -> str:
        """The chance with its error; nothing where none is known."""
        if one.chance is None or one.chance_error is None:
            return ""
        return f"{self.percent(one.chance)} ± {max(1, round(100 * one.chance_error))}"

    def points(self, one: Prospect) -> str:
        """The same of expected points."""
        if one.points is None or one.points_error is None:
            return ""
        digits = 1 if one.points_error < 0.95 else 0
        error = self._written(one.points_error, digits)
        return self._written(one.points, digits) + (f" ± {error}" if one.points_error >= 0.05 else "")

    def numbers(self, hint: Hint, one: Prospect) -> str:
        """What is known of a choice, to stand behind its text."""
        chance, points = self.chance(one), self.points(one)
        said = [f"{hint.chance_of} {chance}" if chance else "", f"{points} {hint.unit}" if points else ""]
        return ": " + ", ".join(filter(None, said)) if points else ""

    def why(self, one: Prospect) -> list[str]:
        """The reasons for a choice, below what it is compared with."""
        return [self.say("beside", text=one.beside), *(f"- {reason}" for reason in one.reasons)] if one.reasons else []
