"""Poseidon before browsers: a whole game, the market, fleets and offers, the map by mouse, keyboard and thumb."""

from __future__ import annotations

import itertools
import pathlib
import random
import re
import sys
from collections.abc import Callable
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "games" / "poseidon"))

import pytest
from playwright.sync_api import Page, expect
from poseidon_table import table as table_of
from table_clients import Person, Server, play_out, words_of
from visitors import PATIENCE, TWICE, Visitor, Visitors, play_on, seated

import petteia
from petteia.bots.roster.given_names import GIVEN_NAMES
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
        return seated(house, folder, match)
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
        expect(visitor.page.locator(".zoom .name")).to_have_text("Eastern part")
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
        expect(visitor.page.get_by_role("heading", name="Where the drachmas come from")).to_be_visible()
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
    expect(host.page.locator(".scene .lit")).not_to_have_count(0)


# -- the market --------------------------------------------------------------------------------------------------------


def test_everybody_is_shown_by_name_and_colour(visit: Visitors) -> None:
    visitor = visit(size=WIDE)
    visitor.open_table("me", "bot:greedy", "bot:greedy", path="/new/poseidon")
    opponents = visitor.page.locator(".opponents .player")
    expect(opponents.locator(".who .name")).to_have_text(["Blue", "Green"])
    expect(opponents.locator(".level")).to_have_text(["Greedy", "Greedy"])
    bots = opponents.locator("strong").all_inner_texts()
    assert len({*bots} & {*GIVEN_NAMES}) == 2
    own = visitor.page.locator(".own .panel .names")
    expect(own.locator("strong")).to_have_text(re.compile(r"\S"))
    expect(own.locator(".who")).to_have_text("Red")


