"""What a game tells its page in the browser, whichever game it is: the functions of its show/page.py, and the shapes of
what all games tell alike. What each tells of its own is declared in its show/told.py.

Terminal and hints read some of it too, so nothing is imported here that only a server has."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, Protocol, TypedDict

from petteia.engine.choices import Picked
from petteia.engine.texts import Texts

if TYPE_CHECKING:
    from petteia.match import Match


class Printed(TypedDict):
    """What everything printed says of itself."""

    provenance: str
    where: str


class Item(TypedDict):
    """A `models.SheetItem`."""

    label: str
    points: int
    clause: str
    targets: NotRequired[list[str]]
    thing: NotRequired[str]


class Column(TypedDict):
    """A `models.SheetColumn`."""

    name: str
    label: str
    clause: str
    items: list[Item]
    total: int
    decisive: bool


class Account(TypedDict):
    """What a game says of a `models.SheetSeat`."""

    columns: list[Column]
    ties: list[Item]


class CurveLine(TypedDict):
    """A `models.CurveLine`."""

    name: str
    mark: str
    tone: str


class Curve(TypedDict):
    """A `models.Curve`."""

    name: str
    label: str
    values: Sequence[Sequence[int | None]]
    lines: NotRequired[list[CurveLine]]


Curves = tuple[list[str], list[Curve]]  # the points of time, and what there was at each of them


class Page(Protocol):
    """What a game's show/page.py tells the browser's page of the game. The types of its `extras` and of what is
    `printed` are its own."""

    AMOUNTS: Mapping[str, str]

    def target(self, s: Any, picked: Picked) -> str | None: ...
    def label(self, texts: Texts, name: str, details: Mapping[str, Any], low: int | None, high: int | None) -> str: ...
    def notes(self, match: Match, lang: str) -> dict[str, str]: ...
    def extras(self, match: Match) -> Mapping[str, Any]: ...
    def printed(self, match: Match, lang: str) -> Mapping[str, Any]: ...
    def sheet(self, match: Match, lang: str) -> list[Account]: ...
    def goal(self, match: Match) -> int | None: ...
    def verdict(self, match: Match, lang: str) -> str: ...
    def curves(self, match: Match, lang: str) -> Curves: ...


@functools.cache
def page(game: str) -> Page:
    found: Page = importlib.import_module(f"petteia.games.{game}.show.page")
    return found
