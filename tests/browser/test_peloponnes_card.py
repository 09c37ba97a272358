"""The card game before browsers: a whole game, hands that nobody else sees, a curtain, and every way to decide."""

from __future__ import annotations

import json
import pathlib
import random
import re
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "games" / "peloponnes_card"))

import pytest
from card_table import table as card_table
from playwright.sync_api import Page, WebSocket, expect
from table_clients import Person, Server, entries_of, play_out, words_of
from visitors import Visitor, Visitors, play_on

Json = dict[str, Any]
NARROW = (360, 780)
WIDE = (1440, 900)
NEW = "/new/peloponnes_card"
FACES = ("wood", "stone", "grain", "inhabitant")


class Listener:
    """Hears every message that a page is sent, and reads from them what its seat may not know."""

    def __init__(self, visitor: Visitor) -> None:
        self.moments: list[Json] = []
        visitor.page.on("websocket", self._line)

    def _line(self, line: WebSocket) -> None:
        line.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        said = json.loads(frame)
        moment = said.get("moment") if isinstance(said, dict) else None
        if isinstance(moment, dict):
            self.moments.append(moment)

    def betrayals(self) -> list[str]:
        """Faces of another's hand or bid, or of the stack, in what was sent before the end."""
        found = []
        for moment in self.moments:
            if moment["over"]:
                continue
            state, seat = moment["state"], moment["seat"]
            if max(state["stack"]) >= 0:
                found.append(f"{moment['number']}: the stack {state['stack']}")
            for other in range(state["seats"]):
                player = state["players"][other]
                if other != seat and max(*player["hand"], *player["bid_faces"], player["picked_luxury"]) >= 0:
                    found.append(f"{moment['number']}: {player['hand']} of seat {other} before seat {seat}")
                lying = [*player["under"], *player["cover"], *player["dried"]]
                lying += [player["civilization_cover"], player["luxury_cover"]]
                found += [
                    f"{moment['number']}: {coin} of seat {other} before seat {seat}"
                    for coin in lying
                    if coin["face"] in FACES and not coin["seen"] >> seat & 1
                ]
        return found


# Faces of coin cards that the page shows, by where they are.
SHOWN = """() => ({
  others: document.querySelectorAll('.opponents .coincard:not(.back), dialog .coincard:not(.back)').length,
  backs: [...document.querySelectorAll('.opponents .hand b')].map((one) => parseInt(one.textContent)),
  drawn: [...document.querySelectorAll('.opponents .hand')].map((one) => one.querySelectorAll('.coincard').length),
  mine: [...document.querySelectorAll('main .own .pile .count')].map((one) => Number(one.textContent)),
})"""

# Every pile of the own hand is in sight above the prompt, and large enough for a thumb.
REACHED = """() => {
  const sheet = document.querySelector('.sheet > .prompt').getBoundingClientRect()
  const piles = [...document.querySelectorAll('.own .pile')].map((one) => one.getBoundingClientRect())
  return piles.length === 4 && piles.every(
    (box) => box.top >= 0 && box.bottom <= sheet.top + 1 && Math.min(box.width, box.height) >= 44)
}"""


def test_a_whole_game_of_two_one_of_them_on_a_phone(visit: Visitors) -> None:
    host = visit(size=WIDE)
    heard = [Listener(host)]
    host.open_table("me", "open", path=NEW)
    guest = visit(size=NARROW, touch=True)
    heard.append(Listener(guest))
    host.press(host.button("Copy"))
    expect(host.page.get_by_text("Copied")).to_be_visible()
    guest.page.goto(host.page.evaluate("() => navigator.clipboard.readText()"))
    guest.press(guest.button("Sit here").first)
    host.press(host.button("Start the game"))
    dice = random.Random(4)
    for visitor in (host, guest):
        visitor.wait_for("it.there")
    faults: list[str] = []
    made = 0
    for stop in (1, 6, 30, 2000):
        for visitor, listener in zip((host, guest), heard, strict=True):
            if visitor.look()["over"]:
                continue
            faults += visitor.faults(f"after {made}")
            shown = visitor.page.evaluate(SHOWN)
            player = [one for one in listener.moments if one["seat"] is not None][-1]
            assert shown["others"] == 0, "a face of the other's hand is in the page"
            assert shown["drawn"] == shown["backs"]
            assert shown["mine"] == player["state"]["players"][player["seat"]]["hand"]
        made += play_on([host, guest], dice, most=stop)
    for visitor, listener in zip((host, guest), heard, strict=True):
        expect(visitor.page.get_by_role("heading", name="Where the points come from")).to_be_visible()
        faults += visitor.faults("end")
        assert len(listener.moments) > 20
        assert not listener.betrayals(), "\n".join(listener.betrayals())
    assert not faults, "\n".join(faults)
    # In the end all hands are turned up, and the board can be looked at once more.
    host.press(host.button("Look at the board"))
    host.press(host.page.locator(".opponents button").first)
    expect(host.page.locator("dialog .hand .pile").first).to_be_visible()


