"""What is hidden in the card game (§1.2, §1.3): faces of coin cards from those who have not seen them, the stack, and
the power cards still face down.

Who has seen a card follows from where it lies: its owner has seen what he holds and what he chose from his hand for a
bid, nobody what was drawn for luxury, all what is on the discard pile; cards that lie by themselves carry it (`Coin`).
`redact` blanks the rest. `hide` puts all that somebody has not seen together and deals it anew into the places where
such cards lie, each arrangement with the chance that it has at a table (§1.6).

Every shuffle begins a new age of cards (rules/ages.py): everybody has seen which were shuffled, so those of each age
are known together, and a card is dealt from those of its age. How many cards of each age came into a hand all have seen
too. Of a card that has left it nobody else can tell which it was, if its player had cards of several ages. Here the
ages of such cards are decided first. All of them have the chance: at each, the part of that age in the hand, any card
of which may have been it, times the part of that age's heap, as far as it is left, which shows the face. That is drawn
in two steps. Deciding one card after another, each by that product, draws single cards rightly, but not all together;
so it is done CANDIDATES times, and one of the results is taken by its weight, the chance of the faces that were seen.
Then SWEEPS times each age is drawn anew given all others, and pairs of ages are exchanged, which brings the chances
closer to the right ones, and never away from them. (So they are right up to a small error; where there was nothing to
decide they are exact.) Where no ages fit, as may be in a position that somebody wrote, they are forgotten. Where none
are known, all cards are of one.

By some options a choice tells that its player had no other (§14.6), and who has said that he pays can do it. All is
dealt again until it is so, at most MOST_DEALS times; then by force: a hand known to hold no grain from the rest, and
that of who pays is changed card by card until it suffices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import Rng, draw, next_u64, reseed
from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE, UNKNOWN
from petteia.games.peloponnes_card.box import FACE_COUNT, GRAIN, STONE, WOOD, Box
from petteia.games.peloponnes_card.rules.ages import (
    age_of,
    came_age,
    came_count,
    entry_of,
    forget_ages,
    in_log,
    is_back,
    is_gave,
    lying,
)
from petteia.games.peloponnes_card.rules.common import short
from petteia.games.peloponnes_card.rules.paying import still_short
from petteia.games.peloponnes_card.rules.setup import lay_deck
from petteia.games.peloponnes_card.state import (
    AGES,
    ALL_SEATS,
    BACK,
    FACE_DOWN,
    GAVE,
    IN_USE,
    Coin,
    Player,
    State,
    Step,
)

CANDIDATES = 96
MOST_TRIES = 200
SWEEPS, MORE_SWEEPS = 2, 24
MOST_SWEEPS = 4000
MOST_DEALS = 40
MOST_FORCED = 100
HARDLY = 0.5  # in place of no card left, while an impossible guess is changed; it goes down, and begins anew
COOLING, COOLED = 40, 0.85
SHOWN = FACE_DOWN + 1  # what others may have seen of a card: its face, or none

# -- what a seat sees --------------------------------------------------------------------------------------------------


@rule
def open_to_all(s: State) -> bool:
    """§12.4: at the end all cards are turned up."""
    return s.step == Step.OVER


@large_rule
def redact(box: Box, s: State, seat: int, seen: State) -> None:
    """Power cards still face down are blank, faces that the seat has not seen, and those of the cards of each age."""
    if open_to_all(s):
        return
    for i in range(s.drawn, IN_USE):
        seen.deck[i] = NONE
    eyes = 1 << seat if seat >= 0 else 0
    for other in range(s.seats):
        p = seen.players[other]
        for age in range(s.ages + 1):
            blank_faces(p.age_unseen, age)
            if other != seat:
                blank_faces(p.age_faces, age)
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


@large_rule
def hide(box: Box, s: State, eyes: int, rng: Rng) -> None:
    """Deals everything anew that none of the seats in the bit mask `eyes` has seen."""
    reseed(s.rng, rng)
    if s.step == Step.OVER:
        return
    lay_deck(box, s, rng)
    if not deal_anew(s, eyes, rng) and s.ages > 0:
        forget_ages(s)
        deal_anew(s, eyes, rng)
    for i in range(AGES * FACE_COUNT):
        s.heaps_left[i] = 0
    for age in range(AGES):
        s.held[age] = 0


@large_rule
def deal_anew(s: State, eyes: int, rng: Rng) -> bool:
    """Deals each card from those of its age (§1.6). Whether it could be done."""
    if not lay_heaps(s, eyes):
        return False
    undecided = given_away(s, eyes)
    done = undecided == 0 or decide_ages(s, eyes, undecided, rng)
    if done:
        done = deal_until_it_fits(s, eyes, undecided, rng)
    undecide(s)
    return done


@large_rule
def deal_until_it_fits(s: State, eyes: int, undecided: int, rng: Rng) -> bool:
    """Deals again where a hand does not fit what all know of it (§14.6)."""
    for i in range(MOST_DEALS + MOST_FORCED):
        deal_all(s, eyes, i >= MOST_DEALS, rng)
        if hands_fit(s, eyes) or (i >= MOST_DEALS + MOST_FORCED // 2 and payer_able(s)):
            return True
        lay_heaps(s, eyes)
        take_given(s, eyes)
        if undecided > 0:  # other ages may make such hands likelier
            sweep(s, eyes, undecided, 0.0, rng)
    return False


@large_rule
def lay_heaps(s: State, eyes: int) -> bool:
    """The cards of each age that these seats have not seen, with those that others have given away and that may have
    been of another age. Whether there can be such."""
    if s.ages == 0:
        lay_together(s, eyes)
        return True
    for i in range((s.ages + 1) * FACE_COUNT):
        s.heaps_left[i] = s.heaps[i]
    for seat in range(s.seats):
        p = s.players[seat]
        if eyes >> seat & 1:
            for i in range((s.ages + 1) * FACE_COUNT):
                s.heaps_left[i] -= p.age_faces[i]
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if coin.face != NONE and not in_log(coin) and not unseen(coin, eyes):
                s.heaps_left[age_of(coin) * FACE_COUNT + coin.face] -= 1
    return none_missing(s)


@large_rule
def lay_together(s: State, eyes: int) -> None:
    """All cards that these seats have not seen, where no ages are known."""
    for face in range(FACE_COUNT):
        s.heaps_left[face] = s.stack[face]
    for seat in range(s.seats):
        p = s.players[seat]
        for face in range(FACE_COUNT):
            s.heaps_left[face] += p.unseen_faces[face]
            if not eyes >> seat & 1:
                s.heaps_left[face] += p.hand[face] + p.bid_faces[face]
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if unseen(coin, eyes):
                s.heaps_left[coin.face] += 1


@rule
def none_missing(s: State) -> bool:
    for i in range((s.ages + 1) * FACE_COUNT):
        if s.heaps_left[i] < 0:
            return False
    return True


@rule
def heap_size(s: State, age: int) -> int:
    i = age * FACE_COUNT
    return int(s.heaps_left[i]) + s.heaps_left[i + 1] + s.heaps_left[i + 2] + s.heaps_left[i + 3]


# -- the ages of cards that were given away ----------------------------------------------------------------------------
# During a redraw the entry of such a card carries, above its face, its age as decided now and in the candidate chosen.


@rule
def gave_entry(face: int, age: int, chosen: int) -> int:
    return GAVE + face + SHOWN * (age + AGES * chosen)


assert SHOWN * AGES * AGES <= BACK - GAVE


@rule
def shown_face(entry: int) -> int:
    return (int(entry) - GAVE) % SHOWN


@rule
def decided_age(entry: int) -> int:
    return (int(entry) - GAVE) // SHOWN % AGES


@rule
def chosen_age(entry: int) -> int:
    return (int(entry) - GAVE) // (SHOWN * AGES)


@rule
def with_age(entry: int, age: int) -> int:
    """The entry of a card with another age decided."""
    return gave_entry(shown_face(entry), age, chosen_age(entry))


@rule
def undecide(s: State) -> None:
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(p.log_count):
            if is_gave(p.log[i]):
                p.log[i] = gave_entry(shown_face(p.log[i]), 0, 0)


@rule
def hold_none(s: State) -> None:
    for age in range(s.ages + 1):
        s.held[age] = 0


@rule
def hold(s: State, p: Player, entry: int) -> int:
    """Cards that came into a hand, or one that came back, are held; how many."""
    if is_back(entry):
        s.held[decided_age(p.log[entry - BACK])] += 1
        return 1
    s.held[came_age(entry)] += came_count(entry)
    return came_count(entry)


@rule
def hold_until(s: State, p: Player, end: int) -> None:
    """What a player held of each age before an entry of his log."""
    hold_none(s)
    for i in range(end):
        entry = int(p.log[i])
        if is_gave(entry):
            s.held[decided_age(entry)] -= 1
        else:
            hold(s, p, entry)


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


@large_rule
def given_away(s: State, eyes: int) -> int:
    """How many cards others have given away that may have been of several ages."""
    found = 0
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            found += is_gave(p.log[i])
    return found


@large_rule
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


@large_rule
def choose_candidate(s: State, eyes: int, rng: Rng) -> bool:
    """Guesses all ages several times, and takes one of the results by its weight; whether there was any."""
    total, tries = 0.0, 0
    while tries < CANDIDATES or (total == 0.0 and tries < MOST_TRIES):
        lay_heaps(s, eyes)
        weight = guess_ages(s, eyes, 0.0, rng)
        total += weight
        if weight > 0.0 and chance(rng) * total < weight:
            choose_these(s, eyes)
        tries += 1
    lay_heaps(s, eyes)
    if total > 0.0:
        decide_as_chosen(s, eyes)
        take_given(s, eyes)
    return total > 0.0


@large_rule
def guess_ages(s: State, eyes: int, hardly: float, rng: Rng) -> float:
    """Decides one after another, from what its player held and what is left of its face; the weight of the result: the
    chance of the faces that were seen."""
    found = 1.0
    for seat in range(s.seats):
        p = s.players[seat]
        hold_none(s)
        many = 0
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            entry = int(p.log[i])
            if not is_gave(entry):
                many += hold(s, p, entry)
                continue
            face = shown_face(entry)
            age, total = 0, 0.0
            for other in range(s.ages + 1):
                if s.held[other] > 0:
                    weight = s.held[other] * left_chance(s, other, face, hardly)
                    if weight > 0.0:
                        total += weight
                        if chance(rng) * total < weight:
                            age = other
            found *= total / max(many, 1)
            if found == 0.0:
                return 0.0
            take(s, age, face)
            p.log[i] = with_age(entry, age)
            s.held[age] -= 1
            many -= 1
    return found


@large_rule
def choose_these(s: State, eyes: int) -> None:
    """Keeps the ages decided now as those of the candidate chosen."""
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            entry = int(p.log[i])
            if is_gave(entry):
                p.log[i] = gave_entry(shown_face(entry), decided_age(entry), decided_age(entry))


@large_rule
def decide_as_chosen(s: State, eyes: int) -> None:
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            entry = int(p.log[i])
            if is_gave(entry):
                p.log[i] = gave_entry(shown_face(entry), chosen_age(entry), 0)


@large_rule
def sweep(s: State, eyes: int, undecided: int, hardly: float, rng: Rng) -> None:
    """Draws every age anew, and lets each card exchange its own with another's."""
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else p.log_count):
            if is_gave(p.log[i]):
                decide_one(s, p, i, hardly, rng)
                swap(s, seat, i, eyes, draw(rng, undecided), hardly, rng)


