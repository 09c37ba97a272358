"""Following what other workers do at a table."""

from __future__ import annotations

import asyncio
import types
from typing import Any

import pytest

from petteia.server.store.rows import Followed
from petteia.server.tables import following


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
