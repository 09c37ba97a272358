"""Deleting tables, with all that belongs to them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from petteia.server.schema import METADATA, tables
from petteia.server.store.database import Database


class Deleting:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def tables(self, which: Collection[str]) -> None:
        """Deletes tables, with the copies that showed their games to everybody."""
        if which:
            async with self._database.writing() as connection:
                shown = (await connection.execute(_shown_of(tables.c.id.in_(which)))).scalars().all()
                for statement in deleting_tables({*which, *shown}):
                    await connection.execute(statement)


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
