"""What a table of Peloponnes in the browser is told besides the view, as types; show/page.py tells it. The types of the
pages are made from these."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from petteia.pages import Printed

# -- what is printed ---------------------------------------------------------------------------------------------------


class Cost(TypedDict):
    wood: int
    stone: int


class Gain(TypedDict):
    coins: int
    wood: int
    stone: int
    food: int
    luxury: int


class TileProduction(TypedDict):
    wood: int
    stone: int
    food: int
    any: Annotated[int, "wood, stone, food or coins of the owner's choice"]


class Start(TypedDict):
    coins: int
    wood: int
    stone: int
    food: int
    population: int


class Production(TypedDict):
    wood: int
    stone: int
    food: int
    population: int


class Tile(Printed):
    id: str
    deck: str
    kind: Literal["land", "building"]
    name: Annotated[str, "in the language of the page"]
    terrain: list[str]
    min_bid: int
    prestige: int
    cost: Cost
    gain: Annotated[Gain, "once, when the tile is taken"]
    population: Annotated[int, "inhabitants gained once; negative where they are lost"]
    production: Annotated[TileProduction, "every round"]
    protects: Annotated[str, "the disaster that spares the owner, or nothing"]
    power: Annotated[str, "what else it does, or nothing"]
    supply: Annotated[bool, "whether a supply round comes when it is turned up"]


class CivilizationMat(Printed):
    number: int
    name: str
    start: Start
    production: Production


class Civilization(CivilizationMat):
    title: Annotated[str, "its name in the language of the page"]
    place: Annotated[int, "in the order of the box, from 1"]


class Disaster(TypedDict):
    id: str
    name: str
    chits: Annotated[int, "how many there are of it"]


class Numbers(Printed):
    """Numbers that the rules name."""

    tiles_shown: int
    chits_per_round: int
    chits_for_disaster: int
    pass_income: int
    withdraw_bonus: int
    conquest_surcharge: int
    luxury_exchange: int
    drought_part: int
    plague_part: int
    decline_loss: int
    points_per_inhabitant: int
    coins_per_point: int


class Stores(Printed):
    """What fits into each store."""

    wood: int
    stone: int
    food: int


class Rounds(Printed):
    """How many are played with each deck."""

    A: int
    B: int
    C: int


class IncomeRow(Printed):
    inhabitants: Annotated[int, "from so many on"]
    coins: int
    luxury: int


class Level(Printed):
    """Of the solo game."""

    level: int
    target: int
    conquest_tiles: int
    extra_incomes: int


class Box(TypedDict):
    tiles: dict[str, Tile]
    civilizations: dict[str, Civilization]
    disasters: list[Disaster]
    game: Numbers
    stores: Stores
    rounds: Rounds
    population_income: list[IncomeRow]
    levels: list[Level]


# -- what follows from the state ---------------------------------------------------------------------------------------


class Points(TypedDict):
    prestige: int
    population: int


class Income(TypedDict):
    coins: int
    luxury: int


class Extras(TypedDict):
    points: list[Points]
    income: Annotated[list[Income | None], "what inhabitants bring each round; nothing before there is a civilization"]
    goods: Annotated[list[str], "those that whoever decides chooses among; empty where the decision is not about goods"]
    production: Annotated[list[Production | None], "what comes each round besides what is chosen; likewise"]
    fitting: Annotated[list[list[str]], "the goods of which the next land must produce one; all where any land fits"]
