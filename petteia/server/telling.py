"""Telling everybody who looks at a table what has happened."""

from __future__ import annotations

from typing import Any

import orjson

from petteia.server import moments, views
from petteia.server.rooms import Request, Room
from petteia.server.store.rows import ChatRow


def tell_table(room: Room) -> None:
    for socket in list(room.sockets):
        socket.push({"type": "table", "table": views.table(room, socket.person)})


def tell_moment(room: Room, whole_log: bool = False, answering: Request | None = None) -> None:
    """The present moment, to everybody as his seat sees it; to the one that played, with the number of the
    message that this answers."""
    alike: dict[tuple[Any, ...], bytes] = {}
    shared = moments.Shared()
    for socket in list(room.sockets):
        seat = room.viewing_seat(socket.person, socket.seat)
        answers = answering.id if answering is not None and answering.socket is socket else None
        key = (seat, socket.lang, answers, room.seats_of(socket.person))
        if key not in alike:
            moment = views.present(room, socket.person, seat, socket.lang, shared)
            log = views.log(room, seat, socket.lang) if whole_log else None
            alike[key] = orjson.dumps({"type": "moment", "played": answers, "moment": moment, "log": log})
        socket.push_text(alike[key])


def tell_chat(room: Room, message: ChatRow) -> None:
    for socket in list(room.sockets):
        socket.push({"type": "chat", "chat": message})
