"""A guided first game: a table with a deal of its own, whose decisions are explained."""

from __future__ import annotations

from petteia.engine import guide
from petteia.engine.game import Game
from petteia.server import models
from petteia.server.rooms import Room
from petteia.server.tables.hall import Hall
from petteia.server.tables.opening import open_table
from petteia.server.tables.starting import start


async def begin(hall: Hall, person: int, game: Game) -> Room:
    """The guided game of a person: the one that he has not finished, or a new one."""
    for room in await hall.rooms_of(person):
        if room.game is game and room.row["origin"] == "guided" and room.status == "playing" and room.seats_of(person):
            return room
    hall.workshop.want(game.name)
    found = guide.read(game.folder)
    others = [models.SeatPlan(kind="bot", bot=found.bot)] * (found.seats - 1)
    room = await open_table(hall, person, game, game.box, {}, [models.SeatPlan(kind="me"), *others], origin="guided")
    return await start(hall, room, person)
