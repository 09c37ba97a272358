"""§4 Merchant rounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.compiling import large_rule, rule, wraparound_rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import EXPLORATION, Box
from petteia.games.poseidon.choices import MOST_MERCHANTS, MOST_NATIONS
from petteia.games.poseidon.options import DiscardOpens, KingSells, Rebuy
from petteia.games.poseidon.rules.common import (
    FORCED,
    FREELY,
    founded,
    merchants_of,
    next_ship,
    price_of,
)
from petteia.games.poseidon.rules.league import can_use_league_now
from petteia.games.poseidon.rules.phases import open_phase, phase_opened_by
from petteia.games.poseidon.rules.prestige import drop
from petteia.games.poseidon.state import MOST_TURNS, PAST, Happened, State, Step

BOUGHT, SOLD = 1, 2  # bits of `did`


@large_rule
def begin_round(box: Box, s: State, news: News) -> bool:
    """§1.3: the next round, or the end after the last."""
    s.round_number += 1
    if s.round_number == box.round_count:
        s.step = Step.SCORE
        return False
    number = 0
    for i in range(s.round_number + 1):
        number += box.rounds[i] == box.rounds[s.round_number]
    s.acted = 0
    if box.rounds[s.round_number] == EXPLORATION:
        tell(news, Happened.EXPLORATION, NONE, FREELY, number)
        s.card = 0
        s.step = Step.POWERS
        return False
    tell(news, Happened.MARKET, s.starter, FREELY, number)
    s.passed = 0
    s.past_count = 0
    s.step = Step.TURN
    begin_turn(s, news, s.starter)
    return False


@large_rule
def begin_turn(s: State, news: News, seat: int) -> None:
    """§4.2; where the option `rebuy` allows going round in circles, one that closes ends the round (§4.9)."""
    s.seat = seat
    s.did = 0
    s.dropped = 0
    if s.options.rebuy != Rebuy.ALLOWED:
        return
    now = fingerprint(s)
    for i in range(min(int(s.past_count), PAST)):
        if s.past[i] == now:
            end_by_repetition(s, news)
            return
    if s.past_count == MOST_TURNS:
        end_by_repetition(s, news)
        return
    s.past[s.past_count % PAST] = now
    s.past_count += 1


@rule
def end_by_repetition(s: State, news: News) -> None:
    tell(news, Happened.REPEATED, NONE, FREELY)
    close_market(s)


@wraparound_rule
def fingerprint(s: State) -> Any:
    """A number for who is on and what everybody has; the rest does not change without a new beginning."""
    mixed = np.uint64(0x9E3779B97F4A7C15) * np.uint64(s.seat + 1)
    for seat in range(s.seats):
        p = s.players[seat]
        mixed = (mixed ^ np.uint64(p.cash)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
        for nation in range(MOST_NATIONS):
            mixed = (mixed ^ np.uint64(p.merchants[nation])) * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(31)
    return mixed


@rule
def trading(box: Box, s: State, news: News) -> bool:
    """§4.2: asks, unless passing is all that is left."""
    if something_to_trade(box, s):
        return True
    end_turn(s, news, FORCED)
    return False


@large_rule
def something_to_trade(box: Box, s: State) -> bool:
    for nation in range(box.nation_count):
        if can_sell(box, s, nation) > 0:
            return True
    founding, buying = can_found_now(box, s), can_buy_now(box, s)
    for nation in range(box.nation_count):
        if (buying and can_be_bought(box, s, nation)) or (founding and can_be_founded(box, s, nation)):
            return True
    return can_use_league_now(box, s)


@large_rule
def can_sell(box: Box, s: State, nation: int) -> int:
    """§4.6, §4.7, §4.8: how many merchants of a nation the player may sell."""
    held = int(s.players[s.seat].merchants[nation])
    if held > 0 and s.nations[nation].king == s.seat:
        if s.fresh >> nation & 1:
            return 0
        held -= box.crown_merchants
    return min(max(held, 0), MOST_MERCHANTS)


@rule
def can_buy_now(box: Box, s: State) -> bool:
    """§4.4, §4.5: whether turn and limit allow a merchant. (It is the same for all nations, so it is asked once.)"""
    return bool(not s.did & BOUGHT and merchants_of(s, s.seat) < box.limit[s.seats])


@rule
def can_be_bought(box: Box, s: State, nation: int) -> bool:
    """§4.4, §4.8, §4.9: whether there is a merchant of a nation, and money and what was sold before allow it."""
    if not founded(s, nation) or s.nations[nation].pool == 0:
        return False
    p = s.players[s.seat]
    if s.fresh >> nation & 1 and s.nations[nation].king == s.seat:
        return False
    if p.sold >> nation & 1 and s.options.rebuy != Rebuy.ALLOWED:
        return False
    return bool(p.cash >= price_of(box, s, nation))


@rule
def can_found_now(box: Box, s: State) -> bool:
    """§5.1, §5.2: whether the player could found a nation at the lowest prestige, with the fewest merchants."""
    least = least_taken(box, fewest_merchants(box))
    if s.did & BOUGHT or s.players[s.seat].cash < least * box.track[0]:
        return False
    return bool(box.limit[s.seats] - merchants_of(s, s.seat) >= least)


@rule
def can_be_founded(box: Box, s: State, nation: int) -> bool:
    """§5.1: whether a nation of this map is still to be founded."""
    return not founded(s, nation) and bool(box.maps[s.map].nations >> nation & 1)


@rule
def fewest_merchants(box: Box) -> int:
    """§5.4: an odd number."""
    return int(box.least_merchants) | 1


@rule
def least_taken(box: Box, merchants: int) -> int:
    """§5.6: half of them, rounded up, and never less than lie on the king's card."""
    return max((int(merchants) + 1) // 2, int(box.crown_merchants))


@large_rule
def buy(box: Box, s: State, news: News, nation: int) -> None:
    """§4.4: a merchant out of the pool, for the prestige of its nation."""
    p, price = s.players[s.seat], price_of(box, s, nation)
    p.cash -= price
    p.merchants[nation] += 1
    s.nations[nation].pool -= 1
    s.did |= BOUGHT
    tell(news, Happened.BOUGHT, s.seat, FREELY, nation, price)


@large_rule
def sell(box: Box, s: State, news: News, nation: int, merchants: int, forced: int) -> None:
    """§4.6, §6.2: all at the same price; if the seller is king, the prestige drops then, once in a turn (or with each
    sale, by the option `king_sells`)."""
    p, money = s.players[s.seat], merchants * price_of(box, s, nation)
    p.cash += money
    p.merchants[nation] -= merchants
    s.nations[nation].pool += merchants
    tell(news, Happened.SOLD, s.seat, forced, nation, merchants, money)
    if s.nations[nation].king == s.seat and not s.dropped >> nation & 1:
        if s.options.king_sells != KingSells.EACH:
            s.dropped |= 1 << nation
        if s.nations[nation].prestige > 0:  # §4.9: only a marker that moves is a new beginning
            s.past_count = 0
        drop(s, news, nation, Happened.DROPPED)


@rule
def sell_in_turn(box: Box, s: State, news: News, nation: int, merchants: int) -> None:
    sell(box, s, news, nation, merchants, FREELY)
    s.players[s.seat].sold |= 1 << nation
    s.did |= SOLD


@large_rule
def end_turn(s: State, news: News, forced: int) -> None:
    """§4.3: the next player is on; the round ends when all have passed in a row."""
    if s.did == 0:
        s.passed += 1
        tell(news, Happened.PASSED, s.seat, forced)
    else:
        s.passed = 0
    if s.passed == s.seats:
        close_market(s)
    else:
        begin_turn(s, news, (s.seat + 1) % s.seats)


@large_rule
def close_market(s: State) -> None:
    """§7.1: after the last turn the kings are looked at."""
    s.fresh = 0
    s.did = 0
    s.dropped = 0
    s.passed = 0
    s.past_count = 0
    for i in range(PAST):
        s.past[i] = 0
    for seat in range(s.seats):
        s.players[seat].sold = 0
    s.acted = 0
    s.asked = 0
    s.step = Step.CROWN


@large_rule
def end_market(box: Box, s: State, news: News) -> None:
    """§4.11, §4.12: a ship leaves, the start player's card moves on."""
    s.acted = 0
    s.nation = NONE
    s.starter = (s.starter + 1) % s.seats
    tell(news, Happened.STARTER, s.starter, FREELY)
    s.step = Step.ROUND
    ship = next_ship(box, s)
    if box.ship_leaves[s.round_number] and ship != NONE:
        s.bank[ship] -= 1
        tell(news, Happened.SHIP_LEAVES, NONE, FREELY, ship)
        if s.options.discard_opens == DiscardOpens.YES and phase_opened_by(box, s, ship) != NONE:
            open_phase(s, news, phase_opened_by(box, s, ship), Step.ROUND)
