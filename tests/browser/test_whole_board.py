"""The board is always whole: in every kind of decision of every game, at every usual size, by geometry."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table_clients import Person, Server, words_of
from visitors import Visitor, Visitors

Json = dict[str, Any]

DESKS = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080))
PHONES = ((390, 844), (360, 640))
# How often a game is played by what a hint says, so that there is something on the table; hints take their time.
WIT = {"peloponnes": 1.0, "peloponnes_card": 0.5, "hellas": 0.2, "poseidon": 0.0}
# Which decisions of a kind are looked at, of those that a game asks for: early, and when the table is fuller.
ON_DESKS = (1, 8)
ON_PHONES = (1, 5)

# What a decision needs: what can be chosen, what is on offer with its price and bids, disasters, and one's own things;
# in Poseidon what is asked about, and where something is founded, bought or sold the nations' table.
NEEDED = """main .legal[data-target], main .slot, main .disaster, main .own .tile, main .own .card, main .own .mat,
  main .own .pile, main .own .panel, main .side > .now, main .side > .ledger.trading, main .side:has(.yard) > .ledger"""
# A part that scrolls for whoever wants to see more than a decision needs.
MORE = "main .board > .side"

GEOMETRY = """
  const box = (e) => e.getBoundingClientRect()
  const named = (e) => e.dataset.target ?? `${e.className.baseVal ?? e.className} ${e.textContent.trim().slice(0, 30)}`
  const legal = [...document.querySelectorAll('main .legal[data-target]')]
  const found = []
