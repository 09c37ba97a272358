"""Hellas before browsers: a whole game, its map by mouse, keyboard and thumb, and the sheet that points at the map."""

from __future__ import annotations

import pathlib
import random

import pytest
from playwright.sync_api import Page, expect
from table_clients import Person, Server, play_out, words_of
from visitors import Visitor, Visitors, play_on, seated

import petteia
from petteia import pages

NARROW = (360, 780)
WIDE = (1440, 900)


# The times under a curve that touch the one after them.
TOUCHING = """() => [...document.querySelectorAll('figure')].flatMap((figure) => {
  const times = [...figure.querySelectorAll('svg > text[text-anchor=middle]')].map((one) => one.getBoundingClientRect())
  return times.filter((one, at) => times[at + 1] && one.right > times[at + 1].left)
}).length"""


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
        # Both were in the waiting room before the deal; two play on the small island.
        expect(visitor.page.locator(".spot")).to_have_count(80)
        expect(visitor.page.locator(".sea .name")).to_have_text("Pegasus")
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
        expect(host.page.locator(".scene .lit")).not_to_have_count(0)
        line.click()
        host.page.mouse.move(2, 2)
        expect(line).to_have_attribute("aria-pressed", "true")
        expect(host.page.locator(".scene .lit")).not_to_have_count(0)
        expect(host.page.locator(".scene .shadow")).to_have_count(1)  # and the rest steps back
    # The curves go by phase and turn, and no two times run into each other.
    host.page.locator("figure summary").first.click()
    expect(host.page.locator("figure th").first).to_have_text("Phase and turn")
    assert not host.page.evaluate(TOUCHING)
    host.press(host.button("Look at the board"))
    expect(host.page.locator(".spot").first).to_be_visible()


def reach(house: Server, step: str, action: str, most: int = 200) -> tuple[Person, str]:
    """A table of two hot seats where a step is due, by choosing the actions whose names begin so."""
    somebody = house.person("Solon")
    table = somebody.open("me", "me", game="hellas", start=True)["id"]
    dice = random.Random(5)
    actions = somebody.get(f"tables/{table}/box")["actions"]
    wanted = [f"action {one['place']}" for one in actions if one["id"].startswith(action)]
    for _ in range(most):
        seat = somebody.look(table)["to_move"]
        assert seat is not None, f"no {step} in this game"
        moment = somebody.now(table, seat)
        if moment["prompt"]["step"] == step:
            return somebody, table
        offered = words_of(moment)
        somebody.play(table, seat, moment["number"], dice.choice([one for one in wanted if one in offered] or offered))
    raise AssertionError(f"no {step} after {most} choices")


@pytest.fixture(scope="module")
def building(house: Server) -> tuple[Person, str]:
    """A table of two hot seats where the first one builds a house."""
    return reach(house, "house", "house")


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
    later = "when the action before is finished"  # of an action, which is not asked for now
    for target, reason in (("quarry:1", "§5.5"), ("temple:1", "§5.5"), ("action:1", later)):
        visitor.press(page.locator(f"[data-target='{target}']"))
        expect(page.locator(".prompt .why")).to_contain_text(reason)
        # It stands above the choices, which can still be made.
        expect(page.locator(".prompt .choice").first).to_be_visible()
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
    # The whole island is seen; a tap goes near, where no space is too small for a thumb.
    assert visitor.page.locator(".frame").evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    visitor.page.locator(".frame").tap()
    expect(visitor.page.locator(".sea.far")).to_have_count(0)
    faults += visitor.faults("near")
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
            keys.press(str(1 + built))
            if page.locator(".prompt .list .choice").count():  # what is on the board alone is listed first
                keys.press(str(1 + built))
        visitor.wait_for(f"it.number > {look['number']}")
        if built >= 3:
            return
    raise AssertionError("nothing was built")


# -- fingers -----------------------------------------------------------------------------------------------------------

WIDTH = "() => document.querySelector('.map').offsetWidth"


