"""§1.6 What attentive players know of the coin cards: which were shuffled each time, and who drew how many of them.

Every shuffle begins a new age of cards. `State.heaps` has the cards of each age; every player's `log` has in their
order how many cards of which age came into his hand, and those that left it where they may have been of several ages.
AGES of them are kept apart. Where there are more, the two oldest become one.

An entry of a log is one of three things; they are told apart by their size, since that is how games are stored:

    came    so many cards of an age: age * ONE_AGE + number (and LATER more, from the age on where that would be GAVE)
    gave    a card left: GAVE + its face, or FACE_DOWN
    back    a card that left came back: BACK + its entry

`Coin.age` likewise: an age (its negative from IN_LOG on), or IN_LOG + an entry of its owner's log.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT
from petteia.games.peloponnes_card.state import (
    AGES,
    BACK,
    FACE_DOWN,
    GAVE,
    IN_LOG,
    LATER,
    LOG,
    ONE_AGE,
    Coin,
    Player,
    State,
)

# -- entries of a log --------------------------------------------------------------------------------------------------


@rule
def came_entry(age: int, count: int) -> int:
    entry = int(age) * ONE_AGE + int(count)
    return entry if entry < GAVE else entry + LATER


@rule
def is_came(entry: int) -> bool:
    return entry < GAVE or entry >= GAVE + LATER


@rule
def came_age(entry: int) -> int:
    return (int(entry) if entry < GAVE else int(entry) - LATER) // ONE_AGE


@rule
def came_count(entry: int) -> int:
    return int(entry) % ONE_AGE


@rule
def is_gave(entry: int) -> bool:
    return GAVE <= entry < BACK


@rule
def is_back(entry: int) -> bool:
    return BACK <= entry < GAVE + LATER


@rule
def came(p: Player, age: int) -> int:
    """How many cards of an age have come into a hand, by its log."""
    found = 0
    for i in range(p.log_count):
        if is_came(p.log[i]) and came_age(p.log[i]) == age:
            found += came_count(p.log[i])
    return found


# -- cards that lie by themselves --------------------------------------------------------------------------------------


@rule
def lying(p: Player, place: int) -> Coin:
    """The places of single cards of a player, numbered: civilization, luxury card, and three on each power card."""
    if place == -2:
        return p.civilization_cover
    if place == -1:
        return p.luxury_cover
    if place % 3 == 0:
        return p.under[place // 3]
    return p.cover[place // 3] if place % 3 == 1 else p.dried[place // 3]


@rule
def in_log(coin: Coin) -> bool:
    """Whether only an entry of its owner's log tells the age of a card."""
    return coin.age >= IN_LOG


@rule
def entry_of(coin: Coin) -> int:
    return int(coin.age) - IN_LOG


@rule
def age_of(coin: Coin) -> int:
    return abs(int(coin.age))


@rule
def written_age(age: int) -> int:
    """An age as `Coin.age` has it."""
    return int(age) if age < IN_LOG else -int(age)


# -- cards come and go -------------------------------------------------------------------------------------------------


@large_rule
def leaves_hand(s: State, p: Player, face: int, shown: int) -> int:
    """A card has left a hand. As `Coin.age` has it: its age, where its player had cards of one age only; else the entry
    of his log, as nobody else can tell which it was. `shown` is what others see of it."""
    if s.ages == 0:
        return 0
    if p.log_count == 1:
        age = came_age(p.log[0])
        p.age_faces[age * FACE_COUNT + face] -= 1
        p.log[0] -= 1
        if came_count(p.log[0]) == 0:
            p.log[0] = 0
            p.log_count = 0
        return written_age(age)
    add_entry(s, p, GAVE + int(shown))
    return IN_LOG + int(p.log_count) - 1 if s.ages > 0 else 0


