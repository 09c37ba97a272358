"""The live connection: a welcome with everything, nothing missed, and an end with a reason."""

from __future__ import annotations

import contextlib
import json
import pathlib
import socket
import time
from collections.abc import Callable
from typing import BinaryIO

import pytest
from table_clients import ANSWER_TIME, Closed, Live, Person, Server, mine_to_move, play_out, serving, words_of


def test_the_welcome_holds_everything(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    with alice.live(table, 0) as live:
        assert live.moment is None
        assert live.log == live.chat == []
        assert live.table["id"] == table
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    alice.post(f"tables/{table}/chat", text="one")
    play_out([alice, bob], table, moves=5)
    for seat, person in enumerate((alice, bob)):
        for lang in ("en", "de", "it"):
            with person.live(table, seat, lang) as live:
                assert live.moment == person.now(table, seat, lang)
                assert live.log == person.get(f"tables/{table}/log", seat=seat, lang=lang)
                assert live.chat == person.get(f"tables/{table}/chat")
                found = person.look(table)
                assert live.table["seats"][seat]["online"]
                assert {**live.table, "watching": 0} == {**found, "watching": 0, "seats": live.table["seats"]}


def test_a_language_and_other_eyes_without_a_new_connection(alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    with alice.live(table, 0) as live:
        prompts = {live.hello(0, lang)["moment"]["prompt"]["text"] for lang in ("en", "de", "it")}
        assert len(prompts) == 3
        assert {live.hello(seat)["moment"]["seat"] for seat in (0, 1, None, 4)} == {0, 1, None}
        live.hello(0, "de")
        seat = live.table["to_move"]
        moment = alice.now(table, seat)
        alice.play(table, seat, moment["number"], words_of(moment)[0])
        told = live.until("moment")["moment"]
        assert told == alice.now(table, 0, "de")


def test_after_a_lost_connection_nothing_is_missing(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", "random", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    faithful = alice.live(table, 0)
    known: list[dict[str, object]] = []
    for lost in range(4):
        with alice.live(table, 0) as live:
            assert live.log[: len(known)] == known
            last = max((int(str(line["number"])) for line in known), default=-1)
            assert [line for line in live.log if line["number"] > last] == live.log[len(known) :]
            play_out([alice, bob], table, seed=lost, moves=3)
            live.settle()
            known = live.log
            live.socket.socket.close() if lost % 2 else live.close()  # politely, or as a train does in a tunnel
        play_out([alice, bob], table, seed=lost, moves=3)
    with alice.live(table, 0) as live:
        faithful.settle()
        assert live.log == faithful.log
        assert live.moment == faithful.moment


def test_who_is_there(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    with alice.live(table, 0) as live:
        with bob.live(table, 1):
            live.until(lambda one: one["type"] == "presence" and one["online"] == [True, True])
        live.until(lambda one: one["type"] == "presence" and one["online"] == [True, False])
    alice.wait(table, lambda found: not any(seat["online"] for seat in found["seats"]))


def test_a_table_that_one_may_not_see(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open")["id"]
    for person in (bob, Person(server, None)):
        for name in (table, "k3v9x2m4p8qa", "x", "%00", "..", "a" * 500):
            with pytest.raises(Closed) as closed:
                person.live(name)
            assert closed.value.code == 4404


def test_no_hello(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", "open")["id"]
    began = time.monotonic()
    with Live(lite, table, person.cookie) as live:
        with pytest.raises(Closed) as closed:
            live.receive()
        assert closed.value.code == 4408
        assert time.monotonic() - began > 5


def test_before_the_hello_nothing_is_played(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = person.look(table)["to_move"]
    with Live(lite, table, person.cookie) as live:
        assert live.play(seat, 0, "pass")["problem"]["status"] == 409
        live.send(type="ping")
        live.until("pong")
        assert live.hello(seat)["moment"]["number"] == 0


def test_a_thinking_bot_is_shown_as_such(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    with serving(new_database("sqlite"), tmp_path, bot_pause=60) as server:
        person = server.person()
        table = person.open("me", "random", start=True)["id"]
        decided = False  # before that, a bot that begins keeps nobody waiting
        while mine_to_move(found := person.look(table)) is not None or not decided:
            if mine_to_move(found) is not None:
                assert not found["thinking"]
                moment = person.now(table, 0)
                person.play(table, 0, moment["number"], words_of(moment)[0])
                decided = True
        assert found["thinking"]
        assert found["seats"][found["to_move"]]["kind"] == "bot"
        assert person.http.get("health").status_code == 200
        assert person.look(table)["thinking"]  # others do not wait for it


def test_a_browser_that_does_not_keep_up_is_let_go(lite: Server) -> None:
    """It reads nothing: others are told without delay, and it is closed when it looks again."""
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, listed=True, start=True)["id"]
    slow = _raw(lite, table)
    slow.sendall(_frame(json.dumps({"type": "hello"}).encode()))
    with person.live(table, 0) as live:
        longest = 0.0
        for _ in range(260):
            assert live.moment is not None
            seat = live.moment["to_move"]
            if live.moment["seat"] != seat:
                live.hello(seat)
            began = time.monotonic()
            live.play(seat, live.moment["number"], words_of(live.moment)[-1])
            live.settle()
            undone = person.post(f"tables/{table}/undo", seat=seat, number=live.moment["number"])
            longest = max(longest, time.monotonic() - began)
            live.until(
                lambda one, number=undone["number"]: one["type"] == "moment" and one["moment"]["number"] == number
            )
        assert longest < ANSWER_TIME / 2
    slow.settimeout(ANSWER_TIME)
    received, goodbye = b"", b"\x88\x02" + (4413).to_bytes(2)
    with contextlib.suppress(ConnectionError, TimeoutError):
        while not received.endswith(goodbye) and (chunk := slow.recv(1 << 20)):
            received += chunk
    slow.close()
    assert b'"welcome"' in received
    assert received.endswith(goodbye), f"{len(received)} bytes, the last {received[-20:]!r}"


def test_messages_come_in_pieces_and_together(lite: Server) -> None:
    """However the network cuts them, and however a browser frames them, each gets its answer, in its order."""
    table = lite.person().open("me", "open", listed=True)["id"]
    ping = json.dumps({"type": "ping"}).encode()
    long = json.dumps({"type": "ping", "x": "x" * 300}).encode()  # longer than a short frame; not understood
    mask = b"\x01\x02\x03\x04"
    with contextlib.closing(_raw(lite, table)) as raw, raw.makefile("rb") as file:
        raw.settimeout(ANSWER_TIME)
        for byte in _frame(json.dumps({"type": "hello"}).encode()):
            raw.sendall(bytes([byte]))
        assert [json.loads(_answer(file)[1])["type"] for _ in range(2)] == ["welcome", "presence"]
        hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(ping))
        raw.sendall(_frame(ping) * 2 + bytes([0x81, 0x80 | len(ping)]) + mask + hidden + _frame(ping)[:5])
        raw.sendall(_frame(ping)[5:] + bytes([0x81, 0xFE]) + len(long).to_bytes(2) + bytes(4) + long)
        assert [json.loads(_answer(file)[1])["type"] for _ in range(5)] == ["pong"] * 4 + ["refused"]
        raw.sendall(bytes([0x89, 0x82, 0, 0, 0, 0]) + b"hi" + _frame(ping))
        assert [_answer(file) for _ in range(2)] == [(0x8A, b"hi"), (0x81, b'{"type":"pong"}')]
        raw.sendall(b"\x01" + _frame(ping[:4])[1:] + b"\x80" + _frame(ping[4:])[1:] + _frame(ping))
        assert [_answer(file)[1] for _ in range(2)] == [b'{"type":"pong"}'] * 2
    with contextlib.closing(_raw(lite, table)) as raw, raw.makefile("rb") as file:
        raw.settimeout(ANSWER_TIME)
        raw.sendall(_frame(b"\xff\xfe") + _frame(ping))
        assert _answer(file) == (0x88, (1007).to_bytes(2))
        assert file.read() == b""


def _answer(file: BinaryIO) -> tuple[int, bytes]:
    """The next frame of a server: how it begins, and what is in it."""
    first, size = file.read(2)
    if size > 125:
        size = int.from_bytes(file.read(2 if size == 126 else 8))
    return first, file.read(size)


def _raw(server: Server, table: str) -> socket.socket:
    """A WebSocket without a library, that reads only when it wants to, with little room for what waits."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.connect(("127.0.0.1", server.port))
    found.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    said = b""
    while b"\r\n\r\n" not in said:
        said += found.recv(1)
    assert b"101" in said.split(b"\r\n")[0]
    return found


def _frame(data: bytes) -> bytes:
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data
