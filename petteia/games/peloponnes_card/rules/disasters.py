"""§10 Disasters, and §11 protection from them."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell, whisper
from petteia.engine.records import NONE
from petteia.games.peloponnes_card.box import DISASTERS, Box, Disaster
from petteia.games.peloponnes_card.options import (
    CoveredProtection,
    CoverFaces,
    Covering,
    DeclineLuxury,
    DroughtStrikes,
    LateProtection,
    Thirds,
)
from petteia.games.peloponnes_card.rules.common import (
    FORCED,
    FREELY,
    LUXURY,
    begin,
    covered,
    drawable,
    lay,
    lies,
    next_turn,
    seen_by,
    take_turn,
    tear_down,
    to_discard,
)
from petteia.games.peloponnes_card.state import Coin, Happened, Player, State, Step

COVER_ALL, TEAR_ALL = 1, 2  # `State.alike`


@rule
def begin_disaster(s: State, news: News) -> None:
    """§10.1: the next disaster of this round."""
    s.disaster = s.strikes[s.struck]
    s.struck += 1
    tell(news, Happened.DISASTER, NONE, FREELY, s.disaster)
    begin(s, Step.STRIKE)


@large_rule
def protected(box: Box, s: State, p: Player, disaster: int) -> bool:
    """§11.1 to §11.3: by a card that says so, or by enough symbols of the disaster."""
    symbols = 0 if p.civilization_torn else int(box.civilizations[p.civilization].symbols[disaster])
    for place in range(p.card_count):
        card = box.cards[p.cards[place]]
        symbols += card.disaster == disaster
        if card.protects == disaster:
            if s.options.covered_protection == CoveredProtection.PROTECTS or not covered(p, place):
                return True
    return symbols >= box.symbols_to_protect


@rule
def strike(box: Box, s: State, news: News) -> bool:
    """§10.1: in turn order; asks which card is struck where its owner has the choice."""
    while s.turn < s.seats:
        p = take_turn(s)
        if not s.begun:
            begin_suffering(box, s, news, p)
        elif s.left == 0:
            next_turn(s)
        elif s.disaster == Disaster.PLAGUE or s.disaster == Disaster.DECLINE:
            s.step = Step.COVER
            return False
        else:
            candidates, first = 0, NONE
            for place in range(p.card_count - 1, -1, -1):
                if can_be_struck(box, s, p, place):
                    candidates += 1
                    first = place
            if candidates > s.left:
                return True
            strike_card(s, news, first, FORCED)
            return False
    s.disaster = Disaster.NO
    s.chosen = 0
    s.alike = 0
    s.step = Step.REVEAL
    return False


@rule
def begin_suffering(box: Box, s: State, news: News, p: Player) -> None:
    """Counts what is struck of a player's (§10.3 to §10.7), if he is not protected."""
    s.begun = 1
    s.left = 0
    s.chosen = 0
    s.alike = 0
    s.place = 0
    if protected(box, s, p, s.disaster):
        tell(news, Happened.SPARED, s.seat, FREELY, s.disaster)
        return
    if s.disaster == Disaster.PLAGUE:
        s.left = 1 - p.civilization_torn
    elif s.disaster == Disaster.DECLINE:
        s.left = 1 - p.luxury_torn
        if s.options.decline_luxury != DeclineLuxury.MAY_COVER:
            lose_luxury(s, news, p)
    elif s.disaster == Disaster.DROUGHT:
        s.left = 1 if most_grain(box, s, p) > 0 else 0
    else:
        threatened = 0
        for place in range(p.card_count):
            threatened += is_threatened(box, s, p, place)
        s.left = (threatened + box.struck_part - 1) // box.struck_part
    if s.left == 0:
        tell(news, Happened.UNTOUCHED, s.seat, FREELY, s.disaster)


@rule
def lose_luxury(s: State, news: News, p: Player) -> None:
    """§10.7: decline takes all of it."""
    if p.luxury > 0:
        tell(news, Happened.LUXURY_LOST, s.seat, FREELY, p.luxury)
    p.luxury = 0


@rule
def is_threatened(box: Box, s: State, p: Player, place: int) -> bool:
    """§10.4, §10.5: an earthquake threatens buildings, a tempest landscapes."""
    return (box.cards[p.cards[place]].land != 0) == (s.disaster == Disaster.TEMPEST)


@rule
def grain_on(box: Box, s: State, p: Player, place: int) -> int:
    """§10.11: none on a covered card, unless the option goes by what is printed."""
    if s.options.drought_strikes != DroughtStrikes.PRINTED and covered(p, place):
        return 0
    return box.cards[p.cards[place]].grain


@rule
def most_grain(box: Box, s: State, p: Player) -> int:
    most = 0
    for place in range(p.card_count):
        most = max(most, grain_on(box, s, p, place))
    return most


@rule
def can_be_struck(box: Box, s: State, p: Player, place: int) -> bool:
    """§10.4 to §10.6, §10.8: whether a disaster may strike this card: of those that it threatens one not struck yet; a
    drought, one with the most grain."""
    if s.disaster == Disaster.DROUGHT:
        return grain_on(box, s, p, place) == most_grain(box, s, p)
    if not is_threatened(box, s, p, place) or s.chosen >> place & 1:
        return False
    if s.options.thirds == Thirds.UNCOVERED_FIRST and covered(p, place):
        for other in range(p.card_count):
            if is_threatened(box, s, p, other) and not s.chosen >> other & 1 and not covered(p, other):
                return False
    return True