@large_rule
def enters_hand(s: State, p: Player, face: int, age: int) -> None:
    """A card of this age has come into a hand."""
    if s.ages == 0:
        return
    p.age_faces[age * FACE_COUNT + face] += 1
    last = p.log_count - 1
    if last >= 0 and is_came(p.log[last]) and came_age(p.log[last]) == age:
        p.log[last] += 1
    else:
        add_entry(s, p, came_entry(age, 1))


@large_rule
def comes_back(s: State, p: Player, coin: Coin) -> None:
    """A card that lay by itself is in its owner's hand. What its face was, is his own knowledge again."""
    if in_log(coin):
        p.log[entry_of(coin)] = GAVE + FACE_DOWN
        add_entry(s, p, BACK + entry_of(coin))
    else:
        enters_hand(s, p, coin.face, age_of(coin))


@rule
def add_entry(s: State, p: Player, entry: int) -> None:
    """Adds to a log. Where it is full, all ages are forgotten until the next shuffle. (No game was seen to need it.)"""
    if p.log_count == LOG:
        forget_ages(s)
    else:
        p.log[p.log_count] = entry
        p.log_count += 1


@rule
def leaves_heap(s: State, age: int, face: int) -> None:
    """A card goes on the discard pile, and all know its age; or (an entry of a log) they do not."""
    if s.ages > 0 and age < IN_LOG:
        s.heaps[abs(age) * FACE_COUNT + face] -= 1


# -- ages begin, become one, are forgotten -----------------------------------------------------------------------------


@large_rule
def begin_age(s: State) -> None:
    """The discard pile has been shuffled and is the stack."""
    if s.ages == 0:
        first_age(s)
    elif s.ages == AGES - 1:
        merge_oldest(s)
    s.ages += 1
    for face in range(FACE_COUNT):
        s.heaps[s.ages * FACE_COUNT + face] = s.stack[face]


@large_rule
def first_age(s: State) -> None:
    """All cards but those that are shuffled now are of the first age: what is known is which they are together."""
    for seat in range(s.seats):
        p = s.players[seat]
        for face in range(FACE_COUNT):
            p.age_faces[face] = p.hand[face] + p.bid_faces[face]
            p.age_unseen[face] = p.unseen_faces[face]
            s.heaps[face] += p.age_faces[face] + p.age_unseen[face]
            p.log[0] += p.age_faces[face]
        p.log_count = 1 if p.log[0] > 0 else 0
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if coin.face != NONE:
                s.heaps[coin.face] += 1


@large_rule
def merge_oldest(s: State) -> None:
    """The cards of the first two ages are known together only. All later ages are lower by one."""
    s.ages -= 1
    merge_heaps(s.heaps, s.ages)
    for seat in range(s.seats):
        p = s.players[seat]
        merge_heaps(p.age_faces, s.ages)
        merge_heaps(p.age_unseen, s.ages)
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            if not in_log(coin):
                coin.age = written_age(max(age_of(coin) - 1, 0))
        for i in range(p.log_count):
            if is_came(p.log[i]):
                p.log[i] = came_entry(max(came_age(p.log[i]) - 1, 0), came_count(p.log[i]))


@large_rule
def merge_heaps(heaps: Any, last: int) -> None:
    for i in range((last + 1) * FACE_COUNT):
        heaps[i] = heaps[i + FACE_COUNT] + (heaps[i] if i < FACE_COUNT else 0)
    for face in range(FACE_COUNT):
        heaps[(last + 1) * FACE_COUNT + face] = 0


@large_rule
def forget_ages(s: State) -> None:
    """Nothing is known of the cards but what can be seen."""
    s.ages = 0
    for i in range(AGES * FACE_COUNT):
        s.heaps[i] = 0
    for seat in range(s.seats):
        p = s.players[seat]
        for i in range(AGES * FACE_COUNT):
            p.age_faces[i], p.age_unseen[i] = 0, 0
        for i in range(p.log_count):
            p.log[i] = 0
        p.log_count = 0
        for place in range(-2, 3 * p.card_count):
            lying(p, place).age = 0
