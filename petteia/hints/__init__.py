"""Hints: what a strong bot would choose, what may come of it, and why.

print(match.hint(lang="de"))

The strongest bot that can think puts the choices in order. Then the best of them are played on to the end of the game
again and again (`petteia.bots.roster.futures`): how often that is won and with how many points, and by which lines of
the score sheet it differs from the next best choice, is the hint. All of it depends on what the seat can know alone.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.bots import Bot, described
from petteia.bots.roster import waiting
from petteia.bots.roster.futures import GOES_ON_LIKE, futures
from petteia.bots.roster.levels import FUTURES, LEVELS, Level
from petteia.engine.errors import PetteiaError
from petteia.hints.reasons import reasons
from petteia.hints.tally import Tally
from petteia.hints.words import Words
from petteia.match.choice import Choice, IllegalChoice
from petteia.pages import page

if TYPE_CHECKING:
    from petteia.match import Match

SECONDS = 2.0  # that a hint takes at most
MOST = 3  # choices that are shown
FOR_SEARCH = 0.45  # part of the time for putting choices in order; the rest is for futures
FOR_WORDS = 0.05  # and a little for what comes after them
SURE, LIKELY = 2.0, 1.0  # times its error, that a difference is at least

Sure = Literal["only", "clear", "slight", "equal", "disputed"]


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
    """The best choices of a seat by the order of a strong bot, in words of a language; `print` shows it as a text."""

    bot: str  # whose order it is
    goes_on_like: str | None  # the level that all go on like in futures; None where there are none
    futures: int  # of each choice
    prospects: tuple[Prospect, ...]  # the best first, three at most
    pointed: Prospect | None  # the choice that was asked about; it may be one of those, too
    sure: Sure | None  # how the first stands beside the second in futures
    sure_text: str
    basis: str  # whose order it is, and what chances and points mean
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
        rows = [f"{number}. {one.text}{words.numbers(self, one)}" for number, one in enumerate(self.shown, 1)]
        return "\n".join([*rows, *words.why(self.prospects[0]), *filter(None, [self.sure_text, self.basis])])


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
    if match.to_move is None:
        raise NoHint("the game is over: there is nothing to decide")
    asked = None if pointed is None else _legal(match, pointed)
    return _Asked(match, asked, lang, seconds, simulations, futures, stop).answer()


def adviser(match: Match) -> Level:
    """The strongest level of the house that plays here and can think now: while the search is being compiled, greedy.
    Networks have learned from the printed box, and from games of several."""
    game, usual = match.game.name, match.box.fingerprint == match.game.box.fingerprint and match.seats > 1
    able = [
        level
        for level in LEVELS
        if level.plays(game)
        and (waiting.is_ready(game) or not level.searches(game))
        and (usual or not level.settings(game).get("network"))
    ]
    return able[-1]


def _legal(match: Match, pointed: Choice | int | str) -> int:
    number = match.read(pointed) if isinstance(pointed, str) else pointed if isinstance(pointed, int) else pointed.id
    if clause := match.why_not(number):
        raise IllegalChoice(match.game.space.pick(number).words, clause)
    return int(number)


class _Asked:
    """A hint on its way."""

    def __init__(
        self,
        match: Match,
        pointed: int | None,
        lang: str,
        seconds: float | None,
        simulations: int | None,
        futures: int | None,
        stop: Callable[[], bool],
    ) -> None:
        self.match, self.pointed, self.lang, self.simulations = match, pointed, lang, simulations
        self.many = futures or max(1, FUTURES[match.game.name] * 2 // max(match.seats, 2))
        self.seconds, self.began, self.gone = seconds, time.monotonic(), stop
        self.words, self.level = Words(lang), adviser(match)

    def late(self, part: float) -> Callable[[], bool]:
        """Says whether this part of the time is over, or nobody waits any more."""
        until = None if self.seconds is None else self.began + part * self.seconds
        return lambda: self.gone() or (until is not None and time.monotonic() > until)

    def answer(self) -> Hint:
        bot = Bot(self.level.name, 1)  # asked again, it says the same
        best = bot.ranking(self.match, simulations=self.simulations, stop=self.late(FOR_SEARCH))[:MOST]
        self.check_awaited()
        if not self.level.searches(self.match.game.name):
            return self.told(best, None)
        return self.told(best, self.tallied(bot, best))

    def check_awaited(self) -> None:
        if self.gone():
            raise NoHint("nobody waits for this hint any more")

    def tallied(self, bot: Bot, best: list[int]) -> Tally:
        """What comes of the best choices, and of the one that was asked about."""
        assert self.match.to_move is not None
        extra = [] if self.pointed is None or self.pointed in best else [self.pointed]
        tally, rng = Tally(self.match, [*best, *extra], self.lang), bot.drawn(self.match, self.match.to_move)
        for ends in futures(self.match, tally.choices, rng, self.many, self.late(1 - FOR_WORDS)):
            self.check_awaited()
            tally.add(ends)
        return tally

    # -- in words ------------------------------------------------------------------------------------------------------

    def told(self, best: list[int], tally: Tally | None) -> Hint:
        shown = [*best, *([] if self.pointed is None or self.pointed in best else [self.pointed])]
        prospects = {choice: self.prospect(choice, shown, tally) for choice in shown}
        sure = None if tally is None else _sure(tally, len(best))
        return Hint(
            bot=self.level.name,
            goes_on_like=None if tally is None else GOES_ON_LIKE,
            futures=0 if tally is None else tally.count,
            prospects=tuple(prospects[choice] for choice in best),
            pointed=None if self.pointed is None else prospects[self.pointed],
            sure=sure,
            sure_text=self.say(sure) if sure else "",
            basis=self.say("quick") if tally is None else self.say("basis", count=tally.count),
            chance_of=self.chance_of(),
            unit=self.match.texts(self.lang).groups["hints"]["points"],
            lang=self.lang,
        )

    def chance_of(self) -> str:
        goal = page(self.match.game.name).goal(self.match) if self.match.seats == 1 else None
        return self.words.say("win") if goal is None else self.words.say("reach", goal=goal)

    def say(self, key: str, **values: object) -> str:
        titles = {bot["name"]: bot["title"] for bot in described(self.lang, self.match.game.name)}
        return self.words.say(key, bot=titles[self.level.name], like=titles[GOES_ON_LIKE], **values)

    def prospect(self, choice: int, shown: list[int], tally: Tally | None) -> Prospect:
        text, own = self.text(choice), next(one for one in self.match.choices if one.id == choice)
        if tally is None:
            return Prospect(own, text)
        other, (chance, chance_error), (points, points_error) = (
            self.compared(choice, shown),
            tally.chance(choice),
            tally.points(choice),
        )
        beside = None if other is None else self.text(other)
        why = () if other is None else tuple(reasons(self.match, tally, choice, other, self.words))
        return Prospect(own, text, chance, chance_error, points, points_error, beside, why)

    def text(self, choice: int) -> str:
        return next(one for one in self.match.choices if one.id == choice).text(self.lang)

    def compared(self, choice: int, shown: list[int]) -> int | None:
        """What a choice is compared with: the best with the one that was asked about or the next best, any other with
        the best."""
        if choice != shown[0]:
            return shown[0]
        if self.pointed is not None and self.pointed != choice:
            return self.pointed
        return shown[1] if len(shown) > 1 else None


def _sure(tally: Tally, count: int) -> Sure:
    """How the first choice stands beside the second in futures, by chances; by points where these say nothing."""
    if count < 2:
        return "only"
    first, second = tally.choices[:2]
    by_chance, by_points = tally.lead(first, second)
    if by_chance < -SURE or (by_chance < LIKELY and by_points < -SURE):
        return "disputed"
    if by_chance > SURE:
        return "clear"
    return "slight" if by_chance > LIKELY or by_points > SURE else "equal"
