"""What a table of Hellas in the browser is told besides the view, as types; show/page.py tells it. The types of the
pages are made from these."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from petteia.pages import Printed

# -- what is printed ---------------------------------------------------------------------------------------------------

Ground = Literal["coast", "mountain", "quarry", "temple"]
Yields = Literal["four_steps", "three_steps"]


class Space(TypedDict):
    place: Annotated[int, "its number, from 1"]
    name: str
    row: int
    column: Annotated[int, "in half steps"]
    kind: Ground
    near: Annotated[list[int], "the places beside it"]
    number: NotRequired[Annotated[int, "of a quarry or temple, its own count from 1"]]
    size: NotRequired[Annotated[int, "of a temple, the columns it has room for"]]


class Drawing(TypedDict):
    """A board to be drawn."""

    rows: int
    columns: int
    spaces: list[Space]


class Board(Drawing):
    id: str
    name: Annotated[str, "in the language of the page"]


class ActionPrint(Printed):
    """A space of the action track; what its kind does not say is nothing."""

    id: str
    kind: Literal["house", "house_plaza", "palace", "quarry", "temple", "statue", "marble"]
    coast: int | None
    mountain: int | None
    cost: int | None
    columns: int | None
    gain: int | None


class ActionSpace(ActionPrint):
    place: Annotated[int, "its number, from 1"]
    title: Annotated[str, "in the language of the page"]
    for_all: Annotated[bool, "whether everybody carries it out"]


class QuarryTile(Printed):
    number: int
    four_steps: Annotated[int, "the marble it shows"]
    three_steps: Annotated[int, "the same in the other yields"]


class Numbers(Printed):
    """Numbers that the rules name."""

    active_quarries: int
    turned_tiles: int
    points_per_ring: int
    points_most_rings: int
    points_per_statue: int
    marble_per_point: int


class Supply(Printed):
    """How many pieces there are."""

    houses: Annotated[int, "of each player, as plazas and palaces"]
    plazas: int
    palaces: int
    statues: int
    columns: int
    rings: int
    stones: int
    marble: int


class Start(Printed):
    marble: int
    compensation: Annotated[list[int], "more marble by turn order"]


class Box(TypedDict):
    board: Board
    actions: list[ActionSpace]
    tiles: Annotated[dict[str, QuarryTile], "by their number"]
    yields: Annotated[Yields, "those that are played with"]
    phases: int
    most_spaces: Annotated[int, "news count the spaces of the second board on from here"]
    stones: Annotated[list[int], "of each player, by phase"]
    colours: Annotated[list[str], "of the seats"]
    game: Numbers
    supply: Supply
    start: Start


# -- what follows from the state ---------------------------------------------------------------------------------------

GroupKind = Literal["city", "village", "palace", "plaza"]


class Group(TypedDict):
    """Adjacent buildings of a player."""

    kind: GroupKind
    spaces: list[int]
    temples: list[int]
    statues: list[int]
    largest: Annotated[bool, "whether it is the one city that counts its buildings"]


class Points(TypedDict):
    city: int
    temples: int
    statues: int
    rings: int
    marble: Annotated[int | None, "nothing where it is hidden, as the total"]
    total: int | None


class PiecesLeft(TypedDict):
    """Of a player."""

    houses: int
    plazas: int
    palaces: int


class SupplyLeft(TypedDict):
    """Of what is there for all."""

    columns: int
    statues: int
    rings: int
    tiles: int


class Extras(TypedDict):
    groups: Annotated[list[list[Group]], "of each player"]
    points: list[Points]
    without_marble: Annotated[list[int], "the points besides marble, which may be hidden"]
    income: Annotated[list[int], "what a quarry action would pay now"]
    stones: Annotated[list[int], "those that each player still has in this phase"]
    left: list[PiecesLeft]
    stones_by: Annotated[dict[str, int | None], "by action space, whose stone lies there; nothing where nobody knows"]
    columns_by: Annotated[list[list[int | None]], "by temple, who built each column; nothing where nobody knows"]
    supply: SupplyLeft
    closed: Annotated[list[int], "quarries that never pay again"]
    earns: Annotated[dict[str, int], "by space, what a house there would be paid in a quarry action"]
    prices: Annotated[dict[str, int], "what a piece costs now, by the kind of space where one can be built"]
