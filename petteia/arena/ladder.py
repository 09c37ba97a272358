"""How strong bots are, all against all.

Each bot meets each other one over the same deals, from every seat: with more than two seats, one of them sits among
several of the other, and the other way round. A game is won by somebody with a chance in proportion to his strength
(Bradley and Terry, for any number of players); strengths are fitted to who won, and told on the scale that chess
players know: 400 points more are ten times the chance. What was played is kept in a file, and only what is missing is
played.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
import os
import pathlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from petteia.arena.crew import crew_for
from petteia.arena.simulate import CONFIDENCE, Array, Contest, margins_of
from petteia.bots.roster import Named, find_all, names, program_of
from petteia.bots.roster.networks import weights_of
from petteia.bots.roster.players import row_for
from petteia.bots.search import NETWORK
from petteia.engine.compiling import fingerprint
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption, Game
from petteia.games import find
from petteia.match import open_box

TEN_TIMES = 400.0  # points on the scale
DOUBT = 3.0  # before anything is played, strengths are within e to this power of each other, two times of three
ANCHOR = "greedy"  # stands at 0, where it plays


class BadLadder(PetteiaError):
    """A file of results that cannot be used."""


@dataclasses.dataclass(frozen=True)
class Meeting:
    """One deal, played once for every rotation of a line-up."""

    bots: tuple[str, ...]
    deal: int


@dataclasses.dataclass
class Standing:
    """What is known of a bot."""

    bot: str
    strength: float
    low: float
    high: float
    games: int
    wins: float
    margin: float


@dataclasses.dataclass
class Ladder:
    """What came out; `as_json` is what `petteia ladder --json` prints."""

    game: str
    seats: int
    seed: int
    deals: int
    left_aside: int
    standings: list[Standing]
    meetings: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def line_ups(bots: list[str], seats: int) -> list[tuple[str, ...]]:
    """Who sits down with whom: for each two, one among others of the second, and where there are more than two seats
    the other way round."""
    found = []
    for one, other in itertools.combinations(bots, 2):
        found.append((one, *[other] * (seats - 1)))
        if seats > 2:
            found.append((other, *[one] * (seats - 1)))
    return found


def who_plays(game: str, bots: str | None) -> dict[str, Named]:
    """Those who are named, or all there are."""
    found = {bot.words: bot for bot in find_all(bots or ",".join(names(game)), game)}
    if len(found) < 2:
        raise BadOption("a ladder takes at least 2 different bots")
    return found


def games_of(game: str, seats: int, bots: str | None, deals: int) -> int:
    """How many games a ladder is made of."""
    return len(line_ups(list(who_plays(game, bots)), seats)) * deals * seats


@dataclasses.dataclass(frozen=True)
class Meetings:
    """The meetings of some bots, as work for a crew."""

    bots: list[Named]
    table: Contest  # of one of them with itself, where others sit down in turn

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def compiles(self) -> str:
        return self.table.compiles

    def begin(self) -> None:
        self.table.begin()

    def play(self, meeting: Meeting) -> tuple[Array, Array]:
        named = {bot.words: bot for bot in self.bots}
        contest = dataclasses.replace(self.table, bots=[named[bot] for bot in meeting.bots])
        _, scores, wins = contest.play(meeting.deal * contest.seats, contest.seats)
        return scores, wins


def ladder(
    game: str,
    seats: int = 2,
    bots: str | None = None,
    deals: int = 50,
    seed: int = 0,
    workers: int | None = None,
    results: pathlib.Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    ray: str | None = None,
) -> Ladder:
    """Plays what is missing of all meetings, and says how strong everybody is. `progress` is told of all games of the
    ladder, those first that were played before. `ray` is the address of a Ray cluster, whose machines then play."""
    found = find(game)
    printed = open_box(found, None)
    blank = found.blank({}, seats, printed)
    if seats < 2:
        raise BadOption("a ladder takes at least 2 seats")
    if deals < 1:
        raise BadOption(f"a ladder takes at least 1 deal, not {deals}")
    if not 0 <= seed < 2**63:
        raise BadOption(f"the seed is a whole number from 0 to 2**63 - 1, not {seed}")
    minds = who_plays(game, bots)
    marks = {words: mark_of(bot, game, seats) for words, bot in minds.items()}
    kept = Kept(results, game, seats, seed, marks)
    wanted = [Meeting(bots, deal) for deal in range(deals) for bots in line_ups(list(minds), seats)]
    missing = [meeting for meeting in wanted if meeting not in kept.played]
    progress((len(wanted) - len(missing)) * seats)

    if missing:
        everybody = list(minds.values())
        table = Contest(found, printed, blank, everybody[:1] * seats, seed, rotate=True)
        here = 1 if ray else os.cpu_count() or 1
        with crew_for(Meetings(everybody, table), workers or here, ray) as crew:
            for meeting, (scores, wins) in crew.each(missing):
                kept.add(meeting, scores, wins)
                progress(seats)
    played = [(meeting, *kept.played[meeting]) for meeting in wanted]
    return Ladder(game, seats, seed, deals, kept.left_aside, standings(played), _by_line_up(played))


def mark_of(bot: Named, game: str, seats: int) -> str:
    """Says which version of a bot played: another one's results are not its own."""
    own = _row_and_network(bot, game, seats) if bot.foreign is None else program_of(bot.foreign)
    return hashlib.sha256(fingerprint(game).encode() + own).hexdigest()[:12]


