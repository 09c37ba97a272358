"""The short way of messages: put together and sent in their order. Where Uvicorn is an unknown one, the plain way."""

from __future__ import annotations

import asyncio
import logging
import pathlib
import sys
from collections.abc import Callable
from typing import Any

import pytest
import table_clients
from table_clients import Closed, serving, words_of
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from petteia.server import wire
from petteia.server.door import Doorkeeper
from petteia.server.models import ClosedForNow
from petteia.server.settings import Settings
from petteia.server.short_way import MUCH, Mailbox, ShortWire


class Kept:
    """A connection that keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 100


def connected(loop: asyncio.AbstractEventLoop) -> ShortWire:
    """A connection after its handshake."""
    found = ShortWire.__new__(ShortWire)
    found.loop, found.transport = loop, Kept()  # type: ignore[assignment]
    found.disconnected = found.close_sent = False
    found._unsent, found._keeper = [], Doorkeeper(Settings())
    return found


def test_messages_are_sent_together_when_all_that_is_ready_has_been_done() -> None:
    async def talk() -> None:
        one, other = connected(asyncio.get_running_loop()), connected(asyncio.get_running_loop())
        assert one.say(b"first") == 100 + 7
        assert other.say(b"x" * 200) == 100 + 204
        assert one.say(b"second") == 100 + 7 + 8
        assert not one.transport.sent
        assert not other.transport.sent
        await asyncio.sleep(0)
        assert one.transport.sent == [b"\x81\x05first\x81\x06second"]
        assert other.transport.sent == [b"\x81\x7e\x00\xc8" + b"x" * 200]
        one.say(b"third")
        await asyncio.sleep(0)
        assert one.transport.sent[1:] == [b"\x81\x05third"]
        assert len(other.transport.sent) == 1

    asyncio.run(talk())


def test_what_waits_for_whoever_does_not_read_is_counted() -> None:
    async def talk() -> None:
        one = connected(asyncio.get_running_loop())
        keeper, one.writable = one._keeper, asyncio.Event()
        assert keeper is not None
        one.say(b"x" * 1000)
        assert keeper._all_unsent == 0
        one.say(b"x" * MUCH)
        assert keeper._all_unsent == 100 + 1004 + MUCH + 10
        one.resume_writing()
        assert keeper._all_unsent == 0

    asyncio.run(talk())


def test_who_come_and_go_take_turns_with_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred at once: each of them waits for those before, and nobody else does. None of them can be written to any
    more, also not when the server stops meanwhile."""
    gone: list[ShortWire] = []
    monkeypatch.setattr(ShortWire, "stop_keepalive", lambda self: None)
    monkeypatch.setattr(WebSocketsSansIOProtocol, "connection_lost", lambda self, problem: gone.append(self))
    monkeypatch.setattr(WebSocketsSansIOProtocol, "shutdown", lambda self: self.transport.write(b"goodbye"))

    async def drop() -> None:
        wires = [connected(asyncio.get_running_loop()) for _ in range(100)]
        for one in wires:
            one.connection_lost(None)
        for others in range(10):
            await asyncio.sleep(0)
            assert len(gone) <= others + 1
        for one in wires:
            one.say(b"are you there?")
            one.shutdown()
        for _ in range(200):
            await asyncio.sleep(0)
        assert gone == wires
        assert not any(one.transport.sent for one in wires)

    asyncio.run(drop())


def test_a_goodbye_does_not_overtake(monkeypatch: Any) -> None:
    async def closing(self: ShortWire, message: Any) -> None:
        self.transport.write(b"closed")
        self.close_sent = True

    monkeypatch.setattr(WebSocketsSansIOProtocol, "send", closing)

    async def talk() -> None:
        one = connected(asyncio.get_running_loop())
        one.say(b"why")
        await one.send({"type": "websocket.close"})
        assert one.transport.sent == [b"\x81\x03why", b"closed"]
        assert one.say(b"too late") == 0
        await asyncio.sleep(0)
        assert one.transport.sent == [b"\x81\x03why", b"closed"]

    asyncio.run(talk())


def test_a_mailbox_keeps_the_order_and_wakes_its_reader() -> None:
    async def read() -> None:
        box = Mailbox()
        box.put_nowait(1)
        box.put_nowait(2)
        assert (box.qsize(), box.empty()) == (2, False)
        assert [await box.get(), await box.get()] == [1, 2]
        reader = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        assert not reader.done()
        box.put_nowait(3)
        box.put_nowait(4)
        assert await reader == 3
        # A reader that gave up leaves nothing behind that the next one could miss.
        assert await box.get() == 4
        gone = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        box.put_nowait(5)
        assert await box.get() == 5

    asyncio.run(read())


# -- an Uvicorn that is not known from inside --------------------------------------------------------------------------


def test_the_short_way_is_taken_with_the_uvicorn_that_is_installed(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "petteia"):
        assert wire.protocol() == wire.SHORT
    assert not caplog.messages


def _no_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The handshake has another name."""
    monkeypatch.delattr(ShortWire, "handle_connect")


def _other_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are not waited for where they are put."""
    monkeypatch.setattr(WebSocketsSansIOProtocol, "receive", lambda self: asyncio.sleep(0, {"type": "websocket.other"}))


def _nothing_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was moved elsewhere."""
    monkeypatch.delitem(sys.modules, "petteia.server.short_way")
    monkeypatch.setitem(sys.modules, WebSocketsSansIOProtocol.__module__, None)


@pytest.mark.parametrize("change", [_no_handshake, _other_messages, _nothing_there])
def test_an_unknown_inside_is_found_out(
    change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    change(monkeypatch)
    with caplog.at_level(logging.WARNING, "petteia"):
        assert wire.protocol() == wire.PLAIN
    (said,) = caplog.messages
    assert "messages go the plain way" in said


OTHER_UVICORN = """
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as Inside

def refuse(*_, **__):
    raise TypeError("no class can be made out of this one")

Inside.__init_subclass__ = classmethod(refuse)
from petteia.cli import main
main()
"""


def test_a_table_is_played_the_plain_way(
    monkeypatch: pytest.MonkeyPatch, new_database: Callable[[str], str], tmp_path: pathlib.Path
) -> None:
    monkeypatch.setattr(table_clients, "petteia", lambda: [sys.executable, "-c", OTHER_UVICORN])
    with serving(new_database("sqlite"), tmp_path) as server:
        assert "messages go the plain way" in server.output
        people = [server.person("Alice"), server.person("Bob")]
        table = people[0].open("me", "open", listed=True)["id"]
        people[1].post(f"tables/{table}/join")
        people[0].post(f"tables/{table}/start")
        with people[0].live(table, 0) as one, people[1].live(table, 1) as other:
            for _ in range(10):
                mover = people[0].look(table)["to_move"]
                moment = people[mover].now(table, mover)
                played = (one, other)[mover].play(mover, moment["number"], words_of(moment)[0])
                assert played["type"] == "played"
            one.settle()
            other.settle()
            assert one.moment == people[0].now(table, 0)
            assert other.moment == people[1].now(table, 1)
            one.send(type="say", text="well played")
            assert other.until("chat")["chat"]["text"] == "well played"
            one.send_raw("nonsense")
            assert one.until("refused")["problem"]["status"] == 422
            server.stop()
            with pytest.raises(Closed) as ended:
                other.until("never")
            assert ended.value.code == ClosedForNow.RESTARTS
