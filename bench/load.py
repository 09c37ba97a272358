"""How much the documented set-up holds: tables, people and moves a second, with 1, 2, … workers on PostgreSQL.

    python bench/load.py [--workers 1 2] [--tables 100] [--rates 25 50 100 200] [--seconds 20] [--json]

Two people at each table, over WebSockets of their own, who both receive everything that a browser would; moves become
due at even distances over all tables, and latency counts from when a move was due. So a server that cannot keep up
shows it in its latency, and then in moves that are not made in time. PostgreSQL, server and this program share the
machine's cores, as in the guide; limits on rates are off, for all people here have one address. What other programs
take of the cores meanwhile is told: where that is much, latencies say little about the server, and what a move costs of
the processor, of the server and of PostgreSQL, says more.

A rate is held where all moves are acknowledged in the time and 99 % of them within a second.
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
from collections.abc import Iterator
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "server"))

import uvloop
from table import CORES, Http, Petteia, Run, connected, core_seconds, cpu_seconds, needed, prepared
from table_clients import Cluster, Server

GRACE = 30.0  # seconds after the last move was due
FELT = 1000.0  # milliseconds: what people call waiting

Json = dict[str, Any]


class Load(Run):
    """Moves at a rate. Who sits at one worker may be told of two moves of the other at once, so messages are not
    counted."""

    def failed(self, words: str) -> None:
        self.problems = getattr(self, "problems", 0) + 1
        if self.problems < 4:
            print(words[:300], file=sys.stderr)

    async def measure(self, server: int, database: int) -> Json:
        self.live = [self.waiting.popleft() for _ in range(self.tables)]
        worked, stored, busy = cpu_seconds(server), cpu_seconds(database), sum(map(core_seconds, CORES))
        used = time.process_time()
        began = time.perf_counter()
        for table in self.live:
            table.live = True
        await self._give_time()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.done), GRACE)
        took = (self.last or time.perf_counter()) - began
        worked, stored = cpu_seconds(server) - worked, cpu_seconds(database) - stored
        own = time.process_time() - used
        others = sum(map(core_seconds, CORES)) - busy - worked - stored - own
        found = sorted(self.latencies)
        return {
            "rate": self.rate,
            "tables": self.tables,
            "people": 2 * self.tables,
            "moves due": self.moves,
            "moves made": len(found),
            "moves_per_second": round(len(found) / took, 1),
            "p50_ms": round(1000 * found[len(found) // 2], 1) if found else None,
            "p99_ms": round(1000 * found[int(len(found) * 0.99)], 1) if found else None,
            "max_ms": round(1000 * found[-1], 1) if found else None,
            "server_ms_each": round(1000 * worked / max(1, len(found)), 2),
            "database_ms_each": round(1000 * stored / max(1, len(found)), 2),
            "server_cores": round((worked + stored) / took, 2),
            "generator_cores": round(own / took, 2),
            "other_cores": round(max(0.0, others) / took, 2),
            "problems": getattr(self, "problems", 0),
        }


def is_held(run: Json) -> bool:
    return bool(run["moves made"] == run["moves due"] and run["p99_ms"] < FELT)


async def measured(server: Server, cluster: Cluster, given: argparse.Namespace) -> list[Json]:
    assert server.process is not None
    assert cluster.process is not None
    http = Http(server.port)
    runs = []
    for rate in given.rates:
        run = Load(given.tables, int(rate * given.seconds), rate)
        cookies = [http.post("/api/people", {"name": f"Player {who}"})[1] for who in range(2 * run.tables)]

        async def make(number: int, run: Load = run, cookies: list[str] = cookies) -> Petteia:
            first, second = (cookies[(2 * number + seat) % len(cookies)] for seat in (0, 1))
            seats = [{"kind": "me"}, {"kind": "open"}]
            table, _ = http.post("/api/tables", {"game": "peloponnes", "seats": seats, "listed": True}, first)
            http.post(f"/api/tables/{table['id']}/join", {}, second)
            http.post(f"/api/tables/{table['id']}/start", {}, first)
            made = Petteia(run)
            for seat, cookie in enumerate((first, second)):
                connection = await connected(server.port, f"/api/tables/{table['id']}/live", cookie)
                made.connections.append(connection)
                made.listen(seat, connection)
            return made

        async with prepared(run, needed("petteia", run.tables, run.moves), make):
            runs.append(await run.measure(server.process.pid, cluster.process.pid))
        say(server.workers, runs[-1], given.json)
    return runs


def say(workers: int, run: Json, silent: bool) -> None:
    if not silent:
        print(
            f"{workers} workers, {run['people']} people at {run['tables']} tables, {run['rate']:.0f} moves/s due:"
            f" {run['moves_per_second']:.1f} made, p50 {run['p50_ms']} ms, p99 {run['p99_ms']} ms, longest"
            f" {run['max_ms']} ms{'' if is_held(run) else '  NOT HELD'}  (each {run['server_ms_each']} ms of the"
            f" processor and {run['database_ms_each']} of PostgreSQL; cores: both {run['server_cores']}, this program"
            f" {run['generator_cores']}, others {run['other_cores']})",
            flush=True,
        )


@contextlib.contextmanager
def set_up(workers: int) -> Iterator[tuple[Server, Cluster]]:
    with tempfile.TemporaryDirectory(prefix="petteia-load-") as folder, contextlib.ExitStack() as stack:
        cluster = Cluster()
        stack.callback(cluster.close)
        server = Server(cluster.new_database(), pathlib.Path(folder), workers=workers)
        stack.callback(server.stop)
        yield server, cluster


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--tables", type=int, default=100, help="tables that are played at a time")
    parser.add_argument("--rates", type=float, nargs="+", default=[25.0, 50.0, 100.0, 200.0], help="moves a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of each run")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    wide = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wide[1], wide[1]))
    found = {}
    for workers in given.workers:
        with set_up(workers) as (server, cluster):
            found[workers] = uvloop.run(measured(server, cluster, given))
    if given.json:
        print(json.dumps({"cores": os.cpu_count(), "runs": found}, indent=1))
        return
    for workers, runs in found.items():
        held = [run["rate"] for run in runs if is_held(run)]
        people = f"{2 * given.tables} people on {len(CORES)} cores"
        print(f"{workers} workers hold {max(held, default=0):.0f} moves/s of {people}")


if __name__ == "__main__":
    main()
