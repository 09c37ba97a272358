"""How good a position looks to a player: a small valuation by hand, the greedy bot's only knowledge of the game.

In drachmas. Cash counts in full. A merchant counts what it would fetch and what its nation is likely to pay in the
rounds to come: what the fleet could earn with the posts it has, more as far as potentials and ships allow for. A nation
that is being founded, or a fleet that is under way, counts as if what usually follows had been done.
"""

from __future__ import annotations

from typing import Any

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.engine.valuing import by_fifths
from petteia.games.poseidon.box import EXPLORATION, NO_WAY, PHASES, Box, Ground
from petteia.games.poseidon.choices import MOST_NATIONS, MOST_PLACES, Chosen, parts_of
from petteia.games.poseidon.rules.common import next_ship, price_of, ships_of
from petteia.games.poseidon.rules.market import least_taken
from petteia.games.poseidon.rules.routes import at_most, in_reach, ports_of_call, reach_of
from petteia.games.poseidon.state import State, Step

PAYS = 0.75  # of what a nation could pay, what it will on average
RISES = 7.0  # what a merchant gains a round by prestige
GROWS = 1.2  # what a post to come adds to a run
A_STEP = 3.2  # what a step of range is worth at most
SHIP_SOON = 0.35  # of the range that the coffers could buy, what counts
IN_COFFERS = 0.02  # for each merchant's share, what coffers are worth in themselves
SHIPLESS = 60.0  # for a king whose nation has neither ships nor the money for one
CROWN = 12.0  # for each round to come
PORT_NEAR = 0.4  # for each point of the ports a discovery ship can come to next
A_POST = 0.25  # of the posts that the fleet does not come to, what counts
NO_OFFERS = 25.0  # the greedy bot does not haggle
FEW, USUAL = 5, 7  # merchants put up


@large_rule
def value(box: Box, s: State, seat: int) -> float:
    rounds = rounds_left(box, s)
    worth = float(s.players[seat].cash)
    for nation in range(MOST_NATIONS):
        if s.nations[nation].king == NONE:
            continue
        merchants = float(s.players[seat].merchants[nation])
        if founding(s, seat) and nation == s.nation:
            merchants = float(expected_taken(box, s))
            worth -= merchants * price_of(box, s, nation)
        if merchants > 0:
            worth += merchants * merchant_worth(box, s, nation, rounds)
        if s.nations[nation].king == seat:
            worth += crown_worth(box, s, nation, rounds)
    if s.seat == seat and s.step == Step.PRESTIGE:
        worth += 40.0 + 10.0 * rounds
    if s.step == Step.SAIL and s.nation != NONE:
        worth += float(s.gain * s.players[seat].merchants[s.nation])
    if (s.step == Step.HUNDREDS or s.step == Step.DRACHMAS or s.step == Step.ANSWER) and king_acts(s, seat):
        worth -= NO_OFFERS + 0.5 * s.price
    return worth


@rule
def progress(box: Box, s: State) -> float:
    """By rounds, the Poseidon round being the first."""
    return 1.0 if s.step == Step.OVER else (s.round_number + 1) / (box.round_count + 1)


@rule
def scale(box: Box, s: State) -> float:
    """Measured in games between greedy bots: what fits best who won."""
    return by_fifths(progress(box, s), 553.0, 261.0, 179.0, 123.0, 84.0)


@large_rule
def sift(box: Box, s: State, out: Any, n: int) -> int:
    """Bots make no offers to other kings; they answer them, but do not give a nation's only ship away. They let their
    fleets sail as well as they can, sell one merchant of a nation or all they may, and do not go back with a discovery
    ship."""
    kept = 0
    for i in range(n):
        kind, a, b = parts_of(out[i])
        if kind == Chosen.OFFER or kind == Chosen.SAIL or (kind == Chosen.MOVE and sets.holds(s.touched, a)):
            continue
        if kind == Chosen.ACCEPT and ships_of(s, s.seller) == 1:
            continue
        if kind == Chosen.SELL and b > 1 and i + 1 < n:
            next_kind, next_a, _ = parts_of(out[i + 1])
            if next_kind == Chosen.SELL and next_a == a:
                continue
        out[kept] = out[i]
        kept += 1
    return kept


@rule
def king_acts(s: State, seat: int) -> bool:
    return bool(s.nation != NONE and s.nations[s.nation].king == seat)


@rule
def founding(s: State, seat: int) -> bool:
    return bool(s.seat == seat and (s.step == Step.MERCHANTS or s.step == Step.TAKE))


@rule
def expected_taken(box: Box, s: State) -> int:
    """How many merchants the founder will take: his half."""
    return least_taken(box, s.count if s.step == Step.TAKE else expected_issue(box, s))


@rule
def expected_issue(box: Box, s: State) -> int:
    affordable = s.players[s.seat].cash // price_of(box, s, s.nation)
    return USUAL if affordable >= least_taken(box, USUAL) else FEW


@rule
def rounds_left(box: Box, s: State) -> float:
    """Exploration rounds in which a nation that has not acted yet can still pay."""
    left = 0.0
    for i in range(max(int(s.round_number), 0), box.round_count):
        left += box.rounds[i] == EXPLORATION
    return left


