"""Laying out lines for a terminal to the cell, for the tables of all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

from petteia.signs import EMBLEMS, QUIET, SEATS, TERRACOTTA

CARD = 16  # columns that a card needs


def emblem(seat: int | None) -> Text:
    """The mark of a seat in its colour."""
    return ink("·", QUIET) if seat is None else ink(EMBLEMS[seat], f"bold {SEATS[seat]}")


def ink(words: str, style: str) -> Text:
    """Words in a style of their own, which what is appended later does not take over."""
    return Text().append(words, style=style)


def both(left: Text, right: Text, width: int) -> Text:
    """A line with something at either end; where there is no room for both, the left one gives way."""
    free = width - right.cell_len
    left = left.copy()
    left.truncate(max(free - 1, 0), overflow="ellipsis")
    return left.append(" " * (free - left.cell_len)).append_text(right)


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
        for i, word in enumerate(words):
            gap = "" if empty else " " if i else between
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


def beside(cards: Sequence[list[Text]]) -> list[Text]:
    """Cards beside each other."""
    return [Text().join(lines) for lines in zip(*cards, strict=True)]


class Card:
    """A card's two borders and what stands between them; filled up so that all cards of a row end together."""

    def __init__(self, number: int, kind: str, width: int, strong: bool) -> None:
        self.number, self.kind, self.width, self.strong = number, kind, width, strong
        self.lines: list[Text] = []
        self.foot = Text()
        self.border = QUIET

    @property
    def inner(self) -> int:
        return self.width - 2 - 2 * self.padding

    @property
    def padding(self) -> int:
        return 1 if self.width >= CARD + 3 else 0

    def drawn(self, height: int) -> list[Text]:
        """The finished card. A conquest card has double borders: it is told apart without any colour."""
        corners, side, flat = ("╔╗╚╝", "║", "═") if self.strong else ("╭╮╰╯", "│", "─")
        inner = self.width - 2
        pad, start = " " * self.padding, flat * self.padding
        top = ink(start, self.border).append(f" {self.number} ", style=f"bold {TERRACOTTA}")
        kind = ink(f" {self.kind} ", QUIET).append(start, style=self.border) if self.kind else Text()
        if top.cell_len + kind.cell_len > inner:  # the number is what is typed, so the kind gives way
            kind = ink(f"{self.kind} ", QUIET)
            kind.truncate(inner - top.cell_len, overflow="ellipsis")
        foot = ink(start, self.border).append_text(self.foot)
        body = [
            ink(side, self.border).append_text(fit(Text(pad).append_text(line), inner)).append(side, self.border)
            for line in [*self.lines, *[Text()] * (height - len(self.lines))]
        ]
        return [
            self._edge(corners[0], top, flat, kind, corners[1], inner),
            *body,
            self._edge(corners[2], foot, flat, Text(), corners[3], inner),
        ]

    def listed(self, width: int) -> list[Text]:
        """All of it in one line if it fits, for low terminals; a conquest card begins with a double stroke."""
        lead = ink(f"{self.number} ", f"bold {TERRACOTTA}").append("║ " if self.strong else "│ ", style=self.border)
        parts = [Text(" ").join(word for word in line.split(" ") if word.plain) for line in self.lines]
        lines, foot = flow(parts, width, lead, "  "), self.foot.copy()
        foot.rstrip()
        return [*lines[:-1], both(lines[-1], foot, width)] if foot.plain else lines

    def _edge(self, start: str, left: Text, flat: str, right: Text, end: str, inner: int) -> Text:
        left = left.copy()
        if left.cell_len > inner:
            left.rstrip()
        left.truncate(inner - right.cell_len, overflow="ellipsis")
        fill = flat * (inner - left.cell_len - right.cell_len)
        middle = left.append(fill, style=self.border).append_text(right)
        return ink(start, self.border).append_text(middle).append(end, style=self.border)
