"""The commands around the table: JSON is one object and nothing else, mistakes are one line and exit code 2."""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from rich.console import Console
from rich.text import Text

import petteia
from petteia.arena import fuzz as fuzzing
from petteia.arena.bench import Figures
from petteia.bots import described, roster
from petteia.cli import (
    admin,  # noqa: F401  registers its commands
    app,
    commands,
    main,
)
from petteia.engine import linking
from petteia.engine.texts import LANGUAGES

PROGRAM = [sys.executable, "-m", "petteia"]
BOX = petteia.games.find("peloponnes").box.text
COMMANDS = (
    "play",
    "games",
    "bots",
    "simulate",
    "ladder",
    "train",
    "fuzz",
    "observe",
    "bench",
    "rules",
    "box",
    "replay",
    "perft",
)


class Ran:
    """A command that was run: its exit code, and what it said where."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: object) -> None:
        with pytest.raises(SystemExit) as caught:
            main([str(word) for word in words])
        self.code = caught.value.code
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> dict[str, Any]:
        """The one object on standard output."""
        assert self.code == 0, self.err
        assert self.err == ""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def saved(tmp_path: pathlib.Path) -> pathlib.Path:
    match = petteia.new("peloponnes", seats=2, seed=1)
    while not match.over:
        match.play(match.choices[-1])
    match.save(tmp_path / "game.json")
    return tmp_path / "game.json"


# -- help --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["--help"], []])
def test_help_names_every_command(capsys: Capsys, words: list[str]) -> None:
    ran = Ran(capsys, *words)
    assert ran.code == 0
    assert all(f" {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(capsys: Capsys, command: str) -> None:
    ran = Ran(capsys, command, "--help")
    assert ran.code == 0
    assert f"petteia {command}" in ran.out.replace("\n", " ") or "Usage" in ran.out


def test_help_is_shown_as_it_is_written() -> None:
    """What stands in square brackets would be taken for markup, and left out."""
    for text in _help_of(typer.main.get_command(app)):
        assert Text.from_markup(text).plain == text.replace(r"\[", "[")


def _help_of(command: Any) -> Iterator[str]:
    """All texts of a command and those below it."""
    texts = (command.help, *(getattr(parameter, "help", None) for parameter in command.params))
    yield from filter(None, texts)
    for below in getattr(command, "commands", {}).values():
        yield from _help_of(below)


# -- JSON --------------------------------------------------------------------------------------------------------------


def test_games(capsys: Capsys) -> None:
    found = Ran(capsys, "games", "--json").json["games"]
    assert [game["name"] for game in found] == list(petteia.games.NAMES)
    game = found[0]
    assert game["name"] == "peloponnes"
    assert game["seats"] == [1, 2, 3, 4, 5]
    assert game["options"]["solo_level"] == {
        "title": "Solo level",
        "about": game["options"]["solo_level"]["about"],
        "clause": "§15.4",
        "seats": [1],
        "values": [0, 1, 2, 3, 4, 5],
        "default": 0,
    }
    assert game["options"]["used_civilizations"]["any_of"] == "civilization"
    assert "Bernd Eisenstein" in Ran(capsys, "games").out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bots_have_a_face_a_name_and_a_sentence(capsys: Capsys, lang: str) -> None:
    found = Ran(capsys, "bots", "--lang", lang, "--json").json["bots"]
    levels = described(lang, "peloponnes")
    assert [(one["name"], one["title"], one["about"]) for one in found[: len(levels)]] == [
        (level["name"], level["title"], level["about"]) for level in levels
    ]
    assert len({one["face"] for one in found[: len(levels)]}) == len(levels)
    said = " ".join(Ran(capsys, "bots", "hellas", "--lang", lang).out.split())
    assert all(one["face"] in said and one["title"] in said for one in found)


def test_bots_of_others_say_what_they_are(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    class Theirs:
        """Takes what comes.

        For ever.
        """

    entry = importlib.metadata.EntryPoint("broken", "tests_no_such_module:Bot", roster.GROUP)
    monkeypatch.setattr(roster, "_REGISTERED", {"theirs": Theirs})
    monkeypatch.setattr(roster, "_installed", lambda: {"broken": entry})
    broken, theirs = Ran(capsys, "bots", "--json").json["bots"][-2:]
    assert (theirs["name"], theirs["title"], theirs["about"]) == ("theirs", "theirs", "Takes what comes.")
    assert "cannot be loaded" in broken["about"]


THEIRS = '''
class First:
    """Takes what is named first."""

    games = ("peloponnes",)

    def __init__(self, game, seed, style="shy"):
        self.style = style

    def choose(self, match, *, seconds, simulations):
        return match.choices[0 if self.style == "shy" else -1]
'''


def test_a_bot_in_somebody_elses_package_plays_wherever_bots_do(tmp_path: pathlib.Path) -> None:
    """Found by its entry point, also by processes that share the work."""
    (tmp_path / "their_bots.py").write_text(THEIRS)
    about = tmp_path / "their_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[petteia.bots]\nfirst = their_bots:First\n")

    def ran(*words: str) -> Any:
        with_theirs = {**os.environ, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, env=with_theirs, check=False)
        return json.loads(done.stdout) if done.returncode == 0 else done.stderr

    assert ran("bots", "--json")["bots"][-1]["about"] == "Takes what is named first."
    line_up = ("--bots", "first:style=bold,greedy", "--rotate", "--games", "4", "--workers", "2")
    found = ran("simulate", "peloponnes", *line_up, "--json")
    assert found["bots"] == ["first:style=bold", "greedy"]
    assert found["win_rates"][1] == 1
    results = ("--deals", "1", "--results", str(tmp_path / "results.jsonl"))
    found = ran("ladder", "peloponnes", "--bots", "first,greedy,first:style=bold", *results, "--json")
    assert found["standings"][0]["bot"] == "greedy"
    assert "'first' does not play hellas; there are random, easy" in ran("simulate", "hellas", "--bots", "first")
    assert ran("bots", "hellas", "--json")["bots"][-1]["name"] == "master"


def test_simulate(capsys: Capsys) -> None:
    words = ("simulate", "peloponnes", "--seats", 3, "--games", 50, "--bots", "greedy,random,random", "--seed", 4)
    found = Ran(capsys, *words, "--json").json
    assert set(found) == {
        "game", "seats", "games", "bots", "seed", "workers", "seconds", "decisions", "games_per_s", "decisions_per_s",
        "decisions_per_game", "mean_scores", "win_rates", "win_rate_ci",
    }  # fmt: skip
    assert (found["seats"], found["games"], found["seed"]) == (3, 50, 4)
    ran = Ran(capsys, *words)
    assert ran.code == 0
    assert "greedy" in ran.out
    assert "decisions a second" in ran.out


def test_simulate_with_bots_that_rotate(capsys: Capsys) -> None:
    words = ("simulate", "peloponnes", "--games", 40, "--bots", "greedy,random", "--rotate", "--seed", 4)
    found = Ran(capsys, *words, "--json").json
    assert (found["seats"], found["rotate"]) == (2, True)  # as many as bots are named
    assert len(found["margins"]) == len(found["margin_ci"]) == 2
    ran = Ran(capsys, *words)
    assert "each deal from every seat" in ran.out
    assert f"{found['margins'][0]:+.2f}" in ran.out


# (Pydantic is not among these: Typer itself parses by it.)
WITHOUT_SERVER = """
import sys, tomllib
from packaging.requirements import Requirement
project = tomllib.load(open(sys.argv.pop(1), "rb"))["project"]
for package in [*project["optional-dependencies"]["server"], "starlette"]:
    sys.modules[Requirement(package).name] = None  # as where it is not installed
