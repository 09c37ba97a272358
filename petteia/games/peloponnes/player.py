"""What a beginner's adviser would say of a position of Peloponnes: the greedy bot's only knowledge of the game."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.games.peloponnes import rules
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.state import State


@rule
def value(box: Box, s: State, seat: int) -> float:
    return float(rules.points(box, s, seat))
