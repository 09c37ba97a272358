"""§7 One-time gains and §8 income."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import TABLE, Box
from petteia.games.peloponnes.options import LastIncome
from petteia.games.peloponnes.rules.common import (
    FREELY,
    arriving,
    begin,
    from_bank,
    next_turn,
    take_turn,
)
from petteia.games.peloponnes.state import Happened, Player, State, Step


@rule
def gains(box: Box, s: State, news: News) -> bool:
    """§7.1: what the new tiles give once."""
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
    population = arriving(box, s, p, population)
    p.wood += stored_wood
    p.stone += stored_stone
    p.food += stored_food
    p.luxury += luxury
    p.population += population
    from_bank(s, p, coins)
    if coins or stored_wood or stored_stone or stored_food or luxury or population:
        tell(news, kind, seat, FREELY, coins, stored_wood, stored_stone, stored_food, luxury, population)


@rule
def income(box: Box, s: State, news: News) -> bool:
    """§8.1, §8.3, §13.1: what civilizations, tiles and inhabitants bring; in the last round as the option says."""
    if s.round_number == box.rounds and s.options.last_income == LastIncome.NONE:
        begin(s, Step.CHITS)
        return False
    for place in range(s.seats):
        receive_income(box, s, news, s.order[place])
    begin(s, Step.PRODUCE)
    return False


@rule
def receive_income(box: Box, s: State, news: News, seat: int) -> None:
    """§8.1, §8.3; §13.1: in the last round perhaps without what inhabitants bring."""
    p = s.players[seat]
    wood, stone, food = produced(box, p)
    coins, luxury = brought(box, s, p)
    if s.round_number == box.rounds and s.options.last_income == LastIncome.TILES_ALONE:
        coins, luxury = 0, 0
    receive(box, s, news, Happened.INCOME, seat, coins, wood, stone, food, luxury, newcomers(box, s, p))


@rule
def newcomers(box: Box, s: State, p: Player) -> int:
    """Inhabitants that the civilization brings each round."""
    return arriving(box, s, p, box.civilizations[p.civilization].make_population)


@rule
def brought(box: Box, s: State, p: Player) -> tuple[int, int]:
    """Coins and luxury that the inhabitants bring each round; §8.4: newcomers count already."""
    row = min(p.population + newcomers(box, s, p), TABLE - 1)
    return int(box.income_coins[row]), int(box.income_luxury[row])


@rule
def produced(box: Box, p: Player) -> tuple[int, int, int]:
    """§8.1, §15.5: wood, stone and food that civilization, tiles and extra incomes bring each round."""
    civilization = box.civilizations[p.civilization]
    wood = int(civilization.make_wood) + p.extra[0] * box.solo_income[0]
    stone = int(civilization.make_stone) + p.extra[1] * box.solo_income[1]
    food = int(civilization.make_food) + p.extra[2] * box.solo_income[2]
    for place in range(p.tile_count):
        tile = box.tiles[p.tiles[place]]
        wood += tile.wood
        stone += tile.stone
        food += tile.food
    return int(wood), int(stone), int(food)


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
    receive(box, s, news, Happened.INCOME, s.seat, int(good == 3), int(good == 0), int(good == 1), int(good == 2), 0, 0)
    s.asked += 1
