"""What was counted (`metrics`), told to Prometheus.

Workers of one server share a folder in which each leaves what it counted every few seconds, so that whichever is asked
tells of all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import pathlib
import time
from collections import Counter
from collections.abc import Iterator
from typing import IO

import orjson

from petteia import __version__
from petteia.server import metrics
from petteia.server.metrics import INSTRUMENTS, Labels
from petteia.server.store.locking import seize
from petteia.server.tables.hall import Hall

FOLDER = "PETTEIA_METRICS_FOLDER"  # in the environment of workers: where they leave what they counted
EVERY = 5.0  # seconds between two times
STALE = 4 * EVERY  # seconds after which a worker is taken for gone
GLANCE = 0.25  # seconds between two looks whether the event loop comes round in time

Samples = dict[str, list[str]]  # by the name of an instrument: its lines


class Board:
    """Where the workers of a server leave what they counted. Each has a number, which its successor takes over after a
    crash: so there are as many series as workers, however often one ends."""

    def __init__(self) -> None:
        given = os.environ.get(FOLDER)
        self.folder = pathlib.Path(given) if given else None
        self._held: IO[bytes] | None = None
        self.number = "0" if self.folder is None else self._take_number(self.folder)

    def _take_number(self, folder: pathlib.Path) -> str:
        for number in itertools.count():
            file = open(folder / f"{number}.lock", "ab")  # noqa: SIM115  held as long as this worker lives
            try:
                seize(file)
            except OSError:
                file.close()
                continue
            self._held = file
            return str(number)
        raise AssertionError

    def _own(self) -> Samples:
        return {name: instrument.lines(self.number) for name, instrument in INSTRUMENTS.items()}

    def leave(self) -> None:
        """Leaves what was counted for whichever worker is asked."""
        if self.folder is not None:
            part = self.folder / f"{self.number}.part"
            part.write_bytes(orjson.dumps(self._own()))
            part.replace(self.folder / f"{self.number}.json")

    def _others(self) -> Iterator[Samples]:
        for file in sorted(self.folder.glob("*.json")) if self.folder is not None else ():
            if file.stem != self.number and time.time() - file.stat().st_mtime < STALE:
                yield orjson.loads(file.read_bytes())

    def text(self) -> str:
        """What all workers counted, as Prometheus reads it: the lines of an instrument stand together."""
        told = [self._own(), *self._others()]
        lines: list[str] = []
        for name, instrument in INSTRUMENTS.items():
            lines += [f"# HELP {name} {instrument.about}.", f"# TYPE {name} {instrument.kind}"]
            for samples in told:
                lines += samples.get(name, ())
        return "\n".join(lines) + "\n"

    async def leave_often(self) -> None:
        """For ever."""
        while self.folder is not None:
            with contextlib.suppress(OSError):  # a full disk: the others tell of this worker again once it is not
                self.leave()
            await asyncio.sleep(EVERY)

    def close(self) -> None:
        if self._held is not None:
            self._held.close()


async def watch_loop() -> None:
    """For ever: measures how late the event loop comes round."""
    while True:
        due = time.perf_counter() + GLANCE
        await asyncio.sleep(GLANCE)
        metrics.LOOP_LAG.observe(max(0.0, time.perf_counter() - due))


def look_at(hall: Hall) -> None:
    """Lets what goes up and down be looked at, in the hall of this worker."""
    metrics.ROOMS.look = lambda: {
        (status,): many for status, many in Counter(room.status for room in hall.rooms.values()).items()
    }
    metrics.LIVE.look = lambda: {(): sum(len(room.sockets) for room in hall.rooms.values())}
    bots = (hall.quick_bots, hall.slow_bots)
    metrics.THOUGHTS.look = lambda: {(one.pace,): one.asked for one in bots}
    metrics.BOTS_WAITING.look = lambda: {(one.pace,): one.waiting for one in bots}
    metrics.BOTS_THINKING.look = lambda: {(one.pace,): one.thinking for one in bots}
    metrics.CONNECTIONS.look = lambda: {(): hall.store.connections}
    metrics.COMPILED.look = lambda: {(game,): part == 1 for game, part in hall.workshop.progress.items()}


def _memory() -> dict[Labels, float]:
    with contextlib.suppress(OSError):  # another system than Linux
        pages = int(pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return {(): pages * os.sysconf("SC_PAGE_SIZE")}
    return {}


def _files() -> dict[Labels, float]:
    with contextlib.suppress(OSError):
        return {(): len(os.listdir("/proc/self/fd"))}
    return {}


metrics.MEMORY.look, metrics.FILES.look = _memory, _files
metrics.RELEASE.look = lambda: {(__version__,): 1}
metrics.PROCESSOR.look = lambda: {(): time.process_time()}
