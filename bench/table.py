"""Moves a second and latency of the table, next to boardgame.io.  python bench/table.py [--json] [--tables 200]

All systems get the same, in turns, round after round: a server on one core (its database on the same one), this program
on another; so many tables at a time, each with two players on WebSockets of their own who both receive everything that
a browser would; the same number of moves, chosen at random among the legal ones. Tables are opened and players
connected before the clock runs, also those that take the place of tables whose game is over. A first run, flat out,
warms up and does not count.

- flat out: every player moves as soon as he is told that it is his turn;
- at a fixed rate: moves are due at even distances, and latency counts from when a move was due.

A move is acknowledged when its player is told so: here after the commit (SQLite with synchronous FULL, PostgreSQL with
fsync), there when he receives the state after it, which boardgame.io keeps in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import collections
import contextlib
import glob
import http.client
import itertools
import json
import os
import pathlib
import random
import resource
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import orjson
import uvloop

BOARDGAME_IO = "boardgame.io@0.50.2"
CORES = sorted(os.sched_getaffinity(0))  # the server gets the first, this program the last
MOVES_A_GAME = {"petteia": 24, "boardgame.io": 7}  # fewer than the average, so that prepared tables suffice
SPARE = 1.15
WARM_UP = 2000  # moves that do not count, for both
DISTURBED = 0.05  # of the server's core that other programs may have before a run is worth little

# The tutorial's tic-tac-toe. (The lobby has a port of its own: newer versions of Koa do not find it on the game's.)
TIC_TAC_TOE = """
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

function IsVictory(cells) {
  const positions = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  const isRowComplete = (row) => {
    const symbols = row.map((i) => cells[i]);
    return symbols.every((i) => i !== null && i === symbols[0]);
  };
  return positions.map(isRowComplete).some((i) => i === true);
}

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (IsVictory(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.filter((c) => c === null).length === 0) return { draw: true };
  },
};

