"""The rules of Peloponnes, in the order of the rulebook. Clauses (§) refer to rulebook.md.

`play` records a choice, then `go_on` runs through the steps until somebody has a real decision. Every step function
returns true where it waits for one. What can be chosen is written twice, apart from each other: in legal.py and in
forbids.py; here stand the few questions that the flow of the game itself has to ask.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from petteia.engine.chance import Rng, draw
from petteia.engine.compiling import apart, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.engine.verbs import OVER
from petteia.games.peloponnes import choices
from petteia.games.peloponnes.box import CHIT_KINDS, DECKS, TABLE, Box, Disaster, Tile
from petteia.games.peloponnes.choices import HIGHEST_BID, MOST_TILES, SLOTS
from petteia.games.peloponnes.state import MOST_SEATS, OUT, Happened, Player, State, Step

FREELY, FORCED = 0, 1  # how a choice came about, for the news

# Options, by the place of their word.
EXACT = 1  # conquest_bid
FREE_TILES = 1  # displaced_bid
COUNT_ONCE = 1  # two_halves
REFUNDED, WITH_GAINS = 1, 2  # unplaceable_land
LATER_ROUND = 1  # inhabitants_return
TRACK_END = 1  # population_limit
COIN_LOST = 1  # marker_coin
MUST_FEED = 1  # luxury_for_food
MAY_COMPLETE = 1  # completing
FORBIDDEN = 1  # luxury_in_disasters
NO_INCOME = 1  # last_income
PAYS_NOTHING = 1  # solo_pass

NEVER = 1000  # a price nobody can pay

# -- §2 Setting up -----------------------------------------------------------------------------------------------------


@apart
def deal(box: Box, s: State, news: News, seats: int) -> None:
    """Sets up a game in a blank state that has its options and its generator."""
    s.seats = seats
    s.bank = HIGHEST_BID
    s.disaster = Disaster.BLANK
    s.auction_row = auction_slots(box, s)
    for i in range(SLOTS):
        s.row[i] = NONE
        s.bidder[i] = NONE
    for i in range(MOST_SEATS):
        s.order[i] = NONE
        blank_player(s.players[i])
    news.count = 0
    lay_tiles(box, s, s.rng)
    lay_chits(box, s, s.rng)
    if s.seats == 1:
        s.order[0] = 0
        begin(s, Step.CIVILIZATION)
    else:
        deal_civilizations(box, s, news)
        first_order(box, s)
        begin_round(s, news, 1)
    go_on(box, s, news)


@rule
def auction_slots(box: Box, s: State) -> int:
    """§3.1, §15.4: how many of the tiles on offer lie in the auction row."""
    if s.seats > 1:
        return min(s.seats, box.tiles_shown)
    if s.options.solo_level == 0:
        return box.tiles_shown
    return box.tiles_shown - box.levels[s.options.solo_level - 1].conquest_tiles


@rule
def blank_player(p: Player) -> None:
    p.civilization = NONE
    p.slot = NONE
    p.taken = NONE
    for i in range(MOST_TILES):
        p.tiles[i] = NONE


@apart
def lay_tiles(box: Box, s: State, rng: Rng) -> None:
    """§2.4: lays the tiles not yet seen in a random order, each deck in its own places, from `drawn` on."""
    seen = np.uint64(0)
    for i in range(s.drawn):
        seen |= tile_bit(s.deck[i])
    for deck in range(len(DECKS)):
        first = max(box.deck_start[deck], s.drawn)
        places = box.deck_start[deck + 1] - first
        met = 0
        for tile in range(box.tile_count):
            if box.tiles[tile].deck == deck and not seen & tile_bit(tile):
                place = draw(rng, met + 1)
                if met < places:
                    s.deck[first + met] = s.deck[first + place] if place < met else NONE
                if place < places:
                    s.deck[first + place] = tile
                met += 1


@apart
def lay_chits(box: Box, s: State, rng: Rng) -> None:
    """§2.4: lays the chits not yet seen in a random order, from `turned` on."""
    places = box.rounds * box.chits_per_round - s.turned
    met = 0
    for kind in range(CHIT_KINDS):
        for _ in range(box.chits_of[kind] - s.struck[kind]):
            place = draw(rng, met + 1)
            if met < places:
                s.chits[s.turned + met] = s.chits[s.turned + place] if place < met else NONE
            if place < places:
                s.chits[s.turned + place] = kind
            met += 1


@rule
def tile_bit(tile: int) -> Any:
    return np.uint64(1) << np.uint64(tile)


@rule
def deal_civilizations(box: Box, s: State, news: News) -> None:
    """§2.1"""
    dealt = 0
    for seat in range(s.seats):
        place = draw(s.rng, box.civilization_count - seat)
        for civilization in range(box.civilization_count):
            if dealt >> civilization & 1:
                continue
            if place == 0:
                dealt |= 1 << civilization
                start_civilization(box, s, news, seat, civilization)
                break
            place -= 1


@rule
def start_civilization(box: Box, s: State, news: News, seat: int, civilization: int) -> None:
    """§2.2"""
    p = s.players[seat]
    printed = box.civilizations[civilization]
    p.civilization = civilization
    from_bank(s, p, printed.coins)
    p.wood = min(printed.wood, box.store_wood)
    p.stone = min(printed.stone, box.store_stone)
    p.food = min(printed.food, box.store_food)
    p.population = printed.population
    tell(news, Happened.DEALT, seat, FREELY, civilization)


@rule
def first_order(box: Box, s: State) -> None:
    """§2.3"""
    for seat in range(s.seats):
        place = seat
        while place > 0 and civilization_number(box, s, s.order[place - 1]) > civilization_number(box, s, seat):
            s.order[place] = s.order[place - 1]
            place -= 1
        s.order[place] = seat


@rule
def civilization_number(box: Box, s: State, seat: int) -> int:
    return box.civilizations[s.players[seat].civilization].number


# -- the flow of the game ----------------------------------------------------------------------------------------------


@rule
def to_move(s: State) -> int:
    return OVER if s.step == Step.OVER else s.seat


@apart
def play(box: Box, s: State, news: News, choice: int) -> None:
    """Makes a legal choice, then runs on to the next real decision."""
    news.count = 0
    choose(box, s, news, choice)
    go_on(box, s, news)


@rule
def choose(box: Box, s: State, news: News, choice: int) -> None:
    """Does what was chosen, and nothing more."""
    if choice == choices.PASS:
        pass_auction(box, s, news, FREELY)
    elif choice < choices.MOVE:
        bid(box, s, news, choices.bid_slot(choice), choices.bid_coins(choice))
    elif choice < choices.WITHDRAW:
        move(box, s, news, choice - choices.MOVE)
    elif choice == choices.WITHDRAW:
        withdraw(box, s, news, FREELY)
    elif choice == choices.PAY:
        build(box, s, news, FREELY)
    elif choice == choices.MARK:
        mark(box, s, news, FREELY)
    elif choice < choices.SAVE:
        produce(box, s, news, choice - choices.PRODUCE)
    elif choice == choices.SAVE:
        save(box, s, news)
    elif choice == choices.ABANDON:
        abandon(box, s, news, FREELY)
    elif choice < choices.COMPLETE:
        feed_with_luxury(box, s, news, choice - choices.FEED)
    elif choice < choices.DISCARD:
        complete(box, s, news, choice - choices.COMPLETE, FREELY)
    elif choice == choices.DISCARD:
        discard_marked(box, s, news, FREELY)
    elif choice < choices.INCOME:
        choose_civilization(box, s, news, choice - choices.CIVILIZATION)
    else:
        choose_extra_income(box, s, news, choice - choices.INCOME)


@apart
def go_on(box: Box, s: State, news: News) -> None:
    """Runs through the steps until somebody has a real decision, or the game is over."""
    waiting = False
    while not waiting:
        step = s.step
        if step == Step.AUCTION:
            waiting = auction(box, s, news)
        elif step == Step.DISPLACED:
            waiting = displaced(box, s, news)
        elif step == Step.TURN_ORDER:
            waiting = turn_order(box, s, news)
        elif step == Step.TAKE:
            waiting = take(box, s, news)
        elif step == Step.GAINS:
            waiting = gains(box, s, news)
        elif step == Step.INCOME:
            waiting = income(box, s, news)
        elif step == Step.PRODUCE:
            waiting = producing(box, s)
        elif step == Step.CHITS:
            waiting = chits(box, s, news)
        elif step == Step.RESCUE:
            waiting = rescue(box, s, news)
        elif step == Step.REVEAL:
            waiting = reveal(box, s, news)
        elif step == Step.FEED:
            waiting = feed(box, s, news)
        elif step == Step.COMPLETE:
            waiting = completing(box, s, news)
        elif step == Step.SCORE:
            waiting = final_score(box, s, news)
        elif step == Step.CIVILIZATION:
            waiting = choosing_civilization(box, s, news)
        elif step == Step.EXTRA_INCOME:
            waiting = choosing_extra_income(box, s, news)
        else:
            waiting = True


@rule
def begin(s: State, step: int) -> None:
    """Starts a step, with the first in turn order."""
    s.step = step
    s.turn = 0
    s.asked = 0
    s.seat = s.order[0]


@rule
def next_turn(s: State) -> None:
    s.turn += 1
    s.asked = 0


@rule
def take_turn(s: State) -> Player:
    """The player whose turn it is decides now."""
    s.seat = s.order[s.turn]
    return s.players[s.seat]


# -- §3 Revealing tiles ------------------------------------------------------------------------------------------------


@rule
def begin_round(s: State, news: News, number: int) -> None:
    s.round_number = number
    s.shown = 0
    for seat in range(s.seats):
        s.players[seat].slot = NONE
        s.players[seat].taken = NONE
    tell(news, Happened.ROUND, NONE, FREELY, number)
    begin(s, Step.REVEAL)


@rule
def reveal(box: Box, s: State, news: News) -> bool:
    """§3.1, §3.2"""
    while s.shown < box.tiles_shown:
        tile = s.deck[s.drawn]
        conquest = s.shown >= s.auction_row
        s.row[s.shown] = tile
        s.shown += 1
        s.drawn += 1
        s.reveals += 1
        tell(news, Happened.REVEALED, NONE, FREELY, tile, conquest)
        if box.tiles[tile].supply:
            tell(news, Happened.SUPPLY, NONE, FREELY, tile)
            begin_supply(s, Step.REVEAL)
            return False
    begin(s, Step.AUCTION)
    return False


# -- §4 The auction ----------------------------------------------------------------------------------------------------


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
    return min(p.half_coins, 1) if s.options.two_halves == COUNT_ONCE else p.half_coins


@rule
def bid(box: Box, s: State, news: News, slot: int, coins: int) -> None:
    """§4.1: lays a first bid, with coins that luxury buys where they are short (§12.3)."""
    p = s.players[s.seat]
    bought = max(coins - p.coins, 0)
    p.luxury -= bought * box.luxury_exchange
    from_bank(s, p, bought)
    p.coins -= coins
    p.bid = coins
    tell(news, Happened.BID, s.seat, FREELY, s.row[slot], coins, bought * box.luxury_exchange)
    lay_bid(s, news, slot)


@rule
def move(box: Box, s: State, news: News, slot: int) -> None:
    """§4.8: a displaced bid moves unchanged."""
    tell(news, Happened.MOVED, s.seat, FREELY, s.row[slot], s.players[s.seat].bid)
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
    if s.options.displaced_bid == FREE_TILES and s.bidder[slot] != NONE:
        return False
    return p.bid >= lowest_bid(box, s, p, slot)


@rule
def withdraw(box: Box, s: State, news: News, forced: int) -> None:
    """§4.10"""
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
    """§4.11, §15.3"""
    p = s.players[s.seat]
    coins = 0 if s.seats == 1 and s.options.solo_pass == PAYS_NOTHING else box.pass_income
    p.slot = OUT
    from_bank(s, p, coins)
    tell(news, Happened.PASSED, s.seat, forced, coins)
    next_turn(s)


@rule
def end_auction(s: State, news: News) -> None:
    """§4.15"""
    for slot in range(SLOTS):
        if s.row[slot] != NONE and s.bidder[slot] == NONE:
            tell(news, Happened.UNSOLD, NONE, FREELY, s.row[slot])
            leave_game(s, s.row[slot])
            s.row[slot] = NONE
    begin(s, Step.TURN_ORDER)


# -- §5 Turn order -----------------------------------------------------------------------------------------------------


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


# -- §6 Taking tiles ---------------------------------------------------------------------------------------------------


@rule
def take(box: Box, s: State, news: News) -> bool:
    """§6.1: in turn order everybody takes his tile; paying or marking a building is the owner's choice (§6.6)."""
    while s.turn < s.seats:
        p = take_turn(s)
        if p.slot < 0:
            next_turn(s)
            continue
        tile = box.tiles[s.row[p.slot]]
        if tile.land:
            place_land(box, s, news)
            continue
        payable = luxury_for_building(box, p, tile) <= p.luxury
        markable = luxury_for_marker(box, p) <= p.luxury
        if payable and markable:
            return True
        if payable:
            build(box, s, news, FORCED)
        elif markable:
            mark(box, s, news, FORCED)
        else:
            lose_unbuildable(box, s, news)
    begin(s, Step.GAINS)
    return False


