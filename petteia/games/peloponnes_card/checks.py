"""What always holds in the card game: coin cards and power cards are conserved, nothing leaves its range.

The fuzzer asks after every choice, and a position that somebody wrote down is asked before it is played. Each check may
rely on those above it.
"""

from __future__ import annotations

import numpy as np

from petteia.engine.checking import Checks
from petteia.engine.compiling import large_rule, rule
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import DISASTERS, FACE_COUNT, Box, Disaster
from petteia.games.peloponnes_card.choices import MOST_CARDS, MOST_COINS, SLOTS
from petteia.games.peloponnes_card.rules.ages import (
    age_of,
    came,
    came_age,
    came_count,
    entry_of,
    in_log,
    is_back,
    is_came,
    is_gave,
    lying,
)
from petteia.games.peloponnes_card.rules.bids import lowest_bid, picks_left, purse, suffices
from petteia.games.peloponnes_card.rules.common import card_bit, inhabitants, lies, luxury_limit, production
from petteia.games.peloponnes_card.rules.disasters import can_be_struck, can_cover
from petteia.games.peloponnes_card.rules.paying import payable, still_short
from petteia.games.peloponnes_card.rules.supply import to_redeem
from petteia.games.peloponnes_card.rules.taking import asks_about_building, shortage
from petteia.games.peloponnes_card.state import (
    AGES,
    ALL_SEATS,
    BACK,
    FACE_DOWN,
    GAVE,
    LOG,
    MOST_SEATS,
    OUT,
    STRIKES,
    Coin,
    Player,
    State,
    Step,
)

check = Checks()


@check("seats, step, turn or round out of range")
@rule
def table_in_range(box: Box, s: State) -> bool:
    return (
        2 <= s.seats <= MOST_SEATS
        and Step.REVEAL <= s.step <= Step.OVER
        and (s.after == Step.REVEAL or s.after == Step.SCORE)
        and (s.paid_from == Step.REVEAL or s.paid_from == Step.TAKE or s.paid_from == Step.REDEEM)
        and 0 <= s.seat < s.seats
        and 0 <= s.turn <= s.seats
        and 0 <= s.begun <= 1
        and 0 <= s.left <= 120
        and 0 <= s.place < MOST_CARDS
        and 0 <= s.alike <= 2
        and 0 <= s.short_wood <= 20
        and 0 <= s.short_stone <= 20
        and 0 <= s.spent_luxury <= 60
        and s.pool_wood >= 0
        and s.pool_stone >= 0
        and 0 <= s.supply <= 1
        and 0 <= s.chosen < 1 << MOST_CARDS
        and 0 <= s.redeemed < 1 << MOST_CARDS
        and 1 <= s.round_number <= box.rounds
        and 0 <= s.shown <= box.cards_shown
        and 0 <= s.drawn <= box.rounds * box.cards_shown
        and s.open_row == min(s.seats, box.cards_shown)
    )


@check("the turn order does not name each seat once")
@rule
def order_names_each_seat(s: State) -> bool:
    named = 0
    for i in range(s.seats):
        if not 0 <= s.order[i] < s.seats:
            return False
        named |= 1 << int(s.order[i])
    for i in range(s.seats, MOST_SEATS):
        if s.order[i] != NONE:
            return False
    return named == (1 << int(s.seats)) - 1


@check("a power card is in two places, or in none")
@rule
def cards_in_range(box: Box, s: State) -> bool:
    """Every number that names a power card or civilization does name one."""
    taken = 0
    for seat in range(s.seats):
        p = s.players[seat]
        if not (0 <= p.civilization < box.civilization_count and 0 <= p.card_count <= MOST_CARDS):
            return False
        if taken >> int(p.civilization) & 1 or not NONE <= p.taken < box.card_count:
            return False
        taken |= 1 << int(p.civilization)
        if p.card_count > s.round_number:  # one a round
            return False
        for place in range(MOST_CARDS):
            there = place < p.card_count
            if (p.cards[place] != NONE) != there or (there and not 0 <= p.cards[place] < box.card_count):
                return False
    for slot in range(SLOTS):
        if not NONE <= s.row[slot] < box.card_count:
            return False
    for i in range(box.rounds * box.cards_shown):
        if not 0 <= s.deck[i] < box.card_count:
            return False
    return True


