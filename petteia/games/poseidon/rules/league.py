"""§3.6 The Delian League: a marker that doubles a post for good."""

from __future__ import annotations

from petteia.engine import sets
from petteia.engine.compiling import apart, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.engine.sets import Places
from petteia.games.poseidon.box import Box, Card
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.options import League, LeagueCulture
from petteia.games.poseidon.rules.common import FORCED
from petteia.games.poseidon.state import Happened, State, Step


@rule
def can_use_league_now(box: Box, s: State) -> bool:
    """Whether the player on turn may use the card besides what else he may do."""
    if s.options.league == League.ROUND_START or not s.players[s.seat].cards >> Card.LEAGUE & 1:
        return False
    return can_use_league(box, s)


@apart
def can_use_league(box: Box, s: State) -> bool:
    """Whether the player on turn, who has the card, is king of a nation with a post for it."""
    for nation in range(MOST_NATIONS):
        if can_be_doubled(box, s, nation):
            return True
    return False


@rule
def can_be_doubled(box: Box, s: State, nation: int) -> bool:
    if s.nations[nation].king != s.seat:
        return False
    return not sets.is_empty(markable(box, s, nation))


@apart
def markable(box: Box, s: State, nation: int) -> Places:
    """The posts of a nation that the marker may lie under: all but those in the New World."""
    own = s.nations[nation]
    posts = sets.without(sets.of(own.posts), sets.of(box.maps[s.map].far))
    if s.options.league_culture == LeagueCulture.FORBIDDEN and own.culture != NONE:
        posts = sets.without(posts, sets.one(own.culture))
    return posts


@rule
def use_league(s: State, nation: int) -> None:
    """Chooses a nation; the post comes next."""
    s.league_nation = nation
    s.back = s.step
    s.step = Step.MARK


@apart
def marking(box: Box, s: State, news: News) -> bool:
    """Asks, unless the nation has one post."""
    posts = markable(box, s, s.league_nation)
    if sets.count(posts) > 1:
        return True
    mark(s, news, sets.first(posts), FORCED)
    return False


@apart
def mark(s: State, news: News, place: int, forced: int) -> None:
    s.league_place = place
    s.players[s.seat].cards &= ~(1 << Card.LEAGUE)
    s.past_count = 0  # §4.9: in a merchant round nothing is as it was
    tell(news, Happened.LEAGUE, s.seat, forced, s.league_nation, place)
    s.step = s.back
    s.back = 0
