"""A crowd at one table: how the server answers others while thousands come to watch, and go.

    python bench/crowd.py [--spectators 5000] [--rounds 2] [--database postgresql://…] [--workers 2]

The server runs with the limits that it comes with, so spectators have addresses of their own, of which each may have so
many browsers at a table. They come as fast as this program can open connections, stay while the table is played at, and
are all dropped at the same moment, as when a line breaks. Meanwhile another process asks for /api/health every 20 ms,
and counts from when each question was due. It also asks a bare socket of this machine that answers at once: what that
takes is the machine's own share.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import http.client
import json
import multiprocessing
import multiprocessing.connection
import os
import random
import resource
import socket
import sys
import tempfile
import threading
import time
from typing import Any

import uvloop
from steady import memory, queued_seconds
from table import CORES, Connection, Http, cpu_seconds, free_port, process

OF_ONE_ADDRESS = 25  # spectators, fewer than may say hello at once
EVERY = 0.02  # seconds between two questions
ASKING = 5  # who ask in turns, of addresses of their own, for each may ask only so often
QUIET = 5.0  # seconds before and after
STAY = 10.0  # seconds that the crowd stays
OPENING = 100  # connections that are being opened at a time


# -- others, who want an answer ----------------------------------------------------------------------------------------


def ask_on(port: int, phases: multiprocessing.connection.Connection) -> None:
    """Asks until told to end; what it is told before is the phase that comes next."""
    phase = [""]
    found: dict[str, list[tuple[float, float]]] = collections.defaultdict(list)
    askers = [threading.Thread(target=_keep_asking, args=(port, number, phase, found)) for number in range(ASKING)]
    for asker in askers:
        asker.start()
    while phase[0] != "end":
        phase[0] = phases.recv()
    for asker in askers:
        asker.join()
    phases.send({name: values for name, values in found.items() if name not in ("", "end")})


def _keep_asking(port: int, number: int, phase: list[str], found: dict[str, list[tuple[float, float]]]) -> None:
    """One of those who ask in turns, each over a connection of his own: nobody waits for another's answer."""
    echo = _echoing()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(f"127.2.0.{number + 1}", 0))
    due = time.perf_counter() + EVERY * number
    while phase[0] != "end":
        due += EVERY * ASKING
        late = 0.0
        if (wait := due - time.perf_counter()) > 0:
            time.sleep(wait)
            late = time.perf_counter() - due
        began = time.perf_counter()
        echo.sendall(b"?")
        echo.recv(1)
        own = time.perf_counter() - began + late
        asked = phase[0]
        _ask(line)
        found[asked].append((time.perf_counter() - due, own))


def _ask(line: http.client.HTTPConnection) -> None:
    try:
        line.request("GET", "/api/health")
        answer = line.getresponse()
    except (ConnectionError, http.client.HTTPException):  # a server lets go of a connection after a while
        line.close()
        line.request("GET", "/api/health")
        answer = line.getresponse()
    said = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{answer.status} {said.decode()}")


def _echoing() -> socket.socket:
    """A connection to a thread that sends back what it gets."""
    here, there = socket.socketpair()

    def answer() -> None:
        while there.recv(1):
            there.sendall(b"!")

    threading.Thread(target=answer, daemon=True).start()
    return here


# -- the crowd ---------------------------------------------------------------------------------------------------------


class Crowd:
    def __init__(self, port: int, table: str, size: int) -> None:
        self.port, self.table, self.size = port, table, size
        self.here: list[Connection] = []
        self.welcomed = self.messages = self.let_go = 0

    async def come(self) -> None:
        gate = asyncio.Semaphore(OPENING)
        await asyncio.gather(*(self._one(number, gate) for number in range(self.size)))
        until = time.monotonic() + 60
        while self.welcomed + self.let_go < self.size and time.monotonic() < until:
            await asyncio.sleep(0.05)

    async def _one(self, number: int, gate: asyncio.Semaphore) -> None:
        address = f"127.1.{number // OF_ONE_ADDRESS // 250}.{number // OF_ONE_ADDRESS % 250 + 1}"
        path = f"/api/tables/{self.table}/live"
        async with gate:
            try:
                _, connection = await asyncio.get_running_loop().create_connection(
                    lambda: Connection(path), "127.0.0.1", self.port, local_addr=(address, 0)
                )
                await connection.open
            except OSError:
                self.let_go += 1
                return
        connection.listen(self._hear, self._lost)
        connection.send(b'{"type":"hello","lang":"%s"}' % random.choice((b"en", b"de", b"it")))
        self.here.append(connection)

    def _hear(self, message: bytes) -> None:
        self.messages += 1
        if message.startswith(b'{"type":"welcome"'):
            self.welcomed += 1

    def _lost(self, words: str) -> None:
        self.let_go += 1

    def go(self) -> None:
        """All at once, without a word."""
        for connection in self.here:
            connection.close()
        self.here, self.welcomed, self.let_go = [], 0, 0


