"""What can be chosen in Poseidon: generates the legal choices. Why something cannot be chosen stands in forbids.py,
written apart; fuzzing demands that the two agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine import bits
from petteia.engine.bits import U64
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.poseidon import choices
from petteia.games.poseidon.box import WORDS, Box, Card
from petteia.games.poseidon.choices import MOST_MERCHANTS, MOST_NATIONS, MOST_SHIPS
from petteia.games.poseidon.rules.common import owner_of
from petteia.games.poseidon.rules.discovery import can_post, can_settle, sea_ways
from petteia.games.poseidon.rules.exploration import can_use_for
from petteia.games.poseidon.rules.forced import can_sell_now
from petteia.games.poseidon.rules.founding import can_put_up, can_set, most_taken
from petteia.games.poseidon.rules.league import can_be_doubled, can_use_league_now, markable
from petteia.games.poseidon.rules.market import can_buy, can_found, can_sell, least_taken
from petteia.games.poseidon.rules.phases import most_issued
from petteia.games.poseidon.rules.revenue import can_double, fleet_ways, totals
from petteia.games.poseidon.rules.ships import (
    can_buy_ship,
    can_end,
    can_offer,
    can_trade,
    lowest_price,
    money_for_offers,
    must_be_forced,
)
from petteia.games.poseidon.state import State, Step


@apart
def legal(box: Box, s: State, out: Any) -> int:
    """Writes the ids of the legal choices, returns how many."""
    step = s.step
    if step == Step.DISCOVER:
        return discoveries(box, s, out)
    if step == Step.SAIL:
        return places(fleet_ways(box, s, 0), fleet_ways(box, s, 1), out, one(out, choices.DONE), choices.STEP)
    if step == Step.SHIPS:
        return ships(box, s, out)
    if step == Step.FLEET:
        return runs(box, s, out)
    if step == Step.TURN:
        return trades(box, s, out)
    if step == Step.PURSE:
        return or_decline(out, choices.PURSE)
    if step == Step.POSEIDON:
        return or_decline(out, choices.POSEIDON)
    if step == Step.DONATE:
        return or_decline(out, choices.DONATE)
    if step == Step.ANSWER:
        return or_decline(out, choices.ACCEPT)
    if step == Step.CROWN:
        return or_decline(out, choices.CROWN)
    if step == Step.ISSUE:
        return numbers(out, choices.ISSUE, 0, most_issued(box, s, s.issuer))
    if step == Step.POWERS:
        return powers(box, s, out)
    return founding_and_the_rest(box, s, out)


@rule
def one(out: Any, choice: int) -> int:
    out[0] = choice
    return 1


@rule
def or_decline(out: Any, choice: int) -> int:
    out[0] = choice
    out[1] = choices.DECLINE
    return 2


@rule
def numbers(out: Any, first: int, least: int, most: int) -> int:
    """`first` and more for every number from the least to the most."""
    n = 0
    for number in range(least, most + 1):
        out[n] = first + number
        n += 1
    return n


@rule
def places(low: U64, high: U64, out: Any, n: int, first: int) -> int:
    return bits.write(high, out, bits.write(low, out, n, first), first + 64)


@apart
def leagues(box: Box, s: State, out: Any, n: int) -> int:
    """The Delian League, for whoever may use it beside other things."""
    if can_use_league_now(box, s):
        for nation in range(MOST_NATIONS):
            if can_be_doubled(box, s, nation):
                out[n] = choices.LEAGUE + nation
                n += 1
    return n


@apart
def founding_and_the_rest(box: Box, s: State, out: Any) -> int:
    step, n = s.step, 0
    if step == Step.CARD:
        return bits.write(np.uint64(s.offered), out, 0, choices.CARD)
    if step == Step.PRESTIGE:
        for space in range(box.track_count):
            if can_set(box, s, space):
                out[n] = choices.PRESTIGE + space
                n += 1
    elif step == Step.MERCHANTS:
        for merchants in range(1, MOST_MERCHANTS + 1):
            if can_put_up(box, s, merchants):
                out[n] = choices.MERCHANTS + merchants - 1
                n += 1
    elif step == Step.TAKE:
        return numbers(out, choices.TAKE - 1, least_taken(box, s.count), most_taken(box, s))
    elif step == Step.HUNDREDS:
        return numbers(out, choices.HUNDREDS, lowest_price(s) // 100, money_for_offers(s) // 100)
    elif step == Step.DRACHMAS:
        least, most = max(lowest_price(s) - s.price, 0), min(money_for_offers(s) - s.price, 99)
        return numbers(out, choices.DRACHMAS, least, most)
    elif step == Step.FORCED:
        for nation in range(MOST_NATIONS):
            for merchants in range(can_sell_now(box, s, nation)):
                out[n] = choices.SELL + nation * MOST_MERCHANTS + merchants
                n += 1
    elif step == Step.MARK:
        low, high = markable(box, s, s.league_nation, 0), markable(box, s, s.league_nation, 1)
        return places(low, high, out, 0, choices.MARK)
    return n


@apart
def trades(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, one(out, choices.DONE))
    for nation in range(box.nation_count):
        if can_found(box, s, nation):
            out[n] = choices.FOUND + nation
            n += 1
        if can_buy(box, s, nation):
            out[n] = choices.BUY + nation
            n += 1
        for merchants in range(can_sell(box, s, nation)):
            out[n] = choices.SELL + nation * MOST_MERCHANTS + merchants
            n += 1
    return n


@apart
def powers(box: Box, s: State, out: Any) -> int:
    n = one(out, choices.DECLINE)
    for nation in range(MOST_NATIONS):
        if s.card == Card.LEAGUE:
            if can_be_doubled(box, s, nation):
                out[n] = choices.LEAGUE + nation
                n += 1
        elif can_use_for(box, s, nation):
            out[n] = (choices.ARCHON if s.card == Card.ARCHON else choices.CULTURE) + nation
            n += 1
    return n


@apart
def discoveries(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, one(out, choices.DONE))
    n = places(sea_ways(box, s, 0), sea_ways(box, s, 1), out, n, choices.MOVE)
    for word in range(WORDS):
        rest = s.touched[word]
        while rest != np.uint64(0):
            place = 64 * word + bits.lowest(rest)
            rest = bits.without_lowest(rest)
            if can_post(box, s, place):
                out[n] = choices.POST + place
                n += 1
            if can_settle(box, s, place):
                out[n] = choices.NEW_HOME + place
                n += 1
    return n


@apart
def runs(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, one(out, choices.HOME))
    n = bits.write(np.uint64(totals(box, s)), out, n, choices.BEST)
    out[n] = choices.SAIL
    n += 1
    if s.nations[s.nation].new_home != NONE:
        out[n] = choices.SAIL + 1
        n += 1
    if can_double(box, s) and owner_of(s, Card.POSEIDON) == s.seat:
        out[n] = choices.POSEIDON
        n += 1
    return n


@apart
def ships(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, 0)
    if can_end(box, s):
        out[n] = choices.DONE
        n += 1
    if must_be_forced(box, s):
        out[n] = choices.FORCE
        n += 1
    if can_buy_ship(box, s):
        out[n] = choices.SHIP
        n += 1
    for ship in range(MOST_SHIPS):
        if can_trade(box, s, ship):
            out[n] = choices.TRADE + ship
            n += 1
    for nation in range(MOST_NATIONS):
        for ship in range(MOST_SHIPS):
            if can_offer(box, s, nation, ship):
                out[n] = choices.OFFER + nation * MOST_SHIPS + ship
                n += 1
    return n
