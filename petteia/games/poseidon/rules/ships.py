"""§11 Ships: from the bank, for another one, and from other nations."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import MOST_NATIONS, MOST_SHIPS
from petteia.games.poseidon.rules.common import FORCED, FREELY, end_nation, founded, next_ship, ships_of
from petteia.games.poseidon.rules.forced import force, launch
from petteia.games.poseidon.rules.league import can_use_league_now
from petteia.games.poseidon.state import Happened, State, Step

MOST_PRICE = 9999  # of an offer: two numbers of two digits


@rule
def begin_ships(s: State) -> None:
    """§11.1: last in its turn, the nation may buy ships."""
    s.step = Step.SHIPS
    s.seat = s.nations[s.nation].king


@rule
def buying_ships(box: Box, s: State, news: News) -> bool:
    """§11.1: asks, unless only one thing can be done."""
    s.seat = s.nations[s.nation].king
    if something_to_buy(box, s):
        return True
    if can_end(box, s):
        end_ships(box, s, news)
    elif can_buy_ship(box, s):
        buy_ship(box, s, news, FORCED)
    else:
        force(box, s, news, FORCED)
    return False


@large_rule
def something_to_buy(box: Box, s: State) -> bool:
    """Whether there is more than one thing to do: one of ending, buying from the bank and being forced there always
    is."""
    if can_end(box, s) and can_buy_ship(box, s):
        return True
    return can_trade_any(box, s) or can_offer_any(box, s) or can_use_league_now(box, s)


@large_rule
def can_buy_ship(box: Box, s: State) -> bool:
    """§11.1, §11.3: whether the coffers and the size of the fleet allow the next one."""
    ship = next_ship(box, s)
    if ship == NONE or ships_of(s, s.nation) >= box.largest_fleet:
        return False
    return bool(s.nations[s.nation].coffers >= box.ships[ship].price)


@rule
def next_endless(box: Box, s: State) -> int:
    """§11.4: the next ship, where that is an endless one, for which others can be handed in; otherwise NONE."""
    ship = next_ship(box, s)
    return ship if ship != NONE and box.ships[ship].reach == 0 else NONE


@rule
def can_hand_in(box: Box, s: State, ship: int, old: int) -> bool:
    """§11.4: whether the acting nation has an old ship and the rest of the price."""
    return bool(s.nations[s.nation].fleet[old] > 0 and s.nations[s.nation].coffers >= price_with(box, ship, old))


@rule
def can_trade_any(box: Box, s: State) -> bool:
    ship = next_endless(box, s)
    if ship != NONE:
        for old in range(MOST_SHIPS):
            if can_hand_in(box, s, ship, old):
                return True
    return False


@rule
def price_with(box: Box, ship: int, old: int) -> int:
    """§11.4: the price when another ship is handed in for half of its own; never less than nothing."""
    return max(box.ships[ship].price - box.ships[old].price // 2, 0)


@rule
def can_end(box: Box, s: State) -> bool:
    """§11.9, §11.10: with a ship, or where the bank has none."""
    return ships_of(s, s.nation) > 0 or next_ship(box, s) == NONE


@rule
def must_be_forced(box: Box, s: State) -> bool:
    """§13.1: no ship, and not the money for one."""
    return not can_end(box, s) and not can_buy_ship(box, s)


@rule
def money_for_offers(s: State) -> int:
    """§11.7, §13.6: the most that can be named: not what is left of a forced purchase."""
    return min(s.nations[s.nation].coffers - s.tied, MOST_PRICE)


@rule
def can_offer_now(box: Box, s: State) -> bool:
    """§11.5: whether the phase and the size of the fleet allow offers for ships of others. (It is the same for all of
    them, so it is asked once.)"""
    return bool(s.phase >= 2 and ships_of(s, s.nation) < box.largest_fleet)


@rule
def can_ask(s: State, seller: int) -> bool:
    """§11.6: of whom: other nations."""
    return bool(seller != s.nation and founded(s, seller))


@rule
def can_ask_for(s: State, seller: int, ship: int) -> bool:
    """§11.6, §11.8: for what: a ship that the other has, and for more than was refused."""
    return bool(
        s.nations[seller].fleet[ship] > 0 and money_for_offers(s) > s.refused[int(seller) * MOST_SHIPS + int(ship)]
    )


@rule
def can_offer(box: Box, s: State, seller: int, ship: int) -> bool:
    """§11.5, §11.6, §11.8: whether the acting nation can make an offer for a ship of another."""
    return can_offer_now(box, s) and can_ask(s, seller) and can_ask_for(s, seller, ship)


@rule
def can_offer_any(box: Box, s: State) -> bool:
    if can_offer_now(box, s):
        for seller in range(MOST_NATIONS):
            if can_ask(s, seller):
                for ship in range(MOST_SHIPS):
                    if can_ask_for(s, seller, ship):
                        return True
    return False


@rule
def buy_ship(box: Box, s: State, news: News, forced: int) -> None:
    """§11.1: the next one, out of the coffers."""
    ship = next_ship(box, s)
    launch(box, s, news, ship, box.ships[ship].price, forced)


@large_rule
def trade_in(box: Box, s: State, news: News, old: int) -> None:
    """§11.4: another ship for half its price, with an endless one."""
    ship = next_ship(box, s)
    s.nations[s.nation].fleet[old] -= 1
    tell(news, Happened.TRADED, s.seat, FREELY, s.nation, old, box.ships[old].price // 2)
    launch(box, s, news, ship, price_with(box, ship, old), FREELY)


@rule
def end_ships(box: Box, s: State, news: News) -> None:
    """§11.9, §11.10: the nation's turn is over."""
    if ships_of(s, s.nation) == 0:
        tell(news, Happened.NO_SHIPS, NONE, FREELY, s.nation)
    end_nation(s)


