"""What is hidden in the card game (§1.2, §1.3): faces of coin cards from those who have not seen them, the stack, and
the power cards still face down.

Who has seen a card follows from where it lies: its owner has seen what he holds and what he chose from his hand for a
bid, nobody what was drawn for luxury, all what is on the discard pile; cards that lie by themselves carry it (`Coin`).
`redact` blanks the rest. `hide` puts all that somebody has not seen together and deals it anew into the places where
such cards lie, each arrangement with the chance that it has at a table (§1.6).

Every shuffle begins a new age of cards: everybody has seen which were shuffled, so those of each age are known together
(`State.heaps`), and a card is dealt from those of its age. How many cards of each age came into a hand all have seen
too. Of a card that has left it nobody else can tell which it was, if its player had cards of several ages; such cards
are kept in his `log`, among those that came. Here their ages are decided first. All of them have the chance: at each,
the part of that age in the hand, any card of which may have been it, times the part of that age's heap, as far as it is
left, which shows the face. That is drawn in two steps. Deciding one card after another, each by that product, draws
single cards rightly, but not all together; so it is done CANDIDATES times, and one of the results is taken by its
weight, the chance of the faces that were seen. Then SWEEPS times each age is drawn anew given all others, and pairs of
ages are exchanged, which brings the chances closer to the right ones, and never away from them. (So they are right up
to a small error; where there was nothing to decide they are exact.) Where no ages fit, as may be in a position that
somebody wrote, all is dealt from one heap, and so it is where nobody kept count.

By some options a choice tells that its player had no other (§14.6), and who has said that he pays can do it. All is
dealt again until it is so, at most MOST_DEALS times; then by force: a hand known to hold no grain from the rest, and
that of who pays is changed card by card until it suffices. From one heap he gets each such hand with its own chance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import Rng, draw, next_u64, reseed
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, GRAIN, INHABITANT, STONE, WOOD, Box
from petteia.games.peloponnes_card.rules.common import came, lying, short
from petteia.games.peloponnes_card.rules.paying import still_short
from petteia.games.peloponnes_card.rules.setup import lay_deck
from petteia.games.peloponnes_card.state import (
    AGES,
    ALL_SEATS,
    BACK,
    FACE_DOWN,
    GAVE,
    IN_USE,
    ONE_AGE,
    UNKNOWN,
    Coin,
    Player,
    State,
    Step,
)

CANDIDATES = 64
MOST_TRIES = 200
SWEEPS, MORE_SWEEPS = 4, 24
MOST_SWEEPS = 400
MOST_DEALS = 200
MOST_FORCED = 100
DECIDED, CHOSEN = 8, 64  # during a redraw: GAVE + face + age * DECIDED, and the age in the candidate chosen * CHOSEN
HARDLY = 0.5  # in place of no card left, while an impossible guess is changed; it goes down, and begins anew
COOLING, COOLED = 40, 0.85

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
        for age in range(s.ages + 1):
            blank_faces(p.age_unseen, age)
            if other != seat:
                blank_faces(p.age_faces, age)
        eyes = 1 << seat if seat >= 0 else 0
        blank_unseen(p.civilization_cover, eyes)
        blank_unseen(p.luxury_cover, eyes)
        for place in range(p.card_count):
            blank_unseen(p.under[place], eyes)
            blank_unseen(p.cover[place], eyes)
            blank_unseen(p.dried[place], eyes)


@rule
def blank_faces(age_faces: Any, age: int) -> None:
    """How many cards there are of an age, all know."""
    first = age * FACE_COUNT
    if age_faces[first] + age_faces[first + 1] + age_faces[first + 2] + age_faces[first + 3] > 0:
        for face in range(FACE_COUNT):
            age_faces[first + face] = UNKNOWN


@rule
def unseen(coin: Coin, eyes: int) -> bool:
    """Whether a card lies there that none of these seats has seen."""
    return coin.face != NONE and coin.seen != ALL_SEATS and coin.seen & eyes == 0


@rule
def blank_unseen(coin: Coin, eyes: int) -> None:
    if unseen(coin, eyes):
        coin.face = FACE_DOWN


@rule
def chance(rng: Rng) -> float:
    """A number from 0 up to 1."""
    return np.float64(next_u64(rng) >> np.uint64(11)) / 9007199254740992.0


# -- what some seats cannot know, dealt anew ---------------------------------------------------------------------------


@apart
def hide(box: Box, s: State, eyes: int, rng: Rng) -> None:
    """Deals everything anew that none of the seats in the bit mask `eyes` has seen."""
    reseed(s.rng, rng)
    if s.step == Step.OVER:
        return
    lay_deck(box, s, rng)
    unseen_cards = together(s, eyes)
    if s.ages == 0 or not deal_by_age(s, eyes, rng):
        deal_together(s, eyes, unseen_cards, rng)
    for i in range(AGES * FACE_COUNT):
        s.heaps_left[i] = 0


@apart
def deal_by_age(s: State, eyes: int, rng: Rng) -> bool:
    """Deals each card from those of its age (§1.6); again, where a hand does not fit what all know of it (§14.6).
    Whether it could be done."""
    if not lay_heaps(s, eyes):
        return False
    undecided = given_away(s, eyes)
    done = undecided == 0 or decide_ages(s, eyes, undecided, rng)
    if done:
        done = False
        for i in range(MOST_DEALS + MOST_FORCED):
            forced = i >= MOST_DEALS
            deal_all(s, eyes, True, forced, rng)
            if hands_fit(s, eyes, True) or (i >= MOST_DEALS + MOST_FORCED // 2 and payer_able(s)):
                done = True
                break
            lay_heaps(s, eyes)
            take_given(s, eyes)
            if undecided > 0:  # other ages may make such hands likelier
                sweep(s, eyes, undecided, 0.0, rng)
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(p.log_count):
            if is_gave(p.log[i]):
                p.log[i] = GAVE + shown_face(p.log[i])
    return done


@apart
def deal_together(s: State, eyes: int, unseen_cards: int, rng: Rng) -> None:
    """Deals all cards alike, where no ages are known."""
    for _ in range(MOST_DEALS):
        for face in range(FACE_COUNT):
            s.heaps_left[face] = unseen_cards >> 8 * face & 255
        deal_all(s, eyes, False, True, rng)
        if hands_fit(s, eyes, False):
            break


@apart
def together(s: State, eyes: int) -> int:
    """All cards that these seats have not seen, eight bits for each face."""
    found = heap(s.stack)
    for seat in range(s.seats):
        p = s.players[seat]
        if not eyes >> seat & 1:
            found += heap(p.hand) + heap(p.bid_faces)
        found += heap(p.unseen_faces)
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if unseen(coin, eyes):
                found += 1 << 8 * int(coin.face)
    return found


@rule
def heap(faces: Any) -> int:
    return int(faces[0]) + (int(faces[1]) << 8) + (int(faces[2]) << 16) + (int(faces[3]) << 24)


@apart
def lay_heaps(s: State, eyes: int) -> bool:
    """The cards of each age that these seats have not seen, with those that others have given away and that may have
    been of another age. Whether there can be such."""
    for i in range(AGES * FACE_COUNT):
        s.heaps_left[i] = s.heaps[i]
    for seat in range(s.seats):
        p = s.players[seat]
        if eyes >> seat & 1:
            for i in range(AGES * FACE_COUNT):
                s.heaps_left[i] -= p.age_faces[i]
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if coin.face != NONE and coin.age < AGES and not unseen(coin, eyes):
                s.heaps_left[coin.age * FACE_COUNT + coin.face] -= 1
    for i in range(AGES * FACE_COUNT):
        if s.heaps_left[i] < 0:
            return False
    return True


@rule
def heap_size(s: State, age: int) -> int:
    i = age * FACE_COUNT
    return int(s.heaps_left[i]) + s.heaps_left[i + 1] + s.heaps_left[i + 2] + s.heaps_left[i + 3]


# -- the ages of cards that were given away ----------------------------------------------------------------------------


@rule
def is_gave(entry: int) -> bool:
    return GAVE <= entry < BACK


@rule
def shown_face(entry: int) -> int:
    return (int(entry) - GAVE) % DECIDED


@rule
def decided_age(entry: int) -> int:
    return (int(entry) - GAVE) // DECIDED % DECIDED


@rule
def held_then(p: Player, end: int) -> int:
    """How many cards of each age a player held before an entry of his log, eight bits for each."""
    held = 0
    for i in range(end):
        entry = int(p.log[i])
        if entry >= BACK:
            held += 1 << 8 * decided_age(int(p.log[entry - BACK]))
        elif entry >= GAVE:
            held -= 1 << 8 * decided_age(entry)
        else:
            held += (entry % ONE_AGE) << 8 * (entry // ONE_AGE)
    return held


@rule
def left_chance(s: State, age: int, face: int, hardly: float) -> float:
    """The chance that a card of an age shows this face; nearly none, if need be, where there is none left."""
    if face == FACE_DOWN:
        return 1.0
    return max(float(s.heaps_left[age * FACE_COUNT + face]), hardly) / max(heap_size(s, age), 1)


@rule
def take(s: State, age: int, face: int) -> None:
    if face != FACE_DOWN:
        s.heaps_left[age * FACE_COUNT + face] -= 1


@rule
def put_back(s: State, age: int, face: int) -> None:
    if face != FACE_DOWN:
        s.heaps_left[age * FACE_COUNT + face] += 1


@rule
def take_given(s: State, eyes: int) -> None:
    """Takes what others have given away from the heaps of the ages decided."""
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            entry = int(p.log[i])
            if is_gave(entry):
                take(s, decided_age(entry), shown_face(entry))


@apart
def given_away(s: State, eyes: int) -> int:
    """How many cards others have given away that may have been of several ages."""
    found = 0
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            found += is_gave(p.log[i])
    return found


@apart
def decide_ages(s: State, eyes: int, undecided: int, rng: Rng) -> bool:
    """Decides the ages of all cards that others have given away. Whether that could be done."""
    sweeps = SWEEPS
    if not choose_candidate(s, eyes, rng):  # then an impossible one is changed until it is possible
        sweeps = MORE_SWEEPS
        hardly = HARDLY
        for i in range(MOST_SWEEPS):
            if i % COOLING == 0:
                hardly = HARDLY
                lay_heaps(s, eyes)
                guess_ages(s, eyes, HARDLY, rng)
            if none_missing(s):
                break
            hardly *= COOLED
            sweep(s, eyes, undecided, hardly, rng)
        if not none_missing(s):
            return False
    for _ in range(sweeps):
        sweep(s, eyes, undecided, 0.0, rng)
    return True


@apart
def choose_candidate(s: State, eyes: int, rng: Rng) -> bool:
    """Guesses all ages several times, and takes one of the results by its weight; whether there was any."""
    total, tries = 0.0, 0
    while tries < CANDIDATES or (total == 0.0 and tries < MOST_TRIES):
        lay_heaps(s, eyes)
        weight = guess_ages(s, eyes, 0.0, rng)
        total += weight
        if weight > 0.0 and chance(rng) * total < weight:
            keep_ages(s, eyes, True)
        tries += 1
    lay_heaps(s, eyes)
    if total > 0.0:
        keep_ages(s, eyes, False)
        take_given(s, eyes)
    return total > 0.0


@apart
def guess_ages(s: State, eyes: int, hardly: float, rng: Rng) -> float:
    """Decides one after another, from what its player held and what is left of its face; the weight of the result: the
    chance of the faces that were seen."""
    found = 1.0
    for seat in range(s.seats):
        p = s.players[seat]
        held, many = 0, 0
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            entry = int(p.log[i])
            if entry >= BACK:
                held += 1 << 8 * decided_age(p.log[entry - BACK])
                many += 1
            elif entry < GAVE:
                held += (entry % ONE_AGE) << 8 * (entry // ONE_AGE)
                many += entry % ONE_AGE
            else:
                face = shown_face(entry)
                chosen, total = 0, 0.0
                for age in range(s.ages + 1):
                    weight = (held >> 8 * age & 255) * left_chance(s, age, face, hardly)
                    if weight > 0.0:
                        total += weight
                        if chance(rng) * total < weight:
                            chosen = age
                found *= total / max(many, 1)
                if found == 0.0:
                    return 0.0
                take(s, chosen, face)
                p.log[i] = entry + (chosen - decided_age(entry)) * DECIDED
                held -= 1 << 8 * chosen
                many -= 1
    return found


@apart
def keep_ages(s: State, eyes: int, keep: bool) -> None:
    """Keeps the ages decided; or decides those that were kept."""
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            entry = int(p.log[i])
            if is_gave(entry):
                age = decided_age(entry) if keep else (entry - GAVE) // CHOSEN
                p.log[i] = GAVE + shown_face(entry) + age * DECIDED + (age * CHOSEN if keep else 0)


@rule
def none_missing(s: State) -> bool:
    for i in range(AGES * FACE_COUNT):
        if s.heaps_left[i] < 0:
            return False
    return True


@apart
def sweep(s: State, eyes: int, undecided: int, hardly: float, rng: Rng) -> None:
    """Draws every age anew, and lets each card exchange its own with another's."""
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            if is_gave(p.log[i]):
                decide_one(s, p, i, hardly, rng)
                swap(s, seat, i, eyes, draw(rng, undecided), hardly, rng)


