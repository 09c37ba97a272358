"""Every step of a game, for every eye; widths from phones to 4K; zoom."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
import screenshots as scenes
from playwright.sync_api import Route, expect
from table_clients import Person, Server
from visitors import DESKTOP, PHONE, Visitors

WIDTHS = (360, 390, 820, 1024, 1280, 1920, 3840)
# What is seen at 200 % zoom on screens of 1280×1024 and 1920×1080.
GAMES = re.compile(r"/api/games(\?|$)")
ZOOMED = ((640, 512), (960, 540))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_steps(visit: Visitors, dark: bool) -> None:
    """A game as it goes: every step that comes up is looked at, on a desk or on a phone."""
    found: list[str] = []
    for seats, phone in ((("me", "bot:greedy", "bot:random"), dark), (("me",), not dark)):
        visitor = visit(size=PHONE if phone else DESKTOP, touch=phone, dark=dark)
        visitor.open_table(*seats, level="Level 3" if len(seats) == 1 else None)
        dice = random.Random(6)
        seen: set[str] = set()
        for _ in range(60):
            if visitor.my_turn()["over"]:
                break
            kind = visitor.page.locator(".board").first.evaluate(
                "(e) => [...e.querySelectorAll('.rows, .stage, .goods, .choice')].map((x) => x.className).join(' ')"
            )
            if kind not in seen:
                seen.add(kind)
                found += visitor.faults(f"{seats} {kind}")
            visitor.decide(dice)
    assert not found, "\n".join(found)


STAGES = (("compiling", 0.34), ("compiling", 0.0), ("waiting", 0.0), ("failed", 0.0))


def at_the_first_start(route: Route) -> None:
    """The games as they are told while rules are being compiled."""
    answer = route.fetch()
    games = [
        {**game, "stage": stage, "compiled": part} for game, (stage, part) in zip(answer.json(), STAGES, strict=True)
    ]
    route.fulfill(response=answer, json=games)


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_compiling_does_not_stand_in_the_way(visit: Visitors, language: str) -> None:
    visitor = visit(size=(1280, 800))
    page = visitor.go("/")
    visitor.prefer(language=language)
    visitor.go("/")
    plays = page.locator(".game .loud")
    expect(plays).to_have_count(4)
    before = [play.bounding_box() for play in plays.all()]
    page.route(GAMES, at_the_first_start)
    visitor.go("/")
    expect(page.get_by_role("progressbar")).to_have_count(2)  # those that wait say nothing
    assert [play.bounding_box() for play in plays.all()] == before
    for box in before[:2]:
        assert box is not None
        assert box["y"] + box["height"] <= 800
    found = visitor.faults("lobby, desk")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(60)
    found += visitor.faults("lobby, phone")
    assert not found, "\n".join(found)


def test_what_is_said_of_rules_that_are_not_compiled(visit: Visitors) -> None:
    visitor = visit()
    page = visitor.page
    page.route(GAMES, at_the_first_start)
    for game, words, bars in (
        ("peloponnes", "The rules are being compiled for the first time.", 1),
        ("hellas", "The rules are compiled while you play", 0),
        ("poseidon", "The rules could not be compiled. You can play without", 0),
    ):
        visitor.go(f"/new/{game}")
        expect(page.locator(".start")).to_contain_text(words)
        expect(page.get_by_role("progressbar")).to_have_count(bars)
    visitor.go("/")
    expect(page.locator(".game").last).to_contain_text("Rules not compiled: bots take longer")


@pytest.mark.parametrize("size", [(1280, 720), PHONE], ids=lambda size: f"{size[0]}x{size[1]}")
def test_one_can_start_without_scrolling(visit: Visitors, size: tuple[int, int]) -> None:
    visitor = visit(size=size, touch=size == PHONE)
    for game in ("hellas", "peloponnes", "peloponnes_card", "poseidon"):
        visitor.go(f"/new/{game}")
        start = visitor.button("Start", exact=True)
        expect(start).to_be_in_viewport(ratio=1)


def test_nothing_scrolls_sideways(visit: Visitors, late: tuple[Person, str], over: tuple[Person, str]) -> None:
    visitor = visit()
    found: list[str] = []
    sizes = [(width, 844 if width < 800 else 1180 if width < 1000 else width * 10 // 16) for width in WIDTHS]
    for person, path in (
        (None, "/"),
        (None, "/new/peloponnes"),
        (None, "/rules/peloponnes"),
        (late[0], f"/t/{late[1]}"),
        (over[0], f"/t/{over[1]}"),
    ):
        if person is not None:
            visitor.sit(person)
        for language in ("en", "de"):
            visitor.go("/")
            visitor.prefer(language=language)
            visitor.go(path)
            visitor.page.wait_for_load_state("networkidle")
            for size in (*sizes, *ZOOMED):
                visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
                visitor.page.wait_for_timeout(60)
                found += [f"{path} {language} {size}: {one}" for one in visitor.overflow()]
    assert not found, "\n".join(found)


def test_tiles_on_offer_are_wholly_in_view(visit: Visitors, late: tuple[Person, str]) -> None:
    """At the size of a small laptop, with the side panel open, nothing of the auction is cut or covered."""
    visitor = visit(size=DESKTOP)
    visitor.sit(late[0])
    visitor.go(f"/t/{late[1]}")
    visitor.my_turn()
    cut = visitor.page.evaluate(
        """() => [...document.querySelectorAll('.slot, .prompt .choice, .disaster')].filter((e) => {
          const box = e.getBoundingClientRect()
          return [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]].some(
            ([x, y]) => !e.contains(document.elementFromPoint(x, y)) && !document.elementFromPoint(x, y)?.contains(e))
        }).map((e) => e.textContent)"""
    )
    assert cut == []
    assert visitor.page.locator("[data-target^='slot:']").first.bounding_box()["width"] >= 110  # type: ignore[index]


DESKS = ((1024, 768), (1280, 800), (1366, 768), (1440, 900), (1920, 1080))


def test_nothing_of_a_decision_is_cut_off(visit: Visitors, house: Server) -> None:
    """An auction, and a bid with a warning and an amount, at every size of a desk and a phone, in every language."""

    def warned(moment: dict[str, Any]) -> bool:
        groups = moment["choices"]
        return len(groups) > 4 and any(group["note"] and len(group["options"]) > 1 for group in groups)

    studio = scenes.Studio(house, visit, [])
    person, table = studio.reach(warned, "Kai", bots=("greedy", "greedy"))
    visitor = visit()
    visitor.sit(person)
    found: list[str] = []
    for language in ("en", "de", "it"):
        visitor.go("/")
        visitor.prefer(language=language)
        visitor.go(f"/t/{table}")
        visitor.my_turn()
        for picked in (False, True):
            if picked:
                visitor.press(visitor.page.locator("[data-target^='slot:'].legal:has(.warn)").last)
                visitor.wait_for("it.deciding")
                expect(visitor.page.locator(".prompt .note")).to_be_visible()
            for width, height in (*DESKS, PHONE, (360, 640)):
                visitor.page.set_viewport_size({"width": width, "height": height})
                visitor.page.wait_for_timeout(60)
                cut = visitor.out_of_the_bar()
                found += [f"{language} {width} {'a bid' if picked else 'the prompt'}: {one}" for one in cut]
    assert not found, "\n".join(found)


def test_the_header_stays_one_line(visit: Visitors, house: Server) -> None:
    """At 200 % zoom, for somebody with a long name."""
    person = house.person(scenes.LONG[0])
    table = person.open("me", "greedy", "greedy", start=True)["id"]
    visitor = visit()
    visitor.sit(person)
    visitor.go(f"/t/{table}")
    visitor.my_turn()
    for width in (641, 660, 700, 760, 820):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        visitor.page.wait_for_timeout(60)
        assert visitor.page.locator(".top header").bounding_box()["height"] < 70  # type: ignore[index]
        assert visitor.page.locator(".title h1").bounding_box()["width"] > 60  # type: ignore[index]
