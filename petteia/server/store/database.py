"""Connections to the database, and what every question to it goes through."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from petteia.engine.errors import PetteiaError
from petteia.server import metrics
from petteia.server.schema import people, pulse

PATIENCE = 15  # seconds that SQLite waits for another process that writes
TIMEOUT = 5.0  # seconds that PostgreSQL may take for an answer, and that somebody waits for a connection
GRACE = 1.0  # seconds that it gets to say itself that a statement took too long
PULSE = 5.0  # seconds for which it is known whether the database can be written
Statement = sa.Executable


class NoDatabase(PetteiaError):
    """A database that cannot be opened, or does not answer."""


class NoRoom(NoDatabase):
    """The database can be read, but takes nothing: the disk is full, or refuses to be written."""


class Damaged(NoDatabase):
    """What is stored cannot be read any more."""


# -- what goes wrong ---------------------------------------------------------------------------------------------------

# Mistakes of the program, and what a statement was meant to find out: they are no matter of the database's health.
_OUR_OWN = tuple(
    kind
    for driver in (exc, psycopg, sqlite3)
    for kind in (driver.IntegrityError, driver.DataError, driver.ProgrammingError, driver.NotSupportedError)
)
_FAILURES = (exc.DBAPIError, exc.TimeoutError, psycopg.Error, sqlite3.Error, OSError)

_CANNOT_WRITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
_CANNOT_READ = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BAD_READS = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
_DISK_FULL, _IO_ERROR, _CORRUPTED = "53100", "58030", ("XX001", "XX002")  # of PostgreSQL


def failure(problem: BaseException) -> NoDatabase:
    """What a driver's error means for whoever asked."""
    cause = getattr(problem, "orig", None) or problem
    words = (str(cause).strip().splitlines() or [type(cause).__name__])[0]
    code, state = getattr(cause, "sqlite_errorcode", None) or 0, getattr(cause, "sqlstate", None)
    if code & 0xFF in _CANNOT_READ or code in _BAD_READS or state in _CORRUPTED:
        return Damaged(f"the database is damaged: {words}")
    if code & 0xFF in _CANNOT_WRITE or state in (_DISK_FULL, _IO_ERROR):
        return NoRoom(f"the database cannot be written: {words}")
    return NoDatabase(f"the database does not answer: {words}")


@contextlib.contextmanager
def failing_clearly() -> Iterator[None]:
    """Whatever is wrong with the database is a NoDatabase, by whichever driver or pool it is said."""
    try:
        yield
    except _OUR_OWN:
        raise
    except _FAILURES as problem:
        raise failure(problem) from problem


# -- connections -------------------------------------------------------------------------------------------------------


def synchronous(url: str) -> sa.Engine:
    """An engine for migrations and for SQLite's appending thread."""
    engine = sa.create_engine(url.replace("+aiosqlite", ""), pool_pre_ping=False)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _careful)
    return engine


def _careful(connection: Any, _: Any) -> None:
    """SQLite: readers never wait, and a commit is on the disk before it returns. Transactions are begun by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _measure(engine: sa.Engine) -> None:
    """Counts how long statements take, and what goes wrong with them."""

    def begin(connection: sa.Connection, *_: Any) -> None:
        connection.info["began"] = time.perf_counter()

    def end(connection: sa.Connection, *_: Any) -> None:
        metrics.DATABASE_SECONDS.observe(time.perf_counter() - connection.info["began"], "statement")

    def fail(context: sa.engine.ExceptionContext) -> None:
        metrics.DATABASE_ERRORS.add(type(context.original_exception).__name__)

    sa.event.listen(engine, "before_cursor_execute", begin)
    sa.event.listen(engine, "after_cursor_execute", end)
    sa.event.listen(engine, "handle_error", fail)


@contextlib.contextmanager
def hanging_up(connection: psycopg.AsyncConnection[Any], seconds: float) -> Iterator[None]:
    """Breaks a connection off that has not answered for so long; whoever waits for it is told that it is lost. (To
    cancel the waiting instead would not help: psycopg then asks the server, which does not answer, to stop.)"""
    handle = asyncio.get_running_loop().call_later(seconds, _hang_up, connection)
    try:
        yield
    finally:
        handle.cancel()


def _hang_up(connection: psycopg.AsyncConnection[Any]) -> None:
    with contextlib.suppress(psycopg.Error, OSError), _line(connection) as line:
        line.shutdown(socket.SHUT_RDWR)


def is_lost(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether the other end has closed an idle connection, as when the database was started again; asks nobody. It may
    have said why before, so whatever there is to read of one that was asked nothing is its end."""
    try:
        with _line(connection) as line:
            line.recv(1, socket.MSG_PEEK)
            return True
    except BlockingIOError:  # nothing to read, as it should be
        return False
    except (psycopg.Error, OSError):
        return True