@rule
def collect(s: State, p: Player) -> int:
    """The bid goes to the bank and the tile to the player; returns the tile."""
    tile = s.row[p.slot]
    s.bank += p.bid
    p.bid = 0
    s.row[p.slot] = NONE
    s.bidder[p.slot] = NONE
    p.slot = NONE
    next_turn(s)
    return tile


@rule
def add_tile(box: Box, p: Player, tile: int) -> None:
    p.tiles[p.tile_count] = tile
    p.tile_count += 1
    p.half_coins += box.tiles[tile].half_coin
    p.taken = tile


@rule
def place_land(box: Box, s: State, news: News) -> None:
    """§6.2, §6.4"""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    if fits(box, p, box.tiles[tile]):
        add_tile(box, p, tile)
        tell(news, Happened.PLACED, s.seat, FREELY, tile, coins)
        return
    leave_game(s, tile)
    if s.options.unplaceable_land == REFUNDED:
        from_bank(s, p, coins)
        coins = 0
    elif s.options.unplaceable_land == WITH_GAINS:
        p.taken = tile
    tell(news, Happened.UNPLACEABLE, s.seat, FREELY, tile, coins)


@rule
def fits(box: Box, p: Player, land: Tile) -> bool:
    """§6.2, §6.3: whether a land may lie beside the last one."""
    goods = land.goods  # of the last land; the first land fits itself
    for place in range(p.tile_count):
        tile = box.tiles[p.tiles[place]]
        if tile.any_neighbour:
            return True
        if tile.land:
            goods = tile.goods
    return goods & land.goods != 0


