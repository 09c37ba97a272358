"""The files in deploy/ and the guide speak of what there is. (`scripts/try_proxies.py` tries the proxies for real.)"""

from __future__ import annotations

import configparser
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from petteia.server.guard import LONGEST_SAVE
from petteia.server.settings import Settings, from_environment

ROOT = pathlib.Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")

KNOWN = {f"PETTEIA_{field.name.upper()}" for field in dataclasses.fields(Settings)} | {
    "PETTEIA_DATA_DIR",
    "PETTEIA_CACHE_DIR",
}


@pytest.mark.parametrize("path", [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "operator.md"], ids=lambda path: path.name)
def test_settings_that_are_named_exist(path: pathlib.Path) -> None:
    assert set(re.findall(r"PETTEIA_[A-Z_]*[A-Z]", path.read_text(encoding="utf-8"))) <= KNOWN


def test_the_guide_names_every_setting_and_every_file() -> None:
    table = set(re.findall(r"^\| .*PETTEIA_.*$", GUIDE, re.MULTILINE))
    assert {name for row in table for name in re.findall(r"PETTEIA_[A-Z_]+", row)} == KNOWN
    for path in DEPLOY.iterdir():
        assert f"deploy/{path.stem}" in GUIDE, path.name


def settings_of_the_file(mark: str) -> dict[str, str]:
    """What systemd and the shell read alike: no value has signs that mean something to one of them."""
    text = (DEPLOY / "petteia.env").read_text(encoding="utf-8")
    lines = dict(re.findall(rf"^{mark}(PETTEIA_\w+)=(.*)$", text, re.MULTILINE))
    for value in lines.values():
        assert re.fullmatch(r"'[^']*'|[\w./:,-]*", value, re.ASCII), value
    return {name: value.strip("'") for name, value in lines.items()}


def test_the_settings_file_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in settings_of_the_file("").items():
        monkeypatch.setenv(name, value)
    settings = from_environment()
    assert (settings.host, settings.secure, settings.log) == ("127.0.0.1", True, "json")
    for name, value in settings_of_the_file("#").items():
        monkeypatch.setenv(name, value)
    assert from_environment().workers == 2


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_commands_find_the_settings_and_folders_of_the_server(tmp_path: pathlib.Path) -> None:
    """`petteia` of the guide, with its paths led elsewhere and a `runuser` that says what it was asked."""
    settings, folder = tmp_path / "petteia.env", tmp_path / "data"
    folder.mkdir()
    text = (DEPLOY / "petteia.env").read_text(encoding="utf-8").replace("#PETTEIA_D", "PETTEIA_D")
    settings.write_text(text.replace("/var/lib/petteia\n", f"{folder}\n"), encoding="utf-8")
    command = (DEPLOY / "petteia.sh").read_text(encoding="utf-8")
    script = tmp_path / "petteia"
    script.write_text(command.replace("/etc/petteia/petteia.env", str(settings)), encoding="utf-8")
    runuser = tmp_path / "runuser"
    runuser.write_text('#!/bin/sh\necho "$@"\necho "$PETTEIA_DATABASE"\npwd\n', encoding="utf-8")
    runuser.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for more, release in (({}, "/opt/petteia"), ({"RELEASE": "/opt/petteia-0.6.0"}, "/opt/petteia-0.6.0")):
        words = ["sh", str(script), "backup", "a file"]
        said = subprocess.run(words, env=environment | more, capture_output=True, text=True, check=True).stdout
        asked, database, where = said.splitlines()
        assert asked == f"-u petteia -- {release}/bin/petteia backup a file"
        assert database == "postgresql:///petteia?host=/var/run/postgresql"
        assert pathlib.Path(where).resolve() == folder.resolve()


def test_the_proxies_let_the_largest_save_through() -> None:
    for name, pattern in (("nginx.conf", r"client_max_body_size (\d+)k;"), ("Caddyfile", r"max_size (\d+)KB")):
        found = re.search(pattern, (DEPLOY / name).read_text(encoding="utf-8"))
        assert found
        assert LONGEST_SAVE <= int(found[1]) * 1000 <= 1.1 * LONGEST_SAVE


def test_the_units_are_whole() -> None:
    for path in DEPLOY.glob("*.service"):
        unit = configparser.RawConfigParser(strict=True)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read_string(path.read_text(encoding="utf-8"))
        service = unit["Service"]
        assert service["User"] == "petteia"
        assert service["UMask"] == "0077"
        assert "/opt/petteia/bin/petteia" in service["ExecStart"]
        assert "MemoryDenyWriteExecute" not in service  # rules are compiled while it runs
