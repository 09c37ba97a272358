"""Hints: the best choices beside the board and on it, what somebody points at, and why."""

from __future__ import annotations

import re
from typing import Any

import pytest
import screenshots as scenes
from playwright.sync_api import Locator, Request, Route, expect
from table_clients import Person, Server
from visitors import LEGAL, PHONE, Visitor, Visitors

LOW = (1280, 720)
WISH = re.compile(r"/api/tables/\w+/hint")
GAMES = ("peloponnes", "peloponnes_card", "hellas", "poseidon")
Json = dict[str, Any]


class Oracle:
    """Answers wishes for hints in place of the server, so that nothing depends on what bots think and when."""

    def __init__(self, visitor: Visitor, groups: list[Json]) -> None:
        self.visitor = visitor
        self.groups = groups
        # One choice of each group, those on the board first.
        self.best = [group["options"][0] for group in sorted(groups, key=lambda one: one["target"] is None)][:3]
        self.asked: list[str | None] = []
        self.silent = False
        self.refuses = ""
        self.futures = 400
        visitor.page.route(WISH, self._hear)

    def _hear(self, route: Route) -> None:
        wish: Json = route.request.post_data_json or {}
        self.asked.append(wish["choice"])
        if self.refuses:
            body = {"type": self.refuses, "title": "No.", "detail": "", "cause": "", "status": 409, "clause": None}
            route.fulfill(status=409, json=body, content_type="application/problem+json")
        elif not self.silent:
            route.fulfill(json=self.answer(wish["choice"]))

    def answer(self, about: str | None) -> Json:
        best = self.best if self.futures else self.best[:1]
        pointed = next((one for group in self.groups for one in group["options"] if one["words"] == about), None)
        return {
            "choice": best[0]["words"],
            "text": best[0]["text"],
            "bot": "hard",
            "goes_on_like": "greedy" if self.futures else None,
            "futures": self.futures,
            "prospects": [self._prospect(option, place) for place, option in enumerate(best)],
            "pointed": None if pointed is None else self._prospect(pointed, 3),
            "sure": "clear" if self.futures else None,
            "sure_text": "The first choice is clearly ahead of the second." if self.futures else "",
            "basis": "What would be if all went on like Greedy.",
            "chance_of": "chance to win",
            "unit": "points",
        }

    def _prospect(self, option: Json, place: int) -> Json:
        target = next(group["target"] for group in self.groups if option in group["options"])
        known = self.futures > 0
        return {
            "choice": option["words"],
            "text": option["text"],
            "targets": [] if target is None else [target],
            "chance": 0.62 - place / 10 if known else None,
            "chance_error": 0.02 if known else None,
            "points": 21.46 - place if known else None,
            "points_error": 0.2 if known else None,
            "beside": self.best[0 if place else 1]["text"] if known else None,
            "reasons": [f"You end with {place + 1} more points of prestige."] if known else [],
        }

    def targets(self) -> list[str]:
        """What the best ones are about, the best first; each once."""
        found = [self._prospect(option, 0)["targets"] for option in self.best]
        return list(dict.fromkeys(target for some in found for target in some))

    def other(self) -> Json:
        """A group on the board that none of the best is of."""
        others = [one for one in self.groups if one["target"] and not any(best in one["options"] for best in self.best)]
        return max(others, key=lambda one: len(one["options"]))


def seated(visit: Visitors, house: Server, game: str = "peloponnes", **more: Any) -> tuple[Visitor, Person, str]:
    """Somebody before his first decision."""
    person = house.person("Pythia")
    table = person.open("me", "random", "random", game=game, start=True)["id"]
    person.wait(table, lambda it: it["status"] != "playing" or it["to_move"] == 0)
    visitor = visit(**more)
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    return visitor, person, table


def consulting(visit: Visitors, house: Server, game: str = "peloponnes", **more: Any) -> tuple[Visitor, Oracle]:
    visitor, person, table = seated(visit, house, game, **more)
    return visitor, Oracle(visitor, person.now(table, 0)["choices"])


def dropped(request: Request) -> bool:
    return WISH.search(request.url) is not None


def at(visitor: Visitor, target: str) -> Locator:
    return visitor.page.locator(f'main [data-target="{target}"]').first


def test_the_server_s_answer_is_shown_whole(visit: Visitors, house: Server) -> None:
    visitor, _, _ = seated(visit, house)
    page = visitor.page
    with page.expect_response(WISH) as answered:
        lines = visitor.hint()
    hint = answered.value.json()
    expect(lines).to_have_count(len(hint["prospects"]))
    for line, prospect in zip(lines.all(), hint["prospects"], strict=True):
        expect(line).to_contain_text(prospect["text"])
        expect(line.locator(".bar")).to_have_count(int(prospect["chance"] is not None))
    panel = page.get_by_role("region", name="Hint")
    expect(panel).to_contain_text(hint["basis"])
    expect(panel).to_contain_text(hint["sure_text"])
    for reason in hint["prospects"][0]["reasons"]:
        expect(panel.locator(".why")).to_contain_text(reason)


