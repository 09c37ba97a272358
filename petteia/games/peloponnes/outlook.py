"""What the table tells its players besides the view, asked of the rules: how points stand, what is produced, and what
would become of the tiles on offer."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

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
from petteia.games.peloponnes.state import State, Step
from petteia.match import Match

_UNHEARD = muted()
BITS = {"wood": WOOD_BIT, "stone": STONE_BIT, "food": FOOD_BIT}


class Outlook(IntEnum):
    """What a bid on a tile would lead to."""

    FINE = 0  # or nothing can be bid on it anyway
    UNPLACEABLE = 1  # §6.4
    MARKED = 2  # §6.6: even after the least bid it cannot be paid for at once
    UNBUILDABLE = 3  # §6.7: even after the least bid it can be neither paid nor marked


def outlooks(match: Match) -> list[Outlook]:
    """Of each tile on offer, for the player who decides about his bid; all is fine where nobody does."""
    found = np.zeros(SLOTS, np.int64)
    if int(match.facts["step"]) in (Step.AUCTION, Step.DISPLACED):
        _write_outlooks(match.box.record, match._s, copied(match._s), _UNHEARD, found)
    return [Outlook(int(value)) for value in found]


def points(match: Match, seat: int) -> tuple[int, int]:
    """§14.1, §14.2: prestige and population points as they stand."""
    prestige, population = _points(match.box.record, match._s, seat)
    return int(prestige), int(population)


def production(match: Match, seat: int) -> dict[str, int]:
    """§8.1: what a player who has his civilization receives each round, besides what he chooses."""
    found = _production(match.box.record, match._s, seat)
    return {good: int(amount) for good, amount in zip((*BITS, "population"), found, strict=True)}


def income(match: Match, seat: int) -> dict[str, int]:
    """§8.1: what the inhabitants of a player who has his civilization bring each round."""
    coins, luxury = _income(match.box.record, match._s, seat)
    return {"coins": int(coins), "luxury": int(luxury)}


def fitting(match: Match, seat: int) -> list[str]:
    """§6.2: the goods of which a player's next land must produce one; all three where any land fits."""
    found = int(_fitting(match.box.record, match._s, new(Tile), seat))
    return [good for good, bit in BITS.items() if found & bit]


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
def _points(box: Any, s: Any, seat: int) -> tuple[int, int]:
    return prestige_points(box[0], s[0], seat), population_points(box[0], s[0], seat)


@driver
def _production(box: Any, s: Any, seat: int) -> tuple[int, int, int, int]:
    p = s[0].players[seat]
    wood, stone, food = produced(box[0], p)
    return wood, stone, food, box[0].civilizations[p.civilization].make_population


@driver
def _income(box: Any, s: Any, seat: int) -> tuple[int, int]:
    return brought(box[0], s[0], s[0].players[seat])


@driver
def _fitting(box: Any, s: Any, land: Any, seat: int) -> int:
    """Asks of a land with each of the goods alone."""
    found = 0
    for place in range(3):
        land[0].goods = 1 << place
        if fits(box[0], s[0].players[seat], land[0]):
            found |= 1 << place
    return found