@large_rule
def merchant_worth(box: Box, s: State, nation: int, rounds: float) -> float:
    """What a merchant of a nation is worth: its price, and what it will be paid."""
    own = s.nations[nation]
    if s.acted >> nation & 1 and s.step >= Step.SHIPS and box.rounds[s.round_number] == EXPLORATION:
        rounds -= 1.0  # it has had its turn
    return (
        price_of(box, s, nation)
        + rounds * (PAYS * earnings(box, s, nation, rounds) + RISES)
        + (IN_COFFERS * min(float(own.coffers), 120.0 * rounds))
    )


@large_rule
def earnings(box: Box, s: State, nation: int, rounds: float) -> float:
    """What a nation could pay for each merchant on average: now, and with posts and ships to come."""
    own, chart = s.nations[nation], box.maps[s.map]
    coffers = float(own.coffers)
    if s.step == Step.MERCHANTS and nation == s.nation:
        coffers = float(expected_issue(box, s)) * price_of(box, s, nation)
    reach = float(min(reach_of(box, s, nation), 40))
    ship = next_ship(box, s)
    if ship != NONE and ships_of(s, nation) < box.largest_fleet:
        step = float(box.ships[ship].reach) if box.ships[ship].reach > 0 else 40.0
        reach += SHIP_SOON * step * min(coffers / box.ships[ship].price, 2.0)
    home = int(own.new_home) if own.new_home != NONE else int(box.nations[nation].home)
    most = 0
    for start in (int(box.nations[nation].home), home):
        steps = int(reach + 0.5)
        ports = sets.common(ports_of_call(box, s, nation, 0), in_reach(chart, start, steps))
        most = max(most, at_most(box, s, nation, start, ports, steps))
    later = GROWS * min(float(own.potentials), 0.5 * rounds * s.phase)
    later += A_POST * scattered(box, s, nation)
    return min(float(most) + later, A_STEP * reach + 2.0)


@rule
def scattered(box: Box, s: State, nation: int) -> float:
    """All posts, also those that the fleet does not come to yet."""
    found = 0.0
    posts = sets.of(s.nations[nation].posts)
    while not sets.is_empty(posts):
        place, posts = sets.first(posts), sets.rest(posts)
        found += box.worth[place * PHASES + int(s.phase) - 1]
    return found


@rule
def crown_worth(box: Box, s: State, nation: int, rounds: float) -> float:
    """What being king is worth: the purse, and where to explore next; less where a ship must be paid for."""
    own = s.nations[nation]
    worth = CROWN * rounds + PORT_NEAR * nearest_port(box, s, nation) * min(rounds, 3.0)
    ship = next_ship(box, s)
    if ship == NONE or s.step == Step.MERCHANTS or s.step == Step.TAKE:
        return worth
    if ships_of(s, nation) == 0:
        short = float(box.ships[ship].price - own.coffers - int(own.potentials) * price_of(box, s, nation))
        worth -= max(short, 0.0)
        if own.coffers < box.ships[ship].price:
            worth -= SHIPLESS
    elif s.phase < PHASES and box.phases[s.phase].opened_by != NONE and lasting_ships(box, s, nation) == 0:
        # All its ships leave when the next phase begins: how soon that is, the ships before it tell.
        opening = int(box.phases[s.phase].opened_by)
        before = 0
        for kind in range(opening):
            before += s.bank[kind]
        short = float(box.ships[opening].price - own.coffers)
        worth -= (SHIPLESS + max(short, 0.0)) / (1.0 + before)
    return worth


@rule
def lasting_ships(box: Box, s: State, nation: int) -> int:
    """The ships of a fleet that the next phase leaves to it."""
    scrapped = int(box.phases[s.phase].scraps)
    return ships_of(s, nation) - (int(s.nations[nation].fleet[scrapped]) if scrapped != NONE else 0)


@rule
def nearest_port(box: Box, s: State, nation: int) -> float:
    """The dearest port that the discovery ship could build on next, a little less for each step to it; of those that
    the fleet can get to, with one ship more."""
    own, chart, best = s.nations[nation], box.maps[s.map], 0.0
    if own.potentials == 0:
        return 0.0
    steps, here = chart.steps, int(own.explorer) * MOST_PLACES
    home = int(box.nations[nation].home) * MOST_PLACES
    second = int(own.new_home) * MOST_PLACES if own.new_home != NONE else home
    reach, ship = reach_of(box, s, nation), next_ship(box, s)
    if ship != NONE:
        reach += box.ships[ship].reach if box.ships[ship].reach > 0 else NO_WAY
    for place in range(box.place_count):
        if steps[here + place] > 4 or box.ground[place] != Ground.PORT or sets.holds(own.posts, place):
            continue
        if min(steps[home + place], steps[second + place]) > reach:
            continue
        worth = float(box.worth[place * PHASES + int(s.phase) - 1]) - 0.8 * steps[here + place]
        if worth > best and is_open_for_post(box, s, place):
            best = worth
    return best


@rule
def is_open_for_post(box: Box, s: State, place: int) -> bool:
    posts = 0
    for nation in range(MOST_NATIONS):
        posts += sets.holds(s.nations[nation].posts, place)
        if s.nations[nation].new_home == place:
            return False
    return bool(posts < min(box.phases[s.phase - 1].posts, box.circles[place]))
