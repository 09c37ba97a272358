"""Invitations to a private table, and links by which another browser plays a seat."""

from __future__ import annotations

import secrets

from petteia.server.people import hashed, new_secret
from petteia.server.problems import no_table, not_host
from petteia.server.rooms import Json, Room
from petteia.server.store import seats
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.checks import check_holds
from petteia.server.tables.hall import Hall


@looking_again
async def invite(hall: Hall, room: Room, person: int) -> Json:
    """A new secret that lets people in; the one before does so no longer."""
    if person != room.row["host"]:
        raise not_host("host_invites")
    secret = new_secret()
    async with changing(hall, room) as change:
        change.set(invite_hash=hashed(secret))
    return {"secret": secret}


async def enter(hall: Hall, table: str, person: int, secret: str) -> Room:
    """Lets somebody with an invitation look at a private table."""
    room = await hall.room(table)
    hall.sanctions.check_welcome(person, table)
    check_invitation(room, secret)
    await admit(hall, room, person)
    return room


def check_invitation(room: Room, secret: str | None) -> None:
    expected = room.row["invite_hash"]
    if secret is None or expected is None or not secrets.compare_digest(expected, hashed(secret)):
        raise no_table()


async def admit(hall: Hall, room: Room, person: int) -> None:
    """Lets a person look at a private table from now on."""
    if not await hall.store.tables.admit(room.id, person):
        raise no_table()


@looking_again
async def seat_link(hall: Hall, room: Room, seat: int, person: int) -> Json:
    """A link by which another browser may play a seat."""
    secret = new_secret()
    async with changing(hall, room) as change:
        check_holds(room, person, seat)
        change.do(seats.changed(room.id, [seat], link_hash=hashed(secret)))
    return {"seat": seat, "secret": secret}


@looking_again
async def take_seat(hall: Hall, table: str, seat: int, person: int, secret: str) -> Room:
    """Whoever has a seat's link may act for it."""
    room = await hall.room(table)
    hall.sanctions.check_welcome(person, table)
    async with changing(hall, room) as change:
        row = room.seats[seat] if seat < len(room.seats) else None
        expected = row["link_hash"] if row is not None and row["kind"] == "person" else None
        if expected is None or not secrets.compare_digest(expected, hashed(secret)):
            raise no_table()
        if seat not in room.seats_of(person):
            await hall.sanctions.check_may_sit(person, table)
            await hall.people.known(person)
            change.seat(person, seats.held(table, seat, person))
    return room
