"""Settings of the server: from the command line, else from the environment (`PETTEIA_PORT`…), else as said here."""

from __future__ import annotations

import dataclasses
import ipaddress
import math
import os
import pathlib

import platformdirs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from petteia.engine.errors import PetteiaError
from petteia.server import logs

PREFIX = "PETTEIA_"
LEAST_TOKEN = 24  # characters
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadSetting(PetteiaError):
    """A setting that cannot be used."""


@dataclasses.dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # a URL; empty: SQLite in the user's data folder
    database_timeout: float = 5.0  # seconds that PostgreSQL may take for an answer; then nothing waits any longer
    workers: int = 1
    bot_pause: float = 0.7  # seconds that a bot takes at least, once somebody has decided, for people to follow
    bots: str = "*"  # those that others installed and that may sit at tables, separated by commas; * for all
    rate: float = 1.0  # how strict the rate limits are: 2 allows twice as much, 0 switches them off
    origins: str = ""  # other addresses that pages may come from, separated by commas
    log: str = "text"  # or json: one line for each event
    admin_token: str = ""  # lets `petteia admin --server` in; empty: on SQLite a new one at each start, else none
    secure: bool = False  # send cookies over HTTPS only; for a server behind a proxy that ends HTTPS
    hosts: str = ""  # names by which it is reached besides those of this machine, separated by commas; * for any
    proxies: str = "127.0.0.1,::1"  # addresses or networks of proxies, which are believed who asks (X-Forwarded-For)
    connections: int = 12_000  # that may be open at once, in each worker
    connections_each: int = 200  # of those, from one address (of IPv6: one /64); proxies may have all
    metrics_token: str = ""  # who gives it (Authorization: Bearer …) may read /api/metrics from elsewhere
    most_stored: float = 20.0  # gigabytes in the database; then there are no new guests and tables. 0: no limit
    clean_every: float = 3600.0  # seconds between cleanings: after so many days, what follows goes. 0 days: never
    keep_unstarted: float = 90.0  # tables that were never started
    keep_visitors: float = 90.0  # people who have neither games nor tables here
    keep_uploads: float = 0.0  # games out of files
    keep_stalled: float = 0.0  # games in which nobody has decided since
    keep_abandoned: float = 0.0  # games that ended without a winner, since everybody had left
    keep_finished: float = 0.0  # games that came to their end
    keep_people: float = 0.0  # people who were not seen since, with their own games
    pack_after: float = 1.0  # games that are over are packed: nothing of them is lost

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        given = self.database.strip()
        if not given:
            return f"sqlite+aiosqlite:///{data_folder() / 'petteia.db'}"
        scheme, mark, rest = given.partition("://")
        if not mark or scheme.split("+")[0] not in ("sqlite", "postgresql", "postgres"):
            raise BadSetting(
                f"database '{scheme}': give sqlite:///file.db or postgresql://user:password@host/name"
                " (or nothing: a file in your data folder)"
            )
        driver = "sqlite+aiosqlite" if scheme.startswith("sqlite") else "postgresql+psycopg"
        return f"{driver}://{rest}"

    @property
    def sqlite(self) -> bool:
        return self.url.startswith("sqlite")

    @property
    def file(self) -> pathlib.Path | None:
        """The file of an SQLite database."""
        return pathlib.Path(make_url(self.url).database or "") if self.sqlite else None

    @property
    def trusted_proxies(self) -> list[Network]:
        given = [word.strip() for word in self.proxies.split(",") if word.strip()]
        try:
            return [ipaddress.ip_network(word, strict=False) for word in given]
        except ValueError:
            raise BadSetting(
                f"{PREFIX}PROXIES={self.proxies}: give addresses or networks, such as 10.0.0.5 or 10.0.0.0/8"
            ) from None

    def checked(self) -> Settings:
        """Itself, or a message about what cannot be."""
        if self.workers < 1:
            raise BadSetting("--workers: at least 1")
        if self.workers > 1 and self.sqlite:
            raise BadSetting("--workers: SQLite serves one worker; give --database postgresql://… for more")
        if not 0 <= self.port <= 65535:
            raise BadSetting("--port: a number from 0 to 65535")
        if self.log not in logs.KINDS:
            raise BadSetting(f"{PREFIX}LOG={self.log}: give {' or '.join(logs.KINDS)}")
        for name, value in dataclasses.asdict(self).items():
            if isinstance(value, float) and not (math.isfinite(value) and value >= 0):
                raise BadSetting(f"{PREFIX}{name.upper()}={value:g}: give 0 or more")
        for name, number in (("CONNECTIONS", self.connections), ("CONNECTIONS_EACH", self.connections_each)):
            if number < 1:
                raise BadSetting(f"{PREFIX}{name}={number}: give 1 or more")
        self.trusted_proxies  # noqa: B018  (refuses what is none)
        if self.database_timeout < 1:
            raise BadSetting(f"{PREFIX}DATABASE_TIMEOUT={self.database_timeout:g}: give 1 or more (seconds)")
        if self.admin_token and len(self.admin_token) < LEAST_TOKEN:
            raise BadSetting(f"{PREFIX}ADMIN_TOKEN: give at least {LEAST_TOKEN} characters that nobody can guess")
        self._check_database()
        return self

    def _check_database(self) -> None:
        address = self.url
        try:
            url = make_url(address)
        except (ArgumentError, ValueError):  # its words would show the password
            raise BadSetting("database: this address cannot be read; is the port a number?") from None
        if self.sqlite and url.database in (None, "", ":memory:"):
            raise BadSetting("database: give SQLite a file, sqlite:///file.db; in memory nothing would be kept")


