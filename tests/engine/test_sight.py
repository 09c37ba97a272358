"""What a seat may know: fields are blanked as they declare it, and partly by the game."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from petteia.engine.compiling import apart, driver, rule
from petteia.engine.records import (
    KEPT,
    NOBODY,
    OWNER,
    PARTLY,
    SCREENED,
    Array,
    Record,
    as_bytes,
    i1,
    i2,
    new,
    record,
    u8,
)
from petteia.engine.sight import nothing_is_open, nothing_partly, redacting


@record
class Pile(Record):
    height: i1
    faces: Annotated[Array[i1], 2, NOBODY]


@record
class Hand(Record):
    count: Annotated[i1, "how many there are"]
    cards: Annotated[Array[i1], 2, OWNER]
    coins: Annotated[i2, SCREENED]
    drawn: Annotated[Pile, "cards that he has not looked at"]


@record
class Table(Record):
    rng: Annotated[Array[u8], 4, NOBODY]
    seats: i1
    finished: i1
    deck: Annotated[Array[i1], 3, PARTLY]
    marks: Annotated[Array[u8], 2, NOBODY]
    memory: Annotated[i1, NOBODY, KEPT]
    piles: Annotated[Array[Pile], 2]
    players: Annotated[Array[Hand], 3]


@rule
def finished(s: Table) -> bool:
    return s.finished == 1


@apart
def top_alone(box: Any, s: Table, seat: int, seen: Table) -> None:
    seen.deck[1] = 0
    seen.deck[2] = 0


redact = redacting(Table, finished, top_alone)


@driver
def look(s: Any, seat: int, out: Any) -> None:
    redact(0, s[0], seat, out)


def seen_by(seat: int, over: bool = False) -> Any:
    s, out = new(Table), new(Table)
    as_bytes(s)[:] = 7
    s[0]["seats"], s[0]["finished"] = 2, over
    before = s.tobytes()
    look(s, seat, out)
    assert s.tobytes() == before
    return out[0]


def test_what_is_nobodys_is_blank_for_everybody() -> None:
    for seat in range(-1, 2):
        seen = seen_by(seat)
        assert list(seen["rng"]) == [0] * 4
        assert list(seen["marks"]) == [0, 0]  # no such number is below 0
        assert seen["memory"] == 0
        assert [list(pile["faces"]) for pile in seen["piles"]] == [[-1, -1]] * 2
        assert [pile["height"] for pile in seen["piles"]] == [7, 7]


def test_hands_and_what_is_behind_screens_are_their_owners() -> None:
    for seat in range(-1, 2):
        players = seen_by(seat)["players"]
        for other in range(2):
            mine = seat == other
            assert list(players[other]["cards"]) == ([7, 7] if mine else [-1, -1])
            assert (players[other]["coins"] == -1) != mine
            assert players[other]["count"] == 7
            assert list(players[other]["drawn"]["faces"]) == [-1, -1]
        assert list(players[2]["cards"]) == [7, 7]  # nobody sits there


def test_the_game_blanks_what_is_seen_partly() -> None:
    assert list(seen_by(0)["deck"]) == [7, 0, 0]


def test_at_the_end_all_is_open_but_the_generator() -> None:
    seen = seen_by(0, over=True)
    assert list(seen["rng"]) == [0] * 4
    assert list(seen["marks"]) == [0x0707070707070707] * 2
    assert list(seen["players"][1]["cards"]) == [7, 7]
    assert list(seen["deck"]) == [7, 0, 0]


def test_a_field_of_its_owner_is_a_players() -> None:
    @record
    class Wrong(Record):
        rng: Annotated[Array[u8], 4, NOBODY]
        purse: Annotated[i2, OWNER]

    with pytest.raises(TypeError, match=r"Wrong\.purse has no owner: it stands outside of `players`"):
        redacting(Wrong, nothing_is_open, nothing_partly)
