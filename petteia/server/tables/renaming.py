"""What people are called at a table, and another name for a person, also on his seats."""

from __future__ import annotations

from petteia.server.names import apart, is_shown_as
from petteia.server.people import as_name
from petteia.server.problems import Refusal
from petteia.server.rooms import Json, Room
from petteia.server.store.rows import RenamedSeat
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_table


def name_at(room: Room, person: int, name: str) -> str:
    """What a person is called at a table: where somebody else sits there whose name looks the same, with a number."""
    mine = room.seats_of(person)
    return apart(name, (row["name"] for row in room.seats if row["kind"] == "person" and row["seat"] not in mine))


async def rename(hall: Hall, person: int, name: str) -> Json:
    """A new name, also on the seats of games that have not ended. That may be many, so that one is given at a time.
    Names are read by others: who may not talk keeps his."""
    hall.sanctions.check_may_talk(person)
    if person in hall.renaming:
        raise Refusal(429, "too-fast", "too_fast")
    hall.renaming.add(person)
    try:
        return await _rename(hall, person, as_name(name))
    finally:
        hall.renaming.discard(person)


async def _rename(hall: Hall, person: int, name: str) -> Json:
    old = await hall.people.known(person)
    rooms = [room for room in await hall.rooms_of(person) if room.status in ("open", "playing")]
    renamed = [
        RenamedSeat(room.id, seat, room.seats[seat]["name"], name_at(room, person, name))
        for room in rooms
        for seat in room.seats_of(person)
        if is_shown_as(room.seats[seat]["name"], old["name"])
    ]
    await hall.store.people.rename(person, name, renamed)
    at = {room.id: room for room in rooms}
    for one in renamed:
        at[one.table].seats[one.seat]["name"] = one.after
    for table in dict.fromkeys(one.table for one in renamed):
        tell_table(at[table])
        await hall.notify(at[table], "table")
    return {"id": person, "name": name}
