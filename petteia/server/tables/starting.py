"""The start: the seed is mixed, and the game dealt."""

from __future__ import annotations

from petteia.engine import guide
from petteia.match import Match
from petteia.proof import mix
from petteia.server.problems import not_host, not_now
from petteia.server.rooms import Entry, Room
from petteia.server.store import NumberTaken, Outdated
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.entries import append_entry
from petteia.server.tables.following import present_form
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_moment


@looking_again
async def start(hall: Hall, room: Room, person: int) -> Room:
    """Mixes the seed and deals."""
    async with changing(hall, room):
        if person != room.row["host"]:
            raise not_host("host_starts")
        if room.status != "open":
            raise not_now("begun")
        if any(row["kind"] == "open" for row in room.seats):
            raise not_now("open_seats")
        if any(row["kind"] == "person" and row["nonce"] is None for row in room.seats):
            raise not_now("expected")
        seed = _seed(room)
        match = await _begin(hall, room, seed)
        deal = Entry(0, "deal", room.game.rules_version)
        try:
            await append_entry(hall, room, match, deal, {"seed": match.seed, "status": "playing"})
        except NumberTaken:
            raise Outdated from None
    tell_moment(room, whole_log=True)
    wake(hall, room)
    return room


def _seed(room: Room) -> bytes:
    """Mixed from what the server and all seats drew; a guided game has one of its own, which everybody may know."""
    if room.row["origin"] == "guided":
        return guide.read(room.game.folder).seed
    return mix(room.row["secret"], [row["nonce"] or "" for row in room.seats])


async def _begin(hall: Hall, room: Room, seed: bytes) -> Match:
    """The deal; or, where the game goes on from elsewhere, that moment with all shuffled afresh that was hidden
    from whoever asked for it."""
    blank = room.game.blank(room.row["options"], len(room.seats), room.box)
    begin, layout = room.row["start"], room.row["start_layout"]
    if begin is None or layout is None:
        return Match(room.game, room.box, blank, len(room.seats), seed)
    state = await present_form(hall.store, room, begin, layout)
    first = room.row["first_move"]
    source = Match.resumed(
        room.game, room.box, blank, len(room.seats), seed, [state], [], dealt=False, first_move=first
    )
    known = room.row["known"] or 0
    return source.hidden(tuple(seat for seat in range(len(room.seats)) if known >> seat & 1), seed)
