"""What an adviser would say of a position of the card game: the greedy bot's only knowledge of the game.

He looks at where a player is heading: the card under his bid counts as taken, income runs on, inhabitants who cannot be
fed and buildings that cannot be redeemed are not counted in full. Of the two sums that are compared at the end the
lower one matters most. What will still be of use in later rounds counts by the part of the game that is left. The
weights were found by letting many of them play against each other.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.engine.valuing import by_fifths
from petteia.games.peloponnes_card.box import DISASTERS, GRAIN, INHABITANT, STONE, TABLE, WOOD, Box, Card, Disaster
from petteia.games.peloponnes_card.choices import Chosen, parts_of
from petteia.games.peloponnes_card.rules.common import covered, inhabitants, lies, production, short
from petteia.games.peloponnes_card.rules.score import luxury_card_counts, power_on_table, sums
from petteia.games.peloponnes_card.state import Player, State, Step

LOWER_SUM = 0.483  # weight of the lower of the two sums; the rest is the higher one's
CARD_WORTH = 0.306  # points of a coin card while the game goes on
WOOD_CARD = 0.133  # beyond that, by its face
STONE_CARD = 0.013
GRAIN_CARD = 0.045
INHABITANT_CARD = 0.096
LUXURY_WORTH = 0.331
SHIELD = 0.953  # protection from a disaster, for each field that its marker has moved
SYMBOL = 0.253  # a symbol on the way to three of them
HALF = 0.039
DISCOUNT = 0.902
MAKES_WOOD = 0.836
MAKES_STONE = 0.807
MAKES_GRAIN = 0.845
IN_DEBT = 4.83  # how far an unpaid part of a mortgage counts against the building
DEBT_PAID_LATER = 0.128  # units of it that a round to come may bring
HUNGER = 1.99  # how far missing grain counts against inhabitants
FED_BY_CARDS = 0.048  # grain cards and luxury, as grain
FED_BY_LUXURY = 0.034
INCOME_CARD = 0.191  # points of a coin card of income to come
PEOPLE_TO_COME = 0.664  # an inhabitant card in the hand
COVERED = 0.3  # of the points under a cover, what protection may still bring back
UNFED = 2.0  # for each inhabitant who is not fed in the supply under way: somebody or something will go for him
TO_FEED = 0.4  # for each who still can be, with a card or luxury


@large_rule
def value(box: Box, s: State, seat: int) -> float:
    """Points that the seat seems to be heading for."""
    p = s.players[seat]
    if s.step == Step.OVER:
        one, other = sums(box, s, seat)
        return min(one, other) + 0.001 * max(one, other) + 0.0001 * p.luxury
    rounds = float(box.rounds - s.round_number + (s.step < Step.INCOME))  # incomes still to come
    left = rounds / box.rounds
    wood, stone, grain = production(box, p)
    people, power = float(inhabitants(box, s, p)), float(power_on_table(box, p))
    cards, luxury = float(p.hand_count), float(p.luxury)
    debt_wood, debt_stone, pledged = 0, 0, 0.0  # what mortgages cost, and the points that hang on them
    extra = symbols_worth(box, s, p) * left
    for place in range(p.card_count):
        card = box.cards[p.cards[place]]
        if lies(p.under[place]) and not (seat == s.seat and s.redeemed >> place & 1):
            debt_wood += card.cost_wood
            debt_stone += card.cost_stone
            pledged += card.power + card.inhabitants
        if not covered(p, place):
            extra += special(box, s, card) * left
        else:
            extra += COVERED * card.power
    extra += COVERED * under_covers(box, p)
    if seat == s.seat and (s.step == Step.FEED or s.step == Step.STARVE):
        extra -= hungry(s, p)
    if p.slot >= 0 and Step.BID <= s.step <= Step.PAY:
        card = box.cards[s.row[p.slot]]
        power += card.power
        people += card.inhabitants
        cards += card.gain_coins
        luxury += card.gain_luxury
        extra += (special(box, s, card) + SYMBOL) * left
        if not card.land and s.step != Step.PAY and not payable_now(s, p, card, wood, stone):
            debt_wood += card.cost_wood
            debt_stone += card.cost_stone
            pledged += card.power + card.inhabitants
            cards -= 1.0
        wood += int(card.wood)
        stone += int(card.stone)
        grain += int(card.grain)
        if s.step == Step.PICK:
            cards -= p.bid
    lost = pledged * IN_DEBT * unpaid(p, short(debt_wood, wood), short(debt_stone, stone), rounds)
    power -= 0.5 * lost
    people -= 0.5 * lost
    row = min(max(int(people), 0), TABLE - 1)
    extra += rounds * INCOME_CARD * (box.income_coins[row] + box.income_luxury[row])
    extra += left * (MAKES_WOOD * min(wood, 6) + MAKES_STONE * min(stone, 6) + MAKES_GRAIN * min(grain, 14))
    fed = grain + FED_BY_CARDS * p.hand[GRAIN] + FED_BY_LUXURY * luxury
    people -= HUNGER * max(people - fed, 0.0)
    people += PEOPLE_TO_COME * p.hand[INHABITANT]
    if luxury_card_counts(p):
        people += box.luxury_inhabitants
    power += (cards + luxury - p.hand[INHABITANT]) / box.cards_per_point
    lower, higher = min(power, people), max(power, people)
    extra += faces_worth(p, left) + left * (CARD_WORTH * cards + LUXURY_WORTH * luxury)
    return LOWER_SUM * lower + (1 - LOWER_SUM) * higher + extra


@rule
def progress(box: Box, s: State) -> float:
    """By rounds."""
    return 1.0 if s.step == Step.OVER else max(s.round_number - 1, 0) / box.rounds


@rule
def scale(box: Box, s: State) -> float:
    """Measured in games between greedy bots: what fits best who won."""
    return by_fifths(progress(box, s) + 0.5 / box.rounds, 23.0, 7.3, 4.2, 3.5, 2.9)


@large_rule
def sift(box: Box, s: State, out: Any, n: int) -> int:
    """Of the bids for a card the lowest, and some that others will hardly top."""
    kept, slot, lowest = 0, -1, 0
    for i in range(n):
        kind, a, b = parts_of(out[i])
        if kind == Chosen.BID:
            if a != slot:
                slot, lowest = a, b
            if b - lowest > 3:
                continue
        out[kept] = out[i]
        kept += 1
    return kept


@rule
def payable_now(s: State, p: Player, card: Card, wood: int, stone: int) -> bool:
    """Whether a card on offer can be paid from what is in the hand, or will be when the bid is laid."""
    short_wood, short_stone = short(card.cost_wood, wood), short(card.cost_stone, stone)
    from_hand = min(short_wood, p.hand[WOOD]) + min(short_stone, p.hand[STONE])
    if s.step == Step.PICK:
        from_hand = min(from_hand, p.hand_count - p.bid)  # which still counts those of the bid
    return short_wood + short_stone - from_hand <= p.luxury


@rule
def under_covers(box: Box, p: Player) -> float:
    """What civilization and luxury card would count again without their covers."""
    points = 0.0
    if lies(p.civilization_cover) and not p.civilization_torn:
        civilization = box.civilizations[p.civilization]
        points += civilization.power + civilization.inhabitants
    if lies(p.luxury_cover) and not p.luxury_torn:
        points += box.luxury_power + box.luxury_inhabitants
    return points


@rule
def hungry(s: State, p: Player) -> float:
    """What those cost whom the player has not fed in his supply: less where he still can."""
    can = min(int(s.left), p.hand[GRAIN] + p.luxury) if s.step == Step.FEED else 0
    return TO_FEED * can + UNFED * (s.left - can)


@rule
def unpaid(p: Player, wood: int, stone: int, rounds: float) -> float:
    """The part of a debt, after production, that cards, luxury and rounds to come will hardly pay."""
    debt = wood + stone
    if debt == 0:
        return 0.0
    there = min(wood, p.hand[WOOD]) + min(stone, p.hand[STONE]) + p.luxury + DEBT_PAID_LATER * rounds
    return max(debt - there, 0.0) / debt


@rule
def faces_worth(p: Player, left: float) -> float:
    """What the faces of a hand are good for, beyond being cards."""
    worth = WOOD_CARD * min(p.hand[WOOD], 4) + STONE_CARD * min(p.hand[STONE], 5)
    return (worth + GRAIN_CARD * min(p.hand[GRAIN], 5)) * (0.2 + left) + INHABITANT_CARD * p.hand[INHABITANT]


@rule
def symbols_worth(box: Box, s: State, p: Player) -> float:
    """What symbols of disasters still to come are worth, up to the number that protects."""
    worth = 0.0
    for disaster in range(len(DISASTERS)):
        if s.markers[disaster] < box.track_fields - 1:
            symbols = 0 if p.civilization_torn else int(box.civilizations[p.civilization].symbols[disaster])
            for place in range(p.card_count):
                if box.cards[p.cards[place]].disaster == disaster:
                    symbols += 1
            worth += SYMBOL * min(symbols, box.symbols_to_protect) * (1 + s.markers[disaster])
    return worth


@rule
def special(box: Box, s: State, card: Card) -> float:
    """What a card's shield and special function are worth."""
    worth = HALF * card.bid_half + DISCOUNT * card.conquest_minus_1 + INCOME_CARD * box.rounds * card.income_plus_1
    if card.protects != Disaster.NO and s.markers[card.protects] < box.track_fields - 1:
        worth += SHIELD * s.markers[card.protects]
    return worth
