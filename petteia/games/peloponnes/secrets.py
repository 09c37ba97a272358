"""What is hidden in Peloponnes: the order of the tiles and chits that lie face down (§1.2). The same for every seat."""

from __future__ import annotations

from petteia.engine.chance import Rng, reseed
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import MOST_CHITS, Box
from petteia.games.peloponnes.rules.setup import lay_chits, lay_tiles
from petteia.games.peloponnes.state import IN_USE, State


@rule
def redact(box: Box, s: State, seat: int, seen: State) -> None:
    """Tiles and chits that lie face down are blank."""
    for i in range(s.drawn, IN_USE):
        seen.deck[i] = NONE
    for i in range(s.turned, MOST_CHITS):
        seen.chits[i] = NONE


@apart
def hide(box: Box, s: State, eyes: int, rng: Rng) -> None:
    """Lays everything that is face down anew."""
    lay_tiles(box, s, rng)
    lay_chits(box, s, rng)
    reseed(s.rng, rng)
