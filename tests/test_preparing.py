"""Rules are compiled by processes of their own while they are already played by, once, and the wanted ones first."""

from __future__ import annotations

import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numba
import pytest

import petteia
from petteia import preparing
from petteia.arena.simulate import simulate
from petteia.bots import Bot
from petteia.bots.roster import waiting
from petteia.cli.menu import Menu
from petteia.engine import compiling, interpreting, linking
from petteia.engine.compiling import Driver
from petteia.engine.records import new
from petteia.games import NAMES, find
from petteia.preparing import Watch, Workshop
from petteia.server import moments

PATIENCE = 60.0  # seconds that a thread may take on a busy machine


@pytest.mark.parametrize("game", NAMES)
def test_all_that_a_table_calls_is_compiled(game: str) -> None:
    """In whole games, nothing has to be compiled any more: it would make everybody wait."""
    preparing.exercise(game)
    begun: list[bool] = []
    linking.watcher = begun.append
    try:
        for number, seats in enumerate(find(game).seats):
            match, dice = petteia.new(game, seats=seats, seed=number), random.Random(number)
            terminal: Any = __import__(f"petteia.games.{game}.show.terminal", fromlist=["terminal"])
            while not match.over:
                if dice.random() < 0.3:
                    about = moments.Circumstances(0, 0.0, {"possible": False, "at_once": False}, match.revealing)
                    moments.moment(match, match.to_move, "en", about, 0)
                    terminal.draw(match, match.to_move, "en", 100, None)
                    Menu(match, terminal, "en")
                match.play(dice.choice(match.legal_ids))
            moments.sheet(match, "en")
    finally:
        linking.watcher = None
    assert not begun


@pytest.mark.parametrize("game", NAMES)
def test_all_that_searches_is_compiled(game: str) -> None:
    """For any number of players and any level."""
    preparing.compile_search(game)
    listed = pickle.loads(preparing.search_mark(game).read_bytes())
    assert {compiling.game_of(signature) for _, _, signature in listed} == {game}  # whatever else this process compiled
    begun: list[bool] = []
    linking.watcher = begun.append
    try:
        for seats in find(game).seats[-2:]:
            match = petteia.new(game, seats=seats, seed=1)
            for level in ("middle", "hard"):
                Bot(f"{level}:simulations=2", 1).choose(match)
                Bot(level, 1).chances(match, simulations=1)
        simulate(game, find(game).seats[-1], 1, "greedy")
    finally:
        linking.watcher = None
    assert not begun


@pytest.mark.parametrize("game", NAMES)
def test_every_driver_of_a_game_is_exercised(game: str) -> None:
    preparing.exercise(game)
    own = [one for one in compiling.DRIVERS if one.__module__.startswith(f"petteia.games.{game}.")]
    assert own
    assert [one.name for one in own if not one.signatures] == []


def test_the_mark_belongs_to_these_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setattr(preparing, "cache_folder", lambda game: tmp_path)
    before = preparing.mark("hellas")
    assert not preparing.is_compiled("hellas")
    preparing.compile_all("hellas")
    assert preparing.is_compiled("hellas")
    preparing.load("hellas")
    newer = tmp_path / "newer.py"
    newer.touch()
    monkeypatch.setattr(preparing, "sources", lambda game: [*compiling.sources(game), newer])
    assert preparing.mark("hellas") != before
    assert not preparing.is_compiled("hellas")


def test_a_full_disk_keeps_the_list_of_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """The list is small: it may have found a place where what it names has not."""
    signature = (numba.typeof(new(find("hellas").state)),)
    monkeypatch.setattr(preparing, "cache_folder", lambda game: tmp_path)
    monkeypatch.setattr(compiling, "make_cache_folder", lambda game: str(tmp_path))
    monkeypatch.setattr(preparing, "exercise", lambda game: None)
    monkeypatch.setattr(Driver, "signatures", property(lambda one: [signature] if one.name == "ask" else []))
    preparing.compile_all("hellas")
    assert not preparing.is_compiled("hellas")
    (tmp_path / "desk.ask.1.nbc").touch()
    preparing.compile_all("hellas")
    assert preparing.is_compiled("hellas")


