"""`petteia play`, driven as people drive it: in a pseudo-terminal, and with piped input."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import petteia
from petteia.bots import LEVELS, described, roster
from petteia.cli import main
from petteia.cli.bots import FACES

pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals are for Unix")
pyte = pytest.importorskip("pyte")

# Python 3.12 and later warn of fork beside threads; the child starts a program at once, which is safe.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

PROGRAM = [sys.executable, "-c", "from petteia.cli import main; main()", "play", "peloponnes"]
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
RESUME = re.compile(r"petteia play peloponnes --resume (\S+)")
ENTRY = re.compile(r"^ {0,2}(\d+)  (.+)$", re.MULTILINE)
WAIT = 1200  # seconds; the first start after a change of the rules compiles them, on a busy machine


class Terminal:
    """A person at a terminal."""

    def __init__(self, data: pathlib.Path, *arguments: str, size: tuple[int, int] = (40, 100)) -> None:
        self.data = data
        self.bytes = b""
        environment = {**os.environ, "PETTEIA_DATA_DIR": str(data), "TERM": "xterm-256color"}
        environment.pop("COLUMNS", None)
        self.child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *arguments], env=environment, dimensions=size, timeout=WAIT, echo=True
        )

    def wait(self, end: object = "> ") -> str:
        """What is shown until the next prompt (or the end), without colours."""
        self.child.expect(re.escape(end) if isinstance(end, str) else end)
        shown = self.child.before + (self.child.after if isinstance(self.child.after, bytes) else b"")
        self.bytes += shown
        return COLOURS.sub("", shown.decode()).replace("\r", "")

    def type(self, words: str, end: object = "> ") -> str:
        self.child.sendline(words)
        return self.wait(end)

    def close(self) -> int | None:
        self.wait(pexpect.EOF)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status

    @property
    def saves(self) -> list[pathlib.Path]:
        return sorted(path for path in (self.data / "saves").glob("*.json") if ".seats." not in path.name)


Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: pathlib.Path) -> Iterator[Sit]:
    opened: list[Terminal] = []

    def start(*arguments: str, size: tuple[int, int] = (40, 100)) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, size=size))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.child.close(force=True)


def pipe(data: pathlib.Path, lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PETTEIA_DATA_DIR": str(data), "COLUMNS": "100"}
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=WAIT,
        check=False,
    )


def first_choice(shown: str) -> str:
    """The number of the first thing offered, with its least amount."""
    number, text = ENTRY.findall(shown)[0]
    amount = re.search(r"(\d+) to \d+", text)
    return f"{number} {amount.group(1)}" if amount else str(number)


def table_of(shown: str) -> str:
    return shown[shown.index("┏┓┗┛") :]


def test_a_whole_game_by_first_choices(sit: Sit) -> None:
    table = sit("--seats", "you,greedy", "--seed", "5")
    shown = table.wait()
    assert "Round 1 of 8" in shown
    assert "you" in shown
    while "The game is over" not in shown:
        end = re.compile(rb"> |ties go by[^\n]*\n")
        shown = table.type(first_choice(shown), end)
    assert table.close() == 0
    assert "has" in shown
    match = petteia.load(table.saves[0])
    assert match.over
    for score in match.scores:
        assert re.search(rf"\b{score}\b", shown)


def test_why_not_rules_and_help(sit: Sit) -> None:
    table = sit("--seed", "7")
    table.wait()
    assert "§4.2 " in table.type("why bid 1 1")
    assert "§4.2 " in table.type("? bid 1 1")
    assert "§4.14" in table.type("why 5 5")
    assert "possible" in table.type("why bid 1 3")
    assert "not understood" in table.type("why on earth")
    assert "§4.3 A bid lies" in " ".join(table.type("rules 4.3").split())
    assert "§16.5" in table.type("rules 16")
    assert "The auction" in table.type("rules")
    assert "no clause 99.1" in table.type("rules 99.1")
    shown = table.type("?")
    for command in ("why", "rules", "undo", "redo", "log", "score", "hint", "save", "quit"):
        assert re.search(rf"^ +{command}\b", shown, re.MULTILINE)
    hint = table.type("hint")
    assert re.search(r"Hint +chance to\s", hint)
    assert re.search(r"^ *\d( \d+)? +(Bid|Pass).* \d+% ± \d+ +[\d.]+", hint, re.MULTILINE)
    assert "if all went on like the bot Greedy" in " ".join(hint.split())
    hint = table.type("hint 3 7")  # all coins for a tile that could not be built: surely not the best
    assert re.search(r"^3 7 .*\(asked about\)", hint, re.MULTILINE)
    assert "Compared with: Bid 7 coins on Street" in hint
    table.type("hint 1", ">> ")  # how much?
    assert "chance to win" not in table.type("")
    assert "§4.2 " in table.type("hint bid 1 1")
    assert "not understood" in table.type("hint of spring")
    assert "turned up in the auction row" in table.type("log")
    assert "higher sum" in table.type("sc")


def test_wrong_input_loses_nothing(sit: Sit) -> None:
    table = sit("--seed", "7")
    table.wait()
    before = petteia.load(table.saves[0]).digest()
    assert "§4.16" in table.type("1 9")
    assert "§4.2" in table.type("bid 2 1")
    assert "§4.10" in table.type("withdraw")
    assert "§16.1" in table.type("pay")
    assert "not understood" in table.type("hello there")
    assert "'99' is no amount" in table.type("bid 1 99")
    assert "There is no choice 9." in table.type("bid 9 3")
    assert "There is no choice 99." in table.type("99")
    assert "like this: bid 1 3" in table.type("bid")
    assert "§4.8" in table.type("move")
    assert "could be: score, table, save" in table.type("s")
    assert table.type("") is not None
    table.type("1", ">> ")
    table.type("", "> ")
    table.type("2", ">> ")
    assert "§4.2" in table.type("1")
    table.type("2", ">> ")
    assert "'1 3' is no amount that is possible here: a whole number from 3 to 7." in table.type("1 3")
    assert petteia.load(table.saves[0]).digest() == before
    shown = table.type("1 3")
    assert "bids 3 coins" in shown


def test_choices_by_number_word_beginning_and_name(sit: Sit) -> None:
    table = sit("--seats", "you,you,you", "--seed", "7")
    table.wait()
    shown = table.type("str 1")  # Street by its name
    assert "bids 1 coin on Street" in shown
    assert "bids 4 coins on Wide Fields" in table.type("b 1 4")
    assert "passes" in table.type("p")


def test_undo_and_redo(sit: Sit) -> None:
    table = sit("--seed", "7")
    first = table_of(table.wait())
    assert "no earlier decision" in table.type("undo")
    second = table_of(table.type("1 4"))
    assert second != first
    assert table_of(table.type("undo")) == first
    assert len(petteia.load(table.saves[0]).history) == 0
    assert table_of(table.type("redo")) == second
    assert "Nothing was taken back" in table.type("redo")


def test_save_and_resume_give_the_same_position(sit: Sit, tmp_path: pathlib.Path) -> None:
    table = sit("--seats", "greedy,you,random", "--seed", "3")
    shown = table.wait()
    for _ in range(3):
        shown = table.type(first_choice(shown))
    copy = tmp_path / "copy.json"
    assert "copy.json" in table.type(f"save {copy}")
    (tmp_path / "letter.txt").write_text("dear friend", encoding="utf-8")
    assert "is no copy of this game" in " ".join(table.type(f"save {tmp_path / 'letter.txt'}").split())
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "dear friend"
    bye = table.type("quit", pexpect.EOF)
    path = RESUME.search(bye)
    assert path is not None
    assert petteia.load(copy).digest() == petteia.load(path.group(1)).digest()
    again = sit("--resume", path.group(1))
    assert table_of(again.wait()) == table_of(shown)
    assert "Random" in shown
    last = sit("--resume", "last")
    assert table_of(last.wait()) == table_of(shown)


def test_a_copy_replaces_only_an_earlier_copy(tmp_path: pathlib.Path) -> None:
    copy = tmp_path / "copy.json"
    one = pipe(tmp_path, f"save {copy}\npass\nsave {copy}\nquit\n", "--seed", "1")
    assert one.stdout.count(f"Saved to {copy}") == 2
    before = copy.read_bytes()
    two = pipe(tmp_path, f"save {copy}\nquit\n", "--seed", "2")
    assert "is no copy of this game" in " ".join(two.stdout.split())
    assert copy.read_bytes() == before
    other = tmp_path / "other.json"
    assert pipe(tmp_path, "", "--seed", "2", "--save", str(other)).returncode == 0
    assert pipe(tmp_path, "", "--resume", str(other), "--save", str(copy)).returncode == 2
    assert copy.read_bytes() == before


def test_signs_that_the_terminal_lacks(tmp_path: pathlib.Path) -> None:
    environment = {**os.environ, "PETTEIA_DATA_DIR": str(tmp_path), "COLUMNS": "100", "PYTHONIOENCODING": "ascii"}
    arguments = [*PROGRAM, "--seed", "7", "--lang", "de"]
    ended = subprocess.run(arguments, input=b"", capture_output=True, env=environment, timeout=WAIT, check=False)
    shown = ended.stdout.decode("ascii")
    assert ended.returncode == 0
    assert shown.count("?") == 1  # that of the help
    assert "^ Patras - du" in shown
    assert "* Prestige   - Kosten   + einmalig   @ jede Runde   & schutzt vor   ! eins fehlt" in shown


def test_german(sit: Sit) -> None:
    table = sit("--seats", "you,you", "--seed", "7", "--lang", "de")
    shown = table.wait()
    assert "Auktionsreihe" in shown
    assert "3 bis 7 auf Weite Felder (A05) bieten" in shown
    assert "Nicht möglich. §4.2 Ein Gebot ist mindestens" in table.type("warum bieten 1 1")
    assert "§4.2 Ein Gebot ist mindestens" in table.type("bieten 1 1")
    assert "Die Auktion" in table.type("regel")
    assert "bietet 3 Münzen" in table.type("bieten 1 3")
    assert "verdrängt" in table.type("biete 1 4")
    assert "nichts entschieden" not in table.type("zurück")  # the command, though "zurückziehen" begins so
    assert "Nicht möglich" in table.type("zurückziehen")
    assert "„99“ ist hier kein möglicher Betrag" in table.type("bieten 1 99")
    assert "Eine Wahl 99 gibt es nicht." in table.type("99")
    assert "Schreib es so: bieten 1 3" in table.type("bieten")
    assert "Einen Absatz 99 gibt es nicht" in table.type("regel 99")
    assert "mit dem Absatz der Regeln" in table.type("?")
    assert "--lang de" in table.type("ende", pexpect.EOF)


def test_italian(tmp_path: pathlib.Path) -> None:
    ended = pipe(tmp_path, "aiuto\noffri 1 3\nesci\n", "--seed", "7", "--lang", "it")
    assert ended.returncode == 0
    assert "Riga d’asta" in ended.stdout
    assert "indietro" in ended.stdout


def test_interrupt(sit: Sit) -> None:
    table = sit("--seed", "7")
    shown = table.wait()
    shown = table.type(first_choice(shown))
    table.child.sendintr()
    bye = table.wait(pexpect.EOF)
    table.child.close()
    assert table.child.exitstatus == 130
    path = RESUME.search(bye)
    assert path is not None
    assert table_of(sit("--resume", path.group(1)).wait()) == table_of(shown)


def test_end_of_input(sit: Sit) -> None:
    table = sit("--seed", "7")
    table.wait()
    table.child.sendeof()
    assert RESUME.search(table.wait(pexpect.EOF))
    table.child.close()
    assert table.child.exitstatus == 0


def test_kill_loses_nothing(sit: Sit) -> None:
    table = sit("--seed", "7")
    table.wait()
    shown = table.type("1 4")
    table.child.kill(signal.SIGKILL)
    table.wait(pexpect.EOF)
    again = sit("--resume", str(table.saves[0]))
    assert table_of(again.wait()) == table_of(shown)


def test_it_fits_a_small_terminal(sit: Sit) -> None:
    table = sit("--seats", "you,you,you,you,you", "--seed", "7", size=(24, 80))
    table.wait()
    table.type("1 3")
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(table.bytes)
    lines = [line.rstrip() for line in screen.display]
    assert lines[-1].startswith(">")
    assert any("0  Pass" in line for line in lines)
    tops = [line for line in lines if "╰" in line]
    assert all(len(line) == 80 for line in tops)


def test_several_people(tmp_path: pathlib.Path) -> None:
    ended = pipe(tmp_path, "pass\npass\npass\nundo\nquit\n", "--seats", "you,you", "--seed", "1")
    assert ended.returncode == 0
    assert len(re.findall(r"passes and receives", ended.stdout)) >= 3
    assert "Decisions taken back: 2" in ended.stdout
    seats = json.loads(next((tmp_path / "saves").glob("*.seats.json")).read_text(encoding="utf-8"))
    assert seats["seats"] == ["you", "you"]


def test_bots_alone(tmp_path: pathlib.Path) -> None:
    ended = pipe(tmp_path, "", "--seats", "greedy,random", "--seed", "1")
    assert ended.returncode == 0
    assert "The game is over" in ended.stdout


def test_bots_that_search_play_too(tmp_path: pathlib.Path) -> None:
    ended = pipe(tmp_path, "", "--seats", "hard:simulations=20,Easy", "--seed", "1", "--lang", "de")
    assert (ended.returncode, ended.stderr) == (0, "")
    before = " ".join(ended.stdout.partition("┏┓┗┛")[0].split())
    for level in ("hard", "easy"):  # introduced before they play, each with a face and a sentence
        (bot,) = [one for one in described("de", "peloponnes") if one["name"] == level]
        assert f"{FACES[bot['face']]} {bot['title']} {bot['about'].split()[0]}" in before
    seats = json.loads(next((tmp_path / "saves").glob("*.seats.json")).read_text(encoding="utf-8"))
    assert seats["seats"] == ["hard:simulations=20", "easy"]


def test_a_bot_of_somebody_else_is_made_once_for_its_seat(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it decides, and whatever is taken back; anew, with the same seed, where the game is resumed."""
    made: list[Any] = []

    class Stranger:
        def __init__(self, game: str, seed: bytes) -> None:
            self.seed, self.asked = seed, 0
            made.append(self)

        def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> Any:
            self.asked += 1
            return match.choices[0]

    monkeypatch.setattr(roster, "_REGISTERED", {"stranger": Stranger})
    monkeypatch.setenv("PETTEIA_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("pass\nundo\npass\n"))
    with pytest.raises(SystemExit) as ended:
        main(["play", "peloponnes", "--seats", "you,stranger,stranger", "--seed", "3"])
    assert ended.value.code in (None, 0)
    assert [one.asked >= 2 for one in made] == [True, True]
    assert made[0].seed != made[1].seed
    monkeypatch.setattr(sys, "stdin", io.StringIO("pass\n"))
    with pytest.raises(SystemExit):
        main(["play", "peloponnes", "--resume", "last"])
    assert {one.seed for one in made[2:]} <= {one.seed for one in made[:2]}
    assert len(made) > 2


def test_the_same_seed_gives_the_same_game(tmp_path: pathlib.Path) -> None:
    lines = "pass\nfeed 0\n" * 30
    one = pipe(tmp_path / "one", lines, "--seats", "you,random", "--seed", "9", "--save", str(tmp_path / "one.json"))
    two = pipe(tmp_path / "two", lines, "--seats", "you,random", "--seed", "9", "--save", str(tmp_path / "two.json"))
    assert one.returncode == two.returncode == 0
    assert (tmp_path / "one.json").read_text() == (tmp_path / "two.json").read_text()


def test_solo_level(tmp_path: pathlib.Path) -> None:
    lines = "civilization sparta\nincome wood\n" + "pass\nfeed 0\n" * 30
    ended = pipe(tmp_path, lines, "--solo", "2", "--seed", "3")
    assert ended.returncode == 0
    assert "Solo, level 2: 28 points to reach" in ended.stdout
    assert "Level 2 asked for 28 points: not reached." in ended.stdout


def easy_box(folder: pathlib.Path) -> str:
    """A box in which every level asks for nothing."""
    text = (petteia.new("peloponnes").game.folder / "box.toml").read_text(encoding="utf-8")
    path = folder / "easy.toml"
    path.write_text(re.sub(r"target = \d+", "target = 0", text), encoding="utf-8")
    return str(path)


def level(civilization: str, extra: int) -> str:
    return f"civilization {civilization}\n" + "income food\n" * extra + "pass\nfeed 0\n" * 8


def test_campaign_over_several_evenings(tmp_path: pathlib.Path) -> None:
    box = easy_box(tmp_path)
    lines = level("sparta", 0) + "y\nquit\n"
    one = pipe(tmp_path, lines, "--campaign", "--box", box, "--seed", "1")
    assert one.returncode == 0
    assert "Level 1 is reached" in one.stdout
    assert f"petteia play peloponnes --campaign --box {box}" in one.stdout
    two = pipe(tmp_path, "civilization sparta\ncivilization argos\nincome food\npass\n", "--campaign", "--box", box)
    assert "level 2 of 5" in two.stdout
    assert "have led a level already: Sparta" in two.stdout
    assert "§15.6" in two.stdout
    rest = "pass\nfeed 0\n" * 8 + "y\n" + level("pylos", 2) + "y\n" + level("patras", 3) + "y\n" + level("korinth", 3)
    three = pipe(tmp_path, rest, "--campaign", "--box", box)
    assert "decisions so far: 3." in three.stdout
    assert "The campaign is won: all 5 levels" in three.stdout
    no = pipe(tmp_path, "n\n", "--campaign", "--box", box)
    assert "The campaign is won" in no.stdout
    file = tmp_path / "campaigns" / "peloponnes.json"
    assert len(json.loads(file.read_text(encoding="utf-8"))["attempts"]) == 5
    yes = pipe(tmp_path, "y\n", "--campaign", "--box", box)
    assert "level 1 of 5" in yes.stdout
    assert json.loads(file.read_text(encoding="utf-8"))["attempts"] == []
    assert len(list(file.parent.glob("*.won.json"))) == 1


def test_a_failed_level_is_played_again(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "mine.json"
    ended = pipe(tmp_path, level("sparta", 0) + "y\nquit\n", "--campaign-file", str(file), "--seed", "1")
    assert "Level 1 is not reached" in ended.stdout
    assert ended.stdout.count("level 1 of 5") == 2
    assert "--campaign-file" in ended.stdout


def test_a_damaged_campaign_is_left_alone(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"petteia": "campaign", "att', encoding="utf-8")
    ended = pipe(tmp_path, "1\n", "--campaign-file", str(file))
    assert ended.returncode == 2
    assert "damaged" in ended.stderr
    assert file.read_text(encoding="utf-8") == '{"petteia": "campaign", "att'


def test_a_level_that_does_not_play_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    master = dataclasses.replace(LEVELS[-1], games={"peloponnes": LEVELS[-1].games["peloponnes"]})
    monkeypatch.setitem(roster._OWN, "master", master)
    with pytest.raises(SystemExit) as ended:
        main(["play", "poseidon", "--seats", "you,master"])
    assert ended.value.code == 2
    assert "'master' does not play poseidon" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "you,nobody"], "'nobody'"),
        (["--seats", "you,hard:speed=3"], "'hard' has no setting 'speed'"),
        (["--seats", "you,you,you,you,you,you"], "1 to 5 players"),
        (["--solo", "9"], "solo_level"),
        (["--solo", "1", "--seats", "you"], "--solo"),
        (["--campaign", "--solo", "1"], "--campaign"),
        (["--option", "conquest_bid"], "name=value"),
        (["--option", "conquest_bid=never"], "conquest_bid"),
        (["--lang", "xx"], "'xx'"),
        (["--resume", "nowhere.json"], "nowhere.json"),
        (["--resume", "last"], "no save"),
        (["--resume", "last", "--seed", "1"], "--resume"),
        (["--resume"], "--resume"),
        (["--seats", ""], "''"),
        (["--seed", "often"], "--seed"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**63)], "--seed"),
        (["--box", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_bad_arguments(
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.setenv("PETTEIA_DATA_DIR", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        main(["play", "peloponnes", *arguments])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seats", [2, 6])
def test_the_first_start_is_told_of_when_a_game_begins(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    """And not before what is wrong with the arguments."""
    monkeypatch.setenv("PETTEIA_CACHE_DIR", str(tmp_path / "cache"))
    ran = pipe(tmp_path, "", "--seats", ",".join(["you"] * seats))
    assert ("First start:" in ran.stdout) == (seats == 2)
    assert (re.search(r"Rules compiled so far: \d+ %", ran.stdout) is not None) == (seats == 2)
    assert ("not for 6" in ran.stderr) == (seats == 6)


def test_an_existing_file_is_not_overwritten(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "game.json"
    assert pipe(tmp_path, "pass\n", "--save", str(file)).returncode == 0
    before = file.read_bytes()
    ended = pipe(tmp_path, "pass\n", "--save", str(file))
    assert ended.returncode == 2
    assert "--resume" in ended.stderr
    assert file.read_bytes() == before
