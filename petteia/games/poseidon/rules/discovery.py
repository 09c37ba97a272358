"""§9 The discovery ship, posts, and the New Home."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.engine.sets import Places
from petteia.games.poseidon.box import Box, Ground
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.options import DarkLines
from petteia.games.poseidon.rules.common import FREELY
from petteia.games.poseidon.rules.league import can_use_league_now
from petteia.games.poseidon.rules.revenue import begin_revenue
from petteia.games.poseidon.state import Happened, State, Step


@large_rule
def begin_discovery(box: Box, s: State) -> None:
    """§9.1: the ship may touch as many places as the phase says; the one it lies on counts as touched."""
    s.seat = s.nations[s.nation].king
    s.left = box.phases[s.phase - 1].discovery
    sets.clear(s.touched)
    sets.add(s.touched, s.nations[s.nation].explorer)
    s.step = Step.DISCOVER


@rule
def discovering(box: Box, s: State, news: News) -> bool:
    """§9.1: asks as long as there is something to do."""
    if something_to_discover(box, s):
        return True
    end_discovery(box, s, news)
    return False


@large_rule
def something_to_discover(box: Box, s: State) -> bool:
    if not sets.is_empty(sea_ways(box, s)):
        return True
    touched = sets.of(s.touched)
    while not sets.is_empty(touched):
        place, touched = sets.first(touched), sets.rest(touched)
        if can_post(box, s, place) or can_settle(box, s, place):
            return True
    return can_use_league_now(box, s)


@rule
def sea_ways(box: Box, s: State) -> Places:
    """§9.2, §9.3: where the discovery ship can go next."""
    if s.left <= 0:
        return sets.empty()
    chart, place = box.maps[s.map], s.nations[s.nation].explorer
    if s.options.dark_lines == DarkLines.FLEETS:
        return sets.at(chart.beside, place)
    return sets.at(chart.near, place)


@large_rule
def posts_on(s: State, place: int) -> int:
    posts = 0
    for nation in range(MOST_NATIONS):
        posts += sets.holds(s.nations[nation].posts, place)
    return posts


@large_rule
def is_settled(s: State, place: int) -> bool:
    """§9.9: whether somebody's New Home lies there."""
    for nation in range(MOST_NATIONS):
        if s.nations[nation].new_home == place:
            return True
    return False


@large_rule
def can_post(box: Box, s: State, place: int) -> bool:
    """§9.4 to §9.7: whether the acting nation may put a post on a place it has touched."""
    own, ground, phase = s.nations[s.nation], box.ground[place], box.phases[s.phase - 1]
    if own.potentials == 0 or (ground != Ground.PORT and ground != Ground.NEW_WORLD) or sets.holds(own.posts, place):
        return False
    most = phase.far_posts if ground == Ground.NEW_WORLD else phase.posts
    return bool(posts_on(s, place) < min(most, box.circles[place]) and not is_settled(s, place))


@large_rule
def can_settle(box: Box, s: State, place: int) -> bool:
    """§9.8: whether the acting nation may put its New Home on a place it has touched."""
    if s.nations[s.nation].new_home != NONE or box.ground[place] != Ground.PORT:
        return False
    return posts_on(s, place) == 0 and not is_settled(s, place)


@rule
def move(s: State, news: News, place: int) -> None:
    """§9.2: the discovery ship goes to a neighbouring place."""
    s.nations[s.nation].explorer = place
    s.left -= 1
    sets.add(s.touched, place)
    tell(news, Happened.MOVED, s.seat, FREELY, s.nation, place)


@rule
def build_post(s: State, news: News, place: int) -> None:
    """§9.4: one of the potentials, on a place that the ship touched."""
    s.nations[s.nation].potentials -= 1
    sets.add(s.nations[s.nation].posts, place)
    tell(news, Happened.POST, s.seat, FREELY, s.nation, place)


@rule
def settle(s: State, news: News, place: int) -> None:
    """§9.8: the New Home, once in a game."""
    s.nations[s.nation].new_home = place
    tell(news, Happened.NEW_HOME, s.seat, FREELY, s.nation, place)


@large_rule
def end_discovery(box: Box, s: State, news: News) -> None:
    s.left = 0
    sets.clear(s.touched)
    begin_revenue(box, s, news)
