"""What the browser is told besides the view, and what a terminal shows."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from hellas_table import beside, last_turn, table
from rich.cells import cell_len
from rich.console import Console
from test_hellas_cities_and_score import BLUE, GREEN, RED, STATUES, TEMPLES

import petteia
from petteia.bots import Bot
from petteia.cli.menu import Menu, NotUnderstood
from petteia.engine.texts import LANGUAGES
from petteia.games.hellas.choices import MOST_TEMPLES
from petteia.games.hellas.show import insight, page, terminal
from petteia.server import models, moments

WIDTHS = (40, 80, 100, 140)
CIRCUMSTANCES = moments.Circumstances(0, 0.0, {"possible": False, "at_once": False})


def games(seats: int, bot: str = "greedy", **options: Any) -> Iterator[petteia.Match]:
    """A match of bots, at every third decision and at its end."""
    match = petteia.new("hellas", seats=seats, seed=seats, options=options)
    player = Bot(bot, 1)
    while not match.over:
        if match.move_number % 3 == 0:
            yield match
        match.play(player.choose(match))
    yield match


def example() -> petteia.Match:
    return last_turn([RED, GREEN, BLUE], columns=TEMPLES, statues=STATUES).play("action statue", "decline").match


# -- browser -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_moments_and_sheets_are_what_the_models_say(seats: int) -> None:
    for match in games(seats, "random", marble="open"):
        for seat in (None, match.to_move):
            shown = moments.moment(match, seat, "de", CIRCUMSTANCES, match.move_number)
            moment = orjson.loads(orjson.dumps(shown))
            assert models.Moment(**moment).model_dump(mode="json") == moment
        models.Sheet(**moments.sheet(match, "it"))
    json.dumps(page.printed(match, "en"))


def test_every_choice_has_its_target() -> None:
    kinds = set()
    for match in games(3):
        for group in [] if match.over else moments.groups(match, "en"):
            kinds.add((group["name"], (group["target"] or "nothing").partition(":")[0]))
    assert kinds >= {
        ("action", "action"),
        ("house", "space"),
        ("plaza", "space"),
        ("palace", "space"),
        ("column", "temple"),
        ("worker", "quarry"),
        ("decline", "nothing"),
    }


def test_groups_are_those_of_the_example() -> None:
    found = page.extras(example())["groups"]
    assert [[(own["kind"], len(own["spaces"])) for own in seat] for seat in found] == [
        [("city", 10), ("city", 4)],
        [("city", 2), ("city", 2)],
        [("city", 2)],
    ]
    assert [own["temples"] for own in found[0]] == [[3, 4], [2]]
    assert [len(own["statues"]) for own in found[0]] == [2, 1]


def test_kinds_of_groups() -> None:
    t = table([{"houses": ["A1"], "plazas": ["C3"], "palaces": ["K1"]}, {"houses": ["H2"], "palaces": ["I3"]}])
    assert [own.kind for own in insight.groups(t.match, 0)] == ["village", "plaza", "palace"]
    assert [own.kind for own in insight.groups(t.match, 1)] == ["city"]


def test_the_sheet_adds_up_and_names_things_on_the_map() -> None:
    match = example()
    sheet = moments.sheet(match, "en")
    for seat in sheet["seats"]:
        assert sum(column["total"] for column in seat["columns"]) == seat["score"] == match.scores[seat["seat"]]
        for column in seat["columns"]:
            assert sum(item["points"] for item in column["items"]) == column["total"]
    red = {column["name"]: column for column in sheet["seats"][0]["columns"]}
    assert [red[name]["total"] for name in insight.PARTS] == [10, 15, 9, 6, 3]
    assert len(red["city"]["items"][0]["targets"]) == 10
    assert [item["targets"][0] for item in red["temples"]["items"]] == ["temple:3", "temple:4", "temple:2"]


def test_parts_are_the_scores() -> None:
    for match in games(4, "random"):
        assert [sum(insight.parts(match, seat).values()) for seat in range(4)] == match.scores


def test_stones_left() -> None:
    for match in games(3):
        left = [insight.stones_left(match, seat) for seat in range(3)]
        each = [4, 4, 3][int(match.facts["phase"]) - 1]
        assert sum(left) == 3 * each - int(match.facts["used"]).bit_count()
        assert max(left) - min(left) <= 1


@pytest.mark.parametrize("seats", [2, 4])
def test_who_put_down_a_stone_or_built_a_column_is_known(seats: int) -> None:
    """By the news, which say it one by one."""
    match = petteia.new("hellas", seats, 3)
    dice = random.Random(3)
    stones: dict[int, int | None] = {}
    columns: dict[int, list[int | None]] = {}
    while not match.over:
        match.play(dice.choice(match.choices))
        for news in match.news:
            if news.kind == "phase":
                stones.clear()
            elif news.kind == "action":
                stones[news.arguments["action"] + 1] = news.seat
            elif news.kind == "column":
                columns.setdefault(news.arguments["temple"] % MOST_TEMPLES, []).append(news.seat)
        found = insight.hands(match)
        assert found.stones == stones
        assert {temple: by for temple, by in enumerate(found.columns) if by} == columns
    match.undo()
    assert len(insight.hands(match).stones) == int(match.facts["used"]).bit_count()


def test_of_a_position_nobody_knows_who_did_it() -> None:
    t = table(used=["house_1", "temple_2"], columns={"E6": 2})
    assert insight.hands(t.match).stones == {1: None, 9: None}
    assert [by for by in insight.hands(t.match).columns if by] == [[None, None]]
    t.play("action temple_3", "column E6", "column E6", "column E6")
    assert insight.hands(t.match).stones == {1: None, 9: None, 10: 0}
    assert [by for by in insight.hands(t.match).columns if by] == [[None, None, 0, 0, 0]]


def test_income_is_what_a_quarry_pays() -> None:
    t = table([{"houses": ["A1", "B3"]}, {"houses": ["F1"]}], quarries={"B2": 1, "F2": 15, "J3": 40})
    assert [insight.income(t.match, seat) for seat in range(2)] == [8, 3]
    assert t.play("action quarry_1").told("income") == [{"marble": 8}, {"marble": 3}]


def test_the_page_is_told_what_a_house_would_earn() -> None:
    t = table(quarries={"B2": 1, "F2": 15, "J3": 40}).play("action house_1")
    place = t.match.typed["space"].index("A1") + 1
    assert page.extras(t.match)["earns"][str(place)] == 4
    assert page.notes(t.match, "en") == {}  # a note is a warning, and asks before building


def test_the_printed_board_is_the_one_on_the_table() -> None:
    for seats, name, count in ((2, "Pegasus", 80), (3, "Minotaur", 108)):
        board = page.printed(petteia.new("hellas", seats), "en")["board"]
        assert (board["name"], len(board["spaces"])) == (name, count)
        for space in board["spaces"]:
            for other in space["near"]:
                assert space["place"] in board["spaces"][other - 1]["near"]
                there = board["spaces"][other - 1]
                step = abs(there["row"] - space["row"]), abs(there["column"] - space["column"])
                assert step in ((0, 2), (1, 1))


@pytest.mark.parametrize(
    ("seats", "options", "name"), [(2, {}, "Pegasus"), (3, {}, "Minotaur"), (2, {"board": 1}, "Minotaur")]
)
def test_the_board_is_known_before_the_deal(seats: int, options: dict[str, int], name: str) -> None:
    """While people are waited for, the page already asks what is printed, and does not ask again."""
    game = petteia.games.find("hellas")
    waiting = petteia.Match(game, game.box, game.blank(options, seats, game.box), seats, bytes(32), deal=False)
    assert page.printed(waiting, "en")["board"]["name"] == name
    assert page.printed(petteia.new("hellas", seats, options=options), "en")["board"]["name"] == name


def test_actions_are_offered_with_their_price() -> None:
    offered = {
        lang: [group["label"] for group in moments.groups(petteia.new("hellas", 2, 1), lang)] for lang in LANGUAGES
    }
    assert offered["en"][::3] == [
        "House 1 (1–2 marble)",
        "House and plaza (1–2 marble)",
        "Quarry 2",
        "Temple, 3 columns (6 marble)",
        "Marble (+3)",
    ]
    assert "Palast (5–7 Marmor)" in offered["de"]
    assert "Statua (7 marmi)" in offered["it"]


def test_whoever_built_one_of_two_declines_only_the_rest() -> None:
    t = table().play("action house_plaza")

    def declining(lang: str) -> str:
        return next(choice.text(lang) for choice in t.match.choices if choice.name == "decline")

    assert declining("en") == "Build nothing"
    t.play("house D4")
    assert [declining(lang) for lang in LANGUAGES] == ["Build nothing more", "Nichts mehr bauen", "Non costruire altro"]


def test_curves_go_to_the_end() -> None:
    *_, match = games(4)
    times, curves = page.curves(match, "en")
    assert times == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "End"]
    assert [curve["name"] for curve in curves] == ["score", "marble"]
    assert [row[-1] for row in curves[0]["values"]] == match.scores


# -- terminal ----------------------------------------------------------------------------------------------------------


def printed(renderable: Any, width: int) -> str:
    console = Console(width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def drawn(match: petteia.Match, seat: int | None, lang: str = "en", width: int = 100, **more: Any) -> str:
    return printed(terminal.draw(match, seat, lang, width, **more), width)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_is_wider_than_the_terminal(lang: str, seats: int) -> None:
    for match in games(seats):
        for width in WIDTHS:
            lines = drawn(match, 0, lang, width, labels=["you"] * seats).splitlines()
            assert max(cell_len(line) for line in lines) <= width
            assert not any("…" in line for line in lines), lines


def test_the_map_shows_every_piece() -> None:
    red = {"houses": ["A1"], "plazas": ["C3"], "palaces": ["K1"]}
    t = table([red, {"houses": ["H2"]}], statues=["D4"], columns={"E6": 3})
    shown = drawn(t.match, 0)
    for sign in ("▲⌂", "▲▢", "▲♜", "◆⌂", "♟", "3/8", "▤31", "▤W"):
        assert sign in shown
    assert "▲♜" in next(line for line in shown.splitlines() if line.startswith("K  "))


def test_a_free_space_shows_its_number() -> None:
    rows = {line[0]: line for line in drawn(petteia.new("hellas", 3, 1), 0).splitlines() if line[1:3] == "  "}
    assert rows["K"].split()[1:] == ["·1", "·2", "·3", "·4"]
    assert rows["H"].split()[1:4] == ["·1", "^2", "^3"]


def test_the_legend_explains_the_signs_that_are_drawn() -> None:
    match = petteia.new("hellas", 3, 1)
    assert "·5 coast" in drawn(match, 0, width=80)
    narrow = drawn(match, 0, width=44)
    assert "· coast" in narrow
    assert "·5" not in narrow


def test_points_in_sentences() -> None:
    match = petteia.new("hellas", 2, 1)
    assert "1 point if it ended now" in drawn(match, 0)
    assert "1 Punkt, wenn jetzt Schluss wäre" in drawn(match, 0, "de")


def test_marble_of_others_is_not_drawn() -> None:
    t = table([{"marble": 77}, {"marble": 88}])
    assert "77" in drawn(t.match, 0)
    assert "88" not in drawn(t.match, 0)
    assert "77" not in drawn(t.match, None)
    assert "?" in printed(terminal.standing(t.match, "en"), 100)
    t = table([{"marble": 77}, {"marble": 88}], marble="open")
    assert "88" in drawn(t.match, 0)


def test_nothing_hidden_is_drawn() -> None:
    match = petteia.new("hellas", seats=3, seed=7)
    assert drawn(match, 0) == drawn(match.hidden(0, seed=1), 0) == drawn(match.hidden(0, seed=2), 0)


def test_standing_is_ordered_by_rank() -> None:
    *_, match = games(4)
    lines = printed(terminal.standing(match, "en", ["you", *["greedy"] * 3]), 100).splitlines()
    for line, seat in zip(lines[1:], sorted(range(4), key=lambda seat: match.ranks[seat]), strict=False):
        assert line.split()[0] == f"{match.ranks[seat]}."
        assert match.who(seat) in line
        assert str(match.scores[seat]) in line.split()


# -- typing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_can_be_typed(lang: str) -> None:
    for match in games(3, "random"):
        if match.over:
            continue
        menu = Menu(match, terminal, lang)
        for choice in match.choices:
            assert menu.read(menu.typed(choice.id)) == choice.id
            assert menu.read(choice.words) == choice.id
            assert menu.read(menu._spelt(choice)) == choice.id
        assert len(menu.items) <= 16


def test_a_space_is_named_by_row_and_number() -> None:
    t = table().play("action house_1")
    menu = Menu(t.match, terminal, "en")
    expected = t.match.game.space.parse("house D4", t.match.typed)
    for typed in ("house d4", "house D4", "d4", "D4", "2 d4"):
        assert menu.read(typed) == expected
    with pytest.raises(NotUnderstood) as caught:
        menu.read("house z9")
    assert caught.value.key == "no_spot"
    assert t.match.why_not("house D2").number == "§5.5"


@pytest.mark.parametrize(("action", "clause"), [("house_1", "§5.5"), ("house_plaza", "§5.5"), ("statue", "§8.1")])
def test_a_space_that_cannot_be_built_on_tells_why(action: str, clause: str) -> None:
    t = table().play(f"action {action}")
    choice = Menu(t.match, terminal, "en").read("b2")  # a quarry
    assert isinstance(choice, int)
    assert t.why_not(choice) == clause


def test_a_space_that_could_be_two_things_is_asked_about() -> None:
    t = table().play("action house_plaza")
    with pytest.raises(NotUnderstood) as caught:
        Menu(t.match, terminal, "en").read("d4")
    assert caught.value.words == ["house D4", "plaza D4"]


def open_to_palaces(match: petteia.Match) -> set[str]:
    picks = (match.game.space.pick(choice).parameters for choice in match.legal_ids)
    return {f"space:{picked['space']}" for picked in picks if "space" in picked}


def test_a_palace_that_would_touch_no_house_is_warned_of() -> None:
    """Of a group, each building is as good as its houses: also its plazas."""
    settled = {"houses": ["G4"], "plazas": ["G5"], "marble": 9}
    match = table([settled, {}, {}]).play("action palace").match
    joined = {
        choice.words.split()[1]
        for choice in map(match.game.space.pick, match.legal_ids)
        if choice.name == "palace" and f"space:{choice.parameters['space']}" not in page.notes(match, "en")
    }
    names = match.typed["space"]
    assert {names[int(number) - 1] for number in joined} == {
        name for name in beside("G4") | beside("G5") if f"space:{names.index(name) + 1}" in open_to_palaces(match)
    }
    alone = table([{"marble": 9}, {}, {}]).play("action palace").match
    for lang in LANGUAGES:
        assert page.notes(alone, lang).keys() == open_to_palaces(alone)  # nobody has a house yet


@pytest.mark.parametrize("marble", [0, 1, 4, 6, 7, 9])
def test_actions_that_build_nothing_are_warned_of_and_no_others(marble: int) -> None:
    """Each is tried: whoever was warned builds nothing without being asked."""
    match = table([{"marble": marble}, {}]).match
    warned = page.notes(match, "en")
    for choice in match.choices:
        after = table([{"marble": marble}, {}]).match
        after.play(choice.words)
        nothing = any(news.kind == "declined" and news.seat == 0 and news.forced for news in after.news)
        assert (page.target(match.facts, choice) in warned) == nothing, choice.words


def test_a_warning_says_what_is_lacking_and_the_log_that_nothing_was_built() -> None:
    t = table([{"marble": 4}, {}])
    temple, palace = (t.match.box.lists["action"].index(name) + 1 for name in ("temple_5", "palace"))
    assert page.notes(t.match, "en")[f"action:{temple}"] == "with 4 marble you would build nothing"
    assert page.notes(t.match, "de")[f"action:{palace}"] == "mit 4 Marmor würdest du nichts bauen"
    t.play("action temple_5")
    lines = {you: [t.match.tell(news, t.match.names(), "en", you) for news in t.match.news] for you in (0, 1)}
    assert "You have too little marble for “Temple, 5 columns” and build nothing." in lines[0]
    assert "Red has too little marble for “Temple, 5 columns” and builds nothing." in lines[1]
    no_place = table([{"marble": 20}, {}], statues=["C4", "C5", "D4"])
    assert list(page.notes(no_place.match, "en").values()) == [
        "no piece or no place is left for it: you would build nothing"
    ]


def test_bends_of_the_curve_name_what_the_points_are_for() -> None:
    *_, match = games(2)
    _, curves = page.curves(match, "en")
    assert curves[0]["bends"]
    for bend in curves[0]["bends"]:
        gains = [int(number) for number in re.findall(r"[+-]\d+", bend["text"].rpartition("(")[2])]
        assert sum(gains) == bend["after"] - bend["before"]
