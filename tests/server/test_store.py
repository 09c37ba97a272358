"""The store: all SQL is there, and entries are numbered once, however many are written together."""

from __future__ import annotations

import asyncio
import pathlib
import sqlite3
from collections.abc import Callable
from typing import Any, cast

import pytest
import sqlalchemy as sa

from petteia import server
from petteia.server import schema
from petteia.server.settings import Settings
from petteia.server.store import NoDatabase, NumberTaken, Outdated, Store, migrate
from petteia.server.store.database import Database
from petteia.server.store.rows import EntryRow
from petteia.server.store.tables import changing_from

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


class Broken:
    """A writer with which something is wrong that nobody has thought of."""

    async def write(self, batch: list[Any]) -> list[Any]:
        raise RuntimeError("out of order")

    async def close(self) -> None:
        pass


def test_whoever_waits_is_answered_whatever_happens(tmp_path: pathlib.Path) -> None:
    url = Settings(database=f"sqlite:///{tmp_path / 'petteia.db'}").url
    migrate(url)

    async def write() -> None:
        store = Store(url)
        good = store.entries._writer
        store.entries._writer = Broken()
        with pytest.raises(NoDatabase):
            await asyncio.wait_for(store.entries.append(entry(0, "first"), ""), 10)
        store.entries._writer = good
        await store.people.add("somebody")  # the file is there
        outcome = await asyncio.wait_for(appended(store, [entry(0, "again")]), 10)
        assert outcome == [False]  # no such table; but it was tried, and answered
        await store.close()

    asyncio.run(write())


def test_a_change_is_made_from_what_was_seen(database: str) -> None:
    """Where a table was changed meanwhile nothing happens, of an entry neither."""
    url = Settings(database=database).url
    migrate(url)

    async def write() -> None:
        store, direct = Store(url), Database(url)
        await direct.execute(
            schema.people.insert().values(some(schema.people, id=1)),
            schema.boxes.insert().values(some(schema.boxes)),
            schema.tables.insert().values(some(schema.tables, id="a table", host=1, version=0)),
        )
        also = [schema.people.update().values(name="somebody")]
        await store.tables.change("a table", 0, {"status": "playing"}, also)
        with pytest.raises(Outdated):
            await store.tables.change("a table", 0, {"status": "over"}, [schema.people.update().values(name="nobody")])
        seen = await asyncio.gather(
            store.entries.append(entry(0, "plain"), ""),
            store.entries.append(entry(1, "outdated"), "", [changing_from("a table", 0, {"status": "over"}), *also]),
            store.entries.append(entry(1, "right"), "", [changing_from("a table", 1, {"status": "abandoned"}), *also]),
            store.entries.append(entry(0, "late"), "", [changing_from("a table", 2, {"status": "over"}), *also]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in seen] == [type(None), Outdated, type(None), NumberTaken]
        found = await store.tables.find("a table")
        assert found is not None
        assert (found.row["status"], found.row["version"]) == ("abandoned", 2)
        assert [row["words"] for row in await store.entries.after("a table", -1)] == ["plain", "right"]
        # Who follows, several at once and of one table, gets all that he does not know, once.
        asked = [("a table", -1), ("a table", 0), ("a table", 1), ("none", -1), ("a table", -1)]
        followed = await asyncio.gather(*(store.entries.since(*one) for one in asked))
        said = [[row["words"] for row in one.rows] for one in followed]
        assert said == [["plain", "right"], ["right"], [], [], ["plain", "right"]]
        assert all(one.version in (2, None) for one in followed)
        known = followed[0].rows[1]
        assert {**known, "state": bytes(known["state"])} == (await store.entries.after("a table", 0))[0]
        person = await store.people.find(1)
        assert person is not None
        assert person["name"] == "somebody"
        await store.close()
        await direct.close()

    asyncio.run(write())


def test_nothing_but_the_store_speaks_to_the_database() -> None:
    folder = pathlib.Path(server.__file__).parent
    files = [path.relative_to(folder) for path in folder.rglob("*.py") if "sqlalchemy" in path.read_text("utf-8")]
    elsewhere = {path.name for path in files if path.parts[0] not in ("store", "migrations")}
    assert elsewhere == {"schema.py", "settings.py"}  # settings read the database's address


def test_a_database_that_somebody_else_writes_is_said_not_to_answer(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("petteia.server.store.database.PATIENCE", 0)
    url = Settings(database=new_database("sqlite")).url
    migrate(url)

    async def write() -> None:
        store = Store(url)
        other = sqlite3.connect(url.partition("///")[2], isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NoDatabase, match="locked"):
            await store.people.add("Alice")
        with pytest.raises(NoDatabase, match="locked"):
            await store.entries.append(entry(0, "deal"), "")
        other.execute("ROLLBACK")
        other.close()
        assert await store.people.add("Alice") == 1
        await store.close()

    asyncio.run(write())


def test_who_waits_to_write_keeps_nobody_from_reading(new_database: Callable[[str], str]) -> None:
    """Everybody who waited had a connection to SQLite, until there was none for those who only read; and who wrote next
    was a matter of luck."""
    url = Settings(database=new_database("sqlite")).url
    migrate(url)

    async def write() -> None:
        database, written = Database(url), list[int]()

        async def add(number: int) -> None:
            async with database.writing():
                written.append(number)

        async with database.writing():
            waiting = [asyncio.create_task(add(number)) for number in range(100)]
            await asyncio.sleep(0.1)
            assert await asyncio.wait_for(database.rows(sa.select(schema.people)), 10) == []
            assert database.in_use == 1
        await asyncio.gather(*waiting)
        assert written == [*range(100)]
        await database.close()

    asyncio.run(write())
