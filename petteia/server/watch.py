"""What stands before everything else: counts and measures requests, and writes a line about each to the log, if wanted.

Of a path only its pattern is kept (`/api/tables/{table}`): the names of private tables are nobody's business, nor is
who asked.
"""

from __future__ import annotations

import logging
import time

from petteia.server import metrics
from petteia.server.door import Doorkeeper
from petteia.server.guard import App, Message, Receive, Scope, Send
from petteia.server.problems import Refusal

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

logger = logging.getLogger("petteia.requests")


class Watch:
    def __init__(self, app: App, keeper: Doorkeeper) -> None:
        self.app = app
        self.keeper = keeper  # the door asks it about connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._watched(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        except Exception:
            metrics.FAILURES.add(str(scope["type"]))
            raise

    async def _watched(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0  # nothing was answered: whoever asked has gone
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Refusal:
            raise
        except Exception:
            metrics.FAILURES.add("http")
            raise
        finally:
            seconds = time.perf_counter() - began
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = route_of(scope)
            metrics.REQUESTS.add(method, route, str(status))
            metrics.REQUEST_SECONDS.observe(seconds, route)
            if logger.isEnabledFor(logging.INFO):
                said = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
                logger.info("request", extra={"fields": said})


def route_of(scope: Scope) -> str:
    """The pattern of a path, of which there are few: `pages` for the browser's files, `none` for what is nothing."""
    pattern = getattr(scope.get("route"), "path", None)
    if pattern is not None:
        return f"/api{str(pattern).removeprefix('/api')}"  # whether it begins with that depends on FastAPI's release
    return "none" if str(scope["path"]).startswith("/api") else "pages"
