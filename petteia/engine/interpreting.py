"""Rules that are not compiled yet, played by processes that interpret them.

Nobody at a table has to wait for a compiler. The rules are functions over bytes: where a game's are still being
compiled, a driver hands its arguments to another process, in which Numba is switched off, and takes back what has
changed. That is a thousand times slower than compiled code and still a matter of milliseconds. The state of a game is
the same either way, so a table changes over in the middle of a game, and nobody notices.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from petteia.engine.game import Game
    from petteia.engine.records import Record

MOST_PROCESSES = 2  # one for whoever plays, one for the bot that thinks meanwhile

# The types of records (states and boxes) whose rules are interpreted for now. None stands for drivers without records.
_pending: frozenset[np.dtype[Any] | None] = frozenset()
_boxes: set[np.dtype[Any]] = set()  # those of boxes among them
_packages: list[str] = []  # where those rules are
_free: list[Interpreter] = []
_slots = threading.BoundedSemaphore(MOST_PROCESSES)
_here = threading.local()


@dataclasses.dataclass(frozen=True)
class Sent:
    """An array on its way: its type, which for a record is the class that declares it, and its bytes. (NumPy's own way
    describes every field each time, which takes longer than most answers.)"""

    declared: str | type[Record]
    shape: tuple[int, ...]
    raw: bytes

    @staticmethod
    def of(array: np.ndarray[Any, Any]) -> Sent:
        from petteia.engine.records import DECLARED

        return Sent(DECLARED[array.dtype] if array.dtype.names else array.dtype.str, array.shape, array.tobytes())

    def opened(self) -> np.ndarray[Any, Any]:
        dtype = np.dtype(self.declared) if isinstance(self.declared, str) else self.declared.dtype
        return np.frombuffer(bytearray(self.raw), dtype).reshape(self.shape)


@dataclasses.dataclass(frozen=True)
class Printed:
    """A box, which never changes: it is sent to a process once."""

    number: int
    sent: Sent | None


class Interpreter:
    """A process that runs drivers without compiling them."""

    def __init__(self) -> None:
        self._known: list[np.ndarray[Any, Any]] = []  # boxes that were sent to it
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from petteia.engine.interpreting import serve; serve()", *_packages],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            start_new_session=True,  # Ctrl-C is for the one who plays; this one ends with him
        )

    def run(self, module: str, name: str, arguments: tuple[Any, ...]) -> Any:
        """Calls a driver by its name: its answer, or the exception. Arrays among the arguments change as if it had been
        called here."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((module, name, [self._packed(one) for one in arguments]), self._process.stdin)
        self._process.stdin.flush()
        answer, changed = pickle.load(self._process.stdout)
        for argument, after in zip(arguments, changed, strict=True):
            if after is not None:
                np.frombuffer(argument, np.uint8)[:] = np.frombuffer(after, np.uint8)
        return answer

    def _packed(self, argument: Any) -> Any:
        if not isinstance(argument, np.ndarray):
            return argument
        if argument.dtype not in _boxes:
            return Sent.of(argument)
        for number, known in enumerate(self._known):
            if known is argument:
                return Printed(number, None)
        self._known.append(argument)
        return Printed(len(self._known) - 1, Sent.of(argument))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()  # also closes the pipes


def begin(*games: Game) -> None:
    """From now on the rules of these games are interpreted. The processes for it are started at once: it takes them a
    second until they can answer."""
    global _pending, _packages  # noqa: PLW0603
    _packages = sorted({*_packages, *(game.state.__module__ for game in games)})
    _pending |= {None, *(dtype for game in games for dtype in _dtypes(game))}
    _boxes.update(game.box.record.dtype for game in games)
    _close_free()
    _free.extend(Interpreter() for _ in range(MOST_PROCESSES))


def end(*games: Game) -> None:
    """The rules of these games are compiled."""
    global _pending  # noqa: PLW0603
    _pending -= {None, *(dtype for game in games for dtype in _dtypes(game))}
    if not _pending:
        _close_free()


def _dtypes(game: Game) -> tuple[np.dtype[Any], ...]:
    return game.state.dtype, game.box.record.dtype


def _close_free() -> None:
    while _free:
        _free.pop().close()


@contextlib.contextmanager
def compiled_here() -> Iterator[None]:
    """In this thread drivers are compiled, whatever holds for others."""
    _here.compiled = True
    try:
        yield
    finally:
        _here.compiled = False


def concerns(arguments: tuple[Any, ...]) -> bool:
    """Whether a call with these arguments is to be interpreted."""
    if not _pending or getattr(_here, "compiled", False):
        return False
    dtypes = [one.dtype for one in arguments if isinstance(one, np.ndarray) and one.dtype.names]
    return any(dtype in _pending for dtype in dtypes) if dtypes else None in _pending


def run(module: str, name: str, arguments: tuple[Any, ...]) -> Any:
    """Calls a driver in one of the processes. Those that have died are replaced: nothing has happened then."""
    with _slots:
        for _ in range(MOST_PROCESSES + 1):
            interpreter = _free.pop() if _free else Interpreter()
            try:
                answer = interpreter.run(module, name, arguments)
            except (OSError, EOFError, pickle.UnpicklingError):
                interpreter.close()
                continue
            if _pending:
                _free.append(interpreter)
            else:
                interpreter.close()
            if isinstance(answer, Exception):
                raise answer
            return answer
        raise RuntimeError("the process that plays by rules which are not compiled yet dies again and again")


def serve() -> None:
    """Answers calls until nobody asks any more."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # so that nothing that is printed disturbs the answers
    for package in ("petteia.desk", *sys.argv[1:]):
        importlib.import_module(package)
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            pickle.dump(_answer(*pickle.load(questions)), answers)
            answers.flush()


def _answer(module: str, name: str, packed: list[Any]) -> tuple[Any, list[bytes | None]]:
    """What a driver answers, and the arguments that it has changed."""
    arguments = [_opened(one) for one in packed]
    try:
        answer = getattr(importlib.import_module(module), name)(*arguments)
    except Exception as problem:
        answer = problem
    return answer, [_changed(before, now) for before, now in zip(packed, arguments, strict=True)]


_printed: dict[int, np.ndarray[Any, Any]] = {}  # the boxes that were sent here


def _opened(packed: Any) -> Any:
    if isinstance(packed, Printed):
        if packed.sent is not None:
            _printed[packed.number] = packed.sent.opened()
        return _printed[packed.number]
    return packed.opened() if isinstance(packed, Sent) else packed


def _changed(before: Any, now: Any) -> bytes | None:
    if not isinstance(before, Sent):
        return None
    raw: bytes = now.tobytes()
    return raw if raw != before.raw else None