Server({ games: [TicTacToe], origins: [] }).run({
  port: Number(process.argv[2]),
  lobbyConfig: { apiPort: Number(process.argv[3]) },
});
"""


# -- a WebSocket client that costs little ------------------------------------------------------------------------------


class Connection(asyncio.Protocol):
    """One connection. It offers compression, as browsers do, and the server decides."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self._early: list[bytes] = []
        self.on_message: Callable[[bytes], None] = self._early.append
        self.failed: Callable[[str], None] = print
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
            + (f"Cookie: petteia={cookie}\r\n" if cookie else "")
            + "\r\n"
        ).encode()
        self._buffer = b""
        self._parts: list[bytes] = []
        self._squeezed = False
        self._inflate: Any = None
        self._deflate: Any = None
        self.closing = False

    def listen(self, on_message: Callable[[bytes], None], failed: Callable[[str], None]) -> None:
        self.on_message, self.failed = on_message, failed
        for message in self._early:
            on_message(message)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.transport.write(self._request)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server does not answer"))
        elif not self.closing:
            self.failed(f"the server let a connection go: {problem or ''}")

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.open.done():
            head, mark, rest = buffer.partition(b"\r\n\r\n")
            if not mark:
                self._buffer = buffer
                return
            self._upgraded(head.decode("latin-1"))
            buffer = rest
        at, end = 0, len(buffer)
        while end - at >= 2:
            first, size = buffer[at], buffer[at + 1] & 127
            begin = at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                if end - begin < wide:
                    break
                size = int.from_bytes(buffer[begin : begin + wide], "big")
                begin += wide
            if end - begin < size:
                break
            at = begin + size
            self._frame(first, buffer[begin:at])
        self._buffer = buffer[at:]

    def _upgraded(self, head: str) -> None:
        if " 101 " not in head.split("\r\n", 1)[0]:
            self.open.set_exception(ConnectionError(head))
            return
        for line in head.split("\r\n"):
            name, _, value = line.partition(":")
            if name.lower() == "sec-websocket-extensions" and "permessage-deflate" in value:
                given = dict(part.strip().partition("=")[::2] for part in value.split(";"))
                self._inflate = zlib.decompressobj(-int(given.get("server_max_window_bits") or 15))
                self._deflate = zlib.compressobj(wbits=-int(given.get("client_max_window_bits") or 15))
        self.open.set_result(None)

    def _frame(self, first: int, body: bytes) -> None:
        kind = first & 15
        if kind >= 8:
            if kind == 9:
                self._write(0x8A, body)
            elif kind == 8 and not self.closing:
                self.closing = True
                self.failed(f"the server closes a connection: {int.from_bytes(body[:2], 'big')} {body[2:]!r}")
            return
        if kind:
            self._squeezed = bool(first & 64)
        if self._parts or not first & 128:
            self._parts.append(body)
            if not first & 128:
                return
            body, self._parts = b"".join(self._parts), []
        if self._squeezed:
            body = self._inflate.decompress(body + b"\x00\x00\xff\xff")
        self.on_message(body)

    def send(self, message: bytes) -> None:
        if self._deflate is not None:
            squeezed = self._deflate.compress(message) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            self._write(0xC1, squeezed[:-4])
        else:
            self._write(0x81, message)

    def _write(self, first: int, body: bytes) -> None:
        # A mask of zeros is a mask; servers take it off all the same.
        size = len(body)
        head = bytes((first, 128 | size)) if size < 126 else bytes((first, 254)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\x00\x00\x00\x00" + body)

    def close(self) -> None:
        self.closing = True
        self.transport.abort()


async def connected(port: int, path: str, cookie: str = "") -> Connection:
    _, connection = await asyncio.get_running_loop().create_connection(
        lambda: Connection(path, cookie), "127.0.0.1", port
    )
    await connection.open
    return connection


# -- tables ------------------------------------------------------------------------------------------------------------


class Table:
    """Two players at one table. `offer` is the move that the one whose turn it is would make."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.connections: list[Connection] = []
        self.welcomed = 0  # players who know how the table stands
        self.live = False  # its turn in the benchmark has come
        self.offer: tuple[Connection, bytes, Any] | None = None
        self.due: collections.deque[float] = collections.deque()
        self.sent: dict[Any, float] = {}

    def offered(self, connection: Connection, message: bytes, key: Any) -> None:
        self.offer = (connection, message, key)
        if self.live:
            self.go_on()

    def go_on(self) -> None:
        """Makes the move, if it is due."""
        if self.offer is None or self.run.sent >= self.run.moves:
            return
        if self.run.rate:
            if not self.due:
                return
            began = self.due.popleft()
        else:
            began = time.perf_counter()
        connection, message, key = self.offer
        self.offer = None
        self.run.sent += 1
        self.sent[key] = began
        connection.send(message)

    def acknowledged(self, key: Any) -> None:
        began = self.sent.pop(key, None)
        if began is not None:
            self.run.acknowledged(time.perf_counter() - began)


class Petteia(Table):
    def listen(self, seat: int, connection: Connection) -> None:
        counter = itertools.count(1)

        def on_message(message: bytes) -> None:
            if message.startswith(b'{"type":"moment"'):
                self.run.received += 1
                self.run.bytes += len(message)
                if not message.startswith(b'{"type":"moment","played":null'):
                    self.acknowledged((seat, int(message[26 : message.index(b",", 26)])))
                if b'"choices":[]' in message:
                    if seat == 0 and b'"over":true' in message:
                        self.run.over(self)
                    return
                self._decide(orjson.loads(message)["moment"], seat, connection, next(counter))
            elif message.startswith(b'{"type":"refused"'):
                self.run.failed(message.decode())
            elif message.startswith(b'{"type":"welcome"'):
                moment = orjson.loads(message)["moment"]
                if moment["choices"]:
                    self._decide(moment, seat, connection, next(counter))
                self.welcomed += 1
                self.run.welcomed += 1

        connection.listen(on_message, self.run.failed)
        connection.send(b'{"type":"hello","seat":%d,"lang":"en"}' % seat)

    def _decide(self, moment: dict[str, Any], seat: int, connection: Connection, number: int) -> None:
        choice = random.choice(random.choice(moment["choices"])["options"])["words"]
        play = {"type": "play", "id": number, "seat": seat, "number": moment["number"], "choice": choice}
        self.offered(connection, orjson.dumps(play), (seat, number))


class BoardgameIo(Table):
    def listen(self, seat: int, connection: Connection, match: str, credentials: str) -> None:
        begin = b'42/tic-tac-toe,["update",'
        me = str(seat)

        def on_message(message: bytes) -> None:
            if message.startswith(begin):
                state = orjson.loads(message[15:])[2]
                self.run.received += 1
                self.run.bytes += len(message)
                number = state["_stateID"]
                if number % 2 != seat:  # the first player makes the moves 1, 3, 5…
                    self.acknowledged(number)
                if "gameover" in state["ctx"]:
                    if seat == 0:
                        self.run.over(self)
                elif state["ctx"]["currentPlayer"] == me:
                    decide(state)
            elif message.startswith(b'42/tic-tac-toe,["sync",'):
                state = orjson.loads(message[15:])[2]["state"]
                if state["ctx"]["currentPlayer"] == me:
                    decide(state)
                self.welcomed += 1
                self.run.welcomed += 1
            elif message.startswith(b"2"):
                connection.send(b"3")
            elif message.startswith(b"0"):
                connection.send(b"40/tic-tac-toe,")
            elif message.startswith(b"40"):
                connection.send(b"42/tic-tac-toe," + orjson.dumps(["sync", match, me, credentials, 2]))

        def decide(state: dict[str, Any]) -> None:
            cell = random.choice([at for at, sign in enumerate(state["G"]["cells"]) if sign is None])
            payload = {"type": "clickCell", "args": [cell], "playerID": me, "credentials": credentials}
            number = state["_stateID"]
            update = ["update", {"type": "MAKE_MOVE", "payload": payload}, number, match, me]
            self.offered(connection, b"42/tic-tac-toe," + orjson.dumps(update), number + 1)

        connection.listen(on_message, self.run.failed)


# -- a run -------------------------------------------------------------------------------------------------------------


class Run:
    """So many moves on so many tables at a time, flat out (rate 0) or at so many moves a second."""

    def __init__(self, tables: int, moves: int, rate: float, *, profiled: bool = False) -> None:
        self.tables, self.moves, self.rate, self.profiled = tables, moves, rate, profiled
        self.sent = self.received = self.welcomed = self.bytes = 0
        self.latencies: list[float] = []
        self.waiting: collections.deque[Table] = collections.deque()
        self.live: list[Table] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.last = 0.0

    def acknowledged(self, latency: float) -> None:
        self.latencies.append(latency)
        if len(self.latencies) == self.moves and not self.done.done():
            self.last = time.perf_counter()
            self.done.set_result(None)

    def failed(self, words: str) -> None:
        if not self.done.done():
            self.done.set_exception(SystemExit(words))

    def over(self, table: Table) -> None:
        """A table whose game has ended gives its place to the next one."""
        table.live = False
        if not self.waiting:
            self.failed("more games ended than tables were prepared")
            return
        following = self.waiting.popleft()
        self.live[self.live.index(table)] = following
        following.due = table.due
        following.live = True
        following.go_on()

    async def play(self, *servers: int) -> dict[str, Any]:
        self.live = [self.waiting.popleft() for _ in range(self.tables)]
        used = resource.getrusage(resource.RUSAGE_SELF)
        worked, core = cpu_seconds(*servers), core_seconds(CORES[0])
        began = time.perf_counter()
        for table in self.live:
            table.live = True
            table.go_on()
        if self.rate:
            await self._give_time()
        await asyncio.wait_for(self.done, 600)
        after = resource.getrusage(resource.RUSAGE_SELF)
        took = self.last - began
        worked, core = cpu_seconds(*servers) - worked, core_seconds(CORES[0]) - core
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._everybody(), 5)
        if self.received != 2 * self.moves:
            raise SystemExit(f"{self.received} of {2 * self.moves} messages arrived")
        found = sorted(self.latencies)
        busy = (after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime) / took
        return {
            "moves": self.moves,
            "moves_per_second": round(self.moves / took, 1),
            "p50_ms": round(1000 * found[len(found) // 2], 2),
            "p99_ms": round(1000 * found[int(len(found) * 0.99)], 2),
            "max_ms": round(1000 * found[-1], 2),
            "server_cpu_us": round(1e6 * worked / self.moves),
            "server_busy": round(worked / took, 2),
            "others_busy": round(max(0.0, core - worked) / took, 2),
            "message_bytes": round(self.bytes / self.received),
            "generator_busy": round(busy, 2),
        }

    async def _everybody(self) -> None:
        while self.received < 2 * self.moves:
            await asyncio.sleep(0.02)

    async def _give_time(self) -> None:
        """Moves become due at even distances, table after table."""
        began = time.perf_counter()
        for number in range(self.moves):
            due = began + number / self.rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            table = self.live[number % self.tables]
            table.due.append(due)
            table.go_on()


def cpu_seconds(*servers: int) -> float:
    """What these processes and those that they started have used up so far, also those that have ended since."""
    total = 0.0
    for file in glob.glob("/proc/[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, rest = pathlib.Path(file).read_text().partition(" (")
            columns = rest.rpartition(") ")[2].split()
            own, ended = sum(map(int, columns[11:13])), sum(map(int, columns[13:15]))
            if int(number) in servers:
                total += own + ended
            elif int(columns[1]) in servers:
                total += own
    return total / os.sysconf("SC_CLK_TCK")


def core_seconds(core: int) -> float:
    """How long a core has been busy so far, with whatever, or taken away by the host of a virtual machine."""
    for line in pathlib.Path("/proc/stat").read_text().splitlines():
        name, *columns = line.split()
        if name == f"cpu{core}":
            user, nice, system, _, _, irq, soft, stolen, *_ = (int(column) for column in columns)
            return (user + nice + system + irq + soft + stolen) / os.sysconf("SC_CLK_TCK")
    return 0.0


def needed(system: str, tables: int, moves: int) -> int:
    """Tables to prepare: those that live at the start, and those that take the place of finished ones."""
    return tables + int(SPARE * moves / MOVES_A_GAME[system])


@contextlib.asynccontextmanager
async def prepared(run: Run, count: int, make: Callable[[int], Awaitable[Table]]) -> AsyncIterator[None]:
    """With so many tables open, and everybody connected to his."""
    for number in range(count):
        run.waiting.append(await make(number))
    everybody = list(run.waiting)
    while run.welcomed < 2 * count:
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    yield
    for table in everybody:
        for connection in table.connections:
            connection.close()


# -- the servers -------------------------------------------------------------------------------------------------------

Play = Callable[[Run], Awaitable[dict[str, Any]]]  # lets a run be played on a server


class Http:
    """Plain requests, one after the other."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, path: str) -> Any:
        self.connection.request("GET", path)
        return json.loads(self.connection.getresponse().read())

    def post(self, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        headers = {"content-type": "application/json", **({"cookie": f"petteia={cookie}"} if cookie else {})}
        try:
            self.connection.request("POST", path, json.dumps(body or {}), headers)
            answer = self.connection.getresponse()
        except (OSError, http.client.HTTPException):  # a server lets go of a connection that is not used for a while
            self.connection.close()
            self.connection.request("POST", path, json.dumps(body or {}), headers)
            answer = self.connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{path}: {answer.status} {data.decode()[:300]}")
        given = (answer.getheader("set-cookie") or "").partition(";")[0].partition("=")[2]
        return json.loads(data), given


@contextlib.contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """What is started in the block stays on a core; without one, it may have any."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(CORES) if core is None else {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def process(
    command: list[str], port: int, core: int | None = CORES[0], **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A server, on the first core unless told otherwise, from when it listens until the end of the block."""
    environ = {**os.environ, **environment}
    with on_core(core):
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environ)
    try:
        wait_for(port, server)
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(1200):
        if server.poll() is not None:
            raise SystemExit(f"the server stopped: {server.args}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server does not start")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.asynccontextmanager
async def petteia(database: str, profile: str | None, *others: int) -> AsyncIterator[Play]:
    port = free_port()
    command = [sys.executable, "-m", "petteia", "serve", "--no-open", "--port", str(port), "--database", database]
    with process(command, port, PETTEIA_RATE="0", PETTEIA_BOT_PAUSE="0") as server:
        while not all(Http(port).get("/api/health")["games"].values()):  # the first time rules are compiled
            await asyncio.sleep(0.5)

        async def play(run: Run) -> dict[str, Any]:
            http_line = Http(port)
            cookies = [http_line.post("/api/people", {"name": f"Player {who}"})[1] for who in range(2 * run.tables)]

            async def make(number: int) -> Table:
                first, second = (cookies[(2 * number + seat) % len(cookies)] for seat in (0, 1))
                seats = [{"kind": "me"}, {"kind": "open"}]
                table, _ = http_line.post("/api/tables", {"game": "peloponnes", "seats": seats, "listed": True}, first)
                http_line.post(f"/api/tables/{table['id']}/join", {}, second)
                http_line.post(f"/api/tables/{table['id']}/start", {}, first)
                made = Petteia(run)
                for seat, cookie in enumerate((first, second)):
                    connection = await connected(port, f"/api/tables/{table['id']}/live", cookie)
                    made.connections.append(connection)
                    made.listen(seat, connection)
                return made

            async with prepared(run, needed("petteia", run.tables, run.moves), make):
                with watched(profile if run.profiled else None, server.pid):
                    return await run.play(server.pid, *others)

        yield play


@contextlib.contextmanager
def watched(profile: str | None, server: int) -> Iterator[None]:
    """Runs a profiler, if there is one, beside a server."""
    if profile is None:
        yield
        return
    watching = subprocess.Popen([*profile.split(), "--pid", str(server)])
    yield
    watching.send_signal(signal.SIGINT)
    watching.wait()


@contextlib.asynccontextmanager
async def boardgame_io(folder: str) -> AsyncIterator[Play]:
    install_boardgame_io(folder)
    port, lobby = free_port(), free_port()
    with process(["node", f"{folder}/server.js", str(port), str(lobby)], port, NODE_ENV="production") as server:

        async def play(run: Run) -> dict[str, Any]:
            http_line = Http(lobby)

            async def make(number: int) -> Table:
                match = http_line.post("/games/tic-tac-toe/create", {"numPlayers": 2})[0]["matchID"]
                made = BoardgameIo(run)
                for seat in (0, 1):
                    who = {"playerID": str(seat), "playerName": f"Player {2 * number + seat}"}
                    joined, _ = http_line.post(f"/games/tic-tac-toe/{match}/join", who)
                    connection = await connected(port, "/socket.io/?EIO=4&transport=websocket")
                    made.connections.append(connection)
                    made.listen(seat, connection, match, joined["playerCredentials"])
                return made

            async with prepared(run, needed("boardgame.io", run.tables, run.moves), make):
                return await run.play(server.pid)

        yield play


def install_boardgame_io(folder: str) -> None:
    pathlib.Path(folder, "package.json").write_text('{"private": true}')
    pathlib.Path(folder, "server.js").write_text(TIC_TAC_TOE)
    npm = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", BOARDGAME_IO]
    subprocess.run(npm, cwd=folder, check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def postgresql(folder: str) -> Iterator[tuple[str, int]]:
    """A throw-away cluster with its standard settings (fsync on), on the server's core."""
    places = [os.environ.get("PATH", ""), *sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)]
    programs = {name: shutil.which(name, path=os.pathsep.join(places)) for name in ("initdb", "postgres")}
    if None in programs.values():
        raise SystemExit("the programs of PostgreSQL (initdb, postgres) are not on this machine: give --only sqlite")
    user: dict[str, Any] = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "nobody")
        os.chmod(folder, 0o755)
        user = {"user": "nobody"}
    data, port = f"{folder}/data", free_port()
    command = [programs["initdb"], "-D", data, "-U", "petteia", "-A", "trust", "-E", "UTF8"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, **user)  # type: ignore[arg-type]
    command = [programs["postgres"], "-D", data, "-k", folder, "-p", str(port), "-c", "listen_addresses=127.0.0.1"]
    with open(f"{folder}/log", "wb") as log, on_core(CORES[0]):
        server = subprocess.Popen(
            command,  # type: ignore[arg-type]
            stdout=log,
            stderr=log,
            cwd=folder,
            **user,
        )
    try:
        wait_for(port, server)
        yield f"postgresql://petteia@127.0.0.1:{port}/postgres", server.pid
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def flush_ms(folder: str) -> float:
    """What it costs to have one page on the disk, in milliseconds: the middle of 50."""
    times = []
    with open(f"{folder}/flush", "wb", buffering=0) as file:
        for _ in range(50):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    return round(1000 * sorted(times)[25], 3)


