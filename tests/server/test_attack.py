"""What somebody with bad intentions may try: other people's seats, guessed links, broken messages, other sites."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import re
import socket
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_clients import ANSWER_TIME, Closed, Live, Person, Server, check_answer, entries_of, play_out, serving
from websockets.exceptions import InvalidStatus

from petteia.server.guard import HEADERS, Guard
from petteia.server.settings import Settings

SCRIPT = "<script>alert('x')</script>"
QUERIES = ("' OR '1'='1", "'; DROP TABLE people; --", '"; DELETE FROM entries; --', "%' AND 1=1 --", "\\'; --")


# -- other people's seats ----------------------------------------------------------------------------------------------


def test_nobody_sees_or_moves_for_another(server: Server, alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    seat = alice.look(table)["to_move"]
    mover, other = (alice, bob) if seat == 0 else (bob, alice)
    number = mover.now(table, seat)["number"]
    for person in (other, carol, Person(server, None)):
        assert person.now(table, seat)["seat"] is None
        assert person.now(table, seat)["choices"] == []
        assert person.get(f"tables/{table}/log", seat=seat) == carol.get(f"tables/{table}/log")
        with person.live(table, seat) as live:
            assert live.moment is not None
            assert live.moment["seat"] is None
            assert live.moment["choices"] == []
            kind = "not-your-seat" if person.cookie else "no-person"
            assert live.play(seat, number, "pass")["problem"]["type"] == kind
        status = 403 if person.cookie else 401
        for path, body in (
            ("play", {"seat": seat, "number": number, "choice": "pass"}),
            ("undo", {"seat": seat, "number": number}),
            ("undo/answer", {"seat": seat, "agree": True}),
            ("resign", {"seat": seat}),
            ("hint", {"seat": seat}),
            (f"seats/{seat}/link", {}),
        ):
            person.post(f"tables/{table}/{path}", status, **body)
        assert person.post(f"tables/{table}/why", seat=seat, choice="pass")["clause"] is None
    assert carol.post(f"tables/{table}/leave")["status"] == "playing"  # gives nothing up: he has no seat
    assert [entry["kind"] for entry in entries_of(server, table)] == ["deal"]


def test_a_private_table_gives_nothing_away(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    unknown = "k3v9x2m4p8qa"
    for method, path in (
        *(("GET", one) for one in ("", "/box", "/moments/0", "/log", "/chat", "/sheet", "/save")),
        *(("POST", one) for one in ("/invite", "/leave", "/start", "/rematch", "/seats/0/link")),
    ):
        mine = bob.request(method, f"tables/{table}{path}", 404)
        assert mine == bob.request(method, f"tables/{unknown}{path}", 404)  # nobody can tell whether it exists
    for path, body in (
        ("play", {"seat": 0, "number": 0, "choice": "pass"}),
        ("why", {"seat": 0, "choice": "pass"}),
        ("chat", {"text": "x"}),
        ("join", {}),
        ("join", {"invite": "x" * 32}),
        ("enter", {"invite": "x" * 32}),
        ("seats/0/take", {"secret": "x" * 32}),
        ("fork", {"move": 0, "seats": [{"kind": "me"}, {"kind": "me"}]}),
    ):
        assert bob.post(f"tables/{table}/{path}", 404, **body) == bob.post(f"tables/{unknown}/{path}", 404, **body)
    assert table not in {found["id"] for found in Person(server, None).get("tables")}


def test_guesses_lead_nowhere(lite: Server) -> None:
    alice, mallory = lite.person("Alice"), lite.person("Mallory")
    table = alice.open("me", "open")["id"]
    secret = alice.post(f"tables/{table}/invite")["secret"]
    link = alice.post(f"tables/{table}/seats/0/link")["secret"]
    assert len(secret) >= 32
    assert len(link) >= 32
    assert secret != link
    near = [secret[:-1] + sign for sign in "AZaz09-_" if sign != secret[-1]] + [secret.swapcase(), secret[::-1], link]
    for guess in near:
        mallory.post(f"tables/{table}/enter", 404, invite=guess)
    mallory.post(f"tables/{table}/seats/0/take", 404, secret=secret)
    for guess in ("", "short", secret + " ", secret + "\x00", secret[:7], "x" * 65, None, 5, [secret]):
        mallory.post(f"tables/{table}/enter", 422, invite=guess)
    for name in ("", ".", "..", "%2e%2e", "K3V9X2M4P8QA", table + "x", table.upper(), "%00" * 12, "'" * 12):
        assert mallory.http.get(f"tables/{name}/log").status_code in (404, 422)


def test_cookies_of_others_are_not_to_be_had(lite: Server) -> None:
    """No answer and no live message holds anybody's cookie, nor the secret of a link that somebody else made."""
    alice, bob = lite.person("Alice"), lite.person("Bob")
    table = alice.open("me", "open", listed=True)["id"]
    secrets = [alice.cookie, alice.post(f"tables/{table}/invite")["secret"]]
    secrets.append(alice.post(f"tables/{table}/seats/0/link")["secret"])
    secrets.append(alice.post("me/carry")["token"])
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    with bob.live(table, 1) as live:
        play_out([alice, bob], table, moves=3)
        live.settle()
        seen = json.dumps(live.came)
    for path in ("", "/log", "/chat", "/sheet", "/save", "/moments/0"):
        seen += bob.http.get(f"tables/{table}{path}").text
    seen += bob.http.get("tables").text + bob.http.get("me/tables").text
    for secret in secrets:
        assert secret is not None
        assert secret not in seen


