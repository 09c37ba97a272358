"""What a game is to everything outside its folder: its declarations in one place."""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from petteia.engine import how
from petteia.engine.boxes import Box
from petteia.engine.choices import Picked, Space
from petteia.engine.errors import PetteiaError
from petteia.engine.news import Kind, KindsOfNews
from petteia.engine.records import OWNER, PUBLIC, Field, OneOf, Record, SetOf, new
from petteia.engine.rulebook import Rulebook, open_rulebook
from petteia.engine.texts import Texts

_CLAUSE = re.compile(r"§\d+\.\d+")  # the description of an option begins with it


class BadOption(PetteiaError):
    """An option that does not exist, or a value it cannot have."""


@dataclasses.dataclass(frozen=True)
class Game:
    """A game's declarations. `lists` are the names that do not depend on the box (steps, disasters…); `only_with` tells
    the numbers of players that an option makes a difference for, where it would be accepted for more; `typed` gives
    the names that people may type for the numbers of a choice, where they depend on what lies on the table.
    `former_defaults` names, by the last rules version with them, the defaults of options that have changed since: save
    files leave options out that stand at their default. `lone_choices` says that somebody may be asked who has a single
    answer, because not asking would tell the others what he does not hold; elsewhere a decision has at least two.
    `repeats` says that whoever decides has only to make the choice again that he has just made: tables do it for him.
    `means` are the clauses about what a player can afford: `forbids` names them last, so a thing is merely too dear
    where one of its choices is forbidden by them. `longest` is a number of decisions that no game between bots comes
    to, but for those that play at random: searches make room for it, and give up a line of play there."""

    name: str
    title: str
    author: str
    published: str
    rules_version: int
    folder: pathlib.Path
    seats: range
    state: type[Record]
    options: type[Record]
    space: Space
    happened: type[KindsOfNews]
    flaws: Sequence[str]
    lists: Mapping[str, tuple[str, ...]]
    load_box: Callable[[pathlib.Path | None], Box]
    read_box: Callable[[str, str], Box]
    check_options: Callable[[dict[str, Any], int, Box], str | None]
    details: Callable[[Box, Any], dict[str, Any]]
    choice_details: Callable[[Box, Any, Picked], dict[str, Any]]
    subject: Callable[[Any, int], tuple[str, int]]
    only_with: Mapping[str, range] = dataclasses.field(default_factory=dict)
    former_defaults: Mapping[int, Mapping[str, Any]] = dataclasses.field(default_factory=dict)
    typed: Callable[[Box, Any], Mapping[str, tuple[str, ...]]] = lambda box, s: box.lists
    lone_choices: bool = False
    repeats: Callable[[Any], bool] | None = None
    means: frozenset[str] = frozenset()
    longest: int = 5000

    @functools.cached_property
    def hands(self) -> bool:
        """Whether seats hold things that the others may not see. (What lies behind a screen everybody could have
        counted; people at one screen need no curtain for it.)"""
        return _owned(self.state)

    @functools.cached_property
    def conceals(self) -> bool:
        """Whether anything on the table is hidden from somebody. (The random generator always is.)"""
        return _hidden(self.state)

    @functools.cached_property
    def news(self) -> tuple[Kind, ...]:
        """The kinds of news, by their numbers."""
        return tuple(member.kind for member in self.happened)

    @property
    def rulebook(self) -> Rulebook:
        return self.rulebook_in("en")

    def rulebook_in(self, lang: str) -> Rulebook:
        """The rulebook in a language, with the same clauses; in English where the game has no translation."""
        return open_rulebook(self.folder, lang)

    def how_to(self, lang: str) -> how.HowTo:
        """How to play, on one page, with the numbers of the box as printed."""
        return how.parse(how.source(self.folder, lang), self.box.data)

    @functools.cached_property
    def box(self) -> Box:
        """The box as printed."""
        return self.load_box(None)

    def names(self, box: Box) -> dict[str, tuple[str, ...]]:
        """All lists of names: those of the game and those of the box."""
        return {**self.lists, **box.lists}

    def texts(self, lang: str) -> Texts:
        """The words of the game in a language, with the names of the box as printed."""
        return Texts(self.folder / "show" / "text", lang, self.names(self.box), {})

    # -- options -------------------------------------------------------------------------------------------------------

    def explained(self, lang: str = "en") -> list[dict[str, Any]]:
        """The options for people who choose: what each changes, what it can be, and for how many players it is."""
        texts = self.texts(lang)
        found: list[dict[str, Any]] = []
        for field in self.options.fields.values():
            said = texts.groups["options"][field.name]
            clause = _CLAUSE.match(field.about)
            meaning = field.meaning
            values: list[dict[str, Any]] = []
            any_of: list[dict[str, Any]] = []
            if isinstance(meaning, SetOf):
                names = self.names(self.box)[meaning.of]
                any_of = [{"value": name, "title": texts.name(meaning.of, i)} for i, name in enumerate(names)]
            else:
                numbers = sorted(_numbers(field, self.box), key=lambda number: number != default_of(field))
                words = [option_word(field, number, {}) for number in numbers]
                values = [{"value": word, "title": said["values"][str(word)]} for word in words]
            found.append(
                {
                    "name": field.name,
                    "title": said["title"],
                    "about": said["about"],
                    "clause": clause.group() if clause else None,
                    "values": values,
                    "any_of": any_of,
                    "default": values[0]["value"] if values else [],
                    "seats": self._seats_for(field),
                }
            )
        return found

    def _seats_for(self, field: Field) -> list[int]:
        """The numbers of players that all values of an option are accepted for, and make a difference for."""
        return [
            seats
            for seats in self.only_with.get(field.name, self.seats)
            if not any(self.check_options({field.name: n}, seats, self.box) for n in _numbers(field, self.box))
        ]

    def blank(self, options: Mapping[str, Any], seats: int, box: Box) -> np.ndarray[Any, Any]:
        """A state with nothing in it but the options; refuses what cannot be."""
        check_seats(self, seats)
        if not isinstance(options, Mapping):
            raise BadOption(f"options are given by name, as in {{'name': 'value'}}, not as {options!r}")
        values = {name: number for name, field in self.options.fields.items() if (number := default_of(field))}
        for name, value in options.items():
            field = self.options.fields.get(name)
            if field is None:
                raise BadOption(f"there is no option '{name}'; there are {', '.join(self.options.fields)}")
            values[name] = _option(field, value, self.names(box))
        if problem := self.check_options(values, seats, box):
            raise BadOption(problem)
        state = new(self.state)
        for name, number in values.items():
            state[0]["options"][name] = number
        return state

    def options_then(self, options: Mapping[str, Any], rules: int) -> dict[str, Any]:
        """The options of a save of these or earlier rules: what it leaves out stood at the default of that time."""
        then: dict[str, Any] = {}
        for version in sorted(self.former_defaults, reverse=True):
            if rules <= version:
                then.update(self.former_defaults[version])
        return {**then, **options}

    def options_of(self, state: np.ndarray[Any, Any], box: Box) -> dict[str, Any]:
        """The options in words, those that stand at their default left out."""
        found: dict[str, Any] = {}
        for field in self.options.fields.values():
            number = int(state[0]["options"][field.name])
            if number != default_of(field):
                found[field.name] = option_word(field, number, self.names(box))
        return found


