"""Entries of a table's log: written to the disk first, then known in memory."""

from __future__ import annotations

from collections.abc import Iterable

from petteia.match import Match
from petteia.server.rooms import Entry, Room
from petteia.server.store import NumberTaken, Outdated, Statement
from petteia.server.store.rows import EntryRow, TableChanges
from petteia.server.store.tables import changing_from
from petteia.server.tables.following import follow_entries
from petteia.server.tables.hall import Hall


async def append_entry(
    hall: Hall,
    room: Room,
    match: Match,
    entry: Entry,
    changes: TableChanges | None = None,
    also: Iterable[Statement] = (),
) -> None:
    """Writes an entry down with the state after it, and what changes about the table with it, then lets the room
    know. Nobody is told before it is on the disk; where that fails, or others changed the table meanwhile, the room
    stays as it was."""
    changes, statements = {**(changes or {})}, [*also]
    if match.over:
        changes |= {"status": "over", "undo": None}
    if changes or statements:
        statements = [changing_from(room.id, room.row["version"], changes), *statements]
    row: EntryRow = {
        "table_id": room.id,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "words": entry.words,
        "back": entry.back,
        "to_move": match.to_move,
        "rules_version": entry.rules_version,
        "layout": room.layout,
        "state": match.state_bytes,
        "at": entry.at,
    }
    await keep_layout(hall, room)
    notice = hall.notice(room, "table" if statements else "entry")  # others look at no more than has changed
    await hall.store.entries.append(row, notice, statements)
    if statements:
        room.change(changes)
    room.append(entry)
    room.match = match


async def keep_layout(hall: Hall, room: Room) -> None:
    """Keeps how the states of a table are laid out, before any is stored: a later program reads them by it."""
    if not room.layout_is_kept:
        await hall.store.entries.keep_layout(room.layout, room.game.name, room.row["box"], room.description)
        room.layout_is_kept = True  # as long as there is a table with this box


async def append_next(
    hall: Hall,
    room: Room,
    match: Match,
    kind: str,
    seat: int,
    *,
    words: str | None = None,
    back: int | None = None,
    changes: TableChanges | None = None,
    also: Iterable[Statement] = (),
) -> None:
    """Appends the next entry; where another worker was faster, the room follows that one, and is Outdated."""
    entry = Entry(room.number + 1, kind, room.game.rules_version, seat, words, back)
    try:
        await append_entry(hall, room, match, entry, changes, also)
    except NumberTaken:
        await follow_entries(hall.store, room)
        raise Outdated from None
