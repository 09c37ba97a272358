"""§3 Revealing power cards, and what they bring."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import Box, Disaster
from petteia.games.peloponnes_card.options import DisastersStrike
from petteia.games.peloponnes_card.rules.common import FREELY, begin
from petteia.games.peloponnes_card.rules.disasters import begin_disaster
from petteia.games.peloponnes_card.rules.supply import begin_supply
from petteia.games.peloponnes_card.state import STRIKES, Happened, State, Step


@rule
def begin_round(s: State, news: News, number: int) -> None:
    s.round_number = number
    s.shown = 0
    s.supply = 0
    s.strike_count = 0
    s.struck = 0
    for i in range(STRIKES):
        s.strikes[i] = Disaster.NO
    for seat in range(s.seats):
        s.players[seat].slot = NONE
        s.players[seat].taken = NONE
    tell(news, Happened.ROUND, NONE, FREELY, number)
    begin(s, Step.REVEAL)


@rule
def reveal(box: Box, s: State, news: News) -> bool:
    """§3.1 to §3.5: the cards, then the disasters of the round, then its supply, then the bids."""
    while s.shown < box.cards_shown:
        moved = s.shown >= box.cards_moving_disasters
        if moved and s.options.disasters_strike == DisastersStrike.AT_ONCE and s.struck < s.strike_count:
            begin_disaster(s, news)
            return False
        turn_up(box, s, news)
    if s.struck < s.strike_count:
        begin_disaster(s, news)
    elif s.supply:
        s.supply = 0
        begin_supply(s, news, Step.REVEAL)
    else:
        begin(s, Step.BID)
    return False


@rule
def turn_up(box: Box, s: State, news: News) -> None:
    """§3.1: the next power card."""
    card = s.deck[s.drawn]
    slot = s.shown
    s.drawn += 1
    s.shown += 1
    s.reveals += 1
    s.row[slot] = card
    tell(news, Happened.REVEALED, NONE, FREELY, card, slot >= s.open_row)
    if box.cards[card].supply:
        s.supply = 1
    if slot < box.cards_moving_disasters:
        advance(box, s, news, box.cards[card].disaster)


@rule
def advance(box: Box, s: State, news: News, disaster: int) -> None:
    """§3.2, §3.3: a marker moves on; on its last field it brings the disaster, and stays."""
    if s.markers[disaster] == box.track_fields - 1:
        return
    s.markers[disaster] += 1
    last = s.markers[disaster] == box.track_fields - 1
    tell(news, Happened.MARKER, NONE, FREELY, disaster, s.markers[disaster] + 1, last)
    if last:
        s.strikes[s.strike_count] = disaster
        s.strike_count += 1
