"""Entries of games: appended, read, and the layouts that their states were stored with."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from petteia.server import metrics
from petteia.server.packing import unpack
from petteia.server.schema import entries, laid_out, layouts, packs
from petteia.server.store.database import Database, NoDatabase, Statement, failing_clearly
from petteia.server.store.readers import PostgresReader
from petteia.server.store.rows import EntryRow, Followed
from petteia.server.store.writers import Append, Outcome, PostgresWriter, SqliteWriter, Writer

logger = logging.getLogger("petteia")


class Entries:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer: Writer = SqliteWriter(database) if database.sqlite else PostgresWriter(database)
        self._reader = None if database.sqlite else PostgresReader(database)
        self._waiting: list[Append] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, entry: EntryRow, notice: str, also: Sequence[Statement] = ()) -> None:
        """Adds an entry, and returns when it is on the disk. Raises NumberTaken where its number is there already, and
        Outdated where the first statement of `also` does not find what it changes. Entries that come while others are
        being written share the next commit."""
        append = Append(entry, notice, also, asyncio.get_running_loop().create_future())
        self._waiting.append(append)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await append.written

    async def _write(self) -> None:
        """Writes until nothing waits. Whatever happens, everybody who waits is answered."""
        while self._waiting:
            batch, self._waiting = self._waiting, []
            outcomes: list[Outcome] = [NoDatabase("the writing of an entry was broken off")] * len(batch)
            try:
                with metrics.DATABASE_SECONDS.time("append"), failing_clearly():
                    outcomes = await self._writer.write(batch)
            except NoDatabase as problem:
                metrics.DATABASE_ERRORS.add(type(problem.__cause__).__name__)
                outcomes = [problem] * len(batch)
            except Exception as problem:
                metrics.DATABASE_ERRORS.add(type(problem).__name__)
                logger.exception("entries could not be written")
            finally:
                for append, outcome in zip(batch, outcomes, strict=True):
                    append.answer(outcome)

    async def after(self, table: str, number: int) -> list[EntryRow]:
        """The entries of a table that come after a number, in their order; also of a game that was packed."""
        found: list[EntryRow] = await self._database.rows(
            sa.select(entries).where(entries.c.table_id == table, entries.c.number > number).order_by(entries.c.number)
        )
        if found or number >= 0:  # nothing is packed of which somebody has seen a part and not all
            return found
        packed = await self._database.row(sa.select(packs.c.data).where(packs.c.table_id == table))
        return unpack(packed["data"], table) if packed is not None else []

    async def since(self, table: str, number: int) -> Followed:
        """The same for whoever follows a table, with what shows him whether more than entries has changed."""
        if self._reader is None:  # nobody but this worker writes
            return Followed(await self.after(table, number), None)
        found = await self._reader.since(table, number)
        return found if found.rows or number >= 0 else Followed(await self.after(table, number), None)

    async def keep_layout(self, name: str, game: str, box: str, description: dict[str, Any]) -> None:
        """Keeps the layout of the states that are about to be stored for a table with this box."""
        its = sa.select(laid_out).where(laid_out.c.layout == name, laid_out.c.box == box)
        if await self._database.row(its) is None:
            await self._database.execute(*keeping_layout(self._database, name, game, box, description))

    async def layout(self, name: str) -> dict[str, Any]:
        found = await self._database.row(sa.select(layouts.c.description).where(layouts.c.name == name))
        if found is None:
            raise NoDatabase(f"the database does not know the layout {name} of a state it holds")
        description: dict[str, Any] = found["description"]
        return description

    async def close(self) -> None:
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await self._writer.close()
        if self._reader is not None:
            await self._reader.close()


def keeping_layout(
    database: Database, name: str, game: str, box: str, description: dict[str, Any]
) -> list[sa.Executable]:
    """What keeps a layout."""
    return [
        database.insert_new(layouts).values(name=name, game=game, description=description),
        database.insert_new(laid_out).values(layout=name, box=box),
    ]
