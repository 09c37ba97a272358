"""`petteia serve --check`: every finding, and that nothing is found where all is well."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import resource
import shutil
import subprocess
from collections import namedtuple
from collections.abc import Callable

import psycopg
import pytest
import sqlalchemy as sa
from table_clients import ANSWER_TIME, Cluster, opened, petteia

from petteia.server import checking
from petteia.server.checking import findings
from petteia.server.settings import BadSetting, Settings, from_environment, unknown_in_environment
from petteia.server.store import migrate

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def sound(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A server behind a proxy on a machine where all is well."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (65536, 65536))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 40, 0, 1 << 40))
    monkeypatch.setattr(checking, "is_compiled", lambda _: True)
    monkeypatch.setattr(checking, "search_is_compiled", lambda _: True)
    monkeypatch.setattr(checking, "PACKAGE", tmp_path)
    for name in ("NUMBA_DISABLE_JIT", *unknown_in_environment()):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "server" / "client").mkdir(parents=True)
    (tmp_path / "server" / "client" / "index.html").touch()
    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secure=True, hosts="play.example.org")
    migrate(settings.url)  # a new file is its owner's alone
    return settings


def names(settings: Settings, **given: object) -> list[str]:
    return [finding.name for finding in findings(settings, given)]


def dangers(settings: Settings, **given: object) -> list[str]:
    return [finding.name for finding in findings(settings, given) if finding.danger]


def test_nothing_is_found_where_all_is_well(sound: Settings, postgres: Cluster) -> None:
    assert names(sound) == ["sqlite"]
    many = dataclasses.replace(sound, database=postgres.new_database(), workers=1)
    assert names(many) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"host": "0.0.0.0", "secure": False}, "plain"),
        ({"host": "192.0.2.7"}, "round-the-proxy"),
        ({"host": "::"}, "round-the-proxy"),
        ({"rate": 0.0}, "no-limits"),
        ({"hosts": "*"}, "any-name"),
        ({"proxies": "0.0.0.0/0"}, "any-proxy"),
        ({"origins": "https://example.org, *"}, "bad-origin"),
        ({"origins": "https://example.org/lobby"}, "bad-origin"),
        ({"origins": "example.org"}, "bad-origin"),
        ({"origins": "http://example.org"}, "plain-origin"),
    ],
)
def test_settings_that_are_dangerous(sound: Settings, changes: dict[str, object], found: str) -> None:
    assert dangers(dataclasses.replace(sound, **changes)) == [found]  # type: ignore[arg-type]


def test_settings_that_are_worth_a_remark(sound: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert names(dataclasses.replace(sound, secure=False)) == ["only-here"]
    assert names(dataclasses.replace(sound, hosts="")) == ["no-name", "sqlite"]
    assert names(dataclasses.replace(sound, rate=20.0)) == ["lax-limits", "sqlite"]
    assert names(dataclasses.replace(sound, origins="https://example.org,http://localhost:5173")) == ["sqlite"]
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert names(dataclasses.replace(sound, workers=3)) == ["sqlite", "too-many-workers"]


def test_a_setting_that_is_misspelt(sound: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PETTEIA_CONECTIONS", "100")
    monkeypatch.setenv("PETTEIA_RATE", "1")
    found = [finding for finding in findings(sound) if finding.name == "unknown-setting"]
    assert [finding.words for finding in found] == [
        "There is no setting PETTEIA_CONECTIONS: is PETTEIA_CONNECTIONS meant?"
    ]
    assert not found[0].danger


@pytest.mark.parametrize(("word", "secure"), [("1", True), ("on", True), ("0", False), ("", False)])
def test_yes_and_no(word: str, secure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PETTEIA_SECURE", word)
    assert from_environment().secure is secure


def test_what_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cookies would be sent without HTTPS, where the opposite was meant."""
    monkeypatch.setenv("PETTEIA_SECURE", "ture")
    with pytest.raises(BadSetting, match="PETTEIA_SECURE=ture: give 1 or 0"):
        from_environment()