# -- all of it ---------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--tables", type=int, default=200, help="tables that are played at a time")
    parser.add_argument("--rounds", type=int, default=7, help="how often each system has its turn to go flat out")
    parser.add_argument("--moves", type=int, default=4000, help="moves of each round")
    parser.add_argument("--rate", type=float, default=200.0, help="moves a second of the run at a fixed rate")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of the run at a fixed rate")
    parser.add_argument("--only", action="append", choices=["sqlite", "postgresql", "boardgame.io"])
    parser.add_argument("--profile", help="a profiler to run beside the table flat out; it gets --pid PID")
    given = parser.parse_args()
    wide = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wide[1], wide[1]))
    os.sched_setaffinity(0, {CORES[-1]})
    with contextlib.ExitStack() as stack:
        folders = {
            system: stack.enter_context(tempfile.TemporaryDirectory(prefix="petteia-bench-"))
            for system in given.only or ["sqlite", "postgresql", "boardgame.io"]
        }
        flush = flush_ms(next(iter(folders.values())))
        systems: dict[str, contextlib.AbstractAsyncContextManager[Play]] = {}
        for system, folder in folders.items():
            if system == "boardgame.io":
                systems[system] = boardgame_io(folder)
            elif system == "sqlite":
                systems[system] = petteia(f"sqlite:///{folder}/table.db", given.profile)
            else:
                database, cluster = stack.enter_context(postgresql(folder))
                systems[system] = petteia(database, given.profile, cluster)
        found = uvloop.run(measured(systems, given))
    if given.json:
        report = {"cores": len(CORES), "tables": given.tables, "flush_ms": flush, "systems": found}
        print(json.dumps(report, indent=1))
    else:
        show(found, given.rate)
        print(f"{given.tables} tables; {len(CORES)} cores; one flush of the disk takes {flush} ms")


