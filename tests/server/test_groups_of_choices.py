"""The choices of a moment, as they are sent."""

from __future__ import annotations

import random

import orjson
import pytest

import petteia
from petteia import bots
from petteia.games import NAMES, find
from petteia.games.poseidon.state import Step
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
            finals_told = [group["final"] for group in told[: len(groups)]]
            assert finals_told == [not tried.isdisjoint(choices) for choices in groups]
            finals += sum(group["final"] for group in told)
            match.play(dice.choice(match.choices))
    assert finals > 20


def test_voyages_lead_where_they_say() -> None:
    """A voyage of the discovery ship in Poseidon is choices in a row, each of them legal when it comes."""
    met = set()
    for seed in range(3):
        bot = bots.Bot("greedy", seed)
        match = petteia.new("poseidon", seats=3, seed=seed)
        while not match.over:
            legal = len(moments._grouped(match))
            voyages = moments.groups(match, "en")[legal:]
            steps = int(match.facts["left"]) if match.facts["step"] == Step.DISCOVER else 0
            assert bool(voyages) <= (steps > 1)
            for voyage in voyages:
                words = orjson.loads(orjson.dumps(voyage["options"]))[0]["words"].split(moments.SEPARATOR)
                met.add(len(words))
                assert 2 <= len(words) <= steps
                then = match.at(match.move_number)
                for one in words:
                    then.play(one)
                assert voyage["target"] == f"place:{words[-1].split()[1]}"
                assert len({*words}) == len(words)
            match.play(bot.choose(match))
    assert met >= {2, 3}  # four steps only in the last phase, which not every game reaches
