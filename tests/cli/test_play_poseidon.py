"""`petteia play poseidon` with piped input: places by name, amounts, and whole games of bots."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

PLAY = [sys.executable, "-c", "from petteia.cli import main; main()", "play", "poseidon"]


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


def test_a_nation_is_founded_in_words(tmp_path: pathlib.Path) -> None:
    cards = ["card troja", "card knossos", "card mykene", "card poseidon", "card archon"]
    lines = [*cards, "found athenai", "3", "merchants 7", "why take 3", "1 4", "quit"]
    shown = run(tmp_path, lines, "--seats", "you,you", "--seed", "3")
    assert "founds Athenai at prestige 70." in shown
    assert "Athenai puts up 7 merchants for sale; its coffers get 490 drachmas." in shown
    assert "Not possible. §5.6" in shown
    assert "takes 4 merchants of Athenai for 280 drachmas and is king." in shown
    (path,) = (path for path in (tmp_path / "saves").glob("*.json") if ".seats." not in path.name)
    words = [words for words, _ in json.loads(path.read_text())["choices"]]
    assert words[-4:] == ["found 1", "prestige 3", "merchants 7", "take 4"]


def test_a_place_is_typed_by_its_name(tmp_path: pathlib.Path) -> None:
    cards = ["card troja", "card knossos", "card mykene", "card poseidon", "card archon"]
    founding = ["found athenai", "3", "merchants 7", "take 4", "done"]
    cautious = ["done", "done", "decline", "decline", "decline", "decline", "decline", "decline"]
    lines = [*cards, *founding, *cautious, "h14", "andros", "f12", "post f12", "quit"]
    shown = run(tmp_path, lines, "--seats", "you,you", "--seed", "3")
    assert "Not possible. §9.2" in shown
    assert "The discovery ship of Athenai sails to Andros (F12)." in shown
    assert "'f12' could be: post F12, settle F12." in shown
    assert "Athenai has a new post: Andros (F12)." in shown


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_bots_play_to_the_end_and_the_standing_is_shown(tmp_path: pathlib.Path, lang: str) -> None:
    shown = run(tmp_path, [], "--seats", "greedy,random,random", "--seed", "3", "--lang", lang)
    assert "(§14)" in shown
    assert max(len(line) for line in shown.splitlines() if "/" not in line) <= 80
