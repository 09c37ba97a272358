"""§9 Supply: feeding, and redeeming mortgaged buildings. Each player does all of it before the next begins."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell, whisper
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import GRAIN, INHABITANT, Box
from petteia.games.peloponnes_card.options import Feeding, GivenUpBuilding, MortgageCardPays, RedeemedCoin, Starving
from petteia.games.peloponnes_card.rules.common import (
    FORCED,
    FREELY,
    LUXURY,
    begin,
    civilization_counts,
    covered,
    gain_luxury,
    inhabitants,
    inhabitants_on,
    lies,
    next_turn,
    production,
    remove_card,
    short,
    spend,
    take_turn,
    tear_down,
    to_discard,
    to_hand,
)
from petteia.games.peloponnes_card.rules.paying import begin_payment, payable
from petteia.games.peloponnes_card.state import Happened, Player, State, Step


@rule
def begin_supply(s: State, news: News, after: int) -> None:
    s.after = after
    tell(news, Happened.LAST_SUPPLY if after == Step.SCORE else Happened.SUPPLY, NONE, FREELY)
    begin(s, Step.FEED)


# -- feeding -----------------------------------------------------------------------------------------------------------


@rule
def feed(box: Box, s: State, news: News) -> bool:
    """§9.2 to §9.5: in turn order. Whoever is short and may hold grain or luxury is asked (§14.4)."""
    if s.turn == s.seats:
        s.step = s.after
        return False
    p = take_turn(s)
    if not s.begun:
        count_grain(box, s, news, p)
    if s.left > 0 and (p.hand_count > 0 or p.luxury > 0):
        return True
    s.step = Step.STARVE
    return False


@rule
def count_grain(box: Box, s: State, news: News, p: Player) -> None:
    """§9.2, §9.3: one for each inhabitant; what is left over brings luxury."""
    eating = inhabitants(box, s, p)
    _, _, grain = production(box, p)
    luxury = gain_luxury(box, p, short(grain, eating))
    s.left = short(eating, grain)
    s.begun = 1
    tell(news, Happened.FED, s.seat, FREELY, eating, grain, luxury)


@rule
def can_feed_with(p: Player, what: int) -> bool:
    """§9.4: coin cards that show grain, and luxury."""
    return p.luxury > 0 if what == LUXURY else what == GRAIN and p.hand[GRAIN] > 0


@rule
def feed_one(s: State, news: News, what: int) -> None:
    """§9.4: one more inhabitant is fed."""
    p = s.players[s.seat]
    if what == LUXURY:
        p.luxury -= 1
        tell(news, Happened.GAVE, s.seat, FREELY, 0, 1)
    else:
        spend(s, p, GRAIN)
        tell(news, Happened.GAVE, s.seat, FREELY, 1, 0)
    s.left -= 1


@rule
def stop_feeding(s: State) -> None:
    """§9.5, §14.6: who must feed as many as he can and stops has no grain."""
    s.step = Step.STARVE
    if s.options.feeding == Feeding.AS_MANY_AS_POSSIBLE:
        s.players[s.seat].no_grain = 1


# -- those who are not fed ---------------------------------------------------------------------------------------------


@rule
def starve(box: Box, s: State, news: News) -> bool:
    """§9.6, §9.7: who is not fed costs a coin card with an inhabitant, or cards that show some."""
    p = s.players[s.seat]
    if s.left <= 0:
        s.left = 0
        begin_redeeming(box, s, p)
        return False
    places, last = 0, NONE
    for place in range(p.card_count):
        if can_tear_for_hunger(box, s, p, place):
            places += 1
            last = place
    deserting = can_desert(box, s, p)
    if p.hand_count > 0 or places + deserting > 1:
        return True
    if deserting:
        desert(box, s, news, FORCED)
    else:
        abandon(box, s, news, last, FORCED)
    return False


@rule
def can_tear_for_hunger(box: Box, s: State, p: Player, place: int) -> bool:
    """§9.7: only what shows inhabitants helps."""
    return s.options.starving == Starving.ANY_CARD or inhabitants_on(box, s, p, place) > 0


@rule
def can_desert(box: Box, s: State, p: Player) -> bool:
    """§9.7: whether the civilization may be torn down."""
    if p.civilization_torn:
        return False
    if s.options.starving == Starving.ANY_CARD:
        return True
    return civilization_counts(p) and box.civilizations[p.civilization].inhabitants > 0


@rule
def give_inhabitant(s: State, news: News) -> None:
    """§9.6: a card from the hand."""
    spend(s, s.players[s.seat], INHABITANT)
    s.left -= 1
    tell(news, Happened.STARVED, s.seat, FREELY, NONE, 0, 1)


@rule
def abandon(box: Box, s: State, news: News, place: int, forced: int) -> None:
    """§9.6: a power card is torn down."""
    p = s.players[s.seat]
    s.left = short(s.left, inhabitants_on(box, s, p, place))
    tell(news, Happened.STARVED, s.seat, forced, p.cards[place], 0, 0)
    tear_down(s, news, s.seat, place)


@rule
def desert(box: Box, s: State, news: News, forced: int) -> None:
    """§9.6: the civilization is torn down."""
    p = s.players[s.seat]
    gone = box.civilizations[p.civilization].inhabitants if civilization_counts(p) else 0
    s.left = short(s.left, gone)
    tell(news, Happened.STARVED, s.seat, forced, NONE, 1, 0)
    p.civilization_torn = 1
    to_discard(s, int(s.seat), p.civilization_cover)


# -- redeeming ---------------------------------------------------------------------------------------------------------


@rule
def begin_redeeming(box: Box, s: State, p: Player) -> None:
    """§9.9, §9.10: production serves once for all buildings together."""
    wood, stone, _ = production(box, p)
    if s.options.given_up_building == GivenUpBuilding.WHEN_REDEEMED:
        for place in range(p.card_count):
            if lies(p.under[place]) and not covered(p, place):
                wood -= box.cards[p.cards[place]].wood
                stone -= box.cards[p.cards[place]].stone
    s.pool_wood = wood
    s.pool_stone = stone
    s.redeemed = 0
    s.step = Step.REDEEM


@rule
def to_redeem(s: State, p: Player, place: int) -> bool:
    """Whether this is a mortgaged building not yet redeemed."""
    return place < p.card_count and not s.redeemed >> place & 1 and lies(p.under[place])


@rule
def pool(box: Box, s: State, p: Player, place: int) -> tuple[int, int]:
    """§9.10: production that serves for redeeming this building."""
    wood, stone = int(s.pool_wood), int(s.pool_stone)
    if s.options.given_up_building == GivenUpBuilding.WHEN_REDEEMED and not covered(p, place):
        wood += box.cards[p.cards[place]].wood
        stone += box.cards[p.cards[place]].stone
    return wood, stone


@rule
def redemption(box: Box, s: State, p: Player, place: int) -> tuple[int, int]:
    """§9.9: wood and stone that are short for redeeming a building."""
    wood, stone = pool(box, s, p, place)
    card = box.cards[p.cards[place]]
    return short(card.cost_wood, wood), short(card.cost_stone, stone)


@rule
def redeem_step(box: Box, s: State, news: News) -> bool:
    """§9.9: asked as long as, by what all can see, there may be a building that can be redeemed (§14.4)."""
    p = s.players[s.seat]
    more = s.options.mortgage_card_pays == MortgageCardPays.YES
    for place in range(p.card_count):
        if to_redeem(s, p, place):
            wood, stone = redemption(box, s, p, place)
            if wood + stone <= p.hand_count + p.luxury + more:
                return True
    finish_redeeming(box, s, news)
    return False


@rule
def own_card_helps(s: State, p: Player, place: int) -> bool:
    """§9.13: by option, the card under a building helps to pay if its owner knows it."""
    return s.options.mortgage_card_pays == MortgageCardPays.YES and p.under[place].seen >> s.seat & 1 != 0


@rule
def can_redeem(box: Box, s: State, p: Player, place: int) -> bool:
    if not to_redeem(s, p, place):
        return False
    wood, stone = redemption(box, s, p, place)
    if not own_card_helps(s, p, place):
        return payable(p, wood, stone)
    face = p.under[place].face
    p.hand[face] += 1
    found = payable(p, wood, stone)
    p.hand[face] -= 1
    return found


@large_rule
def redeem(box: Box, s: State, news: News, place: int) -> None:
    """§9.9: begins to pay for a mortgaged building."""
    p = s.players[s.seat]
    wood, stone = redemption(box, s, p, place)
    pool_wood, pool_stone = pool(box, s, p, place)
    card = box.cards[p.cards[place]]
    s.pool_wood = short(pool_wood, card.cost_wood)
    s.pool_stone = short(pool_stone, card.cost_stone)
    s.redeemed |= 1 << place
    s.place = place
    if own_card_helps(s, p, place):
        take_coin_back(s, news, place)
    if begin_payment(s, p, wood, stone, Step.REDEEM):
        redeem_paid(box, s, news)


@rule
def take_coin_back(s: State, news: News, place: int) -> None:
    """§9.12: to the hand, or to the discard pile, as the option says."""
    p = s.players[s.seat]
    if s.options.redeemed_coin == RedeemedCoin.DISCARD:
        face = to_discard(s, int(s.seat), p.under[place])
        tell(news, Happened.COIN_DISCARDED, s.seat, FREELY, p.cards[place], face)
        return
    s.reveals += 1 - (p.under[place].seen >> s.seat & 1)
    face = to_hand(s, int(s.seat), p.under[place])
    whisper(news, 1 << int(s.seat), Happened.RETURNED, s.seat, FREELY, p.cards[place], face, 1)


@rule
def redeem_paid(box: Box, s: State, news: News) -> None:
    p = s.players[s.seat]
    card = box.cards[p.cards[s.place]]
    tell(news, Happened.REDEEMED, s.seat, FREELY, p.cards[s.place], card.cost_wood, card.cost_stone, s.spent_luxury)
    s.short_wood = 0
    s.short_stone = 0
    s.spent_luxury = 0
    s.place = 0
    s.step = Step.REDEEM


@large_rule
def finish_redeeming(box: Box, s: State, news: News) -> None:
    """§9.11, §9.12: coin cards come back, and what was not redeemed leaves the game. The next player is on."""
    p = s.players[s.seat]
    for place in range(p.card_count - 1, -1, -1):
        if lies(p.under[place]):
            if s.redeemed >> place & 1:
                take_coin_back(s, news, place)
            else:
                tell(news, Happened.GIVEN_UP, s.seat, FREELY, p.cards[place], p.under[place].face)
                remove_card(s, s.seat, place)
    s.redeemed = 0
    s.pool_wood = 0
    s.pool_stone = 0
    next_turn(s)
    s.step = Step.FEED
