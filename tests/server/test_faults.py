"""The server is killed, the network hiccups, the clock jumps: no acknowledged move is lost, none is doubled.

Players here remember everything that they asked for and everything that was acknowledged. Whatever breaks, they come
back and ask for the same again, as a person does who sees no answer. PETTEIA_FAULT_GAMES says how many games are played
on each database while the server is killed again and again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import table_clients
from table_clients import NO_CERTIFICATES, Json, Server, entries_of, opened, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from petteia.engine.records import as_bytes
from petteia.games import find
from petteia.match import Match
from petteia.proof import mix
from petteia.server import schema

GAMES = int(os.environ.get("PETTEIA_FAULT_GAMES", "8"))
PATIENCE = 3.0  # seconds until a player gives a connection up that says nothing
SHORT = 0.05
KILLED_AFTER = (4, 30)  # acknowledgements
AT_ONCE = 12  # games
LONGEST = 600 + 10 * GAMES  # seconds for all games of a test; far more than they need on a busy machine
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, EOFError)

# Who plays: "live" people over a WebSocket, "plain" ones over HTTP, "both" hold two seats at one screen, bots.
PARTIES = [("live", "live"), ("plain", "random"), ("both",), ("live", "plain", "greedy"), ("live", "random", "random")]


class Book:
    """What the players of all games asked for, and what was acknowledged."""

    def __init__(self) -> None:
        self.asked: dict[tuple[str, int, str], int] = {}  # (table, number of the moment, choice): how often
        self.acknowledged: dict[tuple[str, int], str] = {}  # (table, number of the entry): the choice, or "undo"
        self.refused = 0
        self.lost = 0  # connections
        self.acks = 0

    def ask(self, table: str, number: int, choice: str) -> None:
        key = (table, number, choice)
        self.asked[key] = self.asked.get(key, 0) + 1

    def acknowledge(self, table: str, number: int, what: str) -> None:
        assert (table, number) not in self.acknowledged, f"entry {number} was acknowledged twice"
        self.acknowledged[table, number] = what
        self.acks += 1


class Player:
    """Somebody who comes back whatever happens. `port` may be that of something between him and the server."""

    def __init__(self, book: Book, port: Callable[[], int], dice: random.Random, pause: float = 0.03) -> None:
        self.book, self.port, self.dice, self.pause = book, port, dice, pause
        self.http = httpx.AsyncClient(timeout=PATIENCE, trust_env=False, verify=NO_CERTIFICATES)
        self.cookie = ""

    async def again(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Asks until there is an answer."""
        while True:
            try:
                return await ask()
            except LOST:
                self.book.lost += 1
                await asyncio.sleep(SHORT)

    async def once(self, method: str, path: str, body: Json | None = None, **query: Any) -> tuple[int, Json]:
        cookie = {"Cookie": f"petteia={self.cookie}"} if self.cookie else {}
        address = f"http://127.0.0.1:{self.port()}/api/{path}"
        asked = {"headers": cookie, "params": query, **({"json": body} if method == "POST" else {})}
        answer = await self.http.request(method, address, **asked)
        assert answer.status_code < 500, answer.text
        if "petteia" in answer.cookies:
            self.cookie = answer.cookies["petteia"]
        self.http.cookies.clear()
        return answer.status_code, answer.json()

    async def post(self, path: str, **body: Any) -> tuple[int, Json]:
        return await self.again(lambda: self.once("POST", path, body))  # type: ignore[no-any-return]

    async def get(self, path: str, **query: Any) -> tuple[int, Json]:
        return await self.again(lambda: self.once("GET", path, **query))  # type: ignore[no-any-return]

    async def introduce(self) -> None:
        status, _ = await self.post("people", name="Xanthippe")
        assert status == 201

    async def close(self) -> None:
        await self.http.aclose()

    # -- over HTTP -----------------------------------------------------------------------------------------------------

    async def play_plain(self, table: str, seats: list[int]) -> None:
        """Plays to the end over HTTP."""
        while True:
            status, found = await self.get(f"tables/{table}")
            assert status == 200, found
            if found["status"] == "over":
                return
            await self.answer_wish(table, found, seats)
            seat = found["to_move"]
            if seat in seats:
                status, moment = await self.get(f"tables/{table}/moments/{found['moves']}", seat=seat)
                if status == 200 and moment["to_move"] in seats and moment["choices"]:
                    await self.decide_plain(table, moment)
            await asyncio.sleep(self.pause * self.dice.random())

    async def decide_plain(self, table: str, moment: Json) -> None:
        if await self.take_back(table, moment):
            return
        choice, number = self.pick(moment), moment["number"]

        async def play() -> tuple[int, Json]:
            self.book.ask(table, number, choice)
            body = {"seat": moment["seat"], "number": number, "choice": choice}
            return await self.once("POST", f"tables/{table}/play", body)

        status, answer = await self.again(play)
        self.heard(table, choice, answer if status == 200 else None, None if status == 200 else answer)

    def pick(self, moment: Json) -> str:
        return str(self.dice.choice(self.dice.choice(moment["choices"])["options"])["words"])

    def heard(self, table: str, choice: str, played: Json | None, problem: Json | None) -> None:
        if played is not None:
            self.book.acknowledge(table, played["number"], choice)
        else:
            assert problem is not None
            assert problem["type"] in ("already-moved", "not-now"), problem
            self.book.refused += 1

    # -- taking back ---------------------------------------------------------------------------------------------------

    async def take_back(self, table: str, moment: Json) -> bool:
        """Now and then a player thinks again. True where he took back and has to look anew."""
        undo = moment["undo"]
        if not undo["possible"] or self.dice.random() > (0.12 if undo["at_once"] else 0.03):
            return False
        status, answer = await self.post(f"tables/{table}/undo", seat=moment["seat"], number=moment["number"])
        if status == 200 and answer["done"]:
            self.book.acknowledge(table, answer["number"], "undo")
        return bool(undo["at_once"])

    async def answer_wish(self, table: str, found: Json, seats: list[int]) -> None:
        wish = found["undo"]
        if wish and set(wish["waiting"]) & set(seats):
            body = {"seat": next(seat for seat in seats if seat in wish["waiting"]), "agree": self.dice.random() < 0.7}
            status, answer = await self.post(f"tables/{table}/undo/answer", **body)
            if status == 200 and answer["done"]:
                self.book.acknowledge(table, answer["number"], "undo")

    # -- live ----------------------------------------------------------------------------------------------------------

    async def play_live(self, table: str, seat: int) -> list[Json]:
        """Plays to the end over a WebSocket; the log as it came in, piece by piece."""
        pending: tuple[int, str] | None = None
        log: list[Json] = []
        while True:
            try:
                async with self.connected(table) as line:
                    await line.send(json.dumps({"type": "hello", "seat": seat, "lang": "en"}))
                    moment: Json | None = None
                    number = -1
                    while True:
                        message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
                        if moment is None and message["type"] != "welcome":
                            continue  # the welcome, which is on its way, knows of it
                        if message["type"] == "welcome":
                            moment, log = message["moment"], message["log"]
                            await self.answer_wish(table, message["table"], [seat])
                        elif message["type"] == "moment":
                            moment = message["moment"]
                            assert moment is not None
                            if message["played"] is not None:
                                assert pending is not None
                                self.heard(table, pending[1], moment, None)
                                pending = None
                            if message["log"] is None:
                                assert moment["number"] == number + 1, "a moment was skipped"
                                log = log + moment["lines"]
                            else:
                                log = message["log"]
                        elif message["type"] == "table":
                            await self.answer_wish(table, message["table"], [seat])
                            if message["table"]["undo"]:
                                continue
                        elif message["type"] == "refused":
                            assert pending is not None
                            self.heard(table, pending[1], None, message["problem"])
                            pending = None
                        if moment is None:
                            continue
                        number = moment["number"]
                        if pending is not None:
                            if message["type"] == "welcome":  # no answer came before the line broke: once more
                                await self.send_play(line, table, seat, *pending)
                        elif moment["over"]:
                            return log
                        elif moment["to_move"] == seat and moment["choices"]:
                            if not await self.take_back(table, moment):
                                await asyncio.sleep(self.pause * self.dice.random())
                                pending = (number, self.pick(moment))
                                await self.send_play(line, table, seat, *pending)
            except LOST:
                self.book.lost += 1
                await asyncio.sleep(SHORT)

    async def send_play(self, line: ClientConnection, table: str, seat: int, number: int, choice: str) -> None:
        self.book.ask(table, number, choice)
        await line.send(json.dumps({"type": "play", "id": 1, "seat": seat, "number": number, "choice": choice}))

    @contextlib.asynccontextmanager
    async def connected(self, table: str) -> AsyncIterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port()}/api/tables/{table}/live"
        headers = {"Cookie": f"petteia={self.cookie}"}
        line = await connect(
            address, additional_headers=headers, open_timeout=PATIENCE, close_timeout=0.2, max_size=None, proxy=None
        )
        try:
            yield line
        finally:
            await line.close()


