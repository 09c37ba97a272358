"""The store: all SQL is there, and entries are numbered once, however many are written together."""

from __future__ import annotations

import asyncio
import pathlib
from typing import Any, cast

import sqlalchemy as sa

from petteia import server
from petteia.server import schema
from petteia.server.settings import Settings
from petteia.server.store import NumberTaken, Store, migrate
from petteia.server.store.database import Database
from petteia.server.store.rows import EntryRow

EMPTY = {sa.Integer: 0, sa.Float: 0.0, sa.String: "x", sa.LargeBinary: b"x", sa.Boolean: False, sa.JSON: {}}


def some(table: sa.Table, **values: Any) -> dict[str, Any]:
    """A row with something in every column that wants it."""
    wanted = [column for column in table.columns if not column.nullable and column.name not in values]
    return {
        column.name: next(EMPTY[kind] for kind in EMPTY if isinstance(column.type, kind)) for column in wanted
    } | values


def entry(number: int, words: str) -> EntryRow:
    empty = {column.name: None for column in schema.entries.columns}
    row: Any = empty | some(schema.entries, table_id="a table", number=number, kind="play", words=words)
    return cast(EntryRow, row)


async def appended(store: Store, entries: list[EntryRow]) -> list[bool]:
    """Appends at once; which of them found their number free."""
    outcomes = await asyncio.gather(*(store.entries.append(one, "") for one in entries), return_exceptions=True)
    assert all(outcome is None or isinstance(outcome, NumberTaken) for outcome in outcomes)
    return [outcome is None for outcome in outcomes]


def test_many_at_once_and_none_twice(database: str) -> None:
    url = Settings(database=database).url
    migrate(url)

    async def write() -> None:
        store, direct = Store(url), Database(url)
        await direct.execute(
            schema.people.insert().values(some(schema.people, id=1)),
            schema.boxes.insert().values(some(schema.boxes)),
            schema.tables.insert().values(some(schema.tables, id="a table", host=1)),
        )
        first = await appended(store, [entry(number, "first") for number in range(100)])
        assert first == [True] * 100
        second = await appended(store, [entry(number, "second") for number in range(60, 160)])
        assert second == [False] * 40 + [True] * 60
        twice = await appended(store, [entry(200, "once"), entry(200, "twice")])
        assert twice == [True, False]
        found = await direct.rows(sa.select(schema.entries.c.number, schema.entries.c.words))
        said = {row["number"]: row["words"] for row in found}
        assert said == {**dict.fromkeys(range(100), "first"), **dict.fromkeys(range(100, 160), "second"), 200: "once"}
        await store.close()
        await direct.close()

    asyncio.run(write())


def test_nothing_but_the_store_speaks_to_the_database() -> None:
    folder = pathlib.Path(server.__file__).parent
    files = [path.relative_to(folder) for path in folder.rglob("*.py") if "sqlalchemy" in path.read_text("utf-8")]
    elsewhere = {path.name for path in files if path.parts[0] not in ("store", "migrations")}
    assert elsewhere == {"schema.py", "settings.py"}  # settings read the database's address