"""
CUT = f"""([needed, more]) => {{{GEOMETRY}
  const inside = (a, b) => a.left >= b.left - 1.5 && a.right <= b.right + 1.5 &&
    a.top >= b.top - 1.5 && a.bottom <= b.bottom + 1.5
  const meets = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1
  const clips = (e) => /auto|scroll|hidden/.test(getComputedStyle(e).overflow)
  const bar = box(document.querySelector('.prompt'))
  for (const e of document.querySelectorAll(needed)) {{
    const at = box(e)
    if (!at.width || e.closest('dialog, .unseen')) continue
    if (!inside(at, {{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }})) found.push(`outside: ${{named(e)}}`)
    if (meets(at, bar)) found.push(`under the bar: ${{named(e)}}`)
    let over = false  // what is placed over the board is not cut by those around it that have no place of their own
    for (let up = e; up && up !== document.body; up = up.parentElement) {{
      const place = getComputedStyle(up).position
      if (over && place === 'static') continue
      if (up !== e && clips(up) && !inside(at, box(up))) found.push(`cut by .${{up.className}}: ${{named(e)}}`)
      over = place === 'absolute'
    }}
  }}
  for (const e of legal) {{
    const at = box(e)
    const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2)
    if (!e.contains(hit) && !hit?.contains(e)) found.push(`covered by .${{hit?.className}}: ${{named(e)}}`)
  }}
  for (const e of document.querySelectorAll('main *'))
    if (/auto|scroll/.test(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1 && !e.matches(more))
      found.push(`scrolls inside: .${{e.className}} ${{e.scrollHeight}} of ${{e.clientHeight}}`)
  return found
}}"""
# On a phone the page scrolls: what can be chosen is at most one swipe away, one's coins and goods are always there.
FAR = f"""() => {{{GEOMETRY}
  const above = box(document.querySelector('.top')).bottom
  const below = box(document.querySelector('main > .sheet')).top
  const stock = [...document.querySelectorAll('main > .sheet .stock b')].map(box)
  if (!stock.length || stock.some((one) => one.bottom > innerHeight || one.right > innerWidth || one.top < below))
    found.push('own stock not in sight')
  if (legal.length && !legal.some((e) => box(e).bottom > above && box(e).top < below))
    found.push('nothing that can be chosen is in sight')
  for (const e of legal) {{
    const at = box(e)
    if (at.left < -1 || at.right > innerWidth + 1) found.push(`outside: ${{named(e)}}`)
    if (at.bottom > 2 * below - above || at.top < 2 * above - below) found.push(`more than a swipe away: ${{named(e)}}`)
  }}
  return found
}}"""
LEGAL = "() => [...document.querySelectorAll('main .legal[data-target]')].map((e) => e.dataset.target)"


def missing(visitor: Visitor, moment: Json) -> list[str]:
    """Choices that are neither on the board nor beside the prompt, nor asked for by a form."""
    if visitor.page.locator("form.decide, main [data-asks]").count():
        return []
    on_board = set(visitor.page.evaluate(LEGAL))
    beside = " ".join(visitor.page.locator(".prompt .choices .choice").all_inner_texts())
    return [
        f"nowhere to choose: {group['label']}"
        for group in moment["choices"]
        if group["target"] not in on_board and group["label"] not in beside
    ]


def settle(visitor: Visitor) -> None:
    """Until what has changed is drawn."""
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


class Walk:
    """A whole game, looked at on a desk of several sizes and, in the longest language, on phones."""

    def __init__(self, visit: Visitors, house: Server, game: str) -> None:
        self.person: Person = house.person("Solon")
        self.table = self.person.open("me", "greedy", "greedy", game=game, start=True)["id"]
        self.wit = WIT[game]
        self.desk = visit(size=DESKS[0])
        self.phones = [visit(size=size, touch=True, prefers={"language": "de"}) for size in PHONES]
        self.seen: Counter[str] = Counter()
        self.found: list[str] = []
        self.heights: dict[tuple[int, int], set[int]] = {}
        for visitor in (self.desk, *self.phones):
            visitor.sit(self.person)
            visitor.go(f"/t/{self.table}")
            visitor.wait_for("it.there")

    def play(self, dice: random.Random) -> None:
        while self.person.my_turn(self.table)["status"] == "playing":
            moment = self.person.now(self.table, 0)
            if not moment["choices"]:
                continue
            self.look(moment)
            choice = dice.choice(words_of(moment))
            if dice.random() < self.wit:
                choice = self.person.post(f"tables/{self.table}/hint", seat=0)["choice"]
            self.person.play(self.table, 0, moment["number"], choice)

    def look(self, moment: Json) -> None:
        step = moment["prompt"]["step"]
        self.seen[step] += 1
        here = f"it.number === {moment['number']} && it.mine"
        if self.seen[step] in ON_DESKS:
            self.desk.wait_for(here)
            self.note(step, "a desk", missing(self.desk, moment))
            for size in DESKS:
                self.desk.page.set_viewport_size({"width": size[0], "height": size[1]})
                self.measure(self.desk, step, size, self.desk.page.evaluate(CUT, [NEEDED, MORE]))
        if self.seen[step] in ON_PHONES:
            for phone, size in zip(self.phones, PHONES, strict=True):
                phone.wait_for(here)
                settle(phone)
                self.measure(phone, step, size, [*phone.page.evaluate(FAR), *phone.overflow()])

    def measure(self, visitor: Visitor, step: str, size: tuple[int, int], faults: list[str]) -> None:
        self.note(step, size, [*faults, *visitor.out_of_the_bar()])
        bar = visitor.page.locator(".prompt").bounding_box()
        assert bar is not None
        self.heights.setdefault(size, set()).add(round(bar["height"]))

    def note(self, step: str, size: object, faults: list[str]) -> None:
        self.found += [f"{step} {self.seen[step]} {size}: {one}" for one in dict.fromkeys(faults)]


@pytest.mark.parametrize("game", WIT)
def test_every_decision_is_seen_whole(visit: Visitors, house: Server, game: str) -> None:
    walk = Walk(visit, house, game)
    walk.play(random.Random(3))
    assert not walk.found, "\n".join(walk.found)
    assert len(walk.heights) == len(DESKS) + len(PHONES)
    assert all(len(high) == 1 for high in walk.heights.values()), walk.heights


# Where things lie on the page, however it is scrolled.
PLACES = """() => Object.fromEntries(
  ['main > .board', '.prompt', 'main > .own', '.opponents', "[data-target='slot:1']"].map((one) => {
    const thing = document.querySelector(one)
    const { x, y, width, height } = thing.getBoundingClientRect()
    return [one, [x, y + (thing.closest('main > .sheet') ? 0 : scrollY), width, height].map(Math.round)]
  }))"""


def assert_within(page: Page, inner: str, outer: str) -> None:
    one, other = page.locator(inner).bounding_box(), page.locator(outer).bounding_box()
    assert one is not None
    assert other is not None
    assert one["y"] >= other["y"] - 1
    assert one["y"] + one["height"] <= other["y"] + other["height"] + 1


@pytest.mark.parametrize("size", [DESKS[0], *PHONES], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_what_is_not_asked_for_now_is_said_within_the_bar(
    visit: Visitors, house: Server, language: str, size: tuple[int, int]
) -> None:
    """A place of Poseidon's map in a merchant round: the whole answer, and nothing of the board under it."""
    person = house.person("Solon")
    table = person.open("me", "greedy", "greedy", game="poseidon", start=True)["id"]
    while person.my_turn(table) and (moment := person.now(table, 0))["prompt"]["step"] != "turn":
        person.play(table, 0, moment["number"], words_of(moment)[0])
    visitor = visit(size=size, touch=size in PHONES, prefers={"language": language})
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    visitor.page.locator("main [data-target='place:20']").first.press("Enter")
    expect(visitor.page.locator(".prompt .why")).to_be_visible()
    assert_within(visitor.page, ".prompt .why", ".prompt")
    # Letters may reach out of close lines, but no line is missing.
    assert visitor.page.locator(".prompt .reason").evaluate("(e) => e.scrollHeight <= e.clientHeight + 8")
    # Whoever asks for a hint next has read it.
    visitor.hint()
    expect(visitor.page.locator(".prompt .why")).to_have_count(0)