# -- games -------------------------------------------------------------------------------------------------------------


async def game(book: Book, port: Callable[[], int], party: tuple[str, ...], dice: random.Random, pause: float) -> str:
    """One game from the opening of its table to its end; its table."""
    kinds = ("both", "both") if party == ("both",) else party
    people = [Player(book, port, dice, pause) for kind in party if kind in ("live", "plain", "both")]
    for player in people:
        await player.introduce()
    host = people[0]
    plans: list[Json] = []
    for seat, kind in enumerate(kinds):
        if kind in ("live", "plain"):
            plans.append({"kind": "open" if seat else "me"})
        else:
            plans.append({"kind": "me"} if kind == "both" else {"kind": "bot", "bot": kind})
    status, found = await host.post("tables", game="peloponnes", seats=plans, listed=True)
    assert status == 201, found
    table = str(found["id"])
    taken = iter(people[1:])
    for seat, plan in enumerate(plans):
        if plan["kind"] == "open":
            status, found = await next(taken).post(f"tables/{table}/join", seat=seat)
            assert status in (200, 409), found  # taken: by the request before, whose answer was lost
    while True:
        status, found = await host.post(f"tables/{table}/start")
        if status == 200 or "begun" in found["title"]:
            break
        assert "open seats" in found["title"], found  # somebody's request is still on its way
        await asyncio.sleep(SHORT)
    playing = []
    persons = iter(people)
    for seat, kind in enumerate(kinds):
        if kind == "live":
            playing.append(next(persons).play_live(table, seat))
        elif kind == "plain":
            playing.append(next(persons).play_plain(table, [seat]))
    if kinds == ("both", "both"):
        playing.append(host.play_plain(table, [0, 1]))
    await asyncio.gather(*playing)
    for player in people:
        await player.close()
    return table


