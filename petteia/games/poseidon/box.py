"""The box of Poseidon: which box files are allowed, and how their facts are laid out for the rules.

A hex in row r, column c has its neighbours at (r, c ± 2) and (r ± 1, c ± 1). Places are numbered in reading order; the
hexes of a New World area are one place. What the rules ask of the board again and again (how far it is from a place to
another, what lies within so many steps, the shortest way past some temples) is worked out here, once.
"""

from __future__ import annotations

import dataclasses
import pathlib
import re
from enum import IntEnum
from typing import Annotated, Any

from petteia.engine import boxes, sets
from petteia.engine.boxes import Checker, Rows, Table, Text, Texts, Whole, Wholes, Word
from petteia.engine.records import NONE, Array, Record, i1, i2, new, record, u8
from petteia.engine.sets import MASKS
from petteia.games.poseidon.choices import (
    DONATION,
    MOST_CARDS,
    MOST_DONATED,
    MOST_ISSUED,
    MOST_MERCHANTS,
    MOST_NATIONS,
    MOST_PLACES,
    MOST_SHIPS,
    MOST_SPACES,
)

FILE = pathlib.Path(__file__).with_name("box.toml")

MOST_SEATS = 5
MOST_ROUNDS = 32
MOST_MAPS = 4
PHASES = 4
VALUES = 16  # what a place can be worth: 0 to 15
FARTHEST = 24  # steps between two places
REACHES = FARTHEST + 1
MOST_TOLLS = 6  # temples that ask for a donation
TOURS = 1 << MOST_TOLLS
# As much as the printed box has: with each port and step more it takes longer to find the best run (§10.8), and soon
# for ever, while everybody at a server waits.
MOST_PORTS = 26  # places that a fleet can call at: temples, posts and a high culture
MOST_REACH = 20  # the ranges of a fleet added up, but for ships without end; the Poseidon card doubles it
NO_WAY = 100  # steps to where one cannot get
MARKET, EXPLORATION = 0, 1  # kinds of rounds
CARDS = ("league", "troja", "knossos", "mykene", "poseidon", "archon")


class Card(IntEnum):
    """The special cards, in the rulebook's order; between LEAGUE and POSEIDON come the high cultures."""

    LEAGUE = 0
    TROJA = 1
    KNOSSOS = 2
    MYKENE = 3
    POSEIDON = 4
    ARCHON = 5


class Ground(IntEnum):
    """Kinds of places."""

    SEA = 0
    PORT = 1
    HOME = 2
    TEMPLE = 3
    CULTURE = 4
    NEW_WORLD = 5


GROUNDS = tuple(ground.name.lower() for ground in Ground)


@record
class Phase(Record):
    opened_by: Annotated[i1, "the kind of ship whose first purchase begins it, or NONE"]
    scraps: Annotated[i1, "the kind of ship that leaves the game then, or NONE"]
    discovery: Annotated[i1, "steps of a discovery ship"]
    posts: Annotated[i1, "posts on a place"]
    far_posts: Annotated[i1, "posts in a New World area"]
    issue: Annotated[i1, "merchants a nation may put up for sale when it begins"]
    home: Annotated[i2, "what a nation gets whose fleet stays at home"]
    purse: Annotated[i2, "what a king may take out of the coffers"]


@record
class Ship(Record):
    reach: Annotated[i1, "its range; 0 without end"]
    count: Annotated[i1, "how many there are"]
    less_with_two: Annotated[i1, "how many are taken out with two players"]
    price: i2


@record
class People(Record):
    """A nation as printed."""

    home: Annotated[i1, "the place of its home"]
    potentials: Annotated[i1, "disks"]


@record
class Special(Record):
    price: i2
    place: Annotated[i1, "the high culture it gives, or NONE"]
    income: Annotated[Array[i2], PHASES]


