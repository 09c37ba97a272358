"""§3 Phases and turns, §4 choosing an action."""

from __future__ import annotations

import numpy as np

from petteia.engine.bits import count, lowest
from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.hellas.box import PHASES, Action, Box
from petteia.games.hellas.rules.common import FORCED, FREELY, begin
from petteia.games.hellas.state import Happened, State, Step


@rule
def stones_each(box: Box, s: State) -> int:
    """§3.2: action stones of each player in this phase."""
    return box.stones[s.seats * PHASES + s.phase - 1]


@rule
def stones_placed(s: State) -> int:
    return count(np.uint64(s.used))


@rule
def begin_phase(box: Box, s: State, news: News, phase: int, starter: int) -> None:
    """§3.1 to §3.3: the track is empty again, and everybody has his stones."""
    s.phase = phase
    s.used = 0
    s.starter = starter
    s.next_starter = NONE
    s.chooser = starter
    tell(news, Happened.PHASE, starter, FREELY, phase, stones_each(box, s))
    begin(s, Step.ACTION)


@rule
def next_turn(box: Box, s: State, news: News) -> bool:
    """§3.4, §3.5: the next player puts a stone down; after the last stone the next phase begins, or the game ends."""
    s.action = NONE
    if stones_placed(s) < s.seats * stones_each(box, s):
        s.chooser = (s.chooser + 1) % s.seats
        begin(s, Step.ACTION)
    elif s.phase < PHASES:
        begin_phase(box, s, news, s.phase + 1, s.starter if s.next_starter == NONE else s.next_starter)
    else:
        s.step = Step.SCORE
    return False


@rule
def choosing_action(box: Box, s: State, news: News) -> bool:
    """§4.1: asks, unless only one space is free."""
    free = box.all_actions & ~s.used
    if count(np.uint64(free)) > 1:
        return True
    take_action(box, s, news, lowest(np.uint64(free)), FORCED)
    return False


@rule
def take_action(box: Box, s: State, news: News, action: int, forced: int) -> None:
    """§4.1: puts a stone on a space and begins its action."""
    s.used |= 1 << action
    s.action = action
    tell(news, Happened.ACTION, s.chooser, forced, action)
    begin(s, first_step(box.actions[action].kind))
    if s.step == Step.TEMPLE and s.next_starter == NONE:
        s.next_starter = s.chooser
        if s.phase < PHASES:
            tell(news, Happened.FIRST_TEMPLE, s.chooser, FREELY)


@rule
def first_step(kind: int) -> int:
    """The step that an action begins with."""
    if kind == Action.HOUSE:
        return Step.HOUSE
    if kind == Action.HOUSE_PLAZA:
        return Step.HOUSE_PLAZA
    if kind == Action.PALACE:
        return Step.PALACE
    if kind == Action.QUARRY:
        return Step.INCOME
    if kind == Action.TEMPLE:
        return Step.TEMPLE
    return Step.STATUE if kind == Action.STATUE else Step.MARBLE
