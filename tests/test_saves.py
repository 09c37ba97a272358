"""Saves: what is written comes back the same, and every kind of damage is refused with the move where it breaks."""

from __future__ import annotations

import contextlib
import json
import pathlib
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import petteia
from petteia import BadSave, OldSave
from petteia.match.files import LONGEST_SAVE

GAME = petteia.games.find("peloponnes")
Match = petteia.Match
Data = dict[str, Any]
MOVES = 15


def played(seats: int = 3, seed: int = 1, moves: int = MOVES, **more: Any) -> Match:
    match = petteia.new("peloponnes", seats=seats, seed=seed, **more)
    dice = random.Random(seed)
    while not match.over and match.move_number < moves:
        match.play(dice.choice(match.choices))
    return match


def there_and_back(match: Match, folder: pathlib.Path) -> Match:
    match.save(folder / "game.json")
    return petteia.load(folder / "game.json")


def same(one: Match, other: Match) -> bool:
    return one.state.tobytes() == other.state.tobytes() and [c.id for c in one.history] == [c.id for c in other.history]


@pytest.fixture
def saved(tmp_path: pathlib.Path) -> Data:
    played().save(tmp_path / "good.json")
    data: Data = json.loads((tmp_path / "good.json").read_text(encoding="utf-8"))
    return data


Load = Callable[[Any], Match]


@pytest.fixture
def load(tmp_path: pathlib.Path) -> Load:
    """Loads what is given as text, bytes or JSON."""

    def load(content: Any) -> Match:
        path = tmp_path / "bad.json"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return petteia.load(path)

    return load


def refused(load: Load, content: Any) -> BadSave:
    with pytest.raises(BadSave) as caught:
        load(content)
    return caught.value


# -- there and back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("moves", [0, 1, 20, 1000])
def test_a_save_comes_back_the_same(seats: int, moves: int, tmp_path: pathlib.Path) -> None:
    match = played(seats, seats, moves)
    again = there_and_back(match, tmp_path)
    assert same(again, match)
    assert again.log() == match.log()
    assert again.news == match.news
    assert again.over == match.over
    assert again.verify()
    for _ in range(match.move_number):
        again.undo()


def test_a_save_carries_its_options(tmp_path: pathlib.Path) -> None:
    options = {"solo_level": 4, "used_civilizations": ["Argos"], "luxury_for_food": "must"}
    match = played(1, 3, options=options)
    again = there_and_back(match, tmp_path)
    assert same(again, match)
    assert again.options == options


def test_a_save_names_versions_options_box_seed_and_choices(saved: Data) -> None:
    assert {"format", "game", "rules", "seats", "options", "box", "seed", "start", "choices"} <= set(saved)
    assert saved["rules"] == GAME.rules_version
    assert saved["box"] == GAME.box.fingerprint
    assert len(saved["choices"]) == MOVES


def test_what_was_taken_back_is_not_saved(tmp_path: pathlib.Path) -> None:
    match = played()
    match.undo()
    assert len(there_and_back(match, tmp_path).history) == MOVES - 1


def test_a_save_with_a_box_of_its_own_carries_it(tmp_path: pathlib.Path, load: Load) -> None:
    path = tmp_path / "my.toml"
    path.write_text(GAME.box.text.replace("pass_income = 3", "pass_income = 5"), encoding="utf-8")
    match = played(box=path)
    path.unlink()
    again = there_and_back(match, tmp_path)
    assert same(again, match)
    assert again.box.record[0]["pass_income"] == 5
    data = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    for broken in (None, {}, {"name": "x"}, [], "text", 3, {"name": "x", "text": "nonsense"}, {"name": "x", "text": 3}):
        assert refused(load, {**data, "box_file": broken}).move == 0
    other = {"name": "x", "text": data["box_file"]["text"].replace("pass_income = 5", "pass_income = 6")}
    assert "the box is not the one" in str(refused(load, {**data, "box_file": other}))


def test_saves_of_positions(tmp_path: pathlib.Path) -> None:
    match = petteia.position(played().position())
    for _ in range(5):
        match.play(match.choices[-1])
    again = there_and_back(match, tmp_path)
    assert same(again, match)
    assert again.verify()


