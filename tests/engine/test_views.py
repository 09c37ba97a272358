"""Records as names and numbers: views, hashes and the lines of a position go by declared fields."""

from __future__ import annotations

import contextlib
import enum
import json
import random
from typing import Annotated

import pytest

import petteia
from petteia.engine import views
from petteia.engine.records import NONE, Array, Bits, Names, OneOf, Record, SetOf, i1, i2, i4, new, record, u8
from petteia.engine.views import BadPosition
from petteia.engine.writing import Writer


class Mode(enum.IntEnum):
    SLOW = 0
    FAST = 1


@record
class Mat(Record):
    coins: i2
    hand: Annotated[Array[i1], 2, Names("card")]


@record
class Before(Record):
    seed: u8
    mode: Annotated[i1, OneOf(Mode)]
    used: Annotated[i4, SetOf("card")]
    mats: Annotated[Array[Mat], 2]


@record
class After(Record):
    """The same with a field more."""

    seed: u8
    mode: Annotated[i1, OneOf(Mode)]
    brand_new: i2
    used: Annotated[i4, SetOf("card")]
    mats: Annotated[Array[Mat], 2]


LISTS = {"card": ("ace", "king", "queen")}


def example(kind: type[Record] = Before) -> Record:
    values = new(kind)[0]
    values["seed"], values["mode"], values["used"] = 2**64 - 1, 1, 0b101
    values["mats"]["hand"] = [[0, 2], [NONE, 1]]
    values["mats"]["coins"] = [7, -3]
    return values


def test_numbers_read_as_what_they_mean() -> None:
    assert json.loads(Writer(Before, LISTS)(example())) == {
        "seed": 2**64 - 1,
        "mode": "fast",
        "used": ["ace", "queen"],
        "mats": [{"coins": 7, "hand": ["ace", "queen"]}, {"coins": -3, "hand": [None, "king"]}],
    }


def test_fields_can_be_left_out() -> None:
    assert "seed" not in json.loads(Writer(Before, LISTS, leave_out=("seed",))(example()))


def test_every_number_has_a_path() -> None:
    paths = [path for path, _, _ in views.leaves(Before, example())]
    mats = [f"mats.{i}.{rest}" for i in (0, 1) for rest in ("coins", "hand.0", "hand.1")]
    assert paths == ["seed", "mode", "used", *mats]


def test_a_new_field_changes_no_old_hash() -> None:
    assert views.digest(Before, example(), LISTS) == views.digest(After, example(After), LISTS)


def test_every_number_changes_the_hash() -> None:
    plain = views.digest(Before, example(), LISTS)
    for change in ("seed", "mode", "used"):
        values = example()
        values[change] = 0
        assert views.digest(Before, values, LISTS) != plain
    values = example()
    values["mats"]["coins"] = [-3, 7]
    assert views.digest(Before, values, LISTS) != plain


def test_lines_lead_back_to_the_record() -> None:
    base, values = new(Before)[0], example()
    lines = views.differences(Before, base, values, LISTS)
    assert 'mats.1.hand.0 = "none"' in lines
    assert 'seed = "0xffffffffffffffff"' in lines
    flat, where = views.parse_lines("# a remark\n\n" + "\n".join(lines))
    for path, value in flat.items():
        views.apply(Before, base, path, value, LISTS)
    assert base.tobytes() == values.tobytes()
    assert where["seed"] == 3


def test_nothing_differs_from_itself() -> None:
    assert views.differences(Before, example(), example(), LISTS) == []


def test_an_array_can_be_set_from_its_beginning() -> None:
    values = example()
    views.apply(Before, values, "mats.0.hand", ["king"], LISTS)
    assert values["mats"]["hand"].tolist() == [[1, 2], [NONE, 1]]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("nothing", 1, "there is no 'nothing'; there are seed, mode"),
        ("mats.2.coins", 1, "mats is numbered 0 to 1, not '2'"),
        ("mats.-1.coins", 1, "mats is numbered 0 to 1"),
        ("mats.x.coins", 1, "mats is numbered 0 to 1"),
        ("mats.0", 1, "name a single value"),
        ("mats.0.hand", 1, "name a single value"),
        ("mats", 1, "name a single value"),
        ("mode.0", 1, "nothing inside mode"),
        ("mats.0.coins.0", 1, "nothing inside coins"),
        ("mats.0.hand", ["ace"] * 3, "3 values, at most 2"),
        ("mats.0.hand.0", "jack", "found 'jack', allowed is ace, king, queen"),
        ("mats.0.coins", "many", "found 'many', allowed is a number"),
        ("mats.0.coins", 32768, "is not from -32768 to 32767"),
        ("mats.0.coins", 1.5, "found 1.5"),
        ("mats.0.coins", True, "found True"),
        ("mats.0.coins", [1], "found [1]"),
        ("mode", "medium", "allowed is slow, fast"),
        ("used", "ace", "give a list out of ace, king, queen"),
        ("used", ["jack"], "give a list out of"),
        ("seed", -1, "is not from 0"),
        ("seed", "0xfffffffffffffffff", "allowed is a number"),
        ("", 1, "there is no ''"),
    ],
)
def test_what_cannot_be_set_is_said(path: str, value: object, said: str) -> None:
    values = example()
    with pytest.raises(BadPosition) as caught:
        views.apply(Before, values, path, value, LISTS)
    assert said in str(caught.value)
    assert values.tobytes() == example().tobytes()