@apart
def decide_one(s: State, p: Player, place: int, hardly: float, rng: Rng) -> None:
    """Draws the age of one card, given those of all others."""
    face = shown_face(p.log[place])
    chosen, total = decided_age(p.log[place]), 0.0
    put_back(s, chosen, face)
    for age in range(s.ages + 1):
        weight = left_chance(s, age, face, hardly)
        if weight > 0.0:
            weight *= chance_in_log(p, place, age)
            total += weight
            if chance(rng) * total < weight:
                chosen = age
    take(s, chosen, face)
    p.log[place] = GAVE + face + chosen * DECIDED


@apart
def chance_in_log(p: Player, place: int, age: int) -> float:
    """How likely a card that was given away was of this age, by what its player held: each card that he could choose
    from alike, then and when he gave others."""
    held, found = 0, 0.0
    for i in range(p.log_count):
        entry = int(p.log[i])
        if entry >= BACK:
            if entry - BACK == place:
                break
            held += decided_age(p.log[entry - BACK]) == age
        elif i == place:
            if held == 0:
                return 0.0
            found = float(held)
        elif entry >= GAVE:
            if decided_age(entry) == age:
                if found > 0.0:
                    found *= float(held - 1) / held
                    if found == 0.0:
                        return 0.0
                held -= 1
        elif entry // ONE_AGE == age:
            held += entry % ONE_AGE
    return found


