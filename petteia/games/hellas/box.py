"""The box of Hellas: which box files are allowed, and how their facts are laid out for the rules.

A board is drawn in the box file. A space at row r, column c of the drawing has its neighbours at (r, c ± 2) and
(r ± 1, c ± 1). Spaces, quarries and temples are numbered in reading order.
"""

from __future__ import annotations

import dataclasses
import itertools
import pathlib
from enum import IntEnum
from typing import Annotated, Any

from petteia.engine import boxes, sets
from petteia.engine.boxes import Checker, Drawing, Rows, Table, Text, Whole, Wholes, Word
from petteia.engine.records import Array, Record, i1, i2, i4, new, record, u8
from petteia.engine.sets import MASKS
from petteia.games.hellas.choices import MOST_ACTIONS, MOST_QUARRIES, MOST_SPACES, MOST_TEMPLES

FILE = pathlib.Path(__file__).with_name("box.toml")

MOST_SEATS = 4
BOARDS = 2
PHASES = 3
MOST_ROWS = 26  # of a drawing: one for each letter
MOST_COLUMNS = 200
MOST_TILES = 64
MOST_ACTIVE = 8
NEVER = 10_000  # a price nobody can pay


class Yields(IntEnum):
    """The printed and the other yields of quarry tiles (§6.3)."""

    FOUR_STEPS = 0
    THREE_STEPS = 1


YIELDS = tuple(steps.name.lower() for steps in Yields)


class Action(IntEnum):
    """What an action space does."""

    HOUSE = 0
    HOUSE_PLAZA = 1
    PALACE = 2
    QUARRY = 3
    TEMPLE = 4
    STATUE = 5
    MARBLE = 6


ACTIONS = tuple(action.name.lower() for action in Action)


@record
class ActionSpace(Record):
    kind: Annotated[i1, "an Action"]
    columns: Annotated[i1, "temple: columns to build"]
    coast: Annotated[i2, "price of a piece at the coast, or NEVER"]
    mountain: Annotated[i2, "price of a piece in the mountains, or NEVER"]
    cost: Annotated[i2, "temple: marble for its columns"]
    gain: Annotated[i2, "marble: what is received"]


@record
class Board(Record):
    near: Annotated[
        Array[u8], MOST_SPACES * MASKS, "the neighbours of each space: a mask for 0 to 63, one for the rest"
    ]
    coast: Annotated[Array[u8], MASKS, "the coast"]
    mountain: Annotated[Array[u8], MASKS, "the mountains"]
    space_count: i2
    quarry_count: i1
    temple_count: i1
    active_count: Annotated[i1, "quarries that start with a tile"]
    worker: Annotated[i1, "the quarry where the worker starts"]
    starts: Annotated[Array[i1], MOST_ACTIVE, "the quarries that start with a tile, in reading order"]
    quarries: Annotated[Array[i2], MOST_QUARRIES, "the space of each quarry"]
    temples: Annotated[Array[i2], MOST_TEMPLES, "the space of each temple"]
    temple_size: Annotated[Array[i1], MOST_TEMPLES, "columns of each temple"]


@record
class Tile(Record):
    number: i2
    marble: Annotated[Array[i2], len(YIELDS), "what a house beside it earns, by the option `yields`"]


@record
class Box(Record):
    boards: Annotated[Array[Board], BOARDS]
    board_count: i1
    board_for: Annotated[Array[i1], MOST_SEATS + 1, "the board for each number of players"]
    actions: Annotated[Array[ActionSpace], MOST_ACTIONS]
    action_count: i1
    all_actions: Annotated[i4, "bit mask of the action spaces there are"]
    tiles: Annotated[Array[Tile], MOST_TILES, "in the order of their numbers"]
    tile_count: i1
    stones: Annotated[Array[i1], (MOST_SEATS + 1) * PHASES, "action stones of a player, by number of players and phase"]
    active_quarries: i1
    turned_tiles: i1
    points_per_ring: i2
    points_most_rings: i2
    points_per_statue: i2
    marble_per_point: i2
    houses: i1
    plazas: i1
    palaces: i1
    statues: i1
    columns: i1
    rings: i1
    start_marble: i2
    compensation: Annotated[Array[i2], MOST_SEATS, "more marble by turn order"]


