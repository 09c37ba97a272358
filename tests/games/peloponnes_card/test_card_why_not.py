"""Why not: where several clauses forbid a choice, the one is named that would still hold if the player were richer."""

from __future__ import annotations

import random
from typing import Any

import pytest
from card_table import Table, alone, feed, table, taking
from desks import forbids

import petteia
from petteia.games.peloponnes_card.choices import SPACE
from petteia.games.peloponnes_card.state import Step

RICHES = 20  # cards of each face; and as much luxury as there can be
HIGHEST = 16  # higher bids are forbidden by the same clauses
CHOICES = [choice for choice in map(SPACE.pick, range(SPACE.size)) if int(choice.parameters.get("cards", 0)) <= HIGHEST]
CANNOT_BID_SO_MUCH, NEEDLESS_MORTGAGE = 416, 605


def reasons(match: petteia.Match, state: Any) -> list[int]:
    """The clause that forbids each choice; 0 where none does."""
    return [forbids(match.box.record, state, choice.id) for choice in CHOICES]


def richer(match: petteia.Match) -> Any:
    """The same table, but who decides has all that he could wish for."""
    state = match.array.copy()
    p = state[0]["players"][int(state[0]["seat"])]
    p["hand"], p["hand_count"], p["luxury"] = RICHES, 4 * RICHES, 17
    return state


def purse(match: petteia.Match) -> int:
    s = match.state
    p = s["players"][match.to_move]
    return int(p["hand_count"]) + min(int(p["luxury"]), int(s["stack_count"]) + int(s["discard"].sum()))


OPTIONS: list[dict[str, str]] = [
    {},
    {"conquest_bid": "exact", "displaced_bid": "open_row", "mortgaging": "only_if_unable", "reshuffle": "when_needed"},
    {"half_minimum": "helps", "feeding": "as_many_as_possible", "covering": "all_alike", "thirds": "uncovered_first"},
]


@pytest.mark.shows("§4.16")
@pytest.mark.parametrize(("seats", "options"), [*enumerate(OPTIONS, 3)])
def test_riches_never_bring_another_reason(seats: int, options: dict[str, str]) -> None:
    """In every decision of a whole game, whatever is chosen: riches lift the reason, or it stays the same."""
    dice = random.Random(seats)
    match = petteia.new("peloponnes_card", seats, seats, options)
    beyond = set()  # why bids are forbidden that are beyond the player's means as well
    while not match.over:
        means = purse(match)
        found = zip(CHOICES, reasons(match, match.array), reasons(match, richer(match)), strict=True)
        for choice, reason, still in found:
            if choice.name == "bid" and int(match.state["step"]) == Step.BID and choice.parameters["cards"] > means:
                assert reason == (still or CANNOT_BID_SO_MUCH), choice
                beyond.add(still)
            if reason and still != NEEDLESS_MORTGAGE:  # the poor may mortgage, with a card that they have
                assert still in (0, reason), choice
        bids = [choice for choice in match.choices if choice.name == "bid"]
        match.play(dice.choice(bids if bids and dice.random() < 0.5 else match.choices))
    assert beyond >= {0, 404, 406} | ({407} if "conquest_bid" in options else set())


def after_rivals(hand: str, first: tuple[int, str], second: tuple[int, str], **options: str) -> Table:
    """Seat 0 is the last to bid, after two others' bids; the open row are the slots 1 to 3."""
    players = [{"hand": hand}, {"bid": first}, {"bid": second}]
    return table(players, order=[1, 2, 0], row=["A17", "A07", "A08", "A11"], **options)


@pytest.mark.shows("§4.16", "§4.6", "§4.7", "§4.5", "§4.4", "§4.2")
def test_a_bid_beyond_ones_means_that_no_means_would_allow() -> None:
    t = after_rivals("ww", (1, "ssss"), (4, "ggggg"))
    assert t.why_not("bid 4 6") == "§4.6"  # closed at any price
    assert t.why_not("bid 5 3") == "§4.5"
    assert t.why_not("bid 1 3") == t.why_not("bid 1 4") == "§4.4"
    assert t.why_not("bid 1 5") == t.why_not("bid 5 9") == "§4.16"
    assert after_rivals("ww", (3, "sss"), (4, "ggggg"), conquest_bid="exact").why_not("bid 5 9") == "§4.7"
    assert alone({"hand": "w"}, row=["A17", "A01"]).why_not("bid 1 2") == "§4.2"


@pytest.mark.shows("§4.4", "§4.2")
def test_too_little_for_a_card_is_too_little_for_the_bid_on_it() -> None:
    t = after_rivals("wwwwww", (1, "ssss"), (4, "ggggg"))
    assert t.why_not("bid 1 1") == "§4.4"  # the minimum of 3 would not do
    assert t.why_not("bid 2 1") == "§4.2"


@pytest.mark.shows("§4.8", "§4.9", "§4.16")
def test_a_displaced_bid_is_asked_where_it_may_go_before_how_high_it_is() -> None:
    players = [{"hand": "wwww"}, {"bid": (1, "sss")}]
    for option, reason in (("open_row", "§4.9"), ("any_row", "§4.5")):
        t = table(players, order=[1, 0], row=["A07", "A08", "A11"], displaced_bid=option).play("bid 1 4")
        assert (t.why_not("move 3"), t.why_not("move 1"), t.why_not("bid 3 40")) == (reason, "§4.4", "§4.8")


@pytest.mark.shows("§14.5", "§4.17", "§4.18", "§8.3")
def test_the_cards_of_a_bid() -> None:
    t = alone({"hand": "wwss"}, row=["A17"])
    t.match.play("bid 1 3")
    assert (t.why_not("pick grain"), t.why_not("pick luxury")) == ("§4.17", "§4.18")
    t.match.play("done")
    assert t.why_not("pick grain") == t.why_not("pick luxury") == "§14.5"
    # No card is left to be drawn: no luxury would help.
    t = table([{"hand": "w" * 18 + "s" * 18}, {"hand": "g" * 18 + "i" * 18}], row=["A17"])
    t.match.play("bid 1 3")
    assert t.why_not("pick luxury") == "§8.3"


@pytest.mark.shows("§6.5", "§6.4", "§8.3")
def test_a_needless_mortgage_is_forbidden_with_any_card() -> None:
    t = taking("A02", {"hand": "ws"}, mortgaging="only_if_unable")
    assert t.why_not("mortgage wood") == t.why_not("mortgage grain") == t.why_not("mortgage luxury") == "§6.5"
    t = taking("A02", {"hand": "wg"}, mortgaging="only_if_unable")
    assert (t.why_not("mortgage stone"), t.why_not("mortgage luxury")) == ("§6.4", "§8.3")


@pytest.mark.shows("§9.9", "§6.8")
def test_what_is_not_mortgaged_is_not_redeemed_at_any_price() -> None:
    t = feed({"cards": ["B06", "B10"], "under": {"B06": "g"}, "hand": "iii", "torn": True})
    assert (t.why_not("redeem 1"), t.why_not("redeem 2"), t.why_not("redeem 3")) == ("§6.8", "§9.9", "§9.9")
