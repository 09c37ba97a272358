"""Bots think where one has to decide."""

from __future__ import annotations

import asyncio
import time

from petteia import bots
from petteia.match import Match
from petteia.server.problems import Refusal
from petteia.server.rooms import Room
from petteia.server.tables.hall import Hall
from petteia.server.tables.moves import make_move, tell_move

STRONGEST = bots.NAMES[-1]


def wake(hall: Hall, room: Room) -> None:
    """Lets a bot think where one has to decide."""
    if room.bot_to_move is not None and (room.thinking is None or room.thinking.done()):
        room.thinking = hall.spawn(_let_think(hall, room))


async def _let_think(hall: Hall, room: Room) -> None:
    while (level := room.bot_to_move) is not None and room.match is not None:
        number, began = room.number, time.monotonic()
        choice = await think(hall, level, room.match.at(room.match.move_number))
        if not room.bots_begin:  # nobody has to wait for his first decision
            await asyncio.sleep(max(0.0, hall.settings.bot_pause - (time.monotonic() - began)))
        async with room.lock:
            if room.number != number or room.bot_to_move is None or room.match is None:
                continue
            seat = room.match.to_move
            assert seat is not None
            try:
                await make_move(hall, room, room.match, seat, choice)
            except Refusal:
                continue  # another worker's bot was faster
        tell_move(hall, room)


async def think(hall: Hall, level: str, match: Match) -> int:
    """A bot's choice, thought out away from the event loop. The match is the bot's own copy."""
    hall.thoughts += 1
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(hall.bot_threads, bots.Bot(level).choose, match)