def _owned(cls: type[Record]) -> bool:
    return any(field.sight == OWNER or (field.nested and _owned(field.type)) for field in cls.fields.values())


def _hidden(cls: type[Record]) -> bool:
    return any(
        name != "rng" and (field.sight != PUBLIC or (field.nested and _hidden(field.type)))
        for name, field in cls.fields.items()
    )


def check_seats(game: Game, seats: object) -> None:
    if isinstance(seats, bool) or not isinstance(seats, (int, np.integer)) or seats not in game.seats:
        raise BadOption(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not for {seats!r}")


def default_of(field: Field) -> int:
    """The number that an option has where nothing is said about it."""
    return int(field.meaning.default) if isinstance(field.meaning, OneOf) else 0


def _numbers(field: Field, box: Box) -> list[int]:
    """The numbers that stand for an option's values; of a list of names, for each name alone."""
    if isinstance(field.meaning, OneOf):
        return list(range(len(field.meaning.words)))
    if isinstance(field.meaning, SetOf):
        return [1 << index for index in range(len(box.lists[field.meaning.of]))]
    if isinstance(field.meaning, range):
        return list(field.meaning)
    raise TypeError(f"option {field.name} says nothing about its values")


def option_word(field: Field, number: int, names: Mapping[str, tuple[str, ...]]) -> Any:
    """An option's value as people write it."""
    if isinstance(field.meaning, OneOf):
        return field.meaning.words[number]
    if isinstance(field.meaning, SetOf):
        return [name for index, name in enumerate(names[field.meaning.of]) if number >> index & 1]
    return number


def _option(field: Field, value: Any, names: Mapping[str, tuple[str, ...]]) -> int:
    meaning = field.meaning
    if isinstance(meaning, OneOf):
        if value in meaning.words:
            return meaning.words.index(value)
        raise BadOption(f"option {field.name}: {value!r} is not one of {', '.join(meaning.words)}")
    if isinstance(meaning, SetOf):
        return _mask(field.name, value, names[meaning.of])
    if isinstance(meaning, range):
        if isinstance(value, int) and not isinstance(value, bool) and value in meaning:
            return value
        raise BadOption(f"option {field.name}: {value!r} is not a whole number from {meaning[0]} to {meaning[-1]}")
    raise TypeError(f"option {field.name} says nothing about its values")


def _mask(option: str, value: Any, names: tuple[str, ...]) -> int:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, (list, tuple, set, frozenset)):
        raise BadOption(f"option {option}: give a list out of {', '.join(names)}")
    indices = {name.lower(): index for index, name in enumerate(names)}
    mask = 0
    for word in words:
        if not isinstance(word, str) or word.lower() not in indices:
            raise BadOption(f"option {option}: {word!r} is not one of {', '.join(names)}")
        mask |= 1 << indices[word.lower()]
    return mask
