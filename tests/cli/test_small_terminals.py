"""`petteia play` in a terminal of 80 columns and 24 lines, and what is typed too early."""

from __future__ import annotations

import importlib
import os
import pathlib
import re
import sys

import pytest

import petteia
from petteia.bots import Bot
from petteia.cli.menu import Menu
from petteia.cli.words import Words
from petteia.games import NAMES

pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals are for Unix")
pyte = pytest.importorskip("pyte")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # as in test_play.py

WIDTH, HEIGHT = 80, 24
WAIT = 1200
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
# What stands on the board, by the beginnings of its lines, where a person decides about it.
BOARDS = {
    "peloponnes": [r"1 [│║]", r"2 [│║]", r"3 [│║]", r"4 [│║]", r"5 [│║]"],
    "peloponnes_card": [r"1 [│║]", r"2 [│║]", r"3 [│║]", r"4 [│║]", r"5 [│║]", r"6 [│║]"],
    "hellas": [rf"{row} +[^ ]" for row in "ABCDEFGHIJK"],
    "poseidon": [rf".*{row}\d" for row in "ABCDEFGHIJ"],
}


class Small:
    """A person at a small terminal."""

    def __init__(self, data: pathlib.Path, game: str, *arguments: str) -> None:
        environment = {**os.environ, "PETTEIA_DATA_DIR": str(data), "TERM": "xterm-256color"}
        environment.pop("COLUMNS", None)
        program = ["-c", "from petteia.cli import main; main()", "play", game, *arguments]
        self.child = pexpect.spawn(
            sys.executable, program, env=environment, dimensions=(HEIGHT, WIDTH), timeout=WAIT, echo=True
        )
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.ByteStream(self.screen)

    def wait(self) -> str:
        """What was shown until the next question, without colours."""
        self.child.expect(re.compile(rb">>? $|>>? (?=\r?$)|The game is over"))
        shown: bytes = self.child.before + self.child.after
        self.stream.feed(shown)
        return COLOURS.sub("", shown.decode()).replace("\r", "")

    def type(self, words: str) -> str:
        self.child.sendline(words)
        return self.wait()

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]


@pytest.mark.parametrize("game", NAMES)
def test_the_board_is_in_sight(tmp_path: pathlib.Path, game: str) -> None:
    """At each of the first decisions the whole board, the question, the choices and the prompt are on the screen."""
    table = Small(tmp_path, game, "--seats", "you,greedy,greedy", "--seed", "5")
    shown, seen = table.wait(), 0
    terminal = importlib.import_module(f"petteia.games.{game}.show.terminal")
    for _ in range(20):
        drawn = [row for row in BOARDS[game] if re.search(f"^{row}", shown, re.MULTILINE)]
        missing = [row for row in drawn if not any(re.match(row, line) for line in table.lines)]
        assert not missing, "\n".join(table.lines)
        assert table.lines[-1].startswith(">")
        seen += len(drawn) == len(BOARDS[game])
        match = petteia.load(next(path for path in (tmp_path / "saves").glob("*.json") if ".seats." not in path.name))
        menu = Menu(match, terminal, "en")
        assert all(any(f"{item.number}  " in line for line in table.lines) for item in menu.items)
        shown = table.type(menu.typed(Bot("greedy", 1).choose(match)))
    assert seen >= 3
    table.child.close(force=True)


def test_what_is_typed_while_bots_play_is_no_answer(tmp_path: pathlib.Path) -> None:
    table = Small(tmp_path, "peloponnes", "--seats", "you,greedy,greedy", "--seed", "5")
    table.wait()
    table.child.send("0\nquit\n")  # the second line comes before the bots have decided
    shown = table.wait()
    assert "Go on with" not in shown
    assert "Go on with" not in table.type("score")
    assert table.child.isalive()
    # Without bots in between, what is typed ahead is meant.
    alone = Small(tmp_path, "peloponnes", "--seats", "you,you", "--seed", "5")
    alone.wait()
    alone.child.send("0\nquit\n")
    alone.child.expect("Go on with")
    for one in (table, alone):
        one.child.close(force=True)


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_help_lists_the_words_of_the_game(tmp_path: pathlib.Path, lang: str) -> None:
    table = Small(tmp_path, "peloponnes", "--seed", "5", "--lang", lang)
    table.wait()
    shown = table.type("?")
    now, later = {"en": ("pass", "withdraw"), "de": ("passen", "ziehe"), "it": ("passa", "ritirare")}[lang]
    help_words = Words(lang).groups["help"]
    assert re.search(rf"{re.escape(str(help_words['now']))}.*\b{now}", shown, re.DOTALL), shown
    assert later in shown[shown.index(str(help_words["later"]).partition("{")[0]) :]
    table.child.close(force=True)
