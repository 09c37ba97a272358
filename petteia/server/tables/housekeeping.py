"""Keeping house: bots that nobody woke, and tables that nobody looks at."""

from __future__ import annotations

from petteia.server.problems import Refusal
from petteia.server.store import Damaged
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.hall import Hall

IDLE_ROOM = 600  # seconds that a table nobody looks at stays in memory
SWEEP = 5  # seconds between looks for bots that nobody let think, as after a crash


async def keep_house(hall: Hall) -> None:
    """Lets bots think that nobody woke (after a crash, or when a worker is gone), and forgets rooms that nobody looks
    at. A table with which something is wrong keeps nobody else's bots waiting."""
    for room in list(hall.rooms.values()):
        if room.is_idle(IDLE_ROOM):
            del hall.rooms[room.id]
    try:
        tables = await hall.store.tables.where_bots_sleep(SWEEP)
    except Damaged as problem:  # somewhere; those in memory can be seen without asking
        hall.went_wrong(problem)
        tables = [room.id for room in hall.rooms.values() if room.bot_to_move is not None]
    for table in tables:
        try:
            wake(hall, await hall.room(table))
        except Refusal:
            pass  # a table that was deleted meanwhile
        except Exception as problem:
            hall.went_wrong(problem)
