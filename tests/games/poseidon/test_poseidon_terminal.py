"""The table of Poseidon as a terminal shows it, what it tells of runs, and how choices are typed."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from poseidon_table import table
from rich.cells import cell_len
from rich.console import Console

import petteia
from petteia.bots import Bot
from petteia.cli.menu import Item, Menu, NotUnderstood
from petteia.engine.sets import MASKS
from petteia.engine.texts import LANGUAGES
from petteia.games.poseidon.show import insight, terminal

WIDTHS = (60, 80, 100, 140)
# What is done where nothing else is said.
QUIETLY = ("done", "decline", *(f"card {number}" for number in range(1, 7)), "ship", "home")


def printed(renderable: Any, width: int) -> str:
    console = Console(width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def drawn(match: petteia.Match, seat: int | None, lang: str = "en", width: int = 100, **more: Any) -> str:
    return printed(terminal.draw(match, seat, lang, width, **more), width)


def games(seats: int, every: int = 40, **options: Any) -> Iterator[petteia.Match]:
    """A match of a bot that does anything, at some decisions and at its end."""
    match = petteia.new("poseidon", seats=seats, seed=seats, options=options)
    bot = Bot("random", 1)
    while not match.over:
        if match.move_number % every == 0:
            yield match
        match.play(bot.choose(match))
    yield match


def step(match: petteia.Match) -> str:
    return match.game.lists["step"][int(match.facts["step"])]


def play(match: petteia.Match, *words: str) -> petteia.Match:
    """Plays each of these as soon as it is possible, and quietly what else is asked."""
    for word in words:
        wanted = match.game.space.parse(word, match.typed)
        while wanted not in match.legal_ids:
            quietly = [match.game.space.parse(word) for word in QUIETLY]
            match.play(next(choice for choice in quietly if choice in match.legal_ids))
        match.play(wanted)
    return match


def athenai() -> petteia.Match:
    """The rulebook's example: Athenai with posts on Andros and Paros and two 2s, before its second revenue."""
    match = petteia.new("poseidon", seats=3, seed=1)
    play(match, "found athenai", "prestige 3", "merchants 7", "take 4")
    play(match, "move F12", "post F12", "ship", "done", "move G13", "post G13")
    assert step(match) == "fleet"
    return match


# -- drawing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 5])
def test_nothing_is_wider_than_the_terminal(lang: str, seats: int) -> None:
    for match in games(seats):
        for width in WIDTHS:
            lines = drawn(match, 0, lang, width, labels=["you"] * seats).splitlines()
            assert max(cell_len(line) for line in lines) <= width


def test_the_map_shows_what_lies_where() -> None:
    shown = drawn(athenai(), 0, width=80)
    for sign in ("F10", "⌂A", "F12 3", "A·", "A· a", "8Π40", "2Π", "A17 5┃A19 5", "C13", "~", "Kyre…", "━"):
        assert sign in shown
    names = drawn(athenai(), 0, width=120)
    for sign in ("Andros", "F12 3 A·", "Ios", "H14 8Π40", "Kyrene"):
        assert sign in names


def test_a_hex_stands_between_its_neighbours() -> None:
    lines = drawn(athenai(), 0, width=80).splitlines()
    wanted = ("E11", "F10", "F12", "G11", "G13")
    columns = {name: next(line.index(name) for line in lines[5:] if name in line) for name in wanted}
    assert columns["F10"] < columns["E11"] < columns["F12"]
    assert columns["F10"] < columns["G11"] < columns["F12"] < columns["G13"]


def test_two_players_see_their_part_of_the_map() -> None:
    shown = drawn(petteia.new("poseidon", seats=2, seed=1), 0, width=80)
    assert "H6 4" in shown
    assert "E7 " not in shown.split("A7")[1]
    assert "Ambrakia" not in shown
    assert "Kyre" not in shown