@rule
def short(needed: int, there: int) -> int:
    return max(needed - there, 0)


@rule
def luxury_for_building(box: Box, p: Player, tile: Tile) -> int:
    """§12.1: the luxury that stands in for what is short of a building's cost."""
    return (short(tile.cost_wood, p.wood) + short(tile.cost_stone, p.stone)) * box.luxury_exchange


@rule
def luxury_for_marker(box: Box, p: Player) -> int:
    """§12.3: the luxury that buys the coin to mark a building with."""
    return short(1, p.coins) * box.luxury_exchange


@rule
def pay_building(box: Box, p: Player, tile: Tile) -> int:
    """Pays wood and stone; returns the luxury used."""
    luxury = luxury_for_building(box, p, tile)
    p.wood -= min(tile.cost_wood, p.wood)
    p.stone -= min(tile.cost_stone, p.stone)
    p.luxury -= luxury
    return luxury


@rule
def build(box: Box, s: State, news: News, forced: int) -> None:
    """§6.5"""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    printed = box.tiles[tile]
    luxury = pay_building(box, p, printed)
    add_tile(box, p, tile)
    tell(news, Happened.BUILT, s.seat, forced, tile, coins, printed.cost_wood, printed.cost_stone, luxury)


@rule
def mark(box: Box, s: State, news: News, forced: int) -> None:
    """§6.6"""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    luxury = luxury_for_marker(box, p)
    if luxury > 0:
        p.luxury -= luxury
        from_bank(s, p, 1)
    p.coins -= 1
    p.marked |= 1 << int(p.tile_count)
    add_tile(box, p, tile)
    tell(news, Happened.MARKED, s.seat, forced, tile, coins, luxury)


