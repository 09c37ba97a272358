"""The steps of self-play on a processor."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import driver
from petteia.learn import steps


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
    """Does what is asked for every number below n."""
    for i in range(n):
        steps.one(
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
