"""Playing: somebody makes a choice for his seat."""

from __future__ import annotations

import time

from petteia.server import metrics
from petteia.server.moments import SEPARATOR
from petteia.server.problems import Refusal, already_moved, not_now
from petteia.server.rooms import Request, Room
from petteia.server.tables.bot_turns import wake
from petteia.server.tables.checks import check_holds, read_choice, running_match
from petteia.server.tables.following import refresh
from petteia.server.tables.hall import Hall
from petteia.server.tables.moves import make_move, tell_move
from petteia.server.telling import tell_moment


async def play(
    hall: Hall,
    room: Room,
    person: int | None,
    seat: int,
    number: int,
    words: str,
    request: Request | None = None,
) -> int:
    """Makes a choice for a seat, or several in a row; the number of the last entry that came of it. A browser that
    requested it is answered with the moment after it."""
    began = time.perf_counter()
    check_holds(room, person, seat)
    async with room.lock:
        if number > room.number:  # the browser knows more: another worker told it
            await refresh(hall.store, room)
        match = running_match(room)
        if not room.decision <= number <= room.number:
            raise already_moved()
        if match.to_move != seat:
            raise not_now("not_your_turn")
        await make_move(hall, room, match, seat, read_choice(match, words))
        await _go_on(hall, room, seat, words.split(SEPARATOR)[1:])
        made = room.number
    tell_move(hall, room, request)
    metrics.MOVE_SECONDS.observe(time.perf_counter() - began)
    wake(hall, room)
    return made


async def _go_on(hall: Hall, room: Room, seat: int, row: list[str]) -> None:
    """Makes the rest of several choices in a row, as far as they are asked for."""
    for words in row:
        if room.match is None or room.match.to_move != seat:
            return
        try:
            choice = read_choice(room.match, words)
            tell_moment(room)
            await make_move(hall, room, room.match, seat, choice)
        except Refusal:
            return
