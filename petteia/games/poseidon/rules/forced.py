"""§13 Forced purchases and bankruptcy."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.options import Bankruptcy, Emergency
from petteia.games.poseidon.rules.common import FORCED, end_nation, next_ship, price_of
from petteia.games.poseidon.rules.market import can_sell, sell
from petteia.games.poseidon.rules.phases import open_phase, phase_opened_by, put_up_for_sale
from petteia.games.poseidon.rules.prestige import drop
from petteia.games.poseidon.state import Happened, State, Step


@large_rule
def force(box: Box, s: State, news: News, forced: int) -> None:
    """§13.1, §13.2: the nation puts up merchants for the money it lacks; what is missing then, the king pays."""
    own = s.nations[s.nation]
    if own.potentials > 0:
        before, money = int(own.potentials), int(own.coffers)
        drop(s, news, s.nation, Happened.DROPPED_IN_NEED)
        put_up_for_sale(box, s, s.nation, merchants_needed(box, s))
        while s.options.emergency == Emergency.EACH and shortage(box, s) > 0 and own.potentials > 0:
            drop(s, news, s.nation, Happened.DROPPED_IN_NEED)
            put_up_for_sale(box, s, s.nation, 1)
        tell(news, Happened.EMERGENCY, s.seat, forced, s.nation, before - own.potentials, own.coffers - money)
    s.step = Step.FORCED


@large_rule
def shortage(box: Box, s: State) -> int:
    """What the coffers lack for the next ship."""
    return max(box.ships[next_ship(box, s)].price - s.nations[s.nation].coffers, 0)


@rule
def merchants_needed(box: Box, s: State) -> int:
    """§13.2: just enough, as far as there are potentials."""
    price = price_of(box, s, s.nation)
    needed = (shortage(box, s) + price - 1) // price
    return min(needed if s.options.emergency != Emergency.EACH else 1, s.nations[s.nation].potentials)


@large_rule
def raising_money(box: Box, s: State, news: News) -> bool:
    """§13.3, §13.4: the king pays; asks what to sell where he has to, and has a choice."""
    own, p = s.nations[s.nation], s.players[s.seat]
    lacking = shortage(box, s)
    if p.cash >= lacking:
        if lacking > 0:
            p.cash -= lacking
            own.coffers += lacking
            tell(news, Happened.KING_PAYS, s.seat, FORCED, s.nation, lacking)
        s.tied = own.coffers  # §13.6: all of it; the ship is paid out of it, what is left stays tied
        ship = next_ship(box, s)
        launch(box, s, news, ship, box.ships[ship].price, FORCED)
        return False
    choices, last = 0, NONE
    for nation in range(MOST_NATIONS):
        most = can_sell_now(box, s, nation)
        choices += most
        if most > 0:
            last = nation
    if choices > 1:
        return True
    if choices == 1:
        sell(box, s, news, last, 1, FORCED)
    else:
        go_bankrupt(s, news)
    return False


@large_rule
def can_sell_now(box: Box, s: State, nation: int) -> int:
    """§13.4: what he may sell, and not more than is needed."""
    held = can_sell(box, s, nation)
    if held == 0:
        return 0
    lacking, price = shortage(box, s) - s.players[s.seat].cash, price_of(box, s, nation)
    return min(held, (lacking + price - 1) // price)


@large_rule
def launch(box: Box, s: State, news: News, ship: int, price: int, forced: int) -> None:
    """§11.1, §13.6: a ship from the bank for money out of the coffers, the tied money first; the first ship of some
    kinds begins a phase."""
    own = s.nations[s.nation]
    own.coffers -= price
    s.tied = max(s.tied - price, 0)
    s.bank[ship] -= 1
    own.fleet[ship] += 1
    s.step = Step.SHIPS
    tell(news, Happened.SHIP, s.seat, forced, s.nation, ship, price)
    phase = phase_opened_by(box, s, ship)
    if phase != NONE:
        open_phase(s, news, phase, Step.SHIPS)


@large_rule
def go_bankrupt(s: State, news: News) -> None:
    """§13.5, §13.7: he loses his cash, the nation gets no ship; the game ends after the round."""
    s.players[s.seat].cash = 0
    s.bankrupt |= 1 << int(s.seat)
    tell(news, Happened.BANKRUPT, s.seat, FORCED, s.nation)
    if s.ending == 0:
        s.ending = 2 if s.options.bankruptcy == Bankruptcy.NEXT_ROUND else 1
    end_nation(s)
