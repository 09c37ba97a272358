"""Opening a table."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from petteia import bots
from petteia.engine.game import Game
from petteia.server import models, schema
from petteia.server.catalogue import game_named
from petteia.server.people import as_name
from petteia.server.problems import not_now, wrong
from petteia.server.rooms import Json, Room
from petteia.server.tables.bot_turns import STRONGEST
from petteia.server.tables.hall import Hall
from petteia.server.tables.starting import start

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
MOST_OPEN_TABLES = 50  # of one person, that have not been started


async def create(hall: Hall, person: int, wish: models.NewTable) -> Room:
    """A new table."""
    game = game_named(wish.game)
    hall.workshop.want(game.name)
    game.blank(wish.options, len(wish.seats), game.box)  # refuses options that cannot be
    if wish.start and any(plan.kind == "open" for plan in wish.seats):
        raise wrong("open_start")
    room = await open_table(hall, person, game, wish.options, wish.seats, wish.nonce, listed=wish.listed, origin="deal")
    if wish.start:
        await start(hall, room, person)
    return room


async def open_table(
    hall: Hall,
    person: int,
    game: Game,
    options: Json,
    plans: Sequence[models.SeatPlan],
    nonce: str | None,
    *,
    listed: bool,
    origin: str,
    **more: Any,
) -> Room:
    host = await hall.people.named(person)
    assert host is not None
    if not any(plan.kind == "me" for plan in plans) and not any(plan.kind == "open" for plan in plans):
        raise wrong("nobody_plays")
    for plan in plans:
        if plan.kind == "bot":
            bots.kind_of(plan.bot or STRONGEST)  # refuses a bot that there is not
    waiting = sa.select(sa.func.count()).where(schema.tables.c.host == person, schema.tables.c.status == "open")
    box = more.pop("box", game.box)
    table = "".join(secrets.choice(LETTERS) for _ in range(12))
    now = time.time()
    async with hall.store.writing() as connection:
        if (await connection.execute(waiting)).scalar_one() >= MOST_OPEN_TABLES:
            raise not_now("too_many_tables")
        await connection.execute(
            hall.store.insert_new(schema.boxes).values(
                fingerprint=box.fingerprint, game=game.name, file=box.file[:200], text=box.text
            )
        )
        await connection.execute(
            schema.tables.insert().values(
                id=table,
                game=game.name,
                box=box.fingerprint,
                options=options,
                listed=listed,
                status="open",
                host=person,
                secret=secrets.token_bytes(32),
                origin=origin,
                created=now,
                changed=now,
                **{"first_move": 0, **more},
            )
        )
        for seat, plan in enumerate(plans):
            await connection.execute(
                schema.seats.insert().values(table_id=table, seat=seat, **_seat(plan, host["name"], nonce))
            )
            if plan.kind == "me":
                await connection.execute(schema.holders.insert().values(table_id=table, seat=seat, person_id=person))
    return await hall.room(table)


def _seat(plan: models.SeatPlan, host: str, nonce: str | None) -> Json:
    if plan.kind == "bot":
        level = plan.bot or STRONGEST
        return {"kind": "bot", "bot": level, "name": level, "nonce": None, "resigned": False}
    if plan.kind == "open":
        return {"kind": "open", "name": "", "nonce": None, "resigned": False}
    name = as_name(plan.name) if plan.name else host
    return {"kind": "person", "name": name, "nonce": nonce or secrets.token_hex(16), "resigned": False}