@rule
def lose_unbuildable(box: Box, s: State, news: News) -> None:
    """§6.7"""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    leave_game(s, tile)
    tell(news, Happened.UNBUILDABLE, s.seat, FREELY, tile, coins)


@rule
def leave_game(s: State, tile: int) -> None:
    s.gone |= tile_bit(tile)


@rule
def from_bank(s: State, p: Player, coins: int) -> None:
    s.bank -= coins
    p.coins += coins


# -- §7 One-time gains -------------------------------------------------------------------------------------------------


@rule
def gains(box: Box, s: State, news: News) -> bool:
    """§7.1"""
    for place in range(s.seats):
        seat = s.order[place]
        taken = s.players[seat].taken
        if taken != NONE:
            tile = box.tiles[taken]
            receive(
                box,
                s,
                news,
                Happened.GAINED,
                seat,
                int(tile.gain_coins),
                int(tile.gain_wood),
                int(tile.gain_stone),
                int(tile.gain_food),
                int(tile.gain_luxury),
                int(tile.population),
            )
    begin(s, Step.INCOME)
    return False


@rule
def receive(
    box: Box,
    s: State,
    news: News,
    kind: int,
    seat: int,
    coins: int,
    wood: int,
    stone: int,
    food: int,
    luxury: int,
    population: int,
) -> None:
    """Gives a player coins, goods and inhabitants; what his stores cannot hold becomes luxury (§8.6)."""
    p = s.players[seat]
    stored_wood = min(wood, box.store_wood - p.wood)
    stored_stone = min(stone, box.store_stone - p.stone)
    stored_food = min(food, box.store_food - p.food)
    luxury += wood - stored_wood + stone - stored_stone + food - stored_food
    if s.options.population_limit == TRACK_END:
        population = min(population, box.population_limit - p.population)
    p.wood += stored_wood
    p.stone += stored_stone
    p.food += stored_food
    p.luxury += luxury
    p.population += population
    from_bank(s, p, coins)
    if coins or stored_wood or stored_stone or stored_food or luxury or population:
        tell(news, kind, seat, FREELY, coins, stored_wood, stored_stone, stored_food, luxury, population)