def _row_and_network(bot: Named, game: str, seats: int) -> bytes:
    row = row_for(bot, game, seats)
    weights = weights_of(game) if row[NETWORK] else None
    return row.tobytes() if weights is None else row.tobytes() + weights.tobytes()


class Kept:
    """Results in a file, one line a deal; only added to, so that whoever is interrupted loses one line at most."""

    def __init__(self, path: pathlib.Path | None, game: str, seats: int, seed: int, marks: dict[str, str]) -> None:
        self.played: dict[Meeting, tuple[Array, Array]] = {}
        self.left_aside = 0
        self._path, self._marks = path, marks
        self._about = {"game": game, "seats": seats, "seed": seed}
        if path is None:
            return
        try:
            lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError as problem:
            raise BadLadder(f"results cannot be kept in {path}: {problem.strerror or problem}") from None
        for number, line in enumerate(lines, 1):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                if number < len(lines):  # whoever was interrupted left half a line at the end
                    raise BadLadder(
                        f"line {number} of {path} is no result of a ladder; name another file by --results"
                    ) from None

    def _take(self, entry: dict[str, Any]) -> None:
        about = {name: entry[name] for name in self._about}
        bots, marks = tuple(entry["bots"]), entry["marks"]
        scores, wins = np.array(entry["scores"], float), np.array(entry["wins"], float)
        if about == self._about and marks == [self._marks.get(bot) for bot in bots]:
            self.played[Meeting(bots, int(entry["deal"]))] = scores, wins
        else:
            self.left_aside += 1

    def add(self, meeting: Meeting, scores: Array, wins: Array) -> None:
        self.played[meeting] = scores, wins
        if self._path is None:
            return
        entry = {
            **self._about,
            "bots": meeting.bots,
            "marks": [self._marks[bot] for bot in meeting.bots],
            "deal": meeting.deal,
            "scores": scores.tolist(),
            "wins": wins.tolist(),
        }
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
        except OSError as problem:
            raise BadLadder(f"results cannot be kept in {self._path}: {problem.strerror or problem}") from None


# -- strengths ---------------------------------------------------------------------------------------------------------

Played = tuple[Meeting, Array, Array]


def standings(played: Iterable[Played]) -> list[Standing]:
    """Everybody's strength, the strongest first."""
    played = list(played)
    bots = sorted({bot for meeting, _, _ in played for bot in meeting.bots})
    place = {bot: i for i, bot in enumerate(bots)}
    won_by: dict[tuple[int, ...], Array] = {}
    for meeting, _, wins in played:
        seated = tuple(place[bot] for bot in meeting.bots)
        won_by[seated] = won_by.get(seated, 0) + wins.sum(0)
    strengths, spread = fitted(len(bots), won_by, place.get(ANCHOR))
    found = []
    for bot, i in place.items():
        # With several of a kind at a table each counts; its share of the wins is that of one of them.
        rows = [(scores, wins, seat) for m, scores, wins in played for seat, name in enumerate(m.bots) if name == bot]
        won = np.concatenate([wins[:, seat] for _, wins, seat in rows])
        margin = np.concatenate([margins_of(scores)[:, seat] for scores, _, seat in rows])
        scale = TEN_TIMES / np.log(10)
        low, high = strengths[i] - CONFIDENCE * spread[i], strengths[i] + CONFIDENCE * spread[i]
        found.append(
            Standing(
                bot,
                float(scale * strengths[i]),
                float(scale * low),
                float(scale * high),
                len(won),
                float(won.mean()),
                float(margin.mean()),
            )
        )
    return sorted(found, key=lambda one: -one.strength)


def fitted(count: int, won_by: Mapping[tuple[int, ...], Array], anchor: int | None) -> tuple[Array, Array]:
    """The strengths (as logarithms) that make what happened most likely, and how far each is uncertain beside the
    anchor: by Newton's method, from how many games each of a line-up has won. That all strengths are somewhat alike is
    taken for granted a little, so that somebody who won every game is not infinitely strong."""
    strengths = np.zeros(count)
    slope, bend = np.zeros(count), np.eye(count)
    for _ in range(100):
        slope, bend = -strengths / DOUBT**2, np.eye(count) / DOUBT**2
        for line_up, won in won_by.items():
            bots, games = list(line_up), won.sum()
            weights = np.exp(strengths[bots] - strengths[bots].max())
            chances = weights / weights.sum()
            np.add.at(slope, bots, won - games * chances)
            spread = np.zeros(count)
            np.add.at(spread, bots, chances)
            bend += games * (np.diag(spread) - np.outer(spread, spread))
        step = np.linalg.solve(bend, slope)
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    covariance = np.linalg.inv(bend)
    if anchor is None:
        return strengths - strengths.mean(), np.sqrt(np.diag(covariance))
    difference = covariance + covariance[anchor, anchor] - covariance[anchor] - covariance[:, [anchor]]
    return strengths - strengths[anchor], np.sqrt(np.maximum(np.diag(difference), 0))


def _by_line_up(played: list[Played]) -> list[dict[str, Any]]:
    """What each first of a line-up won."""
    found: dict[tuple[str, ...], list[Array]] = {}
    for meeting, _, wins in played:
        found.setdefault(meeting.bots, []).append(wins[:, 0])
    return [
        {"bots": list(bots), "games": sum(map(len, rows)), "win_rate": float(np.concatenate(rows).mean())}
        for bots, rows in found.items()
    ]
