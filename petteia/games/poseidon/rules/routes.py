"""§10.8 The best run of a fleet: exact, without allocation.

A fleet may go anywhere, over the same place again if it likes, and every place counts once. Of each set of temples
whose donations come to the total, what a run past them can bring at most is estimated. Then a run is looked for that
brings so much, past the most promising set first; where there is none, one that brings a point less. The first one that
is found is the best. (How it is looked for: `search`.)
"""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.bits import bit
from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.engine.sets import Places
from petteia.games.poseidon.box import (
    FARTHEST,
    MOST_PORTS,
    NO_WAY,
    PHASES,
    REACHES,
    TOURS,
    VALUES,
    Box,
    Ground,
    Map,
)
from petteia.games.poseidon.choices import MOST_PLACES
from petteia.games.poseidon.rules.search import (
    FOUND,
    GROUPS,
    LONGEST,
    MOST_PAID,
    NO_RUN,
    NOTHING,
    POINT,
    PORTS,
    SHORT,
    Search,
    better_prices,
    fill,
    find_groups,
    guess_prices,
    lay_ports,
    look_for,
    remember,
)
from petteia.games.poseidon.state import State

ANYTHING = 32767  # more than any run is worth
PATIENCE = (200, 600, 2_000, 6_000, 20_000, 60_000, 1 << 30)  # ports tried before better prices are looked for
ROUNDS = 12  # of looking for them
PRICES_ALONE = 2  # times that they are looked for without dues to groups
ROUNDS_WITH_DUES = 20


@rule
def printed_worth(box: Box, s: State, place: int) -> int:
    """What a place is worth in this phase."""
    return int(box.worth[int(place) * PHASES + int(s.phase) - 1])


@large_rule
def worth_to(box: Box, s: State, nation: int, place: int) -> int:
    """§10.5: what a place is worth to a nation that calls there: its own posts, and temples."""
    worth = printed_worth(box, s, place)
    if box.ground[place] == Ground.TEMPLE:
        return worth
    if nation == NONE or not sets.holds(s.nations[nation].posts, place):
        return 0
    return 2 * worth if s.league_place == place and s.league_nation == nation else worth


@large_rule
def has_endless(box: Box, s: State, nation: int) -> bool:
    for kind in range(box.ship_count):
        if s.nations[nation].fleet[kind] > 0 and box.ships[kind].reach == 0:
            return True
    return False


@large_rule
def reach_of(box: Box, s: State, nation: int) -> int:
    """§10.4: the ranges of a fleet added up; NO_WAY - 1 is without end."""
    if has_endless(box, s, nation):
        return NO_WAY - 1
    reach = 0
    for kind in range(box.ship_count):
        reach += s.nations[nation].fleet[kind] * box.ships[kind].reach
    return min(reach, NO_WAY - 2)


# -- what is there to call at ------------------------------------------------------------------------------------------


@rule
def ports_of_call(box: Box, s: State, nation: int, chosen: int) -> Places:
    """All places that count: own posts outside the New World, temples that ask for nothing, and those chosen."""
    posts = sets.without(sets.of(s.nations[nation].posts), sets.of(box.maps[s.map].far))
    worthless = sets.at(box.valued, int(s.phase - 1) * VALUES)
    ports = sets.union(posts, sets.without(sets.of(box.temples), worthless))
    for i in range(box.toll_count):
        if not chosen >> i & 1:
            ports = sets.without(ports, sets.one(box.tolls[i]))
    return ports


@rule
def in_reach(chart: Map, place: int, steps: int) -> Places:
    return sets.at(chart.within, place * REACHES + min(steps, FARTHEST))


@rule
def ring(chart: Map, place: int, steps: int) -> Places:
    """The places that are exactly so many steps away."""
    return sets.without(in_reach(chart, place, steps), in_reach(chart, place, steps - 1))


@rule
def at_most(box: Box, s: State, nation: int, place: int, ports: Places, steps: int) -> int:
    """What can be gained at best with so many steps from a place, of a set of places. To come to one of them takes as
    many steps as it is away from the nearest other one, or from here; with that for their price, the places are bought
    in the order of what a step brings, the last one in part (counted in sixths)."""
    near, close = around(box.maps[s.map], place, ports)
    at_one = sets.common(ports, near)
    at_two = sets.without(sets.common(ports, close), near)
    farther = sets.without(ports, sets.union(near, close))
    phase = int(s.phase - 1) * VALUES
    found, left = 0, 6 * steps
    if s.league_nation == nation and s.league_place != NONE and sets.has(ports, s.league_place):
        found += 6 * printed_worth(box, s, s.league_place)
    one = two = three = int(box.best_value)
    while left > 0 and one + two + three > 0:
        if 6 * one >= 3 * two and 6 * one >= 2 * three:
            bought = min(6 * sets.count(sets.common(at_one, sets.at(box.valued, phase + one))), left)
            found += bought * one
            one -= 1
        elif 3 * two >= 2 * three:
            bought = min(12 * sets.count(sets.common(at_two, sets.at(box.valued, phase + two))), left)
            found += (bought * two + 1) // 2
            two -= 1
        else:
            bought = min(18 * sets.count(sets.common(farther, sets.at(box.valued, phase + three))), left)
            found += (bought * three + 2) // 3
            three -= 1
        left -= bought
    return found // 6


