"""§7 Temples."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.hellas.box import Box
from petteia.games.hellas.rules.building import PLENTY, decline_alone
from petteia.games.hellas.rules.common import FORCED, FREELY, finish, temple_named
from petteia.games.hellas.state import Happened, State


@rule
def temple(box: Box, s: State, news: News) -> bool:
    """§7.1 to §7.4: asks for the first column; once it stands, the others follow, with or without a choice."""
    if s.asked == 0:
        if can_build_columns(box, s, s.players[s.seat].marble):
            return True
        decline_alone(s, news, FORCED, can_build_columns(box, s, PLENTY))
        return False
    places, last = 0, NONE
    for number in range(box.boards[s.board].temple_count):
        if columns_lacking(box, s, number) > 0:
            places += 1
            last = number
    if places > 1:
        return True
    build_column(box, s, news, last, FORCED)
    return False


@rule
def columns_lacking(box: Box, s: State, number: int) -> int:
    """How many columns a temple still lacks."""
    return box.boards[s.board].temple_size[number] - s.columns[number]


@rule
def can_build_columns(box: Box, s: State, marble: int) -> bool:
    """§7.2, §7.6: whether this marble pays for all columns of the space, and all find a place."""
    action = box.actions[s.action]
    if marble < action.cost:
        return False
    standing, places = 0, 0
    for number in range(box.boards[s.board].temple_count):
        standing += s.columns[number]
        places += columns_lacking(box, s, number)
    return action.columns <= places and standing + action.columns <= box.columns


@rule
def build_column(box: Box, s: State, news: News, number: int, forced: int) -> None:
    """§7.2 to §7.5: the first column is paid for with all others; `asked` counts those still to come."""
    action = box.actions[s.action]
    if s.asked == 0:
        s.players[s.seat].marble -= action.cost
        s.asked = action.columns
        tell(news, Happened.COLUMNS, s.seat, FREELY, action.columns, action.cost)
    s.columns[number] += 1
    s.asked -= 1
    size = box.boards[s.board].temple_size[number]
    tell(news, Happened.COLUMN, s.seat, forced, temple_named(s, number), s.columns[number], size)
    if s.columns[number] == size:
        tell(news, Happened.COMPLETED, s.seat, FREELY, temple_named(s, number), take_ring(s))
    if s.asked == 0:
        if take_ring(s):
            tell(news, Happened.RING, s.seat, FREELY)
        finish(s)


@rule
def take_ring(s: State) -> int:
    """§7.4, §7.8: one ring, if there is one; returns how many."""
    if s.rings == 0:
        return 0
    s.rings -= 1
    s.players[s.seat].rings += 1
    return 1
