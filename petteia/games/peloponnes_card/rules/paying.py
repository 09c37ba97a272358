"""§6.7 to §6.9 Paying wood and stone, for a new building or to redeem one: production, then cards and luxury."""

from __future__ import annotations

from petteia.engine.compiling import rule
from petteia.games.peloponnes_card.box import STONE, WOOD
from petteia.games.peloponnes_card.rules.common import LUXURY, short, spend
from petteia.games.peloponnes_card.state import Player, State, Step


@rule
def payable(p: Player, wood: int, stone: int) -> bool:
    """Whether a player's cards and luxury make up for so much wood and stone that is short."""
    return short(wood, p.hand[WOOD]) + short(stone, p.hand[STONE]) <= p.luxury


@rule
def begin_payment(s: State, p: Player, wood: int, stone: int, paid_from: int) -> bool:
    """So much is short. True where it is paid at once; else the payer chooses between cards and luxury."""
    s.short_wood = wood
    s.short_stone = stone
    s.spent_luxury = 0
    s.paid_from = paid_from
    if p.luxury > 0 and p.hand_count > 0 and wood + stone > 0:
        s.step = Step.PAY
        return False
    fill_payment(s, p)
    return True


@rule
def still_short(s: State) -> int:
    """Units that are neither paid with a card nor replaced by luxury."""
    return s.short_wood + s.short_stone - s.spent_luxury


@rule
def can_give(s: State, p: Player, what: int) -> bool:
    """§6.8, §6.9: whether one more of this can be given."""
    if what == WOOD:
        return s.short_wood > 0 and p.hand[WOOD] > 0
    if what == STONE:
        return s.short_stone > 0 and p.hand[STONE] > 0
    return what == LUXURY and p.luxury > 0


@rule
def give_in_payment(s: State, p: Player, what: int) -> None:
    if what == LUXURY:
        p.luxury -= 1
        s.spent_luxury += 1
    else:
        spend(s, p, what)
        if what == WOOD:
            s.short_wood -= 1
        else:
            s.short_stone -= 1


@rule
def fill_payment(s: State, p: Player) -> None:
    """§6.9: the rest, with coin cards first."""
    for what in (WOOD, STONE, LUXURY):
        while still_short(s) > 0 and can_give(s, p, what):
            give_in_payment(s, p, what)
