"""Work is cut into pieces, played by whoever there is, and put together: the same whatever the cut."""

from __future__ import annotations

import dataclasses
import itertools
import pickle
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from petteia.arena import crew as crews
from petteia.arena import simulate as simulating
from petteia.arena.crew import Crew, LostCrew, OnRay, check_alike, crew_for, marks, packed, pieces_of, play_there
from petteia.arena.simulate import PIECE, Contest, Series, Simulation, Sums
from petteia.bots import register, roster
from petteia.engine.game import BadOption
from petteia.learn.watching import Trying


class Lowest:
    """Somebody else's bot."""

    def __init__(self, game: str, seed: bytes) -> None: ...

    def choose(self, match: Any, *, seconds: float | None, simulations: int | None) -> int:
        return min(match.legal_ids)


def series(games: int = 3 * PIECE, bots: str = "random", **more: Any) -> Series:
    return Series(Simulation("peloponnes", 3, games, bots, seed=1, **more).contest)


def same(one: Sums, other: Sums) -> bool:
    return (one.games, one.decisions, one.by_bot.tolist()) == (other.games, other.decisions, other.by_bot.tolist())


class Hands:
    """As many as there shall be."""

    def __init__(self, hands: int, larger: int) -> None:
        self.hands, self.larger = hands, larger


@pytest.mark.parametrize("games", [1, 6, 1999, 2000, 2001, 10_000, 123_456, 10**9])
@pytest.mark.parametrize("hands", [1, 2, 7, 1000])
@pytest.mark.parametrize("larger", [1, 16])
def test_every_game_is_in_one_piece(games: int, hands: int, larger: int) -> None:
    seen, pieces = 0, 0
    for first, count in pieces_of(games, PIECE, Hands(hands, larger)):  # type: ignore[arg-type]
        assert first == seen
        assert 1 <= count <= PIECE * larger
        assert count % PIECE == 0 or first + count == games
        seen, pieces = first + count, pieces + 1
        if pieces == 10_000:
            return
    assert seen == games


def test_pieces_are_large_only_where_there_are_enough_of_them() -> None:
    sizes = [next(pieces_of(games, 2, Hands(4, 16)))[1] for games in (100, 1_000, 100_000)]  # type: ignore[arg-type]
    assert sizes == [2, 6, 32]


def test_sums_are_the_same_whatever_the_cut() -> None:
    """Also shares of a win that floating point cannot tell exactly."""
    dice, rows = np.random.default_rng(1), 1000
    scores = dice.integers(0, 4, (rows, 5)).astype(float)
    first = scores == scores.max(1, keepdims=True)
    wins = first / first.sum(1, keepdims=True)
    whole = Sums.of(7 * rows, scores, wins)
    for _ in range(20):
        cuts = [0, *sorted(dice.integers(0, rows, 9).tolist()), rows]
        pieces = [Sums.of(7 * (b - a), scores[a:b], wins[a:b]) for a, b in itertools.pairwise(cuts) if b > a]
        dice.shuffle(pieces)  # type: ignore[arg-type]
        together = Sums(0, 0, np.zeros((4, 5), object))
        for piece in pieces:
            together.add(piece)
        assert same(together, whole)
    assert whole.by_bot[1].sum() == simulating.SHARES * rows


def test_sums_have_no_end() -> None:
    huge = Sums(1, 1, np.full((4, 2), 2**62, dtype=object))
    huge.add(huge)
    assert huge.by_bot[3].tolist() == [2**63, 2**63]


@pytest.mark.parametrize("bots", ["random", "greedy,random,random"])
def test_a_job_is_the_same_elsewhere(bots: str) -> None:
    job = series(bots=bots, options={"two_halves": "count_once"}, rotate=bots != "random")
    there = pickle.loads(pickle.dumps(job))
    assert there.contest.blank.tobytes() == job.contest.blank.tobytes()
    assert same(there.play((4, 50)), job.play((4, 50)))
    assert same(play_there(packed(job), (4, 50)), job.play((4, 50)))


