"""Many games between bots, with what comes out of them.

Compiled games release Python's lock, so workers are threads; where somebody else's bot plays, which is Python, they are
processes; and they can be the machines of a Ray cluster (`crew`). A game depends on the seed and its number alone, and
what comes out is added up in whole numbers: the same seed gives the same result with any number of workers, however
work is cut. Where bots rotate, each deal is played as often as there are seats, and every bot moves one seat farther.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from petteia.arena.crew import crew_for, pieces_of
from petteia.bots import Bot
from petteia.bots.greedy import random_contests
from petteia.bots.roster import Named, all_own, find_all
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.engine.boxes import Box
from petteia.engine.drivers import seed_of_stream
from petteia.engine.game import BadOption, Game
from petteia.engine.news import muted
from petteia.engine.records import new
from petteia.games import find
from petteia.match import Match, open_box

PIECE = 2000  # games of one piece of work
MOST_GAMES = 10**12
SHARES = 60  # of a win, to be shared by up to five without a rest
CONFIDENCE = 1.959963984540054  # 95 %

Array = np.ndarray[Any, Any]


@dataclasses.dataclass
class Result:
    """What came out; `as_json` is what `petteia simulate --json` prints. Scores, wins and margins are by bot: who sat
    at that seat, or where they rotate, who began there. A margin is how many points a bot was ahead of the best
    other. Where it was broken off, it is the result of the games up to there."""

    game: str
    seats: int
    games: int
    bots: list[str]
    seed: int
    workers: int
    seconds: float
    decisions: int
    mean_scores: list[float]
    win_rates: list[float]
    rotate: bool
    margins: list[float]
    margin_ci: list[tuple[float, float]]
    wanted: int  # games

    @property
    def mixed(self) -> bool:
        """Whether different bots play."""
        return len(set(self.bots)) > 1

    def as_json(self) -> dict[str, Any]:
        found = {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "bots": self.bots,
            "seed": self.seed,
            "workers": self.workers,
            "seconds": self.seconds,
            "decisions": self.decisions,
            "games_per_s": self.games / self.seconds,
            "decisions_per_s": self.decisions / self.seconds,
            "decisions_per_game": self.decisions / self.games,
            "mean_scores": self.mean_scores,
            "win_rates": self.win_rates,
            "win_rate_ci": [list(confidence(rate, self.games)) for rate in self.win_rates],
        }
        if self.rotate:
            found |= {
                "rotate": self.rotate,
                "margins": self.margins,
                "margin_ci": [list(pair) for pair in self.margin_ci],
            }
        if self.games < self.wanted:
            found["wanted"] = self.wanted
        return found


def confidence(rate: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a rate (Wilson's, which stays right near 0 and 1)."""
    z = CONFIDENCE
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


Played = tuple[int, Array, Array]  # decisions, and for each game a row of scores and of wins, by bot