@check("disaster markers, or the disasters of this round, out of range")
@rule
def markers_in_range(box: Box, s: State) -> bool:
    for disaster in range(len(DISASTERS)):
        if not 0 <= s.markers[disaster] < box.track_fields:
            return False
    if not 0 <= s.struck <= s.strike_count <= STRIKES:
        return False
    for i in range(STRIKES):
        if (s.strikes[i] == Disaster.NO) != (i >= s.strike_count) or not 0 <= s.strikes[i] <= Disaster.NO:
            return False
    striking = s.step == Step.STRIKE or s.step == Step.COVER
    return (0 <= s.disaster < Disaster.NO) if striking else s.disaster == Disaster.NO


@check("a coin card lies where none can lie, or was seen by somebody who is not there")
@rule
def coins_lie_right(box: Box, s: State) -> bool:
    """Under buildings only, on things that are there, covers only of what can have covered them."""
    for seat in range(s.seats):
        p = s.players[seat]
        if not (coin_in_range(p.civilization_cover, seat) and coin_in_range(p.luxury_cover, seat)):
            return False
        if (lies(p.civilization_cover) and p.civilization_torn) or (lies(p.luxury_cover) and p.luxury_torn):
            return False
        for place in range(MOST_CARDS):
            under, cover, dried = p.under[place], p.cover[place], p.dried[place]
            if not (coin_in_range(under, seat) and coin_in_range(cover, seat) and coin_in_range(dried, seat)):
                return False
            if place >= p.card_count and (lies(under) or lies(cover) or lies(dried)):
                return False
            if lies(under) and box.cards[p.cards[place]].land:
                return False
    return True


@rule
def coin_in_range(coin: Coin, seat: int) -> bool:
    """Nobody has seen it, or its owner has, or all have."""
    if coin.face == NONE:
        return coin.seen == 0
    owner = 1 << seat
    return 0 <= coin.face < FACE_COUNT and (coin.seen == 0 or coin.seen == owner or coin.seen == ALL_SEATS)


