"""§4 The auction, and §5 the turn order that follows from it."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.choices import HIGHEST_BID, SLOTS
from petteia.games.peloponnes.options import DisplacedBid, SoloPass, TwoHalves
from petteia.games.peloponnes.rules.common import (
    FORCED,
    FREELY,
    NEVER,
    begin,
    from_bank,
    leave_game,
    next_turn,
    take_turn,
)
from petteia.games.peloponnes.state import (
    OUT,
    Happened,
    Player,
    State,
    Step,
)


@rule
def auction(box: Box, s: State, news: News) -> bool:
    """§4.1: the next player in turn order bids or passes; without anything he can bid for, he passes."""
    if s.turn == s.seats:
        end_auction(s, news)
        return False
    p = take_turn(s)
    for slot in range(box.tiles_shown):
        if lowest_bid(box, s, p, slot) <= purse(box, p):
            return True
    pass_auction(box, s, news, FORCED)
    return False


@rule
def purse(box: Box, p: Player) -> int:
    """§4.16, §16.5: the highest bid a player can lay down."""
    return min(p.coins + p.luxury // box.luxury_exchange, HIGHEST_BID)


@rule
def lowest_bid(box: Box, s: State, p: Player, slot: int) -> int:
    """The least that this player's bid must be on the tile at a slot (§4.2 to §4.6, §4.12, §4.14)."""
    if s.row[slot] == NONE:
        return NEVER
    tile = box.tiles[s.row[slot]]
    if p.population + tile.population < 0:
        return NEVER
    holder = s.bidder[slot]
    if slot >= s.auction_row:
        return tile.min_bid + box.conquest_surcharge if holder == NONE else NEVER
    if holder == NONE:
        return tile.min_bid
    other = s.players[holder]
    # The least whole number of coins with 2 * coins + own halves > 2 * bid + the other's halves.
    over = other.bid + (half_coins(s, other) - half_coins(s, p)) // 2 + 1
    return max(tile.min_bid, over)


@rule
def half_coins(s: State, p: Player) -> int:
    """§4.12, §4.13: how many half coins a player adds to each bid."""
    return min(p.half_coins, 1) if s.options.two_halves == TwoHalves.COUNT_ONCE else p.half_coins


@rule
def bid(box: Box, s: State, news: News, slot: int, coins: int) -> None:
    """§4.1: lays a first bid, with coins that luxury buys where they are short (§12.3)."""
    p = s.players[s.seat]
    bought = max(coins - p.coins, 0)
    p.luxury -= bought * box.luxury_exchange
    from_bank(s, p, bought)
    p.coins -= coins
    p.bid = coins
    tell(news, Happened.BID, s.seat, FREELY, s.row[slot], coins, bought * box.luxury_exchange, half_coins(s, p))
    lay_bid(s, news, slot)


@rule
def move(box: Box, s: State, news: News, slot: int) -> None:
    """§4.8: a displaced bid moves unchanged."""
    p = s.players[s.seat]
    tell(news, Happened.MOVED, s.seat, FREELY, s.row[slot], p.bid, half_coins(s, p))
    lay_bid(s, news, slot)


@rule
def lay_bid(s: State, news: News, slot: int) -> None:
    """Puts the bid on the tile. Whoever was there is displaced and acts at once; else the next player is on."""
    holder = s.bidder[slot]
    s.bidder[slot] = s.seat
    s.players[s.seat].slot = slot
    if holder == NONE:
        s.step = Step.AUCTION
        next_turn(s)
    else:
        tell(news, Happened.DISPLACED, holder, FREELY, s.row[slot])
        s.players[holder].slot = NONE
        s.seat = holder
        s.step = Step.DISPLACED


@rule
def displaced(box: Box, s: State, news: News) -> bool:
    """§4.8: a displaced bid moves if it can, else it is withdrawn."""
    for slot in range(box.tiles_shown):
        if suffices(box, s, s.players[s.seat], slot):
            return True
    withdraw(box, s, news, FORCED)
    return False


@rule
def suffices(box: Box, s: State, p: Player, slot: int) -> bool:
    """§4.8, §4.9: whether a displaced bid may move to this tile."""
    if s.options.displaced_bid == DisplacedBid.FREE_TILES and s.bidder[slot] != NONE:
        return False
    return p.bid >= lowest_bid(box, s, p, slot)


@rule
def withdraw(box: Box, s: State, news: News, forced: int) -> None:
    """§4.10: a displaced bid goes back to its owner, with a coin."""
    p = s.players[s.seat]
    p.coins += p.bid
    p.bid = 0
    p.slot = OUT
    from_bank(s, p, box.withdraw_bonus)
    tell(news, Happened.WITHDREW, s.seat, forced, box.withdraw_bonus)
    s.step = Step.AUCTION
    next_turn(s)


@rule
def pass_auction(box: Box, s: State, news: News, forced: int) -> None:
    """§4.11, §15.3: three coins instead of a bid; alone, as the option says."""
    p = s.players[s.seat]
    coins = 0 if s.seats == 1 and s.options.solo_pass == SoloPass.PAYS_NOTHING else box.pass_income
    p.slot = OUT
    from_bank(s, p, coins)
    tell(news, Happened.PASSED, s.seat, forced, coins)
    next_turn(s)


@rule
def end_auction(s: State, news: News) -> None:
    """§4.15: unwanted tiles leave the game."""
    for slot in range(SLOTS):
        if s.row[slot] != NONE and s.bidder[slot] == NONE:
            tell(news, Happened.UNSOLD, NONE, FREELY, s.row[slot])
            leave_game(s, s.row[slot])
            s.row[slot] = NONE
    begin(s, Step.TURN_ORDER)


@rule
def turn_order(box: Box, s: State, news: News) -> bool:
    """§5.1 to §5.3: by bids downwards; equal bids keep their order."""
    for i in range(1, s.seats):
        seat = s.order[i]
        place = i
        while place > 0 and s.players[s.order[place - 1]].bid < s.players[seat].bid:
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat
    if s.seats > 1:
        tell(news, Happened.ORDER, NONE, FREELY, s.order[0], s.order[1], s.order[2], s.order[3], s.order[4])
    begin(s, Step.TAKE)
    return False
