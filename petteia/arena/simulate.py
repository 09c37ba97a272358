"""Many games between bots, with what comes out of them.

Compiled games release Python's lock, so workers are threads; where somebody else's bot plays, which is Python, they are
processes. A game depends on the seed and its number alone: the same seed gives the same result with any number of
workers. Where bots rotate, each deal is played as often as there are seats, and every bot moves one seat farther.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import math
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np

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
CONFIDENCE = 1.959963984540054  # 95 %

Array = np.ndarray[Any, Any]


@dataclasses.dataclass
class Result:
    """What came out; `as_json` is what `petteia simulate --json` prints. Scores, wins and margins are by bot: who sat
    at that seat, or where they rotate, who began there. A margin is how many points a bot was ahead of the best
    other."""

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

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def thoughtful(self) -> bool:
        """Whether somebody takes his time: then a few games are a piece of work."""
        return any(bot.level is None or bot.searches(self.game.name) for bot in self.bots)

    def play(self, first: int, games: int) -> Played:
        """Some games of the series, in this thread."""
        if not all_own(self.bots):
            return self._play_in_python(first, games)
        if all(bot.name == "random" for bot in self.bots) and not self.rotate:
            return self._play_at_random(first, games)  # which compiles sooner
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
) -> Result:
    """Plays games between bots: one name for all seats, or one for each, separated by commas. Where they rotate, every
    deal is played once from each seat."""
    found = find(game)
    printed = open_box(found, box)
    blank = found.blank(options or {}, seats, printed)
    contest = Contest(found, printed, blank, _line_up(bots, seats, game), seed, rotate)
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"1 to {MOST_GAMES:,} games can be played, not {games}")
    if rotate and games % seats:
        raise BadOption(f"where bots rotate, each deal is played {seats} times: {games} games are no multiple of that")
    if not 1 <= workers <= 1024:
        raise BadOption(f"1 to 1024 workers can share the work, not {workers}")
    if not 0 <= seed < 2**63:
        raise BadOption(f"the seed is a whole number from 0 to 2**63 - 1, not {seed}")
    if all_own(contest.bots):
        contest.play(0, 1)  # compiles, or loads what was compiled
    decisions, scores, wins = 0, np.zeros(seats), np.zeros(seats)
    ahead = np.zeros((2, seats))  # sums of margins and of their squares
    piece = seats if contest.thoughtful else PIECE
    began = time.perf_counter()
    pool, play = _workers(contest, workers)
    pending: deque[tuple[int, Future[Played]]] = deque()
    try:
        # Pieces are handed out a few at a time, so that a billion games take no memory and Ctrl-C ends them.
        for first in range(0, games + piece * 2 * workers, piece):
            if first < games:
                count = min(piece, games - first)
                pending.append((count, pool.submit(play, first, count)))
            if pending and (len(pending) >= 2 * workers or first >= games):
                count, done = pending.popleft()
                some, score, win = done.result()
                decisions, scores, wins = decisions + some, scores + score.sum(0), wins + win.sum(0)
                margins = margins_of(score)
                ahead += margins.sum(0), (margins**2).sum(0)
                progress(count)
    finally:
        pool.shutdown(cancel_futures=True)
    seconds = time.perf_counter() - began
    mean, spread = ahead[0] / games, np.sqrt(np.maximum(ahead[1] / games - (ahead[0] / games) ** 2, 0) / games)
    return Result(
        found.name,
        seats,
        games,
        [bot.words for bot in contest.bots],
        seed,
        workers,
        seconds,
        decisions,
        (scores / games).tolist(),
        (wins / games).tolist(),
        rotate,
        mean.tolist(),
        [(low, high) for low, high in zip(mean - CONFIDENCE * spread, mean + CONFIDENCE * spread, strict=True)],
    )


def margins_of(scores: Array) -> Array:
    """How far each bot was ahead of the best other, game by game; alone, by what it has."""
    if scores.shape[1] == 1:
        return scores
    ordered = np.sort(scores, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    found: Array = np.where(scores == best, best - second, scores - best)
    return found


def _workers(contest: Contest, workers: int) -> tuple[Executor, Callable[[int, int], Played]]:
    """Who does the work, and what he is to call."""
    if all_own(contest.bots) or workers == 1:
        return ThreadPoolExecutor(workers), contest.play
    options = contest.game.options_of(contest.blank, contest.box)
    bots = ",".join(bot.words for bot in contest.bots)
    told = (contest.game.name, contest.box.text, options, bots, contest.seed, contest.rotate)
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")), functools.partial(_play_there, *told)


def _play_there(
    name: str, box: str, options: Mapping[str, Any], bots: str, seed: int, rotate: bool, first: int, games: int
) -> Played:
    """Some games of the series in a process of its own, which knows nothing yet. (Bots that were registered in the
    process that asks are not known here: those have to be installed.)"""
    game, line_up = find(name), find_all(bots, name)
    printed = game.read_box("box.toml", box)
    return Contest(game, printed, game.blank(options, len(line_up), printed), line_up, seed, rotate).play(first, games)


def _line_up(bots: str, seats: int, game: str) -> list[Named]:
    found = find_all(bots, game)
    if len(found) == 1:
        return found * seats
    if len(found) != seats:
        raise BadOption(f"{len(found)} bots for {seats} seats: name one for all, or one for each")
    return found
