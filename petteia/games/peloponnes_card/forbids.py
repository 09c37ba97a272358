"""Why something cannot be chosen in the card game: the clause that forbids it, or 0.

Written from the rulebook, not from legal.py: two opinions of the same rules, which fuzzing compares on every choice.
Where several clauses forbid a choice, the one that more cards, more luxury or a higher bid would not help against comes
first; what the player lacks comes last. A clause §4.16 is the number 416.
"""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, GRAIN, INHABITANT, STONE, WOOD, Box, Card, Disaster
from petteia.games.peloponnes_card.choices import Chosen, parts_of
from petteia.games.peloponnes_card.options import (
    ConquestBid,
    CoveredCard,
    DisplacedBid,
    DroughtStrikes,
    Feeding,
    GivenUpBuilding,
    HalfMinimum,
    MortgageCardPays,
    Mortgaging,
    Starving,
    Thirds,
)
from petteia.games.peloponnes_card.state import Player, State, Step

ALLOWED, NOT_ASKED = 0, 1401
LUXURY = 4  # the last of what a card or good can be
COVERED_ALL = 1  # `alike`


@large_rule
def forbids(box: Box, s: State, choice: int) -> int:
    """0 where the choice is legal, else the number of the clause that forbids it. Any state, any number."""
    if s.step == Step.OVER:
        return 1403
    kind, a, b = parts_of(choice)
    me = s.players[s.seat]
    if kind == Chosen.PASS or kind == Chosen.BID:
        return bidding_forbids(box, s, me, kind, a, b)
    if kind == Chosen.PICK:
        return picking_forbids(s, me, a)
    if kind == Chosen.MOVE or kind == Chosen.WITHDRAW:
        return moving_forbids(box, s, me, kind, a)
    if kind == Chosen.PAY or kind == Chosen.MORTGAGE:
        return building_forbids(box, s, me, kind, a)
    if kind == Chosen.GIVE:
        return giving_forbids(s, me, a)
    if kind == Chosen.DONE:
        return ending_forbids(s, me)
    if kind == Chosen.STRIKE:
        return striking_forbids(box, s, me, a)
    if kind == Chosen.COVER or kind == Chosen.TEAR:
        return covering_forbids(s, me, kind, a)
    if kind == Chosen.ABANDON or kind == Chosen.DESERT:
        return starving_forbids(box, s, me, kind, a)
    if kind == Chosen.REDEEM:
        return redeeming_forbids(box, s, me, a)
    return NOT_ASKED


# -- what a card still shows -------------------------------------------------------------------------------------------


@rule
def is_open(p: Player, place: int) -> bool:
    """Nothing lies on the card."""
    return p.cover[place].face == NONE and p.dried[place].face == NONE


@rule
def civilization_is_open(p: Player) -> bool:
    return p.civilization_torn == 0 and p.civilization_cover.face == NONE


@rule
def made(box: Box, p: Player, good: int, mortgaged_too: bool) -> int:
    """Production of wood or stone, perhaps without that of mortgaged buildings."""
    total = 0
    if civilization_is_open(p):
        mine = box.civilizations[p.civilization]
        total = int(mine.wood) if good == WOOD else int(mine.stone)
    for place in range(p.card_count):
        card = box.cards[p.cards[place]]
        if is_open(p, place) and (mortgaged_too or p.under[place].face == NONE):
            total += card.wood if good == WOOD else card.stone
    return total


@rule
def cards_to_draw(s: State) -> int:
    total = int(s.stack_count)
    for face in range(FACE_COUNT):
        total += s.discard[face]
    return total


@rule
def blind_cards(s: State, p: Player) -> int:
    """How many cards luxury can buy."""
    there = cards_to_draw(s)
    return int(p.luxury) if p.luxury < there else there


@rule
def card_forbids(s: State, p: Player, what: int, clause: int) -> int:
    """Whether one card of this face, or one drawn for luxury, can be had; the clause if there is no such face."""
    if what == LUXURY:
        return ALLOWED if blind_cards(s, p) >= 1 else 803
    return ALLOWED if p.hand[what] >= 1 else clause


# -- bids --------------------------------------------------------------------------------------------------------------


