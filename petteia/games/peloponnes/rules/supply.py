"""§11 Supply rounds: feeding and completing."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.peloponnes.box import Box
from petteia.games.peloponnes.choices import MOST_FED
from petteia.games.peloponnes.options import Completing, LuxuryForFood
from petteia.games.peloponnes.rules.common import (
    FORCED,
    FREELY,
    begin,
    next_turn,
    short,
    take_turn,
)
from petteia.games.peloponnes.rules.disasters import lose_tile
from petteia.games.peloponnes.rules.taking import luxury_for_building, pay_building
from petteia.games.peloponnes.state import Happened, Player, State, Step


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
        if extra == 0 or s.options.luxury_for_food == LuxuryForFood.MUST:
            feed_with_luxury(box, s, news, extra)
        else:
            return True
    begin(s, Step.COMPLETE)
    return False


@rule
def most_fed_by_luxury(box: Box, p: Player) -> int:
    return min(short(p.population, p.food), p.luxury // box.luxury_exchange, MOST_FED)


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
        elif asks_about_completing(box, s, p):
            return True
        elif first_payable(box, p) == NONE:
            discard_marked(box, s, news, FORCED)
        else:
            complete(box, s, news, first_payable(box, p), FORCED)
    s.step = s.after
    return False


@rule
def asks_about_completing(box: Box, s: State, p: Player) -> bool:
    """§11.6: whether the owner of marked buildings has a choice. In whatever order he completes those that his stores
    suffice for together, he ends alike; as soon as he can complete one more, with luxury or at the cost of another, he
    need not."""
    if s.options.completing == Completing.MAY:
        return first_payable(box, p) != NONE
    return not stores_suffice(box, p)


@rule
def first_payable(box: Box, p: Player) -> int:
    """The first marked building that can be completed, or NONE."""
    for place in range(p.tile_count):
        if can_complete(box, p, place):
            return place
    return NONE


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
def stores_suffice(box: Box, p: Player) -> bool:
    """§11.6: whether stored wood and stone suffice for all buildings that can be completed."""
    wood, stone = 0, 0
    for place in range(p.tile_count):
        if can_complete(box, p, place):
            wood += box.tiles[p.tiles[place]].cost_wood
            stone += box.tiles[p.tiles[place]].cost_stone
    return wood <= p.wood and stone <= p.stone


@rule
def complete(box: Box, s: State, news: News, place: int, forced: int) -> None:
    """§11.4: a marked building is paid, and its coin comes back."""
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
