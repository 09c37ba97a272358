"""Random and greedy play, compiled, for any game.

The greedy bot looks one decision ahead: it plays every legal choice on a copy in which all that its seat cannot know
has been redrawn, and takes the one whose position it values most (the game's `value`), any of them where several are
equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import draw, seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.drivers import begin_stream
from petteia.engine.verbs import hide, legal, play, rank, score, to_move, value

RANDOM, GREEDY = 0, 1
BOTS = 2**63 - 1  # a game's bots draw from the stream of another seed than its deal: BOTS minus that one


@large_rule
def greedy(box: Any, s: Any, news: Any, out: Any, n: int, work: Any, rng: Any) -> int:
    """The choice of the seat to move; `work` has room for two states."""
    seat = to_move(s)
    work[0] = s
    hide(box, work[0], 1 << seat, rng)
    best, most, equals = out[0], -1e30, 0
    for i in range(n):
        work[1] = work[0]
        play(box, work[1], news, out[i])
        worth = value(box, work[1], seat)
        if worth > most:
            best, most, equals = out[i], worth, 1
        elif worth == most:
            equals += 1
            if draw(rng, equals) == 0:
                best = out[i]
    return int(best)


@rule
def pick(box: Any, s: Any, news: Any, out: Any, n: int, work: Any, rng: Any, kind: int) -> int:
    """What a bot of a kind makes of the `n` legal choices in `out`. Where `work` is None nobody thinks, and no
    thinking is compiled."""
    if work is not None:
        if kind == GREEDY:
            return greedy(box, s, news, out, n, work, rng)
    return int(out[draw(rng, n)])


@large_rule
def choose(box: Any, s: Any, news: Any, out: Any, work: Any, rng: Any, kind: int) -> int:
    """What a bot of a kind chooses, -1 where the game is over; `out` holds the legal choices afterwards."""
    n = legal(box, s, out)
    return pick(box, s, news, out, n, work, rng, kind) if n else -1


@driver
def contests(
    box: Any,
    blank: Any,
    s: Any,
    news: Any,
    out: Any,
    work: Any,
    rng: Any,
    kinds: Any,
    seed: int,
    first: int,
    games: int,
    scores: Any,
    wins: Any,
) -> int:
    """Plays games between bots, one kind for each seat. Fills a row of `scores` and of `wins` for each game (a shared
    first rank is a win shared); returns the number of decisions. A game depends on seed and number alone, so that
    work can be cut into pieces anyhow."""
    seats = len(kinds)
    decisions = 0
    for game in range(games):
        begin_stream(box, blank, s, news, seats, seed, first + game)
        seed_stream(rng, BOTS - seed, first + game)
        while True:
            n = legal(box[0], s[0], out)
            if n == 0:
                break
            kind = kinds[to_move(s[0])]
            play(box[0], s[0], news[0], pick(box[0], s[0], news[0], out, n, work, rng, kind))
            decisions += 1
        score(box[0], s[0], scores[game])
        ranks = wins[game]
        rank(box[0], s[0], ranks)
        first_ones = 0
        for seat in range(seats):
            first_ones += ranks[seat] == 1
        for seat in range(seats):
            ranks[seat] = np.float64(1) / first_ones if ranks[seat] == 1 else 0.0
    return decisions