@dataclasses.dataclass(frozen=True)
class Contest:
    """Who plays what."""

    game: Game
    box: Box
    blank: Array
    bots: list[Named]
    seed: int
    rotate: bool

    def __reduce__(self) -> tuple[Callable[..., Contest], tuple[Any, ...]]:
        """In words, from which others can make it."""
        options = self.game.options_of(self.blank, self.box)
        return _contest, (self.game.name, self.box.text, options, self.bots, self.seed, self.rotate)

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def thoughtful(self) -> bool:
        """Whether somebody takes his time: then a few games are a piece of work."""
        return any(bot.level is None or bot.searches(self.game.name) for bot in self.bots)

    @property
    def compiles(self) -> str:
        """The driver that its games take first."""
        if not all_own(self.bots):
            return "desk"
        at_random = all(bot.name == "random" for bot in self.bots) and not self.rotate
        return "random_contests" if at_random else "think"  # the first compiles sooner

    def begin(self) -> None:
        """Compiles what it takes, or loads what was compiled."""
        if self.compiles == "desk":
            Match(self.game, self.box, self.blank, self.seats, np.ones(4, np.uint64).tobytes())
            return
        quick = self.bots if self.compiles == "random_contests" else find_all("greedy", self.game.name) * self.seats
        dataclasses.replace(self, bots=quick).play(0, 1)

    def play(self, first: int, games: int) -> Played:
        """Some games of the series, in this thread."""
        if self.compiles == "desk":
            return self._play_in_python(first, games)
        if self.compiles == "random_contests":
            return self._play_at_random(first, games)
        rows = np.stack([row_for(bot, self.game.name, self.seats) for bot in self.bots])
        mind = Mind(self.game, rows, self.box)
        return mind.contests(self.box, self.blank, self.seed, first, games, self.rotate)

    def _play_at_random(self, first: int, games: int) -> Played:
        game, seats = self.game, self.seats
        scores, wins = np.zeros((games, seats)), np.zeros((games, seats))
        state, out, rng = new(game.state), np.zeros(game.space.size, np.int32), np.zeros(4, np.uint64)
        decisions = random_contests(
            self.box.record, self.blank, state, muted(), out, rng, seats, self.seed, first, games, scores, wins
        )
        return decisions, scores, wins

    def _play_in_python(self, first: int, games: int) -> Played:
        """The same deals, by matches and bots as a table has them."""
        seats, decisions = self.seats, 0
        scores, wins = np.zeros((games, seats)), np.zeros((games, seats))
        for game in range(games):
            number = first + game
            deal, turn = divmod(number, seats) if self.rotate else (number, 0)
            rng = np.zeros(4, np.uint64)
            seed_of_stream(rng, self.seed, deal)
            match = Match(self.game, self.box, self.blank, seats, rng.tobytes())
            minds = [
                Bot(bot.words, hashlib.sha256(f"{self.seed} {number} {place}".encode()).digest())
                for place, bot in enumerate(self.bots)
            ]
            while not match.over:
                assert match.to_move is not None
                match.play(minds[(match.to_move - turn) % seats].choose(match))
                decisions += 1
            ranks = match.ranks
            for place in range(seats):
                seat = (place + turn) % seats
                scores[game, place] = match.scores[seat]
                wins[game, place] = (ranks[seat] == 1) / ranks.count(1)
        return decisions, scores, wins


def _contest(name: str, box: str, options: Mapping[str, Any], bots: list[Named], seed: int, rotate: bool) -> Contest:
    game = find(name)
    printed = game.read_box("box.toml", box)
    return Contest(game, printed, game.blank(options, len(bots), printed), bots, seed, rotate)


@dataclasses.dataclass
class Sums:
    """What came of some games, added up in whole numbers, which come to the same in any order."""

    games: int
    decisions: int
    by_bot: Array  # Python's own whole numbers, without an end: scores, shares of wins, margins, squares of margins

    @classmethod
    def of(cls, decisions: int, scores: Array, wins: Array) -> Sums:
        points, shares = np.rint(scores).astype(np.int64), np.rint(wins * SHARES).astype(np.int64)
        margins = margins_of(points)
        rows = [rows.sum(0) for rows in (points, shares, margins, margins**2)]
        return cls(len(scores), decisions, np.stack(rows).astype(object))

    def add(self, more: Sums) -> None:
        self.games += more.games
        self.decisions += more.decisions
        self.by_bot = self.by_bot + more.by_bot


@dataclasses.dataclass(frozen=True)
class Series:
    """The games of a contest, as work for a crew."""

    contest: Contest

    @property
    def game(self) -> Game:
        return self.contest.game

    @property
    def bots(self) -> list[Named]:
        return self.contest.bots

    @property
    def compiles(self) -> str:
        return self.contest.compiles

    def begin(self) -> None:
        self.contest.begin()

    def play(self, piece: tuple[int, int]) -> Sums:
        return Sums.of(*self.contest.play(*piece))


