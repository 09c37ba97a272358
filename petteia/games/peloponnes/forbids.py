"""Why something cannot be chosen in Peloponnes: the clause that forbids it, or 0.

Written from the rulebook, not from legal.py: two opinions of the same rules, which fuzzing compares on every choice.
A clause §4.16 is the number 416. Where several clauses forbid the same, the one is named that riches would not lift:
first what holds at any price, then the price, and what one can afford last.
"""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box, Disaster
from petteia.games.peloponnes.choices import Chosen, parts_of
from petteia.games.peloponnes.options import Completing, ConquestBid, DisplacedBid, LuxuryInDisasters, TwoHalves
from petteia.games.peloponnes.state import Player, State, Step

ALLOWED = 0


@large_rule
def forbids(box: Box, s: State, choice: int) -> int:
    """0 where the choice is legal, else the number of the clause that forbids it. Any state, any number."""
    if s.step == Step.OVER:
        return 1604
    kind, a, b = parts_of(choice)
    me, asked = s.players[s.seat], step_of(kind)
    if asked == Step.AUCTION or asked == Step.DISPLACED:
        return auction_forbids(box, s, kind, a, b)
    if asked == NONE or s.step != asked:
        return 1601
    if kind == Chosen.PAY:
        return paying_forbids(box, s, me)
    if kind == Chosen.MARK:
        return marking_forbids(box, me)
    if kind == Chosen.SAVE:
        return saving_forbids(box, s, me)
    if kind == Chosen.FEED:
        return feeding_forbids(box, me, a)
    if kind == Chosen.COMPLETE:
        return completing_forbids(box, me, a)
    if kind == Chosen.DISCARD:
        return discarding_forbids(box, s, me)
    if kind == Chosen.CIVILIZATION:
        return civilization_forbids(box, s, a)
    return ALLOWED  # producing, abandoning a tile, an extra income: whatever it is


@rule
def step_of(kind: int) -> int:
    """The step in which such a choice is made; NONE for what is no choice."""
    if kind == Chosen.PASS or kind == Chosen.BID:
        return Step.AUCTION
    if kind == Chosen.MOVE or kind == Chosen.WITHDRAW:
        return Step.DISPLACED
    if kind == Chosen.PAY or kind == Chosen.MARK:
        return Step.TAKE
    if kind == Chosen.PRODUCE:
        return Step.PRODUCE
    if kind == Chosen.SAVE or kind == Chosen.ABANDON:
        return Step.RESCUE
    if kind == Chosen.FEED:
        return Step.FEED
    if kind == Chosen.COMPLETE or kind == Chosen.DISCARD:
        return Step.COMPLETE
    if kind == Chosen.CIVILIZATION:
        return Step.CIVILIZATION
    return Step.EXTRA_INCOME if kind == Chosen.INCOME else NONE


@rule
def auction_forbids(box: Box, s: State, kind: int, slot: int, coins: int) -> int:
    """Passing, bidding, moving, withdrawing."""
    if s.step != Step.AUCTION and s.step != Step.DISPLACED:
        return 1601
    moving = s.step == Step.DISPLACED
    if kind == Chosen.PASS:
        return 411 if moving else ALLOWED
    if kind == Chosen.WITHDRAW:
        return ALLOWED if moving else 410
    if moving != (kind == Chosen.MOVE):
        return 408
    return bid_forbids(box, s, slot, s.players[s.seat].bid if moving else coins, moving)


@rule
def bid_forbids(box: Box, s: State, slot: int, coins: int, moving: bool) -> int:
    """Whether so many coins may lie on the tile at a slot."""
    closed = closed_by(box, s, slot, moving)
    if closed:
        return closed
    wrong = price_forbids(box, s, slot, coins, moving)
    if wrong:
        return wrong
    me = s.players[s.seat]
    affordable = moving or coins <= me.coins or (coins - me.coins) * box.luxury_exchange <= me.luxury
    return ALLOWED if affordable else 416


