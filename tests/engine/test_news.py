"""News: what happened, in order, without what a seat may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import petteia
from petteia.engine import news
from petteia.engine.compiling import driver
from petteia.engine.news import ALL, LIMIT, Happening, Kind, KindsOfNews, secret


class Happened(KindsOfNews):
    DREW = "§1.1", *secret("card"), "count"
    PASSED = "§1.2"


KINDS = tuple(member.kind for member in Happened)


def happenings(told: Any, seat: int | None) -> list[Happening]:
    return [news.happening(event, KINDS, seat) for event in news.split(told)]


@driver
def tell_often(told: Any, times: int) -> None:
    for i in range(times):
        news.tell(told[0], Happened.DREW, i % 3, i % 2, i, 1)


@driver
def tell_table(told: Any) -> None:
    news.tell(told[0], Happened.PASSED, -1, 0)


def test_a_kind_is_declared_once() -> None:
    assert list(Happened) == [0, 1]
    assert (
        Kind("drew", "§1.1", ("card", "count"), frozenset({"card"})),
        Kind("passed", "§1.2", (), frozenset()),
    ) == KINDS
    assert {type(argument) for kind in KINDS for argument in kind.arguments} == {str}


def test_an_event_has_room_for_so_many_arguments() -> None:
    with pytest.raises(TypeError, match="SAID: an event has 8 arguments at most"):

        class TooMuch(KindsOfNews):
            SAID = "§1.1", *"abcdefghi"


def test_what_is_told_is_kept_in_order() -> None:
    told = news.listening()
    tell_often(told, 3)
    tell_table(told)
    found = happenings(told, ALL)
    assert [(h.kind, h.clause, h.seat, h.forced) for h in found] == [
        ("drew", "§1.1", 0, False),
        ("drew", "§1.1", 1, True),
        ("drew", "§1.1", 2, False),
        ("passed", "§1.2", None, False),
    ]
    assert [h.arguments for h in found] == [{"card": i, "count": 1} for i in range(3)] + [{}]
    assert found[1].as_json() == {"kind": "drew", "clause": "§1.1", "seat": 1, "forced": True, "card": 1, "count": 1}


def test_a_secret_is_blank_for_those_who_have_not_seen_it() -> None:
    told = news.listening()
    tell_often(told, 1)
    told[0]["events"][0]["seen"] = 0b101
    cards = {seat: happenings(told, seat)[0].arguments for seat in (None, 0, 1, 2, ALL)}
    assert [cards[seat]["card"] for seat in (None, 0, 1, 2, ALL)] == [None, 0, None, 0, 0]
    assert all(arguments["count"] == 1 for arguments in cards.values())


def test_what_everybody_may_know_everybody_knows() -> None:
    told = news.listening()
    tell_often(told, 1)
    assert [happenings(told, seat)[0].arguments["card"] for seat in range(5)] == [0] * 5


def test_a_muted_news_keeps_nothing() -> None:
    told = news.muted()
    tell_often(told, 5)
    assert told[0]["count"] == 0
    assert happenings(told, ALL) == []


def test_too_much_news_is_counted_and_does_no_harm() -> None:
    told = np.concatenate([news.listening(), news.listening()])
    tell_often(told[:1], LIMIT + 9)
    assert told[0]["count"] == LIMIT + 9
    assert len(happenings(told, ALL)) == LIMIT
    assert told[1]["count"] == 0
    assert told[1]["limit"] == LIMIT


@pytest.mark.parametrize("seats", range(1, 6))
def test_the_news_of_a_match_is_that_of_its_last_choice(seats: int) -> None:
    match = petteia.new("peloponnes", seats=seats, seed=1)
    lines = []
    while True:
        lines.append(len(match.news))
        assert match.view()["news"] == [happening.as_json() for happening in match.news]
        if match.over:
            break
        match.play(match.choices[0])
    assert [line.move for line in match.log()] == [move for move, n in enumerate(lines) for _ in range(n)]
    assert match.news[-1].kind == "scored"
