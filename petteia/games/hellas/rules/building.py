"""§5 Houses, plazas and palaces, and §8 statues and marble."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import rule
from petteia.engine.news import News, tell
from petteia.engine.sets import Places
from petteia.games.hellas.box import NEVER, Box
from petteia.games.hellas.choices import Chosen
from petteia.games.hellas.rules.common import (
    FORCED,
    FREELY,
    finish,
    next_player,
    space_named,
)
from petteia.games.hellas.state import BUILT_HOUSE, BUILT_PLAZA, Happened, Player, State, Step

NO_MORE = BUILT_HOUSE | BUILT_PLAZA
PLENTY = NEVER - 1  # marble for everything that has a price: what is lacking then is a piece, or a place


@rule
def building(box: Box, s: State, news: News) -> bool:
    """§5.1 to §5.3: everybody in turn builds or declines; whoever can build nothing is passed over."""
    while s.turn < s.seats:
        if can_build_something(box, s, s.players[s.seat].marble):
            return True
        if s.asked == 0:
            tell(news, Happened.DECLINED, s.seat, FORCED, 0, s.action, can_build_something(box, s, PLENTY))
        next_player(s)
    finish(s)
    return False


@rule
def can_build_something(box: Box, s: State, marble: int) -> bool:
    """Whether whoever is on could pay with this marble for a piece of this action, and has a place for it."""
    if s.step == Step.HOUSE:
        return can_build(box, s, Chosen.HOUSE, marble)
    if s.step == Step.PALACE:
        return can_build(box, s, Chosen.PALACE, marble)
    if s.step == Step.STATUE:
        return can_build(box, s, Chosen.STATUE, marble)
    return can_build(box, s, Chosen.HOUSE, marble) or can_build(box, s, Chosen.PLAZA, marble)


@rule
def can_build(box: Box, s: State, piece: int, marble: int) -> bool:
    return not sets.is_empty(open_spaces(box, s, piece, marble))


@rule
def open_spaces(box: Box, s: State, piece: int, marble: int) -> Places:
    """§5.4 to §5.7, §8.1: where whoever is on may build a piece with this marble."""
    ground = sets.empty()
    if not has_piece(box, s, s.players[s.seat], piece):
        return ground
    board, action = box.boards[s.board], box.actions[s.action]
    if marble >= action.coast:
        ground = sets.union(ground, sets.of(board.coast))
    if marble >= action.mountain:
        ground = sets.union(ground, sets.of(board.mountain))
    return sets.without(ground, sets.of(s.built))


@rule
def has_piece(box: Box, s: State, p: Player, piece: int) -> bool:
    """§5.7, §5.2: whether one is left, and was not built in this turn already."""
    if piece == Chosen.HOUSE:
        return p.house_count < box.houses and s.asked & BUILT_HOUSE == 0
    if piece == Chosen.PLAZA:
        return p.plaza_count < box.plazas and s.asked & BUILT_PLAZA == 0
    if piece == Chosen.PALACE:
        return p.palace_count < box.palaces
    return statues_built(s) < box.statues


@rule
def statues_built(s: State) -> int:
    return sets.count(sets.of(s.statues))


@rule
def price(box: Box, s: State, space: int) -> int:
    """§5.6, §8.1: what a piece costs on a space."""
    board, action = box.boards[s.board], box.actions[s.action]
    return action.coast if sets.holds(board.coast, space) else action.mountain


@rule
def build(box: Box, s: State, news: News, piece: int, space: int) -> None:
    """Pays for a piece and puts it on a space; whoever built all that the action allows is done."""
    p = s.players[s.seat]
    paid = price(box, s, space)
    p.marble -= paid
    sets.add(s.built, space)
    where = space_named(s, space)
    if piece == Chosen.HOUSE:
        tell(news, Happened.HOUSE, s.seat, FREELY, where, paid)
        sets.add(p.houses, space)
        p.house_count += 1
        s.asked |= BUILT_HOUSE
    elif piece == Chosen.PLAZA:
        tell(news, Happened.PLAZA, s.seat, FREELY, where, paid)
        sets.add(p.plazas, space)
        p.plaza_count += 1
        s.asked |= BUILT_PLAZA
    elif piece == Chosen.PALACE:
        tell(news, Happened.PALACE, s.seat, FREELY, where, paid)
        sets.add(p.palaces, space)
        p.palace_count += 1
    else:
        tell(news, Happened.STATUE, s.seat, FREELY, where, paid)
        sets.add(s.statues, space)
        finish(s)
        return
    if s.step != Step.HOUSE_PLAZA or s.asked == NO_MORE:
        next_player(s)


@rule
def decline(s: State, news: News) -> None:
    """§4.5: builds nothing, or nothing more."""
    tell(news, Happened.DECLINED, s.seat, FREELY, s.asked, s.action)
    next_player(s)


@rule
def statue(box: Box, s: State, news: News) -> bool:
    """§8.1, §8.2: the active player alone."""
    if can_build_something(box, s, s.players[s.seat].marble):
        return True
    decline_alone(s, news, FORCED, can_build_something(box, s, PLENTY))
    return False


@rule
def decline_alone(s: State, news: News, forced: int, unpaid: int) -> None:
    """§4.5: the active player leaves an action of his own; whether he had to for want of marble alone."""
    tell(news, Happened.DECLINED, s.seat, forced, 0, s.action, unpaid)
    finish(s)


@rule
def marble(box: Box, s: State, news: News) -> bool:
    """§8.3: the action that brings some."""
    gain = box.actions[s.action].gain
    s.players[s.seat].marble += gain
    tell(news, Happened.MARBLE, s.seat, FREELY, gain)
    finish(s)
    return False
