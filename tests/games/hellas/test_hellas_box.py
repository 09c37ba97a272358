"""Box files of one's own: any board that fits together, and words for what does not."""

from __future__ import annotations

import random

import pytest
from hellas_table import GAME, of_kind

import petteia
from petteia.engine.sets import lies_in
from petteia.games.hellas import box as boxes
from petteia.games.hellas.choices import MOST_SPACES

TEXT = GAME.box.text
PEGASUS = GAME.box.data["board"][1]["map"]
LINE = TEXT.split("\n").index('name = "Pegasus"') + 4  # of the first row of its map


def with_map(drawing: str) -> str:
    return TEXT.replace(PEGASUS.strip("\n"), drawing.strip("\n"))


def problems(text: str) -> str:
    with pytest.raises(petteia.BadBox) as caught:
        GAME.read_box("my.toml", text)
    return str(caught.value)


@pytest.mark.parametrize(("board", "coast", "mountain"), [(0, 37, 53), (1, 28, 34)])
def test_the_boards_are_as_they_were_designed(board: int, coast: int, mountain: int) -> None:
    """Coast is what touches the sea; temples and quarries stand apart; everything can be reached by building."""
    spots = boxes.spots(GAME.box.data["board"][board]["map"])
    near = boxes.neighbours(spots)
    assert len(of_kind("coast", board)) == coast
    assert len(of_kind("mountain", board)) == mountain
    assert len(of_kind("quarry", board)) == 13
    assert sorted(int(spot.sign) for spot in spots if spot.kind == "temple") == [4, 6, 6, 6, 8]
    for place, spot in enumerate(spots):
        kinds = [spots[other].kind for other in near[place]]
        if spot.kind == "coast":
            assert len(kinds) < 6
        elif spot.kind == "mountain":
            assert len(kinds) == 6
        else:
            assert sum(kind in ("coast", "mountain") for kind in kinds) == len(kinds) >= 5


def test_every_component_says_where_it_comes_from() -> None:
    for part in GAME.box.data.values():
        for row in part if isinstance(part, list) else [part]:
            assert row["provenance"] in ("rulebook", "source", "reconstruction")
            assert row["where"]


def test_the_neighbours_in_the_record_are_those_of_the_drawing() -> None:
    for place, row in enumerate(GAME.box.data["board"]):
        spots = boxes.spots(row["map"])
        board = GAME.box.record[0]["boards"][place]
        for own, others in enumerate(boxes.neighbours(spots)):
            assert [at for at in range(MOST_SPACES) if lies_in(board["near"], at, own)] == sorted(others)


ISLAND = """
 . . . . . . . . . . . .
. ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ .
 . ^ Q ^ ^ 9 ^ ^ Q ^ ^ .
. ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ .
 . ^ ^ 9 ^ W ^ ^ 9 ^ ^ .
. ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ .
 . ^ q ^ ^ 9 ^ ^ Q ^ ^ .
. ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ .
 . . . . . . . . . . . .
"""


@pytest.mark.parametrize("start", ['map = """\n', 'map = """'])
def test_an_island_of_ones_own_is_played_to_the_end(start: str) -> None:
    """With five quarries the worker has to leave the board at some time."""
    text = TEXT.replace('map = """\n' + PEGASUS, start + ISLAND.strip("\n") + "\n")
    box = GAME.read_box("my.toml", text)
    left = 0
    for seed in range(20):
        match = petteia.new("hellas", 2, seed, box=box)
        dice = random.Random(seed)
        while not match.over:
            left += any(news.kind == "aside" for news in match.news)
            match.play(dice.choice(match.choices))
        assert match.verify()
    assert left


def test_the_largest_board() -> None:
    signs = list("\n".join(f"{' ' * (row % 2)}{'^ ' * 32}" for row in range(4)))
    places = [i for i, sign in enumerate(signs) if sign == "^"]
    for place, sign in zip(places, "QQQWqqqqqqqqqqqqqqqqqqqq99991111", strict=False):
        signs[place] = sign
    box = GAME.read_box("my.toml", with_map("".join(signs)))
    match = petteia.new("hellas", 2, 1, box=box)
    dice = random.Random(1)
    while not match.over:
        match.play(dice.choice(match.choices))
    assert box.record[0]["boards"][1]["space_count"] == 128
    assert box.record[0]["boards"][1]["quarry_count"] == 24
    assert box.record[0]["boards"][1]["temple_count"] == 8


def test_spaces_out_of_line_are_named_with_their_line() -> None:
    rows = PEGASUS.strip("\n").split("\n")
    rows[2] = " " + rows[2]
    said = problems(with_map("\n".join(rows)))
    assert f"my.toml, line {LINE + 2}, board[2].map: found C1 in column 7 and 7 more of its row" in said
    assert "spaces of this row stand in the even ones" in said
    assert len(said.split("\n")) == 1


def test_the_first_row_may_be_the_one_out_of_line() -> None:
    first, *rows = PEGASUS.strip("\n").split("\n")
    said = problems(with_map("\n".join([" " + first, *rows])))
    assert f"my.toml, line {LINE}, board[2].map: found A1 in column" in said
    assert len(said.split("\n")) == 1


def test_a_tab_is_named_with_its_line() -> None:
    rows = PEGASUS.strip("\n").split("\n")
    rows[2] = "\t" + rows[2].lstrip()
    said = problems(with_map("\n".join(rows)))
    assert said == f"my.toml, line {LINE + 2}, board[2].map: found a tab, allowed is spaces and signs that can be seen"


