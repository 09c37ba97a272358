"""On a phone: what one chooses from, what is said of it and what one owns lie in sight, and nothing said is untrue."""

from __future__ import annotations

import random
import re

import pytest
import screenshots as scenes
from playwright.sync_api import expect
from table_clients import Person, Server, play_out, words_of
from visitors import PHONE, Visitor, Visitors, play_on

SMALL = (360, 640)
ON_ITS_SIDE = (844, 390)
LEAST_TILE = 90  # px of a tile whose numbers are to be read
HIGHEST_COACH = 0.4  # of the screen
BETWEEN = """(targets) => {
  const head = document.querySelector('.room > .top').getBoundingClientRect().bottom
  const coach = document.querySelector('.coach').getBoundingClientRect()
  return targets.filter((target) => {
    const { top, bottom } = document.querySelector(`main [data-target="${target}"]`).getBoundingClientRect()
    return top < head || bottom > coach.top
  })
}"""


def phone(visit: Visitors, person: Person, table: str, size: tuple[int, int] = PHONE, **wishes: object) -> Visitor:
    visitor = visit(size=size, touch=True, prefers=dict(wishes))
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    return visitor


def guided(visit: Visitors, house: Server, size: tuple[int, int] = PHONE, **wishes: object) -> Visitor:
    """The guided game of Peloponnes, whose deal is always the same, at its first decision."""
    anna = house.person("Anna")
    visitor = phone(visit, anna, anna.post("games/peloponnes/guide")["id"], size, **wishes)
    visitor.my_turn()
    return visitor