@apart
def chance_of_log(p: Player) -> float:
    """How likely all ages of cards that a player gave away are, by what he held."""
    held, found = 0, 1.0
    for i in range(p.log_count):
        entry = int(p.log[i])
        if entry >= BACK:
            held += 1 << 8 * decided_age(p.log[entry - BACK])
        elif entry >= GAVE:
            age = decided_age(entry)
            found *= held >> 8 * age & 255
            if found == 0.0:
                return 0.0
            held -= 1 << 8 * age
        else:
            held += (entry % ONE_AGE) << 8 * (entry // ONE_AGE)
    return found


@apart
def swap(s: State, mine: int, place: int, eyes: int, other: int, hardly: float, rng: Rng) -> None:
    """Lets a card exchange its age with another: single ages often cannot change where few cards are left."""
    for seat in range(s.seats):
        q = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else q.log_count):
            if not is_gave(q.log[i]):
                continue
            if other == 0:
                swap_with(s, mine, place, seat, i, hardly, rng)
                return
            other -= 1


@apart
def swap_with(s: State, mine: int, place: int, seat: int, i: int, hardly: float, rng: Rng) -> None:
    """By Metropolis: always, if that is likelier; else as often as it is less likely."""
    p, q = s.players[mine], s.players[seat]
    one, two = int(p.log[place]), int(q.log[i])
    age, other_age = decided_age(one), decided_age(two)
    if age == other_age:
        return
    face, other_face = shown_face(one), shown_face(two)
    before = chance_of_log(p) * (1.0 if mine == seat else chance_of_log(q))
    p.log[place] = GAVE + face + other_age * DECIDED
    q.log[i] = GAVE + other_face + age * DECIDED
    after = chance_of_log(p) * (1.0 if mine == seat else chance_of_log(q))
    if after > 0.0:
        put_back(s, age, face)
        before *= left_chance(s, age, face, hardly)
        put_back(s, other_age, other_face)
        before *= left_chance(s, other_age, other_face, hardly)
        after *= left_chance(s, other_age, face, hardly)
        take(s, other_age, face)
        after *= left_chance(s, age, other_face, hardly)
        take(s, age, other_face)
        if chance(rng) * before < after:
            return
        put_back(s, age, other_face)
        put_back(s, other_age, face)
        take(s, other_age, other_face)
        take(s, age, face)
    p.log[place] = one
    q.log[i] = two


