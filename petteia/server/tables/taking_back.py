"""Taking back: at once where nobody needs to agree, else after everybody has."""

from __future__ import annotations

from petteia import standing
from petteia.match import Match
from petteia.server.bounds import MOST_TAKEN_BACK, too_much
from petteia.server.problems import already_moved, not_now
from petteia.server.rooms import Json, Room
from petteia.server.store.rows import UndoWish
from petteia.server.store.seats import changed
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.checks import check_holds, running_match
from petteia.server.tables.entries import append_next
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_moment


@looking_again
async def undo(hall: Hall, room: Room, person: int, seat: int, number: int) -> Json:
    """Takes back at once where nobody needs to agree; else asks the others."""
    async with changing(hall, room) as change:
        check_holds(room, person, seat)
        match = running_match(room)
        # A bot that has moved meanwhile is no reason to refuse; a second click on the same wish is.
        if number > room.number or any(entry.kind == "undo" for entry in room.entries[number + 1 :]):
            raise already_moved()
        if sum(entry.kind == "undo" for entry in room.entries) >= MOST_TAKEN_BACK:
            raise too_much("taken_back_too_often", most=MOST_TAKEN_BACK)
        own_seats = room.seats_of(person)
        index = room.undo_index(own_seats)
        if index is None:
            raise not_now("nothing_to_undo")
        if number < room.course[index + 1]:  # he does not know his own last choice yet
            raise already_moved()
        if room.may_undo_at_once(own_seats, index):
            await _go_back(hall, room, match, seat, room.course[index])
            done = True
        else:
            move = match.first_move + index
            waiting = room.people_besides(own_seats)
            wish: UndoWish = {
                "seat": seat,
                "move": move,
                "to": room.course[index],
                "waiting": waiting,
                "number": room.number,
            }
            change.set(undo=wish)
            done = False
    if done:
        tell_moment(room, whole_log=True)
        wake(hall, room)
    return {"done": done, "number": room.number}


@looking_again
async def answer(hall: Hall, room: Room, person: int, seat: int, agree: bool) -> Json:
    """Says yes or no to somebody's wish to take back."""
    done = False
    async with changing(hall, room) as change:
        check_holds(room, person, seat)
        match = running_match(room)
        wish = room.row["undo"]
        # A choice that crossed the answer ends the wish, and so does the first no.
        if not wish or room.decision > wish["number"] or "declined" in wish:
            raise not_now("nobody_asks")
        waiting = [other for other in wish["waiting"] if other not in room.seats_of(person)]
        if len(waiting) == len(wish["waiting"]):
            raise not_now("not_asked")
        if not agree:
            change.set(undo={**wish, "waiting": [], "declined": seat})
        elif waiting:
            change.set(undo={**wish, "waiting": waiting})
        else:
            await _go_back(hall, room, match, wish["seat"], wish["to"])
            done = True
    if done:
        tell_moment(room, whole_log=True)
        wake(hall, room)
    return {"done": done, "number": room.number}


async def _go_back(hall: Hall, room: Room, match: Match, seat: int, back: int) -> None:
    """Whoever decides again decides himself: a standing answer that would do it for him ends."""
    earlier = match.at(match.first_move + room.course.index(back))
    also = []
    if earlier.to_move is not None:
        given = room.seats[earlier.to_move]["standing"] or []
        while (stood := standing.answer(earlier, given)) is not None:
            given = [name for name in given if name != stood[1].name]
            also = [changed(room.id, [earlier.to_move], standing=given)]
    await append_next(hall, room, earlier, "undo", seat, back=back, changes={"undo": None}, also=also)
