"""What stands before every request: limits on sizes and rates, where requests may come from and whom they may be meant
for, and security headers. (What stands before that, while a request is not whole yet, is the `door`.)"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from petteia.match.files import LONGEST_SAVE
from petteia.server import metrics
from petteia.server.problems import Refusal
from petteia.server.reaching import is_own_name, own_names, source_of
from petteia.server.settings import Settings
from petteia.server.turns import Turns
from petteia.server.words import language_of

COOKIE = "petteia"
_OWN_COOKIE = re.compile(rb"petteia=[0-9A-Za-z_-]{1,100}")
LONGEST_BODY = 64 * 1024
MOST_KNOWN = 20_000  # addresses whose pace is remembered

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

# How many requests of a kind one address may make: so many a second on average, so many at once. A hello is a greeting
# of a live table, which is answered with the whole table: by people, and by whoever said no name. Connections are new
# ones, which the `door` counts: twice as many as requests.
PACES = {
    "people": (0.5, 30.0),
    "saves": (0.2, 10.0),
    "tables": (1.0, 30.0),
    "other": (30.0, 200.0),
    "hello": (5.0, 100.0),
    "hello of a stranger": (1.0, 30.0),
    "connections": (60.0, 400.0),
    "talk": (1.0, 15.0),  # of one person
}
# Requests of kinds of their own; whatever opens a table counts alike.
KINDS = {"/api/people": "people", "/api/saves": "saves", "/api/tables": "tables"}
OPENING = re.compile(r"/api/(tables/[^/]+/(fork|rematch)|games/[^/]+/guide|campaigns/[^/]+)")
# What takes as long as so many others, by the end of its address: whole games and lists, another name at many tables.
COSTS = {
    "GET log": 5.0,
    "GET sheet": 3.0,
    "GET save": 2.0,
    "GET tables": 3.0,
    "GET export": 10.0,
    "GET openapi.json": 5.0,
    "POST undo": 4.0,
    "POST qr": 10.0,
    "PATCH me": 50.0,
}
# What waits for something else than this worker has no turn here: it would keep its own from theirs.
WAITING = ("hint", "saves", "export", "health", "ready")


class Paces:
    """Who asks how fast, by address: a bucket that fills with time and loses what each request costs."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allow(self, kind: str, host: str, cost: float = 1.0) -> bool:
        if not self._rate:
            return True
        each_second, burst = (amount * self._rate for amount in PACES[kind])
        now, key = time.monotonic(), (source_of(host), kind)
        left, at = self._left.pop(key, (burst, now))
        left = min(burst, left + (now - at) * each_second)
        self._left[key] = (left - cost if left >= cost else left, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= cost


class Guard:
    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.origins = {origin.strip().rstrip("/") for origin in settings.origins.split(",") if origin.strip()}
        self.names = own_names(settings)
        self.paces, self.turns = Paces(settings.rate), Turns()
        # It asks proxies for whom they ask.
        trusted = [str(network) for network in settings.trusted_proxies]
        self._entrance: Any = ProxyHeadersMiddleware(self._enter, trusted)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            await self._entrance(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["headers"] = _with_own_cookie(scope["headers"])
        headers = dict(scope["headers"])
        try:
            self._check_host(headers)
            self._check_origin(scope, headers)
            self._check_pace(scope)
            if scope["type"] == "http":
                receive = self._limited(scope, headers, receive)
        except Refusal as problem:
            await self._refuse(scope, receive, send, problem)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        started = False
        turn = contextlib.AsyncExitStack()

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_headers(str(scope["path"]))]
                await turn.aclose()  # the answer is made: whoever takes it slowly keeps nobody waiting
            await send(message)

        try:
            async with turn:
                if self.settings.rate and _last(str(scope["path"])) not in WAITING:
                    receive = await _whole(receive)
                    await turn.enter_async_context(self.turns.turn(_host(scope)))
                await self.app(scope, receive, sending)
        except Refusal as problem:
            if started:
                raise
            await self._refuse(scope, receive, send, problem)
        except asyncio.CancelledError:  # the server stops, and has waited for this long enough
            if not started:
                await self._refuse(scope, receive, send, Refusal(503, "busy", "busy"))

    def _check_host(self, headers: dict[bytes, bytes]) -> None:
        """Whoever made a name of his own lead here would have his page taken for ours. Programs may give none."""
        host = headers.get(b"host", b"").decode("latin-1")
        if host and not is_own_name(host, self.names):
            raise Refusal(421, "other-host", "other_host", host=host[:100])

    def _check_origin(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        """A page from elsewhere may not act in a person's name. Programs that are no browser send no origin."""
        origin = headers.get(b"origin", b"").decode("latin-1")
        reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not origin or reading or origin in self.origins:
            return
        try:
            host = urlsplit(origin).netloc
        except ValueError:
            host = ""
        if not host or host != headers.get(b"host", b"").decode("latin-1"):
            raise Refusal(403, "other-origin", "other_origin")

    def _check_pace(self, scope: Scope) -> None:
        path, kind, cost = str(scope["path"]), "other", 1.0
        if scope["type"] == "http":
            if scope["method"] == "POST":
                kind = "tables" if OPENING.fullmatch(path) else KINDS.get(path, "other")
            cost = COSTS.get(f"{scope['method']} {_last(path)}", 1.0) if kind == "other" else 1.0
        if not self.paces.allow(kind, _host(scope), cost):
            raise Refusal(429, "too-fast", "too_fast")

    def _limited(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> Receive:
        """Stops a body that is longer than anything sensible, also one that does not say how long it is."""
        limit = LONGEST_SAVE if scope["path"] == "/api/saves" else LONGEST_BODY
        said = headers.get(b"content-length", b"0")
        too_long = Refusal(413, "too-long", "too_long", limit=limit // 1024)
        if not said.isdigit() or int(said) > limit:
            raise too_long
        received = 0

        async def receiving() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise too_long
            return message

        return receiving

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, problem: Refusal) -> None:
        metrics.REFUSALS.add(problem.kind)
        if scope["type"] == "websocket":
            await receive()
            # Before the handshake: a page is answered 403 and hears no code (those it hears: `models.Closing`).
            await send({"type": "websocket.close", "code": 4400 + problem.status % 100, "reason": problem.kind})
            return
        extra = [(b"content-type", b"application/problem+json")]
        if problem.status == 429:
            # The next one has to come through the door again, which costs less than to refuse it here.
            extra += [(b"retry-after", b"5"), (b"connection", b"close")]
        headers = [*_headers(str(scope["path"])), *extra]
        body = orjson.dumps(problem.as_json(language_of(scope)))
        await send({"type": "http.response.start", "status": problem.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _with_own_cookie(headers: Headers) -> Headers:
    """Of all cookies only ours is passed on, and only where it can be one: to read what stands in quotation marks takes
    Python, before 3.11.10 and 3.12.5, time by the square of its length, a second for 16 kB."""
    crumbs = [crumb.strip() for name, value in headers if name == b"cookie" for crumb in value.split(b";")]
    own = [crumb for crumb in crumbs if _OWN_COOKIE.fullmatch(crumb)]
    return [
        *((name, value) for name, value in headers if name != b"cookie"),
        *((b"cookie", crumb) for crumb in own[-1:]),
    ]


async def _whole(receive: Receive) -> Receive:
    """Waits for the whole body: whoever sends it slowly keeps nobody waiting either."""
    messages = [await receive()]
    while messages[-1].get("more_body"):
        messages.append(await receive())

    async def again() -> Message:
        return messages.pop(0) if messages else await receive()

    return again


def _host(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _headers(path: str) -> list[tuple[bytes, bytes]]:
    found = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    if path.startswith("/api"):
        found.append((b"cache-control", b"no-store"))
    elif path.startswith("/assets/"):  # their names change with what is in them
        found.append((b"cache-control", b"public, max-age=31536000, immutable"))
    else:
        found.append((b"cache-control", b"no-cache"))
    return found
