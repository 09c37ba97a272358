"""What is hidden in the card game (§1.2, §1.3): faces of coin cards from those who have not seen them, the stack, and
the power cards still face down.

Who has seen a card follows from where it lies: its owner has seen what he holds and what he chose from his hand for a
bid, nobody what was drawn for luxury, all what is on the discard pile; cards that lie by themselves carry it (`Coin`).
`redact` blanks the rest. `hide` puts all that somebody has not seen together and deals it anew into the places where
such cards lie, each arrangement with the chance that it has at a table (§1.6).

Since the last shuffle there are two such heaps. Which cards were shuffled everybody has seen; so the others are known
together as well: those that were in hands, in bids, or lay by themselves. A card is dealt from the heap that it can
have come from: out of the stack, or held since before. Of a card that has left a hand since, nobody else can tell which
it was, if its player had cards of both kinds. Such cards are kept in `State.given`, each with what its player could
choose from, and here each is decided in turn: the chance that a card taken blindly from that hand was an old one or a
new one, times the part of that heap which shows its face. That draws single cards rightly, but not yet all together; so
it is done CANDIDATES times, and one of the results is taken by its weight, which is the chance of the faces that were
seen. (So the chances are right up to a small error that goes down with CANDIDATES; where there was nothing to decide
they are exact.) If none of MOST_TRIES comes out, as in a position that somebody wrote, all is dealt from one heap.

By some options a choice tells that its player had no other (§14.6). A hand known to hold no grain is dealt from the
rest; where a hand is known to have been unable to pay, all is dealt again until it is so, at most MOST_DEALS times.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import Rng, draw, next_u64, reseed
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, GRAIN, INHABITANT, STONE, WOOD, Box
from petteia.games.peloponnes_card.rules.common import lying, short
from petteia.games.peloponnes_card.rules.paying import still_short
from petteia.games.peloponnes_card.rules.setup import lay_deck
from petteia.games.peloponnes_card.state import (
    ALL_SEATS,
    FACE_DOWN,
    FRESH,
    GIVEN,
    IN_USE,
    OLD,
    UNKNOWN,
    Coin,
    Player,
    State,
    Step,
)

CANDIDATES = 48
MOST_TRIES = 2000
MOST_DEALS = 200

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
            p.filling = UNKNOWN
        for face in range(FACE_COUNT):
            p.unseen_faces[face] = UNKNOWN
            if other != seat:
                p.hand[face] = UNKNOWN
                p.bid_faces[face] = UNKNOWN
                p.old_faces[face] = UNKNOWN
        if p.old_unseen[0] + p.old_unseen[1] + p.old_unseen[2] + p.old_unseen[3] > 0:  # how many, all know
            for face in range(FACE_COUNT):
                p.old_unseen[face] = UNKNOWN
        eyes = 1 << seat if seat >= 0 else 0
        blank_unseen(p.civilization_cover, eyes)
        blank_unseen(p.luxury_cover, eyes)
        for place in range(p.card_count):
            blank_unseen(p.under[place], eyes)
            blank_unseen(p.cover[place], eyes)
            blank_unseen(p.dried[place], eyes)


@rule
def unseen(coin: Coin, eyes: int) -> bool:
    """Whether a card lies there that none of these seats has seen."""
    return coin.face != NONE and coin.seen != ALL_SEATS and coin.seen & eyes == 0


@rule
def blank_unseen(coin: Coin, eyes: int) -> None:
    if unseen(coin, eyes):
        coin.face = FACE_DOWN


# -- heaps: how many cards of each face, eight bits for each, in one number -------------------------------------------


@rule
def heap(faces: Any) -> int:
    return int(faces[0]) + (int(faces[1]) << 8) + (int(faces[2]) << 16) + (int(faces[3]) << 24)


@rule
def one(face: int) -> int:
    """A heap of one card."""
    return 1 << 8 * int(face)


@rule
def there(cards: int, face: int) -> int:
    """How many cards of a face are in a heap."""
    return cards >> 8 * int(face) & 255


@rule
def size(cards: int) -> int:
    return there(cards, 0) + there(cards, 1) + there(cards, 2) + there(cards, 3)


@rule
def without_grain(cards: int) -> int:
    """The heap without its grain, if there is anything else in it."""
    others = cards - (there(cards, GRAIN) << 16)
    return others if others > 0 else cards


@rule
def from_heap(cards: int, rng: Rng) -> int:
    """The face of a card drawn from a heap."""
    place = draw(rng, size(cards))
    face = 0
    while place >= there(cards, face):
        place -= there(cards, face)
        face += 1
    return face


@rule
def chance(rng: Rng) -> float:
    """A number from 0 up to 1."""
    return np.float64(next_u64(rng) >> np.uint64(11)) / 9007199254740992.0


# -- what some seats cannot know, dealt anew ---------------------------------------------------------------------------


@apart
def hide(box: Box, s: State, eyes: int, rng: Rng) -> None:
    """Deals everything anew that none of the seats in the bit mask `eyes` has seen; again, where a hand could have
    paid of which all know that it could not (§14.6)."""
    reseed(s.rng, rng)
    if s.step == Step.OVER:
        return
    lay_deck(box, s, rng)
    for _ in range(MOST_DEALS):
        deal_anew(box, s, eyes, rng)
        if none_able(s, eyes):
            break


@apart
def none_able(s: State, eyes: int) -> bool:
    """§14.6: whether none could have paid who had to mortgage because he could not."""
    for seat in range(s.seats):
        p = s.players[seat]
        if eyes >> seat & 1 or p.unable_wood + p.unable_stone == 0:
            continue
        coin = p.under[max(p.card_count - 1, 0)]  # it was in the hand, if its owner has seen it
        wood = p.hand[WOOD] + int(coin.seen != 0 and coin.face == WOOD)
        stone = p.hand[STONE] + int(coin.seen != 0 and coin.face == STONE)
        if short(p.unable_wood, wood) + short(p.unable_stone, stone) <= p.unable_luxury:
            return False
    return True


@apart
def deal_anew(box: Box, s: State, eyes: int, rng: Rng) -> None:
    old, new = heaps(box, s, eyes)
    chosen = decide_given(s, eyes, old, new, rng) if old >= 0 else (0, 0, 0)
    apart_ = old >= 0 and chosen[2] == 1
    if not apart_:
        old, new = 0, max(old, 0) + new
    for seat in range(s.seats):
        if not eyes >> seat & 1:
            forget(s.players[seat], apart_)
    gone = 0  # of each player, old cards that have left his hand, eight bits for each
    for i in range(s.given_count if apart_ else 0):
        seat, face = s.given[i] // GIVEN, s.given[i] % GIVEN
        if eyes >> seat & 1:
            continue
        was_old = is_set(chosen[0], chosen[1], i)
        if was_old:
            gone += one(seat)
        if face == FACE_DOWN:
            continue
        if was_old:
            old -= one(face)
            s.players[seat].old_faces[face] += 1
        else:
            new -= one(face)
    if not apart_:
        new = new - given_faces(s, eyes)
    mover = s.seat
    paying = s.step == Step.PAY and not eyes >> mover & 1
    if paying:
        p = s.players[mover]
        many = p.held - there5(gone, mover) if apart_ else 0
        old, new = deal_payer(s, p, many, old, new, rng)
    for known in (1, 0):  # first those hands without grain
        for seat in range(s.seats):
            p = s.players[seat]
            if not eyes >> seat & 1 and not (paying and seat == mover) and p.no_grain == known:
                # Who is choosing the cards of his bid has chosen none that others could know of.
                choosing = s.step == Step.PICK and seat == mover
                many = p.held - there5(gone, seat) if apart_ else 0
                old, new = deal_hand(p, 0 if choosing else p.bid - p.unseen, many, old, new, rng)
    for seat in range(s.seats):
        p = s.players[seat]
        old, new = deal_blind(p, apart_, old, new, rng)
        old, new = deal_unseen(s, p, p.civilization_cover, eyes, apart_, chosen[0], chosen[1], old, new, rng)
        old, new = deal_unseen(s, p, p.luxury_cover, eyes, apart_, chosen[0], chosen[1], old, new, rng)
        for place in range(p.card_count):
            old, new = deal_unseen(s, p, p.under[place], eyes, apart_, chosen[0], chosen[1], old, new, rng)
            old, new = deal_unseen(s, p, p.cover[place], eyes, apart_, chosen[0], chosen[1], old, new, rng)
            old, new = deal_unseen(s, p, p.dried[place], eyes, apart_, chosen[0], chosen[1], old, new, rng)
    for face in range(FACE_COUNT):
        s.stack[face] = there(new, face)


@rule
def there5(cards: int, seat: int) -> int:
    """How many of a seat's are in a number with eight bits for each seat."""
    return cards >> 8 * int(seat) & 255


