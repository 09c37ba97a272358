"""Standing answers: given where the question is, or ahead; seen while they hold, and taken off by one click."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from visitors import PHONE, Visitor, Visitors

AUCTION = re.compile("^Pass in the next auction")
PAY = re.compile("^Always pay for buildings")


def seated(visit: Visitors, **more: object) -> Visitor:
    visitor = visit(**more)
    visitor.go("/")
    visitor.be_called("Aspasia")
    visitor.open_table("me", "bot:greedy", "bot:easy", path="/new/peloponnes")
    visitor.my_turn()
    return visitor


def test_the_question_at_hand_is_answered_from_its_button(visit: Visitors) -> None:
    visitor = seated(visit)
    before = visitor.look()
    visitor.press(visitor.button(re.compile("From now on: Pass in the next auction")))
    visitor.changed(before)
    visitor.my_turn()
    expect(visitor.page.locator(".log li", has_text=re.compile(r"^\s*You pass"))).to_have_count(1)
    expect(visitor.page.locator(".chips li")).to_have_count(0)  # it was meant for one auction


def test_what_is_on_is_seen_and_one_click_takes_it_off(visit: Visitors) -> None:
    visitor = seated(visit)
    page = visitor.page
    visitor.press(visitor.button("Standing answers", exact=True))
    listed = page.get_by_role("group", name="Standing answers")
    expect(listed.get_by_text("this question")).to_have_count(1)
    assert not visitor.axe()
    visitor.press(listed.get_by_role("checkbox", name=PAY))
    expect(page.locator(".panel .chips li")).to_have_count(1)
    expect(visitor.button("Standing answers: 1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    assert not visitor.faults("a standing answer is on")
    visitor.press(page.locator(".panel .chips button").first)
    expect(page.locator(".chips li")).to_have_count(0)


def test_on_a_phone_they_are_in_the_menu(visit: Visitors) -> None:
    visitor = seated(visit, size=PHONE)
    page = visitor.page
    visitor.press(visitor.button("More", exact=True))
    visitor.press(visitor.button("Standing answers", exact=True))
    listed = page.get_by_role("group", name="Standing answers")
    before = visitor.look()
    visitor.press(listed.get_by_role("checkbox", name=AUCTION))
    visitor.changed(before)
