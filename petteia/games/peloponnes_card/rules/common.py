"""What many steps share: turns, coin cards, luxury, what counts on the table, and the words of the options."""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import draw
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import EVERYBODY, News, tell, whisper
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, Box
from petteia.games.peloponnes_card.options import CoveredCard, Reshuffle, TornMortgage
from petteia.games.peloponnes_card.rules.ages import (
    begin_age,
    comes_back,
    enters_hand,
    entry_of,
    in_log,
    leaves_hand,
    leaves_heap,
    written_age,
)
from petteia.games.peloponnes_card.state import ALL_SEATS, FACE_DOWN, GAVE, Coin, Happened, Player, State

FREELY, FORCED = 0, 1  # how a choice came about, for the news

LUXURY = FACE_COUNT  # in place of a face: a card drawn for luxury, or luxury instead of a good

NEVER = 1000  # a price nobody can pay


# -- turns -------------------------------------------------------------------------------------------------------------


@rule
def begin(s: State, step: int) -> None:
    """Starts a step, with the first in turn order."""
    s.step = step
    s.turn = 0
    s.begun = 0
    s.seat = s.order[0]


@rule
def next_turn(s: State) -> None:
    s.turn += 1
    s.begun = 0


@rule
def take_turn(s: State) -> Player:
    """The player whose turn it is decides now."""
    s.seat = s.order[s.turn]
    return s.players[s.seat]


@rule
def short(needed: int, there: int) -> int:
    return max(needed - there, 0)


@rule
def card_bit(card: int) -> Any:
    return np.uint64(1) << np.uint64(card)


@rule
def leave_game(s: State, card: int) -> None:
    s.gone |= card_bit(card)


# -- coin cards (§1.3 to §1.5) -----------------------------------------------------------------------------------------


@rule
def coins_left(s: State) -> int:
    """Cards that can still be drawn."""
    return s.stack_count + discarded(s)


@rule
def discarded(s: State) -> int:
    return s.discard[0] + s.discard[1] + s.discard[2] + s.discard[3]


@large_rule
def reshuffle(s: State, news: News) -> None:
    """§1.4: the discard pile becomes the stack. Nobody knows any more where its cards are; but everybody has seen which
    they are, so that all other cards are known together (§1.6)."""
    s.stack_count = discarded(s)
    for face in range(FACE_COUNT):
        s.stack[face] = s.discard[face]
        s.discard[face] = 0
    tell(news, Happened.SHUFFLED, NONE, FREELY, s.stack_count)
    begin_age(s)


@rule
def refill(s: State, news: News) -> None:
    """§1.4: a card was drawn and has found its place. If it was the last, the discard pile is shuffled at once."""
    if s.stack_count == 0 and s.options.reshuffle != Reshuffle.WHEN_NEEDED and discarded(s) > 0:
        reshuffle(s, news)


@rule
def draw_coin(s: State, news: News) -> int:
    """§1.4: the face of the card drawn from the stack, or NONE where there is none left. (Nobody has seen the order of
    a stack, so each of its cards may come with the same chance.) When it has found its place, `refill` follows."""
    if s.stack_count == 0:
        if discarded(s) == 0:
            return NONE
        reshuffle(s, news)
    nth = draw(s.rng, s.stack_count)
    face = 0
    while nth >= s.stack[face]:
        nth -= s.stack[face]
        face += 1
    s.stack[face] -= 1
    s.stack_count -= 1
    return face


@large_rule
def draw_coins(s: State, news: News, seat: int, count: int, happened: int, forced: int) -> None:
    """Into a hand, as many as there are (§1.5); which ones they are, only its owner sees. `happened` says what for."""
    p = s.players[seat]
    wood, stone, grain, inhabitant = p.hand[0], p.hand[1], p.hand[2], p.hand[3]
    drawn = 0
    while drawn < count:
        face = draw_coin(s, news)
        if face == NONE:
            break
        p.hand[face] += 1
        drawn += 1
        unknown_again(p)
        enters_hand(s, p, face, s.ages)
        refill(s, news)
    p.hand_count += drawn
    s.reveals += drawn
    if drawn > 0 or happened == Happened.PASSED:
        whisper(
            news,
            1 << seat,
            happened,
            seat,
            forced,
            drawn,
            p.hand[0] - wood,
            p.hand[1] - stone,
            p.hand[2] - grain,
            p.hand[3] - inhabitant,
            1,
        )


@rule
def spend(s: State, p: Player, face: int) -> None:
    """A card from the hand of who decides goes face up on the discard pile."""
    p.hand[face] -= 1
    p.hand_count -= 1
    s.discard[face] += 1
    discards_known(s, p, face)


@rule
def discards_known(s: State, p: Player, face: int) -> None:
    """§1.6, §14.6: a card from somebody's hand, or chosen from it, lies face up on the discard pile."""
    able_again(p)
    leaves_heap(s, leaves_hand(s, p, face, face), face)


@rule
def unknown_again(p: Player) -> None:
    """§14.6: a card has come into a hand, of which something was known."""
    p.no_grain = 0
    able_again(p)


@rule
def able_again(p: Player) -> None:
    """§14.6: the hand is no longer the one that could not pay."""
    p.unable_wood, p.unable_stone, p.unable_luxury = 0, 0, 0


@rule
def lies(coin: Coin) -> bool:
    return coin.face != NONE


