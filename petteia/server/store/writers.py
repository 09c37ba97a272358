"""How entries get to the disk: the one hot path, so it goes round SQLAlchemy.

A writer writes a batch of entries, and says of each what came of it. SQLite's holds a connection in a thread of its
own; PostgreSQL's sends a whole batch in one journey.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import dataclasses
import operator
import sqlite3
from collections.abc import Sequence
from typing import Any, Protocol

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError

from petteia.server.schema import entries
from petteia.server.store.database import Database, NoDatabase, Statement, failing_clearly, is_lost, synchronous
from petteia.server.store.notices import CHANNEL
from petteia.server.store.rows import EntryRow


class NumberTaken(Exception):
    """Somebody else appended this entry first."""


class Outdated(Exception):
    """Somebody else changed the table first."""


Outcome = Exception | None  # none: it is on the disk


@dataclasses.dataclass
class Append:
    """An entry on its way to the disk."""

    entry: EntryRow
    notice: str
    also: Sequence[Statement]  # what else belongs to it, in the same transaction; the first has to find its row
    written: asyncio.Future[None]

    def answer(self, problem: Outcome = None) -> None:
        if not self.written.done():  # whoever waited may have gone
            if problem is None:
                self.written.set_result(None)
            else:
                self.written.set_exception(problem)


class Writer(Protocol):
    async def write(self, batch: list[Append]) -> list[Outcome]:
        """Writes a batch. What is raised instead of answered is true of all of it."""

    async def close(self) -> None: ...


# -- SQLite ------------------------------------------------------------------------------------------------------------

_NAMES = [column.name for column in entries.columns]
_IN_ORDER = operator.itemgetter(*_NAMES)
_INSERT = f"INSERT INTO entries ({', '.join(_NAMES)}) VALUES "
_VALUES = f"({', '.join('?' * len(_NAMES))})"
TOGETHER = 32  # entries; SQLite keeps the last hundred statements that it was given, and so knows all of these


class SqliteWriter:
    """In a thread that holds its connection: an asynchronous driver changes threads at every step, which costs four
    times the commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="petteia-append")
        self._engine = synchronous(database.url)
        self._connection: sa.Connection | None = None

    async def write(self, batch: list[Append]) -> list[Outcome]:
        async with self._database.turn_to_write():
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: list[Append]) -> list[Outcome]:
        if self._connection is None:
            self._connection = self._engine.connect()
        raw: Any = self._connection.connection.driver_connection
        plain = [append for append in batch if not append.also]
        if len(plain) == len(batch) <= TOGETHER:
            return _insert(raw, batch)  # a statement by itself is a transaction, and three were three waits
        outcomes: dict[int, Outcome] = {}
        raw.execute("BEGIN IMMEDIATE")
        try:
            for first in range(0, len(plain), TOGETHER):
                part = plain[first : first + TOGETHER]
                outcomes |= zip(map(id, part), _insert(raw, part), strict=True)
            for append in batch:
                if append.also:
                    outcomes[id(append)] = self._write_with_more(self._connection, raw, append)
            raw.execute("COMMIT")
        except BaseException:
            raw.rollback()
            raise
        finally:
            self._connection.rollback()  # ends what SQLAlchemy takes for a transaction; ours has ended already
        return [outcomes[id(append)] for append in batch]

    def _write_with_more(self, connection: sa.Connection, raw: Any, append: Append) -> Outcome:
        """An entry and what belongs to it: all of that, or nothing."""
        raw.execute("SAVEPOINT entry")
        [problem] = _insert(raw, [append])
        for place, statement in enumerate(append.also if problem is None else ()):
            if connection.execute(statement).rowcount == 0 and place == 0:
                problem = Outdated()
                raw.execute("ROLLBACK TO entry")
                break
        raw.execute("RELEASE entry")
        return problem

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _insert(connection: Any, batch: list[Append]) -> list[Outcome]:
    """Several entries by one statement: after each this thread has to wait for its turn again. Where a number is taken
    it undoes itself, and they are entered one by one."""
    values = [value for append in batch for value in _IN_ORDER(append.entry)]
    try:
        connection.execute(_INSERT + ",".join([_VALUES] * len(batch)), values)
    except sqlite3.IntegrityError:
        if len(batch) == 1:
            return [NumberTaken()]
        return [outcome for append in batch for outcome in _insert(connection, [append])]
    return [None] * len(batch)


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


class PostgresWriter:
    """Entries over a connection of their own, with a notice to other workers. One statement does both, in one
    journey to the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: psycopg.AsyncConnection[Any] | None = None
        dialect = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
        insert = str(entries.insert().compile(dialect=dialect))
        self._insert = f"WITH told AS ({insert} RETURNING number) SELECT pg_notify('{CHANNEL}', %(notice)s) FROM told"

    async def write(self, batch: list[Append]) -> list[Outcome]:
        plain = [append for append in batch if not append.also]
        outcomes = await self._write_together(plain)
        for append in batch:
            if append.also:
                outcomes[id(append)] = await self._write_alone(append)
        return [outcomes[id(append)] for append in batch]

    async def _write_together(self, batch: list[Append]) -> dict[int, Outcome]:
        """Many entries in one transaction and one journey; where a number is taken, each by itself."""
        if not batch:
            return {}
        problem: Outcome = None
        try:
            with failing_clearly():
                await self._send([_with_notice(append) for append in batch])
        except psycopg.errors.UniqueViolation:
            return {id(append): await self._write_alone(append) for append in batch}
        except NoDatabase as found:
            problem = found
        return {id(append): problem for append in batch}

    async def _send(self, rows: list[dict[str, Any]]) -> None:
        try:
            if self._connection is None or is_lost(self._connection):
                self._connection = await self._database.connect()
                await self._connection.set_autocommit(True)
            if len(rows) == 1:
                await self._connection.execute(self._insert, rows[0])  # a transaction by itself, in one journey
                return
            async with self._connection.transaction(), self._connection.cursor() as cursor:
                await cursor.executemany(self._insert, rows)
        except psycopg.errors.UniqueViolation:
            raise
        except BaseException:
            if self._connection is not None:
                await self._connection.close()
            raise

    async def _write_alone(self, append: Append) -> Outcome:
        try:
            async with self._database.writing() as connection:
                await connection.exec_driver_sql(self._insert, _with_notice(append))
                for place, statement in enumerate(append.also):
                    if (await connection.execute(statement)).rowcount == 0 and place == 0:
                        raise Outdated
        except IntegrityError:
            return NumberTaken()
        except (Outdated, NoDatabase) as problem:
            return problem
        return None

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()


def _with_notice(append: Append) -> dict[str, Any]:
    return {**append.entry, "notice": append.notice}