AMOUNT = Whole(0, 20)
_SOURCE = {"provenance": Word(boxes.PROVENANCES), "where": Text(empty=True, letters=boxes.SOURCE_LETTERS)}


def _table(keys: dict[str, Any], defaults: dict[str, Any] | None = None) -> Table:
    return Table({**_SOURCE, **keys}, {"where": "", **(defaults or {})})


# What each kind of action space says; the other keys are not its own.
_NEEDED = {
    "house": ("coast", "mountain"),
    "house_plaza": ("coast", "mountain"),
    "palace": ("coast", "mountain"),
    "quarry": (),
    "temple": ("cost", "columns"),
    "statue": ("cost",),
    "marble": ("gain",),
}
_PRICES = ("coast", "mountain", "cost", "columns", "gain")

ALLOWED = Table(
    {
        "game": _table(
            {
                "active_quarries": Whole(1, MOST_ACTIVE),
                "turned_tiles": Whole(0, 20),
                "points_per_ring": AMOUNT,
                "points_most_rings": AMOUNT,
                "points_per_statue": AMOUNT,
                "marble_per_point": Whole(1, 20),
            }
        ),
        "supply": _table(
            {
                "houses": Whole(0, 30),
                "plazas": AMOUNT,
                "palaces": AMOUNT,
                "statues": AMOUNT,
                "columns": Whole(0, 72),
                "rings": Whole(0, 100),
                "stones": Whole(2, 64),
                "marble": Whole(0, 10_000),
            }
        ),
        "start": _table({"marble": Whole(0, 100), "compensation": Wholes(0, 20, MOST_SEATS, MOST_SEATS)}),
        "stones": Rows(_table({"players": Whole(2, MOST_SEATS), "phases": Wholes(1, 16, PHASES, PHASES)}), 3, 3),
        "action": Rows(
            _table(
                {"id": Text(), "kind": Word(ACTIONS), **dict.fromkeys(_PRICES, AMOUNT)},
                dict.fromkeys(_PRICES, None),
            ),
            1,
            MOST_ACTIONS,
        ),
        "board": Rows(_table({"name": Text(), "players": Wholes(2, MOST_SEATS, 1, 3), "map": Drawing()}), 1, BOARDS),
        "tile": Rows(_table({"number": Whole(0, 999), **dict.fromkeys(YIELDS, AMOUNT)}), 1, MOST_TILES),
    }
)


# -- drawings ----------------------------------------------------------------------------------------------------------

COAST, MOUNTAIN, QUARRY, START, WORKER = ".^qQW"
SIGNS = f"{COAST}{MOUNTAIN}{QUARRY}{START}{WORKER}123456789"
STEPS = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))  # to the neighbours: rows, columns


@dataclasses.dataclass(frozen=True)
class Spot:
    """A space of a drawing."""

    row: int
    column: int
    sign: str
    name: str  # A1

    @property
    def kind(self) -> str:
        if self.sign.isdecimal():
            return "temple"
        return {COAST: "coast", MOUNTAIN: "mountain"}.get(self.sign, "quarry")


def spots(drawing: str) -> list[Spot]:
    """The spaces of a drawing in reading order. Empty lines around it do not count."""
    lines = _lines(drawing)
    found = []
    for row, line in enumerate(lines):
        columns = [column for column, sign in enumerate(line) if sign != " "]
        for place, column in enumerate(columns, 1):
            found.append(Spot(row, column, line[column], f"{chr(ord('A') + row)}{place}"))
    return found


def neighbours(spaces: list[Spot]) -> list[list[int]]:
    """Of each space, the places of its neighbours in the list."""
    at = {(spot.row, spot.column): place for place, spot in enumerate(spaces)}
    return [
        sorted(at[step] for step in ((spot.row + r, spot.column + c) for r, c in STEPS) if step in at)
        for spot in spaces
    ]


