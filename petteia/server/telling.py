"""Telling everybody who looks at a table what has happened.

Whoever sits at the table is told at once. So are those who watch, unless they are a crowd: then they hear it by and by,
each in the order in which it happened, while the server sees to everybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import orjson

from petteia.server import moments, views
from petteia.server.rooms import Request, Room, Socket
from petteia.server.store.rows import ChatRow

AT_ONCE = 100  # browsers that are told before others have their turn
MOST_UNHEARD = 200_000  # messages that may wait for a crowd


def tell_table(room: Room) -> None:
    """The table, to everybody as his seats see it: all who only watch get the same message."""
    alike: dict[tuple[Any, ...], bytes] = {}
    host = room.row["host"]

    def made(socket: Socket) -> bytes:
        key = (room.seats_of(socket.person), socket.person == host)
        if key not in alike:
            alike[key] = orjson.dumps({"type": "table", "table": views.table(room, socket.person)})
        return alike[key]

    _tell(room, made)


def tell_crowd(room: Room) -> None:
    """Who is there, the same to everybody. (Those who come and go are gathered before: `tables/gathering`.)"""
    seen = room.crowd.seen(room.holders)
    online = [row["seat"] in seen.seats for row in room.seats]
    message = orjson.dumps({"type": "presence", "online": online, "watching": seen.watching})
    _tell(room, lambda socket: message)


def tell_moment(room: Room, whole_log: bool = False, answering: Request | None = None) -> None:
    """The present moment, to everybody as his seat sees it; to the one that played, with the number of the
    message that this answers."""
    alike: dict[tuple[Any, ...], bytes] = {}
    shared = moments.Shared()

    def made(socket: Socket) -> bytes:
        seat = room.viewing_seat(socket.person, socket.seat)
        answers = answering.id if answering is not None and answering.socket is socket else None
        key = (seat, socket.lang, answers, room.seats_of(socket.person))
        if key not in alike:
            moment = views.present(room, socket.person, seat, socket.lang, shared)
            log = views.log(room, seat, socket.lang) if whole_log else None
            alike[key] = orjson.dumps({"type": "moment", "played": answers, "moment": moment, "log": log})
        return alike[key]

    _tell(room, made)


def tell_chat(room: Room, message: ChatRow) -> None:
    written = orjson.dumps({"type": "chat", "chat": message})
    _tell(room, lambda socket: written)


def _tell(room: Room, made: Callable[[Socket], bytes]) -> None:
    """Tells everybody what is made for him, now that it has happened."""
    room.welcomes = {}  # whoever comes to watch from now on gets another one than those before
    unheard = room.crowd.unheard
    crowded = len(room.sockets) > AT_ONCE and len(unheard) < MOST_UNHEARD
    if crowded and not unheard:
        asyncio.get_running_loop().call_soon(_tell_on, room)
    sitting = room.known_people
    alike: dict[str, bytes] = {}  # what those who watch are told, which differs by the language alone
    for socket in list(room.sockets):
        if socket.person in sitting:
            socket.push_text(made(socket))
            continue
        message = alike.get(socket.lang)
        if message is None:
            message = alike[socket.lang] = made(socket)
        if crowded:
            unheard.append((socket, message))
        else:
            socket.push_text(message)


def _tell_on(room: Room) -> None:
    """Tells some of a crowd; the rest when everybody else has had his turn."""
    unheard = room.crowd.unheard
    for _ in range(min(AT_ONCE, len(unheard))):
        socket, message = unheard.popleft()
        socket.push_text(message)
    if unheard:
        asyncio.get_running_loop().call_soon(_tell_on, room)