@rule
def is_set(low: int, high: int, i: int) -> bool:
    """Whether a bit is set in a mask of two words of 40 bits."""
    return (low >> i if i < 40 else high >> (i - 40)) & 1 != 0


@rule
def forget(p: Player, apart_: bool) -> None:
    """Takes away what others cannot know. (Where all is dealt from one heap, `old_faces` keeps its number only.)"""
    p.picked_luxury = 0
    p.filling = 0
    for face in range(FACE_COUNT):
        p.hand[face] = 0
        p.bid_faces[face] = 0
        p.old_faces[face] = 0
    if not apart_:
        p.old_faces[0] = p.held


@apart
def heaps(box: Box, s: State, eyes: int) -> tuple[int, int]:
    """The cards that these seats have not seen: those not in the stack when it last was shuffled, and those that were.
    Cards that others have given away since are still among them. A negative number where that cannot be."""
    all_of_them = heap(s.stack) + given_faces(s, eyes)
    places = 0  # where old cards lie that were not seen
    old = 0
    for seat in range(s.seats):
        p = s.players[seat]
        if eyes >> seat & 1:
            old -= heap(p.old_faces)
        else:
            all_of_them += heap(p.hand) + heap(p.bid_faces)
            places += p.held
        all_of_them += heap(p.unseen_faces)
        places += p.old_unseen[0] + p.old_unseen[1] + p.old_unseen[2] + p.old_unseen[3]
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if unseen(coin, eyes):
                all_of_them += one(coin.face)
                places += coin.since == OLD
            elif coin.face != NONE and coin.since == OLD:
                old -= one(coin.face)
    if s.shuffles == 0:
        return 0, all_of_them
    for face in range(FACE_COUNT):
        old += (int(box.coins_of[face]) - int(s.shuffled[face]) - int(s.old_shown[face])) << 8 * face
    # Where a face came out below 0, the number is not what its parts say.
    if old < 0 or old >> 32 or size(old) != places:
        return -1, all_of_them
    for face in range(FACE_COUNT):
        if there(old, face) > there(all_of_them, face):
            return -1, all_of_them
    return old, all_of_them - old