# -- §8 Income ---------------------------------------------------------------------------------------------------------


@rule
def income(box: Box, s: State, news: News) -> bool:
    """§8.1, §8.3, §13.1"""
    if s.round_number == box.rounds and s.options.last_income == NO_INCOME:
        begin(s, Step.CHITS)
        return False
    for place in range(s.seats):
        receive_income(box, s, news, s.order[place])
    begin(s, Step.PRODUCE)
    return False


@rule
def receive_income(box: Box, s: State, news: News, seat: int) -> None:
    p = s.players[seat]
    civilization = box.civilizations[p.civilization]
    wood = int(civilization.make_wood) + p.extra[0] * box.solo_income[0]
    stone = int(civilization.make_stone) + p.extra[1] * box.solo_income[1]
    food = int(civilization.make_food) + p.extra[2] * box.solo_income[2]
    for place in range(p.tile_count):
        tile = box.tiles[p.tiles[place]]
        wood += tile.wood
        stone += tile.stone
        food += tile.food
    inhabitants = p.population + civilization.make_population  # §8.4: they count for the coins already
    if s.options.population_limit == TRACK_END:
        inhabitants = min(inhabitants, box.population_limit)
    row = min(inhabitants, TABLE - 1)
    receive(
        box,
        s,
        news,
        Happened.INCOME,
        seat,
        int(box.income_coins[row]),
        int(wood),
        int(stone),
        int(food),
        int(box.income_luxury[row]),
        int(inhabitants - p.population),
    )


@rule
def producing(box: Box, s: State) -> bool:
    """§8.2: in turn order each owner chooses for each such building."""
    while s.turn < s.seats:
        p = take_turn(s)
        if s.asked < free_production(box, p):
            return True
        next_turn(s)
    begin(s, Step.CHITS)
    return False


@rule
def free_production(box: Box, p: Player) -> int:
    """How many goods of his choice a player's buildings produce."""
    goods = 0
    for place in range(p.tile_count):
        goods += box.tiles[p.tiles[place]].anything
    return goods


@rule
def produce(box: Box, s: State, news: News, good: int) -> None:
    """§8.2: one wood, stone, food or coin."""
    tell(news, Happened.PRODUCED, s.seat, FREELY, good)
    receive(
        box, s, news, Happened.INCOME, s.seat, int(good == 3), int(good == 0), int(good == 1), int(good == 2), 0, 0
    )
    s.asked += 1


# -- §9 Disaster chits -------------------------------------------------------------------------------------------------


