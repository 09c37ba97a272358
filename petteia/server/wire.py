"""Uvicorn's WebSockets with a short way for what a table sends and hears all the time: plain text messages.

The way through Starlette and the WebSocket library costs more than the rules do. So whole text frames are taken apart
and put together here; all else (the handshake, pings, fragments, closing, whatever is wrong) stays theirs.
"""

from __future__ import annotations

import asyncio
import collections
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

TEXT, PING, PONG = 0x81, 0x89, 0x8A  # how a frame begins that is a whole message
MASKED = 0x80
NO_TEXT = 1007  # why a connection is closed
MOST_HEARD = 8  # messages that may wait until they are answered; then no more are read
WIRE = "petteia.wire"  # the ASGI extension by which the application finds it


class Mailbox:
    """As much of `asyncio.Queue` as one connection needs, which one task reads from."""

    __slots__ = ("_awaited", "_messages")

    def __init__(self) -> None:
        self._messages: collections.deque[Any] = collections.deque()
        self._awaited: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._messages.popleft()

    def qsize(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        return not self._messages


class Wire(WebSocketsSansIOProtocol):
    """One connection. Once something unusual came over it, all that it hears goes the long way."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Mailbox()  # type: ignore[assignment]
        self._rest = b""
        self._odd = False
        self._unsent: list[bytes] = []

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the handshake was a good one
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    # -- hearing ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._odd or not self.handshake_complete:
            self._odd = self.handshake_initiated  # who talks before he is accepted is an odd one
            super().data_received(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        while len(data) >= 2:
            begin, end = _extent(data)
            if not end:
                self._odd = True
                super().data_received(data)
                return
            if len(data) < end:
                break
            if data[0] != TEXT:
                super().data_received(data[:end])
            elif not self.close_sent:
                self._hear(apply_mask(data[begin:end], data[begin - 4 : begin]))
            data = data[end:]
        self._rest = data

    def _hear(self, message: bytes) -> None:
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MOST_HEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # -- saying -------------------------------------------------------------------------------------------------------

    def say(self, message: bytes) -> int:
        """Sends a text message, in UTF-8, as soon as all that is ready now has been done: messages to many browsers
        wake whoever carries them once instead of one by one. How many bytes wait to be sent."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return 0
        size = len(message)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not _TALKING:
            self.loop.call_soon(_send_all)
        if not self._unsent:
            _TALKING.append(self)
        self._unsent.append(head + message)
        return self.transport.get_write_buffer_size() + sum(map(len, self._unsent))

    def send_unsent(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    async def send(self, message: Any) -> None:
        """What goes the long way (closing) must not overtake."""
        self.send_unsent()
        await super().send(message)


_TALKING: list[Wire] = []  # those with something unsent


def _send_all() -> None:
    wires = _TALKING[:]
    _TALKING.clear()
    for wire in wires:
        wire.send_unsent()


def _extent(data: bytes) -> tuple[int, int]:
    """Where the content of the first frame begins and ends; end 0 where it is not one of the usual frames."""
    size = data[1] - MASKED
    if not 0 <= size < 127 or data[0] not in (TEXT, PING, PONG):
        return 0, 0
    if size < 126:
        return 6, 6 + size
    if data[0] != TEXT:
        return 0, 0  # too long for what it is
    return 8, 8 + int.from_bytes(data[2:4], "big") if len(data) >= 4 else 8
