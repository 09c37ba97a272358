"""What the documentation shows works as it stands there."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import pkgutil
import re
import tomllib
from types import ModuleType
from typing import Any

import pytest

import petteia
from petteia.bots import roster
from petteia.bots.roster import networks

ROOT = pathlib.Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL), 1)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_python_code_runs(block: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(roster, "_REGISTERED", {})  # a bot of the page plays there alone
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
    from petteia.cli import admin, app, commands  # noqa: F401

    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    names |= {str(group.name) for group in app.registered_groups}
    for page in PAGES:
        for name in re.findall(r"^    (?:\.venv/bin/)?petteia (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert name in names, f"{page.name}: petteia {name}"


# -- contributing ------------------------------------------------------------------------------------------------------


def test_the_tests_that_find_most_are_there() -> None:
    listed = (ROOT / "tests" / "check.txt").read_text(encoding="utf-8").split()
    assert len(set(listed)) == len(listed)
    for name in listed:
        assert (ROOT / name.removeprefix("--ignore=")).exists(), f"tests/check.txt: there is no {name}"


# -- the site ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gathering() -> ModuleType:
    """scripts/docs.py."""
    spec = importlib.util.spec_from_file_location("gathering", ROOT / "scripts" / "docs.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_are_turned_to_the_pages_of_the_site(gathering: ModuleType) -> None:
    site = gathering.site_paths()
    pages = {site[path]: gathering.page(path, site) for path in site if site[path].endswith(".md")}
    assert "[For players](player.md)" in pages["index.md"]
    assert "![A table of Peloponnes in the browser](pictures/table.png)" in pages["index.md"]
    assert "](figures.md#the-first-start)" in pages["index.md"]
    assert "](../researcher.md)" in pages["reference/index.md"]
    for place, text in pages.items():
        for link in re.findall(r"\]\(([^)#\s]+)", text):
            target = (pathlib.PurePosixPath("/site", place).parent / link).as_posix()
            assert link.startswith("http") or str(pathlib.Path(target).resolve())[6:] in site.values(), (place, link)


def test_rulebooks_have_an_anchor_for_each_clause(gathering: ModuleType) -> None:
    site = gathering.site_paths()
    rules = next(path for path, place in site.items() if place == "rules/hellas.de.md")
    text = gathering.page(rules, site)
    assert "[English](hellas.md) · Deutsch · [Italiano](hellas.it.md)" in text
    assert "**§1.1**{ #s1.1 } " in text


def test_a_link_out_of_the_site_is_refused(
    gathering: ModuleType, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "ROOT", tmp_path)
    (tmp_path / "page.md").write_text("[the code](petteia/match.py)", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"page\.md links to petteia/match\.py, which is no page of the site"):
        gathering.page(tmp_path / "page.md", {tmp_path / "page.md": "page.md"})


def test_every_page_can_be_reached(gathering: ModuleType) -> None:
    """The menu names every page, but for translations, which the page itself links to."""
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    menu = set(re.findall(r"'([\w/.]+\.md)'", str(settings["project"]["nav"])))
    pages = {page for page in gathering.site_paths().values() if page.endswith(".md")}
    assert menu == {page for page in pages if not re.search(r"\.(de|it)\.md$", page)}


def test_the_site_fetches_nothing_from_elsewhere(gathering: ModuleType) -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    assert settings["theme"]["font"] is False
    assert "://" not in str(settings)
    sheet = (ROOT / "docs" / "look" / "petteia.css").read_text(encoding="utf-8")
    fonts = re.findall(r"url\('([^']+)'\)", sheet)
    assert fonts == [pathlib.Path(name).name for name in gathering.WEIGHTS]


REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
DOCUMENTED = re.findall(
    r"^::: ([\w.]+)$", "\n".join(page.read_text(encoding="utf-8") for page in REFERENCE), re.MULTILINE
)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_reference_names_what_there_is(name: str) -> None:
    package, _, rest = name.rpartition(".")
    found = pkgutil.resolve_name(f"{package}:{rest}")
    assert found.__doc__, f"{name} says nothing about itself"


def test_the_reference_is_whole() -> None:
    names = {name.removeprefix("petteia.") for name in DOCUMENTED}
    assert set(petteia.__all__) - names == {"games"}, "`games` lists names alone; `list_games` is what people want"


def test_the_runs_that_made_the_networks_are_those_in_their_settings() -> None:
    """The table of `petteia train`, a row for each run."""
    page = (ROOT / "docs" / "researcher.md").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = []
    for first, seats, seconds, others in re.findall(r"^\|(.*)\| ([\d,]+) \| (\d+) \| `(--.*)` \|$", page, re.MULTILINE):
        name = first.strip(" `").partition(" ")[0] or rows[-1]["game"]
        told = re.findall(r"--(?:set )?(\w+)[= ]([\d.]+)", others)
        numbers = {"seconds": float(seconds), **{key: float(number) for key, number in told}}
        rows.append({"game": name, "seats": [*map(int, seats.split(","))], **numbers})
    for game in petteia.games.NAMES:
        runs = json.loads((networks.FOLDER / f"{game}.json").read_text(encoding="utf-8"))["runs"]
        own = [row for row in rows if row["game"] == game]
        assert own == [{key: run[key] for key in row} for run, row in zip(runs, own, strict=True)]