@rule
def chits(box: Box, s: State, news: News) -> bool:
    """§9.1, §9.2: turns up the chits of the round; then the next round begins, or the game ends (§13.2)."""
    if s.turned < s.round_number * box.chits_per_round:
        kind = s.chits[s.turned]
        s.turned += 1
        s.reveals += 1
        s.struck[kind] += 1
        tell(news, Happened.CHIT, NONE, FREELY, kind, s.struck[kind])
        if kind != Disaster.BLANK and s.struck[kind] == box.chits_for_disaster:
            strike(box, s, news, kind)
    elif s.round_number < box.rounds:
        begin_round(s, news, s.round_number + 1)
    else:
        begin_supply(s, Step.SCORE)
    return False


# -- §10 Disasters -----------------------------------------------------------------------------------------------------


@rule
def strike(box: Box, s: State, news: News, disaster: int) -> None:
    """§10: all players, in turn order; earthquake and tempest ask them."""
    tell(news, Happened.DISASTER, NONE, FREELY, disaster)
    if disaster == Disaster.EARTHQUAKE or disaster == Disaster.TEMPEST:
        s.disaster = disaster
        begin(s, Step.RESCUE)
        return
    for place in range(s.seats):
        seat = s.order[place]
        p = s.players[seat]
        if protected(box, p, disaster):
            tell(news, Happened.SPARED, seat, FREELY, disaster)
        elif disaster == Disaster.DROUGHT:
            food = (p.food + 2) // 3
            p.food -= food
            tell(news, Happened.DROUGHT, seat, FREELY, food)
        elif disaster == Disaster.PLAGUE:
            population = (p.population + 2) // 3
            p.population -= population
            tell(news, Happened.PLAGUE, seat, FREELY, population)
        else:
            luxury = min(p.luxury, box.decline_loss)
            p.luxury -= luxury
            tell(news, Happened.DECLINE, seat, FREELY, luxury)


@rule
def protected(box: Box, p: Player, disaster: int) -> bool:
    """§10.7"""
    for place in range(p.tile_count):
        if box.tiles[p.tiles[place]].protects == disaster:
            return True
    return False


@rule
def rescue(box: Box, s: State, news: News) -> bool:
    """§10.1, §10.2: in turn order each owner is asked for each tile that he can save; the others are lost."""
    while s.turn < s.seats:
        p = take_turn(s)
        if s.asked == 0 and protected(box, p, s.disaster):
            tell(news, Happened.SPARED, s.seat, FREELY, s.disaster)
            next_turn(s)
        elif s.asked == p.tile_count:
            next_turn(s)
        elif not threatened(box, s, p.tiles[s.asked]):
            s.asked += 1
        elif can_save(box, s, p):
            return True
        else:
            abandon(box, s, news, FORCED)
    s.disaster = Disaster.BLANK
    begin(s, Step.CHITS)
    return False


@rule
def threatened(box: Box, s: State, tile: int) -> bool:
    """An earthquake threatens buildings, a tempest lands."""
    return (box.tiles[tile].land != 0) == (s.disaster == Disaster.TEMPEST)


@rule
def luxury_for_rescue(box: Box, s: State, p: Player) -> int:
    """§12.4: the luxury that stands in for what is short to save one tile."""
    if s.disaster == Disaster.EARTHQUAKE:
        return (short(1, p.wood) + short(1, p.stone)) * box.luxury_exchange
    return (short(1, p.food) + short(1, p.coins)) * box.luxury_exchange


@rule
def can_save(box: Box, s: State, p: Player) -> bool:
    """§10.3"""
    luxury = luxury_for_rescue(box, s, p)
    if s.options.luxury_in_disasters == FORBIDDEN:
        return luxury == 0
    return luxury <= p.luxury


@rule
def save(box: Box, s: State, news: News) -> None:
    """§10.3: pays for the tile that is asked about."""
    p = s.players[s.seat]
    luxury = luxury_for_rescue(box, s, p)
    p.luxury -= luxury
    if s.disaster == Disaster.EARTHQUAKE:
        p.wood -= min(p.wood, 1)
        p.stone -= min(p.stone, 1)
    else:
        p.food -= min(p.food, 1)
        coin = min(p.coins, 1)
        p.coins -= coin
        s.bank += coin
    tell(news, Happened.SAVED, s.seat, FREELY, p.tiles[s.asked], luxury)
    s.asked += 1


