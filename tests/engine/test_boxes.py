"""Box files: what is wrong is said with file, line, key, found and allowed; what is right is played."""

from __future__ import annotations

import pathlib
import random
import re

import pytest
from desks import flaw
from hypothesis import given, settings
from hypothesis import strategies as st

import petteia
from petteia.engine import boxes
from petteia.engine.boxes import BadBox, Box, Problem
from petteia.games import NAMES, find

GAME = find("peloponnes")
PRINTED = GAME.box.text
LINES = PRINTED.splitlines()
CIVILIZATION = """
[[civilization]]
provenance = "own"
number = {number}
name = "City {number}"
start = {{ coins = 9, food = 2, population = 3 }}
production = {{ stone = 1, food = 1 }}
"""
TILE = """
[[tile]]
provenance = "own"
id = "{id}"
deck = "{deck}"
kind = "building"
name = "House {id}"
min_bid = 2
prestige = 3
population = 1
"""


def read(text: str) -> Box:
    return GAME.read_box("my.toml", text)


def refused(text: str) -> BadBox:
    with pytest.raises(BadBox) as caught:
        read(text)
    return caught.value


def problems_of(text: str) -> list[Problem]:
    """What is wrong with a box, if anything; no other error will do."""
    try:
        assert read(text).record[0]["rounds"] > 0
    except BadBox as bad:
        return bad.problems
    return []


def line_of(words: str, occurrence: int = 1, text: str = PRINTED) -> int:
    """The line in which words stand for the n-th time, counted from 1."""
    return [i for i, line in enumerate(text.splitlines(), 1) if words in line][occurrence - 1]


def edited(old: str, new: str) -> str:
    assert old in PRINTED
    return PRINTED.replace(old, new, 1)


def without(*names: str) -> str:
    """The printed box without some civilizations."""
    text = PRINTED
    for name in names:
        text = re.sub(rf'\[\[civilization\]\]\n[^\[]*?name = "{name}"\n.*\n.*\n', "", text)
    return text


MORE_CIVILIZATIONS = PRINTED + "".join(CIVILIZATION.format(number=number) for number in range(8, 17))


def test_the_printed_box_is_whole() -> None:
    box = GAME.box
    assert [len(box.lists["tile"]), len(box.lists["civilization"])] == [40, 7]
    assert box.record[0]["chit_count"] == 16
    assert box.file == "box.toml"


# -- what is wrong -----------------------------------------------------------------------------------------------------

