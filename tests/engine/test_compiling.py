"""Compiled code is kept in a folder of its own for every version of a game."""

from __future__ import annotations

import errno
import os
import pathlib
import subprocess
import sys
import time

import numba
import pytest
from numba.core.caching import FunctionCache, NullCache

from petteia.engine import compiling
from petteia.engine.news import muted
from petteia.engine.records import new
from petteia.games import NAMES, find


@pytest.fixture
def sources(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    for name in (
        "engine/a.py",
        "games/g/b.py",
        "games/g/show/s.py",
        "games/h/b.py",
        "bots/c.py",
        "bots/roster/r.py",
        "cli/d.py",
        "desk.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["engine/a.py", "games/g/b.py", "bots/c.py", "games/g/new.py", "desk.py"])
def test_a_change_of_what_is_compiled_changes_the_fingerprint(sources: pathlib.Path, name: str) -> None:
    before = compiling.fingerprint("g")
    (sources / name).write_text("x = 2\n")
    assert compiling.fingerprint("g") != before


@pytest.mark.parametrize(
    "name",
    ["cli/d.py", "cli/new.py", "games/g/box.toml", "games/g/show/s.py", "games/h/b.py", "bots/roster/r.py"],
)
def test_a_change_elsewhere_does_not(sources: pathlib.Path, name: str) -> None:
    before = compiling.fingerprint("g")
    (sources / name).write_text("x = 2\n")
    assert compiling.fingerprint("g") == before


def test_a_file_that_moves_changes_the_fingerprint(sources: pathlib.Path) -> None:
    before = compiling.fingerprint("g")
    (sources / "engine/a.py").rename(sources / "bots/a.py")
    assert compiling.fingerprint("g") != before


def test_bounds_checking_has_a_fingerprint_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiling.fingerprint("g")
    monkeypatch.setattr(
        compiling.numba.config, "BOUNDSCHECK", 1 if compiling.numba.config.BOUNDSCHECK is None else None
    )
    assert compiling.fingerprint("g") != before


def test_the_folder_can_be_chosen(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PETTEIA_CACHE_DIR", str(tmp_path))
    assert compiling.cache_folder("hellas") == tmp_path / "compiled" / f"hellas-{compiling.fingerprint('hellas')}"


@pytest.mark.parametrize("game", NAMES)
def test_a_driver_keeps_what_it_compiles_with_the_game_of_its_records(game: str) -> None:
    found, heard = find(game), numba.typeof(muted())
    assert compiling.game_of([numba.int64, numba.typeof(found.box.record), heard]) == game
    assert compiling.game_of([heard, numba.typeof(new(found.state))]) == game
    assert compiling.game_of([numba.int64, heard]) is None


def test_folders_that_nobody_used_are_removed(tmp_path: pathlib.Path) -> None:
    old, young, mine = (tmp_path / name for name in ("old", "young", "mine"))
    for folder in (old, young, mine):
        folder.mkdir()
        (folder / "code.nbc").write_text("")
    (tmp_path / "a file").write_text("")
    long_ago = time.time() - (compiling.KEPT_DAYS + 1) * 24 * 3600
    for path in (old, mine, tmp_path / "a file"):
        os.utime(path, (long_ago, long_ago))
    compiling.prune(tmp_path, keep=mine)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "mine", "young"]


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: pathlib.Path) -> None:
    (tmp_path / "compiled").write_text("in the way")
    program = "import petteia.engine.compiling as c; print(repr(c.make_cache_folder('hellas')))"
    environment = {**os.environ, "PETTEIA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", program]
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert said == "''\n"


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the sources, where Numba would put it, it would be found again after they have changed."""
    monkeypatch.setattr(compiling, "make_cache_folder", lambda game: "")
    cache = compiling.CacheByGame(_wherever)
    assert isinstance(cache._for((numba.int64,)), NullCache)
    cache.save_overload((numba.int64,), None)
    assert cache.load_overload((numba.int64,), None) is None


def test_where_numba_would_go_elsewhere_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(compiling, "make_cache_folder", lambda game: str(tmp_path / "file" / "folder"))
    assert isinstance(compiling.CacheByGame(_wherever)._for((numba.int64,)), NullCache)


def test_a_full_disk_stops_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(compiling, "make_cache_folder", lambda game: str(tmp_path))
    monkeypatch.setattr(FunctionCache, "save_overload", full)
    compiling.CacheByGame(_wherever).save_overload((numba.int64,), None)


def _wherever(n: int) -> int:
    return n