@check("luxury, a bid or a number of cards out of range")
@rule
def players_in_range(box: Box, s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        if not (0 <= p.civilization_torn <= 1 and 0 <= p.luxury_torn <= 1):
            return False
        if not (0 <= p.luxury <= luxury_limit(box, p) and OUT <= p.slot < SLOTS):
            return False
        if not (0 <= p.bid <= MOST_COINS and 0 <= p.unseen <= p.bid and 0 <= p.hand_count <= MOST_COINS):
            return False
        if not (0 <= p.picked_luxury <= p.luxury and 0 <= p.filling <= 1 and 0 <= p.no_grain <= 1):
            return False
        if p.filling and not (s.step == Step.PICK and s.seat == seat):
            return False
        if p.unable_wood < 0 or p.unable_stone < 0 or p.unable_luxury < 0:
            return False
        for face in range(FACE_COUNT):
            if p.hand[face] < 0 or p.bid_faces[face] < 0 or p.unseen_faces[face] < 0:
                return False
    return True


@rule
def total(faces: object) -> int:
    return faces[0] + faces[1] + faces[2] + faces[3]  # type: ignore[index,no-any-return]


@check("the coin cards of a hand, a bid or the stack are not as many as they are said to be")
@rule
def counts_match(s: State) -> bool:
    for face in range(FACE_COUNT):
        if s.stack[face] < 0 or s.discard[face] < 0:
            return False
    if total(s.stack) != s.stack_count:
        return False
    for seat in range(s.seats):
        p = s.players[seat]
        choosing = s.step == Step.PICK and s.seat == seat
        if total(p.unseen_faces) != p.unseen:
            return False
        if choosing:
            if p.unseen != 0 or picks_left(p) <= 0 or total(p.hand) + total(p.bid_faces) != p.hand_count:
                return False
        elif total(p.hand) != p.hand_count or total(p.bid_faces) + p.unseen != p.bid or p.picked_luxury != 0:
            return False
    return True


@check("coin cards of a face are more or fewer than in the box")
@rule
def coins_add_up(box: Box, s: State) -> bool:
    for face in range(FACE_COUNT):
        there = s.stack[face] + s.discard[face]
        for seat in range(s.seats):
            p = s.players[seat]
            there += p.hand[face] + p.bid_faces[face] + p.unseen_faces[face]
            there += int(p.civilization_cover.face == face) + int(p.luxury_cover.face == face)
            for place in range(p.card_count):
                there += int(p.under[place].face == face)
                there += int(p.cover[place].face == face) + int(p.dried[place].face == face)
        if there != box.coins_of[face]:
            return False
    return True


@check("a power card is in two places, or in none")
@rule
def cards_add_up(box: Box, s: State) -> bool:
    """Every card turned up is in exactly one place: row, a player's cards, or out of the game; the others in none."""
    turned_up, known = np.uint64(0), np.uint64(0)
    for i in range(box.rounds * box.cards_shown):
        if known & card_bit(s.deck[i]):
            return False
        known |= card_bit(s.deck[i])
        if i < s.drawn:
            turned_up |= card_bit(s.deck[i])
    placed = np.uint64(s.gone)
    for slot in range(SLOTS):
        if s.row[slot] != NONE:
            if placed & card_bit(s.row[slot]):
                return False
            placed |= card_bit(s.row[slot])
    for seat in range(s.seats):
        p = s.players[seat]
        for place in range(p.card_count):
            if placed & card_bit(p.cards[place]):
                return False
            placed |= card_bit(p.cards[place])
    return bool(turned_up == placed)


@check("a power card in a deck that is not its own")
@rule
def decks_apart(box: Box, s: State) -> bool:
    for deck in range(3):
        for i in range(box.deck_start[deck], box.deck_start[deck + 1]):
            if box.cards[s.deck[i]].deck != deck:
                return False
    return True


@check("power cards turned up do not match rounds and row")
@rule
def row_matches(box: Box, s: State) -> bool:
    return s.drawn == (s.round_number - 1) * box.cards_shown + s.shown


@check("a bid does not lie where its owner says")
@rule
def bids_match(s: State) -> bool:
    for seat in range(s.seats):
        p = s.players[seat]
        acting = s.seat == seat and (s.step == Step.DISPLACED or s.step == Step.PICK)
        if p.slot >= 0 and (s.row[p.slot] == NONE or (s.bidder[p.slot] != seat and not acting)):
            return False
        if p.slot < 0 and p.bid > 0 and not acting:
            return False
        if p.slot >= 0 and p.bid == 0 and not taking(s):
            return False
    for slot in range(SLOTS):
        if s.bidder[slot] != NONE:
            if not 0 <= s.bidder[slot] < s.seats or s.players[s.bidder[slot]].slot != slot:
                return False
    return True


@rule
def taking(s: State) -> bool:
    """Bids are turned up, and power cards not all taken yet."""
    return s.step == Step.TAKE or (s.step == Step.PAY and s.paid_from == Step.TAKE)


@check("who has bid, passed or taken a card does not fit the turn")
@rule
def turns_match(s: State) -> bool:
    """Those who have had their turn have a bid, are out, or have taken their card; the others have not."""
    bidding = s.step == Step.BID or s.step == Step.PICK or s.step == Step.DISPLACED
    early = s.step < Step.BID and s.after == Step.REVEAL
    for place in range(s.seats):
        p = s.players[s.order[place]]
        if (bidding or early) and p.taken != NONE:
            return False
        if bidding:
            waiting = place > s.turn or (place == s.turn and s.step == Step.BID)
            moving = s.step == Step.DISPLACED and s.order[place] == s.seat
            if (p.slot == NONE) != (waiting or moving) or (waiting and moving):
                return False
        elif taking(s):
            if (p.slot == NONE and place >= s.turn) or (p.slot >= 0 and place < s.turn):
                return False
        elif p.slot >= 0:
            return False
    return True


@check("the decision asked for is not one")
@rule
def decision_is_one(box: Box, s: State) -> bool:
    """Whoever is asked is asked for a reason that all can see."""
    if s.step == Step.OVER:
        return True
    p = s.players[s.seat]
    if s.step == Step.DISPLACED:
        return p.bid > 0 and p.slot == NONE and s.turn < s.seats and can_move(box, s, p)
    if s.turn >= s.seats or s.order[s.turn] != s.seat:
        return False
    if s.step == Step.BID:
        return p.slot == NONE and can_bid(box, s, p)
    if s.step == Step.PICK:
        lowest = lowest_bid(box, s, p, p.slot) if p.slot >= 0 else MOST_COINS + 1
        return lowest <= p.bid < purse(s, p)
    if s.step == Step.TAKE:
        if p.slot < 0 or box.cards[s.row[p.slot]].land:
            return False
        wood, stone = shortage(box, p, box.cards[s.row[p.slot]])
        return asks_about_building(s, p, wood + stone)
    if s.step == Step.PAY:
        return payment_is_one(box, s, p)
    if not s.begun and s.step < Step.REDEEM:
        return False
    if s.step == Step.STRIKE:
        return 0 < s.left < struck_by_choice(box, s, p)
    if s.step == Step.COVER:
        several = s.disaster == Disaster.EARTHQUAKE or s.disaster == Disaster.TEMPEST
        return (s.left == 1 or (several and 1 < s.left <= p.card_count)) and something_struck(s, p) and can_cover(s, p)
    if s.step == Step.FEED:
        _, _, grain = production(box, p)
        return 0 < s.left <= inhabitants(box, s, p) - grain and (p.hand_count > 0 or p.luxury > 0)
    if s.step == Step.STARVE:
        return 0 < s.left <= inhabitants(box, s, p)
    if s.step == Step.REDEEM:
        for place in range(p.card_count):
            if to_redeem(s, p, place):
                return True
    return False


@rule
def can_bid(box: Box, s: State, p: Player) -> bool:
    for slot in range(box.cards_shown):
        if lowest_bid(box, s, p, slot) <= purse(s, p):
            return True
    return False


@rule
def can_move(box: Box, s: State, p: Player) -> bool:
    for slot in range(box.cards_shown):
        if suffices(box, s, p, slot):
            return True
    return False


@rule
def payment_is_one(box: Box, s: State, p: Player) -> bool:
    if s.paid_from == Step.TAKE and (p.slot < 0 or box.cards[s.row[p.slot]].land):
        return False
    if s.paid_from == Step.REDEEM and not (s.place < p.card_count and s.redeemed >> s.place & 1):
        return False
    if s.paid_from == Step.REVEAL or still_short(s) <= 0:
        return False
    wood, stone = int(s.short_wood), int(s.short_stone)
    for _ in range(s.spent_luxury):  # luxury given counts for whatever is short of cards
        if wood > p.hand[0]:
            wood -= 1
        else:
            stone -= 1
    return payable(p, wood, stone) or still_short(s) <= p.luxury


@rule
def struck_by_choice(box: Box, s: State, p: Player) -> int:
    if s.disaster == Disaster.PLAGUE or s.disaster == Disaster.DECLINE:
        return 0
    found = 0
    for place in range(p.card_count):
        found += can_be_struck(box, s, p, place)
    return found


@rule
def something_struck(s: State, p: Player) -> bool:
    if s.disaster == Disaster.PLAGUE:
        return not p.civilization_torn and not lies(p.civilization_cover)
    if s.disaster == Disaster.DECLINE:
        return not p.luxury_torn and not lies(p.luxury_cover)
    if s.place >= p.card_count:
        return False
    return not lies(p.dried[s.place] if s.disaster == Disaster.DROUGHT else p.cover[s.place])


@check("what is kept of the cards of all shuffles does not add up")
@large_rule
def ages_kept(s: State) -> bool:
    """What is kept of all shuffles (§1.6)."""
    if not 0 <= s.ages < AGES:
        return False
    for i in range(AGES * FACE_COUNT):
        there = i < (s.ages + 1) * FACE_COUNT and s.ages > 0
        if s.heaps_left[i] != 0 or s.heaps[i] != (of_age(s, i // FACE_COUNT, i % FACE_COUNT) if there else 0):
            return False
    for age in range(AGES):
        if s.held[age] != 0:
            return False
    for seat in range(s.seats):
        p = s.players[seat]
        if not (0 <= p.log_count <= LOG and log_in_range(s, p) and faces_kept(s, p)):
            return False
        down = given(p, FACE_DOWN)
        for i in range(p.log_count):
            down -= is_back(p.log[i])
        for place in range(-2, 3 * MOST_CARDS):
            coin = lying(p, place)
            if not age_fits(s, p, seat, coin):
                return False
            down -= in_log(coin) and coin.seen != ALL_SEATS
        if down != 0:
            return False
    return True


@rule
def faces_kept(s: State, p: Player) -> bool:
    """The faces of what is kept of a player's cards are as many as his log has, and as those in hand and bid."""
    for age in range(AGES):
        many = 0
        for i in range(age * FACE_COUNT, (age + 1) * FACE_COUNT):
            many += p.age_faces[i]
        if many != came(p, age):
            return False
    for face in range(FACE_COUNT):
        unseen = 0
        for age in range(AGES):
            unseen += p.age_unseen[age * FACE_COUNT + face]
        if unseen != (p.unseen_faces[face] if s.ages > 0 else 0):
            return False
    return s.ages == 0 or total(p.hand) + total(p.bid_faces) == left_in_log(p)


@rule
def of_age(s: State, age: int, face: int) -> int:
    """How many cards of an age have this face: wherever they lie, and those that may have been shuffled."""
    found = s.stack[face] if age == s.ages else 0
    for seat in range(s.seats):
        p = s.players[seat]
        found += p.age_faces[age * FACE_COUNT + face] + p.age_unseen[age * FACE_COUNT + face]
        for place in range(-2, 3 * p.card_count):
            coin = lying(p, place)
            found += coin.face == face and not in_log(coin) and age_of(coin) == age
    return found


@rule
def log_in_range(s: State, p: Player) -> bool:
    if p.log_count > 0 and s.ages == 0:
        return False
    for i in range(LOG):
        entry = p.log[i]
        if i >= p.log_count:
            if entry != 0:
                return False
        elif is_back(entry):
            if not (entry - BACK < i and p.log[entry - BACK] == GAVE + FACE_DOWN):
                return False
        elif is_gave(entry):
            if entry > GAVE + FACE_DOWN:
                return False
        elif not (entry >= 0 and came_age(entry) <= s.ages and 0 < came_count(entry) <= MOST_COINS):
            return False
    return True


@rule
def given(p: Player, face: int) -> int:
    """How many cards have left a hand and not come back, by its log, of which others see this face."""
    found = 0
    for i in range(p.log_count):
        found += p.log[i] == GAVE + face
    return found


@rule
def left_in_log(p: Player) -> int:
    """How many cards are in hand and bid, by the log."""
    found = 0
    for i in range(p.log_count):
        if is_came(p.log[i]):
            found += came_count(p.log[i])
        else:
            found += 1 if is_back(p.log[i]) else -1
    return found


@rule
def age_fits(s: State, p: Player, seat: int, coin: Coin) -> bool:
    """A card that lies by itself is of an age that there is, or its entry in the log is one."""
    if not in_log(coin):
        return age_of(coin) <= (s.ages if coin.face != NONE else 0)
    if entry_of(coin) >= p.log_count:
        return False
    shown = p.log[entry_of(coin)] - GAVE
    if shown == FACE_DOWN:
        return coin.seen == 1 << seat
    return coin.seen == ALL_SEATS and coin.face == shown


flaw = check.flaw()
