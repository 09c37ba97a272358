"""Curves of a game, and what bent them."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import petteia
from petteia.curves import MOST_BENDS, Plotter
from petteia.games import NAMES
from petteia.match import Match
from petteia.pages import page


def whole_game(game: str, seats: int = 3, seed: int = 7) -> Match:
    dice, match = random.Random(seed), petteia.new(game, seats=seats, seed=seed)
    while not match.over:
        match.play(dice.choice(match.legal_ids))
    return match


@pytest.mark.parametrize("game", NAMES)
def test_bends_are_told_as_the_log_tells_them(game: str) -> None:
    """Each stands where its choice does, between the values before and after, with words of that choice's news."""
    match = whole_game(game)
    times, curves = page(game).curves(match, "en")
    assert any(curve["bends"] for curve in curves)
    for curve in curves:
        bends = curve["bends"]
        assert len(bends) <= MOST_BENDS
        assert [bend["move"] for bend in bends] == sorted(bend["move"] for bend in bends)
        assert all(len(line) == len(times) for line in curve["values"])
        for bend in bends:
            then = match.at(bend["move"])
            told = " ".join(then.tell(one, then.names()) for one in then.told(None))
            assert bend["text"].split(". ")[0].rstrip(".") in told
            assert bend["before"] != bend["after"]
            assert 0 <= bend["began"] <= bend["ended"] <= len(times) - 1
            assert 0 <= bend["line"] < len(curve["values"])
            # Where the choice led to the end, or began a round, that is what is drawn there.
            if bend["ended"] == int(bend["ended"]) and bend["ended"]:
                assert curve["values"][bend["line"]][int(bend["ended"])] == bend["after"]


def test_the_highest_jumps_bend_a_line() -> None:
    match = whole_game("peloponnes")
    choices = len(match.played)
    flat: list[int | None] = [0] * (choices + 1)
    bids = [choice for choice in range(1, choices + 1) if any(one.kind == "bid" for one in match.at(choice).told(None))]
    whose = [match.at(choice).told(None)[0].seat for choice in bids]
    # The line of whoever bid first jumps at every bid of his, each time by one more.
    line, high = list(flat), 0
    own = [choice for choice, seat in zip(bids, whose, strict=True) if seat == whose[0]]
    for step, choice in enumerate(own, 1):
        high += step
        line[choice:] = [high] * (choices + 1 - choice)
    course = [line if seat == whose[0] else flat for seat in range(3)]
    found: Any = Plotter(match, "en", [0, choices]).curve("x", "X", course, {"bid"})
    assert [bend["move"] for bend in found["bends"]] == own[-MOST_BENDS:]
    assert found["values"][whose[0] or 0] == [0, high]
    # Of a kind that has nothing to do with it, nothing is said.
    assert not Plotter(match, "en", [0, choices]).curve("x", "X", course, {"scored"})["bends"]


def test_of_news_that_may_change_nothing_those_are_told_that_do() -> None:
    """A supply that feeds everybody bends no line of inhabitants."""
    match = whole_game("peloponnes")
    choices = len(match.played)
    course: list[list[int | None]] = [list(range(choices + 1))] * 3

    def told(kind: str) -> list[str]:
        return [bend["text"] for bend in Plotter(match, "en", [0, choices]).curve("x", "X", course, {kind})["bends"]]

    hungry = told("fed_population")
    assert hungry
    assert all("starve" in text for text in hungry)
    assert not all("starve" in text for text in told("fed"))


def test_what_todays_rules_do_not_lead_to_is_not_told() -> None:
    match = whole_game("peloponnes")
    assert match.led_here
    assert match.at(0).led_here
    other = whole_game("peloponnes", 3).at(10)
    states = [*match.states[:10], *match.states[11:]]
    choices = [*match.played[:10], *match.played[11:]]
    seam = Match.resumed(match.game, match.box, match.blank, 3, match.seed, states, choices)
    assert not seam.at(10).led_here
    assert other.led_here


@pytest.mark.parametrize("game", ["peloponnes", "peloponnes_card", "poseidon"])
def test_a_bend_lies_in_the_round_of_its_choice(game: str) -> None:
    """Between the beginning of that round and of the next one."""
    match = whole_game(game)
    times, curves = page(game).curves(match, "en")
    rounds = [int(match.at(move).facts["round_number"]) for move in range(match.move_number)]
    order = list(dict.fromkeys(rounds))
    assert len(order) == len(times) - 1
    for bend in (bend for curve in curves for bend in curve["bends"]):
        at = order.index(rounds[bend["move"] - 1])
        assert at <= bend["began"] < bend["ended"] <= at + 1, (bend, times[at])


@pytest.mark.parametrize("game", ["peloponnes", "peloponnes_card"])
def test_a_bend_is_told_with_the_round_of_the_log(game: str) -> None:
    """A choice of one round may lead to what happens at the beginning of the next."""
    led_on = False
    for seed in range(6):
        match = whole_game(game, seed=seed)
        for bend in (bend for curve in page(game).curves(match, "en")[1] for bend in curve["bends"]):
            then, before = match.at(bend["move"]), int(match.at(bend["move"] - 1).facts["round_number"])
            number, told = before, {}
            for one in then.told(None):
                number = int(one.arguments["round"] or 0) if one.kind == "round" else number
                told[then.tell(dataclasses.replace(one, forced=False), then.names())] = number
            rounds = {number for words, number in told.items() if words in bend["text"]}
            assert {int(when) for when in bend["when"].split("–")} == rounds, bend
            led_on |= max(rounds) > before
    assert led_on or game == "peloponnes_card"


def test_the_poseidon_round_is_a_time_of_its_own() -> None:
    times, curves = page("poseidon").curves(whole_game("poseidon"), "en")
    assert times[:2] == ["P", "M1"]
    cash = next(curve for curve in curves if curve["name"] == "cash")
    assert all(line[0] == 580 for line in cash["values"])  # nobody has bought a card yet
    assert all((line[1] or 0) < 580 for line in cash["values"])
