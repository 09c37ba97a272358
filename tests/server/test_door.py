"""The door: half requests, endless headers, too many connections, names that lead here from elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import pathlib
import re
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator

import httpx
import psutil
import pytest
import uvicorn
from table_clients import ANSWER_TIME, Closed, Live, Person, Server, schema, serving
from uvicorn.server import ServerState

from petteia.cli import main
from petteia.engine.errors import PetteiaError
from petteia.server import door
from petteia.server.door import Doorkeeper
from petteia.server.guard import PACES, Guard, Paces
from petteia.server.problems import Refusal
from petteia.server.reaching import is_own_name, own_names, source_of
from petteia.server.settings import BadSetting, Settings
from petteia.server.trial import Kept

GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"


@contextlib.contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=ANSWER_TIME) as connection:
        yield connection


def until_the_end(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            found += piece
    return found


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


# -- sizes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "refused"),
    [
        (GET + b"X: " + b"x" * door.LONGEST_HEADERS + b"\r\n\r\n", 431),
        (GET + b"X: y\r\n" * door.MOST_HEADERS + b"\r\n", 431),
        (GET + (b"X" * 200 + b": " + b"y" * 200 + b"\r\n") * 50 + b"\r\n", 431),
        (b"GET /" + b"x" * door.LONGEST_ADDRESS + b" HTTP/1.1\r\n\r\n", 414),
        (b"nonsense\r\n\r\n", 400),
    ],
    ids=["one large header", "many headers", "large headers", "a long address", "no request"],
)
def test_headers_have_limits(lite: Server, request_: bytes, refused: int) -> None:
    with connected(lite) as connection:
        with contextlib.suppress(OSError):  # it hung up while we were still talking
            connection.sendall(request_)
        assert status(until_the_end(connection)) == refused


def test_endless_headers_take_no_memory(lite: Server) -> None:
    """Sixty megabytes of one header took more than a gigabyte."""
    assert lite.process is not None
    server = psutil.Process(lite.process.pid)
    before = server.memory_info().rss
    sent = 0
    with connected(lite) as connection:
        connection.sendall(GET + b"X: ")
        with contextlib.suppress(OSError):
            while sent < 60_000_000:
                connection.sendall(b"x" * 100_000)
                sent += 100_000
    assert sent < 60_000_000
    assert server.memory_info().rss - before < 50_000_000


def test_what_browsers_send_passes(lite: Server) -> None:
    headers = {f"x-proxy-{number}": "y" * 100 for number in range(60)}
    answer = httpx.get(f"{lite.address}/api/health", headers=headers, timeout=ANSWER_TIME)
    assert answer.status_code == 200


def test_an_upgrade_to_something_else_is_answered_as_it_is(lite: Server) -> None:
    with connected(lite) as connection:
        connection.sendall(GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n")
        assert status(connection.recv(65536)) == 200


@pytest.mark.parametrize("headers", [b"Content-Length: %d\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_what_comes_after_such_an_upgrade_is_no_request(lite: Server, headers: bytes) -> None:
    """A proxy takes it for a body, and would give somebody else the answer."""
    hidden = b"\r\n\r\n" + GET + b"\r\n"
    body = hidden if b"%d" in headers else b"%x\r\n%s\r\n0\r\n\r\n" % (len(hidden), hidden)
    head = b"POST /api/qr HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n" + headers
    with connected(lite) as connection:
        connection.sendall((head % len(body) if b"%d" in headers else head) + b"\r\n")
        answer = connection.recv(65536)
        with contextlib.suppress(ConnectionError):  # it may be closed already
            connection.sendall(body)
        answer += until_the_end(connection)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answer.lower()


def test_an_address_of_five_thousand_letters_is_no_page(lite: Server) -> None:
    for path in ("x" * 5000, "x/" * 2500, "t/" + "y" * 300 + "/" + "z" * 300, "%C3%A4" * 500):
        answer = httpx.get(f"{lite.address}/{path}", timeout=ANSWER_TIME)
        assert answer.status_code in (200, 404)
    assert httpx.get(f"{lite.address}/{'x' * 5000}", timeout=ANSWER_TIME).status_code == 404
    assert httpx.get(f"{lite.address}/api/{'x' * 5000}", timeout=ANSWER_TIME).status_code == 404


# -- times -------------------------------------------------------------------------------------------------------------

SHORT = 0.5  # seconds instead of those that the door gives

HASTY = f"""
from petteia.server import door
door.HEADER_SECONDS = door.BODY_SECONDS = {SHORT}
from petteia.cli import main
main()
"""


@pytest.fixture(scope="module")
def hasty(
    new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Server]]:
    """Starts a server that waits for half a second only, with settings."""
    with contextlib.ExitStack() as stack, pytest.MonkeyPatch.context() as patch:

        def start(**more: object) -> Server:
            patch.setattr("table_clients.petteia", lambda: [sys.executable, "-c", HASTY])
            folder = tmp_path_factory.mktemp("hasty")
            return stack.enter_context(serving(new_database("sqlite"), folder, **more))

        yield start


@pytest.fixture(scope="module")
def impatient(hasty: Callable[..., Server]) -> Server:
    return hasty(proxies="", connections_each=20)


@pytest.mark.parametrize(
    ("half", "said"),
    [
        (b"", b""),
        (b"GET / HT", b"HTTP/1.1 408"),
        (GET, b"HTTP/1.1 408"),
        (b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", b"HTTP/1.1 408"),
        (b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", b"HTTP/1.1 408"),
    ],
    ids=["nothing", "half a line", "half the headers", "half a body", "half a piece"],
)
def test_half_requests_end(impatient: Server, half: bytes, said: bytes) -> None:
    """They stayed for good."""
    with connected(impatient) as connection:
        connection.sendall(half)
        assert until_the_end(connection)[: len(b"HTTP/1.1 408")] == said


def test_dripping_does_not_help(impatient: Server) -> None:
    """Time counts until a request is whole, not until its next byte."""
    with connected(impatient) as connection, contextlib.suppress(OSError):
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        until = time.monotonic() + ANSWER_TIME
        while time.monotonic() < until:
            connection.sendall(b"x")
            time.sleep(SHORT / 10)
        pytest.fail("the server listens for ever")


def test_a_refused_body_that_goes_on_ends_too(impatient: Server) -> None:
    """An answer that came before the end of the request does not keep the connection."""
    with connected(impatient) as connection, contextlib.suppress(OSError):
        connection.sendall(b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")
        until = time.monotonic() + ANSWER_TIME
        while time.monotonic() < until:
            connection.sendall(b"x")
            time.sleep(SHORT / 10)
        pytest.fail("the server listens for ever")


def test_one_request_after_the_other_and_a_live_table_stay(impatient: Server) -> None:
    person = impatient.person()
    table = person.open("me", "open")["id"]
    with person.live(table) as live:
        for _ in range(3):
            time.sleep(SHORT)
            assert person.get("me")["name"] == "Aspasia"
            live.settle()


# -- connections -------------------------------------------------------------------------------------------------------


def test_connections_from_one_address_have_a_limit(impatient: Server) -> None:
    """Live ones count too; whoever has gone makes room."""
    person = impatient.person()
    table = person.open("me", "open")["id"]
    with contextlib.ExitStack() as stack:
        lives = [stack.enter_context(person.live(table)) for _ in range(15)]
        person.close()
        answers = [stack.enter_context(connected(impatient)) for _ in range(10)]
        said = [until_the_end(connection)[:12] for connection in answers]
        assert said.count(b"HTTP/1.1 503") >= 5
        for live in lives:
            live.settle()
    until = time.monotonic() + ANSWER_TIME
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{impatient.address}/api/health", timeout=ANSWER_TIME).status_code == 200:
                break
        assert time.monotonic() < until
        time.sleep(0.05)


def test_who_is_counted_with_whom() -> None:
    keeper = Doorkeeper(Settings(proxies="10.0.0.0/8", connections=100, connections_each=2))
    for host in ("192.0.2.1", "::ffff:192.0.2.1"):
        assert keeper.admits(host, 0)
        keeper.enters(host)
    assert not keeper.admits("192.0.2.1", 2)
    assert keeper.admits("192.0.2.2", 2)
    for host in ("2001:db8::1", "2001:db8::2"):
        keeper.enters(host)
    assert not keeper.admits("2001:db8::3", 4)
    assert keeper.admits("2001:db8:0:1::3", 4)
    for _ in range(50):
        assert keeper.admits("10.1.2.3", 4)
        keeper.enters("10.1.2.3")
    assert not keeper.admits("10.1.2.3", 100)  # in all
    keeper.leaves("192.0.2.1")
    assert keeper.admits("192.0.2.1", 2)


def test_who_comes_faster_than_anybody_needs_is_hung_up_on() -> None:
    """Each of his connections would be parsed, answered 429 and logged."""
    keeper = Doorkeeper(Settings(proxies="10.0.0.0/8"))
    burst = int(PACES["connections"][1])
    assert not any(keeper.hurries("192.0.2.1") for _ in range(burst))
    assert any(keeper.hurries("192.0.2.1") for _ in range(100 * burst))
    assert not keeper.hurries("192.0.2.2")
    assert not any(keeper.hurries("10.1.2.3") for _ in range(3 * burst))  # a proxy
    assert not any(Doorkeeper(Settings(rate=0)).hurries("192.0.2.1") for _ in range(3 * burst))


def test_hundreds_of_requests_at_once_are_refused(lite: Server) -> None:
    """All of them were taken apart before anybody else had his turn."""
    with connected(lite) as connection:
        connection.sendall((GET + b"\r\n") * 500)
        answers = until_the_end(connection)
    assert answers.count(b"HTTP/1.1 200") < 500
    with connected(lite) as connection:  # some are answered, in their order
        connection.sendall((GET + b"\r\n") * 4 + GET + b"Connection: close\r\n\r\n")
        assert until_the_end(connection).count(b"HTTP/1.1 200") == 5


def test_who_hangs_up_on_several_answers_leaves_no_error_behind(lite: Server) -> None:
    """Each wrote sixty lines to the log, thousands in a second."""
    for _ in range(20):
        with connected(lite) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall((GET + b"\r\n") * 8)
            connection.recv(1)
    assert httpx.get(f"{lite.address}/api/health", timeout=ANSWER_TIME).status_code == 200
    assert "Exception in ASGI application" not in lite.output


def test_limits_go_by_the_network_of_an_address() -> None:
    assert source_of("2001:db8:1:2:3:4:5:6") == source_of("2001:db8:1:2::") != source_of("2001:db8:1:3::")
    assert source_of("fe80::1%eth0") == "fe80::/64"
    assert source_of("::ffff:192.0.2.1") == source_of("192.0.2.1") != source_of("192.0.2.2")
    assert source_of("x" * 10_000) == "x" * 64
    paces = Paces(1)
    allowed = sum(paces.allow("people", f"2001:db8::{number:x}") for number in range(100))
    assert allowed <= PACES["people"][1] + 10


def test_proxies_are_asked_for_whom_they_ask(tmp_path: pathlib.Path, new_database: Callable[[str], str]) -> None:
    settings = {"rate": 1, "proxies": "127.0.0.1", "metrics_token": "secret"}
    with (
        serving(new_database("sqlite"), tmp_path, **settings) as server,
        httpx.Client(base_url=server.address, timeout=ANSWER_TIME, trust_env=False) as proxy,
    ):

        def introduce(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return proxy.post("/api/people", json={"name": "Guest"}, headers=headers).status_code

        most = int(PACES["people"][1])
        assert 429 in [introduce("203.0.113.5") for _ in range(3 * most)]
        assert introduce("203.0.113.6") == 201

        # What is for whoever runs the server alone.
        assert proxy.get("/api/metrics").status_code == 200
        forwarded = {"x-forwarded-for": "203.0.113.7"}
        assert proxy.get("/api/metrics", headers=forwarded).json()["type"] == "not-yours"
        for token, wanted in (("Bearer secret", 200), ("Bearer other", 403), ("secret", 403), ("", 403)):
            answer = proxy.get("/api/metrics", headers={**forwarded, "authorization": token})
            assert answer.status_code == wanted


def test_whoever_is_no_proxy_is_not_believed(impatient: Server) -> None:
    """Neither is he at this machine for saying so, nor is the metrics' token an empty one."""
    forwarded = {"x-forwarded-for": "127.0.0.1"}
    for headers in (forwarded, {**forwarded, "authorization": "Bearer"}):
        answer = httpx.get(f"{impatient.address}/api/metrics", headers=headers, timeout=ANSWER_TIME)
        assert answer.status_code == 403


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("petteia.localhost:1", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("play.example.org", True),
        ("Play.Example.org.:443", True),
        ("games.example.net", True),
        (f"{socket.gethostname()}:8000", True),
        (f"{socket.gethostname()}.local", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("play.example.org.evil.example", False),
        ("user@evil.example", False),
        ("[", False),
        (":8000", False),
        ("x" * 300 + ".localhost", False),  # no name is so long, and it is remembered whether one is an address
    ],
)
def test_names_that_lead_here(host: str, own: bool) -> None:
    settings = Settings(hosts="play.example.org, other.example.org", origins="https://games.example.net")
    assert is_own_name(host, own_names(settings)) is own
    assert is_own_name("evil.example", own_names(Settings(hosts="*")))
    assert not is_own_name("evil.example", own_names(Settings(origins="*, http://[, example")))


