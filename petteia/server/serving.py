"""Starting and stopping the server."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import logging
import logging.config
import os
import pathlib
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from typing import Any

import uvicorn

from petteia.engine.compiling import PACKAGE
from petteia.engine.errors import PetteiaError
from petteia.server import logs, qr, wire
from petteia.server.admin.access import noted, with_token
from petteia.server.app import CLIENT, guarded
from petteia.server.door import DOOR, make_room, try_out
from petteia.server.reaching import is_here, network_address
from petteia.server.reporting import FOLDER
from petteia.server.settings import Settings, to_environment
from petteia.server.store import migrate
from petteia.server.store.locking import sole_server

GRACE = 3  # seconds that live connections get at the end
GLANCE = 0.05  # seconds between two looks whether it answers

logger = logging.getLogger("petteia")


class CannotServe(PetteiaError):
    """The address is taken, or may not be used."""


def serve(settings: Settings, *, open_browser: bool) -> None:
    """Serves until somebody stops it."""
    try_out()
    with contextlib.ExitStack() as stack:
        if settings.file is not None:
            stack.enter_context(sole_server(settings.file))
        migrate(settings.url)
        settings = with_token(_with_port(settings))
        stack.enter_context(noted(settings))
        _serve(settings, open_browser=open_browser)


def _serve(settings: Settings, *, open_browser: bool) -> None:
    pages = (CLIENT / "index.html").is_file()
    log = logs.configuration(settings.log)
    logging.config.dictConfig(log)
    if not pages:
        _say(settings, f"{no_pages(PACKAGE)} The interface under /api works.")
    settings = make_room(settings)
    with _announced(settings, open_browser=open_browser and pages):
        _run(settings, log)
    _say(settings, "Petteia has stopped.")


def _run(settings: Settings, log: dict[str, Any]) -> None:
    common = {
        "host": settings.host,
        "port": settings.port,
        "access_log": False,  # addresses say who plays where
        "log_config": log,
        "timeout_graceful_shutdown": GRACE,
        "http": DOOR,
        "proxy_headers": False,  # the guard asks proxies itself
        "ws": wire.protocol(),
        "ws_max_size": 64 * 1024,
        "ws_per_message_deflate": False,  # a moment is 5 kB; packing it costs more than making it
        "server_header": False,
    }
    if settings.workers == 1:
        # When it has stopped, Uvicorn raises the signal again that stopped it.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(uvicorn.Config(guarded(settings), **common)).run()  # type: ignore[arg-type]
    else:
        with tempfile.TemporaryDirectory(prefix="petteia-metrics-") as folder:
            os.environ.update({**to_environment(settings), FOLDER: folder})
            uvicorn.run("petteia.server.app:guarded", factory=True, workers=settings.workers, **common)  # type: ignore[arg-type]


@contextlib.contextmanager
def _announced(settings: Settings, *, open_browser: bool) -> Iterator[None]:
    """Says where it is as soon as it answers there."""
    stopped = threading.Event()
    announcing = threading.Thread(target=_announce, args=(settings, stopped, open_browser), daemon=True)
    announcing.start()
    try:
        yield
    finally:
        stopped.set()
        announcing.join(GRACE)  # or the browser that it opened would have to be closed first


def _announce(settings: Settings, stopped: threading.Event, open_browser: bool) -> None:
    while not _answers(settings):
        if stopped.wait(GLANCE):
            return
    address = f"http://{'localhost' if settings.host in ('127.0.0.1', '0.0.0.0', '::') else settings.host}"
    address += f":{settings.port}/"
    _say(settings, f"Petteia is at {address}  (Ctrl-C stops it; every game is kept)")
    _say(settings, for_others(settings))
    if open_browser:
        webbrowser.open(address)


def _answers(settings: Settings) -> bool:
    """Whether somebody listens: Uvicorn does so once everything has been started."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    try:
        socket.create_connection((host, settings.port), timeout=1).close()
    except OSError:
        return False
    return True


def _say(settings: Settings, words: str) -> None:
    """To whoever started it, or to the log that programs read."""
    if settings.log == "json":
        logger.info("%s", words)
    else:
        print(words, flush=True)


def for_others(settings: Settings) -> str:
    """How others in the network come here, or what to do so that they can."""
    if settings.secure:
        names = ", ".join(f"https://{name.strip()}/" for name in settings.hosts.split(",") if name.strip(" *"))
        return f"People come through the proxy: {names or 'its name is missing in PETTEIA_HOSTS'}"
    if is_here(settings.host):
        made = ", or PETTEIA_HOST=0.0.0.0 make play" if is_checkout(PACKAGE) else ""
        return f"Only this machine reaches it. For friends in your network: petteia serve --host 0.0.0.0{made}"
    address = network_address(settings)
    if address is None:
        return "This machine is in no network just now, so nobody else reaches it."
    picture = f"\n{qr.in_terminal(qr.code(address))}" if sys.stdout.isatty() else ""
    return f"In your network it is at {address}{picture}"


def is_checkout(package: pathlib.Path) -> bool:
    return (package.parent / "web" / "package.json").is_file()


def no_pages(package: pathlib.Path) -> str:
    """What to do where the browser's pages are missing: in a checkout they are built, an installation brings them."""
    if is_checkout(package):
        return f"The browser's pages are not built yet: run 'make client' in {package.parent}."
    return (
        "The browser's pages are missing from this installation: install it again,"
        " pip install --force-reinstall 'petteia[server]'."
    )


def _with_port(settings: Settings) -> Settings:
    """Sees whether the address can be used; port 0 becomes a free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
            return dataclasses.replace(settings, port=probe.getsockname()[1])
    except OSError as problem:
        words = problem.strerror or str(problem)
        advice = _ADVICE.get(problem.errno or 0, _OTHER_HOST)
        raise CannotServe(f"cannot serve at {settings.host}:{settings.port}: {words}. {advice}") from None


_OTHER_HOST = "Give a --host that this machine has: 127.0.0.1 for itself, 0.0.0.0 for everybody in the network."
_ADVICE = {
    errno.EADDRINUSE: "Is Petteia running already? Else give another --port.",
    errno.EACCES: "Give another --port: those below 1024 are not for everybody.",
}