def test_rounds_ships_and_the_track() -> None:
    lines = drawn(athenai(), 0, width=140).splitlines()
    assert lines[1].split()[-7:] == ["Exploration", "round", "2", "of", "11", "Phase", "1"]
    assert "M1 E1 ▶E2 M2" in lines[2]
    assert "▶2 ×4 for 100 · 3 ×6 for 200 · 4 ×4 for 300, opens phase 2, 2 leave" in "".join(lines)
    values = next(number for number, line in enumerate(lines) if line.startswith("Prestige"))
    assert lines[values + 1].index("A◂") == lines[values].index("70")


def test_who_acts_after_whom() -> None:
    """Cards are bought to and fro; nations explore in the order of their prestige, those that are done no more."""
    match = petteia.new("poseidon", seats=3, seed=1)
    buyers = []
    while step(match) == "card":
        told = insight.buyers(match)
        assert told[0] == match.to_move
        buyers.append(told)
        match.play(match.legal_ids[0])
    first = buyers[0]
    assert first[:3] == first[3:][::-1]
    assert all(first[len(first) - len(told) :] == told for told in buyers)
    for match in games(4, 1, order="fixed"):
        if step(match) == "discover":
            told = insight.to_act(match)
            acting = int(match.facts["nation"])
            assert told[0] == acting
            assert not any(int(match.facts["acted"]) >> nation & 1 for nation in told[1:])
    order = next(line for line in drawn(athenai(), 0, width=140).splitlines() if line.startswith("Turn order"))
    assert order.split()[2:5] == ["▶", "A", "Athenai"]


def test_markers_on_one_space_lie_on_each_other() -> None:
    match = petteia.new("poseidon", seats=3, seed=1)
    play(match, "found thebai", "prestige 3", "merchants 5", "take 3")
    play(match, "found sparta", "prestige 3", "merchants 5", "take 3")
    lines = drawn(match, None, width=140).splitlines()
    values = next(number for number, line in enumerate(lines) if line.startswith("Prestige"))
    at = lines[values].index("70")
    assert [lines[values + 1][at], lines[values + 2][at]] == ["H", "S"]


def test_charters_and_players() -> None:
    match = athenai()
    lines = drawn(match, 0, width=140, labels=["you", "greedy", "greedy"]).splitlines()
    row = next(line for line in lines if "Athenai" in line and not line.startswith("Turn order"))
    assert row[row.index("Athenai") :].split()[:7] == ["Athenai", "70", "3", "290", "2+2", "4", "9"]
    assert row.split()[-3:].count("4♔") == 1
    king = int(match.facts["nations"][0]["king"])
    own = next(line for line in lines if match.who(king) in line and "worth" in line)
    assert f"worth {match.scores[king]}" in own
    assert "merchants 4 of 18" in own


def test_the_poseidon_round_explains_its_cards() -> None:
    shown = drawn(petteia.new("poseidon", seats=4, seed=1), 0, width=140)
    assert "5 Poseidon 160  doubles a fleet’s range, once in each phase from 2 on" in shown


def test_the_fleet_and_its_run() -> None:
    match = athenai()
    assert "F10 › F12+3 › G13+3 › H14+8" in drawn(match, 0, width=140)
    play(match, "sail home", "step F12")
    shown = drawn(match, 0, width=80)
    assert "Run  A  F12 · 3 a merchant so far, 3 steps left" in shown
    assert "Best runs" not in shown


def test_marks_are_letters_of_their_own() -> None:
    assert terminal.marks(["Athenai", "Thessalonike", "Sparta", "Thebai"]) == ["A", "T", "S", "H"]
    assert terminal.marks(["Aa", "Aa", "Aa"]) == ["A", "B", "C"]


def test_standing_is_ordered_by_rank() -> None:
    *_, match = games(4)
    lines = printed(terminal.standing(match, "en", ["you", *["greedy"] * 3]), 80).splitlines()
    for line, seat in zip(lines[2:], sorted(range(4), key=lambda seat: match.ranks[seat]), strict=False):
        assert line.split()[0] == f"{match.ranks[seat]}."
        assert match.who(seat) in line
        assert line.split()[-1] == str(match.scores[seat])
        assert sum(insight.parts(match, seat).values()) == match.scores[seat]


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_words(lang: str) -> None:
    for match in games(3, every=7):
        if match.over:
            continue
        waiting = match.texts(lang).say("waiting", step(match), {**match.details, "who": match.who(0, lang)})
        for words in (waiting, match.prompt(lang), *(choice.text(lang) for choice in match.choices)):
            assert "{" not in words
            assert "None" not in words
            assert "-1" not in words
    assert all("{" not in line for line in match.log(lang))


