"""A public link to watch a finished game again, where everybody who sat there agrees.

What the link leads to is a table of its own: a copy of the game as it was played, without what was said. Its name is
the secret of the link. Whoever agreed may withdraw that at any time; then the link leads nowhere, and a later one is
another.
"""

from __future__ import annotations

from petteia.server import models, saves, views
from petteia.server.problems import not_now, not_your_seat
from petteia.server.reader import course_of
from petteia.server.rooms import Room
from petteia.server.store.rows import NewSeat, NewTable, SeatRow
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.hall import Hall
from petteia.server.tables.opening import check_may_open, new_table, to_be_watched


@looking_again
async def share(hall: Hall, room: Room, person: int, agree: bool) -> Room:
    """Agrees, for all one's seats, to a public link, or does not any more. Bots are not asked: against them alone the
    owner decides."""
    async with changing(hall, room) as change:
        own_seats = room.seats_of(person)
        if not own_seats:
            raise not_your_seat()
        if room.status != "over" or room.only_watched:
            raise not_now("not_over")
        agreed, before = set(room.row["agreed"] or ()), room.row["shown"]
        after = before
        if not agree:
            agreed, after = agreed - own_seats, None
        else:
            agreed |= own_seats
            if before is None and all(row["seat"] in agreed for row in room.seats if row["kind"] == "person"):
                copy = await _copy(hall, room, person)
                after = copy.row["id"]
                change.do(*hall.store.tables.opening(copy))
        change.set(agreed=sorted(agreed), shown=after)
    if before is not None and before != after:
        await hall.delete_tables([before])
    return room


async def _copy(hall: Hall, room: Room, person: int) -> NewTable:
    """A table with the game, for everybody who knows its name."""
    match = room.match
    assert match is not None
    await check_may_open(hall, person, room.box)
    new = await new_table(
        hall,
        person,
        room.game,
        room.box,
        room.row["options"],
        [models.SeatPlan(kind="open")] * match.seats,
        listed=True,
        origin="shown",
        seed=match.seed,
        first_move=match.first_move,
    )
    stood = [room.entries[number] for number in room.course]
    rows = saves.entries_of(course_of(match), new.row["id"], room.game, room.layout)
    for row, entry in zip(rows, stood, strict=True):
        row["rules_version"], row["at"] = entry.rules_version, entry.at
    return await to_be_watched(new, rows, room.description, [_seat(room, row) for row in room.seats], dealt=match.dealt)


def _seat(room: Room, row: SeatRow) -> NewSeat:
    """A seat as it is shown, under the name it had. Whoever left the game did not agree to anything: the bot that went
    on is named."""
    name = views.sitter(room, row["seat"])
    return {"kind": row["kind"], "bot": row["bot"], "name": name, "nonce": row["nonce"], "resigned": False}
