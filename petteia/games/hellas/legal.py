"""What can be chosen in Hellas: generates the legal choices. Why something cannot be chosen stands in forbids.py,
written apart; fuzzing demands that the two agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine import bits, sets
from petteia.engine.compiling import large_rule, rule
from petteia.games.hellas.box import Box
from petteia.games.hellas.choices import Chosen, choice_of
from petteia.games.hellas.rules.building import open_spaces
from petteia.games.hellas.rules.quarries import fits
from petteia.games.hellas.rules.temples import columns_lacking
from petteia.games.hellas.state import State, Step


@large_rule
def legal(box: Box, s: State, out: Any) -> int:
    """Writes the ids of the legal choices, returns how many."""
    step = s.step
    if step == Step.ACTION:
        return bits.write(np.uint64(box.all_actions & ~s.used), out, 0, choice_of(Chosen.ACTION))
    if step == Step.HOUSE:
        return building_sites(box, s, out, or_decline(out), Chosen.HOUSE)
    if step == Step.HOUSE_PLAZA:
        return building_sites(box, s, out, building_sites(box, s, out, or_decline(out), Chosen.HOUSE), Chosen.PLAZA)
    if step == Step.PALACE:
        return building_sites(box, s, out, or_decline(out), Chosen.PALACE)
    if step == Step.STATUE:
        return building_sites(box, s, out, or_decline(out), Chosen.STATUE)
    if step == Step.LAY:
        return quarries_for_tile(box, s, out)
    if step == Step.WORKER:
        return empty_quarries(box, s, out)
    if step == Step.TEMPLE:
        return temples(box, s, out)
    return 0


@rule
def or_decline(out: Any) -> int:
    """§4.5: nobody has to build."""
    out[0] = choice_of(Chosen.DECLINE)
    return 1


@rule
def building_sites(box: Box, s: State, out: Any, n: int, piece: int) -> int:
    """§5, §8.1: every free space that one can pay for."""
    return sets.write(open_spaces(box, s, piece, s.players[s.seat].marble), out, n, choice_of(piece))


@rule
def quarries_for_tile(box: Box, s: State, out: Any) -> int:
    """§6.5: active ones whose top tile has a lower number."""
    n = 0
    for quarry in range(box.boards[s.board].quarry_count):
        if fits(box, s, quarry):
            out[n] = choice_of(Chosen.TILE, quarry)
            n += 1
    return n


@rule
def empty_quarries(box: Box, s: State, out: Any) -> int:
    """§6.8: where the worker may go."""
    n = 0
    for quarry in range(box.boards[s.board].quarry_count):
        if s.heights[quarry] == 0:
            out[n] = choice_of(Chosen.WORKER, quarry)
            n += 1
    return n


@rule
def temples(box: Box, s: State, out: Any) -> int:
    """§7.3, §7.6: any temple that lacks columns; nothing, as long as none was built."""
    n = or_decline(out) if s.asked == 0 else 0
    for number in range(box.boards[s.board].temple_count):
        if columns_lacking(box, s, number) > 0:
            out[n] = choice_of(Chosen.COLUMN, number)
            n += 1
    return n
