"""What an adviser would say of a position of Peloponnes: the greedy bot's only knowledge of the game.

He looks at where a player is heading: the tile under his bid counts as taken, income runs on to the end, and those who
cannot be fed are not counted in full. Of the two sums that are compared at the end the lower one matters most.
"""

from __future__ import annotations

from petteia.engine.compiling import apart, rule
from petteia.games.peloponnes.box import Box, Disaster, Tile
from petteia.games.peloponnes.rules.score import points
from petteia.games.peloponnes.rules.taking import fits, luxury_for_building, luxury_for_marker
from petteia.games.peloponnes.state import Player, State, Step

LOWER_SUM = 0.75  # how much the lower of the two sums weighs; the rest is the higher one's
MATERIAL = 0.3  # points that a wood or stone is worth while something can still be built
SPARE_COIN = 0.3  # points that a coin is worth beyond the end's third, while there is something to bid for
COINS_IN_USE = 8  # coins that find a use in the auctions to come
LUXURY = 0.12
SHIELD = 0.6  # points of a protection from a disaster that is still to come
UNFINISHED = 0.75  # part of its prestige that a marked building keeps
HALF_COIN = 0.5


@apart
def value(box: Box, s: State, seat: int) -> float:
    """Points that the seat seems to be heading for."""
    p = s.players[seat]
    if s.step == Step.OVER:
        return 100.0 * points(box, s, seat) + p.luxury * 0.01
    incomes = incomes_left(box, s)
    coins, wood, stone, food = float(p.coins), float(p.wood), float(p.stone), float(p.food)
    luxury, inhabitants = float(p.luxury), float(p.population)
    prestige, extras = 0.0, 0.0
    for place in range(p.tile_count):
        tile = box.tiles[p.tiles[place]]
        keeps = UNFINISHED if p.marked >> place & 1 else 1.0
        prestige += tile.prestige * keeps
        extras += special(box, s, tile) * keeps
        wood += tile.wood * incomes
        stone += tile.stone * incomes
        food += (tile.food + tile.anything) * incomes
        coins += p.marked >> place & 1
    if p.slot >= 0 and s.step <= Step.TAKE:
        tile = box.tiles[s.row[p.slot]]
        keeps = prospect(box, p, tile)
        prestige += tile.prestige * keeps
        extras += special(box, s, tile) * keeps
        inhabitants += tile.population * keeps
        coins += tile.gain_coins * keeps
        luxury += tile.gain_luxury * keeps
        wood += (tile.wood * incomes + tile.gain_wood - tile.cost_wood) * keeps
        stone += (tile.stone * incomes + tile.gain_stone - tile.cost_stone) * keeps
        food += ((tile.food + tile.anything) * incomes + tile.gain_food) * keeps
    civilization = box.civilizations[p.civilization]
    food += civilization.make_food * incomes
    inhabitants += civilization.make_population * incomes
    building = 1.0 if s.round_number < box.rounds else 0.2
    prestige += coins / box.coins_per_point + extras
    prestige += building * (MATERIAL * (min(wood, 12.0) + min(stone, 14.0)) + SPARE_COIN * min(coins, COINS_IN_USE))
    people = box.points_per_inhabitant * fed(s, inhabitants, food + luxury / box.luxury_exchange)
    return LOWER_SUM * min(prestige, people) + (1 - LOWER_SUM) * max(prestige, people) + LUXURY * luxury


@rule
def incomes_left(box: Box, s: State) -> int:
    """Incomes that are still to come, that of this round among them."""
    return box.rounds - s.round_number + (s.step < Step.INCOME)


@rule
def prospect(box: Box, p: Player, tile: Tile) -> float:
    """How much of a tile one gets that one bids for: all, part of an unfinished building, or nothing."""
    if tile.land:
        return 1.0 if fits(box, p, tile) else 0.0
    if luxury_for_building(box, p, tile) <= p.luxury:
        return 1.0
    return UNFINISHED if luxury_for_marker(box, p) <= p.luxury else 0.0


@rule
def special(box: Box, s: State, tile: Tile) -> float:
    """What a tile's protection and power are worth."""
    points = HALF_COIN * tile.half_coin
    if tile.protects != Disaster.BLANK and s.struck[tile.protects] < box.chits_for_disaster:
        points += SHIELD
    return points


@rule
def fed(s: State, inhabitants: float, food: float) -> float:
    """Inhabitants that are left at the end, if food is what stands in their way."""
    feedings = 1.0 + (s.round_number <= 4) + (s.round_number <= 7) * 0.5
    if inhabitants <= 0:
        return 0.0
    return 0.4 * inhabitants + 0.6 * min(inhabitants, max(food, 0.0) / feedings)
