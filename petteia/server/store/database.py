"""Connections to the database, and what every question to it goes through."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from petteia.engine.errors import PetteiaError
from petteia.server import metrics
from petteia.server.schema import people

PATIENCE = 15  # seconds that SQLite waits for another process that writes
Statement = tuple[sa.Executable, dict[str, Any]]  # with its parameters


class NoDatabase(PetteiaError):
    """A database that cannot be opened, or does not answer."""


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


class Database:
    """An open database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = create_async_engine(
            url, hide_parameters=True, **({} if self.sqlite else {"pool_size": 10, "pool_pre_ping": True})
        )
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _careful)
        _measure(self.engine.sync_engine)

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
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; on SQLite it takes the right to write at once, so that it cannot fail half-way."""
        async with self.engine.begin() as connection:
            if self.sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    async def rows(self, query: sa.Select[Any]) -> list[Any]:
        """Rows as dictionaries; whoever asks says of which kind (`rows`)."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).mappings()
            return [{str(name): value for name, value in row.items()} for row in found]  # plain names, as JSON wants

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
        try:
            await self.rows(sa.select(people.c.id).limit(1))
        except (OperationalError, OSError):
            return False
        return True

    async def close(self) -> None:
        await self.engine.dispose()