# -- between nations ---------------------------------------------------------------------------------------------------


@rule
def make_offer(s: State, seller: int, ship: int) -> None:
    """§11.6: names a ship; the price comes next."""
    s.seller = seller
    s.wanted = ship
    s.price = 0
    s.step = Step.HUNDREDS


@rule
def lowest_price(s: State) -> int:
    """§11.7, §11.8: one drachma, or more than was refused."""
    return s.refused[int(s.seller) * MOST_SHIPS + s.wanted] + 1


@rule
def naming_hundreds(s: State) -> bool:
    """§11.7: asks, unless the hundreds are clear."""
    if lowest_price(s) // 100 < money_for_offers(s) // 100:
        return True
    name_hundreds(s, lowest_price(s) // 100)
    return False


@rule
def name_hundreds(s: State, hundreds: int) -> None:
    s.price = 100 * hundreds
    s.step = Step.DRACHMAS


@rule
def naming_drachmas(s: State, news: News) -> bool:
    """§11.7: asks for the rest, unless it is clear too."""
    least = max(lowest_price(s) - s.price, 0)
    most = min(money_for_offers(s) - s.price, 99)
    if least < most:
        return True
    name_drachmas(s, news, least)
    return False


@large_rule
def name_drachmas(s: State, news: News, drachmas: int) -> None:
    """§11.7, §11.8: the offer is made; somebody who is king of both need not be asked."""
    s.price += drachmas
    tell(news, Happened.OFFERED, s.seat, FREELY, s.nation, s.wanted, s.price, s.seller)
    if s.nations[s.seller].king == s.seat:
        accept(s, news, FORCED)
    else:
        s.seat = s.nations[s.seller].king
        s.step = Step.ANSWER


@large_rule
def accept(s: State, news: News, forced: int) -> None:
    """§11.8: ship and money change hands."""
    own, other = s.nations[s.nation], s.nations[s.seller]
    own.coffers -= s.price
    other.coffers += s.price
    own.fleet[s.wanted] += 1
    other.fleet[s.wanted] -= 1
    tell(news, Happened.SHIP_SOLD, s.seat, forced, s.nation, s.wanted, s.price, s.seller)
    close_offer(s)


@rule
def refuse(s: State, news: News) -> None:
    """§11.8: the ship stays, and may be asked for again at a higher price."""
    s.refused[int(s.seller) * MOST_SHIPS + s.wanted] = s.price
    tell(news, Happened.REFUSED, s.seat, FREELY, s.nation, s.wanted, s.price, s.seller)
    close_offer(s)


@rule
def close_offer(s: State) -> None:
    s.seller = NONE
    s.wanted = NONE
    s.price = 0
    s.step = Step.SHIPS
