"""Words for people, in the languages of a game's text folder.

A text file is TOML. Its templates know these placeholders:

    {tile}          an argument: a name where the game has names for it, else the number
    {coins:coins}   a number with its noun, in singular or plural ("1 coin", "3 coins")
    {goods}         all arguments that are goods, as a list ("2 wood and 1 coin"); {losses} those below 0
    {seats}         the seats among the arguments (`seat_1`…), by the names of their players

Besides, {who} is the player it is about. A template may have variants for arguments that are not 0: `bid_luxury` is
used where `luxury` is not 0, else `bid`; `_losses` where something is gained and something lost, `_onlylosses` where
something is only lost.

[bids|bid] are the words for somebody and those for whoever reads it, where `you` is among the arguments: "Anna bids",
"you bid". They may hold placeholders.
"""

from __future__ import annotations

import functools
import pathlib
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from petteia.engine.errors import PetteiaError

LANGUAGES = ("en", "de", "it")
MOST_REMEMBERED = 20_000  # sentences of one game and language
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_ADDRESSED = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


class NoLanguage(PetteiaError):
    """A language that there are no texts in."""


class Texts:
    """The texts of a game in one language, with the names printed in a box."""

    def __init__(
        self, folder: pathlib.Path, language: str, lists: Mapping[str, tuple[str, ...]], printed: Mapping[str, str]
    ) -> None:
        self.language = language
        self.lists = lists
        self.printed = printed  # names that somebody changed in a box file go before translations
        self.groups = load(folder, language)
        self._names: dict[tuple[str, int], str] = {}
        self._said: dict[tuple[Any, ...], str] = {}
        self._needed: dict[tuple[str, str], tuple[str, ...]] = {}
        self._known: dict[tuple[str, str], list[tuple[str, list[str]]]] = {}
        self._apart: dict[tuple[str, str, bool], list[tuple[str, str | None, str | None]]] = {}

    def name(self, of: str, number: int | None) -> str:
        """The name of something: a tile, a civilization, a disaster."""
        if number is None:
            return str(self.groups["words"]["hidden"])
        names = self.lists[of]
        if not 0 <= number < len(names):
            return "–"
        if (of, number) not in self._names:
            key = names[number]
            self._names[of, number] = self.printed.get(key) or str(self.groups["names"].get(of, {}).get(key, key))
        return self._names[of, number]

    def count(self, number: int, noun: str) -> str:
        """A number with its noun."""
        one, many = self.groups["nouns"][noun].split("|")
        return f"{number} {one if abs(number) == 1 else many}"

    def listed(self, parts: list[str]) -> str:
        """Several things in a row: "a, b and c"."""
        if len(parts) < 2:
            return parts[0] if parts else str(self.groups["words"]["nothing"])
        return f"{', '.join(parts[:-1])} {self.groups['words']['and']} {parts[-1]}"

    def goods(self, arguments: Mapping[str, Any], sign: int) -> str:
        """Coins, goods and inhabitants that are gained (sign 1) or lost (sign -1)."""
        nouns = self.groups["nouns"]
        return self.listed(
            [self.count(abs(amount), good) for good, amount in arguments.items() if good in nouns and amount * sign > 0]
        )

    def say(self, group: str, key: str, arguments: Mapping[str, Any]) -> str:
        """A template of a group (news, choices, prompts…) with its placeholders filled. What was said before is
        remembered: the same bids are listed again and again."""
        you = bool(arguments.get("you"))
        said = (group, key, you, *[arguments.get(name) for name in self.needs(group, key, arguments)])
        if said not in self._said:
            if len(self._said) > MOST_REMEMBERED:
                self._said.clear()
            self._said[said] = self._say(group, key, arguments)
        return self._said[said]

    def needs(self, group: str, key: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
        """The arguments that a template or one of its variants asks for."""
        if (group, key) not in self._needed:
            names = {need for _, needed in self._variants(group, key) for need in needed}
            for template in (key, *(name for name, _ in self._variants(group, key))):
                names |= {found.group(1) for found in _PLACEHOLDER.finditer(self.groups[group].get(template, ""))}
            self._needed[group, key] = tuple(sorted(names))
        needed = self._needed[group, key]
        # Lists of goods ask for whatever there is.
        return tuple(arguments) if "goods" in needed or "losses" in needed else needed

    def _say(self, group: str, key: str, arguments: Mapping[str, Any]) -> str:
        pieces = self._pieces(group, self._variant(group, key, arguments), bool(arguments.get("you")))
        return "".join([piece if name is None else self._filled(name, noun, arguments) for piece, name, noun in pieces])

    def _filled(self, name: str, noun: str | None, arguments: Mapping[str, Any]) -> str:
        if name in ("goods", "losses"):
            return self.goods(arguments, 1 if name == "goods" else -1)
        value = arguments[name]
        if noun:
            return self.count(value, noun)
        if name in self.lists and (value is None or isinstance(value, int)):
            return self.name(name, value)
        return str(value)

    def _pieces(self, group: str, key: str, you: bool) -> list[tuple[str, str | None, str | None]]:
        """A template taken apart into fixed words and placeholders."""
        if (group, key, you) not in self._apart:
            template = addressed(self.groups[group][key], you)
            words = _PLACEHOLDER.split(template)  # words, name, noun, words, name, noun, … words
            pieces: list[tuple[str, str | None, str | None]] = [(words[0], None, None)]
            for name, noun, rest in zip(words[1::3], words[2::3], words[3::3], strict=True):
                pieces += [("", name, noun), (rest, None, None)]
            self._apart[group, key, you] = pieces
        return self._apart[group, key, you]

    def _variant(self, group: str, key: str, arguments: Mapping[str, Any]) -> str:
        best, parts = key, 0
        for candidate, needed in self._variants(group, key):
            if len(needed) > parts and all(_present(name, arguments) for name in needed):
                best, parts = candidate, len(needed)
        return best

    def _variants(self, group: str, key: str) -> list[tuple[str, list[str]]]:
        """The variants of a template, and what each needs; looked up once, for a log has thousands of lines."""
        if (group, key) not in self._known:
            start = f"{key}_"
            self._known[group, key] = [
                (name, name.removeprefix(start).split("_")) for name in self.groups[group] if name.startswith(start)
            ]
        return self._known[group, key]


def _present(name: str, arguments: Mapping[str, Any]) -> bool:
    if name in ("losses", "onlylosses"):
        amounts = [value for value in arguments.values() if isinstance(value, int)]
        return min(amounts, default=0) < 0 and (max(amounts, default=0) > 0) == (name == "losses")
    return bool(arguments.get(name))


def addressed(template: str, you: bool) -> str:
    """A template that speaks of somebody, or to whoever reads it."""
    return _ADDRESSED.sub(lambda found: found.group(2 if you else 1), template)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise NoLanguage(f"there are no texts in '{language}'; there are {', '.join(LANGUAGES)}")


@functools.cache
def load(folder: pathlib.Path, language: str) -> dict[str, Any]:
    """The text file of a folder in a language. Everybody gets the same one: it is to be read only."""
    check_language(language)
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
