"""`petteia play peloponnes_card` with piped input, and what its table shows of coin cards that are hidden."""

from __future__ import annotations

import functools
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import types

import pytest
from rich.console import Console

import petteia
from petteia.bots import Bot
from petteia.cli import play
from petteia.cli.menu import Menu
from petteia.games.peloponnes_card.show import terminal
from petteia.match import Match, new_match

PLAY = [sys.executable, "-c", "from petteia.cli import main; main()", "play", "peloponnes_card"]
SEED = 3
GAMES = ((2, SEED), (3, 1), (4, 2))  # seats and seeds in which all sorts of things happen


def run(folder: pathlib.Path, lines: list[str], *arguments: str, width: int = 80) -> str:
    ran = subprocess.run(
        [*PLAY, *arguments],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PETTEIA_DATA_DIR": str(folder), "COLUMNS": str(width)},
        timeout=1200,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def widest(shown: str, folder: pathlib.Path) -> int:
    """The length of the longest line; only the command to go on with, which has a path in it, may be longer."""
    return max(len(line) for line in shown.splitlines() if str(folder) not in line)


@functools.cache
def moments(seats: int, seed: int) -> list[Match]:
    """Every decision of a game, and its end."""
    match = new_match("peloponnes_card", seats, seed)
    found = [match.fork()]
    while not match.over:
        match.play(Bot("greedy", seed * 1000 + match.move_number + 1).choose(match))
        found.append(match.fork())
    return found


def drawn(match: Match, seat: int | None, lang: str = "en", width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(terminal.draw(match, seat, lang, width))
        console.print(terminal.standing(match, lang))
    return capture.get()


@pytest.mark.parametrize(("lang", "width"), [("en", 100), ("de", 80), ("it", 44)])
def test_a_whole_game_typed_by_two_people(tmp_path: pathlib.Path, lang: str, width: int) -> None:
    game = moments(2, SEED)
    lines = [
        Menu(before, terminal, lang).typed(after.history[-1].id)
        for before, after in itertools.pairwise(game)
        if not before.game.repeats(before.facts)  # the rest of a bid is filled by itself (§14.5)
    ]
    shown = run(tmp_path, lines, "--seats", "you,you", "--seed", str(SEED), "--lang", lang, width=width)
    assert "(§13)" in " ".join(shown.split())
    assert widest(shown, tmp_path) <= width
    for score in game[-1].scores:
        assert re.search(rf"\b{score}\b", shown[-1000:])
    (path,) = (path for path in (tmp_path / "saves").glob("*.json") if ".seats." not in path.name)
    saved = [words for words, _ in json.loads(path.read_text(encoding="utf-8"))["choices"]]
    assert len(saved) == len(game) - 1 > len(lines)


@pytest.mark.parametrize(("lang", "width"), [("en", 44), ("de", 100), ("it", 80)])
def test_bots_play_to_the_end_and_the_standing_is_shown(tmp_path: pathlib.Path, lang: str, width: int) -> None:
    shown = run(tmp_path, [], "--seats", "greedy,random,random", "--seed", "5", "--lang", lang, width=width)
    assert "(§13)" in " ".join(shown.split())
    assert widest(shown, tmp_path) <= width


def test_words_reasons_and_amounts(tmp_path: pathlib.Path) -> None:
    lines = ["why bid 1 1", "why bid 1 60", "withdraw", "rules 4.3", "1", "", "bid 1 2", "done", "quit"]
    shown = " ".join(run(tmp_path, lines, "--seats", "you,you", "--seed", "3", "--lang", "en").split())
    assert "§4.2 A bid is at least" in shown
    assert "§4.16 Nobody can bid more" in shown
    assert "§4.10 Whoever is displaced" in shown
    assert "§4.3 A bid lies on a card" in shown
    assert "How many coin cards for" in shown
    assert "which cards shall be your bid of 2 coin cards" in shown


@pytest.mark.parametrize(("lang", "typed"), [("en", "tear"), ("de", "abreißen"), ("it", "distruggi")])
def test_a_card_is_torn_down_by_the_same_word_in_disaster_and_hunger(lang: str, typed: str) -> None:
    steps = {"cover": "tear", "starve": "abandon"}
    seen = set()
    for seats, seed in GAMES:
        for match in moments(seats, seed)[:-1]:
            step = match.view(match.to_move)["state"]["step"]
            if step in steps and any(choice.name == steps[step] for choice in match.choices):
                assert Menu(match, terminal, lang)._kinds(typed) == [steps[step]]
                seen.add(step)
    assert seen == set(steps)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_that_is_hidden_can_be_read_from_the_table(seats: int) -> None:
    """Whatever a seat cannot know is dealt anew, and its table looks the same."""
    for number, match in enumerate(moments(seats, 1)[:: 2 * seats]):
        for seat in (None, *range(seats)):
            assert drawn(match, seat) == drawn(match.hidden(seat, number + 1), seat)


@pytest.mark.parametrize("lang", ["en", "de", "it"])
@pytest.mark.parametrize("width", [24, 44, 80, 96, 150])
def test_no_line_is_longer_than_the_terminal(lang: str, width: int) -> None:
    for match in moments(4, 2)[::7]:
        for seat in (None, match.to_move):
            console = Console(width=width, color_system=None)
            with console.capture() as capture:
                console.print(terminal.draw(match, seat, lang, width, ["you", "greedy", "random", "you"]))
            assert max(len(line) for line in capture.get().splitlines()) <= width


def test_faces_are_shown_to_those_who_have_seen_them() -> None:
    """The own hand, a bid and cards that lie by themselves; others see how many they are, and that they lie."""
    seen = set()
    for match in (match for seats, seed in GAMES for match in moments(seats, seed)[:-1:2]):
        seat = match.to_move
        assert seat is not None
        own, other = (
            " ".join(drawn(match, eyes).replace("▌", "").split()) for eyes in (seat, (seat + 1) % match.seats)
        )
        assert own.count("Your hand") == 1
        player = match.view(seat)["state"]["players"][seat]
        if sum(player["bid_faces"]):
            assert re.search(r" bid \d", own)
            seen.add("bid")
        for kind, word in (("under", "mortgaged"), ("cover", "covered"), ("dried", "covered")):
            for coin in player[kind][: player["card_count"]]:
                if coin["face"] not in (None, "face_down"):
                    assert re.search(rf"{word}: (\w+, )*{coin['face']}", own)  # two may lie on one card
                    assert f"{word}: face down" in other
                    seen.add(word)
    assert seen == {"bid", "mortgaged", "covered"}


def test_at_the_end_all_hands_are_open() -> None:
    end = moments(3, 1)[-1]
    shown = drawn(end, 0)
    assert len(re.findall(r"▌ (?:Your )?hand  ", shown)) == 3
    assert not re.search(r"\d\+ points", shown)
    assert re.search(r"\d\+ points", drawn(moments(3, 1)[-2], 0))


def test_the_keyboard_is_handed_over_where_hands_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one person was shown is cleared before the next one is asked to come, and again before his cards show."""
    seen: list[str] = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.print", lambda *words, **_: seen.append("".join(map(str, words))))
    table = play.Session.__new__(play.Session)
    table.match = petteia.new("peloponnes_card", 2, 1)
    table.lang, table.at_keyboard = "en", None
    table.seating = types.SimpleNamespace(people=[0, 1])  # type: ignore[assignment]
    table.words = types.SimpleNamespace(say=lambda key, **places: f"{key} {places['name']}")  # type: ignore[assignment]
    table.house = types.SimpleNamespace(read=seen.append)  # type: ignore[assignment]
    table.hand_over(0)
    assert seen == [play.CLEARED, f"hand_over {table.match.who(0)}", play.CLEARED]
    table.hand_over(0)  # still the same person
    assert len(seen) == 3
    table.hand_over(1)
    assert len(seen) == 6
