"""§2 Setting up."""

from __future__ import annotations

import numpy as np

from petteia.engine.bits import bit
from petteia.engine.chance import Rng, draw, shuffle
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.hellas.box import MOST_TILES, Box
from petteia.games.hellas.choices import MOST_QUARRIES
from petteia.games.hellas.options import Compensation
from petteia.games.hellas.rules.common import FREELY, quarry_named
from petteia.games.hellas.state import Happened, State


@rule
def board_in_use(box: Box, s: State) -> int:
    """§2.1: by the number of players, or by the option."""
    return box.board_for[s.seats] if s.options.board == 0 else s.options.board - 1


@rule
def blank_table(s: State) -> None:
    s.action = NONE
    s.tile = NONE
    s.worker = NONE
    s.next_starter = NONE
    for i in range(MOST_QUARRIES):
        s.tops[i] = NONE
    for i in range(MOST_TILES):
        s.deck[i] = NONE


@rule
def deal_marble(box: Box, s: State, news: News) -> None:
    """§2.2, §2.3: what everybody starts with, and more for later seats where the option says so."""
    for turn in range(s.seats):
        seat = (s.starter + turn) % s.seats
        marble = s.options.start_marble if s.options.start_marble > 0 else box.start_marble
        if s.options.compensation == Compensation.BY_SEAT:
            marble += box.compensation[turn]
        s.players[seat].marble = marble
        tell(news, Happened.START, seat, FREELY, marble)


@large_rule
def lay_tiles(box: Box, s: State, rng: Rng) -> None:
    """§2.4: lays the tiles not yet seen in a random order, from `drawn` on."""
    seen = np.uint64(0)
    for i in range(s.drawn):
        seen |= bit(s.deck[i])
    place = int(s.drawn)
    for tile in range(box.tile_count):
        if not seen & bit(tile):
            s.deck[place] = tile
            place += 1
    shuffle(rng, s.deck, s.drawn, box.tile_count)


@rule
def first_quarries(box: Box, s: State, news: News) -> None:
    """§2.5: the three that are active from the beginning, and the worker."""
    board = box.boards[s.board]
    for i in range(board.active_count):
        quarry = board.starts[i]
        s.tops[quarry] = s.deck[s.drawn]
        s.heights[quarry] = 1
        s.active |= 1 << int(quarry)
        s.drawn += 1
        s.reveals += 1
        tell(news, Happened.FIRST_TILE, NONE, FREELY, s.tops[quarry], quarry_named(s, quarry))
    s.worker = board.worker
    tell(news, Happened.WORKER_STANDS, NONE, FREELY, quarry_named(s, s.worker))


@rule
def first_player(s: State, news: News) -> None:
    """§2.6: drawn by lot."""
    s.starter = draw(s.rng, s.seats)
    tell(news, Happened.FIRST, s.starter, FREELY)
