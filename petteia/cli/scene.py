"""What the tables of all games in the terminal have in common: a view, its words, and whole screens of lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group
from rich.text import Text

from petteia.cli.layout import ends, ink
from petteia.match import Match
from petteia.signs import TERRACOTTA

WIDEST = 150  # columns; a line that is longer cannot be read


class Scene:
    """A view with all that is needed to put it in words."""

    def __init__(
        self,
        match: Match,
        seat: int | None,
        lang: str,
        width: int = WIDEST,
        labels: Sequence[str] | None = None,
        low: bool = False,
    ) -> None:
        self.match = match
        self.view = match.view(seat)
        self.state = self.view["state"]
        self.players = self.state["players"]
        self.seat = seat
        self.texts = match.texts(lang)
        self.data = match.box.data
        self.width = min(width, WIDEST)
        self.labels = labels
        self.low = low
        self.over = match.over
        self.prepare()

    def prepare(self) -> None:
        """Looks up what a game needs besides."""

    def masthead(self, right: list[Text]) -> list[Text]:
        """The game's name below a meander, and something at the right of it."""
        title = ink(" ".join(self.match.game.title.upper()), f"bold {TERRACOTTA}")
        return [ink(("┏┓┗┛" * self.width)[: self.width], TERRACOTTA), *ends(title, right, self.width)]

    def word(self, key: str, **arguments: Any) -> str:
        return self.texts.say("terminal", key, arguments)

    def label(self, seat: int) -> str:
        return f" · {self.labels[seat]}" if self.labels else ""


def apart(blocks: Iterable[Sequence[Text]]) -> list[Text]:
    """Blocks of lines below each other, with an empty line between them."""
    return [line for block in blocks if block for line in (Text(), *block)][1:]


def screen(lines: Iterable[Text], width: int) -> Group:
    """Lines that never wrap by themselves."""
    drawn = list(lines)
    for line in drawn:
        line.no_wrap, line.overflow = True, "ellipsis"
        line.truncate(width, overflow="ellipsis")
    return Group(*drawn)
