"""Clicks too many, links and files that are none, people who do not come: what the page makes of it."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from table_clients import Person, Server, play_out
from visitors import Visitor, Visitors

from petteia.server import models

# Pairs of things of two kinds that lie on top of each other.
COVERED = """([upper, lower]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
  return boxes(upper).flatMap(([a, one]) => boxes(lower)
    .filter(([b, two]) => !b.contains(a) && one.left < two.right - 1 && two.left < one.right - 1 &&
      one.top < two.bottom - 1 && two.top < one.bottom - 1)
    .map(([b]) => `${a.textContent || a.className} on ${b.className?.baseVal ?? b.className} ${b.textContent}`))
}"""


def at_table(visit: Visitors, person: Person, table: str, **more: Any) -> Visitor:
    visitor = visit(**more)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.wait_for("it.there")
    return visitor


# -- links and files ---------------------------------------------------------------------------------------------------


def test_links_that_lead_nowhere(visit: Visitors) -> None:
    visitor = visit(prefers={"language": "de"})
    with visitor.forgiving("404", "422"):
        for path in ("/t/zzz", "/t/%00", "/t/aaaaaaaaaaaa"):
            visitor.go(path)
            expect(visitor.page.get_by_role("heading", name="Hier steht kein Tisch")).to_be_visible()
            assert "pattern" not in visitor.page.locator("main").inner_text()
        visitor.go("/rules/nope")
        expect(visitor.page.get_by_text("Dieses Spiel gibt es hier nicht.")).to_be_visible()
        assert "nope" not in visitor.page.locator("main").inner_text()


def test_files_that_are_no_saved_games(visit: Visitors) -> None:
    """Each is told apart, in the page's language; the notices do not pile up."""
    visitor = visit(prefers={"language": "it"})
    page = visitor.go("/")
    notices = page.locator(".notice")
    files = {
        b"Dear diary": "non è una partita salvata.",
        json.dumps({"petteia": "save", "format": 1}).encode(): "Scegli un file scaricato da un tavolo.",
        b" " * (2 * 1024 * 1024 + 1): "troppo grande",
    }
    with visitor.forgiving("422"):
        for _ in range(2):
            for content, said in files.items():
                page.locator("input[type=file]").set_input_files(
                    {"name": "game.json", "mimeType": "application/json", "buffer": content}
                )
                expect(notices.last).to_contain_text(said)
    expect(notices).to_have_count(len(files))


