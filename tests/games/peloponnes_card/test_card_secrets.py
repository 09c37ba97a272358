"""What each player holds is his own, and what a seat has not seen is redrawn fairly."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from typing import Any

import orjson
import pytest
from card_table import feed, table, taking
from desks import redraws
from scipy.stats import chisquare

import petteia
from petteia import pages
from petteia.engine.records import NOBODY, OWNER, PARTLY
from petteia.engine.verbs import SPECTATOR
from petteia.server import moments

REDRAWS = 20_000


def advanced(seats: int, moves: int, seed: int, **options: Any) -> petteia.Match:
    dice = random.Random(seed)
    match = petteia.new("peloponnes_card", seats, seed, options)
    while match.move_number < moves and not match.over:
        match.play(dice.choice(match.choices))
    return match


@pytest.mark.shows("§1.2", "§1.3")
def test_what_is_hidden_by_declaration() -> None:
    state = petteia.games.find("peloponnes_card").state
    assert {f.name for f in state.fields.values() if f.sight in (NOBODY, PARTLY)} == {
        "rng",
        "deck",
        "stack",
        "heaps_left",
        "held",
    }
    player = state.fields["players"].type
    assert {f.name for f in player.fields.values() if f.sight == OWNER} == {
        "hand",
        "bid_faces",
        "picked_luxury",
        "filling",
    }
    assert {f.name for f in player.fields.values() if f.sight == NOBODY} == {"unseen_faces"}
    assert {f.name for f in player.fields.values() if f.sight == PARTLY} == {"age_faces", "age_unseen"}
    assert player.fields["under"].type.fields["face"].sight == PARTLY


def redrawn(match: petteia.Match, seat: int, read: Any) -> Counter[Any]:
    return Counter(map(read, redraws(match, None if seat == SPECTATOR else seat, REDRAWS)))


def fits(found: Counter[Any], weights: dict[Any, float]) -> bool:
    """Whether what was found goes with these weights, and nothing else was."""
    total = sum(weights.values())
    assert set(found) <= set(weights)
    keys = [key for key in weights if weights[key] / total * REDRAWS > 5]
    expected = [weights[key] / total for key in keys]
    counted = [found[key] for key in keys]
    return float(chisquare(counted, [e * sum(counted) / sum(expected) for e in expected]).pvalue) > 1e-4


def hands(pool: list[int], size: int) -> dict[tuple[int, ...], float]:
    """Every hand of so many cards out of a pool, with the number of ways to draw it."""
    found = {}
    for hand in itertools.product(*(range(min(size, n) + 1) for n in pool)):
        if sum(hand) == size:
            found[hand] = float(math.prod(math.comb(n, k) for n, k in zip(pool, hand, strict=True)))
    return found


def few_left(**player: Any) -> list[dict[str, Any]]:
    """Two players; nearly all cards lie open on the discard pile."""
    return [{"hand": "ws"}, player]


@pytest.mark.shows("§1.3")
def test_anothers_hand_comes_with_the_chances_of_a_draw() -> None:
    # The first holds w s; the second holds w g; the stack has w s g i. Unseen by the first: 2 w, 1 s, 2 g, 1 i.
    t = table(few_left(hand="wg"), stack="wsgi", row=["A01"])
    found = redrawn(t.match, 0, lambda s: tuple(int(n) for n in s["players"][1]["hand"]))
    assert fits(found, hands([2, 1, 2, 1], 2))


@pytest.mark.shows("§1.3", "§4.18")
def test_a_bid_and_its_unseen_cards_are_redrawn_together_with_the_hand() -> None:
    # The bidder knows his two cards, not the one drawn for luxury; the other knows none of the three, nor the hand.
    t = table([{"hand": "ss", "out": False}, {"bid": (1, "wgI"), "hand": "s"}], stack="wg", order=[1, 0], row=["A01"])
    own = redrawn(t.match, 1, lambda s: tuple(int(n) for n in s["players"][1]["unseen_faces"]))
    assert fits(
        own, hands([1, 2, 1, 1], 1)
    )  # unseen by him: the card itself, w g of the stack, s s of the other's hand
    both = redrawn(
        t.match,
        0,
        lambda s: (
            tuple(int(n) for n in s["players"][1]["bid_faces"]),
            tuple(int(n) for n in s["players"][1]["unseen_faces"]),
        ),
    )
    pool = [2, 1, 2, 1]
    weights = {}
    for bid, ways in hands(pool, 2).items():
        rest = [n - k for n, k in zip(pool, bid, strict=True)]
        for unseen, more in hands(rest, 1).items():
            weights[bid, unseen] = ways * more
    assert fits(both, weights)


@pytest.mark.shows("§1.3", "§6.4", "§10.14")
def test_cards_that_lie_by_themselves_are_redrawn_for_who_has_not_seen_them() -> None:
    player = {"hand": "", "cards": ["A01", "A02"], "under": {"A01": "w", "A02": "S"}, "civilization_cover": "g"}
    t = table([{"hand": "iiiiii"}, player], stack="ws", row=["B16"])

    def lying(s: Any) -> tuple[int, ...]:
        p = s["players"][1]
        return int(p["under"][0]["face"]), int(p["under"][1]["face"]), int(p["civilization_cover"]["face"])

    # His own are known to him, but for the one drawn for luxury: w s of the stack, or s; and the other's hand.
    own = redrawn(t.match, 1, lying)
    assert fits(own, {(0, 0, 2): 1, (0, 1, 2): 2, (0, 3, 2): 6})
    # The other has seen none of them: w s g of the table, w s of the stack.
    arrangements = Counter(itertools.permutations([0, 0, 1, 1, 2], 3))
    assert fits(redrawn(t.match, 0, lying), {key: float(n) for key, n in arrangements.items()})


@pytest.mark.shows("§1.3")
def test_who_pays_holds_what_he_needs() -> None:
    """Somebody who has said that he pays, and may still choose between cards and luxury, can pay in every redraw."""
    t = taking("B10", {"hand": "ssswg", "luxury": 2}, stack="sswgi").play("pay")  # 4 stone
    found = redrawn(t.match, 1, lambda s: tuple(int(n) for n in s["players"][0]["hand"]))
    enough = {hand: ways for hand, ways in hands([2, 5, 2, 1], 5).items() if min(hand[1], 4) + 2 >= 4}
    assert fits(found, enough)
    # Having given a luxury he needs less of the rest: 3 of 4 are short, and one luxury is left.
    t.play("give luxury")
    found = redrawn(t.match, SPECTATOR, lambda s: tuple(int(n) for n in s["players"][0]["hand"]))
    assert fits(found, {hand: ways for hand, ways in hands([2, 5, 2, 1], 5).items() if min(hand[1], 4) + 1 >= 3})


@pytest.mark.shows("§4.17")
def test_what_is_being_chosen_for_a_bid_is_nobody_elses_business() -> None:
    t = table([{"hand": "wsgi", "luxury": 2}, {"hand": "wwww"}], row=["A07"]).play("bid 1 3")
    seen = {seat: t.match.view(seat) for seat in (0, 1, None)}
    for choice in ("pick wood", "pick grain", "pick luxury"):
        other = t.match.fork()
        other.play(choice)
        for seat in (1, None):
            view = other.view(seat)
            assert view["news"] == []
            assert {**view, "move": 0, "news": []} == {**seen[seat], "move": 0, "news": []}
        assert other.view(0)["state"] != seen[0]["state"]
        assert other.hidden(1, 5).view(1)["state"] == other.view(1)["state"]
    # And a redraw forgets it: the bidder may begin to choose anew.
    t.play("pick wood", "pick luxury")
    again = t.match.hidden(1, 7)
    assert again.state["players"][0]["bid_faces"].sum() == 0
    assert len(again.choices) >= 2


def test_a_redraw_depends_on_what_can_be_seen_and_on_nothing_else() -> None:
    for seat in range(3):
        match = advanced(3, 60, 4)
        once = match.hidden(seat, 77)
        twice = match.hidden(seat, 123).hidden(seat, 77)
        assert once.digest() == twice.digest() != match.digest()


@pytest.mark.shows("§1.2", "§14.4")
@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_told_to_a_seat_depends_on_what_is_hidden_from_it(seed: int) -> None:
    """View, moment with log lines and choices, sheet: the same after a redraw, at every decision of whole games."""
    dice = random.Random(seed)
    match = petteia.new("peloponnes_card", 2 + seed % 4, seed)
    while not match.over:
        seat = dice.choice([*range(match.seats), None])
        other = match.hidden(seat, seed)
        assert json.dumps(match.view(seat)) == json.dumps(other.view(seat))
        assert told(match, seat) == told(other, seat)
        match.play(dice.choice(match.choices))


def told(match: petteia.Match, seat: int | None) -> bytes:
    circumstances = moments.Circumstances(0, 0.0, {"possible": False, "at_once": False})
    moment = moments.moment(match, seat, "en", circumstances, match.move_number)
    moment |= {"sheet": pages.page("peloponnes_card").sheet(match, "en")}
    del moment["lines"]  # a redrawn match has no past, and tells its last news by itself
    words = [match.tell(news, match.names()) for news in match.told(seat)]
    return orjson.dumps({**moment, "words": words})


@pytest.mark.shows("§9.5", "§14.6")
def test_who_must_feed_and_stops_has_no_grain() -> None:
    player = {"hand": "wwsi", "cards": ["A01", "A02"], "civilization": "Syracuse"}
    t = feed(player, {"hand": "gg"}, stack="wsggiw", feeding="as_many_as_possible")
    assert t.choices == ["done"]
    t.play("done")
    assert t.step == "starve"
    for seat in (1, SPECTATOR):
        found = redrawn(t.match, seat, lambda s: tuple(int(n) for n in s["players"][0]["hand"]))
        assert fits(found, hands([4, 2, 0, 2], 4))
    # Freely chosen, it tells nothing.
    t = feed(player, {"hand": "gg"}, stack="wsggiw").play("done")
    found = redrawn(t.match, 1, lambda s: tuple(int(n) for n in s["players"][0]["hand"]))
    assert fits(found, hands([4, 2, 2, 2], 4))


@pytest.mark.shows("§6.5", "§14.6")
def test_who_may_mortgage_only_what_he_cannot_pay_could_not_pay() -> None:
    """Until he receives cards: then nobody knows any more which of them he had."""
    players = [{"hand": "ssw", "bid": (1, "w")}, {"hand": "wg", "bid": (2, "w")}]
    lines = {"step": "take"}
    t = table(players, row=["A01", "A03"], stack="wwgi", lines=lines, mortgaging="only_if_unable")
    assert t.choices == ["mortgage wood", "mortgage stone"]  # a Bridge costs two wood
    t.play("mortgage stone")
    assert t.to_move == 1

    def held(s: Any) -> tuple[int, ...]:
        p = s["players"][0]
        return (*(int(n) for n in p["hand"]), int(p["under"][0]["face"]))

    pool, weights = [3, 2, 1, 1], {}
    for hand, ways in hands(pool, 2).items():
        for face in range(4):
            if pool[face] > hand[face] and hand[0] + (face == 0) < 2:
                weights[(*hand, face)] = ways * (pool[face] - hand[face])
    assert fits(redrawn(t.match, 1, held), weights)
    t.play("mortgage wood")
    assert max(held(t.match.hidden(1, seed).state)[0] for seed in range(200)) > 1