# -- dealing -----------------------------------------------------------------------------------------------------------


@rule
def from_heap(s: State, age: int, no_grain: bool, rng: Rng) -> int:
    """The face of a card drawn from those of an age; grain only if need be, where there is none."""
    first = age * FACE_COUNT
    left = heap_size(s, age)
    grain = int(s.heaps_left[first + GRAIN])
    skipped = grain if no_grain and left > grain else 0
    place = draw(rng, max(left - skipped, 1))
    face = 0
    while face < FACE_COUNT - 1:
        there = s.heaps_left[first + face] - (skipped if face == GRAIN else 0)
        if place < there:
            break
        place -= there
        face += 1
    s.heaps_left[first + face] -= 1
    return face


@apart
def deal_all(s: State, eyes: int, by_age: bool, forced: bool, rng: Rng) -> None:
    """Deals from `heaps_left` all that these seats have not seen; by force, so that hands fit what is known of them."""
    for seat in range(s.seats):
        if not eyes >> seat & 1:
            forget(s.players[seat], by_age)
    mover = s.seat
    paying = forced and s.step == Step.PAY and not eyes >> mover & 1
    if paying and not by_age:
        deal_payer(s, s.players[mover], rng)
    elif paying:
        deal_hand(s, s.players[mover], 0, by_age, forced, rng)
        make_able(s, s.players[mover], rng)
    for known in (1, 0):  # first those hands without grain
        for seat in range(s.seats):
            p = s.players[seat]
            if not eyes >> seat & 1 and not (paying and seat == mover) and p.no_grain == known:
                # Who is choosing the cards of his bid has chosen none that others could know of.
                choosing = s.step == Step.PICK and seat == mover
                deal_hand(s, p, 0 if choosing else p.bid - p.unseen, by_age, forced, rng)
    for seat in range(s.seats):
        p = s.players[seat]
        deal_blind(s, p, by_age, rng)
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if unseen(coin, eyes):
                deal_unseen(s, p, coin, by_age, rng)
    for face in range(FACE_COUNT):
        s.stack[face] = s.heaps_left[(s.ages * FACE_COUNT if by_age else 0) + face]


