"""Standing answers: a person says once what the table answers for him, until he takes it off or it ends."""

from __future__ import annotations

from petteia.server.problems import wrong
from petteia.server.rooms import Room
from petteia.server.store.seats import changed
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.checks import check_holds, running_match
from petteia.server.tables.hall import Hall
from petteia.server.tables.moves import answer_for_people, tell_move
from petteia.standing import standing_answers, with_answer


@looking_again
async def stand(hall: Hall, room: Room, person: int, seat: int, name: str, on: bool) -> Room:
    """Gives a standing answer for a seat, which may answer at once; or takes it off."""
    known = standing_answers(room.game.name)
    if name not in known:
        raise wrong("no_standing", names=", ".join(known))
    async with changing(hall, room) as change:
        check_holds(room, person, seat)
        running_match(room)
        given = with_answer(room.game.name, room.seats[seat]["standing"] or (), name, on)
        change.do(changed(room.id, [seat], standing=given))
    async with room.lock:
        made = await answer_for_people(hall, room)
    if made:
        tell_move(hall, room)
        wake(hall, room)
    return room