@rule
def given_faces(s: State, eyes: int) -> int:
    """What others have given away face up since the last shuffle, of those cards that may have been old or new."""
    found = 0
    for i in range(s.given_count):
        if not eyes >> (s.given[i] // GIVEN) & 1 and s.given[i] % GIVEN != FACE_DOWN:
            found += one(s.given[i] % GIVEN)
    return found


@apart
def decide_given(s: State, eyes: int, old: int, new: int, rng: Rng) -> tuple[int, int, int]:
    """Which of the cards that others have given away since the last shuffle were old ones: a mask in two words; and
    whether it was found out."""
    undecided = False
    for i in range(s.given_count):
        if not eyes >> (s.given[i] // GIVEN) & 1:
            undecided = True
    if not undecided:
        return 0, 0, 1
    low, high, total, tries = 0, 0, 0.0, 0
    while tries < CANDIDATES or (total == 0.0 and tries < MOST_TRIES):
        weight, one_low, one_high = decide_once(s, eyes, old, new, rng)
        total += weight
        if weight > 0.0 and chance(rng) * total < weight:
            low, high = one_low, one_high
        tries += 1
    return low, high, 1 if total > 0.0 else 0


@apart
def decide_once(s: State, eyes: int, old: int, new: int, rng: Rng) -> tuple[float, int, int]:
    """Decides one after another; and the weight of the result."""
    weight, low, high = 1.0, 0, 0
    gone_old, gone_new = 0, 0  # of each player, eight bits for each
    for i in range(s.given_count):
        seat, face = s.given[i] // GIVEN, s.given[i] % GIVEN
        if eyes >> seat & 1:
            continue
        held = float(s.given_old[i] - there5(gone_old, seat))
        gained = float(s.given_new[i] - there5(gone_new, seat))
        if held < 0.0 or gained < 0.0 or held + gained == 0.0:
            return 0.0, 0, 0
        if face != FACE_DOWN:
            held *= float(there(old, face)) / max(size(old), 1) / (s.given_old[i] + s.given_new[i])
            gained *= float(there(new, face)) / max(size(new), 1) / (s.given_old[i] + s.given_new[i])
            weight *= held + gained
            if weight == 0.0:
                return 0.0, 0, 0
        if chance(rng) * (held + gained) < held:
            gone_old += one(seat)
            if i < 40:
                low |= 1 << i
            else:
                high |= 1 << (i - 40)
            if face != FACE_DOWN:
                old -= one(face)
        else:
            gone_new += one(seat)
            if face != FACE_DOWN:
                new -= one(face)
    weight *= paying_chance(s, eyes, gone_old, old, new)
    return weight * grainless_chance(s, eyes, gone_old, old, new), low, high


@rule
def deal_hand(p: Player, bid: int, many_old: int, old: int, new: int, rng: Rng) -> tuple[int, int]:
    """The cards of a hand, so many of them old ones, and those chosen from it for a bid."""
    left = p.hand_count + bid
    for i in range(p.hand_count + bid):
        from_old = many_old > 0 and draw(rng, left) < many_old
        cards = old if from_old else new
        face = from_heap(without_grain(cards) if p.no_grain else cards, rng)
        if from_old:
            old -= one(face)
            many_old -= 1
            p.old_faces[face] += 1
        else:
            new -= one(face)
        left -= 1
        if i < bid:
            p.bid_faces[face] += 1
        else:
            p.hand[face] += 1
    return old, new


@rule
def deal_blind(p: Player, apart_: bool, old: int, new: int, rng: Rng) -> tuple[int, int]:
    """The cards of a bid that were drawn for luxury."""
    many_old = p.old_unseen[0] + p.old_unseen[1] + p.old_unseen[2] + p.old_unseen[3]
    for face in range(FACE_COUNT):
        p.unseen_faces[face] = 0
        p.old_unseen[face] = 0
    for i in range(p.unseen):
        from_old = apart_ and i < many_old
        face = from_heap(old if from_old else new, rng)
        p.unseen_faces[face] += 1
        if i < many_old:
            p.old_unseen[face] += 1
        if from_old:
            old -= one(face)
        else:
            new -= one(face)
    return old, new


@rule
def deal_unseen(
    s: State, p: Player, coin: Coin, eyes: int, apart_: bool, low: int, high: int, old: int, new: int, rng: Rng
) -> tuple[int, int]:
    """A card that lies by itself."""
    if not unseen(coin, eyes):
        return old, new
    from_hand = coin.since > FRESH and is_set(low, high, int(coin.since) - 1)
    if apart_ and (coin.since == OLD or from_hand):
        coin.face = from_heap(old, rng)
        if from_hand:
            p.old_faces[coin.face] += 1
        return old - one(coin.face), new
    coin.face = from_heap(new, rng)
    return old, new - one(coin.face)


@rule
def grainless_chance(s: State, eyes: int, gone_old: int, old: int, new: int) -> float:
    """§14.6: the chance that there is no grain in the hands of which all know it."""
    many_old, many_new = 0, 0
    for seat in range(s.seats):
        p = s.players[seat]
        if p.no_grain and not eyes >> seat & 1:
            held = p.held - there5(gone_old, seat)
            choosing = s.step == Step.PICK and seat == s.seat
            many_old += held
            many_new += p.hand_count - held + (0 if choosing else p.bid - p.unseen)
    if many_old + many_new == 0:
        return 1.0
    of_old = ways(size(old) - there(old, GRAIN), many_old) / max(ways(size(old), many_old), 1.0)
    return of_old * ways(size(new) - there(new, GRAIN), many_new) / max(ways(size(new), many_new), 1.0)


# -- somebody who has said that he pays --------------------------------------------------------------------------------


@rule
def paying_chance(s: State, eyes: int, gone_old: int, old: int, new: int) -> float:
    """The chance that who is paying holds what that needs."""
    if s.step != Step.PAY or eyes >> s.seat & 1:
        return 1.0
    p = s.players[s.seat]
    many_old = p.held - there5(gone_old, s.seat)
    many_new = p.hand_count - many_old
    if many_old < 0 or many_new < 0:
        return 0.0
    return ways_to_pay(s, p, many_old, old, new, -1.0) / (ways(size(old), many_old) * ways(size(new), many_new))


@apart
def deal_payer(s: State, p: Player, many_old: int, old: int, new: int, rng: Rng) -> tuple[int, int]:
    """The hand of somebody who has said that he pays: he holds what that needs. Every hand that suffices comes with its
    own chance: the ways to draw so much wood and stone, and the rest from the other faces."""
    total = ways_to_pay(s, p, many_old, old, new, -1.0)
    found = int(ways_to_pay(s, p, many_old, old, new, total * chance(rng)))
    wood_old, stone_old, wood_new, stone_new = found >> 24, found >> 16 & 255, found >> 8 & 255, found & 255
    p.hand[WOOD], p.hand[STONE] = wood_old + wood_new, stone_old + stone_new
    p.old_faces[WOOD] += wood_old
    p.old_faces[STONE] += stone_old
    old -= wood_old + (stone_old << 8)
    new -= wood_new + (stone_new << 8)
    for i in range(p.hand_count - p.hand[WOOD] - p.hand[STONE]):
        from_old = i < many_old - wood_old - stone_old
        cards = old if from_old else new
        grain = 0 if p.no_grain else there(cards, GRAIN)
        face = GRAIN if draw(rng, grain + there(cards, INHABITANT)) < grain else INHABITANT
        p.hand[face] += 1
        if from_old:
            p.old_faces[face] += 1
            old -= one(face)
        else:
            new -= one(face)
    return old, new


@apart
def ways_to_pay(s: State, p: Player, many_old: int, old: int, new: int, wanted: float) -> float:
    """How many hands suffice for the payment, with so many old cards; or, if one of them is wanted, its wood and stone
    of both kinds, in a number with eight bits for each."""
    total = 0.0
    last = 0
    many_new = p.hand_count - many_old
    rest_old, rest_new = there(old, INHABITANT), there(new, INHABITANT)
    if not p.no_grain:
        rest_old += there(old, GRAIN)
        rest_new += there(new, GRAIN)
    for wood_old in range(min(many_old, there(old, WOOD)) + 1):
        for stone_old in range(min(many_old - wood_old, there(old, STONE)) + 1):
            others_old = many_old - wood_old - stone_old
            if others_old > rest_old:
                continue
            of_old = ways(there(old, WOOD), wood_old) * ways(there(old, STONE), stone_old) * ways(rest_old, others_old)
            for wood_new in range(min(many_new, there(new, WOOD)) + 1):
                for stone_new in range(min(many_new - wood_new, there(new, STONE)) + 1):
                    others_new = many_new - wood_new - stone_new
                    wood, stone = wood_old + wood_new, stone_old + stone_new
                    paid = min(wood, s.short_wood) + min(stone, s.short_stone) + p.luxury
                    if others_new > rest_new or paid < still_short(s):
                        continue
                    last = (wood_old << 24) + (stone_old << 16) + (wood_new << 8) + stone_new
                    of_new = ways(there(new, WOOD), wood_new) * ways(there(new, STONE), stone_new)
                    total += of_old * of_new * ways(rest_new, others_new)
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