@record
class Map(Record):
    """A part of the board: which places are open, and the ways between them."""

    nations: Annotated[i2, "bit mask of the nations that take part"]
    far: Annotated[Array[u8], MASKS, "the open New World areas"]
    near: Annotated[Array[u8], MOST_PLACES * MASKS, "the neighbours of each place, dark lines heeded"]
    beside: Annotated[Array[u8], MOST_PLACES * MASKS, "the neighbours of each place, whatever lies between"]
    steps: Annotated[Array[i1], MOST_PLACES * MOST_PLACES, "how far it is, or NO_WAY; never through the New World"]
    within: Annotated[Array[u8], MOST_PLACES * REACHES * MASKS, "what lies within 0 to FARTHEST steps of each place"]
    tour: Annotated[Array[i1], MOST_PLACES * TOURS, "the shortest way from each place past a set of tolls, or NO_WAY"]


@record
class Box(Record):
    maps: Annotated[Array[Map], MOST_MAPS]
    map_count: i1
    map_for: Annotated[Array[i1], MOST_SEATS + 1, "the map for each number of players"]
    place_count: i1
    ground: Annotated[Array[i1], MOST_PLACES, "the kind of each place"]
    circles: Annotated[Array[i1], MOST_PLACES]
    donation: Annotated[Array[i2], MOST_PLACES, "what a temple asks for"]
    worth: Annotated[Array[i1], MOST_PLACES * PHASES, "what each place is worth, by phase"]
    valued: Annotated[Array[u8], PHASES * VALUES * MASKS, "the places of each worth, by phase"]
    best_value: Annotated[i1, "the highest worth of all"]
    temples: Annotated[Array[u8], MASKS, "all temples"]
    toll_count: i1
    tolls: Annotated[Array[i1], MOST_TOLLS, "the temples that ask for a donation"]
    sums: Annotated[Array[i2], TOURS, "what each set of them asks for together"]
    nations: Annotated[Array[People], MOST_NATIONS]
    nation_count: i1
    cards: Annotated[Array[Special], MOST_CARDS]
    ships: Annotated[Array[Ship], MOST_SHIPS]
    ship_count: i1
    phases: Annotated[Array[Phase], PHASES]
    track: Annotated[Array[i2], MOST_SPACES]
    track_count: i1
    rounds: Annotated[Array[i1], MOST_ROUNDS, "MARKET or EXPLORATION"]
    round_count: i1
    ship_leaves: Annotated[Array[i1], MOST_ROUNDS, "1 after rounds that a ship leaves the game with"]
    cash: Annotated[Array[i2], MOST_SEATS + 1, "at the start, by number of players"]
    limit: Annotated[Array[i1], MOST_SEATS + 1, "merchants one may hold"]
    cards_each: Annotated[Array[i1], MOST_SEATS + 1, "special cards everybody buys"]
    least_merchants: i1
    crown_merchants: i1
    largest_fleet: i1


_SOURCE = {"provenance": Word(boxes.PROVENANCES), "where": Text(empty=True, letters=boxes.SOURCE_LETTERS)}


def _table(keys: dict[str, Any], defaults: dict[str, Any] | None = None) -> Table:
    return Table({**_SOURCE, **keys}, {"where": "", **(defaults or {})})


# What each kind of hex says; the other keys are not its own.
_NEEDED: dict[str, tuple[str, ...]] = {
    "sea": (),
    "home": (),
    "port": ("value", "circles"),
    "temple": ("values", "donation"),
    "culture": ("value", "circles"),
    "new_world": ("value", "circles"),
}
_PRINTED = ("value", "circles", "values", "donation")

