"""Another name for a person, also on his seats."""

from __future__ import annotations

from petteia.server.people import as_name
from petteia.server.rooms import Json
from petteia.server.tables.changing import changing
from petteia.server.tables.hall import Hall


async def rename(hall: Hall, person: int, name: str) -> Json:
    """A new name, also on the seats of games that have not ended."""
    name = as_name(name)
    old = await hall.people.named(person)
    assert old is not None
    rooms = [room for room in await hall.rooms_of(person) if room.status in ("open", "playing")]
    own_seats = [(room.id, seat) for room in rooms for seat in room.seats_of(person)]
    await hall.store.people.rename(person, old["name"], name, own_seats)
    for room in rooms:
        if room.seats_of(person):
            async with changing(hall, room):
                pass
    return {"id": person, "name": name}
