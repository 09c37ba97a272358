"""A move: a choice becomes an entry, and everybody is told."""

from __future__ import annotations

from petteia.match import IllegalChoice, Match
from petteia.server.problems import Forbidden
from petteia.server.rooms import Request, Room
from petteia.server.tables.changing import changing, update_table
from petteia.server.tables.entries import append_next
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_moment, tell_table


async def make_move(hall: Hall, room: Room, match: Match, seat: int, choice: int) -> None:
    """Makes a choice; and again, where that is all there is to do (`Game.repeats`): everybody is told of each, as
    if they had been made one by one."""
    await _make_once(hall, room, match, seat, choice)
    while room.match is not None and room.match.repeats:
        tell_moment(room)
        await _make_once(hall, room, room.match, seat, choice)


async def _make_once(hall: Hall, room: Room, match: Match, seat: int, choice: int) -> None:
    after = match.at(match.move_number)
    try:
        after.play(choice)
    except IllegalChoice as problem:
        raise Forbidden(room.game, problem.clause.number) from None
    await append_next(hall, room, after, "play", seat, words=room.game.space.pick(choice).words)


def tell_move(hall: Hall, room: Room, answering: Request | None = None) -> None:
    """Tells everybody what a move led to. A wish to take back that it crossed is forgotten."""
    hall.moves += 1
    if room.row["undo"]:
        hall.spawn(_forget_wish(hall, room))
    tell_moment(room, answering=answering)
    if room.status == "over":
        tell_table(room)


async def _forget_wish(hall: Hall, room: Room) -> None:
    async with changing(hall, room):
        await update_table(hall, room, undo=None)