@large_rule
def decide_one(s: State, p: Player, at: int, hardly: float, rng: Rng) -> None:
    """Draws the age of one card, given those of all others."""
    entry = int(p.log[at])
    face, age, total = shown_face(entry), decided_age(entry), 0.0
    put_back(s, age, face)
    hold_until(s, p, at)
    for other in range(s.ages + 1):
        if s.held[other] > 0:
            weight = left_chance(s, other, face, hardly)
            if weight > 0.0:
                weight *= chance_in_log(p, at, other, int(s.held[other]))
                total += weight
                if chance(rng) * total < weight:
                    age = other
    take(s, age, face)
    p.log[at] = with_age(entry, age)


@large_rule
def chance_in_log(p: Player, at: int, age: int, cards: int) -> float:
    """How likely a card that was given away was of this age, by what its player held of it: each card that he could
    choose from alike, then and when he gave others."""
    found = float(cards)
    for i in range(at + 1, p.log_count):
        entry = int(p.log[i])
        if is_gave(entry):
            if decided_age(entry) == age:
                found *= float(cards - 1) / cards
                if found == 0.0:
                    return 0.0
                cards -= 1
        elif is_back(entry):
            if entry - BACK == at:
                break
            cards += decided_age(p.log[entry - BACK]) == age
        elif came_age(entry) == age:
            cards += came_count(entry)
    return found


