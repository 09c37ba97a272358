"""What always holds in Peloponnes: coins, tiles and chits are conserved, nothing leaves its range.

The fuzzer asks after every choice, and a position that somebody wrote down is asked before it is played. Each check may
rely on those above it.
"""

from __future__ import annotations

import numpy as np

from petteia.engine.checking import Checks
from petteia.engine.compiling import rule
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import CHIT_KINDS, TABLE, Box, Disaster
from petteia.games.peloponnes.choices import HIGHEST_BID, MOST_FED, MOST_TILES, SLOTS
from petteia.games.peloponnes.options import Completing, LuxuryForFood, PopulationLimit
from petteia.games.peloponnes.rules.common import tile_bit
from petteia.games.peloponnes.rules.disasters import can_save, protected, threatened
from petteia.games.peloponnes.rules.income import free_production
from petteia.games.peloponnes.rules.supply import most_fed_by_luxury
from petteia.games.peloponnes.rules.taking import may_pay_or_mark
from petteia.games.peloponnes.state import MOST_SEATS, OUT, Player, State, Step

check = Checks()


@check("seats, step, turn or round out of range")
@rule
def table_in_range(box: Box, s: State) -> bool:
    choosing = s.step == Step.CIVILIZATION or s.step == Step.EXTRA_INCOME
    supplying = s.step == Step.FEED or s.step == Step.COMPLETE
    return (
        1 <= s.seats <= 5
        and Step.CIVILIZATION <= s.step <= Step.OVER
        and (s.after == Step.REVEAL or s.after == Step.SCORE or (s.after == Step.CIVILIZATION and not supplying))
        and 0 <= s.seat < s.seats
        and 0 <= s.turn <= s.seats
        and 0 <= s.asked <= 20
        and (0 if choosing else 1) <= s.round_number <= box.rounds
        and (not choosing or s.seats == 1)
        and 0 <= s.shown <= box.tiles_shown
        and 0 <= s.drawn <= box.rounds * box.tiles_shown
        and 0 <= s.turned <= box.rounds * box.chits_per_round
        and 0 <= s.auction_row <= box.tiles_shown
        and 0 <= s.disaster <= Disaster.BLANK
        and 0 <= s.options.solo_level <= 5
    )


@check("the turn order does not name each seat once")
@rule
def order_names_each_seat(s: State) -> bool:
    named = 0
    for i in range(s.seats):
        if not 0 <= s.order[i] < s.seats:
            return False
        named |= 1 << int(s.order[i])
    for i in range(s.seats, MOST_SEATS):
        if s.order[i] != NONE:
            return False
    return named == (1 << int(s.seats)) - 1