def test_three_choices_with_their_chances_points_and_reasons(visit: Visitors, house: Server) -> None:
    visitor, oracle = consulting(visit, house)
    page = visitor.page
    lines = visitor.hint()
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text(oracle.best[0]["text"])
    expect(lines.locator(".chance")).to_have_text([re.compile("62% ± 2"), re.compile("52% ± 2"), re.compile("42% ± 2")])
    expect(lines.locator(".points")).to_have_text([re.compile(one) for one in ("21.5", "20.5", "19.5")])
    expect(page.get_by_text("The first choice is clearly ahead of the second.").first).to_be_visible()
    expect(page.locator(".why")).to_contain_text("1 more points")
    visitor.press(lines.nth(1).get_by_text("Why not?"))
    expect(page.locator(".why")).to_contain_text("2 more points")
    expect(page.locator(".why")).to_contain_text(f"Compared with: {oracle.best[0]['text']}")
    # Ears are told as well.
    expect(page.locator(".hint [role=status]")).to_contain_text(oracle.best[1]["text"])
    assert oracle.asked == [None]  # what is known is not asked again


@pytest.mark.parametrize("game", GAMES)
def test_ranks_stand_on_the_board_and_nothing_moves_or_is_covered(visit: Visitors, house: Server, game: str) -> None:
    visitor, oracle = consulting(visit, house, game, size=LOW)
    page = visitor.page
    boxes = "() => [...document.querySelectorAll('main > *')].map((e) => JSON.stringify(e.getBoundingClientRect()))"
    before = page.evaluate(boxes)
    lines = visitor.hint()
    assert page.evaluate(boxes) == before
    assert page.evaluate(
        """(legal) => {
          const { left } = document.querySelector('.hint').getBoundingClientRect()
          return [...document.querySelectorAll(legal)].every((e) => e.getBoundingClientRect().right <= left)
        }""",
        LEGAL,
    )
    targets = oracle.targets()
    assert targets
    for rank, target in enumerate(targets, 1):
        expect(at(visitor, target).locator(".rank")).to_have_text(str(rank))
        lines.nth(rank - 1).hover()
        expect(at(visitor, target).locator(".rank.lit")).to_have_count(1)
    expect(at(visitor, targets[0]).locator(".rank.best")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".rank")).to_have_count(0)


def test_what_is_pointed_at_is_compared_before_it_is_played(visit: Visitors, house: Server) -> None:
    visitor, oracle = consulting(visit, house)
    page = visitor.page
    number = visitor.look()["number"]
    lines = visitor.hint()
    other = oracle.other()
    visitor.press(at(visitor, other["target"]))
    expect(lines).to_have_count(4)
    expect(lines.last).to_contain_text(other["options"][0]["text"])
    expect(page.locator(".why")).to_contain_text("4 more points")
    assert oracle.asked == [None, other["options"][0]["words"]]
    # Another amount is another choice.
    if len(other["options"]) > 1:
        visitor.press(page.locator("form.decide").get_by_label("One more"))
        expect(lines.last).to_contain_text(other["options"][1]["text"])
        expect(page.locator(".hint.thinking")).to_have_count(0)
        assert oracle.asked[2:] == [other["options"][1]["words"]]
    # One of the best is known already.
    asked = len(oracle.asked)
    page.locator(".hint h2").focus()
    page.keyboard.press("2")
    expect(page.locator("form.decide button[type=submit]")).to_have_text(oracle.best[1]["text"])
    expect(lines.nth(1).locator(".line")).to_have_attribute("aria-pressed", "true")
    assert len(oracle.asked) == asked
    assert visitor.look()["number"] == number
    visitor.press(page.locator("form.decide button[type=submit]"))
    visitor.wait_for(f"it.number > {number}")
    expect(page.locator(".hint")).to_have_count(0)


