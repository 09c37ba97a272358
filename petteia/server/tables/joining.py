"""Sitting down, and seats that become free again before the start."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from petteia.server import models, schema
from petteia.server.problems import not_host, not_now
from petteia.server.rooms import Room
from petteia.server.tables.changing import changing, update_seats, updating
from petteia.server.tables.hall import Hall
from petteia.server.tables.inviting import admit, check_invitation


async def join(hall: Hall, table: str, person: int, wish: models.Join) -> Room:
    """Takes an open seat, or the seat that is kept for the person after a rematch."""
    room = await hall.room(table)
    if wish.invite is not None:
        check_invitation(room, wish.invite)
        await admit(hall, room, person)
    else:
        room = await hall.visible(table, person)
    async with changing(hall, room):
        if room.status != "open":
            raise not_now("begun")
        host = await hall.people.named(person)
        assert host is not None
        nonce = wish.nonce or secrets.token_hex(16)
        kept = [row["seat"] for row in room.seats if row["seat"] in room.held_by(person) and not row["nonce"]]
        if kept:
            await update_seats(hall, room, kept, nonce=nonce, name=host["name"])
        else:
            free = [row["seat"] for row in room.seats if row["kind"] == "open"]
            if wish.seat is not None and wish.seat not in free:
                raise not_now("seat_taken")
            if not free:
                raise not_now("all_taken")
            seat = free[0] if wish.seat is None else wish.seat
            await _sit(hall, room, seat, person, host["name"], nonce)
    return room


async def _sit(hall: Hall, room: Room, seat: int, person: int, name: str, nonce: str) -> None:
    table = schema.seats
    async with hall.store.writing() as connection:
        taken = await connection.execute(
            table.update()
            .where(table.c.table_id == room.id, table.c.seat == seat, table.c.kind == "open")
            .values(kind="person", name=name, nonce=nonce)
        )
        if taken.rowcount != 1:
            raise not_now("seat_taken")
        await connection.execute(schema.holders.insert().values(table_id=room.id, seat=seat, person_id=person))
        await connection.execute(updating(room, {}))


async def free(hall: Hall, room: Room, seat: int, person: int) -> Room:
    """Gives a seat free that is kept for somebody who does not come to a rematch."""
    async with changing(hall, room):
        if person != room.row["host"]:
            raise not_host("host_frees")
        if room.status != "open":
            raise not_now("begun")
        row = room.seats[seat] if seat < len(room.seats) else None
        if row is None or row["kind"] != "person" or row["nonce"] is not None:
            raise not_now("not_expected")
        await empty_seats(hall, room, [seat])
    return room


async def empty_seats(hall: Hall, room: Room, seats: Collection[int]) -> None:
    """Makes seats free for anybody, also those that are held by a link."""
    held, table = schema.holders, schema.seats
    await hall.store.execute(
        held.delete().where(held.c.table_id == room.id, held.c.seat.in_(seats)),
        table.update()
        .where(table.c.table_id == room.id, table.c.seat.in_(seats))
        .values(kind="open", name="", nonce=None, link_hash=None),
    )
