"""Opening a table."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Unpack

from petteia.engine.boxes import Box
from petteia.engine.game import Game
from petteia.server import models
from petteia.server.bounds import check_opened
from petteia.server.boxes import printed_boxes
from petteia.server.catalogue import game_named
from petteia.server.packing import pack
from petteia.server.people import as_name
from petteia.server.problems import wrong
from petteia.server.rooms import Json, Room
from petteia.server.store.rows import EntryRow, NewSeat, NewTable, Opened, Origin, Played, TableRow
from petteia.server.tables.hall import Hall
from petteia.server.tables.levels import USUAL, check_level
from petteia.server.tables.starting import start

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


async def create(hall: Hall, person: int, wish: models.NewTable) -> Room:
    """A new table."""
    game = game_named(wish.game)
    hall.workshop.want(game.name)
    game.blank(wish.options, len(wish.seats), game.box)  # refuses options that cannot be
    if wish.start and any(plan.kind == "open" for plan in wish.seats):
        raise wrong("open_start")
    room = await open_table(hall, person, game, game.box, wish.options, wish.seats, listed=wish.listed, origin="deal")
    if wish.start:
        await start(hall, room, person)
    return room


async def open_table(
    hall: Hall,
    person: int,
    game: Game,
    box: Box,
    options: Json,
    plans: Sequence[models.SeatPlan],
    *,
    listed: bool = False,
    origin: str,
    **begins: Unpack[Origin],
) -> Room:
    """A table that waits to be started. `begins` says where its game comes from, if it is not dealt."""
    return await stored(
        hall, await new_table(hall, person, game, box, options, plans, listed=listed, origin=origin, **begins)
    )


async def stored(hall: Hall, new: NewTable, also_check: Callable[[Opened], None] = lambda _: None) -> Room:
    """A new table, where its host may open one more; `also_check` refuses too."""

    def check(opened: Opened) -> None:
        also_check(opened)
        check_opened(opened, new.row["origin"], new.row["box"], printed_boxes())

    await hall.store.tables.open(new, check)
    return await hall.room(new.row["id"])


async def to_be_watched(
    new: NewTable, rows: Sequence[EntryRow], description: Json, seats: list[NewSeat], *, dealt: bool
) -> NewTable:
    """A new table with a game that was played elsewhere: it holds all entries from the beginning, packed. One that was
    not dealt starts from the state of the first. `description` is that of the entries' layout."""
    layout = rows[0]["layout"]
    data = await asyncio.get_running_loop().run_in_executor(None, pack, rows)
    row: TableRow = {**new.row, "status": "over"}
    if not dealt:
        row = {**row, "start": rows[0]["state"], "start_layout": layout}
    return new._replace(row=row, seats=seats, played=Played(layout, description, data))


async def check_may_open(hall: Hall, person: int, box: Box) -> None:
    """Whether somebody may open one more table to deal at."""
    check_opened(await hall.store.tables.opened(person), "deal", box.fingerprint, printed_boxes())


async def new_table(
    hall: Hall,
    person: int,
    game: Game,
    box: Box,
    options: Json,
    plans: Sequence[models.SeatPlan],
    *,
    listed: bool = False,
    origin: str,
    **begins: Unpack[Origin],
) -> NewTable:
    """What will be stored of a table."""
    host = await hall.people.known(person)
    _check_plans(hall, game, plans)
    await hall.check_room_for(person)
    now = time.time()
    table: TableRow = {
        "id": "".join(secrets.choice(LETTERS) for _ in range(12)),
        "game": game.name,
        "box": box.fingerprint,
        "options": options,
        "listed": listed,
        "status": "open",
        "host": person,
        "invite_hash": None,
        "secret": secrets.token_bytes(32),
        "seed": None,
        "origin": origin,
        "start": None,
        "start_layout": None,
        "known": None,
        "first_move": 0,
        "undo": None,
        "rematch": None,
        "agreed": None,
        "shown": None,
        "hidden": None,
        "created": now,
        "changed": now,
        "version": 0,
        **begins,
    }
    mine, nobody = frozenset([person]), frozenset[int]()
    return NewTable(
        table,
        {"fingerprint": box.fingerprint, "game": game.name, "file": box.file[:200], "text": box.text},
        [_seat(plan, host["name"]) for plan in plans],
        [mine if plan.kind == "me" else nobody for plan in plans],
    )


def _check_plans(hall: Hall, game: Game, plans: Sequence[models.SeatPlan]) -> None:
    if not any(plan.kind in ("me", "open") for plan in plans):
        raise wrong("nobody_plays")
    for plan in plans:
        if plan.kind == "bot":
            check_level(game, plan.bot or USUAL, hall.strangers)


def _seat(plan: models.SeatPlan, host: str) -> NewSeat:
    """A seat as it is before anybody has seen the table's commitment: without a nonce (`mixing`)."""
    if plan.kind == "bot":
        level = plan.bot or USUAL
        return {"kind": "bot", "bot": level, "name": level, "nonce": None, "resigned": False}
    if plan.kind == "open":
        return {"kind": "open", "bot": None, "name": "", "nonce": None, "resigned": False}
    name = as_name(plan.name) if plan.name else host
    return {"kind": "person", "bot": None, "name": name, "nonce": "", "resigned": False}
