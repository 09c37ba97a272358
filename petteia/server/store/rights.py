"""All that is stored of a person, for himself."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import sqlalchemy as sa

from petteia.server.packing import unpack
from petteia.server.schema import (
    admissions,
    attempts,
    boxes,
    chat,
    devices,
    entries,
    holders,
    knocks,
    packs,
    people,
    reports,
    sanctions,
    seats,
    tables,
)
from petteia.server.store.database import Database

Json = dict[str, Any]


class Rights:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def all_of(self, person: int) -> Json:
        """What is known of a person, what he has done and said. Secrets are stored as hashes only, and stay here."""
        mine = sa.select(holders.c.table_id).where(holders.c.person_id == person)
        left = sa.select(seats.c.table_id).where(seats.c.left_by == person)
        at_mine = sa.or_(tables.c.host == person, tables.c.id.in_(mine), tables.c.id.in_(left))
        others = [boxes.c.fingerprint == tables.c.box, tables.c.host == person]
        return {
            "person": await self._database.row(sa.select(people).where(people.c.id == person)),
            "devices": await self._database.rows(
                sa.select(devices.c.about, devices.c.created, devices.c.seen).where(devices.c.person_id == person)
            ),
            "tables": [await self._written(person, row) for row in await self._database.rows(_TABLES.where(at_mine))],
            "said": await self._database.rows(
                sa.select(chat.c.table_id, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
                .where(chat.c.person_id == person)
                .order_by(chat.c.id)
            ),
            "asked_to_join": await self._of(knocks, person),
            "let_in_at": await self._of(admissions, person),
            "campaigns": await self._of(attempts, person),
            "sanctions": await self._of(sanctions, person),
            "reports": await self._database.rows(
                sa.select(reports.c.at, reports.c.table, reports.c.name, reports.c.text, reports.c.why)
                .where(reports.c.by == person)
                .order_by(reports.c.id)
            ),
            "boxes": await self._database.rows(sa.select(boxes).where(*others).distinct()),
        }

    async def _of(self, part: sa.Table, person: int) -> list[Json]:
        columns = [column for column in part.columns if column.name != "person_id"]
        return await self._database.rows(sa.select(*columns).where(part.c.person_id == person))

    async def _written(self, person: int, row: Json) -> orjson.Fragment:
        """A table as JSON already: to write them all at once, or to hold them in memory, would take too much."""
        table = await self._table(person, row)
        return orjson.Fragment(await asyncio.to_thread(orjson.dumps, table, option=orjson.OPT_INDENT_2))

    async def _table(self, person: int, row: Json) -> Json:
        """A table with his own seats, and what he decided there."""
        held = sa.select(holders.c.seat).where(holders.c.table_id == row["id"], holders.c.person_id == person)
        mine = sa.or_(seats.c.seat.in_(held), seats.c.left_by == person)
        its = await self._database.rows(_SEATS.where(seats.c.table_id == row["id"], mine))
        own, host = {seat["seat"] for seat in its}, row.pop("host")
        return {
            **row,
            "opened_by_me": host == person,
            "seats": its,
            "choices": await self._choices(row["id"], own) if own else [],
            "save": f"/api/tables/{row['id']}/save",
        }

    async def _choices(self, table: str, own: set[int]) -> list[Json]:
        found = await self._database.rows(
            _CHOICES.where(entries.c.table_id == table, entries.c.seat.in_(own)).order_by(entries.c.number)
        )
        packed = await self._database.row(sa.select(packs.c.data).where(packs.c.table_id == table))
        if packed is None:
            return found
        rows = await asyncio.get_running_loop().run_in_executor(None, unpack, packed["data"], table)
        return [{column.name: row[column.name] for column in _WANTED} for row in rows if row["seat"] in own]  # type: ignore[literal-required]


_TABLES = sa.select(
    *(tables.c[name] for name in ("id", "game", "options", "listed", "status", "origin", "created", "changed", "host"))
).order_by(tables.c.created)
_SEATS = sa.select(seats.c.seat, seats.c.name, seats.c.nonce, seats.c.resigned, seats.c.standing)
_WANTED = (entries.c.number, entries.c.kind, entries.c.seat, entries.c.words, entries.c.at)
_CHOICES = sa.select(*_WANTED)
