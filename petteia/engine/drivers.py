"""Compiled loops that every game shares. They know the verbs and nothing else.

Called from Python they take arrays, never single records: `box` and `s` of one element, `out` with room for the ids of
the legal choices.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.chance import draw, seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.encoding import encode
from petteia.engine.verbs import OVER, deal, hide, legal, observe, play, rank, redact, score, to_move

PLAYED_ALL = -1  # by a step of a batch
REDRAWS = 2**63 - 1  # less a seed: the seed of what is redrawn, so that no game is dealt by the same luck
WAITS = -1  # instead of a choice: nothing is played in this game now


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


@rule
def begin_in_batch(box: Any, blanks: Any, which: Any, states: Any, news: Any, seats: int, series: Any, i: int) -> None:
    """Deals the next game of its own series at place `i` of a batch. Whose options it has says `which`."""
    kind = which[i]
    begin_stream(box, blanks[kind : kind + 1], states[i : i + 1], news, seats, series[i, 0], series[i, 1])
    series[i, 1] += series[i, 2]


@driver
def deal_batch(
    box: Any,
    blanks: Any,
    which: Any,
    states: Any,
    news: Any,
    out: Any,
    seats: int,
    series: Any,
    seeds: Any,
    where: Any,
    masks: Any,
    movers: Any,
    decisions: Any,
) -> None:
    """Deals games of a batch anew, as `where` says: from a generator of their own where there is one in `seeds`, which
    is 0 elsewhere; else the next of their series, which is a seed, a number, and how far it is to the next."""
    for i in range(len(states)):
        if not where[i]:
            continue
        if seeds[i, 0] | seeds[i, 1] | seeds[i, 2] | seeds[i, 3] != 0:
            states[i] = blanks[which[i]]
            for word in range(4):
                states[i].rng[word] = seeds[i, word]
            deal(box[0], states[i], news[0], seats)
        else:
            begin_in_batch(box, blanks, which, states, news, seats, series, i)
        write_mask(box[0], states[i], out, masks[i])
        movers[i] = to_move(states[i])
        decisions[i] = 0


@driver
def step_batch(
    box: Any,
    blanks: Any,
    which: Any,
    states: Any,
    news: Any,
    out: Any,
    seats: int,
    series: Any,
    chosen: Any,
    waits: bool,
    most: int,
    masks: Any,
    movers: Any,
    decisions: Any,
    over: Any,
    truncated: Any,
    unranked: Any,
    unseen: Any,
    scores: Any,
    endings: Any,
) -> int:
    """One choice in every game of a batch; where it `waits`, none in those whose choice is WAITS. Where a choice is
    illegal nothing at all is played, and its index is returned. A game that is over, or has come to `most` decisions,
    leaves its last state and its scores, and says that it is `unranked` and `unseen`; then it is dealt anew, as the
    next of its own series."""
    for i in range(len(states)):
        if not (0 <= chosen[i] < masks.shape[1] and masks[i, chosen[i]]) and not (waits and chosen[i] == WAITS):
            return i
    for i in range(len(states)):
        over[i] = truncated[i] = False
        if chosen[i] == WAITS:
            continue
        play(box[0], states[i], news[0], chosen[i])
        movers[i] = to_move(states[i])
        decisions[i] += 1
        over[i] = movers[i] == OVER
        truncated[i] = not over[i] and decisions[i] == most
        if over[i] or truncated[i]:
            endings[i] = states[i]
            unranked[i] = unseen[i] = True
            score(box[0], states[i], scores[i])
            begin_in_batch(box, blanks, which, states, news, seats, series, i)
            movers[i] = to_move(states[i])
            decisions[i] = 0
        write_mask(box[0], states[i], out, masks[i])
    return PLAYED_ALL


@driver
def rank_batch(box: Any, endings: Any, where: Any, ranks: Any) -> None:
    """The ranks in some of the last states of games."""
    for i in range(len(endings)):
        if where[i]:
            rank(box[0], endings[i], ranks[i])


@driver
def hide_batch(box: Any, states: Any, eyes: Any, seed: int, first: int, rng: Any, out: Any, masks: Any) -> None:
    """Redraws in every state what the seats in its bit mask cannot know together; `first` is the number of the first
    state, by which its luck is told from that of others."""
    for i in range(len(states)):
        seed_stream(rng, REDRAWS - seed, first + i)
        hide(box[0], states[i], eyes[i], rng)
        write_mask(box[0], states[i], out, masks[i])


@rule
def tell_compact(box: Any, s: Any, eyes: int, seen: Any, row: Any) -> None:
    """Writes what a seat may know of a state, as `compact` says."""
    redact(box, s, eyes, seen)
    observe(seen[0], int(eyes), row)


@rule
def tell_entries(
    box: Any, s: Any, eyes: int, seen: Any, raw: Any, lines: Any, entries: Any, amounts: Any, row: Any
) -> None:
    """The same, as `encoding` says. `raw` are the bytes of `seen`; `entries` and `amounts` have room for a row's."""
    redact(box, s, eyes, seen)
    row[:] = 0
    for n in range(encode(lines, raw, int(eyes), int(seen[0].seats), entries, amounts)):
        row[entries[n]] += amounts[n]


@driver
def observe_compact(box: Any, states: Any, where: Any, eyes: Any, seen: Any, rows: Any) -> None:
    """Writes what seats may know of some states: rows[i, k] is what eyes[i, k] may know of states[i]."""
    for i in range(len(states)):
        if where[i]:
            for k in range(eyes.shape[1]):
                tell_compact(box[0], states[i], eyes[i, k], seen, rows[i, k])


@driver
def observe_entries(
    box: Any,
    states: Any,
    where: Any,
    eyes: Any,
    seen: Any,
    raw: Any,
    lines: Any,
    entries: Any,
    amounts: Any,
    rows: Any,
) -> None:
    """The same with all entries."""
    for i in range(len(states)):
        if where[i]:
            for k in range(eyes.shape[1]):
                tell_entries(box[0], states[i], eyes[i, k], seen, raw, lines, entries, amounts, rows[i, k])


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