@large_rule
def chance_of_log(s: State, p: Player) -> float:
    """How likely all ages of cards that a player gave away are, by what he held."""
    hold_none(s)
    found = 1.0
    for i in range(p.log_count):
        entry = int(p.log[i])
        if not is_gave(entry):
            hold(s, p, entry)
            continue
        age = decided_age(entry)
        found *= s.held[age]
        if found == 0.0:
            return 0.0
        s.held[age] -= 1
    return found


@large_rule
def swap(s: State, mine: int, at: int, eyes: int, other: int, hardly: float, rng: Rng) -> None:
    """Lets a card exchange its age with another: single ages often cannot change where few cards are left."""
    for seat in range(s.seats):
        q = s.players[seat]
        for i in range(0 if eyes >> seat & 1 else q.log_count):
            if not is_gave(q.log[i]):
                continue
            if other == 0:
                swap_with(s, mine, at, seat, i, hardly, rng)
                return
            other -= 1


@large_rule
def swap_with(s: State, mine: int, at: int, seat: int, i: int, hardly: float, rng: Rng) -> None:
    """By Metropolis: always, if that is likelier; else as often as it is less likely."""
    p, q = s.players[mine], s.players[seat]
    one, two = int(p.log[at]), int(q.log[i])
    age, other_age = decided_age(one), decided_age(two)
    if age == other_age:
        return
    face, other_face = shown_face(one), shown_face(two)
    before = chance_of_log(s, p) * (1.0 if mine == seat else chance_of_log(s, q))
    p.log[at] = with_age(one, other_age)
    q.log[i] = with_age(two, age)
    after = chance_of_log(s, p) * (1.0 if mine == seat else chance_of_log(s, q))
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
    p.log[at] = one
    q.log[i] = two


