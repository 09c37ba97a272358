"""The table as text and as pictures, for environments: as a spectator sees it, so no hand is shown.

human       printed in the terminal
ansi        the table of the terminal as text
rgb_array   the same as a picture: an array of rows, columns and red, green, blue
html        the table as a notebook draws it
svg         the table of the terminal as a drawing
"""

from __future__ import annotations

import functools
import importlib
import io
from collections.abc import Iterable
from typing import Any

import numpy as np
from rich.color_triplet import ColorTriplet
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI as THEME

from petteia.engine.game import BadOption
from petteia.match import Match

MODES = HUMAN, ANSI, RGB_ARRAY, HTML, SVG = ("human", "ansi", "rgb_array", "html", "svg")

WIDTH, HEIGHT = 100, 60  # of a picture, in letters: all pictures are of one size, as videos want them
FONTS = ("DejaVuSansMono.ttf", "Menlo.ttc", "consola.ttf")  # with letters of one width; else the one that Pillow has
SIZE = 14  # of letters


def checked(mode: str | None) -> str | None:
    """A mode that there is; None for none."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"the render mode is one of {', '.join(MODES)}, not {mode!r}")
    return mode


def rendered(match: Match, mode: str | None) -> Any:
    """The table in a mode; None in that for people, who have it on their screen then."""
    if mode is None:
        raise BadOption(f"say how to draw the table when you make the environment: render_mode={' or '.join(MODES)}")
    if mode == HTML:
        return match.show().html
    if mode == RGB_ARRAY:
        return picture(match)
    console = Console(width=WIDTH, record=mode == SVG, file=None if mode == HUMAN else io.StringIO())
    console.print(_drawn(match))
    if mode == HUMAN:
        return None
    if mode == SVG:
        return console.export_svg(title=match.game.title, theme=THEME)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def _drawn(match: Match) -> RenderableType:
    """The table as the game draws it in the terminal."""
    terminal = importlib.import_module(f"petteia.games.{match.game.name}.show.terminal")
    table: RenderableType = terminal.draw(match, None, "en", WIDTH)
    return table


# -- a picture ---------------------------------------------------------------------------------------------------------


def picture(match: Match) -> np.ndarray[Any, Any]:
    """The table of the terminal in letters of one width, on a ground of its own."""
    from PIL import Image, ImageDraw

    wide, high = _cell()
    console = Console(width=WIDTH, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    image = Image.new("RGB", (wide * WIDTH, high * HEIGHT), tuple(THEME.background_color))
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(console.render_lines(_drawn(match), pad=False)[:HEIGHT]):
        for column, letter, style in _letters(line):
            colour = _ink(style)
            draw.text((wide * column + wide / 2, high * row), letter, tuple(colour), _font(), anchor="ma")
    return np.array(image)


def _letters(line: Iterable[Segment]) -> Iterable[tuple[int, str, Style | None]]:
    """The letters of a line with their places; those that leave nothing on paper are left out."""
    column = 0
    for segment in line:
        for letter in segment.text:
            if not letter.isspace():
                yield column, letter, segment.style
            column += 1


def _ink(style: Style | None) -> ColorTriplet:
    return THEME.foreground_color if style is None or style.color is None else style.color.get_truecolor(THEME)


@functools.cache
def _font() -> Any:
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, SIZE)
        except OSError:  # not on this machine
            continue
    return ImageFont.load_default(SIZE)


@functools.cache
def _cell() -> tuple[int, int]:
    """How much room a letter takes."""
    return round(_font().getlength("M")), round(1.35 * SIZE)
