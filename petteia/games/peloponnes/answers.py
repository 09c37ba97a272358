"""What the table shows besides the state, answered by the rules: how points stand, what is produced, and what would
become of the tiles on offer."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from petteia.engine.compiling import driver, rule
from petteia.engine.news import News
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box, Tile
from petteia.games.peloponnes.rules.auction import bid, lowest_bid, purse, suffices
from petteia.games.peloponnes.rules.income import brought, produced
from petteia.games.peloponnes.rules.score import population_points, prestige_points
from petteia.games.peloponnes.rules.taking import fits, luxury_for_building, luxury_for_marker
from petteia.games.peloponnes.state import Player, State, Step


class Outlook(IntEnum):
    """What a bid on a tile would lead to."""

    FINE = 0  # or nothing can be bid on it anyway
    UNPLACEABLE = 1  # §6.4
    MARKED = 2  # §6.6: even after the least bid it cannot be paid for at once
    UNBUILDABLE = 3  # §6.7: even after the least bid it can be neither paid nor marked


@driver
def write_outlooks(box: Any, s: Any, trial: Any, news: Any, out: Any) -> None:
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
def write_mats(box: Any, s: Any, land: Any, out: Any) -> None:
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
    for good in range(3):
        land.goods = 1 << good
        if fits(box, p, land):
            found |= 1 << good
    return found
