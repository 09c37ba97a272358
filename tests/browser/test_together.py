"""A whole game of three people by link, one of them with a phone."""

from __future__ import annotations

import contextlib
import json
import pathlib
import random
import re

from playwright.sync_api import expect
from table_clients import Server
from visitors import PHONE, Visitor, Visitors, play_on

import petteia

LOST = (r"WebSocket", r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION", r"Failed to load resource")


def test_a_whole_game_of_three(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    dice = random.Random(3)
    anna, ben, carla = visit(), visit(size=PHONE, touch=True), visit()
    everybody = [anna, ben, carla]

    # The host opens a table with two open seats, and copies the link.
    anna.go()
    anna.be_called("Anna")
    anna.open_table("me", "open", "open")
    expect(anna.button("Start the game")).to_be_disabled()
    anna.press(anna.button("Copy"))
    expect(anna.page.get_by_text("Copied")).to_be_visible()
    link = anna.page.evaluate("() => navigator.clipboard.readText()")
    assert re.search(r"/t/[0-9a-z]{12}#join=", link)
    for visitor, name in ((ben, "Ben"), (carla, "Carla")):
        visitor.go()
        visitor.be_called(name)
        visitor.page.goto(link)
        sit = visitor.button("Sit here").first
        sit.wait_for()
        assert "join" not in visitor.page.url  # the secret does not stay in the address bar
        visitor.press(sit)
        expect(visitor.page.get_by_text("Whoever opened the table will start it.")).to_be_visible()
    anna.press(anna.button("Start the game"))
    for visitor in everybody:
        visitor.wait_for("it.there")

    # A choice that is taken back at once.
    mover = whose_turn(everybody)
    before = mover.look()["number"]
    mover.decide(dice)
    mover.undo()
    expect(mover.page.get_by_role("heading", name="Your turn")).to_be_visible()
    assert mover.look()["number"] > before

    # A hint, and it is played.
    mover.hint()
    expect(mover.page.locator("[data-target] .rank, .choice .rank").first).to_be_visible()
    mover.play_hint()

    # Taking back by agreement: the next player has decided since.
    play_on(everybody, dice, most=2)
    asker = next(one for one in everybody if one.button("Ask to take back").count())
    asker.press(asker.button("Ask to take back"))
    asked = [one for one in everybody if one is not asker]
    # The first no is said to everybody; one may ask again.
    for other in asked:
        expect(other.page.get_by_text("would like to take back the last decision")).to_be_visible()
    refuser = next(one for one in asked if one.button("Refuse", exact=True).count())
    refuser.press(refuser.button("Refuse", exact=True))
    for one in everybody:
        expect(one.page.get_by_text("declined: the decision stands")).to_be_visible()
    asker.press(asker.button("Ask to take back"))
    before = asker.look()["number"]
    for other in asked:
        expect(other.page.get_by_text("would like to take back the last decision")).to_be_visible()
    expect(asker.page.get_by_text("Waiting for the answer of")).to_be_visible()
    for other in asked:
        agree = other.button("Agree")
        if agree.count() and agree.is_visible():
            other.press(agree)
    for one in everybody:
        one.wait_for(f"it.number > {before}")
        expect(one.page.get_by_text("Waiting for the answer of")).to_have_count(0)

    # Chat.
    carla.press(carla.page.get_by_role("tab", name="Chat"))
    carla.page.get_by_label("Say something").fill("χαῖρε! <b>not bold</b>")
    carla.page.get_by_label("Say something").press("Enter")
    expect(carla.page.locator(".chat li p")).to_have_text("χαῖρε! <b>not bold</b>")
    anna.press(anna.page.get_by_role("tab", name="Chat"))
    expect(anna.page.locator(".chat li p")).to_have_text("χαῖρε! <b>not bold</b>")
    expect(ben.page.locator(".unread")).to_have_text("1")

    # Into the first auction, where something cannot be chosen: why not. A clause opens from the log.
    play_on(everybody, dice, until=lambda: anna.page.locator("[data-target^='slot:']").count() > 0)
    play_on(everybody, dice, until=lambda: asks_anna(anna))
    anna.press(anna.page.locator("[data-target='track:population']"))
    why = anna.page.locator(".prompt .why")
    expect(why).to_be_visible()
    anna.press(why.get_by_label("Close"))
    anna.press(anna.page.get_by_role("tab", name="Log"))
    line = anna.page.locator(".log button.text").last
    number = line.locator(".number").text_content() or ""
    line.focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".sought .number")).to_have_text(number)
    expect(anna.page.locator(".sought")).to_be_in_viewport()
    expect(anna.page.locator(".prompt .choice").first).to_be_visible()

    # The server dies and comes back, and the phone has no network for a while longer: the line mends itself.
    lost = "The line is lost. Trying again …"
    with contextlib.ExitStack() as stack:
        for one in everybody:
            stack.enter_context(one.forgiving(*LOST))
        ben.context.set_offline(True)
        house.kill()
        for one in everybody:
            expect(one.page.get_by_text(lost)).to_be_visible()
        house.start()
        for one in (anna, carla):
            expect(one.page.get_by_text(lost)).to_have_count(0)
        ben.context.set_offline(False)
        expect(ben.page.get_by_text(lost)).to_have_count(0)
        for one in everybody:
            one.wait_for(f"it.number === {anna.look()['number']}")
    play_on(everybody, dice, most=4)

    # A reload in the middle.
    number = carla.look()["number"]
    carla.page.reload()
    assert carla.wait_for("it.there")["number"] >= number
    carla.press(carla.page.get_by_role("tab", name="Chat"))
    expect(carla.page.locator(".chat li p")).to_have_text("χαῖρε! <b>not bold</b>")

    # To the end.
    play_on(everybody, dice)
    for one in everybody:
        expect(one.page.get_by_role("heading", name="Where the points come from")).to_be_visible()
        expect(one.page.locator(".score-table thead th")).to_have_count(3)
        assert one.page.locator(".score-table .lit").count() >= 3
        expect(one.page.locator(".plots svg[role=img]")).to_have_count(3)
    anna.press(anna.page.get_by_text("Was the shuffle fair?"))
    expect(anna.page.locator(".verdict")).to_contain_text("So the server did not pick the shuffle.")

    with anna.page.expect_download() as download:
        anna.press(anna.page.get_by_role("link", name="Download the game"))
    kept = tmp_path / "game.json"
    download.value.save_as(kept)
    game = petteia.load(kept)
    assert game.over
    assert json.loads(kept.read_text())["game"] == "peloponnes"

    # Again, with the same people.
    anna.press(anna.button("Play again"))
    anna.page.wait_for_url(lambda url: not url.endswith(game_of(link)))
    for one in (ben, carla):
        there = one.page.get_by_role("link", name="To the next game")
        there.wait_for()
        one.press(there)
        expect(one.page.get_by_text("Whoever opened the table will start it.")).to_be_visible()
    start = anna.button("Start the game")
    expect(start).to_be_enabled()
    anna.press(start)
    for one in everybody:
        one.wait_for("it.there && !it.over")


def whose_turn(visitors: list[Visitor]) -> Visitor:
    for _ in range(500):
        for visitor in visitors:
            look = visitor.look()
            if look["mine"] and (look["choices"] or look["deciding"]):
                return visitor
        visitors[0].page.wait_for_timeout(20)
    raise AssertionError("it is nobody's turn")


def asks_anna(anna: Visitor) -> bool:
    return anna.look()["mine"] and anna.page.locator("[data-target^='slot:'].legal").count() > 0


def game_of(link: str) -> str:
    return link.split("#", maxsplit=1)[0].rsplit("/", maxsplit=1)[-1]
