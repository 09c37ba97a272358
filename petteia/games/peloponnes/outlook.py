"""What the table tells its players besides the view, asked of the rules: how points stand, what is produced, and what
would become of the tiles on offer."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from petteia.engine.compiling import driver, rule
from petteia.engine.news import News, muted
from petteia.engine.records import NONE, copied, new
from petteia.games.peloponnes.box import FOOD_BIT, STONE_BIT, WOOD_BIT, Box, Tile
from petteia.games.peloponnes.choices import SLOTS
from petteia.games.peloponnes.rules.auction import bid, lowest_bid, purse, suffices
from petteia.games.peloponnes.rules.income import brought, produced
from petteia.games.peloponnes.rules.score import population_points, prestige_points
from petteia.games.peloponnes.rules.taking import fits, luxury_for_building, luxury_for_marker
from petteia.games.peloponnes.state import Player, State, Step
from petteia.match import Match

_UNHEARD = muted()
BITS = {"wood": WOOD_BIT, "stone": STONE_BIT, "food": FOOD_BIT}
FITTING = [[good for good, bit in BITS.items() if goods & bit] for goods in range(8)]


class Outlook(IntEnum):
    """What a bid on a tile would lead to."""

    FINE = 0  # or nothing can be bid on it anyway
    UNPLACEABLE = 1  # §6.4
    MARKED = 2  # §6.6: even after the least bid it cannot be paid for at once
    UNBUILDABLE = 3  # §6.7: even after the least bid it can be neither paid nor marked


_OUTLOOKS = list(Outlook)


def outlooks(match: Match) -> list[Outlook]:
    """Of each tile on offer, for the player who decides about his bid; all is fine where nobody does."""
    if int(match.facts["step"]) not in (Step.AUCTION, Step.DISPLACED):
        return [Outlook.FINE] * SLOTS
    found = np.zeros(SLOTS, np.int64)
    _write_outlooks(match.box.record, match.array, copied(match.array), _UNHEARD, found)
    return [_OUTLOOKS[value] for value in found.tolist()]


class Mat(NamedTuple):
    """What a player's mat shows besides the state."""

    prestige: int  # §14.1: points as they stand
    population: int  # §14.2
    income: dict[str, int] | None  # §8.1: what the inhabitants bring each round, once there is a civilization
    production: dict[str, int] | None  # §8.1: what a player receives each round, besides what he chooses; likewise
    fitting: list[str]  # §6.2: the goods of which his next land must produce one; all three where any land fits


def mats(match: Match) -> list[Mat]:
    """Of every player."""
    found = np.zeros((match.seats, 10), np.int64)
    _write_mats(match.box.record, match.array, new(Tile), found)
    return [
        Mat(
            prestige,
            population,
            {"coins": coins, "luxury": luxury} if settled else None,
            {"wood": wood, "stone": stone, "food": food, "population": people} if settled else None,
            FITTING[goods],
        )
        for prestige, population, settled, coins, luxury, wood, stone, food, people, goods in found.tolist()
    ]


@driver
def _write_outlooks(box: Any, s: Any, trial: Any, news: Any, out: Any) -> None:
    for slot in range(box[0].tiles_shown):
        trial[0] = s[0]
        out[slot] = outlook(box[0], trial[0], news[0], slot)


@rule
def outlook(box: Box, s: State, news: News, slot: int) -> int:
    """Bids on the tile and looks what could be done with it."""
    if s.row[slot] == NONE:
        return Outlook.FINE
    p = s.players[s.seat]
    tile = box.tiles[s.row[slot]]
    if tile.land:
        return Outlook.FINE if fits(box, p, tile) else Outlook.UNPLACEABLE
    if s.step == Step.AUCTION:
        lowest = lowest_bid(box, s, p, slot)
        if lowest > purse(box, p):
            return Outlook.FINE
        bid(box, s, news, slot, lowest)
    elif not suffices(box, s, p, slot):
        return Outlook.FINE
    if luxury_for_building(box, p, tile) <= p.luxury:
        return Outlook.FINE
    return Outlook.MARKED if luxury_for_marker(box, p) <= p.luxury else Outlook.UNBUILDABLE


@driver
def _write_mats(box: Any, s: Any, land: Any, out: Any) -> None:
    for seat in range(len(out)):
        p = s[0].players[seat]
        row = out[seat]
        row[0], row[1] = prestige_points(box[0], s[0], seat), population_points(box[0], s[0], seat)
        if p.civilization != NONE:
            row[2] = 1
            row[3], row[4] = brought(box[0], s[0], p)
            row[5], row[6], row[7] = produced(box[0], p)
            row[8] = box[0].civilizations[p.civilization].make_population
        row[9] = fitting(box[0], p, land[0])


@rule
def fitting(box: Box, p: Player, land: Tile) -> int:
    """Asks of a land with each of the goods alone."""
    found = 0
    for place in range(3):
        land.goods = 1 << place
        if fits(box, p, land):
            found |= 1 << place
    return found