class Simulation:
    """Games between bots, as `simulate` plays them: what has been played so far is in `result` at any time, also where
    somebody has broken it off."""

    def __init__(
        self,
        game: str,
        seats: int,
        games: int,
        bots: str = "random",
        seed: int = 0,
        workers: int = 1,
        options: Mapping[str, Any] | None = None,
        box: str | os.PathLike[str] | None = None,
        rotate: bool = False,
        ray: str | None = None,
    ) -> None:
        found = find(game)
        printed = open_box(found, box)
        blank = found.blank(options or {}, seats, printed)
        self.contest = Contest(found, printed, blank, _line_up(bots, seats, game), seed, rotate)
        if not 1 <= games <= MOST_GAMES:
            raise BadOption(f"1 to {MOST_GAMES:,} games can be played, not {games}")
        if rotate and games % seats:
            raise BadOption(
                f"where bots rotate, each deal is played {seats} times: {games} games are no multiple of that"
            )
        if not 0 <= seed < 2**63:
            raise BadOption(f"the seed is a whole number from 0 to 2**63 - 1, not {seed}")
        self.games, self.workers, self._ray = games, workers, ray
        self.played, self._seconds = Sums(0, 0, np.zeros((4, seats), object)), 0.0

    def run(self, progress: Callable[[int], None] = lambda done: None) -> None:
        """Plays what is still to be played. What is played counts as soon as all before it is: broken off, it is the
        same as fewer games."""
        contest = self.contest
        unit = contest.seats if contest.thoughtful else PIECE - (PIECE % contest.seats if contest.rotate else 0)
        with crew_for(Series(contest), self.workers, self._ray) as crew:
            self.workers = crew.hands
            began, waiting = time.perf_counter(), dict[int, Sums]()
            for (first, count), sums in crew.each(pieces_of(self.games, unit, crew)):
                progress(count)
                waiting[first] = sums
                while (following := waiting.pop(self.played.games, None)) is not None:
                    self.played.add(following)
                self._seconds = time.perf_counter() - began

    @property
    def result(self) -> Result:
        """What came out so far; there has to be a game."""
        games, contest = self.played.games, self.contest
        scores, shares, margins, squares = self.played.by_bot
        mean = margins / games
        spread = np.sqrt(np.maximum(squares / games - mean**2, 0).astype(float) / games)
        low, high = mean - CONFIDENCE * spread, mean + CONFIDENCE * spread
        return Result(
            contest.game.name,
            contest.seats,
            games,
            [bot.words for bot in contest.bots],
            contest.seed,
            self.workers,
            self._seconds,
            self.played.decisions,
            (scores / games).tolist(),
            (shares / (SHARES * games)).tolist(),
            contest.rotate,
            mean.tolist(),
            list(zip(low.tolist(), high.tolist(), strict=True)),
            self.games,
        )


def simulate(
    game: str,
    seats: int,
    games: int,
    bots: str = "random",
    seed: int = 0,
    workers: int = 1,
    options: Mapping[str, Any] | None = None,
    box: str | os.PathLike[str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
    rotate: bool = False,
    ray: str | None = None,
) -> Result:
    """Plays games between bots: one name for all seats, or one for each, separated by commas. Where they rotate, every
    deal is played once from each seat. `ray` is the address of a Ray cluster, whose machines then play."""
    simulation = Simulation(game, seats, games, bots, seed, workers, options, box, rotate, ray)
    simulation.run(progress)
    return simulation.result


def margins_of(scores: Array) -> Array:
    """How far each bot was ahead of the best other, game by game; alone, by what it has."""
    if scores.shape[1] == 1:
        return scores
    ordered = np.sort(scores, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    found: Array = np.where(scores == best, best - second, scores - best)
    return found


def _line_up(bots: str, seats: int, game: str) -> list[Named]:
    found = find_all(bots, game)
    if len(found) == 1:
        return found * seats
    if len(found) != seats:
        raise BadOption(f"{len(found)} bots for {seats} seats: name one for all, or one for each")
    return found
