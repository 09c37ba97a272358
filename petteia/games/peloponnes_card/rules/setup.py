"""§2 Setting up."""

from __future__ import annotations

import numpy as np

from petteia.engine.chance import Rng, draw
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import DECKS, DISASTERS, FACE_COUNT, Box, Disaster
from petteia.games.peloponnes_card.choices import MOST_CARDS, SLOTS
from petteia.games.peloponnes_card.rules.common import FREELY, card_bit, draw_coins
from petteia.games.peloponnes_card.state import IN_USE, MOST_SEATS, STRIKES, Coin, Happened, Player, State


@large_rule
def blank_table(s: State) -> None:
    """Nothing lies anywhere."""
    s.disaster = Disaster.NO
    for i in range(SLOTS):
        s.row[i] = NONE
        s.bidder[i] = NONE
    for i in range(STRIKES):
        s.strikes[i] = Disaster.NO
    for i in range(len(DISASTERS)):
        s.markers[i] = 0
    for i in range(IN_USE):
        s.deck[i] = NONE
    for i in range(MOST_SEATS):
        s.order[i] = NONE
        blank_player(s.players[i])


@rule
def blank_player(p: Player) -> None:
    p.civilization = NONE
    p.slot = NONE
    p.taken = NONE
    blank_coin(p.civilization_cover)
    blank_coin(p.luxury_cover)
    for i in range(MOST_CARDS):
        p.cards[i] = NONE
        blank_coin(p.under[i])
        blank_coin(p.cover[i])
        blank_coin(p.dried[i])


@rule
def blank_coin(coin: Coin) -> None:
    coin.face = NONE
    coin.seen = 0
    coin.age = 0


@large_rule
def lay_deck(box: Box, s: State, rng: Rng) -> None:
    """§2.5: lays the power cards not yet seen in a random order, each deck in its own places, from `drawn` on."""
    seen = np.uint64(0)
    for i in range(s.drawn):
        seen |= card_bit(s.deck[i])
    for deck in range(len(DECKS)):
        first = max(box.deck_start[deck], s.drawn)
        places = box.deck_start[deck + 1] - first
        met = 0
        for card in range(box.card_count):
            if box.cards[card].deck == deck and not seen & card_bit(card):
                place = draw(rng, met + 1)
                if met < places:
                    s.deck[first + met] = s.deck[first + place] if place < met else NONE
                if place < places:
                    s.deck[first + place] = card
                met += 1


@rule
def deal_civilizations(box: Box, s: State, news: News) -> None:
    """§2.1: one for each player, by chance."""
    dealt = 0
    for seat in range(s.seats):
        place = draw(s.rng, box.civilization_count - seat)
        for civilization in range(box.civilization_count):
            if dealt >> civilization & 1:
                continue
            if place == 0:
                dealt |= 1 << civilization
                s.players[seat].civilization = civilization
                tell(news, Happened.DEALT, seat, FREELY, civilization)
                break
            place -= 1


@rule
def first_order(box: Box, s: State) -> None:
    """§2.2: by the numbers on the civilizations."""
    for seat in range(s.seats):
        place = seat
        while place > 0 and number_of(box, s, s.order[place - 1]) > number_of(box, s, seat):
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat


@rule
def number_of(box: Box, s: State, seat: int) -> int:
    return box.civilizations[s.players[seat].civilization].number


@rule
def deal_coins(box: Box, s: State, news: News) -> None:
    """§2.3: as many coin cards as each civilization shows."""
    for face in range(FACE_COUNT):
        s.stack[face] = box.coins_of[face]
        s.stack_count += box.coins_of[face]
    for place in range(s.seats):
        seat = s.order[place]
        draw_coins(s, news, seat, box.civilizations[s.players[seat].civilization].coins, Happened.DREW, FREELY)