@rule
def lay(box: Box, s: State, news: News, coin: Coin, seat: int, what: int, face_up: bool) -> None:
    """§6.4, §10.2: lays a card from the hand, or one drawn unseen for luxury (§8.3)."""
    p = s.players[seat]
    if what == LUXURY:
        p.luxury -= 1
        coin.face = draw_coin(s, news)
        coin.age = written_age(s.ages)
        s.reveals += 1
        coin.seen = 0
        refill(s, news)
    else:
        p.hand[what] -= 1
        p.hand_count -= 1
        coin.face = what
        coin.seen = 1 << seat
        able_again(p)
        coin.age = leaves_hand(s, p, what, what if face_up else FACE_DOWN)
    if face_up:
        coin.seen = ALL_SEATS


@rule
def seen_by(coin: Coin) -> int:
    """Who may know the face, for the news."""
    return EVERYBODY if coin.seen == ALL_SEATS else coin.seen


@rule
def to_discard(s: State, seat: int, coin: Coin) -> int:
    """A card that lay by itself goes face up on the discard pile; its face. Where nobody knew it, all do now."""
    face = coin.face
    if face != NONE:
        s.discard[face] += 1
        s.reveals += 1 if coin.seen == 0 else 0
        leaves_heap(s, coin.age, face)
        if in_log(coin):
            p = s.players[seat]
            p.log[entry_of(coin)] = GAVE + int(face)
    pick_up(coin)
    return face


@rule
def to_hand(s: State, seat: int, coin: Coin) -> int:
    """A card that lay by itself comes back to its owner's hand, where he sees it; its face."""
    p = s.players[seat]
    face = coin.face
    p.hand[face] += 1
    p.hand_count += 1
    unknown_again(p)
    comes_back(s, p, coin)
    pick_up(coin)
    return face


@rule
def pick_up(coin: Coin) -> None:
    """Nothing lies there any more."""
    coin.face, coin.seen, coin.age = NONE, 0, 0


# -- luxury (§8) -------------------------------------------------------------------------------------------------------


@rule
def luxury_limit(box: Box, p: Player) -> int:
    """§8.2, §10.7: less after a decline that was covered."""
    if p.luxury_torn:
        return 0
    return box.luxury_limit_covered if lies(p.luxury_cover) else box.luxury_limit


@rule
def gain_luxury(box: Box, p: Player, amount: int) -> int:
    """§8.2: as much as there is room for; how much that was."""
    gained = max(min(amount, luxury_limit(box, p) - p.luxury), 0)
    p.luxury += gained
    return gained


@rule
def drawable(s: State, p: Player) -> int:
    """§8.3: how many cards a player could draw for luxury."""
    return min(p.luxury, coins_left(s))


# -- what counts on the table (§10.9) ----------------------------------------------------------------------------------


@rule
def covered(p: Player, place: int) -> bool:
    return lies(p.cover[place]) or lies(p.dried[place])


@rule
def civilization_counts(p: Player) -> bool:
    """§10.3: not once the plague has covered it."""
    return not p.civilization_torn and not lies(p.civilization_cover)


@rule
def inhabitants_on(box: Box, s: State, p: Player, place: int) -> int:
    """§10.9: also where the card is covered, unless the option leaves the symbol alone."""
    if s.options.covered_card == CoveredCard.SYMBOL_ONLY and covered(p, place):
        return 0
    return box.cards[p.cards[place]].inhabitants


@large_rule
def inhabitants(box: Box, s: State, p: Player) -> int:
    """§7.4: those on cards and civilization."""
    total = box.civilizations[p.civilization].inhabitants if civilization_counts(p) else 0
    for place in range(p.card_count):
        total += inhabitants_on(box, s, p, place)
    return total


@rule
def production(box: Box, p: Player) -> tuple[int, int, int]:
    """§6.7: wood, stone and grain of all that is not covered."""
    wood, stone, grain = 0, 0, 0
    if civilization_counts(p):
        civilization = box.civilizations[p.civilization]
        wood, stone, grain = int(civilization.wood), int(civilization.stone), int(civilization.grain)
    for place in range(p.card_count):
        if not covered(p, place):
            card = box.cards[p.cards[place]]
            wood += card.wood
            stone += card.stone
            grain += card.grain
    return wood, stone, grain


@large_rule
def tear_down(s: State, news: News, seat: int, place: int) -> None:
    """§10.2, §10.13: a power card leaves the game with the coin cards under and on it; the gap closes."""
    p = s.players[seat]
    if lies(p.under[place]) and s.options.torn_mortgage == TornMortgage.HAND:
        card, was_seen = p.cards[place], p.under[place].seen >> seat & 1
        face = to_hand(s, seat, p.under[place])
        whisper(news, 1 << seat, Happened.RETURNED, seat, FREELY, card, face, 1)
        s.reveals += 1 - was_seen
    remove_card(s, seat, place)


@large_rule
def remove_card(s: State, seat: int, place: int) -> None:
    """A power card leaves the game; what lies under and on it goes on the discard pile."""
    p = s.players[seat]
    able_again(p)
    to_discard(s, seat, p.under[place])
    to_discard(s, seat, p.cover[place])
    to_discard(s, seat, p.dried[place])
    leave_game(s, p.cards[place])
    p.card_count -= 1
    for i in range(place, p.card_count):
        p.cards[i] = p.cards[i + 1]
        move_coin(p.under[i + 1], p.under[i])
        move_coin(p.cover[i + 1], p.cover[i])
        move_coin(p.dried[i + 1], p.dried[i])
    p.cards[p.card_count] = NONE
    s.chosen = without_place(int(s.chosen), place)
    s.redeemed = without_place(int(s.redeemed), place)


@rule
def move_coin(source: Coin, target: Coin) -> None:
    target.face, target.seen, target.age = source.face, source.seen, source.age
    pick_up(source)


@rule
def without_place(mask: int, place: int) -> int:
    """A mask over places after one of them is gone and the gap closed."""
    return (mask >> (place + 1)) << place | (mask & ((1 << place) - 1))
