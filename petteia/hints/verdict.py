"""Verdicts: how the first choice of a hint stands beside others in futures."""

from __future__ import annotations

import dataclasses
from typing import Literal

from petteia.hints.reasons import FEWEST
from petteia.hints.tally import Tally

FAR, SURE, LIKELY = 4.0, 2.0, 1.0  # times its error, that a difference is at least

Sure = Literal["only", "clear", "slight", "equal", "disputed"]

# What is said, and how sure that is: too few futures, or no other choice looked into, say nothing.
_SURE: dict[str, Sure | None] = {
    "only": "only",
    "unseen": None,
    "few": None,
    "clear": "clear",
    "clear_points": "clear",
    "slight": "slight",
    "equal": "equal",
    "nearly_equal": "equal",
    "disputed_wins": "disputed",
    "disputed_points": "disputed",
}


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What is said, by the key of its sentence, about the first choice beside another."""

    key: str
    other: int | None = None

    @property
    def sure(self) -> Sure | None:
        return _SURE[self.key]


def verdicts(tally: Tally, other: int | None, sifted: int) -> list[Verdict]:
    """What there is to say: how the first choice stands beside the one that it is compared with, and beside one that
    futures see ahead of it. `sifted` is how many choices a bot would look into."""
    if other is None:
        return [Verdict("only" if sifted == 1 else "unseen")]
    if tally.count < FEWEST:
        return [Verdict("few", other)]
    beside = Verdict(judged(tally, other), other)
    ahead = [] if beside.sure == "disputed" else _ahead(tally)
    return [beside, *ahead[:1]]


def overruling(tally: Tally, best: list[int]) -> int | None:
    """The choice that stands first though the bot prefers another: futures see it far ahead, by points where chances
    are alike. So far off is no difference in style; where there was little time, the bot may have looked at too
    little."""
    leads = {other: tally.lead(other, best[0]) for other in best[1:]}
    far = [other for other, lead in leads.items() if _is_far_ahead(*lead)]
    return max(far, key=lambda other: leads[other]) if far and tally.count >= FEWEST else None


def _is_far_ahead(by_chance: float, by_points: float) -> bool:
    return by_chance > FAR or (abs(by_chance) < LIKELY and by_points > FAR)


def by_futures(tally: Tally, choices: list[int]) -> list[int]:
    """Choices in the order of what came of them, the best first; as they were where futures are too few to tell."""
    if tally.count < FEWEST:
        return choices
    return sorted(choices, key=lambda choice: (tally.chance(choice)[0] or 0.0, tally.points(choice)[0]), reverse=True)


def sure(said: list[Verdict]) -> Sure | None:
    """How sure all of that is: disputed where one of them is."""
    return "disputed" if any(one.sure == "disputed" for one in said) else said[0].sure


def judged(tally: Tally, other: int) -> str:
    """How the first choice stands beside another, by chances; by points where these say little."""
    by_chance, by_points = tally.lead(tally.first, other)
    if by_chance < -SURE:
        return "disputed_wins"
    if by_chance < LIKELY and by_points < -SURE:
        return "disputed_points"
    if by_chance > SURE:
        return "clear"
    if by_chance >= -LIKELY and by_points > SURE:
        return "clear_points"
    return "slight" if by_chance > LIKELY else "nearly_equal" if by_chance < -LIKELY else "equal"


def _ahead(tally: Tally) -> list[Verdict]:
    """The choices that futures see ahead of the first, the farthest ahead first."""
    others = [choice for choice in tally.choices if choice != tally.first]
    others.sort(key=lambda other: tally.lead(tally.first, other))
    judgements = [Verdict(judged(tally, other), other) for other in others]
    return [one for one in judgements if one.sure == "disputed"]
