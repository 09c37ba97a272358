"""Why something cannot be chosen in Poseidon: the clause that forbids it, or 0.

Written from the rulebook, not from legal.py: two opinions of the same rules, which fuzzing compares on every choice.
A clause §5.4 is the number 504. Where several clauses forbid the same, the lasting one is given: first what the rules
or the place forbid, then what the player lacks (steps, disks), and money last of all. So nobody saves up in vain.
"""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.poseidon.box import NO_WAY, PHASES, Box, Card, Ground
from petteia.games.poseidon.choices import (
    FROM_NEW_HOME,
    MOST_NATIONS,
    MOST_PLACES,
    MOST_SHIPS,
    Chosen,
    parts_of,
)
from petteia.games.poseidon.options import DarkLines, League, LeagueCulture, Rebuy
from petteia.games.poseidon.state import State, Step

ALLOWED = 0
NOT_ASKED = 1501
BOUGHT = 1  # bit of `did`
DOUBLED = 2  # `doubled`


@large_rule
def forbids(box: Box, s: State, choice: int) -> int:
    """0 where the choice is legal, else the number of the clause that forbids it. Any state, any number."""
    if s.step == Step.OVER:
        return 1503
    kind, a, b = parts_of(choice)
    if kind == Chosen.SELL:
        return selling_forbids(box, s, a, b) if s.step == Step.TURN or s.step == Step.FORCED else NOT_ASKED
    if kind == Chosen.LEAGUE:
        return league_forbids(box, s, a)
    if kind == Chosen.POSEIDON:
        return poseidon_forbids(box, s)
    if kind == Chosen.DECLINE:
        return declining_forbids(s)
    if kind == Chosen.DONE:
        return ending_forbids(box, s)
    asked = step_of(kind)
    if asked == NONE or s.step != asked:
        return NOT_ASKED
    if asked == Step.DISCOVER:
        return moving_forbids(box, s, a) if kind == Chosen.MOVE else building_forbids(box, s, kind, a)
    if asked == Step.FLEET or asked == Step.SAIL:
        return run_forbids(box, s, kind, a)
    if asked == Step.SHIPS:
        return ship_forbids(box, s, kind, a, b)
    if kind == Chosen.HUNDREDS:
        return hundreds_forbids(s, a)
    if kind == Chosen.DRACHMAS:
        return drachmas_forbids(s, a)
    if kind == Chosen.ISSUE:
        return issue_forbids(box, s, a)
    if kind == Chosen.MARK:
        return ALLOWED if may_lie(box, s, s.league_nation, a) else 306
    if kind == Chosen.CULTURE:
        return culture_forbids(s, a)
    if kind == Chosen.ARCHON:
        return archon_forbids(box, s, a)
    return trade_forbids(box, s, kind, a)


@rule
def step_of(kind: int) -> int:
    """The step in which such a choice is made, where there is one alone; NONE for what is no choice."""
    if kind == Chosen.FOUND or kind == Chosen.BUY:
        return Step.TURN
    if kind == Chosen.MOVE or kind == Chosen.POST or kind == Chosen.NEW_HOME:
        return Step.DISCOVER
    if kind == Chosen.HOME or kind == Chosen.BEST or kind == Chosen.SAIL:
        return Step.FLEET
    if kind == Chosen.SHIP or kind == Chosen.TRADE or kind == Chosen.OFFER or kind == Chosen.FORCE:
        return Step.SHIPS
    if kind == Chosen.CULTURE or kind == Chosen.ARCHON:
        return Step.POWERS
    if kind == Chosen.CARD:
        return Step.CARD
    if kind == Chosen.PRESTIGE:
        return Step.PRESTIGE
    if kind == Chosen.MERCHANTS:
        return Step.MERCHANTS
    if kind == Chosen.TAKE:
        return Step.TAKE
    if kind == Chosen.CROWN:
        return Step.CROWN
    if kind == Chosen.MARK:
        return Step.MARK
    if kind == Chosen.PURSE:
        return Step.PURSE
    if kind == Chosen.STEP:
        return Step.SAIL
    if kind == Chosen.DONATE:
        return Step.DONATE
    if kind == Chosen.HUNDREDS:
        return Step.HUNDREDS
    if kind == Chosen.DRACHMAS:
        return Step.DRACHMAS
    if kind == Chosen.ACCEPT:
        return Step.ANSWER
    return Step.ISSUE if kind == Chosen.ISSUE else NONE