@check("a store, luxury, coins, bid or inhabitants out of range")
@rule
def players_in_range(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        choosing = s.step == Step.CIVILIZATION
        if not (0 <= p.civilization < box.civilization_count or (choosing and p.civilization == NONE)):
            return False
        if not (0 <= p.wood <= box.store_wood and 0 <= p.stone <= box.store_stone and 0 <= p.food <= box.store_food):
            return False
        if not (0 <= p.luxury < 2000 and 0 <= p.coins < 2000 and 0 <= p.bid <= HIGHEST_BID):
            return False
        to_come = box.rounds - max(s.round_number, 1) + (p.taken == NONE)
        most = MOST_TILES - to_come  # one more tile in each round to come
        if not (0 <= p.population <= MOST_FED and 0 <= p.tile_count <= most and OUT <= p.slot < SLOTS):
            return False
        if s.options.population_limit == PopulationLimit.TRACK_END and p.population > max(TABLE - 1, 0):
            return False
        if not (NONE <= p.taken < box.tile_count and 0 <= p.marked < 1 << int(p.tile_count)):
            return False
        for i in range(3):
            if not 0 <= p.extra[i] <= 10:
                return False
    return True


@check("coins of players, bids, marked buildings and bank do not add up")
@rule
def coins_add_up(s: State) -> bool:
    coins = int(s.bank)
    for seat in range(s.seats):
        p = s.players[seat]
        coins += p.coins + p.bid
        for place in range(p.tile_count):
            coins += p.marked >> place & 1
    return coins == HIGHEST_BID


@check("a tile is in two places, or in none")
@rule
def tiles_add_up(box: Box, s: State) -> bool:
    """Every tile turned up is in exactly one place: row, a player's tiles, or out of the game; the others in none."""
    turned_up, known = np.uint64(0), np.uint64(0)
    for i in range(box.rounds * box.tiles_shown):
        if not 0 <= s.deck[i] < box.tile_count or known & tile_bit(s.deck[i]):
            return False
        known |= tile_bit(s.deck[i])
        if i < s.drawn:
            turned_up |= tile_bit(s.deck[i])
    placed = np.uint64(s.gone)
    for slot in range(SLOTS):
        if s.row[slot] != NONE:
            if not 0 <= s.row[slot] < box.tile_count or placed & tile_bit(s.row[slot]):
                return False
            placed |= tile_bit(s.row[slot])
    for seat in range(s.seats):
        p = s.players[seat]
        for place in range(p.tile_count):
            if not 0 <= p.tiles[place] < box.tile_count or placed & tile_bit(p.tiles[place]):
                return False
            placed |= tile_bit(p.tiles[place])
    return bool(turned_up == placed)


@check("a marked tile that is no building of the player")
@rule
def marks_are_buildings(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        for place in range(p.tile_count):
            if p.marked >> place & 1 and box.tiles[p.tiles[place]].land:
                return False
    return True


@check("chits turned up do not match the counted ones")
@rule
def chits_match(box: Box, s: State) -> bool:
    for kind in range(CHIT_KINDS):
        seen = 0
        for i in range(s.turned):
            if s.chits[i] == kind:
                seen += 1
        if seen != s.struck[kind]:
            return False
    return s.turned <= s.round_number * box.chits_per_round


@check("chits of a kind are more or fewer than in the box")
@rule
def chits_complete(box: Box, s: State) -> bool:
    total = box.rounds * box.chits_per_round
    for kind in range(CHIT_KINDS):
        there = 0
        for i in range(total):
            if s.chits[i] == kind:
                there += 1
        if there > box.chits_of[kind] or (total == box.chit_count and there != box.chits_of[kind]):
            return False
    return True


@check("a bid does not lie where its owner says")
@rule
def bids_match(s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        if p.slot >= 0 and (s.bidder[p.slot] != seat or p.bid <= 0 or s.row[p.slot] == NONE):
            return False
        if p.slot < 0 and p.bid > 0 and not (s.step == Step.DISPLACED and s.seat == seat):
            return False
    for slot in range(SLOTS):
        if s.bidder[slot] != NONE:
            if not 0 <= s.bidder[slot] < s.seats or s.players[s.bidder[slot]].slot != slot:
                return False
    return True


@check("tiles turned up do not match rounds and row")
@rule
def row_matches(box: Box, s: State) -> bool:
    if s.step == Step.CIVILIZATION or s.step == Step.EXTRA_INCOME:
        return s.drawn == 0
    return s.drawn == (s.round_number - 1) * box.tiles_shown + s.shown


@check("a tile in a deck that is not its own")
@rule
def decks_apart(box: Box, s: State) -> bool:
    for deck in range(3):
        for i in range(box.deck_start[deck], box.deck_start[deck + 1]):
            if not 0 <= s.deck[i] < box.tile_count or box.tiles[s.deck[i]].deck != deck:
                return False
    return True


@check("lands that lie side by side have nothing in common")
@rule
def neighbours_match(box: Box, s: State) -> bool:
    """Lands match their neighbours, unless Barracks were there once or a tempest has closed a gap (§10.9)."""
    if s.struck[Disaster.TEMPEST] >= box.chits_for_disaster:
        return True
    for tile in range(box.tile_count):
        if box.tiles[tile].any_neighbour:
            for i in range(s.drawn):
                if s.deck[i] == tile:
                    return True
    for seat in range(s.seats):
        p = s.players[seat]
        last = NONE
        for place in range(p.tile_count):
            tile = p.tiles[place]
            if box.tiles[tile].land:
                if last != NONE and box.tiles[last].goods & box.tiles[tile].goods == 0:
                    return False
                last = tile
    return True


@check("the decision asked for is not one")
@rule
def decision_is_one(box: Box, s: State) -> bool:
    """Whoever is asked has something to choose."""
    if s.step == Step.OVER:
        return True
    p = s.players[s.seat]
    if s.step == Step.DISPLACED:
        return p.bid > 0 and p.slot == NONE and s.turn < s.seats
    if s.turn >= s.seats or s.order[s.turn] != s.seat:
        return False
    if s.step == Step.AUCTION:
        return p.slot == NONE
    if s.step == Step.TAKE:
        return p.slot >= 0 and may_pay_or_mark(box, p, box.tiles[s.row[p.slot]])
    if s.step == Step.PRODUCE:
        return s.asked < free_production(box, p)
    if s.step == Step.RESCUE:
        striking = s.disaster == Disaster.EARTHQUAKE or s.disaster == Disaster.TEMPEST
        if not striking or protected(box, p, s.disaster) or s.asked >= p.tile_count:
            return False
        return threatened(box, s, p.tiles[s.asked]) and can_save(box, s, p)
    if s.step == Step.FEED:
        return s.options.luxury_for_food != LuxuryForFood.MUST and most_fed_by_luxury(box, p) > 0
    if s.step == Step.COMPLETE:
        return completing_differs(box, s, p)
    return s.step == Step.CIVILIZATION or s.step == Step.EXTRA_INCOME


@rule
def completing_differs(box: Box, s: State, p: Player) -> bool:
    """§11.4 to §11.6: whether the marked buildings that are completed in the end can be these or those. Tries all sets
    of them, where the rules reckon."""
    ends = 0
    completed = int(p.marked)
    while completed >= 0:
        ends += can_end_with(box, s, p, completed)
        completed = (completed - 1) & int(p.marked) if completed > 0 else -1
    return ends > 1


@rule
def can_end_with(box: Box, s: State, p: Player, completed: int) -> bool:
    """Whether these marked buildings can be paid, and the others be given up then."""
    wood, stone = int(p.wood), int(p.stone)
    for place in range(p.tile_count):
        if completed >> place & 1:
            wood -= box.tiles[p.tiles[place]].cost_wood
            stone -= box.tiles[p.tiles[place]].cost_stone
    if (max(-wood, 0) + max(-stone, 0)) * box.luxury_exchange > p.luxury:
        return False
    given_up = int(p.marked) & ~completed
    for place in range(p.tile_count):
        tile = box.tiles[p.tiles[place]]
        payable = tile.cost_wood <= max(wood, 0) and tile.cost_stone <= max(stone, 0)
        if given_up >> place & 1 and payable and s.options.completing != Completing.MAY:
            return False
    return True


@check("half coins are not counted right")
@rule
def halves_counted(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        halves = 0
        for place in range(p.tile_count):
            halves += box.tiles[p.tiles[place]].half_coin
        if halves != p.half_coins:
            return False
    return True


@check("who has bid, passed or taken a tile does not fit the turn")
@rule
def turns_match(s: State) -> bool:
    """Those who have had their turn have a bid, are out, or have taken their tile; the others have not."""
    bidding = s.step == Step.AUCTION or s.step == Step.DISPLACED
    early = s.round_number == 0 or ((s.step == Step.FEED or s.step == Step.COMPLETE) and s.after == Step.REVEAL)
    for place in range(s.seats):
        seat = s.order[place]
        p = s.players[seat]
        if (bidding or early) and p.taken != NONE:
            return False
        if early and p.slot != NONE:
            return False
        if bidding:
            waiting = place > s.turn or (place == s.turn and s.step == Step.AUCTION)
            moving = s.step == Step.DISPLACED and seat == s.seat
            if (p.slot == NONE) != (waiting or moving) or (waiting and moving):
                return False
        elif s.step == Step.TAKE:
            if (p.slot == NONE and place >= s.turn) or (p.slot >= 0 and place < s.turn):
                return False
        elif p.slot >= 0:
            return False
    return True


flaw = check.flaw()
