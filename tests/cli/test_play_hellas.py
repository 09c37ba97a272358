"""`petteia play hellas` with piped input: a map, spaces by name, and a whole game of hints."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

PLAY = [sys.executable, "-c", "from petteia.cli import main; main()", "play", "hellas"]


def run(folder: pathlib.Path, lines: list[str], *arguments: str) -> str:
    ran = subprocess.run(
        [*PLAY, *arguments],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PETTEIA_DATA_DIR": str(folder), "COLUMNS": "80"},
        timeout=1200,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_space_is_typed_by_its_name(tmp_path: pathlib.Path) -> None:
    lines = ["action house_1", "house d2", "why house d2", "2", "c4", "quit"]
    shown = run(tmp_path, lines, "--seats", "you,you", "--seed", "3")
    assert "§5.5 Spaces with temples and quarries are never built on" in shown
    assert "On which space shall the house stand? A1 A2 B1" in shown
    assert "builds a house on C4 for 2 marble." in shown
    (path,) = (path for path in (tmp_path / "saves").glob("*.json") if ".seats." not in path.name)
    assert [words for words, _ in json.loads(path.read_text())["choices"]] == ["action 1", "house 12"]


def test_a_quarry_typed_by_its_name_says_why_not(tmp_path: pathlib.Path) -> None:
    shown = run(tmp_path, ["action house_1", "b2", "quit"], "--seats", "you,you", "--seed", "3")
    assert "§5.5 Spaces with temples and quarries are never built on" in shown
    assert "House 1 (1–2 marble)" in shown
    assert "Temple, 3 columns (6 marble)" in shown


def test_bots_go_by_their_names_in_the_language(tmp_path: pathlib.Path) -> None:
    shown = run(tmp_path, ["quit"], "--seats", "you,greedy", "--seed", "3", "--lang", "de")
    assert " · Gierig" in shown
    assert "greedy" not in shown


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_bots_play_to_the_end_and_the_standing_is_shown(tmp_path: pathlib.Path, lang: str) -> None:
    shown = run(tmp_path, [], "--seats", "greedy,random", "--seed", "3", "--lang", lang)
    assert "(§10.7)" in shown
    assert max(len(line) for line in shown.splitlines() if "/" not in line) <= 80


def test_there_are_no_solo_levels(tmp_path: pathlib.Path) -> None:
    ran = subprocess.run([*PLAY, "--solo", "1"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "petteia: Hellas has no solo levels\n")
