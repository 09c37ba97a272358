"""How long a moment takes to show. Positions can be written that come up in no game, and with a box of one's own also
be played: networks of Poseidon with a best run that is hard to find. Everybody at the same worker would wait for it."""

from __future__ import annotations

import time

from petteia.match import Match
from petteia.pages import page

MOMENT_SECONDS = 0.2  # of processor time for what a page counts together, which in games takes a hundredth of it


def takes_long(match: Match) -> bool:
    """Whether the present moment of a match does. What has to be loaded the first time does not count."""
    return _seconds(match) > MOMENT_SECONDS and _seconds(match) > MOMENT_SECONDS


def _seconds(match: Match) -> float:
    moment, began = match.at(match.move_number), time.thread_time()
    page(match.game.name).extras(moment)
    return time.thread_time() - began
