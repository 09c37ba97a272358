"""What many steps share: turns, pieces and places."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import rule
from petteia.engine.sets import Places
from petteia.games.hellas.choices import MOST_QUARRIES, MOST_SPACES, MOST_TEMPLES
from petteia.games.hellas.state import Player, State, Step

FREELY, FORCED = 0, 1  # how a choice came about, for the news


@rule
def begin(s: State, step: int) -> None:
    """Starts a step, with the active player."""
    s.step = step
    s.turn = 0
    s.asked = 0
    s.seat = s.chooser


@rule
def next_player(s: State) -> None:
    """§4.3: the next player, clockwise, is on."""
    s.turn += 1
    s.asked = 0
    s.seat = (s.chooser + s.turn) % s.seats


@rule
def finish(s: State) -> None:
    """The action is over."""
    s.step = Step.NEXT


@rule
def buildings(p: Player) -> Places:
    """The spaces with a player's buildings."""
    return sets.union(sets.union(sets.of(p.houses), sets.of(p.plazas)), sets.of(p.palaces))


# Places on the table by the numbers that the lists of names have for them (see `place_of` in box.py).


@rule
def space_named(s: State, space: int) -> int:
    return int(s.board) * MOST_SPACES + space


@rule
def quarry_named(s: State, quarry: int) -> int:
    return int(s.board) * MOST_QUARRIES + quarry


@rule
def temple_named(s: State, temple: int) -> int:
    return int(s.board) * MOST_TEMPLES + temple