# -- words -------------------------------------------------------------------------------------------------------------


def test_scripts_and_queries_are_words_like_others(server: Server) -> None:
    for words in (
        SCRIPT,
        "<img src=x onerror=alert(1)>",
        *QUERIES,
        "{{7*7}}",
        "${jndi:ldap://x}",
        "%s%n",
    ):
        name = words[:32]
        person = server.person(name)
        assert person.get("me")["name"] == name
        table = person.open({"kind": "me", "name": name}, "open", listed=True)["id"]
        with person.live(table) as live:
            said = person.post(f"tables/{table}/chat", text=words)
            assert said["text"] == words
            assert said["name"] == name
            assert live.until("chat")["chat"]["text"] == words
        answer = person.http.get(f"tables/{table}/chat")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert person.look(table)["seats"][0]["name"] == name
    assert isinstance(server.person("still here").get("tables"), list)


def test_halves_of_characters_break_nothing(server: Server, alice: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    half = "\\ud800"
    for path, body in (
        ("people", f'{{"name": "{half}"}}'),
        ("people", f'{{"{half}": 1}}'),
        (f"tables/{table}/chat", f'{{"text": "{half}"}}'),
        (f"tables/{table}/why", f'{{"seat": 0, "choice": "{half}"}}'),
        (f"tables/{table}/why", f'{{"seat": 0, "target": "{half}"}}'),
        (f"tables/{table}/play", f'{{"seat": 0, "number": 0, "choice": "{half}"}}'),
        ("tables", f'{{"game": "{half}", "seats": [{{"kind": "me"}}]}}'),
        ("tables", f'{{"game": "peloponnes", "seats": [{{"kind": "bot", "bot": "{half}"}}, {{"kind": "me"}}]}}'),
        ("tables", f'{{"game": "peloponnes", "seats": [{{"kind": "me"}}], "options": {{"{half}": "{half}"}}}}'),
        ("carry", f'{{"token": "{half * 8}"}}'),
        ("saves", f'{{"petteia": "save", "game": "{half}"}}'),
    ):
        answer = alice.http.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (200, 201, 404, 409, 422), (path, body, answer.text)


# -- sizes -------------------------------------------------------------------------------------------------------------


def test_a_name_of_ten_megabytes(lite: Server) -> None:
    person = lite.person()
    huge = "x" * 10_000_000
    for path, body in (("people", {"name": huge}), ("tables", {"game": huge, "seats": []}), ("saves", {"x": huge})):
        try:
            answer = person.http.post(path, json=body)
        except httpx.TransportError:  # it hung up while we were still talking
            continue
        assert answer.status_code == 413
        assert "kB" in answer.json()["title"]
    assert person.get("me")["name"] == "Aspasia"


def test_a_body_that_does_not_say_how_long_it_is(lite: Server) -> None:
    person = lite.person()

    def endless() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(300):
            yield b"x" * 1024
        yield b'"}'

    try:
        answer = person.http.post("people", content=endless(), headers={"content-type": "application/json"})
    except httpx.TransportError:
        pass
    else:
        assert answer.status_code == 413
    assert person.get("me")


@pytest.mark.parametrize(
    "body", [b"{", b"", b"null", b"[]", b"\xff\xff", b'{"name": "x"', b"[" * 50_000, b"1" * 60_000, b'{"name": NaN}']
)
def test_broken_bodies(lite: Server, body: bytes) -> None:
    person = lite.person()
    for path in ("people", "tables", "carry"):
        person.request("POST", path, 422, content=body, headers={"content-type": "application/json"})


def test_numbers_out_of_this_world(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", "random", start=True)["id"]
    for number in (-1, 5, 10**9 + 1, 2**63, 10**100, 1.5, "0x0", "1e3", None, [0], {}, True, False, "0"):
        person.post(f"tables/{table}/play", 422, seat=number, number=0, choice="pass")
        person.post(f"tables/{table}/undo", 422, seat=number, number=0)
        person.post(f"tables/{table}/resign", 422, seat=number)
    for number in (-1, 2**63, 10**100, "x", 1.5, ""):
        person.get(f"tables/{table}/moments/{number}", 404 if number == "" else 422)
        person.get(f"tables/{table}/moments/0", 422, seat=number)
        assert person.http.post(f"tables/{table}/seats/{number}/link").status_code in (404, 405, 422)
    person.get(f"tables/{table}/moments/99999", 422)
    for number in (True, False, "0"):  # no number, though Python would take it for one
        person.post(f"tables/{table}/play", 422, seat=0, number=number, choice="pass")
        person.post(f"tables/{table}/fork", 422, move=number, seats=[{"kind": "me"}])
        with person.live(table, 0) as live:
            live.send(type="play", id=1, seat=number, number=0, choice="pass")
            assert live.until("refused")["problem"]["type"] == "wrong-input"
    for level in (True, 1.0):
        person.open("me", options={"solo_level": level}, status=422)
    for flag in (1, 0, "true", "yes"):
        person.open("me", "open", listed=flag, status=422)
        person.post(f"tables/{table}/undo/answer", 422, seat=0, agree=flag)


def test_methods_that_a_path_does_not_know(lite: Server) -> None:
    """A path that there is says what it knows; any other is none, whatever is asked of it."""
    person = lite.person()
    table = person.open("me", "random", start=True)["id"]
    for method, path, allowed in (
        ("GET", "people", "POST"),
        ("GET", f"tables/{table}/play", "POST"),
        ("GET", f"tables/{table}/undo", "POST"),
        ("HEAD", "carry", "POST"),
        ("POST", "health", "GET"),
        ("DELETE", f"tables/{table}/log", "GET"),
        ("PUT", f"tables/{table}", "GET, DELETE"),
        ("PUT", "tables", "GET, POST"),
        ("POST", "me", "GET, PATCH, DELETE"),
    ):
        answer = person.http.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed), path
    assert person.request("GET", "people", 405)["type"] == "no-method"
    for method in ("GET", "POST", "PUT"):
        for path in ("nothing", "tables/x/y/z", "games/"):
            assert person.request(method, path, 404)["type"] == "no-page", (method, path)
    for path in ("/", "/t/whatever", "/rules/hellas/"):
        assert httpx.get(f"{lite.address}{path}", timeout=ANSWER_TIME).headers["content-type"].startswith("text/html")
        refused = httpx.post(f"{lite.address}{path}", timeout=ANSWER_TIME)
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


# -- live messages -----------------------------------------------------------------------------------------------------


@pytest.fixture
def talking(lite: Server) -> Iterator[Live]:
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    with person.live(table, 0) as live:
        yield live


def refused(live: Live, message: str | bytes) -> None:
    live.send_raw(message)
    answer = live.until(lambda one: one["type"] in ("refused", "pong", "welcome", "chat"))
    assert answer["type"] == "refused", message
    live.settle()


def test_messages_that_are_not_understood(talking: Live) -> None:
    for message in (
        "",
        "hello",
        "null",
        "[]",
        "{}",
        '"hello"',
        "\x00",
        "{" * 2000,
        "[" * 4000,
        "x" * 5000,
        json.dumps({"type": "hello", "seat": "0x"}),
        json.dumps({"type": "hello", "seat": -1}),
        json.dumps({"type": "hello", "seat": 99}),
        json.dumps({"type": "hello", "lang": "fr"}),
        json.dumps({"type": "hello", "lang": "../../etc/passwd"}),
        json.dumps({"type": "hello", "admin": True}),
        json.dumps({"type": "play"}),
        json.dumps({"type": "play", "id": 10**40, "seat": 0, "number": 0, "choice": "pass"}),
        json.dumps({"type": "play", "id": 1, "seat": 0, "number": -1, "choice": "pass"}),
        json.dumps({"type": "play", "id": 1, "seat": 0, "number": 0, "choice": ["pass"]}),
        json.dumps({"type": "play", "id": 1, "seat": 0, "number": 0, "choice": "x" * 101}),
        json.dumps({"type": "say", "text": ""}),
        json.dumps({"type": "say", "text": "x" * 501}),
        json.dumps({"type": "welcome"}),
        json.dumps({"type": "__proto__"}),
        '{"type": "ping", "type": "nothing"}',
        '{"type": "say", "text": "\\ud800"}',
        '{"type": NaN}',
        b"\x00\xff\xfe",
        b'{"type": "ping"}',
        b"",
    ):
        refused(talking, message)


def test_a_message_of_a_megabyte_ends_the_connection(talking: Live) -> None:
    def send() -> None:
        talking.send_raw("x" * 1_000_000)
        talking.until("pong")

    with pytest.raises(Closed) as closed:
        send()
    assert closed.value.code in (1009, 1006)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
near_misses = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "play", "say", "ping", "welcome"]) | json_values},
    optional={key: json_values | st.integers(-2, 6) for key in ("id", "seat", "number", "choice", "text", "lang")},
)


