"""Box files: what is printed in a game's box, as TOML that people can read, check and edit.

A box file is checked whole before anything of it is used. Everything that is wrong is said at once, each with file,
line, key, what was found and what is allowed.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import pathlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from petteia.engine.errors import PetteiaError

# Four times the largest box that there is, and eight times the dots of its lines. TOML takes time by the square of how
# many there are in a key.
LONGEST_BOX = 96 * 1024  # characters
MOST_DOTS = 50  # in a line

SOURCE_LETTERS = 400  # of a note that says where something is known from
PROVENANCES = ("rulebook", "source", "reconstruction", "own")
_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.\"-]+)\s*\]\]?")
_KEY = re.compile(r"^\s*([\w.\"-]+)\s*=")

Path = tuple[str | int, ...]


@dataclasses.dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a box file."""

    file: str
    line: int
    key: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, {self.key}: found {self.found}, allowed is {self.allowed}"


class BadBox(PetteiaError):
    """A box file that cannot be used; `problems` says everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(str(problem) for problem in problems))


# -- what is allowed ---------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Whole:
    """A whole number."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def allows(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclasses.dataclass(frozen=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return "one of " + ", ".join(f'"{word}"' for word in self.words)

    def allows(self, value: object) -> bool:
        return value in self.words


@dataclasses.dataclass(frozen=True)
class Words:
    """A list of words out of a few."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return "a list out of " + ", ".join(f'"{word}"' for word in self.words)

    def allows(self, value: object) -> bool:
        return isinstance(value, list) and all(word in self.words for word in value)


@dataclasses.dataclass(frozen=True)
class Text:
    """Words for people, in one line. (Positions write names down, and "none" for no name.) Names stand in every line of
    a log, so a long one would cost much."""

    empty: bool = False
    letters: int = 60  # at most

    def __str__(self) -> str:
        kind = f"a text in one line of at most {self.letters} letters"
        return kind if self.empty else f'{kind}, not empty and not "none"'

    def allows(self, value: object) -> bool:
        if not isinstance(value, str) or not value.isprintable() or len(value) > self.letters:
            return False
        return self.empty or value.strip().lower() not in ("", "none")


@dataclasses.dataclass(frozen=True)
class Texts:
    """A list of texts; of a given length, or of any."""

    length: int | None = None

    def __str__(self) -> str:
        return f"a list of {'' if self.length is None else f'{self.length} '}texts in one line, none of them empty"

    def allows(self, value: object) -> bool:
        if not isinstance(value, list) or self.length not in (None, len(value)):
            return False
        return all(Text().allows(text) for text in value)


@dataclasses.dataclass(frozen=True)
class Wholes:
    """A list of whole numbers."""

    low: int
    high: int
    least: int
    most: int

    def __str__(self) -> str:
        count = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        return f"a list of {count} whole numbers from {self.low} to {self.high}"

    def allows(self, value: object) -> bool:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            return False
        return all(Whole(self.low, self.high).allows(number) for number in value)


@dataclasses.dataclass(frozen=True)
class Drawing:
    """A picture in letters, a line of text for each of its rows."""

    def __str__(self) -> str:
        return "a drawing of several lines, between three quotation marks"

    def allows(self, value: object) -> bool:
        return isinstance(value, str) and value.replace("\n", "").isprintable() and bool(value.strip())


@dataclasses.dataclass(frozen=True)
class Flag:
    """Yes or no."""

    def __str__(self) -> str:
        return "true or false"

    def allows(self, value: object) -> bool:
        return isinstance(value, bool)


@dataclasses.dataclass(frozen=True)
class Table:
    """Named values; a key that is not declared is a mistake, and so is a missing one that has no default.

    `later` are keys that there were not always: a fingerprint says nothing of their defaults, so that a box from before
    keeps its own.
    """

    keys: Mapping[str, Any]
    defaults: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    later: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return "a table with " + ", ".join(self.keys)


@dataclasses.dataclass(frozen=True)
class Rows:
    """A list of tables, written as [[name]]."""

    row: Table
    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least} to {self.most} tables [[…]]"


# -- reading -----------------------------------------------------------------------------------------------------------


class Checker:
    """Collects what is wrong with a file, and where."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._lines = _lines_of_keys(text)
        self._text = text.split("\n")

    def line(self, path: Path) -> int:
        """The line of a key, or of the nearest thing around it."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return 1

    def text_below(self, path: Path) -> int:
        """How many lines below its key a drawing begins: one, where the key's line ends with the quotation marks."""
        return int(self._text[self.line(path) - 1].rstrip().endswith(('"""', "'''")))

    def problem(self, path: Path, found: object, allowed: object, below: int = 0) -> None:
        """Adds a problem, at the line of its key or, in a drawing, so many lines below."""
        self.problems.append(Problem(self.file, self.line(path) + below, _words(path), str(found), str(allowed)))

    def check(self, value: Any, allowed: Any, path: Path = ()) -> Any:
        """The value with its defaults filled in; what is wrong goes into the list."""
        if isinstance(allowed, Table):
            return self._table(value, allowed, path)
        if isinstance(allowed, Rows):
            return self._rows(value, allowed, path)
        if isinstance(allowed, Drawing) and isinstance(value, str) and value.strip():
            self._drawing(value, path)
        elif not allowed.allows(value):
            self.problem(path, _shown(value), allowed)
        return value

    def _drawing(self, drawing: str, path: Path) -> None:
        """What cannot be printed, such as a tab, is no sign: said once for each line of a drawing."""
        for row, line in enumerate(drawing.split("\n"), self.text_below(path)):
            strange = next((sign for sign in line if not sign.isprintable()), None)
            if strange is not None:
                found = "a tab" if strange == "\t" else f"the sign {strange!a}"
                self.problem(path, found, "spaces and signs that can be seen", row)

    def _table(self, value: Any, allowed: Table, path: Path) -> Any:
        if not isinstance(value, dict):
            self.problem(path, _shown(value), allowed)
            return value
        for key in value:
            if key not in allowed.keys:
                self.problem((*path, key), "a key that is not known here", "one of " + ", ".join(allowed.keys))
        full = {}
        for key, kind in allowed.keys.items():
            if key in value:
                full[key] = self.check(value[key], kind, (*path, key))
            elif key in allowed.defaults:
                full[key] = allowed.defaults[key]
            else:
                self.problem((*path, key), "nothing", kind)
        return full

    def _rows(self, value: Any, allowed: Rows, path: Path) -> Any:
        if not isinstance(value, list) or not allowed.least <= len(value) <= allowed.most:
            found = f"{len(value)} tables" if isinstance(value, list) else _shown(value)
            self.problem(path, found, allowed)
            return value
        return [self.check(row, allowed.row, (*path, i)) for i, row in enumerate(value)]


