"""A match in a notebook: its table as HTML, its board as a picture, and in one line of words.

match             the last line of a cell: the table as a spectator sees it
match.show(0)     the same as seat 0 may know it

What a game draws stands in its `show/notebook.py`: `when` says where the game stands, `players` what everybody has, and
`board` what lies on the table. They draw what `match.view(seat)` holds, so nothing hidden is shown.
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from petteia.match import Match
    from petteia.notebook.paint import Html
    from petteia.notebook.scene import Scene

LINES = 6  # of the log


class Painter(Protocol):
    """What a game's module holds."""

    def when(self, scene: Scene) -> str:
        """The round or phase in words."""

    def players(self, scene: Scene) -> Html:
        """A table of what everybody has."""

    def board(self, scene: Scene) -> Html:
        """The map, or the cards that lie open."""


@functools.cache
def painter(game: str) -> Painter:
    return cast(Painter, importlib.import_module(f"petteia.games.{game}.show.notebook"))


class Shown:
    """A match as it stood when it was asked for, as a seat (None: a spectator) may know it. A notebook shows it;
    `html` is what it shows."""

    def __init__(self, match: Match, seat: int | None = None, lang: str = "en") -> None:
        from petteia.notebook.scene import Scene

        self.seat = seat
        self._line = summary(match)
        self.html = table(Scene(match, seat, lang))

    def __repr__(self) -> str:
        eyes = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"{self._line[:-1]}, as {eyes} sees it>"

    def _repr_html_(self) -> str:
        return self.html


def summary(match: Match) -> str:
    """A match in one line, with nothing that is hidden: game, seats, where it stands, whose turn it is."""
    from petteia.notebook.scene import Scene

    scene = Scene(match, None, "en")
    if match.over:
        now = f"over, points {' '.join(map(str, match.scores))}"
    else:
        now = f"{painter(match.game.name).when(scene)}, step {scene.state['step']}, seat {match.to_move} to move"
    seats = "1 seat" if match.seats == 1 else f"{match.seats} seats"
    return f"<petteia.Match {match.game.name}, {seats}, {now}, move {match.move_number}>"


def table(scene: Scene) -> str:
    """The whole table as HTML."""
    from petteia.notebook import paint
    from petteia.notebook.paint import DISPLAY, FONT, HAIRLINE, TERRACOTTA, inked, joined, quiet, tag

    own = painter(scene.match.game.name)
    title = tag("span", scene.match.game.title, style=f"font-family:{DISPLAY};font-size:18px;color:{TERRACOTTA}")
    head = joined([title, quiet(f"  {own.when(scene)}")])
    question = scene.question()
    log = [tag("div", line) for line in scene.last_lines(LINES)]
    parts = [
        tag("div", head),
        tag("div", inked(question, "inherit", bold=not scene.match.over)),
        own.board(scene),
        own.players(scene),
        tag("div", *log, style=f"color:{paint.QUIET};font-size:13px;border-top:{HAIRLINE};padding-top:6px"),
    ]
    style = f"font-family:{FONT};font-size:15px;line-height:1.4;max-width:900px;display:flex;flex-direction:column"
    return tag("div", *parts, style=f"{style};gap:10px")
