"""Backups made while people play, the way back, and a database of an earlier release brought up to date and back."""

from __future__ import annotations

import json
import lzma
import os
import pathlib
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from table_clients import (
    ANSWER_TIME,
    Cluster,
    Json,
    Person,
    entries_of,
    opened,
    petteia,
    play_out,
    serving,
    words_of,
)

from petteia.server import schema
from petteia.server.settings import Settings
from petteia.server.store import migrate
from petteia.server.store.backups import NoBackup, back_up, known_revisions, restore

OLD = pathlib.Path(__file__).parent / "old"
OLD_REVISION = "0002"


@pytest.fixture
def programs(cluster: Callable[[], Cluster], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs of the same release as its server, where it is asked for."""
    if "postgresql" in request.node.name:
        monkeypatch.setenv("PATH", f"{cluster().programs}{os.pathsep}{os.environ['PATH']}")


def command(*words: str | pathlib.Path) -> str:
    """What a command of petteia says; it has to succeed."""
    done = subprocess.run(
        [*petteia(), *map(str, words)], capture_output=True, text=True, check=False, timeout=10 * ANSWER_TIME
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# -- backups -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("programs")
def test_a_backup_while_people_play_brings_everything_back(
    database: str, new_database: Callable[[str], str], tmp_path: pathlib.Path
) -> None:
    kind = database.partition(":")[0]
    with serving(database, tmp_path) as server:
        alice = server.person("Alice")
        finished = alice.open("me", "random", game="hellas", start=True)["id"]
        scores = [seat["points"] for seat in play_out([alice], finished)["seats"]]
        running = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
        alice.post(f"tables/{running}/chat", text="Before the backup.")
        play_out([alice], running, moves=5)
        before = entries_of(server, running)
        went_on = threading.Event()
        stop = threading.Event()

        def play_on() -> None:
            while not stop.is_set():
                table = alice.open("me", "random", game="hellas", start=True)["id"]
                play_out([alice], table, moves=3)
                went_on.set()

        player = threading.Thread(target=play_on)
        player.start()
        try:
            assert went_on.wait(ANSWER_TIME)
            said = command("backup", tmp_path / "backup", "--database", database)
        finally:
            stop.set()
            player.join()
        assert "people" in said
        cookie = alice.cookie
    fresh = new_database(kind)
    assert "restored: 1 people" in command("restore", tmp_path / "backup", "--database", fresh)
    with serving(fresh, tmp_path) as server:
        alice = Person(server, cookie=cookie)
        assert [seat["points"] for seat in alice.look(finished)["seats"]] == scores
        assert entries_of(server, running) == before
        assert [one["text"] for one in alice.get(f"tables/{running}/chat")] == ["Before the backup."]
        assert play_out([alice], running)["status"] == "over"


def test_a_backup_is_whole_or_not_there_and_nobody_elses(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with pytest.raises(Exception, match="there is no database"):
        back_up(url, tmp_path / "backup")
    assert not (tmp_path / "x.db").exists()
    migrate(url)
    assert back_up(url, tmp_path / "backup") == {"people": 0, "tables": 0, "entries": 0}
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    with pytest.raises(NoBackup, match="there already"):
        back_up(url, tmp_path / "backup")
    with pytest.raises(NoBackup, match="no folder"):
        back_up(url, tmp_path / "none" / "backup")

    def power_cut(_: int) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="power"):
        back_up(url, tmp_path / "second")
    assert not list(tmp_path.glob("second*"))


def test_what_cannot_be_restored_is_refused_and_nothing_is_touched(tmp_path: pathlib.Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    migrate(url)
    back_up(url, tmp_path / "backup")
    with pytest.raises(NoBackup, match="move it away"):
        restore(url, tmp_path / "backup")
    elsewhere = f"sqlite:///{tmp_path / 'y.db'}"
    with pytest.raises(NoBackup, match="there is no backup"):
        restore(elsewhere, tmp_path / "none")
    (tmp_path / "text").write_text("This is no database, but it is longer than nothing.\n" * 100)
    with pytest.raises(NoBackup, match="cannot be copied"):
        restore(elsewhere, tmp_path / "text")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE recipes (name TEXT)").connection.close()
    with pytest.raises(NoBackup, match="no backup of petteia"):
        restore(elsewhere, tmp_path / "other.db")
    with opened(url) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    back_up(url, tmp_path / "newer")
    with pytest.raises(NoBackup, match="newer petteia"):
        restore(elsewhere, tmp_path / "newer")
    assert not list(tmp_path.glob("y.db*part")) + list(tmp_path.glob("y.db"))


def test_a_damaged_file_is_no_backup(tmp_path: pathlib.Path) -> None:
    old_database(tmp_path / "x.db")
    broken = bytearray((tmp_path / "x.db").read_bytes())
    for page in range(8, 40):  # content, not the schema
        broken[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    (tmp_path / "x.db").write_bytes(broken)
    with pytest.raises(Exception, match=r"damaged|cannot be copied|cannot be read"):
        back_up(f"sqlite:///{tmp_path / 'x.db'}", tmp_path / "backup")
    assert not list(tmp_path.glob("backup*"))


@pytest.mark.usefixtures("programs")
def test_a_restore_replaces_nothing_in_postgresql(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    url = Settings(database=new_database("postgresql")).url
    migrate(url)
    back_up(url, tmp_path / "backup")
    with pytest.raises(NoBackup, match="new database"):
        restore(url, tmp_path / "backup")


def test_a_missing_program_of_postgresql_is_named(
    new_database: Callable[[str], str], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = Settings(database=new_database("postgresql")).url
    migrate(url)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBackup, match="pg_dump is not installed"):
        back_up(url, tmp_path / "backup")


# -- an earlier release ------------------------------------------------------------------------------------------------


def old_database(place: pathlib.Path) -> Json:
    """A database that 0.5.0 wrote, and what was known of it then (see old/README.md)."""
    place.write_bytes(lzma.decompress((OLD / "petteia-0.5.0.db.xz").read_bytes()))
    known: Json = json.loads((OLD / "petteia-0.5.0.json").read_text(encoding="utf-8"))
    return known


def everything(place: pathlib.Path) -> dict[str, list[Any]]:
    """All rows of all tables that a database has."""
    with sqlite3.connect(place) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
    connection.close()
    return found


def test_a_database_of_0_5_0_is_brought_up_to_date_and_its_games_go_on(tmp_path: pathlib.Path) -> None:
    known = old_database(tmp_path / "x.db")
    with serving(f"sqlite:///{tmp_path / 'x.db'}", tmp_path) as server:
        aspasia, brasidas, chloe = (Person(server, cookie=known["cookies"][n]) for n in known["cookies"])
        assert aspasia.get("me")["name"] == "Aspasia"
        finished = aspasia.look(known["finished"]["table"])
        assert (finished["status"], finished["moves"]) == ("over", known["finished"]["moves"])
        sheet = aspasia.get(f"tables/{finished['id']}/sheet")
        assert [seat["score"] for seat in sheet["seats"]] == known["finished"]["scores"]
        assert [seat["rank"] for seat in sheet["seats"]] == known["finished"]["ranks"]
        running = known["running"]["table"]
        assert brasidas.look(running)["moves"] == known["running"]["moves"]
        assert chloe.get(f"tables/{running}", 404)["type"] == "no-table"  # a private table stays private
        assert [one["text"] for one in brasidas.get(f"tables/{running}/chat")] == known["running"]["chat"]
        seat = known["running"]["to_move"]
        mover = (aspasia, brasidas)[seat]
        assert sorted(words_of(mover.now(running, seat))) == known["running"]["choices"]
        assert play_out([aspasia, brasidas], running)["status"] == "over"
        waiting = known["waiting"]["table"]
        brasidas.post(f"tables/{waiting}/join")
        chloe.post(f"tables/{waiting}/start")
        assert play_out([brasidas, chloe], waiting, moves=4)["status"] == "playing"


def test_an_upgrade_is_undone_by_the_backup_that_was_made_before(tmp_path: pathlib.Path) -> None:
    place = tmp_path / "x.db"
    old_database(place)
    before = everything(place)
    url = f"sqlite:///{place}"
    command("backup", tmp_path / "before-the-upgrade", "--database", url)
    assert everything(place) == before
    migrate(url)
    assert everything(place)["alembic_version"] != before["alembic_version"]
    for file in tmp_path.glob("x.db*"):
        file.unlink()
    command("restore", tmp_path / "before-the-upgrade", "--database", url)
    assert everything(place) == before
    assert before["alembic_version"] == [(OLD_REVISION,)]
    assert OLD_REVISION in known_revisions()


def test_the_way_up_loses_nothing(tmp_path: pathlib.Path) -> None:
    """What 0.5.0 stored is there after the upgrade, row by row; what is new is empty."""
    place = tmp_path / "x.db"
    old_database(place)
    shutil.copy(place, tmp_path / "old.db")
    migrate(f"sqlite:///{place}")
    for name, table in schema.METADATA.tables.items():
        with sqlite3.connect(tmp_path / "old.db") as old:
            columns = [row[1] for row in old.execute(f"PRAGMA table_info({name})")]
        if not columns:
            continue
        kept = [column for column in columns if column in table.c]
        ask = f"SELECT {', '.join(kept)} FROM {name} ORDER BY 1, 2"
        with sqlite3.connect(tmp_path / "old.db") as old, sqlite3.connect(place) as new:
            assert kept == columns
            assert old.execute(ask).fetchall() == new.execute(ask).fetchall(), name
