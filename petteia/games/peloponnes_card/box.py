"""The box of the card game: which box files are allowed, and how their facts are laid out for the rules."""

from __future__ import annotations

import pathlib
from enum import IntEnum
from typing import Annotated, Any

from petteia.engine import boxes
from petteia.engine.boxes import Checker, Flag, Rows, Table, Text, Whole, Word, Words
from petteia.engine.records import Array, Record, i1, i2, new, record
from petteia.games.peloponnes_card.choices import FACES, MOST_CARDS, MOST_COINS, SLOTS

FILE = pathlib.Path(__file__).with_name("box.toml")

DECKS = ("A", "B", "C")
MOST_PRINTED = 64  # power cards
CIVILIZATIONS = 16
TABLE = 21  # inhabitants 0 to 20 and more
SPECIALS = ("", "bid_half", "income_plus_1", "conquest_minus_1")
FACE_COUNT = len(FACES)
WOOD, STONE, GRAIN, INHABITANT = range(FACE_COUNT)


class Disaster(IntEnum):
    PLAGUE = 0
    EARTHQUAKE = 1
    TEMPEST = 2
    DROUGHT = 3
    DECLINE = 4
    NO = 5  # names nothing


DISASTERS = tuple(disaster.name.lower() for disaster in Disaster if disaster != Disaster.NO)


@record
class Card(Record):
    deck: Annotated[i1, "0 A, 1 B, 2 C"]
    land: Annotated[i1, "1 for a landscape, 0 for a building"]
    disaster: Annotated[i1, "its symbol"]
    min_bid: i2
    inhabitants: i2
    power: i2
    cost_wood: i2
    cost_stone: i2
    gain_coins: i2
    gain_luxury: i2
    wood: i2
    stone: i2
    grain: i2
    protects: Annotated[i1, "the disaster it protects from, or NO"]
    bid_half: i1
    income_plus_1: i1
    conquest_minus_1: i1
    supply: i1


@record
class Civilization(Record):
    number: Annotated[i1, "turn order of the first round"]
    coins: i2
    inhabitants: i2
    power: i2
    wood: i2
    stone: i2
    grain: i2
    symbols: Annotated[Array[i1], len(DISASTERS), "1 for each disaster whose symbol it shows"]


@record
class Box(Record):
    cards: Annotated[Array[Card], MOST_PRINTED]
    card_count: i2
    civilizations: Annotated[Array[Civilization], CIVILIZATIONS]
    civilization_count: i1
    coins_of: Annotated[Array[i1], FACE_COUNT, "coin cards of each face"]
    rounds: i1
    deck_start: Annotated[Array[i1], len(DECKS) + 1, "where each deck's cards begin among all that are turned up"]
    track_fields: Annotated[i1, "of a disaster: markers begin on the first, it strikes on the last"]
    cards_shown: i1
    cards_moving_disasters: i1
    conquest_surcharge: i2
    pass_draw: i2
    struck_part: i2
    symbols_to_protect: i2
    luxury_limit: i2
    luxury_limit_covered: i2
    luxury_inhabitants: i2
    luxury_power: i2
    cards_per_point: i2
    income_coins: Annotated[Array[i2], TABLE]
    income_luxury: Annotated[Array[i2], TABLE]


AMOUNT = Whole(0, 20)
MOST_LUXURY = 60
_SOURCE = {"provenance": Word(boxes.PROVENANCES), "where": Text(empty=True, letters=boxes.SOURCE_LETTERS)}
_GIVEN = {"where": ""}


def _table(keys: dict[str, Any], defaults: dict[str, Any] | None = None) -> Table:
    return Table({**_SOURCE, **keys}, {**_GIVEN, **(defaults or {})})


def _amounts(*names: str) -> Table:
    return Table(dict.fromkeys(names, AMOUNT), dict.fromkeys(names, 0))


def _none(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 0)


_MADE = ("wood", "stone", "grain")

