"""What tests of the table in the browser need: servers, a throw-away PostgreSQL, and people who play.

Whatever a server answers is checked on its way: HTTP against its own OpenAPI schema, live messages against the models.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import jsonschema_rs
import psycopg
import sqlalchemy as sa
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "scripts"))

import needs

from petteia.server import models
from petteia.server import schema as tables_in_database
from petteia.server.app import create_app
from petteia.server.guard import HEADERS
from petteia.server.packing import unpack
from petteia.server.settings import Settings
from petteia.server.store.database import synchronous

Json = dict[str, Any]

START_TIME = 1200.0  # seconds until a server is up; one that has to compile all games first shares the machine
STOP_TIME = 60.0  # the same for its end
ANSWER_TIME = 60.0  # seconds that an answer may take on a busy machine
NO_CERTIFICATES = False  # servers here have none, and reading those of the world takes a client longer than an answer

OUTGOING: TypeAdapter[Any] = TypeAdapter(models.Outgoing)


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


def who_runs_postgres() -> Json:
    """The user that PostgreSQL runs as: arguments of `subprocess.Popen`."""
    user = needs.postgres_user()
    return {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def in_reach(programs: pathlib.Path, who: Json, folder: pathlib.Path) -> pathlib.Path:
    """The programs of PostgreSQL where their user can run them: what a package brought into root's home is copied."""
    with contextlib.suppress(PermissionError):
        subprocess.run([programs / "postgres", "--version"], capture_output=True, check=True, cwd=folder, **who)
        return programs
    installed, package = programs.parent, programs.parent.parent
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(libraries, folder / libraries.name)
    shutil.copytree(installed, folder / package.name / installed.name)
    return folder / package.name / installed.name / "bin"