WRONG = {
    "a text for a number": ("tiles_shown = 5", 'tiles_shown = "five"', "game.tiles_shown", '"five"', "1 to 5"),
    "true for a number": ("pass_income = 3", "pass_income = true", "game.pass_income", "true", "0 to 20"),
    "a fraction": ("pass_income = 3", "pass_income = 2.5", "game.pass_income", "2.5", "a whole number from 0 to 20"),
    "a number for a flag": ("supply = true", "supply = 1", "tile[20].supply", "1", "true or false"),
    "a number for a text": (
        'name = "Messene"',
        "name = 3",
        "civilization[1].name",
        "3",
        'a text in one line of at most 60 letters, not empty and not "none"',
    ),
    "an empty name": ('name = "Messene"', 'name = " "', "civilization[1].name", '" "', "not empty"),
    "a list for a table": ("production = { stone = 3 }", "production = []", "tile[1].production", "[]", "a table with"),
    "out of range": ("min_bid = 8", "min_bid = 31", "tile[38].min_bid", "31", "a whole number from 1 to 30"),
    "an amount inside": ("{ coins = 6,", "{ coins = 21,", "civilization[1].start.coins", "21", "0 to 20"),
    "an unknown word": ('deck = "C"', 'deck = "D"', "tile[31].deck", '"D"', 'one of "A", "B", "C"'),
    "a word out of a list": ('["mountain"]', '["sea"]', "tile[1].terrain", '["sea"]', 'a list out of "field"'),
    "an unknown key": (
        "pass_income = 3",
        "pass_incme = 3",
        "game.pass_incme",
        "a key that is not known",
        "tiles_shown",
    ),
    "an unknown table": ("[stores]", "[storage]", "storage", "a key that is not known here", "one of game"),
    "a provenance of its own": (
        'provenance = "rulebook"',
        'provenance = "hearsay"',
        "game.provenance",
        '"hearsay"',
        '"reconstruction"',
    ),
    "too few tiles in a deck": ("A = 3", "A = 4", "rounds.A", "15 tiles in deck A", "at least 20 for its rounds"),
    "no rounds": ("A = 3\nB = 3\nC = 2", "A = 0\nB = 0\nC = 0", "rounds", "0 rounds in all", "1 to 10"),
    "too many rounds": ("A = 3\nB = 3\nC = 2", "A = 5\nB = 5\nC = 5", "rounds", "15 rounds in all", "1 to 10"),
    "too few chits": ("blank = 1", "blank = 0", "chits", "15 chits in all", "16"),
    "too many chits": ("blank = 1", "blank = 10", "chits", "25 chits in all", "24"),
    "a table of inhabitants downwards": (
        "inhabitants = 5",
        "inhabitants = 2",
        "population_income[3].inhabitants",
        "2",
        "more than 3",
    ),
    "a table of inhabitants from 1": (
        "inhabitants = 0",
        "inhabitants = 1",
        "population_income[1].inhabitants",
        "1",
        "0",
    ),
    "levels out of order": ("level = 2", "level = 3", "solo_level[2].level", "3", "2, as levels go upwards"),
    "a cost on a land": (
        'id = "A01"\ndeck = "A"\nkind = "land"',
        'id = "A01"\ncost = { wood = 1 }\ndeck = "A"\nkind = "land"',
        "tile[1].cost",
        "a cost",
        "none on a land",
    ),
    "a land that gives nothing": ("production = { stone = 3 }", "", "tile[1].production", "a land without", "at least"),
    "a land that costs inhabitants": (
        "population = 0\nproduction = { stone = 3 }",
        "population = -1\nproduction = { stone = 3 }",
        "tile[1].population",
        "-1",
        "0 or more on a land",
    ),
    "an id twice": ('id = "A02"', 'id = "A01"', "tile[2].id", "A01", "an id no other tile has"),
    "a number twice": ("number = 2", "number = 1", "civilization[2].number", "1", "a number no other one has"),
    "a name twice": (
        'name = "Patras"',
        'name = "MESSENE"',
        "civilization[2].name",
        "MESSENE",
        "a name no other one has",
    ),
    "a table instead of rows": ("[solo_income]", "[[solo_income]]", "solo_income", "[{", "a table with"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_said_with_file_line_key_found_and_allowed(case: str) -> None:
    old, new, key, found, allowed = WRONG[case]
    text = edited(old, new)
    problem = next(p for p in refused(text).problems if p.key == key)
    assert problem.file == "my.toml"
    assert found in problem.found
    assert allowed in problem.allowed
    assert all(part in str(problem) for part in ("my.toml, line ", key, "found", "allowed is"))
    word = re.sub(r"\[\d+\]", "", key).split(".")[-1]
    if f"{word} =" in new:  # where the key has a line of its own, that one is named
        assert f"{word} =" in text.splitlines()[problem.line - 1]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("tiles_shown = 5 ", "tiles_shown = 50 ", line_of("tiles_shown = 5")),
        ("min_bid = 8", "min_bid = 99", line_of("min_bid = 8")),
        ('id = "A02"', 'id = "A01"', line_of('id = "A02"')),
        ("{ coins = 6,", "{ coins = 60,", line_of("coins = 6,")),
        ("C = 2", "C = 11", line_of("C = 2")),
        ("blank = 1", "blank = 0", line_of("[chits]")),
    ],
)
def test_the_line_is_the_one_to_mend(old: str, new: str, line: int) -> None:
    assert [problem.line for problem in refused(edited(old, new)).problems] == [line]


def test_a_missing_key_is_named_at_its_table() -> None:
    (problem,) = refused(edited('id = "A02"\n', "")).problems
    assert (problem.key, problem.found, problem.line) == ("tile[2].id", "nothing", line_of("[[tile]]", 2))


def test_a_missing_table_is_named() -> None:
    text = re.sub(r"\[stores\][^\[]*", "", PRINTED)
    (problem,) = refused(text).problems
    assert (problem.key, problem.found) == ("stores", "nothing")


