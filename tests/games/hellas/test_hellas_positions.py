"""Positions of Hellas lead back to themselves, and what is none is refused."""

from __future__ import annotations

import random

import pytest

import petteia
from petteia import PetteiaError


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"marble": "open"}), (4, {"compensation": "by_seat"}), (2, {"board": 1, "start_marble": 12})],
)
def test_every_position_leads_back_to_itself(seats: int, options: dict[str, object]) -> None:
    match = petteia.new("hellas", seats=seats, seed=seats, options=options)
    dice = random.Random(seats)
    while True:
        again = petteia.position(match.position())
        assert again.digest() == match.digest()
        assert again.position() == match.position()
        assert again.state.tobytes() == match.state.tobytes()
        assert again.legal_ids == match.legal_ids
        if match.over:
            break
        match.play(dice.choice(match.choices))


START = 'game = "hellas"\nseats = 2\n'


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("players.0.marble = -1", "marble, rings or pieces of a player out of range"),
        ("players.0.marble = 30000", "out of range"),
        ("players.0.houses = [1]", "two pieces on one space, or a piece where none can be built"),
        ("players.0.houses = [1]\nbuilt = [1]", "pieces on the board are not counted right"),
        ("players.0.houses = [4]\nbuilt = [4]\nplayers.0.house_count = 1", "where none can be built"),
        ("players.0.houses = [1]\nplayers.1.plazas = [1]\nbuilt = [1]", "two pieces on one space"),
        ("statues = [1]\nbuilt = [1]", "where none can be built"),
        ("players.0.houses = [0]", "allowed is a list of different places from 1 to 128"),
        ("players.0.houses = [129]", "allowed is a list of different places from 1 to 128"),
        ("players.0.houses = [3, 3]", "allowed is a list of different places"),
        ("players.0.houses = 3", "allowed is a list of different places"),
        ("used = [32]", "allowed is a list of different places from 1 to 31"),
        ("used = [14]", "out of range"),
        ("columns.0 = 5", "a temple has more columns than places"),
        ("columns.6 = 1", "a temple has more columns than places"),
        ("rings = 13", "rings of players and supply do not add up"),
        ("players.3.rings = 1", "somebody who takes no part has something"),
        ("players.2.marble = 1", "somebody who takes no part has something"),
        ('deck.39 = "none"', "a tile is in two places, or in none"),
        ("heights.0 = 2", "the stacks of tiles do not match"),
        ("drawn = 4", "the stacks of tiles do not match"),
        ("active = [1, 2]", "more or fewer active quarries"),
        ("worker = 0", "the worker does not stand on an empty quarry"),
        ("worker = -1", "the worker does not stand on an empty quarry"),
        ("used = [1]", "the action stones do not match the turn"),
        ("next_starter = 0", "the action stones do not match the turn"),
        ('step = "house"', "the action stones do not match"),
        ('action = "palace"', "the step does not match the action"),
        ('tile = "7"', "two places, or in none"),
        ("turn = 1", "the decision asked for is not one"),
        ("board = 1", "found 1, allowed is one of Minotaur, Pegasus"),
        ('board = "Minotaur"', "board or turn out of range"),
        ("phase = 4", "out of range"),
        ('step = "income"', "match"),
    ],
)
def test_what_is_no_position_is_refused_in_words(lines: str, said: str) -> None:
    with pytest.raises(PetteiaError) as caught:
        petteia.position(START + lines)
    assert said in str(caught.value)
