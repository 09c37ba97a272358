"""Bots that search think in pieces, come to the same choice with the same simulations, and play better for it."""

from __future__ import annotations

import contextlib
import io
import math
import os
import random
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import petteia
from petteia.arena.simulate import simulate
from petteia.bots import Bot, BotFault
from petteia.bots.roster import find, players
from petteia.bots.roster import futures as futures_module
from petteia.bots.roster.futures import futures
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.desk import Desk
from petteia.engine import chance, valuing
from petteia.engine.compiling import driver
from petteia.engine.verbs import legal, progress, scale, sift

GAMES = petteia.games.NAMES


@driver
def exps(x: Any, out: Any) -> None:
    for i in range(len(x)):
        out[i] = valuing.exp(x[i])


@driver
def chances_of(values: Any, scale: float) -> None:
    valuing.softmax(values, len(values), scale)


def test_the_exponential_function() -> None:
    x = np.linspace(-39.9, 3, 2000)
    out = np.zeros(len(x))
    exps(x, out)
    assert np.allclose(out, np.exp(x), rtol=1e-9)
    exps(np.array([-41.0]), out)
    assert out[0] == 0


def test_chances_of_values() -> None:
    values = np.array([3.0, 1.0, -500.0])
    chances_of(values, 2.0)
    assert values.tolist() == pytest.approx([math.e / (1 + math.e), 1 / (1 + math.e), 0])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["middle", "hard"])
def test_pieces_come_to_the_same_as_one_go(game: str, level: str) -> None:
    match = petteia.new(game, seats=3, seed=3)
    for _ in range(7):
        match.play(Bot("greedy", 2).choose(match))
    named = find(f"{level}:simulations=60")
    found = []
    for piece in (60, 7, 1):
        mind = Mind(match.game, row_for(named, game, 3)[np.newaxis].copy(), match.box)
        mind.begin(match.box, match.array, chance.seeded_rng(bytes(range(32))))
        best = -1
        for _ in range(-(-60 // piece)):
            best = mind.go_on(match.box, piece)
        found.append(best)
    if find(level).level.settings(game)["kind"] == "tree":  # type: ignore[union-attr]
        found.pop(1)  # which made 63
    assert len(set(found)) == 1
    assert found[0] in match.legal_ids


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["middle", "hard"])
def test_the_clock_does_not_change_what_a_number_of_simulations_leads_to(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pieces are as large as the machine is fast: all choices come in the same order, whatever they are."""
    match, dice = petteia.new(game, seats=3, seed=3), random.Random(3)
    for _ in range(8):
        found = []
        for first, piece in ((1000, 1000), (16, 2), (1, 1)):
            monkeypatch.setattr(players, "FIRST_PIECE", first)
            monkeypatch.setattr(players, "next_piece", lambda last, took, piece=piece: piece)
            found.append(Bot(level, 1).ranking(match, simulations=33))
        assert found == found[:1] * 3
        match.play(dice.choice(match.legal_ids))


@pytest.mark.parametrize("game", GAMES)
def test_the_effort_of_a_search_has_a_bound(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a decision takes goes by the choices that are tried on the way: whoever has many makes fewer simulations,
    the same on every machine. Whoever asks for a number of simulations gets as many."""
    match = petteia.new(game, seats=3, seed=3)
    while len(match.legal_ids) < 3:
        match.play(Bot("greedy", 2).choose(match))

    def simulations(name: str, piece: int = 1000, **given: Any) -> tuple[int, list[int]]:
        monkeypatch.setattr(players, "next_piece", lambda last, took: piece)
        order, row = Bot(name, 1).ranking(match, **given), row_for(find(name), game, 3)
        with players.mind_for(match.game, match.box, row) as mind:  # the one that has just searched
            return mind.simulations, order

    free, _ = simulations("hard:simulations=400")
    bound, order = simulations("hard:simulations=400:effort=2000")
    assert 0 < bound < free
    assert free >= 400 // 2  # halving: rounds are never cut
    assert simulations("hard:simulations=400:effort=2000", piece=1) == (bound, order)
    assert simulations("hard:effort=2000", simulations=400)[0] == free


IN_ANOTHER_PROCESS = """
import petteia
from petteia.bots import Bot
match = petteia.new("{game}", seats=3, seed=3)
for _ in range(6):
    print(Bot("hard", 1).ranking(match, simulations=40), Bot("master", 1).ranking(match, simulations=90, threads=2))
    match.play(Bot("greedy", match.move_number).choose(match))
"""


@pytest.mark.parametrize("game", ["peloponnes", "hellas"])
def test_another_process_comes_to_the_same(game: str) -> None:
    """One that has a single core, if the system lets it be bound to one."""

    def bound() -> None:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    program, here = IN_ANOTHER_PROCESS.format(game=game), io.StringIO()
    with contextlib.redirect_stdout(here):
        exec(program, {})
    there = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=bound, check=True
    )
    assert there.stdout == here.getvalue()
    assert len(there.stdout.splitlines()) == 6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["middle", "hard"])