def _lines(drawing: str) -> list[str]:
    lines = drawing.split("\n")
    while not lines[0].strip():
        lines = lines[1:]
    while not lines[-1].strip():
        lines = lines[:-1]
    return lines


# -- laying out --------------------------------------------------------------------------------------------------------


def lay_out(data: dict[str, Any], checker: Checker) -> boxes.Laid:
    """Puts the checked facts of a box file into the record the rules read; what does not fit together is a problem."""
    boxed = new(Box)
    box = boxed[0]
    for key, value in [*data["game"].items(), *data["supply"].items()]:
        if key in Box.fields and key != "stones":
            box[key] = value
    box.start_marble = data["start"]["marble"]
    box.compensation = data["start"]["compensation"]
    _lay_actions(box, data, checker)
    _lay_stones(box, data, checker)
    _lay_tiles(box, data, checker)
    drawn = [_lay_board(box, number, data, checker) for number in range(len(data["board"]))]
    _lay_players(box, data, checker)
    lists = {
        "action": tuple(row["id"] for row in data["action"]),
        "tile": tuple(str(row["number"]) for row in data["tile"]),
        "board": tuple(row["name"] for row in data["board"]),
        # Those of the second board come after as many places as a board can have: see `place_of`.
        "space": _padded([[spot.name for spot in spaces] for spaces in drawn], MOST_SPACES),
        "quarry": _padded([[spot.name for spot in spaces if spot.kind == "quarry"] for spaces in drawn], MOST_QUARRIES),
        "temple": _padded([[spot.name for spot in spaces if spot.kind == "temple"] for spaces in drawn], MOST_TEMPLES),
    }
    return boxed, lists, {}


def _padded(names: list[list[str]], most: int) -> tuple[str, ...]:
    return tuple(name for own in names for name in [*own, *[""] * (most - len(own))])


def _lay_actions(box: Any, data: dict[str, Any], checker: Checker) -> None:
    box.action_count = len(data["action"])
    box.all_actions = (1 << len(data["action"])) - 1
    seen: set[str] = set()
    for i, row in enumerate(data["action"]):
        if row["id"].lower() in seen:
            checker.problem(("action", i, "id"), f'"{row["id"]}" a second time', "an id of its own")
        seen.add(row["id"].lower())
        needed = _NEEDED[row["kind"]]
        for key in _PRICES:
            if (row[key] is None) == (key in needed):
                found = "nothing" if row[key] is None else row[key]
                checker.problem(
                    ("action", i, key), found, f"{'a number' if key in needed else 'nothing'} for this kind"
                )
        printed = box.actions[i]
        printed.kind = ACTIONS.index(row["kind"])
        priced = row["kind"] == "statue"  # a statue's cost is its price in the mountains; it never stands at the coast
        printed.coast = NEVER if row["coast"] is None else row["coast"]
        printed.mountain = row["cost"] or 0 if priced else NEVER if row["mountain"] is None else row["mountain"]
        printed.columns = row["columns"] or 0
        printed.cost = row["cost"] or 0
        printed.gain = row["gain"] or 0
        if row["kind"] == "temple" and row["columns"] == 0:
            checker.problem(("action", i, "columns"), 0, "at least 1")


def _lay_stones(box: Any, data: dict[str, Any], checker: Checker) -> None:
    seen = set()
    for i, row in enumerate(data["stones"]):
        players = row["players"]
        if players in seen:
            checker.problem(("stones", i, "players"), f"{players} a second time", "one row for 2, 3 and 4 players each")
        seen.add(players)
        most = min(data["supply"]["stones"], len(data["action"]))
        for phase, stones in enumerate(row["phases"]):
            box.stones[players * PHASES + phase] = stones
            if stones * players > most:
                checker.problem(
                    ("stones", i, "phases"),
                    f"{stones * players} stones for {players} players in phase {phase + 1}",
                    f"at most {most}: there are {data['supply']['stones']} stones and {len(data['action'])} spaces",
                )


