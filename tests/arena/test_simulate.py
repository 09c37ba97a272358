"""Simulations say how bots do against each other, the same for any number of workers."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

import petteia
from petteia.arena.simulate import PIECE, confidence, margins_of, simulate
from petteia.bots import UnknownBot, register, roster

KEYS = [
    "game",
    "seats",
    "games",
    "bots",
    "seed",
    "workers",
    "seconds",
    "decisions",
    "games_per_s",
    "decisions_per_s",
    "decisions_per_game",
    "mean_scores",
    "win_rates",
    "win_rate_ci",
]


def outcome(**more: Any) -> dict[str, Any]:
    """What does not depend on the clock."""
    asked = {"game": "peloponnes", "seats": 3, "games": 2 * PIECE + 7, "bots": "random", "seed": 1, **more}
    found = simulate(**asked).as_json()
    return {key: found[key] for key in ("decisions", "mean_scores", "win_rates", "win_rate_ci")}


def test_the_keys_are_those_promised() -> None:
    found = simulate("peloponnes", 4, 100, "random", seed=3).as_json()
    assert list(found) == KEYS
    assert json.loads(json.dumps(found)) == found
    assert [found[key] for key in ("game", "seats", "games", "seed", "workers")] == ["peloponnes", 4, 100, 3, 1]
    assert found["bots"] == ["random"] * 4
    assert found["decisions_per_game"] == pytest.approx(found["decisions"] / 100)
    assert found["games_per_s"] == pytest.approx(100 / found["seconds"])
    assert found["decisions_per_s"] == pytest.approx(found["decisions"] / found["seconds"])
    assert [len(found[key]) for key in ("mean_scores", "win_rates", "win_rate_ci")] == [4, 4, 4]


def test_different_bots_have_margins() -> None:
    found = simulate("peloponnes", 2, 100, "random,greedy", seed=3, rotate=True).as_json()
    assert list(found) == [*KEYS, "rotate", "margins", "margin_ci"]
    assert found["margins"][0] == pytest.approx(-found["margins"][1])
    assert found["mean_scores"][1] - found["mean_scores"][0] == pytest.approx(found["margins"][1])
    low, high = found["margin_ci"][1]
    assert 0 < low < found["margins"][1] < high


def test_margins_are_to_the_best_other() -> None:
    rows = np.array([[5.0, 3.0, 4.0], [2.0, 2.0, 1.0]])
    assert margins_of(rows).tolist() == [[1.0, -2.0, -1.0], [0.0, 0.0, -1.0]]
    assert margins_of(rows[:, :1]).tolist() == [[5.0], [2.0]]


def test_bots_that_rotate_play_each_deal_from_every_seat() -> None:
    """Equal bots then have no seat to thank for anything, and the same games come out for each."""
    found = simulate("peloponnes", 3, 900, "random,greedy,random", seed=1, rotate=True)
    assert found.bots == ["random", "greedy", "random"]
    assert found.win_rates[1] > 0.8
    alone = [simulate("peloponnes", 3, 3, bots, seed=1, rotate=True) for bots in ("greedy,random,random",) * 2]
    assert alone[0].win_rates == alone[1].win_rates
    assert outcome(games=PIECE * 3, bots="greedy", rotate=True, workers=3) == outcome(
        games=PIECE * 3, bots="greedy", rotate=True
    )


class Lowest:
    """Somebody else's bot."""

    def __init__(self, game: str, seed: bytes) -> None: ...

    def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> int:
        return min(match.legal_ids)


@pytest.fixture
def lowest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "_REGISTERED", {})
    register("lowest", Lowest)


@pytest.mark.usefixtures("lowest")
def test_bots_in_python_play_too() -> None:
    done: list[int] = []
    found = simulate("peloponnes", 2, 6, "greedy,lowest", seed=1, rotate=True, progress=done.append)
    assert found.bots == ["greedy", "lowest"]
    assert found.win_rates == [1.0, 0.0]
    assert sum(done) == 6


