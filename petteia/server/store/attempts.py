"""Which tables belong to a person's solo campaigns."""

from __future__ import annotations

import time

import sqlalchemy as sa

from petteia.server.schema import attempts
from petteia.server.store.database import Database
from petteia.server.store.rows import AttemptRow


class Attempts:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: int, game: str) -> list[AttemptRow]:
        """All attempts of a person at a game's campaigns, in their order."""
        rows: list[AttemptRow] = await self._database.rows(
            sa.select(attempts.c.table_id, attempts.c.campaign)
            .where(attempts.c.person_id == person, attempts.c.game == game)
            .order_by(attempts.c.at)
        )
        return rows

    async def includes(self, table: str) -> bool:
        """Whether a table belongs to somebody's campaign."""
        row = await self._database.row(sa.select(attempts.c.campaign).where(attempts.c.table_id == table))
        return row is not None

    async def add(self, table: str, person: int, game: str, campaign: int) -> None:
        await self._database.execute(
            attempts.insert().values(table_id=table, person_id=person, game=game, campaign=campaign, at=time.time())
        )
