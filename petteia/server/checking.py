"""`petteia serve --check`: what is unsafe about the settings at hand, before anybody is let in.

A finding is a danger (somebody can harm people or lose games), or a remark (it works, but not for many people). Each
has a name, so that the guide and the tests can speak of it.
"""

from __future__ import annotations

import difflib
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from petteia.engine.compiling import PACKAGE
from petteia.games import NAMES
from petteia.preparing import is_compiled, search_is_compiled
from petteia.server.reaching import is_here
from petteia.server.settings import NAMES as NAMES_OF_SETTINGS
from petteia.server.settings import Settings, unknown_in_environment
from petteia.server.store.backups import known_revisions, newest_revision
from petteia.server.store.database import NoDatabase
from petteia.server.store.looking import address_of, look_into
from petteia.server.tables.strangers import wished

ROOM = 1 << 30  # bytes that should be free where the database lies
MANY_FILES = 4096  # each person at a table has a connection, and each is a file
LAX = 5  # times the ordinary rates


class Finding(NamedTuple):
    name: str
    danger: bool
    words: str  # what is the matter, and what to do


Given = Mapping[str, object]  # what was said on the command line
Look = Callable[[Settings], Iterator[Finding]]


def findings(settings: Settings, given: Given | None = None) -> list[Finding]:
    """What is unsafe, dangers first."""
    found = [finding for look in LOOKS for finding in look(settings)]
    found += _on_the_command_line(given or {})
    return sorted(found, key=lambda finding: not finding.danger)


def _danger(name: str, words: str) -> Finding:
    return Finding(name, True, words)


def _remark(name: str, words: str) -> Finding:
    return Finding(name, False, words)


# -- who reaches it ----------------------------------------------------------------------------------------------------


def _reaching(settings: Settings) -> Iterator[Finding]:
    here = is_here(settings.host)
    if not here and not settings.secure:
        yield _danger(
            "plain",
            f"Everybody who reaches {settings.host} speaks plain HTTP with it: cookies, and with them people's seats,"
            " can be read on the way. Serve at 127.0.0.1 behind a proxy with HTTPS, and set PETTEIA_SECURE=1.",
        )
    if not here and settings.secure:
        yield _danger(
            "round-the-proxy",
            f"PETTEIA_SECURE=1 says that a proxy stands before it, but {settings.host} can be reached round the proxy,"
            " and past its limits. Serve at 127.0.0.1, or let a firewall keep others out.",
        )
    if here and not settings.secure:
        yield _remark(
            "only-here",
            "Only this machine reaches it, and cookies are also sent without HTTPS. Behind a proxy with HTTPS, set"
            " PETTEIA_SECURE=1.",
        )


def _origins(settings: Settings) -> Iterator[Finding]:
    for origin in filter(None, (word.strip() for word in settings.origins.split(","))):
        parts = urlsplit(origin)
        if origin == "*" or not parts.netloc or parts.path.strip("/"):
            yield _danger(
                "bad-origin",
                f"PETTEIA_ORIGINS has '{origin}', which is no page's origin, and so lets nobody in:"
                " give https://example.org, without a path.",
            )
        elif parts.scheme != "https" and not is_here(parts.hostname or ""):
            yield _danger(
                "plain-origin",
                f"PETTEIA_ORIGINS lets pages of {origin} act for people, and anybody on the way can change such a page:"
                " give its https:// address.",
            )


def _names(settings: Settings) -> Iterator[Finding]:
    if "*" in settings.hosts:
        yield _danger(
            "any-name",
            "PETTEIA_HOSTS=* lets every name in: somebody who makes a name of his own lead here has his page taken for"
            " yours. Name those that people reach it by.",
        )
    elif settings.secure and not settings.hosts.strip() and not settings.origins.strip():
        yield _remark(
            "no-name",
            "A proxy stands before it, but PETTEIA_HOSTS has no name by which people come: all but addresses and this"
            " machine's own name are refused.",
        )
    if any(network.prefixlen == 0 for network in settings.trusted_proxies):
        yield _danger(
            "any-proxy",
            f"PETTEIA_PROXIES={settings.proxies} believes everybody what his address is, so limits hold for nobody:"
            " name your proxies.",
        )


def _slips(settings: Settings) -> Iterator[Finding]:
    for name in unknown_in_environment():
        near = difflib.get_close_matches(name, NAMES_OF_SETTINGS, 1)
        meant = f": is {near[0]} meant?" if near else "."
        yield _remark("unknown-setting", f"There is no setting {name}{meant}")


def _bots(settings: Settings) -> Iterator[Finding]:
    if found := wished(settings):
        yield _remark(
            "bots-of-others",
            f"Bots that others wrote may sit at tables: {', '.join(found)}. Their code runs within the server and can"
            " do whatever it can. PETTEIA_BOTS names those that you trust; PETTEIA_BOTS= lets none in.",
        )


