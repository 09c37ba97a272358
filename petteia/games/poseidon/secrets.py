"""What is hidden in Poseidon (§1.2): nothing but the generator, which only drew the first player."""

from __future__ import annotations

from petteia.engine.chance import Rng, reseed
from petteia.engine.compiling import apart
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.state import State


@apart
def hide(box: Box, s: State, eyes: int, rng: Rng) -> None:
    """Nothing has to be laid anew."""
    reseed(s.rng, rng)