# All that Petteia looks for in the environment; METRICS_FOLDER is how workers of one server find each other's figures.
NAMES = frozenset(
    PREFIX + name.upper()
    for name in (
        *(field.name for field in dataclasses.fields(Settings)),
        *("data_dir", "cache_dir", "lang", "metrics_folder"),
    )
)


def data_folder() -> pathlib.Path:
    """Where the database lies; made when it is not there."""
    given = os.environ.get(PREFIX + "DATA_DIR")
    folder = pathlib.Path(given) if given else platformdirs.user_data_path("petteia")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadSetting(f"data folder {folder}: this is a file; {_ELSEWHERE}") from None
    except OSError as problem:
        raise BadSetting(f"data folder {folder}: it cannot be made ({problem.strerror}); {_ELSEWHERE}") from None
    return folder


_ELSEWHERE = "name another folder in PETTEIA_DATA_DIR, or give --database sqlite:///file.db"


def unknown_in_environment() -> list[str]:
    """What looks like a setting and is none: a slip of the pen, and what was meant stays as it is by default."""
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in NAMES)


def from_environment(**given: object) -> Settings:
    """The settings: what was given, else what the environment says."""
    values: dict[str, object] = {}
    for field in dataclasses.fields(Settings):
        word = os.environ.get(PREFIX + field.name.upper())
        if given.get(field.name) is not None:
            values[field.name] = given[field.name]
        elif word is not None:
            values[field.name] = _read(field.name, type(field.default), word)
    return Settings(**values).checked()  # type: ignore[arg-type]


def to_environment(settings: Settings) -> dict[str, str]:
    """The settings as other workers read them."""
    return {PREFIX + name.upper(): str(value) for name, value in dataclasses.asdict(settings).items()}


def _read(name: str, kind: type, word: str) -> object:
    if kind is bool:
        if word.lower() not in YES + NO:
            raise BadSetting(f"{PREFIX}{name.upper()}={word}: give 1 or 0")
        return word.lower() in YES
    try:
        return kind(word)
    except ValueError:
        wanted = "a whole number" if kind is int else "a number"
        raise BadSetting(f"{PREFIX}{name.upper()}={word}: give {wanted}") from None
