"""Everything on the table of Peloponnes."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from petteia.engine.news import KindsOfNews
from petteia.engine.records import (
    NOBODY,
    PARTLY,
    SEAT,
    Array,
    Mask,
    Names,
    Record,
    i1,
    i2,
    i4,
    record,
    u8,
)
from petteia.games.peloponnes.box import CHIT_KINDS, MOST_CHITS
from petteia.games.peloponnes.choices import MOST_TILES, SLOTS
from petteia.games.peloponnes.options import Options

MOST_SEATS = 5
OUT = -2  # `Player.slot` after passing or withdrawing
IN_USE = MOST_TILES * SLOTS  # tiles that a game can turn up


class Step(IntEnum):
    """Where the game stands: the rulebook's steps. Those in which a seat may have to decide say so."""

    CIVILIZATION = 0  # solo: the player chooses his civilization (decides)
    EXTRA_INCOME = 1  # solo: and his extra incomes (decides)
    REVEAL = 2  # §3
    AUCTION = 3  # §4: the first bid of each player (decides)
    DISPLACED = 4  # §4.8: a displaced bid (decides)
    TURN_ORDER = 5  # §5
    TAKE = 6  # §6: taking tiles; paying or marking a building (decides)
    GAINS = 7  # §7
    INCOME = 8  # §8
    PRODUCE = 9  # §8.2: what Port and Temple of Apollo produce (decides)
    CHITS = 10  # §9
    RESCUE = 11  # §10.1, §10.2: saving tiles from earthquake or tempest (decides)
    FEED = 12  # §11.1 (decides)
    COMPLETE = 13  # §11.4 (decides)
    SCORE = 14  # §14
    OVER = 15


@record
class Player(Record):
    """A player's mat and row of tiles."""

    civilization: Annotated[i1, Names("civilization"), "the civilization"]
    slot: Annotated[i1, "where his bid lies (0 to 4); NONE before his bid, OUT (-2) after passing or withdrawing"]
    taken: Annotated[i1, Names("tile"), "the tile taken in this round, until the next begins"]
    half_coins: Annotated[i1, "half-coin signs on his tiles; counted here, since every bid asks for them"]
    tile_count: Annotated[i1, "tiles owned"]
    tiles: Annotated[Array[i1], MOST_TILES, Names("tile"), "his tiles in the order they were taken"]
    coins: Annotated[i2, "coins in reserve; those of a bid and those on buildings are not among them"]
    bid: Annotated[i2, "coins that lie on the tile he bids for"]
    wood: i2
    stone: i2
    food: i2
    luxury: i2
    population: i2
    marked: Annotated[i2, Mask(MOST_TILES), "bit mask over `tiles`: unfinished buildings with a coin on them"]
    extra: Annotated[Array[i1], 3, "solo: extra incomes of wood, stone and food"]


@record
class State(Record):
    """The table. What is not marked otherwise is open to all (§1.2)."""

    rng: Annotated[Array[u8], 4, NOBODY, "the random generator"]
    gone: Annotated[u8, "bit mask of the tiles that left the game face up"]
    options: Annotated[Options, "the rules in use"]
    reveals: Annotated[i4, "goes up with every tile or chit turned up; the undo policy reads it"]
    bank: Annotated[i2, "coins of the bank; it lends without end, so this may be negative (§1.3)"]
    step: Annotated[i1, Names("step"), "where the game stands"]
    after: Annotated[i1, Names("step"), "where it goes on after a supply round"]
    seats: Annotated[i1, "players"]
    seat: Annotated[i1, SEAT, "who decides now"]
    turn: Annotated[i1, "whose turn it is in this step, as a place in `order`"]
    asked: Annotated[i1, "within a turn: the tile asked about, or the choices that are left"]
    round_number: Annotated[i1, "1 to 8"]
    disaster: Annotated[i1, Names("disaster"), "the disaster that is striking"]
    order: Annotated[Array[i1], MOST_SEATS, SEAT, "the seats in turn order"]
    auction_row: Annotated[i1, "how many slots are the auction row; the others are the conquest row"]
    shown: Annotated[i1, "tiles turned up in this round so far"]
    row: Annotated[Array[i1], SLOTS, Names("tile"), "the tiles on offer"]
    bidder: Annotated[Array[i1], SLOTS, SEAT, "the seat whose bid lies on the tile, or NONE"]
    drawn: Annotated[i1, "tiles turned up in this game"]
    deck: Annotated[Array[i1], IN_USE, Names("tile"), PARTLY, "tiles in the order they come; open up to `drawn`"]
    turned: Annotated[i1, "chits turned up in this game"]
    chits: Annotated[Array[i1], MOST_CHITS, Names("disaster"), PARTLY, "chits in their order; open up to `turned`"]
    struck: Annotated[Array[i1], CHIT_KINDS, "chits turned up of each disaster"]
    players: Annotated[Array[Player], MOST_SEATS, "the players' mats"]


GOODS_TOLD = ("coins", "wood", "stone", "food", "luxury", "population")


class Happened(KindsOfNews):
    """What can happen: the clause that lets it, and what is told of it."""

    DEALT = "§2.2", "civilization"
    EXTRA = "§15.5", "good"
    ROUND = "§3.1", "round"
    REVEALED = "§3.1", "tile", "conquest"
    SUPPLY = "§3.2", "tile"
    BID = "§4.1", "tile", "coins", "luxury", "halves"
    DISPLACED = "§4.4", "tile"
    MOVED = "§4.8", "tile", "coins", "halves"
    WITHDREW = "§4.10", "coins"
    PASSED = "§4.11", "coins"
    UNSOLD = "§4.15", "tile"
    ORDER = "§5.1", "seat_1", "seat_2", "seat_3", "seat_4", "seat_5"
    PLACED = "§6.2", "tile", "coins"
    UNPLACEABLE = "§6.4", "tile", "coins"
    BUILT = "§6.5", "tile", "coins", "wood", "stone", "luxury"
    MARKED = "§6.6", "tile", "coins", "luxury"
    UNBUILDABLE = "§6.7", "tile", "coins"
    GAINED = "§7.1", *GOODS_TOLD
    INCOME = "§8.1", *GOODS_TOLD
    PRODUCED = "§8.2", "good"
    CHIT = "§9.1", "disaster", "count"
    DISASTER = "§9.2", "disaster"
    SPARED = "§10.7", "disaster"
    DROUGHT = "§10.4", "food"
    PLAGUE = "§10.5", "population"
    DECLINE = "§10.6", "luxury"
    SAVED = "§10.3", "tile", "luxury"
    LOST = "§10.3", "tile"
    RETURNED = "§7.3", "tile", "population"
    FED = "§11.1", "food", "luxury", "population"
    COMPLETED = "§11.4", "tile", "wood", "stone", "luxury"
    DISCARDED = "§11.5", "tile"
    SCORED = "§14.3", "points", "prestige", "inhabitants"
    LEVEL = "§15.4", "level", "target", "reached"