def fingers(page: Page, *steps: list[tuple[float, float]]) -> None:
    """Two fingers go from place to place."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[tuple[float, float]]) -> None:
        there = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})

    touch("touchStart", steps[0])
    for step in steps[1:]:
        touch("touchMove", step)
    touch("touchEnd", [])


def test_pinching_and_tapping_twice(visit: Visitors, building: tuple[Person, str]) -> None:
    visitor = visit(size=NARROW, touch=True)
    page = at(visitor, building)
    number = visitor.look()["number"]
    whole = page.evaluate(WIDTH)

    def place(u: float, v: float) -> tuple[float, float]:
        """A place of the window by its place in the frame, which may have scrolled."""
        box = page.locator(".frame").bounding_box()
        assert box is not None
        return box["x"] + u * box["width"], box["y"] + v * box["height"]

    x, y = place(0.5, 0.5)
    fingers(page, [(x - 20, y), (x + 20, y)], [(x - 40, y), (x + 40, y)], [(x - 50, y), (x + 50, y)])
    assert 2 * whole < page.evaluate(WIDTH) < 3 * whole
    visitor.press(page.get_by_label("Whole board"))
    assert page.evaluate(WIDTH) == whole

    # Two taps in the sea go near, two more go back.
    for near in (True, False):
        corner = place(0.04, 0.05)
        page.touchscreen.tap(*corner)
        page.touchscreen.tap(*corner)
        page.wait_for_timeout(400)
        assert (page.evaluate(WIDTH) > whole) == near
    assert visitor.look()["number"] == number, "something was chosen on the way"


def test_from_afar_a_tap_goes_near_and_chooses_nothing(visit: Visitors, house: Server) -> None:
    somebody = house.person("Solon")
    table = somebody.open("me", "me", "me", game="hellas", start=True)["id"]  # the large island
    somebody.play(table, somebody.look(table)["to_move"], 0, "action 1")
    visitor = visit(size=NARROW, touch=True)
    page = at(visitor, (somebody, table))
    number = visitor.look()["number"]
    expect(page.locator(".sea.far")).to_be_visible()
    expect(page.locator(".spot .price")).to_have_count(0)
    spot = page.locator(".spot.legal").nth(40)
    target = spot.get_attribute("data-target")
    spot.tap()
    expect(page.locator(".sea.far")).to_have_count(0)
    assert visitor.look()["number"] == number
    page.wait_for_timeout(400)
    expect(page.locator(".spot .price").nth(50)).to_be_visible()
    page.locator(f"[data-target='{target}']").tap()
    visitor.wait_for(f"it.number > {number}")


# -- pieces in motion --------------------------------------------------------------------------------------------------

# Everything that flies, by its class, with the width of a space that it was given.
WATCH = """() => {
  window.flown = []
  new MutationObserver((changes) => {
    for (const twin of changes.flatMap((change) => [...change.addedNodes]))
      if (twin.inert) flown.push([twin.className, parseFloat(getComputedStyle(twin).getPropertyValue('--hex'))])
  }).observe(document.querySelector('[data-stage]'), { childList: true })
}"""


def test_only_what_was_moved_flies(visit: Visitors) -> None:
    """On a phone: a chosen action moves a stone, a built house itself; nothing that lies on the island."""
    visitor = visit(size=NARROW, touch=True, prefers={"motion": True})
    visitor.open_table("me", "here", path="/new/hellas")
    page = visitor.page
    visitor.my_turn()
    page.evaluate(WATCH)
    before = visitor.look()
    visitor.press(page.locator("[data-target='action:1']"))
    visitor.wait_for(f"it.number > {before['number']}")
    page.wait_for_timeout(500)
    assert [name.split()[0] for name, _ in page.evaluate("() => flown")] == ["stone"]
    # Nothing slid under the finger and explains itself.
    page.wait_for_timeout(500)
    expect(page.get_by_role("tooltip")).to_have_count(0)

    page.evaluate("() => (flown.length = 0)")
    before = visitor.look()
    visitor.press(page.locator(".spot.legal").nth(7))
    visitor.wait_for(f"it.number > {before['number']}")
    ((name, hexagon),) = page.evaluate("() => flown")
    assert name.split()[0] == "piece"
    assert hexagon > 20  # its sizes go by it


# Signs of the action track that leave their space, or that a stone hides.
SIGNS = """() => [...document.querySelectorAll('.action')].flatMap((action) => {
  const box = action.getBoundingClientRect()
  const sign = (action.querySelector('.columns') ?? action.querySelector('.sign svg')).getBoundingClientRect()
  const stone = action.querySelector('.stone')?.getBoundingClientRect()
  const beyond = sign.left < box.left + 2 || sign.right > box.right - 2
  const wide = stone ? Math.max(0, Math.min(sign.right, stone.right) - Math.max(sign.left, stone.left)) : 0
  const high = stone ? Math.max(0, Math.min(sign.bottom, stone.bottom) - Math.max(sign.top, stone.top)) : 0
  return beyond || wide * high > 0.2 * sign.width * sign.height ? [action.dataset.target] : []
})"""


@pytest.mark.parametrize("size", [(360, 780), (390, 844), (844, 390), (1280, 800), (1920, 1080)])
def test_every_action_can_be_read(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    somebody = house.person("Solon")
    table = somebody.open("me", "me", game="hellas", start=True)["id"]
    for action in (11, 12):  # five columns, a statue
        moment = somebody.now(table, seat := somebody.look(table)["to_move"])
        somebody.play(table, seat, moment["number"], f"action {action}")
        moment = somebody.now(table, seat)
        if moment["prompt"]["step"] != "action":
            somebody.play(table, seat, moment["number"], "decline")
    visitor = visit(size=size, touch=size[0] < 1024)
    page = at(visitor, (somebody, table))
    assert page.evaluate(SIGNS) == []
    # A stone is its owner's.
    stones = page.locator(".stone .emblem")
    expect(stones).to_have_count(2)
    assert (
        len(
            {
                next(word for word in names.split() if word.startswith("seat-"))
                for names in stones.evaluate_all("(all) => all.map((one) => one.className)")
            }
        )
        == 2
    )


def test_a_long_range_is_chosen_from_a_list(visit: Visitors) -> None:
    visitor = visit()
    page = visitor.go("/new/hellas")
    page.get_by_text("House rules").click()
    page.get_by_label("Marble at the start").select_option("12")
    visitor.press(visitor.button("Start", exact=True))
    expect(page.get_by_text("starts with 12 marble").first).to_be_visible()


def test_the_worker_stands_on_the_map_while_he_is_moved(visit: Visitors, house: Server) -> None:
    visitor = visit(size=WIDE)
    page = at(visitor, reach(house, "worker", "quarry"))
    worker = page.locator("[data-piece='worker']")
    expect(worker).to_be_visible()
    expect(worker.locator("xpath=ancestor::*[contains(@class, 'place')]").locator(".tile")).to_be_visible()


CORNERS = """() => ['.prompt', '.sea'].map((which) => {
  const { x, y, width, height } = document.querySelector(which).getBoundingClientRect()
  return [x, y, width, height]
})"""


def test_the_island_stays_where_it_is_while_cities_come(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """One's own panel has room for two rows of them from the beginning, also beside the log."""
    match = petteia.new("hellas", seats=2, seed=4)
    begun = at(visit(size=(1280, 720)), seated(house, tmp_path, match)).evaluate(CORNERS)
    dice = random.Random(4)
    while len({own["kind"] for own in pages.page("hellas").extras(match)["groups"][match.to_move]}) < 4:
        built = [one.id for one in match.choices if one.name in ("house", "plaza", "palace")]
        match.play(dice.choice(built or match.legal_ids))
    page = at(visit(size=(1280, 720)), seated(house, tmp_path, match))
    chips = {box["y"] for box in (one.bounding_box() for one in page.locator("main .panel .groups li").all()) if box}
    assert len(chips) == 2
    assert page.evaluate(CORNERS) == begun
