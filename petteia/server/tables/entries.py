"""Entries of a table's log: written to the disk first, then known in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from petteia.match import Match
from petteia.server import schema
from petteia.server.problems import already_moved
from petteia.server.rooms import Entry, Json, Room
from petteia.server.store import NumberTaken, Statement
from petteia.server.tables.changing import updating
from petteia.server.tables.following import follow_entries
from petteia.server.tables.hall import Hall

# Written once: every game ends, and to put the statement together takes as long as a move.
_END = (
    schema.tables.update()
    .where(schema.tables.c.id == sa.bindparam("table"))
    .values(changed=sa.bindparam("now"), status="over", undo=sa.null())
)


async def append_entry(
    hall: Hall, room: Room, match: Match, values: Json | None = None, also: Sequence[Statement] = (), **made: Any
) -> None:
    """Writes an entry down with the state after it, and what changes about the table with it, then lets the room
    know. Nobody is told before it is on the disk; where that fails, the room stays as it was."""
    entry = Entry(**made, rules_version=room.game.rules_version)
    if values:
        also = [*also, (updating(room, values), {})]
    if match.over:
        values = {**(values or {}), "status": "over", "undo": None}
        also = [*also, (_END, {"table": room.id, "now": entry.at})]
    row = {
        **vars(entry),
        "table_id": room.id,
        "to_move": match.to_move,
        "layout": room.layout,
        "state": match._bytes.tobytes(),
    }
    await hall.store.append(row, f"{hall.worker}:{room.id}:entry", also)
    if values:
        room.row = {**room.row, **values}
    room.note(entry)
    room.match = match


async def append_next(hall: Hall, room: Room, match: Match, values: Json | None = None, **made: Any) -> None:
    """Appends the next entry; where another worker was faster, the room follows that one."""
    try:
        await append_entry(hall, room, match, values, number=room.number + 1, **made)
    except NumberTaken:
        await follow_entries(hall.store, room)
        raise already_moved() from None