def test_a_form_of_the_board_is_compared_and_stays_open(visit: Visitors, house: Server) -> None:
    """Founding a nation in Poseidon takes several decisions, which are asked for in one form."""

    def founding(moment: Json) -> bool:
        groups = [group for group in moment["choices"] if group["target"]]
        return moment["prompt"]["step"] == "turn" and sum(one["name"] == "found" for one in groups) > 3

    studio = scenes.Studio(house, Visitors(None, ""), [])  # type: ignore[arg-type]
    person, table = studio.reach(founding, "Pythia", bots=("random", "random"), wit=0, game="poseidon")
    visitor = visit()
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    oracle = Oracle(visitor, person.now(table, 0)["choices"])
    lines = visitor.hint()
    other = next(one for one in oracle.groups if one["name"] == "found" and one["options"][0] not in oracle.best)
    visitor.press(at(visitor, other["target"]))
    expect(lines.last).to_contain_text(other["options"][0]["text"])
    expect(visitor.page.locator(".why")).to_contain_text("4 more points")
    assert oracle.asked == [None, other["options"][0]["words"]]
    expect(at(visitor, other["target"])).to_have_attribute("aria-expanded", "true")


def test_any_line_can_be_played(visit: Visitors, house: Server) -> None:
    visitor, oracle = consulting(visit, house)
    sent: list[str] = []
    visitor.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    visitor.page.reload()
    number = visitor.my_turn()["number"]
    lines = visitor.hint()
    visitor.press(lines.nth(2).get_by_role("button", name="Play it"))
    visitor.wait_for(f"it.number > {number}")
    assert any(f'"{oracle.best[2]["words"]}"' in frame for frame in sent)
    expect(visitor.page.locator(".hint")).to_have_count(0)


def test_it_thinks_quietly_and_escape_ends_that(visit: Visitors, house: Server) -> None:
    visitor, oracle = consulting(visit, house)
    page = visitor.page
    oracle.silent = True
    page.keyboard.press("h")
    expect(page.locator(".hint [role=status]")).to_have_text("The bot is thinking …")
    with page.expect_event("requestfailed", dropped):
        page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    page.wait_for_function("() => document.activeElement.matches('.prompt h2')")
    # Whoever points at something while it thinks about another thing ends that thought.
    oracle.silent = False
    page.keyboard.press("h")
    visitor.hint_lines()
    oracle.silent = True
    with page.expect_request(WISH):
        visitor.press(at(visitor, oracle.other()["target"]))
    expect(page.locator(".hint.thinking .row")).to_have_count(4)
    with page.expect_event("requestfailed", dropped):
        page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    # The choice that was begun stays, and goes with the next one.
    expect(page.locator("form.decide")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("form.decide")).to_have_count(0)


def test_refusals_are_quiet_where_somebody_was_faster(visit: Visitors, house: Server) -> None:
    visitor, oracle = consulting(visit, house)
    page = visitor.page
    with visitor.forgiving("409"):
        for refusal, notices in (("not-now", 0), ("already-moved", 0), ("illegal-choice", 1)):
            oracle.refuses = refusal
            with page.expect_response(WISH):
                visitor.press(page.locator(".prompt [data-tool=hint]"))
            expect(page.locator(".hint")).to_have_count(0)
            expect(page.get_by_text("No.", exact=True)).to_have_count(notices)


def test_without_futures_there_is_the_choice_alone(visit: Visitors, house: Server) -> None:
    visitor, oracle = consulting(visit, house)
    oracle.futures = 0
    lines = visitor.hint()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text(oracle.best[0]["text"])
    expect(visitor.page.locator(".hint .bar, .hint .points, .hint .why, .hint .sure")).to_have_count(0)
    expect(visitor.page.locator(".hint .basis")).to_be_visible()
    expect(lines.get_by_role("button", name="Play it")).to_be_enabled()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_it_is_a_sheet_that_leaves_the_board_in_reach(visit: Visitors, house: Server, game: str) -> None:
    visitor, oracle = consulting(visit, house, game, size=PHONE, touch=True)
    page = visitor.page
    lines = visitor.hint()
    first = at(visitor, oracle.targets()[0]).locator(".rank")
    seen = """(rank) => {
      const { top, bottom } = rank.getBoundingClientRect()
      const head = document.querySelector('.top').getBoundingClientRect().bottom
      return top >= head && bottom <= document.querySelector('.hint').getBoundingClientRect().top
    }"""
    page.wait_for_function(seen, arg=first.element_handle())
    # One's own things can be reached above it.
    own = page.locator("main .own > *").first
    own.evaluate("(e) => window.scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(
        "(own) => own.getBoundingClientRect().bottom <= document.querySelector('.hint').getBoundingClientRect().top",
        arg=own.element_handle(),
    )
    # Asking why leads back to what it is about.
    visitor.press(lines.first.locator(".line"))
    page.wait_for_function(seen, arg=first.element_handle())
    assert visitor.overflow() == []
    # It is pulled down by its head.
    head = page.locator(".hint header").bounding_box()
    assert head
    x, y = head["x"] + head["width"] / 2, head["y"] + 12
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40)
    page.mouse.move(x, y + 120)
    page.mouse.up()
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator(".rank")).to_have_count(0)
