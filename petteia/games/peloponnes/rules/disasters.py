"""§10 Disasters."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box, Disaster
from petteia.games.peloponnes.options import InhabitantsReturn, LuxuryInDisasters, MarkerCoin
from petteia.games.peloponnes.rules.common import (
    FORCED,
    FREELY,
    arriving,
    begin,
    leave_game,
    next_turn,
    short,
    take_turn,
)
from petteia.games.peloponnes.state import Happened, Player, State, Step


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
            food = part(p.food, box.drought_part)
            p.food -= food
            tell(news, Happened.DROUGHT, seat, FREELY, food)
        elif disaster == Disaster.PLAGUE:
            population = part(p.population, box.plague_part)
            p.population -= population
            tell(news, Happened.PLAGUE, seat, FREELY, population)
        else:
            luxury = min(p.luxury, box.decline_loss)
            p.luxury -= luxury
            tell(news, Happened.DECLINE, seat, FREELY, luxury)


@rule
def part(number: int, of: int) -> int:
    """§10.4, §10.5: one of every so many, and one of the rest."""
    return (number + of - 1) // of


@rule
def protected(box: Box, p: Player, disaster: int) -> bool:
    """§10.7: whether a building of his bears the shield."""
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
    """§10.3: whether both goods of a tile can be paid in full, with luxury for what is short."""
    luxury = luxury_for_rescue(box, s, p)
    if s.options.luxury_in_disasters == LuxuryInDisasters.FORBIDDEN:
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
    lose_tile(box, s, news, int(s.asked), s.options.marker_coin != MarkerCoin.LOST)


@large_rule
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
    back = arriving(box, s, p, -box.tiles[tile].population)
    later = s.options.inhabitants_return == InhabitantsReturn.LATER_ROUND
    too_early = box.tiles[tile].returns_later and later and p.taken == tile
    if back > 0 and not too_early:
        p.population += back
        tell(news, Happened.RETURNED, s.seat, FREELY, tile, back)