def _line(connection: psycopg.AsyncConnection[Any]) -> socket.socket:
    return socket.socket(fileno=os.dup(connection.fileno()))


def _check_out(connection: Any, _: Any, __: Any) -> None:
    if is_lost(connection.driver_connection):
        raise exc.DisconnectionError("the database closed the connection")  # the pool makes another one


class Timed(psycopg.AsyncConnection[Any]):
    """A connection that is given up when it does not answer."""

    patience = TIMEOUT

    async def wait(self, *args: Any, **kwargs: Any) -> Any:
        with hanging_up(self, self.patience):
            return await super().wait(*args, **kwargs)


class Database:
    """An open database."""

    def __init__(self, url: str, timeout: float = TIMEOUT) -> None:
        self.url = url
        self.timeout = timeout
        self.sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = create_async_engine(
            url, hide_parameters=True, **({} if self.sqlite else self._patience())
        )
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _careful)
        else:
            sa.event.listen(self.engine.sync_engine, "checkout", _check_out)
        _measure(self.engine.sync_engine)
        self._beating = asyncio.Lock()
        self._writing = asyncio.Lock()
        self._beat: tuple[float, bool] | None = None  # when it was last tried to write, and whether that went well

    def _patience(self) -> dict[str, Any]:
        return {
            "pool_size": 10,
            "pool_timeout": self.timeout,
            "connect_args": {"async_creator_fn": self.connect},
        }

    async def connect(self, *_: Any, **more: Any) -> Timed:
        """A connection to PostgreSQL on which no statement takes longer than it may: the server ends it itself, and
        where it cannot even do that, the connection is given up."""
        connection = await Timed.connect(self.plain_url, **{"connect_timeout": max(1, round(self.timeout)), **more})
        connection.patience = self.timeout + GRACE
        names = ("statement_timeout", "idle_in_transaction_session_timeout")
        limits = ", ".join(f"set_config('{name}', '{round(1000 * self.timeout)}ms', false)" for name in names)
        await connection.execute(f"SELECT {limits}")
        await connection.commit()
        return connection

    @property
    def in_use(self) -> int:
        """How many connections somebody uses now."""
        pool = self.engine.pool
        return pool.checkedout() if isinstance(pool, sa.QueuePool) else 0

    @property
    def plain_url(self) -> str:
        """The address as psycopg reads it."""
        return sa.engine.make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)

    @contextlib.asynccontextmanager
    async def turn_to_write(self) -> AsyncIterator[None]:
        """SQLite lets one write at a time. Hundreds who want to stand in line here, without a connection: else there
        would be none for those who only read, and SQLite, which has no line, would let the lucky ones write."""
        if not self.sqlite:
            yield
            return
        with failing_clearly():
            async with asyncio.timeout(PATIENCE):
                await self._writing.acquire()
        try:
            yield
        finally:
            self._writing.release()

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; on SQLite it takes the right to write at once, so that it cannot fail half-way."""
        with failing_clearly():
            async with self.turn_to_write(), self.engine.begin() as connection:
                if self.sqlite:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions."""
        with failing_clearly():
            async with self.engine.connect() as connection:
                yield connection

    async def rows(self, query: sa.Select[Any]) -> list[Any]:
        """Rows as dictionaries; whoever asks says of which kind (`rows`)."""
        [found] = await self.rows_of_each(query)
        return found

    async def rows_of_each(self, *queries: sa.Select[Any]) -> list[list[Any]]:
        """The rows of several questions, over one connection."""
        async with self.reading() as connection:
            answers = [(await connection.execute(query)).mappings() for query in queries]
            # Names as JSON wants them.
            return [[{str(name): value for name, value in row.items()} for row in found] for found in answers]

    async def row(self, query: sa.Select[Any]) -> Any:
        """The first row, or none."""
        found = await self.rows(query.limit(1))
        return found[0] if found else None

    async def execute(self, *statements: sa.Executable) -> None:
        """Statements in one transaction."""
        async with self.writing() as connection:
            for statement in statements:
                await connection.execute(statement)

    def insert_new(self, table: sa.Table) -> Any:
        """An INSERT that does nothing where the row is there already: a second click, or another worker, was faster."""
        return (sqlite if self.sqlite else postgresql).insert(table).on_conflict_do_nothing()

    async def alive(self) -> bool:
        """Whether the database answers, and takes what is written. The latter is tried every few seconds at most."""
        try:
            await self.rows(sa.select(people.c.id).limit(1))
            async with self._beating:
                if self._beat is None or time.monotonic() - self._beat[0] > PULSE:
                    self._beat = time.monotonic(), False
                    await self.execute(
                        self.insert_new(pulse).values(id=1, at=0.0), pulse.update().values(at=time.time())
                    )
                    self._beat = time.monotonic(), True
        except NoDatabase:
            return False
        return self._beat[1]

    async def close(self) -> None:
        await self.engine.dispose()
