"""Servers and databases for the tests of the table in the browser."""

from __future__ import annotations

import contextlib
import functools
import pathlib
import sys
from collections.abc import Callable, Iterator

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from table_clients import Cluster, Person, Server, close_all, serving

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Callable[[], Cluster]]:
    """A throw-away PostgreSQL, started when first asked for. It ends after all servers that use it."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def start() -> Cluster:
            running = Cluster()
            stack.callback(running.close)
            return running

        yield start


@pytest.fixture(scope="session")
def postgres(cluster: Callable[[], Cluster]) -> Cluster:
    return cluster()


@pytest.fixture(scope="session")
def new_database(cluster: Callable[[], Cluster], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Makes a fresh database of a kind: its URL."""

    def make(kind: str) -> str:
        if kind == "postgresql":
            return cluster().new_database()
        return f"sqlite:///{tmp_path_factory.mktemp('database') / 'petteia.db'}"

    return make


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """A fresh database of each kind."""
    return new_database(request.param)


@pytest.fixture(scope="session")
def servers(
    new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Server]]:
    """Servers that all tests share, one for each kind of database, started when first asked for."""
    running: dict[str, Server] = {}
    with contextlib.ExitStack() as stack:

        def start(kind: str) -> Server:
            if kind not in running:
                folder = tmp_path_factory.mktemp("server")
                running[kind] = stack.enter_context(serving(new_database(kind), folder))
            return running[kind]

        yield start


def _watched(server: Server) -> Iterator[Server]:
    before = len(server.output)
    yield server
    close_all()
    said = server.output[before:]
    assert "Traceback" not in said, said


@pytest.fixture(params=DATABASES)
def server(request: pytest.FixtureRequest, servers: Callable[[str], Server]) -> Iterator[Server]:
    """A server on each kind of database: bots do not wait, no limits on rates."""
    yield from _watched(servers(request.param))


@pytest.fixture
def lite(servers: Callable[[str], Server]) -> Iterator[Server]:
    """The one on SQLite, for what no database can change."""
    yield from _watched(servers("sqlite"))


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    close_all()


@pytest.fixture
def alice(server: Server) -> Person:
    return server.person("Alice")


@pytest.fixture
def bob(server: Server) -> Person:
    return server.person("Bob")


@pytest.fixture
def carol(server: Server) -> Person:
    return server.person("Carol")
