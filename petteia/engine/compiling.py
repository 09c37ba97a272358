"""Compiling rules: one decorator, and cache folders that can be trusted.

Numba's cache looks at the file a function stands in, not at the files it calls into. So every version of a game gets a
cache folder of its own, named by a fingerprint of its compiled sources, of engine and bots, of Numba, and of the
switches that change what is compiled. Folders that were not used for a while are removed.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import hashlib
import os
import pathlib
import platform
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core.caching import FunctionCache, NullCache
from numba.np.numpy_support import as_dtype

from petteia.engine import interpreting
from petteia.engine.linking import link_as_a_whole

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
SHARED = ("engine", "bots")  # the folders whose functions are compiled for every game
# Folders in which nothing is compiled: a game's words and pictures, and which bots there are.
NOT_COMPILED = frozenset({"show", "roster"})
KEPT_DAYS = 14
INTERPRETED = bool(numba.config.DISABLE_JIT)


def sources(game: str | None) -> list[pathlib.Path]:
    """The files of everything that is compiled for a game; None: for none."""
    folders = [PACKAGE / folder for folder in SHARED] + ([PACKAGE / "games" / game] if game else [])
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return [PACKAGE / "desk.py", *(path for path in files if NOT_COMPILED.isdisjoint(path.relative_to(PACKAGE).parts))]


def fingerprint(game: str | None) -> str:
    """Names a version of everything that is compiled for a game."""
    switches = (numba.__version__, platform.python_version(), platform.machine(), str(numba.config.BOUNDSCHECK))
    digest = hashlib.sha256("/".join(switches).encode())
    for path in sources(game):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(game: str | None) -> pathlib.Path:
    """Where what is compiled for a game is kept: in PETTEIA_CACHE_DIR, or in the user's own cache."""
    chosen = os.environ.get("PETTEIA_CACHE_DIR")
    base = pathlib.Path(chosen) if chosen else pathlib.Path(platformdirs.user_cache_dir("petteia", appauthor=False))
    return base / "compiled" / f"{game or 'engine'}-{fingerprint(game)}"


def prune(folders: pathlib.Path, keep: pathlib.Path) -> None:
    """Removes the cache folders of others that nobody has used for two weeks."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for folder in folders.iterdir():
        if folder != keep and folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def make_cache_folder(game: str | None) -> str:
    """The same, made where it is missing; empty where that is not possible."""
    folder = cache_folder(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        prune(folder.parent, keep=folder)
    except OSError:
        return ""
    return str(folder)


class CacheByGame:
    """What a driver has compiled, for each game in a folder of its own; used in place of Numba's own cache."""

    _opening = threading.Lock()  # Numba is told of a folder by a setting for all

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._caches: dict[str | None, Any] = {}

    def load_overload(self, signature: Any, target: Any) -> Any:
        return self._for(signature).load_overload(signature, target)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with contextlib.suppress(OSError):  # a full disk: whoever comes next compiles again
            self._for(signature).save_overload(signature, compiled)

    def _for(self, signature: Any) -> Any:
        game = game_of(getattr(signature, "args", signature))
        if game not in self._caches:
            self._caches[game] = self._opened(make_cache_folder(game))
        return self._caches[game]

    def _opened(self, folder: str) -> Any:
        if not folder:
            return NullCache()  # Numba would keep it beside the sources, whatever their version
        with self._opening:
            before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
            try:
                found = FunctionCache(self._function)
            except RuntimeError:  # nothing can be written anywhere
                return NullCache()
            finally:
                numba.config.CACHE_DIR = before
        return found if found.cache_path.startswith(folder) else NullCache()


def game_of(types: Iterable[Any]) -> str | None:
    """The game whose records are among the types of some arguments."""
    from petteia.engine.records import DECLARED

    for one in types:
        if isinstance(one, numba.types.Array) and isinstance(one.dtype, numba.types.Record):
            folders = DECLARED[as_dtype(one.dtype)].__module__.split(".")
            if folders[:2] == ["petteia", "games"]:
                return folders[2]
    return None


RULE_COUNTS: collections.Counter[str] = collections.Counter()  # how many rules each module has

_COMMON = {"nogil": True, "error_model": "numpy"}
_RULE = {**_COMMON, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # never called from Python
_callable = numba.njit(**_COMMON, no_cfunc_wrapper=True)
_not_inlined = numba.njit(**_RULE, forceinline=False)  # said, or it is what its caller is
_inlined = numba.njit(**_RULE, forceinline=True)


def _wide(given: Any) -> Any:
    """The type an argument is taken as: every whole number is an int64, whether it came from a field of one byte, a
    literal or an IntEnum. Without this a helper compiles anew for every mix of them, and the first start takes half as
    long again."""
    given = numba.types.unliteral(given)
    whole = isinstance(given, numba.types.IntEnumMember) or (isinstance(given, numba.types.Integer) and given.signed)
    return numba.types.int64 if whole else given


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles a function of the rules: no allocation, no exceptions, no Python objects, no recursion.

    It becomes part of whatever calls it, which makes games a fifth faster than leaving that to the compiler. With
    NUMBA_DISABLE_JIT=1 the same function runs interpreted, for a breakpoint.
    """
    RULE_COUNTS[function.__module__] += 1
    return cast(Callable[P, R], _widened(_inlined(function)))


def rule_or(python: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A rule that takes long where it is interpreted, NumPy's arithmetic with single numbers being slow: there,
    something of Python's own stands in for it."""
    return lambda function: python if INTERPRETED else rule(function)


def large_rule(function: Callable[P, R]) -> Callable[P, R]:
    """A rule that stays a function of its own, since it is large and called from several places: the verbs, mostly.
    Copies of it would make the first start long."""
    RULE_COUNTS[function.__module__] += 1
    return cast(Callable[P, R], _widened(_not_inlined(function)))


def _widened(compiled: Any) -> Any:
    if not INTERPRETED:
        call_template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: call_template(
            tuple(_wide(one) for one in args), {name: _wide(one) for name, one in kws.items()}
        )
    return compiled


class Driver:
    """A compiled loop over rules that Python calls: compiled when it is first called with arguments of some types, or
    loaded from the cache; interpreted elsewhere while the rules of its arguments are still being compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.name = function.__name__
        self._compiled = _callable(function)
        self._compiled._cache = CacheByGame(function)
        link_as_a_whole(self._compiled)
        DRIVERS.append(self)

    def __call__(self, *arguments: Any) -> Any:
        if interpreting.concerns(arguments):
            return interpreting.run(self.__module__, self.name, arguments)
        return self._compiled(*arguments)

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments that it is compiled for."""
        return list(self._compiled.signatures)

    def compile(self, signature: Any) -> None:
        """Compiles it for arguments of these types, or loads what was compiled."""
        self._compiled.compile(signature)


DRIVERS: list[Driver] = []


def driver(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles a loop over rules that Python calls. (Rules are not called from Python, which spares the first start
    the making of their wrappers.)"""
    return cast(Callable[P, R], function if INTERPRETED else Driver(function))


def wraparound_rule(function: Callable[P, R]) -> Callable[P, R]:
    """A rule whose unsigned arithmetic is meant to wrap around (random generators): interpreted, where overflow is
    otherwise an error worth seeing, it does so silently."""
    return np.errstate(over="ignore")(function) if INTERPRETED else rule(function)
