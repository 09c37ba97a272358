"""What a table of Poseidon in the browser is told besides the view, as types; show/page.py tells it. The types of the
pages are made from these. Places, nations, ships and cards are counted from 1."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

# -- what is printed ---------------------------------------------------------------------------------------------------

Ground = Literal["sea", "port", "home", "temple", "culture", "new_world"]


class Map(TypedDict):
    id: str
    name: Annotated[str, "in the language of the page"]


class Hex(TypedDict):
    row: int
    column: Annotated[int, "in half steps"]


class Place(TypedDict):
    place: Annotated[int, "its number"]
    id: str
    name: str
    kind: Ground
    hexes: list[Hex]
    values: Annotated[list[int], "by phase"]
    circles: Annotated[int, "room for posts"]
    donation: Annotated[int, "what a temple asks for"]
    near: Annotated[list[int], "the places beside it"]
    closed: Annotated[bool, "whether it lies outside of this map"]


class People(TypedDict):
    """A nation as printed."""

    number: int
    id: str
    name: str
    people: Annotated[str, "what those who live there are called"]
    mark: Annotated[str, "two letters that stand for it"]
    tone: Annotated[str, "the name of its colour"]
    home: Annotated[int, "the place of its home port"]
    potentials: Annotated[int, "disks"]
    playing: Annotated[bool, "whether it takes part on this map"]


class SpecialCard(TypedDict):
    number: int
    id: str
    name: str
    price: int
    income: Annotated[list[int], "by phase"]
    place: Annotated[int | None, "the high culture it gives"]


class Ship(TypedDict):
    number: int
    id: str
    name: str
    range: Annotated[int, "0 without end"]
    price: int
    count: Annotated[int, "how many there are with so many players"]


class Phase(TypedDict):
    number: int
    discovery: Annotated[int, "steps of a discovery ship"]
    posts: Annotated[int, "nations that may have a post on a place"]
    far_posts: Annotated[int, "the same in a New World area"]
    home: Annotated[int, "what a nation gets whose fleet stays at home"]
    purse: Annotated[int, "what a king may take out of the coffers"]
    issue: Annotated[int, "merchants a nation may put up for sale when it begins"]
    opened_by: Annotated[str, "the ship whose first one opens it, or nothing"]
    scraps: Annotated[str, "the ship that leaves the game then, or nothing"]


class Round(TypedDict):
    kind: Literal["market", "exploration"]
    number: Annotated[int, "counted among its kind, from 1"]
    ship_leaves: Annotated[bool, "whether the top ship leaves the game after it"]


class Numbers(TypedDict):
    """Numbers that the rules name."""

    least_merchants: int
    crown_merchants: int
    largest_fleet: int


class Box(TypedDict):
    map: Map
    rows: int
    columns: int
    places: list[Place]
    barriers: Annotated[list[tuple[Hex, Hex]], "dark lines between hexes"]
    nations: list[People]
    cards: list[SpecialCard]
    ships: list[Ship]
    phases: list[Phase]
    track: Annotated[list[int], "the prices along the prestige track"]
    rounds: list[Round]
    limit: Annotated[int, "merchants that one may hold"]
    game: Numbers
    colours: Annotated[list[str], "of the seats"]


# -- what follows from the state ---------------------------------------------------------------------------------------


class Holdings(TypedDict):
    """What a player has."""

    cash: int
    merchants: Annotated[int, "what his merchants are worth"]
    worth: Annotated[int, "cash and merchants"]
    held: Annotated[int, "how many merchants"]


class Charter(TypedDict):
    """How a nation stands; one that is not founded has no price."""

    price: int | None
    ships: int
    reach: Annotated[int, "of its fleet; 0 where it is endless"]
    endless: bool
    posts: int
    acted: Annotated[bool, "whether it is done in this exploration round"]
    risen: Annotated[int | None, "what a merchant costs after a run that pays"]
    last: Annotated[int | None, "what its fleet last paid for a merchant; nothing before it had to decide"]
    forecast: Annotated[int, "what its best run would pay for a merchant now"]
    with_ship: Annotated[int | None, "the same with the next ship of the bank; nothing where it could not have that"]


class ShipsLeft(TypedDict):
    """Of a kind of ship."""

    left: int
    next: Annotated[bool, "whether it is the one on top"]
    opens: Annotated[int | None, "the phase that the first one opens"]
    scraps: Annotated[int | None, "the ship that leaves the game then"]


class Issue(TypedDict):
    """So many merchants put up for sale, and how many of them are taken at least and at most."""

    merchants: int
    least: int
    most: int


class Founding(TypedDict):
    """At a space of the prestige track, what a nation could be founded with."""

    space: int
    price: int
    ways: list[Issue]


class Stop(TypedDict):
    place: int
    value: int


class Run(TypedDict):
    """A run for drawing it."""

    donation: int
    worth: Annotated[int, "for each merchant"]
    start: int
    stops: Annotated[list[Stop], "the places that count"]
    path: Annotated[list[int], "every place that the fleet comes to, the start first"]
    steps: int


class PaidRun(Run):
    paid: Annotated[list[int], "what each player would be paid"]


class Runs(TypedDict):
    """What the acting fleet could sail."""

    best: Annotated[list[PaidRun], "for each total of donations"]
    doubled: Annotated[Run | None, "the best of all with the Poseidon card, where it could still be used"]
    home: Annotated[int, "what staying at home brings"]
    reach: Annotated[int | None, "nothing where it has no end"]


class RunUnderWay(TypedDict):
    """A run step by step, as far as it is known where it went."""

    path: list[int]
    stops: list[Stop]
    left: Annotated[int | None, "steps; nothing where the range has no end"]
    worth: int
    paid: list[int]


class RunSailed(TypedDict):
    """A run that the last choice brought to its end."""

    nation: int
    worth: int
    path: list[int]
    stops: list[Stop]


class Offer(TypedDict):
    """A ship of another nation that an offer can be made for, and the prices that can be named."""

    nation: int
    ship: int
    king: Annotated[int, "the seat that answers"]
    least: int
    most: int
    refused: Annotated[int | None, "the highest price that was"]
    named: Annotated[bool, "whether it is the one that a price is being named for"]


class Trade(TypedDict):
    """What the next ship costs when another is handed in."""

    ship: int
    price: int


class ShipNeeded(TypedDict):
    """What the acting nation lacks for the next ship, where it has none."""

    ship: int
    price: int
    lacking: Annotated[int, "in its coffers"]
    cash: Annotated[int, "the king's"]
    still: Annotated[int, "what his cash does not cover"]
    potentials: Annotated[int, "merchants that it can still put up for sale"]


class Extras(TypedDict):
    players: list[Holdings]
    nations: list[Charter]
    order: Annotated[list[int], "the nations in the order in which they act"]
    ships: list[ShipsLeft]
    open: Annotated[list[int], "by place, how many nations may have a post there now"]
    number: Annotated[int | None, "of the round among its kind"]
    founding: Annotated[list[Founding] | None, "nothing where no nation can be founded in this step"]
    runs: Annotated[Runs | None, "before a fleet sails"]
    run: Annotated[RunUnderWay | None, "while it sails step by step"]
    explored: Annotated[list[int], "where the discovery ship went in this turn"]
    sailed: RunSailed | None
    offers: list[Offer]
    trades: list[Trade]
    needed: ShipNeeded | None
