"""A rematch: the same again at a new table, with everybody's seat kept; in a campaign, its next attempt."""

from __future__ import annotations

from petteia.server import models
from petteia.server.problems import not_now, not_your_seat
from petteia.server.rooms import Room
from petteia.server.store.rows import SeatRow
from petteia.server.tables import campaigning
from petteia.server.tables.changing import changing, update_table
from petteia.server.tables.hall import Hall
from petteia.server.tables.levels import USUAL, levels_of
from petteia.server.tables.opening import open_table


async def rematch(hall: Hall, room: Room, person: int) -> Room:
    """The same again at a new table, with everybody's seat kept."""
    if not room.seats_of(person):
        raise not_your_seat()
    async with changing(hall, room):
        if room.status not in ("over", "abandoned"):
            raise not_now("not_over")
        if room.row["rematch"]:
            return await hall.room(room.row["rematch"])
        if await hall.store.attempts.includes(room.id):
            again = await campaigning.play(hall, person, room.game)
            await update_table(hall, room, rematch=again.id)
            return again
        plans = [_again(room, row, row["seat"] in room.seats_of(person)) for row in room.seats]
        again = await open_table(hall, person, room.game, room.box, room.row["options"], plans, origin="deal")
        async with changing(hall, again):
            for row in room.seats:
                if plans[row["seat"]].kind == "open":
                    await hall.store.seats.keep(again.id, row["seat"], row["name"], room.holders[row["seat"]])
        await update_table(hall, room, rematch=again.id)
    return again


def _again(room: Room, row: SeatRow, mine: bool) -> models.SeatPlan:
    """Who sits there in a rematch. Somebody who resigned is not waited for; a bot that does not play the game any more
    is replaced."""
    if row["kind"] == "bot":
        return models.SeatPlan(kind="bot", bot=row["bot"] if row["bot"] in levels_of(room.game.name) else USUAL)
    return models.SeatPlan(kind="me", name=row["name"]) if mine else models.SeatPlan(kind="open")
