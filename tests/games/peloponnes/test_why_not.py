"""Why not: where several clauses forbid a choice, the one is named that would still hold if the player were richer."""

from __future__ import annotations

import random
from typing import Any

import pytest
from desks import forbids
from peloponnes_table import GAME, Table, table

import petteia
from petteia.engine.records import copied
from petteia.games.peloponnes.choices import HIGHEST_BID, SLOTS, SPACE
from petteia.games.peloponnes.state import Step

CHOICES = [SPACE.pick(number) for number in range(SPACE.size)]
MONEY = {416, 1003, 1103, 1201, 1203, 1204}  # what coins, goods or luxury would lift
CLOSED = {403, 406, 409, 414}  # what no bid would lift
PLENTY = 200
OPTIONS: list[dict[str, str]] = [
    {},
    {"conquest_bid": "exact", "displaced_bid": "free_tiles", "luxury_in_disasters": "forbidden"},
    {"two_halves": "count_once", "completing": "may"},
]


def reasons(match: petteia.Match, state: Any, purse: int | None = None) -> list[int]:
    """The clause that forbids each choice, or 0, if who decides had so much of everything.

    Two things more food or goods would turn into another question: how many are hungry, and whether one may give up
    what one could complete (§11.6).
    """
    state = copied(state)
    p = state[0]["players"][int(state[0]["seat"])]
    if purse is not None:
        for good in ("coins", "luxury", "wood", "stone", *(() if int(state[0]["step"]) == Step.FEED else ("food",))):
            p[good] = purse
    return [0 if c.name == "discard" else forbids(match.box.record, state, c.id) for c in CHOICES]


def walk(match: petteia.Match) -> set[tuple[str, int]]:
    """Looks at every choice as it is, for somebody with plenty and for somebody with nothing: what plenty does not lift
    is the reason for all three, what it lifts is a matter of money. Answers with the former, by kinds of choices."""
    rich, poor = reasons(match, match.array, PLENTY), reasons(match, match.array, 0)
    for choice, reason, still, without in zip(CHOICES, reasons(match, match.array), rich, poor, strict=True):
        if still:
            assert reason == without == still, choice
        else:
            assert {reason, without} <= MONEY | {0}, choice
    walk_bids(match)
    return {(choice.name, reason) for choice, reason in zip(CHOICES, rich, strict=True) if reason}


def walk_bids(match: petteia.Match) -> None:
    """A tile is closed to all bids by one clause, or to none."""
    low, high = copied(match.array), copied(match.array)
    low[0]["players"]["bid"], high[0]["players"]["bid"] = 1, HIGHEST_BID
    for state in (low, high):
        for slot in range(1, SLOTS + 1):
            bids = [choice.id for choice in CHOICES if choice.name == "bid" and choice.parameters["slot"] == slot]
            found = {forbids(match.box.record, state, number) for number in bids}
            assert len(found) == 1 or not found & CLOSED, slot
    for choice in CHOICES:
        if choice.name == "move":
            found = {forbids(match.box.record, state, choice.id) for state in (low, high)}
            assert len(found) == 1 or not found & CLOSED, choice


