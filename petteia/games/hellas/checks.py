"""What always holds in Hellas: pieces, columns, rings, tiles and stones are conserved, nothing leaves its range.

The fuzzer asks after every choice, and a position that somebody wrote down is asked before it is played. Each check may
rely on those above it.
"""

from __future__ import annotations

import numpy as np

from petteia.engine import sets
from petteia.engine.bits import bit, count
from petteia.engine.checking import Checks
from petteia.engine.compiling import rule
from petteia.engine.records import NONE
from petteia.games.hellas.box import BOARDS, MOST_SEATS, MOST_TILES, PHASES, Action, Box
from petteia.games.hellas.choices import MOST_QUARRIES, MOST_TEMPLES
from petteia.games.hellas.rules.building import can_build_something
from petteia.games.hellas.rules.common import buildings
from petteia.games.hellas.rules.phases import stones_each, stones_placed
from petteia.games.hellas.rules.quarries import fits
from petteia.games.hellas.rules.setup import board_in_use
from petteia.games.hellas.rules.temples import can_build_columns, columns_lacking
from petteia.games.hellas.state import State, Step

MOST_MARBLE = 20_000  # far above what the boxes allowed can give

check = Checks()


@check("seats, step, phase, board or turn out of range")
@rule
def table_in_range(box: Box, s: State) -> bool:
    return (
        2 <= s.seats <= MOST_SEATS
        and 0 <= s.options.board <= box.board_count
        and 0 <= s.board < BOARDS
        and s.board == board_in_use(box, s)
        and Step.ACTION <= s.step <= Step.OVER
        and 1 <= s.phase <= PHASES
        and 0 <= s.seat < s.seats
        and 0 <= s.chooser < s.seats
        and 0 <= s.starter < s.seats
        and NONE <= s.next_starter < s.seats
        and 0 <= s.turn <= s.seats
        and 0 <= s.asked <= 20
        and NONE <= s.action < box.action_count
        and NONE <= s.tile < box.tile_count
        and NONE <= s.worker < box.boards[s.board].quarry_count
        and 0 <= s.drawn <= box.tile_count
        and 0 <= s.aside <= s.drawn
        and 0 <= s.used <= box.all_actions
        and s.options.start_marble >= 0
        and s.reveals >= 0
    )