@dataclasses.dataclass(frozen=True)
class Box:
    """A box that was read, checked and laid out for the rules."""

    game: str
    file: str
    text: str
    data: dict[str, Any]
    record: np.ndarray[Any, Any]
    lists: dict[str, tuple[str, ...]]  # the ids printed in the box, by what they name: tile, civilization…
    titles: dict[str, str]  # the names printed beside ids
    fingerprint: str


Laid = tuple[np.ndarray[Any, Any], dict[str, tuple[str, ...]], dict[str, str]]
Layout = Callable[[dict[str, Any], Checker], Laid]  # record, lists and titles out of checked data


def read(game: str, file: str, text: str, allowed: Table, lay_out: Layout) -> Box:
    """Reads a box file from its text, or raises BadBox with all that is wrong."""
    text = text.removeprefix("\ufeff")  # which some editors put before UTF-8
    _check_sizes(file, text)
    checker = Checker(file, text)
    try:
        raw = tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # TOML's own error is a ValueError, and so is a number of 5,000 digits
        at = re.search(r"line (\d+)", str(error))
        line = int(at.group(1)) if at else len(text.splitlines())
        raise BadBox([Problem(file, line, "(the file)", str(error), "TOML")]) from None
    data = checker.check(raw, allowed)
    if checker.problems:
        raise BadBox(checker.problems)
    record, lists, titles = lay_out(data, checker)
    if checker.problems:
        raise BadBox(checker.problems)
    return Box(game, file, text, data, record, lists, titles, _fingerprint(data, allowed))


def _check_sizes(file: str, text: str) -> None:
    """Refuses what would take long to read, before it is read."""
    if len(text) > LONGEST_BOX:
        allowed = f"a file of at most {LONGEST_BOX} characters"
        raise BadBox([Problem(file, 1, "(the file)", f"{len(text)} characters", allowed)])
    for number, line in enumerate(text.split("\n"), 1):
        if (dots := line.count(".")) > MOST_DOTS:
            raise BadBox([Problem(file, number, "(the line)", f"{dots} dots", f"at most {MOST_DOTS} of them")])


def read_file(game: str, path: pathlib.Path, allowed: Table, lay_out: Layout) -> Box:
    """Reads a box file from disk."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadBox(
            [Problem(path.name, 1, "(the file)", f"that it cannot be read ({why})", "a text file in UTF-8")]
        ) from None
    return read(game, path.name, text, allowed, lay_out)


def _fingerprint(data: dict[str, Any], allowed: Table) -> str:
    """Names what is printed, not how the file is laid out, nor where its facts come from."""

    def printed(value: Any, allowed: Any) -> Any:
        if isinstance(allowed, Rows):
            return [printed(row, allowed.row) for row in value]
        if isinstance(allowed, Table):
            return {key: printed(inner, allowed.keys[key]) for key, inner in value.items() if told(allowed, key, inner)}
        return value

    def told(table: Table, key: str, value: Any) -> bool:
        if key in table.later and value == table.defaults[key]:
            return False
        return key not in ("provenance", "where")

    return hashlib.sha256(json.dumps(printed(data, allowed), sort_keys=True).encode()).hexdigest()[:16]


def _lines_of_keys(text: str) -> dict[Path, int]:
    """Where each key stands. TOML's own parser does not say; headers and `key =` at the start of a line are enough."""
    lines: dict[Path, int] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = ()
            parts = header.group(2).replace('"', "").split(".")
            for depth, part in enumerate(parts):
                table = (*table, part)
                if header.group(1) == "[[" and depth == len(parts) - 1:
                    lines.setdefault(table, number)
                    counts[table] = counts.get(table, -1) + 1
                if table in counts:
                    table = (*table, counts[table])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *key.group(1).replace('"', "").split(".")), number)
    return lines


def _words(path: Path) -> str:
    """tile[3].gain.coins, counting from 1 as people do."""
    words = ""
    for part in path:
        words += f"[{part + 1}]" if isinstance(part, int) else (f".{part}" if words else part)
    return words or "(the file)"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    return json.dumps(value, ensure_ascii=False, default=str)