# The prices of special cards that a mark of a hint lies over.
MARKED_PRICES = """() => {
  const marks = [...document.querySelectorAll('.cards .rank')].map((one) => one.getBoundingClientRect())
  const prices = [...document.querySelectorAll('.cards .cost')].map((one) => one.getBoundingClientRect())
  return [marks.length, marks.filter((one) => prices.some((price) =>
    one.left < price.right && one.right > price.left && one.top < price.bottom && one.bottom > price.top)).length]
}"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
def test_marks_of_a_hint_leave_the_prices_of_cards_free(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int]
) -> None:
    visitor = visit(size=size, touch=size[0] < 1024)
    page = at(visitor, reach(house, tmp_path, Step.CARD))
    visitor.hint()
    marks, over = page.evaluate(MARKED_PRICES)
    assert marks > 1
    assert over == 0


def test_on_a_phone_a_thumb_hits_prestige_and_curves(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    visitor = visit(size=(360, 640), touch=True)
    page = at(visitor, reach(house, tmp_path, Step.PRESTIGE))
    expect(page.locator(".track button")).to_have_count(0)  # they are narrow: the panel asks
    options = page.get_by_role("group", name="Prestige").get_by_role("button")
    for thing in (options.first, page.get_by_role("button", name="Curves")):
        box = thing.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 32
    visitor.hint()
    expect(options.locator(".rank").first).to_be_in_viewport()


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


@pytest.mark.parametrize("size", [NARROW, (1280, 720), (1920, 1080)])
def test_the_nations_table_has_words_in_its_heads(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int]
) -> None:
    there = reach(house, tmp_path, Step.SHIPS, so=lambda m: int(m.facts["round_number"]) > 2)
    visitor = visit(size=size, touch=size == NARROW)
    page = at(visitor, there)
    heads = page.locator(".ledger thead th")
    expect(heads.filter(has_text=re.compile("^Prestige$"))).to_be_visible()
    expect(heads.filter(has_text="Pool")).to_be_visible()
    told = house_extras(there)
    runs = page.get_by_role("button", name="Runs", exact=True)
    if runs.count():  # where there is no room for both tables
        visitor.press(runs)
        expect(heads.filter(has_text="Pool")).to_have_count(0)
    expect(heads.filter(has_text="With")).to_be_visible()
    nation = told["order"][0]
    row = page.locator(f".ledger [data-thing='nation:{nation}']")
    facts = told["nations"][nation - 1]
    expect(row.locator(".forecast")).to_have_text(str(facts["forecast"]))
    expect(row.locator(".risen")).to_contain_text(str(facts["risen"]))
    expect(row.locator(".with")).to_have_text("–" if facts["with_ship"] is None else str(facts["with_ship"]))
    assert not visitor.faults("the nations' table")


def test_the_table_of_five_players_fits_on_a_phone(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """In the language with the longest words, while merchants change hands."""
    there = reach(house, tmp_path, Step.TURN, seats=5, so=lambda m: int(m.facts["round_number"]) > 2)
    visitor = visit(size=(360, 640), touch=True, prefers={"language": "it"})
    page = at(visitor, there)
    for view in ("Mercanti", "Viaggi"):
        visitor.press(page.locator(".ledger").get_by_role("button", name=view, exact=True))
        expect(page.locator(".ledger .view[aria-pressed=true]")).to_have_text(view)
        assert not visitor.overflow()


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("language", ["it", "de"])
def test_beside_the_map_every_nation_of_the_market_has_one_line(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, seats: int, language: str
) -> None:
    """Also where words are long and rows are full, so that the last nation is seen without scrolling."""
    there = reach(house, tmp_path, Step.TURN, seats, so=lambda m: int(m.facts["round_number"]) > 2)
    visitor = visit(size=WIDE, prefers={"language": language})
    page = at(visitor, there)
    for size in (WIDE, (1280, 720)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        rows = page.locator(".ledger tbody tr")
        highs = rows.evaluate_all("(all) => all.map((row) => row.offsetHeight)")
        assert max(highs) <= 34, highs
        side = page.locator("main .board > .side")
        assert side.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1
        # What does not fit is left out of a name; no number is.
        assert page.locator(".ledger table").evaluate("(e) => e.offsetWidth <= e.parentElement.clientWidth - 10")


def house_extras(there: tuple[Person, str]) -> Any:
    """What the page was told besides the view."""
    person, table = there
    seat = person.look(table)["to_move"]
    return person.now(table, seat)["extras"]


@pytest.mark.parametrize(("size", "dark"), [((1280, 720), False), ((390, 844), True)])
def test_how_the_game_goes_is_shown_while_it_is_played(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int], dark: bool
) -> None:
    person, table = there = reach(house, tmp_path, Step.TURN)
    dice = random.Random(3)
    while (seat := person.look(table)["to_move"]) is not None:
        moment = person.now(table, seat)
        if moment["state"]["round_number"] == 2:
            break
        kinds = {group["name"]: group["options"][0]["words"] for group in moment["choices"]}
        wanted = kinds.get("found") or kinds.get("best") or dice.choice(words_of(moment))
        person.play(table, seat, moment["number"], wanted)
    visitor = visit(size=size, touch=size[0] < 1024, dark=dark)
    page = at(visitor, there)
    visitor.press(page.get_by_role("button", name="Curves"))
    shown = page.get_by_role("dialog", name="How the game goes")
    expect(shown.locator("figure")).to_have_count(4)
    expect(shown.locator("figure").first).to_contain_text("Now")
    expect(shown.get_by_role("heading", name="Exploration round 1")).to_be_visible()
    faults = visitor.faults("how it goes")
    trade = shown.locator(".trades button").last
    assert "merchant of" in trade.inner_text()
    visitor.press(trade)  # and that moment is looked at
    expect(page.locator(".prompt.back")).to_be_visible()
    expect(shown).to_have_count(0)
    assert not faults, faults


# -- fleets and ships --------------------------------------------------------------------------------------------------


def test_runs_are_drawn_as_they_are_planned(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    there = reach(house, tmp_path, Step.FLEET, so=lambda m: sum(c.name == "best" for c in m.choices) > 2)
    visitor = visit(size=WIDE)
    page = at(visitor, there)
    runs = page.locator("button.run")
    expect(runs.nth(1)).to_be_visible()
    ways = []
    for place in range(runs.count()):
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


def short_of_potentials(match: petteia.Match) -> bool:
    """Whether the nation that puts up merchants has fewer potentials than the phase would allow."""
    own = match.facts["nations"][int(match.facts["issuer"])]
    return int(own["potentials"]) < int(match.box.record[0]["phases"][int(match.facts["phase"]) - 1]["issue"])


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_a_new_phase_asks_one_number_and_leaves_hint_and_undo(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int]
) -> None:
    there = reach(house, tmp_path, Step.ISSUE, so=short_of_potentials)
    visitor = visit(size=size, touch=True)
    page = at(visitor, there)
    expect(page.locator("form.decide")).to_be_visible()
    expect(page.locator(".prompt [data-tool=hint]")).to_be_visible()
    assert not visitor.out_of_the_bar()
    most = page.locator("form.decide [role=spinbutton]").get_attribute("aria-valuemax")
    expect(page.locator(".prompt .what")).to_contain_text(f"{most} at most")
    expect(page.locator("section.now .lead")).to_contain_text(f"{most} at most")
    before = visitor.look()["number"]
    visitor.press(page.locator("form.decide button[type=submit]"))
    visitor.wait_for(f"it.number > {before} || it.curtain")


def test_on_a_phone_the_map_keeps_its_place_while_ships_sail(
    visit: Visitors, house: Server, tmp_path: pathlib.Path
) -> None:
    for step in (Step.DISCOVER, Step.SHIPS, Step.FLEET):
        page = at(visit(size=NARROW, touch=True), reach(house, tmp_path, step))
        chart, now = page.locator(".chart").bounding_box(), page.locator("section.now").bounding_box()
        above = page.locator("section.opponents").bounding_box()
        assert chart is not None
        assert now is not None
        assert above is not None
        assert 0 <= chart["y"] - above["y"] - above["height"] < 20, step
        assert 0 <= now["y"] - chart["y"] - chart["height"] < 20, step
        if step == Step.FLEET:  # its words stand apart
            expect(page.locator("[data-target='run:home']")).to_contain_text("coffers · prestige")


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


def naming_a_price(match: petteia.Match) -> bool:
    """Whether an offer could be made whose price takes two choices."""
    own = int(match.facts["nations"][int(match.facts["nation"])]["coffers"])
    return own > 150 and any(c.name == "offer" for c in match.choices)


@pytest.mark.parametrize("size", [NARROW, (1280, 720)])
def test_an_offer_can_be_cancelled_where_one_stands(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int]
) -> None:
    visitor = visit(size=size, touch=size == NARROW)
    there = reach(house, tmp_path, Step.SHIPS, seats=4, so=naming_a_price)
    page, (person, table) = at(visitor, there), there
    cancel = page.get_by_role("button", name="Cancel the offer")
    # Begun in the panel alone: nothing has been decided yet.
    before = visitor.look()["number"]
    visitor.press(page.locator(".pick.legal").first)
    expect(page.locator("form[data-asks]")).to_be_in_viewport(ratio=0.9)
    visitor.press(cancel)
    expect(cancel).to_have_count(0)
    assert visitor.look()["number"] == before
    # Begun at the table, up to the hundreds: both are taken back.
    seat = person.look(table)["to_move"]
    offer = next(g for g in person.now(table, seat)["choices"] if g["name"] == "offer")["options"][0]["words"]
    for words in (offer, "hundreds 0"):
        person.play(table, seat, person.now(table, seat)["number"], words)
    visitor.wait_for(f"it.number === {before + 2} && it.mine")
    assert person.now(table, seat)["state"]["step"] == "drachmas"
    faults = visitor.faults("offer")
    visitor.press(cancel)
    visitor.wait_for(f"it.number === {before + 4}")
    assert person.now(table, seat)["state"]["step"] == "ships"
    expect(cancel).to_have_count(0)
    assert not faults, faults


@pytest.mark.parametrize("size", [NARROW, (1280, 720)])
def test_a_king_is_warned_before_he_is_left_without_a_ship(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int]
) -> None:
    nations = {"Athenai": {"coffers": 400, "fleet": ["2"]}, "Sparta": {"king": 1, "fleet": ["2"]}}
    doomed = table_of([{}, {}, {}], nations, step="ships", nation="Athenai", ship="4").match
    there = seated(house, tmp_path, doomed)
    visitor = visit(size=size, touch=size == NARROW)
    page = at(visitor, there)
    number = visitor.look()["number"]
    visitor.press(page.locator(".prompt .choice").filter(has_text="Buy no more"))
    visitor.wait_for("it.deciding")
    expect(page.locator(".prompt .note")).to_contain_text("§13.3")
    assert not visitor.out_of_the_bar()
    visitor.press(page.locator("form.decide button[type=submit]"))
    visitor.wait_for(f"it.number > {number} || it.curtain")


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


def test_places_have_names_at_every_size(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    there = reach(house, tmp_path, Step.DISCOVER)
    large = visit(size=(1920, 1080))
    page = at(large, there)
    expect(page.locator(".aegean text.name").filter(has_text="Samothrake")).to_be_visible()
    expect(page.locator(".aegean .ruler")).to_have_count(0)
    named = page.locator(".aegean text.name").count()
    assert named == sum(place["kind"] != "sea" for place in page_box(there)["places"])
    # Where nothing can be written on the hexes, letters and numbers stand at the edge, and a list has the names.
    for size in ((1280, 720), (390, 844)):
        small = visit(size=size, touch=size[0] < 1024)
        page = at(small, there)
        expect(page.locator(".aegean text.name")).to_have_count(0)
        expect(page.locator(".aegean .ruler text").first).to_have_text("A")
        small.press(page.get_by_role("button", name="Names of places"))
        names = page.get_by_role("dialog", name="Names of places")
        faults = small.faults("names")
        small.press(names.get_by_role("button", name="B14 Samothrake"))
        expect(names).to_have_count(0)
        expect(page.locator(".aegean path.lit")).to_have_count(1)
        assert not faults, faults


def test_a_tap_on_a_place_says_its_name(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """Also on a phone, where the map has room for letters and numbers alone."""
    there = reach(house, tmp_path, Step.DISCOVER)
    visitor = visit(size=(390, 844), touch=True)
    page = at(visitor, there)
    foot = page.locator(".zoom .name")
    expect(foot).to_have_text(page_box(there)["map"]["name"])
    if page.locator(".sea.far").count():
        visitor.press(page.locator(".spot.legal").first)
        expect(page.locator(".sea.far")).to_have_count(0)
        page.wait_for_timeout(TWICE)
    place = next(one for one in page_box(there)["places"] if one["name"] == "Samothrake")
    visitor.press(page.locator(f".spot:not(.legal)[data-target='place:{place['place']}']"))
    expect(foot).to_have_text("B14 Samothrake")
    expect(page.locator(".aegean path.lit")).to_have_count(1)


# The rows of the nations' table that are not wholly in sight, and what of it does not fit.
UNSEEN_ROWS = """() => {
  const side = document.querySelector('main .board > .side').getBoundingClientRect()
  const over = document.querySelector('.side > .now')?.getBoundingClientRect()
  const meets = (at) =>
    over.left < at.right - 1 && over.right > at.left + 1 && over.top < at.bottom - 1 && over.bottom > at.top + 1
  const cut = (at) => at.bottom > side.bottom + 1 || at.top < side.top - 1 || (over && meets(at))
  return [...document.querySelectorAll('.ledger tbody tr')].filter((row) => row.offsetHeight)
    .filter((row) => cut(row.getBoundingClientRect())).map((row) => row.textContent)
}"""


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)], ids=lambda size: f"{size[0]}")
def test_the_nations_are_in_sight_while_one_founds_or_offers(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, size: tuple[int, int]
) -> None:
    visitor = visit(size=size)
    page = at(visitor, reach(house, tmp_path, Step.TURN, so=lambda m: any("found" in one.words for one in m.choices)))
    visitor.press(page.locator(".deal.found.legal").first)
    expect(page.locator(".founding")).to_be_visible()
    assert page.evaluate(UNSEEN_ROWS) == []
    page = at(visitor, reach(house, tmp_path, Step.SHIPS, so=lambda m: any("offer" in one.words for one in m.choices)))
    pick = page.locator(".yard .pick.legal").first
    before = pick.bounding_box()
    visitor.press(pick)
    expect(page.locator("form.price")).to_be_visible()
    assert page.evaluate(UNSEEN_ROWS) == []
    assert pick.bounding_box() == before  # what was pressed stays under the hand


# Where the rows are, and then the round.
PLACES_OF_ROWS = """() => {
  const all = ['.ledger tbody tr', '.side > .rounds'].flatMap((which) => [...document.querySelectorAll(which)])
  return all.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return [x, y, width, height]
  })
}"""


@pytest.mark.parametrize("nation", [1, 2, 3, 5], ids=["Athenai", "Thessalonike", "Sparta", "Larissa"])
def test_nothing_moves_when_a_nation_is_founded_and_its_port_stays_in_sight(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, nation: int
) -> None:
    visitor = visit(size=(1280, 720))
    there = reach(house, tmp_path, Step.TURN)
    page = at(visitor, there)
    before = page.evaluate(PLACES_OF_ROWS)
    heights = [height for *_, height in before[:-1]]
    assert max(heights) - min(heights) <= 1
    visitor.press(page.locator(f"[data-target='found:{nation}']"))
    expect(page.locator(".founding")).to_be_visible()
    assert page.evaluate(PLACES_OF_ROWS) == before
    home = page_box(there)["nations"][nation - 1]["home"]
    panel = page.locator(".side > .now").bounding_box()
    port = page.locator(f".spot[data-target='place:{home}']").first.bounding_box()
    assert panel
    assert port
    assert port["y"] + 4 >= panel["y"] + panel["height"] or port["y"] + port["height"] - 4 <= panel["y"]


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_nations_have_names_and_potentials_on_a_phone(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, language: str
) -> None:
    visitor = visit(size=NARROW, touch=True, prefers={"language": language})

    def some(match: petteia.Match) -> bool:
        return any(int(own["king"]) >= 0 for own in match.facts["nations"])

    page = at(visitor, reach(house, tmp_path, Step.TURN, so=some))
    for told in page.locator(".ledger tbody tr:not(.unfounded) .name, .ledger .about").all():
        assert told.inner_text()
        assert told.evaluate(
            "(one) => one.scrollWidth <= one.clientWidth + 1 || getComputedStyle(one).overflow !== 'hidden'"
        )
        expect(told).to_be_visible()
    assert re.search(r"\d+ [pP]oten", page.locator(".ledger .about").first.inner_text())


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_long_question_to_a_long_name_fits_into_the_bar(visit: Visitors, house: Server, language: str) -> None:
    """Whoever plays alone is not called by name: it is his turn. With his name the question would not fit."""
    somebody = house.person("Massimiliano Alessandro")
    table = somebody.open("me", "greedy", game="poseidon", start=True)["id"]
    with somebody.live(table, 0) as seat:
        while (moment := seat.moment) is None or moment["prompt"]["step"] != "merchants" or moment["to_move"]:
            if moment is None or moment["to_move"]:
                seat.until("moment")
                continue
            words = words_of(moment)
            answer = seat.play(0, moment["number"], next((one for one in words if one.startswith("found")), words[0]))
            assert answer["type"] == "played", answer
            while seat.moment is None or seat.moment["number"] < answer["number"]:
                seat.until("moment")
    visitor = visit(size=(1280, 720), prefers={"language": language})
    page = at(visitor, (somebody, table))
    assert not visitor.out_of_the_bar()
    assert "Massimiliano" not in page.locator(".prompt").inner_text()


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_no_caption_of_the_nations_table_is_cut(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, language: str
) -> None:
    visitor = visit(size=(1280, 720), prefers={"language": language})
    page = at(visitor, reach(house, tmp_path, Step.SHIPS))
    visitor.press(page.locator(".ledger .switch button").last)
    for width in (1200, 1280, 1366, 1440):
        page.set_viewport_size({"width": width, "height": 720})
        page.wait_for_timeout(60)
        for caption in page.locator(".ledger .switch > *").all():
            fits = """(one) => {
              const [at, line] = [one, one.parentElement].map((each) => each.getBoundingClientRect())
              return at.top >= line.bottom - 1 || (at.right <= line.right + 1 && one.scrollWidth <= one.clientWidth + 1)
            }"""
            assert caption.evaluate(fits), (width, caption.inner_text())


def page_box(there: tuple[Person, str]) -> Any:
    person, table = there
    return person.get(f"tables/{table}/box")


def test_a_tap_elsewhere_counts_as_soon_as_one_is_near(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """Only a second tap at the same place belongs to the one that went near."""
    visitor = visit(size=(390, 844), touch=True)
    page = at(visitor, reach(house, tmp_path, Step.DISCOVER, seats=5, so=lambda m: len(m.legal_ids) > 3))
    number = visitor.look()["number"]
    expect(page.locator(".sea.far")).to_be_visible()
    # In one go, so that the second tap comes at once.
    page.evaluate("""async () => {
      const [one, other] = document.querySelectorAll('.spot.legal:not(.second)')
      const tap = (spot) => {
        const { left, top, width, height } = spot.getBoundingClientRect()
        const [clientX, clientY] = [left + width / 2, top + height / 2]
        const where = { bubbles: true, detail: 1, pointerType: 'touch', clientX, clientY }
        spot.dispatchEvent(new PointerEvent('click', where))
      }
      tap(one)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      tap(other)
    }""")
    expect(page.locator(".sea.far")).to_have_count(0)
    visitor.wait_for(f"it.number > {number} || it.chosen")  # where two things can be done there, these are asked for


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


# Where things are that shall stay there.
CORNERS = """(which) => [...document.querySelectorAll(which)].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [x, y, width, height].map(Math.round)
})"""


def overlaps(boxes: list[list[int]]) -> list[tuple[list[int], list[int]]]:
    """Those beside one another that reach into each other."""
    return [(one, other) for one, other in itertools.pairwise(boxes) if one[0] + one[2] > other[0] + 1]


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_three_choices_fit_into_a_bar_beside_the_log(
    visit: Visitors, house: Server, tmp_path: pathlib.Path, language: str
) -> None:
    def arrived(match: petteia.Match) -> bool:
        kinds = {choice.name for choice in match.choices}
        return "post" in kinds and "move" not in kinds and len(match.choices) == 3

    visitor = visit(size=(1280, 720), prefers={"language": language})
    page = at(visitor, reach(house, tmp_path, Step.DISCOVER, so=arrived))
    choices = page.locator(".prompt .choices .choice")
    expect(choices).to_have_count(3)
    assert visitor.out_of_the_bar() == []
    assert overlaps(page.evaluate(CORNERS, ".prompt .choices button, .prompt .tools button:not(.away)")) == []


def test_no_card_moves_when_another_is_bought(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    visitor = visit(size=(1280, 720))
    page = at(visitor, reach(house, tmp_path, Step.CARD))
    before = page.evaluate(CORNERS, ".card-tile")
    shown = visitor.look()
    visitor.press(page.locator("[data-target='card:2']"))
    visitor.changed(shown)
    expect(page.locator("[data-target='card:2'] .owner")).not_to_be_empty()
    assert page.evaluate(CORNERS, ".card-tile") == before


def test_the_high_culture_that_is_given_is_marked_on_the_map(
    visit: Visitors, house: Server, tmp_path: pathlib.Path
) -> None:
    page = at(
        visit(size=(1280, 720)),
        reach(house, tmp_path, Step.POWERS, so=lambda match: any(one.name == "culture" for one in match.choices)),
    )
    expect(page.locator(".chart .lit")).to_have_count(1)


def test_the_buttons_of_the_market_keep_their_places(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    """Also where merchants are counted, and nothing can be bought; and no row moves when runs are looked at."""
    visitor = visit(size=(1280, 720))
    page = at(visitor, reach(house, tmp_path, Step.MERCHANTS))
    expect(page.locator(".deal.found").first).to_be_hidden()
    assert page.evaluate(CORNERS, "thead th.deals")[0][2] > 40
    before = page.evaluate(CORNERS, ".ledger tbody tr")
    visitor.press(visitor.button("Runs", exact=True))
    expect(page.locator("th.forecast")).to_be_visible()
    assert page.evaluate(CORNERS, ".ledger tbody tr") == before