@rule
def forget(p: Player, by_age: bool) -> None:
    """Takes away what others cannot know. (Where all is dealt from one heap, `age_faces` keeps its numbers only.)"""
    p.picked_luxury = 0
    p.filling = 0
    for face in range(FACE_COUNT):
        p.hand[face] = 0
        p.bid_faces[face] = 0
    for i in range(AGES * FACE_COUNT):
        p.age_faces[i] = 0
    for age in range(0 if by_age else AGES):
        p.age_faces[age * FACE_COUNT] = came(p, age)
    for i in range(p.log_count if by_age else 0):
        entry = int(p.log[i])
        if is_gave(entry) and shown_face(entry) != FACE_DOWN:
            p.age_faces[decided_age(entry) * FACE_COUNT + shown_face(entry)] += 1


@rule
def deal_hand(s: State, p: Player, bid: int, by_age: bool, forced: bool, rng: Rng) -> None:
    """The cards of a hand, and those chosen from it for a bid."""
    left = int(p.hand_count) + int(bid)
    held = held_then(p, p.log_count) if by_age else left
    for i in range(p.hand_count + bid):
        place = draw(rng, left)
        age = 0
        while place >= held >> 8 * age & 255:
            place -= held >> 8 * age & 255
            age += 1
        held -= 1 << 8 * age
        left -= 1
        face = from_heap(s, age, forced and p.no_grain != 0, rng)
        if by_age:
            p.age_faces[age * FACE_COUNT + face] += 1
        if i < bid:
            p.bid_faces[face] += 1
        else:
            p.hand[face] += 1