def test_the_choices_are_put_in_order(game: str, level: str) -> None:
    match, dice = petteia.new(game, seats=2, seed=4), random.Random(4)
    most = 0
    for _ in range(12):
        order = Bot(level, 1).ranking(match, simulations=40)
        assert order[0] == Bot(level, 1).choose(match, simulations=40)
        assert len(order) == len(set(order))
        assert set(order) <= set(match.legal_ids)
        most = max(most, len(order))
        match.play(dice.choice(match.legal_ids))
    assert most >= 3
    assert Bot("greedy", 1).ranking(match) == [Bot("greedy", 1).choose(match)]


@pytest.mark.parametrize(("game", "level"), [("peloponnes_card", "hard"), ("hellas", "hard"), ("peloponnes", "master")])
def test_several_threads_share_a_search(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come to the same choice every time, whatever is hidden, and no generator serves two of them."""
    match = petteia.new(game, seats=3, seed=4)
    order = Bot(level, 1).ranking(match, simulations=90, threads=3)
    assert order == Bot(level, 1).ranking(match.hidden(match.to_move, 8), simulations=90, threads=3)
    assert set(order) <= set(match.legal_ids)
    made, begun = [], []
    begin, go_on = Mind.begin, Mind.go_on
    monkeypatch.setattr(Mind, "begin", lambda mind, box, s, rng: (begun.append(tuple(rng)), begin(mind, box, s, rng)))
    monkeypatch.setattr(Mind, "go_on", lambda mind, box, many: (made.append(many), go_on(mind, box, many)))
    assert Bot(level, 1).choose(match, simulations=90, threads=3) == order[0]
    assert len(set(begun)) == 3
    assert sum(made) >= 60  # the whole of it, less what halving makes beyond a piece


@pytest.mark.parametrize("game", GAMES)
def test_futures_are_the_same_however_they_are_cut(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They end, and each begins with its choice; the same choice twice comes to the same."""
    match = petteia.new(game, seats=2, seed=4)
    while len(match.legal_ids) < 2:
        match.play(Bot("greedy", 2).choose(match))
    choices = [*match.legal_ids[:2], match.legal_ids[0]]
    found = []
    for piece in (1, 3):
        monkeypatch.setattr(futures_module, "next_piece", lambda last, took, piece=piece: piece)
        rng = chance.seeded_rng(bytes(range(32)))
        pieces = [*futures(match, choices, rng, 5, lambda: False)]
        found.append(np.concatenate([ends for ends, _ in pieces]))
        noted = np.concatenate([notes for _, notes in pieces])
    assert found[0].shape == (5, 3)
    assert found[0].tobytes() == found[1].tobytes()
    assert [end.tobytes() for end in found[0][:, 0]] == [end.tobytes() for end in found[0][:, 2]]
    ends = [end.tobytes() for end in found[0].reshape(-1)]
    assert len(set(ends)) >= 5
    make = petteia.Match.resumed
    assert all(make(match.game, match.box, match.blank, 2, match.seed, [end], []).over for end in ends)
    scored = [kind.name for kind in match.game.news].index("scored")
    told = noted[:, :, scored, :, :2].reshape(-1, 2, 2)  # by future and seat: how often, and its first argument
    scores = [match.standing(end.reshape(1))[0] for end in found[0].reshape(-1)]
    assert told.tolist() == [[[1, points] for points in pair] for pair in scores]


def test_futures_end_when_they_are_told_to() -> None:
    match = petteia.new("peloponnes", seats=2, seed=3)
    pieces = [*futures(match, match.legal_ids[:2], chance.seeded_rng(bytes(range(32))), 1000, lambda: True)]
    assert [ends.shape for ends, _ in pieces] == [(1, 2)]


def test_a_search_ends_by_the_clock_or_when_it_is_told_to() -> None:
    match = petteia.new("peloponnes", seats=2, seed=3)
    bot = Bot("hard:simulations=1000000", 1)
    bot.choose(match, simulations=1)  # compiled
    began = time.monotonic()
    assert bot.choose(match, seconds=0.2) in match.legal_ids
    assert time.monotonic() - began < 10
    asked = []
    assert bot.choose(match, stop=lambda: bool(asked.append(1)) or len(asked) > 2) in match.legal_ids
    assert len(asked) == 3


@pytest.mark.parametrize(
    "wrong",
    [
        *({"seconds": value} for value in (0, -1.0, math.nan, "1", True)),
        *({"simulations": value} for value in (0, 2.5, math.nan, math.inf, "5", True)),
    ],
)
def test_no_time_at_all_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BotFault, match="a bot can be given"):
        Bot("hard").choose(petteia.new("peloponnes", seats=2, seed=3), **wrong)