@rule
def declining_forbids(s: State) -> int:
    step = s.step
    asked = step == Step.CROWN or step == Step.POWERS or step == Step.PURSE
    asked = asked or step == Step.POSEIDON or step == Step.DONATE or step == Step.ANSWER
    return ALLOWED if asked else 303 if step == Step.CARD else NOT_ASKED


@rule
def ending_forbids(box: Box, s: State) -> int:
    if s.step == Step.SHIPS:
        return 1301 if fleet_size(s, s.nation) == 0 and top_ship(box, s) != NONE else ALLOWED
    if s.step == Step.TURN or s.step == Step.DISCOVER or s.step == Step.SAIL:
        return ALLOWED
    return 303 if s.step == Step.CARD else NOT_ASKED


# -- the Poseidon round and the market ---------------------------------------------------------------------------------


@large_rule
def trade_forbids(box: Box, s: State, kind: int, a: int) -> int:
    """Special cards, founding and buying."""
    if kind == Chosen.CARD:
        return ALLOWED if s.offered >> a & 1 else 301
    if kind == Chosen.FOUND:
        return founding_forbids(box, s, a)
    if kind == Chosen.PRESTIGE:
        too_dear = a >= box.track_count or s.players[s.seat].cash < fewest_taken(box) * box.track[a]
        return 503 if too_dear else ALLOWED
    if kind == Chosen.MERCHANTS:
        return sale_forbids(box, s, a)
    if kind == Chosen.TAKE:
        return taking_forbids(box, s, a)
    if kind == Chosen.BUY:
        return buying_forbids(box, s, a)
    return ALLOWED  # a crown, a purse, a donation or an offer: whoever is asked may take it


@rule
def prestige_of(box: Box, s: State, nation: int) -> int:
    return int(box.track[s.nations[nation].prestige])


@large_rule
def merchants_held(s: State, seat: int) -> int:
    total = 0
    for nation in range(MOST_NATIONS):
        total += s.players[seat].merchants[nation]
    return total


@rule
def fewest_taken(box: Box) -> int:
    """The founder's share of the fewest merchants that can be put up."""
    fewest = int(box.least_merchants)
    if fewest % 2 == 0:
        fewest += 1
    return share(box, fewest)


@rule
def share(box: Box, merchants: int) -> int:
    half = merchants - merchants // 2
    return half if half > box.crown_merchants else int(box.crown_merchants)


@large_rule
def founding_forbids(box: Box, s: State, nation: int) -> int:
    if nation >= box.nation_count or not box.maps[s.map].nations >> nation & 1 or s.nations[nation].king != NONE:
        return 501
    if s.did & BOUGHT:
        return 402
    if merchants_held(s, s.seat) + fewest_taken(box) > box.limit[s.seats]:
        return 405
    return 502 if s.players[s.seat].cash < fewest_taken(box) * box.track[0] else ALLOWED


@large_rule
def sale_forbids(box: Box, s: State, merchants: int) -> int:
    if merchants % 2 == 0 or merchants < box.least_merchants or merchants > box.nations[s.nation].potentials:
        return 504
    needed = share(box, merchants)
    if merchants_held(s, s.seat) + needed > box.limit[s.seats]:
        return 405
    return 504 if s.players[s.seat].cash < needed * prestige_of(box, s, s.nation) else ALLOWED


