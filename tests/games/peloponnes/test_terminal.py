"""The table as a terminal shows it."""

from __future__ import annotations

import re
from typing import Any

import orjson
import pytest
from rich.cells import cell_len
from rich.console import Console

import petteia
from petteia.bots import Bot
from petteia.cli.menu import Menu
from petteia.engine.texts import LANGUAGES
from petteia.games.peloponnes.show import insight, page, terminal
from petteia.server import moments

WIDTHS = (40, 80, 100, 140)
OUTCOMES = {"placed": 0, "built": 0, "unplaceable": 1, "marked": 2, "unbuildable": 3}


def printed(renderable: Any, width: int) -> str:
    console = Console(width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def drawn(match: petteia.Match, seat: int | None, lang: str = "en", width: int = 100, **more: Any) -> str:
    return printed(terminal.draw(match, seat, lang, width, **more), width)


def plain(name: str) -> str:
    """A name as cards show it: lands without their number."""
    return re.sub(r" \([A-Z]\d\d\)$", "", name)


def games(seats: int, **options: Any) -> Any:
    """A match of bots, at every second decision and at its end."""
    match = petteia.new("peloponnes", seats=seats, seed=seats, options=options)
    bot = Bot("random", 1)
    while not match.over:
        if match.move_number % 2:
            yield match
        match.play(bot.choose(match))
    yield match


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_nothing_is_wider_than_the_terminal(lang: str, seats: int) -> None:
    options = {"solo_level": 2} if seats == 1 else {}
    for match in games(seats, **options):
        for width in WIDTHS:
            lines = drawn(match, 0, lang, width, labels=["you"] * seats).splitlines()
            assert max(cell_len(line) for line in lines) <= width
            assert not any("…" in line for line in lines), lines
            edges = [line for line in lines if line.startswith(("╭", "╰", "│", "╔"))]
            assert len({cell_len(line) for line in edges if "╭" in line}) <= 2


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100, 140])
def test_names_are_there(lang: str, width: int) -> None:
    for match in games(3):
        texts = match.texts(lang)
        shown = re.sub(r"[\s│║]+", " ", drawn(match, 1, lang, width))
        for seat in range(3):
            assert match.who(seat, lang) in shown
        for disaster in texts.groups["names"]["disaster"].keys() - {"blank"}:
            assert texts.groups["names"]["disaster"][disaster] in shown
        for seat in range(3):
            player = match.view(1)["state"]["players"][seat]
            for tile in player["tiles"][: player["tile_count"]]:
                for word in plain(texts.groups["names"]["tile"][tile]).split():
                    assert word in shown


def test_points_are_those_of_the_rules() -> None:
    for match in games(4):
        scene = terminal._Scene(match, None, "en", 100, None)
        assert [min(mat.prestige, mat.population) for mat in scene.mats] == match.scores


def test_bids_and_tiles_on_offer() -> None:
    match = petteia.new("peloponnes", seats=3, seed=7)
    match.play("bid 1 4")
    match.play("bid 5 6")
    shown = drawn(match, 0, labels=["you", "greedy", "greedy"])
    assert "▲ Patras 4" in shown
    assert "■ Korinth 6" in shown
    assert "coins 3+4" in shown
    assert "Patras · you" in shown
    assert "Conquest row: +3 coins" in shown
    assert "2+3 = 5" in shown


def becomes(match: petteia.Match, choice: petteia.Choice) -> str:
    """What a bid comes to if nobody else bids any more, and buildings are paid for where one can choose."""
    fork, seat = match.fork(), match.to_move
    fork.play(choice)
    while True:
        for happening in fork.news:
            if happening.seat == seat and happening.kind in OUTCOMES:
                return happening.kind
        fork.play({"auction": "pass", "displaced": "withdraw", "take": "pay"}[fork.view()["state"]["step"]])


def test_the_outlook_is_what_happens() -> None:
    seen = set()
    for match in (match for seats in (2, 3, 4) for match in games(seats)):
        if match.view()["state"]["step"] not in ("auction", "displaced"):
            continue
        expected = insight.outlooks(match)
        lowest = {
            choice.parameters["slot"]: choice for choice in reversed(match.choices) if "slot" in choice.parameters
        }
        for slot, choice in lowest.items():
            assert expected[int(slot) - 1] == OUTCOMES[becomes(match, choice)]
            seen.add(expected[int(slot) - 1])
    assert seen == set(insight.Outlook)


def test_the_outlook_after_each_bid_is_what_happens() -> None:
    seen = set()
    for match in (match for seats in (2, 3) for match in games(seats)):
        if match.view()["state"]["step"] != "auction":
            continue
        for choice in match.choices:
            if choice.name == "bid":
                found = insight.outlooks_after(match, int(choice.parameters["coins"]))[
                    int(choice.parameters["slot"]) - 1
                ]
                assert found == OUTCOMES[becomes(match, choice)]
                seen.add(found)
    assert seen == set(insight.Outlook)


