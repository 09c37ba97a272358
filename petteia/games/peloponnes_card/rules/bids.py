"""§4 Bids, and §5 the turn order that follows from them."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import FACE_COUNT, Box
from petteia.games.peloponnes_card.choices import MOST_COINS, SLOTS
from petteia.games.peloponnes_card.options import DisplacedBid, HalfMinimum, TurnOrderBid
from petteia.games.peloponnes_card.rules.ages import enters_hand
from petteia.games.peloponnes_card.rules.common import (
    FORCED,
    FREELY,
    LUXURY,
    NEVER,
    begin,
    covered,
    discards_known,
    draw_coin,
    draw_coins,
    drawable,
    leave_game,
    next_turn,
    refill,
    take_turn,
    unknown_again,
)
from petteia.games.peloponnes_card.state import AGES, OUT, Happened, Player, State, Step


@rule
def bidding(box: Box, s: State, news: News) -> bool:
    """§4.1: the next player in turn order bids or passes; without anything he can bid for, he passes."""
    if s.turn == s.seats:
        end_bids(s, news)
        return False
    p = take_turn(s)
    highest = purse(s, p)
    for slot in range(box.cards_shown):
        if lowest_bid(box, s, p, slot) <= highest:
            return True
    pass_bids(box, s, news, FORCED)
    return False


@rule
def purse(s: State, p: Player) -> int:
    """§4.16: the highest bid a player can lay down."""
    return min(p.hand_count + drawable(s, p), MOST_COINS)


@large_rule
def halves(box: Box, p: Player) -> int:
    """§4.12: half coin cards that a player adds to each bid."""
    total = 0
    for place in range(p.card_count):
        if box.cards[p.cards[place]].bid_half and not covered(p, place):
            total += 1
    return total


@large_rule
def discount(box: Box, p: Player) -> int:
    """§4.14: what a player saves in the conquest row."""
    total = 0
    for place in range(p.card_count):
        if box.cards[p.cards[place]].conquest_minus_1 and not covered(p, place):
            total += 1
    return min(total, box.conquest_surcharge)


@rule
def lowest_bid(box: Box, s: State, p: Player, slot: int) -> int:
    """The least that this player's bid must be on the card at a slot (§4.2 to §4.6, §4.12 to §4.14)."""
    if s.row[slot] == NONE:
        return NEVER
    holder = s.bidder[slot]
    least = int(box.cards[s.row[slot]].min_bid)
    if slot >= s.open_row:
        if holder != NONE:
            return NEVER
        least += box.conquest_surcharge - discount(box, p)
    if s.options.half_minimum == HalfMinimum.HELPS:
        least = max(least - halves(box, p) // 2, 1)
    if holder == NONE:
        return least
    other = s.players[holder]
    # The least whole number of cards with 2 * cards + own halves > 2 * bid + the other's halves.
    return max(least, other.bid + (halves(box, other) - halves(box, p)) // 2 + 1)


@rule
def bid(box: Box, s: State, news: News, slot: int, cards: int) -> None:
    """§4.1, §4.17: says how many cards are bid, and on what; which ones is asked next, if there is a choice."""
    p = s.players[s.seat]
    p.bid = cards
    p.slot = slot
    tell(news, Happened.BID, s.seat, FREELY, s.row[slot], cards)
    if cards == purse(s, p):
        fill_bid(s, news)
    else:
        s.step = Step.PICK


@rule
def picks_left(p: Player) -> int:
    """§4.17: cards of the bid that are still to be chosen."""
    return p.bid - p.bid_faces[0] - p.bid_faces[1] - p.bid_faces[2] - p.bid_faces[3] - p.picked_luxury


@rule
def pick(s: State, news: News, what: int) -> None:
    """§4.17: one more card of the bid, by its face or for luxury. Nobody else sees it."""
    p = s.players[s.seat]
    if what == LUXURY:
        p.picked_luxury += 1
    else:
        p.hand[what] -= 1
        p.bid_faces[what] += 1
    if picks_left(p) == 0:
        finish_bid(s, news)


@rule
def fill_bid(s: State, news: News) -> None:
    """§4.17: the whole bid, where it is all that one has."""
    p = s.players[s.seat]
    for _ in range(picks_left(p)):
        fill_one(p)
    finish_bid(s, news)


@rule
def fill_on(s: State, news: News) -> None:
    """§4.17, §14.5: the next card of the bid is filled, and so shall be the rest: one choice for each."""
    p = s.players[s.seat]
    p.filling = 1
    fill_one(p)
    if picks_left(p) == 0:
        finish_bid(s, news)


@rule
def fill_one(p: Player) -> None:
    """§4.17: from what one holds most of; luxury last."""
    most = 0
    for face in range(1, FACE_COUNT):
        if p.hand[face] > p.hand[most]:
            most = face
    if p.hand[most] > 0:
        p.hand[most] -= 1
        p.bid_faces[most] += 1
    else:
        p.picked_luxury += 1


@rule
def finish_bid(s: State, news: News) -> None:
    """§4.17, §4.18: the cards are chosen; those for luxury are drawn unseen."""
    p = s.players[s.seat]
    luxury = p.picked_luxury
    p.picked_luxury = 0
    p.filling = 0
    p.luxury -= luxury
    p.hand_count -= p.bid - luxury
    p.unseen = luxury
    for _ in range(luxury):
        face = draw_coin(s, news)
        p.unseen_faces[face] += 1
        if s.ages > 0:
            p.age_unseen[s.ages * FACE_COUNT + face] += 1
        s.reveals += 1
        refill(s, news)
    if luxury > 0:
        tell(news, Happened.PICKED, s.seat, FREELY, luxury)
    lay_bid(s, news, p.slot)


@rule
def lay_bid(s: State, news: News, slot: int) -> None:
    """Puts the bid on the card. Whoever was there is displaced and acts at once; else the next player is on."""
    holder = s.bidder[slot]
    s.bidder[slot] = s.seat
    s.players[s.seat].slot = slot
    if holder == NONE:
        s.step = Step.BID
        next_turn(s)
    else:
        tell(news, Happened.DISPLACED, holder, FREELY, s.row[slot])
        s.players[holder].slot = NONE
        s.seat = holder
        s.step = Step.DISPLACED


@rule
def displaced(box: Box, s: State, news: News) -> bool:
    """§4.8: a displaced bid moves if it can, else it is taken back."""
    for slot in range(box.cards_shown):
        if suffices(box, s, s.players[s.seat], slot):
            return True
    withdraw(box, s, news, FORCED)
    return False


@rule
def suffices(box: Box, s: State, p: Player, slot: int) -> bool:
    """§4.8, §4.9: whether a displaced bid may move to this card."""
    if s.options.displaced_bid == DisplacedBid.OPEN_ROW and slot >= s.open_row:
        return False
    return p.bid >= lowest_bid(box, s, p, slot)


@rule
def move(s: State, news: News, slot: int) -> None:
    """§4.8: a displaced bid goes to another card."""
    tell(news, Happened.MOVED, s.seat, FREELY, s.row[slot], s.players[s.seat].bid)
    lay_bid(s, news, slot)


@rule
def withdraw(box: Box, s: State, news: News, forced: int) -> None:
    """§4.10, §4.18: the cards return, and their owner sees those that were drawn unseen."""
    p = s.players[s.seat]
    tell(news, Happened.WITHDREW, s.seat, forced, p.bid)
    for face in range(FACE_COUNT):
        p.hand[face] += p.bid_faces[face] + p.unseen_faces[face]
        p.bid_faces[face] = 0
        p.unseen_faces[face] = 0
    for i in range(AGES * FACE_COUNT if p.unseen > 0 else 0):
        for _ in range(p.age_unseen[i]):
            enters_hand(s, p, i % FACE_COUNT, i // FACE_COUNT)
        p.age_unseen[i] = 0
    p.hand_count += p.bid
    if p.unseen > 0:
        unknown_again(p)
    s.reveals += p.unseen
    p.bid = 0
    p.unseen = 0
    p.slot = OUT
    draw_coins(s, news, s.seat, box.pass_draw, Happened.DREW, FREELY)
    s.step = Step.BID
    next_turn(s)


@rule
def pass_bids(box: Box, s: State, news: News, forced: int) -> None:
    """§4.11: three coin cards instead of a bid."""
    s.players[s.seat].slot = OUT
    draw_coins(s, news, s.seat, box.pass_draw, Happened.PASSED, forced)
    next_turn(s)


@rule
def end_bids(s: State, news: News) -> None:
    """§4.15: cards without a bid leave the game."""
    for slot in range(SLOTS):
        if s.row[slot] != NONE and s.bidder[slot] == NONE:
            tell(news, Happened.UNSOLD, NONE, FREELY, s.row[slot])
            leave_game(s, s.row[slot])
            s.row[slot] = NONE
    begin(s, Step.TURN_ORDER)


@rule
def turn_order(box: Box, s: State, news: News) -> bool:
    """§5: by bids downwards; equal bids keep their order. Then all bids are turned up (§6.1)."""
    for i in range(1, s.seats):
        seat = s.order[i]
        place = i
        while place > 0 and counted_bid(box, s, s.order[place - 1]) < counted_bid(box, s, seat):
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat
    tell(news, Happened.ORDER, NONE, FREELY, s.order[0], s.order[1], s.order[2], s.order[3], s.order[4])
    for place in range(s.seats):
        turn_bid_up(s, news, s.order[place])
    begin(s, Step.TAKE)
    return False


@rule
def counted_bid(box: Box, s: State, seat: int) -> int:
    """§5.1, §5.3: coin cards alone count for the turn order."""
    p = s.players[seat]
    if s.options.turn_order_bid == TurnOrderBid.WITH_DISCOUNT and p.slot >= s.open_row:
        return p.bid + discount(box, p)
    return p.bid


@rule
def turn_bid_up(s: State, news: News, seat: int) -> None:
    """§6.1: a bid goes face up on the discard pile."""
    p = s.players[seat]
    if p.bid == 0:
        return
    for face in range(FACE_COUNT):
        for _ in range(p.bid_faces[face]):
            discards_known(s, p, face)
        p.bid_faces[face] += p.unseen_faces[face]
        p.unseen_faces[face] = 0
        s.discard[face] += p.bid_faces[face]
    for i in range(AGES * FACE_COUNT if p.unseen > 0 else 0):
        s.heaps[i] -= p.age_unseen[i]
        p.age_unseen[i] = 0
    tell(news, Happened.TURNED_UP, seat, FREELY, p.bid_faces[0], p.bid_faces[1], p.bid_faces[2], p.bid_faces[3])
    for face in range(FACE_COUNT):
        p.bid_faces[face] = 0
    p.bid = 0
    p.unseen = 0
    s.reveals += 1