def test_nobody_listens_any_more(tmp_path: pathlib.Path) -> None:
    """The process that compiles ends without a word when whoever started it is gone."""
    script = (
        "import time; from petteia import preparing; preparing.compile_all = lambda game: time.sleep(60);"
        " preparing.main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, "hellas"],
        env={**os.environ, "PETTEIA_CACHE_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1
    process.communicate()


# -- the workshop ------------------------------------------------------------------------------------------------------


class Process:
    """In place of one that compiles: it ends when the test says so."""

    started: list[Process] = []  # noqa: RUF012
    behind: list[tuple[int, int]] = []  # noqa: RUF012  # their ids, and how far they stand back

    def __init__(self, command: list[str], **_: object) -> None:
        self.game = command[-1]
        self.pid = 100 + len(self.started)
        self.table, self.done = threading.Event(), threading.Event()
        self.code = 0
        self.stdout = self._lines()
        self.started.append(self)

    def _lines(self) -> Iterator[str]:
        yield "0.250\n"
        self.table.wait(PATIENCE)
        if not self.code:
            yield f"{preparing.TABLE}\n"
        self.done.wait(PATIENCE)
        yield "0.9999\n"

    def lay_table(self) -> None:
        """All that a table needs is there."""
        preparing.mark(self.game).touch()
        self.table.set()

    def end(self, code: int = 0) -> None:
        self.code = code
        if not code:
            preparing.mark(self.game).touch()
            preparing.search_mark(self.game).touch()
        self.table.set()
        self.done.set()

    def wait(self) -> int:
        return self.code

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def kill(self) -> None:
        self.end(-9)


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> list[Process]:
    """The processes of a workshop, on a machine of two cores with nothing compiled."""
    monkeypatch.setattr(Process, "started", [])
    monkeypatch.setattr(Process, "behind", [])
    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(preparing, "cache_folder", lambda game: tmp_path)
    monkeypatch.setattr(preparing, "load", lambda game: None)
    monkeypatch.setattr(preparing, "load_search", lambda game: None)
    monkeypatch.setattr(waiting, "_AWAITED", {})
    monkeypatch.setattr(interpreting, "begin", lambda *games: None)
    monkeypatch.setattr(interpreting, "end", lambda *games: None)
    monkeypatch.setattr(preparing, "stand_back", lambda process, far: Process.behind.append((process, far)))
    return Process.started


def wait_until(what: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_as_many_at_once_as_there_are_cores(floor: list[Process]) -> None:
    ready: list[str] = []
    workshop = Workshop(NAMES, ready.append)
    wait_until(lambda: len(floor) == 2)
    assert [one.game for one in floor] == list(NAMES[:2])
    wait_until(lambda: workshop.progress[NAMES[0]] == 0.25)
    floor[0].end()
    wait_until(lambda: len(floor) == 3)
    wait_until(lambda: ready == [NAMES[0]])
    assert workshop.progress[NAMES[0]] == 1
    assert workshop.progress[NAMES[3]] == 0
    workshop.close()
    wait_until(lambda: all(one.done.is_set() for one in floor))
    assert ready == [NAMES[0]]


def test_the_wanted_game_comes_first(floor: list[Process]) -> None:
    workshop = Workshop(NAMES)
    wait_until(lambda: len(floor) == 2)
    workshop.want(NAMES[3])
    workshop.want(NAMES[3])
    wait_until(lambda: len(floor) == 3)
    assert floor[2].game == NAMES[3]
    first, second, wanted = (one.pid for one in floor)
    expected = {(one, preparing.BEHIND) for one in (first, second, wanted)}  # all, when they begin
    expected |= {(one, preparing.BACKGROUND) for one in (first, second)}
    wait_until(lambda: set(Process.behind) == expected)
    floor[2].end()
    wait_until(lambda: workshop.progress[NAMES[3]] == 1)
    workshop.want(NAMES[3])  # is there already
    floor[0].end()
    wait_until(lambda: len(floor) == 4)
    assert floor[3].game == NAMES[2]
    workshop.close()


def test_who_compiles_ahead_has_no_one_to_stand_back_for(floor: list[Process]) -> None:
    workshop = Workshop(["hellas"], interpret=False)
    wait_until(lambda: workshop.progress["hellas"] == 0.25)
    assert Process.behind == []
    workshop.close()


def test_compiling_stands_back_behind_other_sessions(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """How nice a process is counts within its session only, where Linux shares the machine out between sessions."""
    nice: list[tuple[int, int]] = []
    busy = [True, True]  # somebody else has just changed such a thing
    session = tmp_path / "autogroup"

    def write(path: pathlib.Path, text: str) -> int:
        if busy:
            busy.pop()
            raise BlockingIOError
        return session.write_bytes(f"{path} {text}".encode())

    monkeypatch.setattr(os, "setpriority", lambda which, process, far: nice.append((process, far)))
    monkeypatch.setattr(pathlib.Path, "write_text", write)
    preparing.stand_back(4711, 19)
    assert nice == [(4711, 19)]
    assert session.read_text() == "/proc/4711/autogroup 19"


def test_nothing_to_stand_back_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sessions that count; a process that has just ended; another system."""

    def gone(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "setpriority", gone)
    monkeypatch.setattr(pathlib.Path, "write_text", gone)
    preparing.stand_back(4711, 19)
    monkeypatch.delattr(os, "setpriority")
    preparing.stand_back(4711, 19)


def test_who_waits_and_who_is_compiled(floor: list[Process]) -> None:
    workshop = Workshop(NAMES)
    wait_until(lambda: len(floor) == 2)
    assert [workshop.stage(game) for game in NAMES] == ["compiling", "compiling", "waiting", "waiting"]
    floor[0].end()
    wait_until(lambda: workshop.stage(NAMES[0]) == "compiled")
    workshop.want(NAMES[3])
    assert workshop.stage(NAMES[3]) == "compiling"
    workshop.close()


def test_a_process_that_dies_is_replaced(floor: list[Process]) -> None:
    ready: list[str] = []
    troubles: list[str] = []
    workshop = Workshop(["hellas"], ready.append, troubles.append)
    wait_until(lambda: floor)
    floor[0].end(-9)
    wait_until(lambda: len(floor) == 2)
    floor[1].end()
    wait_until(lambda: ready == ["hellas"])
    assert (troubles, workshop.failed) == ([], set())


@pytest.mark.parametrize(
    ("code", "words"), [(-9, "was ended by signal 9, twice"), (1, "ended with exit code 1, twice")]
)
def test_what_cannot_be_compiled_stays_interpreted(floor: list[Process], code: int, words: str) -> None:
    ready: list[str] = []
    troubles: list[str] = []
    workshop = Workshop(["hellas"], ready.append, troubles.append)
    for attempt in (0, 1):
        wait_until(lambda: len(floor) > attempt)  # noqa: B023
        floor[attempt].end(code)
    wait_until(lambda: workshop.failed)
    assert workshop.stage("hellas") == "failed"
    assert ready == []
    (told,) = troubles
    assert "Hellas" in told
    assert words in told
    assert "petteia compile hellas" in told
    workshop.want("hellas")
    assert len(floor) == 2


@pytest.mark.parametrize("full", [False, True])
def test_what_cannot_be_kept_is_compiled_here(
    floor: list[Process], monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, full: bool
) -> None:
    """On a thread of the workshop, behind the back of whoever plays."""
    loaded: list[str] = []
    monkeypatch.setattr(preparing, "load", lambda game: loaded.append(threading.current_thread().name))
    if full:
        monkeypatch.setattr(pathlib.Path, "touch", lambda path: None)
    else:
        monkeypatch.setattr(compiling, "make_cache_folder", lambda game: "")
    troubles: list[str] = []
    workshop = Workshop(["hellas"], trouble=troubles.append)
    if full:
        wait_until(lambda: floor)
        floor[0].end()
    wait_until(lambda: workshop.stage("hellas") == "compiled")
    assert len(floor) == full
    assert loaded == ["petteia-workshop"]
    (told,) = troubles
    assert f"cannot be kept in {tmp_path.parent}," in told


def test_what_has_been_compiled_is_only_loaded(floor: list[Process]) -> None:
    preparing.mark("hellas").touch()
    preparing.search_mark("hellas").touch()
    ready: list[str] = []
    workshop = Workshop(["hellas"], ready.append)
    wait_until(lambda: ready == ["hellas"])
    assert not floor
    assert workshop.progress == {"hellas": 1.0}
    assert waiting.is_ready("hellas")


def test_a_table_does_not_wait_for_bots_that_search(floor: list[Process]) -> None:
    ready: list[str] = []
    workshop = Workshop(["hellas"], ready.append)
    wait_until(lambda: floor)
    floor[0].lay_table()
    wait_until(lambda: ready == ["hellas"])
    assert workshop.stage("hellas") == "compiled"
    assert not waiting.is_ready("hellas")
    assert (floor[0].pid, preparing.BACKGROUND) in Process.behind
    floor[0].end()
    wait_until(lambda: waiting.is_ready("hellas"))
    assert ready == ["hellas"]


def test_a_search_that_a_bot_waits_for_does_not_stand_back(floor: list[Process]) -> None:
    preparing.mark(NAMES[3]).touch()
    workshop = Workshop(NAMES)
    wait_until(lambda: len(floor) == 2)
    for game in (NAMES[0], NAMES[3]):  # one that is being compiled, and one whose table is there
        workshop.want_search(game)
    wait_until(lambda: len(floor) == 3)
    assert floor[2].game == NAMES[3]
    workshop.want(NAMES[1])
    floor[0].lay_table()
    wait_until(lambda: workshop.stage(NAMES[0]) == "compiled")
    floor[1].lay_table()
    wait_until(lambda: workshop.stage(NAMES[1]) == "compiled")
    assert [far for process, far in Process.behind if process != floor[1].pid] == [preparing.BEHIND] * 2
    assert (floor[1].pid, preparing.BACKGROUND) in Process.behind
    workshop.close()


def test_bots_that_search_get_what_they_lack_when_the_tables_are_there(floor: list[Process]) -> None:
    preparing.mark(NAMES[0]).touch()
    preparing.search_mark(NAMES[3]).touch()
    workshop = Workshop(NAMES)
    wait_until(lambda: len(floor) == 2)
    assert [one.game for one in floor] == [NAMES[1], NAMES[2]]
    assert workshop.stage(NAMES[0]) == "compiled"
    assert [waiting.is_ready(game) for game in NAMES] == [False, False, False, True]
    for one in floor[:]:
        one.end()
    wait_until(lambda: len(floor) == 4)
    assert {one.game for one in floor[2:]} == {NAMES[3], NAMES[0]}
    for one in floor[2:]:
        one.end()
    wait_until(lambda: all(waiting.is_ready(game) for game in NAMES))


def test_nobody_waits_for_a_workshop_that_is_closed(floor: list[Process]) -> None:
    workshop = Workshop(["hellas"])
    assert not waiting.is_ready("hellas")
    workshop.close()
    assert waiting.wait("hellas", 0)


def test_who_compiles_ahead_waits_for_all_of_it(floor: list[Process]) -> None:
    workshop = Workshop(["hellas"], interpret=False)
    wait_until(lambda: floor)
    floor[0].lay_table()
    time.sleep(0.05)
    assert workshop.progress["hellas"] < 1
    floor[0].end()
    wait_until(lambda: workshop.progress["hellas"] == 1)


def test_a_search_that_cannot_be_compiled_leaves_the_table_as_it_is(floor: list[Process]) -> None:
    troubles: list[str] = []
    workshop = Workshop(["hellas"], trouble=troubles.append)
    for attempt in (0, 1):
        wait_until(lambda: len(floor) > attempt)  # noqa: B023
        floor[attempt].lay_table()
        wait_until(lambda: workshop.stage("hellas") == "compiled")
        floor[attempt].end(-9)
    wait_until(lambda: troubles)
    assert "Hellas" in troubles[0]
    assert workshop.stage("hellas") == "compiled"
    assert not waiting.is_ready("hellas")


def test_progress_only_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    watch, told = Watch("hellas"), []
    for linking_now in [False] * 300 + [True] + [False] * 5 + [True]:
        watch(linking_now)
        now[0] += 0.1
        told.append(watch.fraction)
    assert told == sorted(told)
    assert 0 <= told[0] < 0.1
    assert 0.5 <= told[-1] < 1


def test_progress_counts_the_functions_of_a_game_that_nobody_has_asked_for_yet() -> None:
    """As `petteia simulate` begins: otherwise it would be half done at once, and stay there."""
    script = "from petteia.preparing import Watch; w = Watch('hellas'); [w(False) for _ in 30 * '.']; print(w.fraction)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert 0 < float(done.stdout) < 0.25


TWO_THREADS = """
import pickle, sys, threading, time
from importlib.machinery import PathFinder, SourceFileLoader
from petteia import preparing
from petteia.games import find

begun = threading.Event()

class Slow(SourceFileLoader):
    def create_module(self, spec):
        begun.set()
        time.sleep(0.5)  # the other one gets as far as it can

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "petteia.games.hellas":
            spec = PathFinder.find_spec(name, path)
            spec.loader = Slow(name, spec.origin)
            return spec

class Mark:
    def read_bytes(self):
        import petteia.games.hellas.choices  # as what was compiled does when it is read
        return pickle.dumps([])

def load():
    begun.wait()
    preparing.mark = lambda game: Mark()
    preparing.load("hellas")

assert "petteia.games.hellas" not in sys.modules
sys.meta_path.insert(0, Finder)
other = threading.Thread(target=load)
other.start()
print(find("hellas").name)
other.join()
"""


def test_nothing_is_loaded_where_everything_is_interpreted() -> None:
    """Not even where it was compiled before."""
    script = "from petteia import preparing; preparing.mark = None; preparing.load('hellas')"
    subprocess.run([sys.executable, "-c", script], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True)


def test_a_game_is_asked_for_while_it_is_loaded() -> None:
    """A server answers while it loads what was compiled."""
    done = subprocess.run([sys.executable, "-c", TWO_THREADS], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("hellas\n", "")
