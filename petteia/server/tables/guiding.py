"""A guided first game: a table with a deal of its own, whose decisions are explained."""

from __future__ import annotations

import contextlib

from petteia.engine import guide
from petteia.engine.game import Game
from petteia.server import models
from petteia.server.problems import Refusal
from petteia.server.rooms import Room
from petteia.server.store import Outdated
from petteia.server.store.rows import Opened
from petteia.server.tables.changing import looking_again
from petteia.server.tables.hall import Hall
from petteia.server.tables.opening import new_table, stored
from petteia.server.tables.starting import start


@looking_again
async def begin(hall: Hall, person: int, game: Game) -> Room:
    """The guided game of a person: the one that he has not finished, or a new one. However often somebody asks at once,
    there is one."""
    unfinished = (await hall.store.tables.opened(person)).guided.get(game.name)
    room = await hall.room(unfinished) if unfinished is not None else None
    if room is None or room.is_damaged:
        room = await _open(hall, person, game, unfinished)
    if room.status == "open":
        with contextlib.suppress(Refusal):  # another request has started it meanwhile
            await start(hall, room, person)
    return room


async def _open(hall: Hall, person: int, game: Game, unfinished: str | None) -> Room:
    """Opens a table for it, where no other request has done so since somebody looked."""
    hall.workshop.want(game.name)
    found = guide.read(game.folder)
    others = [models.SeatPlan(kind="bot", bot=found.bot)] * (found.seats - 1)
    new = await new_table(hall, person, game, game.box, {}, [models.SeatPlan(kind="me"), *others], origin="guided")

    def check(opened: Opened) -> None:
        if opened.guided.get(game.name) != unfinished:
            raise Outdated

    return await stored(hall, new, check)
