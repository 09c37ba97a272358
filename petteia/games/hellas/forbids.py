"""Why something cannot be chosen in Hellas: the clause that forbids it, or 0.

Written from the rulebook, not from legal.py: two opinions of the same rules, which fuzzing compares on every choice.
A clause §5.4 is the number 504. Where several clauses forbid the same, the one is named that more marble would not
lift.
"""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.hellas.box import Board, Box
from petteia.games.hellas.choices import Chosen, parts_of
from petteia.games.hellas.state import BUILT_HOUSE, BUILT_PLAZA, Player, State, Step

ALLOWED, NOT_ASKED = 0, 1101


@apart
def forbids(box: Box, s: State, choice: int) -> int:
    """0 where the choice is legal, else the number of the clause that forbids it. Any state, any number."""
    if s.step == Step.OVER:
        return 1103
    kind, a, _ = parts_of(choice)
    if kind == Chosen.ACTION:
        return action_forbids(box, s, a)
    if kind == Chosen.HOUSE or kind == Chosen.PLAZA or kind == Chosen.PALACE or kind == Chosen.STATUE:
        return building_forbids(box, s, kind, a)
    if kind == Chosen.COLUMN:
        return column_forbids(box, s, a)
    if kind == Chosen.TILE:
        return tile_forbids(box, s, a)
    if kind == Chosen.WORKER:
        return worker_forbids(box, s, a)
    return declining_forbids(s) if kind == Chosen.DECLINE else NOT_ASKED


@rule
def action_forbids(box: Box, s: State, action: int) -> int:
    if s.step != Step.ACTION:
        return NOT_ASKED
    if action >= box.action_count:
        return 406
    return 402 if s.used >> action & 1 else ALLOWED


@rule
def declining_forbids(s: State) -> int:
    if s.step == Step.TEMPLE:
        return 702 if s.asked > 0 else ALLOWED
    if s.step == Step.HOUSE or s.step == Step.HOUSE_PLAZA or s.step == Step.PALACE or s.step == Step.STATUE:
        return ALLOWED
    return 303 if s.step == Step.ACTION else NOT_ASKED


@rule
def building_forbids(box: Box, s: State, piece: int, space: int) -> int:
    """House, plaza, palace or statue on a space."""
    both = s.step == Step.HOUSE_PLAZA
    asked_for = (
        (piece == Chosen.HOUSE and (both or s.step == Step.HOUSE))
        or (piece == Chosen.PLAZA and both)
        or (piece == Chosen.PALACE and s.step == Step.PALACE)
        or (piece == Chosen.STATUE and s.step == Step.STATUE)
    )
    if not asked_for:
        return NOT_ASKED
    board = box.boards[s.board]
    if space >= board.space_count or holds_piece(s, space):
        return 504
    if piece == Chosen.STATUE:
        return statue_forbids(box, s, board, space)
    me = s.players[s.seat]
    if is_temple_or_quarry(board, space):
        return 505
    if both and s.asked & (BUILT_HOUSE if piece == Chosen.HOUSE else BUILT_PLAZA):
        return 502
    if pieces_left(box, me, piece) == 0:
        return 507
    printed = box.actions[s.action]
    return 506 if me.marble < (printed.coast if is_coast(board, space) else printed.mountain) else ALLOWED


@rule
def statue_forbids(box: Box, s: State, board: Board, space: int) -> int:
    if is_temple_or_quarry(board, space) or is_coast(board, space):
        return 801
    if sets.count(sets.of(s.statues)) == box.statues:
        return 802
    return 801 if s.players[s.seat].marble < box.actions[s.action].cost else ALLOWED


@rule
def is_coast(board: Board, space: int) -> bool:
    return sets.holds(board.coast, space)


@rule
def is_temple_or_quarry(board: Board, space: int) -> bool:
    for quarry in range(board.quarry_count):
        if board.quarries[quarry] == space:
            return True
    for temple in range(board.temple_count):
        if board.temples[temple] == space:
            return True
    return False


@rule
def holds_piece(s: State, space: int) -> bool:
    """Looks at every piece on the board."""
    found = sets.holds(s.statues, space)
    for seat in range(s.seats):
        p = s.players[seat]
        found = found or sets.holds(p.houses, space) or sets.holds(p.plazas, space) or sets.holds(p.palaces, space)
    return found


@rule
def pieces_left(box: Box, me: Player, piece: int) -> int:
    if piece == Chosen.HOUSE:
        return box.houses - sets.count(sets.of(me.houses))
    if piece == Chosen.PLAZA:
        return box.plazas - sets.count(sets.of(me.plazas))
    return box.palaces - sets.count(sets.of(me.palaces))


@rule
def column_forbids(box: Box, s: State, temple: int) -> int:
    if s.step != Step.TEMPLE:
        return NOT_ASKED
    board = box.boards[s.board]
    if temple >= board.temple_count or s.columns[temple] >= board.temple_size[temple]:
        return 703
    if s.asked > 0:
        return ALLOWED
    printed = box.actions[s.action]
    lacking, left = 0, int(box.columns)
    for other in range(board.temple_count):
        lacking += board.temple_size[other] - s.columns[other]
        left -= s.columns[other]
    if lacking < printed.columns or left < printed.columns:
        return 706
    return 702 if s.players[s.seat].marble < printed.cost else ALLOWED


@rule
def tile_forbids(box: Box, s: State, quarry: int) -> int:
    if s.step != Step.LAY:
        return NOT_ASKED
    if quarry >= box.boards[s.board].quarry_count or not s.active >> quarry & 1 or s.tops[quarry] == NONE:
        return 605
    if s.tile == NONE:
        return NOT_ASKED
    return 605 if box.tiles[s.tops[quarry]].number >= box.tiles[s.tile].number else ALLOWED


@rule
def worker_forbids(box: Box, s: State, quarry: int) -> int:
    if s.step != Step.WORKER:
        return NOT_ASKED
    if quarry >= box.boards[s.board].quarry_count:
        return 608
    return 608 if s.tops[quarry] != NONE else ALLOWED
