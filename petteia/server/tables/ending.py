"""How a table ends.

- The game is over: the entry of the last choice says so (`entries.append_entry`), and the table's status is `over`.
- The last person resigns or leaves while the game is being played: the table is `abandoned`, and the seat stays that
  person's, who may look back at it. As long as another person plays on, a bot takes the seat over.
- The host leaves before the start: the table is `abandoned`, too.
"""

from __future__ import annotations

from petteia.server.rooms import Room
from petteia.server.store import Statement
from petteia.server.store.rows import TableChanges
from petteia.server.store.seats import emptied, resigned
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.checks import check_holds, running_match
from petteia.server.tables.entries import append_next
from petteia.server.tables.hall import Hall
from petteia.server.tables.inviting import admit
from petteia.server.tables.levels import USUAL
from petteia.server.telling import tell_moment


@looking_again
async def resign(hall: Hall, room: Room, person: int, seat: int) -> Room:
    """A bot takes the seat over. Where no person is left, the game ends, and nobody needs to."""
    async with changing(hall, room):
        check_holds(room, person, seat)
        match = running_match(room)
        await admit(hall, room, person)
        left = [row["seat"] for row in room.seats if row["kind"] == "person" and row["seat"] != seat]
        changes: TableChanges = {"undo": None} if left else {"undo": None, "status": "abandoned"}
        also = resigned(room.id, seat, USUAL, left_by=person) if left else []
        await append_next(hall, room, match, "resign", seat, words=USUAL, changes=changes, also=also)
    tell_moment(room, whole_log=True)
    wake(hall, room)
    return room


async def leave(hall: Hall, room: Room, person: int, *also: Statement) -> Room:
    """Before the start seats become free again; later a bot goes on. Something else may go with it."""
    await _stand_up(hall, room, person, *also)
    if room.status == "playing":
        for seat in sorted(room.seats_of(person)):
            await resign(hall, room, person, seat)
    return room


@looking_again
async def _stand_up(hall: Hall, room: Room, person: int, *also: Statement) -> None:
    async with changing(hall, room) as change:
        change.do(*also)
        if room.status == "open":
            change.do(*emptied(room.id, room.seats_of(person)))
            if person == room.row["host"]:
                change.set(status="abandoned")