def test_both_boards_are_checked() -> None:
    text = TEXT.replace("Q", "q")  # neither has quarries that start
    assert [problem.split(",")[2] for problem in problems(text).split("\n")] == [
        " board[1].map: found 0 quarries that start with a tile (Q)",
        " board[2].map: found 0 quarries that start with a tile (Q)",
    ]


def test_two_boards_of_the_same_name() -> None:
    said = problems(TEXT.replace('name = "Pegasus"', 'name = "minotaur"'))
    assert 'board[2].name: found "minotaur" a second time, allowed is a name of its own' in said


def test_a_mark_of_utf_8_at_the_beginning() -> None:
    assert GAME.read_box("my.toml", "\ufeff" + TEXT).fingerprint == GAME.box.fingerprint


def test_an_island_of_coast_alone() -> None:
    """What is coast and what is mountain is free; without mountains there can be no statues."""
    text = TEXT.replace('map = """\n' + PEGASUS, 'map = """\n' + ISLAND.strip("\n").replace("^", ".") + "\n")
    assert "found 0 mountains, allowed is at least 3, for the statues" in problems(text)
    box = GAME.read_box("my.toml", text.replace("statues = 3 ", "statues = 0 "))
    match = petteia.new("hellas", 2, 1, box=box)
    dice = random.Random(1)
    while not match.over:
        match.play(dice.choice(match.choices))
    assert match.verify()


def test_an_unknown_sign() -> None:
    said = problems(with_map(PEGASUS.replace("8", "0")))
    assert f'line {LINE + 4}, board[2].map: found "0" at E6, allowed is one of . ^ q Q W 1' in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("W", "q", "found 0 quarries where the worker starts (W), allowed is 1"),
        ("Q", "q", "found 0 quarries that start with a tile (Q), allowed is 3"),
        ("q", "^", "found 4 quarries"),
        ("8", "1", "found temples for 23 columns, allowed is at least 30"),
        ("^", "q", "quarries, allowed is 4 to 24"),
        (".", " ", "found 34 spaces to build on, allowed is at least 39: all pieces of 2 players"),
    ],
)
def test_what_a_board_lacks(old: str, new: str, said: str) -> None:
    if (old, new) == ("q", "^"):
        drawing = PEGASUS.replace("q", "^")  # four are left, which is enough
        assert GAME.read_box("my.toml", with_map(drawing)).record[0]["boards"][1]["quarry_count"] == 4
        return
    assert said in problems(with_map(PEGASUS.replace(old, new)))


def test_an_island_in_two() -> None:
    said = problems(with_map(PEGASUS.rstrip("\n") + "\n\n" + "       . ."))
    assert "found M1, M2 apart from the rest, allowed is one island" in said


def test_too_many_rows() -> None:
    drawing = "\n".join(f"{' ' * (i % 2)}^ ^" for i in range(27))
    assert "found 27 rows, allowed is at most 26 rows" in problems(with_map(drawing))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players = [2]", "players = [3]", "found 3, as Minotaur has, allowed is each number of players on one board"),
        ("players = [2]", "players = [3]", "found no board for 2 players"),
        ("players = [3, 4]", "players = [3, 5]", "allowed is a list of 1 to 3 whole numbers from 2 to 4"),
        ("phases = [6, 6, 5]", "phases = [7, 6, 5]", "found 14 stones for 2 players in phase 1, allowed is at most 12"),
        ("phases = [6, 6, 5]", "phases = [6, 6]", "allowed is a list of 3 whole numbers from 1 to 16"),
        ("number = 2\n", "number = 1\n", "tile[2].number: found 1, allowed is more than 1, as tiles go upwards"),
        ('kind = "marble"\ngain = 3', 'kind = "marble"', "action[13].gain: found nothing, allowed is a number"),
        ("cost = 7", "cost = 7\ncoast = 1", "action[12].coast: found 1, allowed is nothing for this kind"),
        ('id = "house_2"', 'id = "house_1"', 'action[2].id: found "house_1" a second time'),
        ("columns = 2\n", "columns = 0\n", "action[9].columns: found 0, allowed is at least 1"),
        ("active_quarries = 3", "active_quarries = 4", "found 3 quarries that start with a tile (Q), allowed is 4"),
        ("houses = 12", "houses = 20", "allowed is at least 107: all pieces of 4 players"),
        ("statues = 3 ", "statue = 3 ", "a key that is not known here"),
    ],
)
def test_what_does_not_fit_together(old: str, new: str, said: str) -> None:
    assert TEXT.count(old) >= 1
    assert said in problems(TEXT.replace(old, new, 1))


def test_one_board_for_all_is_enough() -> None:
    start, end = TEXT.index("[[board]]", TEXT.index('name = "Minotaur"')), TEXT.index("# The quarry tiles")
    text = (TEXT[:start] + TEXT[end:]).replace("players = [3, 4]", "players = [2, 3, 4]")
    box = GAME.read_box("my.toml", text)
    assert petteia.new("hellas", 2, 1, box=box).view()["state"]["board"] == "Minotaur"
    with pytest.raises(petteia.BadOption, match="there is no board 2 in this box, only 1"):
        petteia.new("hellas", 2, 1, {"board": 2}, box=box)
