"""Sitting down, and seats that become free again before the start."""

from __future__ import annotations

from petteia.server import models
from petteia.server.problems import not_host, not_now, wrong
from petteia.server.rooms import Room
from petteia.server.store import knocks, seats
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.hall import Hall
from petteia.server.tables.inviting import admit, check_invitation
from petteia.server.tables.levels import check_level
from petteia.server.tables.renaming import name_at


@looking_again
async def join(hall: Hall, table: str, person: int, wish: models.Join) -> Room:
    """Takes an open seat, or the seat that is kept for the person after a rematch."""
    room = await hall.room(table)
    hall.sanctions.check_welcome(person, table)
    if wish.invite is not None:
        check_invitation(room, wish.invite)
        await admit(hall, room, person)
    else:
        room = await hall.visible(table, person)
    async with changing(hall, room) as change:
        if room.status != "open":
            raise not_now("begun")
        await hall.sanctions.check_may_sit(person, table)
        who = await hall.people.known(person)
        name = name_at(room, person, who["name"])
        nonce = wish.nonce or ""
        kept = [row["seat"] for row in room.seats if row["seat"] in room.seats_of(person) and row["nonce"] is None]
        if kept:
            change.do(seats.changed(room.id, kept, nonce=nonce, name=name))
        else:
            free = [row["seat"] for row in room.seats if row["kind"] == "open"]
            if wish.seat is not None and wish.seat not in free:
                raise not_now("seat_taken")
            if not free:
                raise not_now("all_taken")
            seat = free[0] if wish.seat is None else wish.seat
            change.seat(person, *seats.taken(table, seat, person, name, nonce), knocks.forgotten(table, person))
    return room


@looking_again
async def free(hall: Hall, room: Room, seat: int, person: int) -> Room:
    """Gives a seat free that is kept for somebody who does not come to a rematch, or that a bot has."""
    async with changing(hall, room) as change:
        if person != room.row["host"]:
            raise not_host("host_frees")
        if room.status != "open":
            raise not_now("begun")
        row = room.seats[seat] if seat < len(room.seats) else None
        if row is None or row["kind"] == "open" or (row["kind"] == "person" and row["nonce"] is not None):
            raise not_now("not_expected")
        change.do(*seats.emptied(room.id, [seat]))
    return room


@looking_again
async def seat_bot(hall: Hall, room: Room, seat: int, person: int, level: str) -> Room:
    """Lets a bot sit down before the start, on an open seat or in place of another bot."""
    async with changing(hall, room) as change:
        if person != room.row["host"]:
            raise not_host("host_seats_bots")
        if room.status != "open":
            raise not_now("begun")
        check_level(room.game, level, hall.strangers)
        if all(row["kind"] == "bot" for row in room.seats if row["seat"] != seat):
            raise wrong("nobody_plays")
        if seat >= len(room.seats) or room.seats[seat]["kind"] == "person":
            raise not_now("seat_taken")
        change.do(seats.given_to_bot(room.id, seat, level))
    return room