@rule
def bidding_forbids(box: Box, s: State, me: Player, kind: int, slot: int, cards: int) -> int:
    if s.step == Step.DISPLACED:
        return 411 if kind == Chosen.PASS else 408
    if s.step != Step.BID:
        return NOT_ASKED
    if kind == Chosen.PASS:
        return ALLOWED
    if slot >= box.cards_shown or s.row[slot] == NONE:
        return 403
    found = bid_forbids(box, s, me, slot, cards)
    if found != ALLOWED:
        return found
    if slot >= s.open_row and s.options.conquest_bid == ConquestBid.EXACT:
        # One card fewer would do as well: this is more than the price.
        if cards > 1 and bid_forbids(box, s, me, slot, cards - 1) == ALLOWED:
            return 407
    return ALLOWED if cards <= me.hand_count + blind_cards(s, me) else 416


@rule
def bid_forbids(box: Box, s: State, me: Player, slot: int, cards: int) -> int:
    """Whether so many cards may lie on the card at a slot, in half cards."""
    help_ = signs(box, me, True) if s.options.half_minimum == HalfMinimum.HELPS else 0
    card = box.cards[s.row[slot]]
    offered = 2 * cards + help_
    there = s.bidder[slot]
    if slot >= s.open_row:
        if there != NONE:
            return 406
        saved = min(signs(box, me, False), int(box.conquest_surcharge))
        return ALLOWED if offered >= 2 * (card.min_bid + box.conquest_surcharge - saved) else 405
    if there != NONE:
        other = s.players[there]
        if 2 * cards + signs(box, me, True) <= 2 * int(other.bid) + signs(box, other, True):
            return 404  # a bid that lies there reaches the minimum itself
    return ALLOWED if offered >= 2 * int(card.min_bid) else 402


@rule
def signs(box: Box, p: Player, half: bool) -> int:
    """Market and Agora, or Barracks and Stockade, that count."""
    found = 0
    for place in range(p.card_count):
        card = box.cards[p.cards[place]]
        if is_open(p, place) and (card.bid_half if half else card.conquest_minus_1):
            found += 1
    return found


@rule
def picking_forbids(s: State, me: Player, what: int) -> int:
    if s.step != Step.PICK:
        return NOT_ASKED
    if me.filling == 1:
        return 1405
    if what == LUXURY:
        if me.picked_luxury >= cards_to_draw(s):
            return 803
        return ALLOWED if me.picked_luxury < me.luxury else 418
    return ALLOWED if me.hand[what] >= 1 else 417


@rule
def moving_forbids(box: Box, s: State, me: Player, kind: int, slot: int) -> int:
    if s.step != Step.DISPLACED:
        if s.step != Step.BID:
            return NOT_ASKED
        return 410 if kind == Chosen.WITHDRAW else 408
    if kind == Chosen.WITHDRAW:
        return ALLOWED
    if slot >= box.cards_shown or s.row[slot] == NONE:
        return 403
    if slot >= s.open_row and s.options.displaced_bid == DisplacedBid.OPEN_ROW:
        return 409
    return bid_forbids(box, s, me, slot, int(me.bid))


# -- paying ------------------------------------------------------------------------------------------------------------


@rule
def lacking(box: Box, me: Player, card: Card) -> int:
    """Luxury that a new building asks for beyond production and cards."""
    wood = int(card.cost_wood) - made(box, me, WOOD, True) - me.hand[WOOD]
    stone = int(card.cost_stone) - made(box, me, STONE, True) - me.hand[STONE]
    # More cards than are needed pay nothing else.
    return max(wood, 0) + max(stone, 0)


@rule
def building_forbids(box: Box, s: State, me: Player, kind: int, what: int) -> int:
    if s.step != Step.TAKE or me.slot < 0:
        return NOT_ASKED
    can_pay = lacking(box, me, box.cards[s.row[me.slot]]) <= me.luxury
    if kind == Chosen.PAY:
        return ALLOWED if can_pay else 608
    if can_pay and s.options.mortgaging == Mortgaging.ONLY_IF_UNABLE:
        return 605
    return card_forbids(s, me, what, 604)


@rule
def giving_forbids(s: State, me: Player, what: int) -> int:
    """A card or luxury in a payment, a feeding, or for somebody who is not fed."""
    if s.step == Step.PAY:
        if what < GRAIN:
            needed = s.short_wood if what == WOOD else s.short_stone
            return ALLOWED if needed > 0 and me.hand[what] > 0 else 608
        if what == LUXURY:
            return ALLOWED if me.luxury > 0 else 609
        return 608
    if s.step == Step.FEED:
        if what == LUXURY:
            return ALLOWED if me.luxury > 0 else 904
        return ALLOWED if what == GRAIN and me.hand[GRAIN] > 0 else 904
    if s.step == Step.STARVE:
        return ALLOWED if what == INHABITANT and me.hand[INHABITANT] > 0 else 906
    return NOT_ASKED


