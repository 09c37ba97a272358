"""What the table shows besides the state, answered by the rules: how points stand, what is produced, and what would
become of the cards on offer."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from petteia.engine.compiling import driver, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import DISASTERS, STONE, WOOD, Box
from petteia.games.peloponnes_card.rules.bids import discount, halves, lowest_bid, purse, suffices
from petteia.games.peloponnes_card.rules.common import coins_left, inhabitants, luxury_limit, production, short
from petteia.games.peloponnes_card.rules.disasters import protected
from petteia.games.peloponnes_card.rules.income import round_income
from petteia.games.peloponnes_card.rules.score import sums
from petteia.games.peloponnes_card.rules.taking import shortage
from petteia.games.peloponnes_card.state import State, Step


class Outlook(IntEnum):
    """What a bid on a card would lead to."""

    FINE = 0  # or nothing can be bid on it anyway
    MORTGAGED = 1  # §6.4: even with the best cards kept it cannot be paid for at once
    LOST = 2  # §6.6: it can be neither paid nor mortgaged


@driver
def write_outlooks(box: Any, s: Any, out: Any) -> None:
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


@driver
def write_mats(box: Any, s: Any, out: Any) -> None:
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