def test_a_name_that_somebody_made_lead_here_is_refused(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", "open", listed=True)["id"]
    evil = {"host": f"evil.example:{lite.port}"}
    for path in ("/api/tables", "/", "/api/me"):
        answer = httpx.get(f"{lite.address}{path}", headers=evil, timeout=ANSWER_TIME)
        assert answer.status_code == 421
        assert "evil.example" in answer.json()["title"]
        assert "PETTEIA_HOSTS" in answer.json()["detail"]
    with connected(lite) as connection:
        key = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        connection.sendall(
            b"GET /api/tables/%s/live HTTP/1.1\r\nHost: evil.example\r\n" % table.encode()
            + key
            + b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        assert status(connection.recv(65536)) == 403
    named = {"host": f"localhost:{lite.port}"}
    assert httpx.get(f"{lite.address}/api/tables", headers=named, timeout=ANSWER_TIME).status_code == 200


# -- greetings ---------------------------------------------------------------------------------------------------------


def test_greetings_of_a_stranger_are_rated(tmp_path: pathlib.Path, new_database: Callable[[str], str]) -> None:
    """A hello of 38 bytes is answered with the whole table."""
    with serving(new_database("sqlite"), tmp_path, rate=1) as server:
        table = server.person().open("me", "open", listed=True)["id"]
        began, welcomed = time.monotonic(), 0

        def greet() -> None:
            nonlocal welcomed
            for _ in range(50):
                with Live(server, table, None) as live:
                    for _ in range(10):
                        live.hello()
                        welcomed += 1

        with pytest.raises(Closed) as closed:
            greet()
        assert closed.value.code == 4429
        each_second, burst = PACES["hello of a stranger"]
        assert welcomed <= burst + each_second * (time.monotonic() - began) + 1
        with server.person("Somebody").live(table) as known:
            known.settle()


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"proxies": "nginx"}, "PETTEIA_PROXIES=nginx"),
        ({"connections": 0}, "PETTEIA_CONNECTIONS=0"),
        ({"connections_each": -1}, "PETTEIA_CONNECTIONS_EACH=-1"),
    ],
)
def test_settings_of_the_door_that_cannot_be(wrong: dict[str, object], said: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings(database=f"sqlite:///{tmp_path / 'x.db'}", **wrong).checked()  # type: ignore[arg-type]
    assert said in str(refused.value)


def test_a_worker_has_no_more_connections_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limits = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda which, both: limits.append(both))
    assert door.make_room(Settings(connections=4000)).connections == 1024 - door.OTHER_FILES
    assert limits[-1] == (1024, 1024)
    assert door.make_room(Settings(connections=500)).connections == 500


