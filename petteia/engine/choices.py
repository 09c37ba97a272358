"""Choice spaces: every choice of a game is a small whole number out of a fixed range, declared once.

    class Chosen(KindsOfChoices):
        PASS = Kind()
        BID = Kind(slot=Numbered(5), coins=range(1, 71))
        PRODUCE = Kind(good=("wood", "stone", "food", "coins"))

    SPACE = Space(Chosen)
    choice_of, parts_of = SPACE.choice_of, SPACE.parts_of

The declaration says how a number reads (`bid 3 5`), how it goes into JSON, and how rules put it together and take it
apart: `choice_of(Chosen.BID, slot, coins)`, and `kind, a, b = parts_of(choice)`.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, Self

from petteia.engine.compiling import rule
from petteia.engine.errors import PetteiaError

_NUMBER = re.compile(r"-?[0-9]{1,9}")  # what people type as a number; more digits are never one

PARAMETERS = 2  # of a choice, at most
NO_CHOICE = -1  # the kind of a number that is no choice

Values = range | tuple[str, ...]
Lists = Mapping[str, Sequence[str]]  # the names printed in a box, by what they name


class UnknownChoice(PetteiaError):
    """Words or a number that are no choice of this game."""


@dataclasses.dataclass(frozen=True)
class Numbered:
    """Things that people number from 1, and rules, as indices of an array, from 0."""

    count: int


class Kind:
    """A kind of choice with its parameters, two at most: things by number, amounts, or a tuple of words. Rules have the
    number of a thing or word, from 0, and an amount as it is."""

    def __init__(self, **parameters: Values | Numbered) -> None:
        if len(parameters) > PARAMETERS:
            raise TypeError(f"a choice has {PARAMETERS} parameters at most, not {', '.join(parameters)}")
        self.name = ""  # set by the enumeration
        self.first = 0  # set by the space
        self.parameters: dict[str, Values] = {}
        self.amounts: list[range] = []  # the values that rules have
        self.size = 1
        for name, values in parameters.items():
            self.parameters[name] = range(1, values.count + 1) if isinstance(values, Numbered) else values
            self.amounts.append(values if isinstance(values, range) else range(len(self.parameters[name])))
            self.size *= len(self.parameters[name])


class KindsOfChoices(IntEnum):
    """The base of a game's kinds of choices. To rules the members are numbers."""

    kind: Kind

    def __new__(cls, kind: Kind) -> Self:
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = int(member)
        return member

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        kind.name = self.name.lower()


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

    choice_of: Callable[..., int]  # for rules: the id of a choice, by its kind and its parameters
    parts_of: Callable[[int], tuple[int, int, int]]  # for rules: a choice's kind and parameters, 0 where there are none

    def __init__(self, declared: type[KindsOfChoices]) -> None:
        self.kinds = {member.kind.name: member.kind for member in declared}
        self.size = 0
        for kind in self.kinds.values():
            kind.first = self.size
            self.size += kind.size
        self.choice_of, self.parts_of = self._rules(declared.__module__)
        self._picked: dict[int, Picked] = {}
        self._parsed: dict[str, int] = {}  # words as they are usually written

    def _rules(self, module: str) -> tuple[Callable[..., int], Callable[[int], tuple[int, int, int]]]:
        """`choice_of` and `parts_of`, written out: rules find the kind among all by a few comparisons."""
        kinds = list(self.kinds.values())
        joined = ["def choice_of(kind, a=0, b=0):", *_bisected("kind", list(range(1, len(kinds))), _joined(kinds))]
        parted = [
            "def parts_of(choice):",
            f" if choice < 0 or choice >= {self.size}: return {NO_CHOICE}, 0, 0",
            *_bisected("choice", [kind.first for kind in kinds[1:]], _parted(kinds)),
        ]
        scope: dict[str, Any] = {"__name__": module}
        exec("\n".join([*joined, *parted]), scope)
        return rule(scope["choice_of"]), rule(scope["parts_of"])

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
            rest, index = divmod(rest, len(values))
            found[name] = values[index]
        return Picked(choice, kind.name, dict(reversed(found.items())))

    def id(self, name: str, **parameters: int | str) -> int:
        """The id of a choice given by name and parameters."""
        kind = self._kind(name)
        if set(parameters) != set(kind.parameters):
            raise UnknownChoice(f"{name} takes {self._form(kind)}")
        index = 0
        for parameter, values in kind.parameters.items():
            index = index * len(values) + self._index(kind, parameter, values, parameters[parameter])
        return kind.first + index

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

    def _index(self, kind: Kind, parameter: str, values: Values, value: Any) -> int:
        if isinstance(value, bool) or value not in values:
            raise UnknownChoice(f"{value!r} is no {parameter} of {kind.name}: {_allowed(values)}")
        return values.index(value)

    def _form(self, kind: Kind) -> str:
        return " ".join([f"'{kind.name}", *(f"<{p}: {_allowed(v)}>" for p, v in kind.parameters.items())]) + "'"


def _allowed(values: Values) -> str:
    return ", ".join(values) if isinstance(values, tuple) else f"{values[0]} to {values[-1]}"


def _joined(kinds: list[Kind]) -> list[str]:
    """For each kind, the id of its choice with the parameters a and b."""
    found = []
    for kind in kinds:
        index = ""
        for name, values in zip("ab", kind.amounts, strict=False):
            above = f"({name} - {values.start})" + (f" // {values.step}" if values.step > 1 else "")
            index = f"({index}) * {len(values)} + {above}" if index else above
        found.append(f"{kind.first} + {index or 0}")
    return found


def _parted(kinds: list[Kind]) -> list[str]:
    """For each kind, its number and the parameters of a choice."""
    found = []
    for number, kind in enumerate(kinds):
        parts, rest = ["0"] * PARAMETERS, f"(choice - {kind.first})"
        for index in reversed(range(len(kind.amounts))):
            values = kind.amounts[index]
            above = f"{rest} % {len(values)}" if index else rest
            parts[index] = (f"({above}) * {values.step}" if values.step > 1 else above) + f" + {values.start}"
            rest = f"{rest} // {len(values)}"
        found.append(f"{number}, {', '.join(parts)}")
    return found


def _bisected(name: str, bounds: list[int], answers: list[str], depth: int = 1) -> list[str]:
    """Lines that return the answer for the stretch between bounds that a number lies in."""
    if not bounds:
        return [f"{' ' * depth}return {answers[0]}"]
    middle = len(bounds) // 2
    return [
        f"{' ' * depth}if {name} < {bounds[middle]}:",
        *_bisected(name, bounds[:middle], answers[: middle + 1], depth + 1),
        *_bisected(name, bounds[middle + 1 :], answers[middle + 1 :], depth),
    ]
