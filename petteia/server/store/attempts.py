"""Which tables belong to a person's solo campaigns."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from petteia.server.schema import attempts, tables
from petteia.server.store.database import Database
from petteia.server.store.rows import AttemptsMade, NewTable
from petteia.server.store.tables import people_one_by_one


class Attempts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, game: str) -> AttemptsMade:
        """The attempts of a person at a game's campaigns. Those that were given up may be thousands, and count for
        nothing: they are only counted."""
        his = attempts.c.person_id == person, attempts.c.game == game
        counted: list[Any] = [sa.func.count().label("known"), sa.func.max(attempts.c.campaign).label("campaign")]
        made = await self._database.row(sa.select(*counted).where(*his))
        campaign = made["campaign"] or 1
        rows = await self._database.rows(
            sa.select(attempts.c.table_id)
            .join(tables, tables.c.id == attempts.c.table_id)
            .where(*his, attempts.c.campaign == campaign, tables.c.status != "abandoned")
            .order_by(attempts.c.at)
        )
        return AttemptsMade(made["known"], campaign, [row["table_id"] for row in rows])

    async def includes(self, table: str) -> bool:
        """Whether a table belongs to somebody's campaign."""
        row = await self._database.row(sa.select(attempts.c.campaign).where(attempts.c.table_id == table))
        return row is not None

    async def begin(self, new: NewTable, campaign: int, known: int, opening: Sequence[sa.Executable]) -> bool:
        """A new table for the next attempt; says no where its host has made another one besides those that are
        known."""
        person, game = new.row["host"], new.row["game"]
        made = sa.select(sa.func.count()).where(attempts.c.person_id == person, attempts.c.game == game)
        async with self._database.writing() as connection:
            await connection.execute(people_one_by_one(person))
            if (await connection.execute(made)).scalar_one() != known:
                return False
            for statement in opening:
                await connection.execute(statement)
            await connection.execute(
                attempts.insert().values(
                    table_id=new.row["id"], person_id=person, game=game, campaign=campaign, at=time.time()
                )
            )
        return True