def play_on(port: int, table: str, cookie: str, ended: threading.Event) -> None:
    """A move a second, so that the crowd has something to see."""
    dice = random.Random(1)
    while not ended.wait(1.0):
        line = Http(port)
        moves = line.get(f"/api/tables/{table}")["moves"]
        for seat in (0, 1):
            line.connection.request(
                "GET", f"/api/tables/{table}/moments/{moves}?seat={seat}", headers={"cookie": f"petteia={cookie}"}
            )
            moment = json.loads(line.connection.getresponse().read())
            if moment["choices"]:
                choice = dice.choice(dice.choice(moment["choices"])["options"])["words"]
                body = {"seat": seat, "number": moment["number"], "choice": choice}
                line.post(f"/api/tables/{table}/play", body, cookie)
        line.connection.close()


async def measured(port: int, server: int, given: argparse.Namespace) -> dict[str, Any]:
    line = Http(port)
    _, cookie = line.post("/api/people", {"name": "Host"})
    seats = [{"kind": "me"}, {"kind": "me", "name": "Other"}]
    wish = {"game": "peloponnes", "seats": seats, "listed": True, "start": True}
    table = line.post("/api/tables", wish, cookie)[0]["id"]
    phases, its = multiprocessing.Pipe()
    asking = multiprocessing.get_context("spawn").Process(target=ask_on, args=(port, its), daemon=True)
    asking.start()
    ended = threading.Event()
    playing = asyncio.create_task(asyncio.to_thread(play_on, port, table, cookie, ended))
    crowd, sizes, held, times = Crowd(port, table, given.spectators), {}, [], []
    began, worked, queued = time.monotonic(), cpu_seconds(server), queued_seconds(server)
    phases.send("quiet")
    await asyncio.sleep(QUIET)
    sizes["before"] = memory(server)
    for _ in range(given.rounds):
        phases.send("coming")
        since = time.monotonic()
        await crowd.come()
        times.append(round(time.monotonic() - since, 1))
        held.append(len(crowd.here) - crowd.let_go)
        phases.send("there")
        await asyncio.sleep(STAY)
        sizes["with all"] = memory(server)
        phases.send("going")
        crowd.go()
        await asyncio.sleep(QUIET)
        sizes["after"] = memory(server)
    ended.set()
    await playing
    took = time.monotonic() - began
    phases.send("end")
    answers = await asyncio.to_thread(phases.recv)
    asking.join()
    answers["all"] = [one for values in answers.values() for one in values]
    return {
        "spectators_held": held,
        "seconds_to_come": times,
        "messages": crowd.messages,
        "health": {name: _spread(values) for name, values in answers.items()},
        "memory_mb": sizes,
        "server_cores": round((cpu_seconds(server) - worked) / took, 2),
        "queued": round((queued_seconds(server) - queued) / took, 2),
        "load": os.getloadavg()[0],
    }


def _spread(values: list[tuple[float, float]]) -> dict[str, Any]:
    """In milliseconds, of the answers and of what the machine itself took."""
    found: dict[str, Any] = {"asked": len(values)}
    for name, ordered in (("", sorted(one[0] for one in values)), ("machine_", sorted(one[1] for one in values))):
        for part, label in ((0.5, "p50"), (0.99, "p99"), (1.0, "max")):
            found[f"{name}{label}_ms"] = round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--spectators", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=2, help="how often they come and go")
    parser.add_argument("--database", help="a URL of PostgreSQL; without one SQLite in a folder that goes away")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, set(CORES))
    with tempfile.TemporaryDirectory(prefix="petteia-bench-") as folder, contextlib.ExitStack() as stack:
        port = free_port()
        database = given.database or f"sqlite:///{folder}/table.db"
        command = [sys.executable, "-m", "petteia", "serve", "--no-open", "--port", str(port), "--database", database]
        command += ["--workers", str(given.workers)]
        server = stack.enter_context(process(command, port, core=None, PETTEIA_BOT_PAUSE="0"))
        while not Http(port).get("/api/health")["games"]["peloponnes"]:  # the first time its rules are compiled
            time.sleep(0.5)
        print(json.dumps(uvloop.run(measured(port, server.pid, given)), indent=1))


if __name__ == "__main__":
    main()
