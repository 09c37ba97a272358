"""A server with the built pages, and browsers that nothing may go wrong in."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "server"))

import screenshots as scenes
from table_clients import Person, Server, close_all, play_out, serving
from visitors import Visitors, launch, require_pages


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a fresh SQLite file: bots hardly wait, no limits on rates."""
    require_pages()
    database = f"sqlite:///{tmp_path_factory.mktemp('database') / 'petteia.db'}"
    with serving(database, tmp_path_factory.mktemp("server"), bot_pause=0.02) as server:
        yield server


@pytest.fixture(scope="module")  # while it runs, no other test in this process could start an event loop
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = launch(playwright)
    yield running
    running.close()


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visitors]:
    """Makes visitors, each with a browser of his own. Whatever a page complains of fails the test."""
    before = len(house.output)
    visitors = Visitors(browser, house.address)
    yield visitors
    complaints = visitors.leave()
    close_all()
    said = house.output[before:]
    assert "Traceback" not in said, said
    assert not complaints, "\n".join(complaints)


@pytest.fixture(scope="session")
def late(house: Server) -> tuple[Person, str]:
    """A table of five in the sixth round, where somebody with a long name decides."""
    studio = scenes.Studio(house, Visitors(None, ""), [])  # type: ignore[arg-type]
    return studio.reach(scenes.late_auction(5), scenes.LONG[0], bots=("greedy", "greedy", "random", "greedy"), wit=0.8)


@pytest.fixture(scope="session")
def over(house: Server) -> tuple[Person, str]:
    """A game of three that is over."""
    somebody = house.person("Solon")
    table = somebody.open("me", "random", "random", start=True)["id"]
    play_out([somebody], table, seed=1)
    return somebody, table
