"""What nobody needs any more: which tables and people are to go, and the small things that nothing points to."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from petteia.server.schema import (
    attempts,
    boxes,
    carries,
    chat,
    devices,
    entries,
    holders,
    knocks,
    laid_out,
    layouts,
    packs,
    people,
    seats,
    tables,
)
from petteia.server.store.database import Database
from petteia.server.store.deleting import NEEDED_BY_NONE


class Cleaning:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- tables -------------------------------------------------------------------------------------------------------

    async def unstarted(self, before: float) -> list[str]:
        """Tables that were never started, and not changed since a time."""
        return await self._tables(tables.c.status.in_(("open", "abandoned")), ~_BEGUN, tables.c.changed < before)

    async def left_unstarted(self, before: float) -> list[str]:
        """Those of them that their host has left."""
        return await self._tables(tables.c.status == "abandoned", ~_BEGUN, tables.c.changed < before)

    async def stalled(self, before: float) -> list[str]:
        """Games that are being played, in which nobody has decided since a time."""
        return await self._tables(tables.c.status == "playing", tables.c.changed < before, before > _LAST)

    async def abandoned(self, before: float) -> list[str]:
        """Games that ended without a winner, since nobody was left."""
        return await self._tables(tables.c.status == "abandoned", _BEGUN, tables.c.changed < before)

    async def finished(self, before: float) -> list[str]:
        """Games that came to their end; those of a campaign count on."""
        own = tables.c.origin.not_in(("replay", "shown"))
        return await self._tables(tables.c.status == "over", own, ~_OF_A_CAMPAIGN, tables.c.changed < before)

    async def uploads(self, before: float) -> list[str]:
        """Games out of files."""
        return await self._tables(tables.c.origin == "replay", tables.c.changed < before)

    async def withdrawn(self, before: float) -> list[str]:
        """Copies of games that were shown to nobody at a time, nor since."""
        source = tables.alias()
        shown = sa.select(source.c.id).where(source.c.shown == tables.c.id).exists()
        return await self._tables(tables.c.origin == "shown", tables.c.changed < before, ~shown)

    async def _tables(self, *such: sa.ColumnElement[bool]) -> list[str]:
        return [row["id"] for row in await self._database.rows(sa.select(tables.c.id).where(*such))]

    # -- people -------------------------------------------------------------------------------------------------------

    async def unseen(self, before: float) -> list[int]:
        """People whom nobody has seen since a time."""
        return await self._people(before)

    async def visitors(self, before: float) -> list[int]:
        """Those of them who have nothing here."""
        return await self._people(before, *(~owns for owns in _OWNS))

    async def _people(self, before: float, *such: sa.ColumnElement[bool]) -> list[int]:
        later = sa.func.coalesce(devices.c.seen, devices.c.created) >= before
        seen = sa.select(devices.c.person_id).where(devices.c.person_id == people.c.id, later).exists()
        known = people.c.name != ""  # not one who has gone already
        rows = await self._database.rows(sa.select(people.c.id).where(people.c.created < before, known, ~seen, *such))
        return [row["id"] for row in rows]

    # -- small things -------------------------------------------------------------------------------------------------

    async def sweep(self, now: float, cookies_last: float, printed: Collection[str]) -> None:
        """Forgets links that have expired, cookies that no browser sends any more, wishes to join where nobody can,
        people without a name at no table, and boxes that no table plays with. Those that are printed stay."""
        opened = sa.select(tables.c.id).where(tables.c.status == "open")
        unused = [boxes.c.fingerprint.not_in(printed), ~sa.exists().where(tables.c.box == boxes.c.fingerprint)]
        gone = sa.select(boxes.c.fingerprint).where(*unused)
        await self._database.execute(
            carries.delete().where(carries.c.expires < now),
            devices.delete().where(sa.func.coalesce(devices.c.seen, devices.c.created) < now - cookies_last),
            knocks.delete().where(knocks.c.table_id.not_in(opened)),
            people.delete().where(*NEEDED_BY_NONE, *(~owns for owns in _OWNS)),
            laid_out.delete().where(laid_out.c.box.in_(gone)),
            layouts.delete().where(layouts.c.name.not_in(sa.select(laid_out.c.layout))),
            boxes.delete().where(*unused),
        )

    # -- how much there is --------------------------------------------------------------------------------------------

    async def size(self) -> int:
        """Bytes that the database takes, without room in its file that is free again."""
        async with self._database.reading() as connection:
            if not self._database.sqlite:
                whole = await connection.execute(sa.text("SELECT pg_database_size(current_database())"))
                return int(whole.scalar_one())
            pages, free, each = [
                int((await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one())
                for name in ("page_count", "freelist_count", "page_size")
            ]
            return (pages - free) * each

    async def size_of(self, person: int) -> int:
        """Bytes of the games at the tables that a person opened, and of their boxes."""
        his = sa.select(tables.c.id).where(tables.c.host == person)
        box = sa.select(tables.c.box).where(tables.c.host == person)
        parts = (
            sa.select(sa.func.sum(sa.func.length(entries.c.state))).where(entries.c.table_id.in_(his)),
            sa.select(sa.func.sum(sa.func.length(packs.c.data))).where(packs.c.table_id.in_(his)),
            sa.select(sa.func.sum(sa.func.length(tables.c.start))).where(tables.c.host == person),
            sa.select(sa.func.sum(sa.func.length(boxes.c.text))).where(boxes.c.fingerprint.in_(box)),
        )
        async with self._database.reading() as connection:
            return sum([int((await connection.execute(part)).scalar() or 0) for part in parts])


_BEGUN = sa.or_(
    sa.exists().where(entries.c.table_id == tables.c.id, entries.c.number == 0),
    sa.exists().where(packs.c.table_id == tables.c.id),
)
_OF_A_CAMPAIGN = sa.exists().where(attempts.c.table_id == tables.c.id)
_LAST = sa.select(sa.func.max(entries.c.at)).where(entries.c.table_id == tables.c.id).scalar_subquery()
_OWNS = (
    sa.exists().where(holders.c.person_id == people.c.id),
    sa.exists().where(tables.c.host == people.c.id),
    sa.exists().where(chat.c.person_id == people.c.id),
    sa.exists().where(seats.c.left_by == people.c.id),
)
