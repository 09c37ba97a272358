"""Standing answers: given where the question is, or ahead; seen while they hold, and taken off by one click."""

from __future__ import annotations

import re

import pytest
import screenshots as scenes
from playwright.sync_api import expect
from table_clients import Server
from visitors import PHONE, Visitor, Visitors

from petteia.games import find

LAPTOP = (1280, 720)
AUCTION = re.compile("^Pass in the next auction")
PAY = re.compile("^Always pay for buildings")


def seated(visit: Visitors, **more: object) -> Visitor:
    visitor = visit(**more)
    visitor.go("/")
    visitor.be_called("Aspasia")
    visitor.open_table("me", "bot:greedy", "bot:easy", path="/new/peloponnes")
    visitor.my_turn()
    return visitor


def test_the_question_at_hand_is_answered_from_its_button(visit: Visitors, house: Server) -> None:
    """To pass in a merchant round of Poseidon until somebody buys or sells."""
    studio = scenes.Studio(house, Visitors(None, ""), [])  # type: ignore[arg-type]
    lasts = lambda moment: any(group["lasting"] == ["pass"] for group in moment["choices"])  # noqa: E731
    person, table = studio.reach(lasts, "Aspasia", bots=("greedy",), game="poseidon", wit=0)
    visitor = visit(size=LAPTOP)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    before = visitor.look()
    visitor.press(visitor.button(re.compile("^From now on: Pass")))
    visitor.changed(before)


def test_what_ends_with_its_answer_is_not_offered_beside_it(visit: Visitors) -> None:
    """To pass in one auction is to pass."""
    visitor = seated(visit, size=LAPTOP)
    expect(visitor.page.locator(".prompt .choice", has_text="Pass")).to_be_visible()
    expect(visitor.button(re.compile("From now on"))).to_have_count(0)


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


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_list_is_seen_whole_and_what_excludes_each_other_is_not_on_together(
    visit: Visitors, house: Server, language: str
) -> None:
    """Poseidon has most of them, here on a laptop."""
    person = house.person("Aspasia")
    table = person.open("me", "greedy", game="poseidon", start=True)["id"]
    visitor = visit(size=(1280, 720), prefers={"language": language})
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    page = visitor.page
    visitor.press(page.locator(".prompt .stands"))
    listed = page.locator(".prompt > .standing")
    assert listed.evaluate("(e) => e.scrollHeight <= e.clientHeight && e.getBoundingClientRect().top >= 0")
    texts = find("poseidon").texts(language).groups["standing"]
    best, richest = (listed.get_by_role("checkbox", name=texts[name]) for name in ("best_run", "richest_run"))
    visitor.press(best)
    expect(best).to_be_checked()
    visitor.press(richest)
    expect(richest).to_be_checked()
    expect(best).not_to_be_checked()


def test_on_a_phone_they_are_in_the_menu(visit: Visitors) -> None:
    visitor = seated(visit, size=PHONE)
    page = visitor.page
    visitor.press(visitor.button("More", exact=True))
    visitor.press(visitor.button("Standing answers", exact=True))
    listed = page.get_by_role("group", name="Standing answers")
    before = visitor.look()
    visitor.press(listed.get_by_role("checkbox", name=AUCTION))
    visitor.changed(before)
    # It has answered the question at hand; the list stays for another one, until it is closed.
    visitor.my_turn()
    visitor.press(listed.get_by_role("checkbox", name=PAY))
    expect(listed.get_by_role("checkbox", name=PAY)).to_be_checked()
    visitor.press(listed.get_by_role("button", name="Close"))
    expect(listed).to_have_count(0)
