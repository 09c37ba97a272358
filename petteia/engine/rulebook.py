"""Rulebooks in numbered clauses, read from a game's rulebook.md and its translations (rulebook.de.md…).

A clause starts with its number in bold, and ends with its source in italics:

    **§6.3** The owner of Barracks places lands without regard to their neighbours.
    *Source: IT appendix.*

The number and the word "Source" are the same in every language.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import pathlib
import re

from petteia.engine.errors import PetteiaError
from petteia.engine.texts import check_language

_SECTION = re.compile(r"^## (\d+) (.+)$")
_CLAUSE = re.compile(r"^\*\*§(\d+)\.(\d+)\*\* (.+)$")
_SOURCE = re.compile(r"^\*Source: (.+)\*$")


class NoClause(PetteiaError):
    """A clause that the rulebook does not have."""


@dataclasses.dataclass(frozen=True)
class Clause:
    """One rule: its number as printed (§6.3), section, words and source."""

    number: str
    section: str
    words: str
    source: str

    @property
    def code(self) -> int:
        """The number that `forbids` answers with: §6.3 is 603."""
        section, within = self.number[1:].split(".")
        return int(section) * 100 + int(within)

    def __str__(self) -> str:
        return f"{self.number} {self.words}"


@dataclasses.dataclass(frozen=True)
class Rulebook:
    """All clauses of a game in their order."""

    title: str
    clauses: tuple[Clause, ...]

    @classmethod
    def read(cls, path: pathlib.Path) -> Rulebook:
        title, section = "", ""
        clauses: list[Clause] = []
        open_clause: tuple[str, str, str] | None = None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("# "):
                title = line[2:]
            elif match := _SECTION.match(line):
                section = match.group(2)
            elif match := _CLAUSE.match(line):
                if open_clause is not None:
                    raise ValueError(f"{path.name}, line {number}: {open_clause[0]} has no source")
                open_clause = (f"§{match.group(1)}.{match.group(2)}", section, match.group(3))
            elif match := _SOURCE.match(line):
                if open_clause is None:
                    raise ValueError(f"{path.name}, line {number}: a source without a clause")
                clauses.append(Clause(*open_clause, match.group(1)))
                open_clause = None
        if open_clause is not None:
            raise ValueError(f"{path.name}: {open_clause[0]} has no source")
        return cls(title, tuple(clauses))

    def find(self, number: str) -> list[Clause]:
        """A clause ("4.3"), or all of a section ("4")."""
        section = [clause for clause in self.clauses if clause.number.startswith(f"§{number.lstrip('§')}.")]
        return section or [self[number]]

    def __getitem__(self, number: str | int) -> Clause:
        """A clause by its number: "§6.3", "6.3" or 603."""
        for clause in self.clauses:
            if number in (clause.code, clause.number, clause.number[1:]):
                return clause
        raise NoClause(
            f"there is no clause {number}; they go from {self.clauses[0].number} to {self.clauses[-1].number}"
        )


@functools.cache
def open_rulebook(folder: pathlib.Path, language: str) -> Rulebook:
    """A game's rulebook in a language; the English one where it is not translated."""
    check_language(language)
    original = folder / "rulebook.md"
    translation = folder / f"rulebook.{language}.md"
    if language == "en":
        return Rulebook.read(original)
    if not translation.exists():
        return open_rulebook(folder, "en")
    book = Rulebook.read(translation)
    numbers = [[clause.number for clause in each.clauses] for each in (open_rulebook(folder, "en"), book)]
    for expected, found in itertools.zip_longest(*numbers, fillvalue="the end"):
        if expected != found:
            raise ValueError(f"{translation.name}: {found} stands where {original.name} has {expected}")
    return book