def test_a_warning_is_that_of_the_amount(visit: Visitors, house: Server) -> None:
    """Barracks could be marked after the least bid; whoever bids all his coins loses them."""
    visitor = guided(visit, house)
    page = visitor.page
    visitor.press(visitor.button("Fold the lesson away"))
    visitor.press(page.locator("main [data-target='slot:5']"))
    note = page.locator(".prompt .note")
    expect(note).to_contain_text("Could only be marked with a coin and paid later")
    more = page.locator("form.decide").get_by_label("One more")
    while more.is_enabled():
        visitor.press(more)
    expect(note).to_contain_text("You could neither pay nor mark it")
    assert not visitor.out_of_the_bar()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_lesson_covers_nothing_that_it_speaks_of(
    visit: Visitors, house: Server, size: tuple[int, int], lang: str
) -> None:
    visitor = guided(visit, house, size, language=lang)
    page = visitor.page
    coach = page.locator(".coach")
    expect(coach).to_be_visible()
    for turned in range(3):
        page.wait_for_function(f"() => !({BETWEEN})(['slot:2']).length")
        box = coach.bounding_box()
        assert box
        assert box["height"] <= HIGHEST_COACH * size[1] + 1
        if turned < 2:
            visitor.press(coach.locator("footer .loud"))
    assert not visitor.faults(lang)


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_every_page_of_a_lesson_shows_what_it_speaks_of(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    """The first of Hellas: an action, then the quarries that carry a tile and the worker, then the action again."""
    anna = house.person("Anna")
    table = anna.post("games/hellas/guide")["id"]
    visitor = phone(visit, anna, table, size)
    visitor.my_turn()
    page = visitor.page
    pages = anna.now(table, 0)["lesson"]["targets"]
    assert [len(targets) for targets in pages] == [1, 4, 1]
    for number, targets in enumerate(pages):
        page.wait_for_function(f"() => !({BETWEEN})({targets!r}).length")
        expect(page.locator(".sea.island .lit")).to_have_count(4 if number == 1 else 0)
        if number < 2:
            visitor.press(page.locator(".coach footer .loud"))


def test_the_lesson_of_protection_shows_where_symbols_are_counted(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    dice = random.Random(3)
    table, taught = "", None
    while taught != "Protection":
        if not table or anna.my_turn(table)["status"] != "playing":
            table = anna.post("games/peloponnes_card/guide")["id"]
        now = anna.now(table, 0)
        taught = (now["lesson"] or {}).get("title")
        if taught != "Protection":
            words = [one for one in words_of(now) if one not in ("pass", "tear")]
            anna.play(table, 0, now["number"], dice.choice(words))
    visitor = phone(visit, anna, table)
    visitor.my_turn()
    page = visitor.page
    coach = page.locator(".coach")
    expect(coach.locator("h2")).to_have_text("Protection")
    page.wait_for_function(
        """() => {
          const { top, bottom } = document.querySelector('main [data-thing="symbols:0"]').getBoundingClientRect()
          const head = document.querySelector('.room > .top').getBoundingClientRect().bottom
          return top >= head && bottom <= document.querySelector('.coach').getBoundingClientRect().top
        }"""
    )


def test_a_lesson_waits_for_what_is_told(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    table = anna.post("games/hellas/guide")["id"]
    visitor = phone(visit, anna, table, motion=True, telling="normal")
    visitor.my_turn()
    page = visitor.page
    told = page.locator("[data-told] .card")
    waited = 0
    for _ in range(6):
        now = anna.now(table, 0)
        anna.play(table, 0, now["number"], (now["lesson"] and now["lesson"]["choice"]) or words_of(now)[0])
        anna.my_turn(table)
        here = anna.now(table, 0)
        visitor.wait_for(f"it.number === {here['number']} && it.mine")
        if here["lesson"] and told.count():
            waited += 1
            expect(page.locator(".coach")).to_have_count(0)
        while told.count():
            visitor.press(told.first.locator(".skip"))
        expect(page.locator(".coach")).to_have_count(int(here["lesson"] is not None))
    assert waited


def test_a_lesson_is_folded_and_opened_again(visit: Visitors, house: Server) -> None:
    visitor = guided(visit, house)
    page = visitor.page
    title = page.locator(".coach h2").inner_text()
    visitor.press(visitor.button("Fold the lesson away"))
    expect(page.locator(".coach")).to_have_count(0)
    visitor.press(visitor.button(title))
    expect(page.locator(".coach h2")).to_have_text(title)
    # The next one opens by itself; whoever wants none says so in words.
    visitor.press(visitor.button("Fold the lesson away"))
    dice = random.Random(5)
    opened = page.locator(".coach h2")
    play_on([visitor], dice, until=lambda: opened.count() > 0, most=8)
    expect(opened).not_to_have_text(title)
    while (onward := page.locator(".coach footer .loud", has_text="Next")).count():
        visitor.press(onward)
    visitor.press(visitor.button("Go on without explanations"))
    expect(page.locator(".coach, .tab")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "de", "it"])
@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_why_not_covers_the_choices_whole_and_no_tool(
    visit: Visitors, house: Server, size: tuple[int, int], lang: str
) -> None:
    visitor = guided(visit, house, size, language=lang)
    page = visitor.page
    visitor.press(page.locator(".coach header button"))
    visitor.press(page.locator("main [data-target='track:population']"))
    why = page.locator(".prompt .why").bounding_box()
    assert why
    covered = [box for one in page.locator(".prompt .choices button").all() if (box := one.bounding_box())]
    assert covered
    for box in covered:
        assert why["x"] <= box["x"] + 1
        assert box["x"] + box["width"] <= why["x"] + why["width"] + 1
        assert box["y"] + box["height"] <= why["y"] + why["height"] + 1
    for tool in page.locator(".prompt .tools button").all():
        if box := tool.bounding_box():
            assert why["x"] + why["width"] <= box["x"] + 1


def test_what_travels_stays_below_the_sheet(visit: Visitors, house: Server) -> None:
    """Tiles on the way to one's own, further down on the page than what is seen of it."""
    visitor = guided(visit, house, motion=True)
    page = visitor.page
    page.evaluate("""() => {
      window.heights = []
      new MutationObserver((changes) => {
        for (const twin of changes.flatMap((change) => [...change.addedNodes]))
          if (twin.inert) heights.push(Number(twin.style.zIndex))
      }).observe(document.querySelector('[data-stage]'), { childList: true })
    }""")
    play_on([visitor], random.Random(3), until=lambda: page.evaluate("() => heights.length > 5"), most=6)
    sheet = int(page.locator(".sheet").evaluate("(it) => getComputedStyle(it).zIndex"))
    heights = page.evaluate("() => heights")
    assert heights
    assert max(heights) < sheet


def test_all_choices_leave_the_purse_in_sight_and_repeat_nothing(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "greedy", start=True)["id"]
    visitor = phone(visit, anna, table)
    visitor.my_turn()
    page = visitor.page
    visitor.press(page.locator(".all-of-them"))
    chosen = page.locator(".prompt .choice").all_inner_texts()
    assert len(chosen) == len(set(chosen))
    assert "Pass" in "".join(chosen)
    above, purse = page.locator(".prompt .list").bounding_box(), page.locator(".stock").bounding_box()
    assert above
    assert purse
    assert above["y"] + above["height"] <= purse["y"] + 1


def test_giving_up_ends_the_game_for_all_to_see(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "greedy", start=True)["id"]
    visitor = phone(visit, anna, table)
    visitor.my_turn()
    page = visitor.page
    dice = random.Random(5)
    play_on([visitor], dice, most=1)
    visitor.press(visitor.button("More"))
    visitor.press(visitor.button("Give up"))
    visitor.press(page.get_by_role("dialog").last.get_by_role("button", name="Give up"))
    bar = page.locator(".prompt")
    expect(bar).to_contain_text("The game was given up")
    expect(bar).to_contain_text("without a winner")
    expect(bar).not_to_contain_text("thinking")
    expect(bar.get_by_role("button", name="Play again")).to_be_visible()
    expect(bar.get_by_role("link", name="To the lobby")).to_be_visible()
    assert not visitor.faults("given up")
    visitor.press(bar.get_by_role("button", name="Look back"))
    expect(page.locator(".prompt.back")).to_be_visible()
    visitor.go("/")
    expect(page.locator(f"a[href='/t/{table}']")).to_contain_text("Anna (you)")


def test_rules_and_history_are_in_the_menu_and_the_past_is_seen(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "greedy", start=True)["id"]
    visitor = phone(visit, anna, table)
    visitor.my_turn()
    page = visitor.page
    visitor.press(visitor.button("More"))
    visitor.press(page.get_by_role("dialog").get_by_role("button", name="Rules"))
    expect(page.locator(".panel")).to_be_visible()
    visitor.press(visitor.button("Fold the side panel away"))
    visitor.press(visitor.button("More"))
    visitor.press(page.get_by_role("dialog").get_by_role("button", name="History"))
    visitor.press(page.locator(".panel .rounds button").first)
    expect(page.locator(".panel")).to_have_count(0)
    expect(page.locator(".prompt.back")).to_be_visible()


def test_no_rule_is_read_above_the_field_to_search_them(visit: Visitors, house: Server) -> None:
    """Where it sticks to the upper edge."""
    person = house.person("Solon")
    visitor = phone(visit, person, person.open("me", "easy", start=True)["id"])
    visitor.my_turn()
    page = visitor.page
    visitor.press(visitor.button("More"))
    visitor.press(page.get_by_role("dialog").get_by_role("button", name="Rules"))
    visitor.press(page.locator(".panel .content").get_by_role("tab").nth(1))
    page.locator("[data-clause]").nth(20).evaluate("(e) => e.scrollIntoView({ block: 'center' })")
    field = page.locator(".panel .search").bounding_box()
    edge = page.locator(".panel .scroll").bounding_box()
    assert field is not None
    assert edge is not None
    assert field["y"] <= edge["y"]


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_going_back_shows_the_board_and_says_what_happened(
    visit: Visitors, house: Server, size: tuple[int, int]
) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "greedy", "greedy", game="hellas", start=True)["id"]
    for _ in range(3):
        anna.my_turn(table)
        now = anna.now(table, 0)
        anna.play(table, 0, now["number"], words_of(now)[0])
    visitor = phone(visit, anna, table, size)
    visitor.my_turn()
    page = visitor.page
    visitor.press(visitor.button("More"))
    visitor.press(page.get_by_role("dialog").get_by_role("button", name="History"))
    visitor.press(page.locator("aside.panel").get_by_label("One back"))
    expect(page.locator("aside.panel")).to_have_count(0)
    bar = page.locator(".prompt.back")
    for move in range(anna.look(table)["moves"] - 1, 0, -1):
        then = anna.get(f"tables/{table}/moments/{move}", seat=0, lang="en")
        if then["lines"]:
            expect(bar).to_contain_text(then["lines"][0]["text"])
            break
        visitor.press(bar.get_by_label("One back"))
    assert not visitor.out_of_the_bar()


def test_without_a_network_it_says_so_at_once(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "greedy", start=True)["id"]
    visitor = phone(visit, anna, table)
    visitor.my_turn()
    page = visitor.page
    with visitor.forgiving("WebSocket", "ERR_INTERNET_DISCONNECTED"):
        visitor.context.set_offline(True)
        # Browsers do not keep these from reaching a server on the same machine.
        page.evaluate("() => { window.WebSocket = class { close() {} } }")
        expect(page.get_by_role("alert")).to_be_visible(timeout=20_000)
        expect(page.locator(".prompt .choice").first).to_be_disabled()
        page.evaluate("() => { window.WebSocket = window.sockets[0].constructor }")
        visitor.context.set_offline(False)
        expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".prompt .choice").first).to_be_enabled()


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_is_asked_for_at_once_hides_neither_hint_nor_undo(
    visit: Visitors, house: Server, size: tuple[int, int]
) -> None:
    """How many to feed by luxury: there is nothing behind that question to go back to."""
    studio = scenes.Studio(house, Visitors(None, ""), [])  # type: ignore[arg-type]
    hungry = lambda it: len(it["choices"]) == 1 and len(it["choices"][0]["options"]) > 1  # noqa: E731
    anna, table = studio.reach(hungry, "Anna", bots=("greedy",), wit=0.4)
    visitor = phone(visit, anna, table, size, language="de")
    visitor.my_turn()
    bar = visitor.page.locator(".prompt")
    expect(bar.locator("form.decide")).to_be_visible()
    expect(bar.locator(".advise")).to_be_visible()
    expect(bar.locator(".undo")).to_be_visible()
    expect(bar.locator(".cancel")).to_have_count(0)
    assert not visitor.out_of_the_bar()