@pytest.mark.parametrize("edit", [{"seats": 2}, {"options": {"conquest_bid": "exact"}}, {"seed": "12" * 32}])
def test_a_save_of_a_position_that_says_otherwise(tmp_path: pathlib.Path, load: Load, edit: Data) -> None:
    petteia.position(played().position()).save(tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert refused(load, {**data, **edit}).move == 0


def test_saves_of_hidden_forks(tmp_path: pathlib.Path) -> None:
    match = played().hidden(1, 2)
    for _ in range(5):
        match.play(match.choices[-1])
    assert same(there_and_back(match, tmp_path), match)


def test_a_save_of_numpy_seats(tmp_path: pathlib.Path) -> None:
    match = played(np.int64(2))  # type: ignore[arg-type]
    assert same(there_and_back(match, tmp_path), match)


def test_a_failed_save_leaves_the_old_one(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    played().save(path)
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for broken in ("replace", "write_text", "write_bytes"):
        with monkeypatch.context() as patch:
            patch.setattr(pathlib.Path, broken, full)
            with contextlib.suppress(OSError):
                played(moves=3).save(path)
        if path.read_bytes() != before:  # this way of writing was not used: it was saved whole
            assert len(petteia.load(path).history) == 3
            path.write_bytes(before)
    with pytest.raises(OSError, match=r".+"):
        played().save(tmp_path / "missing" / "game.json")
    assert same(petteia.load(path), played())


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    ["", " ", "nonsense", "[]", "3", "null", '"save"', "{}", '{"petteia": "save"}', '{"petteia": 3}', b"\xff\xfe\x00"],
)
def test_what_is_no_save_has_no_move(load: Load, content: Any) -> None:
    assert refused(load, content).move is None


def test_a_file_that_is_not_there(tmp_path: pathlib.Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(BadSave, match="cannot be read") as caught:
            petteia.load(path)
        assert caught.value.move is None


def test_a_file_that_is_too_large(load: Load) -> None:
    problem = refused(load, " " * (LONGEST_SAVE + 1))
    assert problem.move is None
    assert "too large for a save file: at most 512 kB" in str(problem)


def test_a_file_that_goes_too_deep(load: Load) -> None:
    assert refused(load, "[" * 100_000).move is None


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off(load: Load, saved: Data, part: float) -> None:
    text = json.dumps(saved)
    assert "damaged" in str(refused(load, text[: int(len(text) * part)]))


@pytest.mark.parametrize("key", ["format", "game", "rules", "seats", "options", "box", "seed", "start", "choices"])
@pytest.mark.parametrize("wrong", [None, True, 3.5, [[]], {"a": 1}, "missing"])
def test_a_key_that_is_missing_or_of_another_type(load: Load, saved: Data, key: str, wrong: Any) -> None:
    if wrong == "missing":
        del saved[key]
    else:
        saved[key] = wrong
    refused(load, saved)


@pytest.mark.parametrize("number", [2, 10**9])
def test_a_newer_format(load: Load, saved: Data, number: int) -> None:
    bad = refused(load, {**saved, "format": number, "choices": "written otherwise"})
    assert f"format {number}, newer than this program knows" in str(bad)


@pytest.mark.parametrize("number", [0, -1])
def test_a_format_that_never_was(load: Load, saved: Data, number: int) -> None:
    assert "format" in str(refused(load, {**saved, "format": number}))


def test_newer_rules(load: Load, saved: Data) -> None:
    bad = refused(load, {**saved, "rules": GAME.rules_version + 1})
    assert "newer than this program's" in str(bad)
    assert bad.move == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"seats": 9}, "1 to 5 players"),
        ({"seats": 2}, "comes out differently"),
        ({"seed": "00" * 32}, "stands still"),
        ({"seed": "12" * 32}, "comes out differently"),
        ({"seed": "12"}, "is no seed"),
        ({"seed": "ab " * 20 + "abab"}, "is no seed"),
        ({"options": {"nonsense": 1}}, "there is no option 'nonsense'"),
        ({"options": {"conquest_bid": "exact"}}, "comes out differently"),
        ({"box": "0123456789abcdef"}, "the box is not the one"),
        ({"start": "0123456789abcdef"}, "comes out differently"),
        ({"position": "nonsense"}, "not written as name = value"),
        ({"position": 'game = "peloponnes"\nseats = 2\nplayers = [1]'}, "players"),
        ({"position": 3}, "not written as name = value"),
    ],
)
def test_a_beginning_that_was_edited(load: Load, saved: Data, changes: Data, said: str) -> None:
    bad = refused(load, {**saved, **changes})
    assert bad.move == 0
    assert said in str(bad)


@pytest.mark.parametrize("move", [1, 7, MOVES])
@pytest.mark.parametrize(
    "wrong",
    [
        None,
        3,
        "pass",
        [],
        ["pass"],
        [3, "x"],
        ["pass", "x", "y"],
        ["nonsense", "x"],
        ["", "x"],
        ["bid ² 3", "x"],
        ["income wood", "x"],
        ["bid 5 70", "x"],
    ],
)
def test_a_move_that_is_none(load: Load, saved: Data, move: int, wrong: Any) -> None:
    saved["choices"][move - 1] = wrong
    bad = refused(load, saved)
    assert bad.move == move
    assert str(bad).startswith(f"move {move}: ")


