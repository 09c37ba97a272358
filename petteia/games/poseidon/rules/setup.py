"""§2 Setting up, §3 the Poseidon round."""

from __future__ import annotations

from petteia.engine.chance import draw
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import Box
from petteia.games.poseidon.choices import MOST_CARDS, MOST_NATIONS
from petteia.games.poseidon.options import PoseidonRound
from petteia.games.poseidon.rules.common import FORCED, FREELY
from petteia.games.poseidon.state import Happened, State, Step


@rule
def map_in_use(box: Box, s: State) -> int:
    """§2.1: by the number of players, or by the option."""
    return box.map_for[s.seats] if s.options.map == 0 else s.options.map - 1


@large_rule
def blank_table(box: Box, s: State) -> None:
    s.phase = 1
    s.round_number = NONE
    s.nation = NONE
    s.issuer = NONE
    s.place = NONE
    s.league_nation = NONE
    s.league_place = NONE
    s.seller = NONE
    s.wanted = NONE
    for i in range(MOST_NATIONS):
        n = s.nations[i]
        n.king = NONE
        n.prestige = NONE
        n.explorer = NONE
        n.new_home = NONE
        n.culture = NONE
        s.queue[i] = NONE


@rule
def first_player(s: State, news: News) -> None:
    """§2.4: drawn by lot."""
    s.starter = draw(s.rng, s.seats)
    tell(news, Happened.FIRST, s.starter, FREELY)


@rule
def deal_cash(box: Box, s: State, news: News) -> None:
    """§2.2: by the number of players."""
    for seat in range(s.seats):
        s.players[seat].cash = box.cash[s.seats]
        tell(news, Happened.START, seat, FREELY, box.cash[s.seats])


@rule
def stack_ships(box: Box, s: State) -> None:
    """§2.3, §2.5: by their numbers; with two players three are taken out."""
    for kind in range(box.ship_count):
        s.bank[kind] = box.ships[kind].count - (box.ships[kind].less_with_two if s.seats == 2 else 0)


@rule
def cards_to_buy(box: Box, s: State) -> int:
    return s.seats * box.cards_each[s.seats]


@rule
def buyer_of_card(s: State, turn: int) -> int:
    """§3.1, §3.2: counter-clockwise from the start player's right; then to and fro."""
    lap, place = turn // s.seats, turn % s.seats
    back = lap % 2 == 1 or (lap > 0 and s.options.poseidon_round == PoseidonRound.IN_TURN)
    return (s.starter + place) % s.seats if back else (s.starter - 1 - place + s.seats) % s.seats


@large_rule
def choosing_card(box: Box, s: State, news: News) -> bool:
    """§3.1: asks for a card, unless one is left or all are bought."""
    if s.turn == cards_to_buy(box, s):
        if s.offered != 0:
            tell(news, Happened.CARDS_LEAVE, NONE, FREELY, count_cards(s))
            s.offered = 0
        s.step = Step.ROUND
        return False
    s.seat = buyer_of_card(s, s.turn)
    if count_cards(s) > 1:
        return True
    for card in range(MOST_CARDS):
        if s.offered >> card & 1:
            buy_card(box, s, news, card, FORCED)
            break
    return False


@large_rule
def count_cards(s: State) -> int:
    cards = 0
    for card in range(MOST_CARDS):
        cards += s.offered >> card & 1
    return cards


@large_rule
def buy_card(box: Box, s: State, news: News, card: int, forced: int) -> None:
    """§3.1: a special card at its price."""
    s.players[s.seat].cash -= box.cards[card].price
    s.players[s.seat].cards |= 1 << card
    s.offered &= ~(1 << card)
    s.turn += 1
    tell(news, Happened.CARD, s.seat, forced, card, box.cards[card].price)
