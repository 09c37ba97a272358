"""Deleting tables and people, with all that belongs to them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from petteia.server.schema import METADATA, holders, people, sanctions, seats, tables
from petteia.server.store.database import Database
from petteia.server.store.writers import Outdated


class Deleted(NamedTuple):
    """The tables that went with a person, and those at which a nameless seat is left."""

    tables: list[str]
    nameless: list[str]


# Of somebody without a name a number is left as long as something points to it: a table that others still have, a ban.
# The last number stays anyhow, which SQLite would else give to the next guest, who would have to answer for the former.
NEEDED_BY_NONE = (
    people.c.name == "",
    ~sa.exists().where(tables.c.host == people.c.id),
    ~sa.exists().where(sanctions.c.person_id == people.c.id),
    people.c.id < sa.select(sa.func.max(people.alias().c.id)).scalar_subquery(),
)


class Deleting:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def table(self, table: str) -> list[str]:
        """Deletes a table, with the copy that showed its game to everybody: all that went. One at a time, for thousands
        of entries take their time, and with SQLite whoever makes a move waits as long."""
        async with self._database.writing() as connection:
            return await _delete(connection, table)

    async def own(self, table: str, person: int) -> list[str]:
        """Deletes a table that somebody opened, unless somebody else plays or played there: all that went."""
        async with self._database.writing() as connection:
            # From now on nobody sits down: whoever changes a table waits for its row.
            await connection.execute(sa.select(tables.c.id).where(tables.c.id == table).with_for_update())
            if (await connection.execute(_with_others(person, [table]))).scalars().all():
                return []
            return await _delete(connection, table)

    async def person(self, person: int, despite: Collection[str] = ()) -> Deleted:
        """Deletes a person who has left all games: his devices, words and what is left of his tables. Those at which
        others play or played stay; nobody is named there in his place. What has been shown to everybody of a game of
        his is no longer. Raises Outdated where he has sat down at a table meanwhile, besides those that nobody can
        leave any more."""
        async with self._database.writing() as connection:
            # From now on he sits down nowhere: that waits for his row, and finds it without a name, or gone.
            await connection.execute(sa.select(people.c.id).where(people.c.id == person).with_for_update())
            if (await connection.execute(_awaited(person, despite))).first() is not None:
                raise Outdated
            sat_at = sa.union(
                sa.select(holders.c.table_id).where(holders.c.person_id == person),
                sa.select(seats.c.table_id).where(seats.c.left_by == person),
            )
            at_his = sa.or_(tables.c.host == person, tables.c.id.in_(sat_at))
            found = set((await connection.execute(sa.select(tables.c.id).where(at_his))).scalars())
            shown = set((await connection.execute(_shown_of(tables.c.id.in_(found)))).scalars())
            others = set((await connection.execute(_with_others(person, found))).scalars())
            own = (found - others) | shown
            for statement in (*deleting_tables(own), *_emptying(person)):
                await connection.execute(statement)
            await connection.execute(people.update().where(people.c.id == person).values(name=""))
            await connection.execute(people.delete().where(people.c.id == person, *NEEDED_BY_NONE))
        return Deleted(sorted(own), sorted(others))


async def _delete(connection: AsyncConnection, table: str) -> list[str]:
    """Deletes a table, with the copy that showed its game to everybody: all that went."""
    shown = (await connection.execute(_shown_of(tables.c.id == table))).scalars()
    gone = [table, *shown]
    for statement in deleting_tables(gone):
        await connection.execute(statement)
    return gone


def deleting_tables(which: Collection[str]) -> list[sa.Executable]:
    """All that belongs to tables, and what points to them."""
    if not which:
        return []
    return [
        *(part.delete().where(column.in_(which)) for part, column in _pointing_to(tables)),
        tables.update().where(tables.c.rematch.in_(which)).values(rematch=None),
        tables.update().where(tables.c.shown.in_(which)).values(shown=None),
        tables.delete().where(tables.c.id.in_(which)),
    ]


def _awaited(person: int, despite: Collection[str]) -> sa.Select[Any]:
    """Tables besides some at which others would wait for a person."""
    seated = sa.exists().where(holders.c.table_id == tables.c.id, holders.c.person_id == person)
    awaited = sa.or_(sa.and_(tables.c.host == person, tables.c.status == "open"), seated)
    unfinished = tables.c.status.in_(("open", "playing"))
    return sa.select(tables.c.id).where(unfinished, awaited, tables.c.id.not_in(despite))


def _emptying(person: int) -> list[sa.Executable]:
    """All that belongs to a person besides tables: his seats become nameless. What he may not do still holds."""
    held = sa.select(holders.c.table_id).where(
        holders.c.table_id == seats.c.table_id, holders.c.seat == seats.c.seat, holders.c.person_id == person
    )
    mine = sa.or_(seats.c.left_by == person, held.exists())
    return [
        seats.update().where(mine).values(name="", left_by=None),
        *(
            part.delete().where(column == person)
            for part, column in _pointing_to(people)
            if part not in (tables, seats, sanctions)
        ),
    ]


def _with_others(person: int, which: Collection[str]) -> sa.Select[Any]:
    """Those of some tables at which somebody else plays or played."""
    held = sa.select(holders.c.table_id).where(holders.c.person_id != person)
    left = sa.select(seats.c.table_id).where(seats.c.left_by.is_not(None), seats.c.left_by != person)
    others = sa.or_(tables.c.id.in_(held), tables.c.id.in_(left), tables.c.host != person)
    return sa.select(tables.c.id).where(tables.c.id.in_(which), others)


def _shown_of(which: sa.ColumnElement[bool]) -> sa.Select[Any]:
    return sa.select(tables.c.shown).where(which, tables.c.shown.is_not(None))


def _pointing_to(whole: sa.Table) -> list[tuple[sa.Table, sa.Column[object]]]:
    """The tables of the database that belong to one, with the column that says so; those first that point to others."""
    return [
        (part, column)
        for part in reversed(METADATA.sorted_tables)
        for column in part.columns
        if any(key.column.table is whole for key in column.foreign_keys)
    ]
