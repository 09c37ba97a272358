"""What the browser is told besides the view."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator

import orjson
import pytest

import petteia
from petteia.games.poseidon import outlook
from petteia.games.poseidon import table as page
from petteia.games.poseidon.state import Step
from petteia.server import models, moments

CIRCUMSTANCES = moments.Circumstances(0, 0.0, {"possible": False, "at_once": False})


def somehow(match: petteia.Match, dice: random.Random) -> int:
    """A choice of somebody who means well: fleets sail, posts are built, the rest is left to chance."""
    kinds: dict[str, list[int]] = {}
    for choice in match.choices:
        kinds.setdefault(choice.name, []).append(choice.id)
    for kind, often in (("found", 0.6), ("post", 0.9), ("move", 0.8), ("best", 0.7), ("ship", 0.6), ("buy", 0.6)):
        if kind in kinds and dice.random() < often:
            return dice.choice(kinds[kind])
    return dice.choice(match.legal_ids)


@functools.cache
def whole_game(seats: int) -> petteia.Match:
    match = petteia.new("poseidon", seats=seats, seed=seats)
    dice = random.Random(seats)
    while not match.over:
        match.play(somehow(match, dice))
    return match


def games(seats: int, every: int = 7) -> Iterator[petteia.Match]:
    """A match at every so many decisions, and at its end."""
    match = whole_game(seats)
    for move in [*range(0, match.move_number, every), match.move_number]:
        yield match.at(move)


@pytest.mark.parametrize("seats", [2, 5])
def test_moments_and_sheets_are_what_the_models_say(seats: int) -> None:
    for match in games(seats, 23):
        for seat in (None, match.to_move):
            shown = moments.moment(match, seat, "de", CIRCUMSTANCES, match.move_number)
            moment = orjson.loads(orjson.dumps(shown))
            assert models.Moment(**moment).model_dump(mode="json") == moment
    models.Sheet(**moments.sheet(match, "it"))
    json.dumps(page.printed(match, "en"))


def test_every_choice_of_a_thing_has_its_target() -> None:
    kinds = set()
    for match in games(4, 1):
        for choice in match.choices:
            picked = match.game.space.pick(choice.id)
            target = page.target(match.facts, picked)
            # What has no target is a plain answer.
            own_card = picked.name == "poseidon" and int(match.facts["step"]) == Step.FLEET
            assert (target is None) == (picked.name in WITHOUT and not own_card), picked
            kinds.add(picked.name)
    assert {"card", "found", "buy", "sell", "move", "post", "best", "sail", "ship"} <= kinds


WITHOUT = {"merchants", "take", "crown", "poseidon", "purse", "step_", "donate", "hundreds", "drachmas"}
WITHOUT |= {"accept", "issue", "decline", "done"}


def reasons(match: petteia.Match, target: str) -> list[str]:
    """The clauses that forbid everything that a thing on the table could be chosen for, the lowest first."""
    picks = (match.game.space.pick(choice) for choice in range(match.game.space.size))
    meant = [picked.id for picked in picks if page.target(match.facts, picked) == target]
    found = sorted(clause.number for choice in meant if (clause := match.why_not(choice)) is not None)
    return [number for number in found if not number.startswith("§15")]


def test_a_place_that_was_reached_says_why_it_gets_no_post() -> None:
    """The discovery ship does not move to where it is; so nothing is said of its moves there."""
    seen = 0
    for match in games(4, 1):
        if int(match.facts["step"]) != Step.DISCOVER:
            continue
        here = int(match.facts["nations"][int(match.facts["nation"])]["explorer"])
        if not int(match.facts["touched"][here // 64]) >> here % 64 & 1:
            continue
        said = reasons(match, f"place:{here + 1}")
        assert not {"§9.1", "§9.2", "§9.3"} & set(said)
        seen += 1
    assert seen > 5


def test_a_founder_is_told_all_that_he_may_choose() -> None:
    """The panel lets one found a nation at once: what it offers is exactly what the rules allow step by step."""
    seen = 0
    for match in games(3, 1):
        if int(match.facts["step"]) != Step.TURN or not any(choice.name == "found" for choice in match.choices):
            continue
        told = page.extras(match)["founding"]
        nation = next(choice for choice in match.choices if choice.name == "found")
        potentials = int(match.box.record[0]["nations"][int(nation.nation) - 1]["potentials"])
        offered = {
            (space["space"], way["merchants"]): (way["least"], way["most"])
            for space in told
            for way in space["ways"]
            if way["merchants"] <= potentials
        }
        assert offered == by_the_rules(match, nation.id)
        seen += 1
        if seen == 6:
            return
    raise AssertionError("nobody could found anything")


def by_the_rules(match: petteia.Match, found: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Prestige and merchants put up, with how many can be taken, as the rules ask for them one after the other."""
    allowed = {}
    first = match.fork()
    first.play(found)
    spaces = [c for c in first.choices if c.name == "prestige"]
    for space in spaces or [None]:
        second = first.fork()
        if space is not None:
            second.play(space.id)
        puts = [c for c in second.choices if c.name == "merchants"]
        for put in puts or [None]:
            third = second.fork()
            if put is not None:
                third.play(put.id)
            taken = [int(c.count) for c in third.choices if c.name == "take"]
            happened = [one for then in (first, second, third) for one in then.news]
            taken = taken or [int(one.arguments["merchants"] or 0) for one in happened if one.kind == "taken"][-1:]
            count = next(int(one.arguments["merchants"] or 0) for one in reversed(happened) if one.kind == "for_sale")
            place = next(int(one.arguments["space"] or 0) for one in reversed(happened) if one.kind == "founded")
            allowed[place + 1, count] = (min(taken), max(taken))
    return allowed


