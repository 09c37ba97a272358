"""How the command line reaches the interface of administrators: at the server that runs, or where none does, by the
same code in its own process on the database itself.

A SQLite file belongs to the server that runs. That one leaves a note beside it, which only its owner can read: where it
is, and a token. On PostgreSQL the command line is one more worker, and the others hear of what it does.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import getpass
import json
import os
import pathlib
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

from petteia.engine.errors import PetteiaError
from petteia.games import NAMES
from petteia.preparing import Workshop
from petteia.server.people import new_secret
from petteia.server.reaching import EVERYWHERE
from petteia.server.settings import Settings
from petteia.server.store import Store, migrate
from petteia.server.store.locking import InUse, sole_server
from petteia.server.tables.hall import Hall

PATIENCE = 600.0  # seconds: to vacuum a large database takes its time


class NotDone(PetteiaError):
    """What an administrator asked for was refused, or nobody answers."""


# -- the note beside the database --------------------------------------------------------------------------------------


def _note(database: pathlib.Path) -> pathlib.Path:
    return pathlib.Path(f"{database.resolve()}.admin")


@contextlib.contextmanager
def noted(settings: Settings) -> Iterator[None]:
    """While the server runs, its owner finds it by a note beside the file of the database."""
    if settings.file is None:
        yield
        return
    note = _note(settings.file)
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    with contextlib.suppress(OSError):  # what is left from a crash
        note.unlink()
    with open(os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump({"address": address, "token": settings.admin_token}, file)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            note.unlink()


def with_token(settings: Settings) -> Settings:
    """With a token for the owner of a SQLite file."""
    if settings.file is None or settings.admin_token:
        return settings
    return dataclasses.replace(settings, admin_token=new_secret())


# -- asking ------------------------------------------------------------------------------------------------------------


def ask(settings: Settings, server: str | None, method: str, path: str, body: Any = None, **query: Any) -> Any:
    """Asks the interface below /api/admin: its answer, as JSON."""
    asked = {name: value for name, value in query.items() if value is not None}
    target = f"/api/admin/{path}?{urllib.parse.urlencode(asked)}"
    data = b"" if body is None else json.dumps(body).encode()
    if server is not None:
        return _by_http(server.rstrip("/"), settings.admin_token, method, target, data)
    if settings.file is None:
        return asyncio.run(_here(settings, method, target, data))
    if not settings.file.is_file():
        raise NotDone(f"there is no database {settings.file.absolute()} yet: start the server once, or give --database")
    try:
        with sole_server(settings.file):
            migrate(settings.url)
            return asyncio.run(_here(settings, method, target, data))
    except InUse:
        pass
    try:
        note = json.loads(_note(settings.file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise NotDone(
            f"a server uses {settings.file.absolute()}, and this user may not read the note that it left beside it:"
            " run this as the user that it runs as"
        ) from None
    return _by_http(note["address"], note["token"], method, target, data)


def _headers(token: str) -> dict[str, str]:
    try:
        who = getpass.getuser()
    except (KeyError, OSError):
        who = "?"
    return {
        "authorization": f"Bearer {token}",
        "x-operator": who.encode("ascii", "replace").decode(),
        "content-type": "application/json",
        "accept-language": "en",
    }


def _by_http(address: str, token: str, method: str, target: str, data: bytes) -> Any:
    wish = urllib.request.Request(address + target, data or None, _headers(token), method=method)
    plain = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with plain.open(wish, timeout=PATIENCE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        raise _refused(problem.read()) from None
    except (OSError, ValueError) as problem:
        raise NotDone(f"the server at {address} does not answer: {problem}") from None


async def _here(settings: Settings, method: str, target: str, data: bytes) -> Any:
    """The same interface in this process. It is no whole worker: it lets no bot think, and serves nobody else."""
    from petteia.server.app import create_app

    settings = dataclasses.replace(settings, admin_token=new_secret())
    app = create_app(settings)
    shop = Workshop(NAMES)
    hall = Hall(Store(settings.url), settings, shop)
    app.state.hall = hall
    try:
        await hall.sanctions.reload()
        path, _, query = target.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in _headers(settings.admin_token).items()],
            "client": None,
            "server": ("petteia", 80),
        }
        answer: dict[str, Any] = {"body": b""}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            answer["status"] = message.get("status", answer.get("status"))
            answer["body"] += message.get("body", b"")

        await app(scope, receive, send)
    finally:
        await hall.close()
        shop.close()
        await hall.store.close()
    if answer["status"] >= 400:
        raise _refused(answer["body"])
    return json.loads(answer["body"])


def _refused(said: bytes) -> NotDone:
    try:
        problem = json.loads(said)
        return NotDone(" ".join(filter(None, (problem["title"], problem["detail"], problem["cause"]))))
    except (ValueError, KeyError, TypeError):
        return NotDone("the server answered something that cannot be read; is it a Petteia of this version?")