async def measured(
    systems: dict[str, contextlib.AbstractAsyncContextManager[Play]], given: argparse.Namespace
) -> dict[str, Any]:
    """All servers are up from the beginning, and those that do not have their turn do nothing: machines become faster
    and slower, so what is compared has to be near in time."""
    found: dict[str, Any] = {system: {"flat_out": [], "fixed_rate": []} for system in systems}
    async with contextlib.AsyncExitStack() as stack:
        plays = {system: await stack.enter_async_context(server) for system, server in systems.items()}
        for play in plays.values():
            await play(Run(given.tables, WARM_UP, 0.0))
        for number in range(given.rounds):
            for system, play in plays.items():
                run = await play(Run(given.tables, given.moves, 0.0, profiled=number == 0))
                found[system]["flat_out"].append(run)
                say(f"round {number + 1}", system, run, given.json)
        for system, play in plays.items():
            if given.seconds:
                run = await play(Run(given.tables, int(given.rate * given.seconds), given.rate))
                found[system]["fixed_rate"].append(run)
                say(f"at {given.rate:.0f} a second", system, run, given.json)
    return found


def say(when: str, system: str, run: dict[str, Any], silent: bool) -> None:
    if silent:
        return
    disturbed = f"; DISTURBED: other programs had {run['others_busy']:.0%} of the core"
    print(
        f"{when:>15} {system:>13}: {run['moves_per_second']:8.1f} moves/s, p50 {run['p50_ms']:7.2f} ms,"
        f" p99 {run['p99_ms']:7.2f} ms, longest {run['max_ms']:7.2f} ms"
        f"  ({run['server_cpu_us']} µs of the server's core each; messages of {run['message_bytes']} bytes;"
        f" generator {run['generator_busy']:.0%} busy{disturbed if run['others_busy'] > DISTURBED else ''})",
        flush=True,
    )


def show(found: dict[str, Any], rate: float) -> None:
    """The middle of the rounds, and of the ratios to boardgame.io in the same round."""
    print()
    for system, runs in found.items():
        flat = runs["flat_out"]
        middle = {key: statistics.median(run[key] for run in flat) for key in flat[0]}
        line = f"{system:>13}: {middle['moves_per_second']:7.0f} moves/s, {middle['server_cpu_us']:.0f} µs of core each"
        if system != "boardgame.io" and "boardgame.io" in found:
            ratios = sorted(
                run["moves_per_second"] / other["moves_per_second"]
                for run, other in zip(flat, found["boardgame.io"]["flat_out"], strict=True)
            )
            line += (
                f", {statistics.median(ratios):.2f} times the moves of boardgame.io"
                f" ({ratios[0]:.2f} to {ratios[-1]:.2f} in {len(ratios)} rounds)"
            )
        for run in runs["fixed_rate"]:
            line += f"; p99 {run['p99_ms']:.1f} ms at {rate:.0f} moves/s"
        print(line)


if __name__ == "__main__":
    main()