from petteia.cli import main
main()
"""


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("rules", "hellas", "1.1"),
        ("simulate", "hellas", "--seats", "2", "--games", "2"),
        ("ladder", "hellas", "--bots", "greedy,random", "--deals", "1", "--results", "results.jsonl"),
        ("perft", "hellas", "--depth", "1"),
        ("observe", "hellas"),
        ("train", "hellas", "folder", "--games", "0"),
    ],
    ids=lambda words: words[0],
)
def test_the_library_needs_no_package_of_the_server(tmp_path: pathlib.Path, words: tuple[str, ...]) -> None:
    project = pathlib.Path(__file__).parents[2] / "pyproject.toml"
    program = [sys.executable, "-c", WITHOUT_SERVER, project, *words]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    if words[0] == "train":  # as far as it gets without a graphics card, or without PyTorch
        assert done.returncode == 2, done.stderr
        assert "PyTorch" in done.stderr or "there must be a game" in done.stderr
    else:
        assert done.returncode == 0, done.stderr


def test_the_server_says_which_package_is_missing(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ran = Ran(capsys, "serve")
    assert ran.code == 2
    assert "pip install 'petteia[server]'" in ran.err


def test_learning_says_what_it_takes(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)  # as where it is not installed
    ran = Ran(capsys, "train", "peloponnes", tmp_path)
    assert ran.code == 2
    assert "learning takes PyTorch: pip install 'petteia[learn]'" in " ".join(ran.err.split())


def test_ladder(capsys: Capsys, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ("ladder", "peloponnes", "--bots", "greedy,random", "--deals", 3, "--results", path)
    found = Ran(capsys, *words, "--json").json
    assert [one["bot"] for one in found["standings"]] == ["greedy", "random"]
    assert len(path.read_text().splitlines()) == 3
    ran = Ran(capsys, *words)
    assert ran.code == 0
    assert "400 more are ten times the chance to win" in ran.out
    assert len(path.read_text().splitlines()) == 3


def test_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows how long compiling will take, so its bar says how long it has taken; it goes when that is done."""
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, _environ={"TERM": "xterm"})
    monkeypatch.setattr(commands, "err", console)

    def wait_for(pattern: str, without: str = "nothing") -> None:
        """Until it stands in what is drawn anew."""
        until = time.monotonic() + 60
        shown = ""
        while not re.search(pattern, shown) or without in shown:
            assert time.monotonic() < until, shown
            screen.truncate(screen.seek(0))
            time.sleep(0.3)
            shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.getvalue())

    with commands.progress_bar("hellas", "playing", 4, quiet=False) as advance:
        assert linking.watcher is not None
        for _ in range(20):
            linking.watcher(False)
        linking.watcher(True)
        wait_for(r"compiling \(once\) .* [1-9]\d% 0:\d\d:\d\d so far\s+playing .* 0% -:--:-- left")
        advance(1)
        wait_for(r"playing .* 25%", without="compiling")