@pytest.mark.shows("§4.16", "§12.1", "§12.3", "§10.3")
def test_the_reason_given_is_one_that_riches_do_not_lift() -> None:
    """All decisions of whole games, of all numbers of players, by all options that matter."""
    met: set[tuple[str, int]] = set()
    for number in range(15):
        dice, seats = random.Random(number), number % 5 + 1
        options: dict[str, Any] = {**OPTIONS[number // 5], **({"solo_level": 3} if seats == 1 else {})}
        match = petteia.new("peloponnes", seats, number, options)
        while not match.over:
            met |= walk(match)
            bids = [choice for choice in match.choices if choice.name in ("bid", "move")]
            match.play(dice.choice(bids if bids and dice.random() < 0.5 else match.choices))
    # All that can hold of a choice besides a lack of money; of tiles that are not there, see below.
    assert {reason for name, reason in met if name == "bid"} == {402, 404, 405, 406, 407, 408, 414, 1502, 1601}
    assert {reason for name, reason in met if name == "feed"} == {1201, 1601}
    assert {reason for name, reason in met if name == "complete"} == {1104, 1601}
    for kind in ("pay", "mark", "save"):
        assert {reason for name, reason in met if name == kind} == {1601}


def rivals(coins: int, first: tuple[int, int], second: tuple[int, int], **changes: Any) -> Table:
    """Seat 0, of so many coins, is the last to bid; the slots 4 and 5 are the conquest row. Barracks lie at slot 3."""
    bids = [{"bid": first}, {"bid": second}]
    row = ["A01", "A02", "A11", "A05", "A06"]
    return table([{"coins": coins, "population": 1}, *bids], order=[1, 2, 0], row=row, **changes)


@pytest.mark.shows("§4.6", "§4.16")
def test_a_tile_that_is_closed_at_any_price_is_not_too_dear():
    t = rivals(5, (4, 6), (1, 4))
    assert {t.why_not(f"bid 4 {coins}") for coins in (1, 2, 5, 6, 7, 70)} == {"§4.6"}


@pytest.mark.shows("§4.2", "§4.4", "§4.5", "§4.7", "§4.14", "§4.16")
def test_a_bid_beyond_ones_means_that_no_means_would_allow():
    t = rivals(5, (1, 9), (2, 4), conquest_bid="exact")
    assert t.why_not("bid 1 9") == "§4.4"
    assert t.why_not("bid 1 10") == "§4.16"
    assert t.why_not("bid 3 1") == t.why_not("bid 3 2") == t.why_not("bid 3 70") == "§4.14"
    least = int(GAME.box.data["tile"][4]["min_bid"])
    assert t.why_not(f"bid 5 {least - 1}") == "§4.2"
    assert t.why_not(f"bid 4 {least + 2}") == "§4.5"
    assert t.why_not(f"bid 4 {least + 3}") == "§4.16"
    assert t.why_not(f"bid 4 {least + 4}") == t.why_not("bid 4 70") == "§4.7"


@pytest.mark.shows("§4.6", "§4.9", "§4.14")
def test_a_displaced_bid_is_too_low_only_where_a_higher_one_would_do():
    t = rivals(20, (1, 3), (2, 9), displaced_bid="free_tiles").play("bid 1 20")
    assert (t.to_move, t.step) == (1, "displaced")
    assert t.why_not("move 2") == "§4.9"  # and too low
    t = table(
        [{"coins": 20, "population": 1}, {"bid": (1, 4), "population": 1}, {"bid": (4, 9)}],
        order=[1, 2, 0],
        row=["A01", "A11", "A02", "A05", "A06"],
    ).play("bid 1 20")
    assert t.why_not("move 4") == "§4.6"  # and too low
    assert t.why_not("move 2") == "§4.14"


@pytest.mark.shows("§4.3", "§4.16")
def test_no_bid_is_too_high_for_a_tile_that_is_not_there():
    text = GAME.box.text.replace("tiles_shown = 5 ", "tiles_shown = 4 ")
    match = petteia.new("peloponnes", 4, 1, box=GAME.read_box("my.toml", text))
    assert {match.why_not(f"bid 5 {coins}").number for coins in (1, 5, 70)} == {"§4.3"}
    walk(match)


@pytest.mark.shows("§11.4", "§11.6", "§12.1")
def test_what_cannot_be_completed_at_all_is_not_too_dear():
    player = {"wood": 2, "tiles": ["A01", "A12", "A13"], "marked": ["A12", "A13"]}
    t = table([player, {"population": 0}], step="complete", completing="may")
    assert [t.why_not(f"complete {building}") for building in (1, 2, 3, 4)] == ["§11.4", None, "§12.1", "§11.4"]
