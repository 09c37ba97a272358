"""Who plays where many games are cut into pieces: threads, processes, or the machines of a Ray cluster.

Work is a `Job`, pickled in words from which other processes and machines make it again, and pieces of it: numbers of
games. What comes of a piece depends on the job and the piece alone. So it does not matter who plays it;
when a machine dies its pieces are played again by others, and whoever asked gets one answer to each.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import itertools
import logging
import multiprocessing
import pathlib
import pickle
import platform
import queue
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import TracebackType
from typing import Any, Protocol, TypeVar

import numba
import numpy as np

from petteia.bots.roster import Named, all_own, find, is_registered, program_of
from petteia.bots.roster.networks import FOLDER as NETWORKS
from petteia.engine.compiling import PACKAGE, cache_folder
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption, Game
from petteia.games import find as find_game
from petteia.preparing import alone

MOST_WORKERS = 1024
EACH_WAITS = 2  # pieces that are handed out at a time for each that is played, so that nobody stands idle
PIECES_EACH = (
    32  # of work, at least, for each who plays, where there is enough of it: then all end at about the same time
)
LARGER = 16  # times: how large pieces may be for a cluster, where handing one out takes a thousandth of a second
RETRIES = 10  # of a piece whose machine or process has died
PATIENCE = 5.0  # seconds until nobody is there

Piece = TypeVar("Piece")


class LostCrew(PetteiaError):
    """The machines that should play cannot: they are not there, not alike, or not there any more."""


class Job(Protocol):
    """What there is to be played, piece by piece. It can be pickled."""

    @property
    def game(self) -> Game: ...

    @property
    def bots(self) -> Sequence[Named]: ...

    @property
    def compiles(self) -> str:
        """Which of the drivers of its game it needs: one process of a machine compiles it, the others wait."""

    def begin(self) -> None:
        """Compiles what it takes, or loads what was compiled."""

    def play(self, piece: Any) -> Any: ...


class Crew:
    """Who plays; `with` it, for it is sent home at the end."""

    larger = 1  # times: how large pieces may be beside what one thread here gets at a time

    def __init__(self, job: Job, workers: int, executor: Executor) -> None:
        self._job, self._workers, self._executor = job, workers, executor

    @property
    def hands(self) -> int:
        """How many pieces are played at a time."""
        return self._workers

    def submit(self, job: Job, piece: Any) -> Future[Any]:
        """What will have come of a piece. The job may be another one of the same game and the same bots."""
        return self._executor.submit(job.play, piece)

    def each(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Any]]:
        """What came of each piece of the job, in the order in which they are ready. They are handed out a few at a
        time, so that a billion games take no memory."""
        left, running = iter(pieces), dict[Future[Any], Piece]()
        ready = queue.SimpleQueue[Future[Any]]()
        while True:
            for piece in itertools.islice(left, max(0, EACH_WAITS * self.hands - len(running))):
                future = self.submit(self._job, piece)
                running[future] = piece
                future.add_done_callback(ready.put)
            if not running:
                return
            done = ready.get()
            yield running.pop(done), done.result()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        self._executor.shutdown(wait=kind is None, cancel_futures=True)


def crew_for(job: Job, workers: int = 1, ray: str | None = None) -> Crew:
    """Those who play a job: so many threads of this process (processes, where bots are programs in Python, which
    threads would not let play side by side), or all machines of a Ray cluster."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"1 to {MOST_WORKERS} workers can share the work, not {workers}")
    if ray is not None:
        if workers > 1:
            raise BadOption("workers are those of this machine: a Ray cluster brings its own, one a core")
        return OnRay(job, ray)
    # Bots that were registered in this process are not known in another one.
    if workers == 1 or all_own(job.bots) or any(is_registered(bot.name) for bot in job.bots):
        job.begin()
        return Crew(job, workers, ThreadPoolExecutor(workers))
    return InProcesses(job, workers)


def pieces_of(games: int, unit: int, crew: Crew) -> Iterator[tuple[int, int]]:
    """Some games cut into pieces: the number of the first, and how many. A unit is not cut; pieces are larger for a
    crew that is far away, as long as there are enough of them."""
    units = games // (crew.hands * PIECES_EACH) // unit
    size = unit * min(crew.larger, max(1, units))
    return ((first, min(size, games - first)) for first in range(0, games, size))


