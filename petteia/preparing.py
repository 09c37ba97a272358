"""Getting the rules of games compiled while they are already being played.

Compiling a game takes half a minute. It is done by a process of its own, which fills the cache on disk and leaves a
list of what it compiled; until that is there the rules are interpreted (engine/interpreting.py), and then this process
loads it. What bots search with comes after that, and has a list of its own: only they wait for it
(`petteia.bots.roster.waiting`).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import inspect
import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

import numba

from petteia.bots.roster import waiting
from petteia.engine import compiling, interpreting, linking
from petteia.engine.compiling import Driver, cache_folder, sources
from petteia.engine.game import Game
from petteia.engine.records import new
from petteia.games import find
from petteia.match import Match, new_match

BEHIND, BACKGROUND = 10, 19  # how far compiling stands back behind playing, and what nobody waits for behind everything
TABLE = "table"  # what the process that compiles says when all that a table needs is there

# -- what a table needs ------------------------------------------------------------------------------------------------


def exercise(game: str) -> None:
    """Calls all that a table in the browser or in the terminal calls, in whole games."""
    from petteia.bots import NAMES, Bot

    found = find(game)
    for seats in found.seats[:2]:
        match = new_match(game, seats, seed=1)
        for name in NAMES:
            Bot(name, 1).choose(match)
        match.why_not(0)
        match.revealing(match.legal_ids)
        match.hidden(None, 1)
        dice = random.Random(seats)
        while not match.over:
            if match.move_number < 20 or dice.random() < 0.1:
                _show(match)
            match.play(dice.choice(match.legal_ids))
        _show(match)
        page = importlib.import_module(f"petteia.games.{game}.show.page")
        page.sheet(match, "en")
        page.curves(match, "en")
        page.printed(match, "en")
    for one in compiling.DRIVERS:
        if one.__module__.startswith(f"petteia.games.{game}.") and not one.signatures:
            _compile_unasked(one, found)


def _show(match: Match) -> None:
    page = importlib.import_module(f"petteia.games.{match.game.name}.show.page")
    terminal = importlib.import_module(f"petteia.games.{match.game.name}.show.terminal")
    match.view(match.to_move)
    page.extras(match)
    page.notes(match, "en")
    terminal.draw(match, match.to_move, "en", 100, None)


def _compile_unasked(one: Driver, game: Game) -> None:
    """Compiles a driver that asks something of a box and a state which did not come up in these games."""
    records = {"box": game.box.record, "s": new(game.state)}
    one.compile(tuple(numba.typeof(records.get(name, 0)) for name in inspect.signature(one).parameters))


def mark(game: str) -> pathlib.Path:
    """The file that says what was compiled, out of these very sources: the cache goes by their times."""
    times = [(str(path), path.stat().st_mtime_ns) for path in sources(game)]
    name = hashlib.sha256(repr(times).encode()).hexdigest()[:16]
    return cache_folder(game) / f"{name}.ready"


def is_compiled(game: str) -> bool:
    """Whether all that a table needs is in the cache, and the cache can be used: Numba opens none that is read-only."""
    return bool(compiling.make_cache_folder(game)) and mark(game).exists()


def search_mark(game: str) -> pathlib.Path:
    """The same for what bots search with."""
    return mark(game).with_suffix(".search")


def search_is_compiled(game: str) -> bool:
    return bool(compiling.make_cache_folder(game)) and search_mark(game).exists()


def compile_all(game: str) -> None:
    """Compiles all that a table needs, and leaves the list of it."""
    exercise(game)
    own = [one for one in compiling.DRIVERS if one.__module__.startswith("petteia.")]  # not those of whoever calls this
    _leave(game, mark(game), own)


def compile_search(game: str) -> None:
    """Compiles what bots search with, and leaves the list of it. Where the rules were compiled just before, that takes
    a few seconds."""
    from petteia.bots import Bot

    Bot("middle:simulations=1", 1).choose(new_match(game, 2, seed=1))
    _leave(game, search_mark(game), [one for one in compiling.DRIVERS if one.__module__ == "petteia.bots.search"])


def _leave(game: str, path: pathlib.Path, drivers: list[Driver]) -> None:
    compiled = [
        (one.__module__, one.name, signature)
        for one in drivers
        for signature in one.signatures
        if compiling.game_of(signature) in (game, None)  # not those of others that this process compiled before
    ]
    with contextlib.suppress(OSError):  # a home that cannot be written to
        if _is_kept(game, [signature for _, _, signature in compiled]):
            draft = path.with_suffix(".part")
            draft.write_bytes(pickle.dumps(compiled))
            draft.replace(path)


def _is_kept(game: str, signatures: list[Any]) -> bool:
    """Whether all that was compiled of a game is in the cache: a full disk has room for the list alone."""
    folder = compiling.make_cache_folder(game)
    files = list(pathlib.Path(folder).rglob("*.nbc")) if folder else []  # Numba's, one for each signature of a driver
    return len(files) >= sum(compiling.game_of(signature) == game for signature in signatures)


def load(game: str) -> None:
    """Loads what was compiled; compiles it where nothing could be left behind."""
    find(game)  # wholly, before parts of it are asked for
    if compiling.INTERPRETED:
        return
    try:
        compiled = pickle.loads(mark(game).read_bytes())
    except OSError:  # a home that cannot be written to
        exercise(game)
        return
    _load_listed(compiled)


def load_search(game: str) -> None:
    """Loads what bots search with, where it could be left behind; elsewhere the first of them compiles it."""
    find(game)
    with contextlib.suppress(OSError):
        _load_listed(pickle.loads(search_mark(game).read_bytes()))


def _load_listed(compiled: list[tuple[str, str, Any]]) -> None:
    for module, name, signature in compiled:
        getattr(importlib.import_module(module), name).compile(signature)


# -- how far it is -----------------------------------------------------------------------------------------------------


class Watch:
    """Follows the compiling of a driver in this process: how much of it is done, between 0 and 1.

    Half is translating the functions, which can be counted; the other half is one long step of the compiler, which says
    nothing until it ends, so it is taken to slow down the longer it lasts."""

    def __init__(self, game: str) -> None:
        find(game)  # or its functions would not be counted
        packages = ("petteia.engine", "petteia.bots", "petteia.desk", f"petteia.games.{game}")
        self._all = sum(n for module, n in compiling.RULE_COUNTS.items() if module.startswith(packages))
        self._pieces = 0
        self._began = time.monotonic()
        self._linking: float | None = None  # since when
        self._told = 0.0

    def __call__(self, linking: bool) -> None:
        self._pieces += not linking
        self._linking = time.monotonic() if linking else None

    @property
    def fraction(self) -> float:
        counted = 0.5 * min(1.0, self._pieces / self._all)
        if self._linking is not None:
            lasting: float = 0.5 ** (2 * (time.monotonic() - self._linking) / max(1.0, self._linking - self._began))
            counted += (1 - counted) * (1 - lasting)
        self._told = max(self._told, counted)  # small drivers follow the large one
        return self._told


@contextlib.contextmanager
def watching(game: str, tell: Callable[[float], None]) -> Iterator[None]:
    """Tells about five times a second how much is compiled of whatever a driver of this game needs."""
    watch, done = Watch(game), threading.Event()

    def report() -> None:
        while not done.wait(0.2):
            tell(watch.fraction)

    linking.watcher = watch
    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        linking.watcher = None
        done.set()
        reporter.join()


# -- while others play -------------------------------------------------------------------------------------------------


Stage = Literal["waiting", "compiling", "compiled", "failed"]


class Workshop:
    """Compiles games in processes of their own, as many at once as there are cores. Meanwhile they are interpreted.

    `ready` is told of a game whose rules are loaded; `trouble` hears, in a sentence for whoever runs the program, what
    did not go as it should. Where nobody plays meanwhile (`interpret`), what was compiled is not loaded either."""

    def __init__(
        self,
        games: Iterable[str],
        ready: Callable[[str], None] = lambda game: None,
        trouble: Callable[[str], None] = lambda words: None,
        *,
        interpret: bool = True,
    ) -> None:
        self.progress = dict.fromkeys(games, 0.0)  # how much of each is compiled; 1 when it is loaded
        self.failed: set[str] = set()  # those that could not be compiled: they stay interpreted
        self.searchless: set[str] = set()  # those in which no bot can search: that could not be compiled
        self._ready, self._trouble, self._interpret = ready, trouble, interpret
        self._lock = threading.Lock()
        self._here = threading.Lock()  # for what has to be compiled in this process
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._wanted: set[str] = set()
        self._search_wanted: set[str] = set()
        self._closed = False
        self._said_not_kept = False
        there = {game: compiling.INTERPRETED or is_compiled(game) for game in self.progress}
        without = [game for game in self.progress if not compiling.INTERPRETED and not search_is_compiled(game)]
        # Tables first: of what has one, bots that search can wait.
        left = [game for game in self.progress if not there[game] or game in without]
        self._left = sorted(left, key=lambda game: there[game])
        self._missing = frozenset(game for game in self._left if not there[game] or not interpret)
        if interpret:
            for game in without:
                waiting.expect(game)
            if self._missing:
                interpreting.begin(*(find(game) for game in self._left if game in self._missing))
        # What is compiled already is only loaded; whoever is faster than that loads it himself.
        self._start(self._load_all, [game for game in self.progress if game not in self._missing])
        for _ in range(min(os.cpu_count() or 1, len(self._left))):
            self._start(self._work)

    def stage(self, game: str) -> Stage:
        """What is being done about a game."""
        if game in self.failed:
            return "failed"
        if game in self._left and game in self._missing:
            return "waiting"
        return "compiling" if game in self._missing and self.progress[game] < 1 else "compiled"

    def want(self, game: str) -> None:
        """Somebody plays this game: it comes first."""
        with self._lock:
            if self.progress[game] == 1.0 or game in self._wanted or game in self.failed:
                return
            self._wanted.add(game)
            begin = game in self._left
            if begin:
                self._left.remove(game)
            self._set_order()
        if begin:
            self._start(self._compile, game)

    def want_search(self, game: str) -> None:
        """A bot waits until it can search: that is compiled now, and does not stand back behind everything."""
        with self._lock:
            self._search_wanted.add(game)
            begin = game in self._left
            if begin:
                self._left.remove(game)
        if begin:
            self._start(self._compile, game)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for process in self._processes.values():
                process.kill()
        for game in self.progress:
            if not waiting.is_ready(game):
                waiting.give_up(game)

    def _start(self, work: Callable[..., None], *arguments: Any) -> None:
        threading.Thread(target=work, args=arguments, daemon=True, name="petteia-workshop").start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._left or self._closed:
                    return
                game = self._left.pop(0)
            self._compile(game)

    def _compile(self, game: str) -> None:
        if compiling.make_cache_folder(game):  # or what a process compiled would be lost with it
            code = self._run(game) and self._run(game)  # who was short of memory may have more of it now
            if self._closed:
                return
            if code:
                self._fail(game, code)
                return
        if self.progress[game] < 1:
            self._set_up_table(game)
        self._set_up_search(game)

    def _set_up_table(self, game: str) -> None:
        if is_compiled(game):
            self._load(game)
        else:
            self._say_not_kept(cache_folder(game).parent)
            self._compile_here(game)
        self._arrive(game)
        interpreting.end(find(game))
        self._no_longer_want(game)

    def _set_up_search(self, game: str) -> None:
        if self._interpret:
            with interpreting.compiled_here():
                load_search(game)
            waiting.arrive(game)

    def _run(self, game: str) -> int:
        """Compiles a game in a process of its own. Returns that one's exit code."""
        with self._lock:
            if self._closed:
                return 1
            command = [sys.executable, "-c", "from petteia.preparing import main; main()", game]
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
            far = BEHIND if self._interpret else 0  # nobody plays who would have to wait
            if self._nobody_waits_for(game):
                far = BACKGROUND
            self._processes[game] = process
        if far:
            stand_back(process.pid, far)
        with process:  # which closes its pipes
            assert process.stdout is not None
            for line in process.stdout:
                if line.strip() == TABLE and self._interpret and self.progress[game] < 1:
                    if game not in self._search_wanted:
                        stand_back(process.pid, BACKGROUND)
                    self._set_up_table(game)
                with contextlib.suppress(ValueError):
                    self._tell(game, float(line))
            code = process.wait()
        with self._lock:
            del self._processes[game]
        return code

    def _tell(self, game: str, fraction: float) -> None:
        if self.progress[game] < 1:
            self.progress[game] = min(0.99, fraction)

    def _fail(self, game: str, code: int) -> None:
        self.searchless.add(game)
        self._no_longer_want(game)
        self._trouble(_not_compiled(game, code))
        if self.progress[game] < 1:
            self.progress[game] = 0.0
            self.failed.add(game)

    def _say_not_kept(self, folder: pathlib.Path) -> None:
        """Once, whichever game it is."""
        with self._lock:
            said, self._said_not_kept = self._said_not_kept, True
        if not said:
            self._trouble(
                f"what is compiled cannot be kept in {folder}, so every start compiles it again. Make mind there, or"
                " let PETTEIA_CACHE_DIR name another folder."
            )

    def _no_longer_want(self, game: str) -> None:
        with self._lock:
            self._wanted.discard(game)
            self._set_order()

    def _load_all(self, games: list[str]) -> None:
        for game in games:
            self._load(game)
            self._arrive(game)

    def _load(self, game: str) -> None:
        if self._interpret:
            with interpreting.compiled_here():
                load(game)

    def _compile_here(self, game: str) -> None:
        """Where nothing can be kept on disk: one game after the other, since they share a compiler."""
        with self._here, watching(game, functools.partial(self._tell, game)):
            self._load(game)

    def _arrive(self, game: str) -> None:
        self.progress[game] = 1.0
        self._ready(game)

    def _set_order(self) -> None:
        """Where a game is wanted, those that nobody wants step back."""
        for game, process in self._processes.items():
            if self._nobody_waits_for(game):
                self._start(stand_back, process.pid, BACKGROUND)

    def _nobody_waits_for(self, game: str) -> bool:
        """Whether another game is waited for, and this one is not."""
        return bool(self._wanted) and game not in self._wanted | self._search_wanted