@pytest.mark.parametrize("move", [1, 7, MOVES])
@pytest.mark.parametrize("mark", ["0" * 16, "", None, 3])
def test_a_mark_that_was_edited(load: Load, saved: Data, move: int, mark: Any) -> None:
    saved["choices"][move - 1][1] = mark
    assert refused(load, saved).move == move


@pytest.mark.parametrize("move", [1, 7, MOVES])
def test_another_legal_choice(load: Load, saved: Data, move: int) -> None:
    match = played(moves=move - 1)
    words = saved["choices"][move - 1][0]
    saved["choices"][move - 1][0] = next(choice.words for choice in match.choices if choice.words != words)
    bad = refused(load, saved)
    assert bad.move == move
    assert "edited or damaged" in str(bad)


def test_an_illegal_choice_names_its_clause(load: Load, saved: Data) -> None:
    saved["choices"][4][0] = "discard"
    assert "§16.1" in str(refused(load, saved))


def test_a_move_left_out_and_a_move_too_many(load: Load, saved: Data) -> None:
    shorter = {**saved, "choices": saved["choices"][:5] + saved["choices"][6:]}
    assert refused(load, shorter).move == 6
    longer = {**saved, "choices": [*saved["choices"], saved["choices"][-1]]}
    assert refused(load, longer).move == MOVES + 1


def test_a_move_after_the_end(load: Load, tmp_path: pathlib.Path) -> None:
    match = played(moves=1000)
    match.save(tmp_path / "whole.json")
    data = json.loads((tmp_path / "whole.json").read_text(encoding="utf-8"))
    bad = refused(load, {**data, "choices": [*data["choices"], ["pass", "x"]]})
    assert bad.move == match.move_number + 1
    assert "§16.4" in str(bad)


def test_an_older_save_that_comes_out_the_same_is_loaded_in_silence(load: Load, saved: Data) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same(load({**saved, "rules": 0}), played())


def test_an_older_save_that_comes_out_differently_is_loaded_and_says_so(load: Load, saved: Data) -> None:
    saved["choices"][6][1] = "0" * 16
    with pytest.warns(OldSave, match="move 7: this save of rules version 0 comes out differently"):
        again = load({**saved, "rules": 0})
    assert same(again, played())


def test_an_older_save_with_an_illegal_choice_is_refused(load: Load, saved: Data) -> None:
    saved["choices"][6][0] = "discard"
    bad = refused(load, {**saved, "rules": 0})
    assert bad.move == 7
    assert f"rules version 0 comes out differently under version {GAME.rules_version}" in str(bad)


# A whole game written when Peloponnes still asked in which order to complete buildings where it made no difference.
ASKED_MORE = pathlib.Path(__file__).parent / "saves" / "peloponnes_rules_1.json"
IDLE = 9  # the move that answers such a question


def test_an_older_save_may_answer_a_question_that_is_no_longer_asked() -> None:
    data: Data = json.loads(ASKED_MORE.read_text(encoding="utf-8"))
    assert (data["rules"], data["choices"][IDLE - 1][0]) == (1, "complete 1")
    with pytest.warns(OldSave) as warned:
        match = petteia.load(ASKED_MORE)
    said = "this save of rules version 1 comes out differently under version"
    assert [str(warning.message) for warning in warned] == [f"move {IDLE - 1}: {said} {GAME.rules_version}"]
    played = [choice.words for choice in match.history]
    assert played == [words for words, _ in data["choices"][: IDLE - 1] + data["choices"][IDLE:]]
    assert match.over
    assert match.digest() == data["choices"][-1][1]
    assert match.verify()


def test_where_an_older_save_leads_elsewhere_nothing_is_left_out(load: Load) -> None:
    data: Data = json.loads(ASKED_MORE.read_text(encoding="utf-8"))
    data["choices"][IDLE - 1][1] = "0" * 16  # the state that today's rules come to is none of the save's
    with pytest.warns(OldSave):
        bad = refused(load, data)
    assert bad.move == IDLE
    assert f"rules version 1 comes out differently under version {GAME.rules_version}" in str(bad)


def test_verify_finds_a_state_that_was_changed() -> None:
    match = played()
    match.state["players"][0]["coins"] += 1
    with pytest.raises(BadSave) as caught:
        match.verify()
    assert caught.value.move == MOVES


@given(st.data())
@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_damaged_bytes_are_loaded_or_refused(load: Load, saved: Data, data: st.DataObject) -> None:
    raw = json.dumps(saved).encode()
    at = data.draw(st.integers(0, len(raw)))
    new = data.draw(st.one_of(st.binary(max_size=3), st.sampled_from([b"0", b"1", b'"', b",", b"[", b"}", b" ", b"-"])))
    with contextlib.suppress(BadSave), warnings.catch_warnings():
        warnings.simplefilter("ignore", OldSave)
        load(raw[:at] + new + raw[at + data.draw(st.integers(0, 3)) :])