class Cluster:
    """A PostgreSQL of one's own, in a folder that goes away with it. Commits reach the disk as in earnest."""

    def __init__(self) -> None:
        self.who = who_runs_postgres()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="petteia-pg-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.made = 0
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self.programs = in_reach(needs.postgres_programs(), self.who, self.folder)
        made = subprocess.run(
            [
                self.programs / "initdb",
                *("-D", self.folder / "data", "-U", "petteia", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            **self.who,
        )
        assert made.returncode == 0, f"initdb: {made.stdout}{made.stderr}"
        self.start()

    def start(self) -> None:
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [
                    self.programs / "postgres",
                    *("-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses="),
                    *("-c", "max_connections=200", "-c", "fsync=on", "-c", "synchronous_commit=on"),
                ],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self.who,
            )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.plain("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                words = (self.folder / "log").read_text(errors="replace")[-2000:]
                assert self.process.poll() is None, f"postgres does not start: {words}"
                assert time.monotonic() < until, f"postgres does not answer: {words}"
                time.sleep(0.05)

    def plain(self, name: str) -> str:
        return f"postgresql://petteia@/{name}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of a database with nothing in it."""
        self.made += 1
        name = f"test{self.made}"
        with psycopg.connect(self.plain("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.plain(name)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stops it at once (SIGINT), or as a power cut would (SIGQUIT)."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None

    @contextlib.contextmanager
    def stalled(self) -> Iterator[None]:
        """For a while nothing of it does anything, as on a disk or a machine that hangs."""
        assert self.process is not None
        leader = self.process.pid
        os.kill(leader, signal.SIGSTOP)  # first: then there are no new ones
        every = [leader, *map(int, pathlib.Path(f"/proc/{leader}/task/{leader}/children").read_text().split())]
        try:
            for one in every[1:]:
                os.kill(one, signal.SIGSTOP)
            yield
        finally:
            for one in every:
                os.kill(one, signal.SIGCONT)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


# -- servers -----------------------------------------------------------------------------------------------------------


def petteia() -> list[str]:
    """The command of the program under test."""
    return [sys.executable, "-c", "from petteia.cli import main; main()"]


_NUMBERS = itertools.count()  # of servers


class Server:
    """`petteia serve` as a process of its own, ready to play."""

    def __init__(self, database: str, folder: pathlib.Path, *, workers: int = 1, ready: bool = True, **more: object):
        """`more` are settings, as bot_pause=0."""
        self.database = database
        self.folder = folder
        self.workers = workers
        self.settings = {"bot_pause": 0, "rate": 0, **more}
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.out = folder / f"server-{next(_NUMBERS)}.txt"
        self.start(ready=ready)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *, ready: bool = True) -> None:
        """Starts it, again at the same port; waits until it can play, or only until it answers."""
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        environment |= {f"PETTEIA_{name.upper()}": str(value) for name, value in self.settings.items()}
        arguments = ["serve", "--no-open", "--port", str(self.port), "--database", self.database]
        arguments += ["--workers", str(self.workers)] if self.workers > 1 else []
        began = self.out.stat().st_size if self.out.exists() else 0
        with open(self.out, "ab") as out:
            self.process = subprocess.Popen([*petteia(), *arguments], stdout=out, stderr=out, env=environment)
        until = time.monotonic() + START_TIME
        while True:
            said = self.out.read_bytes()[began:].decode(errors="replace")
            assert self.process.poll() is None, f"the server stopped at once:\n{said}"
            assert time.monotonic() < until, f"the server does not get ready:\n{said}"
            if found := re.search(r"http://\S+:(\d+)/", said):
                self.port = int(found[1])
                with contextlib.suppress(httpx.HTTPError):
                    answer = self._health()
                    if answer.status_code == 200 and (not ready or self._all_ready(answer)):
                        return
            time.sleep(0.03)

    def _all_ready(self, answer: httpx.Response) -> bool:
        """Whether the rules are loaded; with several workers, in each as far as one can tell by asking often."""
        more = 8 * self.workers if self.workers > 1 else 0
        return _can_play(answer) and all(_can_play(self._health()) for _ in range(more))

    def _health(self) -> httpx.Response:
        return httpx.get(f"{self.address}/api/health", timeout=ANSWER_TIME, verify=NO_CERTIFICATES)

    def stop(self, how: int = signal.SIGINT) -> int:
        """Stops it as Ctrl-C does; its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(STOP_TIME)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def kill(self) -> None:
        """Ends it as a crash does."""
        self.stop(signal.SIGKILL)

    @property
    def output(self) -> str:
        return self.out.read_text(errors="replace")

    def person(self, name: str = "Aspasia") -> Person:
        return Person(self, name)


def _can_play(health: httpx.Response) -> bool:
    return all(health.json()["games"].values())


@contextlib.contextmanager
def serving(database: str, folder: pathlib.Path, **more: Any) -> Iterator[Server]:
    server = Server(database, folder, **more)
    try:
        yield server
    finally:
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.stop()
        print(server.output)  # shown where a test fails
    assert "Traceback" not in server.output


@contextlib.contextmanager
def opened(database: str) -> Iterator[sa.Connection]:
    """The database itself, for tests that look behind the server or change what it finds; committed at the end."""
    engine = synchronous(Settings(database=database).url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def entries_of(server: Server, table: str) -> list[Json]:
    """What is written down of a game, in its order; also of one that was packed."""
    entries, packs = tables_in_database.entries, tables_in_database.packs
    with opened(server.database) as connection:
        found = connection.execute(sa.select(entries).where(entries.c.table_id == table).order_by(entries.c.number))
        rows = [dict(row) for row in found.mappings()]
        packed = connection.execute(sa.select(packs.c.data).where(packs.c.table_id == table)).scalar()
    return rows if packed is None else [dict(row) for row in unpack(packed, table)]


# -- the schema --------------------------------------------------------------------------------------------------------


@functools.cache
def schema() -> Json:
    """The OpenAPI schema of the server."""
    found: Json = json.loads(json.dumps(create_app(Settings(database="sqlite:///unused.db")).openapi()))
    return found


@functools.cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    plain = sorted(schema()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path) for path in plain]


@functools.cache
def _validator(path: str, method: str, status: str, kind: str) -> Any:
    documented = schema()["paths"][path][method]["responses"][status]["content"][kind].get("schema", {})
    return jsonschema_rs.Draft202012Validator({"components": schema()["components"], **documented})


def check_answer(answer: httpx.Response) -> None:
    """An answer is one that the schema speaks of, and every one carries the headers that protect people."""
    for name in HEADERS:
        assert name in answer.headers, f"{answer.url}: no {name}"
    path = urlsplit(str(answer.url)).path
    template = next((template for pattern, template in _paths() if pattern.match(path)), None)
    method = answer.request.method.lower()
    if template is None or method not in schema()["paths"][template]:
        return
    where = f"{method} {template} -> {answer.status_code}"
    documented = schema()["paths"][template][method]["responses"]
    assert str(answer.status_code) in documented, f"{where}: not documented: {answer.text[:300]}"
    kind = answer.headers["content-type"].split(";")[0]
    assert kind in documented[str(answer.status_code)]["content"], f"{where}: {kind} is not documented"
    if kind.endswith("json"):
        problem = next(
            iter(_validator(template, method, str(answer.status_code), kind).iter_errors(answer.json())), None
        )
        assert problem is None, f"{where}: {problem}"


# -- people ------------------------------------------------------------------------------------------------------------

_OPENED: list[Person | Live] = []


def close_all() -> None:
    """Closes what a test has left open."""
    while _OPENED:
        _OPENED.pop().close()


class Person:
    """A browser with a cookie. Paths are meant below /api."""

    def __init__(self, server: Server, name: str | None = "Aspasia", *, cookie: str | None = None) -> None:
        self.server = server
        self.http = httpx.Client(
            base_url=f"{server.address}/api/",
            timeout=ANSWER_TIME,
            trust_env=False,
            verify=NO_CERTIFICATES,
            event_hooks={"response": [_read_and_check]},
        )
        _OPENED.append(self)
        self.id: int | None = None
        if cookie is not None:
            self.http.cookies.set("petteia", cookie, domain="127.0.0.1")
        elif name is not None:
            self.id = self.post("people", name=name)["id"]
            self.name = name

    def close(self) -> None:
        self.http.close()

    @property
    def cookie(self) -> str | None:
        return self.http.cookies.get("petteia")

    def request(self, method: str, path: str, status: int | None = None, **more: Any) -> Any:
        """The answer's JSON. Without `status` it must be good; a problem must say something."""
        answer = self.http.request(method, path, **more)
        if status is None:
            assert answer.status_code in (200, 201), f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        else:
            assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        if answer.status_code >= 400:
            problem = models.Problem.model_validate_json(answer.content, strict=True)
            assert problem.status == answer.status_code
            assert problem.title
        return answer.json()

    def get(self, path: str, status: int | None = None, **query: Any) -> Any:
        return self.request(
            "GET", path, status, params={key: value for key, value in query.items() if value is not None}
        )

    def post(self, path: str, status: int | None = None, **body: Any) -> Any:
        return self.request("POST", path, status, json=body)

    # -- tables --------------------------------------------------------------------------------------------------------

    def open(self, *seats: str | Json, game: str = "peloponnes", status: int | None = None, **more: Any) -> Any:
        """A new table: seats are "me", "open", a bot's level, or a whole plan."""
        return self.post("tables", status, game=game, seats=plans(*seats), **more)

    def look(self, table: str) -> Json:
        found: Json = self.get(f"tables/{table}")
        return found

    def now(self, table: str, seat: int | None = None, lang: str = "en") -> Json:
        """The present moment."""
        found: Json = self.get(f"tables/{table}/moments/{self.look(table)['moves']}", seat=seat, lang=lang)
        return found

    def play(self, table: str, seat: int, number: int, choice: str, status: int | None = None) -> Any:
        return self.post(f"tables/{table}/play", status, seat=seat, number=number, choice=choice)

    def live(self, table: str, seat: int | None = None, lang: str = "en", **more: Any) -> Live:
        """A live connection that was welcomed already."""
        live = Live(self.server, table, self.cookie, **more)
        live.hello(seat, lang)
        return live

    def wait(self, table: str, ready: Callable[[Json], object], patience: float = ANSWER_TIME) -> Json:
        """The table, as soon as it is as wanted."""
        until = time.monotonic() + patience
        while not ready(found := self.look(table)):
            assert time.monotonic() < until, f"the table does not get there: {found}"
            time.sleep(0.02)
        return found

    def my_turn(self, table: str) -> Json:
        """The table, as soon as one of my seats decides or the game is over."""
        return self.wait(table, lambda found: found["status"] != "playing" or mine_to_move(found) is not None)


def _read_and_check(answer: httpx.Response) -> None:
    answer.read()
    check_answer(answer)


def plans(*seats: str | Json) -> list[Json]:
    """Seats in short: "me", "open", or the level of a bot."""
    return [
        seat if isinstance(seat, dict) else {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}
        for seat in seats
    ]


def mine_to_move(table: Json) -> int | None:
    """The seat that decides, where it is one of mine."""
    seat: int | None = table["to_move"]
    return seat if seat is not None and table["seats"][seat]["mine"] else None


def words_of(moment: Json) -> list[str]:
    """All choices of a moment, in words."""
    return [option["words"] for group in moment["choices"] for option in group["options"]]


def too_low(moment: Json) -> str:
    """A bid that is one coin too low, where the auction of Peloponnes is on."""
    groups = [group for group in moment["choices"] if group["name"] == "bid"]
    group = max(groups, key=lambda group: int(group["options"][0]["amount"]))
    slot, coins = group["options"][0]["words"].split()[1:]
    return f"bid {slot} {int(coins) - 1}"


# -- live --------------------------------------------------------------------------------------------------------------


class Closed(Exception):
    """The server closed the connection."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(str(code))


class Live:
    """A live connection. All that comes is kept in `came`; the latest table and moment beside it."""

    def __init__(
        self, server: Server, table: str, cookie: str | None, *, origin: str | None = None, **more: Any
    ) -> None:
        self.came: list[Json] = []
        self.table: Json = {}
        self.moment: Json | None = None
        self.log: list[Json] = []
        self.chat: list[Json] = []
        self._asked = 0
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
        headers = {"Cookie": f"petteia={cookie}"} if cookie else {}
        self._stack = contextlib.ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                address,
                additional_headers=headers,
                origin=origin,
                open_timeout=ANSWER_TIME,
                max_size=None,
                max_queue=None,
                proxy=None,
                **more,
            )
        )
        _OPENED.append(self)

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def send(self, **message: Any) -> None:
        self.send_raw(json.dumps(message))

    def send_raw(self, message: str | bytes) -> None:
        try:
            self.socket.send(message)
        except ConnectionClosed as end:
            raise Closed(end.rcvd.code if end.rcvd else 1006) from None

    def receive(self, patience: float = ANSWER_TIME) -> Json:
        """The next message, checked against the models."""
        try:
            text = self.socket.recv(patience)
        except ConnectionClosed as end:
            raise Closed(end.rcvd.code if end.rcvd else 1006) from None
        assert isinstance(text, str)
        OUTGOING.validate_json(text, strict=True)
        message: Json = json.loads(text)
        self.came.append(message)
        self._take_in(message)
        return message

    def _take_in(self, message: Json) -> None:
        if message["type"] in ("welcome", "table"):
            self.table = message["table"]
        if message["type"] == "welcome":
            self.moment, self.log, self.chat = message["moment"], message["log"], message["chat"]
        elif message["type"] == "moment":
            self.moment = message["moment"]
            self.log = self.log + message["moment"]["lines"] if message["log"] is None else message["log"]
        elif message["type"] == "presence" and self.table:  # else the welcome is still to come, and says it too
            seats = [
                {**seat, "online": online} for seat, online in zip(self.table["seats"], message["online"], strict=True)
            ]
            self.table = {**self.table, "seats": seats, "watching": message["watching"]}
        elif message["type"] == "chat":
            self.chat = [*self.chat, message["chat"]]

    def until(self, wanted: Callable[[Json], object] | str, patience: float = ANSWER_TIME) -> Json:
        """The next message of a kind, or of which something is true."""
        end = time.monotonic() + patience
        while True:
            try:
                message = self.receive(max(0.01, end - time.monotonic()))
            except TimeoutError:
                came = [(one["type"], str(one)[:200]) for one in self.came[-5:]]
                raise AssertionError(f"it does not come; the last ones were {came}") from None
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def hello(self, seat: int | None = None, lang: str = "en") -> Json:
        self.send(type="hello", seat=seat, lang=lang)
        return self.until("welcome")

    def play(self, seat: int, number: int, choice: str) -> Json:
        """The answer: {"type": "played", "number": …} as soon as the moment after it is there, or what was refused."""
        self._asked += 1
        mine = self._asked
        self.send(type="play", id=mine, seat=seat, number=number, choice=choice)
        answer = self.until(lambda one: one.get("played") == mine or (one["type"] == "refused" and one["id"] == mine))
        if answer["type"] == "refused":
            return answer
        return {"type": "played", "id": mine, "number": answer["moment"]["number"]}

    def settle(self) -> None:
        """Takes in everything that was sent before now."""
        self.send(type="ping")
        self.until("pong")


# -- playing -----------------------------------------------------------------------------------------------------------


def play_out(people: list[Person], table: str, *, seed: int = 1, moves: int = 10_000) -> Json:
    """Plays a game on by choices at random, each person for the seats that he holds; the table at the end."""
    dice = random.Random(seed)
    with contextlib.ExitStack() as stack:
        seats: dict[int, Live] = {}
        for person in people:
            for row in person.look(table)["seats"]:
                if row["mine"]:
                    seats.setdefault(row["seat"], stack.enter_context(person.live(table, row["seat"])))
        made = 0
        watcher = next(iter(seats.values()))
        while made < moves:
            moment = watcher.moment
            assert moment is not None
            if moment["over"]:
                break
            mover = seats.get(moment["to_move"])
            if mover is None:  # a bot
                watcher.until("moment")
                continue
            while mover.moment is None or mover.moment["number"] < moment["number"]:
                mover.until("moment")
            assert mover.moment is not None
            answer = mover.play(moment["to_move"], moment["number"], dice.choice(words_of(mover.moment)))
            assert answer["type"] == "played", answer
            while watcher.moment is None or watcher.moment["number"] < answer["number"]:
                watcher.until("moment")
            made += 1
    return people[0].look(table)
