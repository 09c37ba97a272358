"""The steps of self-play on a graphics card: one thread for each game or choice."""

from __future__ import annotations

from typing import Any

from numba import cuda

from petteia.learn import steps

THREADS = 64  # of a block


@cuda.jit
def _do(  # type: ignore[no-untyped-def]
    n,
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
):
    i = cuda.grid(1)
    if i < n:
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


def do(n: int, *arguments: Any) -> None:
    """Does what is asked for every number below n."""
    if n:
        _do[(n + THREADS - 1) // THREADS, THREADS](n, *arguments)
