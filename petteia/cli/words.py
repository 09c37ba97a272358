"""The command line's own words, in the languages of its text folder."""

from __future__ import annotations

import pathlib

from petteia.engine.texts import load

FOLDER = pathlib.Path(__file__).with_name("text")


class Words:
    """What the command line says in one language."""

    def __init__(self, language: str) -> None:
        self.groups = load(FOLDER, language)

    def say(self, key: str, **values: object) -> str:
        return str(self.groups["say"][key]).format(**values)

    def help(self, key: str, **values: object) -> str:
        return str(self.groups["help"][key]).format(**values)

    @property
    def commands(self) -> dict[str, list[str]]:
        """Every command with the words that it goes by."""
        return {name: str(words).split() for name, words in self.groups["commands"].items()}

    def yes(self, typed: str) -> bool | None:
        """Whether an answer means yes; None where it means neither yes nor no."""
        answer = typed.strip().lower()
        return True if answer in self.say("yes").split() else False if answer in self.say("no").split() else None
