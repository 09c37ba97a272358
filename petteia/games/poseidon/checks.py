"""What always holds in Poseidon: disks, ships and cards are conserved, nothing leaves its range.

The fuzzer asks after every choice, and a position that somebody wrote down is asked before it is played. Each check may
rely on those above it.
"""

from __future__ import annotations

import numpy as np

from petteia.engine import sets
from petteia.engine.bits import count
from petteia.engine.checking import Checks
from petteia.engine.compiling import apart, rule
from petteia.engine.records import NONE
from petteia.games.poseidon.box import EXPLORATION, MARKET, MOST_SEATS, PHASES, Box, Card, Ground
from petteia.games.poseidon.choices import MOST_CARDS, MOST_NATIONS, MOST_PLACES, MOST_SHIPS
from petteia.games.poseidon.options import Rebuy
from petteia.games.poseidon.rules.common import merchants_of, owner_of, ships_of
from petteia.games.poseidon.rules.discovery import is_settled, posts_on, something_to_discover
from petteia.games.poseidon.rules.exploration import is_usable
from petteia.games.poseidon.rules.forced import can_sell_now, shortage
from petteia.games.poseidon.rules.founding import can_put_up, can_set, most_taken
from petteia.games.poseidon.rules.kings import next_claimant
from petteia.games.poseidon.rules.league import markable
from petteia.games.poseidon.rules.market import fewest_merchants, least_taken, something_to_trade
from petteia.games.poseidon.rules.phases import most_issued
from petteia.games.poseidon.rules.revenue import can_double
from petteia.games.poseidon.rules.routes import worth_to
from petteia.games.poseidon.rules.setup import buyer_of_card, cards_to_buy, count_cards, map_in_use
from petteia.games.poseidon.rules.ships import lowest_price, money_for_offers, something_to_buy
from petteia.games.poseidon.state import MOST_TURNS, PAST, State, Step

MOST_MONEY = 10_000_000  # far above what the boxes allowed can give

check = Checks()


@rule
def is_bit(word: int) -> bool:
    return 0 <= word <= 1


@check("seats, step, phase, map, round or another number out of range")
@apart
def table_in_range(box: Box, s: State) -> bool:
    o = s.options
    if not (is_bit(o.poseidon_round) and is_bit(o.league) and is_bit(o.league_culture) and is_bit(o.capital)):
        return False
    if not (is_bit(o.rebuy) and is_bit(o.order) and is_bit(o.dark_lines) and is_bit(o.discard_opens)):
        return False
    if not (is_bit(o.emergency) and is_bit(o.bankruptcy) and is_bit(o.king_sells)):
        return False
    if not (2 <= s.seats <= MOST_SEATS and 0 <= o.map <= box.map_count and s.map == map_in_use(box, s)):
        return False
    return (
        Step.CARD <= s.step <= Step.OVER
        and Step.CARD <= s.back <= Step.SHIPS
        and 1 <= s.phase <= PHASES
        and 0 <= s.seat < s.seats
        and 0 <= s.starter < s.seats
        and NONE <= s.round_number <= box.round_count
        and (s.round_number == NONE) == (s.step == Step.CARD)
        and (s.step == Step.OVER or s.round_number < box.round_count)
        and 0 <= s.turn <= cards_to_buy(box, s)
        and 0 <= s.passed < s.seats
        and 0 <= s.did <= 3
        and 0 <= s.card < MOST_CARDS
        and NONE <= s.nation < box.nation_count
        and NONE <= s.issuer < box.nation_count
        and NONE <= s.seller < box.nation_count
        and NONE <= s.league_nation < box.nation_count
        and NONE <= s.wanted < box.ship_count
        and NONE <= s.place < box.place_count
        and NONE <= s.league_place < box.place_count
        and 0 <= s.left <= 2 * MOST_PLACES
        and 0 <= s.gain <= 2000
        and 0 <= s.tied <= MOST_MONEY
        and 0 <= s.price <= 9999
        and 0 <= s.doubled <= 2
        and is_bit(s.poseidon_used)
        and 0 <= s.ending <= 2
        and 0 <= s.past_count <= MOST_TURNS
        and s.reveals >= 0
        and 0 <= s.acted < 1 << int(box.nation_count)
        and 0 <= s.issued < 1 << int(box.nation_count)
        and 0 <= s.fresh < 1 << int(box.nation_count)
        and 0 <= s.dropped < 1 << int(box.nation_count)
        and 0 <= s.asked < 1 << int(s.seats)
        and 0 <= s.bankrupt < 1 << int(s.seats)
    )


