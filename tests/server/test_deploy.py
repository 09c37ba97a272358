"""The files in deploy/ and the guide speak of what there is. (`scripts/try_proxies.py` tries the proxies for real.)"""

from __future__ import annotations

import configparser
import dataclasses
import pathlib
import re

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


def test_the_settings_file_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    for line in (DEPLOY / "petteia.env").read_text(encoding="utf-8").splitlines():
        if line.startswith("PETTEIA_"):
            name, _, value = line.partition("=")
            monkeypatch.setenv(name, value)
    settings = from_environment()
    assert (settings.host, settings.secure, settings.log) == ("127.0.0.1", True, "json")
    commented = re.findall(r"^#(PETTEIA_\w+)=(.*)$", (DEPLOY / "petteia.env").read_text(encoding="utf-8"), re.MULTILINE)
    for name, value in commented:
        monkeypatch.setenv(name, value)
    assert from_environment().workers == 2


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