# -- dealing -----------------------------------------------------------------------------------------------------------


@rule
def from_heap(s: State, age: int, no_grain: bool, rng: Rng) -> int:
    """The face of a card drawn from those of an age; grain only if need be, where there is none."""
    first = age * FACE_COUNT
    left = heap_size(s, age)
    grain = int(s.heaps_left[first + GRAIN])
    skipped = grain if no_grain and left > grain else 0
    nth = draw(rng, max(left - skipped, 1))
    face = 0
    while face < FACE_COUNT - 1:
        there = s.heaps_left[first + face] - (skipped if face == GRAIN else 0)
        if nth < there:
            break
        nth -= there
        face += 1
    s.heaps_left[first + face] -= 1
    return face


PAYER, NO_GRAIN, OTHERS = 0, 1, 2  # whose hands are dealt first: those that not every card will do for


@large_rule
def deal_all(s: State, eyes: int, forced: bool, rng: Rng) -> None:
    """Deals from `heaps_left` all that these seats have not seen; by force, so that hands fit what is known of them."""
    for seat in range(s.seats):
        if not eyes >> seat & 1:
            forget(s, s.players[seat])
    for kind in (PAYER, NO_GRAIN, OTHERS):
        for seat in range(s.seats):
            if not eyes >> seat & 1 and kind_of_hand(s, seat, forced) == kind:
                deal_hand(s, seat, forced, rng)
                if kind == PAYER:
                    make_able(s, s.players[seat], rng)
    for seat in range(s.seats):
        p = s.players[seat]
        deal_blind(s, p, rng)
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if unseen(coin, eyes):
                deal_unseen(s, p, coin, rng)
    for face in range(FACE_COUNT):
        s.stack[face] = s.heaps_left[s.ages * FACE_COUNT + face]


@rule
def kind_of_hand(s: State, seat: int, forced: bool) -> int:
    if forced and s.step == Step.PAY and seat == s.seat:
        return PAYER
    return NO_GRAIN if s.players[seat].no_grain else OTHERS


@rule
def forget(s: State, p: Player) -> None:
    """Takes away what others cannot know."""
    p.picked_luxury = 0
    p.filling = 0
    for face in range(FACE_COUNT):
        p.hand[face] = 0
        p.bid_faces[face] = 0
    for i in range((s.ages + 1) * FACE_COUNT):
        p.age_faces[i] = 0
    for i in range(p.log_count):
        entry = int(p.log[i])
        if is_gave(entry) and shown_face(entry) != FACE_DOWN:
            p.age_faces[decided_age(entry) * FACE_COUNT + shown_face(entry)] += 1