@rule
def around(chart: Map, place: int, places: Places) -> tuple[Places, Places]:
    """All that lies one step, and up to two steps, from a place or from one of a set."""
    near, close = ring(chart, place, 1), in_reach(chart, place, 2)
    while not sets.is_empty(places):
        other, places = sets.first(places), sets.rest(places)
        near = sets.union(near, ring(chart, other, 1))
        close = sets.union(close, ring(chart, other, 2))
    return near, close


# -- the best run ------------------------------------------------------------------------------------------------------


@large_rule
def best_route(box: Box, s: State, search: Search, nation: int, reach: int, donated: int) -> tuple[int, int, int]:
    """What the best run of a nation with exactly so much donated is worth, where it begins, and at how many places it
    calls; these are in `search.called`, in their order. The worth is NONE where there is no such run."""
    if reach >= NO_WAY - 1:
        return best_endless_route(box, s, search, nation, donated)
    find_sets(box, s, search, nation, reach, donated)
    if search.sets == 0:
        return NONE, NONE, 0
    laid = NONE
    while True:
        one = most_promising(search)
        most, tries = int(search.most[one]), int(search.tries[one])
        if most == 0:
            return 0, first_start(box, s, nation, reach, int(search.temples[one])), 0
        if one != laid:
            lay_out(box, s, search, nation, reach, one)
            laid = one
        if tries == 0:
            estimate(search, reach, one, 0)
            continue
        came_to = look_for(search, reach, most, PATIENCE[min(tries, len(PATIENCE)) - 1])
        if came_to == FOUND:
            return most, keep_route(search), int(search.stops)
        if came_to == NO_RUN:
            search.most[one] = most - 1
        else:
            estimate(search, reach, one, ROUNDS if tries <= PRICES_ALONE else ROUNDS_WITH_DUES)


@rule
def find_sets(box: Box, s: State, search: Search, nation: int, reach: int, donated: int) -> None:
    """The sets of temples with which a run comes to the total."""
    search.sets = 0
    worthless = worthless_tolls(box, s)
    for chosen in range(1 << int(box.toll_count)):
        if box.sums[chosen] == donated and not chosen & worthless:
            if first_start(box, s, nation, reach, chosen) != NONE:
                search.temples[search.sets] = chosen
                search.most[search.sets] = ANYTHING
                search.tries[search.sets] = 0
                search.sets += 1


@rule
def worthless_tolls(box: Box, s: State) -> int:
    """§10.7: nothing is donated where nothing is given. As a mask over the box's tolls."""
    found = 0
    for i in range(box.toll_count):
        if printed_worth(box, s, box.tolls[i]) == 0:
            found |= 1 << i
    return found


@rule
def start_of(box: Box, s: State, nation: int, which: int, chosen: int, reach: int) -> int:
    """The home port or the New Home, where a run from there can lead past all chosen temples; otherwise NONE."""
    start = int(box.nations[nation].home if which == 0 else s.nations[nation].new_home)
    return start if start != NONE and box.maps[s.map].tour[start * TOURS + chosen] <= reach else NONE


@large_rule
def first_start(box: Box, s: State, nation: int, reach: int, chosen: int) -> int:
    start = start_of(box, s, nation, 0, chosen, reach)
    return start if start != NONE else start_of(box, s, nation, 1, chosen, reach)


@rule
def most_promising(search: Search) -> int:
    """The set of temples with the highest estimate, the first of equals."""
    found = 0
    for other in range(1, search.sets):
        if search.most[other] > search.most[found]:
            found = other
    return found


@rule
def most_of_others(search: Search, but: int) -> int:
    found = NONE
    for other in range(search.sets):
        if other != but:
            found = max(found, int(search.most[other]))
    return found


@large_rule
def lay_out(box: Box, s: State, search: Search, nation: int, reach: int, one: int) -> None:
    """Makes the search ready for runs past one of the sets of temples."""
    chart, ports, chosen = box.maps[s.map], sets.empty(), int(search.temples[one])
    for which in range(2):
        start = start_of(box, s, nation, which, chosen, reach)
        if start != NONE:
            ports = sets.union(ports, in_reach(chart, start, reach))
    ports = sets.common(ports, ports_of_call(box, s, nation, chosen))
    search.ports, search.tolls, search.starts = 0, NOTHING, NOTHING
    while not sets.is_empty(ports) and search.ports < MOST_PORTS:
        add_port(box, s, search, nation, sets.first(ports))
        ports = sets.rest(ports)
    for which in range(2):
        start = start_of(box, s, nation, which, chosen, reach)
        if start != NONE:
            search.place[search.ports + which] = start
            search.starts |= bit(int(search.ports) + which)
    lay_ports(chart, search, reach)
    lay_prices(search, reach, one)


