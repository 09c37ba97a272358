"""The door: what a connection may send and how long it may take, before anything of it is a request.

Uvicorn by itself waits for ever, and takes in whatever comes. So its HTTP is given limits here on the size and number
of headers, on the time until a request is whole and until its answer is taken, and on connections. A connection that
becomes a live table goes on being counted; what is said over it has limits of its own (`live`).

This knows Uvicorn from inside, so another version of it may break it. `try_out` shows at the start whether it works
with the one that is installed; where it does not, nobody is served: without its limits the server is not safe.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
import socket
from typing import TYPE_CHECKING, Any, cast

import httptools
import uvicorn
from uvicorn.server import ServerState

from petteia.engine.errors import PetteiaError
from petteia.server.guard import Paces
from petteia.server.reaching import is_in, source_of
from petteia.server.settings import Settings
from petteia.server.trial import Kept, settle


class UnknownUvicorn(PetteiaError):
    """The Uvicorn that is installed works differently inside."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(
            f"the limits on headers and connections do not hold with Uvicorn {uvicorn.__version__}"
            f" ({type(problem).__name__}: {problem}). Install one that Petteia knows:"
            " pip install --force-reinstall 'petteia[server]'"
        )


try:
    from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
except ImportError as problem:
    raise UnknownUvicorn(problem) from problem

if TYPE_CHECKING:
    from petteia.server.watch import Watch

LONGEST_ADDRESS = 8 * 1024  # bytes: what stands after the host
LONGEST_HEADERS = 16 * 1024  # bytes, of all headers and the address together
MOST_HEADERS = 100
MOST_AHEAD = 10  # requests that may come over a connection before the first of them is answered; browsers send one
HEADER_SECONDS = (
    10.0  # until all headers are there; from the connection on, or from the first byte of a further request
)
BODY_SECONDS = 60.0  # until the body is there
ANSWER_SECONDS = 120.0  # until the answer is sent, which waits for whoever does not read it
UNHEARD_SECONDS = 60  # that nobody acknowledges what was sent, also over a live connection
MOST_UNSENT = 256 * 1024 * 1024  # bytes that wait in this worker for all who do not read
OTHER_FILES = 200  # that a worker has open besides connections
DOOR = "petteia.server.door:Door"  # as Uvicorn names it

_TOO_MANY = 503, "Too many connections. Close some, or wait a minute, then try again."
_LATE = 408, "This took too long to arrive."
_LONG_ADDRESS = 414, "This address is too long."
_LARGE_HEADERS = 431, "These headers are too large."
_NO_REQUEST = 400, "This is no HTTP request."
_TOO_MANY_AHEAD = 429, "Too many requests at once. Wait for answers, then ask again."


class Doorkeeper:
    """Counts who is in. Proxies bring many people from one address, so their connections are counted in all alone."""

    def __init__(self, settings: Settings) -> None:
        self.most, self.most_each, self.rate = settings.connections, settings.connections_each, settings.rate
        self._proxies = settings.trusted_proxies
        self._inside: collections.Counter[str] = collections.Counter()
        self._paces = Paces(settings.rate)
        self._unsent: dict[asyncio.Transport, int] = {}  # bytes that wait for those who read slowly
        self._all_unsent = 0

    def hurries(self, host: str) -> bool:
        """Whether connections come from an address faster than anybody needs them: what they ask would be refused."""
        return not is_in(host, self._proxies) and not self._paces.allow("connections", host)

    def admits(self, host: str, already: int) -> bool:
        """Whether one more may come in from an address, where so many are in already."""
        each = is_in(host, self._proxies) or self._inside[source_of(host)] < self.most_each
        return each and already < self.most

    def unsent(self, line: asyncio.Transport, size: int) -> None:
        """So many bytes wait for somebody now. Where all together are too many, those end for whom most waits."""
        self._all_unsent += size - self._unsent.pop(line, 0)
        if size:
            self._unsent[line] = size
        while self._all_unsent > MOST_UNSENT:
            slowest = max(self._unsent, key=self._unsent.__getitem__)
            self._all_unsent -= self._unsent.pop(slowest)
            slowest.abort()

    @property
    def is_anybody_in(self) -> bool:
        return bool(self._inside)

    def enters(self, host: str) -> None:
        self._inside[source_of(host)] += 1

    def leaves(self, host: str) -> None:
        source = source_of(host)
        self._inside[source] -= 1
        if not self._inside[source]:
            del self._inside[source]