# -- what is asked wrongly ---------------------------------------------------------------------------------------------


def test_every_path_says_what_it_knows(lite: Server) -> None:
    """Whatever is asked of it besides is refused as that, and not taken for a page."""
    with httpx.Client(base_url=lite.address, timeout=ANSWER_TIME, trust_env=False) as client:
        for path, known in schema()["paths"].items():
            filled = re.sub(r"\{[^}]+\}", "1", path)
            for method in {"get", "post", "put", "patch", "delete"} - set(known):
                answer = client.request(method, filled)
                assert answer.status_code == 405, (method, path)
                assert answer.json()["type"] == "no-method"
                allowed = {word.strip().lower() for word in answer.headers["allow"].split(",")}
                assert allowed, (method, path)
                assert allowed <= set(known), (method, path)


def whole_numbers() -> Iterator[tuple[str, str, str]]:
    """Every whole number that a body may have: method, path, the name of the number."""
    known = schema()
    for path, methods in known["paths"].items():
        for method, described in methods.items():
            content = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            model = known["components"]["schemas"].get(str(content.get("$ref", "")).rpartition("/")[2], {})
            for name, field in model.get("properties", {}).items():
                kinds = {one.get("type") for one in [field, *field.get("anyOf", ())]}
                if "integer" in kinds:
                    yield method, path, name