def test_a_separator_that_is_no_new_line_does_not_move_the_lines() -> None:
    where = 'where = "section 5"'
    text = edited(where, 'where = "section\u20285"').replace("min_bid = 8", "min_bid = 99")
    assert [problem.line for problem in refused(text).problems] == [line_of(where), line_of("min_bid = 8")]


def test_too_many_inhabitants_are_refused() -> None:
    (problem,) = refused(edited("population = 1 }\n\n", "population = 3 }\n\n")).problems
    assert "inhabitants for one player" in problem.found
    assert problem.allowed == "at most 40"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PRINTED + "".join(TILE.format(id=f"X{i}", deck="A") for i in range(25)), "65 tables"),
        (MORE_CIVILIZATIONS + CIVILIZATION.format(number=17), "17 tables"),
        (without("Pylos", "Argos", "Sparta"), "4 tables"),
        (re.sub(r"\[\[solo_level\]\][^\[]*level = 5\n[^\[]*", "", PRINTED), "4 tables"),
    ],
)
def test_too_many_or_too_few_of_a_kind(text: str, found: str) -> None:
    (problem,) = refused(text).problems
    assert problem.found == found
    assert "tables [[…]]" in problem.allowed


def test_several_mistakes_are_said_at_once() -> None:
    text = PRINTED.replace("tiles_shown = 5", "tiles_shown = 9").replace('deck = "C"', 'deck = "D"')
    problems = refused(text.replace("pass_income = 3", "")).problems
    assert len(problems) == 12
    assert len(str(BadBox(problems)).splitlines()) == 12
    assert [p.line for p in problems if p.key.endswith(".deck")] == [line_of('deck = "C"', i) for i in range(1, 11)]


def test_several_contradictions_are_said_at_once() -> None:
    text = PRINTED.replace("A = 3\n", "A = 4\n").replace('id = "A02"', 'id = "A01"').replace("number = 2", "number = 1")
    assert {p.key for p in refused(text).problems} == {"rounds.A", "chits", "tile[2].id", "civilization[2].number"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (edited("[rounds]", "[rounds"), line_of("[rounds]")),
        (edited("min_bid = 8", "min_bid = "), line_of("min_bid = 8")),
        (edited('name = "Stoa"', 'name = "Stoa'), line_of('name = "Stoa"')),
        (edited("A = 3", "A = 3\nA = 3"), line_of("A = 3") + 1),
    ],
)
def test_broken_toml_is_said_with_its_line(text: str, line: int) -> None:
    (problem,) = refused(text).problems
    assert (problem.line, problem.key, problem.allowed) == (line, "(the file)", "TOML")


@pytest.mark.parametrize("text", ["", "# nothing\n", "game = 3\n"])
def test_nearly_empty_files_are_refused(text: str) -> None:
    assert {"stores", "tile", "civilization"} <= {problem.key for problem in refused(text).problems}


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000], ids=["too deep", "too long"])
def test_what_toml_itself_cannot_take_is_refused(text: str) -> None:
    refused(text)


def test_what_would_take_long_to_read_is_refused_before() -> None:
    """TOML takes time by the square of the parts of a key, and nobody writes such files."""
    for text, line, key in (
        ("# " + "x" * boxes.LONGEST_BOX, 1, "(the file)"),
        ("a = 1\n" + "a." * 16_000 + "a = 1", 2, "(the line)"),
        ("[" + "a." * 16_000 + "a]", 1, "(the line)"),
    ):
        (problem,) = refused(text).problems
        assert (problem.line, problem.key) == (line, key)
    read(PRINTED + "# " + "." * boxes.MOST_DOTS)


def test_the_printed_boxes_are_far_from_the_limits() -> None:
    for name in NAMES:
        text = find(name).box.text
        assert 4 * len(text) <= boxes.LONGEST_BOX
        assert 4 * max(line.count(".") for line in text.split("\n")) <= boxes.MOST_DOTS


def test_files_that_cannot_be_read_are_refused(tmp_path: pathlib.Path) -> None:
    binary = tmp_path / "picture.toml"
    binary.write_bytes(bytes(range(256)))
    for path in (binary, tmp_path, tmp_path / "missing.toml"):
        with pytest.raises(BadBox, match="a text file in UTF-8") as caught:
            petteia.new("peloponnes", box=path)
        assert caught.value.problems[0].file == path.name


