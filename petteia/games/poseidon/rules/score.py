"""§14 The end."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule
from petteia.engine.news import News, tell
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.rules.common import FREELY, founded, price_of
from petteia.games.poseidon.state import Happened, State, Step


@large_rule
def final_score(box: Box, s: State, news: News) -> bool:
    """§14.1: tells everybody's worth."""
    for seat in range(s.seats):
        merchants = worth_of_merchants(box, s, seat)
        # Numbers of news are small; more than fits there is told as much as fits.
        cash = min(int(s.players[seat].cash), 32767 - merchants)
        tell(news, Happened.SCORED, seat, FREELY, cash + merchants, cash, merchants)
    s.step = Step.OVER
    return True


@large_rule
def worth_of_merchants(box: Box, s: State, seat: int) -> int:
    worth = 0
    for nation in range(MOST_NATIONS):
        if founded(s, nation):
            worth += int(s.players[seat].merchants[nation]) * price_of(box, s, nation)
    return worth


@large_rule
def score(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.players[seat].cash + worth_of_merchants(box, s, seat)


@large_rule
def rank(box: Box, s: State, out: Any) -> None:
    """§14.2: by worth; equals share."""
    for seat in range(s.seats):
        out[seat] = 1
        mine = s.players[seat].cash + worth_of_merchants(box, s, seat)
        for other in range(s.seats):
            if s.players[other].cash + worth_of_merchants(box, s, other) > mine:
                out[seat] += 1
