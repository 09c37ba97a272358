"""One game, a choice at a time, for programs that ask many thousands of times a second from Python.

A call from Python costs as much as the choice itself, so there is one call for a step: it plays, and writes what can be
chosen then and what somebody may know.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import driver
from petteia.engine.verbs import legal, observe, play, redact, to_move

NOTHING = -1  # instead of a choice: only look
WHO_DECIDES, NO_ONE = -1, -2  # instead of the seat that looks
SEATS = 8  # more than any game has


@driver
def step(box: Any, s: Any, news: Any, out: Any, mask: Any, seen: Any, row: Any, choice: int, looks: int) -> int:
    """Plays a legal choice, writes the ids of those that are legal then to `out` and as 0 and 1 to `mask`, and what the
    seat that `looks` may know to `row` (nothing, where that is nobody's). Returns how many choices there are, SEATS
    times, and the seat that decides, plus one: 0 is nobody, where the game has ended."""
    if choice != NOTHING:
        play(box[0], s[0], news[0], choice)
    n = int(legal(box[0], s[0], out))
    mask[:] = 0
    for i in range(n):
        mask[out[i]] = 1
    decides = int(to_move(s[0]))
    eyes = decides if looks == WHO_DECIDES else looks
    if eyes >= 0:
        redact(box[0], s[0], eyes, seen)
        observe(seen[0], eyes, row)
    return n * SEATS + decides + 1
