"""What an adviser would say of a position of Peloponnes: the greedy bot's only knowledge of the game.

He looks at where a player is heading: the tile under his bid counts as taken, income runs on, and inhabitants
who cannot be fed are not counted in full. Of the two sums that are compared at the end the lower one matters most. What
will still be of use in later rounds counts by the part of the game that is left. The weights were found by letting
many of them play against each other.
"""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.engine.valuing import by_fifths
from petteia.games.peloponnes.box import TABLE, Box, Disaster, Tile
from petteia.games.peloponnes.choices import Chosen, parts_of
from petteia.games.peloponnes.rules.score import points
from petteia.games.peloponnes.rules.taking import fits, luxury_for_building, luxury_for_marker
from petteia.games.peloponnes.state import Player, State, Step

LOWER_SUM = 0.64  # weight of the lower of the two sums; the rest is the higher one's
UNFINISHED = 0.13  # part of its prestige that a marked building is sure of
UNPAYABLE = 0.46  # part of a building that one gets who must mark it
SHIELD = 0.75  # points of a protection from a disaster that is still to come
HALF_COIN = 0.4
COIN, COINS_IN_USE = 0.41, 8.4  # beyond the third of a point at the end, and for how many
WOOD, STONE, STONE_IN_USE = 0.64, 0.14, 6.6
MATERIAL_TO_COME = 1.6  # what is produced later is worth more than what lies there: it need not be stored
MATERIAL_AT_END = 0.06
FOOD, FOOD_IN_USE = 0.43, 20.0
FREE_GOOD = 0.62  # a good of one's choice, as food
LUXURY, LUXURY_AS_FOOD, LUXURY_TO_COME = 0.05, 0.36, 0.6
FEEDING_AT_END, FEEDING_IN_B, FEEDING_IN_C = 1.4, 1.3, 0.6
HUNGER = 0.53  # how far missing food counts against inhabitants


@large_rule
def value(box: Box, s: State, seat: int) -> float:
    """Points that the seat seems to be heading for."""
    p = s.players[seat]
    if s.step == Step.OVER:
        return points(box, s, seat) + 0.01 * p.luxury
    incomes = box.rounds - s.round_number + (s.step < Step.INCOME)  # still to come, that of this round among them
    left = (box.rounds - s.round_number + (s.step < Step.TAKE)) / box.rounds
    coins, luxury, inhabitants = float(p.coins), float(p.luxury), float(p.population)
    wood, stone, food = float(p.wood), float(p.stone), float(p.food)
    civilization = box.civilizations[p.civilization]
    makes_wood, makes_stone = float(civilization.make_wood), float(civilization.make_stone)
    makes_food = float(civilization.make_food)
    prestige = 0.0
    for place in range(p.tile_count):
        tile = box.tiles[p.tiles[place]]
        marked = p.marked >> place & 1
        prestige += (tile.prestige + special(box, s, tile)) * (UNFINISHED if marked else 1.0)
        coins += marked
        makes_wood += tile.wood
        makes_stone += tile.stone
        makes_food += tile.food + FREE_GOOD * tile.anything
    if p.slot >= 0 and s.step <= Step.TAKE:
        tile = box.tiles[s.row[p.slot]]
        part = prospect(box, p, tile)
        prestige += (tile.prestige + special(box, s, tile)) * part
        inhabitants += tile.population * part
        coins += tile.gain_coins * part
        luxury += tile.gain_luxury * part
        wood += (tile.gain_wood - tile.cost_wood) * part
        stone += (tile.gain_stone - tile.cost_stone) * part
        food += tile.gain_food * part
        makes_wood += tile.wood * part
        makes_stone += tile.stone * part
        makes_food += (tile.food + FREE_GOOD * tile.anything) * part
    inhabitants += civilization.make_population * incomes
    row = min(max(int(inhabitants), 0), TABLE - 1)
    luxury += LUXURY_TO_COME * box.income_luxury[row] * incomes
    food += makes_food * incomes
    prestige += coins / box.coins_per_point + MATERIAL_AT_END * (wood + stone)
    prestige += left * COIN * min(coins, COINS_IN_USE)
    prestige += left * WOOD * (wood + MATERIAL_TO_COME * makes_wood * incomes)
    prestige += left * STONE * min(stone + MATERIAL_TO_COME * makes_stone * incomes, STONE_IN_USE)
    people = box.points_per_inhabitant * fed(s, inhabitants, food + LUXURY_AS_FOOD * luxury)
    lower, higher = min(prestige, people), max(prestige, people)
    return LOWER_SUM * lower + (1 - LOWER_SUM) * higher + LUXURY * luxury + left * FOOD * min(food, FOOD_IN_USE)


@rule
def progress(box: Box, s: State) -> float:
    """By rounds."""
    return 1.0 if s.step == Step.OVER else max(s.round_number - 1, 0) / box.rounds


@rule
def scale(box: Box, s: State) -> float:
    """Measured in games between greedy bots: what fits best who won."""
    return by_fifths(progress(box, s) + 0.5 / box.rounds, 48.0, 11.0, 6.1, 4.2, 3.5)


@large_rule
def sift(box: Box, s: State, out: Any, n: int) -> int:
    """Of the bids for a tile the lowest, and some that others will hardly top."""
    kept, slot, lowest = 0, -1, 0
    for i in range(n):
        kind, a, b = parts_of(out[i])
        if kind == Chosen.BID:
            if a != slot:
                slot, lowest = a, b
            more = b - lowest
            if more > 3 and more != 5 and more != 8:
                continue
        out[kept] = out[i]
        kept += 1
    return kept


@rule
def prospect(box: Box, p: Player, tile: Tile) -> float:
    """How much of a tile one gets that one bids for: all, part of an unfinished building, or nothing."""
    if tile.land:
        return 1.0 if fits(box, p, tile) else 0.0
    if luxury_for_building(box, p, tile) <= p.luxury:
        return 1.0
    return UNPAYABLE if luxury_for_marker(box, p) <= p.luxury else 0.0


@rule
def special(box: Box, s: State, tile: Tile) -> float:
    """What a tile's protection and power are worth."""
    worth = HALF_COIN * tile.half_coin
    if tile.protects != Disaster.BLANK and s.struck[tile.protects] < box.chits_for_disaster:
        worth += SHIELD
    return worth


@rule
def fed(s: State, inhabitants: float, food: float) -> float:
    """Inhabitants that are left at the end, if food is what stands in their way."""
    feedings = FEEDING_AT_END + FEEDING_IN_B * (s.round_number <= 4) + FEEDING_IN_C * (s.round_number <= 7)
    if inhabitants <= 0:
        return 0.0
    return (1 - HUNGER) * inhabitants + HUNGER * min(inhabitants, max(food, 0.0) / feedings)
