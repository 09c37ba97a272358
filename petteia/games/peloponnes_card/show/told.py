"""What a table of the card game in the browser is told besides the view, as types; show/page.py tells it. The types of
the pages are made from these."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from petteia.pages import Printed

# -- what is printed ---------------------------------------------------------------------------------------------------


class Cost(TypedDict):
    wood: int
    stone: int


class Income(TypedDict):
    coins: int
    luxury: int


class Production(TypedDict):
    wood: int
    stone: int
    grain: int


class Card(Printed):
    id: str
    deck: str
    kind: Literal["landscape", "building"]
    name: Annotated[str, "in the language of the page"]
    disaster: Annotated[str, "the symbol on it"]
    value: Annotated[int, "the least bid"]
    cost: Cost
    inhabitants: Annotated[int, "as long as the card lies there"]
    gain: Annotated[Income, "once, when the card is taken"]
    power: int
    production: Production
    protects: Annotated[str, "the disaster that spares the owner, or nothing"]
    special: Annotated[str, "what else it does, or nothing"]
    supply: Annotated[bool, "whether a supply comes when it is turned up"]


class CivilizationCard(Printed):
    number: int
    name: str
    coins: int
    inhabitants: int
    production: Production
    power: int
    disasters: Annotated[list[str], "the symbols on it"]


class Civilization(CivilizationCard):
    title: Annotated[str, "its name in the language of the page"]


class Disaster(TypedDict):
    id: str
    name: str


class Numbers(Printed):
    """Numbers that the rules name."""

    cards_shown: int
    cards_moving_disasters: int
    conquest_surcharge: int
    pass_draw: int
    struck_part: int
    symbols_to_protect: int
    luxury_limit: int
    luxury_front: int
    luxury_limit_covered: int
    luxury_inhabitants: int
    luxury_power: int
    cards_per_point: int


class Track(Printed):
    """The way of a disaster's marker."""

    fields: int


class Rounds(Printed):
    """How many are played with each deck."""

    A: int
    B: int
    C: int


class CoinCards(Printed):
    """How many there are with each face."""

    wood: int
    stone: int
    grain: int
    inhabitant: int


class IncomeRow(Printed):
    inhabitants: Annotated[int, "from so many on"]
    coins: int
    luxury: int


class Box(TypedDict):
    cards: dict[str, Card]
    civilizations: dict[str, Civilization]
    disasters: list[Disaster]
    faces: Annotated[dict[str, str], "the names of the faces of coin cards"]
    game: Numbers
    track: Track
    rounds: Rounds
    coins: CoinCards
    income: list[IncomeRow]


# -- what follows from the state ---------------------------------------------------------------------------------------


class Mat(TypedDict):
    """What a player's cards come to, as far as all can see it; at the end with his hand."""

    power: int
    population: int
    inhabitants: Annotated[int, "on cards and civilization"]
    production: Production
    income: Annotated[Income, "what the next round brings"]
    symbols: Annotated[list[int], "of each disaster"]
    protected: Annotated[list[bool], "from each disaster"]
    luxury_limit: int
    halves: int
    discount: Annotated[int, "on cards in the conquest row"]
    lower: Annotated[int, "of power and population: the sum that counts"]
    surcharge: Annotated[int, "what a card in the conquest row costs this player more"]


class Extras(TypedDict):
    mats: list[Mat]
