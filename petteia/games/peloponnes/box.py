"""The box of Peloponnes: which box files are allowed, and how their facts are laid out for the rules."""

from __future__ import annotations

import pathlib
from collections.abc import Collection
from enum import IntEnum
from typing import Annotated, Any

from petteia.engine import boxes
from petteia.engine.boxes import Checker, Flag, Rows, Table, Text, Whole, Word, Words
from petteia.engine.records import Array, Record, i1, i2, i4, new, record
from petteia.games.peloponnes.choices import CIVILIZATIONS, MOST_FED, MOST_TILES, SLOTS

FILE = pathlib.Path(__file__).with_name("box.toml")

DECKS = ("A", "B", "C")
MOST_PRINTED = 64  # tiles
MOST_CHITS = 24
LEVELS = 5
TABLE = 21  # inhabitants 0 to 20 and more
TERRAINS = ("field", "forest", "hill", "mountain")
POWERS = ("", "ignore_land_adjacency", "half_coin_bid")


class Disaster(IntEnum):
    EARTHQUAKE = 0
    DROUGHT = 1
    PLAGUE = 2
    TEMPEST = 3
    DECLINE = 4
    BLANK = 5  # the chit that brings nothing


DISASTERS = tuple(disaster.name.lower() for disaster in Disaster)
CHIT_KINDS = len(Disaster)

# Goods as bits, for "at least one in common".
WOOD_BIT, STONE_BIT, FOOD_BIT = 1, 2, 4


@record
class Tile(Record):
    deck: Annotated[i1, "0 A, 1 B, 2 C"]
    land: Annotated[i1, "1 for a land, 0 for a building"]
    min_bid: i2
    prestige: i2
    cost_wood: i2
    cost_stone: i2
    gain_coins: i2
    gain_wood: i2
    gain_stone: i2
    gain_food: i2
    gain_luxury: i2
    population: Annotated[i2, "inhabitants gained when taken; negative: lost, and given back when the tile is lost"]
    wood: Annotated[i2, "produced each round"]
    stone: i2
    food: i2
    anything: Annotated[i2, "goods of the owner's choice each round"]
    goods: Annotated[i1, "bit mask of what it produces, for neighbours"]
    protects: Annotated[i1, "the disaster it protects from, or BLANK"]
    half_coin: i1
    any_neighbour: i1
    returns_later: Annotated[i1, "§7.3: lost at once, it may not give its inhabitants back; Tiryns, unlike Barracks"]
    supply: i1


@record
class Civilization(Record):
    number: Annotated[i1, "turn order of the first round"]
    coins: i2
    wood: i2
    stone: i2
    food: i2
    population: i2
    make_wood: i2
    make_stone: i2
    make_food: i2
    make_population: i2


@record
class Level(Record):
    target: i2
    conquest_tiles: i1
    extra_incomes: i1


@record
class Box(Record):
    tiles: Annotated[Array[Tile], MOST_PRINTED]
    tile_count: i2
    civilizations: Annotated[Array[Civilization], CIVILIZATIONS]
    civilization_count: i1
    levels: Annotated[Array[Level], LEVELS]
    chits: Annotated[Array[i1], MOST_CHITS, "the disaster on each chit"]
    chit_count: i1
    chits_of: Annotated[Array[i1], CHIT_KINDS, "how many chits each disaster has"]
    rounds: i1
    deck_start: Annotated[Array[i1], len(DECKS) + 1, "where each deck's tiles begin among all that are turned up"]
    tiles_shown: i1
    chits_per_round: i1
    chits_for_disaster: i1
    pass_income: i2
    withdraw_bonus: i2
    conquest_surcharge: i2
    luxury_exchange: i2
    drought_part: Annotated[i2, "of so many food one is gone"]
    plague_part: Annotated[i2, "of so many inhabitants one dies"]
    decline_loss: i2
    points_per_inhabitant: i2
    coins_per_point: i2
    store_wood: i2
    store_stone: i2
    store_food: i2
    solo_income: Annotated[Array[i2], 3, "wood, stone, food"]
    income_coins: Annotated[Array[i2], TABLE]
    income_luxury: Annotated[Array[i2], TABLE]
    population_limit: Annotated[i4, "the end of the track, for those who play with it"]


