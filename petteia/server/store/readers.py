"""How entries that other workers wrote are read: at every move of theirs, so it goes round SQLAlchemy as writing does.

What is asked for while others are being read shares the next journey to the database.
"""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

import psycopg
from psycopg.rows import dict_row

from petteia.server import metrics
from petteia.server.schema import entries
from petteia.server.store.database import Database, NoDatabase, failing_clearly, is_lost
from petteia.server.store.rows import EntryRow, Followed

_COLUMNS = ", ".join(f"its.{column.name}" for column in entries.columns)
# Table by table, by their keys: the order within keeps the planner to that.
_SINCE = f"""
    SELECT {_COLUMNS}, tables.version, asked.place
    FROM unnest(%s::text[], %s::int[]) WITH ORDINALITY AS asked(id, number, place)
    JOIN tables ON tables.id = asked.id
    CROSS JOIN LATERAL (
        SELECT * FROM entries WHERE table_id = asked.id AND entries.number > asked.number ORDER BY entries.number
    ) AS its
    ORDER BY asked.place, its.number"""
# To plan it takes PostgreSQL several times as long as to read an entry, and the plan is the same whatever is asked for.
_PLANNED_ONCE = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off"


@dataclasses.dataclass
class Question:
    """The entries of a table after a number, to be read."""

    table: str
    number: int
    answer: asyncio.Future[Followed]


class PostgresReader:
    """Over a connection of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._waiting: list[Question] = []
        self._reading: asyncio.Task[None] | None = None

    async def since(self, table: str, number: int) -> Followed:
        question = Question(table, number, asyncio.get_running_loop().create_future())
        self._waiting.append(question)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await question.answer

    async def _read(self) -> None:
        """Reads until nobody waits. Whatever happens, everybody who waits is answered."""
        while self._waiting:
            batch, self._waiting = self._waiting, []
            problem: Exception = NoDatabase("the reading of entries was broken off")
            try:
                with metrics.DATABASE_SECONDS.time("follow"), failing_clearly():
                    _answer(batch, await self._ask(batch))
            except Exception as found:
                metrics.DATABASE_ERRORS.add(type(found.__cause__ or found).__name__)
                problem = found
            finally:
                for question in batch:
                    if not question.answer.done():
                        question.answer.set_exception(problem)

    async def _ask(self, batch: list[Question]) -> list[dict[str, Any]]:
        try:
            if self._connection is None or is_lost(self._connection):
                self._connection = await self._database.connect()
                await self._connection.set_autocommit(True)
                await self._connection.execute(_PLANNED_ONCE)
            async with self._connection.cursor(binary=True, row_factory=dict_row) as cursor:
                await cursor.execute(_SINCE, [[one.table for one in batch], [one.number for one in batch]])
                return await cursor.fetchall()
        except BaseException:
            if self._connection is not None:
                await self._connection.close()
            raise

    async def close(self) -> None:
        if self._reading is not None:
            await asyncio.wait([self._reading])
        if self._connection is not None:
            await self._connection.close()


def _answer(batch: list[Question], rows: list[dict[str, Any]]) -> None:
    found: list[list[EntryRow]] = [[] for _ in batch]
    versions: list[int | None] = [None] * len(batch)
    for row in rows:
        place = row.pop("place") - 1
        versions[place] = row.pop("version")
        found[place].append(row)
    for question, its, version in zip(batch, found, versions, strict=True):
        if not question.answer.done():  # whoever waited may have gone
            question.answer.set_result(Followed(its, version))