def test_prices_are_in_the_words() -> None:
    match = petteia.new("poseidon", seats=3, seed=1)
    play(match, "found athenai", "prestige 3")
    texts = [choice.text() for choice in match.choices]
    assert "Put up 5 merchants: 350 drachmas for the coffers, you take 3 at least" in texts
    play(match, "merchants 7", "take 4", "done")
    assert "Buy a merchant of Athenai for 70 drachmas" in [choice.text() for choice in match.choices]


def test_a_king_is_told_that_prestige_will_drop() -> None:
    match = athenai()
    king = int(match.facts["nations"][0]["king"])
    while step(match) != "turn" or match.to_move != king:
        play(match, next(words for words in QUIETLY if match.game.space.parse(words) in match.legal_ids))
    texts = [choice.text() for choice in match.choices]
    assert "Sell 1 merchant of Athenai for 70 drachmas; the prestige drops to 65" in texts


def test_the_best_runs_are_in_the_words() -> None:
    texts = [choice.text() for choice in athenai().choices]
    assert "Best run: 8 a merchant, 32 drachmas for you" in texts
    assert "Best run with 40 donated: 14 a merchant, 56 drachmas for you" in texts
    assert "Stay at home: 100 drachmas for the coffers" in texts


# -- runs --------------------------------------------------------------------------------------------------------------


def test_the_runs_of_the_example() -> None:
    match = athenai()
    names = match.box.lists["place"]
    runs = {run.donation: run for run in insight.runs(match)}
    assert (runs[0].worth, runs[40].worth) == (8, 14)
    assert [names[place] for place in runs[40].path] == ["F10", "F12", "G13", "H14"]
    assert [names[place] for place in runs[40].stops] == ["F12", "G13", "H14"]
    assert runs[40].values == [3, 3, 8]