def _not_compiled(game: str, code: int) -> str:
    end = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return (
        f"the rules of {find(game).title} could not be compiled, so its bots stay slow, and at tables those that search"
        f" play as greedy: the process that does it {end}, twice. If memory was short, end other programs; then"
        f" 'petteia compile {game}', and start the server again."
    )


def stand_back(process: int, far: int) -> None:
    """Lets others go before a process that has a session of its own. Where Linux shares the machine out between
    sessions (autogroup), how nice a process is counts only within its own, so the session has to stand back too."""
    with contextlib.suppress(AttributeError, OSError):  # Windows; a process that has just ended
        os.setpriority(os.PRIO_PROCESS, process, far)
    session = pathlib.Path(f"/proc/{process}/autogroup")
    with contextlib.suppress(OSError):  # no such thing; a process that has just ended
        while True:
            try:
                session.write_text(str(far))
                return
            except BlockingIOError:  # somebody has just done that, and it may be done ten times a second
                time.sleep(0.1)


def main() -> None:
    """The process that compiles a game. It ends with the one that started it."""
    game = sys.argv[1]

    def end_with_parent() -> None:
        sys.stdin.read()
        os._exit(1)

    def say(words: str) -> None:
        try:
            print(words, flush=True)
        except OSError:  # nobody listens any more
            os._exit(1)

    def tell(fraction: float) -> None:
        say(f"{fraction:.3f}")

    threading.Thread(target=end_with_parent, daemon=True).start()
    with alone(game), watching(game, tell):
        if not is_compiled(game):
            compile_all(game)
        say(TABLE)
        if not search_is_compiled(game):
            compile_search(game)


@contextlib.contextmanager
def alone(game: str, lock: str = "lock") -> Iterator[None]:
    """Several processes of a machine need not compile the same: one does, the others wait for it."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):  # Windows; a home that cannot be written to
            import fcntl

            compiling.make_cache_folder(game)
            fcntl.lockf(stack.enter_context(open(cache_folder(game) / lock, "ab")), fcntl.LOCK_EX)
        yield
