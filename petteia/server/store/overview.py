"""What administrators look for: people, tables, boxes, and how much of everything there is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from petteia.server.schema import METADATA, admins, boxes, entries, holders, laid_out, packs, people, seats, tables
from petteia.server.store.database import Database
from petteia.server.store.rows import BoxFound, HolderFound, KindFound, PersonFound, TableFound

_SHOWN = ("id", "game", "status", "listed", "origin", "host", "created", "changed")
_BYTES = sa.func.coalesce(sa.func.sum(sa.func.length(entries.c.state)), 0)
_PACKED = sa.select(sa.func.coalesce(sa.func.sum(sa.func.length(packs.c.data)), 0))


class Overview:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def people(self, find: str, which: Collection[int] | None, most: int) -> list[PersonFound]:
        """Those in whose name a word stands, or whose number it is; the newest first. Or those that are asked for. Of
        whoever is gone at most a number is left, and no more of him is found."""
        at = sa.select(holders.c.table_id).where(holders.c.person_id == people.c.id).correlate(people)
        count = sa.select(sa.func.count()).where(sa.or_(tables.c.host == people.c.id, tables.c.id.in_(at)))
        mark = sa.exists().where(admins.c.person_id == people.c.id)
        query = sa.select(
            people.c.id,
            people.c.name,
            people.c.created,
            mark.label("admin"),
            count.correlate(people).scalar_subquery().label("tables"),
        ).where(people.c.name != "")
        if find:
            named = people.c.name.icontains(find, autoescape=True)
            query = query.where(sa.or_(named, people.c.id == _number(find)))
        if which is not None:
            query = query.where(people.c.id.in_(which))
        rows: list[PersonFound] = await self._database.rows(query.order_by(people.c.id.desc()).limit(most))
        return rows

    async def tables(
        self, find: str, person: int | None, status: str | None, origins: Collection[str], most: int
    ) -> list[TableFound]:
        """Those whose number begins so, or with somebody whose name has that word; of a person, of a kind. The latest
        first."""
        query = (
            sa.select(
                *(tables.c[name] for name in _SHOWN),
                sa.func.coalesce(tables.c.hidden, sa.false()).label("hidden"),
                people.c.name.label("host_name"),
                _of_table(sa.func.count()).label("entries"),
                (_of_table(_BYTES) + _PACKED.where(packs.c.table_id == tables.c.id).scalar_subquery()).label("bytes"),
            )
            .select_from(tables.join(people, people.c.id == tables.c.host))
            .order_by(tables.c.changed.desc())
            .limit(most)
        )
        if find:
            sat = sa.select(seats.c.table_id).where(seats.c.name.icontains(find, autoescape=True))
            begins = tables.c.id.startswith(find, autoescape=True)
            query = query.where(sa.or_(begins, tables.c.id.in_(sat), people.c.name.icontains(find, autoescape=True)))
        if person is not None:
            at = sa.select(holders.c.table_id).where(holders.c.person_id == person)
            query = query.where(sa.or_(tables.c.host == person, tables.c.id.in_(at)))
        if status is not None:
            query = query.where(tables.c.status == status)
        if origins:
            query = query.where(tables.c.origin.in_(origins))
        rows: list[TableFound] = await self._database.rows(query)
        names = await self._names([row["id"] for row in rows])
        for row in rows:
            row["seats"] = names.get(row["id"], [])
        return rows

    async def _names(self, which: Collection[str]) -> dict[str, list[str]]:
        """Who sits at some tables."""
        found: dict[str, list[str]] = {}
        query = sa.select(seats.c.table_id, seats.c.name).where(seats.c.table_id.in_(which)).order_by(seats.c.seat)
        for row in await self._database.rows(query):
            found.setdefault(row["table_id"], []).append(row["name"])
        return found

    # -- storage ------------------------------------------------------------------------------------------------------

    async def boxes(self, most: int) -> list[BoxFound]:
        """The largest first."""
        played = sa.select(sa.func.count()).where(tables.c.box == boxes.c.fingerprint).correlate(boxes)
        size = sa.func.length(boxes.c.text).label("bytes")
        rows: list[BoxFound] = await self._database.rows(
            sa.select(boxes.c.fingerprint, boxes.c.game, boxes.c.file, size, played.scalar_subquery().label("tables"))
            .order_by(size.desc())
            .limit(most)
        )
        return rows

    async def drop_unused_boxes(self) -> int:
        """Those that no table plays with; how many there were."""
        used = sa.select(tables.c.box)
        async with self._database.writing() as connection:
            await connection.execute(laid_out.delete().where(laid_out.c.box.not_in(used)))
            return (await connection.execute(boxes.delete().where(boxes.c.fingerprint.not_in(used)))).rowcount

    async def kinds(self) -> list[KindFound]:
        """How much there is of each kind."""
        sizes = await self._sizes()
        found: list[KindFound] = []
        for name, table in METADATA.tables.items():
            row = await self._database.row(sa.select(sa.func.count().label("rows")).select_from(table))
            found.append({"kind": name, "rows": row["rows"], "bytes": sizes.get(name)})
        return sorted(found, key=lambda one: (-(one["bytes"] or 0), -one["rows"]))

    async def _sizes(self) -> dict[str, int]:
        """Bytes by table, with their indices; SQLite knows them where it was built to."""
        if self._database.sqlite:
            counted = (
                "SELECT m.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d"
                " JOIN sqlite_master m ON m.name = d.name GROUP BY 1"
            )
        else:
            counted = "SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE relkind = 'r'"
        query: Any = sa.text(counted)
        try:
            return {row["name"]: int(row["bytes"]) for row in await self._database.rows(query)}
        except DBAPIError:
            return {}

    async def holders(self, most: int) -> list[HolderFound]:
        """People by what the states of their tables take."""
        his = sa.select(tables.c.id).where(tables.c.host == people.c.id).correlate(people)
        size = _BYTES + _PACKED.where(packs.c.table_id.in_(his)).scalar_subquery()
        rows: list[HolderFound] = await self._database.rows(
            sa.select(
                people.c.id.label("person"),
                people.c.name,
                sa.func.count(sa.distinct(tables.c.id)).label("tables"),
                size.label("bytes"),
            )
            .select_from(
                people.join(tables, tables.c.host == people.c.id).outerjoin(entries, entries.c.table_id == tables.c.id)
            )
            .group_by(people.c.id, people.c.name)
            .order_by(size.desc(), people.c.id)
            .limit(most)
        )
        return [{**row, "bytes": int(row["bytes"])} for row in rows]

    async def size(self) -> int:
        """Bytes of the whole database."""
        pages = "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()"
        whole = pages if self._database.sqlite else "SELECT pg_database_size(current_database()) AS bytes"
        query: Any = sa.text(whole)
        rows = await self._database.rows(query)
        return int(rows[0]["bytes"])

    async def vacuum(self) -> None:
        """Gives room that is no longer used back to the disk."""
        async with self._database.engine.connect() as plain:
            connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
            await connection.exec_driver_sql("VACUUM" if self._database.sqlite else "VACUUM (ANALYZE)")
            if self._database.sqlite:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _number(word: str) -> int:
    """A person's number, where a word is one; else nobody's."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1


def _of_table(what: Any) -> Any:
    """Something about the entries of a table."""
    return sa.select(what).where(entries.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
