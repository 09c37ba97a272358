"""All tables of a server: those in memory, how one is found, and what goes on in the background."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import os
import secrets
import time
from collections.abc import Coroutine
from typing import Any

import sqlalchemy as sa

from petteia.games import find
from petteia.preparing import Workshop
from petteia.server import schema
from petteia.server.people import People
from petteia.server.problems import no_table
from petteia.server.rooms import Room, open_box
from petteia.server.settings import Settings
from petteia.server.store import Store
from petteia.server.tables.following import catch_up, follow_entries, refresh, stored

MOST_LISTED = 100

log = logging.getLogger("petteia")


class Hall:
    """All tables of a server (one worker)."""

    def __init__(self, store: Store, settings: Settings, workshop: Workshop) -> None:
        self.store = store
        self.settings = settings
        self.workshop = workshop
        self.people = People(store)
        self.worker = secrets.token_hex(4)  # tells its own notices from those of other workers
        self.rooms: dict[str, Room] = {}
        self.moves = 0  # since the start, for the metrics
        self.thoughts = 0
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.bot_threads = concurrent.futures.ThreadPoolExecutor(
            max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="petteia-bot"
        )

    async def room(self, table: str) -> Room:
        """A table, from memory or from the database."""
        room = self.rooms.get(table)
        if room is None:
            async with self._loading.setdefault(table, asyncio.Lock()):
                room = self.rooms.get(table)
                if room is None:
                    room = await self._load(table)
                    self.rooms[table] = room
            self._loading.pop(table, None)
        room.used = time.monotonic()
        return room

    async def _load(self, table: str) -> Room:
        row, seats, holders = await stored(self.store, table)
        game = find(row["game"])
        self.workshop.want(game.name)
        printed = await self.store.row(sa.select(schema.boxes).where(schema.boxes.c.fingerprint == row["box"]))
        assert printed is not None
        room = Room(row, seats, holders, open_box(game, printed))
        await self.store.know_layout(room.layout, game.name, room.description)
        await catch_up(self.store, room)
        return room

    async def visible(self, table: str, person: int | None) -> Room:
        """A table that a person may look at."""
        room = await self.room(table)
        if not self.store.sqlite:
            async with room.lock:
                await refresh(self.store, room)
        if room.row["listed"] or room.held_by(person) or (person is not None and person == room.row["host"]):
            return room
        admissions = schema.admissions
        if person is not None and await self.store.row(
            sa.select(admissions).where(admissions.c.table_id == table, admissions.c.person_id == person)
        ):
            return room
        raise no_table()

    async def rooms_of(self, person: int) -> list[Room]:
        """The tables that a person sits at or has opened, the latest first."""
        tables, holders = schema.tables, schema.holders
        held = sa.select(holders.c.table_id).where(holders.c.person_id == person)
        rows = await self.store.rows(
            sa.select(tables.c.id)
            .where(sa.or_(tables.c.id.in_(held), tables.c.host == person))
            .order_by(tables.c.changed.desc())
            .limit(MOST_LISTED)
        )
        rooms = [await self.room(row["id"]) for row in rows]
        return sorted(rooms, key=lambda room: float(room.table(person)["changed"]), reverse=True)

    async def listed(self) -> list[Room]:
        tables = schema.tables
        rows = await self.store.rows(
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.status.in_(("open", "playing")))
            .order_by(tables.c.changed.desc())
            .limit(MOST_LISTED)
        )
        return [await self.room(row["id"]) for row in rows]

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on in the background until the end; a mistake in it is written to the log."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("something went wrong in the background", exc_info=problem)

    def heard(self, notice: str) -> None:
        """Another worker tells of a table."""
        worker, table, what = notice.split(":", 2)
        room = self.rooms.get(table)
        if worker != self.worker and room is not None:
            self.spawn(self._follow(room, what))

    async def _follow(self, room: Room, what: str) -> None:
        if what.startswith("chat "):
            table = schema.chat
            row = await self.store.row(
                sa.select(table.c.id, table.c.seat, table.c.name, table.c.text, table.c.at).where(
                    table.c.id == int(what[5:])
                )
            )
            if row is not None:
                room.tell_chat(row)
            return
        async with room.lock:
            room.know(*await stored(self.store, room.id))
            await follow_entries(self.store, room)
        room.tell_table()

    def heard_again(self) -> None:
        """The line to the other workers was down: all rooms look for what they missed."""
        for room in self.rooms.values():
            self.spawn(self._follow(room, "entry"))

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.bot_threads.shutdown(cancel_futures=True)
