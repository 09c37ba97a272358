"""§7 temples."""

import pytest
from hellas_table import edited, table

SPACES = {"temple_2": (4, 2), "temple_3": (6, 3), "temple_5": (10, 5)}
FULL = {"B4": 4, "D2": 6, "E6": 8, "I2": 6, "J5": 6}  # the temples of Pegasus


def but(**lacking):
    """All temples complete, but for some columns."""
    return {name: size - lacking.get(name, 0) for name, size in FULL.items()}


@pytest.mark.shows("§7.1", "§7.2", "§7.4")
@pytest.mark.parametrize("space", SPACES)
def test_price_columns_and_ring(space):
    cost, columns = SPACES[space]
    t = table([{"marble": 12}, {}]).play(f"action {space}")
    assert t.where("column") == set(FULL)
    t.play("column E6")
    assert t.told("columns") == [{"columns": columns, "marble": cost}]
    assert t[0].marble == 12 - cost
    assert t[0].rings == 0
    for _ in range(columns - 1):
        assert t.to_move == 0
        t.play("column E6")
    assert t.columns == {"E6": columns}
    assert (t[0].rings, t.told("ring")) == (1, [{}])
    assert t.to_move == 1


@pytest.mark.shows("§7.2")
def test_whoever_has_begun_builds_all():
    t = table([{"marble": 12}, {}]).play("action temple_3", "column E6")
    assert t.why_not("decline") == "§7.2"
    assert t.where("column") == set(FULL)


@pytest.mark.shows("§7.2", "§7.6")
@pytest.mark.parametrize("space", SPACES)
def test_without_the_whole_price_nothing(space):
    t = table([{"marble": SPACES[space][0] - 1}, {}]).play(f"action {space}")
    assert t.told("declined", 0) == [{"forced": True, "action": space, "unpaid": 1}]
    assert (t[0].rings, t[0].marble) == (0, SPACES[space][0] - 1)


@pytest.mark.shows("§7.3")
def test_columns_are_split_freely_and_a_temple_need_not_be_continued():
    t = table([{"marble": 12}, {}], columns={"D2": 3}).play("action temple_3", "column B4", "column E6", "column J5")
    assert t.columns == {"D2": 3, "B4": 1, "E6": 1, "J5": 1}


@pytest.mark.shows("§7.3")
def test_a_complete_temple_takes_no_more():
    t = table([{"marble": 12}, {}], columns={"B4": 4, "D2": 5}).play("action temple_3")
    assert t.why_not("column B4") == "§7.3"
    assert t.why_not("column 6") == "§7.3"
    t.play("column D2")
    assert t.why_not("column D2") == "§7.3"


@pytest.mark.shows("§7.5")
def test_the_last_column_brings_a_ring_at_once():
    t = table([{"marble": 12}, {}], columns={"B4": 3}).play("action temple_2", "column B4")
    assert t.told("completed") == [{"temple": "B4", "rings": 1}]
    assert t[0].rings == 1
    t.play("column D2")
    assert t[0].rings == 2


@pytest.mark.shows("§7.5")
def test_several_temples_bring_a_ring_each():
    t = table([{"marble": 12}, {}], columns={"B4": 3, "D2": 5, "I2": 5}).play("action temple_3")
    t.play("column B4", "column D2", "column I2")
    assert [told["temple"] for told in t.told("completed")] == ["B4", "D2", "I2"]
    assert t[0].rings == 4


@pytest.mark.shows("§7.6")
def test_it_may_be_declined():
    t = table([{"marble": 12}, {}]).play("action temple_5", "decline")
    assert (t[0].marble, t[0].rings, t.columns) == (12, 0, {})


@pytest.mark.shows("§7.6")
def test_too_few_places_and_nothing_is_built():
    t = table([{"marble": 12}, {}], columns=but(E6=2)).play("action temple_3")
    assert t.told("declined", 0) == [{"forced": True, "action": "temple_3"}]
    t = table([{"marble": 12}, {}], columns=but(E6=2)).play("action temple_2", "column E6")
    assert t.columns == FULL
    assert t[0].rings == 2


@pytest.mark.shows("§7.6")
def test_too_few_columns_and_nothing_is_built(tmp_path):
    path = edited(tmp_path, ("columns = 30", "columns = 10"))
    t = table([{"marble": 12}, {}], columns={"E6": 8}, box=path).play("action temple_3")
    assert t.told("declined", 0) == [{"forced": True, "action": "temple_3"}]
    t = table([{"marble": 12}, {}], columns={"E6": 7}, box=path).play("action temple_3")
    assert t.step == "temple"


@pytest.mark.shows("§7.3", "§11.2")
def test_columns_with_only_one_place_follow_by_themselves():
    t = table([{"marble": 12}, {}], columns=but(E6=3, B4=1)).play("action temple_3", "column B4")
    assert t.told("column") == [
        {"temple": "B4", "column": 4, "size": 4},
        {"temple": "E6", "column": 6, "size": 8, "forced": True},
        {"temple": "E6", "column": 7, "size": 8, "forced": True},
    ]
    assert t.to_move == 1


@pytest.mark.shows("§7.7")
def test_a_second_temple_changes_nothing():
    t = table([{}, {}]).play("action temple_2", "decline", "action temple_3", "decline")
    assert t.next_starter == 0
    assert t.told("first_temple", 1) == []


@pytest.mark.shows("§7.8")
def test_without_a_ring_none_is_received(tmp_path):
    path = edited(tmp_path, ("rings = 14", "rings = 1"))
    t = table([{"marble": 12}, {}], columns={"B4": 3}, box=path).play("action temple_2", "column B4", "column D2")
    assert t[0].rings == 1
    assert t.told("ring") == []
    t.play("action temple_3", "column E6", "column E6", "column E6")
    assert t[1].rings == 0
