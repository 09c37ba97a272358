"""What always holds."""

from __future__ import annotations

from petteia.engine.compiling import apart
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.state import State

FLAWS = ("",)


@apart
def flaw(box: Box, s: State) -> int:
    return 0
