"""Talking at the table."""

from __future__ import annotations

import time

from petteia.server.bounds import MOST_SAID
from petteia.server.names import clean
from petteia.server.problems import not_now, wrong
from petteia.server.rooms import Room
from petteia.server.store.rows import ChatRow
from petteia.server.tables.hall import Hall
from petteia.server.tables.renaming import name_at
from petteia.server.telling import tell_chat

MOST_CHAT = 200  # messages that are shown


async def say(hall: Hall, room: Room, person: int, text: str) -> ChatRow:
    """A message to everybody at the table."""
    if room.row["origin"] == "shown":
        raise not_now("only_shown")
    hall.sanctions.check_may_talk(person)
    text = clean(text)
    if not text:
        raise wrong("unreadable")
    if not hall.talk.allow("talk", str(person)):  # over all connections
        raise not_now("talks_too_fast")
    who = await hall.people.known(person)
    seat = min(room.seats_of(person), default=None)
    name = name_at(room, person, who["name"])
    message = await hall.store.chat.add(room.id, person, seat, name, text, time.time(), MOST_SAID)
    tell_chat(room, message)
    await hall.notify(room, f"chat {message['id']}")
    return message


async def chat(hall: Hall, room: Room) -> list[ChatRow]:
    """What was said last."""
    return await hall.store.chat.latest(room.id, MOST_CHAT)
