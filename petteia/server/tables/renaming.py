"""Another name for a person, also on his seats."""

from __future__ import annotations

from petteia.server import schema
from petteia.server.people import as_name
from petteia.server.store import Row
from petteia.server.tables.changing import changing
from petteia.server.tables.hall import Hall


async def rename(hall: Hall, person: int, name: str) -> Row:
    """A new name, also on the seats of games that have not ended."""
    name = as_name(name)
    old = await hall.people.named(person)
    assert old is not None
    rooms = await hall.rooms_of(person)
    seats = [(room, seat) for room in rooms for seat in room.held_by(person) if room.status in ("open", "playing")]
    async with hall.store.writing() as connection:
        await connection.execute(schema.people.update().where(schema.people.c.id == person).values(name=name))
        for room, seat in seats:
            await connection.execute(
                schema.seats.update()
                .where(schema.seats.c.table_id == room.id, schema.seats.c.seat == seat)
                .where(schema.seats.c.name == old["name"])
                .values(name=name)
            )
    for room in {room.id: room for room, _ in seats}.values():
        async with changing(hall, room):
            pass
    return {"id": person, "name": name}
