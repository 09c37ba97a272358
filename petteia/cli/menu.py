"""The legal choices as a short list, and what a person types about them.

Choices that differ only in an amount (a bid of 3, 4, 5… coins on the same tile) are one item. An item that belongs
to a place on the table has that place's number, so that the number of a tile and of the bid on it are the same.
Choices among the many spaces of a map are one item too, where the texts have words for all of them together: a person
names the space ("house D5", or just "D5").
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from petteia.cli.words import Words
from petteia.engine.choices import Kind, UnknownChoice
from petteia.engine.errors import PetteiaError
from petteia.match import Choice, Match
from petteia.signs import TERRACOTTA, WINE

_NUMBER = re.compile(r"[0-9]{1,9}")


NUMBER_WIDTH = 5  # columns before the words of an item


class Terminal(Protocol):
    """What a game's show/terminal.py declares about listing its choices."""

    PLACES: Mapping[str, str]
    AMOUNTS: Mapping[str, str]
    SPOTS: Mapping[str, str]

    def note(self, match: Match, choice: Choice, lang: str) -> str:
        """What somebody should know before he makes a choice; mostly nothing."""

    def begun(self, match: Match) -> bool:
        """Whether somebody is in the middle of what he could cancel at once, such as an offer."""


class NotUnderstood(PetteiaError):
    """Words that are no choice; where they could be several, `words` are these. `key` is what the command line says
    about it, `values` fill its placeholders."""

    def __init__(self, typed: str, words: Iterable[str] = (), key: str = "", **values: object) -> None:
        self.words = list(words)
        self.key = key or ("ambiguous" if self.words else "not_understood")
        self.values = {"typed": typed, "words": ", ".join(self.words), **values}
        super().__init__(typed)


@dataclasses.dataclass
class Item:
    """One line of the list: a single choice, or several that differ in an amount."""

    number: int
    start: str  # how it is typed, up to the amount
    choices: list[Choice]
    amount: str | None
    text: str = ""
    note: str = ""

    @property
    def words(self) -> Text:
        return Text(self.text).append(f" – {self.note}" if self.note else "", style=WINE)

    def drawn(self, *, noted: bool = True) -> Table:
        """The line of the list; what does not fit into it goes on below its words."""
        line = Table.grid(Column(width=3, justify="right"), Column(), padding=(0, 2, 0, 0), pad_edge=False)
        line.add_row(Text(str(self.number), style=f"bold {TERRACOTTA}"), self.words if noted else Text(self.text))
        return line

    @property
    def single(self) -> bool:
        return len(self.choices) == 1

    @property
    def amounts(self) -> list[int]:
        return [int(choice.parameters[self.amount]) for choice in self.choices] if self.amount else []


