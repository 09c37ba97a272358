"""§10.8 Looking for a run that brings so much: exact, and with a memory.

The places that count for a fleet are its *ports* here, numbered; the places where it may start come after them. What
matters is in which order it calls at them: between two it takes a shortest way. A run is looked for port by port,
nearest first (`look_for`), and left out are

- a next port with an open one on a shortest way to it: calling there too costs nothing;
- a way whose rest cannot bring what is still lacking (`hope`);
- a way that leads to the same ports as one tried before, and ends in the same port with no more steps left (`seen`), or
  that a shorter one could replace (`is_detour`);
- a way on which ports that cannot be left out any more lie too far apart (`lie_too_far_apart`).

*What a run can bring at most.* A fleet that is paid again each time it comes to a port is easy to follow: what it can
still earn, by where it is and how many steps it has left, is a table that fills itself from the end. It says too much,
since such a fleet goes round and round among the best ports. So every call costs a price, and all prices are given back
once: whoever calls at most once everywhere loses nothing by that, and whoever calls twice pays twice. Whatever the
prices are, no run is worth more than the table and all prices together. They are good when the easy fleet hardly calls
twice: ports that it calls at too often become dearer, ports that it leaves out cheaper. (Temples that have to be
donated to are called at exactly once: their prices may also be below nothing.) The easy fleet also remembers of the
nearest ports whether it has called there.

*Groups.* Where ports lie in groups far from each other, prices alone do not keep the easy fleet from going round in one
group only, and saving itself the way to the others. But whoever calls at a port of a group comes to that group from
outside at least as often. So a port owes its group something for each call, and whoever comes from outside is given all
that the ports of the group owe: again a run loses nothing by that, and whoever goes round inside pays and pays.
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np

from petteia.engine.bits import U64, bit, lowest, without_lowest
from petteia.engine.compiling import large_rule, rule, wraparound_rule
from petteia.engine.records import NONE, Array, Record, i1, i2, i4, record, u8
from petteia.engine.scratch import scratch_for
from petteia.games.poseidon.box import FARTHEST, MOST_PORTS, MOST_TOLLS, VALUES, Map
from petteia.games.poseidon.choices import MOST_PLACES

PORTS = MOST_PORTS + 2  # with the two starts
SHORT = 16  # steps with which it is easily told what a run can bring
LONGEST = 40  # steps that the table goes up to; with more, everything counts as in reach
POINT = 24  # prices are counted in parts of a point
REMEMBERED = 3  # ports near by of which the easy fleet remembers whether it has called there
MEMORIES = 1 << REMEMBERED
KNOWN = MEMORIES  # added to a memory after a way that leads where it has been
MOST_PAID = 2 * (VALUES - 1) * POINT  # for a call, at the league's marker; the table holds LONGEST times as much
# Sets of temples that come to the same total: none of them holds another, so of six temples at most twenty.
SETS = math.comb(MOST_TOLLS, MOST_TOLLS // 2)
GROUPS = MOST_PORTS  # of ports that lie together: each holds two smaller ones, or ports
ONCE = 64  # how often something happens is counted in parts, for the sake of averages
SEEN_BITS = 12
SEEN = 1 << SEEN_BITS  # ways that are remembered
SEEN_FROM = 64  # ports tried before it pays to remember
NOTHING: U64 = np.uint64(0)
FOUND, NO_RUN, TOO_LONG = 1, 0, -1  # what looking for a run comes to


@record
class Search(Record):
    """All that a search remembers."""

    # The ports, and the ways between those without another on a shortest way.
    ports: i1
    starts: Annotated[u8, "the places where the fleet may start, as a mask over PORTS"]
    place: Annotated[Array[i1], PORTS]
    worth: Annotated[Array[i2], PORTS, "in parts of a point"]
    tolls: Annotated[u8, "the ports that have to be called at"]
    steps: Annotated[Array[i1], PORTS * PORTS, "how far it is from port to port"]
    between: Annotated[Array[u8], PORTS * PORTS, "the ports on shortest ways from port to port"]
    nearest: Annotated[Array[i1], PORTS * REMEMBERED, "the ports nearest to each that are remembered, or NONE"]
    order: Annotated[Array[i1], PORTS * PORTS, "where a fleet can get to from each port, nearest first, then NONE"]
    first_way: Annotated[Array[i2], PORTS + 1, "where the ways of each port begin"]
    way: Annotated[Array[i1], PORTS * PORTS, "the port that it leads to"]
    memory: Annotated[Array[i1], PORTS * PORTS * MEMORIES, "what is remembered after a way, by what was before"]
    memories: Annotated[i1, "what can be remembered at a port: nothing (1), or all (MEMORIES)"]
    from_start: Annotated[Array[i1], PORTS, "how far a port is from the nearest start"]
    groups: Annotated[i1, "of ports that lie nearer to each other than to others; none where they are not needed"]
    group: Annotated[Array[u8], GROUPS, "its ports"]
    group_of: Annotated[Array[u8], PORTS, "the largest group of each port, while they are looked for"]
    # Prices, and the table that goes by them.
    price: Annotated[Array[i2], PORTS, "of a call"]
    kept: Annotated[Array[i2], PORTS, "the best prices so far"]
    paid: Annotated[Array[i2], PORTS, "what a call brings, its price taken off"]
    calls: Annotated[Array[i2], PORTS, "how often the easy fleet calls"]
    usual_calls: Annotated[Array[i2], PORTS, "and how often in the last rounds, on an average that forgets"]
    due: Annotated[Array[i2], GROUPS * PORTS, "what a port owes to its group for a call"]
    kept_due: Annotated[Array[i2], GROUPS * PORTS, "the best ones so far"]
    owed: Annotated[Array[i2], PORTS, "what a port owes to all its groups for a call"]
    welcome: Annotated[Array[i4], PORTS * PORTS, "what groups give for a way from port to port, where there are any"]
    arrivals: Annotated[Array[i2], GROUPS, "how often the easy fleet comes to a group from outside"]
    usual_arrivals: Annotated[Array[i2], GROUPS]
    hopes: Annotated[Array[i4], (LONGEST + 1) * PORTS * MEMORIES, "the table, by steps left, port and memory"]
    # The run under way, port by port; its first one is the start.
    stops: Annotated[i1, "ports called at"]
    route: Annotated[Array[i1], PORTS]
    left: Annotated[Array[i1], PORTS, "steps left after each"]
    lacking: Annotated[Array[i2], PORTS, "parts of a point that are lacking after each"]
    given: Annotated[Array[i4], PORTS, "what groups have given up to there, less what was owed to them"]
    next_try: Annotated[Array[i1], PORTS, "where to go next after each, counted in its order"]
    tried: Annotated[i4, "ports tried in this search"]
    seen: Annotated[Array[u8], SEEN, "ports still open, the last one called at, and the steps left"]
    must: Annotated[Array[i1], PORTS, "ports that cannot be left out"]
    away: Annotated[Array[i1], PORTS, "how far each of them is from those that are held together already"]
    # The best run: the places that it calls at.
    called: Annotated[Array[i1], PORTS]
    # The sets of temples with which a run comes to the total, while the best is looked for.
    sets: Annotated[i1, "how many there are"]
    temples: Annotated[Array[i1], SETS, "of each: as a mask over the box's tolls"]
    most: Annotated[Array[i2], SETS, "points that a run past them is worth at most"]
    tries: Annotated[Array[i1], SETS, "how often better prices were looked for"]
    prices: Annotated[Array[i2], SETS * PORTS, "its prices"]
    dues: Annotated[Array[i2], SETS * GROUPS * PORTS, "and its dues"]
    priced: Annotated[i1, "whether there are prices that were good for another set"]
    price_at: Annotated[Array[i2], MOST_PLACES, "they, by place"]


scratch_for_search = scratch_for(Search)


# -- the ports, and the ways between them ------------------------------------------------------------------------------


@large_rule
def lay_ports(chart: Map, search: Search, reach: int) -> None:
    """Finds what lies how far from what, and between what, once the ports and starts have their places."""
    ports, ways = int(search.ports), 0
    for port in range(ports + 2):
        if is_there(search, port):
            row = int(search.place[port]) * MOST_PLACES
            for other in range(ports):
                search.steps[port * PORTS + other] = chart.steps[row + int(search.place[other])]
        search.owed[port] = 0
    for port in range(ports + 2):
        search.from_start[port] = find_from_start(search, port, reach) if port < ports else 0
        search.first_way[port] = ways
        if is_there(search, port):
            others = find_order(search, port, reach - int(search.from_start[port]))
            for i in range(others):
                other = int(search.order[port * PORTS + i])
                search.between[port * PORTS + other] = find_between(search, port, i)
                if search.between[port * PORTS + other] == NOTHING:
                    search.way[ways] = other
                    ways += 1
    search.first_way[ports + 2] = ways
    search.memories, search.groups = 1, 0


@rule
def find_from_start(search: Search, port: int, reach: int) -> int:
    """How far a port is from the nearest start; counted as nothing with more steps than the table has."""
    nearest = FARTHEST if reach <= LONGEST else 0
    for start in range(int(search.ports), int(search.ports) + 2):
        if search.starts & bit(start):
            nearest = min(nearest, int(search.steps[start * PORTS + port]))
    return nearest


@rule
def is_there(search: Search, port: int) -> bool:
    return port < search.ports or bool(search.starts & bit(port))


@rule
def find_between(search: Search, port: int, which: int) -> U64:
    """The ports on shortest ways to another one, the so manyth nearest."""
    at = port * PORTS
    other = int(search.order[at + which])
    steps, found = int(search.steps[at + other]), NOTHING
    for i in range(which):
        third = int(search.order[at + i])
        there = int(search.steps[at + third])
        if there < steps and there + int(search.steps[other * PORTS + third]) == steps:
            found |= bit(third)
    return found


@rule
def find_order(search: Search, port: int, steps: int) -> int:
    """The other ports within so many steps, the nearest ones first; of equals, as they are numbered. Returns how
    many."""
    at, others = port * PORTS, 0
    for other in range(search.ports):
        away = search.steps[at + other]
        if away <= steps and other != port:
            i = others
            while i > 0 and search.steps[at + int(search.order[at + i - 1])] > away:
                search.order[at + i] = search.order[at + i - 1]
                i -= 1
            search.order[at + i] = other
            others += 1
    search.order[at + others] = NONE
    return others


@large_rule
def remember(search: Search) -> None:
    """From now on the easy fleet remembers the nearest ports; where it is easily told what a run can bring, that is not
    worth its while."""
    for port in range(int(search.ports) + 2):
        if is_there(search, port):
            find_nearest(search, port)
    for port in range(int(search.ports) + 2):
        for way in range(search.first_way[port], search.first_way[port + 1]):
            lay_memories(search, port, int(search.way[way]), way)
    search.memories = MEMORIES


@rule
def find_nearest(search: Search, port: int) -> None:
    others = 0
    for i in range(REMEMBERED):
        search.nearest[port * REMEMBERED + i] = search.order[port * PORTS + others]
        if search.order[port * PORTS + others] != NONE:
            others += 1


@rule
def lay_memories(search: Search, port: int, other: int, way: int) -> None:
    """What the easy fleet remembers after a way, for every memory that it may set out with; and whether it knows then
    that it has called there already (KNOWN)."""
    for memory in range(MEMORIES):
        after = 0
        for i in range(REMEMBERED):
            near = int(search.nearest[other * REMEMBERED + i])
            if near != NONE and (near == port or remembers(search, port, memory, near)):
                after |= 1 << i
        search.memory[way * MEMORIES + memory] = after + (KNOWN if remembers(search, port, memory, other) else 0)


@rule
def remembers(search: Search, port: int, memory: int, other: int) -> bool:
    """Whether a fleet in a port remembers another one."""
    for i in range(REMEMBERED):
        if memory >> i & 1 and search.nearest[port * REMEMBERED + i] == other:
            return True
    return False


@rule
def is_toll(search: Search, port: int) -> bool:
    return bool(search.tolls & bit(port))


@rule
def all_ports(search: Search) -> U64:
    return bit(int(search.ports)) - np.uint64(1)


# -- the table ---------------------------------------------------------------------------------------------------------


@rule
def hope_at(steps: int, port: int, memory: int) -> int:
    """Where the table says what can be earned with so many steps from a port."""
    return (steps * PORTS + port) * MEMORIES + memory


@large_rule
def fill(search: Search, reach: int) -> int:
    """Fills the table for the present prices; returns what a run is worth at most by it, in parts of a point."""
    together = 0
    if search.groups > 0:
        settle_dues(search)
    for port in range(search.ports):
        together += int(search.price[port])
        paid = int(search.worth[port]) - int(search.price[port]) - int(search.owed[port])
        search.paid[port] = paid if is_toll(search, port) else max(paid, 0)  # nobody calls to lose by it
    for left in range(reach + 1):
        for port in range(search.ports):
            if left + int(search.from_start[port]) <= reach:
                fill_in(search, port, left)
    most = 0
    for start in range(int(search.ports), int(search.ports) + 2):
        if search.starts & bit(start):
            fill_in(search, start, reach)
            most = max(most, int(search.hopes[hope_at(reach, start, 0)]))
    return most + together


@rule
def fill_in(search: Search, port: int, left: int) -> None:
    if search.memories == 1:
        search.hopes[hope_at(left, port, 0)] = hope_without_memory(search, port, left)
    else:
        fill_in_memories(search, port, left)


@rule
def hope_without_memory(search: Search, port: int, left: int) -> int:
    """Where nothing is remembered there are no groups either (see `estimate`)."""
    most = 0
    for way in range(search.first_way[port], search.first_way[port + 1]):
        other = int(search.way[way])
        rest = left - int(search.steps[port * PORTS + other])
        if rest < 0:
            break  # the others are farther away
        most = max(most, int(search.hopes[hope_at(rest, other, 0)]) + int(search.paid[other]))
    return most


@rule
def fill_in_memories(search: Search, port: int, left: int) -> None:
    here = hope_at(left, port, 0)
    for memory in range(MEMORIES):
        search.hopes[here + memory] = 0
    for way in range(search.first_way[port], search.first_way[port + 1]):
        other = int(search.way[way])
        rest = left - int(search.steps[port * PORTS + other])
        if rest < 0:
            break
        there, paid = hope_at(rest, other, 0), int(search.paid[other])
        welcome = welcome_for(search, port, other)
        for memory in range(MEMORIES):
            then = int(search.memory[way * MEMORIES + memory])
            hope = int(search.hopes[there + (then & KNOWN - 1)]) + welcome + (paid if then < KNOWN else 0)
            search.hopes[here + memory] = max(int(search.hopes[here + memory]), hope)


@rule
def welcome_for(search: Search, port: int, other: int) -> int:
    """What is given for a way from port to port."""
    return int(search.welcome[port * PORTS + other]) if search.groups > 0 else 0


# -- prices ------------------------------------------------------------------------------------------------------------


@large_rule
def guess_prices(search: Search, reach: int) -> None:
    """As many calls as the range is likely to allow for are worth their while: what the others are worth is what a call
    has to bring. With a short range there is little to go round and round for, and nothing costs anything."""
    for port in range(search.ports):
        search.price[port] = 0
    if reach <= SHORT:
        return
    calls, margin = 5 * reach // 7, POINT
    for port in range(search.ports):
        dearer, as_dear = 0, 0
        for other in range(search.ports):
            dearer += search.worth[other] > search.worth[port]
            as_dear += search.worth[other] == search.worth[port]
        if dearer <= calls < dearer + as_dear:
            margin = int(search.worth[port])
    for port in range(search.ports):
        left = int(search.worth[port]) - margin
        search.price[port] = left - 4 * POINT if is_toll(search, port) else max(left, 0)


@large_rule
def better_prices(search: Search, reach: int, rounds: int, enough: int) -> int:
    """Looks for prices with which the easy fleet earns less, keeps the best, and fills the table by them; returns what
    a run is worth at most then, in parts of a point. Less than `enough` will do."""
    least, worse, slow = 1 << 30, 0, 64
    for i in range(rounds):
        most = fill(search, reach)
        count_calls(search, reach)
        average(search, i == 0)
        if most < least:
            least, worse = most, 0
            keep(search)
        else:
            worse += 1
            if worse == 3:
                worse, slow = 0, slow * 3 // 5
        if most == least and (is_real_run(search) or least < enough):
            return most
        change(search, (most - least + least // 16) * slow)
    for port in range(search.ports):
        search.price[port] = search.kept[port]
    for i in range(int(search.groups) * PORTS):
        search.due[i] = search.kept_due[i]
    return fill(search, reach)


@rule
def keep(search: Search) -> None:
    for port in range(search.ports):
        search.kept[port] = search.price[port]
    for i in range(int(search.groups) * PORTS):
        search.kept_due[i] = search.due[i]


@rule
def average(search: Search, first: bool) -> None:
    """The easy fleet goes here in one round and there in the next. Prices alone may follow it; where there are dues,
    all go by what it does usually."""
    afresh = first or search.groups == 0
    for port in range(search.ports):
        calls = ONCE * int(search.calls[port])
        search.usual_calls[port] = calls if afresh else (int(search.usual_calls[port]) + calls) // 2
    for group in range(search.groups):
        arrivals = ONCE * int(search.arrivals[group])
        search.usual_arrivals[group] = arrivals if afresh else (int(search.usual_arrivals[group]) + arrivals) // 2


@rule
def is_real_run(search: Search) -> bool:
    """Whether the easy fleet sails as a real one might, and leaves out nothing that has a price: then no prices are
    better."""
    for port in range(search.ports):
        calls = int(search.calls[port])
        if calls > 1 or (calls == 0 and (is_toll(search, port) or search.price[port] > 0)):
            return False
        for group in range(search.groups):
            if search.due[group * PORTS + port] > 0 and search.arrivals[group] != calls:
                return False
    return True


@rule
def rounded(part: int, whole: int) -> int:
    """A part of a whole, to the nearest number."""
    return (2 * part + whole) // (2 * whole)


@large_rule
def change(search: Search, by: int) -> None:
    """Makes prices and dues of ports dearer that are called at too often, and the others cheaper: all together by so
    much, those more where more is wrong."""
    wrong = 1
    for port in range(search.ports):
        off = ONCE - int(search.usual_calls[port])
        if is_toll(search, port) or off < 0 or search.price[port] > 0:
            wrong += off * off
    for group in range(search.groups):
        for port in range(search.ports):
            if search.group[group] & bit(port):
                off = int(search.usual_arrivals[group]) - int(search.usual_calls[port])
                if off < 0 or search.due[group * PORTS + port] > 0:
                    wrong += off * off
    for port in range(search.ports):
        price = int(search.price[port]) - rounded(by * (ONCE - int(search.usual_calls[port])), wrong)
        cheapest = int(search.worth[port]) - MOST_PAID if is_toll(search, port) else 0
        search.price[port] = max(min(price, int(search.worth[port])), cheapest)
    for group in range(search.groups):
        for port in range(search.ports):
            if search.group[group] & bit(port):
                off = int(search.usual_arrivals[group]) - int(search.usual_calls[port])
                due = int(search.due[group * PORTS + port]) - rounded(by * off, wrong)
                search.due[group * PORTS + port] = max(min(due, MOST_PAID), 0)


@large_rule
def count_calls(search: Search, reach: int) -> None:
    """Follows the easy fleet, and counts how often it calls at each port."""
    for port in range(search.ports):
        search.calls[port] = 0
    for group in range(search.groups):
        search.arrivals[group] = 0
    port, left, memory = best_start(search, reach), reach, 0
    hope = int(search.hopes[hope_at(left, port, memory)])
    while hope > 0:
        for way in range(search.first_way[port], search.first_way[port + 1]):
            other = int(search.way[way])
            rest = left - int(search.steps[port * PORTS + other])
            if rest < 0:
                break
            then = int(search.memory[way * MEMORIES + memory])
            paid = int(search.paid[other]) if then < KNOWN else 0
            gain = paid + welcome_for(search, port, other)
            if int(search.hopes[hope_at(rest, other, then & KNOWN - 1)]) + gain == hope:
                count_arrivals(search, port, other)
                if then < KNOWN and (paid != 0 or is_toll(search, other)):
                    search.calls[other] += 1
                port, left, memory, hope = other, rest, then & KNOWN - 1, hope - gain
                break


@rule
def count_arrivals(search: Search, port: int, other: int) -> None:
    for group in range(search.groups):
        if leads_into(search, port, other, group):
            search.arrivals[group] += 1


@rule
def best_start(search: Search, reach: int) -> int:
    first, second = int(search.ports), int(search.ports) + 1
    if not search.starts & bit(first):
        return second
    if not search.starts & bit(second):
        return first
    return first if search.hopes[hope_at(reach, first, 0)] >= search.hopes[hope_at(reach, second, 0)] else second


# -- groups of ports ---------------------------------------------------------------------------------------------------


@large_rule
def find_groups(search: Search) -> None:
    """Ports that lie one step apart are together, two and two; then those two steps apart, and so on. Nothing is owed
    yet."""
    search.groups = 0
    for port in range(search.ports):
        search.group_of[port] = bit(port)
    for steps in range(1, FARTHEST + 1):
        for port in range(search.ports):
            for other in range(port):
                if search.steps[port * PORTS + other] == steps and not search.group_of[port] & bit(other):
                    add_group(search, search.group_of[port] | search.group_of[other])


@rule
def add_group(search: Search, group: U64) -> None:
    """A group of all ports says nothing: everybody comes there, once."""
    if group == all_ports(search):
        return
    search.group[search.groups] = group
    for port in range(search.ports):
        search.due[int(search.groups) * PORTS + port] = 0
        if group & bit(port):
            search.group_of[port] = group
    search.groups += 1


@rule
def leads_into(search: Search, port: int, other: int, group: int) -> bool:
    """Whether a way leads into a group from outside."""
    return bool(search.group[group] & bit(other)) and not search.group[group] & bit(port)


@large_rule
def settle_dues(search: Search) -> None:
    """Adds up what each port owes, and what is given for each way."""
    for port in range(int(search.ports) + 2):
        search.owed[port] = 0
        for other in range(search.ports):
            search.welcome[port * PORTS + other] = 0
    for group in range(search.groups):
        given = 0
        for port in range(search.ports):
            due = int(search.due[group * PORTS + port])
            search.owed[port] += due
            given += due
        if given > 0:
            give(search, group, given)


@rule
def give(search: Search, group: int, given: int) -> None:
    """So much to all who come into a group."""
    for port in range(int(search.ports) + 2):
        if not search.group[group] & bit(port):
            inside = search.group[group]
            while inside != NOTHING:
                search.welcome[port * PORTS + lowest(inside)] += given
                inside = without_lowest(inside)


# -- looking for a run -------------------------------------------------------------------------------------------------


@large_rule
def look_for(search: Search, reach: int, target: int, patience: int) -> int:
    """Looks for a run from a start past all tolls that is worth so many points. FOUND: it is in `route`, at `stops`
    ports. NO_RUN: there is none. TOO_LONG: patience has run out."""
    search.tried = 0
    for start in range(int(search.ports), int(search.ports) + 2):
        if search.starts & bit(start):
            search.route[0], search.left[0], search.lacking[0] = start, reach, POINT * target
            search.stops, search.next_try[0], search.given[0] = 0, 0, 0
            came_to = look_from_start(search, patience)
            if came_to != NO_RUN:
                return came_to
    return NO_RUN


@large_rule
def look_from_start(search: Search, patience: int) -> int:
    open_ports, prices = all_ports(search), 0
    for port in range(search.ports):
        prices += int(search.price[port])
    while True:
        at = int(search.stops)
        here, which = int(search.route[at]), int(search.next_try[at])
        port, left = int(search.order[here * PORTS + which]), NONE
        if port != NONE:
            left = int(search.left[at]) - int(search.steps[here * PORTS + port])
        if left < 0:  # no more within reach: back to the port before
            if at == 0:
                return NO_RUN
            open_ports |= bit(here)
            prices += int(search.price[here])
            search.stops -= 1
            continue
        search.next_try[at] += 1
        if not open_ports & bit(port) or search.between[here * PORTS + port] & open_ports:
            continue
        search.tried += 1
        if search.tried > patience:
            return TOO_LONG
        if search.tried == SEEN_FROM:
            forget(search)
        rest, prices_then = open_ports & ~bit(port), prices - int(search.price[port])
        lacking = int(search.lacking[at]) - int(search.worth[port])
        if lacking <= 0 and (rest & search.tolls) == NOTHING and not is_detour(search, port):
            search.stops += 1
            search.route[at + 1] = port
            return FOUND
        given = int(search.given[at]) + welcome_for(search, here, port) - int(search.owed[port])
        spare = hope(search, port, rest, left) + prices_then + given - lacking
        if spare < 0 or was_seen(search, port, rest, left) or is_detour(search, port):
            continue
        # Only tolls have prices below nothing, so without them no price is beyond what all are together.
        some_must = prices_then > spare or (rest & search.tolls) != NOTHING
        if some_must and lie_too_far_apart(search, port, rest, left, spare):
            continue
        search.stops += 1
        search.route[at + 1], search.left[at + 1], search.lacking[at + 1] = port, left, lacking
        search.next_try[at + 1], search.given[at + 1] = 0, given
        open_ports, prices = rest, prices_then


@rule
def hope(search: Search, port: int, open_ports: U64, left: int) -> int:
    """What the table says from a port on, with the ports that are still open."""
    if left > LONGEST:
        return MOST_PAID * LONGEST
    memory = 0
    if search.memories > 1:
        for i in range(REMEMBERED):
            near = int(search.nearest[port * REMEMBERED + i])
            if near != NONE and not open_ports & bit(near):
                memory |= 1 << i
    return int(search.hopes[hope_at(left, port, memory)])


@rule
def forget(search: Search) -> None:
    for i in range(SEEN):
        search.seen[i] = NOTHING


@wraparound_rule
def scattered(which: U64) -> int:
    """Where something is remembered."""
    return np.int64(which * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(64 - SEEN_BITS))  # type: ignore[return-value]


@rule
def was_seen(search: Search, port: int, open_ports: U64, left: int) -> bool:
    """Whether a way to the same ports, this one last, was tried with as many steps left; it is remembered now."""
    if search.tried < SEEN_FROM:
        return False
    which = open_ports << np.uint64(5) | np.uint64(port)
    at = scattered(which)
    then = search.seen[at]
    if then >> np.uint64(8) == which and then & np.uint64(255) >= np.uint64(left):
        return True
    search.seen[at] = which << np.uint64(8) | np.uint64(left)
    return False


@rule
def is_detour(search: Search, last: int) -> bool:
    """Whether the ports called at so far, with `last` after them, could be called at in fewer steps and still end
    there: with a part turned round, or with one of them put off until just before the last."""
    stops = int(search.stops)
    before = int(search.route[stops])
    to_last = int(search.steps[before * PORTS + last])
    for i in range(1, stops):
        one, two, three = int(search.route[i - 1]), int(search.route[i]), int(search.route[i + 1])
        way = int(search.steps[one * PORTS + two])
        if int(search.steps[one * PORTS + before]) + int(search.steps[two * PORTS + last]) < way + to_last:
            return True
        saved = way + int(search.steps[two * PORTS + three]) - int(search.steps[one * PORTS + three])
        added = int(search.steps[before * PORTS + two]) + int(search.steps[two * PORTS + last]) - to_last
        if added < saved:
            return True
    return False


@large_rule
def lie_too_far_apart(search: Search, port: int, open_ports: U64, left: int, spare: int) -> bool:
    """Whether ports that cannot be left out are farther apart than the steps left. Leaving one out loses its price, so
    those dearer than what is to spare must be called at; a run past them is at least as long as the shortest net that
    holds them together."""
    musts, net = 0, 0
    while open_ports != NOTHING:
        other = lowest(open_ports)
        open_ports = without_lowest(open_ports)
        if search.price[other] > spare or is_toll(search, other):
            search.must[musts], search.away[musts] = other, search.steps[port * PORTS + other]
            musts += 1
    while musts > 0 and net <= left:
        nearest = 0
        for i in range(1, musts):
            if search.away[i] < search.away[nearest]:
                nearest = i
        net += int(search.away[nearest])
        here = int(search.must[nearest])
        musts -= 1
        search.must[nearest], search.away[nearest] = search.must[musts], search.away[musts]
        for i in range(musts):
            search.away[i] = min(int(search.away[i]), int(search.steps[here * PORTS + int(search.must[i])]))
    return net > left
