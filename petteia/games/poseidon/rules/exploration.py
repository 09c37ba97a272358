"""§8 Exploration rounds: special cards, income, the kings' purses, and the order of the nations."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box, Card
from petteia.games.poseidon.choices import MOST_CARDS, MOST_NATIONS
from petteia.games.poseidon.options import Order
from petteia.games.poseidon.rules.common import FREELY, founded, merchants_of, next_in_order, owner_of
from petteia.games.poseidon.rules.discovery import begin_discovery
from petteia.games.poseidon.rules.league import can_use_league
from petteia.games.poseidon.state import Happened, State, Step


@large_rule
def using_powers(box: Box, s: State, news: News) -> bool:
    """§8.2: card by card; asks the owner where there is something to do with it."""
    while s.card < MOST_CARDS:
        owner = owner_of(s, s.card)
        if owner != NONE and s.card != Card.POSEIDON:
            s.seat = owner
            if is_usable(box, s):
                return True
        s.card += 1
    s.step = Step.INCOME
    return False


@large_rule
def is_usable(box: Box, s: State) -> bool:
    """§3.6, §3.7, §3.9: whether the owner can do something with the card that is asked for."""
    if s.card == Card.LEAGUE:
        return can_use_league(box, s)
    for nation in range(MOST_NATIONS):
        if can_use_for(box, s, nation):
            return True
    return False


@large_rule
def can_use_for(box: Box, s: State, nation: int) -> bool:
    """§3.7, §3.9: a high culture for a nation of the player's that has none, or a merchant out of the pool."""
    if s.card == Card.ARCHON:
        return bool(founded(s, nation) and s.nations[nation].pool > 0 and merchants_of(s, s.seat) < box.limit[s.seats])
    return bool(s.nations[nation].king == s.seat and s.nations[nation].culture == NONE)


@rule
def give_culture(box: Box, s: State, news: News, nation: int) -> None:
    """§3.7: the high culture of a card, to a nation."""
    place = box.cards[s.card].place
    s.nations[nation].culture = place
    sets.add(s.nations[nation].posts, place)
    s.players[s.seat].cards &= ~(1 << int(s.card))
    tell(news, Happened.CULTURE, s.seat, FREELY, nation, place, s.card)


@rule
def swap_archon(s: State, news: News, nation: int) -> None:
    """§3.9: the card for a merchant out of the pool."""
    s.nations[nation].pool -= 1
    s.players[s.seat].merchants[nation] += 1
    s.players[s.seat].cards &= ~(1 << Card.ARCHON)
    tell(news, Happened.ARCHON, s.seat, FREELY, nation)


@rule
def keep_card(s: State) -> None:
    """§8.2: the owner does not use the card that is asked for."""
    s.card += 1


@large_rule
def income(box: Box, s: State, news: News) -> bool:
    """§8.3: what the special cards pay."""
    s.card = 0
    for seat in range(s.seats):
        money = 0
        for card in range(MOST_CARDS):
            if s.players[seat].cards >> card & 1:
                money += box.cards[card].income[s.phase - 1]
        if money > 0:
            s.players[seat].cash += money
            tell(news, Happened.INCOME, seat, FREELY, money)
    s.step = Step.PURSE
    return False


@large_rule
def offering_purses(box: Box, s: State, news: News) -> bool:
    """§8.4: asks the kings, in the order of the nations, where the coffers hold enough."""
    money = box.phases[s.phase - 1].purse
    nation = next_in_order(s, s.acted)
    while nation != NONE:
        s.acted |= 1 << nation
        if money > 0 and s.nations[nation].coffers >= money:
            s.nation = nation
            s.seat = s.nations[nation].king
            return True
        nation = next_in_order(s, s.acted)
    s.acted = 0
    s.nation = NONE
    fix_order(s)
    s.step = Step.NATION
    return False


@rule
def take_purse(box: Box, s: State, news: News) -> None:
    """§8.4: what a king takes out of his nation's coffers."""
    money = box.phases[s.phase - 1].purse
    s.nations[s.nation].coffers -= money
    s.players[s.seat].cash += money
    tell(news, Happened.PURSE, s.seat, FREELY, s.nation, money)


@large_rule
def fix_order(s: State) -> None:
    """§8.5: writes the order down, where the option `order` keeps it for the round."""
    if s.options.order != Order.FIXED:
        return
    done = 0
    for i in range(MOST_NATIONS):
        s.queue[i] = next_in_order(s, done)
        if s.queue[i] != NONE:
            done |= 1 << int(s.queue[i])


@rule
def nation_on_turn(s: State) -> int:
    """§8.5: who acts next, or NONE."""
    if s.options.order != Order.FIXED:
        return next_in_order(s, s.acted)
    for i in range(MOST_NATIONS):
        if s.queue[i] != NONE and not s.acted >> s.queue[i] & 1:
            return s.queue[i]
    return NONE


@large_rule
def next_nation(box: Box, s: State, news: News) -> bool:
    """§8.5, §8.6: the next nation acts; after the last one the round is over."""
    s.nation = nation_on_turn(s)
    if s.nation != NONE:
        s.acted |= 1 << int(s.nation)
        tell(news, Happened.ACTS, s.nations[s.nation].king, FREELY, s.nation)
        begin_discovery(box, s)
        return False
    s.acted = 0
    s.step = Step.ROUND
    for i in range(MOST_NATIONS):
        s.queue[i] = NONE
    if s.ending > 0:
        s.ending -= 1
        if s.ending == 0:
            tell(news, Happened.ENDS, NONE, FREELY)
            s.step = Step.SCORE
    return False
