"""Futures: how a game may end after each of some choices, if all go on like greedy players.

In every future all that the seat to move cannot know is redrawn, once for all the choices, so that what differs between
them comes from the choice. Greedy players of a future see what was redrawn, as those of a search do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from petteia.bots.roster.levels import row_of
from petteia.bots.roster.minds import Array
from petteia.bots.roster.players import mind_for, next_piece

if TYPE_CHECKING:
    from petteia.match import Match

GOES_ON_LIKE = "greedy"  # the level that plays on as these futures do


def futures(
    match: Match, choices: list[int], rng: Array, many: int, stop: Callable[[], bool]
) -> Iterator[tuple[Array, Array]]:
    """The last states of so many futures and what happened on the way (`Mind.futures`), in pieces: a row for each, a
    column for each choice. There is at least one; then `stop` is asked after every piece. The same generator leads to
    the same futures, however they are cut."""
    row, piece = row_of({"kind": "halving"}), 1  # which plays on to the end
    with mind_for(match.game, match.box, row) as mind:
        while True:
            began = time.monotonic()
            ends, notes = mind.futures(match.box, match.array, choices, rng, min(piece, many))
            piece = next_piece(piece, time.monotonic() - began)
            yield ends, notes
            many -= len(ends)
            if many <= 0 or stop():
                return
