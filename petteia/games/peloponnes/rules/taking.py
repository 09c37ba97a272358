"""§6 Taking tiles: placing lands, paying or marking buildings."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box, Tile
from petteia.games.peloponnes.options import UnplaceableLand
from petteia.games.peloponnes.rules.common import (
    FORCED,
    FREELY,
    begin,
    from_bank,
    leave_game,
    next_turn,
    short,
    take_turn,
)
from petteia.games.peloponnes.state import Happened, Player, State, Step


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
        elif may_pay_or_mark(box, p, tile):
            return True
        elif luxury_for_building(box, p, tile) <= p.luxury:
            build(box, s, news, FORCED)
        elif luxury_for_marker(box, p) <= p.luxury:
            mark(box, s, news, FORCED)
        else:
            lose_unbuildable(box, s, news)
    begin(s, Step.GAINS)
    return False


@rule
def may_pay_or_mark(box: Box, p: Player, tile: Tile) -> bool:
    """§6.6: whether the taker of this tile has a choice."""
    payable = luxury_for_building(box, p, tile) <= p.luxury
    markable = luxury_for_marker(box, p) <= p.luxury
    return not tile.land and payable and markable


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
    """§6.2, §6.4: beside the last land, where they have a good in common; otherwise it is lost."""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    if fits(box, p, box.tiles[tile]):
        add_tile(box, p, tile)
        tell(news, Happened.PLACED, s.seat, FREELY, tile, coins)
        return
    leave_game(s, tile)
    if s.options.unplaceable_land == UnplaceableLand.REFUNDED:
        from_bank(s, p, coins)
        coins = 0
    elif s.options.unplaceable_land == UnplaceableLand.GAINS:
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
    """§6.5: its wood and stone are paid at once."""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    printed = box.tiles[tile]
    luxury = pay_building(box, p, printed)
    add_tile(box, p, tile)
    tell(news, Happened.BUILT, s.seat, forced, tile, coins, printed.cost_wood, printed.cost_stone, luxury)


@rule
def mark(box: Box, s: State, news: News, forced: int) -> None:
    """§6.6: a coin on it instead of paying."""
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
    """§6.7: what can neither be paid nor marked leaves the game."""
    p = s.players[s.seat]
    coins = p.bid
    tile = collect(s, p)
    leave_game(s, tile)
    tell(news, Happened.UNBUILDABLE, s.seat, FREELY, tile, coins)
