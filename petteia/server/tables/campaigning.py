"""The solo campaign, for games that have one: which levels a person has reached, and the next attempt.

Only which tables belong to it is stored. How it stands follows from what was played there, by the game's own campaign.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import importlib
from typing import Any

from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.server import models
from petteia.server.bounds import MOST_ATTEMPTS, too_much
from petteia.server.catalogue import has_campaign
from petteia.server.problems import Refusal
from petteia.server.rooms import Json, Room
from petteia.server.store.rows import AttemptsMade
from petteia.server.tables.following import refresh
from petteia.server.tables.hall import Hall
from petteia.server.tables.opening import check_may_open, new_table
from petteia.server.tables.starting import start


@dataclasses.dataclass
class Standing:
    """A campaign, the tables that count in it in the order of its attempts, and the one that is being played."""

    number: int  # of the person's campaigns, from 1
    campaign: Any
    tables: list[str]
    current: Room | None
    known: int  # attempts of all the person's campaigns
    lasting: int = 0  # those of this one that were not given up


def module_of(game: Game) -> Any:
    """The game's campaign."""
    if not has_campaign(game.name):
        raise Refusal(404, "no-game", "no_campaign")
    return importlib.import_module(f"petteia.games.{game.name}.show.campaign")


async def standing(hall: Hall, person: int | None, game: Game) -> Standing:
    """How a person's latest campaign stands."""
    made = AttemptsMade(0, 1, []) if person is None else await hall.store.attempts.of(person, game.name)
    found = Standing(made.campaign, module_of(game).Campaign(), [], None, made.known, len(made.tables))
    for room in await hall.readable(made.tables):
        async with room.lock:
            await refresh(hall.store, room)
        count(found, room)
        await asyncio.sleep(0)  # others have their turn between two of them
    return found


def count(found: Standing, room: Room) -> None:
    """Takes in what was played at a table."""
    if room.status in ("open", "playing"):  # open: about to be started
        found.current = room
    elif room.status == "over" and room.match is not None:
        try:
            found.campaign.record(room.match)
        except PetteiaError:
            return  # a second table of a level that was reached at another
        found.tables.append(room.id)


async def described(hall: Hall, person: int | None, game: Game, lang: str) -> Json:
    """A `models.Campaign`."""
    found = await standing(hall, person, game)
    module, campaign, box, texts = module_of(game), found.campaign, game.box, game.texts(lang)
    titles = {name: texts.name("civilization", place) for place, name in enumerate(box.lists["civilization"])}
    tries = [
        {**dataclasses.asdict(attempt), "title": titles[attempt.civilization], "table": table}
        for attempt, table in zip(campaign.attempts, found.tables, strict=True)
    ]
    return {
        "game": game.name,
        "title": game.title,
        "number": found.number,
        "won": campaign.won,
        "levels": [
            {
                "level": level,
                "target": module.target(box, level),
                **module.terms(box, level),
                "attempts": [one for one in tries if one["level"] == level],
            }
            for level in range(1, module.LEVELS + 1)
        ],
        "level": None if campaign.won else campaign.level,
        "civilizations": [
            {"name": name, "title": title, "used": name in campaign.used} for name, title in titles.items()
        ],
        "current": found.current.id if found.current is not None else None,
    }


async def play(hall: Hall, person: int, game: Game) -> Room:
    """The table of the attempt that is being played, or of the next one; after a campaign that was won, a new one's.
    However often somebody asks at once, there is one."""
    room: Room | None = None
    while room is None:
        found = await standing(hall, person, game)
        room = found.current or await _next(hall, person, game, found)
    if room.status == "open":
        with contextlib.suppress(Refusal):  # another request has started it meanwhile
            await start(hall, room, person)
    return room


async def _next(hall: Hall, person: int, game: Game, found: Standing) -> Room | None:
    """A table for the next attempt; none where another request has made one meanwhile."""
    number, campaign = found.number, found.campaign
    if campaign.won:
        number, campaign = number + 1, module_of(game).Campaign()
    elif found.lasting >= MOST_ATTEMPTS:
        raise too_much("too_many_attempts", most=MOST_ATTEMPTS)
    hall.workshop.want(game.name)
    await check_may_open(hall, person, game.box)
    plans = [models.SeatPlan(kind="me")]
    new = await new_table(hall, person, game, game.box, campaign.options(), plans, origin="deal")
    if not await hall.store.attempts.begin(new, number, found.known, hall.store.tables.opening(new)):
        return None
    return await hall.room(new.row["id"])