AMOUNT = Whole(0, 20)
_SOURCE = {"provenance": Word(boxes.PROVENANCES), "where": Text(empty=True, letters=boxes.SOURCE_LETTERS)}
_GIVEN = {"where": ""}


def _table(keys: dict[str, Any], defaults: dict[str, Any] | None = None, later: Collection[str] = ()) -> Table:
    return Table({**_SOURCE, **keys}, {**_GIVEN, **(defaults or {})}, frozenset(later))


def _goods(*names: str) -> Table:
    return Table(dict.fromkeys(names, AMOUNT), dict.fromkeys(names, 0))


def _none(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 0)


_GAIN = ("coins", "wood", "stone", "food", "luxury")
_PRODUCTION = ("wood", "stone", "food", "any")
_MADE = Table({**dict.fromkeys(_PRODUCTION, AMOUNT), "any": Whole(0, 2)}, dict.fromkeys(_PRODUCTION, 0))
_PARTS = {"drought_part": 3, "plague_part": 3}

ALLOWED = Table(
    {
        "game": _table(
            {
                "tiles_shown": Whole(1, SLOTS),
                "chits_per_round": Whole(0, 4),
                "chits_for_disaster": Whole(1, MOST_CHITS),
                "pass_income": AMOUNT,
                "withdraw_bonus": AMOUNT,
                "conquest_surcharge": AMOUNT,
                "luxury_exchange": Whole(1, 20),
                "drought_part": Whole(1, 100),
                "plague_part": Whole(1, 100),
                "decline_loss": Whole(0, 100),
                "points_per_inhabitant": AMOUNT,
                "coins_per_point": Whole(1, 20),
            },
            _PARTS,
            later=_PARTS,
        ),
        "rounds": _table(dict.fromkeys(DECKS, Whole(0, MOST_TILES))),
        "stores": _table(dict.fromkeys(("wood", "stone", "food"), Whole(0, 100))),
        "chits": _table(dict.fromkeys(DISASTERS, Whole(0, MOST_CHITS))),
        "population_income": Rows(
            _table({"inhabitants": Whole(0, TABLE - 1), "coins": AMOUNT, "luxury": AMOUNT}), 1, TABLE
        ),
        "solo_income": _table(dict.fromkeys(("wood", "stone", "food"), AMOUNT)),
        "solo_level": Rows(
            _table(
                {
                    "level": Whole(1, LEVELS),
                    "target": Whole(0, 1000),
                    "conquest_tiles": Whole(0, SLOTS),
                    "extra_incomes": Whole(0, 10),
                }
            ),
            LEVELS,
            LEVELS,
        ),
        "civilization": Rows(
            _table(
                {
                    "number": Whole(0, 99),
                    "name": Text(),
                    "start": _goods("coins", "wood", "stone", "food", "population"),
                    "production": _goods("wood", "stone", "food", "population"),
                }
            ),
            5,
            CIVILIZATIONS,
        ),
        "tile": Rows(
            _table(
                {
                    "id": Text(),
                    "deck": Word(DECKS),
                    "kind": Word(("land", "building")),
                    "name": Text(empty=True),
                    "terrain": Words(TERRAINS),
                    "min_bid": Whole(1, 30),
                    "prestige": AMOUNT,
                    "cost": _goods("wood", "stone"),
                    "gain": _goods(*_GAIN),
                    "population": Whole(-10, 10),
                    "production": _MADE,
                    "protects": Word(("", *DISASTERS[:-1])),
                    "power": Word(POWERS),
                    "supply": Flag(),
                },
                {
                    "name": "",
                    "terrain": [],
                    "cost": _none("wood", "stone"),
                    "gain": _none(*_GAIN),
                    "production": _none(*_PRODUCTION),
                    "protects": "",
                    "power": "",
                    "supply": False,
                },
            ),
            1,
            MOST_PRINTED,
        ),
    }
)


