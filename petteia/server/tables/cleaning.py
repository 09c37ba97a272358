"""Cleaning up: what was not used for as long as the settings say goes, and games that are over are packed.

Nothing that is finished or being played goes unless the operator says so; see `Settings`.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from petteia.server.boxes import printed_boxes
from petteia.server.problems import Refusal
from petteia.server.tables import leaving_for_good
from petteia.server.tables.hall import Hall

A_DAY = 24 * 3600.0
LEFT = 1.0  # days that a table stays which its host left before the start
COOKIES_LAST = 400 * A_DAY  # a browser keeps one for a year after it was last used
FIRST = 60.0  # seconds after the start, when everybody who waited is served
LOOK = 60.0  # seconds between looks at how much is stored
SHORTEST = 0.1  # seconds from one cleaning to the next

logger = logging.getLogger("petteia")

Find = Callable[[float], Awaitable[list[str]]]


class Cleaner:
    """Looks how much is stored, and cleans up now and then."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._every = max(SHORTEST, hall.settings.clean_every)
        self._due = time.monotonic() + min(FIRST, self._every)
        self.pause = min(LOOK, self._every)  # between two looks

    async def look(self) -> None:
        await measure(self._hall)
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + self._every
            await clean(self._hall, time.time())


async def measure(hall: Hall) -> None:
    """Whether as much is stored as may be."""
    most = hall.settings.most_stored * 1024**3
    size = await hall.store.cleaning.size()
    was, hall.is_full = hall.is_full, bool(most) and size > most
    if hall.is_full and not was:
        logger.warning("the database holds %.1f GB: no new guests and tables until something goes", size / 1024**3)


async def clean(hall: Hall, now: float) -> Counter[str]:
    """Cleans up once: what went, and how many of it."""
    settings, found = hall.settings, hall.store.cleaning
    done: Counter[str] = Counter()
    kept: list[tuple[str, float, Find]] = [
        ("left", LEFT, found.left_unstarted),
        ("unstarted", settings.keep_unstarted, found.unstarted),
        ("stalled", settings.keep_stalled, found.stalled),
        ("abandoned", settings.keep_abandoned, found.abandoned),
        ("finished", settings.keep_finished, found.finished),
        ("uploads", settings.keep_uploads, found.uploads),
    ]
    for name, days, find in kept:
        if days:
            done[name] = await _delete(hall, await find(now - days * A_DAY))
    done["withdrawn"] = await _delete(hall, await found.withdrawn(now - LEFT * A_DAY))
    for name, days, who in (
        ("visitors", settings.keep_visitors, found.visitors),
        ("people", settings.keep_people, found.unseen),
    ):
        for person in await who(now - days * A_DAY) if days else ():
            done[name] += await _done(hall, leaving_for_good.leave(hall, person))
    await found.sweep(now, COOKIES_LAST, printed_boxes())
    done["packed"] = await _pack(hall, now)
    if sum(done.values()):
        logger.info("cleaned up: %s", ", ".join(f"{many} {name}" for name, many in done.items() if many))
    return done


async def _delete(hall: Hall, tables: list[str]) -> int:
    await hall.delete_tables(tables)
    return len(tables)


async def _pack(hall: Hall, now: float) -> int:
    days = hall.settings.pack_after
    tables = await hall.store.packs.due(now - days * A_DAY) if days else []
    return sum([await _done(hall, hall.store.packs.pack(table)) for table in tables])


async def _done(hall: Hall, work: Awaitable[object]) -> int:
    """Does something about one of many: what is wrong with that one keeps the others from nothing. How many it were."""
    try:
        await work
    except Refusal:
        return 0  # it was deleted meanwhile
    except Exception as problem:
        hall.went_wrong(problem)
        return 0
    return 1
