"""The choices of a moment, as they are sent."""

from __future__ import annotations

import random

import pytest

import petteia
from petteia.games import NAMES, find
from petteia.server import moments


@pytest.mark.parametrize("game", NAMES)
def test_a_group_is_final_where_one_of_its_choices_is(game: str) -> None:
    """Only the lowest and the highest amount of a group are tried; that must be as good as to try them all."""
    finals = 0
    for number in range(12):
        dice = random.Random(number)
        seats = find(game).seats
        match = petteia.new(game, seats=max(2, seats[number % len(seats)]), seed=number)
        while not match.over:
            told = moments.groups(match, "en", match.revealing)
            tried = match.revealing(match.legal_ids)
            groups = moments._grouped(match).values()
            assert [group["final"] for group in told] == [not tried.isdisjoint(choices) for choices in groups]
            finals += sum(group["final"] for group in told)
            match.play(dice.choice(match.choices))
    assert finals > 20
