"""§12 Phases."""

from __future__ import annotations

from petteia.engine.compiling import large_rule, rule
from petteia.engine.news import News, tell
from petteia.engine.records import NONE
from petteia.games.poseidon.box import PHASES, Box
from petteia.games.poseidon.choices import MOST_NATIONS
from petteia.games.poseidon.rules.common import FREELY, next_in_order, price_of
from petteia.games.poseidon.state import Happened, State, Step


@large_rule
def phase_opened_by(box: Box, s: State, ship: int) -> int:
    """§12.1, §12.6: the phase that the first ship of a kind begins, or NONE."""
    for phase in range(s.phase, PHASES):
        if box.phases[phase].opened_by == ship:
            return phase + 1
    return NONE


@large_rule
def open_phase(s: State, news: News, phase: int, back: int) -> None:
    """§12.1: the game halts for the merchants that nations put up for sale; then it goes on with the step `back`."""
    s.phase = phase
    s.poseidon_used = 0
    s.issued = 0
    s.back = back
    s.step = Step.ISSUE
    tell(news, Happened.PHASE, NONE, FREELY, phase)


@rule
def most_issued(box: Box, s: State, nation: int) -> int:
    """§12.3: how many merchants a nation may issue in this phase."""
    return min(box.phases[s.phase - 1].issue, s.nations[nation].potentials)


@large_rule
def issuing(box: Box, s: State, news: News) -> bool:
    """§12.2, §12.3: asks the kings in the order of the nations; then old ships leave."""
    nation = next_in_order(s, s.issued)
    while nation != NONE:
        if most_issued(box, s, nation) > 0:
            s.issuer = nation
            s.seat = s.nations[nation].king
            return True
        s.issued |= 1 << nation
        nation = next_in_order(s, s.issued)
    s.issuer = NONE
    s.issued = 0
    scrap(box, s, news)
    s.step = s.back
    s.back = 0
    if s.nation != NONE:
        s.seat = s.nations[s.nation].king
    return False


@large_rule
def issue(box: Box, s: State, news: News, merchants: int) -> None:
    """§12.3: merchants go into the pool, and the coffers get their prestige."""
    s.issued |= 1 << int(s.issuer)
    put_up_for_sale(box, s, s.issuer, merchants)
    if merchants > 0:
        tell(news, Happened.ISSUED, s.seat, FREELY, s.issuer, merchants, merchants * price_of(box, s, s.issuer))


@rule
def put_up_for_sale(box: Box, s: State, nation: int, merchants: int) -> None:
    own = s.nations[nation]
    own.potentials -= merchants
    own.pool += merchants
    own.coffers += int(merchants) * price_of(box, s, nation)


@large_rule
def scrap(box: Box, s: State, news: News) -> None:
    """§12.4, §12.7: ships of this phase's old kind leave the game, and what earlier phases left over."""
    for phase in range(s.phase):
        ship = box.phases[phase].scraps
        if ship == NONE:
            continue
        for nation in range(MOST_NATIONS):
            if s.nations[nation].fleet[ship] > 0:
                tell(news, Happened.SCRAPPED, NONE, FREELY, nation, s.nations[nation].fleet[ship], ship)
                s.nations[nation].fleet[ship] = 0
