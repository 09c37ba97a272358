"""How messages get to a browser and from it.

They go the short way (`short_way`) where the Uvicorn that is installed is one that it knows from inside, else the plain
way through Starlette.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import importlib
import logging
from typing import Any, Protocol

import uvicorn
from fastapi import WebSocket, WebSocketDisconnect

WIRE = "petteia.wire"  # the ASGI extension by which the application finds the short way
SHORT, PLAIN = "petteia.server.short_way:ShortWire", "auto"  # as Uvicorn names them

logger = logging.getLogger("petteia")


class Wire(Protocol):
    """One connection."""

    def say(self, message: bytes) -> int:
        """Sends a text message, in UTF-8; how many bytes wait to be sent."""

    async def said(self) -> None:
        """Waits until nothing that is sent now can overtake what was said."""

    async def receive(self) -> Any:
        """The next ASGI message."""

    def gone(self) -> None:
        """Ends what is still going on when the connection has ended."""


class PlainWire:
    """A connection by Starlette alone. Messages wait here until it has sent those before."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._unsent: collections.deque[bytes] = collections.deque()
        self._waiting = 0  # bytes
        self._sending: asyncio.Task[None] | None = None

    def say(self, message: bytes) -> int:
        self._unsent.append(message)
        self._waiting += len(message)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())
        return self._waiting

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have gone already
            while self._unsent:
                message = self._unsent.popleft()
                await self._socket.send_text(message.decode())
                self._waiting -= len(message)

    async def said(self) -> None:
        if self._sending is not None:
            await asyncio.wait([self._sending])

    async def receive(self) -> Any:
        return await self._socket.receive()

    def gone(self) -> None:
        if self._sending is not None:
            self._sending.cancel()


def wire_of(socket: WebSocket) -> Wire:
    """The way to a browser."""
    short: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
    return short or PlainWire(socket)


def protocol() -> str:
    """The WebSockets that Uvicorn is to serve."""
    try:
        importlib.import_module("petteia.server.short_way").try_out()
    except Exception as problem:  # whatever another Uvicorn does differently
        logger.warning(
            "Petteia does not know Uvicorn %s from inside: messages go the plain way, which is slower (%s: %s)",
            uvicorn.__version__,
            type(problem).__name__,
            problem,
        )
        return PLAIN
    return SHORT