@rule
def ending_forbids(s: State, me: Player) -> int:
    if s.step == Step.FEED:
        able = me.luxury > 0 or me.hand[GRAIN] > 0
        return 905 if able and s.options.feeding == Feeding.AS_MANY_AS_POSSIBLE else ALLOWED
    return ALLOWED if s.step == Step.PICK or s.step == Step.PAY or s.step == Step.REDEEM else NOT_ASKED


# -- disasters ---------------------------------------------------------------------------------------------------------


@rule
def striking_forbids(box: Box, s: State, me: Player, place: int) -> int:
    if s.step != Step.STRIKE:
        return NOT_ASKED
    clause = 1006 if s.disaster == Disaster.DROUGHT else 1004 if s.disaster == Disaster.EARTHQUAKE else 1005
    if place >= me.card_count:
        return clause
    return strike_forbids(box, s, me, place, clause)


@rule
def covering_forbids(s: State, me: Player, kind: int, what: int) -> int:
    if s.step != Step.COVER:
        return NOT_ASKED
    if kind == Chosen.TEAR:
        return 1010 if s.alike == COVERED_ALL else ALLOWED
    return card_forbids(s, me, what, 1002)


@rule
def strike_forbids(box: Box, s: State, me: Player, place: int, clause: int) -> int:
    card = box.cards[me.cards[place]]
    printed = s.options.drought_strikes == DroughtStrikes.PRINTED
    if s.disaster == Disaster.DROUGHT:
        if not is_open(me, place) and not printed:
            return 1011
        for other in range(me.card_count):
            if (is_open(me, other) or printed) and box.cards[me.cards[other]].grain > card.grain:
                return clause
        return ALLOWED if card.grain > 0 else clause
    if (card.land == 1) != (s.disaster == Disaster.TEMPEST) or s.chosen & (1 << place):
        return clause
    if s.options.thirds == Thirds.UNCOVERED_FIRST and not is_open(me, place):
        for other in range(me.card_count):
            alike = box.cards[me.cards[other]].land == card.land
            if alike and is_open(me, other) and not s.chosen & (1 << other):
                return 1008
    return ALLOWED


# -- supply ------------------------------------------------------------------------------------------------------------


@rule
def starving_forbids(box: Box, s: State, me: Player, kind: int, place: int) -> int:
    if s.step != Step.STARVE:
        return NOT_ASKED
    any_card = s.options.starving == Starving.ANY_CARD
    if kind == Chosen.DESERT:
        if me.civilization_torn:
            return 906
        if any_card or (civilization_is_open(me) and box.civilizations[me.civilization].inhabitants > 0):
            return ALLOWED
        return 907
    if place >= me.card_count:
        return 906
    visible = is_open(me, place) or s.options.covered_card != CoveredCard.SYMBOL_ONLY
    if any_card or (visible and box.cards[me.cards[place]].inhabitants > 0):
        return ALLOWED
    return 907


@rule
def redeeming_forbids(box: Box, s: State, me: Player, place: int) -> int:
    if s.step != Step.REDEEM:
        return NOT_ASKED
    if place >= me.card_count or me.under[place].face == NONE or s.redeemed & (1 << place):
        return 909
    card = box.cards[me.cards[place]]
    wood, stone = int(s.pool_wood), int(s.pool_stone)
    if s.options.given_up_building == GivenUpBuilding.WHEN_REDEEMED and is_open(me, place):
        wood += card.wood
        stone += card.stone
    wood_cards, stone_cards = int(me.hand[WOOD]), int(me.hand[STONE])
    if s.options.mortgage_card_pays == MortgageCardPays.YES and me.under[place].seen & (1 << int(s.seat)):
        wood_cards += me.under[place].face == WOOD
        stone_cards += me.under[place].face == STONE
    missing = max(card.cost_wood - wood - wood_cards, 0) + max(card.cost_stone - stone - stone_cards, 0)
    return 608 if missing > me.luxury else ALLOWED
