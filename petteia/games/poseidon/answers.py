"""What the table shows besides the state, answered by the rules: runs, ranges, prices, buyers."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import driver
from petteia.games.poseidon.choices import DONATION, MOST_DONATED
from petteia.games.poseidon.rules.common import merchants_of, next_ship, price_of, ships_of
from petteia.games.poseidon.rules.forced import shortage
from petteia.games.poseidon.rules.market import fewest_merchants, least_taken
from petteia.games.poseidon.rules.phases import phase_opened_by
from petteia.games.poseidon.rules.revenue import reach_now, totals
from petteia.games.poseidon.rules.routes import best_route, has_endless, reach_of, worth_to
from petteia.games.poseidon.rules.score import worth_of_merchants
from petteia.games.poseidon.rules.search import scratch_for_search
from petteia.games.poseidon.rules.setup import buyer_of_card, cards_to_buy
from petteia.games.poseidon.rules.ships import can_offer, money_for_offers, price_with

TOTALS = MOST_DONATED // DONATION + 1  # of donations: 0, 10, 20 …


@driver
def cards(box: Any, s: Any) -> int:
    return cards_to_buy(box[0], s[0])


@driver
def buyer(s: Any, turn: int) -> int:
    return buyer_of_card(s[0], turn)


@driver
def payable(box: Any, s: Any) -> int:
    return totals(box[0], s[0])


@driver
def reach(box: Any, s: Any, nation: int) -> int:
    return reach_now(box[0], s[0]) if nation == s[0].nation else reach_of(box[0], s[0], nation)


@driver
def worth(box: Any, s: Any, nation: int, place: int) -> int:
    return worth_to(box[0], s[0], nation, place)


@driver
def runs(box: Any, s: Any, mask: int, worths: Any, starts: Any, stops: Any, places: Any, values: Any) -> None:
    nation, reach = int(s[0].nation), int(reach_now(box[0], s[0]))
    search = scratch_for_search()
    search.priced = 0
    for n in range(TOTALS):
        if mask >> n & 1:
            worths[n], starts[n], stops[n] = best_route(box[0], s[0], search, nation, reach, n * DONATION)
            for i in range(stops[n]):
                places[n, i] = search.called[i]
                values[n, i] = worth_to(box[0], s[0], nation, search.called[i])


@driver
def standing(box: Any, s: Any, seat: int) -> tuple[int, int]:
    return worth_of_merchants(box[0], s[0], seat), merchants_of(s[0], seat)


@driver
def charter(box: Any, s: Any, nation: int) -> tuple[int, int, int, bool]:
    endless = has_endless(box[0], s[0], nation)
    return price_of(box[0], s[0], nation), ships_of(s[0], nation), reach_of(box[0], s[0], nation), endless


@driver
def ship_on_top(box: Any, s: Any) -> int:
    return next_ship(box[0], s[0])


@driver
def opens(box: Any, s: Any, ship: int) -> int:
    return phase_opened_by(box[0], s[0], ship)


@driver
def fewest(box: Any) -> int:
    return fewest_merchants(box[0])


@driver
def least(box: Any, merchants: int) -> int:
    return least_taken(box[0], merchants)


@driver
def money(s: Any) -> int:
    return money_for_offers(s[0])


@driver
def may_offer(box: Any, s: Any, seller: int, ship: int) -> bool:
    return can_offer(box[0], s[0], seller, ship)


@driver
def price_with_trade(box: Any, ship: int, old: int) -> int:
    return price_with(box[0], ship, old)


@driver
def lacking(box: Any, s: Any) -> int:
    return shortage(box[0], s[0])
