"""§7 Income, and §12 the end of the game."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import TABLE, Box
from petteia.games.peloponnes_card.options import FinalIncome, IncomeOrder
from petteia.games.peloponnes_card.rules.common import (
    FREELY,
    covered,
    draw_coins,
    gain_luxury,
    inhabitants,
)
from petteia.games.peloponnes_card.rules.revealing import begin_round
from petteia.games.peloponnes_card.rules.supply import begin_supply
from petteia.games.peloponnes_card.state import Happened, Player, State, Step


@rule
def income(box: Box, s: State, news: News) -> bool:
    """§7.1: in turn order; after the last round the end follows (§12)."""
    if s.options.income_order == IncomeOrder.ONE_TIME_FIRST:
        for place in range(s.seats):
            coins, luxury = one_time_income(box, s, s.order[place])
            receive(box, s, news, s.order[place], coins, luxury)
    for place in range(s.seats):
        seat = s.order[place]
        first = one_time_income(box, s, seat)  # nothing where it was received already
        more = round_income(box, s, s.players[seat])
        receive(box, s, news, seat, first[0] + more[0], first[1] + more[1])
    if s.round_number < box.rounds:
        begin_round(s, news, s.round_number + 1)
        return False
    if s.options.final_income == FinalIncome.EXTRA:
        for place in range(s.seats):
            coins, _ = round_income(box, s, s.players[s.order[place]])
            receive(box, s, news, s.order[place], coins, 0)
    begin_supply(s, news, Step.SCORE)
    return False


@rule
def one_time_income(box: Box, s: State, seat: int) -> tuple[int, int]:
    """§7.2: coin cards and luxury of the card just taken, once."""
    p = s.players[seat]
    if p.taken == NONE:
        return 0, 0
    card = box.cards[p.taken]
    p.taken = NONE
    return int(card.gain_coins), int(card.gain_luxury)


@rule
def round_income(box: Box, s: State, p: Player) -> tuple[int, int]:
    """§7.4, §7.5: coin cards and luxury of a round."""
    row = min(inhabitants(box, s, p), TABLE - 1)
    coins = int(box.income_coins[row])
    for place in range(p.card_count):
        if box.cards[p.cards[place]].income_plus_1 and not covered(p, place):
            coins += 1
    return coins, int(box.income_luxury[row])


@rule
def receive(box: Box, s: State, news: News, seat: int, coins: int, luxury: int) -> None:
    draw_coins(s, news, seat, coins, Happened.INCOME, FREELY)
    gained = gain_luxury(box, s.players[seat], luxury)
    if gained > 0:
        tell(news, Happened.RICHES, seat, FREELY, gained)
