"""§6 Prestige."""

from __future__ import annotations

from petteia.engine.compiling import large_rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.rules.common import FREELY
from petteia.games.poseidon.state import Happened, State


@large_rule
def rise(box: Box, s: State, news: News, nation: int) -> None:
    """§6.1: one space to the right; at the end of the track nothing moves."""
    if s.nations[nation].prestige + 1 < box.track_count:
        put_marker(s, nation, s.nations[nation].prestige + 1)
        tell(news, Happened.ROSE, NONE, FREELY, nation, s.nations[nation].prestige)


@large_rule
def drop(s: State, news: News, nation: int, why: int) -> None:
    """§6.2, §13.2: one space to the left; on the first space nothing moves."""
    if s.nations[nation].prestige > 0:
        put_marker(s, nation, s.nations[nation].prestige - 1)
        tell(news, why, NONE, FREELY, nation, s.nations[nation].prestige)


@large_rule
def put_marker(s: State, nation: int, space: int) -> None:
    """§6.4: puts a marker on a space, under those that lie there."""
    own = s.nations[nation]
    beneath = 0
    for other in range(MOST_NATIONS):
        o = s.nations[other]
        if other == nation or o.king == NONE:
            continue
        if o.prestige == own.prestige and o.above > own.above:
            o.above -= 1
        if o.prestige == space:
            beneath += 1
    own.prestige = space
    own.above = beneath