@check("cash or merchants of a player out of range, or more merchants than the limit")
@apart
def players_in_range(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        if not (0 <= p.cash <= MOST_MONEY and 0 <= p.sold < 1 << int(box.nation_count)):
            return False
        for nation in range(MOST_NATIONS):
            if p.merchants[nation] < 0:
                return False
        if merchants_of(s, seat) > box.limit[s.seats]:
            return False
    return True


@check("a special card is in two places, or where it cannot be")
@apart
def cards_are_single(box: Box, s: State) -> bool:
    """Each card at one seat or on offer; in the Poseidon round none is missing, later none is on offer."""
    seen, held = int(s.offered), 0
    if not 0 <= seen < 1 << MOST_CARDS:
        return False
    for seat in range(s.seats):
        cards = int(s.players[seat].cards)
        if not 0 <= cards < 1 << MOST_CARDS or cards & seen:
            return False
        seen |= cards
        for card in range(MOST_CARDS):
            held += cards >> card & 1
    if s.step == Step.CARD:
        return seen == (1 << MOST_CARDS) - 1 and held == s.turn
    return s.offered == 0 and s.turn == cards_to_buy(box, s) and held <= s.turn


@check("a nation that is not founded has something, or one that is founded lacks something")
@apart
def nations_are_whole(box: Box, s: State) -> bool:
    for nation in range(MOST_NATIONS):
        n = s.nations[nation]
        if not (NONE <= n.king < s.seats and 0 <= n.coffers <= MOST_MONEY):
            return False
        for ship in range(MOST_SHIPS):
            if n.fleet[ship] < 0 or (n.fleet[ship] > 0 and n.king == NONE):
                return False
        if n.king == NONE:
            if n.prestige != NONE or n.explorer != NONE or n.new_home != NONE or n.culture != NONE:
                return False
            if n.coffers != 0 or n.pool != 0 or n.potentials != 0 or n.above != 0:
                return False
            for seat in range(s.seats):
                if s.players[seat].merchants[nation] != 0:
                    return False
        else:
            if nation >= box.nation_count or not box.maps[s.map].nations >> nation & 1:
                return False
            if not (0 <= n.prestige < box.track_count and 0 <= n.explorer < box.place_count):
                return False
            if not (n.potentials >= 0 and n.pool >= 0 and 0 <= n.above < MOST_NATIONS):
                return False
            if not (NONE <= n.new_home < box.place_count and NONE <= n.culture < box.place_count):
                return False
    return True


@check("a king holds fewer merchants than lie on his card")
@apart
def kings_hold_enough(box: Box, s: State) -> bool:
    for nation in range(MOST_NATIONS):
        king = s.nations[nation].king
        founding = nation == s.nation and (s.step == Step.MERCHANTS or s.step == Step.TAKE)
        if king != NONE and not founding and s.players[king].merchants[nation] < box.crown_merchants:
            return False
    return True


@check("markers of prestige do not lie in stacks")
@apart
def markers_are_stacked(s: State) -> bool:
    """On every space one marker has none above it, the next one, and so on."""
    for nation in range(MOST_NATIONS):
        n = s.nations[nation]
        if n.king == NONE:
            continue
        higher = 0
        for other in range(MOST_NATIONS):
            o = s.nations[other]
            if other != nation and o.king != NONE and o.prestige == n.prestige:
                if o.above == n.above:
                    return False
                higher += o.above < n.above
        if higher != n.above:
            return False
    return True


@check("the disks of a nation do not add up")
@apart
def disks_add_up(box: Box, s: State) -> bool:
    for nation in range(MOST_NATIONS):
        n = s.nations[nation]
        if n.king == NONE:
            continue
        disks = int(n.potentials) + n.pool + count(n.posts[0]) + count(n.posts[1]) - (n.culture != NONE)
        for seat in range(s.seats):
            disks += s.players[seat].merchants[nation]
        if disks != box.nations[nation].potentials:
            return False
    return True


@check("posts, New Homes or high cultures where they cannot be")
@apart
def posts_stand_well(box: Box, s: State) -> bool:
    cultures = 0
    for nation in range(MOST_NATIONS):
        n = s.nations[nation]
        if n.culture != NONE:
            if not sets.holds(n.posts, n.culture) or box.ground[n.culture] != Ground.CULTURE:
                return False
            cultures += 1
        if n.new_home != NONE and (box.ground[n.new_home] != Ground.PORT or posts_on(s, n.new_home) > 0):
            return False
        for other in range(nation):
            if n.new_home != NONE and s.nations[other].new_home == n.new_home:
                return False
    phase = box.phases[s.phase - 1]
    for place in range(MOST_PLACES):
        posts = posts_on(s, place)
        if posts == 0:
            continue
        if place >= box.place_count:
            return False
        ground = box.ground[place]
        if ground == Ground.CULTURE:
            cultures -= posts
            if posts > 1 or culture_is_kept(box, s, place):
                return False
        elif ground == Ground.PORT:
            if posts > min(phase.posts, box.circles[place]) or is_settled(s, place):
                return False
        elif ground != Ground.NEW_WORLD or posts > min(phase.far_posts, box.circles[place]):
            return False
    return cultures == 0


@rule
def culture_is_kept(box: Box, s: State, place: int) -> bool:
    """Whether somebody still has the card of a high culture."""
    for card in range(Card.TROJA, Card.POSEIDON):
        if box.cards[card].place == place:
            return owner_of(s, card) != NONE or s.offered >> card & 1 != 0
    return True


@check("there are more or fewer ships than there should be")
@apart
def ships_add_up(box: Box, s: State) -> bool:
    """Every ship in the bank, in a fleet, or gone; none of a kind that is not sold yet, or that is scrapped."""
    begun = False  # whether the kind on top of the stack has been seen
    for ship in range(MOST_SHIPS):
        sailing = 0
        for nation in range(MOST_NATIONS):
            sailing += s.nations[nation].fleet[ship]
        if ship >= box.ship_count:
            if sailing != 0 or s.bank[ship] != 0:
                return False
            continue
        all_of_them = box.ships[ship].count - (box.ships[ship].less_with_two if s.seats == 2 else 0)
        if not (s.bank[ship] >= 0 and s.bank[ship] + sailing <= all_of_them):
            return False
        if begun and s.bank[ship] != all_of_them:
            return False
        begun = begun or s.bank[ship] > 0
        if s.step != Step.ISSUE and sailing > 0:
            for phase in range(s.phase):
                if box.phases[phase].scraps == ship:
                    return False
    for nation in range(MOST_NATIONS):
        if ships_of(s, nation) > box.largest_fleet:
            return False
    return True


@check("the Delian League's marker lies where it cannot")
@apart
def league_lies_well(box: Box, s: State) -> bool:
    if s.step == Step.MARK:
        return s.league_nation != NONE and s.league_place == NONE and owner_of(s, Card.LEAGUE) == s.seat
    if s.league_nation == NONE:
        return s.league_place == NONE
    if s.league_place == NONE or owner_of(s, Card.LEAGUE) != NONE or s.offered & 1:
        return False
    on_post = sets.holds(s.nations[s.league_nation].posts, s.league_place)
    return on_post and box.ground[s.league_place] != Ground.NEW_WORLD


@rule
def in_market(s: State) -> bool:
    marking = s.step == Step.MARK and s.back == Step.TURN
    return Step.TURN <= s.step <= Step.TAKE or marking


@rule
def nation_acts(s: State) -> bool:
    """Whether a nation has its turn."""
    if s.step == Step.MARK:
        return s.back == Step.DISCOVER or s.back == Step.FLEET or s.back == Step.SHIPS
    if s.step == Step.ISSUE:
        return s.back == Step.SHIPS
    return Step.DISCOVER <= s.step <= Step.FORCED


@check("something is left over from another step")
@apart
def nothing_left_over(box: Box, s: State) -> bool:
    """What a step keeps is blank outside of it."""
    step, market, acts = s.step, in_market(s), nation_acts(s)
    discovering = step == Step.DISCOVER or (step == Step.MARK and s.back == Step.DISCOVER)
    sailing = step == Step.SAIL or step == Step.DONATE
    naming = step == Step.HUNDREDS or step == Step.DRACHMAS or step == Step.ANSWER
    running = sailing or step == Step.FLEET or (step == Step.MARK and s.back == Step.FLEET)
    founding = step == Step.PRESTIGE or step == Step.MERCHANTS or step == Step.TAKE
    if (s.touched[0] | s.touched[1]) != np.uint64(0) and not discovering:
        return False
    if (s.visited[0] | s.visited[1]) != np.uint64(0) and not sailing:
        return False
    if s.left != 0 and not (discovering or sailing):
        return False
    if (s.place != NONE) != sailing or (s.gain != 0 and not sailing) or (s.doubled != 0 and not running):
        return False
    if (s.seller != NONE) != naming or (s.wanted != NONE) != naming or (s.price != 0 and not naming):
        return False
    if s.back != 0 and step != Step.MARK and step != Step.ISSUE:
        return False
    if (s.issuer != NONE) != (step == Step.ISSUE) or (s.issued != 0 and step != Step.ISSUE):
        return False
    if (s.nation != NONE) != (acts or founding or step == Step.CROWN or step == Step.PURSE):
        return False
    if not market and (s.did != 0 or s.passed != 0 or s.fresh != 0 or s.past_count != 0):
        return False
    if (s.count != 0) != (step == Step.TAKE) or (s.asked != 0 and step != Step.CROWN):
        return False
    if s.card != 0 and step != Step.POWERS and not (step == Step.MARK and s.back == Step.POWERS):
        return False
    if s.tied != 0 and not acts:
        return False
    if s.dropped != 0 and not (acts or market):
        return False
    if s.acted != 0 and not (acts or step == Step.CROWN or step == Step.PURSE):
        return False
    if step == Step.OVER:
        return True
    if step != Step.CARD:
        exploring = acts or step == Step.POWERS or step == Step.PURSE or (step == Step.MARK and s.back == Step.POWERS)
        if box.rounds[s.round_number] != (EXPLORATION if exploring else MARKET):
            return False
    for seat in range(s.seats):
        if s.players[seat].sold != 0 and not market:
            return False
    for i in range(MOST_NATIONS * MOST_SHIPS):
        if not 0 <= s.refused[i] <= 9999 or (s.refused[i] != 0 and not acts):
            return False
    for i in range(MOST_NATIONS):
        if not NONE <= s.queue[i] < box.nation_count or (s.queue[i] != NONE and not acts):
            return False
    for i in range(PAST):
        if s.past[i] != np.uint64(0) and (not market or s.options.rebuy == Rebuy.FORBIDDEN):
            return False
    return True


@check("the decision asked for is not one")
@apart
def decision_is_one(box: Box, s: State) -> bool:
    """Whoever is asked is on, and has something to choose."""
    step = s.step
    if step == Step.OVER:
        return True
    if step == Step.CARD:
        return s.seat == buyer_of_card(s, s.turn) and count_cards(s) > 1 and s.turn < cards_to_buy(box, s)
    if step == Step.TURN:
        return something_to_trade(box, s)
    if step == Step.PRESTIGE:
        return s.nations[s.nation].king == NONE and can_set(box, s, 1) and map_has(box, s, s.nation)
    if step == Step.MERCHANTS or step == Step.TAKE:
        return founding_is_one(box, s)
    if step == Step.POWERS:
        return owner_of(s, s.card) == s.seat and s.card != Card.POSEIDON and is_usable(box, s)
    if step == Step.MARK:
        if s.nations[s.league_nation].king != s.seat:
            return False
        return sets.count(markable(box, s, s.league_nation)) > 1
    if step == Step.ISSUE:
        issuer = s.nations[s.issuer]
        return issuer.king == s.seat and not s.issued >> s.issuer & 1 and most_issued(box, s, s.issuer) > 0
    if s.nation == NONE or s.nations[s.nation].king == NONE:
        return False
    if step == Step.CROWN:
        return next_claimant(s, s.nation) == s.seat
    if not s.acted >> s.nation & 1:
        return False
    if step == Step.ANSWER:
        return s.nations[s.seller].king == s.seat and s.nations[s.nation].king != s.seat and offer_is_one(box, s)
    if step == Step.POSEIDON:
        return owner_of(s, Card.POSEIDON) == s.seat and s.nations[s.nation].king != s.seat and can_double(box, s)
    if s.nations[s.nation].king != s.seat:
        return False
    return king_decides(box, s)


@rule
def map_has(box: Box, s: State, nation: int) -> bool:
    return bool(box.maps[s.map].nations >> nation & 1)


@apart
def founding_is_one(box: Box, s: State) -> bool:
    n = s.nations[s.nation]
    if n.king != s.seat or not s.fresh >> s.nation & 1:
        return False
    if s.step == Step.MERCHANTS:
        return n.pool == 0 and can_put_up(box, s, fewest_merchants(box) + 2)
    return n.pool == s.count and most_taken(box, s) > least_taken(box, s.count)


@apart
def offer_is_one(box: Box, s: State) -> bool:
    """The ship is there, there is room for it, and the price can be paid."""
    if s.nations[s.seller].fleet[s.wanted] == 0 or ships_of(s, s.nation) >= box.largest_fleet:
        return False
    if s.step == Step.ANSWER:
        return lowest_price(s) <= s.price <= money_for_offers(s)
    return lowest_price(s) <= money_for_offers(s)


@apart
def king_decides(box: Box, s: State) -> bool:
    step = s.step
    if step == Step.PURSE:
        return bool(s.nations[s.nation].coffers >= box.phases[s.phase - 1].purse > 0)
    if step == Step.DISCOVER:
        return sets.holds(s.touched, s.nations[s.nation].explorer) and something_to_discover(box, s)
    if step == Step.FLEET:
        return ships_of(s, s.nation) > 0
    if step == Step.SAIL:
        return s.left > 0 and box.ground[s.place] != Ground.NEW_WORLD
    if step == Step.DONATE:
        if sets.holds(s.visited, s.place) or worth_to(box, s, s.nation, s.place) == 0:
            return False
        return bool(s.nations[s.nation].coffers >= box.donation[s.place] > 0)
    if step == Step.SHIPS:
        return something_to_buy(box, s)
    if step == Step.HUNDREDS:
        return offer_is_one(box, s) and lowest_price(s) // 100 < money_for_offers(s) // 100
    if step == Step.DRACHMAS:
        least, most = max(lowest_price(s) - s.price, 0), min(money_for_offers(s) - s.price, 99)
        return offer_is_one(box, s) and s.price % 100 == 0 and least < most
    if step != Step.FORCED or ships_of(s, s.nation) > 0:
        return False
    ship_left, ways = False, 0
    for ship in range(box.ship_count):
        ship_left = ship_left or s.bank[ship] > 0
    if not ship_left or s.players[s.seat].cash >= shortage(box, s):
        return False
    for nation in range(MOST_NATIONS):
        ways += can_sell_now(box, s, nation)
    return ways > 1


@check("somebody who takes no part has something")
@rule
def others_have_nothing(s: State) -> bool:
    for seat in range(s.seats, MOST_SEATS):
        p = s.players[seat]
        if p.cash != 0 or p.cards != 0 or p.sold != 0:
            return False
        for nation in range(MOST_NATIONS):
            if p.merchants[nation] != 0:
                return False
    return True


flaw = check.flaw()
