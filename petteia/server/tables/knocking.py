"""Asking to join a private table: whoever has its address but no invitation knocks, and the host answers.

Who knocks learns nothing of the table but that it is there and waits for players. Few may wait at once, a wish expires,
and nobody may go on asking.
"""

from __future__ import annotations

import time

from petteia.server.problems import no_table, not_host, not_now
from petteia.server.rooms import KNOCKS_LAST, Json, Room, is_waiting
from petteia.server.store import knocks, seats
from petteia.server.tables.changing import Change, changing, looking_again
from petteia.server.tables.hall import Hall
from petteia.server.tables.inviting import admit
from petteia.server.tables.renaming import name_at

MOST_TIMES = 3  # that somebody asks at one table
MOST_AT_A_TABLE = 10  # who wait there at once
MOST_OF_A_PERSON = 5  # tables at which somebody waits at once


async def state(hall: Hall, table: str, person: int | None) -> Json:
    """How it stands with somebody's wish to join."""
    room = await hall.room(table)
    hall.sanctions.check_welcome(person, table)
    if await hall.may_see(room, person):
        return {"state": "admitted"}
    _check_open(room)
    knock = await hall.store.knocks.find(table, person) if person is not None else None
    if knock is None:
        return {"state": "none"}
    if is_waiting(knock):
        return {"state": "waiting"}
    if knock["times"] >= MOST_TIMES:
        return {"state": "ended"}
    return {"state": "declined" if knock["declined"] else "expired"}


@looking_again
async def knock(hall: Hall, table: str, person: int) -> Json:
    """Somebody asks to join; to ask again while he waits changes nothing."""
    room = await hall.room(table)
    found = await state(hall, table, person)
    if found["state"] in ("admitted", "waiting"):
        return found
    async with changing(hall, room) as change:
        _check_open(room)
        before = await hall.store.knocks.find(table, person)
        times = before["times"] if before is not None else 0
        elsewhere = await hall.store.knocks.waiting(person, time.time() - KNOCKS_LAST)
        if times >= MOST_TIMES or elsewhere >= MOST_OF_A_PERSON:
            raise not_now("too_many_knocks")
        if len(room.waiting_knocks) >= MOST_AT_A_TABLE:
            raise not_now("many_knock")
        change.do(*hall.store.knocks.asked(table, person, times + 1))
    return await state(hall, table, person)


@looking_again
async def answer(hall: Hall, room: Room, host: int, person: int, accept: bool) -> Room:
    """The host lets somebody in, who sits down on a free seat; or does not."""
    async with changing(hall, room) as change:
        if host != room.row["host"]:
            raise not_host("host_lets_in")
        _check_open(room)
        if not any(knock["person_id"] == person for knock in room.waiting_knocks):
            raise not_now("nobody_knocks")
        if accept:
            await _let_in(hall, room, person, change)
        else:
            change.do(knocks.declined(room.id, person))
    return room


async def _let_in(hall: Hall, room: Room, person: int, change: Change) -> None:
    change.do(knocks.forgotten(room.id, person))
    if room.seats_of(person):  # he has come by a link meanwhile
        return
    await hall.sanctions.check_may_sit(person, room.id)
    who = await hall.people.known(person)
    free = [row["seat"] for row in room.seats if row["kind"] == "open"]
    if not free:
        raise not_now("no_free_seat")
    await admit(hall, room, person)
    name = name_at(room, person, who["name"])
    change.seat(person, *seats.taken(room.id, free[0], person, name, ""))


def _check_open(room: Room) -> None:
    """One may ask at a table that waits for players; of any other nothing is told."""
    if room.status != "open":
        raise no_table()
