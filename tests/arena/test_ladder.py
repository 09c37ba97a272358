"""A ladder says how strong bots are, from all against all, and plays only what is missing."""

from __future__ import annotations

import importlib
import json
import pathlib
from typing import Any

import numpy as np
import pytest

import petteia
from petteia.arena import ladder as ladders
from petteia.arena.ladder import BadLadder, fitted, games_of, ladder, line_ups, mark_of
from petteia.bots import UnknownBot, find, roster


def test_everybody_meets_everybody() -> None:
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["a", "b"], 4) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert games_of("peloponnes", 3, "random,greedy,easy", 5) == 6 * 5 * 3


def test_strengths_are_found_again_that_games_were_drawn_by() -> None:
    true = np.log([1.0, 3.0, 10.0])
    dice = np.random.default_rng(1)
    won_by: dict[tuple[int, ...], Any] = {}
    for line_up in [(0, 1, 1), (1, 0, 0), (0, 2, 2), (2, 0, 0), (1, 2, 2), (2, 1, 1)]:
        weights = np.exp(true[list(line_up)])
        won_by[line_up] = np.bincount(dice.choice(3, 4000, p=weights / weights.sum()), minlength=3).astype(float)
    strengths, spread = fitted(3, won_by, 0)
    assert strengths[0] == spread[0] == 0
    assert np.all(np.abs(strengths - true) < 3 * spread + 1e-9)
    assert np.all(spread[1:] < 0.1)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    dice, held = np.random.default_rng(2), 0
    for _ in range(400):
        first = dice.binomial(200, 0.7)
        strengths, spread = fitted(2, {(0, 1): np.array([first, 200.0 - first])}, 1)
        held += abs(strengths[0] - np.log(0.7 / 0.3)) < ladders.CONFIDENCE * spread[0]
    assert 0.92 < held / 400 < 0.98


def test_who_wins_all_is_not_infinitely_strong() -> None:
    strengths, spread = fitted(2, {(0, 1): np.array([50.0, 0.0])}, 1)
    assert 3 < strengths[0] < 12
    assert np.isfinite(spread[0])


def test_greedy_stands_above_random_and_results_are_kept(tmp_path: pathlib.Path) -> None:
    path, told = tmp_path / "deep" / "results.jsonl", []
    found = ladder("peloponnes", 3, "random,greedy", deals=4, seed=3, workers=2, results=path, progress=told.append)
    assert [one.bot for one in found.standings] == ["greedy", "random"]
    strong, weak = found.standings
    assert strong.strength == strong.low == strong.high == 0
    assert weak.low < weak.strength < weak.high < 0
    assert (weak.games, strong.games) == (36, 36)
    assert sum(told) == 24 == games_of("peloponnes", 3, "random,greedy", 4)
    assert len(path.read_text().splitlines()) == 8
    assert json.loads(json.dumps(found.as_json())) == found.as_json()
    assert [meeting["games"] for meeting in found.meetings] == [12, 12]


def test_what_was_played_is_not_played_again(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.jsonl"
    first = ladder("peloponnes", 2, "random,greedy", deals=3, seed=3, results=path)
    with path.open("a") as file:
        file.write('{"game": "pelop')  # interrupted
    with monkeypatch.context() as change:
        change.setattr(ladders.Contest, "play", lambda *_: pytest.fail("played again"))
        assert ladder("peloponnes", 2, "random,greedy", deals=3, seed=3, results=path).standings == first.standings
    more = ladder("peloponnes", 2, "random,greedy", deals=4, seed=4, results=tmp_path / "other.jsonl")
    assert more.left_aside == 0


def test_results_of_others_are_left_aside(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "results.jsonl"
    ladder("peloponnes", 2, "random,greedy", deals=2, seed=3, results=path)
    assert ladder("peloponnes", 2, "random,greedy", deals=1, seed=4, results=path).left_aside == 2
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps({**line, "marks": ["x", "y"]}) + "\n" for line in lines))
    found = ladder("peloponnes", 2, "random,greedy", deals=2, seed=3, results=path)
    assert found.left_aside == 3


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"seats": 1}, petteia.BadOption, "at least 2 seats"),
        ({"deals": 0}, petteia.BadOption, "at least 1 deal"),
        ({"seed": -1}, petteia.BadOption, "the seed is a whole number"),
        ({"bots": "greedy,greedy"}, petteia.BadOption, "at least 2 different bots"),
        ({"bots": "greedy,human"}, UnknownBot, "there is no bot 'human'"),
        ({"game": "chess"}, petteia.UnknownGame, "there is no game 'chess'"),
    ],
)
def test_bad_input_is_refused(wrong: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        ladder(**{"game": "peloponnes", "bots": "random,greedy", "deals": 1, **wrong})
    assert said in str(caught.value)


def test_another_network_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    master, hard = find("master"), find("hard")
    marks = [mark_of(bot, "hellas", 2) for bot in (master, hard)]
    monkeypatch.setattr(ladders, "weights_of", lambda game: np.ones(3, np.float32))
    assert mark_of(master, "hellas", 2) != marks[0]
    assert mark_of(hard, "hellas", 2) == marks[1]


@pytest.mark.parametrize("file", ["tests_lone_bot.py", "tests_packed_bot/__init__.py"])
def test_another_program_of_somebody_elses_bot_is_another_version(
    file: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever mends his bot would else be told how strong it was before."""
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("class First:\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module(file.partition("/")[0].removesuffix(".py"))
    monkeypatch.setattr(roster, "_REGISTERED", {"first": module.First})
    before = mark_of(find("first"), "hellas", 2)
    assert before == mark_of(find("first"), "hellas", 2)
    path.write_text("class First:\n    better = True\n")
    assert mark_of(find("first"), "hellas", 2) != before


def test_a_file_of_something_else_is_not_added_to(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("milk\nbread\n")
    with pytest.raises(BadLadder, match=r"line 1 of .*notes.txt is no result of a ladder; name another file"):
        ladder("peloponnes", 2, "random,greedy", deals=1, results=path)
    with pytest.raises(BadLadder, match="results cannot be kept in"):
        ladder("peloponnes", 2, "random,greedy", deals=1, results=tmp_path)
    assert path.read_text() == "milk\nbread\n"