@pytest.mark.parametrize("size", [*DESKS, *PHONES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_when_something_comes_and_goes(
    visit: Visitors, late: tuple[Person, str], size: tuple[int, int]
) -> None:
    """A hint, a reason, a bid that is begun, the list of all choices, a banner: each lies over what is there."""
    visitor = visit(size=size, touch=size in PHONES)
    page = visitor.page
    visitor.sit(late[0])
    visitor.go(f"/t/{late[1]}")
    visitor.my_turn()
    settle(visitor)
    before = page.evaluate(PLACES)

    def stays(what: str) -> None:
        settle(visitor)
        assert page.evaluate(PLACES) == before, what

    visitor.hint()
    stays("a hint")
    visitor.press(page.locator(".hint .close"))
    stays("a hint that is closed")
    page.locator("[data-target='track:population']").click()
    expect(page.locator(".prompt .why")).to_be_visible()
    stays("why not")
    assert_within(page, ".prompt .why", ".prompt")
    visitor.press(page.locator(".prompt .why").get_by_label("Close"))
    stays("why not, closed")
    visitor.press(page.locator("[data-target^='slot:'].legal").last)
    expect(page.locator("form.decide")).to_be_visible()
    stays("a bid")
    assert visitor.out_of_the_bar() == []
    visitor.press(page.locator("form.decide").get_by_label("Cancel"))
    visitor.press(page.locator(".prompt .all-of-them"))
    expect(page.locator(".prompt .list .choice")).not_to_have_count(0)
    stays("all choices")
    visitor.press(page.locator(".prompt .all-of-them"))
    expect(page.locator(".prompt .list")).to_have_count(0)
    with visitor.forgiving("ERR_INTERNET_DISCONNECTED", "WebSocket"):
        visitor.context.set_offline(True)
        page.evaluate("() => window.sockets.forEach((one) => one.close())")
        expect(page.locator(".banner")).to_be_visible()
        stays("a banner")
        visitor.context.set_offline(False)
        expect(page.locator(".banner")).to_have_count(0)
    stays("the line is back")


# What is clicked in the bar, where it can be used.
TOOLS = """() => Object.fromEntries(['stands', 'advise', 'undo'].flatMap((name) => {
  const tool = document.querySelector(`.prompt .tools .${name}`)
  if (!tool) return []
  const { left, right, top, bottom } = tool.getBoundingClientRect()
  return [[name, [left, right, top, bottom].map(Math.round)]]
}))"""


@pytest.mark.parametrize("size", [*DESKS, *PHONES], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_tool_of_the_bar_has_its_place(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    """Before there is anything to take back and after it, while a bid is begun, and in decisions of all kinds."""
    person = house.person("Solon")
    table = person.open("me", "greedy", start=True)["id"]
    visitor = visit(size=size, touch=size in PHONES)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    places: dict[str, set[tuple[int, ...]]] = {}

    def look() -> None:
        settle(visitor)
        for name, place in visitor.page.evaluate(TOOLS).items():
            places.setdefault(name, set()).add(tuple(place))

    expect(visitor.button("Take back", exact=True)).to_have_count(0)
    dice = random.Random(4)
    for _ in range(5):
        look()
        bids = visitor.page.locator("[data-target^='slot:'].legal")
        if bids.count() and "bid for a tile" in visitor.page.locator(".prompt").inner_text().lower():
            visitor.press(bids.first)
            expect(visitor.page.locator("form.decide")).to_be_visible()
            look()
            visitor.press(visitor.page.locator("form.decide").get_by_label("Cancel"))
        visitor.decide(dice)
        if visitor.my_turn()["over"]:
            break
    expect(visitor.button("Take back", exact=True)).to_be_visible()
    assert places.keys() >= {"advise", "undo"}
    assert all(len(place) == 1 for place in places.values()), places


@pytest.mark.parametrize("size", [(1024, 768), *DESKS[:2]], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_hint_beside_a_folded_panel_covers_nothing(
    visit: Visitors, late: tuple[Person, str], size: tuple[int, int]
) -> None:
    visitor = visit(size=size)
    page = visitor.page
    visitor.sit(late[0])
    visitor.go(f"/t/{late[1]}")
    visitor.my_turn()
    if page.locator(".panel").count():
        visitor.press(page.locator(".panel .close"))
    settle(visitor)
    before = page.evaluate(PLACES)
    visitor.hint()
    settle(visitor)
    left = page.locator(".hint").evaluate("(hint) => hint.getBoundingClientRect().left")
    right = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    assert page.locator("main > *, .prompt button").evaluate_all(right) <= left + 1
    visitor.press(page.locator(".hint .close"))
    settle(visitor)
    assert page.evaluate(PLACES) == before
