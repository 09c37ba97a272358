"""Compiling rules: one decorator, and a cache folder that can be trusted.

Numba's cache looks at the file a function stands in, not at the files it calls into. So every version of the sources
gets a cache folder of its own, named by a fingerprint of all engine, game and bot sources, of Numba and of the switches
that change what is compiled. Folders that were not used for a while are removed.
"""

from __future__ import annotations

import collections
import functools
import hashlib
import os
import pathlib
import platform
import shutil
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
import platformdirs

from petteia.engine import interpreting
from petteia.engine.linking import link_as_a_whole

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
COMPILED = ("engine", "games", "bots")  # the folders whose functions are compiled; the command line is not among them
KEPT_DAYS = 14
INTERPRETED = bool(numba.config.DISABLE_JIT)


def sources() -> list[pathlib.Path]:
    """The files of everything that is compiled."""
    return [PACKAGE / "desk.py", *(path for folder in COMPILED for path in sorted((PACKAGE / folder).rglob("*.py")))]


def fingerprint() -> str:
    """Names a version of everything that is compiled."""
    switches = (numba.__version__, platform.python_version(), platform.machine(), str(numba.config.BOUNDSCHECK))
    digest = hashlib.sha256("/".join(switches).encode())
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> pathlib.Path:
    """Where compiled code is kept: PETTEIA_CACHE_DIR, or a folder in the user's own cache."""
    chosen = os.environ.get("PETTEIA_CACHE_DIR")
    base = pathlib.Path(chosen) if chosen else pathlib.Path(platformdirs.user_cache_dir("petteia", appauthor=False))
    return base / "compiled" / fingerprint()


def prune(folders: pathlib.Path, keep: pathlib.Path) -> None:
    """Removes the cache folders of other versions that nobody has used for two weeks."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for folder in folders.iterdir():
        if folder != keep and folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def _use_cache() -> None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        prune(folder.parent, keep=folder)
    except OSError:
        return  # a read-only home: Numba looks for a place of its own
    numba.config.CACHE_DIR = str(folder)


_use_cache()

DECLARED: collections.Counter[str] = collections.Counter()  # how many rules each module has

_COMMON = {"nogil": True, "error_model": "numpy"}
_RULE = {**_COMMON, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # never called from Python
_entry = numba.njit(**_COMMON, cache=True, no_cfunc_wrapper=True)
_apart = numba.njit(**_RULE, forceinline=False)  # said, or it is what its caller is
_inlined = numba.njit(**_RULE, forceinline=True)


def _wide(kind: Any) -> Any:
    """The type an argument is taken as: every whole number is an int64, whether it came from a field of one byte, a
    literal or an IntEnum. Without this a helper compiles anew for every mix of them, and the first start takes half as
    long again."""
    kind = numba.types.unliteral(kind)
    whole = isinstance(kind, numba.types.IntEnumMember) or (isinstance(kind, numba.types.Integer) and kind.signed)
    return numba.types.int64 if whole else kind


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles a function of the rules: no allocation, no exceptions, no Python objects, no recursion.

    It becomes part of whatever calls it, which makes games a fifth faster than leaving that to the compiler. With
    NUMBA_DISABLE_JIT=1 the same function runs interpreted, for a breakpoint.
    """
    DECLARED[function.__module__] += 1
    return cast(Callable[P, R], _widened(_inlined(function)))


def rule_or(python: Callable[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A rule that takes long where it is interpreted, NumPy's arithmetic with single numbers being slow: there,
    something of Python's own stands in for it."""
    return lambda function: python if INTERPRETED else rule(function)


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """A rule that stays a function of its own, since it is large and called from several places: the verbs, mostly.
    Copies of it would make the first start long."""
    DECLARED[function.__module__] += 1
    return cast(Callable[P, R], _widened(_apart(function)))


def _widened(compiled: Any) -> Any:
    if not INTERPRETED:
        call_template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: call_template(
            tuple(_wide(kind) for kind in args), {name: _wide(kind) for name, kind in kws.items()}
        )
    return compiled


class Driver:
    """A compiled loop over rules that Python calls: compiled when it is first called with arguments of some types, or
    loaded from the cache; interpreted elsewhere while the rules of its arguments are still being compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.name = function.__name__
        self._compiled = _entry(function)
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


def wrapping(function: Callable[P, R]) -> Callable[P, R]:
    """A rule whose unsigned arithmetic is meant to wrap around (random generators): interpreted, where overflow is
    otherwise an error worth seeing, it does so silently."""
    return np.errstate(over="ignore")(function) if INTERPRETED else rule(function)