# -- elsewhere ---------------------------------------------------------------------------------------------------------


class InProcesses(Crew):
    """Processes of this machine."""

    def __init__(self, job: Job, workers: int) -> None:
        spawned = multiprocessing.get_context("spawn")
        # Ctrl-C reaches them too, but it is for the process that asks to end them.
        leave = signal.SIGINT, signal.SIG_IGN
        super().__init__(job, workers, ProcessPoolExecutor(workers, spawned, signal.signal, leave))
        self._packed = packed(job)

    def submit(self, job: Job, piece: Any) -> Future[Any]:
        packing = self._packed if job is self._job else packed(job)
        return _opened(self._executor.submit(play_there, packing, piece), _in_other_words)


def _in_other_words(problem: BaseException) -> BaseException:
    if isinstance(problem, BrokenExecutor):
        return LostCrew("a process that played was ended; if memory is short, give fewer workers")
    return problem


@dataclasses.dataclass(frozen=True)
class Refused:
    """Words instead of what would have come of a piece. (Errors themselves cannot always be pickled.)"""

    words: str


def packed(job: Job) -> bytes:
    """A job for other processes, with what they have to have in common with this one."""
    bots = tuple(sorted({bot.name for bot in job.bots if bot.foreign is not None}))
    return pickle.dumps((job.game.name, bots, marks(job.game.name, bots), pickle.dumps(job)))


def play_there(packing: bytes, piece: Any) -> Any:
    """What comes of a piece: called in another process, or on another machine."""
    try:
        return _unpacked(packing).play(piece)
    except PetteiaError as problem:
        return Refused(f"{platform.node()}: {problem}")


@functools.lru_cache(maxsize=2)
def _unpacked(packing: bytes) -> Job:
    game, bots, wanted, job = pickle.loads(packing)
    check_alike(wanted, marks(game, bots))
    found: Job = pickle.loads(job)
    _compiled_once(found)
    return found


def _compiled_once(job: Job) -> None:
    """Of the processes of a machine one compiles, the others wait for it and load."""
    mark = cache_folder(job.game.name) / f"compiled.{job.compiles}"
    with contextlib.ExitStack() as stack:
        if not mark.exists():
            stack.enter_context(alone(job.game.name, f"lock.{job.compiles}"))
        job.begin()
        with contextlib.suppress(OSError):  # a home that cannot be written to
            mark.touch()


def marks(game: str, bots: Sequence[str] = ()) -> dict[str, str]:
    """What has to be the same wherever the same games are to come out."""
    found = find_game(game)
    return {
        **_own_marks(),
        f"its network for {found.title}": _digest([NETWORKS / f"{game}.npz"]),
        f"its box of {found.title}": found.box.fingerprint,
        **{f"the program of the bot '{name}'": _program(name) for name in bots},
    }


@functools.cache
def _own_marks() -> dict[str, str]:
    from petteia import __version__

    return {
        "Petteia": __version__,
        "Numba": numba.__version__,
        "NumPy": np.__version__,
        "its program text of Petteia": _digest(sorted(PACKAGE.rglob("*.py"))),
    }


def _program(bot: str) -> str:
    foreign = find(bot).foreign
    assert foreign is not None
    return hashlib.sha256(program_of(foreign)).hexdigest()