@pytest.fixture(scope="module")
def bidding(house: Server) -> tuple[Person, str]:
    """A table of two hot seats where the first bid is due."""
    somebody = house.person("Solon")
    return somebody, somebody.open("me", "me", game="peloponnes_card", start=True)["id"]


def at(visitor: Visitor, table: tuple[Person, str]) -> Page:
    person, name = table
    visitor.sit(person)
    page = visitor.go(f"/t/{name}")
    visitor.wait_for("it.there || it.curtain")
    if visitor.look()["curtain"]:
        visitor.press(page.locator(".curtain button"))
    visitor.my_turn()
    return page


def test_what_cannot_be_chosen_says_why(visit: Visitors, bidding: tuple[Person, str]) -> None:
    visitor = visit(size=WIDE)
    page = at(visitor, bidding)
    # What is not asked for now says when it is.
    for target, time in (("coin:luxury", "when a disaster strikes"), ("civilization", "in a supply")):
        visitor.press(page.locator(f"[data-target='{target}']").first)
        expect(page.locator(".prompt .why")).to_contain_text(time)
    legal = page.locator("[data-target^='slot:'].legal")
    assert legal.count() >= 2
    # A tip explains every sign of a card.
    legal.first.locator(".name").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Value: the least bid")
    assert not visitor.faults("bids")


def own_choices(house: Server, table: str) -> list[str]:
    """What the first seat has chosen so far, in words."""
    return [entry["words"] for entry in entries_of(house, table) if entry["seat"] == 0]


@pytest.mark.parametrize("cards_first", [True, False])
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_bid_is_put_together_from_the_cards_themselves(
    visit: Visitors, house: Server, size: tuple[int, int], cards_first: bool
) -> None:
    """Cards and place in any order, then one confirmation; one that was laid out can be taken back."""
    somebody = house.person("Solon")
    for _ in range(60):  # until there are two faces of which two are held, and nobody has bid yet
        table = somebody.open("me", "random", game="peloponnes_card", start=True)["id"]
        state = somebody.now(table, 0)["state"]
        hand = state["players"][0]["hand"]
        if state["seat"] == 0 and sum(count >= 2 for count in hand) >= 2:
            break
    first, second = [face for face, count in zip(FACES, hand, strict=True) if count >= 2][:2]
    visitor = visit(size=size, touch=size == NARROW)
    page = at(visitor, (somebody, table))
    slots = [group for group in somebody.now(table, 0)["choices"] if group["name"] == "bid"]
    group = next(
        one for one in slots if 3 in [option["amount"] for option in one["options"]] and len(one["options"]) > 1
    )

    def lay_out() -> None:
        for face in (first, second, second, first):
            visitor.press(page.locator(f".own [data-target='coin:{face}']"))
        visitor.press(page.locator(".own .small .back").first)  # one of them is taken back
        expect(page.locator(".own .small .back")).to_have_count(3)

    def choose() -> None:
        visitor.press(page.locator(f"[data-target='{group['target']}'].legal"))
        page.locator("form.decide").wait_for()

    for step in (lay_out, choose) if cards_first else (choose, lay_out):
        step()
    assert not visitor.faults("a bid laid out")
    visitor.press(page.locator("form.decide button[type=submit]"))
    laid = {first: 1, second: 2}

    expect(page.locator(".own .bid .empty")).to_have_count(0)
    somebody.wait(table, lambda _: len(own_choices(house, table)) >= 4)
    played = own_choices(house, table)[:4]
    assert played[0] == f"bid {group['target'].partition(':')[2]} 3"
    assert sorted(played[1:]) == sorted(f"pick {face}" for face, many in laid.items() for _ in range(many))


