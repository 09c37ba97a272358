"""§6 Quarries: income, and turning tiles."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.hellas.box import Box
from petteia.games.hellas.rules.common import FORCED, FREELY, begin, finish, quarry_named
from petteia.games.hellas.state import Happened, State, Step


@rule
def income(box: Box, s: State, news: News) -> bool:
    """§6.2: everybody is paid, clockwise from the active player; then tiles are turned up."""
    for turn in range(s.seats):
        seat = (s.chooser + turn) % s.seats
        marble = income_of(box, s, seat)
        s.players[seat].marble += marble
        if marble > 0:
            tell(news, Happened.INCOME, seat, FREELY, marble)
    begin(s, Step.TURN_UP)
    return False


@rule
def income_of(box: Box, s: State, seat: int) -> int:
    """§6.2, §6.3: each house earns what every active quarry beside it shows."""
    marble = 0
    for quarry in range(box.boards[s.board].quarry_count):
        if s.active >> quarry & 1:
            marble += houses_beside(box, s, seat, quarry) * box.tiles[s.tops[quarry]].marble[s.options.yields]
    return marble


@rule
def houses_beside(box: Box, s: State, seat: int, quarry: int) -> int:
    board = box.boards[s.board]
    return sets.count(sets.common(sets.of(s.players[seat].houses), sets.at(board.near, board.quarries[quarry])))


@rule
def turn_up(box: Box, s: State, news: News) -> bool:
    """§6.4, §6.6: the next tile, until as many have been turned up as the action allows."""
    if s.asked == box.turned_tiles:
        finish(s)
        return False
    if s.drawn == box.tile_count:
        tell(news, Happened.NO_TILES, NONE, FREELY)
        finish(s)
        return False
    s.tile = s.deck[s.drawn]
    s.drawn += 1
    s.asked += 1
    s.reveals += 1
    tell(news, Happened.TURNED, s.seat, FREELY, s.tile)
    s.step = Step.LAY
    return False


@rule
def fits(box: Box, s: State, quarry: int) -> bool:
    """§6.5: whether the tile that was turned up may go on this quarry."""
    return s.active >> quarry & 1 != 0 and box.tiles[s.tops[quarry]].number < box.tiles[s.tile].number


@rule
def laying(box: Box, s: State, news: News) -> bool:
    """§6.5, §6.7: asks where the tile goes, if there is more than one place; without any it opens a new quarry."""
    places, last = 0, NONE
    for quarry in range(box.boards[s.board].quarry_count):
        if fits(box, s, quarry):
            places += 1
            last = quarry
    if places > 1:
        return True
    if places == 1:
        lay(s, news, last, FORCED)
    else:
        open_quarry(s, news)
    return False


@rule
def put_tile(s: State, quarry: int) -> None:
    s.tops[quarry] = s.tile
    s.heights[quarry] += 1
    s.tile = NONE


@rule
def lay(s: State, news: News, quarry: int, forced: int) -> None:
    """§6.5: a tile on a quarry."""
    tell(news, Happened.LAID, s.seat, forced, s.tile, quarry_named(s, quarry))
    put_tile(s, quarry)
    s.step = Step.TURN_UP


@rule
def open_quarry(s: State, news: News) -> None:
    """§6.7: the worker's quarry becomes active; without a worker the tile is set aside (§6.10)."""
    if s.worker == NONE:
        tell(news, Happened.ASIDE, NONE, FREELY, s.tile)
        s.aside += 1
        s.tile = NONE
        finish(s)
        return
    tell(news, Happened.OPENED, NONE, FREELY, s.tile, quarry_named(s, s.worker))
    s.active |= 1 << int(s.worker)
    put_tile(s, s.worker)
    s.step = Step.WORKER


@rule
def moving_worker(box: Box, s: State, news: News) -> bool:
    """§6.8: asks, unless there is one empty quarry at most."""
    places, last = 0, NONE
    for quarry in range(box.boards[s.board].quarry_count):
        if s.heights[quarry] == 0:
            places += 1
            last = quarry
    if places > 1:
        return True
    if places == 1:
        move_worker(s, news, last, FORCED)
    else:
        s.worker = NONE
        tell(news, Happened.WORKER_LEAVES, NONE, FREELY)
        s.step = Step.CLOSE
    return False


@rule
def move_worker(s: State, news: News, quarry: int, forced: int) -> None:
    """§6.8: to an empty quarry."""
    s.worker = quarry
    tell(news, Happened.WORKER, s.seat, forced, quarry_named(s, quarry))
    s.step = Step.CLOSE


@rule
def close_highest(box: Box, s: State, news: News) -> bool:
    """§6.9: the active quarry with the highest number."""
    highest, number = NONE, -1
    for quarry in range(box.boards[s.board].quarry_count):
        if s.active >> quarry & 1 and box.tiles[s.tops[quarry]].number > number:
            highest = quarry
            number = box.tiles[s.tops[quarry]].number
    s.active &= ~(1 << highest)
    tell(news, Happened.CLOSED, NONE, FREELY, quarry_named(s, highest), s.tops[highest])
    finish(s)
    return False
