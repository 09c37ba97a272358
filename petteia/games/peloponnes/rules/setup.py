"""§2 Setting up."""

from __future__ import annotations

import numpy as np

from petteia.engine.chance import Rng, draw
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import CHIT_KINDS, DECKS, Box
from petteia.games.peloponnes.choices import MOST_TILES
from petteia.games.peloponnes.rules.common import FREELY, from_bank, tile_bit
from petteia.games.peloponnes.state import Happened, Player, State


@rule
def auction_slots(box: Box, s: State) -> int:
    """§3.1, §15.4: how many of the tiles on offer lie in the auction row."""
    if s.seats > 1:
        return min(s.seats, box.tiles_shown)
    if s.options.solo_level == 0:
        return box.tiles_shown
    return box.tiles_shown - box.levels[s.options.solo_level - 1].conquest_tiles


@rule
def blank_player(p: Player) -> None:
    p.civilization = NONE
    p.slot = NONE
    p.taken = NONE
    for i in range(MOST_TILES):
        p.tiles[i] = NONE


@large_rule
def lay_tiles(box: Box, s: State, rng: Rng) -> None:
    """§2.4: lays the tiles not yet seen in a random order, each deck in its own places, from `drawn` on."""
    seen = np.uint64(0)
    for i in range(s.drawn):
        seen |= tile_bit(s.deck[i])
    for deck in range(len(DECKS)):
        first = max(box.deck_start[deck], s.drawn)
        places = box.deck_start[deck + 1] - first
        met = 0
        for tile in range(box.tile_count):
            if box.tiles[tile].deck == deck and not seen & tile_bit(tile):
                place = draw(rng, met + 1)
                if met < places:
                    s.deck[first + met] = s.deck[first + place] if place < met else NONE
                if place < places:
                    s.deck[first + place] = tile
                met += 1


@large_rule
def lay_chits(box: Box, s: State, rng: Rng) -> None:
    """§2.4: lays the chits not yet seen in a random order, from `turned` on."""
    places = box.rounds * box.chits_per_round - s.turned
    met = 0
    for kind in range(CHIT_KINDS):
        for _ in range(box.chits_of[kind] - s.struck[kind]):
            place = draw(rng, met + 1)
            if met < places:
                s.chits[s.turned + met] = s.chits[s.turned + place] if place < met else NONE
            if place < places:
                s.chits[s.turned + place] = kind
            met += 1


@rule
def deal_civilizations(box: Box, s: State, news: News) -> None:
    """§2.1: one for each player, by chance."""
    dealt = 0
    for seat in range(s.seats):
        nth = draw(s.rng, box.civilization_count - seat)
        for civilization in range(box.civilization_count):
            if dealt >> civilization & 1:
                continue
            if nth == 0:
                dealt |= 1 << civilization
                start_civilization(box, s, news, seat, civilization, FREELY)
                break
            nth -= 1


@rule
def start_civilization(box: Box, s: State, news: News, seat: int, civilization: int, forced: int) -> None:
    """§2.2: what is printed on it to start with."""
    p = s.players[seat]
    printed = box.civilizations[civilization]
    p.civilization = civilization
    from_bank(s, p, printed.coins)
    p.wood = min(printed.wood, box.store_wood)
    p.stone = min(printed.stone, box.store_stone)
    p.food = min(printed.food, box.store_food)
    p.population = printed.population
    tell(news, Happened.DEALT, seat, forced, civilization)


@rule
def first_order(box: Box, s: State) -> None:
    """§2.3: by the numbers on the civilizations."""
    for seat in range(s.seats):
        place = seat
        while place > 0 and civilization_number(box, s, s.order[place - 1]) > civilization_number(box, s, seat):
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat


@rule
def civilization_number(box: Box, s: State, seat: int) -> int:
    return box.civilizations[s.players[seat].civilization].number
