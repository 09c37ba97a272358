"""A guided first game: a deal of its own, and lessons that explain one decision each, from a game's show/guide.toml.

    seats = 2
    seed = 34
    bot = "easy"                      # sits on all seats but the first

    [[lesson]]
    step = "auction"                  # the decision that it explains
    when = { round_number = 1 }       # what the state has to say besides
    since = { round_number = 1 }      # the least that it has to say: what was not asked then is told when it can be
    light = ["slot:2"]                # things on the board that are pointed out; or for each paragraph its own:
                                      # [["slot:2"], [], ["disasters"]]
    choice = "bid 2 3"                # what it suggests, where it suggests something

Their words stand in show/guide/en.md and its translations, a section for each lesson in the same order, written like
how to play (`how.py`).

Nothing is kept of how far somebody came. At each decision the first lesson is due that fits and was not due before, so
where one stands follows from the decisions of the table: who leaves, comes back or takes back finds what belongs there,
and who chooses otherwise than suggested misses no more than what his game does not ask for.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from petteia.engine import chance, how
from petteia.engine.texts import check_language


@dataclasses.dataclass(frozen=True)
class Lesson:
    """What is said at one decision."""

    step: str
    when: Mapping[str, int | list[int]]
    since: Mapping[str, int]
    light: tuple[str, ...] | tuple[tuple[str, ...], ...]
    choice: str | None

    def lit(self, paragraph: int) -> tuple[str, ...]:
        """What is pointed out while one of its paragraphs is read."""
        of = self.light[paragraph] if self.is_lit_by_paragraph else self.light
        return tuple(str(thing) for thing in of)

    @property
    def is_lit_by_paragraph(self) -> bool:
        return any(isinstance(one, tuple) for one in self.light)

    def fits(self, state: Any, steps: Sequence[str]) -> bool:
        """Whether it explains the decision of a state, a record whose `step` is one of these."""
        return (
            steps[int(state["step"])] == self.step
            and all(np.array_equal(state[name], value) for name, value in self.when.items())
            and all(state[name] >= least for name, least in self.since.items())
        )


@dataclasses.dataclass(frozen=True)
class Guide:
    """The deal of a guided game, and its lessons."""

    seats: int
    seed: bytes
    bot: str
    lessons: tuple[Lesson, ...]

    def due(self, asked: Iterable[Any], steps: Sequence[str]) -> int | None:
        """The lesson for the last of these states, in all of which the same seat was asked; None where none is due."""
        told: set[int] = set()
        due: int | None = None
        for state in asked:
            fitting = (n for n, lesson in enumerate(self.lessons) if n not in told and lesson.fits(state, steps))
            due = next(fitting, None)
            if due is not None:
                told.add(due)
        return due


@functools.cache
def read(folder: pathlib.Path) -> Guide:
    """The guided game of a game's folder."""
    data = tomllib.loads((folder / "show" / "guide.toml").read_text(encoding="utf-8"))
    lessons = [
        Lesson(row["step"], row.get("when", {}), row.get("since", {}), _light(row.get("light", ())), row.get("choice"))
        for row in data["lesson"]
    ]
    return Guide(data["seats"], chance.seed_bytes(data["seed"]), data["bot"], tuple(lessons))


def _light(written: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(one if isinstance(one, str) else tuple(one) for one in written)


@functools.cache
def source(folder: pathlib.Path, language: str) -> str:
    """The words of all lessons in a language, as they are written."""
    check_language(language)
    return (folder / "show" / "guide" / f"{language}.md").read_text(encoding="utf-8")


def words(folder: pathlib.Path, language: str, data: Mapping[str, Any]) -> tuple[how.Section, ...]:
    """The lessons in a language, with the numbers of a box."""
    return how.parse(source(folder, language), data).sections
