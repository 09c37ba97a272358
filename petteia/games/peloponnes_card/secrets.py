"""What is hidden in the card game (§1.2, §1.3): faces of coin cards from those who have not seen them, the stack, and
the power cards still face down.

Who has seen a card follows from where it lies: its owner has seen what he holds and what he chose from his hand for a
bid, nobody what was drawn for luxury, all what is on the discard pile; cards that lie by themselves carry it (`Coin`).
`redact` blanks the rest. `hide` puts all that a seat has not seen together and deals it anew into the places where such
cards lie: each arrangement of faces that fits what the seat has seen is equally likely, as at a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import Rng, draw, next_u64, reseed
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, STONE, WOOD, Box
from petteia.games.peloponnes_card.rules.paying import still_short
from petteia.games.peloponnes_card.rules.setup import lay_deck
from petteia.games.peloponnes_card.state import ALL_SEATS, FACE_DOWN, IN_USE, UNKNOWN, Coin, Player, State, Step

# -- what a seat sees --------------------------------------------------------------------------------------------------


@apart
def redact(box: Box, s: State, seat: int, out: Any) -> None:
    """Copies what a seat may know; at the end all cards are turned up (§12.4)."""
    out[0] = s
    shown = out[0]
    for i in range(4):
        shown.rng[i] = 0
    if s.step == Step.OVER:
        return
    for i in range(s.drawn, IN_USE):
        shown.deck[i] = NONE
    for face in range(FACE_COUNT):
        shown.stack[face] = UNKNOWN
    for other in range(s.seats):
        p = shown.players[other]
        if other != seat:
            p.picked_luxury = UNKNOWN
        for face in range(FACE_COUNT):
            p.unseen_faces[face] = UNKNOWN
            if other != seat:
                p.hand[face] = UNKNOWN
                p.bid_faces[face] = UNKNOWN
        blank_unseen(p.civilization_cover, seat)
        blank_unseen(p.luxury_cover, seat)
        for place in range(p.card_count):
            blank_unseen(p.under[place], seat)
            blank_unseen(p.cover[place], seat)
            blank_unseen(p.dried[place], seat)


@rule
def has_seen(coin: Coin, seat: int) -> bool:
    return coin.seen == ALL_SEATS or (seat >= 0 and coin.seen >> seat & 1 != 0)


@rule
def blank_unseen(coin: Coin, seat: int) -> None:
    if coin.face != NONE and not has_seen(coin, seat):
        coin.face = FACE_DOWN


# -- what a seat cannot know, dealt anew -------------------------------------------------------------------------------


@apart
def hide(box: Box, s: State, seat: int, rng: Rng) -> None:
    """Deals everything anew that the seat has not seen. The stack takes the unseen cards in, and what is dealt comes
    out of it, card by card."""
    reseed(s.rng, rng)
    if s.step == Step.OVER:
        return
    lay_deck(box, s, rng)
    for other in range(s.seats):
        gather(s, other, seat)
    mover = s.seat
    if s.step == Step.PAY and mover != seat:
        deal_payer(s, s.players[mover], rng)
    for other in range(s.seats):
        p = s.players[other]
        if other != seat:
            if not (s.step == Step.PAY and other == mover):
                deal_cards(s, p.hand, p.hand_count, rng)
            # Who is choosing the cards of his bid has chosen none that others could know of.
            choosing = s.step == Step.PICK and other == mover
            deal_cards(s, p.bid_faces, 0 if choosing else p.bid - p.unseen, rng)
        deal_cards(s, p.unseen_faces, p.unseen, rng)
        deal_unseen(s, p.civilization_cover, seat, rng)
        deal_unseen(s, p.luxury_cover, seat, rng)
        for place in range(p.card_count):
            deal_unseen(s, p.under[place], seat, rng)
            deal_unseen(s, p.cover[place], seat, rng)
            deal_unseen(s, p.dried[place], seat, rng)


@rule
def gather(s: State, other: int, seat: int) -> None:
    """Puts the cards of a player that the seat has not seen into the stack. (`stack_count` stays: it is public, and is
    right again when all is dealt.)"""
    p = s.players[other]
    if other != seat:
        p.picked_luxury = 0
        into_stack(s, p.hand)
        into_stack(s, p.bid_faces)
    into_stack(s, p.unseen_faces)
    gather_coin(s, p.civilization_cover, seat)
    gather_coin(s, p.luxury_cover, seat)
    for place in range(p.card_count):
        gather_coin(s, p.under[place], seat)
        gather_coin(s, p.cover[place], seat)
        gather_coin(s, p.dried[place], seat)


@rule
def into_stack(s: State, faces: Any) -> None:
    for face in range(FACE_COUNT):
        s.stack[face] += faces[face]
        faces[face] = 0


@rule
def gather_coin(s: State, coin: Coin, seat: int) -> None:
    if coin.face != NONE and not has_seen(coin, seat):
        s.stack[coin.face] += 1


@rule
def deal_unseen(s: State, coin: Coin, seat: int, rng: Rng) -> None:
    if coin.face != NONE and not has_seen(coin, seat):
        coin.face = deal_card(s, rng)


@rule
def deal_card(s: State, rng: Rng) -> int:
    place = draw(rng, s.stack[0] + s.stack[1] + s.stack[2] + s.stack[3])
    face = 0
    while place >= s.stack[face]:
        place -= s.stack[face]
        face += 1
    s.stack[face] -= 1
    return face


@rule
def deal_cards(s: State, faces: Any, count: int, rng: Rng) -> None:
    for _ in range(count):
        faces[deal_card(s, rng)] += 1


@apart
def deal_payer(s: State, p: Player, rng: Rng) -> None:
    """The hand of somebody who has said that he pays: he holds what that needs. Every hand that suffices comes with its
    own chance: the ways to draw so much wood and stone, and the rest from the other faces."""
    others = int(s.stack[2]) + int(s.stack[3])
    total = ways_to_pay(s, p, others, -1.0)
    chosen = ways_to_pay(s, p, others, total * (np.float64(next_u64(rng) >> np.uint64(11)) / 9007199254740992.0))
    wood, stone = int(chosen) // 100, int(chosen) % 100
    p.hand[WOOD], p.hand[STONE] = wood, stone
    s.stack[WOOD] -= wood
    s.stack[STONE] -= stone
    for _ in range(p.hand_count - wood - stone):
        face = 2 if draw(rng, s.stack[2] + s.stack[3]) < s.stack[2] else 3
        p.hand[face] += 1
        s.stack[face] -= 1


@rule
def ways_to_pay(s: State, p: Player, others: int, wanted: float) -> float:
    """How many hands suffice for the payment; or, if one of them is wanted, its wood (hundreds) and stone."""
    total = 0.0
    last = 0
    for wood in range(min(p.hand_count, s.stack[WOOD]) + 1):
        for stone in range(min(p.hand_count - wood, s.stack[STONE]) + 1):
            rest = p.hand_count - wood - stone
            paid = min(wood, s.short_wood) + min(stone, s.short_stone) + p.luxury
            if rest > others or paid < still_short(s):
                continue
            last = wood * 100 + stone
            total += ways(s.stack[WOOD], wood) * ways(s.stack[STONE], stone) * ways(others, rest)
            if 0.0 <= wanted < total:
                return float(last)
    return total if wanted < 0.0 else float(last)


@rule
def ways(n: int, k: int) -> float:
    """How many ways there are to choose k of n."""
    found = 1.0
    for i in range(k):
        found = found * (n - i) / (i + 1)
    return found