def test_a_file_that_others_can_read_and_a_folder_that_they_can_change(sound: Settings, tmp_path: pathlib.Path) -> None:
    (tmp_path / "x.db").chmod(0o644)
    assert dangers(sound) == ["readable"]
    (tmp_path / "x.db").chmod(0o600)
    tmp_path.chmod(0o777)
    assert dangers(sound) == ["writable-folder"]
    assert dangers(dataclasses.replace(sound, database=f"sqlite:///{tmp_path}/none/x.db")) == ["no-folder"]


def test_a_disk_that_is_nearly_full(sound: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 40, 0, 1 << 20))
    assert dangers(sound) == ["full-disk"]


def test_a_way_to_the_database_that_others_can_read(sound: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGSSLMODE", raising=False)
    monkeypatch.setattr(checking, "LOOKS", (checking._postgresql,))
    for address, found in [
        ("postgresql://petteia@db.example.org/petteia", ["plain-database"]),
        ("postgresql://petteia@db.example.org/petteia?sslmode=prefer", ["plain-database"]),
        ("postgresql://petteia@db.example.org/petteia?sslmode=verify-full", []),
        ("postgresql://petteia@localhost/petteia", []),
        ("postgresql:///petteia?host=/var/run/postgresql", []),
    ]:
        assert dangers(dataclasses.replace(sound, database=address)) == found


def test_a_database_of_another_release_or_none(
    sound: Settings, tmp_path: pathlib.Path, new_database: Callable[[str], str]
) -> None:
    fresh = dataclasses.replace(sound, database=f"sqlite:///{tmp_path / 'y.db'}")
    assert dangers(fresh) == []
    assert not (tmp_path / "y.db").exists()  # looking makes nothing
    for revision, found in (("0002", "older-database"), ("9999", "newer-database")):
        with opened(sound.url) as connection:
            connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revision}'"))
        assert found in names(sound)
    (tmp_path / "x.db").write_bytes(b"This is no database. " * 400)
    assert dangers(sound) == ["no-database"]
    gone = new_database("postgresql").replace("test", "nothing")
    assert dangers(dataclasses.replace(sound, database=gone)) == ["no-database"]


def test_a_database_that_loses_what_it_acknowledged(sound: Settings, postgres: Cluster) -> None:
    database = postgres.new_database()
    name = database.split("/")[3].partition("?")[0]
    with psycopg.connect(postgres.plain("postgres"), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    assert dangers(dataclasses.replace(sound, database=database)) == ["careless-database"]


def test_a_machine_that_is_not_made_for_it(
    sound: Settings, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert dangers(sound) == ["root"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 65536))
    assert names(sound) == ["sqlite", "few-files"]
    monkeypatch.setattr(resource, "getrlimit", lambda _: (65536, 65536))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert dangers(sound) == ["interpreted"]
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setattr(checking, "search_is_compiled", lambda game: game != "hellas")
    assert names(sound) == ["sqlite", "not-compiled"]
    (tmp_path / "server" / "client" / "index.html").unlink()
    assert dangers(sound) == ["no-pages"]


def test_a_password_in_sight(sound: Settings) -> None:
    assert dangers(sound, database="postgresql://petteia:secret@localhost/petteia") == ["password-in-sight"]
    assert dangers(sound, database="postgresql://petteia@localhost/petteia") == []


def test_the_command_says_it_and_does_not_serve(tmp_path: pathlib.Path) -> None:
    """For real: dangers are exit code 1, words tell what to do, and no database is made."""
    place = tmp_path / "x.db"
    words = [*petteia(), "serve", "--check", "--host", "0.0.0.0", "--database", f"sqlite:///{place}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=ANSWER_TIME)
    assert done.returncode == 1, done.stderr
    assert "DANGER plain: Everybody who reaches 0.0.0.0 speaks plain HTTP" in done.stdout
    assert not place.exists()


def test_every_finding_is_in_the_guide() -> None:
    guide = (pathlib.Path(__file__).parents[2] / "docs" / "operator.md").read_text(encoding="utf-8")
    source = pathlib.Path(checking.__file__).read_text(encoding="utf-8")
    for name in re.findall(r'_(?:danger|remark)\(\s*"([a-z-]+)"', source):
        assert f"`{name}`" in guide, name
