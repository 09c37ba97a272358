"""How to play, on one page: read from a game's show/how/en.md and its translations (de.md, it.md).

    # Whoever has the most points wins.      the goal in one sentence, as it also stands on the table
    ## A turn                                a section; there are four: goal, turn, score, what beginners miss
    A paragraph.
    - **An item.** With its words.
    ![What one sees on it](tile)             a picture, drawn by the game's page, with the words below it

What is printed in the box is named and never written, so that no number can be wrong: {game.pass_income} is that number
of the box, {ship.2.price} that of the row with this name, {rounds.A+rounds.B} a sum.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import re
from collections.abc import Mapping
from typing import Any

from petteia.engine.texts import check_language

NAMED = re.compile(r"\{([\w.+]+)\}")
SECTIONS = 4  # goal, turn, score, what beginners miss
_PICTURE = re.compile(r"^!\[(.+)\]\((\w+)\)$")
_NAMES = ("id", "name", "players")  # what tells the rows of a list in the box apart


@dataclasses.dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list, or a picture with the words below it."""

    kind: str  # text, item, picture
    words: str
    picture: str | None = None


@dataclasses.dataclass(frozen=True)
class Section:
    """A part of the page under its heading."""

    title: str
    blocks: tuple[Block, ...]


@dataclasses.dataclass(frozen=True)
class HowTo:
    """The page: the goal in one sentence, and its sections."""

    goal: str
    sections: tuple[Section, ...]


def parse(text: str, data: Mapping[str, Any]) -> HowTo:
    """A page from its text, with the numbers of a box."""
    goal = ""
    sections: list[tuple[str, list[Block]]] = []
    for line in NAMED.sub(lambda found: str(number(data, found.group(1))), text).splitlines():
        if line.startswith("# "):
            goal = line[2:]
        elif line.startswith("## "):
            sections.append((line[3:], []))
        elif line:
            sections[-1][1].append(_block(line))
    return HowTo(goal, tuple(Section(title, tuple(blocks)) for title, blocks in sections))


def _block(line: str) -> Block:
    if line.startswith("- "):
        return Block("item", line[2:])
    if picture := _PICTURE.match(line):
        return Block("picture", picture.group(1), picture.group(2))
    return Block("text", line)


def number(data: Mapping[str, Any], named: str) -> int:
    """A number of the box by its path, or a sum of several."""
    return sum(_found(data, path) for path in named.split("+"))


def _found(data: Mapping[str, Any], path: str) -> int:
    value: Any = data
    for part in path.split("."):
        value = _part(value, part)
    if not isinstance(value, int):
        raise KeyError(f"{path} is no number of the box")
    return value


def _part(value: Any, part: str) -> Any:
    if not isinstance(value, list):
        return value[part]
    for row in value:
        if isinstance(row, dict) and any(str(row.get(name)) == part for name in _NAMES):
            return row
    return value[int(part)]


@functools.cache
def source(folder: pathlib.Path, language: str) -> str:
    """The text of a game's page in a language, as it is written."""
    check_language(language)
    return (folder / "show" / "how" / f"{language}.md").read_text(encoding="utf-8")
