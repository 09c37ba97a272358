"""§10.8 The best run of a fleet: exact, without allocation.

A fleet may go anywhere, over the same place again if it likes, and every place counts once. So what matters is which
places it calls at, and in which order; between two of them it takes a shortest way. The search below tries the orders,
nearest place first, and leaves out

- a next place with another one on a shortest way to it: calling there too costs nothing;
- a way that no longer leads past all temples that are to be donated to (the box knows the shortest tours);
- a way to the places called at so far that a shorter one could replace;
- a way whose rest cannot be better than what was found (`at_most`).

The places called at are the stack of the search: seven bits each, in four words. Nothing else has to be remembered,
since the places are tried in a fixed order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.bits import U64, bit, count, lowest, without_lowest
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.poseidon.box import (
    FARTHEST,
    NO_WAY,
    PHASES,
    REACHES,
    TOURS,
    VALUES,
    WORDS,
    Box,
    Ground,
    Map,
)
from petteia.games.poseidon.choices import MOST_PLACES
from petteia.games.poseidon.state import State

A_WORD = 9  # places in a word
STOPS = 4 * A_WORD
NOTHING = np.uint64(0)
_SEVEN = np.uint64(127)


@rule
def printed_worth(box: Box, s: State, place: int) -> int:
    """What a place is worth in this phase."""
    return int(box.worth[int(place) * PHASES + int(s.phase) - 1])


@apart
def worth_to(box: Box, s: State, nation: int, place: int) -> int:
    """§10.5: what a place is worth to a nation that calls there: its own posts, and temples."""
    worth = printed_worth(box, s, place)
    if box.ground[place] == Ground.TEMPLE:
        return worth
    if nation == NONE or not s.nations[nation].posts[place >> 6] & bit(place & 63):
        return 0
    return 2 * worth if s.league_place == place and s.league_nation == nation else worth


@apart
def has_endless(box: Box, s: State, nation: int) -> bool:
    for kind in range(box.ship_count):
        if s.nations[nation].fleet[kind] > 0 and box.ships[kind].reach == 0:
            return True
    return False


@apart
def reach_of(box: Box, s: State, nation: int) -> int:
    """§10.4: the ranges of a fleet added up; NO_WAY - 1 is without end."""
    if has_endless(box, s, nation):
        return NO_WAY - 1
    reach = 0
    for kind in range(box.ship_count):
        reach += s.nations[nation].fleet[kind] * box.ships[kind].reach
    return min(reach, NO_WAY - 2)


# -- places in words ---------------------------------------------------------------------------------------------------


@rule
def stop_at(first: U64, second: U64, third: U64, fourth: U64, i: int) -> int:
    """The i-th place called at, or NONE. Places are kept with 1 added, so that 0 is none."""
    word = first if i < A_WORD else second if i < 2 * A_WORD else third if i < 3 * A_WORD else fourth
    return np.int64(word >> np.uint64(i % A_WORD * 7) & _SEVEN) - 1  # type: ignore[return-value]


@rule
def packed(place: int, i: int, word: int) -> U64:
    """The place as the i-th one, seen in one of the words."""
    return np.uint64(place + 1) << np.uint64(i % A_WORD * 7) if i // A_WORD == word else NOTHING


# -- what is there to call at ------------------------------------------------------------------------------------------


@rule
def ports_of_call(box: Box, s: State, nation: int, chosen: int, word: int) -> U64:
    """All places that count: own posts outside the New World, temples that ask for nothing, and those chosen."""
    chart = box.maps[s.map]
    mask = s.nations[nation].posts[word] & ~chart.far[word]
    mask |= box.temples[word] & ~box.valued[int(s.phase - 1) * VALUES * WORDS + word]  # not those worth nothing
    for i in range(box.toll_count):
        if not chosen >> i & 1 and box.tolls[i] >> 6 == word:
            mask &= ~bit(box.tolls[i] & 63)
    return mask


@rule
def in_reach(chart: Map, place: int, steps: int, word: int) -> U64:
    return chart.within[(place * REACHES + min(steps, FARTHEST)) * WORDS + word]


@rule
def at_most(box: Box, s: State, nation: int, place: int, low: U64, high: U64, steps: int) -> int:
    """What can be gained at best with so many steps from a place, of a set of places. To come to one of them takes as
    many steps as it is away from the nearest other one, or from here; with that for their price, the places are bought
    in the order of what a step brings, the last one in part (counted in sixths)."""
    chart = box.maps[s.map]
    near_low, near_high, close_low, close_high = around(chart, place, low, high)
    one_low, one_high = low & near_low, high & near_high
    two_low, two_high = low & close_low & ~near_low, high & close_high & ~near_high
    far_low, far_high = low & ~(near_low | close_low), high & ~(near_high | close_high)
    phase = int(s.phase - 1) * VALUES
    found, left = 0, 6 * steps
    if s.league_nation == nation and (low & league_word(s, 0)) | (high & league_word(s, 1)):
        found += 6 * printed_worth(box, s, s.league_place)
    one = two = three = int(box.best_value)
    while left > 0 and one + two + three > 0:
        if 6 * one >= 3 * two and 6 * one >= 2 * three:
            at = (phase + one) * WORDS
            bought = min(6 * (count(one_low & box.valued[at]) + count(one_high & box.valued[at + 1])), left)
            found += bought * one
            one -= 1
        elif 3 * two >= 2 * three:
            at = (phase + two) * WORDS
            bought = min(12 * (count(two_low & box.valued[at]) + count(two_high & box.valued[at + 1])), left)
            found += (bought * two + 1) // 2
            two -= 1
        else:
            at = (phase + three) * WORDS
            bought = min(18 * (count(far_low & box.valued[at]) + count(far_high & box.valued[at + 1])), left)
            found += (bought * three + 2) // 3
            three -= 1
        left -= bought
    return found // 6


@rule
def around(chart: Map, place: int, low: U64, high: U64) -> tuple[U64, U64, U64, U64]:
    """All that lies one step, and up to two steps, from a place or from one of a set."""
    at = (place * REACHES + 1) * WORDS
    near_low, near_high = ring(chart, place, 1, ~NOTHING, 0), ring(chart, place, 1, ~NOTHING, 1)
    close_low, close_high = chart.within[at + WORDS], chart.within[at + WORDS + 1]
    while (low | high) != NOTHING:
        if low != NOTHING:
            other = lowest(low)
            low = without_lowest(low)
        else:
            other = 64 + lowest(high)
            high = without_lowest(high)
        near_low |= ring(chart, other, 1, ~NOTHING, 0)
        near_high |= ring(chart, other, 1, ~NOTHING, 1)
        close_low |= ring(chart, other, 2, ~NOTHING, 0)
        close_high |= ring(chart, other, 2, ~NOTHING, 1)
    return near_low, near_high, close_low, close_high


@rule
def is_detour(chart: Map, start: int, first: U64, second: U64, third: U64, fourth: U64, stops: int, last: int) -> bool:
    """Whether the places called at so far, with `last` after them, could be called at in fewer steps and still end
    there: with a part turned round, or with one of them put off until just before the last."""
    before = stop_at(first, second, third, fourth, stops - 1)
    to_last = int(chart.steps[before * MOST_PLACES + last])
    one = start
    for i in range(stops - 1):
        two = stop_at(first, second, third, fourth, i)
        three = stop_at(first, second, third, fourth, i + 1)
        way = int(chart.steps[one * MOST_PLACES + two])
        if chart.steps[one * MOST_PLACES + before] + int(chart.steps[two * MOST_PLACES + last]) < way + to_last:
            return True
        saved = way + chart.steps[two * MOST_PLACES + three] - chart.steps[one * MOST_PLACES + three]
        added = int(chart.steps[before * MOST_PLACES + two]) + chart.steps[two * MOST_PLACES + last] - to_last
        if added < saved:
            return True
        one = two
    return False


@rule
def league_word(s: State, word: int) -> U64:
    return bit(s.league_place & 63) if s.league_place >> 6 == word else NOTHING


# -- the search --------------------------------------------------------------------------------------------------------


@apart
def best_route(box: Box, s: State, nation: int, reach: int, donated: int) -> tuple[int, int, Any, Any, Any, Any]:
    """What the best run of a nation with exactly so much donated is worth, where it begins, and the places it calls at
    in their order, packed into four words (`stop_at`). The worth is NONE where there is no such run."""
    best, begin = NONE, NONE
    first, second, third, fourth = NOTHING, NOTHING, NOTHING, NOTHING
    for chosen in range(1 << int(box.toll_count)):
        if box.sums[chosen] != donated or not tolls_count(box, s, chosen):
            continue
        for which in range(2):
            start = int(box.nations[nation].home if which == 0 else s.nations[nation].new_home)
            if start == NONE or box.maps[s.map].tour[start * TOURS + chosen] > reach:
                continue
            if reach >= NO_WAY - 1:
                found = endless_run(box, s, nation, start, chosen, best)
            else:
                found = search(box, s, nation, start, chosen, reach, best)
            if found[0] > best:
                best, begin = found[0], start
                first, second, third, fourth = found[1], found[2], found[3], found[4]
    return best, begin, first, second, third, fourth


@rule
def tolls_count(box: Box, s: State, chosen: int) -> bool:
    """§10.7: nothing is donated where nothing is given."""
    for i in range(box.toll_count):
        if chosen >> i & 1 and printed_worth(box, s, box.tolls[i]) == 0:
            return False
    return True


@apart
def search(
    box: Box, s: State, nation: int, start: int, chosen: int, reach: int, best: int
) -> tuple[int, Any, Any, Any, Any]:
    """The best run from one start past all chosen temples, if better than `best`; otherwise `best` and nothing."""
    chart = box.maps[s.map]
    first, second, third, fourth = NOTHING, NOTHING, NOTHING, NOTHING
    kept = (best, first, second, third, fourth)
    low = ports_of_call(box, s, nation, chosen, 0) & in_reach(chart, start, reach, 0)
    high = ports_of_call(box, s, nation, chosen, 1) & in_reach(chart, start, reach, 1)
    ceiling = at_most(box, s, nation, start, low, high, reach)
    if ceiling <= best:
        return kept
    if chosen == 0:
        best = 0 if best < 0 else best
        kept = (best, first, second, third, fourth)
    place, left, gain, stops, rest = start, reach, 0, 0, chosen
    steps, after = 1, NONE  # where to go on: places so far away, beyond this one
    while best < ceiling:
        found = NONE
        while steps <= min(left, FARTHEST) and found == NONE:
            near_low, near_high = ring(chart, place, steps, low, 0), ring(chart, place, steps, high, 1)
            while (near_low | near_high) != NOTHING:
                if near_low != NOTHING:
                    candidate = lowest(near_low)
                    near_low = without_lowest(near_low)
                else:
                    candidate = 64 + lowest(near_high)
                    near_high = without_lowest(near_high)
                if candidate <= after:
                    continue
                still = rest & ~toll_bit(box, candidate)
                if chart.tour[candidate * TOURS + still] > left - steps:
                    continue
                if steps > 1 and something_between(chart, place, candidate, steps, low, high):
                    continue
                if stops > 1 and is_detour(chart, start, first, second, third, fourth, stops, candidate):
                    continue
                found = candidate
                break
            if found == NONE:
                steps += 1
                after = NONE
        if found != NONE:
            first |= packed(found, stops, 0)
            second |= packed(found, stops, 1)
            third |= packed(found, stops, 2)
            fourth |= packed(found, stops, 3)
            stops += 1
            low &= ~(bit(found) if found < 64 else NOTHING)
            high &= ~(bit(found - 64) if found >= 64 else NOTHING)
            rest &= ~toll_bit(box, found)
            left -= steps
            gain += worth_to(box, s, nation, found)
            place = found
            if rest == 0 and gain > best:
                best = gain
                kept = (best, first, second, third, fourth)
            open_low, open_high = low & in_reach(chart, place, left, 0), high & in_reach(chart, place, left, 1)
            hope = gain + at_most(box, s, nation, place, open_low, open_high, left)
            steps = 1 if hope > best else FARTHEST + 1
            after = NONE
        else:
            if stops == 0:
                break
            stops -= 1
            first &= ~packed(126, stops, 0)
            second &= ~packed(126, stops, 1)
            third &= ~packed(126, stops, 2)
            fourth &= ~packed(126, stops, 3)
            after = place
            place = start if stops == 0 else stop_at(first, second, third, fourth, stops - 1)
            steps = int(chart.steps[place * MOST_PLACES + after])
            low |= bit(after) if after < 64 else NOTHING
            high |= bit(after - 64) if after >= 64 else NOTHING
            rest |= toll_bit(box, after) & chosen
            left += steps
            gain -= worth_to(box, s, nation, after)
    return kept


@rule
def ring(chart: Map, place: int, steps: int, mask: U64, word: int) -> U64:
    """The places of a set that are exactly so many steps away."""
    at = (place * REACHES + steps) * WORDS + word
    return mask & chart.within[at] & ~chart.within[at - WORDS]


@rule
def something_between(chart: Map, place: int, other: int, steps: int, low: U64, high: U64) -> bool:
    """Whether a place of the set lies on a shortest way."""
    for i in range(1, steps):
        low_here = ring(chart, place, i, low, 0)
        high_here = ring(chart, place, i, high, 1)
        if ring(chart, other, steps - i, low_here, 0) | ring(chart, other, steps - i, high_here, 1):
            return True
    return False


@rule
def toll_bit(box: Box, place: int) -> int:
    for i in range(box.toll_count):
        if box.tolls[i] == place:
            return 1 << i
    return 0


@apart
def endless_run(box: Box, s: State, nation: int, start: int, chosen: int, best: int) -> tuple[int, Any, Any, Any, Any]:
    """§10.11: a fleet without end calls everywhere, nearest place first, and last at the better New World area."""
    chart = box.maps[s.map]
    first, second, third, fourth = NOTHING, NOTHING, NOTHING, NOTHING
    low, high = ports_of_call(box, s, nation, chosen, 0), ports_of_call(box, s, nation, chosen, 1)
    place, gain, stops = start, 0, 0
    while stops < STOPS:
        found, nearest = NONE, NO_WAY
        rest_low, rest_high = low, high
        while (rest_low | rest_high) != NOTHING:
            if rest_low != NOTHING:
                candidate = lowest(rest_low)
                rest_low = without_lowest(rest_low)
            else:
                candidate = 64 + lowest(rest_high)
                rest_high = without_lowest(rest_high)
            away = chart.steps[place * MOST_PLACES + candidate]
            if away < nearest:
                found, nearest = candidate, away
        if found == NONE:
            break
        low &= ~(bit(found) if found < 64 else NOTHING)
        high &= ~(bit(found - 64) if found >= 64 else NOTHING)
        first |= packed(found, stops, 0)
        second |= packed(found, stops, 1)
        third |= packed(found, stops, 2)
        fourth |= packed(found, stops, 3)
        stops += 1
        gain += worth_to(box, s, nation, found)
        place = found
    far, most = NONE, 0
    for area in range(box.place_count):
        if box.ground[area] == Ground.NEW_WORLD and chart.steps[start * MOST_PLACES + area] < NO_WAY:
            if worth_to(box, s, nation, area) > most:
                far, most = area, worth_to(box, s, nation, area)
    if far != NONE:
        first |= packed(far, stops, 0)
        second |= packed(far, stops, 1)
        third |= packed(far, stops, 2)
        fourth |= packed(far, stops, 3)
    return gain + most, first, second, third, fourth