def _lay_tiles(box: Any, data: dict[str, Any], checker: Checker) -> None:
    box.tile_count = len(data["tile"])
    last = -1
    for i, row in enumerate(data["tile"]):
        if row["number"] <= last:
            checker.problem(("tile", i, "number"), row["number"], f"more than {last}, as tiles go upwards")
        last = row["number"]
        box.tiles[i].number = row["number"]
        box.tiles[i].marble = [row[steps] for steps in YIELDS]
    if len(data["tile"]) < data["game"]["active_quarries"]:
        needed = data["game"]["active_quarries"]
        checker.problem(("tile",), f"{len(data['tile'])} tiles", f"at least {needed}, for the quarries that start")


def _lay_board(box: Any, number: int, data: dict[str, Any], checker: Checker) -> list[Spot]:
    """Lays out a drawing; what is wrong with it is said with the line where it stands, as far as it has one."""
    path = ("board", number, "map")
    drawing = data["board"][number]["map"]
    lines = _lines(drawing)
    if len(lines) > MOST_ROWS or max(len(line) for line in lines) > MOST_COLUMNS:
        checker.problem(path, f"{len(lines)} rows", f"at most {MOST_ROWS} rows of at most {MOST_COLUMNS} signs")
        return []
    spaces = spots(drawing)
    # The text begins in the line of its key, or in the next one where a line break follows the quotation marks.
    above = checker.text_below(path) + drawing.split("\n").index(lines[0])
    before = len(checker.problems)
    _check_signs(spaces, path, above, checker)
    if len(checker.problems) == before:
        _check_counts(spaces, path, data, checker)
        _check_all_fits(spaces, number, data, checker)
    if len(checker.problems) == before:
        _write_board(box.boards[number], spaces)
    return spaces


def _check_signs(spaces: list[Spot], path: boxes.Path, above: int, checker: Checker) -> None:
    """That every sign is known, and that the rows are in line, as most of them are."""
    for spot in spaces:
        if spot.sign not in SIGNS:
            checker.problem(path, f'"{spot.sign}" at {spot.name}', f"one of {' '.join(SIGNS)}", above + spot.row)
    odd = sum((spot.row + spot.column) % 2 for spot in spaces)
    parity = int(2 * odd > len(spaces))
    for row, own in itertools.groupby(spaces, lambda spot: spot.row):
        aside = [spot for spot in own if (row + spot.column) % 2 != parity]
        if aside:
            more = f" and {len(aside) - 1} more of its row" if aside[1:] else ""
            found = f"{aside[0].name} in column {aside[0].column + 1}{more}"
            stand = f"spaces of this row stand in the {('odd', 'even')[(parity + row) % 2]} ones"
            checker.problem(path, found, f"one column aside: {stand}", above + row)


def _check_counts(spaces: list[Spot], path: boxes.Path, data: dict[str, Any], checker: Checker) -> None:
    """How many there are of everything, and that the island is one."""
    quarries = sum(spot.kind == "quarry" for spot in spaces)
    temples = sum(spot.kind == "temple" for spot in spaces)
    for found, low, high, what in (
        (len(spaces), 1, MOST_SPACES, "spaces"),
        (quarries, data["game"]["active_quarries"] + 1, MOST_QUARRIES, "quarries"),
        (temples, 1, MOST_TEMPLES, "temples"),
    ):
        if not low <= found <= high:
            checker.problem(path, f"{found} {what}", f"{low} to {high}")
    for sign, needed, what in (
        (START, data["game"]["active_quarries"], "quarries that start with a tile"),
        (WORKER, 1, "quarries where the worker starts"),
    ):
        found = sum(spot.sign == sign for spot in spaces)
        if found != needed:
            checker.problem(path, f"{found} {what} ({sign})", needed)
    near = neighbours(spaces)
    reached = {0}
    edge = [0]
    while edge:
        edge = [other for own in edge for other in near[own] if other not in reached]
        reached.update(edge)
    if apart := [spot.name for place, spot in enumerate(spaces) if place not in reached]:
        checker.problem(path, f"{', '.join(apart[:6])}{'…' if apart[6:] else ''} apart from the rest", "one island")