@pytest.mark.parametrize("threads", [0, 65, 1.5, "2", True])
def test_no_thread_at_all_is_refused(threads: Any) -> None:
    with pytest.raises(BotFault, match="1 to 64 threads"):
        Bot("hard").choose(petteia.new("peloponnes", seats=2, seed=3), threads=threads)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["random", "easy", "greedy", "middle:simulations=8"])
def test_chances_are_chances(game: str, name: str) -> None:
    match = petteia.new(game, seats=3, seed=3)
    for _ in range(10):
        match.play(Bot("greedy", 2).choose(match))
    found = Bot(name, 1).chances(match)
    assert len(found) == 3
    assert all(0 <= one <= 1 for one in found)
    assert sum(found) == pytest.approx(1)
    assert Bot(name, 1).chances(match.hidden(match.to_move, 5)) == found


def test_who_plays_alone_goes_for_points() -> None:
    alone = [simulate("peloponnes", 1, 10, bot, seed=1).mean_scores[0] for bot in ("greedy", "hard:simulations=100")]
    assert alone[1] > alone[0]
    assert Bot("hard").chances(petteia.new("peloponnes", seats=1, seed=1)) == [1.0]


def test_chances_of_a_game_that_is_over() -> None:
    match = petteia.new("peloponnes", seats=3, seed=3)
    while not match.over:
        match.play(Bot("greedy", 2).choose(match))
    expected = [(rank == 1) / match.ranks.count(1) for rank in match.ranks]
    assert Bot("hard").chances(match) == expected


def test_chances_come_closer_to_the_end() -> None:
    """Of games between greedy bots, who is seen ahead three quarters into them wins mostly."""
    right = 0
    for seed in range(20):
        match, bot = petteia.new("peloponnes", seats=2, seed=seed), Bot("greedy", seed)
        while not match.over and match.facts["round_number"] < 7:
            match.play(bot.choose(match))
        seen = Bot("hard", 1).chances(match, simulations=100)
        while not match.over:
            match.play(bot.choose(match))
        right += seen.index(max(seen)) == match.ranks.index(1)
    assert right >= 13


