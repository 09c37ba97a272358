"""Choice spaces: every choice of a game is a small whole number out of a fixed range, declared once.

    SPACE = Space(
        Kind("pass"),
        Kind("bid", slot=range(1, 6), coins=range(1, 71)),
        Kind("produce", good=("wood", "stone", "food", "coins")),
    )

The declaration says how a number reads (`bid 3 5`), how it goes into JSON, and how compiled rules take it apart.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from petteia.engine.errors import PetteiaError

_NUMBER = re.compile(r"-?[0-9]{1,9}")  # what people type as a number; more digits are never one

Values = range | tuple[str, ...]
Lists = Mapping[str, Sequence[str]]  # the names printed in a box, by what they name


class UnknownChoice(PetteiaError):
    """Words or a number that are no choice of this game."""


class Kind:
    """A kind of choice with its parameters, each a range of numbers or a tuple of words."""

    def __init__(self, name: str, **parameters: Values) -> None:
        self.name = name
        self.parameters = parameters
        self.size = 1
        for values in parameters.values():
            self.size *= len(values)
        self.first = 0  # set by the space


@dataclasses.dataclass(frozen=True)
class Picked:
    """A choice taken apart: its kind and the values of its parameters."""

    id: int
    name: str
    parameters: dict[str, int | str] = dataclasses.field(compare=False)

    @functools.cached_property
    def words(self) -> str:
        """The choice as one types it: `bid 3 5`."""
        return " ".join([self.name, *(str(value) for value in self.parameters.values())])

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{self.name.capitalize()}({inside})"


class Space:
    """All choices of a game."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self.size = 0
        for kind in kinds:
            kind.first = self.size
            self.size += kind.size
        self._picked: dict[int, Picked] = {}
        self._parsed: dict[str, int] = {}  # words as they are usually written

    def first(self, name: str) -> int:
        """The lowest id of a kind, for compiled rules."""
        return self.kinds[name].first

    def pick(self, choice: int) -> Picked:
        """Takes an id apart."""
        if choice not in self._picked:
            self._picked[choice] = self._pick(choice)
        return self._picked[choice]

    def _pick(self, choice: int) -> Picked:
        if not 0 <= choice < self.size:
            raise UnknownChoice(f"{choice} is no choice: they are numbered 0 to {self.size - 1}")
        kind = next(kind for kind in self.kinds.values() if kind.first <= choice < kind.first + kind.size)
        rest = choice - kind.first
        found: dict[str, int | str] = {}
        for name, values in reversed(kind.parameters.items()):
            rest, place = divmod(rest, len(values))
            found[name] = values[place]
        return Picked(choice, kind.name, dict(reversed(found.items())))

    def id(self, name: str, **parameters: int | str) -> int:
        """The id of a choice given by name and parameters."""
        kind = self._kind(name)
        if set(parameters) != set(kind.parameters):
            raise UnknownChoice(f"{name} takes {self._form(kind)}")
        place = 0
        for parameter, values in kind.parameters.items():
            place = place * len(values) + self._place(kind, parameter, values, parameters[parameter])
        return kind.first + place

    def parse(self, words: str, lists: Lists | None = None) -> int:
        """The id of a choice as one types it. A numbered parameter that the box has names for may be typed by name."""
        if not self._parsed:
            self._parsed = {self.pick(choice).words: choice for choice in range(self.size)}
        return self._parsed[words] if words in self._parsed else self._parse(words, lists)

    def _parse(self, words: str, lists: Lists | None) -> int:
        name, _, rest = words.strip().partition(" ")
        kind = self._kind(name.lower())
        typed = rest.split()
        if len(kind.parameters) == 1 and len(typed) > 1:
            typed = [" ".join(typed)]  # a name of several words
        if len(typed) != len(kind.parameters):
            raise UnknownChoice(f"'{words.strip()}': type it as {self._form(kind)}")
        values: dict[str, int | str] = {}
        for (parameter, allowed), word in zip(kind.parameters.items(), typed, strict=True):
            names = (lists or {}).get(parameter, ())
            if isinstance(allowed, tuple):
                values[parameter] = word.lower()
            elif _NUMBER.fullmatch(word) and (int(word) in allowed or word not in names):
                values[parameter] = int(word)  # a name that reads as a number is one where it cannot be the number
            else:
                values[parameter] = self._by_name(kind, parameter, word, lists or {}) + allowed[0]
        return self.id(kind.name, **values)

    def _kind(self, name: str) -> Kind:
        if name not in self.kinds:
            raise UnknownChoice(f"'{name}' is no choice; there are {', '.join(self.kinds)}")
        return self.kinds[name]

    def _by_name(self, kind: Kind, parameter: str, word: str, lists: Lists) -> int:
        names = [name.lower() for name in lists.get(parameter, ())]
        if word.lower() not in names:
            raise UnknownChoice(f"'{word}' is no {parameter}: type it as {self._form(kind)}")
        return names.index(word.lower())

    def _place(self, kind: Kind, parameter: str, values: Values, value: Any) -> int:
        if isinstance(value, bool) or value not in values:
            raise UnknownChoice(f"{value!r} is no {parameter} of {kind.name}: {_allowed(values)}")
        return values.index(value)

    def _form(self, kind: Kind) -> str:
        return " ".join([f"'{kind.name}", *(f"<{p}: {_allowed(v)}>" for p, v in kind.parameters.items())]) + "'"


def _allowed(values: Values) -> str:
    return ", ".join(values) if isinstance(values, tuple) else f"{values[0]} to {values[-1]}"
