"""What the table tells its players besides the view, asked of the rules: how points stand, what is produced, who is
protected, and what would become of the cards on offer."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from petteia.engine.compiling import driver, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import DISASTERS, STONE, WOOD, Box
from petteia.games.peloponnes_card.choices import SLOTS
from petteia.games.peloponnes_card.rules.bids import discount, halves, lowest_bid, purse, suffices
from petteia.games.peloponnes_card.rules.common import coins_left, inhabitants, luxury_limit, production, short
from petteia.games.peloponnes_card.rules.disasters import protected
from petteia.games.peloponnes_card.rules.income import round_income
from petteia.games.peloponnes_card.rules.score import sums
from petteia.games.peloponnes_card.rules.taking import shortage
from petteia.games.peloponnes_card.state import State, Step
from petteia.match import Match


class Outlook(IntEnum):
    """What a bid on a card would lead to."""

    FINE = 0  # or nothing can be bid on it anyway
    MORTGAGED = 1  # §6.4: even with the best cards kept it cannot be paid for at once
    LOST = 2  # §6.6: it can be neither paid nor mortgaged


_OUTLOOKS = list(Outlook)


def outlooks(match: Match) -> list[Outlook]:
    """Of each card on offer, for the player who decides about his bid; all is fine where nobody does. It goes by his
    own hand, so it is for his eyes only."""
    if int(match.facts["step"]) not in (Step.BID, Step.DISPLACED):
        return [Outlook.FINE] * SLOTS
    found = np.zeros(SLOTS, np.int64)
    _write_outlooks(match.box.record, match.array, found)
    return [_OUTLOOKS[value] for value in found.tolist()]


@driver
def _write_outlooks(box: Any, s: Any, out: Any) -> None:
    for slot in range(box[0].cards_shown):
        out[slot] = outlook(box[0], s[0], slot)


@rule
def outlook(box: Box, s: State, slot: int) -> int:
    """Thinks of the least bid, made of cards that the building does not need as far as possible."""
    p = s.players[s.seat]
    if s.row[slot] == NONE or box.cards[s.row[slot]].land:
        return Outlook.FINE
    bid = 0  # what a displaced bid consists of is gone from the hand already
    if s.step == Step.BID:
        bid = lowest_bid(box, s, p, slot)
        if bid > purse(s, p):
            return Outlook.FINE
    elif not suffices(box, s, p, slot):
        return Outlook.FINE
    luxury = p.luxury - short(bid, p.hand_count)
    kept = short(p.hand_count, bid)
    wood, stone = shortage(box, p, box.cards[s.row[slot]])
    fitting = min(p.hand[WOOD], wood) + min(p.hand[STONE], stone)
    if wood + stone <= min(fitting, kept) + luxury:
        return Outlook.FINE
    return Outlook.MORTGAGED if kept > 0 or min(luxury, coins_left(s)) > 0 else Outlook.LOST


class Mat(NamedTuple):
    """What a player's cards come to, as far as it lies open to all; at the end with his hand."""

    power: int  # §13.2: points as they stand
    population: int  # §13.1
    inhabitants: int  # §7.4: on cards and civilization
    production: dict[str, int]  # §6.7
    income: dict[str, int]  # §7.4, §7.5: what the next round brings
    symbols: list[int]  # §11.2: of each disaster
    protected: list[bool]  # §11.1, §11.2: from each disaster
    luxury_limit: int  # §8.2
    halves: int  # §4.12
    discount: int  # §4.14


def mats(match: Match, seat: int | None = None) -> list[Mat]:
    """Of every player. Asked of what a seat (None: a spectator) sees, so that nothing hidden can be in it: points are
    without the hands that it cannot see."""
    count = len(DISASTERS)
    found = np.zeros((match.seats, 11 + 2 * count), np.int64)
    _write_mats(match.box.record, match.redacted(seat), found)
    return [
        Mat(
            power,
            population,
            people,
            {"wood": wood, "stone": stone, "grain": grain},
            {"coins": coins, "luxury": luxury},
            rest[:count],
            [shield != 0 for shield in rest[count:]],
            limit,
            half,
            less,
        )
        for power, population, people, wood, stone, grain, coins, luxury, limit, half, less, *rest in found.tolist()
    ]


@driver
def _write_mats(box: Any, s: Any, out: Any) -> None:
    for seat in range(len(out)):
        p = s[0].players[seat]
        row = out[seat]
        row[0], row[1] = sums(box[0], s[0], seat)
        row[2] = inhabitants(box[0], s[0], p)
        row[3], row[4], row[5] = production(box[0], p)
        row[6], row[7] = round_income(box[0], s[0], p)
        row[8] = luxury_limit(box[0], p)
        row[9] = halves(box[0], p)
        row[10] = discount(box[0], p)
        for disaster in range(len(DISASTERS)):
            symbols = 0 if p.civilization_torn else box[0].civilizations[p.civilization].symbols[disaster]
            for place in range(p.card_count):
                if box[0].cards[p.cards[place]].disaster == disaster:
                    symbols += 1
            row[11 + disaster] = symbols
            row[11 + len(DISASTERS) + disaster] = protected(box[0], s[0], p, disaster)
