"""What the documentation shows works as it stands there."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

import petteia

ROOT = pathlib.Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "bench" / "README.md"]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL), 1)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_python_code_runs(block: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "block.py"  # Numba wants to find the source of what it compiles
    file.write_text(block, encoding="utf-8")
    scope: dict[str, Any] = {"__name__": "block", "__file__": str(file)}
    exec(compile(block, str(file), "exec"), scope)


def test_the_position_in_the_documentation_is_one() -> None:
    page = (ROOT / "docs" / "researcher.md").read_text(encoding="utf-8")
    block = re.search(r"((?:    \S.*\n)*    players\.0\.luxury = 8\n(?:    \S.*\n)*)", page)
    assert block
    assert petteia.position(block.group(1)).state.players[0].luxury == 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: pathlib.Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link


def test_every_command_in_the_documentation_exists() -> None:
    from petteia.cli import app, commands  # noqa: F401

    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    for page in PAGES:
        for name in re.findall(r"^    (?:\.venv/bin/)?petteia (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert name in names, f"{page.name}: petteia {name}"