def _worse_when_higher(notes: dict[str, str]) -> list[str]:
    return [key for key in notes if key.startswith("bid ") and f"slot:{key.split()[1]}" in notes]


def test_a_bid_of_all_coins_is_warned_of_by_itself() -> None:
    """The least bid on a building would leave a coin to mark it with; the highest leaves nothing."""
    match, notes = next((match, found) for match in games(3) if _worse_when_higher(found := page.notes(match, "en")))
    bid = _worse_when_higher(notes)[-1]
    texts = match.texts("en").groups["terminal"]
    slot = bid.split()[1]
    assert notes[bid] == texts["note_unbuildable"]
    assert notes[f"slot:{slot}"] == texts["note_marked"]
    choices = {choice.words: choice for choice in match.choices}
    assert terminal.note(match, choices[bid]) == texts["note_unbuildable"]
    item = next(item for item in Menu(match, terminal, "en").items if item.start == f"bid {slot}")
    least = min(int(key.split()[2]) for key in notes if key.startswith(f"bid {slot} "))
    assert item.note == f"{texts['note_marked']}; from {least} on: {texts['note_unbuildable']}"
    group = next(group for group in moments.groups(match, "en") if group["target"] == f"slot:{slot}")
    shown = {one["words"]: one["note"] for one in orjson.loads(orjson.dumps(group["options"]))}
    assert group["note"] == texts["note_marked"]
    assert shown[bid] == texts["note_unbuildable"]
    assert next(iter(shown.values())) is None  # that of the group


def test_warnings_and_what_the_next_land_needs() -> None:
    for match in games(3):
        seat = match.to_move
        found = insight.outlooks(match)
        for lang in LANGUAGES:
            words = match.texts(lang).groups["terminal"]
            shown = drawn(match, seat, lang, 150)
            for own in insight.Outlook:
                if own:
                    card = shown.count(f"✗ {words[f'card_{own.name.lower()}']}")
                    assert card == found.count(own)
        assert "✗" not in drawn(match, None)
    match = petteia.new("peloponnes", seats=2, seed=7)
    for words in ("bid 1 3", "pass"):
        match.play(words)
    assert "lands Wide Fields › next with food" in drawn(match, None)


def test_passing_shows() -> None:
    match = petteia.new("peloponnes", seats=2, seed=7)
    match.play("pass")
    assert "no bid" in drawn(match, 0)


def test_chits() -> None:
    match = petteia.new("peloponnes", seats=2, seed=7)
    scene = terminal._Scene(match, None, "en", 100, None)
    assert [scene.chits("plague", count).plain for count in range(4)] == [
        "Plague ○○○",
        "Plague ●○○",
        "Plague ●●○!",
        "Plague ●●●✓",
    ]


def test_solo_shows_the_civilizations_that_are_left() -> None:
    options = {"solo_level": 2, "used_civilizations": ["Sparta"]}
    match = petteia.new("peloponnes", seats=1, seed=7, options=options)
    shown = drawn(match, 0)
    assert "level 2: 28 points" in shown
    assert "Sparta" not in shown
    assert "Messene" in shown
    assert "+ 6 coins" in shown


def test_standing_is_ordered_by_rank() -> None:
    *_, match = games(4)
    lines = printed(terminal.standing(match, "en", ["you", *["greedy"] * 3]), 100).splitlines()
    seats = sorted(range(4), key=lambda seat: match.ranks[seat])
    for line, seat in zip(lines[1:], seats, strict=False):
        assert line.split()[0] == f"{match.ranks[seat]}."
        assert match.who(seat) in line
        assert str(match.scores[seat]) in line.split()


def test_nothing_hidden_is_drawn() -> None:
    """The same for every order of what lies face down."""
    match = petteia.new("peloponnes", seats=3, seed=7)
    match.play("bid 1 4")
    assert drawn(match, 0) == drawn(match.hidden(0, seed=1), 0) == drawn(match.hidden(0, seed=2), 0)


def test_choices_and_news_name_what_is_paid() -> None:
    """What a building costs or saving a tile takes stands in the choice, and is what the stores are short of after."""
    seen = set()
    for match in (match for seats in (2, 3, 4) for match in games(seats)):
        for choice in match.choices if not match.over else ():
            if choice.name not in ("pay", "complete", "save"):
                continue
            fork, seat = match.fork(), match.to_move
            assert seat is not None
            before = fork.view()["state"]["players"][seat]
            fork.play(choice)
            (told,) = (one for one in fork.news if one.kind in ("built", "completed", "saved"))
            paid = choice.details()
            assert paid["luxury"] == told.arguments["luxury"]
            for good in ("wood", "stone", "food", "coins"):
                amount = paid.get(good, 0)
                assert amount <= before[good]
                if amount:
                    assert match.texts("en").count(amount, good) in choice.text("en")
            if told.kind == "saved" and not paid["luxury"]:
                assert " for 1 " in match.tell(told, match.names("en"), "en", None)
            seen.add(choice.name)
    assert seen == {"pay", "complete", "save"}