ALLOWED = Table(
    {
        "game": _table(
            {
                "cards_shown": Whole(1, SLOTS),
                "cards_moving_disasters": Whole(0, SLOTS),
                "conquest_surcharge": AMOUNT,
                "pass_draw": AMOUNT,
                "struck_part": Whole(1, 20),
                "symbols_to_protect": Whole(1, 20),
                "luxury_limit": Whole(0, MOST_LUXURY),
                "luxury_front": Whole(0, MOST_LUXURY),
                "luxury_limit_covered": Whole(0, MOST_LUXURY),
                "luxury_inhabitants": AMOUNT,
                "luxury_power": AMOUNT,
                "cards_per_point": Whole(1, 20),
            }
        ),
        "track": _table({"fields": Whole(2, 20)}),
        "rounds": _table(dict.fromkeys(DECKS, Whole(0, MOST_CARDS))),
        "coins": _table(dict.fromkeys(FACES, Whole(0, MOST_COINS))),
        "income": Rows(_table({"inhabitants": Whole(0, TABLE - 1), "coins": AMOUNT, "luxury": AMOUNT}), 1, TABLE),
        "civilization": Rows(
            _table(
                {
                    "number": Whole(0, 99),
                    "name": Text(),
                    "coins": AMOUNT,
                    "inhabitants": AMOUNT,
                    "production": _amounts(*_MADE),
                    "power": AMOUNT,
                    "disasters": Words(DISASTERS),
                },
                {"production": _none(*_MADE), "disasters": []},
            ),
            5,
            CIVILIZATIONS,
        ),
        "card": Rows(
            _table(
                {
                    "id": Text(),
                    "deck": Word(DECKS),
                    "kind": Word(("landscape", "building")),
                    "name": Text(),
                    "disaster": Word(DISASTERS),
                    "value": Whole(1, 30),
                    "cost": _amounts("wood", "stone"),
                    "inhabitants": AMOUNT,
                    "gain": _amounts("coins", "luxury"),
                    "power": AMOUNT,
                    "production": _amounts(*_MADE),
                    "protects": Word(("", *DISASTERS)),
                    "special": Word(SPECIALS),
                    "supply": Flag(),
                },
                {
                    "cost": _none("wood", "stone"),
                    "inhabitants": 0,
                    "gain": _none("coins", "luxury"),
                    "production": _none(*_MADE),
                    "protects": "",
                    "special": "",
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
    box.track_fields = data["track"]["fields"]
    _lay_rounds(box, data, checker)
    _lay_coins(box, data, checker)
    _lay_income(box, data, checker)
    _lay_civilizations(box, data, checker)
    _lay_cards(box, data, checker)
    _check_luxury(data, checker)
    lists = {
        "card": tuple(card["id"] for card in data["card"]),
        "civilization": tuple(civilization["name"] for civilization in data["civilization"]),
    }
    titles = {card["id"]: card["name"] for card in data["card"]}
    return boxed, lists, titles


def _lay_rounds(box: Any, data: dict[str, Any], checker: Checker) -> None:
    decks = [deck for deck, name in enumerate(DECKS) for _ in range(data["rounds"][name])]
    if not 1 <= len(decks) <= MOST_CARDS:
        checker.problem(("rounds",), f"{len(decks)} rounds in all", f"1 to {MOST_CARDS}")
        return
    box.rounds = len(decks)
    for deck, name in enumerate(DECKS):
        needed = decks.count(deck) * data["game"]["cards_shown"]
        box.deck_start[deck + 1] = box.deck_start[deck] + needed
        there = sum(card["deck"] == name for card in data["card"])
        if there < needed:
            checker.problem(("rounds", name), f"{there} cards in deck {name}", f"at least {needed} for its rounds")
    if data["game"]["cards_moving_disasters"] > data["game"]["cards_shown"]:
        found = data["game"]["cards_moving_disasters"]
        checker.problem(("game", "cards_moving_disasters"), found, "at most the cards shown")


def _lay_coins(box: Any, data: dict[str, Any], checker: Checker) -> None:
    counts = [data["coins"][face] for face in FACES]
    if not 1 <= sum(counts) <= MOST_COINS:
        checker.problem(("coins",), f"{sum(counts)} coin cards in all", f"1 to {MOST_COINS}")
        return
    box.coins_of = counts
    most = sum(sorted((c["coins"] for c in data["civilization"]), reverse=True)[:5])
    if most > sum(counts):
        checker.problem(("coins",), f"{sum(counts)} coin cards in all", f"at least {most} for five civilizations")


def _lay_income(box: Any, data: dict[str, Any], checker: Checker) -> None:
    last = -1
    for i, row in enumerate(data["income"]):
        start = row["inhabitants"]
        if start <= last or (i == 0 and start != 0):
            allowed = "0" if i == 0 else f"more than {last}, as rows go upwards"
            checker.problem(("income", i, "inhabitants"), start, allowed)
        last = start
        box.income_coins[start:] = row["coins"]
        box.income_luxury[start:] = row["luxury"]


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
        for key in ("number", "coins", "inhabitants", "power"):
            civilization[key] = printed[key]
        for good, amount in printed["production"].items():
            civilization[good] = amount
        for disaster in printed["disasters"]:
            civilization.symbols[DISASTERS.index(disaster)] = 1


def _lay_cards(box: Any, data: dict[str, Any], checker: Checker) -> None:
    box.card_count = len(data["card"])
    ids: set[str] = set()
    for i, printed in enumerate(data["card"]):
        if printed["id"] in ids:
            checker.problem(("card", i, "id"), printed["id"], "an id no other card has")
        ids.add(printed["id"])
        land = printed["kind"] == "landscape"
        if land and any(printed["cost"].values()):
            checker.problem(("card", i, "cost"), "a cost", "none on a landscape")
        if land and (printed["protects"] or printed["special"]):
            checker.problem(("card", i, "kind"), "a landscape with a shield or a special function", "a building")
        card = box.cards[i]
        card.deck = DECKS.index(printed["deck"])
        card.land = land
        card.disaster = DISASTERS.index(printed["disaster"])
        card.min_bid = printed["value"]
        for key in ("inhabitants", "power", "supply"):
            card[key] = printed[key]
        card.cost_wood, card.cost_stone = printed["cost"]["wood"], printed["cost"]["stone"]
        card.gain_coins, card.gain_luxury = printed["gain"]["coins"], printed["gain"]["luxury"]
        for good, amount in printed["production"].items():
            card[good] = amount
        card.protects = DISASTERS.index(printed["protects"]) if printed["protects"] else Disaster.NO
        for special in SPECIALS[1:]:
            card[special] = printed["special"] == special


def _check_luxury(data: dict[str, Any], checker: Checker) -> None:
    game = data["game"]
    for key in ("luxury_front", "luxury_limit_covered"):
        if game[key] > game["luxury_limit"]:
            checker.problem(("game", key), game[key], f"at most luxury_limit, {game['luxury_limit']}")


def load(path: pathlib.Path | None = None) -> boxes.Box:
    """The box of the game, or one of one's own."""
    return boxes.read_file("peloponnes_card", path or FILE, ALLOWED, lay_out)


def read(file: str, text: str) -> boxes.Box:
    """A box from the text of a box file, as a save carries it."""
    return boxes.read("peloponnes_card", file, text, ALLOWED, lay_out)
