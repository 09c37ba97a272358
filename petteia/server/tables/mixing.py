"""Digits that people add to the seed, once they have seen what the server committed to (see `petteia/proof.py`)."""

from __future__ import annotations

from petteia.server.problems import not_now, not_your_seat
from petteia.server.rooms import Room
from petteia.server.store import seats
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.hall import Hall


@looking_again
async def add_nonce(hall: Hall, room: Room, person: int, nonce: str) -> Room:
    """A person's digits, for those of his seats that have none yet."""
    async with changing(hall, room) as change:
        if not room.seats_of(person):
            raise not_your_seat()
        if room.status != "open":
            raise not_now("begun")
        without = [row["seat"] for row in room.seats if row["seat"] in room.seats_of(person) and not row["nonce"]]
        if not without:
            raise not_now("digits_given")
        change.do(seats.changed(room.id, without, nonce=nonce))
    return room
