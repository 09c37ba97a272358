"""§10 The end and the score."""

from __future__ import annotations

from typing import Any

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.games.hellas.box import Box
from petteia.games.hellas.options import TieBreak
from petteia.games.hellas.rules.cities import group, is_city
from petteia.games.hellas.rules.common import FREELY, buildings
from petteia.games.hellas.state import Happened, State, Step


@rule
def final_score(box: Box, s: State, news: News) -> bool:
    """§10.1: tells everybody's points."""
    for seat in range(s.seats):
        city, temples, statues = city_points(box, s, seat)
        rings, marble = ring_points(box, s, seat), marble_points(box, s, seat)
        total = city + temples + statues + rings + marble
        tell(news, Happened.SCORED, seat, FREELY, total, city, temples, statues, rings, marble)
    s.step = Step.OVER
    return True


@large_rule
def city_points(box: Box, s: State, seat: int) -> tuple[int, int, int]:
    """§10.2 to §10.4: the largest city; columns of temples, and statues, beside each city."""
    board, p = box.boards[s.board], s.players[seat]
    largest, temples, statues = 0, 0, 0
    rest = buildings(p)
    while not sets.is_empty(rest):
        spaces, near = group(board, rest)
        rest = sets.without(rest, spaces)
        if is_city(p, spaces):
            largest = max(largest, sets.count(spaces))
            statues += sets.count(sets.common(near, sets.of(s.statues)))
            for temple in range(board.temple_count):
                if sets.has(near, board.temples[temple]):
                    temples += s.columns[temple]
    return largest, temples, statues * box.points_per_statue


@rule
def ring_points(box: Box, s: State, seat: int) -> int:
    """§10.5: two for each, and three more for the most."""
    own, most = int(s.players[seat].rings), 1
    for other in range(s.seats):
        most = max(most, int(s.players[other].rings))
    return own * box.points_per_ring + (box.points_most_rings if own == most else 0)


@rule
def marble_points(box: Box, s: State, seat: int) -> int:
    """§10.6; nothing for marble that one cannot see."""
    return max(int(s.players[seat].marble), 0) // box.marble_per_point


@rule
def points(box: Box, s: State, seat: int) -> int:
    """§10.1: of city, temples, statues, rings and marble together."""
    city, temples, statues = city_points(box, s, seat)
    return city + temples + statues + ring_points(box, s, seat) + marble_points(box, s, seat)


@large_rule
def score(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = points(box, s, seat)


@rule
def left_over(box: Box, s: State, seat: int) -> int:
    """§10.8: the marble that was worth no point."""
    return max(int(s.players[seat].marble), 0) % box.marble_per_point


@large_rule
def rank(box: Box, s: State, out: Any) -> None:
    """§10.7, §10.8: by points; of equals by marble, where the option says so."""
    for seat in range(s.seats):
        out[seat] = 1
        mine = points(box, s, seat)
        for other in range(s.seats):
            yours = points(box, s, other)
            if yours > mine:
                out[seat] += 1
            elif yours == mine and s.options.tie_break == TieBreak.MARBLE:
                out[seat] += left_over(box, s, other) > left_over(box, s, seat)
