"""§6 quarries."""

import pytest
from hellas_table import GAME, of_kind, table

EXAMPLE = {"E14": 12, "G1": 18, "I8": 31}  # the rulebook's active quarries
THREE = [{}, {}, {}]
STAY = [36, 37, 38, 39]  # tiles that go on any quarry


def turned(*tiles, quarries=EXAMPLE, players=THREE, **more):
    """Somebody chooses the quarry, and these tiles come."""
    return table(players, quarries=quarries, next_tiles=tiles, **more).play("action quarry_1")


@pytest.mark.shows("§6.2", "§6.3")
def test_the_rulebooks_income():
    """Blue 4 (1 + 3), green 2 (1 + 1), red 3."""
    blue, green, red = {"houses": ["H8", "E13"]}, {"houses": ["H9", "I7"]}, {"houses": ["F2"]}
    t = turned(*STAY, players=[blue, green, red])
    assert t.told("income") == [{"marble": 4}, {"marble": 2}, {"marble": 3}]
    assert t.marble == [14, 12, 13]


@pytest.mark.shows("§6.2")
def test_a_house_beside_two_active_quarries_is_paid_by_both():
    t = turned(*STAY, quarries={"E7": 1, "F5": 11, "I8": 31}, players=[{"houses": ["F6"]}, {}, {}])
    assert t.told("income", 0) == [{"marble": 4 + 3}]


@pytest.mark.shows("§6.2")
def test_several_houses_at_a_quarry_are_each_paid():
    t = turned(*STAY, players=[{"houses": ["D13", "D14", "E13"]}, {}, {}])
    assert t.told("income", 0) == [{"marble": 9}]


@pytest.mark.shows("§6.2")
def test_everybody_is_paid_before_tiles_are_turned_up():
    """The house stands beside the quarry that the new tile closes."""
    t = turned(1, players=[{}, {"houses": ["H8"]}, {}])
    assert t.told("income", 1) == [{"marble": 1}]
    assert t.kinds.index("income") < t.kinds.index("turned")


@pytest.mark.shows("§6.2")
def test_empty_and_closed_quarries_pay_nothing():
    t = turned(*STAY, closed={"D11": 1}, players=[{"houses": ["D10", "B1"]}, {}, {}])
    assert t.told("income") == []


@pytest.mark.shows("§6.3")
@pytest.mark.parametrize(
    ("yields", "steps"),
    [("four_steps", [(10, 4), (20, 3), (30, 2), (40, 1)]), ("three_steps", [(13, 3), (26, 2), (40, 1)])],
)
def test_yields_fall_with_the_number(yields, steps):
    place = ("four_steps", "three_steps").index(yields)
    for number in range(1, 41):
        expected = next(marble for last, marble in steps if number <= last)
        assert GAME.box.record[0]["tiles"][number - 1]["marble"][place] == expected
    quarries = {"E14": steps[0][0], "G1": 39, "I8": 38}
    t = turned(*STAY[:2], 34, 35, quarries=quarries, players=[{"houses": ["E13"]}, {}, {}], yields=yields)
    assert t.told("income", 0) == [{"marble": steps[0][1]}]


@pytest.mark.shows("§6.4", "§6.6")
def test_four_tiles_and_no_stopping():
    t = turned(32, 33, 34, 35, 40)
    assert t.step == "lay"
    assert t.why_not("decline") == "§11.1"
    for _ in range(4):
        assert t.step == "lay"
        t.play("tile I8")
    assert (t.step, t.to_move) == ("action", 1)
    assert t.quarries == {"E14": 12, "G1": 18, "I8": 35}


@pytest.mark.parametrize(("yields", "marble"), [("four_steps", 2), ("three_steps", 1)])
def test_the_question_where_a_tile_lies_says_what_it_pays(yields, marble):
    t = turned(28, yields=yields)
    assert f"tile 28 ({marble} marble)" in t.match.prompt()


@pytest.mark.shows("§6.5")
def test_the_rulebooks_tile_25():
    """It may go on 12 or 18; the player takes 12."""
    t = turned(25)
    assert t.choices == ["tile E14", "tile G1"]
    assert t.why_not("tile I8") == "§6.5"
    assert t.why_not("tile C7") == "§6.5"
    assert t.why_not("tile 14") == "§6.5"
    t.play("tile E14")
    assert t.quarries["E14"] == 25
    assert t.told("laid")[0] == {"tile": 25, "quarry": "E14"}


@pytest.mark.shows("§6.5", "§11.2")
def test_a_single_place_is_taken_by_itself():
    t = turned(13, 32)
    assert t.told("laid") == [{"tile": 13, "quarry": "E14", "forced": True}]
    assert t.step == "lay"


