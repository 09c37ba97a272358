"""§7 Change of king."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.rules.common import FREELY, next_in_order
from petteia.games.poseidon.rules.market import end_market
from petteia.games.poseidon.state import Happened, State


@large_rule
def looking_at_kings(box: Box, s: State, news: News) -> bool:
    """§7.1: nation by nation; asks whoever holds more than the king."""
    nation = next_in_order(s, s.acted)
    while nation != NONE:
        claimant = next_claimant(s, nation)
        if claimant != NONE:
            s.nation = nation
            s.seat = claimant
            return True
        s.acted |= 1 << nation
        s.asked = 0
        nation = next_in_order(s, s.acted)
    end_market(box, s, news)
    return False


@large_rule
def next_claimant(s: State, nation: int) -> int:
    """§7.2: of those who hold more than the king and were not asked, who holds most; the first clockwise from the
    king among equals."""
    king = s.nations[nation].king
    found, most = NONE, int(s.players[king].merchants[nation])
    for i in range(1, s.seats):
        seat = (king + i) % s.seats
        held = int(s.players[seat].merchants[nation])
        if held > most and not s.asked >> seat & 1:
            found, most = seat, held
    return found


@rule
def take_crown(s: State, news: News) -> None:
    """§7.3: whoever holds more merchants becomes king."""
    s.nations[s.nation].king = s.seat
    tell(news, Happened.CROWNED, s.seat, FREELY, s.nation)
    s.acted |= 1 << int(s.nation)
    s.asked = 0


@rule
def tolerate(s: State, news: News) -> None:
    """§7.4: he lets the king stay, and the next one is asked."""
    tell(news, Happened.TOLERATED, s.seat, FREELY, s.nation)
    s.asked |= 1 << int(s.seat)
