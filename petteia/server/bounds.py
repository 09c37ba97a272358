"""How much of everything a guest can make, so that nobody fills the server for all others.

What people at home come to is far below. What an address may make in a day is counted by each worker, in memory:
addresses are written down nowhere. `rate` in the settings scales that, and 0 switches it off.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection

from petteia.server.problems import Refusal, not_now
from petteia.server.reaching import source_of
from petteia.server.store.rows import Opened

# Of one person
MOST_OPEN_TABLES = 50  # that have not been started
MOST_RUNNING = 200  # games that are being played at tables that he opened
MOST_UPLOADS = 100  # save files to be watched
MOST_BOXES = 20  # boxes other than the printed ones, that his tables play with
MOST_ATTEMPTS = 300  # games of one solo campaign that came to their end: all of them are read to say how it stands
MOST_BYTES = 200 * 1024 * 1024  # of all that is stored of his tables
MOST_DEVICES = 30  # browsers that speak for him; the one that was not seen for longest is forgotten
MOST_CARRIES = 5  # links to another device that wait; the oldest is forgotten

# At one table
MOST_SAID = 1000  # messages that are kept; the oldest go
MOST_TAKEN_BACK = 1000  # choices

# Of one address, in a day
MOST_A_DAY = {"people": 200, "tables": 2000, "saves": 300}
MOST_KNOWN = 20_000  # addresses that are counted
DAY = 24 * 3600.0


def too_much(words: str, most: int) -> Refusal:
    """Somebody has as much of something as he may have."""
    return Refusal(409, "too-much", words, most=most)


def check_opened(opened: Opened, origin: str, box: str, printed: Collection[str]) -> None:
    """Whether somebody may open one more table."""
    if opened.unstarted >= MOST_OPEN_TABLES:
        raise not_now("too_many_tables")
    if opened.running >= MOST_RUNNING:
        raise too_much("too_many_games", most=MOST_RUNNING)
    if origin == "replay" and opened.uploads >= MOST_UPLOADS:
        raise too_much("too_many_uploads", most=MOST_UPLOADS)
    if box not in {*opened.boxes, *printed} and len(opened.boxes.difference(printed)) >= MOST_BOXES:
        raise too_much("too_many_boxes", most=MOST_BOXES)


def full() -> Refusal:
    """The server has as much as it may have (`most_stored` in the settings)."""
    return Refusal(507, "full", "full")


_A_DAY = {
    "people": lambda: Refusal(429, "too-many", "too_many_people_a_day"),
    "tables": lambda: Refusal(429, "too-many", "too_many_tables_a_day"),
    "saves": lambda: Refusal(429, "too-many", "too_many_saves_a_day"),
}


class Days:
    """What every address has made today."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._made: OrderedDict[tuple[str, str], tuple[int, int]] = OrderedDict()  # the day, how many

    def count(self, address: str, kind: str) -> None:
        """One more; refused where there are too many of a day."""
        if not self.rate:
            return
        key, today = (source_of(address), kind), int(time.time() // DAY)
        day, made = self._made.pop(key, (today, 0))
        made = made if day == today else 0
        refused = made >= MOST_A_DAY[kind] * self.rate
        self._made[key] = today, made + (not refused)
        if len(self._made) > MOST_KNOWN:
            self._made.popitem(last=False)
        if refused:
            raise _A_DAY[kind]()
