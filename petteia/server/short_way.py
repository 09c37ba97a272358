"""Uvicorn's WebSockets with a short way for what a table sends and hears all the time: plain text messages.

The way through Starlette and the WebSocket library costs more than the rules do. So whole text frames are taken apart
and put together here; all else (the handshake, pings, fragments, closing, whatever is wrong) stays theirs.

This knows Uvicorn from inside, so another version of it may break it. `try_out` shows at the start whether it works
with the one that is installed; where it does not, `wire` takes the plain way.
"""

from __future__ import annotations

import asyncio
import collections
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.utils import apply_mask

from petteia.server.pace import Pace
from petteia.server.trial import Kept, settle
from petteia.server.wire import WIRE

if TYPE_CHECKING:
    from petteia.server.door import Doorkeeper

TEXT, PING, PONG = 0x81, 0x89, 0x8A  # how a frame begins that is a whole message
MASKED = 0x80
FRAMES_A_SECOND, FRAMES_AT_ONCE = 50.0, 400.0  # of any kind that one connection may send
MOST_EARLY = 4096  # bytes that are heard from somebody who talks before he is accepted
NO_TEXT = 1007  # why a connection is closed
TOGETHER = 50  # connections that are written to before others have their turn
MUCH = 64 * 1024  # bytes that wait for somebody who does not read: asyncio's own mark
MOST_WAITING = 8  # messages that may wait until they are answered; then no more are read


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