def test_a_run_is_what_happens_when_it_is_sailed() -> None:
    seen = 0
    for match in games(4, every=1):
        if match.over or step(match) != "fleet" or match.move_number % 3:
            continue
        nation = int(match.facts["nation"])
        reach = insight.range_of(match, nation)
        chart = match.box.record[0]["maps"][int(match.facts["map"])]
        for run in insight.runs(match):
            seen += 1
            assert sum(run.values) == run.worth
            assert run.path[0] == run.start
            assert set(run.stops) <= set(run.path)
            assert len(run.path) - 1 <= reach
            for here, there in zip(run.path, run.path[1:], strict=False):
                assert int(chart["near"][here * MASKS + there // 64]) >> there % 64 & 1
            sailed = match.fork()
            sailed.play(f"best {run.donation}")
            told = {happening.kind: happening.arguments for happening in sailed.news}
            assert told["revenue"]["value"] == run.worth
            stops = [happening.arguments["place"] for happening in sailed.news if happening.kind == "stop"]
            assert stops == run.stops
    assert seen > 10


def test_there_are_no_runs_at_other_times() -> None:
    assert insight.runs(petteia.new("poseidon", seats=3, seed=1)) == []


# -- typing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_can_be_typed(lang: str) -> None:
    for match in games(3, every=9):
        if match.over:
            continue
        menu = Menu(match, terminal, lang)
        for choice in match.choices:
            assert menu.read(menu.typed(choice.id)) == choice.id
            assert menu.read(choice.words) == choice.id
            assert menu.read(menu._spelt(choice)) == choice.id


def test_places_are_listed_and_typed_by_their_names() -> None:
    match = petteia.new("poseidon", seats=3, seed=1)
    play(match, "found athenai", "prestige 3", "merchants 7", "take 4")
    while step(match) != "discover":
        play(match, next(words for words in QUIETLY if match.game.space.parse(words) in match.legal_ids))
    menu = Menu(match, terminal, "en")
    texts = [item.text for item in menu.items]
    assert "Sail to Andros (F12): worth 3, 1 circle free" in texts
    assert "Sail to Mykene (G9)" in texts
    expected = match.game.space.parse("move F12", match.typed)
    for typed in ("move F12", "f12", "go f12", "andros"):
        assert menu.read(typed) == expected
    far = menu.read("h14")
    assert isinstance(far, int)
    assert match.why_not(far).number == "§9.2"
    match.play("move F12")
    assert Menu(match, terminal, "en").read("post f12") == match.game.space.parse("post F12", match.typed)
    with pytest.raises(NotUnderstood) as caught:
        Menu(match, terminal, "en").read("f12")
    assert caught.value.words == ["post F12", "settle F12"]


def test_prestige_may_be_typed_by_its_value() -> None:
    match = petteia.new("poseidon", seats=3, seed=1)
    play(match, "found athenai")
    menu = Menu(match, terminal, "en")
    assert menu.read("70") == menu.read("prestige 70") == menu.read("3") == match.game.space.parse("prestige 3")


def test_an_amount_is_enough_where_nothing_else_is_asked() -> None:
    match = petteia.new("poseidon", seats=3, seed=1)
    play(match, "found athenai", "prestige 3", "merchants 7")
    menu = Menu(match, terminal, "en")
    assert [item.text for item in menu.items] == ["Take 4 to 5 merchants, 70 drachmas each"]
    assert menu.read("5") == match.game.space.parse("take 5")
    assert isinstance(menu.read("1"), Item)


def test_a_sale_is_one_entry_with_an_amount() -> None:
    match = petteia.new("poseidon", seats=2, seed=1)
    play(match, "found athenai", "prestige 1", "merchants 9", "take 6")
    king = int(match.facts["nations"][0]["king"])
    match.play("done")
    while step(match) != "turn" or match.to_move != king or match.facts["round_number"] < 1:
        play(match, next(words for words in QUIETLY if match.game.space.parse(words) in match.legal_ids))
    menu = Menu(match, terminal, "en")
    item = menu.read("sell athenai")
    assert isinstance(item, Item)
    assert item.text == "Sell 1 to 3 merchants of Athenai, 60 drachmas each"
    assert menu.read("sell athenai 2") == match.game.space.parse("sell 1 2")


# -- offers ------------------------------------------------------------------------------------------------------------


def typed(folder: pathlib.Path, match: petteia.Match, *lines: str) -> str:
    """What a terminal shows to somebody who goes on from a match and types some lines."""
    match.save(folder / "there.json")
    program = "from petteia.cli import main; main()"
    environment = {**os.environ, "PETTEIA_DATA_DIR": str(folder), "COLUMNS": "120"}
    arguments = ["play", "poseidon", "--resume", str(folder / "there.json"), "--seats", "you,you,you"]
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input="".join(f"{line}\n" for line in (*lines, "quit")),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=True,
    ).stdout


def test_an_offer_is_cancelled_by_a_word(tmp_path: pathlib.Path) -> None:
    """From the hundreds, and from the rest of the price: back to where it was begun."""
    nations = {"Athenai": {"coffers": 350, "fleet": ["4"]}, "Sparta": {"king": 1, "fleet": ["4", "4"]}}
    match = table([{}, {}, {}], nations, step="ships", nation="Athenai", phase=2).match
    once = typed(tmp_path, match, "offer sparta 4-ship", "cancel")
    assert "takes the offer back" in once
    assert "Decisions taken back: 1." in once
    twice = typed(tmp_path, match, "offer sparta 4-ship", "hundreds 1", "cancel")
    assert "Decisions taken back: 2." in twice
    assert twice.rstrip().count("does Athenai buy ships?") == once.count("does Athenai buy ships?") == 2
    assert "You have begun nothing" in typed(tmp_path, match, "cancel")
