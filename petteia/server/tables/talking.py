"""Talking at the table."""

from __future__ import annotations

import time

import sqlalchemy as sa

from petteia.server import schema
from petteia.server.people import clean
from petteia.server.problems import wrong
from petteia.server.rooms import Json, Room
from petteia.server.store import Row
from petteia.server.tables.hall import Hall

MOST_CHAT = 200  # messages that are shown


async def say(hall: Hall, room: Room, person: int, text: str) -> Json:
    """A message to everybody at the table."""
    text = clean(text)
    if not text:
        raise wrong("unreadable")
    who = await hall.people.named(person)
    assert who is not None
    held = sorted(room.held_by(person))
    message = {"seat": held[0] if held else None, "name": who["name"], "text": text, "at": time.time()}
    async with hall.store.writing() as connection:
        made = await connection.execute(
            schema.chat.insert().values(table_id=room.id, person_id=person, **message).returning(schema.chat.c.id)
        )
        message["id"] = made.scalar_one()
    room.tell_chat(message)
    await hall.store.notify(f"{hall.worker}:{room.id}:chat {message['id']}")
    return message


async def chat(hall: Hall, room: Room) -> list[Row]:
    table = schema.chat
    rows = await hall.store.rows(
        sa.select(table.c.id, table.c.seat, table.c.name, table.c.text, table.c.at)
        .where(table.c.table_id == room.id)
        .order_by(table.c.id.desc())
        .limit(MOST_CHAT)
    )
    return rows[::-1]
