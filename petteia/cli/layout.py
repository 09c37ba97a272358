"""Laying out lines for a terminal to the cell, for the tables of all games."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.text import Text

from petteia.cli.look import EMBLEMS, QUIET, SEATS


def emblem(seat: int | None) -> Text:
    """The mark of a seat in its colour."""
    return ink("·", QUIET) if seat is None else ink(EMBLEMS[seat], f"bold {SEATS[seat]}")


def ink(words: str, style: str) -> Text:
    """Words in a style of their own, which what is appended later does not take over."""
    return Text().append(words, style=style)


def both(left: Text, right: Text, width: int) -> Text:
    """A line with something at either end; where there is no room for both, the left one gives way."""
    room = width - right.cell_len
    left = left.copy()
    left.truncate(max(room - 1, 0), overflow="ellipsis")
    return left.append(" " * (room - left.cell_len)).append_text(right)


def fit(line: Text, width: int) -> Text:
    """A line of exactly so many columns."""
    line = line.copy()
    line.truncate(width, overflow="ellipsis", pad=True)
    return line


def flow(parts: Iterable[Text], width: int, lead: Text, between: str) -> list[Text]:
    """Parts after a lead, as many in a line as fit; the lines after the first are indented like it. A part that is
    longer than a line is broken between its words."""
    lines = [lead.copy()]
    empty = True
    for part in parts:
        words = [part] if part.cell_len <= width - lead.cell_len else list(part.split(" "))
        for place, word in enumerate(words):
            gap = "" if empty else " " if place else between
            if not empty and lines[-1].cell_len + cell_len(gap) + word.cell_len > width:
                lines.append(Text(" " * lead.cell_len))
                gap = ""
            lines[-1].append(gap).append_text(word)
            empty = False
    return lines


def wrapped(words: str, width: int, style: str) -> list[Text]:
    return flow([ink(word, style) for word in words.split()], width, Text(), " ")


def ends(left: Text, right: list[Text], width: int) -> list[Text]:
    """Something at the left, and parts at the right end of its line where there is room for them, else below it."""
    together = Text("  ").join(right)
    if left.cell_len + 1 + together.cell_len <= width:
        return [both(left, together, width)]
    return [*flow([left], width, Text(), " "), *flow(right, width, Text(), "  ")]