@pytest.mark.shows("§6.5")
def test_a_closed_quarry_takes_no_tiles():
    t = turned(25, closed={"D11": 1})
    assert t.why_not("tile D11") == "§6.5"


@pytest.mark.shows("§6.7", "§6.8", "§6.9")
def test_the_rulebooks_tile_7():
    """Nothing is lower: it opens the worker's quarry, 31 closes, the action ends."""
    t = turned(7, 40)
    assert t.told("opened") == [{"tile": 7, "quarry": "C7"}]
    assert t.step == "worker"
    assert len(t.quarries) == 4
    t.play("worker F9")
    assert t.told("closed") == [{"quarry": "I8", "tile": 31}]
    assert t.quarries == {"E14": 12, "G1": 18, "C7": 7}
    assert t.closed == {"I8"}
    assert t.worker == "F9"
    assert (t.step, t.to_move) == ("action", 1)
    assert t.drawn == 4


@pytest.mark.shows("§6.7")
def test_the_fourth_tile_can_open_a_quarry_too():
    t = turned(35, 36, 37, 1).play("tile I8", "tile I8", "tile I8")
    assert t.told("opened") == [{"tile": 1, "quarry": "C7"}]
    t.play("worker B2")
    assert t.closed == {"I8"}


@pytest.mark.shows("§6.8")
def test_the_worker_goes_to_any_empty_quarry():
    t = turned(7, closed={"D11": 1, "B2": 2})
    assert t.where("worker") == of_kind("quarry") - {"E14", "G1", "I8", "C7", "D11", "B2"}
    for name in ("E14", "C7", "D11"):
        assert t.why_not(f"worker {name}") == "§6.8"
    assert t.why_not("worker 20") == "§6.8"


@pytest.mark.shows("§6.9")
def test_the_quarry_that_was_just_opened_never_closes():
    t = turned(1, quarries={"E14": 2, "G1": 3, "I8": 4}).play("worker B2")
    assert t.quarries == {"C7": 1, "E14": 2, "G1": 3}


@pytest.mark.shows("§6.9")
def test_a_closed_quarry_never_pays_again():
    house = {"houses": ["H8"]}
    t = turned(7, 40, 39, 38, 37, players=[house, {}, {}]).play("worker B2", "action quarry_2")
    assert t.closed == {"I8"}
    assert t.told("income") == []


@pytest.mark.shows("§6.1")
def test_there_are_always_three():
    t = turned(7, 5, 4, 40).play("worker B2")
    assert len(t.quarries) == 3
    t.play("action quarry_2", "worker D11")
    assert len(t.quarries) == 3
    assert len(t.closed) == 2


ALL = sorted(of_kind("quarry") - set(EXAMPLE) - {"C7"})


@pytest.mark.shows("§6.10", "§11.2")
def test_the_last_empty_quarry_is_taken_by_itself():
    closed = {name: 22 + place for place, name in enumerate(ALL[:-1])}
    t = turned(7, closed=closed)
    assert t.told("worker") == [{"quarry": ALL[-1], "forced": True}]
    assert t.quarries == {"E14": 12, "G1": 18, "C7": 7}


@pytest.mark.shows("§6.10")
def test_without_an_empty_quarry_the_worker_leaves_and_tiles_are_set_aside():
    closed = {name: 22 + place for place, name in enumerate(ALL)}
    t = turned(7, 5, 40, closed=closed)
    assert t.told("worker_leaves") == [{}]
    assert t.quarries == {"E14": 12, "G1": 18, "C7": 7}
    assert t.worker is None
    t.play("action quarry_2")
    assert t.told("aside") == [{"tile": 5}]
    assert t.told("closed") == []
    assert t.quarries == {"E14": 12, "G1": 18, "C7": 7}
    assert t.to_move == 2
    assert t.aside == 1


@pytest.mark.shows("§6.11")
def test_an_empty_pile_ends_the_action(tmp_path):
    text = GAME.box.text
    keep = text.index("[[tile]]\nprovenance")
    rows = text[keep:].split("[[tile]]")[1:]
    path = tmp_path / "few.toml"
    path.write_text(text[:keep] + "".join(f"[[tile]]{row}" for row in rows[:5]), encoding="utf-8")
    t = table([{}, {}, {}], quarries={"E14": 1, "G1": 2, "I8": 3}, next_tiles=[4, 5], box=path)
    t.play("action quarry_1", "tile E14", "tile E14")
    assert t.told("no_tiles") == [{}]
    assert t.to_move == 1
    t.play("action quarry_2")
    assert t.told("no_tiles") == [{}]
    assert t.to_move == 2


@pytest.mark.shows("§6.12")
def test_plazas_and_palaces_receive_nothing():
    t = turned(*STAY, players=[{"plazas": ["E13"], "palaces": ["D13"]}, {}, {}])
    assert t.told("income") == []