def test_the_runs_that_are_drawn_pay_what_they_say() -> None:
    seen = 0
    for match in games(4, 1):
        if int(match.facts["step"]) != Step.FLEET:
            continue
        told = page.extras(match)["runs"]
        offered = [int(c.donation) for c in match.choices if c.name == "best"]
        assert [run["donation"] for run in told["best"]] == offered
        for run in told["best"]:
            assert run["path"][0] == run["start"]
            assert {stop["place"] for stop in run["stops"]} <= set(run["path"])
            assert sum(stop["value"] for stop in run["stops"]) == run["worth"]
            after = match.fork()
            before = [int(player["cash"]) for player in match.state["players"]]
            after.play(f"best {run['donation']}")
            paid = [one for one in after.news if one.kind == "paid"]
            assert {one.seat: one.arguments["drachmas"] for one in paid} == {
                seat: money for seat, money in enumerate(run["paid"]) if money
            }
            assert before is not None
            sailed = page.extras(after)["sailed"]
            assert (sailed["path"], sailed["worth"]) == (run["path"], run["worth"])
        seen += 1
    assert seen > 10


def test_a_run_by_hand_is_drawn_as_it_was_sailed() -> None:
    for match in games(4, 1):
        if int(match.facts["step"]) != Step.FLEET:
            continue
        run = match.fork()
        run.play("sail home")
        way = [int(run.box.record[0]["nations"][int(run.facts["nation"])]["home"]) + 1]
        while int(run.facts["step"]) in (Step.SAIL, Step.DONATE) and len(way) < 5:
            assert page.extras(run)["run"]["path"] == way
            steps = [c for c in run.choices if c.name == "step"]
            if not steps:
                run.play("decline")
                continue
            way.append(int(steps[0].place))
            run.play(steps[0].id)
        if len(way) > 2:
            return
    raise AssertionError("nobody sailed")


def test_offers_name_the_prices_that_the_rules_allow() -> None:
    seen = 0
    for match in games(4, 1):
        offers = page.extras(match)["offers"]
        if int(match.facts["step"]) != Step.SHIPS:
            continue
        assert {f"offer {one['nation']} {one['ship']}" for one in offers} == {
            f"offer {c.nation} {c.ship}" for c in match.choices if c.name == "offer"
        }
        for one in offers[:1]:
            for price in (one["least"], one["most"]):
                asked = match.fork()
                asked.play(f"offer {one['nation']} {one['ship']}")
                for words in (f"hundreds {price // 100}", f"drachmas {price % 100}"):
                    if words in [c.words for c in asked.choices]:
                        asked.play(words)
                offered = next(news for news in asked.news if news.kind == "offered")
                assert offered.arguments["drachmas"] == price
                seen += 1
    assert seen


def test_the_stack_of_ships_tells_what_comes() -> None:
    match = petteia.new("poseidon", seats=4, seed=1)
    ships = page.extras(match)["ships"]
    assert [ship["left"] for ship in ships] == [6, 6, 4, 4, 2, 2, 6]
    assert [ship["opens"] for ship in ships] == [None, None, 2, None, 3, None, 4]
    assert [ship["scraps"] for ship in ships] == [None, None, 1, None, 2, None, 3]
    assert [ship["next"] for ship in ships] == [True] + [False] * 6


def test_places_and_nations_for_drawing() -> None:
    match = petteia.new("poseidon", seats=2, seed=1)
    box = page.printed(match, "en")
    assert len(box["places"]) == 81  # 83 hexes; each area of the New World has two
    closed = {place["id"] for place in box["places"] if place["closed"]}
    assert {"E7", "F6", "I5"} <= closed
    assert not closed & {"F10", "I21"}
    marks = [nation["mark"] for nation in box["nations"]]
    assert len(set(marks)) == 8
    assert all(len(mark) == 2 for mark in marks)
    assert [nation["id"] for nation in box["nations"] if not nation["playing"]] == ["Korinthos", "Ambrakia"]
    kypros = next(place for place in box["places"] if place["name"] == "Kypros")
    assert len(kypros["hexes"]) == 2
    assert box["rounds"][0] == {"kind": "market", "number": 1, "ship_leaves": False}
    assert len(box["rounds"]) == 16


def test_the_sheet_and_the_curves_add_up() -> None:
    match = whole_game(3)
    scores = match.scores
    for seat, own in enumerate(page.sheet(match, "en")):
        assert sum(column["total"] for column in own["columns"]) == scores[seat]
        assert own["columns"][1]["total"] == sum(item["points"] for item in own["columns"][1]["items"])
        assert {column["name"]: column["total"] for column in own["columns"]} == outlook.parts(match, seat)
    times, curves = page.curves(match, "en")
    by_name = {curve["name"]: curve for curve in curves}
    assert all(len(line) == len(times) for curve in curves for line in curve["values"])
    assert [line[-1] for line in by_name["worth"]["values"]] == scores
    assert len(by_name["prestige"]["lines"]) == len(by_name["prestige"]["values"])
    # What fleets paid never goes down.
    for line in by_name["revenue"]["values"]:
        known = [value for value in line if value is not None]
        assert known == sorted(known)