def test_whatever_is_sent_is_answered(lite: Server) -> None:
    """Hundreds of odd messages on one connection: each gets an answer of a known form, and the table stays as it is."""
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    other = person.look(table)["to_move"] ^ 1
    live = person.live(table, other)

    @settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        st.one_of(
            st.binary(max_size=300),
            st.text(max_size=300),
            json_values.map(json.dumps),
            near_misses.map(json.dumps),
        )
    )
    def try_out(message: str | bytes) -> None:
        if isinstance(message, str):
            message = message.encode("utf-8", "replace").decode()
        live.send_raw(message)
        live.settle()

    try_out()
    live.hello(other)
    assert live.moment is not None
    assert live.moment["number"] == 0
    live.close()


def test_frames_that_are_no_frames(lite: Server) -> None:
    """Bytes that are no WebSocket at all, after a good handshake and before."""
    table = lite.person().open("me", "open", listed=True)["id"]
    shake = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{lite.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    for sent in (
        b"\x00" * 100,
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        shake + b"\xff" * 200,
        shake + bytes([0x81, 0x85]) + b"no mask",
        shake + bytes([0x81, 0x05]) + b"plain",
        shake + bytes([0x81, 0x82, 0, 0, 0, 0]) + b"\xff\xff",
        shake + bytes([0x88, 0x80, 0, 0, 0, 0]),
        shake + bytes([0x81, 0xFF]) + b"\xff" * 8 + b"\x00" * 4,
    ):
        with socket.create_connection(("127.0.0.1", lite.port), timeout=ANSWER_TIME) as raw:
            raw.sendall(sent)
            raw.settimeout(0.3)
            try:
                while raw.recv(65536):
                    pass
            except (TimeoutError, ConnectionError):
                pass
    assert httpx.get(f"{lite.address}/api/health", timeout=ANSWER_TIME).status_code == 200


# -- other sites -------------------------------------------------------------------------------------------------------

ELSEWHERE = (
    "https://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://",
    "file://",
    "http://127.0.0.1.evil.example",
)


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_from_elsewhere_may_not_act(lite: Server, origin: str) -> None:
    person = lite.person("Alice")
    table = person.open("me", "open", listed=True)["id"]
    headers = {"origin": origin}
    for method, path, body in (
        ("POST", "people", {"name": "x"}),
        ("PATCH", "me", {"name": "x"}),
        ("POST", "me/carry", {}),
        ("POST", f"tables/{table}/leave", {}),
        ("POST", f"tables/{table}/chat", {"text": "x"}),
    ):
        assert person.request(method, path, 403, json=body, headers=headers)["type"] == "other-origin"
    with pytest.raises((InvalidStatus, Closed)):
        Live(lite, table, person.cookie, origin=origin).hello()
    assert person.get("me")["name"] == "Alice"
    assert "access-control-allow-origin" not in person.http.get("me", headers=headers).headers


def test_the_own_page_may(lite: Server) -> None:
    person = lite.person()
    own = f"http://127.0.0.1:{lite.port}"
    person.request("PATCH", "me", json={"name": "Own"}, headers={"origin": own})
    table = person.open("me", "open")["id"]
    with Live(lite, table, person.cookie, origin=own) as live:
        live.hello()


def test_a_form_is_no_request(lite: Server) -> None:
    """What a form on another page could send without asking: text, or fields; even without an Origin."""
    person = lite.person("Alice")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = person.http.request("PATCH", "me", content='{"name": "Mallory"}', headers={"content-type": kind})
        assert answer.status_code == 422
    assert person.get("me")["name"] == "Alice"


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2f..%2f..%2fpyproject.toml",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/../../app.py",
        "/assets/..%2f..%2fapp.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/..\\..\\app.py",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/assets//etc/passwd",
        "/%00",
        "/t/%00",
        "/assets/%00",
        "/x%00.html",
    ],
)
def test_no_file_but_those_of_the_page(lite: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", lite.port), timeout=ANSWER_TIME) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := raw.recv(65536):
            answer += chunk
    status = int(answer.split(b" ", 2)[1])
    assert status in (200, 400, 404), answer[:300]
    for secret in (b"[project]", b"root:", b"create_app", b"import "):
        assert secret not in answer.split(b"\r\n\r\n", 1)[-1] or b"<!doctype html>" in answer.lower()
    assert b"root:" not in answer


def test_every_address_is_a_page(lite: Server) -> None:
    """Whatever is wrong with a link, the page says so; and whoever only asks whether it is there is answered."""
    with httpx.Client(base_url=lite.address, timeout=ANSWER_TIME) as http:
        for path in ("/", "/t/zzz", "/t/%00", "/rules/nope"):
            assert http.get(path).text.lower().startswith("<!doctype html>"), path
            head = http.head(path)
            assert (head.status_code, head.content) == (200, b""), path


# -- headers and rates -------------------------------------------------------------------------------------------------


def test_every_answer_carries_the_headers(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", "random", listed=True, start=True)["id"]
    with httpx.Client(base_url=lite.address, timeout=ANSWER_TIME, cookies={"petteia": person.cookie or ""}) as http:
        answers = [
            *(
                http.get(path)
                for path in ("/", "/t/x", "/new/peloponnes", "/favicon.svg", "/assets/none.js", "/no/such")
            ),
            *(
                http.get(path)
                for path in ("/api", "/api/", "/api/none", "/api/health", "/api/metrics", "/api/openapi.json")
            ),
            *(http.get(f"/api/tables/{table}{path}") for path in ("", "/save", "/log", "/moments/x", "/live")),
            http.post("/api/people", json={}),
            http.post("/api/people", content=b"x" * 100_000),
            http.post("/api/people", json={"name": "x"}, headers={"origin": "https://evil.example"}),
            http.delete("/api/me"),
            http.options("/api/me"),
            http.head("/api/me"),
            http.request("TRACE", "/api/me"),
        ]
        page = http.get("/").text
        for asset in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            answers.append(http.get(asset))
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (answer.request.method, answer.url, name)
        assert "cache-control" in answer.headers
        assert "server" not in answer.headers
        assert answer.status_code < 500
        check_answer(answer)
        if answer.status_code >= 400 and answer.request.method != "HEAD":
            assert answer.headers["content-type"] == "application/problem+json", answer.url
            assert answer.json()["title"]
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_rates_are_limited(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    with serving(new_database("sqlite"), tmp_path, rate=1) as server:
        person = server.person()
        table = person.open("me", "open")["id"]
        live = person.live(table)

        def chatter() -> None:
            for _ in range(200):
                live.send(type="ping")
            while True:
                live.receive()

        with pytest.raises(Closed) as closed:
            chatter()
        assert closed.value.code == 4429
        stranger = Person(server, None)
        answers: list[httpx.Response] = []
        began = time.monotonic()
        for _ in range(600):
            answers.append(stranger.http.post("people", json={"name": "Many"}))
            if answers[-1].status_code == 429:
                break
        late = answers[-1]
        assert late.status_code == 429
        # One more every two seconds, however long the answers take.
        assert 20 <= len(answers) <= 32 + (time.monotonic() - began) / 2
        assert int(late.headers["retry-after"]) >= 1
        assert late.json()["type"] == "too-fast"
        check_answer(late)
        assert person.get("me")["name"] == "Aspasia"  # other things go on


# Frames of no content that no message is made of, each masked as browsers do.
EMPTY = {
    "pongs": b"\x8a\x80mask",
    "pings": b"\x89\x80mask",
    "texts": b"\x81\x80mask",
    "binaries": b"\x82\x80mask",
    "a text without end": b"\x00\x80mask",
    "after a long one": b"\x8a\x80mask",
}
LONG = b"\x81\xfe\xff\xffmask" + bytes(0xFFFF)  # with its head more than the 64 kB of a message, without it less


def test_frames_of_any_kind_are_counted(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    """Each of them takes its time, an empty one too: who sends thousands is hung up on."""
    with serving(new_database("sqlite"), tmp_path, rate=1) as server:
        person = server.person()
        table = person.open("me", "open")["id"]
        for kind, frame in EMPTY.items():
            live = person.live(table)
            begin = {"a text without end": b"\x01\x80mask", "after a long one": LONG}.get(kind, b"")
            with contextlib.suppress(ConnectionError):  # hung up on while he sends
                live.socket.socket.sendall(begin + frame * 2000)
            with pytest.raises(Closed):
                live.until("never")
        assert person.get("me")["name"] == "Aspasia"


def test_talking_has_a_pace_over_all_connections(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    with serving(new_database("sqlite"), tmp_path, rate=1) as server:
        person = server.person()
        table = person.open("me", "open")["id"]
        connections = [person.live(table) for _ in range(3)]
        for number in range(30):
            connections[number % 3].send(type="say", text=f"word {number}")
        refused = connections[2].until("refused")["problem"]
        assert (refused["status"], refused["type"]) == (409, "not-now")
        assert "faster" in refused["title"]


def test_other_requests_and_connections_are_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By address: whoever has used up his share is refused, somebody else is not."""
    monkeypatch.setattr("petteia.server.guard.time", types.SimpleNamespace(monotonic=lambda: 1.0))  # all in a moment
    passed: list[str] = []
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope["type"])

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def knock() -> None:
        guard = Guard(app, Settings(rate=1))
        for kind in ("http", "websocket"):
            for address in ("10.0.0.1", "10.0.0.2"):
                common = {"path": "/api/health", "client": (address, 1), "headers": [], "method": "GET"}
                for _ in range(1000 if address == "10.0.0.1" else 10):
                    await guard({"type": kind, **common}, receive, send)

    asyncio.run(knock())
    assert 200 <= passed.count("http") + passed.count("websocket") < 400
    assert passed.count("websocket") >= 10
    assert [message["status"] for message in sent if message["type"] == "http.response.start"].count(429) > 700
    closed = [message["code"] for message in sent if message["type"] == "websocket.close"]
    assert set(closed) == {4429}
    assert len(closed) > 900


def test_whoever_waits_when_the_server_stops_is_told_so() -> None:
    """Uvicorn gives up what takes longer than it waits at the end, as an upload that is still to be read: that is no
    mistake, which the log would show with its trace."""
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    async def stop() -> None:
        scope = {"type": "http", "path": "/api/saves", "client": ("10.0.0.1", 1), "headers": [], "method": "POST"}
        waiting = asyncio.create_task(Guard(app, Settings())(scope, receive, send))
        await asyncio.sleep(0)
        waiting.cancel()
        await waiting

    asyncio.run(stop())
    assert sent[0]["status"] == 503
    assert json.loads(sent[1]["body"])["type"] == "busy"


def test_cookies_that_take_long_to_read_are_not_read(lite: Server) -> None:
    """What counts is the server's own processor time: whatever else this machine does, nobody waits for longer."""
    alice = lite.person("Alice")
    assert lite.process is not None
    server = psutil.Process(lite.process.pid)
    began = sum(server.cpu_times()[:2])
    for hostile in ("\\" * 15_000, "\\a" * 7_500, "\\000" * 3_700):
        for own in (f"; petteia={alice.cookie}", ""):
            with httpx.Client(base_url=lite.address, timeout=ANSWER_TIME) as http:
                for path in ("/api/me", "/api/tables", "/api/health", "/"):
                    assert http.get(path, headers={"cookie": f'petteia="{hostile}"{own}'}).status_code == 200
                known = http.get("/api/me", headers={"cookie": f'other="{hostile}"{own}'}).json()
                assert (known is not None) == bool(own)
    assert sum(server.cpu_times()[:2]) - began < 2


# -- logs --------------------------------------------------------------------------------------------------------------


def test_no_secret_is_logged(database: str, tmp_path: pathlib.Path) -> None:
    with serving(database, tmp_path) as server:
        alice = server.person("Alice")
        table = alice.open("me", "open")["id"]
        alice.post(f"tables/{table}/nonce", nonce="00112233445566778899aabbccddeeff")
        secrets = [
            alice.cookie,
            alice.post(f"tables/{table}/invite")["secret"],
            alice.post(f"tables/{table}/seats/0/link")["secret"],
            alice.post("me/carry")["token"],
            "00112233445566778899aabbccddeeff",
        ]
        bob = server.person("Bob")
        bob.post(f"tables/{table}/join", invite=secrets[1])
        bob.post(f"tables/{table}/seats/0/take", 404, secret="wrong-secret-0123456789")
        bob.post("carry", 403, token="wrong-secret-0123456789")
        alice.post(f"tables/{table}/start")
        with alice.live(table, 0) as live:
            live.send_raw("wrong-secret-0123456789")
            live.settle()
        over = play_out([alice, bob], table)
        secrets += [over["proof"]["secret"], bob.cookie, table, "wrong-secret-0123456789"]
        alice.request("POST", "saves", 422, content=b"wrong-secret-0123456789")
        server.stop()
        output = server.output
    for secret in secrets:
        assert secret is not None
        assert secret not in output
    assert len(output.splitlines()) <= 6, output


def test_words_that_look_like_choices_do_not_reach_the_rules_by_number(lite: Server) -> None:
    """Choices are told by words only; a number is no choice."""
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = person.look(table)["to_move"]
    for choice in ("0", "1", "-1", "None", "pass pass", " pass", "PASS\n", "bid 1", "bid 1 3 3", "bid １ ３"):
        answer: Any = person.http.post(f"tables/{table}/play", json={"seat": seat, "number": 0, "choice": choice})
        assert answer.status_code in (200, 409, 422)
        if answer.status_code == 200:
            assert entries_of(lite, table)[-1]["words"] in ["pass"]
            break
