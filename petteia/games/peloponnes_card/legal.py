"""What can be chosen in the card game: generates the legal choices. Why something cannot be chosen stands in
forbids.py, written apart; fuzzing demands that the two agree."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.games.peloponnes_card.box import FACE_COUNT, GRAIN, INHABITANT, Box
from petteia.games.peloponnes_card.choices import Chosen, choice_of
from petteia.games.peloponnes_card.options import ConquestBid, Feeding, Mortgaging
from petteia.games.peloponnes_card.rules.bids import lowest_bid, purse, suffices
from petteia.games.peloponnes_card.rules.common import LUXURY, drawable
from petteia.games.peloponnes_card.rules.disasters import COVER_ALL, can_be_struck, can_cover_with
from petteia.games.peloponnes_card.rules.paying import can_give
from petteia.games.peloponnes_card.rules.supply import can_desert, can_feed_with, can_redeem, can_tear_for_hunger
from petteia.games.peloponnes_card.rules.taking import can_mortgage_with, can_pay
from petteia.games.peloponnes_card.state import State, Step


@large_rule
def legal(box: Box, s: State, out: Any) -> int:
    """Writes the ids of the legal choices, returns how many."""
    step = s.step
    if step == Step.BID:
        return first_bids(box, s, out)
    if step == Step.PICK:
        return picks(s, out)
    if step == Step.DISPLACED:
        return displaced_bids(box, s, out)
    if step == Step.TAKE:
        return building(box, s, out)
    if step == Step.PAY:
        return payment(s, out)
    if step == Step.STRIKE:
        return strikes(box, s, out)
    if step == Step.COVER:
        return covers(s, out)
    if step == Step.FEED:
        return feeding(s, out)
    if step == Step.STARVE:
        return starving(box, s, out)
    if step == Step.REDEEM:
        return redeeming(box, s, out)
    return 0


@rule
def first_bids(box: Box, s: State, out: Any) -> int:
    """§4.1: pass, or any bid from the lowest to all one can lay down."""
    p = s.players[s.seat]
    highest = purse(s, p)
    out[0] = choice_of(Chosen.PASS)
    n = 1
    for slot in range(box.cards_shown):
        lowest = lowest_bid(box, s, p, slot)
        if lowest > highest:
            continue
        exact = s.options.conquest_bid == ConquestBid.EXACT and slot >= s.open_row
        for cards in range(lowest, (lowest if exact else highest) + 1):
            out[n] = choice_of(Chosen.BID, slot, cards)
            n += 1
    return n


@rule
def picks(s: State, out: Any) -> int:
    """§4.17: any face one holds, luxury, or the rest as usual."""
    p = s.players[s.seat]
    n = 0
    if p.filling:
        out[0] = choice_of(Chosen.DONE)
        return 1
    for face in range(FACE_COUNT):
        if p.hand[face] > 0:
            out[n] = choice_of(Chosen.PICK, face)
            n += 1
    if p.picked_luxury < drawable(s, p):
        out[n] = choice_of(Chosen.PICK, LUXURY)
        n += 1
    out[n] = choice_of(Chosen.DONE)
    return n + 1


@rule
def displaced_bids(box: Box, s: State, out: Any) -> int:
    """§4.8: take the bid back, or move to a card that it suffices for."""
    p = s.players[s.seat]
    out[0] = choice_of(Chosen.WITHDRAW)
    n = 1
    for slot in range(box.cards_shown):
        if suffices(box, s, p, slot):
            out[n] = choice_of(Chosen.MOVE, slot)
            n += 1
    return n


@rule
def building(box: Box, s: State, out: Any) -> int:
    """§6.3 to §6.5: pay, or mortgage with any card."""
    p = s.players[s.seat]
    n = 0
    if can_pay(box, s, p):
        out[0] = choice_of(Chosen.PAY)
        n = 1
        if s.options.mortgaging == Mortgaging.ONLY_IF_UNABLE:
            return n
    for what in range(FACE_COUNT + 1):
        if can_mortgage_with(s, p, what):
            out[n] = choice_of(Chosen.MORTGAGE, what)
            n += 1
    return n


@rule
def payment(s: State, out: Any) -> int:
    """§6.9: coin cards and luxury for what is short, one after another."""
    p = s.players[s.seat]
    n = 0
    for what in range(FACE_COUNT + 1):
        if can_give(s, p, what):
            out[n] = choice_of(Chosen.GIVE, what)
            n += 1
    out[n] = choice_of(Chosen.DONE)
    return n + 1


@rule
def strikes(box: Box, s: State, out: Any) -> int:
    """§10.4 to §10.6: which of the cards that a disaster could strike it strikes."""
    p = s.players[s.seat]
    n = 0
    for place in range(p.card_count):
        if can_be_struck(box, s, p, place):
            out[n] = choice_of(Chosen.STRIKE, place)
            n += 1
    return n


@rule
def covers(s: State, out: Any) -> int:
    """§10.2, §10.10: what is struck is covered with a coin card, or torn down."""
    p = s.players[s.seat]
    n = 0
    for what in range(FACE_COUNT + 1):
        if can_cover_with(s, p, what):
            out[n] = choice_of(Chosen.COVER, what)
            n += 1
    if s.alike != COVER_ALL:
        out[n] = choice_of(Chosen.TEAR)
        n += 1
    return n


@rule
def feeding(s: State, out: Any) -> int:
    """§9.4, §9.5: with coin cards that show grain and with luxury, no more than needed."""
    p = s.players[s.seat]
    n = 0
    if can_feed_with(p, GRAIN):
        out[n] = choice_of(Chosen.GIVE, GRAIN)
        n += 1
    if can_feed_with(p, LUXURY):
        out[n] = choice_of(Chosen.GIVE, LUXURY)
        n += 1
    if n == 0 or s.options.feeding != Feeding.AS_MANY_AS_POSSIBLE:
        out[n] = choice_of(Chosen.DONE)
        n += 1
    return n


@rule
def starving(box: Box, s: State, out: Any) -> int:
    """§9.6, §9.7: what can be given up or torn down for those who are not fed."""
    p = s.players[s.seat]
    n = 0
    if p.hand[INHABITANT] > 0:
        out[n] = choice_of(Chosen.GIVE, INHABITANT)
        n += 1
    for place in range(p.card_count):
        if can_tear_for_hunger(box, s, p, place):
            out[n] = choice_of(Chosen.ABANDON, place)
            n += 1
    if can_desert(box, s, p):
        out[n] = choice_of(Chosen.DESERT)
        n += 1
    return n


@rule
def redeeming(box: Box, s: State, out: Any) -> int:
    """§9.9, §9.11: which mortgaged buildings can be redeemed."""
    p = s.players[s.seat]
    n = 0
    for place in range(p.card_count):
        if can_redeem(box, s, p, place):
            out[n] = choice_of(Chosen.REDEEM, place)
            n += 1
    out[n] = choice_of(Chosen.DONE)
    return n + 1