class Menu:
    """The choices of one decision."""

    def __init__(self, match: Match, terminal: Terminal, lang: str) -> None:
        self.match, self.terminal, self.lang = match, terminal, lang
        self.space = match.game.space
        self.choices = match.choices
        self.ranges = {**terminal.AMOUNTS, **terminal.SPOTS}  # the parameter in which the choices of an item differ
        self.items = self._items()
        # English always works: it is what saves and the documentation say.
        self.aliases = {name: [name, *self._words(name)] for name in self.space.kinds}

    def _words(self, kind: str) -> list[str]:
        return str(self.match.texts(self.lang).groups["terminal"].get(f"word_{kind}", "")).split()

    def drawn(self, width: int = 0) -> RenderableType:
        """The list. In so many columns, where there is no height to spare, two lie beside each other if they fit, and
        what one should know of some stands below them all."""
        half = width // 2
        if len(self.items) < 2 or any(NUMBER_WIDTH + Text(item.text).cell_len > half for item in self.items):
            return Group(*(item.drawn() for item in self.items))
        lines = [item.drawn(noted=False) for item in self.items]
        pairs = Table.grid(Column(width=half), Column(width=half), pad_edge=False)
        below = -(-len(lines) // 2)
        for row in range(below):
            pairs.add_row(*lines[row::below])
        return Group(pairs, *self._notes())

    def _notes(self) -> list[Text]:
        """Each once, with the numbers of the items that it is about."""
        about: dict[str, list[int]] = {}
        for item in self.items:
            about.setdefault(item.note, []).append(item.number)
        return [Text(f"{', '.join(map(str, about[note]))} – {note}", style=WINE) for note in about if note]

    def of_each_kind(self) -> list[Item]:
        """The first item of every kind of choice that is possible now."""
        found: dict[str, Item] = {}
        for item in self.items:
            found.setdefault(item.choices[0].name, item)
        return list(found.values())

    def words_of_other_times(self) -> list[str]:
        """What the other choices of the game begin with, which are not possible now."""
        now = {choice.name for choice in self.choices}
        return list(dict.fromkeys(self.aliases[kind][-1] for kind in self.space.kinds if kind not in now))

    # -- listing -------------------------------------------------------------------------------------------------------

    def _items(self) -> list[Item]:
        grouped: dict[str, list[Choice]] = {}
        for choice in self.choices:
            amount = self._varies(choice)
            values = [str(value) for name, value in choice.parameters.items() if name != amount]
            grouped.setdefault(" ".join([choice.name, *values]), []).append(choice)
        items = [Item(0, start, choices, self._varies(choices[0])) for start, choices in grouped.items()]
        self._number(items)
        for item in items:
            item.text = self._text(item)
            item.note = self._note(item)
        return sorted(items, key=lambda item: item.number or len(self.choices) + 100)

    def _note(self, item: Item) -> str:
        """The warnings about an item: of its lowest amount, and from which on there is another."""
        note = functools.partial(self.terminal.note, self.match, lang=self.lang)
        least = note(item.choices[0])
        if item.choices[0].name not in self.terminal.AMOUNTS or note(item.choices[-1]) == least:
            return least
        found: dict[str, int] = {}
        for choice, amount in zip(item.choices, item.amounts, strict=True):
            found.setdefault(note(choice), amount)
        words = Words(self.lang)
        others = [words.say("from_amount", amount=amount, note=one) for one, amount in found.items() if one != least]
        return "; ".join([*([least] if least else []), *others])

    def _varies(self, choice: Choice) -> str | None:
        """The parameter in which the choices of an item differ; None for a choice that is an item of its own."""
        if choice.name in self.terminal.SPOTS:
            words = self.match.texts(self.lang).groups["terminal"]
            return self.ranges[choice.name] if f"group_{choice.name}" in words else None
        return self.ranges.get(choice.name)

    def _place(self, item: Item) -> int | None:
        place = self.terminal.PLACES.get(item.choices[0].name)
        return int(item.choices[0].parameters[place]) if place else None

    def _number(self, items: list[Item]) -> None:
        """By the places on the table, with 0 for the one thing that has none; else one after another."""
        places = [self._place(item) for item in items]
        by_place = places.count(None) <= 1 and len(set(places)) == len(places) > places.count(None)
        for number, (item, place) in enumerate(zip(items, places, strict=True), 1):
            item.number = (place or 0) if by_place else number

    def _text(self, item: Item) -> str:
        if item.single:
            return item.choices[0].text(self.lang)
        return self.say("group", item)

    def say(self, what: str, item: Item) -> str:
        """A template for an item with several amounts: its line in the list, or the question how many."""
        match, amounts = self.match, item.amounts
        details = item.choices[0].details()
        values = {**details, "low": min(amounts), "high": max(amounts)}
        if item.choices[0].name in self.terminal.SPOTS:
            spots = [self._shown(choice) for choice in item.choices]
            values |= {"first": spots[0], "spaces": " ".join(spots)}
        return match.texts(self.lang).say("terminal", f"{what}_{item.choices[0].name}", values)

    def _shown(self, choice: Choice) -> str:
        """What is typed for the value in which a choice differs from the others of its item."""
        parameter = self.ranges.get(choice.name, "")
        value = choice.parameters.get(parameter, "")
        if choice.name not in self.terminal.SPOTS:
            return str(value)
        allowed = self.space.kinds[choice.name].parameters[parameter]
        return self.match.typed[parameter][allowed.index(value)]  # type: ignore[arg-type]

    # -- understanding -------------------------------------------------------------------------------------------------

    def read(self, typed: str) -> int | Item:
        """The choice that was typed, legal or not; an item, where only its amount is missing."""
        words = typed.lower().split()
        if _NUMBER.fullmatch(words[0]):
            return self._by_number(typed, int(words[0]), words[1:])
        if len(words) == 1 and (spots := self._at_spot(words[0])):
            if len(spots) > 1:
                raise NotUnderstood(typed, (self._spelt(choice) for choice in spots))
            return spots[0].id
        if len(words) == 1 and (closed := self._closed_spot(words[0])) is not None:
            return closed
        kinds = self._kinds(words[0])
        if len(kinds) > 1:
            raise NotUnderstood(typed, (self.aliases[kind][-1] for kind in kinds))
        if kinds:
            return self._by_kind(typed, self.space.kinds[kinds[0]], words[1:])
        return self._by_text(typed, self.items, words)

    def _at_spot(self, name: str) -> list[Choice]:
        """The choices that are about a place on the map with this name."""
        named = [choice for choice in self.choices if choice.name in self.terminal.SPOTS]
        return [choice for choice in named if self._shown(choice).lower() == name]

    def _closed_spot(self, name: str) -> int | None:
        """A choice that is about a place where nothing can be chosen now: it tells why."""
        for kind in dict.fromkeys(choice.name for choice in self.choices):
            if kind in self.terminal.SPOTS:
                with contextlib.suppress(UnknownChoice):
                    return self.match.read(f"{kind} {name}")
        return None

    def means_now(self, word: str, *, exactly: bool = False) -> bool:
        """Whether a word, or a beginning of one, is a choice that is possible now."""
        if self._at_spot(word):
            return True
        aliases = {alias for choice in self.choices for alias in self.aliases[choice.name]}
        return word in aliases if exactly else any(alias.startswith(word) for alias in aliases)

    def _by_number(self, typed: str, number: int, rest: list[str]) -> int | Item:
        item = next((item for item in self.items if item.number == number), None)
        if item is not None:
            return self._complete(typed, item, rest)
        if len(self.items) == 1 and self.items[0].choices[0].name in self.terminal.AMOUNTS and not rest:
            return self.with_amount(self.items[0], str(number))  # nothing else is asked, so it is the amount
        kind = next((kind for kind in self.terminal.PLACES if any(c.name == kind for c in self.choices)), None)
        if kind is None:
            raise NotUnderstood(typed, key="no_choice", number=number)
        return self._by_kind(typed, self.space.kinds[kind], [str(number), *rest])

    def _kinds(self, word: str) -> list[str]:
        """The kinds of choices that a word means: exactly, or else by its beginning; those possible now go first."""
        now = dict.fromkeys(choice.name for choice in self.choices)
        for names in (list(now), list(self.space.kinds)):
            exact = [name for name in names if word in self.aliases[name]]
            found = exact or [name for name in names if any(alias.startswith(word) for alias in self.aliases[name])]
            if found:
                return found
        return []

    def _by_kind(self, typed: str, kind: Kind, rest: list[str]) -> int | Item:
        items = [item for item in self.items if item.choices[0].name == kind.name]
        if rest and not _NUMBER.fullmatch(rest[0]):
            try:
                return self.match.read(f"{kind.name} {' '.join(rest)}")
            except PetteiaError:
                if kind.name in self.terminal.SPOTS:
                    raise self._no_spot(kind, rest[0]) from None
                return self._by_text(typed, items, rest)
        start = " ".join([kind.name, *rest])
        for item in items:
            if start == item.start or (not rest and len(items) == 1):
                return self._complete(typed, item, [])
        if not items:  # any values tell why such a thing is not possible now
            rest = [*rest, *(str(values[0]) for values in list(kind.parameters.values())[len(rest) :])]
        elif len(rest) == len(kind.parameters) - 1 and kind.name in self.terminal.AMOUNTS:
            rest = [*rest, self._usual_amount(kind)]  # of a closed place any amount tells why it is closed
        return self._exactly(typed, kind, rest)

    def _exactly(self, typed: str, kind: Kind, values: list[str]) -> int:
        """The choice of a kind with these values, legal or not."""
        if len(values) == len(kind.parameters) and kind.name in self.terminal.SPOTS:
            try:
                return self.match.read(" ".join([kind.name, *values]))
            except UnknownChoice:
                raise self._no_spot(kind, values[-1]) from None
        if len(values) == len(kind.parameters):
            for (name, allowed), value in zip(kind.parameters.items(), values, strict=True):
                number = _NUMBER.fullmatch(value) is not None and int(value) in allowed
                if isinstance(allowed, range) and not number and value not in self.match.typed.get(name, ()):
                    if name == self.terminal.AMOUNTS.get(kind.name):
                        raise self._no_amount(kind, values)
                    raise NotUnderstood(typed, key="no_choice", number=value)
            with contextlib.suppress(UnknownChoice):
                return self.match.read(" ".join([kind.name, *values]))
        item = next((item for item in self.items if item.choices[0].name == kind.name), None)
        example = self.spelt(item) if item else (self._words(kind.name) or [kind.name])[0]
        raise NotUnderstood(typed, key="form", example=example)

    def _no_spot(self, kind: Kind, typed: str) -> NotUnderstood:
        example = next((self._shown(choice) for choice in self.choices if choice.name == kind.name), "")
        return NotUnderstood(typed, key="no_spot", example=example or "D5")

    def _no_amount(self, kind: Kind, values: list[str]) -> NotUnderstood:
        """That the last of the values is no amount: what amounts there are."""
        allowed = kind.parameters[self.terminal.AMOUNTS[kind.name]]
        low, high = int(allowed[0]), int(allowed[-1])
        for item in self.items:
            if item.start == " ".join([kind.name, *values[:-1]]) and not item.single:
                low, high = min(item.amounts), max(item.amounts)
        return NotUnderstood(values[-1], key="no_amount", low=low, high=high)

    def _usual_amount(self, kind: Kind) -> str:
        amount = self.terminal.AMOUNTS[kind.name]
        there = [int(choice.parameters[amount]) for choice in self.choices if choice.name == kind.name]
        return str(max(there) if there else kind.parameters[amount][0])

    def _by_text(self, typed: str, items: list[Item], words: list[str]) -> int | Item:
        """By the words in the list: "market 5". Two letters could be anything, so each word has three or more."""
        *most, last = words
        words, rest = (most, [last]) if most and _NUMBER.fullmatch(last) else (words, [])
        found = [item for item in items if all(_mentions(item.text, word) for word in words)]
        if len(found) != 1:
            raise NotUnderstood(typed, (item.text for item in found))
        return self._complete(typed, found[0], rest)

    def _complete(self, typed: str, item: Item, rest: list[str]) -> int | Item:
        if len(rest) > 1 or (rest and not item.amount):
            raise NotUnderstood(typed)
        if rest:
            return self.with_amount(item, rest[0])
        return item.choices[0].id if item.single else item

    def with_amount(self, item: Item, amount: str) -> int:
        """An item's choice with an amount, legal or not."""
        kind, *rest = item.start.split()
        return self._exactly(amount, self.space.kinds[kind], [*rest, amount])

    def spelt(self, item: Item) -> str:
        """An item in full words, as one would type it in one's own language."""
        return self._spelt(item.choices[0])

    def _spelt(self, choice: Choice) -> str:
        varies = self.ranges.get(choice.name)
        values = [self._shown(choice) if name == varies else str(own) for name, own in choice.parameters.items()]
        return " ".join([(self._words(choice.name) or [choice.name])[0], *values])

    def example(self, item: Item) -> str:
        """An item of several choices by its number, with the first of its amounts or places."""
        return f"{item.number} {self._shown(item.choices[0])}"

    def typed(self, choice: int) -> str:
        """How a choice is typed most shortly."""
        for item in self.items:
            for own in item.choices:
                if own.id == choice:
                    return f"{item.number}" if item.single else f"{item.number} {self._shown(own)}"
        raise LookupError(choice)


def _mentions(text: str, word: str) -> bool:
    """Whether one of the words of a text begins so."""
    return len(word) >= 3 and any(own.strip("„“«»().,:").startswith(word) for own in text.lower().split())


def find_command(word: str, commands: Mapping[str, list[str]], *, exactly: bool) -> list[str]:
    """The commands that a word means."""
    found: dict[str, Any] = {}
    for name, words in commands.items():
        if any(word == alias if exactly else alias.startswith(word) for alias in [*words, name]):
            found[name] = None
    return list(found)
