"""Random and greedy play, compiled, for any game.

The greedy bot looks one decision ahead: it plays every choice that is worth considering (the game's `sift`) on a copy
in which all that its seat cannot know has been redrawn, and takes the one whose position it values most (the game's
`value`), any of them where several are equal. A soft one does the same and takes the best more often than the others:
the more, the more it is better.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import draw, next_u64, seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.drivers import begin_stream
from petteia.engine.valuing import exp
from petteia.engine.verbs import hide, legal, play, rank, scale, score, sift, to_move, value

RANDOM, GREEDY = 0, 1
SOFT = 2  # from here on: soft, at a temperature of so many thousandths of the game's `scale` as the number is higher
BOTS = 2**63 - 1  # a game's bots draw from the stream of another seed than its deal: BOTS minus that one


@rule
def chance(rng: Any) -> float:
    """A number from 0 to 1, without 1."""
    return np.float64(next_u64(rng) >> np.uint64(11)) / 9007199254740992.0


@large_rule
def greedy(box: Any, s: Any, news: Any, out: Any, n: int, work: Any, rng: Any, temperature: float) -> int:
    """The choice of the seat to move; `work` has room for two states. Where there is a temperature, any choice is taken
    with a chance that is e times as large for so much more value."""
    seat = to_move(s)
    work[0] = s
    hide(box, work[0], 1 << seat, rng)
    n = sift(box, s, out, n)
    best, most, equals, total = out[0], -1e30, 0, 0.0
    for i in range(n):
        work[1] = work[0]
        play(box, work[1], news, out[i])
        worth = value(box, work[1], seat)
        if temperature > 0.0:
            # One pass is enough: what is drawn so far gives way to each next one with that one's part of all weights.
            if worth > most:
                total = total * exp((most - worth) / temperature) if i > 0 else 0.0
                most = worth
            weight = exp((worth - most) / temperature)
            total += weight
            if chance(rng) * total < weight:
                best = out[i]
        elif worth > most:
            best, most, equals = out[i], worth, 1
        elif worth == most:
            equals += 1
            if draw(rng, equals) == 0:
                best = out[i]
    return int(best)


@large_rule
def choose(box: Any, s: Any, news: Any, out: Any, work: Any, rng: Any, kind: int) -> int:
    """What a bot of a kind chooses, -1 where the game is over. The legal choices in `out` are used up."""
    n = legal(box, s, out)
    if n == 0:
        return -1
    if kind == RANDOM:
        return int(out[draw(rng, n)])
    temperature = 0.001 * (kind - SOFT) * scale(box, s) if kind > SOFT else 0.0
    return greedy(box, s, news, out, n, work, rng, temperature)


@driver
def choose_in_batch(
    box: Any,
    states: Any,
    movers: Any,
    where: Any,
    kinds: Any,
    news: Any,
    out: Any,
    work: Any,
    rngs: Any,
    chosen: Any,
) -> None:
    """What bots choose in those games of a batch for which `where` is true: in game i a seat's bot is of the kind
    kinds[i, seat], and draws from rngs[i]."""
    for i in range(len(states)):
        if where[i]:
            chosen[i] = choose(box[0], states[i], news[0], out, work, rngs[i], kinds[i, movers[i]])


@rule
def shares(box: Any, s: Any, seats: int, out: Any) -> None:
    """Each seat's share of the win: a shared first rank is a win shared."""
    rank(box, s, out)
    firsts = 0
    for seat in range(seats):
        firsts += out[seat] == 1
    for seat in range(seats):
        out[seat] = np.float64(1) / firsts if out[seat] == 1 else 0.0


@driver
def random_contests(
    box: Any,
    blank: Any,
    s: Any,
    news: Any,
    out: Any,
    rng: Any,
    seats: int,
    seed: int,
    first: int,
    games: int,
    scores: Any,
    wins: Any,
) -> int:
    """Plays games between random bots. Fills a row of `scores` and of `wins` for each game; returns the number of
    decisions. (Other bots play in `search.contests`, which takes longer to compile, for all that they know.)"""
    decisions = 0
    for game in range(games):
        begin_stream(box, blank, s, news, seats, seed, first + game)
        seed_stream(rng, BOTS - seed, first + game)
        while True:
            n = legal(box[0], s[0], out)
            if n == 0:
                break
            play(box[0], s[0], news[0], out[draw(rng, n)])
            decisions += 1
        score(box[0], s[0], scores[game])
        shares(box[0], s[0], seats, wins[game])
    return decisions
