"""Hints: what a strong bot would choose, what may come of it, and why.

print(match.hint(lang="de"))

The strongest bot that can think puts the choices in order. Then the best of them are played on to the end of the game
again and again (`petteia.bots.roster.futures`): how often that is won and with how many points, and by which lines of
the score sheet it differs from the next best choice, and by what happens on the way, is the hint. All of it depends on
what the seat can know alone.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.bots import Bot, described
from petteia.bots.roster import waiting
from petteia.bots.roster.futures import GOES_ON_LIKE, futures
from petteia.bots.roster.levels import FUTURES, LEVELS, Level
from petteia.bots.roster.levels import MOST as MOST_ASKED
from petteia.bots.roster.players import mind_for, row_for
from petteia.engine.errors import PetteiaError
from petteia.hints.reasons import FEWEST, reasons
from petteia.hints.tally import Tally
from petteia.hints.verdict import Sure, Verdict, by_futures, overruling, sure, verdicts
from petteia.hints.words import WITHIN, Words
from petteia.match.choice import Choice, IllegalChoice
from petteia.pages import page

if TYPE_CHECKING:
    from petteia.match import Match

SECONDS = 2.0  # that a hint takes at most
MOST = 3  # choices that are shown
FOR_SEARCH = 0.45  # part of the time for putting choices in order; the rest is for futures
FOR_WORDS = 0.05  # and a little for what comes after them


class NoHint(PetteiaError):
    """Nothing is to be decided, or nobody waits for the answer any more."""


@dataclasses.dataclass(frozen=True)
class Prospect:
    """A choice, and what may come of it. A hint that was given without futures knows no numbers."""

    choice: Choice
    text: str
    chance: float | None = None  # to win; alone, to reach what is to be reached
    chance_error: float | None = None  # standard errors: twice as far off is rare
    points: float | None = None  # expected
    points_error: float | None = None
    beside: str | None = None  # the text of the choice that the reasons compare it with
    reasons: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Hint:
    """The best choices of a seat, in words of a language; `print` shows it as a text. First stands what a strong bot
    would choose, unless futures see another far ahead (`basis` says so); the others by what came of them."""

    bot: str  # that named them
    goes_on_like: str | None  # the level that all go on like in futures; None where there are none
    futures: int  # of each choice
    prospects: tuple[Prospect, ...]  # the best first, three at most
    pointed: Prospect | None  # the choice that was asked about; it may be one of those, too
    sure: Sure | None  # how the first stands beside the others in futures; None where these say nothing
    sure_text: str
    basis: str  # where they come from, and what chances and points mean
    chance_of: str  # what the chances are of: to win, or, alone, to reach so many points
    unit: str  # of points
    lang: str

    @property
    def choice(self) -> Choice:
        """The best one."""
        return self.prospects[0].choice

    @property
    def shown(self) -> list[Prospect]:
        """The best ones, and the one that was asked about where it is none of them."""
        extra = [] if self.pointed is None or self.pointed in self.prospects else [self.pointed]
        return [*self.prospects, *extra]

    def __str__(self) -> str:
        words = Words(self.lang)
        rows = [f"{self._mark(one, words)}{words.numbers(self, one)}" for one in self.shown]
        return "\n".join([*rows, *words.why(self.prospects[0]), *filter(None, [self.sure_text, self.basis])])

    def _mark(self, one: Prospect, words: Words) -> str:
        """A choice with its place, or as the one that was asked about."""
        known = one in self.prospects
        return f"{self.prospects.index(one) + 1}. {one.text}" if known else words.say("asked", text=one.text)


def hint(
    match: Match,
    *,
    pointed: Choice | int | str | None = None,
    lang: str = "en",
    seconds: float | None = SECONDS,
    simulations: int | None = None,
    futures: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Hint:
    """See `Match.hint`. Where `stop` says that nobody waits any more, there is none."""
    _check_limits(seconds, simulations=simulations, futures=futures)
    if match.to_move is None:
        raise NoHint("the game is over: there is nothing to decide")
    asked = None if pointed is None else _legal(match, pointed)
    return _Asked(match, asked, lang, seconds, stop).answer(simulations, futures)


def adviser(match: Match) -> Level:
    """The strongest level of the house that plays here and can think now: while the search is being compiled, greedy.
    Networks have learned from the printed box, and from games of several; alone a level may do without."""
    game, usual = match.game.name, match.box.fingerprint == match.game.box.fingerprint and match.seats > 1
    able = [
        level
        for level in LEVELS
        if level.plays(game)
        and (waiting.is_ready(game) or not level.searches(game))
        and (usual or not level.settings(game, match.seats).get("network"))
    ]
    return able[-1]


def _check_limits(seconds: object, **counts: object) -> None:
    if seconds is not None and not (_seconds(seconds) or 0) > 0:
        raise PetteiaError(f"a hint can be given some seconds, more than 0, or None for no limit, not {seconds!r}")
    for name, count in counts.items():
        if count is not None and not 1 <= (_whole(count) or 0) <= MOST_ASKED:
            raise PetteiaError(
                f"a hint can be given a whole number of {name} from 1 to {MOST_ASKED}, or None for the usual one, not"
                f" {count!r}"
            )


def _whole(value: object) -> int | None:
    """A whole number as such; None for anything else, True and False among it."""
    return int(value) if isinstance(value, (int, np.integer)) and not isinstance(value, bool) else None


def _seconds(value: object) -> float | None:
    """The same of any number."""
    return float(value) if isinstance(value, (float, np.floating)) else _whole(value)


def _legal(match: Match, pointed: object) -> int:
    number = _id(match, pointed)
    if clause := match.why_not(number):
        raise IllegalChoice(match.game.space.pick(number).words, clause)
    return number


def _id(match: Match, pointed: object) -> int:
    if isinstance(pointed, str):
        return match.read(pointed)
    if isinstance(pointed, Choice):
        return pointed.id
    number = _whole(pointed)
    if number is not None and 0 <= number < match.game.space.size:
        return number
    raise PetteiaError(f"a hint can be asked about a choice: itself, its id or its words, not {pointed!r}")


class _Asked:
    """A hint on its way."""

    def __init__(
        self, match: Match, pointed: int | None, lang: str, seconds: float | None, stop: Callable[[], bool]
    ) -> None:
        self.match, self.pointed, self.lang = match, pointed, lang
        self.words, self.level = Words(lang), adviser(match)
        self.choices = {choice.id: choice for choice in match.choices}
        self.bot = Bot(self.level.name, 1)  # asked again, it says the same
        self.searched = self.level.searches(match.game.name)
        self.many = self.sifted() if self.searched else len(self.choices)
        self.preferred: int | None = None  # the bot's own first choice, where another stands first
        self.seconds, self.began, self.gone = seconds, time.monotonic(), stop  # what is compiled first takes no time

    def sifted(self) -> int:
        """How many choices a search would look into. After that it is compiled and loaded."""
        match = self.match
        assert match.to_move is not None
        with mind_for(match.game, match.box, row_for(self.bot.named, match.game.name, match.seats)) as mind:
            return mind.begin(match.box, match.array, self.bot.drawn(match, match.to_move))

    def answer(self, simulations: int | None, many: int | None) -> Hint:
        best = self.filled(self.bot.ranking(self.match, simulations=simulations, stop=self.late(FOR_SEARCH))[:MOST])
        self.check_awaited()
        extra = [] if self.pointed is None or self.pointed in best else [self.pointed]
        if not self.searched:
            return self.told(best, [*best, *extra], None)
        tally = self.tallied([*best, *extra], many)
        if (first := overruling(tally, best)) is not None:
            self.preferred, tally.first = best[0], first
        best = [tally.first, *by_futures(tally, [choice for choice in best if choice != tally.first])]
        return self.told(best, [*best, *extra], tally)

    def filled(self, best: list[int]) -> list[int]:
        """The best, with all others where there is room for them: a tree may have looked into one of two alone."""
        if not self.searched or self.many == 1 or len(self.choices) > MOST:
            return best
        return [*best, *(choice for choice in self.choices if choice not in best)]

    def late(self, part: float) -> Callable[[], bool]:
        """Says whether this part of the time is over, or nobody waits any more."""
        until = None if self.seconds is None else self.began + part * self.seconds
        return lambda: self.gone() or (until is not None and time.monotonic() > until)

    def check_awaited(self) -> None:
        if self.gone():
            raise NoHint("nobody waits for this hint any more")

    def tallied(self, choices: list[int], many: int | None) -> Tally:
        """What comes of some choices."""
        match = self.match
        assert match.to_move is not None
        tally, rng = Tally(match, choices, self.lang), self.bot.drawn(match, match.to_move)
        many = many or max(1, FUTURES[match.game.name] * 2 // max(match.seats, 2))  # more players take longer
        for ends, notes in futures(match, choices, rng, many, self.late(1 - FOR_WORDS)):
            self.check_awaited()
            tally.add(ends, notes)
        return tally

    # -- in words ------------------------------------------------------------------------------------------------------

    def told(self, best: list[int], shown: list[int], tally: Tally | None) -> Hint:
        prospects = {choice: self.prospect(choice, shown, tally) for choice in shown}
        said = [] if tally is None else verdicts(tally, self.compared(shown[0], shown), self.many)
        return Hint(
            bot=self.level.name,
            goes_on_like=None if tally is None else GOES_ON_LIKE,
            futures=0 if tally is None else tally.count,
            prospects=tuple(prospects[choice] for choice in best),
            pointed=None if self.pointed is None else prospects[self.pointed],
            sure=sure(said) if said else None,
            sure_text=" ".join(self.judgement(shown[0], one) for one in said),
            basis=self.say("quick") if tally is None else self.basis(shown[0], tally.count),
            chance_of=self.chance_of(),
            unit=self.unit,
            lang=self.lang,
        )

    def prospect(self, choice: int, shown: list[int], tally: Tally | None) -> Prospect:
        own, text = self.choices[choice], self.choices[choice].text(self.lang)
        if tally is None:
            return Prospect(own, text)
        numbers = *tally.chance(choice), *tally.points(choice)
        other = self.compared(choice, shown)
        if other is None:
            return Prospect(own, text, *numbers)
        why, warning = reasons(self.match, tally, choice, other, self.words), self.warning(choice)
        if warning and warning != self.warning(other):
            # No future says it as plainly. Of the best choice it is asked why: what speaks against it comes last.
            why = [*why, self.words.say("against", reason=warning)] if choice == shown[0] else [warning, *why]
        return Prospect(own, text, *numbers, self.choices[other].text(self.lang), tuple(why))

    def warning(self, choice: int) -> str:
        """What somebody is warned of before this choice, as a sentence."""
        of, picked = page(self.match.game.name), self.match.game.space.pick(choice)
        notes = of.notes(self.match, self.lang)
        note = notes.get(picked.words) or notes.get(of.target(self.match.facts, picked) or picked.name, "")
        return f"{note[:1].upper()}{note[1:]}." if note else ""

    def compared(self, choice: int, shown: list[int]) -> int | None:
        """What a choice is compared with: the best with the one that was asked about or the next best, any other with
        the best."""
        if choice != shown[0]:
            return shown[0]
        if self.pointed is not None and self.pointed != choice:
            return self.pointed
        return shown[1] if len(shown) > 1 else None

    def order(self, first: int, count: int) -> str:
        """Why they stand in this order."""
        if self.preferred is None:
            return self.say("order" if count >= FEWEST else "order_few")
        one, other = (self.choices[choice].text(self.lang).translate(WITHIN) for choice in (first, self.preferred))
        return self.say("overruled", first=one, second=other)

    def basis(self, first: int, count: int) -> str:
        """Why they stand in this order, and what the numbers mean; and how columns make up the score, where they are
        not added up."""
        said = self.say("basis_one" if count == 1 else "basis", count=count)
        return " ".join(filter(None, [self.order(first, count), said, self.nouns.get("counts", "")]))

    def judgement(self, first: int, verdict: Verdict) -> str:
        """A verdict, which names what it compares."""
        second = first if verdict.other is None else verdict.other
        one, other = (self.choices[choice].text(self.lang).translate(WITHIN) for choice in (first, second))
        key = verdict.key if self.preferred is None else verdict.key.replace("disputed", "ahead")  # not the bot's own
        return self.say(key, first=one, second=other, unit=self.unit)

    @property
    def unit(self) -> str:
        """What points are called here."""
        return str(self.nouns["points"])

    @property
    def nouns(self) -> Mapping[str, Any]:
        """What the game calls what is counted."""
        nouns: Mapping[str, Any] = self.match.texts(self.lang).groups["hints"]
        return nouns

    def chance_of(self) -> str:
        goal = page(self.match.game.name).goal(self.match) if self.match.seats == 1 else None
        return self.words.say("win") if goal is None else self.words.say("reach", goal=goal)

    def say(self, key: str, **values: object) -> str:
        titles = {bot["name"]: bot["title"] for bot in described(self.lang, self.match.game.name)}
        return self.words.say(key, bot=titles[self.level.name], like=titles[GOES_ON_LIKE], **values)
