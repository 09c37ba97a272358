"""What can be chosen in Peloponnes: generates the legal choices. Why something cannot be chosen stands in forbids.py,
written apart; fuzzing demands that the two agree."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.choices import GOODS, Chosen, choice_of
from petteia.games.peloponnes.options import Completing, ConquestBid
from petteia.games.peloponnes.rules.auction import lowest_bid, purse, suffices
from petteia.games.peloponnes.rules.solo import used
from petteia.games.peloponnes.rules.supply import can_complete, most_fed_by_luxury, must_complete_one
from petteia.games.peloponnes.state import State, Step


@large_rule
def legal(box: Box, s: State, out: Any) -> int:
    """Writes the ids of the legal choices, returns how many."""
    step = s.step
    if step == Step.AUCTION:
        return first_bids(box, s, out)
    if step == Step.DISPLACED:
        return displaced_bids(box, s, out)
    if step == Step.TAKE:
        out[0], out[1] = choice_of(Chosen.PAY), choice_of(Chosen.MARK)
        return 2
    if step == Step.PRODUCE:
        return span(out, 0, choice_of(Chosen.PRODUCE), len(GOODS))
    if step == Step.RESCUE:
        out[0], out[1] = choice_of(Chosen.SAVE), choice_of(Chosen.ABANDON)
        return 2
    if step == Step.FEED:
        return span(out, 0, choice_of(Chosen.FEED), most_fed_by_luxury(box, s.players[s.seat]) + 1)
    if step == Step.COMPLETE:
        return completions(box, s, out)
    if step == Step.CIVILIZATION:
        return civilizations(box, s, out)
    if step == Step.EXTRA_INCOME:
        return span(out, 0, choice_of(Chosen.INCOME), 3)
    return 0


@rule
def span(out: Any, n: int, first: int, count: int) -> int:
    """Writes `count` ids from `first` on."""
    for i in range(count):
        out[n + i] = first + i
    return n + count


@rule
def first_bids(box: Box, s: State, out: Any) -> int:
    """§4.1: pass, or any bid from the lowest to all one can lay down."""
    p = s.players[s.seat]
    highest = purse(box, p)
    out[0] = choice_of(Chosen.PASS)
    n = 1
    for slot in range(box.tiles_shown):
        lowest = lowest_bid(box, s, p, slot)
        if lowest <= highest:
            exact = s.seats == 1 or (s.options.conquest_bid == ConquestBid.EXACT and slot >= s.auction_row)
            n = span(out, n, choice_of(Chosen.BID, slot, lowest), 1 if exact else highest - lowest + 1)
    return n


@rule
def displaced_bids(box: Box, s: State, out: Any) -> int:
    """§4.8: withdraw, or move to a tile that the bid suffices for."""
    p = s.players[s.seat]
    out[0] = choice_of(Chosen.WITHDRAW)
    n = 1
    for slot in range(box.tiles_shown):
        if suffices(box, s, p, slot):
            out[n] = choice_of(Chosen.MOVE, slot)
            n += 1
    return n


@rule
def completions(box: Box, s: State, out: Any) -> int:
    """§11.6: complete what one can pay; give the rest up when nothing must be completed."""
    p = s.players[s.seat]
    n = 0
    for place in range(p.tile_count):
        if can_complete(box, p, place):
            out[n] = choice_of(Chosen.COMPLETE, place)
            n += 1
    if s.options.completing == Completing.MAY or not must_complete_one(box, p):
        out[n] = choice_of(Chosen.DISCARD)
        n += 1
    return n


@rule
def civilizations(box: Box, s: State, out: Any) -> int:
    """§15.6: those not used at an earlier level."""
    n = 0
    for civilization in range(box.civilization_count):
        if not used(s, civilization):
            out[n] = choice_of(Chosen.CIVILIZATION, civilization)
            n += 1
    return n