WIDEST = """() => {
  for (const one of document.querySelectorAll('.strip .score b, .strip .good b')) one.firstChild.data = '88'
  return [...document.querySelectorAll('.strip .chip')].flatMap((chip) => {
    const boxes = [...chip.querySelectorAll('.score .points, .good')].map((one) => one.getBoundingClientRect())
    const [score, ...goods] = boxes.filter(({ width }) => width)
    const right = chip.getBoundingClientRect().right
    return goods.filter((one) => one.left < score.right || one.right > right).map((one) => one.left)
  })
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("rivals", [1, 2, 3, 4])
def test_what_rivals_have_covers_nothing_however_much_it_is(
    visit: Visitors, house: Server, rivals: int, size: tuple[int, int]
) -> None:
    anna = house.person("Anna")
    visitor = phone(visit, anna, anna.open("me", *["greedy"] * rivals, start=True)["id"], size)
    visitor.my_turn()
    assert visitor.page.locator(".strip .chip").count() == rivals
    assert not visitor.page.evaluate(WIDEST)


@pytest.fixture(scope="module")
def wealthy(house: Server) -> tuple[Person, str]:
    """Somebody with six tiles decides."""
    studio = scenes.Studio(house, Visitors(None, ""), [])  # type: ignore[arg-type]
    many = lambda moment: moment["state"]["players"][moment["seat"]]["tile_count"] >= 6  # noqa: E731
    return studio.reach(many, "Anna", bots=("greedy",), wit=0.8)


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_own_tiles_can_be_read_however_many_there_are(
    visit: Visitors, wealthy: tuple[Person, str], size: tuple[int, int]
) -> None:
    visitor = phone(visit, *wealthy, size)
    visitor.my_turn()
    tiles = visitor.page.locator(".own [data-place^='tiles:'] li, .own .civilization")
    widths = [box["width"] for one in tiles.all() if (box := one.bounding_box())]
    assert len(widths) > 6
    assert min(widths) >= LEAST_TILE
    assert not visitor.overflow()


def test_what_the_last_round_brought_is_told_before_the_result(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    table = anna.open("me", "greedy", start=True)["id"]
    play_out([anna], table, seed=3, moves=7)
    visitor = phone(visit, anna, table, telling="normal")
    visitor.my_turn()
    page = visitor.page
    play_on([visitor], random.Random(5))
    expect(page.locator(".telling .card")).to_contain_text(re.compile("You (have|feed)"))
    expect(page.locator(".result")).to_have_count(0)
    visitor.press(page.locator(".telling .card"))
    expect(page.locator(".score-table")).to_be_visible()
    expect(page.locator(".telling .card")).to_have_count(0)


def test_on_its_side_a_lesson_is_read_beside_the_choices_and_all_is_seen(visit: Visitors, house: Server) -> None:
    visitor = guided(visit, house, ON_ITS_SIDE)
    page = visitor.page
    words = page.locator(".coach p")
    for _ in range(3):
        assert words.evaluate("it => it.clientHeight > 30 && it.scrollHeight <= it.clientHeight + 1")
        coach, prompt = page.locator(".coach").bounding_box(), page.locator(".prompt").bounding_box()
        assert coach
        assert prompt
        assert coach["x"] + coach["width"] <= prompt["x"] + 1
        visitor.press(page.locator(".coach footer .loud"))
    ends = [box["x"] + box["width"] for one in page.locator(".stock li").all() if (box := one.bounding_box())]
    assert max(ends) <= ON_ITS_SIDE[0]
    assert not visitor.overflow()


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_what_a_level_asks_for_is_read_whole(visit: Visitors, house: Server, lang: str) -> None:
    anna = house.person("Anna")
    visitor = phone(visit, anna, anna.open("me", options={"solo_level": 5}, start=True)["id"], SMALL, language=lang)
    visitor.my_turn()
    level = visitor.page.locator(".level").bounding_box()
    assert level
    assert level["x"] + level["width"] <= SMALL[0]
    for pile in visitor.page.locator(".piles, .way svg").all():
        box = pile.bounding_box()
        assert box
        assert box["y"] + box["height"] <= level["y"] or box["x"] >= level["x"] + level["width"]


def test_a_board_made_larger_shows_the_way_back(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    visitor = phone(visit, anna, anna.open("me", "greedy", start=True)["id"], SMALL)
    visitor.my_turn()
    larger = visitor.button("Larger", exact=True)
    larger.scroll_into_view_if_needed()
    visitor.press(larger)
    back = visitor.button("Whole board", exact=True)
    expect(back).to_be_in_viewport(ratio=1)
    visitor.press(back)
    expect(back).to_have_count(0)


def test_a_tap_on_the_two_sums_says_what_counts(visit: Visitors, house: Server) -> None:
    anna = house.person("Anna")
    visitor = phone(visit, anna, anna.open("me", "greedy", start=True)["id"])
    visitor.my_turn()
    visitor.press(visitor.page.locator("section.own .points").first)
    expect(visitor.page.get_by_role("tooltip")).to_contain_text("counts")