@rule
def abandon(box: Box, s: State, news: News, forced: int) -> None:
    """§10.1, §10.2: the tile that is asked about is lost."""
    p = s.players[s.seat]
    tell(news, Happened.LOST, s.seat, forced, p.tiles[s.asked])
    lose_tile(box, s, news, int(s.asked), s.options.marker_coin != COIN_LOST)


@apart
def lose_tile(box: Box, s: State, news: News, place: int, coin_returns: bool) -> None:
    """A tile leaves the game: the gap closes (§10.9), its marker coin goes back (§10.8), and so do the inhabitants
    that it had cost (§7.3)."""
    p = s.players[s.seat]
    tile = p.tiles[place]
    if p.marked >> place & 1:
        if coin_returns:
            p.coins += 1
        else:
            s.bank += 1
    below = p.marked & ((1 << place) - 1)
    p.marked = (p.marked >> (place + 1)) << place | below
    p.tile_count -= 1
    for i in range(place, p.tile_count):
        p.tiles[i] = p.tiles[i + 1]
    p.tiles[p.tile_count] = NONE
    p.half_coins -= box.tiles[tile].half_coin
    leave_game(s, tile)
    back = -box.tiles[tile].population
    if back > 0 and not (s.options.inhabitants_return == LATER_ROUND and p.taken == tile):
        p.population += back
        tell(news, Happened.RETURNED, s.seat, FREELY, tile, back)


# -- §11 Supply round --------------------------------------------------------------------------------------------------


@rule
def begin_supply(s: State, after: int) -> None:
    s.after = after
    begin(s, Step.FEED)


@rule
def feed(box: Box, s: State, news: News) -> bool:
    """§11.1 to §11.3: in turn order; whoever is short of food chooses how many luxury shall feed."""
    while s.turn < s.seats:
        p = take_turn(s)
        extra = most_fed_by_luxury(box, p)
        if extra == 0 or s.options.luxury_for_food == MUST_FEED:
            feed_with_luxury(box, s, news, extra)
        else:
            return True
    begin(s, Step.COMPLETE)
    return False


