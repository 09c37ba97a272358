"""Games that are over, packed."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from petteia.server.packing import pack, unpack
from petteia.server.schema import entries, packs, tables
from petteia.server.store.database import Database
from petteia.server.store.entries import Entries


class Packs:
    def __init__(self, database: Database, its_entries: Entries) -> None:
        self._database = database
        self._entries = its_entries

    async def due(self, before: float) -> list[str]:
        """Tables whose games have ended before a time, and are not packed."""
        whole = sa.select(entries.c.number).where(entries.c.table_id == tables.c.id, entries.c.number == 0)
        ended = tables.c.status.in_(("over", "abandoned"))
        rows = await self._database.rows(
            sa.select(tables.c.id).where(ended, tables.c.changed < before, whole.exists()).order_by(tables.c.changed)
        )
        return [row["id"] for row in rows]

    async def pack(self, table: str) -> None:
        """Packs the game of a table. Its entries go only where they can be had again as they are."""
        rows = await self._entries.after(table, -1)
        data = await asyncio.get_running_loop().run_in_executor(None, _checked, table, rows)
        async with self._database.writing() as connection:
            gone = await connection.execute(entries.delete().where(entries.c.table_id == table))
            if gone.rowcount == 0:  # another worker has done it already
                return
            if gone.rowcount != len(rows):
                raise AssertionError(f"table {table} has got another entry while it was packed")
            await connection.execute(packs.insert().values(table_id=table, data=data))


def _checked(table: str, rows: list[Any]) -> bytes:
    data = pack(rows)
    again = unpack(data, table)
    for one, other in zip(rows, again, strict=True):
        if {**one, "at": round(one["at"] * 1000) / 1000, "state": bytes(one["state"])} != other:
            raise AssertionError(f"entry {one['number']} of table {table} cannot be packed")
    return data
