"""What can be chosen in Poseidon: generates the legal choices. Why something cannot be chosen stands in forbids.py,
written apart; fuzzing demands that the two agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine import bits, sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box, Card
from petteia.games.poseidon.choices import (
    FROM_HOME,
    FROM_NEW_HOME,
    MOST_MERCHANTS,
    MOST_NATIONS,
    MOST_SHIPS,
    Chosen,
    choice_of,
)
from petteia.games.poseidon.rules.common import owner_of
from petteia.games.poseidon.rules.discovery import can_post, can_settle, sea_ways
from petteia.games.poseidon.rules.exploration import can_use_for
from petteia.games.poseidon.rules.forced import can_sell_now
from petteia.games.poseidon.rules.founding import can_put_up, can_set, most_taken
from petteia.games.poseidon.rules.league import can_be_doubled, can_use_league_now, markable
from petteia.games.poseidon.rules.market import (
    can_be_bought,
    can_be_founded,
    can_buy_now,
    can_found_now,
    can_sell,
    least_taken,
)
from petteia.games.poseidon.rules.phases import most_issued
from petteia.games.poseidon.rules.revenue import can_double, fleet_ways, totals
from petteia.games.poseidon.rules.ships import (
    can_ask,
    can_ask_for,
    can_buy_ship,
    can_end,
    can_hand_in,
    can_offer_now,
    lowest_price,
    money_for_offers,
    must_be_forced,
    next_endless,
)
from petteia.games.poseidon.state import State, Step


@large_rule
def legal(box: Box, s: State, out: Any) -> int:
    """Writes the ids of the legal choices, returns how many."""
    step = s.step
    if step == Step.DISCOVER:
        return discoveries(box, s, out)
    if step == Step.SAIL:
        return sets.write(fleet_ways(box, s), out, one(out, Chosen.DONE), choice_of(Chosen.STEP))
    if step == Step.SHIPS:
        return ships(box, s, out)
    if step == Step.FLEET:
        return runs(box, s, out)
    if step == Step.TURN:
        return trades(box, s, out)
    if step == Step.PURSE:
        return or_decline(out, Chosen.PURSE)
    if step == Step.POSEIDON:
        return or_decline(out, Chosen.POSEIDON)
    if step == Step.DONATE:
        return or_decline(out, Chosen.DONATE)
    if step == Step.ANSWER:
        return or_decline(out, Chosen.ACCEPT)
    if step == Step.CROWN:
        return or_decline(out, Chosen.CROWN)
    if step == Step.ISSUE:
        return amounts(out, Chosen.ISSUE, 0, most_issued(box, s, s.issuer))
    if step == Step.POWERS:
        return powers(box, s, out)
    return founding_and_the_rest(box, s, out)


@rule
def one(out: Any, kind: int) -> int:
    out[0] = choice_of(kind)
    return 1


@rule
def or_decline(out: Any, kind: int) -> int:
    out[0] = choice_of(kind)
    out[1] = choice_of(Chosen.DECLINE)
    return 2


@rule
def amounts(out: Any, kind: int, least: int, most: int) -> int:
    """Every amount from the least to the most."""
    n = 0
    for amount in range(least, most + 1):
        out[n] = choice_of(kind, amount)
        n += 1
    return n


@large_rule
def leagues(box: Box, s: State, out: Any, n: int) -> int:
    """The Delian League, for whoever may use it beside other things."""
    if can_use_league_now(box, s):
        for nation in range(MOST_NATIONS):
            if can_be_doubled(box, s, nation):
                out[n] = choice_of(Chosen.LEAGUE, nation)
                n += 1
    return n


@large_rule
def founding_and_the_rest(box: Box, s: State, out: Any) -> int:
    step, n = s.step, 0
    if step == Step.CARD:
        return bits.write(np.uint64(s.offered), out, 0, choice_of(Chosen.CARD))
    if step == Step.PRESTIGE:
        for space in range(box.track_count):
            if can_set(box, s, space):
                out[n] = choice_of(Chosen.PRESTIGE, space)
                n += 1
    elif step == Step.MERCHANTS:
        for merchants in range(1, MOST_MERCHANTS + 1):
            if can_put_up(box, s, merchants):
                out[n] = choice_of(Chosen.MERCHANTS, merchants)
                n += 1
    elif step == Step.TAKE:
        return amounts(out, Chosen.TAKE, least_taken(box, s.count), most_taken(box, s))
    elif step == Step.HUNDREDS:
        return amounts(out, Chosen.HUNDREDS, lowest_price(s) // 100, money_for_offers(s) // 100)
    elif step == Step.DRACHMAS:
        least, most = max(lowest_price(s) - s.price, 0), min(money_for_offers(s) - s.price, 99)
        return amounts(out, Chosen.DRACHMAS, least, most)
    elif step == Step.FORCED:
        for nation in range(MOST_NATIONS):
            for merchants in range(1, can_sell_now(box, s, nation) + 1):
                out[n] = choice_of(Chosen.SELL, nation, merchants)
                n += 1
    elif step == Step.MARK:
        return sets.write(markable(box, s, s.league_nation), out, 0, choice_of(Chosen.MARK))
    return n


@large_rule
def trades(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, one(out, Chosen.DONE))
    founding, buying = can_found_now(box, s), can_buy_now(box, s)
    for nation in range(box.nation_count):
        if founding and can_be_founded(box, s, nation):
            out[n] = choice_of(Chosen.FOUND, nation)
            n += 1
        if buying and can_be_bought(box, s, nation):
            out[n] = choice_of(Chosen.BUY, nation)
            n += 1
        for merchants in range(1, can_sell(box, s, nation) + 1):
            out[n] = choice_of(Chosen.SELL, nation, merchants)
            n += 1
    return n


@large_rule
def powers(box: Box, s: State, out: Any) -> int:
    n = one(out, Chosen.DECLINE)
    for nation in range(MOST_NATIONS):
        if s.card == Card.LEAGUE:
            if can_be_doubled(box, s, nation):
                out[n] = choice_of(Chosen.LEAGUE, nation)
                n += 1
        elif can_use_for(box, s, nation):
            out[n] = choice_of(Chosen.ARCHON if s.card == Card.ARCHON else Chosen.CULTURE, nation)
            n += 1
    return n


@large_rule
def discoveries(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, one(out, Chosen.DONE))
    n = sets.write(sea_ways(box, s), out, n, choice_of(Chosen.MOVE))
    touched = sets.of(s.touched)
    while not sets.is_empty(touched):
        place, touched = sets.first(touched), sets.rest(touched)
        if can_post(box, s, place):
            out[n] = choice_of(Chosen.POST, place)
            n += 1
        if can_settle(box, s, place):
            out[n] = choice_of(Chosen.NEW_HOME, place)
            n += 1
    return n


@large_rule
def runs(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, one(out, Chosen.HOME))
    n = bits.write(np.uint64(totals(box, s)), out, n, choice_of(Chosen.BEST))
    out[n] = choice_of(Chosen.SAIL, FROM_HOME)
    n += 1
    if s.nations[s.nation].new_home != NONE:
        out[n] = choice_of(Chosen.SAIL, FROM_NEW_HOME)
        n += 1
    if can_double(box, s) and owner_of(s, Card.POSEIDON) == s.seat:
        out[n] = choice_of(Chosen.POSEIDON)
        n += 1
    return n


@large_rule
def ships(box: Box, s: State, out: Any) -> int:
    n = leagues(box, s, out, 0)
    if can_end(box, s):
        out[n] = choice_of(Chosen.DONE)
        n += 1
    if must_be_forced(box, s):
        out[n] = choice_of(Chosen.FORCE)
        n += 1
    if can_buy_ship(box, s):
        out[n] = choice_of(Chosen.SHIP)
        n += 1
    endless = next_endless(box, s)
    if endless != NONE:
        for ship in range(MOST_SHIPS):
            if can_hand_in(box, s, endless, ship):
                out[n] = choice_of(Chosen.TRADE, ship)
                n += 1
    if can_offer_now(box, s):
        for nation in range(MOST_NATIONS):
            if can_ask(s, nation):
                for ship in range(MOST_SHIPS):
                    if can_ask_for(s, nation, ship):
                        out[n] = choice_of(Chosen.OFFER, nation, ship)
                        n += 1
    return n
