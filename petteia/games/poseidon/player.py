"""How good a position looks to a player: a small valuation by hand, the greedy bot's only knowledge of the game."""

from __future__ import annotations

from petteia.engine.compiling import apart
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.rules.score import worth_of_merchants
from petteia.games.poseidon.state import State


@apart
def value(box: Box, s: State, seat: int) -> float:
    return float(s.players[seat].cash + worth_of_merchants(box, s, seat))
