"""Changing what is stored about a table or its seats, and telling everybody."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa

from petteia.server import schema
from petteia.server.rooms import Json, Room
from petteia.server.tables.following import refresh, stored
from petteia.server.tables.hall import Hall


@contextlib.asynccontextmanager
async def changing(hall: Hall, room: Room) -> AsyncIterator[None]:
    """Changes a table or its seats, alone: nobody sees anything in between. Afterwards everybody is told, here and
    at other workers."""
    async with room.lock:
        await refresh(hall.store, room)
        yield
        room.know(*await stored(hall.store, room.id))
    room.tell_table()
    await hall.store.notify(f"{hall.worker}:{room.id}:table")


async def update_table(hall: Hall, room: Room, **values: Any) -> None:
    await hall.store.execute(updating(room, values))
    room.row = {**room.row, **values}


async def update_seats(hall: Hall, room: Room, seats: list[int], **values: Any) -> None:
    table = schema.seats
    await hall.store.execute(
        table.update().where(table.c.table_id == room.id, table.c.seat.in_(seats)).values(**values),
        updating(room, {}),
    )


def updating(room: Room, values: Json) -> sa.Update:
    table = schema.tables
    values = {name: sa.null() if value is None else value for name, value in values.items()}
    return table.update().where(table.c.id == room.id).values(changed=time.time(), **values)