class Door(HttpToolsProtocol):
    """One connection, until it ends or becomes a live one."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._shut = False
        self._head: int | None = 0  # bytes of headers so far; none while they are all there
        self._refusal: tuple[int, str] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unanswered: collections.deque[RequestResponseCycle] = collections.deque()
        already = len(self.connections)
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._keeper = cast("Watch", self.app).keeper
        admitted = self._keeper.admits(self._host, already)
        self._keeper.enters(self._host)
        if self._keeper.hurries(self._host):  # nothing is heard or said: that would cost more than to come again
            self._shut = True
            transport.abort()
            return
        _let_go_when_unheard(transport)
        if admitted:
            self._wait(HEADER_SECONDS)
        else:
            self._turn_away(*_TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._keeper.unsent(self.transport, 0)
        self._keeper.leaves(self._host)
        for cycle in self._unanswered:  # Uvicorn tells the last one alone, and the first would write to nobody
            cycle.disconnected = True
            cycle.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)

    # -- what comes ----------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._shut:
            return
        self._unset_keepalive_if_required()
        if self._head is not None:
            self._head += len(data)
            if self._timer is None:
                self._wait(HEADER_SECONDS)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                self._answer_as_the_last()
            return
        except httptools.HttpParserError:
            self._turn_away(*(self._refusal or _NO_REQUEST))
            return
        if self._head is not None and self._head > LONGEST_HEADERS:
            self._turn_away(*_LARGE_HEADERS)

    def _answer_as_the_last(self) -> None:
        """To become anything else than a live connection nobody has to agree: it is answered as it is. But the parser
        has stopped there, and would take a body that comes later for another request: a guest could have a proxy send
        one that is nobody's. So nothing more is heard."""
        self._shut = True
        if self.cycle is not None:
            self.cycle.keep_alive = False

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._size = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._take(len(url))
        if len(self.url) > LONGEST_ADDRESS:
            self._stop(_LONG_ADDRESS)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._take(len(name) + len(value))
        if len(self.headers) > MOST_HEADERS:
            self._stop(_LARGE_HEADERS)

    def _take(self, size: int) -> None:
        self._size += size
        if self._size > LONGEST_HEADERS:
            self._stop(_LARGE_HEADERS)

    def _stop(self, refusal: tuple[int, str]) -> None:
        """Stops the parser, which takes this for a mistake in the request."""
        self._refusal = refusal
        raise ValueError(refusal[1])

    def on_headers_complete(self) -> None:
        self._head = None
        if len(self._unanswered) > MOST_AHEAD:
            self._stop(_TOO_MANY_AHEAD)
        self._wait(BODY_SECONDS)
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # else it becomes a live connection
            self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        self._head = 0
        answered = self.cycle is not None and self.cycle.response_complete
        self._wait(HEADER_SECONDS if answered else ANSWER_SECONDS)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._unanswered.popleft()
        if self._head is not None:  # else the rest of the request is still to come
            self._stop_waiting()
        super().on_response_complete()

    # -- what goes -----------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._keeper.unsent(self.transport, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._keeper.unsent(self.transport, 0)

    # -- becoming a live connection ------------------------------------------------------------------------------------

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection over. Whoever has it then hears of its end, and it is counted until then."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        live: Any = self.transport.get_protocol()
        lost = live.connection_lost

        def connection_lost(exc: Exception | None) -> None:
            self._keeper.leaves(self._host)
            lost(exc)

        live.connection_lost = connection_lost

    # -- turning away --------------------------------------------------------------------------------------------------

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._late)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        self._timer = None
        if self._head == 0:  # nobody asks anything, or nobody takes the answer
            self.transport.abort()
        else:
            self._turn_away(*_LATE)

    def _turn_away(self, status: int, words: str) -> None:
        """Says why, and hears nothing more."""
        self._shut = True
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            lines = [
                STATUS_LINE[status].rstrip(),
                b"content-type: text/plain; charset=utf-8",
                b"content-length: %d" % len(words),
                b"connection: close",
            ]
            self.transport.write(b"\r\n".join([*lines, b"", words.encode()]))
        self.transport.close()


def _let_go_when_unheard(transport: asyncio.Transport) -> None:
    """Linux ends a connection where nobody takes what was sent; other systems wait for longer."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    connection = transport.get_extra_info("socket")
    if option is not None and connection is not None:
        with contextlib.suppress(OSError):  # no TCP
            connection.setsockopt(socket.IPPROTO_TCP, option, 1000 * UNHEARD_SECONDS)


def make_room(settings: Settings) -> Settings:
    """Lets this process have as many connections as the settings say; where it may not, the settings follow."""
    try:
        import resource
    except ImportError:  # Windows
        return settings
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + OTHER_FILES
    if soft < wanted and soft != resource.RLIM_INFINITY:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    return dataclasses.replace(settings, connections=max(1, soft - OTHER_FILES))


# -- trying it out -----------------------------------------------------------------------------------------------------

_GET = b"GET / HTTP/1.1\r\nHost: trial\r\n"
_UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"


def try_out() -> None:
    """Talks over connections to nobody: one is answered, one is turned away, and one becomes a live one. Raises
    UnknownUvicorn unless all of that works, and everybody is counted."""
    try:
        asyncio.run(_converse())
    except Exception as problem:
        raise UnknownUvicorn(problem) from problem


class _Trial:
    """An application that answers, and has a keeper as `Watch` has."""

    def __init__(self) -> None:
        self.keeper = Doorkeeper(Settings())
        self.problems: list[Exception] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await receive()
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        except Exception as problem:  # Uvicorn would write it to the log
            self.problems.append(problem)


class _Live(asyncio.Protocol):
    """What a connection becomes."""

    def __init__(self, config: object, server_state: object, app_state: object) -> None:
        pass


async def _converse() -> None:
    app = _Trial()
    config = uvicorn.Config(app, interface="asgi3", ws=_Live, lifespan="off", log_config=None, proxy_headers=False)
    for request, status in ((_GET, 204), (_GET + b"X: y\r\n" * MOST_HEADERS, 431), (_GET + _UPGRADE, None)):
        transport = Kept()
        door = Door(config, ServerState(), {}, asyncio.get_running_loop())
        transport.set_protocol(door)
        door.connection_made(transport)
        door.data_received(request + b"\r\n")
        await settle()
        if status is not None and not transport.sent.startswith(b"HTTP/1.1 %d " % status):
            raise RuntimeError(f"a trial request was answered {transport.sent[:20]!r} instead of {status}")
        if isinstance(transport.get_protocol(), _Live) != (status is None):
            raise RuntimeError("a trial connection did not become a live one")
        if not app.keeper.is_anybody_in:
            raise RuntimeError("a trial connection was not counted")
        transport.get_protocol().connection_lost(None)
        if app.keeper.is_anybody_in:
            raise RuntimeError("a trial connection is counted after its end")
    if app.problems:
        raise app.problems[0]