# The numbers of the own piles that a card lies over.
COVERED = """() => [...document.querySelectorAll('.own .pile')].filter((pile) => {
  const { left, right, top, bottom } = pile.querySelector('.count').getBoundingClientRect()
  return [...pile.querySelectorAll('.sheet')].map((one) => one.getBoundingClientRect()).some((card) =>
    card.left < right && card.right > left && card.top < bottom - 1 && card.bottom > top + 1)
}).map((pile) => pile.textContent)"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_on_a_phone_laid_out_cards_lead_to_the_offers(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    somebody = house.person("Solon")
    table = somebody.open("me", "random", game="peloponnes_card", start=True)["id"]
    somebody.my_turn(table)
    visitor = visit(size=size, touch=True)
    page = at(visitor, (somebody, table))
    page.wait_for_timeout(300)  # whatever scrolls would have
    assert page.evaluate("() => scrollY") == 0, "the table does not open at its top"
    visitor.press(page.locator(".own .pile.lays").first)
    page.wait_for_timeout(300)  # until the card lies
    assert page.evaluate(COVERED) == []
    on = visitor.button("Now choose the card you bid for")
    expect(on).to_be_in_viewport()
    visitor.press(on)
    offers = page.locator("[data-target^='slot:'].legal")
    expect(offers.first).to_be_in_viewport(ratio=1)
    assert not visitor.faults("cards laid out")
    visitor.press(offers.first)
    page.locator("form.decide").wait_for()
    expect(on).to_have_count(0)


def test_the_cards_of_a_bid_are_picked_one_by_one(visit: Visitors, house: Server) -> None:
    somebody = house.person("Solon")
    for _ in range(30):  # until there are cards enough to choose from, and nobody has bid yet
        table = somebody.open("me", "random", game="peloponnes_card", start=True)["id"]
        state = somebody.now(table, 0)["state"]
        if state["seat"] == 0 and state["players"][0]["hand_count"] >= 6:
            break
    visitor = visit(size=NARROW, touch=True)
    page = at(visitor, (somebody, table))
    look = visitor.look()
    visitor.press(page.locator("[data-target^='slot:'].legal").first)
    visitor.press(page.locator("form.decide").get_by_label("One more"))
    visitor.press(page.locator("form.decide button[type=submit]"))
    visitor.wait_for(f"it.number > {look['number']}")
    hand = page.locator(".own section.hand")
    expect(hand).to_contain_text(re.compile(r"Bid: 0 of [2-9] chosen"))
    face = hand.locator(".pile.legal").first.get_attribute("data-target")
    pile = hand.locator(f"[data-target='{face}']")
    before = int(pile.locator(".count").inner_text())
    # The hand is brought where the thumb reaches it.
    page.wait_for_function(REACHED)
    number = visitor.look()["number"]
    visitor.press(pile)
    visitor.wait_for(f"it.number > {number}")
    faces = page.locator(".board .slot .bid .coincard:not(.back)")
    expect(faces).to_have_count(1)
    assert int(pile.locator(".count").inner_text()) == before - 1
    visitor.undo()
    expect(faces).to_have_count(0)
    assert int(pile.locator(".count").inner_text()) == before
    assert not visitor.faults("picking")


def test_hot_seats_hand_over_behind_a_curtain(visit: Visitors, house: Server) -> None:
    somebody = house.person("Solon")
    table = somebody.open("me", "me", game="peloponnes_card", start=True)["id"]
    visitor = visit(size=WIDE)
    page = at(visitor, (somebody, table))
    dice = random.Random(7)
    handed = 0
    for _ in range(40):
        look = visitor.my_turn()
        if look["curtain"]:
            handed += 1
            assert page.evaluate("() => document.activeElement.closest('.curtain') !== null")
            visitor.press(page.locator(".curtain button"))
            visitor.wait_for("!it.curtain && it.mine && (it.choices > 0 || it.deciding)")
            shown = page.evaluate(SHOWN)
            assert shown["others"] == 0
            assert len(shown["mine"]) == len(FACES)
            if handed >= 3:
                return
        else:
            visitor.decide(dice)
    raise AssertionError("nobody else decides")


def test_a_round_by_keyboard_alone(visit: Visitors) -> None:
    visitor = visit(size=WIDE)
    visitor.open_table("me", "bot:random", path=NEW)
    page, keys = visitor.page, visitor.page.keyboard
    reached = set()
    for _ in range(14):
        look = visitor.my_turn()
        if look["over"]:
            break
        legal = page.locator("main [data-target].legal")
        if legal.count():
            # The board stands before the prompt, the own cards behind it.
            target = legal.first.get_attribute("data-target") or ""
            back = target.startswith("slot:")
            for _ in range(60):
                keys.press("Shift+Tab" if back else "Tab")
                if page.evaluate("() => document.activeElement?.matches('[data-target].legal')"):
                    break
            assert page.evaluate("() => document.activeElement.matches('[data-target].legal')"), target
            reached.add(target.partition(":")[0])
            keys.press("Enter")
            now = visitor.changed(look)
            if now["deciding"]:
                # An amount is asked for at once, and what is to be confirmed is under the next key.
                page.wait_for_function("() => document.activeElement?.closest('form.decide') !== null")
                keys.press("Enter")
        else:
            keys.press("1")
        visitor.wait_for(f"it.number > {look['number']}")
    assert {"slot", "coin"} <= reached


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_and_the_end_in_both_themes(visit: Visitors, house: Server, dark: bool) -> None:
    somebody = house.person("Solon")
    table = somebody.open("me", "random", "random", "random", "random", game="peloponnes_card", start=True)["id"]
    visitor = visit(size=NARROW, touch=True, dark=dark, prefers={"language": "de"})
    visitor.sit(somebody)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    faults = visitor.faults("start")
    dice = random.Random(3)
    for _ in range(30):
        moment = somebody.now(table, 0)
        if moment["state"]["round_number"] >= 4:
            break
        if moment["choices"]:
            somebody.play(table, 0, moment["number"], dice.choice(words_of(moment)))
        somebody.wait(table, lambda it: it["status"] != "playing" or not it["thinking"])
    visitor.wait_for("it.over || it.mine")
    faults += visitor.faults("middle")
    # A player's cards in a sheet of their own.
    visitor.press(visitor.page.locator(".opponents button").first)
    faults += visitor.faults("opponent")
    visitor.page.keyboard.press("Escape")
    play_out([somebody], table, seed=2)
    visitor.wait_for("it.over")
    visitor.page.locator(".result .sheets").first.wait_for()
    faults += visitor.faults("end")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("height", [720, 768])
def test_a_marker_on_the_last_field_makes_no_board_scroll(visit: Visitors, house: Server, height: int) -> None:
    """On a laptop the board is as high as its place; the last field of the lowest track lies at its edge."""
    person = house.person("Solon")
    save = card_table(({"hand": "wwssggii"}, {"hand": "wwss"}), markers={"decline": 3}).match.as_save()
    found = person.request("POST", "saves", content=json.dumps(save).encode())
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    table = person.post(f"tables/{found['id']}/fork", move=found["moves"], seats=seats)["id"]
    visitor = visit(size=(1280, height))
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.wait_for("it.there || it.curtain")
    if visitor.look()["curtain"]:
        visitor.press(visitor.page.locator(".curtain button"))
    visitor.my_turn()
    expect(visitor.page.locator(".stop.last [data-piece='marker:decline']")).to_be_visible()
    assert (
        visitor.page.evaluate("""() => {
      const board = document.querySelector('main > .board')
      return board.scrollHeight - board.clientHeight
    }""")
        <= 1
    )


def test_while_cards_are_few_the_hand_stands_beside_the_mat(visit: Visitors, house: Server) -> None:
    """On a laptop too: large enough to be read, and not under the mat beside nothing."""
    person = house.person("Solon")
    table = person.open("me", "greedy", game="peloponnes_card", start=True)["id"]
    visitor = visit(size=(1440, 900), prefers={"language": "it"})
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    mat, hand, coin = (
        visitor.page.locator(f"main > .own {part}").first.bounding_box() for part in (".mat", ".hand .piles", ".sheet")
    )
    assert mat is not None
    assert hand is not None
    assert coin is not None
    assert hand["x"] > mat["x"] + mat["width"]
    assert coin["width"] >= 40
