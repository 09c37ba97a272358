"""Bots at a table: how they are asked, and what becomes of those who answer nonsense.

A bot of somebody else is a class like this one; `games` and `chances` may be left out.

    class MyBot:
        games = ("hellas", "poseidon")  # that it plays; else all

        def __init__(self, game: str, seed: bytes, **settings: float | str) -> None: ...

        def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None):
            return match.choices[0]  # a choice, its id, or its words

        def chances(self, match: petteia.Match) -> list[float]:
            return [1 / match.seats] * match.seats  # of each seat to win; together 1

The match is its own to play on with. All that its seat cannot know is redrawn in it, and it has no past.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from petteia.bots import search
from petteia.bots.greedy import RANDOM, SOFT
from petteia.bots.roster import Named, find
from petteia.bots.roster.levels import NO_BOUND, TO_THE_END, row_of
from petteia.bots.roster.minds import Array, Mind
from petteia.bots.roster.waiting import check_ready
from petteia.desk import Desk
from petteia.engine import chance
from petteia.engine.boxes import Box
from petteia.engine.choices import Picked
from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game

if TYPE_CHECKING:
    from petteia.match import Match

PIECE = 0.02  # seconds of thinking, about, between two looks at the clock
FIRST_PIECE = 16  # simulations
MOST_SIMULATIONS = 2**31 - 1  # of one search
MOST_THREADS = 64  # of one search: each has a tree of its own in memory
OVERTIME = 3.0  # times what it was given (and a second) that somebody else's bot may take
LOOKS_FOR_CHANCES = 32  # redraws in which a bot looks at a position that judges without playing on


class BotFault(PetteiaError):
    """A bot that fails, does not answer, or answers nonsense."""


class Player(Protocol):
    """What a bot of somebody else has to have."""

    def choose(self, match: Match, *, seconds: float | None, simulations: int | None) -> Any:
        """A legal choice for the seat to move: itself, its id, or its words."""


class Bot:
    """A player that chooses by itself: `match.play(Bot("greedy").choose(match))`.

    The same seed makes the same choices in the same views, whatever is hidden from the seat, and with the same number
    of simulations on every machine.
    """

    def __init__(self, name: str, seed: int | str | bytes | None = None) -> None:
        self.named = find(name)
        self.name = name
        self._seed = chance.seed_bytes(seed)
        self._rng = chance.seeded_rng(self._seed)
        self._made: dict[str, Any] = {}  # somebody else's bot, by game

    def choose(
        self,
        match: Match,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        stop: Callable[[], bool] = lambda: False,
    ) -> int:
        """The id of the choice it makes for the seat to move; -1 where the game is over.

        A bot that searches makes as many simulations as its level says, or as are given here; or it thinks for some
        seconds, and then choices depend on the machine. Several threads search for themselves, share the simulations,
        and put what they found together: with the same number of them the choice is the same on every machine. It asks
        `stop` some fifty times a second, and takes what looks best so far where it says yes."""
        ranking = self.ranking(match, seconds=seconds, simulations=simulations, threads=threads, stop=stop)
        return next(iter(ranking), -1)

    def ranking(
        self,
        match: Match,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[int]:
        """The ids of all choices that it looks into, the best first: of a bot that does not search, the one that it
        makes. It thinks as in `choose`."""
        find(self.name, match.game.name)  # not every level plays every game
        _check_limits(seconds, simulations, threads)
        seat = match.to_move
        if seat is None:
            return []
        if self.named.level is None:
            return [self._asked(match, seat, seconds, simulations)]
        row = row_for(self.named, match.game.name, match.seats)
        kind = int(row[search.KIND])
        if kind < search.HALVING:
            number = SOFT + int(row[search.TEMPERATURE]) if kind == SOFT else kind
            with Desk.of(match.game) as desk:
                return [desk.bots_choice(match.box, match.array, number, self._rng)]
        if simulations is not None:
            row[search.SIMULATIONS] = simulations
        if simulations is not None or seconds is not None:
            row[search.EFFORT] = NO_BOUND
        row[[search.SIMULATIONS, search.EFFORT]] = np.ceil(row[[search.SIMULATIONS, search.EFFORT]] / threads)
        with contextlib.ExitStack() as stack:
            minds = [stack.enter_context(mind_for(match.game, match.box, row)) for _ in range(threads)]
            rngs = [self.drawn(match, seat, part) for part in range(threads)]
            _search(minds, match, rngs, None if simulations else seconds, stop)
            return _agreed(minds)

    def chances(self, match: Match, *, simulations: int | None = None) -> list[float]:
        """The chance of each seat to win, as the bot sees it from the seat to move (a spectator's place, where the game
        is over)."""
        find(self.name, match.game.name)
        _check_limits(None, simulations)
        if match.over:
            firsts = [rank == 1 for rank in match.ranks]
            return [first / sum(firsts) for first in firsts]
        seat = match.to_move
        assert seat is not None
        if self.named.level is None:
            return self._told(match, seat)
        row = row_for(self.named, match.game.name, match.seats)
        if row[search.KIND] == RANDOM or match.seats == 1:
            return [1 / match.seats] * match.seats
        looks = row[search.KIND] < search.HALVING or row[search.NETWORK] > 0
        row[search.DEPTH] = 0.0 if looks else TO_THE_END
        row[search.MARGIN] = 0.0
        many = simulations or (LOOKS_FOR_CHANCES if looks else int(row[search.SIMULATIONS]))
        with mind_for(match.game, match.box, row) as mind:
            sums = mind.estimate(match.box, match.array, 1 << seat, self.drawn(match, seat), many)
            return [float(total) / many for total in sums[: match.seats]]

    def drawn(self, match: Match, seat: int, part: int = 0) -> Array:
        """A generator that depends on the bot's seed and on what the seat sees, on nothing else. Threads of a search
        have one each."""
        seed = self._seed + match.redacted(seat).tobytes() + b"+" * part
        return chance.seeded_rng(hashlib.sha256(seed).digest())

    # -- bots of others ------------------------------------------------------------------------------------------------

    def _player(self, game: Game) -> Any:
        if game.name not in self._made:
            assert self.named.foreign is not None
            try:
                made = self.named.foreign(game.name, self._seed, **dict(self.named.settings))
            except Exception as problem:
                raise BotFault(f"the bot '{self.name}' cannot be made for {game.title}: {_said(problem)}") from problem
            if not callable(getattr(made, "choose", None)):
                raise BotFault(f"the bot '{self.name}' has no method choose(match, *, seconds, simulations)")
            self._made[game.name] = made
        return self._made[game.name]

    def _seen(self, match: Match, seat: int) -> Match:
        """The match as the seat may know it, with all else redrawn."""
        return match.hidden(seat, hashlib.sha256(b"redrawn" + self._seed + match.redacted(seat).tobytes()).digest())

    def _asked(self, match: Match, seat: int, seconds: float | None, simulations: int | None) -> int:
        player, seen, where = self._player(match.game), self._seen(match, seat), _place(match, seat)
        call = lambda: player.choose(seen.fork(), seconds=seconds, simulations=simulations)  # noqa: E731
        answer = self._answer(call, seconds, where)
        try:
            number = seen.read(answer) if isinstance(answer, str) else answer
            clause = seen.why_not(number)
        except (PetteiaError, TypeError) as problem:
            raise BotFault(f"the bot '{self.name}' answered {where} with {answer!r}: {problem}") from None
        if clause is not None:
            raise BotFault(f"the bot '{self.name}' answered {where} with {answer!r}, which is not possible: {clause}")
        return int(number.id if isinstance(number, Picked) else number)

    def _told(self, match: Match, seat: int) -> list[float]:
        player, seen, where = self._player(match.game), self._seen(match, seat), _place(match, seat)
        if not callable(getattr(player, "chances", None)):
            raise BotFault(
                f"the bot '{self.name}' does not say how it sees the chances: it has no method chances(match)"
            )
        answer = self._answer(lambda: [float(one) for one in player.chances(seen)], None, where)
        if len(answer) != match.seats or min(answer) < 0 or not math.isclose(sum(answer), 1, abs_tol=1e-3):
            raise BotFault(
                f"the bot '{self.name}' says {where} that the chances are {answer}: it takes one for each of"
                f" {match.seats} seats, none below 0 and together 1"
            )
        return list(answer)

    def _answer(self, call: Callable[[], Any], seconds: float | None, where: str) -> Any:
        """What somebody else's code answers. Where it was given a time, nobody waits much longer: what then still runs
        cannot be ended, but is left alone."""
        found: list[Any] = []

        def ask() -> None:
            try:
                found.append((True, call()))
            except Exception as problem:
                found.append((False, problem))

        if seconds is None:
            ask()
        else:
            thread = threading.Thread(target=ask, daemon=True, name=f"petteia-bot-{self.name}")
            thread.start()
            thread.join(OVERTIME * seconds + 1)
            if not found:
                raise BotFault(f"the bot '{self.name}' was given {seconds:g} s {where} and has not answered")
        well, answer = found[0]
        if not well:
            raise BotFault(f"the bot '{self.name}' failed {where}: {_said(answer)}") from answer
        return answer


def row_for(named: Named, game: str, seats: int) -> Array:
    """The row of settings of a bot of the house. The simulations of a level are those for two players: where more sit
    at the table, games take longer, and it makes fewer. Whoever asks for a number of them gets as many, whatever the
    effort."""
    assert named.level is not None
    settings, wished = named.level.settings(game, seats), dict(named.settings)
    row = row_of({**settings, **wished})
    if "simulations" not in wished:
        row[search.SIMULATIONS] = max(1, row[search.SIMULATIONS] * 2 // max(seats, 2))
    elif "effort" not in wished:
        row[search.EFFORT] = NO_BOUND
    return row


def _search(
    minds: list[Mind], match: Match, rngs: list[Array], seconds: float | None, stop: Callable[[], bool]
) -> None:
    """Each mind searches for itself, in a thread of its own where there are several."""
    if len(minds) == 1:
        _think(minds[0], match, rngs[0], seconds, stop)
        return
    with ThreadPoolExecutor(len(minds)) as pool:
        begun = [pool.submit(_think, mind, match, rng, seconds, stop) for mind, rng in zip(minds, rngs, strict=True)]
        for one in begun:
            one.result()


def _agreed(minds: list[Mind]) -> list[int]:
    """The choices that any of them has looked at, what they hold most of together first."""
    sums: dict[int, float] = {}
    for mind in minds:
        for choice, vote in mind.votes().items():
            sums[choice] = sums.get(choice, 0.0) + vote
    return sorted(sums, key=lambda choice: -sums[choice])


def _think(mind: Mind, match: Match, rng: Array, seconds: float | None, stop: Callable[[], bool]) -> None:
    """Searches in pieces, with a look at the clock between them."""
    row, began = mind.rows[0], time.monotonic()
    mind.begin(match.box, match.array, rng)
    piece, most = FIRST_PIECE, int(row[search.SIMULATIONS]) if seconds is None else MOST_SIMULATIONS
    while True:
        before = time.monotonic()
        mind.go_on(match.box, min(piece, most - mind.simulations))
        now = time.monotonic()
        # It may have made more than this piece: halving tries all candidates in a redraw.
        if mind.finished or mind.simulations >= most or stop() or (seconds is not None and now - began >= seconds):
            return
        if seconds is not None:
            # What the whole time is enough for, by the time so far: halving divides it among its rounds.
            row[search.SIMULATIONS] = max(1.0, mind.simulations * seconds / max(now - began, 1e-6))
        piece = next_piece(piece, now - before)


def next_piece(piece: int, took: float) -> int:
    """How much to do until the next look at the clock, by the time that this piece took."""
    return max(1, int(piece * min(4.0, PIECE / max(took, 1e-6))))


_MINDS: dict[tuple[str, bool, str], list[Mind]] = {}


@contextlib.contextmanager
def mind_for(game: Game, box: Box, row: Array) -> Iterator[Mind]:
    """A mind for a search by these settings that nobody uses now."""
    check_ready(game)
    spare = _MINDS.setdefault((game.name, row[search.KIND] == search.TREE, box.fingerprint), [])
    mind = spare.pop() if spare else Mind(game, row[np.newaxis].copy(), box)
    mind.rows[0] = row
    try:
        yield mind
    finally:
        spare.append(mind)


def _check_limits(seconds: float | None, simulations: int | None, threads: int = 1) -> None:
    if seconds is not None and not (_is_number(seconds) and seconds > 0):
        raise BotFault(f"a bot can be given some seconds to think, more than 0, not {seconds!r}")
    if simulations is not None and not (_is_number(simulations) and simulations >= 1 and simulations % 1 == 0):
        raise BotFault(f"a bot can be given 1 simulation or more, a whole number, not {simulations!r}")
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or not 1 <= threads <= MOST_THREADS:
        raise BotFault(f"a bot can think with 1 to {MOST_THREADS} threads, not {threads!r}")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _place(match: Match, seat: int) -> str:
    return f"at decision {match.move_number + 1} of {match.game.title}, seat {seat + 1}"


def _said(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
