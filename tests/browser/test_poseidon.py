"""Poseidon before browsers: a whole game, the market, fleets and offers, the map by mouse, keyboard and thumb."""

from __future__ import annotations

import pathlib
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table_clients import Person, Server, play_out
from visitors import PATIENCE, Visitor, Visitors, play_on

import petteia
from petteia.games.poseidon.state import Step

NARROW = (360, 780)
WIDE = (1440, 900)


def somehow(match: petteia.Match, dice: random.Random) -> int:
    """A choice of somebody who means well: nations are founded, fleets sail, ships are bought."""
    kinds: dict[str, list[int]] = {}
    for choice in match.choices:
        kinds.setdefault(choice.name, []).append(choice.id)
    for kind, often in (("found", 0.8), ("post", 0.9), ("move", 0.8), ("best", 0.8), ("ship", 0.6), ("buy", 0.6)):
        if kind in kinds and dice.random() < often:
            return dice.choice(kinds[kind])
    return dice.choice(match.legal_ids)


def reach(
    house: Server, folder: pathlib.Path, step: Step, seats: int = 3, so: Callable[[Any], bool] = lambda _: True
) -> tuple[Person, str]:
    """A table of hot seats where a step is due."""
    for seed in range(20):
        match = petteia.new("poseidon", seats=seats, seed=seed)
        dice = random.Random(seed)
        while not match.over and not (int(match.facts["step"]) == step and so(match)):
            match.play(somehow(match, dice))
        if match.over:
            continue
        match.save(folder / "there.json")
        somebody = house.person("Solon")
        saved = (folder / "there.json").read_bytes()
        up = somebody.request("POST", "saves", content=saved, headers={"content-type": "application/json"})
        plans = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Chloe", "Diomedes", "Elektra")[:seats]]
        return somebody, somebody.post(f"tables/{up['id']}/fork", move=up["moves"], seats=plans)["id"]
    raise AssertionError(f"no game came to {step!r}")


def at(visitor: Visitor, there: tuple[Person, str]) -> Page:
    person, table = there
    visitor.sit(person)
    page = visitor.go(f"/t/{table}")
    visitor.wait_for("it.there || it.curtain")
    if visitor.look()["curtain"]:
        visitor.press(page.locator(".curtain button"))
    visitor.my_turn()
    return page


def test_a_whole_game_of_two_one_of_them_on_a_phone(visit: Visitors, house: Server) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    table = anna.open("me", "open", game="poseidon")["id"]
    invite = anna.post(f"tables/{table}/invite")["secret"]
    ben.post(f"tables/{table}/join", invite=invite)
    anna.post(f"tables/{table}/start")
    host, guest = visit(size=WIDE), visit(size=NARROW, touch=True)
    for visitor, person in ((host, anna), (guest, ben)):
        visitor.sit(person)
        visitor.go(f"/t/{table}")
        visitor.wait_for("it.there")
        expect(visitor.page.locator(".spot")).to_have_count(83)
        assert visitor.page.locator(".zoom .name").text_content() == "Eastern part"
    dice = random.Random(4)
    faults: list[str] = []
    for stop in (10, 40):
        play_on([host, guest], dice, most=stop)
        faults += [*host.faults(f"desk, {stop}"), *guest.faults(f"phone, {stop}")]
    # The log goes by rounds.
    expect(host.page.get_by_role("heading", name="Merchant round 1")).to_be_visible()
    play_out([anna, ben], table, seed=4)
    for visitor in (host, guest):
        visitor.wait_for("it.over", patience=2 * PATIENCE)  # it has hundreds of moments to catch up with
        expect(visitor.page.get_by_role("heading", name="Where the points come from")).to_be_visible()
        faults += visitor.faults("end")
    assert not faults, "\n".join(faults)
    # Prestige and revenue are told of nations, by their names and letters.
    plots = host.page.locator("figure")
    expect(plots).to_have_count(4)
    plots.nth(2).locator("summary").click()
    assert re.fullmatch("[A-Z][a-z]+", plots.nth(2).locator("tbody th").first.inner_text())
    expect(plots.nth(2).locator(".letters").first).to_be_visible()
    # A line of the sheet points at the nation's home and posts.
    line = host.page.locator("button.line").first
    line.hover()
    assert host.page.locator(".scene .lit").count() > 0


# -- the market --------------------------------------------------------------------------------------------------------


