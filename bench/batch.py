"""Decisions a second of a batch: without observations, with them, on two threads.  python bench/batch.py [GAME…]

Random choices are drawn by a compiled loop that is not counted. The ways take turns, and of each the fastest step
counts. Times are those of the processor; where two threads are compared with one, by the clock, which says something on
an idle machine alone.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import petteia
from petteia import Batch
from petteia.engine.chance import draw
from petteia.engine.compiling import driver

GAMES, SEATS, STEPS = 1024, 4, 200
PLAIN, PACKING = "a batch, with its masks", "packing the masks into bits"
BY_CLOCK = "compact, by the clock", "the same on two threads"
WAYS: dict[str, dict[str, Any]] = {
    PLAIN: {},
    "and compact observations": {"observe": "compact"},
    "and entries": {"observe": "entries"},
    BY_CLOCK[0]: {"observe": "compact"},
    BY_CLOCK[1]: {"observe": "compact", "threads": 2},
}


@driver
def choose(masks: Any, chosen: Any, rng: Any) -> None:
    """A random legal choice in every game."""
    for i in range(len(masks)):
        legal = 0
        for choice in range(masks.shape[1]):
            legal += masks[i, choice]
        left = draw(rng, legal)
        for choice in range(masks.shape[1]):
            if masks[i, choice]:
                if left == 0:
                    chosen[i] = choice
                left -= 1


def fastest_of(name: str) -> dict[str, float]:
    """Of each way the seconds that its fastest step takes."""
    batches = {way: Batch(name, seats=SEATS, games=GAMES, **given) for way, given in WAYS.items()}
    fastest = dict.fromkeys([*WAYS, PACKING], np.inf)
    chosen, rng = np.zeros(GAMES, np.int32), np.array([1, 2, 3, 4], np.uint64)
    for _ in range(STEPS):
        for way, batch in batches.items():
            choose(batch.masks, chosen, rng)
            now = time.perf_counter if way in BY_CLOCK else time.thread_time
            began = now()
            batch.step(chosen)
            fastest[way] = min(fastest[way], now() - began)
        began = time.thread_time()
        np.packbits(batch.masks, axis=1)
        fastest[PACKING] = min(fastest[PACKING], time.thread_time() - began)
    return fastest


def main(*names: str) -> None:
    for name in names or petteia.games():
        fastest = fastest_of(name)
        compact, entries = (petteia.Observer(name, SEATS, form=form).width for form in ("compact", "entries"))
        print(f"{name}, {SEATS} seats, {GAMES} games; a row has {compact} numbers, or {entries}")
        for way, took in fastest.items():
            each, rate, ratio = 1e9 * took / GAMES, GAMES / took / 1e6, took / fastest[PLAIN]
            print(f"{way:>28}: {each:6.0f} ns a decision, {rate:5.2f} M a second, {ratio:5.2f} x")


if __name__ == "__main__":
    main(*sys.argv[1:])
