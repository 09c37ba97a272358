"""Alone, or several at one screen."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect
from visitors import PHONE, Visitors, play_on


def test_two_clicks_from_the_lobby_to_a_running_game(visit: Visitors) -> None:
    visitor = visit()
    page = visitor.go()
    page.evaluate("() => { window.clicks = 0; addEventListener('click', () => window.clicks++, true) }")
    page.get_by_role("link", name="Play Peloponnes", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    look = visitor.wait_for("it.there")
    assert look["number"] >= 0
    assert page.evaluate("() => window.clicks") == 2  # the page was never left
    visitor.my_turn()


def test_a_solo_level_to_its_end(visit: Visitors) -> None:
    visitor = visit()
    visitor.open_table("me", level="2")
    visitor.wait_for("it.there")
    expect(visitor.page.locator(".level")).to_contain_text("2")
    play_on([visitor], random.Random(5))
    expect(visitor.page.get_by_role("heading", name="Where the points come from")).to_be_visible()
    expect(visitor.page.locator(".result .title")).to_have_text(re.compile(r"\d"))
    expect(visitor.page.locator(".score-table thead th")).to_have_count(1)


def test_a_level_is_chosen_and_seen_at_the_seat(visit: Visitors) -> None:
    """In the form, at a table that is being set, and at the seat, each with its face."""
    visitor = visit()
    page = visitor.go("/new/peloponnes")
    page.get_by_role("group", name="How many play?").get_by_role("radio").nth(2).check(force=True)
    seat = page.get_by_label("Seat 2", exact=True)
    expect(seat).to_have_value("bot:greedy")  # the usual one
    levels = seat.locator("option[value^='bot:']").all_inner_texts()
    assert [words.rpartition(" ")[2] for words in levels][:5] == ["Random", "Easy", "Greedy", "Middle", "Hard"]
    seat.select_option("bot:hard")
    expect(page.get_by_text("Nearly always beats Greedy.").first).to_be_visible()
    for face in ("general", "merchant"):
        expect(page.locator(f"li [data-face='{face}']")).to_have_count(1)
    page.get_by_label("Seat 3", exact=True).select_option("open")
    assert not visitor.faults("the form")
    page.get_by_role("button", name="Open the table").click()

    page.get_by_label("Bot on seat 3").select_option("easy")
    expect(page.locator("li [data-face='child']")).to_be_visible()
    page.get_by_label("Bot on seat 3").select_option("Give the seat free")
    expect(page.locator("li.free")).to_be_visible()
    page.get_by_label("Bot on seat 3").select_option("middle")
    expect(page.locator("li [data-face='captain']")).to_be_visible()
    assert not visitor.faults("the table that is being set")
    page.get_by_role("button", name="Start the game").click()
    visitor.my_turn()
    for face, name in (("general", "Hard"), ("captain", "Middle")):
        seated = page.locator(".opponents .who", has=page.locator(f"[data-face='{face}']"))
        expect(seated.locator(".level")).to_have_text(name)


def test_two_at_one_screen_with_a_curtain_between_them(visit: Visitors) -> None:
    visitor = visit(prefers={"curtain": "always"})
    page = visitor.go("/new/peloponnes")
    page.get_by_role("group", name="How many play?").get_by_role("radio").nth(1).check(force=True)
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name of the player on seat 2").fill("Leonidas")
    page.get_by_role("button", name="Start", exact=True).click()

    curtains = 0
    dice = random.Random(11)
    assert visitor.my_turn()["curtain"]  # the first look as well
    while not (look := visitor.my_turn())["over"]:
        if look["curtain"]:
            name = page.locator(".curtain h1").inner_text().removeprefix("Hand the device to ")
            if curtains < 4:
                behind_the_curtain(page)
            page.get_by_role("button", name=f"I am {name}").click()
            visitor.wait_for("!it.curtain && (it.mine || it.over)")
            expect(page.locator(".prompt h2")).to_contain_text(name)
            curtains += 1
        else:
            visitor.decide(dice)
    assert curtains >= 8
    expect(page.get_by_text("Leonidas").first).to_be_visible()
    expect(page.locator(".score-table thead th")).to_have_count(2)  # the sheet comes after the ranks


def behind_the_curtain(page: Page) -> None:
    """There is no table, whatever one presses, and also after loading the page again."""
    for reload in (False, True):
        if reload:
            page.reload()
        expect(page.locator(".curtain")).to_be_visible()
        for _ in range(4):
            page.keyboard.press("Escape")
        page.mouse.click(5, 300)
        assert page.locator("dialog[open], .prompt, .own, .opponents, [data-target]").count() == 0
        expect(page.locator(".curtain")).to_be_visible()


def test_by_thumb_alone(visit: Visitors) -> None:
    visitor = visit(size=PHONE, touch=True)
    visitor.open_table("me", "bot:greedy", "bot:random")
    page = visitor.page
    play_on([visitor], random.Random(8), until=lambda: page.locator("[data-target^='slot:'].legal").count() > 0)

    # The first tap chooses, at once, and nothing lies over the tiles.
    page.locator("[data-target^='slot:'].legal").first.tap()
    expect(page.locator("form.decide")).to_be_visible()
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.get_by_role("button", name="Cancel").tap()

    # Larger, and the whole again.
    tile = page.locator("[data-target='slot:1']")
    before = tile.bounding_box()
    page.get_by_role("button", name="Larger").tap()
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()
    after = tile.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 1.5 * before["width"]
    assert visitor.overflow() == []
    page.get_by_role("button", name="Whole board").tap()
    assert tile.bounding_box() == before

    # What cannot be chosen explains itself on a tap; a finger that stays explains what can.
    page.locator(".disaster").first.tap()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.locator(".prompt .said").tap()
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_the_campaign_is_kept_and_goes_on(visit: Visitors) -> None:
    visitor = visit(size=PHONE, touch=True)
    page = visitor.go()
    visitor.press(page.get_by_role("link", name="Campaign"))
    expect(page.get_by_role("heading", name="Level 5")).to_be_visible()
    assert not visitor.faults("a campaign that has not begun")
    visitor.press(visitor.button("Play level 1"))
    visitor.my_turn()
    visitor.go("/campaign/peloponnes")
    expect(page.get_by_text("being played")).to_be_visible()
    table = visitor.page.evaluate("async () => (await (await fetch('/api/campaigns/peloponnes')).json()).current")
    visitor.press(visitor.button("Go on with the attempt"))
    page.wait_for_url(f"**/t/{table}")
    play_on([visitor], random.Random(1))
    visitor.press(page.get_by_role("link", name="Campaign"))
    tried = page.locator(f"a[href='/t/{table}']")
    expect(tried).to_contain_text(re.compile(r"\w+: \d+"))
    expect(visitor.button(re.compile("Try level 1 again|Play level 2"))).to_be_visible()
    assert not visitor.faults("a campaign that was tried")
