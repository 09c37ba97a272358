"""Players report a name or a message; administrators look at what was said, and say what came of it."""

from __future__ import annotations

import time
from typing import Any

from petteia.server import models
from petteia.server.admin.deeds import Actor, deed
from petteia.server.names import clean
from petteia.server.problems import Refusal, wrong
from petteia.server.rooms import Room
from petteia.server.store.rows import NewReport, Reported
from petteia.server.tables.hall import Hall

AROUND = 10  # messages that are kept with a report
MOST_LATELY, LATELY = 10, 3600.0  # reports of a person in so many seconds
MOST_WAITING = 5000  # in all, that nobody has handled


async def report(hall: Hall, room: Room, person: int, wish: models.Report) -> None:
    """Somebody who looks at a table reports a name or a message there."""
    if wish.message is not None:
        said = await _message(hall, room, wish.message)
    elif wish.knock is not None:
        said = _knocking(room, person, wish.knock)
    else:
        said = _name(room, wish.seat)
    around = await hall.store.chat.latest(room.id, AROUND, upto=wish.message)
    new: NewReport = {
        **said,
        "by": person,
        "table": room.id,
        "around": [{"name": one["name"], "text": one["text"], "at": one["at"]} for one in around],
        "why": clean(wish.why),
    }
    if not await hall.store.reports.add(new, MOST_LATELY, time.time() - LATELY, MOST_WAITING):
        raise Refusal(429, "too-fast", "too_many_reports")


async def _message(hall: Hall, room: Room, message: int) -> Reported:
    said = await hall.store.chat.said(message)
    if said is None or said["table_id"] != room.id or said["hidden"]:
        raise wrong("no_message")
    return {"person": said["person_id"], "name": said["name"], "message": message, "text": said["text"]}


def _name(room: Room, seat: int | None) -> Reported:
    row = room.seats[seat] if seat is not None and seat < len(room.seats) else None
    if row is None or (row["kind"] != "person" and not row["resigned"]):
        raise wrong("no_name")
    return {"person": min(room.holders[row["seat"]], default=None), "name": row["name"], "message": None, "text": ""}


def _knocking(room: Room, host: int, person: int) -> Reported:
    """Somebody who asks to join, whose name the host alone sees."""
    asking = (knock["name"] for knock in room.waiting_knocks if knock["person_id"] == person)
    name = next(asking, None) if host == room.row["host"] else None
    if name is None:
        raise wrong("no_name")
    return {"person": person, "name": name, "message": None, "text": ""}


async def listed(hall: Hall, handled: bool, most: int) -> list[dict[str, Any]]:
    """`models.AdminReport`s."""
    return [{**row} for row in await hall.store.reports.latest(handled, most)]


async def handle(hall: Hall, actor: Actor, number: int, outcome: str) -> None:
    """Says what came of a report."""
    found = await hall.store.reports.find(number)
    if found is None:
        raise Refusal(404, "no-such-report", "no_report")
    async with deed(hall, actor, "handle", f"report {number} · {found['name']}", outcome):
        await hall.store.reports.handle(number, outcome)
