"""How good a position looks to a player: a small valuation by hand, the greedy bot's only knowledge of the game.

In points. What stands counts in full where it scores already, and in part where it may come to score: villages that
may become cities, temples that may grow, houses beside quarries that will pay. An action that was chosen and is still
to be carried out counts for what it usually brings.
"""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.sets import Places
from petteia.engine.valuing import by_fifths
from petteia.games.hellas.box import PHASES, Action, Board, Box
from petteia.games.hellas.rules.cities import group, is_city
from petteia.games.hellas.rules.common import buildings
from petteia.games.hellas.rules.phases import stones_each, stones_placed
from petteia.games.hellas.rules.quarries import houses_beside
from petteia.games.hellas.rules.score import ring_points
from petteia.games.hellas.state import Player, State, Step

MARBLE_AT_END = 0.2  # points for a marble, when it is good for nothing else
MARBLE_IN_USE = 0.25  # more, at the beginning
MARBLE_ENOUGH = 14.0  # marble that one can make use of
INCOME = 0.42  # of what a quarry shows now, what it will pay on average in actions to come
FRESH = 2.5  # what a quarry shows that will be opened
WORKER, EMPTY = 0.35, 0.1  # how likely a house at the worker's quarry, or at another empty one, is paid
VILLAGE_AT_END, VILLAGE = 0.05, 0.5  # what a village is worth of a city, at the end and at the beginning
PALACE_ALONE, PLAZA_ALONE = 0.4, 0.15  # without a house
TEMPLE_TO_COME = 0.4  # of the columns a temple lacks, at the beginning
SECOND_CITY = 0.2  # of the size of a group that is not the largest
OPEN_MOUNTAIN = 0.05  # for a statue beside a city
HOUSE, PLAZA, PALACE = 0.9, 0.5, 1.2  # what it brings to be allowed to build one, besides its price
COLUMN, STATUE = 0.45, 0.8
RINGS_EARLY = 0.5  # of the bonus for the most rings, at the beginning


@large_rule
def value(box: Box, s: State, seat: int) -> float:
    left = to_come(box, s)
    p = s.players[seat]
    marble = float(p.marble) + quarry_marble(box, s, seat)
    useful = min(marble, MARBLE_ENOUGH)
    worth = MARBLE_AT_END * marble + left * MARBLE_IN_USE * useful
    rings = box.points_per_ring * p.rings
    worth += rings + (ring_points(box, s, seat) - rings) * (1 - RINGS_EARLY * left)
    worth += groups(box, s, p, left)
    if s.step != Step.OVER and s.step != Step.ACTION:
        worth += prospect(box, s, seat, left)
    return worth


@rule
def progress(box: Box, s: State) -> float:
    """By action stones."""
    return 1.0 - to_come(box, s)


@rule
def scale(box: Box, s: State) -> float:
    """Measured in games between greedy bots: what fits best who won."""
    return by_fifths(progress(box, s), 19.0, 6.1, 7.3, 6.1, 2.9)


@rule
def to_come(box: Box, s: State) -> float:
    """How much of the game is still to come, from 1 to 0."""
    if s.step == Step.OVER:
        return 0.0
    total, ahead = 0, -stones_placed(s)
    for phase in range(PHASES):
        stones = int(s.seats) * box.stones[int(s.seats) * PHASES + phase]
        total += stones
        if phase + 1 >= s.phase:
            ahead += stones
    return ahead / total


@rule
def quarry_actions(box: Box, s: State) -> float:
    """How many quarry actions may still be chosen."""
    free, each = 0, 0
    for action in range(box.action_count):
        if box.actions[action].kind == Action.QUARRY:
            each += 1
            free += s.used >> action & 1 == 0
    ahead = int(s.seats) * stones_each(box, s) - stones_placed(s)
    return min(free, ahead) + float(each * (PHASES - s.phase))


@rule
def quarry_marble(box: Box, s: State, seat: int) -> float:
    """The marble that the player's houses may earn."""
    if s.step == Step.OVER:
        return 0.0
    once = 0.0
    for quarry in range(box.boards[s.board].quarry_count):
        if s.active >> quarry & 1:
            shown = box.tiles[s.tops[quarry]].marble[s.options.yields]
            once += INCOME * shown * houses_beside(box, s, seat, quarry)
        elif s.heights[quarry] == 0:
            likely = WORKER if s.worker == quarry else EMPTY
            once += likely * FRESH * houses_beside(box, s, seat, quarry)
    return once * quarry_actions(box, s)


@rule
def groups(box: Box, s: State, p: Player, left: float) -> float:
    """Cities, and what may become of villages and lone palaces."""
    board = box.boards[s.board]
    worth, largest, sizes = 0.0, 0.0, 0.0
    free = sets.without(sets.of(board.mountain), sets.of(s.built))
    rest = buildings(p)
    while not sets.is_empty(rest):
        spaces, near = group(board, rest)
        rest = sets.without(rest, spaces)
        part = 1.0
        if not is_city(p, spaces):
            part = promise(p, spaces, left)
            if p.palace_count == box.palaces:
                part *= 0.3
        size = part * sets.count(spaces)
        largest = max(largest, size)
        sizes += size
        statues = sets.count(sets.common(near, sets.of(s.statues)))
        around = box.points_per_statue * statues + temples_beside(board, s, near, left)
        around += OPEN_MOUNTAIN * left * sets.count(sets.common(near, free))
        worth += part * around
    return worth + largest + SECOND_CITY * (sizes - largest) * left


@rule
def promise(p: Player, spaces: Places, left: float) -> float:
    """What a group that is no city is worth of one."""
    if sets.meet(sets.of(p.palaces), spaces):
        return PALACE_ALONE * left
    if sets.meet(sets.of(p.houses), spaces):
        return VILLAGE_AT_END + (VILLAGE - VILLAGE_AT_END) * left
    return PLAZA_ALONE * left


@rule
def temples_beside(board: Board, s: State, near: Places, left: float) -> float:
    worth = 0.0
    for temple in range(board.temple_count):
        if sets.has(near, board.temples[temple]):
            lacking = board.temple_size[temple] - s.columns[temple]
            worth += s.columns[temple] + TEMPLE_TO_COME * left * lacking
    return worth


@rule
def prospect(box: Box, s: State, seat: int, left: float) -> float:
    """What the action that is carried out may still bring to a player, besides the marble it costs."""
    p, action = s.players[seat], box.actions[s.action]
    price = MARBLE_AT_END + left * MARBLE_IN_USE
    if s.step == Step.TEMPLE:
        if seat != s.chooser:
            return 0.0
        if s.asked > 0:
            return COLUMN * s.asked + box.points_per_ring
        return max(COLUMN * action.columns + box.points_per_ring - price * action.cost, 0.0) * (p.marble >= action.cost)
    if s.step == Step.STATUE:
        return STATUE if seat == s.chooser and p.marble >= action.mountain and p.palace_count > 0 else 0.0
    waits = (seat - s.chooser) % int(s.seats) >= s.turn
    if not waits or p.marble < action.coast:
        return 0.0
    if s.step == Step.HOUSE:
        return HOUSE * left
    if s.step == Step.HOUSE_PLAZA:
        return (HOUSE if s.asked & 1 == 0 else 0.0) * left + (PLAZA if s.asked & 2 == 0 else 0.0) * left
    if s.step == Step.PALACE:
        return PALACE * min(float(p.house_count), 4.0) * 0.5
    return 0.0