def _digest(files: Iterable[pathlib.Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        if file.exists():
            digest.update(file.relative_to(PACKAGE).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def check_alike(wanted: dict[str, str], here: dict[str, str]) -> None:
    """Says in words why somebody cannot play along, where that is so."""
    for what, mark in wanted.items():
        if here[what] == mark:
            continue
        if what.startswith(("its ", "the ")):
            raise LostCrew(f"{what} is not that of the machine that asks; install the same on all machines")
        name = what.lower()
        raise LostCrew(
            f"it has {what} {here[what]}, and the machine that asks has {mark}: on all machines, pip install"
            f" '{name}=={mark}'"
        )


def _opened(
    answer: Future[Any], explained: Callable[[BaseException], BaseException] = lambda problem: problem
) -> Future[Any]:
    """The same answer, but an error where it was refused."""
    opened = Future[Any]()

    def settle(answer: Future[Any]) -> None:
        if answer.cancelled():
            opened.cancel()
        elif problem := answer.exception():
            opened.set_exception(explained(problem))
        elif isinstance(found := answer.result(), Refused):
            opened.set_exception(LostCrew(found.words))
        else:
            opened.set_result(found)

    answer.add_done_callback(settle)
    return opened


# -- many machines -----------------------------------------------------------------------------------------------------


class OnRay(Crew):
    """The machines of a Ray cluster, one piece a core. Those that join later play along; what those had begun that die
    is played again by others."""

    larger = LARGER

    def __init__(self, job: Job, address: str) -> None:
        for bot in job.bots:
            if is_registered(bot.name):
                raise BadOption(
                    f"'{bot.name}' is known in this process alone: a bot that is to play on other machines is installed"
                    " there, with an entry point"
                )
        self._job, self._stack = job, contextlib.ExitStack()
        self._stack.enter_context(_told_aside())
        self._ray = _connected(address, self._stack)
        self._play = self._ray.remote(num_cpus=1, max_retries=RETRIES)(play_there)
        self._sent: tuple[Job, Any] = job, self._ray.put(packed(job))
        self._running: set[Any] = set()
        self._hands, self._until_asked = 1, 0

    @property
    def hands(self) -> int:
        """The cores there are: asked anew when each has had a piece."""
        if self._until_asked <= 0:
            self._hands = self._until_asked = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
        return self._hands

    def submit(self, job: Job, piece: Any) -> Future[Any]:
        self._until_asked -= 1
        if job is not self._sent[0]:
            self._sent = job, self._ray.put(packed(job))  # once, not with every piece
        answer = self._play.remote(self._sent[1], piece)
        self._running.add(answer)
        found = _opened(answer.future(), _in_words)
        found.add_done_callback(lambda _: self._running.discard(answer))
        return found

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        with self._stack:
            for answer in list(self._running):
                with contextlib.suppress(Exception):  # it is over, or the cluster is
                    self._ray.cancel(answer, force=True)


def _connected(address: str, stack: contextlib.ExitStack) -> Any:
    """Ray, connected to a cluster until the stack ends."""
    try:
        import ray
    except ImportError:
        raise LostCrew(
            "many machines take Ray: pip install 'petteia[ray]', in a checkout .venv/bin/pip install -e '.[ray]'"
        ) from None
    if ray.is_initialized():  # by whoever uses this as a library
        return ray
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():  # Ray itself would wait for minutes
        try:
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        except (OSError, OverflowError) as problem:
            raise LostCrew(
                f"no Ray cluster answers at {address} ({problem}); on its first machine, 'ray start --head' says the"
                " address"
            ) from None
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError, ImportError, AssertionError) as problem:
        raise LostCrew(f"no Ray cluster can be used at '{address}': {_first_line(problem)}") from problem
    stack.callback(ray.shutdown)
    return ray


def _in_words(problem: BaseException) -> BaseException:
    """What Ray says, for people."""
    from ray import exceptions

    if isinstance(problem, (exceptions.WorkerCrashedError, exceptions.NodeDiedError, exceptions.OutOfMemoryError)):
        return LostCrew(
            f"whoever played a piece died, {RETRIES + 1} times: {_first_line(problem)} If memory is short, let fewer"
            " play on a machine: ray start --num-cpus"
        )
    if isinstance(problem, (ImportError, exceptions.RaySystemError)) or "failed to import" in str(problem):
        return LostCrew(
            f"a machine of the cluster has no Petteia, or an older one: install the same on all ({_last_line(problem)})"
        )
    if isinstance(problem, exceptions.RayError) and not isinstance(problem, exceptions.RayTaskError):
        return LostCrew(f"the Ray cluster is lost: {_first_line(problem)}")
    return problem


def _first_line(problem: BaseException) -> str:
    return str(problem).strip().partition("\n")[0] or type(problem).__name__


def _last_line(problem: BaseException) -> str:
    return str(problem).strip().rpartition("\n")[2] or type(problem).__name__


@contextlib.contextmanager
def _told_aside() -> Iterator[None]:
    """What Ray tells of machines and processes that died it prints to standard output, from a thread of its own:
    where results stand. Here it goes to standard error."""
    before = sys.stdout
    sys.stdout = _Aside(before)
    try:
        yield
    finally:
        sys.stdout = before


class _Aside:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        apart = threading.current_thread().name.startswith("ray")
        return getattr(sys.stderr if apart else self._stream, name)