ALLOWED = Table(
    {
        "game": _table(
            {"least_merchants": Whole(1, 21), "crown_merchants": Whole(1, 10), "largest_fleet": Whole(1, 8)}
        ),
        "players": Rows(
            _table(
                {
                    "players": Whole(2, MOST_SEATS),
                    "cash": Whole(0, 5000),
                    "limit": Whole(1, 60),
                    "cards": Whole(0, MOST_CARDS),
                }
            ),
            MOST_SEATS - 1,
            MOST_SEATS - 1,
        ),
        "rounds": _table({"order": Text(), "ship_leaves_after": Wholes(1, MOST_ROUNDS, 0, MOST_ROUNDS)}),
        "prestige": _table({"track": Wholes(1, 500, 2, MOST_SPACES)}),
        "phase": Rows(
            _table(
                {
                    "opened_by": Text(empty=True),
                    "scraps": Text(empty=True),
                    "discovery": Whole(0, 12),
                    "posts": Whole(0, 8),
                    "far_posts": Whole(0, 8),
                    "home": Whole(0, 2000),
                    "purse": Whole(0, 500),
                    "issue": Whole(0, MOST_ISSUED),
                }
            ),
            PHASES,
            PHASES,
        ),
        "ship": Rows(
            _table(
                {
                    "name": Text(),
                    "range": Whole(0, 20),
                    "count": Whole(1, 30),
                    "price": Whole(1, 3000),
                    "less_with_two": Whole(0, 29),
                }
            ),
            1,
            MOST_SHIPS,
        ),
        "nation": Rows(
            _table(
                {
                    "name": Text(),
                    "people": Text(empty=True),
                    "home": Text(),
                    "colour": Text(),
                    "potentials": Whole(1, MOST_MERCHANTS),
                }
            ),
            1,
            MOST_NATIONS,
        ),
        "card": Rows(
            _table(
                {
                    "id": Word(CARDS),
                    "price": Whole(0, 1000),
                    "income": Wholes(0, 500, PHASES, PHASES),
                    "place": Text(),
                },
                {"place": None},
            ),
            MOST_CARDS,
            MOST_CARDS,
        ),
        "map": Rows(
            _table(
                {
                    "name": Text(),
                    "players": Wholes(2, MOST_SEATS, 0, MOST_SEATS - 1),
                    "closed": Texts(),
                    "without": Texts(),
                }
            ),
            1,
            MOST_MAPS,
        ),
        "hex": Rows(
            _table(
                {
                    "at": Text(),
                    "kind": Word(GROUNDS),
                    "name": Text(empty=True),
                    "name_from": Word(boxes.PROVENANCES),
                    "value": Whole(0, VALUES - 1),
                    "circles": Whole(1, 8),
                    "values": Wholes(0, VALUES - 1, PHASES, PHASES),
                    "donation": Whole(0, MOST_DONATED),
                },
                {"name": "", "name_from": "own", **dict.fromkeys(_PRINTED, None)},
            ),
            1,
            200,
        ),
        "barrier": Rows(_table({"between": Texts(2)}), 0, 200),
    }
)


# -- the board ---------------------------------------------------------------------------------------------------------

_COORDINATE = re.compile(r"[A-Z][1-9][0-9]?")
STEPS = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))  # to the neighbours: rows, columns


@dataclasses.dataclass(frozen=True)
class Spot:
    """A place of the board: a hex, or the hexes of a New World area."""

    id: str  # F12; the first hex of an area
    name: str  # Andros; open sea has none
    kind: str
    hexes: tuple[str, ...]
    row: dict[str, Any] = dataclasses.field(compare=False)


