"""The database: SQLite or PostgreSQL by the same code. Everything that is acknowledged has been committed here.

Ordinary requests go through SQLAlchemy's asynchronous engine. The one hot path, appending an entry, is a single
statement with a commit of its own: on SQLite on a thread that holds its connection open (an asynchronous driver changes
threads at every step, which costs four times the commit), on PostgreSQL together with the notice to other workers.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import pathlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from petteia.engine.errors import PetteiaError
from petteia.server.schema import entries, layouts, people

CHANNEL = "petteia"
PATIENCE = 15  # seconds that SQLite waits for another process that writes
Row = dict[str, Any]


class NoDatabase(PetteiaError):
    """A database that cannot be opened."""


class NumberTaken(Exception):
    """Somebody else appended this entry first."""


# -- opening -----------------------------------------------------------------------------------------------------------


def _careful(connection: Any, _: Any) -> None:
    """SQLite: readers never wait, and a commit is on the disk before it returns. Transactions are begun by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def synchronous(url: str) -> sa.Engine:
    """An engine for migrations and for SQLite's appending thread."""
    engine = sa.create_engine(url.replace("+aiosqlite", ""), pool_pre_ping=False)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _careful)
    return engine


def migrate(url: str) -> None:
    """Brings the database to the present schema; makes it where there is none."""
    config = Config()
    config.set_main_option("script_location", str(pathlib.Path(__file__).parent / "migrations"))
    engine = synchronous(url)
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":  # two servers may start at once
                connection.execute(sa.text("SELECT pg_advisory_lock(7073657474)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
            if engine.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_unlock(7073657474)"))
                connection.commit()
    except (DBAPIError, OSError) as problem:
        words = str(getattr(problem, "orig", problem)).strip().splitlines()
        raise NoDatabase(f"the database cannot be opened: {words[0] if words else problem}") from None
    except CommandError as problem:
        raise NoDatabase(f"the database was made by a newer petteia; update it ({problem})") from None
    finally:
        engine.dispose()


# -- the store ---------------------------------------------------------------------------------------------------------


class Store:
    """An open database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = create_async_engine(
            url, **({} if self.sqlite else {"pool_size": 10, "pool_pre_ping": True})
        )
        self._layouts: set[str] = set()
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _careful)
            self._thread = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="petteia-append")
            self._sync = synchronous(url)
            self._held: sa.Connection | None = None
            self._insert = str(entries.insert().compile(dialect=sqlite.dialect(paramstyle="named")))
        else:
            # One statement, so that one journey to the database does both.
            dialect = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
            insert = str(entries.insert().compile(dialect=dialect))
            self._insert = (
                f"WITH told AS ({insert} RETURNING number) SELECT pg_notify('{CHANNEL}', %(notice)s) FROM told"
            )

    async def close(self) -> None:
        if self.sqlite:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
            self._thread.shutdown()
        await self.engine.dispose()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
        self._sync.dispose()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; on SQLite it takes the right to write at once, so that it cannot fail half-way."""
        async with self.engine.begin() as connection:
            if self.sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    async def rows(self, query: sa.Select[Any]) -> list[Row]:
        async with self.reading() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def row(self, query: sa.Select[Any]) -> Row | None:
        found = await self.rows(query.limit(1))
        return found[0] if found else None

    async def execute(self, *statements: sa.Executable) -> None:
        """Statements in one transaction."""
        async with self.writing() as connection:
            for statement in statements:
                await connection.execute(statement)

    # -- appending -----------------------------------------------------------------------------------------------------

    async def append(self, entry: Row, notice: str, also: Sequence[sa.Executable] = ()) -> None:
        """Adds an entry, durably, and does what else belongs to it in the same transaction; raises NumberTaken where
        its number is there already."""
        try:
            if self.sqlite:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._append, entry, also)
                return
            async with self.engine.begin() as connection:
                await connection.exec_driver_sql(self._insert, {**entry, "notice": notice})
                for statement in also:
                    await connection.execute(statement)
        except IntegrityError:
            raise NumberTaken from None

    def _append(self, entry: Row, also: Sequence[sa.Executable]) -> None:
        if self._held is None:
            self._held = self._sync.connect()
        with self._held.begin():
            if also:
                self._held.exec_driver_sql("BEGIN IMMEDIATE")
            self._held.exec_driver_sql(self._insert, entry)
            for statement in also:
                self._held.execute(statement)

    async def notify(self, notice: str) -> None:
        """Tells other workers that something about a table has changed."""
        if not self.sqlite:
            async with self.engine.begin() as connection:
                await connection.execute(sa.text(f"SELECT pg_notify('{CHANNEL}', :notice)"), {"notice": notice})

    async def listen(self, heard: Callable[[str], None], connected: Callable[[], None]) -> None:
        """Hears what other workers tell, for ever. After a lost connection `connected` is called again: things may
        have been missed."""
        import psycopg

        url = sa.engine.make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    connected()
                    async for notice in connection.notifies():
                        heard(notice.payload)
            except psycopg.Error:
                await asyncio.sleep(1)

    # -- layouts -------------------------------------------------------------------------------------------------------

    async def know_layout(self, name: str, game: str, description: Row) -> None:
        """Keeps the layout of the states that are about to be stored."""
        if name in self._layouts:
            return
        try:
            if await self.row(sa.select(layouts.c.name).where(layouts.c.name == name)) is None:
                await self.execute(layouts.insert().values(name=name, game=game, description=description))
        except IntegrityError:
            pass  # another worker was faster
        self._layouts.add(name)

    async def layout(self, name: str) -> Row:
        found = await self.row(sa.select(layouts.c.description).where(layouts.c.name == name))
        if found is None:
            raise NoDatabase(f"the database does not know the layout {name} of a state it holds")
        description: Row = found["description"]
        return description

    async def alive(self) -> bool:
        try:
            await self.rows(sa.select(people.c.id).limit(1))
        except (OperationalError, OSError):
            return False
        return True
