"""Changing what is stored about a table or its seats, and telling everybody."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Unpack

from petteia.server.rooms import Room
from petteia.server.store.rows import TableChanges
from petteia.server.tables.following import refresh, stored
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_table


@contextlib.asynccontextmanager
async def changing(hall: Hall, room: Room) -> AsyncIterator[None]:
    """Changes a table or its seats, alone: nobody sees anything in between. Afterwards everybody is told, here and
    at other workers."""
    async with room.lock:
        await refresh(hall.store, room)
        yield
        room.update(*await stored(hall.store, room.id))
    tell_table(room)
    hall.gathering.share(room)  # whoever watched may have sat down
    await hall.notify(room, "table")


async def update_table(hall: Hall, room: Room, **values: Unpack[TableChanges]) -> None:
    """Changes a table, within `changing`."""
    await hall.store.tables.update(room.id, values)
    room.change(values)
