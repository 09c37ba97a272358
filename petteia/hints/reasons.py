"""Reasons: by which lines of the score sheet two choices differ in the same futures, in sentences."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from petteia.hints.tally import Array, Line, Tally
from petteia.hints.words import Words

if TYPE_CHECKING:
    from petteia.match import Match

CLEAR = 3.0  # times its error: there are many lines, and by chance one in twenty differs by two errors
FEWEST = 16  # futures that say something
OWN, ALL = 3, 4  # reasons at most: about the seat itself, and in all
LEAST_SHARE = 0.1  # of futures, that having a thing or not is worth a word
LEAST_SAID = 0.05  # less would be said as 0.0


@dataclasses.dataclass(frozen=True)
class Difference:
    """A line that differs. Of a thing that counts always the same, the shares of futures in which it is there."""

    line: Line
    points: float
    shares: tuple[float, float] | None


def reasons(match: Match, tally: Tally, choice: int, other: int, words: Words) -> list[str]:
    """What differs after a choice from what comes after another: first the seat's own lines, the largest first, then
    those of its opponents."""
    found = _once(tally, [each for each in (_difference(tally, line, choice, other) for line in tally.lines) if each])
    found.sort(key=lambda each: -abs(each.points))
    own = [each for each in found if each.line.seat == tally.seat][:OWN]
    others = [each for each in found if each.line.seat != tally.seat]
    return [_sentence(match, each, tally.seat, words) for each in [*own, *others][:ALL]]


def _once(tally: Tally, found: list[Difference]) -> list[Difference]:
    """Without the points of things that count in a column which is itself there. Whether one has a thing is told all
    the same: it says how the column came about."""
    lines = {each.line for each in found}
    return [each for each in found if each.shares or lines.isdisjoint(tally.columns(each.line))]


def _difference(tally: Tally, line: Line, choice: int, other: int) -> Difference | None:
    """How a line differs, where that is clear."""
    here, there = tally.pair(line, choice, other)
    if not _is_clear(here - there):
        return None
    shares = _shares(here, there) if line.thing else None
    if shares and abs(shares[0] - shares[1]) < LEAST_SHARE:
        return None
    return Difference(line, float(np.mean(here - there)), shares)


def _is_clear(differences: Array) -> bool:
    if len(differences) < FEWEST:
        return False
    mean, error = abs(np.mean(differences)), np.std(differences, ddof=1) / math.sqrt(len(differences))
    return bool(mean >= LEAST_SAID and mean > CLEAR * error)


def _shares(here: Array, there: Array) -> tuple[float, float] | None:
    """In how many futures there is a thing that always counts the same; None where it may count more or less."""
    worth = {*here[here != 0].tolist(), *there[there != 0].tolist()}
    return (float(np.mean(here != 0)), float(np.mean(there != 0))) if len(worth) == 1 else None


def _sentence(match: Match, found: Difference, seat: int, words: Words) -> str:
    line, nouns = found.line, match.texts(words.lang).groups["hints"]
    whose = "own" if line.seat == seat else "other"
    values = {"who": match.who(line.seat, words.lang), "thing": line.thing, "number": words.number(abs(found.points))}
    if found.shares:
        here, there = (words.percent(share) for share in found.shares)
        return words.say(f"{whose}_has", here=here, there=there, **values)
    kind = f"{whose}_thing" if line.thing else whose
    what = nouns["points"] if line.thing else nouns[line.column]
    return words.say(f"{kind}_{'more' if found.points > 0 else 'less'}", what=what, **values)