def lay_out(data: dict[str, Any], checker: Checker) -> boxes.Laid:
    """Puts the checked facts of a box file into the record the rules read; what does not fit together is a problem."""
    boxed = new(Box)
    box = boxed[0]
    for key, value in data["game"].items():
        if key in Box.fields:
            box[key] = value
    for good in ("wood", "stone", "food"):
        box[f"store_{good}"] = data["stores"][good]
    box.solo_income = [data["solo_income"][good] for good in ("wood", "stone", "food")]
    box.population_limit = TABLE - 1
    _lay_rounds(box, data, checker)
    _lay_chits(box, data, checker)
    _lay_income(box, data, checker)
    _lay_levels(box, data, checker)
    _lay_civilizations(box, data, checker)
    _lay_tiles(box, data, checker)
    _check_population(data, checker)
    lists = {
        "tile": tuple(tile["id"] for tile in data["tile"]),
        "civilization": tuple(civilization["name"] for civilization in data["civilization"]),
    }
    titles = {tile["id"]: tile["name"] for tile in data["tile"]}
    return boxed, lists, titles


def _lay_rounds(box: Any, data: dict[str, Any], checker: Checker) -> None:
    decks = [deck for deck, name in enumerate(DECKS) for _ in range(data["rounds"][name])]
    if not 1 <= len(decks) <= MOST_TILES:
        checker.problem(("rounds",), f"{len(decks)} rounds in all", f"1 to {MOST_TILES}")
        return
    box.rounds = len(decks)
    for deck, name in enumerate(DECKS):
        needed = decks.count(deck) * data["game"]["tiles_shown"]
        box.deck_start[deck + 1] = box.deck_start[deck] + needed
        there = sum(tile["deck"] == name for tile in data["tile"])
        if there < needed:
            checker.problem(("rounds", name), f"{there} tiles in deck {name}", f"at least {needed} for its rounds")


def _lay_chits(box: Any, data: dict[str, Any], checker: Checker) -> None:
    chits = [kind for kind, name in enumerate(DISASTERS) for _ in range(data["chits"][name])]
    needed = sum(data["rounds"][deck] for deck in DECKS) * data["game"]["chits_per_round"]
    if not needed <= len(chits) <= MOST_CHITS:
        checker.problem(("chits",), f"{len(chits)} chits in all", f"{needed} (those of all rounds) to {MOST_CHITS}")
        return
    box.chit_count = len(chits)
    box.chits[: len(chits)] = chits
    for kind, name in enumerate(DISASTERS):
        box.chits_of[kind] = data["chits"][name]


def _lay_income(box: Any, data: dict[str, Any], checker: Checker) -> None:
    last = -1
    for i, row in enumerate(data["population_income"]):
        start = row["inhabitants"]
        if start <= last or (i == 0 and start != 0):
            allowed = "0" if i == 0 else f"more than {last}, as rows go upwards"
            checker.problem(("population_income", i, "inhabitants"), start, allowed)
        last = start
        box.income_coins[start:] = row["coins"]
        box.income_luxury[start:] = row["luxury"]


def _lay_levels(box: Any, data: dict[str, Any], checker: Checker) -> None:
    for i, level in enumerate(data["solo_level"]):
        if level["level"] != i + 1:
            checker.problem(("solo_level", i, "level"), level["level"], f"{i + 1}, as levels go upwards")
        if level["conquest_tiles"] > data["game"]["tiles_shown"]:
            checker.problem(
                ("solo_level", i, "conquest_tiles"),
                level["conquest_tiles"],
                f"at most the {data['game']['tiles_shown']} tiles shown",
            )
        box.levels[i].target = level["target"]
        box.levels[i].conquest_tiles = level["conquest_tiles"]
        box.levels[i].extra_incomes = level["extra_incomes"]


