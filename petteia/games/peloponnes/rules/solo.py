"""§15 Solo."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.rules.common import FORCED, FREELY, begin
from petteia.games.peloponnes.rules.revealing import begin_round
from petteia.games.peloponnes.rules.setup import start_civilization
from petteia.games.peloponnes.state import Happened, State, Step


@rule
def choosing_civilization(box: Box, s: State, news: News) -> bool:
    """§15.1, §15.6: asks, unless only one is left."""
    left, last = 0, NONE
    for civilization in range(box.civilization_count):
        if not used(s, civilization):
            left += 1
            last = civilization
    if left > 1:
        return True
    choose_civilization(box, s, news, last, FORCED)
    return False


@rule
def used(s: State, civilization: int) -> bool:
    return s.options.used_civilizations >> civilization & 1 != 0


@rule
def choose_civilization(box: Box, s: State, news: News, civilization: int, forced: int) -> None:
    start_civilization(box, s, news, 0, civilization, forced)
    begin(s, Step.EXTRA_INCOME)


@rule
def choosing_extra_income(box: Box, s: State, news: News) -> bool:
    """§15.5: from level 2 on, goods that are chosen before the game."""
    level = s.options.solo_level
    if level > 0 and s.asked < box.levels[level - 1].extra_incomes:
        return True
    begin_round(s, news, 1)
    return False


@rule
def choose_extra_income(box: Box, s: State, news: News, good: int) -> None:
    s.players[0].extra[good] += 1
    s.asked += 1
    tell(news, Happened.EXTRA, 0, FREELY, good)