def test_a_path_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(BadBox):
        petteia.new("peloponnes", box="a\0b")


@st.composite
def damaged(draw: st.DrawFn) -> str:
    lines = LINES.copy()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        what = draw(st.sampled_from(["drop", "double", "swap", "cut", "insert", "number", "value"]))
        if what == "drop":
            del lines[at]
        elif what == "double":
            lines.insert(at, lines[at])
        elif what == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif what == "cut":
            lines[at] = lines[at][: draw(st.integers(0, 40))]
        elif what == "insert":
            place = draw(st.integers(0, 40))
            lines[at] = lines[at][:place] + draw(st.text(max_size=3)) + lines[at][place:]
        elif what == "number":
            lines[at] = re.sub(r"\d+", str(draw(st.integers(-(2**70), 2**70))), lines[at], count=1)
        else:
            new = draw(st.sampled_from(["[]", "{}", "true", "nan", "1979-05-27", '""', "[[1]]", "{ a = [] }", "1e400"]))
            lines[at] = lines[at].partition("=")[0] + "= " + new
    return "\n".join(lines)


@given(damaged())
@settings(max_examples=250, deadline=None, derandomize=True)
def test_a_damaged_box_is_read_or_refused(text: str) -> None:
    problems = problems_of(text)
    assert all(1 <= problem.line <= len(text.split("\n")) for problem in problems)


@given(st.integers(0, len(PRINTED.encode()) - 1), st.binary(max_size=4), st.integers(0, 4))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_damaged_bytes_are_read_or_refused(at: int, new: bytes, dropped: int) -> None:
    raw = PRINTED.encode()
    text = (raw[:at] + new + raw[at + dropped :]).decode(errors="surrogateescape")
    assert all(str(problem) for problem in problems_of(text))


# -- what is right, and other ------------------------------------------------------------------------------------------

CHANGED = {
    "three tiles shown": (("tiles_shown = 5", "tiles_shown = 3"), ("conquest_tiles = 4", "conquest_tiles = 3")),
    "one tile shown": (
        ("tiles_shown = 5", "tiles_shown = 1"),
        *((f"conquest_tiles = {n}", "conquest_tiles = 1") for n in (2, 3, 4)),
    ),
    "short": (("A = 3", "A = 1"), ("B = 3", "B = 0"), ("C = 2", "C = 1")),
    "one chit a round": (("chits_per_round = 2", "chits_per_round = 1"),),
    "no chits": (("chits_per_round = 2", "chits_per_round = 0"),),
    "a disaster at once": (("chits_for_disaster = 3", "chits_for_disaster = 1"),),
    "other prices": (
        ("luxury_exchange = 2", "luxury_exchange = 3"),
        ("conquest_surcharge = 3", "conquest_surcharge = 0"),
        ("pass_income = 3", "pass_income = 20"),
        ("coins_per_point = 3", "coins_per_point = 1"),
        ("wood = 10", "wood = 0"),
        ("min_bid = 8", "min_bid = 30"),
    ),
    "supply everywhere": (("min_bid = 3", "supply = true\nmin_bid = 3"),),
    "much of anything": (("any = 1", "any = 2"),),
}


def changed(case: str) -> str:
    text = PRINTED
    for old, new in CHANGED[case]:
        assert old in text
        text = text.replace(old, new) if "supply" in new or "any" in new else text.replace(old, new, 1)
    return text


BOXES = {
    **{case: changed(case) for case in CHANGED},
    "more tiles in a deck": PRINTED + "".join(TILE.format(id=f"X{i}", deck="ABC"[i % 3]) for i in range(24)),
    "sixteen civilizations": MORE_CIVILIZATIONS,
    "five civilizations": without("Pylos", "Argos"),
    "ten rounds": PRINTED.replace("A = 3", "A = 4").replace("C = 2", "C = 3").replace("blank = 1", "blank = 5")
    + "".join(TILE.format(id=f"X{i}", deck="AC"[i % 2]).replace("population = 1", "population = 0") for i in range(10)),
}