@rule
def deal_blind(s: State, p: Player, by_age: bool, rng: Rng) -> None:
    """The cards of a bid that were drawn for luxury."""
    if p.unseen == 0:
        return
    for face in range(FACE_COUNT):
        p.unseen_faces[face] = 0
    for age in range(s.ages + 1):
        first = age * FACE_COUNT
        many = p.unseen
        if s.ages > 0:
            many = p.age_unseen[first] + p.age_unseen[first + 1] + p.age_unseen[first + 2] + p.age_unseen[first + 3]
        for face in range(FACE_COUNT):
            p.age_unseen[first + face] = 0
        for _ in range(many):
            face = from_heap(s, age if by_age else 0, False, rng)
            p.unseen_faces[face] += 1
            if s.ages > 0:
                p.age_unseen[first + face] += 1


@rule
def deal_unseen(s: State, p: Player, coin: Coin, by_age: bool, rng: Rng) -> None:
    """A card that lies by itself."""
    if not by_age:
        coin.face = from_heap(s, 0, False, rng)
    elif coin.age < AGES:
        coin.face = from_heap(s, coin.age, False, rng)
    else:
        age = decided_age(int(p.log[coin.age - AGES]))
        coin.face = from_heap(s, age, False, rng)
        p.age_faces[age * FACE_COUNT + coin.face] += 1


@apart
def hands_fit(s: State, eyes: int, by_age: bool) -> bool:
    """Whether who pays can, who has no grain has none, and none could have paid who had to mortgage because he could
    not (§14.6)."""
    if not payer_able(s):
        return False
    for seat in range(s.seats):
        p = s.players[seat]
        if eyes >> seat & 1:
            continue
        if by_age and p.no_grain and p.hand[GRAIN] + p.bid_faces[GRAIN] > 0:  # else it is the best that can be
            return False
        if p.unable_wood + p.unable_stone > 0:
            coin = p.under[max(p.card_count - 1, 0)]  # it was in the hand, if its owner has seen it
            wood = p.hand[WOOD] + int(coin.seen != 0 and coin.face == WOOD)
            stone = p.hand[STONE] + int(coin.seen != 0 and coin.face == STONE)
            if short(p.unable_wood, wood) + short(p.unable_stone, stone) <= p.unable_luxury:
                return False
    return True


# -- somebody who has said that he pays --------------------------------------------------------------------------------