@large_rule
def taking_forbids(box: Box, s: State, merchants: int) -> int:
    if merchants > s.count or merchants < share(box, s.count):
        return 506
    if merchants_held(s, s.seat) + merchants > box.limit[s.seats]:
        return 405
    return 506 if s.players[s.seat].cash < merchants * prestige_of(box, s, s.nation) else ALLOWED


@large_rule
def buying_forbids(box: Box, s: State, nation: int) -> int:
    n, me = s.nations[nation], s.players[s.seat]
    if n.king == NONE or n.pool == 0:
        return 404
    if s.did & BOUGHT:
        return 402
    if n.king == s.seat and s.fresh >> nation & 1:
        return 408
    if me.sold >> nation & 1 and s.options.rebuy != Rebuy.ALLOWED:
        return 409
    if merchants_held(s, s.seat) >= box.limit[s.seats]:
        return 405
    return 404 if me.cash < prestige_of(box, s, nation) else ALLOWED


@large_rule
def selling_forbids(box: Box, s: State, nation: int, merchants: int) -> int:
    me = s.players[s.seat]
    if s.nations[nation].king == s.seat:  # what a king may not do tells more than what he does not have
        if s.fresh >> nation & 1:
            return 408
        if me.merchants[nation] - merchants < box.crown_merchants:
            return 407
    if me.merchants[nation] < merchants:
        return 406
    if s.step == Step.FORCED:
        # One less must not be enough already.
        money = s.nations[s.nation].coffers + me.cash + (merchants - 1) * prestige_of(box, s, nation)
        if money >= box.ships[top_ship(box, s)].price:
            return 1304
    return ALLOWED


# -- special cards, crowns and purses ----------------------------------------------------------------------------------


@rule
def culture_forbids(s: State, nation: int) -> int:
    if s.card == Card.LEAGUE or s.card >= Card.POSEIDON:
        return NOT_ASKED
    return 307 if s.nations[nation].king != s.seat or s.nations[nation].culture != NONE else ALLOWED


@rule
def archon_forbids(box: Box, s: State, nation: int) -> int:
    if s.card != Card.ARCHON:
        return NOT_ASKED
    if merchants_held(s, s.seat) >= box.limit[s.seats]:
        return 405
    return 309 if s.nations[nation].pool == 0 else ALLOWED


@rule
def poseidon_forbids(box: Box, s: State) -> int:
    """The king's own card, before his fleet sails; somebody else's, when he is asked for it."""
    if s.step == Step.POSEIDON:
        return ALLOWED
    if s.step != Step.FLEET:
        return NOT_ASKED
    if not s.players[s.seat].cards >> Card.POSEIDON & 1 or s.phase == 1 or s.poseidon_used:
        return 308
    return 308 if s.doubled != 0 or is_endless(box, s, s.nation) else ALLOWED


@large_rule
def league_forbids(box: Box, s: State, nation: int) -> int:
    step = s.step
    if step == Step.POWERS:
        if s.card != Card.LEAGUE:
            return NOT_ASKED
    elif step != Step.TURN and step != Step.DISCOVER and step != Step.FLEET and step != Step.SHIPS:
        return NOT_ASKED
    elif s.options.league == League.ROUND_START:
        return 306
    if not s.players[s.seat].cards >> Card.LEAGUE & 1 or s.nations[nation].king != s.seat:
        return 306
    for place in range(box.place_count):
        if may_lie(box, s, nation, place):
            return ALLOWED
    return 306


@large_rule
def may_lie(box: Box, s: State, nation: int, place: int) -> bool:
    """Whether the Delian League's marker may lie under a nation's post on a place."""
    if place >= box.place_count or not has_post(s, nation, place):
        return False
    if box.ground[place] == Ground.CULTURE and s.options.league_culture == LeagueCulture.FORBIDDEN:
        return False
    return box.ground[place] != Ground.NEW_WORLD


# -- discovery ---------------------------------------------------------------------------------------------------------