@rule
def closed_by(box: Box, s: State, slot: int, moving: bool) -> int:
    """What closes a tile to the player at any price."""
    if slot >= box.tiles_shown or s.row[slot] == NONE:
        return 403
    if s.bidder[slot] != NONE:
        if slot >= s.auction_row:
            return 406
        if moving and s.options.displaced_bid == DisplacedBid.FREE_TILES:
            return 409
    cost = -box.tiles[s.row[slot]].population
    return 414 if cost > 0 and s.players[s.seat].population < cost else ALLOWED


@rule
def price_forbids(box: Box, s: State, slot: int, coins: int, moving: bool) -> int:
    """Whether so many coins are too few, or too many, for a tile that is not closed."""
    least, there = box.tiles[s.row[slot]].min_bid, s.bidder[slot]
    if coins < least:
        return 402
    if slot < s.auction_row:
        if s.seats == 1 and coins != least:
            return 1502
        higher = there == NONE or is_higher(box, s, coins, s.players[s.seat], s.players[there])
        return ALLOWED if higher else 404
    price = least + box.conquest_surcharge
    if coins < price:
        return 405
    if coins > price and s.seats == 1:
        return 1502
    return 407 if coins > price and s.options.conquest_bid == ConquestBid.EXACT and not moving else ALLOWED


@rule
def is_higher(box: Box, s: State, coins: int, me: Player, other: Player) -> bool:
    """§4.4, §4.12, §4.13: bids compared in half coins."""
    return 2 * coins + halves_of(box, s, me) > 2 * int(other.bid) + halves_of(box, s, other)


@rule
def halves_of(box: Box, s: State, p: Player) -> int:
    owned = 0
    for place in range(p.tile_count):
        if box.tiles[p.tiles[place]].half_coin:
            owned += 1
    if owned > 1 and s.options.two_halves == TwoHalves.COUNT_ONCE:
        return 1
    return owned


@rule
def lacking(box: Box, needed_one: int, have_one: int, needed_two: int, have_two: int) -> int:
    """Luxury that two kinds of goods together ask for."""
    units = 0
    if needed_one > have_one:
        units += needed_one - have_one
    if needed_two > have_two:
        units += needed_two - have_two
    return units * box.luxury_exchange


@rule
def paying_forbids(box: Box, s: State, me: Player) -> int:
    if me.slot < 0:
        return 601
    tile = box.tiles[s.row[me.slot]]
    return 1201 if lacking(box, tile.cost_wood, me.wood, tile.cost_stone, me.stone) > me.luxury else ALLOWED


@rule
def marking_forbids(box: Box, me: Player) -> int:
    if me.slot < 0:
        return 601
    return ALLOWED if me.coins >= 1 or me.luxury >= box.luxury_exchange else 1203


@rule
def saving_forbids(box: Box, s: State, me: Player) -> int:
    if s.disaster == Disaster.EARTHQUAKE:
        luxury = lacking(box, 1, me.wood, 1, me.stone)
    else:
        luxury = lacking(box, 1, me.food, 1, me.coins)
    if luxury > 0 and s.options.luxury_in_disasters == LuxuryInDisasters.FORBIDDEN:
        return 1204
    return 1003 if luxury > me.luxury else ALLOWED


@rule
def feeding_forbids(box: Box, me: Player, extra: int) -> int:
    if extra > 0 and extra + me.food > me.population:
        return 1201
    return 1103 if extra * box.luxury_exchange > me.luxury else ALLOWED


@rule
def completing_forbids(box: Box, me: Player, place: int) -> int:
    if place >= me.tile_count or not me.marked >> place & 1:
        return 1104
    tile = box.tiles[me.tiles[place]]
    return 1201 if lacking(box, tile.cost_wood, me.wood, tile.cost_stone, me.stone) > me.luxury else ALLOWED


@rule
def discarding_forbids(box: Box, s: State, me: Player) -> int:
    if s.options.completing == Completing.MAY:
        return ALLOWED
    for place in range(me.tile_count):
        tile = box.tiles[me.tiles[place]]
        if me.marked >> place & 1 and tile.cost_wood <= me.wood and tile.cost_stone <= me.stone:
            return 1106
    return ALLOWED


@rule
def civilization_forbids(box: Box, s: State, civilization: int) -> int:
    if civilization >= box.civilization_count:
        return 1501
    return 1506 if s.options.used_civilizations >> civilization & 1 else ALLOWED
