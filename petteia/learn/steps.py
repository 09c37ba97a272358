"""What self-play asks of the rules, for one game or one choice: the same function on a processor (`do`) and on a
graphics card (`on_gpu`), called for every number up to some count. It is one function, since compiling takes as long as
all that is called. `do` stands beside it, for what is compiled of a driver is kept by the file that it stands in."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from petteia.engine.chance import seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.encoding import encode
from petteia.engine.verbs import OVER, deal, forget, hide, legal, play, rank, redact, score, sift, to_move, value

UNFINISHED = -1.0


class Do(IntEnum):
    """What is asked, of each game; TRY of each choice that is tried."""

    DEAL = 0  # the game that is number `streams[i]` of its series, where one is wanted (-1: none)
    LOOK = 1  # what is worth considering, and who decides
    REDRAW = 2  # a copy in which everything is redrawn that the seat to move cannot know
    TRY = 3  # a choice in such a copy, and what its seat would see then
    SEE = 4  # what the seat `eyes[i]` sees of a game
    PLAY = 5  # the choice `chosen[i]`, where there is one (-1: none); a finished game leaves its points and ranks


@rule
def one(
    what: int,
    box: Any,
    blank: Any,
    news: Any,
    states: Any,
    hidden: Any,
    rngs: Any,
    seats: Any,
    streams: Any,
    choices: Any,
    counts: Any,
    movers: Any,
    eyes: Any,
    chosen: Any,
    scores: Any,
    ranks: Any,
    over: Any,
    of_game: Any,
    work: Any,
    seen: Any,
    seen_bytes: Any,
    lines: Any,
    entries: Any,
    amounts: Any,
    rows: Any,
    values: Any,
    worths: Any,
    shares: Any,
    tried_ranks: Any,
    seed: int,
    step: int,
    i: int,
) -> None:
    if what == Do.LOOK:
        counts[i] = sift(box[0], states[i], choices[i], legal(box[0], states[i], choices[i]))
        movers[i] = to_move(states[i])
    elif what == Do.REDRAW:
        if to_move(states[i]) != OVER:
            hidden[i] = states[i]
            seed_stream(rngs[i], seed, (step << 32) + i)
            forget(hidden[i])  # exact redraws take a hundred times as long in the card game
            hide(box[0], hidden[i], 1 << to_move(states[i]), rngs[i])
    elif what == Do.DEAL:
        if streams[i] >= 0:
            states[i] = blank[0]
            seed_stream(states[i].rng, seed, streams[i])
            deal(box[0], states[i], news[0], seats[i])
    elif what == Do.TRY or (what == Do.PLAY and chosen[i] >= 0):
        seat = int(to_move(hidden[of_game[i]] if what == Do.TRY else states[i]))
        if what == Do.TRY:
            work[i] = hidden[of_game[i]]
        s = work[i] if what == Do.TRY else states[i]
        play(box[0], s, news[0], chosen[i])
        if what == Do.TRY:
            worths[i] = value(box[0], s, seat)
            shares[i] = share_of(box, s, seat, tried_ranks[i])
        elif to_move(s) == OVER:
            over[i] = True
            score(box[0], s, scores[i])
            rank(box[0], s, ranks[i])
    if what == Do.TRY or what == Do.SEE:
        s = work[i] if what == Do.TRY else states[i]
        seat = int(to_move(hidden[of_game[i]]) if what == Do.TRY else eyes[i])
        see(box, s, seat, seen, seen_bytes, lines, entries, amounts, rows, values, i)


@large_rule
def see(
    box: Any,
    s: Any,
    eyes: int,
    seen: Any,
    seen_bytes: Any,
    lines: Any,
    entries: Any,
    amounts: Any,
    rows: Any,
    values: Any,
    i: int,
) -> None:
    """Writes down what a seat sees, and each player's `value` as far as it can tell."""
    redact(box[0], s, eyes, seen[i : i + 1])
    seats, row = int(s.seats), rows[i]
    for k in range(encode(lines, seen_bytes[i], eyes, seats, entries[i], amounts[i])):
        row[entries[i, k]] += amounts[i, k]
    for place in range(values.shape[1]):
        values[i, place] = value(box[0], seen[i], (eyes + place) % seats) if place < seats else 0.0


@rule
def share_of(box: Any, s: Any, seat: int, ranks: Any) -> float:
    """A seat's share of the win in a finished game."""
    if to_move(s) != OVER:
        return UNFINISHED
    rank(box[0], s, ranks)
    winners = 0
    for other in range(s.seats):
        winners += ranks[other] == 1
    return 1.0 / winners if ranks[seat] == 1 else 0.0


@driver
def do(
    n: int,
    what: int,
    box: Any,
    blank: Any,
    news: Any,
    states: Any,
    hidden: Any,
    rngs: Any,
    seats: Any,
    streams: Any,
    choices: Any,
    counts: Any,
    movers: Any,
    eyes: Any,
    chosen: Any,
    scores: Any,
    ranks: Any,
    over: Any,
    of_game: Any,
    work: Any,
    seen: Any,
    seen_bytes: Any,
    lines: Any,
    entries: Any,
    amounts: Any,
    rows: Any,
    values: Any,
    worths: Any,
    shares: Any,
    tried_ranks: Any,
    seed: int,
    step: int,
) -> None:
    """Does what is asked for every number below n, on a processor."""
    for i in range(n):
        one(
            what,
            box,
            blank,
            news,
            states,
            hidden,
            rngs,
            seats,
            streams,
            choices,
            counts,
            movers,
            eyes,
            chosen,
            scores,
            ranks,
            over,
            of_game,
            work,
            seen,
            seen_bytes,
            lines,
            entries,
            amounts,
            rows,
            values,
            worths,
            shares,
            tried_ranks,
            seed,
            step,
            i,
        )
