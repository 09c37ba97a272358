"""Compiled loops that every game shares. They know the verbs and nothing else.

Called from Python they take arrays, never single records: `box` and `s` of one element, `out` with room for the ids of
the legal choices.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.chance import draw, seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.verbs import OVER, deal, legal, play, score, to_move

PLAYED_ALL = -1


@rule
def playout(box: Any, s: Any, news: Any, out: Any, rng: Any) -> int:
    """Plays a game to its end with random choices; returns the number of decisions."""
    decisions = 0
    while True:
        n = legal(box, s, out)
        if n == 0:
            return decisions
        play(box, s, news, out[draw(rng, n)])
        decisions += 1


@large_rule
def begin_stream(box: Any, blank: Any, s: Any, news: Any, seats: int, seed: int, stream: int) -> None:
    """Deals game number `stream` of a series into s[0]; `blank` carries the options."""
    s[0] = blank[0]
    seed_stream(s[0].rng, seed, stream)
    deal(box[0], s[0], news[0], seats)


@driver
def seed_of_stream(rng: Any, seed: int, stream: int) -> None:
    """Seeds a generator as `begin_stream` does, for somebody who deals in Python."""
    seed_stream(rng, seed, stream)


@driver
def playouts(
    box: Any, blank: Any, s: Any, news: Any, out: Any, rng: Any, seats: int, seed: int, first: int, games: int
) -> int:
    """Plays many random games, each dealt afresh; returns the decisions of all. The last one stays in `s`."""
    decisions = 0
    for stream in range(first, first + games):
        begin_stream(box, blank, s, news, seats, seed, stream)
        decisions += playout(box[0], s[0], news[0], out, rng)
    return decisions


@rule
def write_mask(box: Any, s: Any, out: Any, mask: Any) -> None:
    """The legal choices as a row of truth values."""
    n = legal(box, s, out)
    mask[:] = False
    for i in range(n):
        mask[out[i]] = True


@driver
def deal_batch(
    box: Any, blank: Any, states: Any, news: Any, out: Any, seats: int, seed: int, masks: Any, movers: Any, streams: Any
) -> None:
    """Deals every game of a batch; `streams` says which game of the series each is."""
    for i in range(len(states)):
        begin_stream(box, blank, states[i : i + 1], news, seats, seed, streams[i])
        write_mask(box[0], states[i], out, masks[i])
        movers[i] = to_move(states[i])


@driver
def step_batch(
    box: Any,
    blank: Any,
    states: Any,
    news: Any,
    out: Any,
    seats: int,
    seed: int,
    chosen: Any,
    masks: Any,
    movers: Any,
    streams: Any,
    over: Any,
    scores: Any,
) -> int:
    """One choice in every game of a batch. Where a choice is illegal nothing at all is played, and its index is
    returned. A finished game leaves its scores and is dealt anew, as the next of its own series."""
    for i in range(len(states)):
        if not (0 <= chosen[i] < masks.shape[1] and masks[i, chosen[i]]):
            return i
    for i in range(len(states)):
        play(box[0], states[i], news[0], chosen[i])
        movers[i] = to_move(states[i])
        over[i] = movers[i] == OVER
        if over[i]:
            score(box[0], states[i], scores[i])
            streams[i] += len(states)
            begin_stream(box, blank, states[i : i + 1], news, seats, seed, streams[i])
            movers[i] = to_move(states[i])
        write_mask(box[0], states[i], out, masks[i])
    return PLAYED_ALL


@driver
def perft(box: Any, states: Any, news: Any, outs: Any, counts: Any, tried: Any, depth: int) -> int:
    """Counts the positions after `depth` decisions from states[0], finished games counting where they end.
    `states` has room for the states of one line of play, `outs`, `counts` and `tried` for the choices at each:
    which, how many, and how many of them have been played."""
    found = 0
    level = 0
    counts[0] = legal(box[0], states[0], outs[0])
    tried[0] = 0
    while level >= 0:
        if level == depth or counts[level] == 0:
            found += 1
            level -= 1
        elif tried[level] == counts[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            play(box[0], states[level + 1], news[0], outs[level, tried[level]])
            tried[level] += 1
            level += 1
            counts[level] = legal(box[0], states[level], outs[level])
            tried[level] = 0
    return found
