"""People who ask to join a private table."""

from __future__ import annotations

import time

import sqlalchemy as sa

from petteia.server.schema import knocks
from petteia.server.store.database import Database
from petteia.server.store.rows import KnockRow
from petteia.server.store.tables import KNOCKS


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

    async def tables_of(self, person: int) -> list[str]:
        """The tables at which a person asked."""
        rows = await self._database.rows(sa.select(knocks.c.table_id).where(knocks.c.person_id == person))
        return [row["table_id"] for row in rows]

    def asked(self, table: str, person: int, times: int) -> list[sa.Executable]:
        """Somebody asks, for the first time or again."""
        now = {"at": time.time(), "times": times, "declined": False}
        return [
            self._database.insert_new(knocks).values(table_id=table, person_id=person, **now),
            knocks.update().where(knocks.c.table_id == table, knocks.c.person_id == person).values(**now),
        ]


def declined(table: str, person: int) -> sa.Update:
    """No; how often he asked is kept."""
    return knocks.update().where(knocks.c.table_id == table, knocks.c.person_id == person).values(declined=True)


def forgotten(table: str, person: int) -> sa.Delete:
    """He is let in, and may ask anew should he leave."""
    return knocks.delete().where(knocks.c.table_id == table, knocks.c.person_id == person)