@rule
def deal_hand(s: State, seat: int, forced: bool, rng: Rng) -> None:
    """The cards of a hand, and those chosen from it for a bid."""
    p = s.players[seat]
    # Who is choosing the cards of his bid has chosen none that others could know of.
    bid = 0 if s.step == Step.PICK and seat == s.seat else p.bid - p.unseen
    hold_until(s, p, p.log_count)
    left = int(p.hand_count) + int(bid)
    if s.ages == 0:
        s.held[0] = left
    for i in range(p.hand_count + bid):
        nth = draw(rng, left)
        age = 0
        while age < s.ages and nth >= s.held[age]:
            nth -= s.held[age]
            age += 1
        s.held[age] -= 1
        left -= 1
        face = from_heap(s, age, forced and p.no_grain != 0, rng)
        if s.ages > 0:
            p.age_faces[age * FACE_COUNT + face] += 1
        if i < bid:
            p.bid_faces[face] += 1
        else:
            p.hand[face] += 1


@rule
def deal_blind(s: State, p: Player, rng: Rng) -> None:
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
            face = from_heap(s, age, False, rng)
            p.unseen_faces[face] += 1
            if s.ages > 0:
                p.age_unseen[first + face] += 1


@rule
def deal_unseen(s: State, p: Player, coin: Coin, rng: Rng) -> None:
    """A card that lies by itself."""
    if in_log(coin):
        age = decided_age(p.log[entry_of(coin)])
        coin.face = from_heap(s, age, False, rng)
        p.age_faces[age * FACE_COUNT + coin.face] += 1
    else:
        coin.face = from_heap(s, age_of(coin), False, rng)


@large_rule
def hands_fit(s: State, eyes: int) -> bool:
    """Whether who pays can, who has no grain has none, and none could have paid who had to mortgage because he could
    not (§14.6)."""
    if not payer_able(s):
        return False
    for seat in range(s.seats):
        p = s.players[seat]
        if eyes >> seat & 1:
            continue
        if p.no_grain and p.hand[GRAIN] + p.bid_faces[GRAIN] > 0:
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
def paid_by_cards(s: State, p: Player) -> int:
    """What the cards in a hand are good for in the payment."""
    return min(p.hand[WOOD], s.short_wood) + min(p.hand[STONE], s.short_stone)


@rule
def payer_able(s: State) -> bool:
    if s.step != Step.PAY:
        return True
    p = s.players[s.seat]
    return paid_by_cards(s, p) + p.luxury >= still_short(s)


@large_rule
def make_able(s: State, p: Player, rng: Rng) -> None:
    """Changes cards of a hand for others of their ages, until it suffices; then any, so that it goes on to suffice. For
    hands that hardly ever come by themselves."""
    for _ in range(8 * p.hand_count):
        nth = draw(rng, p.hand_count)
        for i in range((s.ages + 1) * FACE_COUNT):
            there = of_hand(s, p, i)
            if nth < there:
                change_card(s, p, i // FACE_COUNT, i % FACE_COUNT, rng)
                break
            nth -= there


@rule
def of_hand(s: State, p: Player, i: int) -> int:
    """How many cards of an age and face are in a hand: not those that left it."""
    if s.ages == 0:
        return int(p.hand[i])
    found = int(p.age_faces[i])
    for j in range(p.log_count):
        entry = int(p.log[j])
        if is_gave(entry) and shown_face(entry) != FACE_DOWN:
            found -= decided_age(entry) * FACE_COUNT + shown_face(entry) == i
    return found


@rule
def change_card(s: State, p: Player, age: int, face: int, rng: Rng) -> None:
    """One card of a hand for another of its age, if the hand pays no less then, or enough."""
    paid = paid_by_cards(s, p)
    first = age * FACE_COUNT
    s.heaps_left[first + face] += 1
    other = from_heap(s, age, p.no_grain != 0, rng)
    p.hand[face] -= 1
    p.hand[other] += 1
    now = paid_by_cards(s, p)
    if now < paid and now + p.luxury < still_short(s):
        p.hand[face] += 1
        p.hand[other] -= 1
        s.heaps_left[first + face] -= 1
        s.heaps_left[first + other] += 1
    elif s.ages > 0:
        p.age_faces[first + face] -= 1
        p.age_faces[first + other] += 1
