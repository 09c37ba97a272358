"""A table in memory follows the database: what is stored about it, and entries that others appended."""

from __future__ import annotations

from petteia.engine import layouts
from petteia.server.problems import no_table
from petteia.server.rooms import Room
from petteia.server.store import Store
from petteia.server.store.rows import Stored
from petteia.server.telling import tell_moment


async def stored(store: Store, table: str) -> Stored:
    """What the database says about a table and its seats."""
    found = await store.tables.find(table)
    if found is None:
        raise no_table()
    return found


async def catch_up(store: Store, room: Room) -> bool:
    """Takes in the entries that the room does not know yet; says whether there were any."""
    rows, version = await store.entries.since(room.id, room.number)
    for row in rows:
        row["state"] = await present_form(store, room, row["state"], row["layout"])
    dealt = bool(rows) and room.row["seed"] is None  # the table was read before its deal
    if dealt or version not in (None, room.row["version"]):  # or before another entry that changed it
        room.update(*await stored(store, room.id))
    if rows:
        room.follow(rows)
    return bool(rows)


async def present_form(store: Store, room: Room, state: bytes, layout: str) -> bytes:
    """A stored state as the present program lays it out."""
    if layout == room.layout:
        return bytes(state)
    description = await store.entries.layout(layout)
    return layouts.convert(room.game.state, room.game.names(room.box), bytes(state), description)


async def refresh(store: Store, room: Room) -> None:
    """With several workers, what another one has written lately; its notice may still be on the way."""
    if store.sqlite or room.is_damaged:
        return
    version, last = await store.tables.newest(room.id)
    if version != room.row["version"]:
        room.update(*await stored(store, room.id))
    if last > room.number:
        await follow_entries(store, room)


async def take_in(store: Store, room: Room) -> None:
    """Takes in what notices of other workers were about, where nobody has yet."""
    missed, room.missed = room.missed, set()
    try:
        if "table" in missed:
            await follow(store, room)
        elif missed:
            await follow_entries(store, room)
    except BaseException:
        room.missed |= missed  # whoever comes next tries again
        raise


async def follow(store: Store, room: Room) -> None:
    """Takes in all that others have changed and appended."""
    room.update(*await stored(store, room.id))
    await follow_entries(store, room)


async def follow_entries(store: Store, room: Room) -> None:
    """Takes in and tells what other workers have appended."""
    if room.is_damaged:
        return
    before = len(room.course)
    if await catch_up(store, room):
        tell_moment(room, whole_log=len(room.course) != before + 1)
