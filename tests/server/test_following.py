"""Following what other workers do at a table."""

from __future__ import annotations

import asyncio
import pathlib
import types
from collections.abc import Collection
from typing import Any
from unittest.mock import Mock

import orjson
import pytest
from made_rooms import room_of

import petteia
from petteia.server.rooms import Room
from petteia.server.settings import Settings
from petteia.server.store import NoDatabase, Store
from petteia.server.store.rows import Followed
from petteia.server.tables import following
from petteia.server.tables import hall as halls
from petteia.server.tables.hall import Hall


@pytest.mark.parametrize(("seed", "version", "read"), [(None, None, True), (b"s", None, False), (b"s", 4, True)])
def test_a_deal_brings_the_table_with_it(
    monkeypatch: pytest.MonkeyPatch, seed: bytes | None, version: int | None, read: bool
) -> None:
    """Where a table is dealt between two questions, entries come without its version, and it has no seed here yet."""
    updated: list[Any] = []

    async def since(*_: Any) -> Followed:
        return Followed([{"number": 0, "state": b"", "layout": ""}], version)  # type: ignore[typeddict-item]

    async def stored(*_: Any) -> tuple[Any, ...]:
        return ("the table as it is",)

    async def present_form(*_: Any) -> bytes:
        return b""

    monkeypatch.setattr(following, "stored", stored)
    monkeypatch.setattr(following, "present_form", present_form)
    room: Any = types.SimpleNamespace(id="t", number=-1, row={"seed": seed, "version": 3})
    room.update = lambda *parts: updated.append(parts)
    room.follow = lambda rows: updated.append(len(rows))
    store: Any = types.SimpleNamespace(entries=types.SimpleNamespace(since=since))
    assert asyncio.run(following.catch_up(store, room))
    assert updated == [*([("the table as it is",)] if read else []), 1]


def test_a_crowd_that_talks_at_another_worker_is_read_by_one(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each message took a connection of its own; a database that is away is asked until it answers, and a message that
    is taken back while it is read is read again."""
    monkeypatch.setattr(halls, "PAUSE", 0.001)
    asked: list[list[int]] = []
    reading = 0

    async def those(messages: Collection[int]) -> list[Any]:
        nonlocal reading
        reading += 1
        assert reading == 1
        asked.append(list(messages))
        await asyncio.sleep(0)
        if len(asked) == 1:
            hall.on_notice(f"another:{room.id}:chat 1")  # it is taken back
        reading -= 1
        if len(asked) == 2:
            raise NoDatabase("it is away")
        return [{"id": number} for number in messages]

    async def hear() -> None:
        nonlocal hall, room
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'petteia.db'}")
        hall = Hall(store, Settings(), types.SimpleNamespace(close=lambda: None))  # type: ignore[arg-type]
        room = room_of(petteia.new("peloponnes", seats=2, seed=1), 2)
        hall.rooms[room.id] = room
        told: list[int] = []
        socket: Any = Mock(person=None, seat=None, lang="en")
        socket.push_text = lambda message: told.append(orjson.loads(message)["chat"]["id"])
        room.sockets.add(socket)
        store.chat.those = those  # type: ignore[method-assign]
        for number in range(1, 501):
            hall.on_notice(f"another:{room.id}:chat {number}")
        async with asyncio.timeout(30):
            while len(told) < 501:
                await asyncio.sleep(0.001)
        assert told == [*range(1, 201), 1, *range(201, 501)]
        assert len(asked) == 4
        await hall.close()
        await store.close()

    hall: Hall
    room: Room
    asyncio.run(hear())
