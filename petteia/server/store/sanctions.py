"""What somebody may not do, and who has the admin mark."""

from __future__ import annotations

import time

import sqlalchemy as sa

from petteia.server.schema import admins, sanctions
from petteia.server.store.database import Database
from petteia.server.store.rows import SanctionRow


class Sanctions:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> list[SanctionRow]:
        """Those that hold now; those that have ended are forgotten with their addresses."""
        now = time.time()
        await self._database.execute(sanctions.delete().where(sanctions.c.until <= now))
        rows: list[SanctionRow] = await self._database.rows(sa.select(sanctions).order_by(sanctions.c.id))
        return rows

    async def is_kicked(self, person: int, table: str) -> bool:
        of_him = sa.and_(sanctions.c.kind == "kick", sanctions.c.person_id == person)
        return (
            await self._database.row(sa.select(sanctions.c.id).where(of_him, sanctions.c.table_id == table)) is not None
        )

    async def set(
        self,
        kind: str,
        person: int,
        why: str,
        *,
        table: str | None = None,
        until: float | None = None,
        addresses_until: float | None = None,
    ) -> None:
        """In place of what there was of this kind."""
        await self._database.execute(
            self._gone(kind, person, table),
            sanctions.insert().values(
                kind=kind,
                person_id=person,
                table_id=table,
                until=until,
                addresses_until=addresses_until,
                why=why,
                at=time.time(),
            ),
        )

    async def lift(self, person: int) -> None:
        """Everything is allowed again, also from where he came."""
        await self._database.execute(sanctions.delete().where(sanctions.c.person_id == person))

    async def bar(self, address: str, person: int, until: float, why: str) -> None:
        """Nobody from an address, because of a person."""
        known = sanctions.delete().where(sanctions.c.kind == "address", sanctions.c.address == address)
        row = {"kind": "address", "person_id": person, "address": address, "until": until, "why": why}
        await self._database.execute(known, sanctions.insert().values(at=time.time(), **row))

    def _gone(self, kind: str, person: int, table: str | None) -> sa.Delete:
        same = sanctions.delete().where(sanctions.c.kind == kind, sanctions.c.person_id == person)
        return same if table is None else same.where(sanctions.c.table_id == table)

    # -- the admin mark -----------------------------------------------------------------------------------------------

    async def is_admin(self, person: int) -> bool:
        return await self._database.row(sa.select(admins).where(admins.c.person_id == person)) is not None

    async def mark(self, person: int) -> None:
        await self._database.execute(self._database.insert_new(admins).values(person_id=person, since=time.time()))

    async def unmark(self, person: int) -> None:
        await self._database.execute(admins.delete().where(admins.c.person_id == person))
