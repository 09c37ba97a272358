"""People who ask to join a private table."""

from __future__ import annotations

import time

import sqlalchemy as sa

from petteia.server.schema import knocks
from petteia.server.store.database import Database
from petteia.server.store.rows import KnockRow
from petteia.server.store.tables import KNOCKS, updating


class Knocks:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, table: str, person: int) -> KnockRow | None:
        found: KnockRow | None = await self._database.row(
            KNOCKS.where(knocks.c.table_id == table, knocks.c.person_id == person)
        )
        return found

    async def waiting(self, person: int, since: float) -> int:
        """At how many tables a person waits for an answer."""
        row = await self._database.row(
            sa.select(sa.func.count().label("many")).where(
                knocks.c.person_id == person, knocks.c.at > since, knocks.c.declined.is_(False)
            )
        )
        return int(row["many"])

    async def ask(self, table: str, person: int, times: int) -> None:
        """Somebody asks, for the first time or again."""
        now = {"at": time.time(), "times": times, "declined": False}
        mine = (knocks.c.table_id == table, knocks.c.person_id == person)
        await self._database.execute(
            self._database.insert_new(knocks).values(table_id=table, person_id=person, **now),
            knocks.update().where(*mine).values(**now),
            updating(table),
        )

    async def decline(self, table: str, person: int) -> None:
        """No; how often he asked is kept."""
        await self._database.execute(
            knocks.update().where(knocks.c.table_id == table, knocks.c.person_id == person).values(declined=True),
            updating(table),
        )

    async def forget(self, table: str, person: int) -> None:
        """He is let in, and may ask anew should he leave."""
        await self._database.execute(
            knocks.delete().where(knocks.c.table_id == table, knocks.c.person_id == person), updating(table)
        )