@check("marble, rings or pieces of a player out of range")
@rule
def players_in_range(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        if not (0 <= p.marble <= MOST_MARBLE and 0 <= p.rings <= box.rings):
            return False
        if not (0 <= p.house_count <= box.houses and 0 <= p.plaza_count <= box.plazas):
            return False
        if not 0 <= p.palace_count <= box.palaces:
            return False
    return True


@check("two pieces on one space, or a piece where none can be built")
@rule
def spaces_are_single(box: Box, s: State) -> bool:
    """Every mask on ground that can be built on, no two with a space in common, all together in `built`."""
    board = box.boards[s.board]
    seen, built = sets.of(s.statues), sets.of(s.built)
    if not sets.is_empty(sets.without(seen, sets.of(board.mountain))):
        return False
    for seat in range(s.seats):
        p = s.players[seat]
        for pieces in (sets.of(p.houses), sets.of(p.plazas), sets.of(p.palaces)):
            if sets.meet(pieces, seen):
                return False
            seen = sets.union(seen, pieces)
    ground = sets.union(sets.of(board.coast), sets.of(board.mountain))
    return sets.is_empty(sets.without(seen, ground)) and sets.are_equal(seen, built)


@check("pieces on the board are not counted right")
@rule
def pieces_are_counted(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        if sets.count(sets.of(p.houses)) != p.house_count:
            return False
        if sets.count(sets.of(p.plazas)) != p.plaza_count:
            return False
        if sets.count(sets.of(p.palaces)) != p.palace_count:
            return False
    return sets.count(sets.of(s.statues)) <= box.statues


@check("a temple has more columns than places, or there are more than in the box")
@rule
def columns_fit(box: Box, s: State) -> bool:
    board = box.boards[s.board]
    standing = 0
    for temple in range(MOST_TEMPLES):
        size = board.temple_size[temple] if temple < board.temple_count else 0
        if not 0 <= s.columns[temple] <= size:
            return False
        standing += s.columns[temple]
    return standing <= box.columns


@check("rings of players and supply do not add up")
@rule
def rings_add_up(box: Box, s: State) -> bool:
    rings = int(s.rings)
    for seat in range(s.seats):
        rings += s.players[seat].rings
    return s.rings >= 0 and rings == box.rings


@check("a tile is in two places, or in none")
@rule
def tiles_are_there(box: Box, s: State) -> bool:
    """Every tile once in the deck; every top among those that were turned up, and on one quarry only."""
    seen, up = np.uint64(0), np.uint64(0)
    for i in range(box.tile_count):
        if not 0 <= s.deck[i] < box.tile_count or seen & bit(s.deck[i]):
            return False
        seen |= bit(s.deck[i])
        if i < s.drawn:
            up |= bit(s.deck[i])
    for i in range(box.tile_count, MOST_TILES):
        if s.deck[i] != NONE:
            return False
    if s.tile != NONE:
        if s.deck[s.drawn - 1] != s.tile:
            return False
        up &= ~bit(s.tile)
    for quarry in range(MOST_QUARRIES):
        if s.tops[quarry] != NONE:
            if not 0 <= s.tops[quarry] < box.tile_count or not up & bit(s.tops[quarry]):
                return False
            up &= ~bit(s.tops[quarry])
    return True


@check("the stacks of tiles do not match the tiles turned up")
@rule
def stacks_match(box: Box, s: State) -> bool:
    lying = int(s.aside) + (s.tile != NONE)
    for quarry in range(MOST_QUARRIES):
        if s.heights[quarry] < 0 or (s.heights[quarry] > 0) != (s.tops[quarry] != NONE):
            return False
        if s.heights[quarry] > 0 and quarry >= box.boards[s.board].quarry_count:
            return False
        lying += s.heights[quarry]
    return lying == s.drawn


@check("there are more or fewer active quarries than there should be")
@rule
def active_quarries_match(box: Box, s: State) -> bool:
    """§6.1; while the worker moves there is one more (§6.8)."""
    found = 0
    for quarry in range(MOST_QUARRIES):
        if s.active >> quarry & 1:
            if s.tops[quarry] == NONE:
                return False
            found += 1
    return s.active >= 0 and s.active >> MOST_QUARRIES == 0 and found == box.active_quarries + (s.step == Step.WORKER)


@check("the worker does not stand on an empty quarry")
@rule
def worker_stands_well(box: Box, s: State) -> bool:
    """On an empty quarry; while he moves, on the one that has just been opened; off the board when none is empty."""
    if s.worker != NONE:
        return (s.heights[s.worker] == 0) != (s.step == Step.WORKER)
    for quarry in range(box.boards[s.board].quarry_count):
        if s.heights[quarry] == 0:
            return False
    return True


@check("the action stones do not match the turn")
@rule
def stones_match(box: Box, s: State) -> bool:
    """As many stones on the track as turns were taken, and the next one is the right player's."""
    placed, each = stones_placed(s), stones_each(box, s)
    before = placed if s.step == Step.ACTION else placed - 1
    if not 0 <= before < s.seats * each:
        return False
    if (s.starter + before) % s.seats != s.chooser:
        return False
    temples = 0
    for action in range(box.action_count):
        temples += s.used >> action & 1 and box.actions[action].kind == Action.TEMPLE
    return (s.next_starter == NONE) == (temples == 0)


@check("the step does not match the action, or the tile in hand")
@rule
def step_matches(box: Box, s: State) -> bool:
    """What is asked about belongs to the action that is carried out."""
    if (s.tile != NONE) != (s.step == Step.LAY):
        return False
    if s.step == Step.ACTION or s.step == Step.OVER:
        return s.action == NONE
    if s.action == NONE or not s.used >> s.action & 1:
        return False
    kind = box.actions[s.action].kind
    if s.step == Step.HOUSE:
        return kind == Action.HOUSE
    if s.step == Step.HOUSE_PLAZA:
        return kind == Action.HOUSE_PLAZA
    if s.step == Step.PALACE:
        return kind == Action.PALACE
    if s.step == Step.LAY or s.step == Step.WORKER:
        return kind == Action.QUARRY
    if s.step == Step.TEMPLE:
        return kind == Action.TEMPLE
    return s.step == Step.STATUE and kind == Action.STATUE


@check("the decision asked for is not one")
@rule
def decision_is_one(box: Box, s: State) -> bool:
    """Whoever is asked is on, and has something to choose."""
    if s.step == Step.OVER:
        return s.phase == PHASES and stones_placed(s) == s.seats * stones_each(box, s)
    if s.turn >= s.seats or s.seat != (s.chooser + s.turn) % s.seats:
        return False
    if s.step == Step.ACTION:
        return s.turn == 0 and s.asked == 0 and count(np.uint64(box.all_actions & ~s.used)) > 1
    if s.step == Step.HOUSE or s.step == Step.PALACE:
        return s.asked == 0 and can_build_something(box, s, s.players[s.seat].marble)
    if s.step == Step.HOUSE_PLAZA:
        return s.asked <= 2 and can_build_something(box, s, s.players[s.seat].marble)
    if s.turn != 0:
        return False
    if s.step == Step.STATUE:
        return s.asked == 0 and can_build_something(box, s, s.players[s.seat].marble)
    places = 0
    if s.step == Step.TEMPLE:
        if s.asked == 0:
            return can_build_columns(box, s, s.players[s.seat].marble)
        lacking = 0
        for temple in range(box.boards[s.board].temple_count):
            places += columns_lacking(box, s, temple) > 0
            lacking += columns_lacking(box, s, temple)
        return places > 1 and s.asked < box.actions[s.action].columns and s.asked <= lacking
    if not 1 <= s.asked <= box.turned_tiles:
        return False
    for quarry in range(box.boards[s.board].quarry_count):
        if s.step == Step.LAY:
            places += fits(box, s, quarry)
        else:
            places += s.heights[quarry] == 0
    return places > 1


@check("somebody who takes no part has something")
@rule
def others_have_nothing(s: State) -> bool:
    for seat in range(s.seats, MOST_SEATS):
        p = s.players[seat]
        if p.marble != 0 or p.rings != 0 or p.house_count != 0 or p.plaza_count != 0 or p.palace_count != 0:
            return False
        if not sets.is_empty(buildings(p)):
            return False
    return True


flaw = check.flaw()