@pytest.mark.parametrize("case", BOXES)
def test_a_changed_box_is_played_to_the_end(case: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "my box.toml"
    path.write_text(BOXES[case], encoding="utf-8")
    dice = random.Random(case)
    for game in range(25):
        seats = game % 5 + 1
        options = {"solo_level": dice.randrange(6)} if seats == 1 else {}
        match = petteia.new("peloponnes", seats=seats, seed=game, options=options, box=path)
        while not match.over:
            assert match.move_number < 1000
            assert flaw(match) == 0
            assert len(match.choices) > 1
            assert match.mask.sum() == len(match.choices)
            forbidden = [bool(match.why_not(i)) for i in range(GAME.space.size)] if dice.random() < 0.02 else None
            assert forbidden is None or [not legal for legal in match.mask] == forbidden
            match.play(dice.choice(match.choices))
        assert flaw(match) == 0
        assert match.verify()


def test_a_box_that_asks_endlessly_is_refused_or_ends() -> None:
    """Twenty goods of the owner's choice on many tiles are more questions than one turn can count."""
    try:
        box = read(PRINTED.replace("any = 1", "any = 20").replace("{ food = 1 }", "{ food = 1, any = 20 }"))
    except BadBox:
        return
    for seed in range(6):
        match = petteia.new("peloponnes", seats=3, seed=seed, box=box)
        dice = random.Random(seed)
        while not match.over:
            wanted = [choice for choice in match.choices if choice.name in ("bid", "pay", "produce")]
            match.play(dice.choice(wanted or match.choices))
            assert flaw(match) == 0
            assert match.move_number < 3000


def test_all_civilizations_of_a_bigger_box_are_dealt() -> None:
    box = read(MORE_CIVILIZATIONS)
    dealt = {
        civilization
        for seed in range(60)
        for civilization in petteia.new("peloponnes", seats=5, seed=seed, box=box).state["players"]["civilization"]
    }
    assert dealt == set(range(16))


def test_more_civilizations_allow_more_used_ones() -> None:
    box = read(MORE_CIVILIZATIONS)
    used = list(box.lists["civilization"][:7])
    match = petteia.new("peloponnes", seats=1, options={"used_civilizations": used}, box=box)
    assert len(match.choices) == 9


def test_a_smaller_box_leaves_one_civilization_too() -> None:
    box = read(without("Pylos", "Argos"))
    with pytest.raises(petteia.BadOption, match="at least one civilization must be left"):
        petteia.new("peloponnes", seats=1, options={"used_civilizations": list(box.lists["civilization"])}, box=box)


def test_the_fingerprint_names_what_is_printed() -> None:
    assert read(PRINTED + "\n# a remark\n").fingerprint == GAME.box.fingerprint
    assert read(edited('where = "section 5"', 'where = "page 5"')).fingerprint == GAME.box.fingerprint
    assert read(edited("min_bid = 8", "min_bid = 9")).fingerprint != GAME.box.fingerprint


def test_keys_that_came_later_leave_the_fingerprints_of_older_boxes_as_they_were() -> None:
    parts = [line for line in LINES if line.startswith(("drought_part", "plague_part"))]
    assert len(parts) == 2
    older = read("\n".join(line for line in LINES if line not in parts))
    assert older.fingerprint == GAME.box.fingerprint == "2d26b6e63fc391b9"  # in saves of the first version
    assert older.record.tobytes() == GAME.box.record.tobytes()
    assert read(edited("plague_part = 3", "plague_part = 4")).fingerprint != GAME.box.fingerprint


def test_names_of_ones_own_are_used_in_every_language() -> None:
    match = petteia.new("peloponnes", seats=2, seed=1, box=read(edited('name = "Stoa"', 'name = "My Stoa"')))
    stoa = match.box.lists["tile"].index("C07")
    assert {match.texts(lang).name("tile", stoa) for lang in ("en", "de", "it")} == {"My Stoa"}


def test_names_have_a_length_that_a_log_can_bear() -> None:
    assert boxes.Text().allows("x" * 60)
    assert not boxes.Text().allows("x" * 61)
    assert boxes.Text(empty=True, letters=boxes.SOURCE_LETTERS).allows("x" * 400)