def test_true_is_no_number(lite: Server) -> None:
    person = Person(lite)
    table = person.open("me", "random", start=True)["id"]
    asked = 0
    for method, path, name in whole_numbers():
        if path.startswith("/api/admin/"):  # whoever is no administrator gets no further
            continue
        filled = re.sub(r"\{[^}]+\}", "0", path.replace("{table}", table)).removeprefix("/api/")
        for wrong in (True, False, 1.0, "1"):
            said = person.request(method.upper(), filled, 422, json={name: wrong})
            assert f"{name}: " in said["cause"], (path, name, said)
            asked += 1
    assert asked >= 4 * 10


# -- another Uvicorn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "gone",
    [
        "connection_made",
        "on_message_begin",
        "on_url",
        "on_header",
        "on_headers_complete",
        "on_message_complete",
        "on_response_complete",
        "handle_websocket_upgrade",
        "_should_upgrade",
        "_unset_keepalive_if_required",
    ],
)
def test_a_uvicorn_that_works_differently_is_found_out_at_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, gone: str
) -> None:
    def serves(*_: object) -> None:
        raise AssertionError("it serves")

    door.try_out()
    monkeypatch.setattr("uvicorn.Server.run", serves)
    monkeypatch.delattr(door.HttpToolsProtocol, gone)
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-open", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}"])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert f"the limits on headers and connections do not hold with Uvicorn {uvicorn.__version__}" in said
    assert "pip install" in said


