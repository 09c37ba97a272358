"""Everything on the table of Hellas."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.news import KindsOfNews
from petteia.engine.records import (
    NOBODY,
    PARTLY,
    SCREENED,
    SEAT,
    Array,
    Bits,
    Names,
    Record,
    i1,
    i2,
    i4,
    record,
    u8,
)
from petteia.engine.sets import MASKS
from petteia.games.hellas.box import MOST_SEATS, MOST_TILES
from petteia.games.hellas.choices import MOST_QUARRIES, MOST_TEMPLES
from petteia.games.hellas.options import Options

COLOURS = ("red", "blue", "green", "violet")  # of the seats
BUILT_HOUSE, BUILT_PLAZA = 1, 2  # bits of `asked` in a turn for house and plaza


class Step(IntEnum):
    """Where the game stands: the rulebook's steps. Those in which a seat may have to decide say so."""

    ACTION = 0  # §4: the active player puts a stone on the action track (decides)
    HOUSE = 1  # §5.1: everybody in turn (decides)
    HOUSE_PLAZA = 2  # §5.2: everybody in turn (decides)
    PALACE = 3  # §5.3: everybody in turn (decides)
    INCOME = 4  # §6.2
    TURN_UP = 5  # §6.4: the next tile
    LAY = 6  # §6.5: where it goes (decides)
    WORKER = 7  # §6.8: where the worker goes (decides)
    CLOSE = 8  # §6.9
    TEMPLE = 9  # §7 (decides)
    STATUE = 10  # §8.1 (decides)
    MARBLE = 11  # §8.3
    NEXT = 12  # §3: the next turn, phase, or the end
    SCORE = 13  # §10
    OVER = 14


@record
class Player(Record):
    """A player's pieces. Pieces that are not on the board are in his supply."""

    houses: Annotated[Array[u8], MASKS, Bits(), "the spaces with his houses"]
    plazas: Annotated[Array[u8], MASKS, Bits(), "the spaces with his plazas"]
    palaces: Annotated[Array[u8], MASKS, Bits(), "the spaces with his palaces"]
    marble: Annotated[i2, SCREENED, "marble; UNKNOWN (-1) in the view of others"]
    rings: Annotated[i1, "rings"]
    house_count: Annotated[i1, "houses on the board; counted here, since every decision about building asks"]
    plaza_count: i1
    palace_count: i1


@record
class State(Record):
    """The table. What is not marked otherwise is open to all (§1.3)."""

    rng: Annotated[Array[u8], 4, NOBODY, "the random generator"]
    built: Annotated[Array[u8], MASKS, Bits(), "all spaces with a piece; kept for every decision about building"]
    statues: Annotated[Array[u8], MASKS, Bits(), "the spaces with statues"]
    options: Annotated[Options, "the rules in use"]
    reveals: Annotated[i4, "goes up with every tile turned up; the undo policy reads it"]
    used: Annotated[i4, Bits(), "the action spaces with a stone"]
    active: Annotated[i4, Bits(), "the quarries that pay marble"]
    step: Annotated[i1, Names("step"), "where the game stands"]
    seats: Annotated[i1, "players"]
    seat: Annotated[i1, SEAT, "who decides now"]
    board: Annotated[i1, Names("board"), "the board that is played on"]
    phase: Annotated[i1, "1 to 3"]
    starter: Annotated[i1, SEAT, "the seat that began this phase"]
    next_starter: Annotated[i1, SEAT, "the seat that begins the next, having chosen a temple first; NONE before"]
    chooser: Annotated[i1, SEAT, "the active player: whose stone was put down last, or is to be put down"]
    action: Annotated[i1, Names("action"), "the action that is carried out"]
    turn: Annotated[i1, "in actions for all: how many players have finished"]
    asked: Annotated[i1, "in a turn: what was built (1 a house, 2 a plaza), tiles turned up, or columns to go"]
    tile: Annotated[i1, Names("tile"), "the tile turned up that has no place yet"]
    worker: Annotated[i1, "the quarry where the worker stands (0 to 23), or NONE"]
    drawn: Annotated[i1, "tiles turned up in this game"]
    aside: Annotated[i1, "tiles turned up that found no place (§6.10)"]
    rings: Annotated[i1, "rings in the supply"]
    columns: Annotated[Array[i1], MOST_TEMPLES, "columns of each temple"]
    tops: Annotated[Array[i1], MOST_QUARRIES, Names("tile"), "the tile that was laid last on each quarry"]
    heights: Annotated[Array[i1], MOST_QUARRIES, "tiles on each quarry"]
    deck: Annotated[Array[i1], MOST_TILES, Names("tile"), PARTLY, "tiles in the order they come; open up to `drawn`"]
    players: Annotated[Array[Player], MOST_SEATS, "the players"]


class Happened(KindsOfNews):
    """What can happen: the clause that lets it, and what is told of it."""

    START = "§2.2", "marble"
    FIRST_TILE = "§2.5", "tile", "quarry"
    WORKER_STANDS = "§2.5", "quarry"
    FIRST = "§2.6"
    PHASE = "§3.1", "phase", "stones"
    ACTION = "§4.1", "action"
    FIRST_TEMPLE = "§7.7"
    HOUSE = "§5.1", "space", "marble"
    PLAZA = "§5.2", "space", "marble"
    PALACE = "§5.3", "space", "marble"
    STATUE = "§8.1", "space", "marble"
    DECLINED = "§4.5", "more", "action", "unpaid"
    INCOME = "§6.2", "marble"
    TURNED = "§6.4", "tile"
    LAID = "§6.5", "tile", "quarry"
    OPENED = "§6.7", "tile", "quarry"
    WORKER = "§6.8", "quarry"
    WORKER_LEAVES = "§6.10"
    CLOSED = "§6.9", "quarry", "tile"
    ASIDE = "§6.10", "tile"
    NO_TILES = "§6.11"
    COLUMNS = "§7.2", "columns", "marble"
    COLUMN = "§7.3", "temple", "column", "size"
    COMPLETED = "§7.5", "temple", "rings"
    RING = "§7.4"
    MARBLE = "§8.3", "marble"
    SCORED = "§10.1", "points", "city", "temples", "statues", "rings", "marble"
