"""Without a mouse, and without motion."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from visitors import Visitors

FOCUS = "() => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label') || ''"


def tab_to(page: Page, words: str, most: int = 60) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if words in page.evaluate(FOCUS):
            return
    raise AssertionError(f"no way to '{words}' by the Tab key; the last was '{page.evaluate(FOCUS)}'")


def test_a_whole_game_by_keyboard_alone(visit: Visitors) -> None:
    visitor = visit()
    page = visitor.go()
    keys = page.keyboard
    dice = random.Random(7)
    expect(page.get_by_role("link", name="Play Peloponnes", exact=True)).to_be_visible()
    tab_to(page, "To the content")
    keys.press("Enter")
    tab_to(page, "Play")
    keys.press("Enter")
    page.wait_for_url("**/new/peloponnes")
    # From three players to two, by the arrow keys of the radio buttons.
    expect(page.get_by_role("radio", name="3")).to_be_checked()
    while not page.evaluate("() => document.activeElement?.type === 'radio'"):
        keys.press("Tab")
    keys.press("ArrowLeft")
    expect(page.get_by_role("radio", name="2")).to_be_checked()
    tab_to(page, "Start")
    keys.press("Enter")
    visitor.wait_for("it.there")

    # The keys are listed, and the panel opens.
    visitor.my_turn()
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    keys.press("r")
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    keys.press("h")
    visitor.hint_lines()
    keys.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)

    taken_back = looked_back = on_board = False
    for _ in range(400):
        look = visitor.my_turn()
        if look["over"]:
            break
        number = look["number"]
        if not on_board and page.locator("[data-target^='slot:'].legal").count():
            # A tile on the board, reached by Tab and chosen by Enter.
            target = page.locator("[data-target^='slot:'].legal").first.get_attribute("data-target")
            for _ in range(80):
                keys.press("Tab")
                if page.evaluate("() => document.activeElement?.dataset.target") == target:
                    break
            # What a tip says goes with the first Escape, and a choice that was begun as well.
            expect(page.get_by_role("tooltip")).to_be_visible()
            keys.press("Enter")
            expect(page.locator("form.decide")).to_be_visible()
            keys.press("Escape")
            expect(page.locator("form.decide")).to_have_count(0)
            on_board = True
            continue
        if look["deciding"]:
            if page.locator("form.decide [role=spinbutton]").count():
                expect(page.get_by_role("spinbutton")).to_be_focused()
                keys.press(dice.choice(("ArrowUp", "Home", "PageUp", "ArrowDown")))
            keys.press("Enter")
        else:
            if page.locator(".prompt .all-of-them").count():
                keys.press("9")  # a number of none that is in sight: all are listed first
                page.locator(".prompt .list").wait_for()
                look = visitor.look()
            listed = page.locator(".prompt .list .choice").count() or page.locator(".prompt .choice").count()
            keys.press(str(dice.randrange(min(9, listed)) + 1))
        now = visitor.changed(look)
        if now["deciding"] and now["number"] == number:
            if page.locator("form.decide [role=spinbutton]").count():
                expect(page.get_by_role("spinbutton")).to_be_focused()
                keys.press(dice.choice(("ArrowUp", "Home", "PageUp")))
            keys.press("Enter")
        now = visitor.wait_for(f"it.number > {number}")
        if not taken_back and page.get_by_role("button", name="Take back", exact=True).count():
            keys.press("u")
            visitor.wait_for(f"it.number > {now['number']} && it.mine")
            taken_back = True
        elif taken_back and not looked_back:
            visitor.my_turn()
            keys.press("b")
            expect(page.get_by_role("heading", name="You are looking back")).to_be_visible()
            keys.press("ArrowLeft")
            keys.press("Escape")
            expect(page.get_by_role("heading", name="You are looking back")).to_have_count(0)
            looked_back = True
    assert taken_back
    assert looked_back
    assert on_board
    expect(page.get_by_role("heading", name="Where the points come from")).to_be_visible()
    tab_to(page, "Play again", 200)
    keys.press("Enter")
    visitor.wait_for("it.there && !it.over")


RUNNING = """() => document.getAnimations().filter((one) => one.playState === 'running')
  .map((one) => `${one.animationName ?? one.transitionProperty ?? 'script'} ${one.effect?.target?.className}`)"""


def test_nothing_moves_for_whoever_wants_no_motion(visit: Visitors) -> None:
    visitor = visit(prefers={"motion": True}, reduced_motion="reduce")
    page = visitor.go()
    assert page.evaluate(RUNNING) == []
    visitor.open_table("me", "bot:greedy", "bot:random")
    dice = random.Random(2)
    for _ in range(12):
        if visitor.my_turn()["over"]:
            break
        assert page.evaluate(RUNNING) == []
        visitor.decide(dice)
        assert page.evaluate(RUNNING) == []


def test_things_move_where_they_go_and_a_click_skips_it(visit: Visitors) -> None:
    visitor = visit(prefers={"motion": True})
    visitor.open_table("me", "bot:random")
    page = visitor.page
    visitor.my_turn()
    page.evaluate(
        """() => {
          window.flights = 0
          const animate = Element.prototype.animate
          Element.prototype.animate = function (...a) { window.flights++; return animate.apply(this, a) }
        }"""
    )
    dice = random.Random(4)
    for _ in range(8):
        if visitor.my_turn()["over"]:
            break
        visitor.decide(dice)
    assert page.evaluate("() => window.flights") > 0
    page.keyboard.press("Shift")
    page.wait_for_function("() => document.querySelectorAll('[inert][aria-hidden=true]').length === 0")
