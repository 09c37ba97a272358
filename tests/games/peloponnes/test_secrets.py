"""What is hidden stays hidden, and is redrawn fairly."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from desks import hide
from scipy.stats import chisquare

import petteia
from petteia.engine.records import NOBODY, PARTLY
from petteia.games.peloponnes.state import Step

REDRAWS = 24_000


def advanced(seats: int, round_number: int, seed: int) -> petteia.Match:
    """A random game in the auction of a round."""
    dice = random.Random(seed)
    match = petteia.new("peloponnes", seats, seed)
    while match.state.round_number < round_number or match.state.step != Step.AUCTION:
        match.play(dice.choice(match.choices))
    return match


def redraws(match: petteia.Match, seat: int) -> list[Any]:
    """The state after each of many redraws of what a seat cannot know, each starting from the truth."""
    rng = np.array([3, 1, 4, 1], np.uint64)
    found = []
    for _ in range(REDRAWS):
        s = match.array.copy()
        hide(match, s, 1 << seat, rng)
        found.append(s[0])
    return found


@pytest.mark.shows("§1.2")
def test_only_face_down_tiles_and_chits_are_hidden() -> None:
    hidden = {f.name for f in petteia.games.find("peloponnes").state.fields.values() if f.sight in (NOBODY, PARTLY)}
    assert hidden == {"rng", "deck", "chits"}
    match = advanced(3, 4, 1)
    for seat in (None, 0, 1, 2):
        state = match.view(seat)["state"]
        assert "rng" not in state
        assert all(state["deck"][: match.state.drawn])
        assert not any(state["deck"][match.state.drawn :])
        assert all(state["chits"][: match.state.turned])
        assert not any(state["chits"][match.state.turned :])


def test_every_order_of_the_last_tiles_comes_up_equally_often() -> None:
    match = advanced(2, 7, 5)
    drawn = int(match.state.drawn)
    left = sorted(int(i) for i in match.state.deck[drawn:40])
    assert len(left) == 5
    counts = Counter(tuple(int(i) for i in s.deck[drawn:40]) for s in redraws(match, 0))
    assert set(counts) == set(itertools.permutations(left))
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_every_order_of_the_last_chits_comes_up_as_often_as_it_should() -> None:
    match = advanced(4, 7, 2)
    turned = int(match.state.turned)
    left = [int(i) for i in match.state.chits[turned:16]]
    orders = Counter(itertools.permutations(left))  # equal chits: an order counts as often as it arises
    counts = Counter(tuple(int(i) for i in s.chits[turned:16]) for s in redraws(match, 1))
    assert set(counts) == set(orders)
    expected = [orders[order] / 24 * REDRAWS for order in orders]
    assert chisquare([counts[order] for order in orders], expected).pvalue > 1e-4


def test_tiles_and_chits_are_redrawn_independently() -> None:
    match = advanced(3, 7, 3)
    drawn, turned = int(match.state.drawn), int(match.state.turned)
    pairs = Counter((int(s.deck[drawn]), int(s.chits[turned])) for s in redraws(match, 2))
    tiles, kinds = Counter[int](), Counter[int]()
    for (tile, kind), n in pairs.items():
        tiles[tile] += n
        kinds[kind] += n
    expected = [tiles[tile] * kinds[kind] / REDRAWS for tile, kind in pairs]
    assert chisquare(list(pairs.values()), expected, ddof=len(tiles) + len(kinds) - 2).pvalue > 1e-4


def test_a_tile_left_in_the_box_may_be_the_next_one(tmp_path: Any) -> None:
    """With more tiles in a deck than the game needs, those that stay in the box are as unknown as those in the pile."""
    text = petteia.games.find("peloponnes").box.text
    extra = text[text.index('[[tile]]\nprovenance = "source"\nwhere = "PIC and JAVA agree"\nid = "C10"') :]
    path = tmp_path / "box.toml"
    path.write_text(text + "\n" + extra.replace('id = "C10"', 'id = "C11"'), encoding="utf-8")
    dice = random.Random(8)
    match = petteia.new("peloponnes", 2, 8, box=path)
    while match.state.round_number < 8:
        match.play(dice.choice(match.choices))
    # Turn the last round's tiles face down again: six tiles of deck C are unknown then, five places to fill.
    counts: Counter[int] = Counter()
    rng = np.array([9, 9, 9, 9], np.uint64)
    for _ in range(REDRAWS):
        s = match.array.copy()
        s["drawn"] = 35
        hide(match, s, 0, rng)
        counts.update(int(i) for i in s[0]["deck"][35:40])
    assert len(counts) == 6
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_a_redraw_depends_on_what_can_be_seen_and_on_nothing_else() -> None:
    match = advanced(4, 3, 9)
    once = match.hidden(2, 77)
    twice = match.hidden(2, 123).hidden(2, 77)
    assert once.digest() == twice.digest() != match.digest()