@rule
def payer_able(s: State) -> bool:
    if s.step != Step.PAY:
        return True
    p = s.players[s.seat]
    return min(p.hand[WOOD], s.short_wood) + min(p.hand[STONE], s.short_stone) + p.luxury >= still_short(s)


@apart
def make_able(s: State, p: Player, rng: Rng) -> None:
    """Changes cards of a hand for others of their ages, until it suffices; then any, so that it goes on to suffice. For
    hands that hardly ever come by themselves."""
    for _ in range(8 * p.hand_count):
        place = draw(rng, p.hand_count)
        changed = False
        for i in range(AGES * FACE_COUNT):
            there = of_hand(p, i)
            if not changed and place < there:
                changed = True
                change_card(s, p, i // FACE_COUNT, i % FACE_COUNT, rng)
            place -= there


@rule
def of_hand(p: Player, i: int) -> int:
    """How many cards of an age and face are in a hand: not those that left it."""
    found = int(p.age_faces[i])
    for j in range(p.log_count):
        entry = int(p.log[j])
        if is_gave(entry) and shown_face(entry) != FACE_DOWN:
            found -= decided_age(entry) * FACE_COUNT + shown_face(entry) == i
    return found


@rule
def change_card(s: State, p: Player, age: int, face: int, rng: Rng) -> None:
    """One card of a hand for another of its age, if the hand pays no less then, or enough."""
    paid = min(p.hand[WOOD], s.short_wood) + min(p.hand[STONE], s.short_stone)
    first = age * FACE_COUNT
    s.heaps_left[first + face] += 1
    other = from_heap(s, age, p.no_grain != 0, rng)
    p.hand[face] -= 1
    p.hand[other] += 1
    now = min(p.hand[WOOD], s.short_wood) + min(p.hand[STONE], s.short_stone)
    if now < paid and now + p.luxury < still_short(s):
        p.hand[face] += 1
        p.hand[other] -= 1
        s.heaps_left[first + face] -= 1
        s.heaps_left[first + other] += 1
    else:
        p.age_faces[first + face] -= 1
        p.age_faces[first + other] += 1


@apart
def deal_payer(s: State, p: Player, rng: Rng) -> None:
    """The hand of somebody who has said that he pays: he holds what that needs. Every hand that suffices comes with its
    own chance: the ways to draw so much wood and stone, and the rest from the other faces."""
    found = int(ways_to_pay(s, p, ways_to_pay(s, p, -1.0) * chance(rng)))
    p.hand[WOOD], p.hand[STONE] = found >> 8, found & 255
    s.heaps_left[WOOD] -= p.hand[WOOD]
    s.heaps_left[STONE] -= p.hand[STONE]
    for _ in range(p.hand_count - p.hand[WOOD] - p.hand[STONE]):
        grain = 0 if p.no_grain else s.heaps_left[GRAIN]
        face = GRAIN if draw(rng, grain + s.heaps_left[INHABITANT]) < grain else INHABITANT
        p.hand[face] += 1
        s.heaps_left[face] -= 1


@apart
def ways_to_pay(s: State, p: Player, wanted: float) -> float:
    """How many hands suffice for the payment; or, if one of them is wanted, its wood and stone, eight bits for each."""
    total = 0.0
    last = 0
    rest = s.heaps_left[INHABITANT] + (0 if p.no_grain else s.heaps_left[GRAIN])
    for wood in range(min(p.hand_count, s.heaps_left[WOOD]) + 1):
        for stone in range(min(p.hand_count - wood, s.heaps_left[STONE]) + 1):
            others = p.hand_count - wood - stone
            if others > rest or min(wood, s.short_wood) + min(stone, s.short_stone) + p.luxury < still_short(s):
                continue
            last = (wood << 8) + stone
            total += ways(s.heaps_left[WOOD], wood) * ways(s.heaps_left[STONE], stone) * ways(rest, others)
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
