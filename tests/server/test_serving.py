"""Starting and stopping, the database's schema, and what is said when something cannot be."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import queue
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import uvicorn
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from table_clients import (
    ANSWER_TIME,
    START_TIME,
    Cluster,
    Server,
    mine_to_move,
    opened,
    petteia,
    serving,
    words_of,
)

from petteia.cli import main
from petteia.engine.compiling import fingerprint
from petteia.games import NAMES
from petteia.server import schema, store
from petteia.server import serving as server_module
from petteia.server.settings import BadSetting, Settings, from_environment, to_environment

# -- the schema --------------------------------------------------------------------------------------------------------


def test_migrations_lead_to_the_schema(database: str) -> None:
    url = Settings(database=database).url
    for _ in range(2):  # a second time is harmless
        store.migrate(url)
        with opened(database) as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, schema.METADATA) == []
            assert context.get_current_revision() is not None


def test_migrating_keeps_what_is_there(database: str) -> None:
    url = Settings(database=database).url
    store.migrate(url)
    with opened(database) as connection:
        connection.execute(schema.people.insert().values(name="Aspasia", created=1.0))
    store.migrate(url)
    with opened(database) as connection:
        assert connection.execute(sa.select(schema.people.c.name)).scalars().all() == ["Aspasia"]


def test_several_servers_migrate_at_once(postgres: Cluster) -> None:
    url = Settings(database=postgres.new_database()).url
    problems: list[BaseException] = []

    def migrate() -> None:
        try:
            store.migrate(url)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_sqlite_is_durable(lite: Server) -> None:
    with opened(lite.database) as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_database_without_a_name_lies_in_the_data_folder(tmp_path: pathlib.Path) -> None:
    with serving("", tmp_path, data_dir=tmp_path / "data") as server:
        server.person().open("me", "open")
        assert (tmp_path / "data" / "petteia.db").is_file()


# -- what cannot be ----------------------------------------------------------------------------------------------------


Complains = Callable[..., None]


@pytest.fixture
def complains(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Complains:
    """Runs `petteia serve` with arguments: it says what is wrong in one line on standard error, exit code 2."""

    def serves(*_: object, **__: object) -> None:
        raise AssertionError("it serves")

    monkeypatch.setattr("uvicorn.Server.run", serves)
    monkeypatch.setattr("uvicorn.run", serves)

    def run(arguments: list[str], *said: str) -> None:
        with pytest.raises(SystemExit) as end:
            main(["serve", "--no-open", *arguments])
        out, err = capsys.readouterr()
        assert end.value.code == 2, err
        assert len(err.strip().splitlines()) == 1, err
        assert err.startswith("petteia: ")
        for words in said:
            assert words in err
        assert "at http" not in out
        assert "secret" not in err

    return run


def test_a_database_of_a_newer_version(database: str, complains: Complains) -> None:
    store.migrate(Settings(database=database).url)
    with opened(database) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    complains(["--port", "0", "--database", database], "newer", "update")


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("sqlite:////no/such/folder/x.db", "/no/such/folder/x.db cannot be opened"),
        ("sqlite:////", "cannot be opened"),
        ("sqlite:///:memory:", "file"),
        ("mysql://x/y", "sqlite:///file.db or postgresql://"),
        ("nonsense", "sqlite:///file.db or postgresql://"),
        ("petteia.db", "sqlite:///file.db or postgresql://"),
        ("postgresql://x@/y?host=/no/such/folder", "cannot be opened"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "cannot be opened"),
        ("postgresql://nobody:secret@127.0.0.1:port/none", "database"),
        ("postgresql://[::1/none", "database"),
        ("sqlite://", "file"),
    ],
)
def test_databases_that_cannot_be(complains: Complains, database: str, said: str) -> None:
    complains(["--port", "0", "--database", database], said)


def test_a_file_that_is_no_database(complains: Complains, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "petteia.db"
    file.write_text("Dear diary, " * 1000)
    complains(["--port", "0", "--database", f"sqlite:///{file}"], "cannot be opened")
    assert file.read_text().startswith("Dear diary")


def test_a_postgresql_that_is_down(complains: Complains) -> None:
    cluster = Cluster()
    try:
        database = cluster.new_database()
        cluster.stop()
        complains(["--port", "0", "--database", database], "cannot be opened")
    finally:
        cluster.close()


def test_a_port_that_is_taken(complains: Complains, tmp_path: pathlib.Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        complains(["--port", port, "--database", f"sqlite:///{tmp_path / 'x.db'}"], port, "another --port")


def test_hosts_that_this_machine_has_not(complains: Complains, tmp_path: pathlib.Path) -> None:
    for host in ("no.such.host.invalid", "192.0.2.1"):  # an address that is nobody's
        complains(["--host", host, "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}"], host, "0.0.0.0")


def test_data_folders_that_cannot_be(
    complains: Complains, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for folder in (file, file / "folder"):
        monkeypatch.setenv("PETTEIA_DATA_DIR", str(folder))
        complains(["--port", "0"], str(folder), "PETTEIA_DATA_DIR", "--database")


def test_one_server_at_a_time_for_a_sqlite_file(tmp_path: pathlib.Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    with serving(database, tmp_path, ready=False) as first:
        second = subprocess.run(
            [*petteia(), "serve", "--no-open", "--port", "0", "--database", database],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert str(tmp_path / "x.db") in second.stderr
        assert "another Petteia" in second.stderr
        assert "--database" in second.stderr
        first.kill()  # nothing is left behind that would keep the next one out
        first.start(ready=False)


def test_settings_that_cannot_be(complains: Complains, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'x.db'}"]
    complains(["--workers", "2", *database], "SQLite", "one worker", "postgresql://")
    complains(["--host", "no.such.host.invalid", "--port", "0", *database], "no.such.host.invalid")
    monkeypatch.setenv("PETTEIA_PORT", "eighty")
    complains(database, "PETTEIA_PORT=eighty", "whole number")
    monkeypatch.delenv("PETTEIA_PORT")
    for name in ("RATE", "BOT_PAUSE"):
        for value in ("-1", "nan", "inf", "quick"):
            monkeypatch.setenv(f"PETTEIA_{name}", value)
            complains(database, f"PETTEIA_{name}={value}", "give")
        monkeypatch.delenv(f"PETTEIA_{name}")
    for wrong, said in (({"workers": 0}, "workers"), ({"port": 70000}, "port"), ({"port": -1}, "port")):
        with pytest.raises(BadSetting, match=said):
            from_environment(**wrong)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Settings(
        port=81, database="postgresql://a/b", workers=3, bot_pause=0.25, rate=2.0, secure=True, origins="x"
    )
    for name, value in to_environment(given).items():
        monkeypatch.setenv(name, value)
    assert from_environment() == given
    assert from_environment(port=82).port == 82
    assert Settings(database="postgres://u:p@h/n").url == "postgresql+psycopg://u:p@h/n"
    with pytest.raises(BadSetting):
        from_environment(workers=0)


def test_secure_cookies_behind_a_proxy(tmp_path: pathlib.Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", tmp_path, secure=1, ready=False) as server:
        answer = httpx.post(f"{server.address}/api/people", json={"name": "x"}, timeout=ANSWER_TIME)
        assert "; secure" in answer.headers["set-cookie"].lower()
        assert "; httponly" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_it_says_where_it_is_once_it_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, host: str
) -> None:
    answers, looked = server_module._answers, threading.Semaphore(0)
    said: queue.Queue[str] = queue.Queue()

    def looking(settings: Settings) -> bool:
        found = answers(settings)
        looked.release()
        return found

    def run(server: uvicorn.Server) -> None:
        for _ in range(3):  # in vain
            assert looked.acquire(timeout=ANSWER_TIME)
        assert said.empty()
        with socket.create_server((server.config.host, server.config.port)):
            first, second = (said.get(timeout=ANSWER_TIME) for _ in range(2))
        assert first.startswith(f"Petteia is at http://localhost:{server.config.port}/")
        assert "reaches it" in second

    monkeypatch.setattr(server_module, "_answers", looking)
    monkeypatch.setattr(server_module, "_say", lambda settings, words: said.put(words))
    monkeypatch.setattr(server_module, "network_address", lambda settings: None)
    monkeypatch.setattr("uvicorn.Server.run", run)
    with pytest.raises(SystemExit):
        main(["serve", "--no-open", "--host", host, "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}"])


def test_it_says_nothing_where_it_never_answers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.setattr("uvicorn.Server.run", lambda server: None)
    with pytest.raises(SystemExit):
        main(["serve", "--no-open", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}"])
    assert "Petteia is at" not in capsys.readouterr().out


# -- stopping ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "terminated"])
def test_it_stops_cleanly(database: str, tmp_path: pathlib.Path, how: int) -> None:
    """With people connected, a bot that thinks and a game that is played: before the bot has done (it takes an hour),
    with one word, and nothing lost."""
    server = Server(database, tmp_path, bot_pause=3600)
    person = server.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = person.look(table)["to_move"]
    with_bot = person.open("random", "me", "random", start=True)["id"]
    person.my_turn(with_bot)
    while mine_to_move(person.look(with_bot)) is not None:
        moment = person.now(with_bot, 1)
        person.play(with_bot, 1, moment["number"], words_of(moment)[0])
    lives = [person.live(table, seat), person.live(with_bot)]
    assert lives[0].moment is not None
    lives[0].play(seat, 0, words_of(lives[0].moment)[0])
    assert person.look(with_bot)["thinking"]
    assert server.stop(how) == 0, server.output
    assert "stopped" in server.output
    assert "Traceback" not in server.output
    assert len(server.output.strip().splitlines()) == 3, server.output
    with opened(database) as connection:
        assert (
            connection.execute(
                sa.select(sa.func.max(schema.entries.c.number)).where(schema.entries.c.table_id == table)
            ).scalar()
            == 1
        )


def test_it_plays_and_stops_while_the_rules_compile(tmp_path: pathlib.Path) -> None:
    """With an empty cache, which is never filled."""
    with _others_compile(tmp_path / "cache"):
        _play_and_stop(tmp_path)
    assert not list(tmp_path.glob("cache/compiled/*/*.ready"))


@contextlib.contextmanager
def _others_compile(cache: pathlib.Path) -> Iterator[None]:
    """Another program, as it seems, is compiling all games into this cache: whoever wants to do so waits for it."""
    with contextlib.ExitStack() as stack:
        for name in NAMES:
            folder = cache / "compiled" / f"{name}-{fingerprint(name)}"
            folder.mkdir(parents=True)
            fcntl.lockf(stack.enter_context(open(folder / "lock", "ab")), fcntl.LOCK_EX)
        yield


def _play_and_stop(tmp_path: pathlib.Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'x.db'}", tmp_path, ready=False, cache_dir=tmp_path / "cache")
    answer: Any = httpx.get(f"{server.address}/api/health", timeout=ANSWER_TIME).json()
    assert answer == {"well": True, "games": dict.fromkeys(NAMES, False)}
    ready = httpx.get(f"{server.address}/api/ready", timeout=ANSWER_TIME)
    assert (ready.status_code, ready.json()) == (503, {"ready": False, "waits_for": list(NAMES)})
    games = httpx.get(f"{server.address}/api/games", timeout=ANSWER_TIME).json()
    assert all(game["compiled"] < 1 for game in games)
    for name in NAMES:
        person = server.person()
        table = person.open("me", "greedy", game=name, start=True)["id"]
        person.my_turn(table)
        assert person.now(table, 0)["prompt"]["seat"] == 0
        assert words_of(person.now(table, 0))
    assert httpx.get(f"{server.address}/api/games/peloponnes/rules", timeout=ANSWER_TIME).status_code == 200
    assert server.stop() == 0


def test_it_plays_on_where_compiling_is_killed(tmp_path: pathlib.Path) -> None:
    """As by a system that is short of memory: again, and then it says so, in the log and to the page."""
    with _others_compile(tmp_path / "cache"):
        server = Server(f"sqlite:///{tmp_path / 'x.db'}", tmp_path, ready=False, cache_dir=tmp_path / "cache")
        until = time.monotonic() + START_TIME
        while True:
            games = httpx.get(f"{server.address}/api/games", timeout=ANSWER_TIME).json()
            if all(game["stage"] == "failed" for game in games):
                break
            assert time.monotonic() < until, server.output
            _kill_compilers(server)
            time.sleep(0.2)
        person = server.person()
        person.my_turn(person.open("me", "greedy", game="hellas", start=True)["id"])
        assert server.stop() == 0
    assert "Traceback" not in server.output
    for game in games:
        assert f"the rules of {game['title']} could not be compiled" in server.output
        assert f"petteia compile {game['name']}" in server.output


def _kill_compilers(server: Server) -> None:
    assert server.process is not None
    for children in pathlib.Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # somebody who has just ended
            for child in children.read_text().split():
                if "petteia.preparing" in pathlib.Path(f"/proc/{child}/cmdline").read_text():
                    os.kill(int(child), signal.SIGKILL)


def test_it_serves_where_nothing_can_be_kept(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file" / "cache"
    server = Server(f"sqlite:///{tmp_path / 'x.db'}", tmp_path, ready=False, cache_dir=place)
    person = server.person()
    person.my_turn(person.open("me", "greedy", game="hellas", start=True)["id"])
    server.kill()
    assert server.output.count(f"cannot be kept in {place / 'compiled'}, ") == 1