def _limits(settings: Settings) -> Iterator[Finding]:
    if settings.rate == 0:
        yield _danger("no-limits", "PETTEIA_RATE=0 switches all limits on rates off: one guest can take all. Set 1.")
    elif settings.rate > LAX:
        yield _remark(
            "lax-limits", f"PETTEIA_RATE={settings.rate:g} is lax: one guest may take {settings.rate:g} times."
        )


# -- the database ------------------------------------------------------------------------------------------------------


def _file(settings: Settings) -> Iterator[Finding]:
    file = settings.file
    if file is None:
        return
    if not is_here(settings.host) or settings.secure:
        yield _remark(
            "sqlite",
            "SQLite serves one worker, which is enough for some hundred people. For more: PostgreSQL, and --workers.",
        )
    folder = file.absolute().parent
    if not folder.is_dir():
        yield _danger("no-folder", f"There is no folder {folder} for the database: make it.")
        return
    if os.name == "posix":
        if file.exists() and file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
            yield _danger(
                "readable",
                f"Others on this machine can read {file}, and in it the secrets of running games: chmod 600 {file}*",
            )
        if folder.stat().st_mode & stat.S_IWOTH and not folder.stat().st_mode & stat.S_ISVTX:
            yield _danger("writable-folder", f"Everybody on this machine may write to {folder}: chmod o-w {folder}")
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        yield _danger("full-disk", f"Only {free / 1e6:,.0f} MB are free in {folder}. A full disk stops all games.")


def _postgresql(settings: Settings) -> Iterator[Finding]:
    if settings.sqlite:
        return
    url = address_of(settings.url)
    host = str(url.host or url.query.get("host") or "localhost")
    if not host.startswith("/") and not is_here(host):
        mode = str(url.query.get("sslmode", os.environ.get("PGSSLMODE", "")))
        if mode not in ("require", "verify-ca", "verify-full"):
            yield _danger(
                "plain-database",
                f"The way to the database at {host} need not be encrypted: add ?sslmode=verify-full to its address"
                " (or require, if its certificate cannot be checked).",
            )


def _schema(settings: Settings) -> Iterator[Finding]:
    """Looks into the database, if there is one; makes none."""
    if settings.file is not None and not settings.file.is_file():
        return
    try:
        revision, switched_off = look_into(settings.url)
    except NoDatabase as problem:
        yield _danger("no-database", f"The database cannot be opened: {problem}")
        return
    for name in switched_off:
        yield _danger(
            "careless-database",
            f"PostgreSQL runs with {name} = off: moves that people were told of can be lost when the machine stops."
            f" Set {name} = on.",
        )
    if revision is not None and revision not in known_revisions():
        yield _danger("newer-database", "The database was written by a newer petteia: update this one.")
    elif revision is not None and revision != newest_revision():
        yield _remark(
            "older-database",
            "The database was written by an earlier petteia, and is brought up to date when the server starts. There is"
            " no way back but a backup: petteia backup before-the-upgrade.backup",
        )


# -- the machine -------------------------------------------------------------------------------------------------------


def _machine(settings: Settings) -> Iterator[Finding]:
    if os.name == "posix" and os.geteuid() == 0:
        yield _danger("root", "It would run as root. Give it a user of its own: useradd --system petteia")
    cores = os.cpu_count() or 1
    if settings.workers > cores:
        yield _remark(
            "too-many-workers", f"{settings.workers} workers share {cores} cores: more workers than cores are slower."
        )
    if sys.platform != "win32":
        import resource

        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if files < MANY_FILES:
            yield _remark(
                "few-files",
                f"A worker may open {files} files, and everybody at a table needs one: ulimit -n 65536"
                " (systemd: LimitNOFILE=65536).",
            )
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        yield _danger("interpreted", "NUMBA_DISABLE_JIT is set: rules are interpreted, a thousand times as slowly.")


def _installation(settings: Settings) -> Iterator[Finding]:
    if not (PACKAGE / "server" / "client" / "index.html").is_file():
        yield _danger(
            "no-pages", "The browser's pages are missing: nobody could see a table. In a checkout: make client"
        )
    missing = [game for game in NAMES if not (is_compiled(game) and search_is_compiled(game))]
    if missing:
        yield _remark(
            "not-compiled",
            f"The rules of {', '.join(missing)} are not compiled yet for this user: the first people play more slowly."
            " petteia compile",
        )


def _on_the_command_line(given: Given) -> Iterator[Finding]:
    database = str(given.get("database") or "")
    if "://" in database and address_of(database).password is not None:
        yield _danger(
            "password-in-sight",
            "The password of the database stands on the command line, which everybody on this machine can list: give"
            " PETTEIA_DATABASE in the environment instead.",
        )


LOOKS: tuple[Look, ...] = (
    _reaching,
    _origins,
    _names,
    _slips,
    _bots,
    _limits,
    _file,
    _postgresql,
    _schema,
    _machine,
    _installation,
)
