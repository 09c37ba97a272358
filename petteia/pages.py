"""What a game tells its page in the browser, whichever game it is: the functions of its show/page.py, and the shapes of
what all games tell alike. What each tells of its own is declared in its show/told.py.

Terminal and hints read some of it too, so nothing is imported here that only a server has."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Protocol, TypedDict, TypeVar

from petteia.engine.boxes import Box
from petteia.engine.choices import Picked
from petteia.engine.news import KindsOfNews
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
    row: NotRequired[str]


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


class Bend(TypedDict):
    """A `models.Bend`."""

    line: int
    move: int
    text: str
    began: float
    before: int
    ended: float
    after: int
    when: NotRequired[str]


class Curve(TypedDict):
    """A `models.Curve`."""

    name: str
    label: str
    values: Sequence[Sequence[int | None]]
    lines: list[CurveLine]
    bends: list[Bend]


Weight = Literal["decisive", "plain", "routine"]  # how much news changes fortunes
Curves = tuple[list[str], list[Curve]]  # the points of time, and what there was at each of them


# What happens to a seat on the way that a hint gives as a reason: news, and the argument that is added up (None: how
# often it happens), by the name that the texts have a noun for (`hints`).
Noted = Mapping[str, tuple[KindsOfNews, str | None]]


class Page(Protocol):
    """What a game's show/page.py tells the browser's page of the game. The types of its `extras` and of what is
    `printed` are its own."""

    AMOUNTS: Mapping[str, str]
    NOTED: Noted
    # Kinds of choices that few can ever make: whoever clicks on a thing too early means another kind, where it has one.
    SELDOM: Collection[str]

    def target(self, s: Any, picked: Picked) -> str | None: ...
    def label(self, texts: Texts, name: str, details: Mapping[str, Any], low: int | None, high: int | None) -> str: ...
    def sequences(self, match: Match) -> list[tuple[Picked, ...]]: ...
    def notes(self, match: Match, lang: str) -> dict[str, str]: ...
    def things(self, box: Box, arguments: Mapping[str, int | None]) -> list[str]: ...
    def extras(self, match: Match) -> Mapping[str, Any]: ...
    def printed(self, match: Match, lang: str) -> Mapping[str, Any]: ...
    def sheet(self, match: Match, lang: str) -> list[Account]: ...
    def goal(self, match: Match) -> int | None: ...
    def verdict(self, match: Match, lang: str) -> str: ...
    def curves(self, match: Match, lang: str) -> Curves: ...


Outlook = TypeVar("Outlook", bound=int)  # a game's own


def notes_of_bids(
    match: Match,
    words: Mapping[Outlook, str],
    least: Sequence[Outlook],
    after: Callable[[int], Sequence[Outlook]],
    amount: str,
) -> dict[str, str]:
    """Warnings by slot, of what the least bid leads to; bids that would leave too little, though the least does not,
    have their own, by their words. `after` says what an amount leads to, in each slot."""
    found = {f"slot:{slot}": words[outlook] for slot, outlook in enumerate(least, 1) if outlook}
    bids = [bid for bid in map(match.game.space.pick, match.legal_ids) if bid.name == "bid"]
    amounts = {int(bid.parameters[amount]) for bid in bids}
    if not amounts or after(max(amounts)) == least:
        return found  # the more one bids, the less is left
    outlooks = {one: after(one) for one in amounts}
    for bid in bids:
        slot = int(bid.parameters["slot"]) - 1
        outlook = outlooks[int(bid.parameters[amount])][slot]
        if outlook != least[slot]:
            found[bid.words] = words[outlook]
    return found


@functools.cache
def page(game: str) -> Page:
    found: Page = importlib.import_module(f"petteia.games.{game}.show.page")
    return found


class Weights(Protocol):
    """What a game's show/weights.py declares: the kinds of news that stand out, and those that are quiet."""

    DECISIVE: tuple[str, ...]
    ROUTINE: tuple[str, ...]


@functools.cache
def weights(game: str) -> Weights:
    found: Weights = importlib.import_module(f"petteia.games.{game}.show.weights")
    return found


def weight(game: str, kind: str, arguments: Mapping[str, int | None]) -> Weight:
    """How much a happening weighs."""
    declared = weights(game)
    if any(fits(name, kind, arguments) for name in declared.DECISIVE):
        return "decisive"
    return "routine" if any(fits(name, kind, arguments) for name in declared.ROUTINE) else "plain"


def fits(name: str, kind: str, arguments: Mapping[str, int | None]) -> bool:
    """Whether a name means this kind of news: alone, or with an argument that is not 0."""
    return name == kind or (name.startswith(f"{kind}_") and bool(arguments.get(name.removeprefix(f"{kind}_"))))
