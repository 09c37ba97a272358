"""Tables: opened, found, changed, ended; and who may look at a private one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from petteia.server.schema import admissions, boxes, entries, holders, knocks, packs, people, seats, tables
from petteia.server.store.database import Database
from petteia.server.store.entries import keeping_layout
from petteia.server.store.rows import (
    BoxRow,
    NewTable,
    Opened,
    Played,
    Stored,
    TableChanges,
    TableRow,
)
from petteia.server.store.writers import Outdated


class Tables:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- opening ------------------------------------------------------------------------------------------------------

    async def open(self, new: NewTable, check: Callable[[Opened], None]) -> None:
        """A new table, with the seats that its host holds. `check` refuses where he has too many already."""
        host = new.row["host"]
        async with self._database.writing() as connection:
            await connection.execute(people_one_by_one(host))
            check(await _opened(connection, host))
            for statement in self.opening(new):
                await connection.execute(statement)

    async def opened(self, host: int) -> Opened:
        """The tables that somebody has opened."""
        async with self._database.reading() as connection:
            return await _opened(connection, host)

    def opening(self, new: NewTable) -> list[sa.Executable]:
        """What makes a new table."""
        table = new.row["id"]
        return [
            self._database.insert_new(boxes).values(**new.box),
            tables.insert().values(**_stored(new.row)),
            *(seats.insert().values(table_id=table, seat=seat, **about) for seat, about in enumerate(new.seats)),
            *(
                holders.insert().values(table_id=table, seat=seat, person_id=person)
                for seat, held_by in enumerate(new.holders)
                for person in sorted(held_by)
            ),
            *(self._with_game(new, new.played) if new.played is not None else ()),
        ]

    def _with_game(self, new: NewTable, played: Played) -> list[sa.Executable]:
        return [
            *keeping_layout(self._database, played.layout, new.row["game"], new.row["box"], played.description),
            packs.insert().values(table_id=new.row["id"], data=played.data),
        ]

    # -- finding ------------------------------------------------------------------------------------------------------

    async def find(self, table: str) -> Stored | None:
        found, its_seats, its_holders, its_knocks = await self._database.rows_of_each(
            sa.select(tables).where(tables.c.id == table),
            sa.select(seats).where(seats.c.table_id == table),
            sa.select(holders).where(holders.c.table_id == table),
            KNOCKS.where(knocks.c.table_id == table),
        )
        return Stored(found[0], its_seats, its_holders, its_knocks) if found else None

    async def newest(self, table: str) -> tuple[int, int]:
        """How often a table was changed, and the number of its last entry; -1 before the deal."""
        last = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == table).scalar_subquery()
        row = await self._database.row(sa.select(tables.c.version, last.label("last")).where(tables.c.id == table))
        if row is None:  # it was deleted: no version that anybody has seen
            return -1, -1
        return row["version"], -1 if row["last"] is None else row["last"]

    async def box(self, fingerprint: str) -> BoxRow:
        """The box that a table was opened with."""
        row: BoxRow = await self._database.row(sa.select(boxes).where(boxes.c.fingerprint == fingerprint))
        return row

    async def of(self, person: int, most: int) -> list[str]:
        """The tables that a person sits at or has opened, the latest first; those that only show a game are none."""
        sat_at = sa.select(holders.c.table_id).where(holders.c.person_id == person)
        return await self._ids(
            sa.select(tables.c.id)
            .where(sa.or_(tables.c.id.in_(sat_at), tables.c.host == person), tables.c.origin != "shown")
            .order_by(tables.c.changed.desc())
            .limit(most)
        )

    async def hosted(self, person: int) -> list[str]:
        """All tables that a person opened."""
        return await self._ids(sa.select(tables.c.id).where(tables.c.host == person))

    async def unfinished(self, person: int) -> list[str]:
        """The tables at which a person sits, or that he opened, and whose games are not over."""
        sat_at = sa.select(holders.c.table_id).where(holders.c.person_id == person)
        return await self._ids(
            sa.select(tables.c.id).where(
                sa.or_(tables.c.id.in_(sat_at), tables.c.host == person), tables.c.status.in_(("open", "playing"))
            )
        )

    async def listed(self, most: int) -> list[str]:
        """Tables that everybody may see, waiting for players or being played, the latest first."""
        return await self._ids(
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.hidden.is_not(True), tables.c.status.in_(("open", "playing")))
            .order_by(tables.c.changed.desc())
            .limit(most)
        )

    async def where_bots_sleep(self, seconds: float) -> list[str]:
        """Tables at which a bot has to decide, and nothing has happened for so long."""
        now = time.time()
        # An entry from the future is one that was made before somebody set the clock back.
        old = sa.or_(entries.c.at < now - seconds, entries.c.at > now + seconds)
        return await self._ids(_BOTS_TO_MOVE.where(old))

    async def _ids(self, query: sa.Select[Any]) -> list[str]:
        return [row["id"] for row in await self._database.rows(query)]

    # -- changing -----------------------------------------------------------------------------------------------------

    async def change(
        self,
        table: str,
        version: int,
        values: TableChanges | None = None,
        also: Sequence[sa.Executable] = (),
        person: int | None = None,
    ) -> None:
        """Changes a table, and what belongs to it, from what somebody saw of it: all in one transaction. Raises
        Outdated, and changes nothing, where others have changed it since, or a person who sits down has gone."""
        async with self._database.writing() as connection:
            if person is not None and (await connection.execute(_staying(person))).first() is None:
                raise Outdated
            if (await connection.execute(changing_from(table, version, values))).rowcount == 0:
                raise Outdated
            for statement in also:
                await connection.execute(statement)

    # -- looking at a private table -----------------------------------------------------------------------------------

    async def admit(self, table: str, person: int) -> bool:
        """False where the table, or the person, has been deleted meanwhile."""
        try:
            await self._database.execute(self._database.insert_new(admissions).values(table_id=table, person_id=person))
        except IntegrityError:
            return False
        return True

    async def is_admitted(self, table: str, person: int) -> bool:
        row = await self._database.row(
            sa.select(admissions).where(admissions.c.table_id == table, admissions.c.person_id == person)
        )
        return row is not None


async def _opened(connection: AsyncConnection, host: int) -> Opened:
    counts = sa.select(
        sa.func.count().filter(tables.c.status == "open"),
        sa.func.count().filter(tables.c.status == "playing"),
        sa.func.count().filter(tables.c.origin == "replay"),
    ).where(tables.c.host == host)
    played_with = sa.select(tables.c.box).where(tables.c.host == host).distinct()
    sat_at = sa.select(holders.c.table_id).where(holders.c.person_id == host)
    guided = (
        sa.select(tables.c.game, tables.c.id)
        .where(tables.c.host == host, tables.c.origin == "guided", tables.c.status.in_(("open", "playing")))
        .where(tables.c.id.in_(sat_at))
        .order_by(tables.c.created)
    )
    unstarted, running, uploads = (await connection.execute(counts)).one()
    return Opened(
        unstarted,
        running,
        uploads,
        frozenset((await connection.execute(played_with)).scalars()),
        {row.game: row.id for row in await connection.execute(guided)},
    )


def changing_from(table: str, version: int, values: TableChanges | None = None) -> sa.Update:
    """Changes a table, where it is still the one that somebody saw; without values it only counts the change."""
    return (
        tables.update()
        .where(tables.c.id == table, tables.c.version == version)
        .values(version=version + 1, changed=time.time(), **_stored(values or {}))
    )


def people_one_by_one(person: int) -> sa.Select[Any]:
    """What a person does at several workers at once happens one after the other, up to the end of the transaction. (On
    SQLite all transactions that write do.)"""
    return sa.select(people.c.id).where(people.c.id == person).with_for_update(key_share=True)


def _staying(person: int) -> sa.Select[Any]:
    """Somebody who has not gone for good, and does not up to the end of the transaction."""
    there = sa.select(people.c.id).where(people.c.id == person, people.c.name != "")
    return there.with_for_update(read=True, key_share=True)


def _stored(values: TableRow | TableChanges) -> dict[str, Any]:
    """Nothing is stored as NULL, also where JSON has a null of its own."""
    return {name: sa.null() if value is None else value for name, value in values.items()}


KNOCKS = (
    sa.select(knocks.c.person_id, people.c.name, knocks.c.at, knocks.c.times, knocks.c.declined)
    .select_from(knocks.join(people, people.c.id == knocks.c.person_id))
    .order_by(knocks.c.at, knocks.c.person_id)
)

_made = entries.alias()
_last = sa.select(sa.func.max(_made.c.number)).where(_made.c.table_id == tables.c.id)
_latest = sa.and_(entries.c.table_id == tables.c.id, entries.c.number == _last.correlate(tables).scalar_subquery())
_sitting = sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == entries.c.to_move)
_BOTS_TO_MOVE = (
    sa.select(tables.c.id)
    .select_from(tables.join(entries, _latest).join(seats, _sitting))
    .where(tables.c.status == "playing", seats.c.kind == "bot")
)