@rule
def strike_card(s: State, news: News, place: int, forced: int) -> None:
    """§10.4 to §10.6: this card is struck."""
    s.place = place
    tell(news, Happened.STRUCK, s.seat, forced, s.players[s.seat].cards[place], s.disaster)
    s.step = Step.COVER


@rule
def cover_step(box: Box, s: State, news: News) -> bool:
    """§10.2, §10.10: who has something to cover with is asked, else what is struck is torn down."""
    if can_cover(s, s.players[s.seat]):
        return True
    tear(s, news, FORCED)
    return False


@rule
def can_cover(s: State, p: Player) -> bool:
    """Whether, by what all can see, what is struck can be covered."""
    if s.alike == TEAR_ALL:
        return False
    needed = int(s.left) if s.options.covering == Covering.ALL_ALIKE and s.alike != COVER_ALL else 1
    return p.hand_count + drawable(s, p) >= needed


@rule
def can_cover_with(s: State, p: Player, what: int) -> bool:
    return drawable(s, p) > 0 if what == LUXURY else p.hand[what] > 0


@large_rule
def cover(box: Box, s: State, news: News, what: int) -> None:
    """§10.2: a coin card is laid on what is struck."""
    p = s.players[s.seat]
    place = s.place
    up = s.options.cover_faces == CoverFaces.UP
    if s.disaster == Disaster.PLAGUE:
        lay(box, s, news, p.civilization_cover, s.seat, what, up)
        tell_covered(s, news, p.civilization_cover, Happened.CIVILIZATION_COVERED, what)
    elif s.disaster == Disaster.DECLINE:
        lay(box, s, news, p.luxury_cover, s.seat, what, up)
        lose_luxury(s, news, p)
        tell_covered(s, news, p.luxury_cover, Happened.LUXURY_COVERED, what)
    else:
        drought = s.disaster == Disaster.DROUGHT
        coin = p.dried[place] if drought else p.cover[place]
        lay(box, s, news, coin, s.seat, what, up)
        known = coin.seen != 0
        whisper(news, seen_by(coin), Happened.COVERED, s.seat, FREELY, p.cards[place], what == LUXURY, coin.face, known)
        s.chosen |= 1 << int(place)
    s.alike = COVER_ALL if s.options.covering == Covering.ALL_ALIKE else 0
    one_less(s)


@rule
def tell_covered(s: State, news: News, coin: Coin, kind: int, what: int) -> None:
    whisper(news, seen_by(coin), kind, s.seat, FREELY, what == LUXURY, coin.face, coin.seen != 0)


@large_rule
def tear(s: State, news: News, forced: int) -> None:
    """§10.2: what is struck is torn down."""
    p = s.players[s.seat]
    if s.disaster == Disaster.PLAGUE:
        p.civilization_torn = 1
        tell(news, Happened.CIVILIZATION_TORN, s.seat, forced)
    elif s.disaster == Disaster.DECLINE:
        lose_luxury(s, news, p)
        p.luxury_torn = 1
        tell(news, Happened.LUXURY_TORN, s.seat, forced)
    else:
        tell(news, Happened.TORN, s.seat, forced, p.cards[s.place])
        tear_down(s, news, s.seat, int(s.place))
    s.alike = TEAR_ALL if s.options.covering == Covering.ALL_ALIKE else 0
    one_less(s)


@rule
def one_less(s: State) -> None:
    s.left -= 1
    s.place = 0
    s.step = Step.STRIKE


# -- late protection (§11.4, §11.5) ------------------------------------------------------------------------------------


@large_rule
def uncover_late(box: Box, s: State, news: News) -> None:
    for seat in range(s.seats):
        again = True
        while again:
            again = False
            shields = 0
            for disaster in range(len(DISASTERS)):
                if protected(box, s, s.players[seat], disaster):
                    shields |= 1 << disaster
            for disaster in range(len(DISASTERS)):
                if shields >> disaster & 1 and uncover(box, s, news, seat, disaster):
                    again = s.options.late_protection != LateProtection.ONCE


@rule
def uncover(box: Box, s: State, news: News, seat: int, disaster: int) -> bool:
    """Removes the covers of one disaster; whether there were any."""
    p = s.players[seat]
    found = False
    if disaster == Disaster.PLAGUE and lies(p.civilization_cover):
        to_discard(s, seat, p.civilization_cover)
        tell(news, Happened.UNCOVERED, seat, FREELY, disaster, NONE, 1, 0)
        found = True
    elif disaster == Disaster.DECLINE and lies(p.luxury_cover):
        to_discard(s, seat, p.luxury_cover)
        tell(news, Happened.UNCOVERED, seat, FREELY, disaster, NONE, 0, 1)
        found = True
    for place in range(p.card_count):
        land = box.cards[p.cards[place]].land != 0
        coin = p.dried[place] if disaster == Disaster.DROUGHT else p.cover[place]
        by_it = disaster == Disaster.DROUGHT or disaster == (Disaster.TEMPEST if land else Disaster.EARTHQUAKE)
        if by_it and lies(coin):
            to_discard(s, seat, coin)
            tell(news, Happened.UNCOVERED, seat, FREELY, disaster, p.cards[place], 0, 0)
            found = True
    return found