def _check_all_fits(spaces: list[Spot], number: int, data: dict[str, Any], checker: Checker) -> None:
    """That everything in the box finds a place."""
    path = ("board", number, "map")
    supply, players = data["supply"], max(data["board"][number]["players"])
    mountains = sum(spot.kind == "mountain" for spot in spaces)
    ground = mountains + sum(spot.kind == "coast" for spot in spaces)
    each = supply["houses"] + supply["plazas"] + supply["palaces"]
    needed = players * each + supply["statues"]
    if ground < needed:
        checker.problem(path, f"{ground} spaces to build on", f"at least {needed}: all pieces of {players} players")
    if mountains < supply["statues"]:
        checker.problem(path, f"{mountains} mountains", f"at least {supply['statues']}, for the statues")
    columns = sum(int(spot.sign) for spot in spaces if spot.kind == "temple")
    if columns < supply["columns"]:
        checker.problem(path, f"temples for {columns} columns", f"at least {supply['columns']}: all there are")


def _write_board(board: Any, spaces: list[Spot]) -> None:
    board.space_count = len(spaces)
    near = neighbours(spaces)
    for place, spot in enumerate(spaces):
        sets.lay(board.near, near[place], place)
        if spot.kind == "quarry":
            if spot.sign == START:
                board.starts[board.active_count] = board.quarry_count
                board.active_count += 1
            elif spot.sign == WORKER:
                board.worker = board.quarry_count
            board.quarries[board.quarry_count] = place
            board.quarry_count += 1
        elif spot.kind == "temple":
            board.temples[board.temple_count] = place
            board.temple_size[board.temple_count] = int(spot.sign)
            board.temple_count += 1
    sets.lay(board.coast, (place for place, spot in enumerate(spaces) if spot.kind == "coast"))
    sets.lay(board.mountain, (place for place, spot in enumerate(spaces) if spot.kind == "mountain"))


def _lay_players(box: Any, data: dict[str, Any], checker: Checker) -> None:
    """What the boards are called, and which is for how many players: each number has one."""
    box.board_count = len(data["board"])
    owner: dict[int, int] = {}
    names: set[str] = set()
    for number, row in enumerate(data["board"]):
        if row["name"].lower() in names:
            checker.problem(("board", number, "name"), f'"{row["name"]}" a second time', "a name of its own")
        names.add(row["name"].lower())
        for players in row["players"]:
            if players in owner:
                said = f"{players}, as {data['board'][owner[players]]['name']} has"
                checker.problem(("board", number, "players"), said, "each number of players on one board")
            owner[players] = number
            box.board_for[players] = number
    if missing := [str(players) for players in range(2, MOST_SEATS + 1) if players not in owner]:
        checker.problem(("board",), f"no board for {' and '.join(missing)} players", "one for 2, 3 and 4 players each")


def place_of(of: str, board: int, number: int) -> int:
    """Where the name of a space, quarry or temple stands in its list, counting the number from 0."""
    return board * {"space": MOST_SPACES, "quarry": MOST_QUARRIES, "temple": MOST_TEMPLES}[of] + number


def typed(box: boxes.Box, s: Any) -> dict[str, tuple[str, ...]]:
    """The names that a person may type: those of the board on the table."""
    found = dict(box.lists)
    for of, most in (("space", MOST_SPACES), ("quarry", MOST_QUARRIES), ("temple", MOST_TEMPLES)):
        found[of] = box.lists[of][int(s["board"]) * most :][:most]
    return found


def most_players(box: boxes.Box, board: int) -> int:
    """How many players a board has room for with all their pieces."""
    supply = box.data["supply"]
    ground = sum(spot.kind in ("coast", "mountain") for spot in spots(box.data["board"][board]["map"]))
    each = supply["houses"] + supply["plazas"] + supply["palaces"]
    return MOST_SEATS if each == 0 else min((ground - supply["statues"]) // each, MOST_SEATS)


def load(path: pathlib.Path | None = None) -> boxes.Box:
    """The box of the game, or one of one's own."""
    return boxes.read_file("hellas", path or FILE, ALLOWED, lay_out)


def read(file: str, text: str) -> boxes.Box:
    """A box from the text of a box file, as a save carries it."""
    return boxes.read("hellas", file, text, ALLOWED, lay_out)