@pytest.mark.usefixtures("lowest")
def test_bots_in_python_are_dealt_the_same() -> None:
    """Whoever always passes leaves the deal as it was: the scores tell it."""
    mine = simulate("peloponnes", 2, 4, "lowest", seed=1)
    assert mine.mean_scores == simulate("peloponnes", 2, 4, "lowest", seed=1).mean_scores
    assert mine.mean_scores != simulate("peloponnes", 2, 4, "lowest", seed=2).mean_scores


@pytest.mark.parametrize("workers", [2, 3, 16])
def test_any_number_of_workers_gives_the_same(workers: int) -> None:
    assert outcome(workers=workers) == outcome()


def test_seeds_differ() -> None:
    assert outcome(seed=2) != outcome()


def test_somebody_wins_every_game() -> None:
    assert sum(outcome()["win_rates"]) == pytest.approx(1)
    assert simulate("peloponnes", 1, 50).win_rates == [1.0]


def test_every_game_counts_once() -> None:
    few = [simulate("peloponnes", 2, games, seed=5) for games in (1, PIECE, PIECE + 1)]
    assert few[2].decisions - few[1].decisions < 200
    assert few[0].games == 1


def test_a_mixed_line_up_sits_as_named() -> None:
    found = simulate("peloponnes", 3, 500, "random, greedy,random", seed=1)
    assert found.bots == ["random", "greedy", "random"]
    assert max(found.win_rates) == found.win_rates[1] > 0.8


def test_options_and_boxes_are_used(tmp_path: pathlib.Path) -> None:
    plain = outcome(games=300)
    assert outcome(games=300, options={"luxury_for_food": "must"}) != plain
    path = tmp_path / "my.toml"
    path.write_text(petteia.games.find("peloponnes").box.text.replace("C = 2", "C = 1"), encoding="utf-8")
    assert outcome(games=300, box=path)["decisions"] < plain["decisions"]


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (1, 10), (5, 10), (10, 10), (380, 1000), (1, 1), (999, 1000)])
def test_the_interval_is_wilsons(wins: int, games: int) -> None:
    known = binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert confidence(wins / games, games) == pytest.approx((known.low, known.high), abs=1e-12)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    dice = random.Random(1)
    held = 0
    for _ in range(1000):
        low, high = confidence(sum(dice.random() < 0.3 for _ in range(200)) / 200, 200)
        held += low <= 0.3 <= high
    assert 0.93 < held / 1000 < 0.975


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"game": "chess"}, petteia.UnknownGame, "there is no game 'chess'"),
        ({"seats": 0}, petteia.BadOption, "1 to 5 players"),
        ({"seats": 6}, petteia.BadOption, "1 to 5 players"),
        ({"seats": "3"}, petteia.BadOption, "1 to 5 players"),
        ({"games": 0}, petteia.BadOption, "games can be played"),
        ({"games": -5}, petteia.BadOption, "games can be played"),
        ({"games": 10, "rotate": True}, petteia.BadOption, "10 games are no multiple of that"),
        ({"workers": 0}, petteia.BadOption, "1 to 1024 workers"),
        ({"workers": 10**9}, petteia.BadOption, "1 to 1024 workers"),
        ({"seed": -1}, petteia.BadOption, "the seed is a whole number"),
        ({"seed": 2**63}, petteia.BadOption, "the seed is a whole number"),
        ({"bots": "human"}, UnknownBot, "there is no bot 'human'"),
        ({"bots": ""}, UnknownBot, "there is no bot ''"),
        ({"bots": "random,human,random"}, UnknownBot, "there is no bot 'human'"),
        ({"bots": "random,greedy"}, petteia.BadOption, "2 bots for 3 seats"),
        ({"bots": "random," * 3}, UnknownBot, "there is no bot ''"),
        ({"options": {"nonsense": 1}}, petteia.BadOption, "there is no option 'nonsense'"),
        ({"box": "missing.toml"}, petteia.BadBox, "missing.toml"),
    ],
)
def test_bad_input_is_refused(wrong: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        simulate(**{"game": "peloponnes", "seats": 3, "games": 10, **wrong})
    assert said in str(caught.value)


def test_progress_adds_up_to_the_games() -> None:
    done: list[int] = []
    simulate("peloponnes", 2, PIECE + 7, progress=done.append)
    assert sum(done) == PIECE + 7
