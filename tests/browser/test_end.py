"""The end of a game: one table of points, and curves whose bends lead to their moments."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from table_clients import Person, Server, play_out
from visitors import PHONE, Visitor, Visitors

SIZES = {"desk": (1280, 720), "phone": PHONE, "small phone": (360, 640)}


def finished(house: Server, game: str, *bots: str) -> tuple[Person, str]:
    anna = house.person("Anna")
    table: str = anna.open("me", *bots, game=game, start=True)["id"]
    play_out([anna], table, seed=3)
    return anna, table


def at_its_end(visit: Visitors, person: Person, table: str, size: str) -> Visitor:
    visitor = visit(size=SIZES[size], touch="phone" in size)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.page.locator(".score-table").wait_for()
    return visitor


@pytest.mark.parametrize("game", ["peloponnes", "poseidon"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_one_table_says_where_the_points_come_from(visit: Visitors, house: Server, game: str, size: str) -> None:
    """Who was first in each row is marked, no row is zero for everybody, and each category opens."""
    anna, table = finished(house, game, "greedy", "greedy")
    visitor = at_its_end(visit, anna, table, size)
    page = visitor.page
    seats = sorted(anna.get(f"tables/{table}/sheet")["seats"], key=lambda one: one["rank"])
    points = page.locator(".score-table tfoot tr").first.locator("td")
    assert [numbers(cell) for cell in points.all_inner_texts()] == [[one["score"]] for one in seats]
    first = [seat for seat, cell in enumerate(points.all()) if cell.locator(".laurel").count()]
    assert first == [at for at, one in enumerate(seats) if one["score"] == seats[0]["score"]]
    for row in page.locator(".score-table tbody tr").all():
        values = [numbers(cell)[0] for cell in row.locator("td").all_inner_texts()]
        assert any(values)
        marked = [cell.locator(".laurel").count() > 0 for cell in row.locator("td").all()]
        assert marked == [value == max(values) and min(values) < max(values) for value in values]
    for category in page.locator(".score-table .opens").all():
        visitor.press(category)
        expect(category).to_have_attribute("aria-expanded", "true")
        row = page.locator("tr.category", has=page.locator("[aria-expanded=true]"))
        total = sum(numbers(cell)[0] for cell in row.locator("td").all_inner_texts())
        parts = page.locator(".score-table .blocks li span:last-child").all_inner_texts()
        assert sum(numbers(part)[0] for part in parts) == total
    found = visitor.faults("end")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["hellas", "poseidon"])
def test_one_sentence_says_by_what_the_winner_is_ahead(visit: Visitors, house: Server, game: str) -> None:
    anna, table = finished(house, game, "greedy")
    winner, second = sorted(anna.get(f"tables/{table}/sheet")["seats"], key=lambda one: one["rank"])
    assert winner["score"] > second["score"]
    said = at_its_end(visit, anna, table, "desk").page.locator(".ahead").inner_text()
    much, rows = said.split(":")
    assert str(winner["score"] - second["score"]) in re.findall(r"\d+", much)
    differences = [int(number.replace("−", "-")) for number in re.findall(r"[+−]\d+", rows)]
    assert sum(differences) == winner["score"] - second["score"]
    assert differences == sorted(differences, reverse=True)


@pytest.mark.parametrize("game", ["hellas", "poseidon"])
def test_the_end_page_scrolls_within_its_own_part(visit: Visitors, house: Server, game: str) -> None:
    """Whatever is opened on it, the page itself is as high as the window: below it there is nothing to scroll to."""
    anna, table = finished(house, game, "greedy")
    visitor = at_its_end(visit, anna, table, "desk")
    page = visitor.page
    expect(page.locator("figure svg").first).to_be_visible()
    for part in page.locator(".score-table .opens, .board.end summary").all():
        visitor.press(part)
    highs = page.evaluate("() => [document.documentElement, document.body].map((one) => one.scrollHeight)")
    assert highs == [720, 720]


def test_on_a_desk_whose_the_points_are_stays_in_sight_below_the_map(visit: Visitors, house: Server) -> None:
    """The map stays on top while one scrolls; the names above the points stay below it."""
    visitor = at_its_end(visit, *finished(house, "hellas", "greedy", "greedy"), "desk")
    page = visitor.page
    page.locator(".score-table tfoot").evaluate("(e) => e.scrollIntoView({ block: 'end' })")
    scene, name = page.locator(".scene").bounding_box(), page.locator(".score-table thead .name").first.bounding_box()
    points = page.locator(".score-table tfoot td").first.bounding_box()
    assert scene is not None
    assert name is not None
    assert points is not None
    assert scene["y"] + scene["height"] <= name["y"]
    assert name["y"] + name["height"] <= points["y"]
    expect(page.locator(".score-table thead .name").first).to_be_in_viewport()


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"-?\d+", text)]


def test_ranks_are_there_before_the_sheet(visit: Visitors, house: Server) -> None:
    anna, table = finished(house, "peloponnes", "greedy")
    visitor = visit(prefers={"motion": True})
    visitor.sit(anna)
    visitor.page.route("**/sheet?*", lambda _: None)  # never answered
    visitor.go(f"/t/{table}")
    scores = sorted(seat["score"] for seat in anna.get(f"tables/{table}/sheet")["seats"])
    ranking = visitor.page.locator(".ranking li")
    expect(ranking).to_have_count(2)
    assert sorted(int(one) for one in ranking.locator(".score").all_inner_texts()) == scores
    assert ranking.evaluate_all("all => all.map((one) => getComputedStyle(one).opacity)") == ["1", "1"]
    visitor.page.unroute_all(behavior="ignoreErrors")


def test_what_bent_a_line_leads_to_its_moment(visit: Visitors, house: Server) -> None:
    anna, table = finished(house, "peloponnes", "greedy", "greedy")
    visitor = at_its_end(visit, anna, table, "desk")
    page = visitor.page
    curves = anna.get(f"tables/{table}/sheet")["curves"]
    bends = [bend for curve in curves for bend in curve["bends"]]
    assert bends
    told = page.locator(".bends button")
    expect(told).to_have_count(len(bends))
    expect(page.locator("figure svg .bend")).to_have_count(len(bends))
    for place in (0, len(bends) - 1):
        expect(told.nth(place)).to_contain_text(bends[place]["text"])
        with page.expect_request(re.compile(rf"/moments/{bends[place]['move']}\b")):
            visitor.press(told.nth(place))
        expect(page.locator(".result")).to_have_count(0)
        visitor.press(visitor.page.locator(".prompt").get_by_role("button", name="Result"))
        page.locator(".score-table").wait_for()
    # The number on the curve leads there too.
    page.locator("figure svg .bend").first.click()
    expect(page.locator(".result")).to_have_count(0)


def test_a_public_link_is_made_and_taken_back(visit: Visitors, house: Server) -> None:
    anna, table = finished(house, "peloponnes", "greedy")
    visitor = at_its_end(visit, anna, table, "phone")
    visitor.press(visitor.button("Public link"))
    dialog = visitor.page.get_by_role("dialog", name="A link to watch the game again")
    expect(dialog).to_contain_text("you alone decide")
    visitor.press(dialog.get_by_role("button", name="Make the link"))
    link = dialog.locator("input").input_value()
    found = visitor.faults("sharing")
    # Somebody who has no name here sees the game from its beginning, and its end.
    stranger = visit()
    stranger.page.goto(link)
    stranger.wait_for("it.there")
    expect(stranger.page.locator(".prompt")).to_contain_text("Result")
    stranger.press(stranger.page.locator(".prompt").get_by_role("button", name="Result"))
    expect(stranger.page.locator(".ranking")).to_contain_text("Anna")
    expect(stranger.button("Public link")).to_have_count(0)
    found += stranger.faults("shown")
    assert not found, "\n".join(found)
    visitor.press(dialog.get_by_role("button", name="Take it back"))
    expect(dialog.get_by_role("button", name="Make the link")).to_be_visible()
    with stranger.forgiving("404", "WebSocket"):
        stranger.page.goto(link)
        expect(stranger.page.get_by_role("heading", name="There is no table here")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_on_a_phone_nothing_lies_over_the_points_and_what_a_row_opens_is_in_sight(
    visit: Visitors, house: Server, size: str
) -> None:
    visitor = at_its_end(visit, *finished(house, "poseidon", "greedy", "greedy"), size)
    page = visitor.page
    category = page.locator(".score-table .opens").first
    page.locator(".score-table thead").evaluate("(e) => e.scrollIntoView()")
    visitor.press(category)
    expect(page.locator(".score-table .blocks li").first).to_be_in_viewport()
    visitor.press(category)
    # Scrolled to the last row, the map is further up than the names above the points.
    page.locator(".score-table tfoot").evaluate("(e) => e.scrollIntoView({ block: 'center' })")
    box, heads = page.locator(".scene").bounding_box(), page.locator(".score-table thead").bounding_box()
    assert box is not None
    assert heads is not None
    assert box["y"] + box["height"] <= heads["y"]
    # Whoever chooses a number sees on the map what it stands for.
    visitor.press(page.locator(".score-table button.line").last)
    expect(page.locator(".scene")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".scene .lit")).not_to_have_count(0)


def test_a_small_phone_has_room_for_the_points(visit: Visitors, house: Server) -> None:
    """One row of buttons stays, and the frame of what counts is explained."""
    visitor = at_its_end(visit, *finished(house, "peloponnes", "greedy"), "small phone")
    bar = visitor.page.locator(".prompt").bounding_box()
    assert bar is not None
    assert bar["height"] < 80
    assert not visitor.overflow()
    expect(visitor.page.get_by_text("In a golden frame: this counts.")).to_be_visible()
    expect(visitor.page.locator("td.lit").first).to_be_attached()
