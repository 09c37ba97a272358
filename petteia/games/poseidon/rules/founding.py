"""§5 Founding a nation."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.options import Capital
from petteia.games.poseidon.rules.common import FORCED, merchants_of, price_of
from petteia.games.poseidon.rules.market import BOUGHT, fewest_merchants, least_taken
from petteia.games.poseidon.rules.prestige import put_marker
from petteia.games.poseidon.state import Happened, State, Step


@rule
def merchants_allowed(box: Box, s: State) -> int:
    """§4.5: how many merchants the player may still take."""
    return box.limit[s.seats] - merchants_of(s, s.seat)


@rule
def can_set(box: Box, s: State, space: int) -> bool:
    """§5.3: whether the founder can pay for the fewest merchants at this prestige."""
    least = least_taken(box, fewest_merchants(box))
    return bool(space < box.track_count and s.players[s.seat].cash >= least * box.track[space])


@large_rule
def can_put_up(box: Box, s: State, merchants: int) -> bool:
    """§5.4: an odd number, not fewer than the least, of which the founder can take his half."""
    least = least_taken(box, merchants)
    if merchants % 2 == 0 or merchants < box.least_merchants or merchants > box.nations[s.nation].potentials:
        return False
    return bool(least <= merchants_allowed(box, s) and least * price_of(box, s, s.nation) <= s.players[s.seat].cash)


@large_rule
def most_taken(box: Box, s: State) -> int:
    """§5.6: how many of the merchants put up the founder can take."""
    affordable = s.players[s.seat].cash // price_of(box, s, s.nation)
    return min(int(s.count), affordable, merchants_allowed(box, s))


@rule
def found(s: State, nation: int) -> None:
    """§5.1: chooses a nation; its prestige comes next."""
    s.nation = nation
    s.step = Step.PRESTIGE


@rule
def setting_prestige(box: Box, s: State, news: News) -> bool:
    """§5.3: asks, unless only the first space can be paid for."""
    if can_set(box, s, 1):
        return True
    set_prestige(box, s, news, 0, FORCED)
    return False


@large_rule
def set_prestige(box: Box, s: State, news: News, space: int, forced: int) -> None:
    """§5.3, §5.8: the founder is king from now on; the discovery ship lies in the home port."""
    own = s.nations[s.nation]
    put_marker(s, s.nation, space)
    own.king = s.seat
    own.potentials = box.nations[s.nation].potentials
    own.explorer = box.nations[s.nation].home
    s.fresh |= 1 << int(s.nation)
    s.past_count = 0
    tell(news, Happened.FOUNDED, s.seat, forced, s.nation, space)
    s.step = Step.MERCHANTS


@rule
def putting_up(box: Box, s: State, news: News) -> bool:
    """§5.4: asks, unless one number is possible."""
    least = fewest_merchants(box)
    if can_put_up(box, s, least + 2):
        return True
    put_up(box, s, news, least, FORCED)
    return False


@large_rule
def put_up(box: Box, s: State, news: News, merchants: int, forced: int) -> None:
    """§5.4, §5.5: the nation is paid for all of them."""
    own = s.nations[s.nation]
    own.potentials -= merchants
    own.pool = merchants
    s.count = merchants
    money = 0
    if s.options.capital != Capital.TAKEN:
        money = merchants * price_of(box, s, s.nation)
        own.coffers += money
    tell(news, Happened.FOR_SALE, s.seat, forced, s.nation, merchants, money)
    s.step = Step.TAKE


@rule
def taking(box: Box, s: State, news: News) -> bool:
    """§5.6: asks, unless the founder can take no more than he must."""
    least = least_taken(box, s.count)
    if most_taken(box, s) > least:
        return True
    take(box, s, news, least, FORCED)
    return False


@large_rule
def take(box: Box, s: State, news: News, merchants: int, forced: int) -> None:
    """§5.6, §5.7: the founder's merchants: at least half, three of them on the king's card."""
    own, p = s.nations[s.nation], s.players[s.seat]
    money = merchants * price_of(box, s, s.nation)
    p.cash -= money
    p.merchants[s.nation] += merchants
    own.pool -= merchants
    if s.options.capital == Capital.TAKEN:
        own.coffers += money
    tell(news, Happened.TAKEN, s.seat, forced, s.nation, merchants, money)
    s.did |= BOUGHT
    s.count = 0
    s.nation = NONE
    s.step = Step.TURN
