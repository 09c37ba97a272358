"""Rules are compiled in a process of their own, once."""

from __future__ import annotations

import asyncio
import pathlib

import pytest

from petteia.engine import compiling
from petteia.server import rules


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> list[str]:
    """The games for which a process was started; their marks lie in an empty folder."""
    started: list[str] = []

    class Process:
        async def wait(self) -> None: ...

    async def start(*command: str) -> Process:
        started.append(command[-1])
        return Process()

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr(rules, "cache_folder", lambda: tmp_path)
    return started


def prepare(game: str) -> bool:
    ready = asyncio.Event()
    asyncio.run(rules.prepare(game, ready))
    return ready.is_set()


def test_what_has_been_compiled_is_only_loaded(processes: list[str]) -> None:
    assert prepare("hellas")
    assert processes == ["hellas"]
    rules.mark("hellas").touch()
    assert prepare("hellas")
    assert processes == ["hellas"]
    assert prepare("peloponnes")
    assert processes == ["hellas", "peloponnes"]


def test_other_sources_have_another_mark(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setattr(rules, "cache_folder", lambda: tmp_path)
    before = rules.mark("hellas")
    newer = tmp_path / "newer.py"
    newer.touch()
    monkeypatch.setattr(rules, "sources", lambda: [*compiling.sources(), newer])
    assert rules.mark("hellas") != before