def _lay_civilizations(box: Any, data: dict[str, Any], checker: Checker) -> None:
    box.civilization_count = len(data["civilization"])
    numbers: set[int] = set()
    names: set[str] = set()
    for i, printed in enumerate(data["civilization"]):
        if printed["number"] in numbers:
            checker.problem(("civilization", i, "number"), printed["number"], "a number no other one has")
        if printed["name"].lower() in names:
            checker.problem(("civilization", i, "name"), printed["name"], "a name no other one has")
        numbers.add(printed["number"])
        names.add(printed["name"].lower())
        civilization = box.civilizations[i]
        civilization.number = printed["number"]
        for good, amount in printed["start"].items():
            civilization[good] = amount
        for good, amount in printed["production"].items():
            civilization[f"make_{good}"] = amount


def _lay_tiles(box: Any, data: dict[str, Any], checker: Checker) -> None:
    box.tile_count = len(data["tile"])
    ids: set[str] = set()
    for i, printed in enumerate(data["tile"]):
        if printed["id"] in ids:
            checker.problem(("tile", i, "id"), printed["id"], "an id no other tile has")
        ids.add(printed["id"])
        land = printed["kind"] == "land"
        made = printed["production"]
        if land and any(printed["cost"].values()):
            checker.problem(("tile", i, "cost"), "a cost", "none on a land")
        if land and not (made["wood"] or made["stone"] or made["food"]):
            checker.problem(("tile", i, "production"), "a land without wood, stone or food", "at least one of them")
        if land and printed["population"] < 0:
            checker.problem(("tile", i, "population"), printed["population"], "0 or more on a land")
        if land and (printed["protects"] or printed["power"]):
            checker.problem(("tile", i, "kind"), "a land with a power or a protection", "a building for those")
        tile = box.tiles[i]
        tile.deck = DECKS.index(printed["deck"])
        tile.land = land
        for key in ("min_bid", "prestige", "population", "supply"):
            tile[key] = printed[key]
        tile.cost_wood, tile.cost_stone = printed["cost"]["wood"], printed["cost"]["stone"]
        for good, amount in printed["gain"].items():
            tile[f"gain_{good}"] = amount
        tile.wood, tile.stone, tile.food, tile.anything = made["wood"], made["stone"], made["food"], made["any"]
        tile.goods = WOOD_BIT * (made["wood"] > 0) + STONE_BIT * (made["stone"] > 0) + FOOD_BIT * (made["food"] > 0)
        tile.protects = DISASTERS.index(printed["protects"]) if printed["protects"] else Disaster.BLANK
        tile.half_coin = printed["power"] == "half_coin_bid"
        tile.any_neighbour = printed["power"] == "ignore_land_adjacency"
        # The appendix limits Tiryns and not Barracks, whom their power tells apart.
        tile.returns_later = tile.population < 0 and not tile.any_neighbour


def _check_population(data: dict[str, Any], checker: Checker) -> None:
    """Nobody can come to more inhabitants than one feeding decision can name."""
    rounds = sum(data["rounds"][deck] for deck in DECKS)
    gains = sorted((abs(tile["population"]) for tile in data["tile"]), reverse=True)
    most = max(c["start"]["population"] + rounds * c["production"]["population"] for c in data["civilization"])
    most += sum(gains[:rounds])
    if most > MOST_FED:
        checker.problem(("tile",), f"up to {most} inhabitants for one player", f"at most {MOST_FED}")


def load(path: pathlib.Path | None = None) -> boxes.Box:
    """The box of the game, or one of one's own."""
    return boxes.read_file("peloponnes", path or FILE, ALLOWED, lay_out)


def read(file: str, text: str) -> boxes.Box:
    """A box from the text of a box file, as a save carries it."""
    return boxes.read("peloponnes", file, text, ALLOWED, lay_out)
