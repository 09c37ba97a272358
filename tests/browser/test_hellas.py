"""Hellas before browsers: a whole game, its map by mouse, keyboard and thumb, and the sheet that points at the map."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from table_clients import Person, Server, play_out, words_of
from visitors import Visitor, Visitors, play_on

NARROW = (360, 780)
WIDE = (1440, 900)


def test_a_whole_game_of_two_one_of_them_on_a_phone(visit: Visitors) -> None:
    host = visit(size=WIDE)
    host.open_table("me", "open", path="/new/hellas")
    guest = visit(size=NARROW, touch=True)
    host.press(host.button("Copy"))
    expect(host.page.get_by_text("Copied")).to_be_visible()
    guest.page.goto(host.page.evaluate("() => navigator.clipboard.readText()"))
    guest.press(guest.button("Sit here").first)
    host.press(host.button("Start the game"))
    dice = random.Random(3)
    for visitor in (host, guest):
        visitor.wait_for("it.there")
    faults: list[str] = []
    for stop in (8, 30):
        play_on([host, guest], dice, most=stop)
        faults += [*host.faults(f"desk, {stop}"), *guest.faults(f"phone, {stop}")]
    play_on([host, guest], dice)
    for visitor in (host, guest):
        expect(visitor.page.get_by_role("heading", name="Where the points come from")).to_be_visible()
        faults += visitor.faults("end")
    assert not faults, "\n".join(faults)

    # A line of the sheet points at the map: under the mouse, and chosen.
    line = host.page.locator("button.line").first
    if line.count():
        line.hover()
        assert host.page.locator(".scene .lit").count() > 0
        line.click()
        host.page.mouse.move(2, 2)
        expect(line).to_have_attribute("aria-pressed", "true")
        assert host.page.locator(".scene .lit").count() > 0
    host.press(host.button("Look at the board"))
    expect(host.page.locator(".spot").first).to_be_visible()


@pytest.fixture(scope="module")
def building(house: Server) -> tuple[Person, str]:
    """A table of two hot seats where the first one builds a house."""
    somebody = house.person("Solon")
    table = somebody.open("me", "me", game="hellas", start=True)["id"]
    dice = random.Random(5)
    for _ in range(60):
        seat = somebody.look(table)["to_move"]
        moment = somebody.now(table, seat)
        if moment["prompt"]["step"] == "house" and moment["state"]["statues"] == []:
            return somebody, table
        wanted = [words for words in words_of(moment) if words.startswith("action")]
        choice = next((words for words in wanted if words in ("action 1", "action 2")), None)
        somebody.play(table, seat, moment["number"], choice or dice.choice(words_of(moment)))
    raise AssertionError("nobody builds")


def at(visitor: Visitor, building: tuple[Person, str]) -> Page:
    person, table = building
    visitor.sit(person)
    page = visitor.go(f"/t/{table}")
    visitor.wait_for("it.there || it.curtain")
    if visitor.look()["curtain"]:
        visitor.press(page.locator(".curtain button"))
    visitor.my_turn()
    return page


def test_what_cannot_be_built_on_says_why(visit: Visitors, building: tuple[Person, str]) -> None:
    visitor = visit(size=WIDE)
    page = at(visitor, building)
    for target, clause in (("quarry:1", "§"), ("temple:1", "§"), ("action:1", "§")):
        visitor.press(page.locator(f"[data-target='{target}']"))
        expect(page.locator(".prompt .why")).to_contain_text(clause)
    # Where one can build, the price stands on the space, and a tip explains it.
    legal = page.locator(".spot.legal")
    assert legal.count() > 20
    assert legal.first.locator(".price").inner_text() in ("1", "2")
    legal.first.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Costs")
    assert not visitor.faults("building")


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_and_the_end_in_both_themes(visit: Visitors, house: Server, dark: bool) -> None:
    somebody = house.person("Solon")
    table = somebody.open("me", "random", "random", "random", game="hellas", start=True)["id"]
    visitor = visit(size=NARROW, touch=True, dark=dark)
    visitor.sit(somebody)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    faults = visitor.faults("start")
    # No space is too small for a thumb.
    sizes = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.spot')].map((one) => one.getBoundingClientRect()).map((b) => "
        "Math.min(b.width, b.height))"
    )
    assert min(sizes) >= 24
    play_out([somebody], table, seed=2)
    visitor.wait_for("it.over")
    visitor.page.locator(".result .scene").wait_for()
    faults += visitor.faults("end")
    assert not faults, "\n".join(faults)


def test_a_few_moves_by_keyboard_alone(visit: Visitors) -> None:
    visitor = visit(size=WIDE)
    visitor.open_table("me", "bot:random", path="/new/hellas")
    page, keys = visitor.page, visitor.page.keyboard
    built = 0
    for _ in range(20):
        look = visitor.my_turn()
        if page.locator(".spot.legal").count():
            if built == 0:
                for _ in range(20):  # the map stands right before the prompt
                    keys.press("Shift+Tab")
                    if page.evaluate("() => document.activeElement?.matches('.spot')"):
                        break
            else:
                keys.press("m")
            assert page.evaluate("() => document.activeElement.matches('.spot.legal')")
            first = page.evaluate("() => document.activeElement.dataset.target")
            keys.press("PageDown")
            second = page.evaluate("() => document.activeElement.dataset.target")
            assert second != first or page.locator(".spot.legal").count() == 1
            keys.press("ArrowRight")
            keys.press("ArrowDown")
            keys.press("PageUp")
            assert page.evaluate("() => document.activeElement.matches('.spot.legal')")
            keys.press("Enter")
            now = visitor.changed(look)
            if now["number"] == look["number"]:  # a house or a plaza there
                keys.press("1")
            built += 1
        else:
            keys.press(str(min(look["choices"], 1 + built)))
        visitor.wait_for(f"it.number > {look['number']}")
        if built >= 3:
            return
    raise AssertionError("nothing was built")