def test_a_bot_keeps_its_settings_exactly_elsewhere() -> None:
    bot = roster.find("hard:temperature=0.123456789:simulations=7", "peloponnes")
    assert pickle.loads(pickle.dumps(bot)) == bot


class Late(Crew):
    """Pieces are ready in another order than they were handed out in, always the same, and some are played twice."""

    def __init__(self, job: Series, hands: int, games: int, ends: Callable[[], None] = lambda: None) -> None:
        self._job, self._hands, self._ends = job, hands, ends
        self._left = -(-games // PIECE)
        self._dice, self._waiting = random.Random(1), list[tuple[tuple[int, int], Future[Any]]]()
        self._all_out = threading.Semaphore(0)
        self.played: list[tuple[int, int]] = []
        self.most = 0
        threading.Thread(target=self._play_on, daemon=True).start()

    @property
    def hands(self) -> int:
        return self._hands

    def submit(self, job: Any, piece: Any) -> Future[Any]:
        future = Future[Any]()
        self._waiting.append((piece, future))
        self._left -= 1
        self.most = max(self.most, len(self._waiting))
        if self._left == 0:
            self._all_out.release(len(self._waiting))
        elif len(self._waiting) == crews.EACH_WAITS * self._hands:
            self._all_out.release()
        return future

    def _play_on(self) -> None:
        while self._all_out.acquire(timeout=600):
            piece, future = self._waiting.pop(self._dice.randrange(len(self._waiting)))
            if self._dice.random() < 0.3:
                self._job.play(piece)  # and died before anybody heard of it
            self.played.append(piece)
            try:
                self._ends()
                future.set_result(self._job.play(piece))
            except BaseException as problem:
                future.set_exception(problem)
                return

    def __exit__(self, *_: Any) -> None: ...


def run_by(monkeypatch: pytest.MonkeyPatch, make: Callable[[Series], Crew], games: int) -> Simulation:
    monkeypatch.setattr(simulating, "crew_for", lambda job, workers, ray: make(job))
    return Simulation("peloponnes", 3, games, seed=1)


def test_nothing_is_counted_twice_and_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    games, done, late = 12 * PIECE + 5, list[int](), list[Late]()

    def make(job: Series) -> Late:
        late.append(Late(job, 4, games))
        return late[0]

    simulation = run_by(monkeypatch, make, games)
    simulation.run(done.append)
    assert sum(done) == simulation.result.games == games
    assert same(simulation.played, series().play((0, games)))
    assert late[0].most == 8
    assert len(late[0].played) == 13
    assert late[0].played != sorted(late[0].played), "they were ready in another order"


@pytest.mark.parametrize("problem", [KeyboardInterrupt, LostCrew])
def test_broken_off_it_is_the_same_as_fewer_games(
    monkeypatch: pytest.MonkeyPatch, problem: type[BaseException]
) -> None:
    done: list[int] = []

    def end() -> None:
        if len(done) == 15:
            raise problem

    simulation = run_by(monkeypatch, lambda job: Late(job, 3, 40 * PIECE, end), 40 * PIECE)
    with pytest.raises(problem):
        simulation.run(done.append)
    games = simulation.played.games
    assert 0 < games < sum(done) == 15 * PIECE, "some was ready whose turn had not come"
    assert games % PIECE == 0
    assert same(simulation.played, series().play((0, games)))
    found = simulation.result.as_json()
    assert (found["games"], found["wanted"]) == (games, 40 * PIECE)
    assert found["games_per_s"] > 0


def test_processes_play_what_threads_play(monkeypatch: pytest.MonkeyPatch) -> None:
    job = series()
    with crews.InProcesses(job, 2) as crew:
        found = dict(crew.each([(0, 30), (30, 10), (40, 60)]))
    assert {piece: sums.games for piece, sums in found.items()} == {(0, 30): 30, (30, 10): 10, (40, 60): 60}
    assert all(same(sums, job.play(piece)) for piece, sums in found.items())


def test_what_a_piece_says_against_it_is_said_here() -> None:
    with crews.InProcesses(series(), 1) as crew, pytest.raises(LostCrew, match="9 choices"):
        crew.submit(Refusing(), 9).result()


class Refusing:
    """A job that cannot be played."""

    game, bots, compiles = series().game, (), "nothing"

    def begin(self) -> None: ...

    def play(self, piece: int) -> None:
        raise BadOption(f"{piece} choices")


def test_bots_of_this_process_play_in_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "_REGISTERED", {})
    register("lowest", Lowest)
    job = series(bots="lowest")
    with crew_for(job, 2) as crew:
        assert [sums.games for _, sums in crew.each([(0, 1)])] == [1]
    with pytest.raises(BadOption, match="'lowest' is known in this process alone"):
        crew_for(job, ray="127.0.0.1:1")


