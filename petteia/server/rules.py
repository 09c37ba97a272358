"""Getting the rules ready: compiled once for each version of the sources, in a process of its own.

Compiling holds Python's lock for many seconds; meanwhile the lobby must answer. So a second process fills the cache on
disk, and leaves a mark there for the next time; then this one only loads it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import logging
import pathlib
import sys

from petteia.bots import NAMES, Bot
from petteia.engine.compiling import cache_folder, sources
from petteia.games import find
from petteia.match import new_match
from petteia.server import moments
from petteia.server.rooms import revealing

log = logging.getLogger("petteia")


def exercise(game: str) -> None:
    """Calls everything once that a table calls."""
    found = find(game)
    for seats in found.seats[:2]:
        match = new_match(game, seats, seed=1)
        for name in NAMES:
            Bot(name, 1).choose(match)
        match.why_not(0)
        revealing(match, match.legal_ids)
        moments.moment(match, match.to_move, "en", {"number": 0, "since": 0.0, "undo": None}, 0, {})
        match.hidden(None, 1)
        match.play(match.choices[0])
        moments.moment(match.at(0), None, "en", {"number": 0, "since": 0.0, "undo": None}, 0, {})
        moments.sheet(match, "en")


def mark(game: str) -> pathlib.Path:
    """The file that says that all this was compiled, out of these very files: the cache goes by their times."""
    times = [(str(path), path.stat().st_mtime_ns) for path in sources()]
    name = hashlib.sha256(repr(times).encode()).hexdigest()[:16]
    return cache_folder() / f"{game}-{name}.ready"


def settle() -> None:
    """Takes what has been loaded out of Python's search for garbage. The compiler alone leaves a million objects;
    looking through them again and again would make everybody wait for a tenth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def prepare(game: str, ready: asyncio.Event) -> None:
    """Compiles a game's rules where that has not been done, loads them, and says so."""
    if not mark(game).exists():
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "petteia.server.rules", game)
        try:
            await process.wait()
        except asyncio.CancelledError:
            process.kill()
            raise
    await asyncio.get_running_loop().run_in_executor(None, exercise, game)
    settle()
    ready.set()
    log.info("%s is ready", game)


if __name__ == "__main__":
    exercise(sys.argv[1])
    with contextlib.suppress(OSError):  # a home that cannot be written to
        mark(sys.argv[1]).touch()
