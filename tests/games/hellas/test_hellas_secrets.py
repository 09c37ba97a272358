"""What is hidden stays hidden, and is redrawn fairly."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import orjson
import pytest
from desks import hide
from scipy.stats import chisquare

import petteia
from petteia import pages
from petteia.engine.records import NOBODY, PARTLY, SCREENED
from petteia.server import moments

REDRAWS = 24_000


def advanced(seats: int, moves: int, seed: int, **options: Any) -> petteia.Match:
    dice = random.Random(seed)
    match = petteia.new("hellas", seats, seed, options)
    for _ in range(moves):
        match.play(dice.choice(match.choices))
    return match


@pytest.mark.shows("§1.3")
def test_what_is_hidden_by_declaration() -> None:
    game = petteia.games.find("hellas")
    assert {f.name for f in game.state.fields.values() if f.sight in (NOBODY, PARTLY)} == {"rng", "deck"}
    assert {f.name for f in game.state.fields["players"].type.fields.values() if f.sight == SCREENED} == {"marble"}


def test_every_order_of_the_last_tiles_comes_up_equally_often() -> None:
    match = advanced(2, 20, 5)
    s = match.array.copy()
    s["drawn"] = 36  # the last four are unknown
    left = sorted(int(i) for i in s[0]["deck"][36:40])
    rng = np.array([3, 1, 4, 1], np.uint64)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(REDRAWS):
        other = s.copy()
        hide(match, other, 0, rng)
        counts[tuple(int(i) for i in other[0]["deck"][36:40])] += 1
    assert set(counts) == set(itertools.permutations(left))
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_a_redraw_depends_on_what_can_be_seen_and_on_nothing_else() -> None:
    match = advanced(4, 30, 9)
    once = match.hidden(2, 77)
    twice = match.hidden(2, 123).hidden(2, 77)
    assert once.digest() == twice.digest() != match.digest()


@pytest.mark.shows("§1.3")
@pytest.mark.parametrize("moves", [5, 20, 45])
def test_nothing_sent_to_a_browser_tells_the_marble_of_others(moves: int) -> None:
    """The same position with other marble behind the other screens looks the same, apart from the news."""
    match = advanced(3, moves, 7)
    mover = match.to_move
    lines = [
        f"players.{seat}.marble = {int(match.facts['players'][seat]['marble']) + (50 if seat != mover else 0)}"
        for seat in range(3)
    ]
    kept = [line for line in match.position().splitlines() if ".marble =" not in line]
    other = petteia.position("\n".join([*kept, *lines]))
    again = petteia.position(match.position())
    circumstances = moments.Circumstances(0, 0.0, {"possible": False, "at_once": False})
    for lang in ("en", "de"):
        seen = [orjson.dumps(moments.moment(m, mover, lang, circumstances, 0)) for m in (again, other)]
        assert seen[0] == seen[1]
        assert moments.sheet(again, lang) == moments.sheet(other, lang)


@pytest.mark.shows("§1.3")
def test_open_marble_and_the_end_are_for_everybody() -> None:
    match = advanced(3, 10, 7, marble="open")
    points = pages.page("hellas").extras(match)["points"]
    assert [own["total"] for own in points] == match.scores
    closed = advanced(3, 10, 7)
    assert [own["total"] for own in pages.page("hellas").extras(closed)["points"]] == [None] * 3
    while not closed.over:
        closed.play(closed.choices[0])
    assert [own["total"] for own in pages.page("hellas").extras(closed)["points"]] == closed.scores
