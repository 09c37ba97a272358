"""Reasons: by which lines of the score sheet and by what happens on the way two choices differ in the same futures, in
sentences."""

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
OWN, HAPPENS, ALL = 3, 2, 5  # reasons at most: about the seat's own points, what happens to it, and in all
LEAST_SHARE = 0.1  # of futures, that having a thing or not is worth a word
LEAST_SAID = 0.05  # less would be said as 0.0


@dataclasses.dataclass(frozen=True)
class Difference:
    """A line that differs, and how much it comes to after either choice. Of a thing that counts always the same, the
    shares of futures in which it is there."""

    line: Line
    means: tuple[float, float]
    shares: tuple[float, float] | None

    @property
    def points(self) -> float:
        return self.means[0] - self.means[1]

    def speaks_for(self, seat: int) -> bool | None:
        """Whether it is good for a seat; of what happens on the way nobody can say."""
        return None if self.line.happens else (self.points > 0) == (self.line.seat == seat)

    @property
    def factor(self) -> float:
        """How many times as much it is, or a little more where there was none."""
        low, high = sorted(self.means)
        return (high + LEAST_SAID) / (low + LEAST_SAID)


def reasons(match: Match, tally: Tally, choice: int, other: int, words: Words) -> list[str]:
    """What differs after a choice from what comes after another: first the seat's own lines, the largest first, then
    what happens to it, what changes most first, then the lines of its opponents, and what happens to them. The best
    choice is asked why, all others why not: what speaks the other way comes last, and says so."""
    found = _once(tally, [each for each in (_difference(tally, line, choice, other) for line in tally.lines) if each])
    found = [each for each in found if not each.line.happens or _is_seen(each, words)]
    scored = sorted((each for each in found if not each.line.happens), key=lambda each: -abs(each.points))
    happened = sorted((each for each in found if each.line.happens), key=lambda each: -each.factor)
    own = [*_of(scored, tally.seat)[:OWN], *_of(happened, tally.seat)[:HAPPENS]]
    others = [each for each in [*scored, *happened] if each.line.seat != tally.seat]
    best = choice == tally.first
    said = [(_sentence(match, each, tally.seat, words), each.speaks_for(tally.seat)) for each in [*own, *others][:ALL]]
    contrary = [sentence for sentence, favours in said if favours is (not best)]
    return [
        *(sentence for sentence, favours in said if favours is not (not best)),
        *(words.say("against" if best else "in_favour", reason=sentence) for sentence in contrary),
    ]


def _is_seen(found: Difference, words: Words) -> bool:
    """Whether the numbers that are said differ."""
    here, there = map(words.number, found.means)
    return here != there


def _of(found: list[Difference], seat: int) -> list[Difference]:
    return [each for each in found if each.line.seat == seat]


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
    return Difference(line, (float(np.mean(here)), float(np.mean(there))), shares)


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
    kind = f"{whose}_thing" if line.thing else f"{whose}_happens" if line.happens else whose
    what = nouns["points"] if line.thing else nouns[line.column]
    values |= {"here": words.number(found.means[0]), "there": words.number(found.means[1])}
    return words.say(f"{kind}_{'more' if found.points > 0 else 'less'}", what=what, **values)
