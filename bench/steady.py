"""Steady play as somebody outside measures it: latency, waiting for a core, and memory, minute after minute.

    python bench/steady.py [--tables 50] [--rate 200] [--minutes 20] [--idle 60]

So many tables are played at a time, each by two players on WebSockets of their own; a game that is over gives its
place to a new table, which is opened while the others play, as on a real server. Moves are due at even distances, and
latency counts from when a move was due. Unlike in bench/table.py nothing is bound to a core: server, database and this
program share the machine with whatever else runs on it. So three more things are measured:

- `late`: how late this program itself was for the moves that it meant to send. A latency holds at least that;
- `queued`: how long the server's threads were ready to run and had no core, in seconds a second, as Linux counts it;
- the memory of the server, its rooms, and how much of it Python's objects and the allocator hold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import resource
import sys
import tempfile
import time
from typing import Any

import uvloop
from table import CORES, Http, Petteia, connected, cpu_seconds, free_port, process

LATEST = 60  # seconds that a line speaks of


class Steady:
    """Tables that are played at a rate until the time is up. It is to `table.Petteia` what a `table.Run` is."""

    moves = sys.maxsize

    def __init__(self, port: int, tables: int, rate: float) -> None:
        self.port, self.tables, self.rate = port, tables, rate
        self.sent = self.received = self.welcomed = self.bytes = self.games = 0
        self.latencies: list[float] = []
        self.late: list[float] = []
        self.live: list[Petteia] = []
        self.failure: str | None = None
        self._opening: set[asyncio.Task[None]] = set()
        self._cookies: list[str] = []

    def acknowledged(self, latency: float) -> None:
        self.latencies.append(latency)

    def failed(self, words: str) -> None:
        self.failure = self.failure or words

    def over(self, table: Petteia) -> None:
        """A table whose game has ended gives its place to a new one; its players go away."""
        table.live = False
        task = asyncio.create_task(self._replace(table))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _replace(self, table: Petteia) -> None:
        following = await self._open(self.live.index(table))
        for connection in table.connections:
            connection.close()
        following.due = table.due
        self.live[self.live.index(table)] = following
        following.live = True
        following.go_on()
        self.games += 1

    async def _open(self, place: int) -> Petteia:
        first, second = self._cookies[2 * place : 2 * place + 2]
        table = await asyncio.to_thread(self._start, first, second)
        made = Petteia(self)  # type: ignore[arg-type]
        for seat, cookie in enumerate((first, second)):
            connection = await connected(self.port, f"/api/tables/{table}/live", cookie)
            made.connections.append(connection)
            made.listen(seat, connection)
        while made.welcomed < 2:
            await asyncio.sleep(0.01)
        return made

    def _start(self, first: str, second: str) -> str:
        line = Http(self.port)
        seats = [{"kind": "me"}, {"kind": "open"}]
        table, _ = line.post("/api/tables", {"game": "peloponnes", "seats": seats, "listed": True}, first)
        line.post(f"/api/tables/{table['id']}/join", {}, second)
        line.post(f"/api/tables/{table['id']}/start", {}, first)
        line.connection.close()
        return str(table["id"])

    async def begin(self) -> None:
        line = Http(self.port)
        for who in range(2 * self.tables):
            self._cookies.append(line.post("/api/people", {"name": f"Player {who}"})[1])
        for place in range(self.tables):
            self.live.append(await self._open(place))

    async def play(self, seconds: float) -> None:
        for table in self.live:
            table.live = True
        began = time.perf_counter()
        for number in range(int(seconds * self.rate)):
            due = began + number / self.rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            if self.failure:
                raise RuntimeError(self.failure)
            self.late.append(time.perf_counter() - due)
            table = self.live[number % self.tables]
            table.due.append(due)
            table.go_on()

    def took(self) -> dict[str, Any]:
        """Latencies since the last time, in milliseconds."""
        latencies, self.latencies = sorted(self.latencies), []
        late, self.late = sorted(self.late), []
        return {
            "moves": len(latencies),
            "p50_ms": _at(latencies, 0.5),
            "p99_ms": _at(latencies, 0.99),
            "max_ms": _at(latencies, 1.0),
            "late_p50_ms": _at(late, 0.5),
            "late_p99_ms": _at(late, 0.99),
        }


def _at(values: list[float], part: float) -> float:
    return round(1000 * values[min(len(values) - 1, int(len(values) * part))], 1) if values else 0.0


def queued_seconds(server: int) -> float:
    """How long a process's threads were ready to run without a core, so far."""
    total = 0
    for file in pathlib.Path(f"/proc/{server}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            total += int(file.read_text().split()[1])
    return total / 1e9


def memory(server: int) -> float:
    """What a process holds of the machine's memory, in MB."""
    for line in pathlib.Path(f"/proc/{server}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def rooms(port: int) -> int | None:
    """Tables that the server holds in memory, where it tells."""
    line = Http(port)
    line.connection.request("GET", "/api/metrics")
    said = line.connection.getresponse().read().decode()
    line.connection.close()
    found = [float(row.split()[1]) for row in said.splitlines() if row.startswith("petteia_rooms")]
    return int(sum(found)) if found else None


def others_busy(server: int, before: tuple[float, float, float], seconds: float) -> float:
    """How many cores programs other than the server and this one had."""
    worked, own, all_cores = _work(server)
    return round(max(0.0, (all_cores - before[2]) - (worked - before[0]) - (own - before[1])) / seconds, 2)


def _work(server: int) -> tuple[float, float, float]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    columns = [int(column) for column in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    busy = sum(columns) - columns[3] - columns[4]  # without idling and waiting for the disk
    return cpu_seconds(server), used.ru_utime + used.ru_stime, busy / os.sysconf("SC_CLK_TCK")


async def measured(port: int, server: int, given: argparse.Namespace) -> list[dict[str, Any]]:
    steady, lines = Steady(port, given.tables, given.rate), []
    await steady.begin()
    playing = asyncio.create_task(steady.play(60 * given.minutes))
    began = time.monotonic()
    while not playing.done():
        before, queued, at = _work(server), queued_seconds(server), time.monotonic()
        await asyncio.wait([playing], timeout=LATEST)
        if playing.done() and playing.exception() is not None:
            break
        seconds = time.monotonic() - at
        line = {
            "minute": round((time.monotonic() - began) / 60, 1),
            **steady.took(),
            "server_cores": round((cpu_seconds(server) - before[0]) / seconds, 2),
            "queued": round((queued_seconds(server) - queued) / seconds, 2),
            "other_cores": others_busy(server, before, seconds),
            "memory_mb": memory(server),
            "rooms": await asyncio.to_thread(rooms, port),
            "games": steady.games,
        }
        lines.append(line)
        print(json.dumps(line), flush=True)
    await playing
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=50, help="tables that are played at a time")
    parser.add_argument("--rate", type=float, default=200.0, help="moves a second")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--idle", type=float, help="seconds that a table nobody looks at stays in memory")
    given = parser.parse_args()
    os.sched_setaffinity(0, set(CORES))
    with tempfile.TemporaryDirectory(prefix="petteia-bench-") as folder:
        port = free_port()
        serve = ["serve", "--no-open", "--port", str(port), "--database", f"sqlite:///{folder}/table.db"]
        begin = "from petteia.cli import main; main()"
        if given.idle is not None:
            begin = f"from petteia.server.tables import housekeeping; housekeeping.IDLE_ROOM = {given.idle}; {begin}"
        command = [sys.executable, "-c", begin, *serve]
        with process(command, port, core=None, PETTEIA_RATE="0", PETTEIA_BOT_PAUSE="0") as server:
            while not Http(port).get("/api/health")["games"]["peloponnes"]:  # the first time its rules are compiled
                time.sleep(0.5)
            uvloop.run(measured(port, server.pid, given))


if __name__ == "__main__":
    main()