def spots(rows: list[dict[str, Any]]) -> list[Spot]:
    """The places in reading order of their first hexes."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: at(row["at"])):
        found.setdefault(row["name"] if row["kind"] == "new_world" else row["at"], []).append(row)
    return [Spot(r[0]["at"], r[0]["name"], r[0]["kind"], tuple(h["at"] for h in r), r[0]) for r in found.values()]


def at(coordinate: str) -> tuple[int, int]:
    """Row and column of a hex, counted from A and from 0."""
    return ord(coordinate[0]) - ord("A"), int(coordinate[1:])


def neighbours(spaces: list[Spot], without: set[frozenset[str]]) -> list[set[int]]:
    """Of each place, the places of its neighbours in the list; pairs of hexes in `without` are none."""
    place = {at(hexagon): i for i, spot in enumerate(spaces) for hexagon in spot.hexes}
    name = {at(hexagon): hexagon for spot in spaces for hexagon in spot.hexes}
    found: list[set[int]] = []
    for i, spot in enumerate(spaces):
        near = set()
        for hexagon in spot.hexes:
            row, column = at(hexagon)
            for step in ((row + r, column + c) for r, c in STEPS):
                if step in place and place[step] != i and frozenset((hexagon, name[step])) not in without:
                    near.add(place[step])
        found.append(near)
    return found


def distances(near: list[set[int]], ends: set[int]) -> list[dict[int, int]]:
    """How far it is from each place to those it can reach; nobody sails through `ends`."""
    found = []
    for start in range(len(near)):
        steps = {start: 0}
        edge = [start]
        for place in edge:
            if place not in ends or place == start:
                for other in sorted(near[place] - steps.keys()):
                    steps[other] = steps[place] + 1
                    edge.append(other)
        found.append(steps)
    return found


# -- laying out --------------------------------------------------------------------------------------------------------


def lay_out(data: dict[str, Any], checker: Checker) -> boxes.Laid:
    """Puts the checked facts of a box file into the record the rules read; what does not fit together is a problem."""
    boxed = new(Box)
    box = boxed[0]
    for key in ("least_merchants", "crown_merchants", "largest_fleet"):
        box[key] = data["game"][key]
    _check_hexes(data, checker)
    spaces = [] if checker.problems else spots(data["hex"])
    lists: dict[str, tuple[str, ...]] = {
        "card": CARDS,
        "nation": (nations := _names(data, "nation", checker)),
        "seller": nations,
        "ship": tuple(f"{name}-ship" for name in _names(data, "ship", checker)),  # "2" would be the second of a list
        "map": _names(data, "map", checker),
        "place": tuple(spot.id for spot in spaces),
        "space": tuple(str(value) for value in data["prestige"]["track"]),
    }
    _lay_players(box, data, checker)
    _lay_rounds(box, data, checker)
    _lay_ships(box, data, tuple(row["name"] for row in data["ship"]), checker)
    _lay_track(box, data, checker)
    if spaces:
        _lay_places(box, spaces, checker)
        _lay_cards(box, data, spaces, checker)
        _lay_nations(box, data, spaces, checker)
        for number in range(len(data["map"])):
            _lay_map(box, number, data, spaces, checker)
        _lay_map_for(box, data, checker)
    return boxed, lists, {spot.id: f"{spot.name} ({spot.id})" if spot.name else spot.id for spot in spaces}


def _names(data: dict[str, Any], of: str, checker: Checker) -> tuple[str, ...]:
    seen: set[str] = set()
    for i, row in enumerate(data[of]):
        if row["name"].lower() in seen:
            checker.problem((of, i, "name"), f'"{row["name"]}" a second time', "a name of its own")
        seen.add(row["name"].lower())
    return tuple(row["name"] for row in data[of])


def _check_hexes(data: dict[str, Any], checker: Checker) -> None:
    """That every hex lies on the grid, once, and says what its kind needs."""
    seen: set[str] = set()
    areas: dict[str, tuple[int, int]] = {}
    for i, row in enumerate(data["hex"]):
        if not _COORDINATE.fullmatch(row["at"]):
            checker.problem(("hex", i, "at"), f'"{row["at"]}"', "a letter and a number, as F12")
        elif sum(at(row["at"])) % 2 == 0:
            even = "odd" if at(row["at"])[0] % 2 == 0 else "even"
            checker.problem(("hex", i, "at"), row["at"], f"an {even} number in row {row['at'][0]}")
        if row["at"] in seen:
            checker.problem(("hex", i, "at"), f"{row['at']} a second time", "each hex once")
        seen.add(row["at"])
        for key in _PRINTED:
            if (row[key] is None) == (key in _NEEDED[row["kind"]]):
                found = "nothing" if row[key] is None else row[key]
                allowed = "a value" if key in _NEEDED[row["kind"]] else "nothing"
                checker.problem(("hex", i, key), found, f'{allowed} for the kind "{row["kind"]}"')
        if row["kind"] == "new_world":
            if not row["name"]:
                checker.problem(("hex", i, "name"), "nothing", "the name of the area")
            printed = (row["value"], row["circles"])
            if areas.setdefault(row["name"], printed) != printed:
                checker.problem(("hex", i, "value"), f"{printed[0]}, {printed[1]} circles", "the same in a whole area")
        if row["donation"] and row["donation"] % DONATION:
            checker.problem(("hex", i, "donation"), row["donation"], f"a multiple of {DONATION}")
    for i, row in enumerate(data["barrier"]):
        a, b = row["between"]
        for hexagon in (a, b):
            if hexagon not in seen:
                checker.problem(("barrier", i, "between"), f'"{hexagon}"', "a hex of the board")
        if {a, b} <= seen and not checker.problems:
            gap = tuple(x - y for x, y in zip(at(a), at(b), strict=True))
            if gap not in STEPS:
                checker.problem(("barrier", i, "between"), f"{a} and {b}", "two neighbours")


def _lay_players(box: Any, data: dict[str, Any], checker: Checker) -> None:
    seen: set[int] = set()
    prices = sorted((row["price"] for row in data["card"]), reverse=True)
    for i, row in enumerate(data["players"]):
        players = row["players"]
        if players in seen:
            checker.problem(("players", i, "players"), f"{players} a second time", "one row for 2, 3, 4 and 5 players")
        seen.add(players)
        box.cash[players] = row["cash"]
        box.limit[players] = row["limit"]
        box.cards_each[players] = row["cards"]
        if players * row["cards"] > MOST_CARDS:
            found = f"{row['cards']} for {players} players"
            checker.problem(("players", i, "cards"), found, f"at most {MOST_CARDS // players}: there are {MOST_CARDS}")
        elif sum(prices[: row["cards"]]) > row["cash"]:
            need = sum(prices[: row["cards"]])
            checker.problem(("players", i, "cash"), row["cash"], f"at least {need}, for the dearest special cards")


def _lay_rounds(box: Any, data: dict[str, Any], checker: Checker) -> None:
    order = data["rounds"]["order"].split()
    if not 1 <= len(order) <= MOST_ROUNDS or set(order) - {"MR", "ER"}:
        checker.problem(("rounds", "order"), f'"{data["rounds"]["order"]}"', f"1 to {MOST_ROUNDS} of MR and ER")
        return
    box.round_count = len(order)
    markets = 0
    for i, kind in enumerate(order):
        box.rounds[i] = EXPLORATION if kind == "ER" else MARKET
        markets += kind == "MR"
        box.ship_leaves[i] = kind == "MR" and markets in data["rounds"]["ship_leaves_after"]
    if order[0] != "MR":
        checker.problem(("rounds", "order"), order[0], "MR first: without it there is no nation")
    if (most := max(data["rounds"]["ship_leaves_after"], default=0)) > markets:
        checker.problem(("rounds", "ship_leaves_after"), most, f"merchant rounds, of which there are {markets}")


def _lay_ships(box: Any, data: dict[str, Any], names: tuple[str, ...], checker: Checker) -> None:
    box.ship_count = len(names)
    for i, row in enumerate(data["ship"]):
        ship = box.ships[i]
        ship.reach, ship.count, ship.price = row["range"], row["count"], row["price"]
        ship.less_with_two = row["less_with_two"]
        if row["less_with_two"] >= row["count"]:
            checker.problem(("ship", i, "less_with_two"), row["less_with_two"], f"less than {row['count']}")
    if sum(row["count"] for row in data["ship"]) > 100:
        checker.problem(("ship",), f"{sum(row['count'] for row in data['ship'])} ships", "at most 100")
    reaches = sorted((row["range"] for row in data["ship"] for _ in range(row["count"])), reverse=True)
    largest = data["game"]["largest_fleet"]
    if (reach := sum(reaches[:largest])) > MOST_REACH:
        found = f"{largest} ships: a fleet could have a range of {reach}"
        checker.problem(("game", "largest_fleet"), found, f"a range of at most {MOST_REACH}")
    for i, row in enumerate(data["phase"]):
        phase = box.phases[i]
        for key in ("discovery", "posts", "far_posts", "home", "purse", "issue"):
            phase[key] = row[key]
        for key in ("opened_by", "scraps"):
            if row[key] and row[key] not in names:
                checker.problem(("phase", i, key), f'"{row[key]}"', f"a ship: {', '.join(names)}")
            phase[key] = names.index(row[key]) if row[key] in names else NONE
        if (row["opened_by"] == "") != (i == 0):
            allowed = "nothing for the first phase" if i == 0 else "a ship"
            checker.problem(("phase", i, "opened_by"), f'"{row["opened_by"]}"', allowed)
    opened = [int(box.phases[i].opened_by) for i in range(1, PHASES)]
    if not checker.problems and opened != sorted(set(opened)):
        checker.problem(("phase",), "phases opened out of order", "later ships for later phases")
    endless = [i for i, row in enumerate(data["ship"]) if row["range"] == 0]
    if not checker.problems and endless and endless[0] < opened[-1]:
        # Temples are worth nothing to a fleet without end only because the last phase has begun by then.
        checker.problem(("ship", endless[0], "range"), 0, f"a number before the ship that opens phase {PHASES}")
    for i, row in enumerate(data["phase"]):
        scrapped = names.index(row["scraps"]) if row["scraps"] in names else NONE
        if scrapped != NONE and scrapped >= int(box.phases[i].opened_by):
            checker.problem(("phase", i, "scraps"), f'"{row["scraps"]}"', "an earlier ship than the one that opens it")


def _lay_track(box: Any, data: dict[str, Any], checker: Checker) -> None:
    track = data["prestige"]["track"]
    box.track_count = len(track)
    for i, value in enumerate(track):
        box.track[i] = value
        if i and value <= track[i - 1]:
            checker.problem(("prestige", "track"), value, f"more than {track[i - 1]}, as the track rises")


def _lay_places(box: Any, spaces: list[Spot], checker: Checker) -> None:
    if len(spaces) > MOST_PLACES:
        checker.problem(("hex",), f"{len(spaces)} places", f"at most {MOST_PLACES}")
        return
    box.place_count = len(spaces)
    tolls = [i for i, spot in enumerate(spaces) if spot.row["donation"]]
    if len(tolls) > MOST_TOLLS:
        checker.problem(("hex",), f"{len(tolls)} temples with a donation", f"at most {MOST_TOLLS}")
        return
    valued: dict[tuple[int, int], list[int]] = {}
    for i, spot in enumerate(spaces):
        box.ground[i] = GROUNDS.index(spot.kind)
        box.circles[i] = spot.row["circles"] or 0
        box.donation[i] = spot.row["donation"] or 0
        for phase, value in enumerate(spot.row["values"] or [spot.row["value"] or 0] * PHASES):
            box.worth[i * PHASES + phase] = value
            valued.setdefault((phase, value), []).append(i)
    for (phase, value), places in valued.items():
        box.best_value = max(int(box.best_value), value)
        sets.lay(box.valued, places, phase * VALUES + value)
    sets.lay(box.temples, (i for i, spot in enumerate(spaces) if spot.kind == "temple"))
    box.toll_count = len(tolls)
    for i, place in enumerate(tolls):
        box.tolls[i] = place
    for chosen in range(1 << len(tolls)):
        box.sums[chosen] = sum(int(box.donation[place]) for i, place in enumerate(tolls) if chosen >> i & 1)
    if int(max(box.sums)) > MOST_DONATED:
        checker.problem(("hex",), f"donations of {int(max(box.sums))} in all", f"at most {MOST_DONATED}")


def _lay_cards(box: Any, data: dict[str, Any], spaces: list[Spot], checker: Checker) -> None:
    cultures = {spot.id: i for i, spot in enumerate(spaces) if spot.kind == "culture"}
    for i, row in enumerate(data["card"]):
        card = box.cards[i]
        if row["id"] != CARDS[i]:
            checker.problem(("card", i, "id"), f'"{row["id"]}"', f'"{CARDS[i]}": the cards keep their order')
        card.price = row["price"]
        card.income = row["income"]
        card.place = NONE
        if Card.LEAGUE < i < Card.POSEIDON:
            if row["place"] not in cultures:
                checker.problem(
                    ("card", i, "place"), row["place"] or "nothing", 'a hex of the kind "culture", of its own'
                )
            card.place = cultures.pop(row["place"], NONE)
        elif row["place"] is not None:
            checker.problem(("card", i, "place"), f'"{row["place"]}"', "nothing for this card")


def _lay_nations(box: Any, data: dict[str, Any], spaces: list[Spot], checker: Checker) -> None:
    homes = {spot.id: i for i, spot in enumerate(spaces) if spot.kind == "home"}
    box.nation_count = len(data["nation"])
    for i, row in enumerate(data["nation"]):
        if row["home"] not in homes:
            checker.problem(("nation", i, "home"), f'"{row["home"]}"', 'a hex of the kind "home", of its own')
        box.nations[i].home = homes.pop(row["home"], 0)
        box.nations[i].potentials = row["potentials"]
        if row["potentials"] < data["game"]["least_merchants"]:
            least = data["game"]["least_merchants"]
            checker.problem(("nation", i, "potentials"), row["potentials"], f"at least {least}, to be founded with")
        temples = sum(spot.kind == "temple" for spot in spaces)
        ports = temples + row["potentials"] - data["game"]["least_merchants"] + 1
        if ports > MOST_PORTS:
            found = f"{row['potentials']} beside {temples} temples: a fleet could call at {ports} places"
            checker.problem(("nation", i, "potentials"), found, f"at most {MOST_PORTS} places")


def _lay_map(box: Any, number: int, data: dict[str, Any], spaces: list[Spot], checker: Checker) -> None:
    """The ways between the open places of a map."""
    row, own = data["map"][number], box.maps[number]
    hexes = {hexagon for spot in spaces for hexagon in spot.hexes}
    names = [nation["name"] for nation in data["nation"]]
    for key, known, what in (("closed", hexes, "hexes of the board"), ("without", set(names), "nations")):
        if strange := [word for word in row[key] if word not in known]:
            checker.problem(("map", number, key), f'"{strange[0]}"', what)
            return
    closed = {i for i, spot in enumerate(spaces) if set(spot.hexes) & set(row["closed"])}
    for i, nation in enumerate(data["nation"]):
        if nation["name"] not in row["without"]:
            own.nations |= 1 << i
            if int(box.nations[i].home) in closed:
                checker.problem(("map", number, "closed"), nation["home"], f"open: the home of {nation['name']}")
    barriers = {frozenset(barrier["between"]) for barrier in data["barrier"]}
    beside = [set() if i in closed else near - closed for i, near in enumerate(neighbours(spaces, set()))]
    near = [set() if i in closed else near - closed for i, near in enumerate(neighbours(spaces, barriers))]
    ends = {i for i, spot in enumerate(spaces) if spot.kind == "new_world"}
    sets.lay(own.far, ends - closed)
    ways = distances(near, ends)
    own.steps = NO_WAY
    for i, steps in enumerate(ways):
        reached: list[list[int]] = [[] for _ in range(REACHES)]
        for other, far in steps.items():
            if far > FARTHEST:
                checker.problem(("map", number), f"{spaces[i].id} to {spaces[other].id}: {far} steps", FARTHEST)
                return
            own.steps[i * MOST_PLACES + other] = far
            reached[far].append(other)
        ball: list[int] = []
        for far, places in enumerate(reached):
            ball += places
            sets.lay(own.within, ball, i * REACHES + far)
        sets.lay(own.near, near[i], i)
        sets.lay(own.beside, beside[i], i)
    _lay_tours(box, own, ways)


def _lay_tours(box: Any, own: Any, ways: list[dict[int, int]]) -> None:
    """The shortest way from each place past every set of temples that ask for a donation, in any order."""
    tolls = [int(place) for place in box.tolls[: int(box.toll_count)]]
    known: dict[tuple[int, int], int] = {}

    def shortest(place: int, chosen: int) -> int:
        if chosen == 0:
            return 0
        if (place, chosen) not in known:
            known[place, chosen] = min(
                min(ways[place].get(toll, NO_WAY) + shortest(toll, chosen & ~(1 << i)), NO_WAY)
                for i, toll in enumerate(tolls)
                if chosen >> i & 1
            )
        return known[place, chosen]

    for place in range(len(ways)):
        for chosen in range(1 << len(tolls)):
            own.tour[place * TOURS + chosen] = shortest(place, chosen)


def _lay_map_for(box: Any, data: dict[str, Any], checker: Checker) -> None:
    box.map_count = len(data["map"])
    for players in range(2, MOST_SEATS + 1):
        fitting = [i for i, row in enumerate(data["map"]) if players in row["players"]]
        if not fitting:
            checker.problem(("map",), f"no map for {players} players", "one for 2, 3, 4 and 5 players each")
        else:
            box.map_for[players] = fitting[0]


def load(path: pathlib.Path | None = None) -> boxes.Box:
    """The box of the game, or one of one's own."""
    return boxes.read_file("poseidon", path or FILE, ALLOWED, lay_out)


def read(file: str, text: str) -> boxes.Box:
    """A box from the text of a box file, as a save carries it."""
    return boxes.read("poseidon", file, text, ALLOWED, lay_out)
