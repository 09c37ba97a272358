"""A guided game beside the board: what it says goes with the question, and covers nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from table_clients import Person, Server, words_of
from visitors import Visitor, Visitors

LAPTOP = (1280, 720)


def learning(visit: Visitors, house: Server, game: str, size: tuple[int, int] = LAPTOP) -> tuple[Person, str, Visitor]:
    person = house.person("Solon")
    table: str = person.post(f"games/{game}/guide", 201)["id"]
    visitor = visit(size=size)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    return person, table, visitor


@pytest.mark.parametrize("game", ["hellas", "poseidon"])
@pytest.mark.parametrize("size", [LAPTOP, (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_side_panel_ends_above_the_coach(visit: Visitors, house: Server, game: str, size: tuple[int, int]) -> None:
    _, _, visitor = learning(visit, house, game, size)
    coach = visitor.page.locator(".beside .coach")
    expect(coach).to_be_visible()
    log = visitor.page.locator(".panel .log").bounding_box()
    top = coach.bounding_box()
    assert log is not None
    assert top is not None
    assert log["height"] > 100
    assert log["y"] + log["height"] <= top["y"] + 1


def test_a_lesson_goes_with_its_question(visit: Visitors, house: Server) -> None:
    """Where nothing is said of a decision the coach says so, and keeps its place; at the end it is gone."""
    person, table, visitor = learning(visit, house, "hellas")
    heading = visitor.page.locator(".coach h2")
    width = "(e) => e.getBoundingClientRect().width"
    wide = visitor.page.locator("main").evaluate(width)
    silent = spoken = 0
    while silent < 2 or spoken < 3:
        now = person.now(table, 0)
        visitor.wait_for(f"it.number === {now['number']} && it.mine")
        lesson = now["lesson"]
        expect(heading).to_have_text("Guided game" if lesson is None else lesson["title"])
        expect(visitor.page.get_by_text("Nothing new here")).to_have_count(int(lesson is None))
        assert visitor.page.locator("main").evaluate(width) == wide
        silent, spoken = silent + (lesson is None), spoken + (lesson is not None)
        person.play(table, 0, now["number"], words_of(now)[0])
        person.my_turn(table)
    person.post(f"tables/{table}/resign", seat=0)
    expect(visitor.page.locator(".coach")).to_have_count(0)


def test_the_newest_line_stays_in_sight_above_the_coach(visit: Visitors, house: Server) -> None:
    person, table, visitor = learning(visit, house, "poseidon")
    rest = "(e) => e.scrollHeight - e.scrollTop - e.clientHeight"
    heights = set()
    for _ in range(5):
        now = person.now(table, 0)
        person.play(table, 0, now["number"], words_of(now)[0])
        person.my_turn(table)
        visitor.wait_for(f"it.number === {person.now(table, 0)['number']} && it.mine")
        expect(visitor.page.locator(".panel .log li").last).to_be_in_viewport()
        assert visitor.page.locator(".panel .log").evaluate(rest) <= 1
        heights.add(visitor.page.locator(".panel .log").evaluate("(e) => e.clientHeight"))
    assert len(heights) > 1, "the coach has never grown"


def test_what_it_suggests_is_picked_and_then_confirmed(visit: Visitors, house: Server) -> None:
    person, table, visitor = learning(visit, house, "hellas")
    before = person.now(table, 0)
    suggested = visitor.page.locator(".coach footer .loud")
    while suggested.inner_text() == "Next":
        visitor.press(suggested)
    visitor.press(suggested)
    visitor.wait_for("it.deciding")
    expect(suggested).to_have_text("Confirm")
    visitor.press(suggested)
    visitor.wait_for(f"it.number > {before['number']}")


@pytest.mark.parametrize("size", [(360, 640), (390, 844), LAPTOP], ids=lambda size: f"{size[0]}x{size[1]}")
def test_whoever_founds_on_the_board_hears_of_price_and_number_first(
    visit: Visitors, house: Server, size: tuple[int, int]
) -> None:
    person, table, visitor = learning(visit, house, "poseidon", size)
    while (now := person.now(table, 0))["state"]["step"] == "card":
        person.play(table, 0, now["number"], words_of(now)[0])  # the cheapest
        person.my_turn(table)
    visitor.wait_for(f"it.number === {now['number']} && it.mine")
    panel, heading = visitor.page.locator(".founding"), visitor.page.locator(".coach h2")
    visitor.press(visitor.page.locator("[data-target='found:1']"))
    for lesson, asked in (("The price of a merchant", "Prestige"), ("How many merchants", "Merchants for sale")):
        expect(heading).to_have_text(lesson)
        # Nothing else is asked for, and that lies in sight.
        expect(panel.get_by_role("group")).to_have_count(1)
        expect(panel.get_by_role("group", name=asked)).to_be_in_viewport(ratio=0.9)
        expect(visitor.page.locator("form.decide")).to_have_count(0)
        before = visitor.look()["number"]
        visitor.press(panel.locator(".loud"))
        visitor.wait_for(f"it.number === {before + 1}")
    before = visitor.look()["number"]
    visitor.press(panel.get_by_role("button", name="Found Athenai"))
    visitor.wait_for(f"it.number > {before}")  # the press has arrived
    person.my_turn(table)
    # What was suggested is what is advised: four or five merchants.
    assert person.now(table, 0)["state"]["players"][0]["merchants"][0] in (4, 5)


def test_on_a_phone_the_hand_lies_above_the_lesson_about_it(visit: Visitors, house: Server) -> None:
    person, table, visitor = learning(visit, house, "peloponnes_card", (360, 640))
    now = person.now(table, 0)
    person.play(table, 0, now["number"], now["lesson"]["choice"])
    visitor.wait_for(f"it.number > {now['number']} && it.mine")
    lesson = visitor.page.locator(".coach")
    expect(lesson).to_contain_text("choose the cards")
    visitor.page.wait_for_timeout(600)  # it scrolls there
    top = lesson.bounding_box()
    assert top is not None
    for pile in visitor.page.locator(".pile.legal").all():
        box = pile.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= top["y"]


def test_on_a_phone_one_sees_what_others_can_bid(visit: Visitors, house: Server) -> None:
    person, table, visitor = learning(visit, house, "peloponnes", (360, 640))
    coins = person.now(table, 0)["state"]["players"][1]["coins"]
    expect(visitor.page.locator(".strip .good").first).to_have_text(str(coins))
    expect(visitor.page.locator(".strip .good").first).to_be_visible()
