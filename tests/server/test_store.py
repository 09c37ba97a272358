"""Entries are numbered once, however many are written together."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from petteia.server import schema
from petteia.server.settings import Settings
from petteia.server.store import NumberTaken, Store, migrate

EMPTY = {sa.Integer: 0, sa.Float: 0.0, sa.String: "x", sa.LargeBinary: b"x", sa.Boolean: False, sa.JSON: {}}


def some(table: sa.Table, **values: Any) -> dict[str, Any]:
    """A row with something in every column that wants it."""
    wanted = [column for column in table.columns if not column.nullable and column.name not in values]
    return {
        column.name: next(EMPTY[kind] for kind in EMPTY if isinstance(column.type, kind)) for column in wanted
    } | values


def entry(number: int, words: str) -> dict[str, Any]:
    empty = {column.name: None for column in schema.entries.columns}
    return empty | some(schema.entries, table_id="a table", number=number, kind="play", words=words)


async def appended(store: Store, entries: list[dict[str, Any]]) -> list[bool]:
    """Appends at once; which of them found their number free."""
    outcomes = await asyncio.gather(*(store.append(one, "") for one in entries), return_exceptions=True)
    assert all(outcome is None or isinstance(outcome, NumberTaken) for outcome in outcomes)
    return [outcome is None for outcome in outcomes]


def test_many_at_once_and_none_twice(database: str) -> None:
    url = Settings(database=database).url
    migrate(url)

    async def write() -> None:
        store = Store(url)
        await store.execute(
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
        found = await store.rows(sa.select(schema.entries.c.number, schema.entries.c.words))
        said = {row["number"]: row["words"] for row in found}
        assert said == {**dict.fromkeys(range(100), "first"), **dict.fromkeys(range(100, 160), "second"), 200: "once"}
        await store.close()

    asyncio.run(write())
