"""Hours of everything at once: does a server lose or double a move, get stuck, or grow?

    python bench/soak.py --minutes 60 [--workers 2] [--tables 20] [--seed 1] [--json]     # PostgreSQL
    python bench/soak.py --minutes 60 --workers 0                                         # SQLite

Mixed games at so many tables, two people and sometimes a bot at each, who come from addresses of their own, lose their
connection, come back and send again what was not answered. Meanwhile workers are killed (-9; SQLite: the whole server),
the database stands still for up to 40 seconds, and hostile guests do what they can within the limits: junk, half
requests, unknown tables, bodies that are too long, crowds of spectators, connections that say nothing. Limits are on,
as for strangers.

At the end the database is compared with what people were told: every acknowledged move is there once, nothing is there
that nobody sent, and no number is missing. Told are how long moves took, in calm times and otherwise, how long a
healthy guest waited for the lobby, and how much memory each worker held in the first and in the last quarter. Exit code
1 where something was lost, doubled or stuck. SOAK_LOG=FILE keeps the server's log.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import dataclasses
import json
import os
import pathlib
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "server"))

import httpx
import psutil
from table_clients import Cluster, Server, entries_of, words_of
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from petteia.server.moments import SEPARATOR

GAMES = ("peloponnes", "peloponnes_card", "hellas", "poseidon")
BOTS = ("random", "greedy", "easy")
ANSWER = 60.0  # seconds after which somebody comes back and asks again
STUCK = 150.0  # seconds without a move, however often people come back, after which a table is stuck
THINKING = (0.1, 1.2)  # seconds that a person takes for a move
DROPS = 0.03  # of moves after which a connection is lost
AFTERMATH = 20.0  # seconds after a fault in which nothing counts as calm
LOST = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, asyncio.IncompleteReadError)

Json = dict[str, Any]


@dataclasses.dataclass
class Sent:
    """A move that somebody sent."""

    seat: int
    number: int  # the last entry that he knew of
    words: str
    acknowledged: bool = False

    @property
    def parts(self) -> list[str]:
        """Its choices, where it is several in a row: an entry each."""
        return [words.strip() for words in self.words.split(SEPARATOR)]


class Game:
    """One table, and what people know of it."""

    def __init__(self, table: str, seats: set[int]) -> None:
        self.id, self.people = table, seats
        self.sent: list[Sent] = []
        self.over = False
        self.moved = time.monotonic()


class Soak:
    def __init__(self, server: Server, given: argparse.Namespace, stall: Callable[[float], Awaitable[None]]) -> None:
        self.server, self.given, self.stall = server, given, stall
        self.dice = random.Random(given.seed)
        self.games: list[Game] = []
        self.stuck: set[str] = set()
        self.counts: collections.Counter[str] = collections.Counter()
        self.faults: list[tuple[float, float]] = []  # from, until
        self.moves: list[tuple[float, float]] = []  # when acknowledged, after how long
        self.lobby: list[tuple[float, float]] = []
        self.memory: list[tuple[float, list[int]]] = []
        self.stopping = False
        self.ending = time.monotonic() + 60 * given.minutes
        self._addresses = 0

    @property
    def address(self) -> str:
        return self.server.address

    def new_address(self) -> str:
        """An address of this machine that nobody else has: guests are told apart by theirs."""
        self._addresses += 1
        return f"127.{1 + self._addresses // 62500 % 250}.{self._addresses // 250 % 250}.{1 + self._addresses % 250}"

    def client(self, source: str | None = None) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=source or self.new_address(), verify=False)
        return httpx.AsyncClient(base_url=f"{self.address}/api/", transport=transport, timeout=ANSWER, trust_env=False)

    @contextlib.asynccontextmanager
    async def live(self, table: str, source: str, cookie: str | None) -> AsyncIterator[ClientConnection]:
        headers = {"Cookie": f"petteia={cookie}"} if cookie else {}
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/live"
        async with connect(
            address, additional_headers=headers, local_addr=(source, 0), proxy=None, max_size=None, open_timeout=ANSWER
        ) as socket:
            yield socket

    async def asked(self, client: httpx.AsyncClient, path: str, body: Json) -> Json | None:
        """What is answered, however often one has to ask; none where it is refused for good, or time is up."""
        while not self.stopping:
            with contextlib.suppress(*LOST):
                answer = await client.post(path, json=body)
                if answer.status_code in (200, 201):
                    found: Json = answer.json()
                    return found
                self.counts[f"refused {path.rsplit('/', maxsplit=1)[-1]} {answer.status_code}"] += 1
                if answer.status_code not in (429, 503):
                    return None
            await asyncio.sleep(1)
        return None

    # -- people --------------------------------------------------------------------------------------------------------

    async def keep_playing(self) -> None:
        """One table after the other."""
        while not self.stopping:
            async with self.client() as host, self.client() as guest:
                game = await self.open(host, guest)
                if game is None:
                    await asyncio.sleep(1)
                    continue
                self.games.append(game)
                people = [(host, 0), (guest, 1)]
                await asyncio.gather(*(self.sit(game, client, seat) for client, seat in people))
                self.counts["games finished" if game.over else "games left"] += 1

    async def open(self, host: httpx.AsyncClient, guest: httpx.AsyncClient) -> Game | None:
        for client, name in ((host, "Host"), (guest, "Guest")):
            if await self.asked(client, "people", {"name": name}) is None:
                return None
        bots = [{"kind": "bot", "bot": self.dice.choice(BOTS)}] if self.dice.random() < 0.5 else []
        seats = [{"kind": "me"}, {"kind": "open"}, *bots]
        table = await self.asked(host, "tables", {"game": self.dice.choice(GAMES), "seats": seats, "listed": True})
        if table is None or await self.asked(guest, f"tables/{table['id']}/join", {}) is None:
            return None
        if await self.asked(host, f"tables/{table['id']}/start", {}) is None:
            return None
        return Game(table["id"], {0, 1})

    async def sit(self, game: Game, client: httpx.AsyncClient, seat: int) -> None:
        """A person who comes back however often the connection is lost."""
        source = self.new_address()
        cookie = client.cookies.get("petteia")
        while not (self.stopping or game.over):
            try:
                async with self.live(game.id, source, cookie) as socket:
                    await self.play(game, socket, seat)
            except LOST as problem:
                self.counts[f"lost: {type(problem).__name__}"] += 1
            if time.monotonic() - game.moved > STUCK and game.id not in self.stuck:
                self.stuck.add(game.id)
                print(f"stuck: {game.id}", flush=True)
                return
            await asyncio.sleep(self.dice.uniform(0.05, 1.0))

    async def play(self, game: Game, socket: ClientConnection, seat: int) -> None:
        await socket.send(json.dumps({"type": "hello", "seat": seat, "lang": "en"}))
        asked: tuple[Sent, float] | None = None
        while not self.stopping:
            message = json.loads(await asyncio.wait_for(socket.recv(), ANSWER))
            if asked is not None and self._answered(game, message, *asked):
                asked = None
                if self.dice.random() < DROPS:
                    socket.transport.abort()
            moment = message.get("moment")
            if moment is None or asked is not None:
                continue
            game.over = game.over or moment["over"]
            if game.over:
                return
            if moment["to_move"] == seat and moment["choices"]:
                await asyncio.sleep(self.dice.uniform(*THINKING))
                sent = Sent(seat, moment["number"], self.dice.choice(words_of(moment)))
                game.sent.append(sent)
                asked = (sent, time.monotonic())
                play = {"type": "play", "id": 1, "seat": seat, "number": sent.number, "choice": sent.words}
                await socket.send(json.dumps(play))

    def _answered(self, game: Game, message: Json, sent: Sent, began: float) -> bool:
        now = time.monotonic()
        if message.get("played") == 1:
            sent.acknowledged = True
            game.moved = now
            self.moves.append((now, now - began))
            return True
        if message["type"] == "refused":
            self.counts[f"move refused: {message['problem']['type']}"] += 1
            if message["problem"]["status"] == 503:
                raise TimeoutError  # comes back a little later
            return True
        return False

    # -- a healthy guest, and hostile ones -----------------------------------------------------------------------------

    async def look_at_lobby(self) -> None:
        async with self.client() as client:
            while not self.stopping:
                began = time.monotonic()
                try:
                    answer = await client.get("tables")
                    self.counts[f"lobby {answer.status_code}"] += 1
                except LOST:
                    self.counts["lobby lost"] += 1
                self.lobby.append((time.monotonic(), time.monotonic() - began))
                await asyncio.sleep(0.5)

    async def be_hostile(self) -> None:
        tricks = (
            self.junk,
            self.unknown_tables,
            self.too_long,
            self.half_request,
            self.crowd,
            self.silence,
            self.noise,
        )
        while not self.stopping:
            trick = self.dice.choice(tricks)
            with contextlib.suppress(*LOST):
                await asyncio.wait_for(trick(), 30)
            self.counts[f"hostile: {trick.__name__}"] += 1
            await asyncio.sleep(self.dice.uniform(0.05, 0.5))

    async def junk(self) -> None:
        async with self.client() as client:
            for path in ("people", "tables", "saves", "carry"):
                await client.post(path, content=self.dice.randbytes(self.dice.randrange(2000)))
            await client.post("saves", json={"petteia": "save", "position": " " * 40_000})

    async def unknown_tables(self) -> None:
        async with self.client() as client:
            for _ in range(20):
                name = "".join(self.dice.choices("abcdefghijkmnpqrstuvwxyz23456789", k=12))
                await client.get(f"tables/{name}")

    async def too_long(self) -> None:
        async with self.client() as client:
            await client.post("saves", content=b"x" * 3_000_000)

    async def half_request(self) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(self.new_address(), 0))
        writer.write(b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        await writer.drain()
        await asyncio.sleep(10)
        writer.close()

    async def crowd(self) -> None:
        """Spectators who come and go at once, from one address."""
        running = [game.id for game in self.games[-self.given.tables :] if not game.over]
        if running:
            table, source = self.dice.choice(running), self.new_address()
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(20):
                    socket = await stack.enter_async_context(self.live(table, source, None))
                    await socket.send('{"type":"hello","seat":null,"lang":"en"}')

    async def silence(self) -> None:
        if self.games:
            async with self.live(self.games[-1].id, self.new_address(), None) as socket:
                await socket.recv()

    async def noise(self) -> None:
        if self.games:
            async with self.live(self.games[-1].id, self.new_address(), "A" * 32) as socket:
                for _ in range(100):
                    await socket.send(self.dice.choice(['{"type":"play"}', "x" * 5000, "[" * 1000, '{"type":"hello"}']))

    # -- faults --------------------------------------------------------------------------------------------------------

    async def make_faults(self) -> None:
        """One after the other, with calm times between them, and a calm end."""
        while True:
            await asyncio.sleep(self.given.calm * self.dice.uniform(0.7, 1.3))
            if time.monotonic() > self.ending - AFTERMATH - 45:
                return
            began = time.monotonic()
            if self.dice.random() < 0.5:
                await self.kill()
            else:
                seconds = self.dice.choice((2.0, 8.0, 20.0, 40.0))
                self.counts[f"stalls of {seconds:.0f} s"] += 1
                await self.stall(seconds)
            self.faults.append((began, time.monotonic() + AFTERMATH))

    async def kill(self) -> None:
        self.counts["kills"] += 1
        if self.given.workers:
            workers = self.processes()[1:]
            with contextlib.suppress(psutil.NoSuchProcess):
                self.dice.choice(workers).kill()
        else:
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start, ready=False)

    def processes(self) -> list[psutil.Process]:
        """The server, and its workers."""
        assert self.server.process is not None
        try:
            parent = psutil.Process(self.server.process.pid)
            children = parent.children() if self.given.workers else []
            return [parent, *(child for child in children if "spawn_main" in " ".join(child.cmdline()))]
        except psutil.Error:
            return []

    async def watch_memory(self) -> None:
        while not self.stopping:
            with contextlib.suppress(psutil.Error):
                found = self.processes()
                workers = found[1:] if self.given.workers else found
                self.memory.append((time.monotonic(), [worker.memory_info().rss for worker in workers]))
            await asyncio.sleep(5)

    # -- all of it -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        others = [self.look_at_lobby(), self.watch_memory(), *(self.be_hostile() for _ in range(self.given.hostile))]
        playing = [asyncio.create_task(self.keep_playing()) for _ in range(self.given.tables)]
        beside = [asyncio.create_task(other) for other in others]
        await self.make_faults()
        await asyncio.sleep(max(0.0, self.ending - time.monotonic()))
        self.stopping = True
        await asyncio.wait([*playing, *beside], timeout=2 * ANSWER)
        for task in (*playing, *beside):
            task.cancel()
        for result in await asyncio.gather(*playing, *beside, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    def is_calm(self, at: float, took: float) -> bool:
        return not any(began <= at and at - took <= until for began, until in self.faults)


# -- what was stored ---------------------------------------------------------------------------------------------------


def compare(game: Game, entries: list[Json]) -> list[str]:
    """What is wrong with what is stored of a game, against what people sent and were told."""
    wrong = []
    if [entry["number"] for entry in entries] != list(range(len(entries))):
        wrong.append(f"{game.id}: a number is missing")
    by_place: dict[tuple[int, str], list[int]] = collections.defaultdict(list)
    for entry in entries:
        if entry["kind"] == "play" and entry["seat"] in game.people:
            by_place[entry["seat"], entry["words"]].append(entry["number"])
    found = set()
    for sent in (sent for sent in game.sent if sent.acknowledged):
        first = sent.parts[0]
        number = next((number for number in by_place[sent.seat, first] if number > sent.number), None)
        if number is None or number in found:
            wrong.append(f"{game.id}: {sent} was acknowledged and is {'lost' if number is None else 'one of two'}")
        found.add(number)
    asked = {
        (sent.seat, sent.number + 1 + after, words) for sent in game.sent for after, words in enumerate(sent.parts)
    }
    before: Json = {}
    for entry in entries:
        if entry["kind"] == "play" and entry["seat"] in game.people:
            repeated = (before.get("seat"), before.get("words")) == (entry["seat"], entry["words"])
            if (entry["seat"], entry["number"], entry["words"]) not in asked and not repeated:
                wrong.append(f"{game.id}: entry {entry['number']} was made by nobody")
        before = entry
    return wrong


def quantiles(times: list[float]) -> Json:
    found = sorted(times)
    if not found:
        return {"many": 0}
    at = {name: found[min(len(found) - 1, int(share * len(found)))] for name, share in (("p50", 0.5), ("p99", 0.99))}
    return {"many": len(found), **{k: round(1000 * v, 1) for k, v in at.items()}, "longest": round(1000 * found[-1], 1)}


def report(soak: Soak) -> Json:
    wrong = [problem for game in soak.games for problem in compare(game, entries_of(soak.server, game.id))]
    quarter = max(1, len(soak.memory) // 4)

    def held(part: list[tuple[float, list[int]]]) -> int:
        each = [memory for _, workers in part for memory in workers]
        return round(statistics.median(each) / 1e6) if each else 0

    sent = [one for game in soak.games for one in game.sent]
    return {
        "minutes": soak.given.minutes,
        "games": len(soak.games),
        "moves sent": len(sent),
        "moves acknowledged": sum(one.acknowledged for one in sent),
        "wrong": wrong,
        "stuck": sorted(soak.stuck),
        "move, calm (ms)": quantiles([took for at, took in soak.moves if soak.is_calm(at, took)]),
        "move, all (ms)": quantiles([took for _, took in soak.moves]),
        "lobby, calm (ms)": quantiles([took for at, took in soak.lobby if soak.is_calm(at, took)]),
        "lobby, all (ms)": quantiles([took for _, took in soak.lobby]),
        "memory of a worker, first quarter (MB)": held(soak.memory[:quarter]),
        "memory of a worker, last quarter (MB)": held(soak.memory[-quarter:]),
        "traces in the log": soak.server.output.count("Traceback"),
        "counts": dict(sorted(soak.counts.items())),
    }


# -- stalls ------------------------------------------------------------------------------------------------------------


async def stall_postgres(cluster: Cluster, seconds: float) -> None:
    """All of PostgreSQL stands still, as on a disk that does not answer."""
    assert cluster.process is not None
    parent = psutil.Process(cluster.process.pid)
    stopped = [parent, *parent.children(recursive=True)]
    try:
        for process in stopped:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
    finally:
        for process in stopped:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGCONT)


async def stall_sqlite(file: pathlib.Path, seconds: float) -> None:
    """Somebody else holds the right to write."""
    connection = sqlite3.connect(file, timeout=60, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(seconds)
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2, help="on PostgreSQL; 0: SQLite")
    parser.add_argument("--tables", type=int, default=20, help="tables at a time")
    parser.add_argument("--hostile", type=int, default=4, help="hostile guests at a time")
    parser.add_argument("--calm", type=float, default=60.0, help="seconds between two faults, about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="petteia-soak-")))
        if given.workers:
            cluster = Cluster()
            stack.callback(cluster.close)
            database = cluster.new_database()

            def stall(seconds: float) -> Awaitable[None]:
                return stall_postgres(cluster, seconds)
        else:
            database = f"sqlite:///{folder / 'soak.db'}"

            def stall(seconds: float) -> Awaitable[None]:
                return stall_sqlite(folder / "soak.db", seconds)

        server = Server(database, folder, workers=max(1, given.workers), rate=1, bot_pause=0.1)
        try:
            soak = Soak(server, given, stall)
            asyncio.run(soak.run())
        finally:
            with contextlib.suppress(Exception):
                server.stop()
        found = report(soak)
        if os.environ.get("SOAK_LOG"):
            pathlib.Path(os.environ["SOAK_LOG"]).write_text(server.output, encoding="utf-8")
    if given.json:
        print(json.dumps(found, indent=1))
    else:
        for name, value in found.items():
            print(f"{name:>40}: {value}")
    sys.exit(bool(found["wrong"] or found["stuck"]))


if __name__ == "__main__":
    main()