@rule
def has_post(s: State, nation: int, place: int) -> bool:
    return sets.holds(s.nations[nation].posts, place)


@rule
def is_touched(s: State, place: int) -> bool:
    return sets.holds(s.touched, place)


@large_rule
def moving_forbids(box: Box, s: State, place: int) -> int:
    chart, at = box.maps[s.map], int(s.nations[s.nation].explorer)
    if place >= box.place_count or not sets.holds_at(chart.beside, at, place):
        return 902
    across = not sets.holds_at(chart.near, at, place)
    if across and s.options.dark_lines != DarkLines.FLEETS:
        return 903
    return 901 if s.left == 0 else ALLOWED


@large_rule
def building_forbids(box: Box, s: State, kind: int, place: int) -> int:
    """A post, or a New Home."""
    own, home = s.nations[s.nation], kind == Chosen.NEW_HOME
    if place >= box.place_count:
        return 908 if home else 904
    ground, posts = box.ground[place], 0
    for nation in range(box.nation_count):
        if s.nations[nation].new_home == place:
            return 909
        posts += has_post(s, nation, place)
    if home:
        free = own.new_home == NONE and ground == Ground.PORT and posts == 0
        return ALLOWED if free and is_touched(s, place) else 908
    if ground != Ground.PORT and ground != Ground.NEW_WORLD:
        return 907
    if has_post(s, s.nation, place):
        return 905
    far = ground == Ground.NEW_WORLD
    most = box.phases[s.phase - 1].far_posts if far else box.phases[s.phase - 1].posts
    if posts >= min(box.circles[place], most):
        return 906 if far else 905
    return ALLOWED if is_touched(s, place) and own.potentials > 0 else 904


# -- revenue -----------------------------------------------------------------------------------------------------------


@large_rule
def is_endless(box: Box, s: State, nation: int) -> bool:
    for ship in range(box.ship_count):
        if box.ships[ship].reach == 0 and s.nations[nation].fleet[ship] > 0:
            return True
    return False


@large_rule
def run_forbids(box: Box, s: State, kind: int, a: int) -> int:
    if kind == Chosen.BEST:
        return best_forbids(box, s, a)
    if kind == Chosen.SAIL:
        return 1003 if a == FROM_NEW_HOME and s.nations[s.nation].new_home == NONE else ALLOWED
    return sailing_forbids(box, s, a) if kind == Chosen.STEP else ALLOWED


@rule
def sailing_forbids(box: Box, s: State, place: int) -> int:
    if place >= box.place_count:
        return 1004
    if box.ground[place] == Ground.NEW_WORLD and not is_endless(box, s, s.nation):
        return 1011
    near = sets.holds_at(box.maps[s.map].near, s.place, place)
    return ALLOWED if near and s.left > 0 else 1004


@large_rule
def best_forbids(box: Box, s: State, donated: int) -> int:
    """Whether some temples ask for exactly so much together, a run leads past all of them, and the coffers hold it."""
    own, possible = s.nations[s.nation], False
    for chosen in range(1 << int(box.toll_count)):
        asked, idle = 0, False
        for i in range(box.toll_count):
            if chosen >> i & 1:
                asked += box.donation[box.tolls[i]]
                idle = idle or box.worth[int(box.tolls[i]) * PHASES + int(s.phase) - 1] == 0
        if asked == donated:
            if chosen and idle:
                continue
            possible = True
            runs = leads_past(box, s, box.nations[s.nation].home, chosen)
            if runs or (own.new_home != NONE and leads_past(box, s, own.new_home, chosen)):
                return 1006 if donated > own.coffers else ALLOWED
    return 1008 if possible else 1007 if s.phase == PHASES else 1008


