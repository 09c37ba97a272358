"""For every eye: axe-core on every page and state, light and dark, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import screenshots as scenes
from table_clients import Person, Server
from visitors import DESKTOP, PHONE, Visitor, Visitors

STATES: dict[str, Callable[[Visitor], None]] = {
    "plain": scenes.at_table,
    "hint": scenes.hinted,
    "hint about something": scenes.compared,
    "bid": scenes.bidding,
    "why": scenes.why_not,
    "history": scenes.looking_back,
    "opponent": scenes.opponent,
    "rules": lambda visitor: scenes.panel(visitor, 1),
    "chat": lambda visitor: scenes.panel(visitor, 2),
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_pages(visit: Visitors, house: Server, size: tuple[int, int], dark: bool) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "open", "greedy", listed=True)["id"]
    visitor = visit(size=size, touch=size == PHONE, dark=dark)
    found: list[str] = []
    with visitor.forgiving("404"):
        for path in ("/", "/new/peloponnes", "/rules/peloponnes", "/nowhere", "/t/aaaaaaaaaaaa"):
            visitor.go(path)
            visitor.page.wait_for_load_state("networkidle")
            found += visitor.faults(path)
    visitor.sit(anna)
    visitor.go(f"/t/{table}")
    visitor.page.get_by_role("heading", name="The table is being set").wait_for()
    found += visitor.faults("waiting room")
    visitor.press(visitor.page.locator("header button").last)
    found += visitor.faults("settings")
    visitor.go("/")
    visitor.page.get_by_role("heading", name="My games").wait_for()
    found += visitor.faults("lobby with games")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_tables(
    visit: Visitors, late: tuple[Person, str], over: tuple[Person, str], size: tuple[int, int], dark: bool
) -> None:
    visitor = visit(size=size, touch=size == PHONE, dark=dark)
    found: list[str] = []
    visitor.sit(late[0])
    for name, prepare in STATES.items():
        visitor.go(f"/t/{late[1]}")
        prepare(visitor)
        found += visitor.faults(name)
    visitor.sit(over[0])
    visitor.go(f"/t/{over[1]}")
    scenes.result(visitor)
    for box in visitor.page.locator(".result details").all():
        visitor.press(box.locator("summary"))
    found += visitor.faults("end")
    assert not found, "\n".join(found)
