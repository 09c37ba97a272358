"""§9 Disaster chits: the end of each round."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box, Disaster
from petteia.games.peloponnes.rules.common import FREELY
from petteia.games.peloponnes.rules.disasters import strike
from petteia.games.peloponnes.rules.revealing import begin_round
from petteia.games.peloponnes.rules.supply import begin_supply
from petteia.games.peloponnes.state import Happened, State, Step


@rule
def chits(box: Box, s: State, news: News) -> bool:
    """§9.1, §9.2: turns up the chits of the round; then the next round begins, or the game ends (§13.2)."""
    if s.turned < s.round_number * box.chits_per_round:
        kind = s.chits[s.turned]
        s.turned += 1
        s.reveals += 1
        s.struck[kind] += 1
        tell(news, Happened.CHIT, NONE, FREELY, kind, 0 if kind == Disaster.BLANK else s.struck[kind])
        if kind != Disaster.BLANK and s.struck[kind] == box.chits_for_disaster:
            strike(box, s, news, kind)
    elif s.round_number < box.rounds:
        begin_round(s, news, s.round_number + 1)
    else:
        begin_supply(s, Step.SCORE)
    return False
