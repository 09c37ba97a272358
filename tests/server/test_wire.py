"""The short way of messages: put together and sent in their order."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from petteia.server.wire import Mailbox, Wire


class Line:
    """A connection that keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 100


def wire(loop: asyncio.AbstractEventLoop) -> Wire:
    """A connection after its handshake."""
    found = Wire.__new__(Wire)
    found.loop, found.transport = loop, Line()  # type: ignore[assignment]
    found.disconnected = found.close_sent = False
    found._unsent = []
    return found


def test_messages_are_sent_together_when_all_that_is_ready_has_been_done() -> None:
    async def talk() -> None:
        one, other = wire(asyncio.get_running_loop()), wire(asyncio.get_running_loop())
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


def test_a_goodbye_does_not_overtake(monkeypatch: Any) -> None:
    async def closing(self: Wire, message: Any) -> None:
        self.transport.write(b"closed")
        self.close_sent = True

    monkeypatch.setattr(WebSocketsSansIOProtocol, "send", closing)

    async def talk() -> None:
        one = wire(asyncio.get_running_loop())
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
