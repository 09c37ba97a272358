"""The database: SQLite or PostgreSQL by the same code. Everything that is acknowledged has been committed here.

Ordinary requests go through SQLAlchemy's asynchronous engine. The one hot path is appending an entry: a single
statement, written once, on a connection of its own.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import dataclasses
import operator
import pathlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import psycopg
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
Statement = tuple[sa.Executable, Row]  # with its parameters


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
        raise NoDatabase(_unopened(engine.url, problem)) from None
    except CommandError as problem:
        raise NoDatabase(f"the database was made by a newer petteia; update it ({problem})") from None
    finally:
        engine.dispose()


def _unopened(url: sa.URL, problem: DBAPIError | OSError) -> str:
    words = (str(getattr(problem, "orig", problem)).strip().splitlines() or [str(problem)])[0]
    if url.get_backend_name() != "sqlite":
        return f"the database cannot be opened: {words}"
    file = pathlib.Path(url.database or "").absolute()
    if not file.parent.is_dir():
        words = f"there is no folder {file.parent}; make it, or give another file"
    return f"the database {file} cannot be opened: {words}"


# -- the store ---------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Append:
    """An entry on its way to the disk."""

    entry: Row
    notice: str
    also: Sequence[Statement]  # what else belongs to it, in the same transaction
    written: asyncio.Future[None]

    def answer(self, problem: BaseException | None = None) -> None:
        if not self.written.done():  # whoever waited may have gone
            if problem is None:
                self.written.set_result(None)
            else:
                self.written.set_exception(problem)


def _insert_sqlite(connection: Any, batch: list[Append]) -> list[BaseException | None]:
    """Several entries by one statement: after each this thread has to wait for its turn again. Where a number is taken
    it undoes itself, and they are entered one by one."""
    values = [value for asked in batch for value in _IN_ORDER(asked.entry)]
    try:
        connection.execute(_INSERT + ",".join([_VALUES] * len(batch)), values)
    except sqlite3.IntegrityError:
        if len(batch) == 1:
            return [NumberTaken()]
        return [outcome for asked in batch for outcome in _insert_sqlite(connection, [asked])]
    return [None] * len(batch)


_NAMES = [column.name for column in entries.columns]
_IN_ORDER = operator.itemgetter(*_NAMES)
_INSERT = f"INSERT INTO entries ({', '.join(_NAMES)}) VALUES "
_VALUES = f"({', '.join('?' * len(_NAMES))})"
TOGETHER = 32  # entries; SQLite keeps the last hundred statements that it was given, and so knows all of these


class Store:
    """An open database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = create_async_engine(
            url, **({} if self.sqlite else {"pool_size": 10, "pool_pre_ping": True})
        )
        self._layouts: set[str] = set()
        self._waiting: list[Append] = []
        self._writer: asyncio.Task[None] | None = None
        if self.sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _careful)
            self._thread = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="petteia-append")
            self._sync = synchronous(url)
            self._held: sa.Connection | None = None
        else:
            # One statement, so that one journey to the database does both.
            dialect = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
            insert = str(entries.insert().compile(dialect=dialect))
            self._insert = (
                f"WITH told AS ({insert} RETURNING number) SELECT pg_notify('{CHANNEL}', %(notice)s) FROM told"
            )
            self._line: psycopg.AsyncConnection[Any] | None = None

    async def close(self) -> None:
        if self._writer is not None:
            await asyncio.wait([self._writer])
        if self.sqlite:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
            self._thread.shutdown()
        elif self._line is not None:
            await self._line.close()
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
            found = (await connection.execute(query)).mappings()
            return [{str(name): value for name, value in row.items()} for row in found]  # plain names, as JSON wants

    async def row(self, query: sa.Select[Any]) -> Row | None:
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

    # -- appending ----------------------------------------------------------------------------------------------------

    async def append(self, entry: Row, notice: str, also: Sequence[Statement] = ()) -> None:
        """Adds an entry, and returns when it is on the disk; raises NumberTaken where its number is there already.
        Entries that come while others are being written share the next commit."""
        asked = Append(entry, notice, also, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await asked.written

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                if self.sqlite:
                    loop = asyncio.get_running_loop()
                    outcomes = await loop.run_in_executor(self._thread, self._write_sqlite, batch)
                else:
                    outcomes = await self._write_postgresql(batch)
                for asked, problem in zip(batch, outcomes, strict=True):
                    asked.answer(problem)
            except (DBAPIError, sqlite3.Error, psycopg.Error, OSError) as problem:
                for asked in batch:
                    asked.answer(NoDatabase(f"the database does not answer: {problem}"))

    def _write_sqlite(self, batch: list[Append]) -> list[BaseException | None]:
        """In a thread that holds its connection: an asynchronous driver changes threads at every step, which costs four
        times the commit."""
        if self._held is None:
            self._held = self._sync.connect()
        raw: Any = self._held.connection.driver_connection
        if len(batch) <= TOGETHER and not any(asked.also for asked in batch):
            return _insert_sqlite(raw, batch)  # a statement by itself is a transaction, and three were three waits
        outcomes: list[BaseException | None] = []
        raw.execute("BEGIN IMMEDIATE")
        try:
            for first in range(0, len(batch), TOGETHER):
                outcomes += _insert_sqlite(raw, batch[first : first + TOGETHER])
            for asked, problem in zip(batch, outcomes, strict=True):
                for statement, parameters in asked.also if problem is None else ():
                    self._held.execute(statement, parameters)
            raw.execute("COMMIT")
        except BaseException:
            raw.rollback()
            raise
        finally:
            self._held.rollback()  # ends what SQLAlchemy takes for a transaction; ours has ended already
        return outcomes

    async def _write_postgresql(self, batch: list[Append]) -> list[BaseException | None]:
        plain = [asked for asked in batch if not asked.also]
        try:
            await self._send([{**asked.entry, "notice": asked.notice} for asked in plain])
            outcomes: dict[int, BaseException | None] = {}
        except psycopg.errors.UniqueViolation:
            outcomes = {id(asked): await self._write_alone(asked) for asked in plain}
        for asked in batch:
            if asked.also:
                outcomes[id(asked)] = await self._write_alone(asked)
        return [outcomes.get(id(asked)) for asked in batch]

    async def _send(self, rows: list[Row]) -> None:
        """Many entries in one transaction and one journey, over a connection of its own."""
        if not rows:
            return
        try:
            if self._line is None or self._line.closed:
                self._line = await psycopg.AsyncConnection.connect(self._plain_url)
            async with self._line.transaction(), self._line.cursor() as cursor:
                await cursor.executemany(self._insert, rows)
        except psycopg.errors.UniqueViolation:
            raise
        except psycopg.Error:
            if self._line is not None:
                await self._line.close()
            raise

    async def _write_alone(self, asked: Append) -> BaseException | None:
        try:
            async with self.engine.begin() as connection:
                await connection.exec_driver_sql(self._insert, {**asked.entry, "notice": asked.notice})
                for statement, parameters in asked.also:
                    await connection.execute(statement, parameters)
        except IntegrityError:
            return NumberTaken()
        return None

    @property
    def _plain_url(self) -> str:
        return sa.engine.make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)

    async def notify(self, notice: str) -> None:
        """Tells other workers that something about a table has changed."""
        if not self.sqlite:
            async with self.engine.begin() as connection:
                await connection.execute(sa.text(f"SELECT pg_notify('{CHANNEL}', :notice)"), {"notice": notice})

    async def listen(self, heard: Callable[[str], None], connected: Callable[[], None]) -> None:
        """Hears what other workers tell, for ever. After a lost connection `connected` is called again: things may
        have been missed."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._plain_url, autocommit=True) as connection:
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
        await self.execute(self.insert_new(layouts).values(name=name, game=game, description=description))
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