async def kill_again_and_again(server: Server, book: Book, dice: random.Random, kills: list[float]) -> None:
    """Kills the server at random moments, after each so many acknowledged moves, and starts it again."""
    while True:
        until = book.acks + dice.randint(*KILLED_AFTER)
        while book.acks < until:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.03 * dice.random())
        assert server.process is not None
        server.process.kill()
        await asyncio.to_thread(server.process.wait)
        kills.append(time.monotonic())
        await asyncio.to_thread(server.start)


def check(server: Server, book: Book, tables: list[str]) -> int:
    """Looks behind the server: entries without gap, what was acknowledged where it was acknowledged, nothing that was
    asked for once done twice, and each state what the rules make of the entries before. Returns the entries."""
    total = 0
    for table in tables:
        rows = entries_of(server, table)
        total += len(rows)
        assert [row["number"] for row in rows] == list(range(len(rows)))
        for (where, number), what in book.acknowledged.items():
            if where == table:
                assert number < len(rows), f"lost: {what}, entry {number} of {table}"
                assert what == (rows[number]["words"] if rows[number]["kind"] == "play" else rows[number]["kind"])
        seats = seats_of(server, table)
        for row in rows:
            if row["kind"] == "play" and seats[row["seat"]]["kind"] == "person":
                # Its number is the one after the moment that it was asked for in: no choice is played at another time.
                asked = (table, row["number"] - 1, row["words"])
                assert asked in book.asked, f"entry {row['number']} of {table} was not asked for"
        check_states(server, table, rows)
    return total


def seats_of(server: Server, table: str) -> list[Json]:
    with opened(server.database) as connection:
        query = sa.select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
        return [dict(row) for row in connection.execute(query).mappings()]