# -- the line ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [*models.ClosedForNow, *models.ClosedForGood], ids=lambda code: code.name)
def test_a_line_that_the_server_closes(visit: Visitors, house: Server, code: models.Closing) -> None:
    """It is opened again, whatever the server closed it for, unless there is nothing to come back to."""
    person = house.person("Kai")
    table = person.open("me", "greedy", start=True)["id"]
    visitor = visit()
    lines: list[WebSocketRoute] = []

    def pass_on(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    visitor.page.route_web_socket(re.compile("/live$"), pass_on)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    lines[-1].close(code=code)
    gone = visitor.page.get_by_role("heading", name="There is no table here")
    if isinstance(code, models.ClosedForGood):
        expect(gone).to_be_visible()
        assert len(lines) == 1
        return
    for _ in range(600):
        if len(lines) == 2:
            break
        visitor.page.wait_for_timeout(50)
    assert len(lines) == 2, visitor.page.locator("main").inner_text()
    expect(visitor.page.locator(".banner")).to_have_count(0)
    visitor.my_turn()
    expect(gone).to_have_count(0)


# -- clicks ------------------------------------------------------------------------------------------------------------


def test_a_double_click_takes_back_once(visit: Visitors, house: Server) -> None:
    person = house.person("Kai")
    visitor = at_table(visit, person, person.open("me", "greedy", start=True)["id"])
    visitor.my_turn()
    visitor.decide(random.Random(1))
    visitor.my_turn()
    with visitor.forgiving("409"):
        visitor.button("Take back", exact=True).dblclick()
        visitor.page.wait_for_timeout(300)
    assert visitor.page.locator(".notice").count() == 0
    log = person.get(f"tables/{visitor.table}/log")
    assert [line["kind"] for line in log].count("undo") == 1


def test_nobody_waits_for_himself(visit: Visitors, house: Server) -> None:
    person = house.person("Kai")
    visitor = at_table(visit, person, person.open("me", "greedy", start=True)["id"])
    visitor.my_turn()
    visitor.page.evaluate(
        """() => {
          window.said = []
          const look = () => window.said.push(document.querySelector('.prompt h2').textContent.trim())
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
        }"""
    )
    for _ in range(3):
        visitor.decide(random.Random(1))
        visitor.my_turn()
    said = set(visitor.page.evaluate("() => window.said"))
    assert "Your turn" in said
    assert not any("Kai" in words for words in said), said


def test_at_the_end_there_is_nothing_to_go_on_from(visit: Visitors, over: tuple[Person, str]) -> None:
    visitor = at_table(visit, *over)
    page = visitor.page
    assert "Round" not in page.locator("header .title").first.inner_text()
    page.keyboard.press("b")
    fork = visitor.button("Go on from here")
    expect(fork.first).to_be_visible()
    assert "meanwhile" not in page.locator(".panel").inner_text()
    page.keyboard.press("ArrowRight")
    expect(fork).to_have_count(0)


# -- what lies on what -------------------------------------------------------------------------------------------------


def test_signs_cover_nothing_that_is_read(visit: Visitors, house: Server) -> None:
    """Differences that flash, over the sign of what they count, and the ranks of a hint."""
    person = house.person("Kai")
    visitor = at_table(visit, person, person.open("me", "greedy", "greedy", start=True)["id"])
    dice = random.Random(4)
    flashed, ranks = 0, 0
    for _ in range(8):
        visitor.my_turn()
        visitor.decide(dice)
        if visitor.my_turn()["over"]:
            break
        flashed += visitor.page.locator(".delta").count()
        assert visitor.page.evaluate(COVERED, [".delta", ".names, .emblem, .chip .points, .good b, .purse"]) == []
        visitor.hint()
        ranks += visitor.page.locator(".tile .rank").count()
        read = ".tile .sum, .tile .coin, .tile .prestige, .tile .name"
        assert visitor.page.evaluate(COVERED, [".tile .rank", read]) == []
    assert flashed
    assert ranks


def test_a_long_word_stays_in_the_chat(visit: Visitors, house: Server) -> None:
    person = house.person("Kai")
    table = person.open("me", "greedy", start=True)["id"]
    person.post(f"tables/{table}/chat", text="x" * 300)
    visitor = at_table(visit, person, table)
    visitor.page.keyboard.press("c")
    words = visitor.page.locator(".chat li p")
    expect(words).to_be_visible()
    assert words.evaluate("(e) => e.scrollWidth <= e.clientWidth && e.clientWidth < innerWidth / 2")


# -- people ------------------------------------------------------------------------------------------------------------


def test_somebody_who_gave_up_is_named_at_the_end(visit: Visitors, house: Server) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    table = anna.open("me", "open", listed=True)["id"]
    ben.post(f"tables/{table}/join")
    anna.post(f"tables/{table}/start")
    ben.post(f"tables/{table}/resign", seat=1)
    play_out([anna], table)
    visitor = at_table(visit, anna, table)
    expect(visitor.page.locator(".ranking")).to_contain_text(re.compile(r"\w+ \(for Ben\)"))
    expect(visitor.page.locator(".sheets")).to_contain_text(re.compile(r"\w+ \(for Ben\)"))


def test_a_seat_is_given_free_when_somebody_does_not_come_again(visit: Visitors, house: Server) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    table = anna.open("me", "open", listed=True)["id"]
    ben.post(f"tables/{table}/join")
    anna.post(f"tables/{table}/start")
    play_out([anna, ben], table)
    visitor = at_table(visit, anna, table)
    visitor.press(visitor.button("Play again"))
    page = visitor.page
    expect(page.get_by_text("Waiting for Ben.")).to_be_visible()
    assert "free" not in page.locator("header").last.inner_text()
    visitor.press(visitor.button("Give the seat free"))
    expect(page.get_by_text("One seat is still free.")).to_be_visible()
    expect(page.get_by_label("Invite others")).to_have_value(re.compile("#join="))


def test_a_tap_on_a_busy_page_is_no_long_press(visit: Visitors, house: Server) -> None:
    """A page that is busy hears of the finger late; what counts is how long it was there."""
    solon = house.person("Solon")
    table = solon.open("me", "me", start=True)["id"]
    visitor = visit(size=(390, 844), touch=True)
    visitor.sit(solon)
    page = visitor.go(f"/t/{table}")
    visitor.my_turn()
    before = visitor.look()
    page.locator("main .legal[data-target]").first.evaluate(
        """async (thing) => {
          const touch = (name) => new PointerEvent(name, { pointerType: 'touch', bubbles: true })
          const [down, up] = [touch('pointerdown'), touch('pointerup')]  // at the same time, as their stamps say
          thing.dispatchEvent(down)
          await new Promise((done) => setTimeout(done, 700))
          thing.dispatchEvent(up)
          thing.click()
        }"""
    )
    visitor.changed(before)
    expect(page.locator(".tip")).to_have_count(0)
