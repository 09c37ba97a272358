"""§10 Revenue: the fleet sails, or stays at home."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.engine.sets import Places
from petteia.games.poseidon.box import NO_WAY, TOURS, Box, Card, Ground
from petteia.games.poseidon.choices import DONATION
from petteia.games.poseidon.rules.common import FREELY, owner_of, ships_of
from petteia.games.poseidon.rules.prestige import rise
from petteia.games.poseidon.rules.routes import best_route, has_endless, reach_of, worth_to, worthless_tolls
from petteia.games.poseidon.rules.search import scratch_for_search
from petteia.games.poseidon.rules.ships import begin_ships
from petteia.games.poseidon.state import Happened, State, Step

UNASKED, REFUSED, DOUBLED = 0, 1, 2  # `doubled`


@large_rule
def begin_revenue(box: Box, s: State, news: News) -> None:
    """§10.1: a nation without a ship earns nothing."""
    s.doubled = UNASKED
    if ships_of(s, s.nation) == 0:
        tell(news, Happened.NO_FLEET, NONE, FREELY, s.nation)
        begin_ships(s)
        return
    s.step = Step.FLEET
    owner = owner_of(s, Card.POSEIDON)
    if can_double(box, s) and owner != s.nations[s.nation].king:
        s.seat = owner
        s.step = Step.POSEIDON


@large_rule
def can_double(box: Box, s: State) -> bool:
    """§3.8: whether the Poseidon card can be used for the fleet that sails."""
    if s.phase < 2 or s.poseidon_used or s.doubled != UNASKED or owner_of(s, Card.POSEIDON) == NONE:
        return False
    return not has_endless(box, s, s.nation)


@rule
def answer_for_poseidon(s: State, doubled: int) -> None:
    """§10.9: the owner has spoken; the king is on."""
    s.doubled = doubled
    s.seat = s.nations[s.nation].king
    s.step = Step.FLEET


@large_rule
def stay_home(box: Box, s: State, news: News) -> None:
    """§10.2: the fleet does not sail, and the coffers get a fixed sum."""
    money = box.phases[s.phase - 1].home
    s.nations[s.nation].coffers += money
    tell(news, Happened.STAYED, s.seat, FREELY, s.nation, money)
    end_run(s)


@rule
def reach_now(box: Box, s: State) -> int:
    """§10.4, §3.8: how far the acting nation's fleet gets."""
    reach = reach_of(box, s, s.nation)
    return min(2 * reach, NO_WAY - 2) if s.doubled == DOUBLED and reach < NO_WAY - 1 else reach


@large_rule
def totals(box: Box, s: State) -> int:
    """§10.8: what donations can come to in a run, as a bit mask in steps of DONATION. The shortest ways past every set
    of temples stand in the box."""
    found, reach, own = 0, reach_now(box, s), s.nations[s.nation]
    worthless = worthless_tolls(box, s)
    home, second = int(box.nations[s.nation].home), int(own.new_home)
    for chosen in range(1 << int(box.toll_count)):
        if box.sums[chosen] > own.coffers or chosen & worthless:
            continue
        tours = box.maps[s.map].tour
        if tours[home * TOURS + chosen] <= reach or (second != NONE and tours[second * TOURS + chosen] <= reach):
            found |= 1 << (box.sums[chosen] // DONATION)
    return found


@rule
def begin_run(s: State, news: News, start: int) -> None:
    """§10.3: the Poseidon card is used up now, if it was to be."""
    if s.doubled == DOUBLED:
        s.poseidon_used = 1
        tell(news, Happened.POSEIDON, owner_of(s, Card.POSEIDON), FREELY, s.nation, s.left)
    tell(news, Happened.SAILED, s.seat, FREELY, s.nation, start)


@large_rule
def sail_best(box: Box, s: State, news: News, donated: int) -> None:
    """§10.8: the best run with exactly so much donated."""
    s.left = reach_now(box, s)
    search = scratch_for_search()
    search.priced = 0
    gain, start, stops = best_route(box, s, search, s.nation, s.left, donated)
    begin_run(s, news, start)
    for i in range(stops):
        place = int(search.called[i])
        if box.donation[place] > 0:
            tell(news, Happened.DONATED, s.seat, FREELY, s.nation, place, box.donation[place])
        tell(news, Happened.STOP, s.seat, FREELY, s.nation, place, worth_to(box, s, s.nation, place))
    s.nations[s.nation].coffers -= donated
    s.gain = gain
    pay(box, s, news)


@large_rule
def sail(box: Box, s: State, news: News, start: int) -> None:
    """§10.4: a run step by step."""
    s.left = reach_now(box, s)
    s.gain = 0
    sets.clear(s.visited)
    s.place = start
    begin_run(s, news, start)
    if s.left >= NO_WAY - 1:
        s.left = 2 * int(box.place_count)
    s.step = Step.SAIL


@rule
def fleet_ways(box: Box, s: State) -> Places:
    """§10.4, §10.11: where the fleet can go next; the New World is for fleets with an endless ship."""
    chart = box.maps[s.map]
    near = sets.at(chart.near, s.place)
    return near if has_endless(box, s, s.nation) else sets.without(near, sets.of(chart.far))


@rule
def sailing(box: Box, s: State, news: News) -> bool:
    """§10.4: asks as long as the fleet can go on."""
    if s.left > 0 and not sets.is_empty(fleet_ways(box, s)):
        return True
    pay(box, s, news)
    return False


@large_rule
def sail_to(box: Box, s: State, news: News, place: int) -> None:
    """§10.5, §10.6: one step; what the place is worth counts at once, but for a temple that asks for something."""
    s.place = place
    s.left -= 1
    if box.ground[place] == Ground.NEW_WORLD:
        s.left = 0
    if sets.holds(s.visited, place):
        return
    worth = worth_to(box, s, s.nation, place)
    if worth == 0:
        return
    if box.donation[place] == 0:
        call_at(s, news, place, worth)
    elif s.nations[s.nation].coffers >= box.donation[place]:
        s.step = Step.DONATE


@rule
def call_at(s: State, news: News, place: int, worth: int) -> None:
    sets.add(s.visited, place)
    s.gain += worth
    tell(news, Happened.STOP, s.seat, FREELY, s.nation, place, worth)


@rule
def donate(box: Box, s: State, news: News) -> None:
    """§10.6: a temple that asks for something is paid, and counts."""
    s.nations[s.nation].coffers -= box.donation[s.place]
    tell(news, Happened.DONATED, s.seat, FREELY, s.nation, s.place, box.donation[s.place])
    call_at(s, news, s.place, worth_to(box, s, s.nation, s.place))
    s.step = Step.SAIL


@rule
def sail_by(s: State) -> None:
    """§10.6: nothing is donated."""
    s.step = Step.SAIL


@large_rule
def pay(box: Box, s: State, news: News) -> None:
    """§10.10, §6.1: everybody is paid for each of his merchants; if something was paid the prestige rises."""
    tell(news, Happened.REVENUE, NONE, FREELY, s.nation, s.gain)
    if s.gain > 0:
        for seat in range(s.seats):
            merchants = int(s.players[seat].merchants[s.nation])
            if merchants > 0:
                s.players[seat].cash += merchants * s.gain
                tell(news, Happened.PAID, seat, FREELY, merchants * s.gain, merchants, s.nation)
        rise(box, s, news, s.nation)
    end_run(s)


@large_rule
def end_run(s: State) -> None:
    s.place = NONE
    s.left = 0
    s.gain = 0
    s.doubled = UNASKED
    sets.clear(s.visited)
    begin_ships(s)
