"""What happened is told: in the log, and between two decisions over the board."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect
from table_clients import Server, words_of
from visitors import DESKTOP, PHONE, Visitor, Visitors, play_on

SMALL = (360, 640)

NUMBER_SHOWN = "(line) => getComputedStyle(line.querySelector('.number')).opacity"


def seated(visit: Visitors, game: str = "peloponnes", *, size: tuple[int, int] = DESKTOP, **wishes: object) -> Visitor:
    """Somebody at a table with two bots."""
    visitor = visit(size=size, prefers=dict(wishes))
    visitor.go("/")
    visitor.be_called("Aspasia")
    visitor.open_table("me", "bot:greedy", "bot:easy", path=f"/new/{game}")
    visitor.my_turn()
    return visitor


def test_the_log_has_weight_and_speaks_to_whoever_reads_it(visit: Visitors) -> None:
    visitor = seated(visit)
    page = visitor.page
    play_on([visitor], random.Random(5), until=lambda: page.locator(".log .summary").count() > 0)
    expect(page.locator(".log li", has_text=re.compile(r"^\s*You \w+")).first).to_be_visible()
    assert page.locator(".log li.routine").count() > 0
    # A round that is over is summed up for everybody, and oneself is spoken to.
    summary = page.locator(".log .summary").first
    expect(summary.locator("li").first).to_contain_text("You:")
    assert summary.locator("li").count() == 3
    # No city or colour stands for a player: bots of one level are told apart by them, in brackets.
    assert not re.search(
        r"^(Sparta|Argos|Korinth|Patras|Pylos|Arkadia|Messene)\b", page.locator(".log").inner_text(), re.M
    )
    # The clause is there when somebody looks at the line.
    line = page.locator(".log ol li", has=page.locator(".number")).last
    page.mouse.move(5, 5)
    assert line.evaluate(NUMBER_SHOWN) == "0"
    line.hover()
    assert line.evaluate(NUMBER_SHOWN) == "1"
    assert not visitor.axe()


def test_a_line_and_its_thing_are_marked_together(visit: Visitors) -> None:
    visitor = seated(visit)
    page = visitor.page
    play_on([visitor], random.Random(5), until=lambda: page.locator("main [data-piece^='tile:']").count() > 0, most=20)
    thing = page.locator("main .board [data-piece^='tile:']").first
    thing.hover()
    marked = page.locator(".log li.pointed")
    expect(marked.first).to_be_attached()
    name = thing.get_attribute("data-piece")
    marked.first.scroll_into_view_if_needed()
    marked.first.locator(".text").focus()
    expect(page.locator("main [data-marked]").first).to_have_attribute("data-piece", str(name))
    page.keyboard.press("Tab")
    page.locator(".filters .all").focus()
    expect(page.locator("main [data-marked]")).to_have_count(0)


def test_the_log_of_one_player(visit: Visitors) -> None:
    visitor = seated(visit)
    page = visitor.page
    play_on([visitor], random.Random(5), most=2)
    page.get_by_role("group", name="Show only what is about").get_by_role("button", name="You").click()
    lines = page.locator(".log ol li")
    expect(lines.filter(has_text="is turned up")).to_have_count(0)
    # Every line is about whoever reads it: his doing, or a list that he is on.
    for text in lines.all_inner_texts():
        assert re.search(r"\b[Yy]our?\b", text), text


def test_the_log_of_one_nation(visit: Visitors) -> None:
    visitor = seated(visit, "poseidon")
    page = visitor.page
    filters = page.locator(".filters button[class*=tone]")
    play_on([visitor], random.Random(5), until=lambda: filters.count() > 0, most=60)
    name = str(filters.first.get_attribute("title"))
    filters.first.click()
    for text in page.locator(".log ol li").all_inner_texts():
        assert name in text


# Whether the place that is told of just now is not shown by the window of the island, above the telling; null where it
# is about none there, or several, or has ended meanwhile.
OUT_OF_SIGHT = """() => {
  const box = (one) => one.getBoundingClientRect()
  const card = document.querySelector('[data-told] .card')
  if (!card) return null
  const [head, told] = [box(document.querySelector('.room > .top')), box(card)]
  const marked = [...document.querySelectorAll('main .island [data-marked]')]
  if (marked.length !== 1) return null
  const around = box(marked[0].closest('[data-window]'))
  const [left, right] = [around.left - 1, around.right + 1]
  const [top, bottom] = [Math.max(around.top, head.bottom) - 1, Math.min(around.bottom, told.top) + 1]
  return !marked.map(box).some((at) => at.left >= left && at.right <= right && at.top >= top && at.bottom <= bottom)
}"""


# A button that magnifies knows only when it is drawn whether there is more.
AS_LARGE_AS_CAN_BE = """async (larger) => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  for (; !larger.disabled; await drawn()) larger.click()
}"""


def test_what_is_told_of_a_map_that_is_magnified_is_in_sight(visit: Visitors, house: Server) -> None:
    """The island of three, looked at from close by where nothing is built: the telling goes to where something is."""
    person = house.person("Aspasia")
    table = person.open("me", "greedy", "greedy", game="hellas", start=True)["id"]
    visitor = visit(size=PHONE, touch=True, prefers={"motion": True, "telling": "normal"})
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    page = visitor.page
    larger = page.locator(".sea .zoom button").first
    seen = 0
    for _ in range(3):
        larger.evaluate(AS_LARGE_AS_CAN_BE)
        page.evaluate("() => document.querySelector('.sea .frame').scrollTo(0, 0)")
        now = person.now(table, 0)
        person.play(table, 0, now["number"], words_of(now)[0])
        person.my_turn(table)
        here = person.now(table, 0)["number"]
        while visitor.look()["number"] < here or page.locator("[data-told] .card").count():
            if page.evaluate("() => document.querySelector('[data-told] .card') !== null"):
                page.wait_for_timeout(700)  # the page scrolls there
                if page.locator("[data-told] .card").count() and (hidden := page.evaluate(OUT_OF_SIGHT)) is not None:
                    seen += 1
                    assert not hidden, page.locator("[data-told]").inner_text()
            page.wait_for_timeout(50)
    assert seen


def test_takings_back_are_one_line(visit: Visitors) -> None:
    visitor = seated(visit)
    page = visitor.page
    play_on([visitor], random.Random(5), most=3)
    visitor.my_turn()
    visitor.undo()
    visitor.undo()
    expect(page.locator(".log li", has_text="You take back. (2×)")).to_have_count(1)
    expect(page.locator(".log li", has_text="take back")).to_have_count(1)


# -- between two decisions ---------------------------------------------------------------------------------------------

CARD = ".telling .card"
PLACES = """() => [...document.querySelectorAll('.opponents, .board, .sheet, .own')].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect()
  return [x, y, width, height].map(Math.round)
})"""


def decided(visitor: Visitor, dice: random.Random) -> None:
    """Somebody decides until something is told that happened since."""
    page = visitor.page
    for _ in range(12):
        play_on([visitor], dice, most=1)
        if page.locator(CARD).count():
            return
    raise AssertionError("nothing was told")


@pytest.mark.parametrize(("size", "panel"), [(DESKTOP, True), (DESKTOP, False), (PHONE, False), (SMALL, False)])
def test_what_happened_is_told_where_nothing_of_the_decision_lies(
    visit: Visitors, size: tuple[int, int], panel: bool
) -> None:
    visitor = seated(visit, size=size, motion=True, telling="normal", panel=panel)
    page = visitor.page
    decided(visitor, random.Random(5))
    card = page.locator(CARD).first
    expect(card).to_be_visible()
    visitor.my_turn()
    page.keyboard.press("w")
    expect(card).to_be_visible()
    told, bar, board = (one.bounding_box() for one in (card, page.locator(".sheet"), page.locator("section.board")))
    assert told is not None
    assert bar is not None
    assert board is not None
    if panel:
        assert told["x"] >= board["x"] + board["width"]
    else:
        assert told["y"] + told["height"] <= bar["y"]
        assert told["height"] < size[1] / 4
    # Nothing makes room for it, and nothing fills its place.
    places = page.evaluate(PLACES)
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)
    assert page.evaluate(PLACES) == places


def test_a_touch_goes_on_to_the_next_and_opens_nothing_below(visit: Visitors) -> None:
    visitor = seated(visit, size=PHONE, motion=True)
    page = visitor.page
    play_on([visitor], random.Random(5), most=8)
    visitor.my_turn()
    page.keyboard.press("w")
    expect(page.locator(CARD).first).to_be_visible()
    told = []
    while page.locator(CARD).count():
        told.append(page.locator(CARD).first.inner_text())
        page.locator(CARD).first.click(position={"x": 30, "y": 12})
        page.wait_for_timeout(60)
        expect(page.locator("dialog[open]")).to_have_count(0)
    assert len(told) > 1
    assert len(set(told)) == len(told)
    # All of it is passed over by a button of its own.
    page.keyboard.press("w")
    page.locator(CARD).first.get_by_text("Skip all").click()
    expect(page.locator(CARD)).to_have_count(0)


def test_nobody_is_told_who_does_not_want_it(visit: Visitors) -> None:
    visitor = seated(visit, motion=True)
    page = visitor.page
    dice = random.Random(5)
    for _ in range(3):
        play_on([visitor], dice, most=1)
        expect(page.locator(CARD)).to_have_count(0)
    # But whoever asks is.
    visitor.my_turn()
    page.keyboard.press("w")
    expect(page.locator(CARD).first).to_be_visible()


def test_without_motion_it_is_a_list_that_stays(visit: Visitors) -> None:
    visitor = seated(visit, motion=False, telling="normal")
    page = visitor.page
    decided(visitor, random.Random(5))
    visitor.my_turn()
    card = page.locator(CARD)
    expect(card).to_have_count(1)
    told = card.inner_text()
    assert not visitor.axe()
    page.wait_for_timeout(3000)
    assert card.inner_text() == told
    assert (
        page.evaluate("() => document.getAnimations().filter((one) => one.effect.target?.closest('.telling')).length")
        == 0
    )
    page.keyboard.press("Space")
    expect(card).to_have_count(0)


def test_the_panel_speaks_of_whoever_founds_a_nation(visit: Visitors) -> None:
    visitor = seated(visit, "poseidon")
    page = visitor.page
    line = page.locator(".log ol li", has_text=re.compile(r"\w+ founds"))
    play_on([visitor], random.Random(5), until=lambda: line.count() > 0, most=60)
    said = line.first.inner_text()
    line.first.locator(".moment").click()
    panel = page.locator(".founding")
    expect(panel).to_contain_text(str(re.search(r"\w+ founds \w+", said)[0]))  # type: ignore[index]
    expect(panel).not_to_contain_text("You")
    expect(panel.get_by_role("button")).to_have_count(0)
