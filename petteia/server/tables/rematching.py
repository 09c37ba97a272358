"""A rematch: the same again at a new table, with everybody's seat kept; in a campaign, its next attempt."""

from __future__ import annotations

from petteia.server import models
from petteia.server.problems import not_now, not_your_seat
from petteia.server.rooms import Room
from petteia.server.store.rows import SeatRow
from petteia.server.tables import campaigning
from petteia.server.tables.changing import Change, changing, looking_again
from petteia.server.tables.hall import Hall
from petteia.server.tables.levels import USUAL, plays
from petteia.server.tables.opening import check_may_open, new_table


@looking_again
async def rematch(hall: Hall, room: Room, person: int) -> Room:
    """The same again at a new table, with everybody's seat kept. However many ask for it, there is one."""
    _check_may_ask(room, person)
    attempt = None
    if await hall.store.attempts.includes(room.id):
        # How a campaign stands is read from its tables, this one among them: not while it is locked here.
        attempt = (await campaigning.play(hall, person, room.game)).id
    async with changing(hall, room) as change:
        _check_may_ask(room, person)
        again = room.row["rematch"]
        if again is None:
            again = attempt or await _open(hall, room, person, change)
            change.set(rematch=again)
    return await hall.room(again)


def _check_may_ask(room: Room, person: int) -> None:
    if not room.seats_of(person):
        raise not_your_seat()
    if room.status not in ("over", "abandoned"):
        raise not_now("not_over")


async def _open(hall: Hall, room: Room, person: int, change: Change) -> str:
    """Opens the new table with the change that leads there. Its name."""
    await check_may_open(hall, person, room.box)
    plans = [_again(hall, room, row, row["seat"] in room.seats_of(person)) for row in room.seats]
    new = await new_table(hall, person, room.game, room.box, room.row["options"], plans, origin="deal")
    for row, plan in zip(room.seats, plans, strict=True):
        if plan.kind == "open" and room.holders[row["seat"]]:
            new.seats[row["seat"]] = {**new.seats[row["seat"]], "kind": "person", "name": row["name"]}
            new.holders[row["seat"]] = frozenset(room.holders[row["seat"]])
    change.do(*hall.store.tables.opening(new))
    return new.row["id"]


def _again(hall: Hall, room: Room, row: SeatRow, mine: bool) -> models.SeatPlan:
    """Who sits there in a rematch. Somebody who resigned is not waited for; a bot that does not play the game any more
    is replaced."""
    if row["kind"] == "bot":
        bot = row["bot"]
        still = bot is not None and plays(room.game.name, bot, hall.strangers)
        return models.SeatPlan(kind="bot", bot=bot if still else USUAL)
    return models.SeatPlan(kind="me", name=row["name"]) if mine else models.SeatPlan(kind="open")