@rule
def most_fed_by_luxury(box: Box, p: Player) -> int:
    return min(short(p.population, p.food), p.luxury // box.luxury_exchange)


@rule
def feed_with_luxury(box: Box, s: State, news: News, extra: int) -> None:
    """Feeds with all stored food that is needed, and some more inhabitants with luxury; the others are lost."""
    p = s.players[s.seat]
    food = min(p.food, p.population)
    luxury = extra * box.luxury_exchange
    hungry = p.population - food - extra
    p.food -= food
    p.luxury -= luxury
    p.population -= hungry
    tell(news, Happened.FED, s.seat, FREELY, food, luxury, hungry)
    next_turn(s)


@rule
def completing(box: Box, s: State, news: News) -> bool:
    """§11.4 to §11.6: in turn order; asks only where there is something to choose."""
    while s.turn < s.seats:
        p = take_turn(s)
        if p.marked == 0:
            next_turn(s)
            continue
        first, payable = NONE, 0
        for place in range(p.tile_count):
            if can_complete(box, p, place):
                payable += 1
                if first == NONE:
                    first = place
        may_discard = s.options.completing == MAY_COMPLETE or not must_complete_one(box, p)
        if payable == 0:
            discard_marked(box, s, news, FORCED)
        elif s.options.completing != MAY_COMPLETE and can_complete_all(box, p):
            complete(box, s, news, first, FORCED)
        elif payable + may_discard == 1:
            complete(box, s, news, first, FORCED)
        else:
            return True
    s.step = s.after
    return False


@rule
def can_complete(box: Box, p: Player, place: int) -> bool:
    """Whether this is a marked building whose cost the player can pay, with luxury if need be."""
    return p.marked >> place & 1 != 0 and luxury_for_building(box, p, box.tiles[p.tiles[place]]) <= p.luxury


@rule
def must_complete_one(box: Box, p: Player) -> bool:
    """§11.6: whether stored wood and stone suffice for a marked building."""
    for place in range(p.tile_count):
        if p.marked >> place & 1 and luxury_for_building(box, p, box.tiles[p.tiles[place]]) == 0:
            return True
    return False


@rule
def can_complete_all(box: Box, p: Player) -> bool:
    """§11.6: whether stored wood and stone suffice for all marked buildings, so that nothing is to choose."""
    wood, stone = 0, 0
    for place in range(p.tile_count):
        if p.marked >> place & 1:
            wood += box.tiles[p.tiles[place]].cost_wood
            stone += box.tiles[p.tiles[place]].cost_stone
    return wood <= p.wood and stone <= p.stone


@rule
def complete(box: Box, s: State, news: News, place: int, forced: int) -> None:
    """§11.4"""
    p = s.players[s.seat]
    printed = box.tiles[p.tiles[place]]
    luxury = pay_building(box, p, printed)
    p.marked &= ~(1 << place)
    p.coins += 1
    tell(news, Happened.COMPLETED, s.seat, forced, p.tiles[place], printed.cost_wood, printed.cost_stone, luxury)


@rule
def discard_marked(box: Box, s: State, news: News, forced: int) -> None:
    """§11.5: all buildings that are still marked are lost."""
    p = s.players[s.seat]
    for place in range(p.tile_count - 1, -1, -1):
        if p.marked >> place & 1:
            tell(news, Happened.DISCARDED, s.seat, forced, p.tiles[place])
            lose_tile(box, s, news, place, True)
    next_turn(s)


# -- §14 Score ---------------------------------------------------------------------------------------------------------


@rule
def final_score(box: Box, s: State, news: News) -> bool:
    """§13, §14, §15.4"""
    for seat in range(s.seats):
        prestige, inhabitants = prestige_points(box, s, seat), population_points(box, s, seat)
        tell(news, Happened.SCORED, seat, FREELY, min(prestige, inhabitants), prestige, inhabitants)
    if s.seats == 1 and s.options.solo_level > 0:
        level = s.options.solo_level
        target = box.levels[level - 1].target
        tell(news, Happened.LEVEL, 0, FREELY, level, target, points(box, s, 0) >= target)
    s.step = Step.OVER
    return True


@rule
def prestige_points(box: Box, s: State, seat: int) -> int:
    """§14.1"""
    p = s.players[seat]
    total = p.coins // box.coins_per_point
    for place in range(p.tile_count):
        total += box.tiles[p.tiles[place]].prestige
    return total


@rule
def population_points(box: Box, s: State, seat: int) -> int:
    """§14.2"""
    return s.players[seat].population * box.points_per_inhabitant


@rule
def points(box: Box, s: State, seat: int) -> int:
    """§14.3"""
    return min(prestige_points(box, s, seat), population_points(box, s, seat))


@apart
def score(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = points(box, s, seat)


@rule
def beats(box: Box, s: State, one: int, other: int) -> bool:
    """§14.3, §14.4: whether a seat is ranked before another."""
    mine, yours = points(box, s, one), points(box, s, other)
    if mine != yours:
        return mine > yours
    mine = max(prestige_points(box, s, one), population_points(box, s, one))
    yours = max(prestige_points(box, s, other), population_points(box, s, other))
    if mine != yours:
        return mine > yours
    return s.players[one].luxury > s.players[other].luxury


@apart
def rank(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += beats(box, s, other, seat)


# -- §15 Solo ----------------------------------------------------------------------------------------------------------


@rule
def choosing_civilization(box: Box, s: State, news: News) -> bool:
    """§15.1, §15.6: asks, unless only one is left."""
    left, last = 0, NONE
    for civilization in range(box.civilization_count):
        if not used(s, civilization):
            left += 1
            last = civilization
    if left > 1:
        return True
    choose_civilization(box, s, news, last)
    return False


@rule
def used(s: State, civilization: int) -> bool:
    return s.options.used_civilizations >> civilization & 1 != 0


@rule
def choose_civilization(box: Box, s: State, news: News, civilization: int) -> None:
    start_civilization(box, s, news, 0, civilization)
    begin(s, Step.EXTRA_INCOME)


@rule
def choosing_extra_income(box: Box, s: State, news: News) -> bool:
    """§15.5"""
    level = s.options.solo_level
    if level > 0 and s.asked < box.levels[level - 1].extra_incomes:
        return True
    begin_round(s, news, 1)
    return False


@rule
def choose_extra_income(box: Box, s: State, news: News, good: int) -> None:
    s.players[0].extra[good] += 1
    s.asked += 1
    tell(news, Happened.EXTRA, 0, FREELY, good)
