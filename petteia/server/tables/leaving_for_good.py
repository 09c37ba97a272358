"""People's rights: all that is known of them as a file, devices that speak for them no longer, and going for good."""

from __future__ import annotations

import contextlib
import time

from petteia.server.people import hashed
from petteia.server.problems import Refusal, nobody, not_host, not_now
from petteia.server.rooms import Json, Room
from petteia.server.tables import ending
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.hall import Hall

FORMAT = 1  # of the file


async def everything_of(hall: Hall, person: int) -> Json:
    """All that is stored of a person, for a file. It may be much, so that one is made at a time."""
    if person in hall.exporting:
        raise Refusal(429, "too-fast", "too_fast")
    hall.exporting.add(person)
    try:
        async with hall.one_export:
            found = await hall.store.rights.all_of(person)
    finally:
        hall.exporting.discard(person)
    return {"petteia": "person", "format": FORMAT, "made": time.time(), **found}


async def log_out(hall: Hall, person: int, cookie: str) -> None:
    """This browser speaks for nobody any more."""
    await revoke(hall, person, hashed(cookie))


async def revoke(hall: Hall, person: int, device: str) -> None:
    """A browser speaks for a person no longer."""
    await hall.people.revoke(person, device)
    await hall.forget(person)


@looking_again
async def leave(hall: Hall, person: int) -> Json:
    """Somebody goes for good: bots take his seats over in games of others, his own are deleted, and nothing is left
    that says who he was. A `models.Farewell`."""
    if await hall.people.named(person) is None:
        raise nobody()
    damaged: set[str] = set()
    for table in await hall.store.tables.unfinished(person):
        room = await hall.room(table)
        try:
            await ending.leave(hall, room, person)
        except Refusal:
            if room.status in ("open", "playing"):  # it has not ended meanwhile: others would wait for him for ever
                raise
        if room.is_damaged:  # nobody can leave it any more
            damaged.add(table)
    deleted: list[str] = []
    for table in await hall.store.tables.hosted(person):  # others have their turn between two of them
        own = await hall.store.deleting.own(table, person)
        await hall.tell_gone(own)
        deleted += own
    gone = await hall.store.deleting.person(person, damaged)
    await hall.tell_gone(gone.tables)
    await hall.forget(person)
    for table in gone.nameless:
        with contextlib.suppress(Refusal):  # of a damaged table nothing can be told
            async with changing(hall, await hall.room(table)):
                pass  # the seat without a name is told
        await hall.notify_of(table, "table")
    return {"deleted": len({*deleted, *gone.tables}), "nameless": len(gone.nameless)}


async def delete_table(hall: Hall, room: Room, person: int) -> None:
    """Deletes a table of one's own, at which nobody else plays or played."""
    async with room.lock:
        if person != room.row["host"]:
            raise not_host("host_deletes")
        gone = await hall.store.deleting.own(room.id, person)
        if not gone:
            raise not_now("others_played")
        await hall.tell_gone(gone)
