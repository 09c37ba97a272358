"""Keeping house: bots that nobody woke, and tables that nobody looks at."""

from __future__ import annotations

import asyncio
import logging
import time

import sqlalchemy as sa

from petteia.server import schema
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.hall import Hall

IDLE_ROOM = 600  # seconds that a table nobody looks at stays in memory
SWEEP = 5  # seconds between looks for bots that nobody let think, as after a crash

log = logging.getLogger("petteia")


async def keep_house(hall: Hall) -> None:
    """For ever: lets bots think that nobody woke (after a crash, or when a worker is gone), and forgets rooms that
    nobody looks at."""
    entries, tables, seats = schema.entries, schema.tables, schema.seats
    made = entries.alias()
    newest = sa.select(sa.func.max(made.c.number)).where(made.c.table_id == tables.c.id)
    sitting = sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == entries.c.to_move)
    latest = sa.and_(entries.c.table_id == tables.c.id, entries.c.number == newest.correlate(tables).scalar_subquery())
    forgotten = (
        sa.select(tables.c.id)
        .select_from(tables.join(entries, latest).join(seats, sitting))
        .where(tables.c.status == "playing", seats.c.kind == "bot")
    )
    while True:
        now = time.time()
        # An entry from the future is one that was made before somebody set the clock back.
        old = sa.or_(entries.c.at < now - SWEEP, entries.c.at > now + SWEEP)
        try:
            for row in await hall.store.rows(forgotten.where(old)):
                wake(hall, await hall.room(row["id"]))
        except sa.exc.DBAPIError as problem:
            log.warning("the database does not answer: %s", problem.orig)
        for room in list(hall.rooms.values()):
            busy = room.sockets or room.lock.locked() or (room.thinking and not room.thinking.done())
            if not busy and time.monotonic() - room.used > IDLE_ROOM:
                del hall.rooms[room.id]
        await asyncio.sleep(SWEEP)
