"""§3 Revealing tiles."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.rules.common import FREELY, begin
from petteia.games.peloponnes.rules.supply import begin_supply
from petteia.games.peloponnes.state import Happened, State, Step


@rule
def begin_round(s: State, news: News, number: int) -> None:
    s.round_number = number
    s.shown = 0
    for seat in range(s.seats):
        s.players[seat].slot = NONE
        s.players[seat].taken = NONE
    tell(news, Happened.ROUND, NONE, FREELY, number)
    begin(s, Step.REVEAL)


@rule
def reveal(box: Box, s: State, news: News) -> bool:
    """§3.1, §3.2: five tiles one after another, interrupted by each supply symbol."""
    while s.shown < box.tiles_shown:
        tile = s.deck[s.drawn]
        conquest = s.shown >= s.auction_row
        s.row[s.shown] = tile
        s.shown += 1
        s.drawn += 1
        s.reveals += 1
        tell(news, Happened.REVEALED, NONE, FREELY, tile, conquest)
        if box.tiles[tile].supply:
            tell(news, Happened.SUPPLY, NONE, FREELY, tile)
            begin_supply(s, Step.REVEAL)
            return False
    begin(s, Step.AUCTION)
    return False
