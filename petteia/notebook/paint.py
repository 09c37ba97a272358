"""HTML and SVG in few words.

Everything is styled where it stands, since a notebook has a style sheet of its own. Words take the notebook's colour,
accents have a contrast of 4.5 on light and on dark, and what is drawn brings its ground along.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterable

from petteia.signs import EMBLEMS, GOLD, QUIET, SEATS, TERRACOTTA, WINE

FONT = "'Source Sans 3','Source Sans Pro','Segoe UI',system-ui,sans-serif"
DISPLAY = "Cinzel,'GFS Neohellenic',Georgia,serif"
HAIRLINE = "1px solid rgba(132,114,98,.35)"

# Grounds of drawings and of cards, and what is written on them: the light colours of the browser's tables.
PAPER, PAPER_EDGE, INK, PAPER_QUIET, PAPER_GOLD = "#FDF8EE", "#C9B593", "#1F1A17", "#6B5D50", "#7D5A14"
PLAYERS = ("#B23A48", "#2A6FB0", "#6B7A3A", "#6C4A8E", "#C98A1B")
PLAYERS_TEXT = ("#A03040", "#22639F", "#566330", "#6C4A8E", "#855A0C")
PLAYERS_INK = ("#FFF6EA", "#FFF6EA", "#FFFAF0", "#FFF6EA", "#241705")

WIDE = 100.0  # of a hexagon with its point up
RADIUS = WIDE / math.sqrt(3)

__all__ = ["EMBLEMS", "GOLD", "QUIET", "SEATS", "TERRACOTTA", "WINE"]


class Html(str):
    """Markup. Any other string is words, and is escaped before it becomes a part of it."""


def joined(parts: Iterable[str]) -> Html:
    return Html("".join(part if isinstance(part, Html) else html.escape(part) for part in parts))


def tag(name: str, *inside: str, **attributes: object) -> Html:
    """An element. Of attributes an underscore stands for a dash; those that are None are left out."""
    said = "".join(
        f' {key.replace("_", "-")}="{html.escape(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{said}>{joined(inside)}</{name}>")


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def inked(words: str, colour: str, *, bold: bool = False) -> Html:
    return tag("span", words, style=f"color:{colour};{'font-weight:600' if bold else ''}")


def quiet(words: str) -> Html:
    return inked(words, QUIET)


def emblem(seat: int) -> Html:
    """The mark of a seat in its colour: no colour stands alone."""
    return inked(EMBLEMS[seat], SEATS[seat], bold=True)


def dots(full: int, empty: int, colour: str = QUIET) -> Html:
    """Filled circles, then empty ones. (Not every font tells the letters for them apart.)"""
    style = f"display:inline-block;width:.5em;height:.5em;margin-left:3px;border-radius:50%;border:1.5px solid {colour}"
    return joined(
        tag("span", style=f"{style};background:{colour if n < full else 'none'}") for n in range(full + empty)
    )


# -- maps of hexagons --------------------------------------------------------------------------------------------------


def centre(row: int, column: int) -> tuple[float, float]:
    """The middle of a hexagon on the grid of half steps."""
    return (column + 1) * WIDE / 2, RADIUS + row * 1.5 * RADIUS


def hexagon(x: float, y: float, radius: float = RADIUS, **attributes: object) -> Html:
    corners = ((math.radians(60 * corner - 90)) for corner in range(6))
    points = " ".join(f"{x + radius * math.cos(a):.1f},{y + radius * math.sin(a):.1f}" for a in corners)
    return tag("polygon", points=points, **attributes)


def written(words: str, x: float, y: float, size: float, fill: str, *, bold: bool = False) -> Html:
    """Words in the middle of a point."""
    return tag(
        "text",
        words,
        x=x,
        y=y + size * 0.35,
        font_size=size,
        fill=fill,
        text_anchor="middle",
        font_weight="700" if bold else None,
    )


def drawing(
    parts: Iterable[str], view: tuple[float, float, float, float], title: str, ground: str, widest: int
) -> Html:
    """A picture of its own ground, as wide as there is room for."""
    x, y, wide, high = view
    style = f"display:block;width:100%;max-width:{widest}px;height:auto;background:{ground};border-radius:10px"
    return tag(
        "svg",
        tag("title", title),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{x:.0f} {y:.0f} {wide:.0f} {high:.0f}",
        role="img",
        font_family=FONT,
        style=style,
    )


# -- tables ------------------------------------------------------------------------------------------------------------


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Html:
    """A table whose first column is at the left and whose others are numbers."""
    cell = "padding:3px 10px;background:none;border:0;font-size:14px;white-space:nowrap;text-align:"
    plain = "background:none;border:0"

    def line(kind: str, cells: Iterable[str], style: str) -> Html:
        sides = ("left", *("right" for _ in range(99)))
        found = [tag(kind, own, style=f"{cell}{side};{style}") for own, side in zip(cells, sides, strict=False)]
        return tag("tr", *found, style=plain)

    head = line("th", heads, f"color:{QUIET};font-weight:400;border-bottom:{HAIRLINE}")
    body = [line("td", row, "font-variant-numeric:tabular-nums") for row in rows]
    whole = tag("table", tag("thead", head), tag("tbody", *body), style="border-collapse:collapse;margin:0;border:0")
    return tag("div", whole, style="overflow-x:auto")


# -- cards -------------------------------------------------------------------------------------------------------------


def card(
    title: str, head: str, lines: Iterable[str], foot: str = "", *, colour: str = "", strong: bool = False
) -> Html:
    """A tile or card on paper: a line with what it costs and counts, its name, and what else is printed. `colour` is
    that of who bids for it."""
    edge = f"{'4px double' if strong else '2px solid'} {colour or PAPER_EDGE}"
    style = (
        f"box-sizing:border-box;width:142px;min-height:112px;padding:6px 8px;border-radius:8px;border:{edge};"
        f"background:{PAPER};color:{INK};font-size:13px;line-height:1.3;display:flex;flex-direction:column;gap:2px"
    )
    return tag(
        "div",
        tag("div", head, style=f"display:flex;justify-content:space-between;color:{PAPER_QUIET}"),
        tag("div", title, style="font-weight:600"),
        *(tag("div", line) for line in lines),
        tag("div", foot, style="margin-top:auto;font-weight:600") if foot else Html(),
        style=style,
    )


def cards(heading: str, found: Iterable[str]) -> Html:
    """Cards beside each other, below a heading."""
    row = tag("div", *found, style="display:flex;flex-wrap:wrap;gap:6px")
    return tag("div", tag("div", quiet(heading), style="font-size:13px;margin-bottom:3px"), row)