@pytest.mark.parametrize(
    ("game", "seats", "games", "least"),
    [("peloponnes", 2, 40, 0.7), ("peloponnes", 3, 30, 0.6), ("hellas", 2, 20, 0.65), ("peloponnes_card", 2, 30, 0.6)],
)
def test_searching_beats_looking_one_decision_ahead(game: str, seats: int, games: int, least: float) -> None:
    """With a small part of what `hard` searches; docs/researcher.md has how strong it is."""
    bots = ",".join(["hard:simulations=200", *["greedy"] * (seats - 1)])
    assert simulate(game, seats, games, bots, seed=5, rotate=True).win_rates[0] > least


@pytest.mark.parametrize(
    ("game", "games"), [("peloponnes", 400), ("peloponnes_card", 300), ("hellas", 200), ("poseidon", 60)]
)
def test_easy_stands_between_random_and_greedy(game: str, games: int) -> None:
    assert simulate(game, 2, games, "easy,random", seed=5, rotate=True).win_rates[0] > 0.65
    assert simulate(game, 2, games, "easy,greedy", seed=5, rotate=True).win_rates[0] < 0.4


@pytest.mark.parametrize("game", GAMES)
def test_no_game_between_bots_is_longer_than_declared(game: str) -> None:
    found = petteia.games.find(game)
    for seats in (found.seats[-2], found.seats[-1]):
        for name in ("greedy", "easy"):
            match, bot = petteia.new(game, seats=seats, seed=1), Bot(name, 1)
            while not match.over:
                match.play(bot.choose(match))
            assert match.move_number < found.longest


@pytest.mark.parametrize("game", GAMES)
def test_progress_and_what_is_worth_considering(game: str) -> None:
    match, bot = petteia.new(game, seats=3, seed=1), Bot("greedy", 1)
    before = 0.0
    while not match.over:
        part, unit, kept = asked(match)
        assert before <= part <= 1
        assert unit > 0
        assert set(kept) <= set(match.legal_ids)
        assert len(kept) == len(set(kept)) >= 1
        before = part
        match.play(bot.choose(match))
    assert asked(match)[0] == 1
    assert before > 0.7


@driver
def ask_player(box: Any, s: Any, out: Any, found: Any) -> int:
    found[0], found[1] = progress(box[0], s[0]), scale(box[0], s[0])
    return sift(box[0], s[0], out, legal(box[0], s[0], out))


def asked(match: petteia.Match) -> tuple[float, float, list[int]]:
    found, out = np.zeros(2), np.zeros(match.game.space.size, np.int32)
    n = ask_player(match.box.record, match.array, out, found)
    return float(found[0]), float(found[1]), out[:n].tolist()


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_tried_with_the_same_luck(game: str) -> None:
    """Each position is one choice away from the decision, and what came of it is how the game ended."""
    found = petteia.games.find(game)
    rows = np.stack([row_for(find(name), game, 3) for name in ("greedy", "easy", "greedy", "hard")])
    blank = found.blank({}, 3, found.box)
    tried = [Mind(found, rows, found.box).tries(found.box, blank, 7, 0, 6, 9) for _ in range(2)]
    for one, two in zip(*tried, strict=True):
        assert one.tobytes() == two.tobytes()
    states, scores, rewards = tried[0]
    assert (states["seats"][:, :3] == 3).all()
    assert np.allclose(rewards[:, 1:3].sum(-1), 1)
    for decision, ends in zip(states, scores, strict=True):
        after = set()
        with Desk.of(found) as desk:
            for choice in desk.legal(found.box, decision[:1].copy()):
                then = decision[:1].copy()
                desk.play(found.box, then, choice)
                after.add(then.tobytes())
        kept = [state for state in decision[1:-1] if state["seats"]]
        assert {state.tobytes() for state in kept} <= after
        assert (ends[len(kept) + 1 : -1] == 0).all()
        assert (ends[-1] == ends[len(kept)]).all(), "the one from later on comes after the last choice"
