"""What is drawn where nobody gives a seed, fixed for the tests: seeds of games, secrets of tables.

A test draws the same in every run, whatever ran before it and whoever draws: itself, a server, a program in a terminal.
What is drawn is a hash of PETTEIA_TEST_SECRET, of the test's name, and of how often was drawn before in this test.
Another PETTEIA_TEST_SECRET deals other games, and every test has to pass with any.

What only has to differ from everything else (cookies, the names of tables and files) stays random.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import pathlib
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

SECRET = os.environ.get("PETTEIA_TEST_SECRET", "1")
BOOK = "PETTEIA_TEST_DRAWS"  # names the file that says how often was drawn, and in which test
SIZES = (16, 32)  # bytes of a campaign's seed; of a game's and of a table's secret

_random_bytes = secrets.token_bytes


def install() -> None:
    """From now on what Petteia draws in this process is fixed. Other packages draw as they did."""
    secrets.token_bytes = _token_bytes
    secrets.token_hex = _token_hex


def open_book() -> None:
    """A file for this process and all that it starts, which find `sitecustomize` beside this file."""
    with tempfile.NamedTemporaryFile(prefix="petteia-draws-", delete=False) as book:
        os.environ[BOOK] = book.name
    here, others = str(pathlib.Path(__file__).parent), os.environ.get("PYTHONPATH", "")
    if here not in others.split(os.pathsep):
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (here, others)))


def close_book() -> None:
    pathlib.Path(os.environ[BOOK]).unlink()


@contextlib.contextmanager
def drawing_for(name: str) -> Iterator[None]:
    """What is drawn meanwhile is drawn in this name, from the beginning."""
    before = _write(lambda _: f"0 {name}")
    try:
        yield
    finally:
        # Between two tests a bot of a server that they share may still be thinking: it draws in the name of one before.
        _write(lambda now: before or now)


def _token_bytes(nbytes: int | None = None) -> bytes:
    return _fixed(nbytes) if _petteia_asks() and nbytes in SIZES else _random_bytes(nbytes)


def _token_hex(nbytes: int | None = None) -> str:
    return (_fixed(nbytes) if _petteia_asks() and nbytes in SIZES else _random_bytes(nbytes)).hex()


def _petteia_asks() -> bool:
    asking: Any = sys._getframe(2)
    return str(asking.f_globals.get("__name__")).startswith("petteia.")


def _fixed(nbytes: int) -> bytes:
    def one_more(now: str) -> str:
        number, _, name = now.partition(" ")
        assert name, "a test draws while it is imported: give it a seed"
        return f"{int(number) + 1} {name}"

    number, _, name = _write(one_more).partition(" ")
    return hashlib.sha256(f"{SECRET} {name} {number}".encode()).digest()[:nbytes]


def _write(anew: Callable[[str], str]) -> str:
    """Writes the book anew from what stands in it; that, as nobody else has changed it meanwhile."""
    with open(os.environ[BOOK], "r+", encoding="utf-8") as book:
        fcntl.flock(book, fcntl.LOCK_EX)
        before = book.read()
        text = anew(before)
        book.seek(0)
        book.write(text)
        book.truncate()
    return before
