"""§13 Score."""

from __future__ import annotations

from typing import Any

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import UNKNOWN
from petteia.games.peloponnes_card.box import INHABITANT, Box
from petteia.games.peloponnes_card.options import InhabitantCards
from petteia.games.peloponnes_card.rules.common import (
    FREELY,
    civilization_counts,
    covered,
    inhabitants,
    lies,
)
from petteia.games.peloponnes_card.rules.disasters import uncover_late
from petteia.games.peloponnes_card.state import Happened, Player, State, Step


@rule
def final_score(box: Box, s: State, news: News) -> bool:
    """§12.3, §13: late protection, then everybody's points."""
    uncover_late(box, s, news)
    for seat in range(s.seats):
        power, population = sums(box, s, seat)
        tell(news, Happened.SCORED, seat, FREELY, min(power, population), power, population)
    s.step = Step.OVER
    return True


@rule
def luxury_card_counts(p: Player) -> bool:
    return not p.luxury_torn and not lies(p.luxury_cover)


@rule
def power_on_table(box: Box, p: Player) -> int:
    """§13.2, §10.9: of cards, civilization and luxury card."""
    total = box.luxury_power if luxury_card_counts(p) else 0
    if civilization_counts(p):
        total += box.civilizations[p.civilization].power
    for place in range(p.card_count):
        if not covered(p, place):
            total += box.cards[p.cards[place]].power
    return total


@large_rule
def sums(box: Box, s: State, seat: int) -> tuple[int, int]:
    """§13.1, §13.2, §13.5: power and population points; of a hand that a seat cannot see, nothing counts."""
    p = s.players[seat]
    people = inhabitants(box, s, p)
    if luxury_card_counts(p):
        people += box.luxury_inhabitants
    power = power_on_table(box, p)
    laid, rest = 0, int(p.luxury)
    if p.hand[INHABITANT] != UNKNOWN:
        laid = int(p.hand[INHABITANT])
        rest += p.hand_count - laid
    best_power, best_people = power + rest // box.cards_per_point, people + laid
    if s.options.inhabitant_cards == InhabitantCards.BEST:
        for kept in range(1, laid + 1):
            one, other = power + (rest + kept) // box.cards_per_point, people + laid - kept
            lower, best_lower = min(one, other), min(best_power, best_people)
            if lower > best_lower or (lower == best_lower and max(one, other) > max(best_power, best_people)):
                best_power, best_people = one, other
    return best_power, best_people


@rule
def points(box: Box, s: State, seat: int) -> int:
    """§13.3: the lower of the two."""
    power, population = sums(box, s, seat)
    return min(power, population)


@large_rule
def score(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = points(box, s, seat)


@rule
def standing(box: Box, s: State, seat: int) -> int:
    """§13.3, §13.4 in one number: score, then the higher sum, then luxury."""
    power, population = sums(box, s, seat)
    return (int(min(power, population)) * 1000 + int(max(power, population))) * 1000 + int(s.players[seat].luxury)


@large_rule
def rank(box: Box, s: State, out: Any) -> None:
    for seat in range(s.seats):
        mine = standing(box, s, seat)
        out[seat] = 1
        for other in range(s.seats):
            if standing(box, s, other) > mine:
                out[seat] += 1
