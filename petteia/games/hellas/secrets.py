"""What is hidden in Hellas (§1.3): the order of the tiles that lie face down, and marble behind the screens.

Marble is blanked in the views of others, but `hide` does not redraw it. Whatever a player receives or pays is done in
front of everybody, so that all who keep count know what lies behind a screen: there is one answer, and a redraw that
fits all one has seen could only give the same again.
"""

from __future__ import annotations

from petteia.engine.chance import Rng, reseed
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.hellas.box import MOST_TILES, Box
from petteia.games.hellas.options import Marble
from petteia.games.hellas.rules.setup import lay_tiles
from petteia.games.hellas.state import State, Step


@rule
def open_to_all(s: State) -> bool:
    """§1.3: the screens are lifted at the end; by an option there are none."""
    return s.options.marble == Marble.OPEN or s.step == Step.OVER


@rule
def redact(box: Box, s: State, seat: int, seen: State) -> None:
    """Tiles that lie face down are blank."""
    for i in range(s.drawn, MOST_TILES):
        seen.deck[i] = NONE


@apart
def hide(box: Box, s: State, eyes: int, rng: Rng) -> None:
    """Lays everything that is face down anew."""
    lay_tiles(box, s, rng)
    reseed(s.rng, rng)