@pytest.mark.parametrize(("path", "value"), [("mats", [1]), ("mats.².coins", 1)])
def test_odd_paths_are_refused_too(path: str, value: object) -> None:
    with pytest.raises(BadPosition):
        views.apply(Before, example(), path, value, LISTS)


def test_a_number_for_a_name_is_refused_in_words() -> None:
    with pytest.raises(BadPosition, match="allowed is one of ace, king, queen"):
        views.apply(Before, example(), "mats.0.hand.0", 1, LISTS)


def test_a_line_twice_is_refused() -> None:
    with pytest.raises(BadPosition, match="line 2: a was set in line 1 already"):
        views.parse_lines("a = 1\na = 2")


@pytest.mark.parametrize("line", ["a", "= 1", "a = ", "a == 1", "[a", "a = 1 b", "a = [1", "\x00", "a = 1\x00"])
def test_a_line_that_is_no_setting_is_refused(line: str) -> None:
    with pytest.raises(BadPosition, match=r"line 2: .*is (not written as name = value|no number, text or list)"):
        views.parse_lines(f"first = 1\n{line}")


@pytest.mark.parametrize(
    "line", ["[a]", "[[a]]", "'a' = 1", "a . b = 1", '"a.b" = 1', '"a=b" = 1', "a = " + "9" * 5000, "a = " + "[" * 5000]
)
def test_a_line_that_is_other_toml_is_taken_or_refused(line: str) -> None:
    with contextlib.suppress(BadPosition):
        assert len(views.parse_lines(f"first = 1\n{line}")[0]) == 2


def test_views_are_json_and_show_the_same_to_all_at_an_open_table() -> None:
    match = petteia.new("peloponnes", seats=3, seed=4)
    dice = random.Random(4)
    while not match.over:
        seen = [match.view(seat) for seat in (None, 0, 1, 2)]
        assert json.loads(json.dumps(seen)) == seen
        assert all(view["state"] == seen[0]["state"] for view in seen)
        assert [bool(view["choices"]) for view in seen[1:]] == [seat == match.to_move for seat in range(3)]
        assert seen[0]["choices"] == []
        match.play(dice.choice(match.choices))
    assert match.view()["over"]
    assert match.view()["to_move"] is None


# -- sets of places ----------------------------------------------------------------------------------------------------


@record
class Map(Record):
    built: Annotated[Array[u8], 2, Bits()]
    used: Annotated[i4, Bits()]


def test_sets_of_places_read_as_lists_counted_from_one() -> None:
    values = new(Map)[0]
    values["built"], values["used"] = [0b101, 1 << 63], 0b10
    assert json.loads(Writer(Map, {})(values)) == {"built": [1, 3, 128], "used": [2]}


def test_sets_of_places_are_one_line_of_a_position_and_lead_back() -> None:
    base, values, again = new(Map)[0], new(Map)[0], new(Map)[0]
    values["built"], values["used"] = [0b101, 1 << 63], 0b10
    lines = views.differences(Map, base, values, {})
    assert lines == ["built = [1, 3, 128]", "used = [2]"]
    flat, _ = views.parse_lines("\n".join(lines))
    for path, value in flat.items():
        views.apply(Map, again, path, value, {})
    assert again.tobytes() == values.tobytes()
    assert views.digest(Map, again, {}) == views.digest(Map, values, {})


@pytest.mark.parametrize(
    ("path", "value", "most"),
    [("built", [129], 128), ("built", [0], 128), ("built", [1, 1], 128), ("used", [32], 31), ("used", 3, 31)],
)
def test_what_is_no_place_is_refused(path: str, value: object, most: int) -> None:
    with pytest.raises(BadPosition, match=f"a list of different places from 1 to {most}"):
        views.apply(Map, new(Map)[0], path, value, {})


@record
class Level(Record):
    level: Annotated[i1, range(1, 5)]


@pytest.mark.parametrize("value", [True, 1.0, "1", [1], 0, 5])
def test_a_number_within_bounds_is_a_number(value: object) -> None:
    """Python takes true and 1.0 for a 1."""
    values = new(Level)[0]
    with pytest.raises(BadPosition, match="allowed is a number"):
        views.apply(Level, values, "level", value, {})
    views.apply(Level, values, "level", 4, {})
    assert values["level"] == 4