@large_rule
def leads_past(box: Box, s: State, start: int, chosen: int) -> bool:
    """Tries the orders of some temples one after the other: the digits of a number say whose turn it is."""
    reach, endless = 0, is_endless(box, s, s.nation)
    for ship in range(box.ship_count):
        reach += s.nations[s.nation].fleet[ship] * box.ships[ship].reach
    if s.doubled == DOUBLED:
        reach *= 2
    if endless or reach > NO_WAY - 2:
        reach = NO_WAY - 1 if endless else NO_WAY - 2
    temples = 0
    for i in range(box.toll_count):
        temples += chosen >> i & 1
    orders = 1
    for i in range(2, temples + 1):
        orders *= i
    for order in range(orders):
        rest, code, at, way = chosen, order, int(start), 0
        for size in range(temples, 0, -1):
            skip = code % size
            code //= size
            for i in range(box.toll_count):
                if rest >> i & 1:
                    if skip == 0:
                        way += int(box.maps[s.map].steps[at * MOST_PLACES + int(box.tolls[i])])
                        at = int(box.tolls[i])
                        rest &= ~(1 << i)
                        break
                    skip -= 1
        if way <= reach:
            return True
    return False


# -- ships -------------------------------------------------------------------------------------------------------------


@large_rule
def fleet_size(s: State, nation: int) -> int:
    ships = 0
    for ship in range(MOST_SHIPS):
        ships += s.nations[nation].fleet[ship]
    return ships


@large_rule
def top_ship(box: Box, s: State) -> int:
    for ship in range(box.ship_count):
        if s.bank[ship] > 0:
            return ship
    return NONE


@large_rule
def ship_forbids(box: Box, s: State, kind: int, a: int, b: int) -> int:
    own, ship = s.nations[s.nation], top_ship(box, s)
    if kind == Chosen.FORCE:
        if fleet_size(s, s.nation) > 0 or ship == NONE or own.coffers >= box.ships[ship].price:
            return 1302
        return ALLOWED
    if kind == Chosen.OFFER:
        return offer_forbids(box, s, a, b)
    if ship == NONE:
        return 1110
    if kind == Chosen.SHIP:
        if fleet_size(s, s.nation) >= box.largest_fleet:
            return 1103
        return 1101 if own.coffers < box.ships[ship].price else ALLOWED
    if box.ships[ship].reach > 0 or own.fleet[a] == 0:  # trading a ship in
        return 1104
    return 1101 if own.coffers < box.ships[ship].price - box.ships[a].price // 2 else ALLOWED


@rule
def issue_forbids(box: Box, s: State, merchants: int) -> int:
    too_many = merchants > box.phases[s.phase - 1].issue or merchants > s.nations[s.issuer].potentials
    return 1202 if too_many else ALLOWED


@large_rule
def offer_forbids(box: Box, s: State, seller: int, ship: int) -> int:
    if s.phase == 1:
        return 1105
    if seller == s.nation or s.nations[seller].king == NONE or s.nations[seller].fleet[ship] == 0:
        return 1106
    if fleet_size(s, s.nation) >= box.largest_fleet:
        return 1103
    coffers, refused = int(s.nations[s.nation].coffers), int(s.refused[seller * MOST_SHIPS + ship])
    if refused >= 9999:
        return 1108
    if coffers - s.tied < 1:
        return 1306 if coffers > 0 else 1107
    return 1108 if refused >= coffers - s.tied else ALLOWED


@rule
def most_offered(s: State) -> int:
    return int(s.nations[s.nation].coffers) - int(s.tied)


@rule
def refused_before(s: State) -> int:
    return int(s.refused[int(s.seller) * MOST_SHIPS + int(s.wanted)])


@rule
def hundreds_forbids(s: State, hundreds: int) -> int:
    """The hundreds of a price…"""
    if 100 * hundreds + 99 <= refused_before(s):
        return 1108
    return 1107 if 100 * hundreds > most_offered(s) else ALLOWED


@rule
def drachmas_forbids(s: State, drachmas: int) -> int:
    """…and the rest of it."""
    price = s.price + drachmas
    if 0 < price <= refused_before(s):
        return 1108
    return ALLOWED if 0 < price <= most_offered(s) else 1107