def test_everybody_is_shown_by_colour_and_name(visit: Visitors) -> None:
    visitor = visit(size=WIDE)
    visitor.open_table("me", "bot:greedy", "bot:greedy", path="/new/poseidon")
    opponents = visitor.page.locator(".opponents .player")
    expect(opponents.locator("strong")).to_have_text(["Blue", "Green"])
    expect(opponents.locator(".who")).to_have_text(["Greedy", "Greedy"])
    own = visitor.page.locator(".own .panel .names")
    expect(own.locator("strong")).to_have_text("Red")
    expect(own.locator(".who")).to_have_text(re.compile(r"\S"))


def test_founding_is_one_panel(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    visitor = visit(size=WIDE)
    page = at(visitor, reach(house, tmp_path, Step.TURN))
    before = visitor.look()
    visitor.press(page.locator("[data-target='found:3']"))  # Sparta
    panel = page.locator(".founding")
    expect(panel).to_contain_text("Founding Sparta")
    for line, option in (("Prestige", "70"), ("Merchants for sale", "7"), ("You take", "4")):
        visitor.press(panel.get_by_role("group", name=re.compile(line)).get_by_role("button", name=option, exact=True))
    expect(panel).to_contain_text("You pay 280")
    expect(panel).to_contain_text("the coffers of Sparta get 490")
    visitor.press(panel.get_by_role("button", name="Found Sparta"))
    visitor.wait_for(f"it.number === {before['number'] + 4}")
    row = page.locator(".ledger tbody tr").first
    expect(row.locator(".price")).to_contain_text("70")
    expect(row.locator(".coffers")).to_contain_text("490")
    # And it can be taken back, step by step.
    for _ in range(4):
        visitor.undo()
    expect(page.locator(".ledger [data-target='found:3'].legal")).to_be_visible()
    assert not visitor.faults("market")


def test_what_cannot_be_bought_says_why(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    visitor = visit(size=NARROW, touch=True)
    there = reach(house, tmp_path, Step.TURN, so=lambda m: any(c.name == "sell" for c in m.choices))
    page = at(visitor, there)
    closed = page.locator(".ledger .deal:not(.legal)")
    if closed.count():
        visitor.press(closed.first)
        expect(page.locator(".prompt .why")).to_contain_text("§")
    visitor.press(page.locator(".ledger .sell.legal").first)
    assert visitor.look()["deciding"] or visitor.wait_for("it.number > 0")
    assert not visitor.faults("market on a phone")


# -- fleets and ships --------------------------------------------------------------------------------------------------


def test_runs_are_drawn_as_they_are_planned(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    there = reach(house, tmp_path, Step.FLEET, so=lambda m: sum(c.name == "best" for c in m.choices) > 2)
    visitor = visit(size=WIDE)
    page = at(visitor, there)
    runs = page.locator("button.run")
    assert runs.count() > 2
    ways = []
    for place in range(3):
        runs.nth(place).hover()
        expect(page.locator(".route:not(.faint) .total")).to_have_text(runs.nth(place).locator(".worth b").inner_text())
        ways.append(page.locator(".route .way").get_attribute("d"))
    assert len(set(ways)) > 1
    runs.first.focus()
    expect(page.locator(".route:not(.faint)")).to_have_count(1)
    # By hand: place after place, with the sum so far.
    before = visitor.look()
    visitor.press(page.locator(".runs [data-target='start:home']"))
    visitor.wait_for(f"it.number > {before['number']}")
    before = visitor.look()
    visitor.press(page.locator(".spot.legal").first)
    visitor.wait_for(f"it.number > {before['number']}")
    expect(page.locator(".route .way")).to_be_visible()
    assert not visitor.faults("at sea")


def test_a_thumb_is_led_to_the_runs(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """On a phone nobody is offered to stay at home alone: the runs are in sight, or gone to."""
    there = reach(house, tmp_path, Step.FLEET, so=lambda m: sum(c.name == "best" for c in m.choices) > 3)
    visitor = visit(size=NARROW, touch=True)
    page = at(visitor, there)
    expect(page.locator(".prompt .choices")).not_to_contain_text("home")
    runs = page.locator("button.run.legal")
    page.wait_for_function("""() => {
      const sheet = document.querySelector('.sheet').getBoundingClientRect()
      return [...document.querySelectorAll('button.run.legal')].some((one) => {
        const box = one.getBoundingClientRect()
        return box.top >= 0 && box.bottom <= sheet.top
      })
    }""")
    before = visitor.look()
    visitor.press(runs.last)
    visitor.wait_for(f"it.deciding || it.number > {before['number']}")
    assert not visitor.faults("fleet on a phone")


def test_an_offer_from_the_list_is_asked_for_once(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """Its price is asked for on the board, so no stepper opens beside it."""

    def rich(match: petteia.Match) -> bool:
        own = int(match.facts["nations"][int(match.facts["nation"])]["coffers"])
        return own > 150 and any(c.name == "offer" for c in match.choices)

    visitor = visit(size=NARROW, touch=True)
    page = at(visitor, reach(house, tmp_path, Step.SHIPS, seats=4, so=rich))
    every = visitor.button(re.compile("^All choices"))
    if every.count():
        visitor.press(every)
    before = visitor.look()
    visitor.press(page.locator(".prompt .choice").filter(has_text="ffer").first)
    visitor.wait_for(f"it.number > {before['number']}")
    expect(page.locator("form[data-asks]")).to_be_in_viewport()
    assert not visitor.look()["deciding"]
    before = visitor.look()
    visitor.press(page.locator("form[data-asks] button[type=submit]"))
    visitor.wait_for(f"it.number > {before['number'] + 1} || it.curtain")


def test_going_on_from_an_earlier_moment(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """The header knows the round, and the log does not speak of hidden things where there are none."""
    visitor = visit(size=WIDE)
    page = at(visitor, reach(house, tmp_path, Step.DISCOVER))
    expect(page.locator(".top")).to_contain_text(re.compile(r"Exploration round \d"))
    log = page.locator(".side .log, .log").first
    expect(log).to_contain_text("From an earlier moment")
    expect(log).to_contain_text("The game goes on from here.")
    expect(log).not_to_contain_text("shuffled")


def test_an_offer_has_one_price(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    def somebody_else(match: petteia.Match) -> bool:
        kings = [int(match.facts["nations"][nation]["king"]) for nation in range(8)]
        offers = [c for c in match.choices if c.name == "offer" and kings[int(c.nation) - 1] != match.to_move]
        return bool(offers) and int(match.facts["nations"][int(match.facts["nation"])]["coffers"]) > 150

    visitor = visit(size=WIDE)
    page = at(visitor, reach(house, tmp_path, Step.SHIPS, seats=4, so=somebody_else))
    me = page.locator(".own .panel strong").inner_text()
    buttons = page.locator(".offers li").filter(has_not=page.get_by_role("img", name=me)).locator("button.pick.legal")
    visitor.press(buttons.first)
    price = page.get_by_role("spinbutton")
    price.fill("137")
    visitor.press(page.get_by_role("button", name="Offer 137"))
    # The other king is asked, at the same screen.
    expect(page.locator(".yard .big")).to_have_text("137")
    assert not visitor.faults("offer")
    before = visitor.look()
    visitor.press(page.locator(".yard").get_by_role("button", name="Refuse"))
    visitor.wait_for(f"it.number > {before['number']}")


# -- the map -----------------------------------------------------------------------------------------------------------


def test_exploring_by_keyboard(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    visitor = visit(size=WIDE)
    page = at(visitor, reach(house, tmp_path, Step.DISCOVER))
    keys = page.keyboard
    moved = 0
    for _ in range(12):
        look = visitor.my_turn()
        if not page.locator(".spot.legal").count():
            break
        keys.press("m")
        page.locator(".spot.legal").first.focus()
        first = page.evaluate("() => document.activeElement.dataset.spot")
        keys.press("ArrowRight")
        keys.press("ArrowDown")
        assert page.evaluate("() => document.activeElement.matches('.spot')")
        assert page.evaluate("() => document.activeElement.dataset.spot") != first
        keys.press("PageUp")
        assert page.evaluate("() => document.activeElement.matches('.spot.legal')")
        keys.press("Enter")
        now = visitor.changed(look)
        if now["number"] == look["number"]:  # a post, or on
            keys.press("1")
        visitor.wait_for(f"it.number > {look['number']}")
        moved += 1
        if moved == 3:
            return
    assert moved


@pytest.mark.parametrize("dark", [False, True])
def test_from_afar_a_tap_goes_near_and_chooses_nothing(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, dark: bool
) -> None:
    visitor = visit(size=NARROW, touch=True, dark=dark)
    page = at(visitor, reach(house, tmp_path, Step.DISCOVER, seats=5))
    number = visitor.look()["number"]
    expect(page.locator(".sea.far")).to_be_visible()
    spot = page.locator(".spot.legal").first
    target = spot.get_attribute("data-target")
    spot.tap()
    expect(page.locator(".sea.far")).to_have_count(0)
    assert visitor.look()["number"] == number
    page.wait_for_timeout(400)
    page.locator(f"[data-target='{target}']").first.tap()
    visitor.wait_for(f"it.number > {number} || it.choices > 0")
    assert not visitor.faults("near")
