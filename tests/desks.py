"""Questions that tests put to the rules, past the match."""

from __future__ import annotations

from typing import Any

from petteia.desk import Desk
from petteia.match import Match


def flaw(match: Match, s: Any = None) -> int:
    """What is wrong with a state, that of the match unless told."""
    with Desk.of(match.game) as desk:
        return desk.flaw(match.box, match._s if s is None else s)


def hide(match: Match, s: Any, eyes: int, rng: Any) -> None:
    """Redraws in a state what some seats, a bit mask, cannot know."""
    with Desk.of(match.game) as desk:
        desk.hide(match.box, s, eyes, rng)