def test_a_part_of_uvicorn_that_was_moved_elsewhere_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "petteia.server.door")
    monkeypatch.setitem(sys.modules, door.HttpToolsProtocol.__module__, None)
    with pytest.raises(PetteiaError, match="do not hold with Uvicorn"):
        importlib.import_module("petteia.server.door")


# -- what waits for those who do not read ------------------------------------------------------------------------------


class Unread:
    """A connection of which nobody reads."""

    def __init__(self, size: int = 0) -> None:
        self.size, self.ended = size, False

    def abort(self) -> None:
        self.ended = True


def test_what_waits_for_all_who_do_not_read_has_an_end() -> None:
    keeper = Doorkeeper(Settings())
    part = door.MOST_UNSENT // 4
    small, large, growing = Unread(), Unread(), Unread()
    for line, size in ((small, part), (large, 2 * part), (growing, part), (growing, part)):
        keeper.unsent(line, size)  # type: ignore[arg-type]
    assert not any(line.ended for line in (small, large, growing))
    keeper.unsent(growing, part + 1)  # type: ignore[arg-type]
    assert [line.ended for line in (small, large, growing)] == [False, True, False]
    for line in (small, growing, large, Unread()):  # taken, or ended; who never waited too
        keeper.unsent(line, 0)  # type: ignore[arg-type]
    assert keeper._all_unsent == 0
    assert not keeper._unsent


class Slow(Kept):
    """A connection over which much waits."""

    def get_write_buffer_size(self) -> int:
        return 100_000


def test_answers_that_nobody_takes_are_counted() -> None:
    async def come_and_go() -> None:
        app = door._Trial()
        config = uvicorn.Config(app, interface="asgi3", ws="none", lifespan="off", log_config=None, proxy_headers=False)
        lines = []
        for _ in range(2):
            line = door.Door(config, ServerState(), {}, asyncio.get_running_loop())
            line.connection_made(Slow())
            line.pause_writing()
            lines.append(line)
        assert app.keeper._all_unsent == 200_000
        lines[0].resume_writing()
        assert app.keeper._all_unsent == 100_000
        lines[1].connection_lost(None)
        assert app.keeper._all_unsent == 0
        lines[0].connection_lost(None)

    asyncio.run(come_and_go())


# -- what costs more than others ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "kind", "cost"),
    [
        ("GET", "/api/tables/k3v9x2m4p8qa", "other", 1),
        ("GET", "/api/tables/k3v9x2m4p8qa/log", "other", 5),
        ("GET", "/api/me/export", "other", 10),
        ("GET", "/api/me/tables", "other", 3),
        ("GET", "/api/tables", "other", 3),
        ("POST", "/api/qr", "other", 10),
        ("PATCH", "/api/me", "other", 50),
        ("POST", "/api/tables", "tables", 1),
        ("POST", "/api/tables/k3v9x2m4p8qa/fork", "tables", 1),
        ("POST", "/api/tables/k3v9x2m4p8qa/rematch", "tables", 1),
        ("POST", "/api/games/hellas/guide", "tables", 1),
        ("POST", "/api/campaigns/peloponnes", "tables", 1),
        ("POST", "/api/tables/k3v9x2m4p8qa/play", "other", 1),
    ],
)
def test_what_makes_a_table_or_tells_of_a_whole_game_has_its_price(
    method: str, path: str, kind: str, cost: float
) -> None:
    guard = Guard(door._Trial(), Settings())
    scope = {"type": "http", "method": method, "path": path, "client": ("192.0.2.1", 1)}

    def is_allowed() -> bool:
        try:
            guard._check_pace(scope)
        except Refusal:
            return False
        return True

    allowed = next(many for many in range(1000) if not is_allowed())
    assert allowed in range(int(PACES[kind][1] / cost), int(PACES[kind][1] / cost) + 10)  # and what grew meanwhile
