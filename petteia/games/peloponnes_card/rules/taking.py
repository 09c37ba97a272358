"""§6 Taking power cards: placing landscapes, paying or mortgaging buildings."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell, whisper
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, Box, Card
from petteia.games.peloponnes_card.options import (
    LostBuildingIncome,
    Mortgaging,
    SurplusAfterLuxury,
    SurplusWhenMortgaging,
)
from petteia.games.peloponnes_card.rules.common import (
    FORCED,
    FREELY,
    LUXURY,
    begin,
    drawable,
    gain_luxury,
    lay,
    leave_game,
    next_turn,
    production,
    seen_by,
    short,
    take_turn,
)
from petteia.games.peloponnes_card.rules.paying import begin_payment, payable
from petteia.games.peloponnes_card.state import Happened, Player, State, Step


@rule
def take(box: Box, s: State, news: News) -> bool:
    """§6.1: in turn order everybody takes his card. Whoever may hold what a choice needs is asked (§14.4)."""
    while s.turn < s.seats:
        p = take_turn(s)
        if p.slot < 0:
            next_turn(s)
            continue
        card = box.cards[s.row[p.slot]]
        wood, stone = shortage(box, p, card)
        if card.land:
            place_landscape(s, news)
        elif asks_about_building(s, p, wood + stone):
            return True
        elif may_mortgage(s, p) and not must_pay(s, wood + stone):
            mortgage(box, s, news, only_card(p), FORCED)
        elif wood + stone <= p.luxury:
            begin_payment(s, p, wood, stone, Step.TAKE)  # with nothing in the hand: paid at once
            build(box, s, news, FORCED)
        else:
            lose_building(s, news)
    begin(s, Step.INCOME)
    return False


@rule
def shortage(box: Box, p: Player, card: Card) -> tuple[int, int]:
    """§6.7: wood and stone of a cost that production does not give."""
    wood, stone, _ = production(box, p)
    return short(card.cost_wood, wood), short(card.cost_stone, stone)


@rule
def may_mortgage(s: State, p: Player) -> bool:
    """§6.4, §6.6: whether there is, or may be drawn, a coin card to push under a building."""
    return p.hand_count > 0 or drawable(s, p) > 0


@rule
def must_pay(s: State, lacking: int) -> bool:
    """§6.5: by option, what production alone pays cannot be mortgaged."""
    return s.options.mortgaging == Mortgaging.ONLY_IF_UNABLE and lacking == 0


@rule
def asks_about_building(s: State, p: Player, lacking: int) -> bool:
    """§6.3, §14.4: whether, by what all can see, there may be a choice."""
    if not may_mortgage(s, p) or must_pay(s, lacking):
        return False
    return lacking <= p.hand_count + p.luxury or (p.hand_count > 0 and p.hand_count + drawable(s, p) > 1)


@rule
def only_card(p: Player) -> int:
    """The face of the only card in a hand; LUXURY for an empty hand."""
    for face in range(FACE_COUNT):
        if p.hand[face] > 0:
            return face
    return LUXURY


@rule
def collect(s: State, p: Player) -> int:
    """Takes the power card from the row."""
    card = s.row[p.slot]
    s.row[p.slot] = NONE
    s.bidder[p.slot] = NONE
    p.slot = NONE
    next_turn(s)
    return card


@rule
def add_card(p: Player, card: int) -> None:
    p.cards[p.card_count] = card
    p.card_count += 1
    p.taken = card


@rule
def place_landscape(s: State, news: News) -> None:
    """§6.2: it costs nothing more."""
    p = s.players[s.seat]
    card = collect(s, p)
    add_card(p, card)
    tell(news, Happened.PLACED, s.seat, FREELY, card)


@rule
def pay_building(box: Box, s: State, news: News) -> None:
    """§6.3: begins to pay for the card on offer."""
    p = s.players[s.seat]
    wood, stone = shortage(box, p, box.cards[s.row[p.slot]])
    if begin_payment(s, p, wood, stone, Step.TAKE):
        build(box, s, news, FREELY)


@large_rule
def build(box: Box, s: State, news: News, forced: int) -> None:
    """§6.3, §6.10, §6.11: the building is paid; surplus brings luxury."""
    p = s.players[s.seat]
    card = collect(s, p)
    printed = box.cards[card]
    luxury = int(s.spent_luxury)
    gained = surplus(box, p, printed)
    add_card(p, card)
    tell(news, Happened.BUILT, s.seat, forced, card, printed.cost_wood, printed.cost_stone, luxury)
    if luxury > 0:
        gained = short(gained, luxury) if s.options.surplus_after_luxury == SurplusAfterLuxury.THE_REST else 0
    bring_surplus(box, s, news, p, gained)
    s.short_wood = 0
    s.short_stone = 0
    s.spent_luxury = 0


@rule
def surplus(box: Box, p: Player, card: Card) -> int:
    """§6.10: wood and stone that production exceeds a cost by, each kind by itself."""
    wood, stone, _ = production(box, p)
    return short(wood, card.cost_wood) + short(stone, card.cost_stone)


@rule
def bring_surplus(box: Box, s: State, news: News, p: Player, amount: int) -> None:
    gained = gain_luxury(box, p, amount)
    if gained > 0:
        tell(news, Happened.LUXURY, s.seat, FREELY, gained)


@large_rule
def mortgage(box: Box, s: State, news: News, what: int, forced: int) -> None:
    """§6.4, §6.12: a coin card is pushed under the building instead of paying."""
    p = s.players[s.seat]
    luxury = p.luxury
    wood, stone = shortage(box, p, box.cards[s.row[p.slot]])
    card = collect(s, p)
    gained = surplus(box, p, box.cards[card])
    coin = p.under[p.card_count]
    add_card(p, card)
    lay(box, s, news, coin, s.seat, what, False)
    if s.options.mortgaging == Mortgaging.ONLY_IF_UNABLE:
        p.unable_wood, p.unable_stone, p.unable_luxury = wood, stone, luxury  # §14.6
    whisper(news, seen_by(coin), Happened.MORTGAGED, s.seat, forced, card, what == LUXURY, coin.face, what != LUXURY)
    if s.options.surplus_when_mortgaging == SurplusWhenMortgaging.LUXURY:
        bring_surplus(box, s, news, p, gained)


@rule
def lose_building(s: State, news: News) -> None:
    """§6.6, §7.3: what can be neither paid nor mortgaged."""
    p = s.players[s.seat]
    card = collect(s, p)
    leave_game(s, card)
    if s.options.lost_building_income == LostBuildingIncome.RECEIVED:
        p.taken = card
    tell(news, Happened.LOST, s.seat, FORCED, card)


@rule
def can_mortgage_with(s: State, p: Player, what: int) -> bool:
    return drawable(s, p) > 0 if what == LUXURY else p.hand[what] > 0


@rule
def can_pay(box: Box, s: State, p: Player) -> bool:
    """§6.3: whether the card on offer can be paid."""
    wood, stone = shortage(box, p, box.cards[s.row[p.slot]])
    return payable(p, wood, stone)
