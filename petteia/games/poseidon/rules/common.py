"""What many steps share: the order of nations, and prices."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import MOST_NATIONS, MOST_SHIPS
from petteia.games.poseidon.state import State, Step

FREELY, FORCED = 0, 1  # how a choice came about, for the news


@rule
def founded(s: State, nation: int) -> bool:
    return s.nations[nation].king != NONE


@rule
def price_of(box: Box, s: State, nation: int) -> int:
    """What a merchant of a nation costs: its prestige."""
    return int(box.track[s.nations[nation].prestige])


@large_rule
def next_in_order(s: State, done: int) -> int:
    """§8.5: of the founded nations that are not done, the one with the highest prestige; where markers lie on each
    other, the topmost. NONE when all are done."""
    found = NONE
    for nation in range(MOST_NATIONS):
        if s.nations[nation].king == NONE or done >> nation & 1:
            continue
        if found == NONE:
            found = nation
            continue
        own, best = s.nations[nation], s.nations[found]
        if own.prestige > best.prestige or (own.prestige == best.prestige and own.above < best.above):
            found = nation
    return found


@large_rule
def merchants_of(s: State, seat: int) -> int:
    """§4.5: how many merchants somebody holds, king's cards included."""
    found = 0
    for nation in range(MOST_NATIONS):
        found += s.players[seat].merchants[nation]
    return found


@rule
def ships_of(s: State, nation: int) -> int:
    """How many ships a fleet has."""
    ships = 0
    for kind in range(MOST_SHIPS):
        ships += s.nations[nation].fleet[kind]
    return ships


@rule
def next_ship(box: Box, s: State) -> int:
    """§11.2: the kind of ship on top of the stack, or NONE."""
    for kind in range(box.ship_count):
        if s.bank[kind] > 0:
            return kind
    return NONE


@rule
def owner_of(s: State, card: int) -> int:
    """The seat that has a special card, or NONE."""
    for seat in range(s.seats):
        if s.players[seat].cards >> card & 1:
            return seat
    return NONE


@large_rule
def end_nation(s: State) -> None:
    """The acting nation's turn is over, and what was kept for it is forgotten."""
    s.tied = 0
    s.dropped = 0
    for i in range(MOST_NATIONS * MOST_SHIPS):
        s.refused[i] = 0
    s.nation = NONE
    s.step = Step.NATION