class ShortWire(WebSocketsSansIOProtocol):
    """One connection. Once something unusual came over it, all that it hears goes the long way, frame by frame: whoever
    sends more of them than people do is hung up on."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Mailbox()  # type: ignore[assignment]
        self._rest = b""
        self._odd = False  # something unusual came: from then on frames go the long way
        self._wrong = False  # no frame at all: the long way ends it
        self._keeper: Doorkeeper | None = getattr(self.app, "keeper", None)
        rate = 1.0 if self._keeper is None else self._keeper.rate
        self._pace = Pace(FRAMES_A_SECOND * rate, FRAMES_AT_ONCE * rate) if rate else None
        self._unsent: list[bytes] = []

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the handshake was a good one
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    # -- coming and going ---------------------------------------------------------------------------------------------

    async def run_asgi(self) -> None:
        """Thousands may come at once: each waits for his turn, so that nobody else waits for all of them."""
        turn = asyncio.Event()
        _in_turn(self.loop, turn.set)
        await turn.wait()
        await super().run_asgi()
        self.scope["extensions"].pop(WIRE, None)  # else each would hold the other until Python looks for garbage

    def connection_lost(self, problem: Exception | None) -> None:
        """The same when they go. Until then nothing more is sent to them: their transports are closed."""
        self.stop_keepalive()
        self.disconnected = True
        self._waits(0)
        _in_turn(self.loop, lambda: super(ShortWire, self).connection_lost(problem))

    def shutdown(self) -> None:
        """The server stops. Whoever has gone already, and waits for his turn, cannot be told."""
        if not self.disconnected:
            super().shutdown()

    # -- hearing ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._wrong or not self.handshake_complete:
            self._odd = self.handshake_initiated  # who talks before he is accepted is an odd one
            if self._odd and len(data) > MOST_EARLY:
                self.transport.abort()
            else:
                super().data_received(data)
            return
        data, self._rest, at = self._rest + data, b"", 0
        while (found := _extent(data, at)) is not None:
            begin, end = found
            if end - begin > self.config.ws_max_size or begin > end:
                self._wrong = True
                super().data_received(data[at:])
                return
            if len(data) < end:
                break
            if self._pace is not None and not self._pace.allows():  # each takes its time here, an empty one too
                self.transport.abort()
                return
            self._take(data, at, begin, end)
            at = end
        self._rest = data[at:]

    def _take(self, data: bytes, at: int, begin: int, end: int) -> None:
        """Hears one frame."""
        self._odd = self._odd or data[at] not in (TEXT, PING, PONG)
        if self._odd or data[at] != TEXT:
            super().data_received(data[at:end])
        elif not self.close_sent:
            self._hear(apply_mask(data[begin:end], data[begin - 4 : begin]))

    def _hear(self, message: bytes) -> None:
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MOST_WAITING and not self.read_paused:
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
            self.loop.call_soon(_send_some)
        if not self._unsent:
            _TALKING.append(self)
        self._unsent.append(head + message)
        waiting = self.transport.get_write_buffer_size() + sum(map(len, self._unsent))
        if waiting > MUCH:
            self._waits(waiting)
        return waiting

    def _waits(self, size: int) -> None:
        if self._keeper is not None:
            self._keeper.unsent(self.transport, size)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._waits(0)

    def send_unsent(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    async def said(self) -> None:
        """Nothing to wait for: what goes the long way does not overtake."""

    def gone(self) -> None:
        """Nothing goes on here when the connection has ended."""

    async def send(self, message: Any) -> None:
        """What goes the long way (closing) must not overtake."""
        self.send_unsent()
        await super().send(message)


_TALKING: collections.deque[ShortWire] = collections.deque()  # those with something unsent


def _send_some() -> None:
    """Others have their turn after some: a crowd of thousands may look at one table."""
    for _ in range(min(TOGETHER, len(_TALKING))):
        _TALKING.popleft().send_unsent()
    if _TALKING:
        _TALKING[0].loop.call_soon(_send_some)


_TURNS: collections.deque[Callable[[], Any]] = collections.deque()


def _in_turn(loop: asyncio.AbstractEventLoop, deed: Callable[[], Any]) -> None:
    """Does something after all that waits for its turn already. In between, the loop sees to everything else."""
    if not _TURNS:
        loop.call_soon(_take_turn, loop)
    _TURNS.append(deed)


def _take_turn(loop: asyncio.AbstractEventLoop) -> None:
    try:
        _TURNS[0]()
    finally:
        _TURNS.popleft()
        if _TURNS:
            loop.call_soon(_take_turn, loop)


def _extent(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the content of the frame that begins at a place begins and ends; an end before it where that is none, for
    browsers mask all that they send. None as long as its head has not come."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1] - MASKED, at + 6
    if size < 0:
        return begin, at
    if size >= 126:
        more = 2 if size == 126 else 8
        begin += more
        if len(data) < at + 2 + more:
            return None
        size = int.from_bytes(data[at + 2 : at + 2 + more], "big")
    return begin, begin + size


# -- trying it out -----------------------------------------------------------------------------------------------------

_KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
_HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: trial\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()
_MASK = b"mask"
_QUESTION = bytes((TEXT, MASKED | 5)) + _MASK + apply_mask(b"hello", _MASK)
_ANSWER = bytes((TEXT, 7)) + b"welcome"


def try_out() -> None:
    """Says hello over a connection to nobody, and raises something unless it is answered the short way."""
    asyncio.run(_converse())


async def _converse() -> None:
    problems: list[Exception] = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        try:
            await receive()
            await send({"type": "websocket.accept"})
            wire: ShortWire = scope["extensions"][WIRE]
            message: Any = await wire.receive()
            if message["text"] == "hello":
                wire.say(b"welcome")
            await wire.receive()  # until it is closed
        except Exception as problem:  # Uvicorn would write it to the log
            problems.append(problem)

    config = uvicorn.Config(answer, ws="none", lifespan="off", log_config=None, ws_per_message_deflate=False)
    transport = Kept()
    wire = ShortWire(config, ServerState(), {}, asyncio.get_running_loop())
    wire.connection_made(transport)
    wire.data_received(_HANDSHAKE)
    await settle()
    wire.data_received(_QUESTION)
    await settle()
    wire.connection_lost(None)
    await settle()
    if problems:
        raise problems[0]
    if not transport.sent.startswith(b"HTTP/1.1 101 ") or not transport.sent.endswith(_ANSWER):
        raise RuntimeError("a trial message was not answered")