# -- who can play along ------------------------------------------------------------------------------------------------


def test_all_have_to_be_alike() -> None:
    here = marks("hellas")
    check_alike(here, here)
    with pytest.raises(LostCrew, match=r"it has Petteia 9\.9, and .* has .*: on all machines, pip install 'petteia=="):
        check_alike(here, {**here, "Petteia": "9.9"})
    for other in ("its program text of Petteia", "its network for Hellas", "its box of Hellas"):
        with pytest.raises(LostCrew, match=f"{other} is not that of the machine that asks; install the same on all"):
            check_alike(here, {**here, other: "x"})


def test_marks_go_by_what_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    before = marks("peloponnes")
    assert marks("hellas") != before
    monkeypatch.setattr(roster, "_REGISTERED", {"lowest": Lowest})
    assert set(marks("peloponnes", ["lowest"])) - set(before) == {"the program of the bot 'lowest'"}


def test_another_version_refuses_before_it_reads_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    packing, own = packed(series()), crews._own_marks()
    monkeypatch.setattr(crews, "_own_marks", lambda: {**own, "Petteia": "0.0.1"})
    crews._unpacked.cache_clear()
    refused = play_there(packing, (0, 1))
    assert isinstance(refused, crews.Refused)
    assert "it has Petteia 0.0.1, and the machine that asks has" in refused.words


@pytest.mark.parametrize("seats", [(2,), (2, 3)])
def test_what_is_tried_is_the_same_elsewhere(seats: tuple[int, ...]) -> None:
    job = Trying("peloponnes", seats, 1, 4)
    there = pickle.loads(pickle.dumps(dataclasses.replace(job, weights=None)))
    one, other = job.play(1), there.play(1)
    assert np.array_equal(one.entries, other.entries)
    assert np.array_equal(one.win, other.win)


def test_wrong_numbers_of_workers_are_refused() -> None:
    for workers in (0, 1025):
        with pytest.raises(BadOption, match="1 to 1024 workers"):
            crew_for(series(), workers)
    with pytest.raises(BadOption, match="workers are those of this machine"):
        crew_for(series(), 2, "auto")


def test_without_a_cluster_it_is_said_how_to_start_one() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'petteia[ray]'")
    with pytest.raises(LostCrew, match=r"no Ray cluster answers at 127\.0\.0\.1:1 .*'ray start --head'"):
        OnRay(series(), "127.0.0.1:1")
    with pytest.raises(LostCrew, match="no Ray cluster can be used at 'nonsense'"):
        OnRay(series(), "nonsense")


def test_without_ray_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(LostCrew, match=r"pip install 'petteia\[ray\]'"):
        OnRay(series(), "auto")


def test_a_contest_that_rotates_is_cut_between_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[tuple[int, int]] = []
    play = Contest.play
    monkeypatch.setattr(Contest, "play", lambda self, *piece: (pieces.append(piece), play(self, *piece))[1])
    Simulation("peloponnes", 3, 2 * PIECE + 2, "random,greedy,random", rotate=True).run()
    assert all(first % 3 == count % 3 == 0 for first, count in pieces if (first, count) != (0, 1))
