"""Bots think where one has to decide."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from petteia import bots
from petteia.match import Match
from petteia.server.problems import Refusal
from petteia.server.rooms import Room
from petteia.server.tables import strangers
from petteia.server.tables.hall import Hall
from petteia.server.tables.levels import LEAST, LONGEST, SECONDS, USUAL, able
from petteia.server.tables.moves import make_move, tell_move
from petteia.server.telling import tell_table
from petteia.server.thinkers import Thinkers

GLANCE = 0.2  # seconds between looks whether a search is compiled


def wake(hall: Hall, room: Room) -> None:
    """Lets a bot think where one has to decide."""
    if room.bot_to_move is not None and (room.thinking is None or room.thinking.done()):
        room.thinking = hall.spawn(_let_think(hall, room))


async def _let_think(hall: Hall, room: Room) -> None:
    while (seated := room.bot_to_move) is not None and room.match is not None:
        number, began = room.number, time.monotonic()
        level = able(hall.workshop, room.game.name, seated, hall.strangers)
        if level is None:
            await _wait_for_search(hall, room)
            continue
        choice = await think(hall, room, level, room.match.at(room.match.move_number), passing(hall, room))
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


async def _wait_for_search(hall: Hall, room: Room) -> None:
    """Until the bot that decides can search, or need not any more. Everybody is told what it waits for."""
    passed = passing(hall, room)
    hall.workshop.want_search(room.game.name)
    room.search_is_awaited = True
    tell_table(room)
    try:
        game, others = room.game.name, hall.strangers
        while not passed() and (level := room.bot_to_move) and able(hall.workshop, game, level, others) is None:
            await asyncio.sleep(GLANCE)
    finally:
        room.search_is_awaited = False
    tell_table(room)


def passing(hall: Hall, room: Room) -> Callable[[], bool]:
    """Says, on any thread, whether a thought about the present decision has become idle: somebody took back or left,
    another worker decided, the table ended, or the server stops."""
    number = room.number
    return lambda: hall.closing or room.number != number or room.status != "playing"


async def think(hall: Hall, room: Room, level: str, match: Match, stop: Callable[[], bool]) -> int:
    """A bot's choice, thought out away from the event loop. The match is the bot's own copy. Those that take their time
    have threads of their own, so that quick ones never wait for them; whoever opened the table is who wants it."""
    if hall.strangers.play(level):
        return await _think_of_others(hall, room, level, match)
    usual = SECONDS.get(level)
    bots_of_its_pace = hall.quick_bots if usual is None else hall.slow_bots

    def choose(part: float) -> int:
        seconds = None if usual is None else max(LEAST, usual * part)
        until = time.monotonic() + (seconds or LONGEST)
        return bots.Bot(level).choose(match, seconds=seconds, stop=lambda: stop() or time.monotonic() > until)

    return await _on_a_thread(hall, room, bots_of_its_pace, choose)


async def _think_of_others(hall: Hall, room: Room, name: str, match: Match) -> int:
    """Somebody else's bot is made once for its seat. Where it fails, the usual one decides."""
    assert match.to_move is not None
    seat = match.to_move, name
    bot = room.strangers.setdefault(seat, bots.Bot(name))

    def choose(part: float) -> int:
        try:
            return bot.choose(match, seconds=max(LEAST, strangers.SECONDS * part))
        except bots.BotFault as problem:
            hall.strangers.failed(name, problem)
            room.strangers.pop(seat, None)  # it may still be thinking
            return bots.Bot(USUAL).choose(match)

    return await _on_a_thread(hall, room, hall.slow_bots, choose)


async def _on_a_thread(hall: Hall, room: Room, thinkers: Thinkers, choose: Callable[[float], int]) -> int:
    host = room.row["host"]
    return await thinkers.think(host, choose, source=hall.sources.get(host))
