"""A move: a choice becomes an entry, and everybody is told."""

from __future__ import annotations

import asyncio

from petteia import standing
from petteia.match import IllegalChoice, Match
from petteia.server import metrics
from petteia.server.problems import Forbidden, already_moved, not_now
from petteia.server.rooms import Request, Room
from petteia.server.showing import takes_long
from petteia.server.store import Outdated
from petteia.server.store.seats import changed
from petteia.server.tables.changing import LOOKS, changing, looking_again
from petteia.server.tables.entries import append_next
from petteia.server.tables.following import follow
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_moment, tell_table


async def make_move(hall: Hall, room: Room, match: Match, seat: int, choice: int) -> None:
    """Makes a choice; and again, where that is all there is to do (`Game.repeats`), and those that people gave standing
    answers for: everybody is told of each, as if they had been made one by one."""
    await _make_once(hall, room, match, seat, choice)
    while room.match is not None and room.match.repeats:
        tell_moment(room)
        await _make_once(hall, room, room.match, seat, choice)
    await answer_for_people(hall, room)


async def answer_for_people(hall: Hall, room: Room) -> bool:
    """Makes the choices that people gave standing answers for; whether there were any. All but the last are told."""
    made = False
    try:
        while (stood := room.standing_answer) is not None:
            choice, by = stood
            assert room.match is not None
            assert room.match.to_move is not None
            room.is_answering = True
            tell_moment(room)
            await _make_once(hall, room, room.match, room.match.to_move, choice, by)
            made = True
    finally:
        room.is_answering = False
    return made


async def _make_once(
    hall: Hall, room: Room, match: Match, seat: int, choice: int, by: standing.Standing | None = None
) -> None:
    after = match.at(match.move_number)
    number = room.number
    try:
        if _may_take_long(room, match, seat):
            await asyncio.to_thread(_try_out, after, choice)
        else:
            after.play(choice)
    except IllegalChoice as problem:
        raise Forbidden(room.game, problem.clause.number) from None
    for _ in range(LOOKS):
        ended = _ended(room, after, seat, by)
        also = [changed(room.id, [one], standing=left) for one, left in ended.items()]
        try:
            await append_next(hall, room, after, "play", seat, words=room.game.space.pick(choice).words, also=also)
            break
        except Outdated:
            await follow(hall.store, room)
            if room.number != number or room.status != "playing":
                raise already_moved() from None
    else:
        raise not_now("changed_meanwhile")
    for one, left in ended.items():
        room.seats[one]["standing"] = left
    if ended:
        tell_table(room)


def _may_take_long(room: Room, match: Match, seat: int) -> bool:
    """Whether somebody who brought a box of his own could have thought out what comes now."""
    own_box = match.box.fingerprint != match.game.box.fingerprint
    return own_box and room.seats[seat]["kind"] == "person"


def _try_out(match: Match, choice: int) -> None:
    """Makes a choice, on a thread, unless a moment would come of it for which everybody at this worker waits."""
    match.play(choice)
    if takes_long(match):
        raise not_now("too_slow_to_show")


def _ended(room: Room, after: Match, seat: int, by: standing.Standing | None) -> dict[int, list[str]]:
    """What is left of the standing answers of those seats that lose some by a choice: by what it made happen, or
    because it was the one answer that somebody wanted."""
    found = {}
    for row in room.seats:
        given = row["standing"] or []
        over = set(standing.ended_by(after, given))
        if by is not None and by.once and row["seat"] == seat:
            over.add(by.name)
        if over:
            found[row["seat"]] = [name for name in given if name not in over]
    return found


def tell_move(hall: Hall, room: Room, answering: Request | None = None) -> None:
    """Tells everybody what a move led to. A wish to take back that it crossed is forgotten."""
    metrics.MOVES.add()
    if room.row["undo"]:
        hall.spawn(_forget_wish(hall, room))
    tell_moment(room, answering=answering)
    if room.status == "over":
        tell_table(room)


@looking_again
async def _forget_wish(hall: Hall, room: Room) -> None:
    async with changing(hall, room) as change:
        wish = room.row["undo"]
        if wish and room.decision > wish["number"]:  # and not a newer one
            change.set(undo=None)