def check_states(server: Server, table: str, rows: list[Json]) -> None:
    """Plays the entries again from the seed and compares every byte."""
    with opened(server.database) as connection:
        about = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().one()
    seats = seats_of(server, table)
    assert about["status"] == "over"
    assert about["seed"] == mix(about["secret"], [seat["nonce"] or "" for seat in seats])
    rules = find(about["game"])
    match = Match(rules, rules.box, rules.blank(about["options"], len(seats), rules.box), len(seats), about["seed"])
    standing = [0]
    for row in rows:
        if row["kind"] == "play":
            assert row["seat"] == match.to_move
            match.play(row["words"])
            standing.append(row["number"])
        elif row["kind"] == "undo":
            while standing[-1] != row["back"]:
                standing.pop()
                match.undo()
        assert bytes(row["state"]) == as_bytes(match.array).tobytes(), f"entry {row['number']} of {table}"
        assert row["to_move"] == match.to_move
    assert match.over


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_killed_at_any_moment(kind: str, new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    dice = random.Random(f"faults {kind}")
    book, kills = Book(), []

    async def one(server: Server, number: int, free: asyncio.Semaphore) -> str:
        async with free:
            party = PARTIES[number % len(PARTIES)]
            return await game(book, lambda: server.port, party, random.Random(number), 0.2)

    async def everything(server: Server) -> list[str]:
        free = asyncio.Semaphore(AT_ONCE)
        killing = asyncio.create_task(kill_again_and_again(server, book, dice, kills))
        try:
            async with asyncio.timeout(LONGEST):
                return await asyncio.gather(*(one(server, number, free) for number in range(GAMES)))
        finally:
            killing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await killing

    with serving(new_database(kind), tmp_path) as server:
        tables = asyncio.run(everything(server))
        if server.process is None or server.process.poll() is not None:
            server.start()
        total = check(server, book, tables)
    assert len(tables) == GAMES
    assert len(kills) >= 3
    unanswered = sum(times > 1 for times in book.asked.values())
    print(
        f"{kind}: {len(tables)} games, {len(kills)} kills, {total} entries, {len(book.acknowledged)} acknowledged to"
        f" people, {unanswered} choices asked for again, {book.refused} refused, {book.lost} lost connections:"
        " none lost, none doubled"
    )


# -- the network -------------------------------------------------------------------------------------------------------


class Hiccups:
    """A line between players and server that delays, stalls, and breaks in the middle of messages."""

    def __init__(self, port: int, dice: random.Random) -> None:
        self.port, self.dice = port, dice
        self.cuts = self.stalls = 0
        self.server: asyncio.Server | None = None
        self.lines: set[asyncio.Task[None]] = set()
        self.ends: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> int:
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        found: int = self.server.sockets[0].getsockname()[1]
        return found

    async def __aexit__(self, *_: object) -> None:
        assert self.server is not None
        self.server.close()
        while self.lines:
            for end in self.ends:
                end.transport.abort()
            await asyncio.wait(self.lines, timeout=0.1)
        await asyncio.sleep(0.1)  # what was broken off is closed in the loop's next rounds

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.get_running_loop().create_task(self.through(reader, writer))
        self.lines.add(line)
        line.add_done_callback(self.lines.discard)

    async def through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = {writer}
        self.ends |= ends
        try:
            there, here = await asyncio.open_connection("127.0.0.1", self.port)
            ends.add(here)
            self.ends.add(here)
            left = [self.dice.randint(200, 60_000)]  # bytes until it breaks
            ways = [asyncio.create_task(self.pass_on(*way, left)) for way in ((reader, here), (there, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        finally:
            for end in ends:
                end.transport.abort()
            self.ends -= ends

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                fate = self.dice.random()
                if fate < 0.3:
                    await asyncio.sleep(0.02 * self.dice.random())
                elif fate < 0.302:
                    self.stalls += 1
                    await asyncio.sleep(PATIENCE * 1.2)
                if left[0] < len(data):
                    self.cuts += 1
                    writer.write(data[: max(left[0], 0)])
                    await writer.drain()
                    return
                left[0] -= len(data)
                writer.write(data)
                await writer.drain()


def test_network_hiccups_and_two_browsers_on_one_seat(server: Server) -> None:
    """Two people; one of them has two browsers open that both play his seat. Each of the three comes back after every
    cut and has in the end the log that the server has, without a gap."""
    book, dice = Book(), random.Random("hiccups")
    hiccups = Hiccups(server.port, dice)

    async def one(number: int, port: int) -> str:
        own = random.Random(number)
        alice, bob = (Player(book, lambda: server.port, own, 0.05) for _ in range(2))
        for person in (alice, bob):
            await person.introduce()
        _, found = await alice.post("tables", game="peloponnes", seats=[{"kind": "me"}, {"kind": "open"}], listed=True)
        table = str(found["id"])
        await bob.post(f"tables/{table}/join")
        await alice.post(f"tables/{table}/start")
        twin = Player(book, lambda: port, random.Random(-number), 0.05)
        twin.cookie = alice.cookie
        alice.port = bob.port = lambda: port
        logs = await asyncio.gather(alice.play_live(table, 0), twin.play_live(table, 0), bob.play_live(table, 1))
        alice.port = bob.port = lambda: server.port
        for log, (player, seat) in zip(logs, ((alice, 0), (alice, 0), (bob, 1)), strict=True):
            _, whole = await player.get(f"tables/{table}/log", seat=seat)  # told to whoever reads it
            assert log == whole
        for person in (alice, bob, twin):
            await person.close()
        return table

    async def everything() -> list[str]:
        async with asyncio.timeout(LONGEST), hiccups as port:
            return await asyncio.gather(*(one(number, port) for number in range(1, 5)))

    tables = asyncio.run(everything())
    check(server, book, tables)
    assert hiccups.cuts > 10
    assert book.refused > 5, "the two browsers never wanted the same"


# -- the clock ---------------------------------------------------------------------------------------------------------


def with_clock(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    """Servers that are started from now on have a clock that is wrong by so much."""
    script = (
        f"import time; right = time.time; time.time = lambda: right() + {3600 * hours};"
        " from petteia.cli import main; main()"
    )
    monkeypatch.setattr(table_clients, "petteia", lambda: [table_clients.sys.executable, "-c", script])


def test_clock_jumps(database: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is set back, and forth, while games are going on and bots are about to move."""
    with_clock(monkeypatch, 2)
    with serving(database, tmp_path, bot_pause=30) as server:
        alice = server.person("Alice")
        table = alice.open("me", "random", start=True)["id"]
        other = alice.open("me", "me", start=True)["id"]
        token = alice.post("me/carry")["token"]
        for text in ("one", "two"):
            alice.post(f"tables/{other}/chat", text=text)
        seen = [alice.now(other, 0)["since"]]
        alice.my_turn(table)  # bots that begin do not pause
        while (found := alice.look(table))["to_move"] == 0:  # until the bot has to decide, which it would in 30 seconds
            moment = alice.now(table, 0)
            alice.play(table, 0, moment["number"], moment["choices"][0]["options"][0]["words"])
        assert found["thinking"]
        before = len(entries_of(server, table))

        server.kill()
        with_clock(monkeypatch, -2)
        server.settings["bot_pause"] = 0
        server.start()
        # The bot goes on by itself, although its decision came from the future.
        alice.wait(table, lambda found: len(entries_of(server, table)) > before, 30)
        table_clients.play_out([alice], table)
        for seat in (0, 1, 0):
            found = alice.look(other)
            if found["to_move"] != seat:
                continue
            moment = alice.now(other, seat)
            alice.play(other, seat, moment["number"], moment["choices"][0]["options"][0]["words"])
        alice.post(f"tables/{other}/chat", text="three")
        seen.append(alice.now(other, 0)["since"])
        assert seen[1] < seen[0]  # it is earlier now
        assert [line["text"] for line in alice.get(f"tables/{other}/chat")] == ["one", "two", "three"]
        numbers = [line["number"] for line in alice.get(f"tables/{other}/log")]
        assert numbers == sorted(numbers)
        assert {row["id"] for row in alice.get("me/tables")} == {table, other}
        # Its minutes have not passed on this clock; once it is used, it is used up.
        twin = table_clients.Person(server, None)
        assert twin.post("carry", token=token)["id"] == alice.id
        table_clients.Person(server, None).post("carry", 403, token=token)
        old = alice.post("me/carry")["token"]

        server.kill()
        with_clock(monkeypatch, 1)
        server.start()
        table_clients.Person(server, None).post("carry", 403, token=old)  # hours too late
        assert twin.look(table)["status"] == "over"
        assert [line["text"] for line in alice.get(f"tables/{other}/chat")] == ["one", "two", "three"]
        table_clients.play_out([alice], other)
        for name in (table, other):
            check_states(server, name, entries_of(server, name))