def test_compiling_that_is_ended(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """As by a system that is short of memory."""
    monkeypatch.setenv("PETTEIA_CACHE_DIR", str(tmp_path))
    start = subprocess.Popen

    def start_and_kill(*words: Any, **named: Any) -> subprocess.Popen[str]:
        process = start(*words, **named)
        process.kill()
        return process

    monkeypatch.setattr(subprocess, "Popen", start_and_kill)
    ran = Ran(capsys, "compile", "poseidon")
    assert ran.code == 2
    assert ran.err.startswith("petteia: the rules of Poseidon could not be compiled")
    assert "ended by signal 9, twice" in ran.err
    assert "petteia compile poseidon" in ran.err


def test_compiling_that_cannot_be_kept(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file" / "cache"
    ran = subprocess.run(
        [*PROGRAM, "compile", "hellas", "poseidon"],
        env={**os.environ, "PETTEIA_CACHE_DIR": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith(f"petteia: what is compiled cannot be kept in {place / 'compiled'}, ")


def test_simulate_takes_options_and_a_box(capsys: Capsys, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(BOX.replace("C = 2", "C = 1"), encoding="utf-8")
    words = ("simulate", "peloponnes", "--seats", 1, "--games", 20, "--json")
    plain = Ran(capsys, *words).json
    level = Ran(capsys, *words, "--option", "solo_level=5", "--option", "used_civilizations=Argos,Pylos").json
    assert len({plain["decisions"], level["decisions"], Ran(capsys, *words, "--box", path).json["decisions"]}) == 3


def test_fuzz(capsys: Capsys) -> None:
    found = Ran(capsys, "fuzz", "peloponnes", "--games", 60, "--seed", 2, "--json").json
    assert set(found) == {"game", "games", "decisions", "checks", "findings"}
    assert (found["game"], found["games"], found["findings"]) == ("peloponnes", 60, [])
    assert found["checks"] > found["decisions"] > 0
    assert "0 findings" in Ran(capsys, "fuzz", "peloponnes", "--games", 60, "--seats", 2).out


def test_a_finding_is_printed_whole_and_the_exit_code_is_1(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_something(*buffers: Any) -> int:
        first, found = buffers[-3], buffers[-1]
        found[0], found[1], found[3] = first, 1, 7
        return fuzzing.TOO_FEW

    monkeypatch.setattr(fuzzing, "fuzz_games", find_something)
    ran = Ran(capsys, "fuzz", "peloponnes", "--games", 2, "--seed", 9, "--seats", 3, "--json")
    assert ran.code == 1
    first, second = json.loads(ran.out)["findings"]
    assert (first["seed"], first["game_number"], first["move"], first["seats"]) == (9, 0, 7, 3)
    assert second["game_number"] == 1
    assert first["command"] == "petteia fuzz peloponnes --seed 9 --first 0 --games 1 --seats 3"
    assert first["position"].startswith('game = "peloponnes"\nseats = 3\n')
    ran = Ran(capsys, "fuzz", "peloponnes", "--games", 1, "--seed", 9)
    assert ran.code == 1
    assert "too few legal choices" in ran.out
    assert "seed 9, game 0, move 7" in ran.out
    assert "petteia fuzz peloponnes --seed 9 --first 0 --games 1" in ran.out


def test_rules(capsys: Capsys) -> None:
    found = Ran(capsys, "rules", "peloponnes", "--json").json
    assert found["game"] == "peloponnes"
    assert len(found["clauses"]) == len(petteia.games.find("peloponnes").rulebook.clauses)
    assert set(found["clauses"][0]) == {"clause", "section", "words", "source"}
    (one,) = Ran(capsys, "rules", "peloponnes", "4.3", "--json").json["clauses"]
    assert one["clause"] == "§4.3"
    shown = Ran(capsys, "rules", "peloponnes", "§4.3").out
    assert "§4.3" in shown
    assert "§4.4" not in shown


def test_rules_in_other_languages(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    game = petteia.games.find("peloponnes")
    for lang in LANGUAGES:
        found = Ran(capsys, "rules", "peloponnes", "--lang", lang, "--json").json["clauses"]
        assert [row["words"] for row in found] == [clause.words for clause in game.rulebook_in(lang).clauses]
    assert "Die Auktion" in Ran(capsys, "rules", "peloponnes", "4", "--lang", "de").out
    assert "Die Auktion" not in Ran(capsys, "rules", "peloponnes", "4").out
    monkeypatch.setenv("PETTEIA_LANG", "it")
    assert "L’asta" in Ran(capsys, "rules", "peloponnes", "4").out
    assert "The auction" in Ran(capsys, "rules", "peloponnes", "4", "--lang", "en").out


def test_coverage_finds_a_clause_without_a_test(capsys: Capsys, tmp_path: pathlib.Path) -> None:
    home = tmp_path / "games" / "peloponnes"
    home.mkdir(parents=True)
    (home / "test_some.py").write_text('@pytest.mark.shows("§4.3", "§4.4")\ndef test_a(): ...\n', encoding="utf-8")
    words = ("rules", "peloponnes", "--coverage", "--tests", tmp_path)
    ran = Ran(capsys, *words, "--json")
    assert ran.code == 1
    tests = {row["clause"]: row["tests"] for row in json.loads(ran.out)["clauses"]}
    assert tests["§4.3"] == tests["§4.4"] == ["test_some.py::test_a"]
    assert tests["§4.5"] == []
    assert "§4.5" in ran.err
    assert "§4.3" not in ran.err
    assert Ran(capsys, "rules", "peloponnes", "4.3", "--coverage", "--tests", tmp_path, "--json").json["clauses"]
    shown = Ran(capsys, *words).out
    assert "no test" in shown
    assert "1 test\n" in shown


def test_the_table_of_speeds_says_whose_its_rows_are() -> None:
    title = str(Figures("peloponnes").table().title)
    assert title == "one core; peloponnes where no row names another game"


def test_box(capsys: Capsys, tmp_path: pathlib.Path) -> None:
    shown = Ran(capsys, "box", "peloponnes")
    assert shown.code == 0
    assert "Messene" in shown.out
    assert "reconstruction" in Ran(capsys, "box", "peloponnes", "--provenance").out
    path = tmp_path / "my.toml"
    path.write_text(BOX, encoding="utf-8")
    ran = Ran(capsys, "box", "peloponnes", "--check", path)
    assert (ran.code, ran.out) == (0, "my.toml is a good box for Peloponnes.\n")


def test_a_bad_box_is_told_problem_by_problem(capsys: Capsys, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(BOX.replace("min_bid = 8", "min_bid = 99").replace("tiles_shown = 5", "tiles_shown = 9"), "utf-8")
    ran = Ran(capsys, "box", "peloponnes", "--check", path)
    assert ran.code == 2
    assert ran.out == ""
    assert "my.toml, line" in ran.err
    assert "tile[38].min_bid: found 99, allowed is a whole number from 1 to 30" in ran.err
    assert "game.tiles_shown" in ran.err


def test_replay(capsys: Capsys, saved: pathlib.Path) -> None:
    found = Ran(capsys, "replay", saved, "--json").json
    match = petteia.load(saved)
    assert set(found) == {"game", "seats", "choices", "log", "over", "scores", "ranks", "commitment"}
    assert found["choices"] == [choice.words for choice in match.history]
    assert found["scores"] == match.scores
    assert [line["words"] for line in found["log"]] == match.log()
    assert "Played again without a difference" in Ran(capsys, "replay", saved).out
    german = Ran(capsys, "replay", saved, "--lang", "de", "--json").json
    assert [line["words"] for line in german["log"]] == match.log("de") != match.log()


def test_perft(capsys: Capsys) -> None:
    found = Ran(capsys, "perft", "peloponnes", "--seed", 1, "--depth", 2, "--seats", 2, "--json").json
    assert set(found) >= {"game", "seats", "seed", "counts"}
    match = petteia.new("peloponnes", seats=2, seed=1)
    assert found["counts"][:2] == [1, len(match.choices)]
    assert found["counts"][2] > found["counts"][1]
    lines = Ran(capsys, "perft", "peloponnes", "--seed", 1, "--depth", 2, "--seats", 2).out.splitlines()
    assert lines == [f"{level}: {count}" for level, count in enumerate(found["counts"])]


def test_observe_describes_every_number(capsys: Capsys) -> None:
    for form in ("compact", "entries"):
        observer = petteia.Observer("hellas", 3, form=form)
        found = Ran(capsys, "observe", "hellas", "--seats", 3, "--form", form, "--describe", "--json").json
        assert (found["width"], found["dtype"]) == (observer.width, str(observer.dtype))
        assert [one["name"] for one in found["entries"]] == list(observer.names)
        lines = Ran(capsys, "observe", "hellas", "--seats", 3, "--form", form, "--describe").out.splitlines()
        assert [line.split()[0] for line in lines] == [str(place) for place in range(observer.width)]
        assert all(name in line for name, line in zip(observer.names, lines, strict=True))
    (used,) = (line for line in lines if "  used has 0  " in line)
    assert "0 to 1" in used
    assert "the action spaces with a stone" in used


def test_observe_shows_a_position_by_name(capsys: Capsys) -> None:
    match, dice = petteia.new("peloponnes", seats=3, seed=5), random.Random(5)
    for _ in range(30):
        match.play(dice.choice(match.legal_ids))
    asked = ("observe", "peloponnes", "--seats", 3, "--seed", 5, "--moves", 30)
    found = Ran(capsys, *asked, "--json").json
    assert (found["seat"], found["observation"]) == (match.to_move, match.observe().tolist())
    assert found["legal"] == match.legal_ids
    other = Ran(capsys, *asked, "--seat", 2, "--json").json
    assert (other["seat"], other["observation"]) == (2, match.observe(2).tolist())
    lines = Ran(capsys, *asked).out.splitlines()
    names = petteia.Observer("peloponnes", 3).names
    told = {name: number for name, number in zip(names, match.observe().tolist(), strict=True) if number}
    assert [line.partition(": ")[0] for line in lines] == list(told)
    step = match.facts["step"]
    assert f"step: {step} ({match.game.lists['step'][step]})" in lines


# -- mistakes ----------------------------------------------------------------------------------------------------------

WRONG: list[tuple[list[str], str]] = [
    (["nonsense"], "nonsense"),
    (["--nonsense"], "--nonsense"),
    (["simulate"], "GAME"),
    (["simulate", "chess"], "there is no game 'chess'"),
    (["fuzz", "chess"], "there is no game 'chess'"),
    (["ladder", "chess"], "there is no game 'chess'"),
    (["ladder", "peloponnes", "--bots", "greedy"], "at least 2 different bots"),
    (["ladder", "peloponnes", "--seats", "6"], "1 to 5 players, not for 6"),
    (["simulate", "peloponnes", "--bots", "hard:speed=3"], "'hard' has no setting 'speed'; there are kind"),
    (["rules", "chess"], "there is no game 'chess'"),
    (["box", "chess"], "there is no game 'chess'"),
    (["perft", "chess"], "there is no game 'chess'"),
    (["simulate", "peloponnes", "--nonsense"], "--nonsense"),
    (["simulate", "peloponnes", "--games", "many"], "--games"),
    (["simulate", "peloponnes", "--games", "0"], "games can be played"),
    (["simulate", "peloponnes", "--seats", "6"], "1 to 5 players, not for 6"),
    (["simulate", "peloponnes", "--bots", "human"], "there is no bot 'human'"),
    (["simulate", "peloponnes", "--workers", "0"], "1 to 1024 workers"),
    (["simulate", "peloponnes", "--workers", "2", "--ray", "auto"], "workers are those of this machine"),
    (["train", "peloponnes", "learned", "--ray", "auto"], "--ray goes with --watch"),
    (["simulate", "peloponnes", "--seed", "-1"], "the seed is a whole number"),
    (["simulate", "peloponnes", "--option", "nonsense"], "write an option as name=value"),
    (["simulate", "peloponnes", "--option", "nonsense=1"], "there is no option 'nonsense'"),
    (["simulate", "peloponnes", "--option", "solo_level=3"], "levels are for one player"),
    (["simulate", "peloponnes", "--option", "solo_level=²"], "solo_level"),
    (["simulate", "peloponnes", "--option", "solo_level=--3"], "solo_level"),
    (["simulate", "peloponnes", "--box", "missing.toml"], "missing.toml"),
    (["fuzz", "peloponnes", "--games", "0"], "games can be played"),
    (["fuzz", "peloponnes", "--seats", "9"], "1 to 5 players"),
    (["fuzz", "peloponnes", "--seed", "-1"], "the seed"),
    (["fuzz", "peloponnes", "--first", "-1"], "numbered from 0"),
    (["rules", "peloponnes", "99.9"], "there is no clause 99.9"),
    (["rules", "peloponnes", "--coverage", "--tests", "missing"], "there are no tests in missing"),
    (["box", "peloponnes", "--check", "missing.toml"], "missing.toml"),
    (["replay", "missing.json"], "missing.json cannot be read"),
    (["perft", "peloponnes", "--depth", "-1"], "a depth from 0 to"),
    (["perft", "peloponnes", "--depth", "99"], "a depth from 0 to"),
    (["perft", "peloponnes", "--seats", "0"], "1 to 5 players"),
    (["observe", "chess"], "there is no game 'chess'"),
    (["observe", "peloponnes", "--seats", "6"], "1 to 5 players"),
    (["observe", "peloponnes", "--form", "pixels"], "observations are 'compact' or 'entries', not 'pixels'"),
    (["observe", "peloponnes", "--seats", "2", "--seat", "2"], "there is no seat 2"),
    (["observe", "peloponnes", "--seats", "2", "--moves", "9999"], "nobody is to move"),
    (["observe", "peloponnes", "--moves", "-1"], "0"),
    (["bench", "--game", "chess"], "there is no game 'chess'"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_mistake_is_one_line_and_exit_code_2(capsys: Capsys, words: list[str], said: str) -> None:
    ran = Ran(capsys, *words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("petteia: ")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("lang", ["fr", ""])
def test_a_language_that_there_is_not(capsys: Capsys, saved: pathlib.Path, lang: str) -> None:
    for words in (["replay", saved], ["rules", "peloponnes"]):
        ran = Ran(capsys, *words, "--lang", lang)
        assert (ran.code, ran.out) == (2, "")
        assert "there are en, de, it" in ran.err


@pytest.mark.parametrize("part", [0, 0.1, 0.9])
def test_a_broken_save_is_refused(capsys: Capsys, saved: pathlib.Path, part: float) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(len(whole) * part)])
    ran = Ran(capsys, "replay", saved, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


def test_an_edited_save_names_the_move(capsys: Capsys, saved: pathlib.Path) -> None:
    data = json.loads(saved.read_text(encoding="utf-8"))
    data["choices"][2][0] = "discard"
    saved.write_text(json.dumps(data), encoding="utf-8")
    ran = Ran(capsys, "replay", saved)
    assert ran.code == 2
    assert ran.err.startswith("petteia: move 3: ")


# -- as a program ------------------------------------------------------------------------------------------------------


def test_the_program_keeps_its_streams_apart() -> None:
    good = subprocess.run([*PROGRAM, "perft", "peloponnes", "--depth", "1", "--json"], capture_output=True, check=False)
    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout)["counts"]
    bad = subprocess.run([*PROGRAM, "perft", "chess", "--json"], capture_output=True, check=False)
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.decode().splitlines() == [
        "petteia: there is no game 'chess'; there are peloponnes, peloponnes_card, hellas, poseidon"
    ]


def test_json_goes_through_a_pipe_that_speaks_no_utf8() -> None:
    ran = subprocess.run(
        [*PROGRAM, "rules", "peloponnes", "4.3", "--json"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert ran.stderr == b""
    assert json.loads(ran.stdout)["clauses"][0]["clause"] == "§4.3"


# The program, which makes a file as soon as it is in the middle of its work.
COUNTED = """
import pathlib, sys
from petteia.cli import main
from petteia.engine.compiling import Driver

call, calls = Driver.__call__, []

def counted(self, *arguments):
    calls.append(self)
    if len(calls) == 6:
        pathlib.Path(sys.argv[1]).touch()
    return call(self, *arguments)

Driver.__call__ = counted
main(sys.argv[2:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize(
    "words",
    [
        ["fuzz", "peloponnes", "--games", "1000000000"],
        ["perft", "peloponnes", "--seats", "4", "--depth", "9"],
    ],
)
def test_control_c_stops_at_once_and_says_so(words: list[str], tmp_path: pathlib.Path) -> None:
    assert stopped(words, tmp_path) == (130, "", "petteia: stopped")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("games", [10_000_000, 1_000_000_000])
def test_control_c_leaves_what_is_simulated(games: int, tmp_path: pathlib.Path) -> None:
    words = ["simulate", "peloponnes", "--seats", "2", "--games", str(games)]
    code, out, err = stopped([*words, "--json"], tmp_path)
    assert (code, err) == (130, "petteia: stopped")
    found = json.loads(out)
    assert found["wanted"] == games
    assert 0 < found["games"] < games
    assert found["games"] % 2000 == 0
    assert sum(found["win_rates"]) == pytest.approx(1)


def stopped(words: list[str], tmp_path: pathlib.Path) -> tuple[int, str, str]:
    """What a command leaves that is stopped by Ctrl-C in the middle of its work."""
    busy = tmp_path / "busy"
    command = [sys.executable, "-c", COUNTED, busy, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while not busy.exists():
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, out, err.strip()


def test_a_reader_that_leaves_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([*PROGRAM, "rules", "peloponnes"], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("words", [["simulate", "--games", "3"], ["fuzz", "--games", "2"]])
def test_commands_run_interpreted_too(words: list[str]) -> None:
    command, *rest = words
    ran = subprocess.run(
        [*PROGRAM, command, "peloponnes", *rest, "--json"],
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["decisions"] > 0


def test_a_section_of_the_rules_can_be_read(capsys: Capsys) -> None:
    clauses = [row["clause"] for row in Ran(capsys, "rules", "peloponnes", "9", "--json").json["clauses"]]
    assert clauses == ["§9.1", "§9.2", "§9.3"]


def test_the_version_is_said(capsys: Capsys) -> None:
    ran = Ran(capsys, "--version")
    assert (ran.code, ran.out) == (0, f"petteia {petteia.__version__}\n")


def test_a_copy_of_the_box_is_the_box_and_replaces_nothing(capsys: Capsys, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "mine.toml"
    assert Ran(capsys, "box", "peloponnes", "--copy", path).code == 0
    assert path.read_text(encoding="utf-8") == BOX
    assert Ran(capsys, "box", "peloponnes", "--check", path).code == 0
    assert Ran(capsys, "box", "peloponnes", "--copy", path).code == 2


def test_a_full_disk_is_said_in_one_line() -> None:
    if not pathlib.Path("/dev/full").exists():
        return  # only Linux has one
    with open("/dev/full", "w", encoding="utf-8") as full:
        ran = subprocess.run([*PROGRAM, "games", "--json"], stdout=full, stderr=subprocess.PIPE, check=False, text=True)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
