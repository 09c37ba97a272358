"""§14 Score."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.rules.common import FREELY
from petteia.games.peloponnes.state import Happened, State, Step


@rule
def final_score(box: Box, s: State, news: News) -> bool:
    """§14, §15.4: everybody's points, and whether a solo level is won."""
    for seat in range(s.seats):
        prestige, inhabitants = prestige_points(box, s, seat), population_points(box, s, seat)
        tell(news, Happened.SCORED, seat, FREELY, min(prestige, inhabitants), prestige, inhabitants)
    if s.seats == 1 and s.options.solo_level > 0:
        level = s.options.solo_level
        target = box.levels[level - 1].target
        tell(news, Happened.LEVEL, 0, FREELY, level, target, points(box, s, 0) >= target)
    s.step = Step.OVER
    return True


@rule
def prestige_points(box: Box, s: State, seat: int) -> int:
    """§14.1: those on the tiles, and one for every three coins."""
    p = s.players[seat]
    total = p.coins // box.coins_per_point
    for place in range(p.tile_count):
        total += box.tiles[p.tiles[place]].prestige
    return total


@rule
def population_points(box: Box, s: State, seat: int) -> int:
    """§14.2: three for each inhabitant."""
    return s.players[seat].population * box.points_per_inhabitant


@rule
def points(box: Box, s: State, seat: int) -> int:
    """§14.3: the lower of the two."""
    return min(prestige_points(box, s, seat), population_points(box, s, seat))


@large_rule
def score(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = points(box, s, seat)


@rule
def beats(box: Box, s: State, one: int, other: int) -> bool:
    """§14.3, §14.4: whether a seat is ranked before another."""
    mine, yours = points(box, s, one), points(box, s, other)
    if mine != yours:
        return mine > yours
    mine = max(prestige_points(box, s, one), population_points(box, s, one))
    yours = max(prestige_points(box, s, other), population_points(box, s, other))
    if mine != yours:
        return mine > yours
    return s.players[one].luxury > s.players[other].luxury


@large_rule
def rank(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += beats(box, s, other, seat)
