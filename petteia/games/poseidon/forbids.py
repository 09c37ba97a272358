from __future__ import annotations

from petteia.engine.compiling import apart
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.state import State


@apart
def forbids(box: Box, s: State, choice: int) -> int:
    return 0