@rule
def add_port(box: Box, s: State, search: Search, nation: int, place: int) -> None:
    port = int(search.ports)
    search.place[port] = place
    search.worth[port] = POINT * worth_to(box, s, nation, place)
    if box.donation[place] > 0:
        search.tolls |= bit(port)
    search.ports += 1


@large_rule
def lay_prices(search: Search, reach: int, one: int) -> None:
    """The prices that were found for this set of temples; or those of another one, to begin with."""
    if reach > SHORT or search.tries[one] > 1:
        remember(search)
    if search.tries[one] > 0:
        for port in range(search.ports):
            search.price[port] = search.prices[one * PORTS + port]
        if search.tries[one] > PRICES_ALONE + 1:
            find_groups(search)
            for i in range(int(search.groups) * PORTS):
                search.due[i] = search.dues[one * GROUPS * PORTS + i]
        fill(search, min(reach, LONGEST))
    else:
        guess_prices(search, reach)
        if search.priced:
            for port in range(search.ports):
                known = int(search.price_at[int(search.place[port])])
                search.price[port] = known if known != ANYTHING else search.price[port]


@large_rule
def estimate(search: Search, reach: int, one: int, rounds: int) -> None:
    """Looks for better prices in so many rounds, and by them lowers what a run past these temples can bring at most."""
    if rounds == 0:
        most = fill(search, min(reach, LONGEST))
    else:
        if search.memories == 1:
            remember(search)
        if search.groups == 0 and search.tries[one] > PRICES_ALONE:
            find_groups(search)
        most = better_prices(search, min(reach, LONGEST), rounds, POINT * most_of_others(search, one))
    if reach > LONGEST:
        most = MOST_PAID * LONGEST
    together = 0
    for port in range(search.ports):
        together += int(search.worth[port])
        search.prices[one * PORTS + port] = search.price[port]
    for i in range(int(search.groups) * PORTS):
        search.dues[one * GROUPS * PORTS + i] = search.due[i]
    search.most[one] = min(int(search.most[one]), min(most, together) // POINT)
    search.tries[one] = min(int(search.tries[one]) + 1, 100)
    if rounds > 0:
        keep_prices(search)


@rule
def keep_prices(search: Search) -> None:
    """Good prices for one set of temples are not bad for another one."""
    if not search.priced:
        for place in range(MOST_PLACES):
            search.price_at[place] = ANYTHING
        search.priced = 1
    for port in range(search.ports):
        search.price_at[int(search.place[port])] = search.price[port]


@rule
def keep_route(search: Search) -> int:
    """Names the places of the run that was found; returns where it begins."""
    for i in range(search.stops):
        search.called[i] = search.place[int(search.route[i + 1])]
    return int(search.place[int(search.route[0])])


# -- without end -------------------------------------------------------------------------------------------------------


@large_rule
def best_endless_route(box: Box, s: State, search: Search, nation: int, donated: int) -> tuple[int, int, int]:
    """§10.11: the best of all sets of temples and of both starts, the first of equals."""
    best, begin, temples = NONE, NONE, 0
    worthless = worthless_tolls(box, s)
    for chosen in range(1 << int(box.toll_count)):
        if box.sums[chosen] == donated and not chosen & worthless:
            for which in range(2):
                start = start_of(box, s, nation, which, chosen, NO_WAY - 1)
                if start != NONE:
                    worth = endless_run(box, s, search, nation, start, chosen)[0]
                    if worth > best:
                        best, begin, temples = worth, start, chosen
    if best == NONE:
        return NONE, NONE, 0
    return best, begin, endless_run(box, s, search, nation, begin, temples)[1]


@large_rule
def endless_run(box: Box, s: State, search: Search, nation: int, start: int, chosen: int) -> tuple[int, int]:
    """§10.11: a fleet without end calls everywhere, nearest place first, and last at the better New World area. What
    that is worth, and the number of places."""
    chart = box.maps[s.map]
    ports = ports_of_call(box, s, nation, chosen)
    place, gain, stops = start, 0, 0
    while stops < MOST_PORTS:
        found, nearest = NONE, NO_WAY
        rest = ports
        while not sets.is_empty(rest):
            candidate, rest = sets.first(rest), sets.rest(rest)
            away = chart.steps[place * MOST_PLACES + candidate]
            if away < nearest:
                found, nearest = candidate, away
        if found == NONE:
            break
        ports = sets.without(ports, sets.one(found))
        search.called[stops] = found
        stops += 1
        gain += worth_to(box, s, nation, found)
        place = found
    far, most = NONE, 0
    for area in range(box.place_count):
        if box.ground[area] == Ground.NEW_WORLD and chart.steps[start * MOST_PLACES + area] < NO_WAY:
            if worth_to(box, s, nation, area) > most:
                far, most = area, worth_to(box, s, nation, area)
    if far != NONE:
        search.called[stops] = far
        stops += 1
    return gain + most, stops
