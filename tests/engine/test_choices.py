"""Every choice is a number, and every number reads as words that lead back to it."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petteia.engine.choices import NO_CHOICE, Kind, KindsOfChoices, Numbered, Picked, Space, UnknownChoice
from petteia.engine.compiling import driver
from petteia.games import NAMES, find
from petteia.games.peloponnes.choices import SPACE

LISTS = find("peloponnes").box.lists
KINDS = list(SPACE.kinds)
FUZZ = settings(max_examples=300, deadline=None, derandomize=True)


def test_ids_are_numbered_without_gaps() -> None:
    assert [kind.first for kind in SPACE.kinds.values()] == [
        sum(kind.size for kind in list(SPACE.kinds.values())[:i]) for i in range(len(SPACE.kinds))
    ]
    assert sum(kind.size for kind in SPACE.kinds.values()) == SPACE.size


def test_every_id_leads_back_to_itself() -> None:
    for i in range(SPACE.size):
        picked = SPACE.pick(i)
        assert picked.id == i
        assert SPACE.id(picked.name, **picked.parameters) == i
        assert SPACE.parse(picked.words) == i
        assert SPACE.parse(picked.words.upper(), LISTS) == i


def test_every_id_reads_differently() -> None:
    assert len({SPACE.pick(i).words for i in range(SPACE.size)}) == SPACE.size
    assert len({repr(SPACE.pick(i)) for i in range(SPACE.size)}) == SPACE.size


def test_a_choice_reads_like_the_game() -> None:
    picked = SPACE.pick(SPACE.id("bid", slot=3, coins=5))
    assert picked.words == "bid 3 5"
    assert repr(picked) == "Bid(slot=3, coins=5)"
    assert repr(SPACE.pick(SPACE.id("produce", good="wood"))) == "Produce(good='wood')"


@pytest.mark.parametrize("number", [-1, SPACE.size, 10**30])
def test_numbers_outside_the_space_are_refused(number: int) -> None:
    with pytest.raises(UnknownChoice, match=f"numbered 0 to {SPACE.size - 1}"):
        SPACE.pick(number)


@pytest.mark.parametrize("place", range(len(LISTS["civilization"])))
def test_civilizations_may_be_typed_by_name(place: int) -> None:
    name = LISTS["civilization"][place]
    expected = SPACE.id("civilization", civilization=place + 1)
    for typed in (f"civilization {name}", f"  CIVILIZATION   {name.upper()} ", f"civilization {place + 1}"):
        assert SPACE.parse(typed, LISTS) == expected


def test_a_name_of_several_words_may_be_typed() -> None:
    assert SPACE.parse("civilization new  town", {"civilization": ("Argos", "New Town")}) == SPACE.id(
        "civilization", civilization=2
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "there are pass, bid"),
        ("nonsense 3", "'nonsense' is no choice"),
        ("bid", "type it as 'bid <slot: 1 to 5> <coins: 1 to 70>'"),
        ("bid 1 2 3", "type it as 'bid"),
        ("pass 1", "type it as 'pass'"),
        ("bid 0 5", "0 is no slot of bid: 1 to 5"),
        ("bid 6 5", "6 is no slot of bid: 1 to 5"),
        ("bid 1 -5", "-5 is no coins of bid: 1 to 70"),
        ("bid one 5", "'one' is no slot"),
        ("produce gold", "'gold' is no good of produce: wood, stone, food, coins"),
        ("civilization Atlantis", "'Atlantis' is no civilization"),
    ],
)
def test_what_is_wrong_is_said(typed: str, said: str) -> None:
    with pytest.raises(UnknownChoice) as caught:
        SPACE.parse(typed, LISTS)
    assert said in str(caught.value)


@pytest.mark.parametrize("typed", ["bid ² 3", "bid --5 3", "bid -²- 3", "feed " + "9" * 5000])
def test_odd_digits_are_no_numbers(typed: str) -> None:
    with pytest.raises(UnknownChoice):
        SPACE.parse(typed, LISTS)


@given(st.text())
@FUZZ
def test_any_text_is_a_choice_or_unknown(typed: str) -> None:
    with contextlib.suppress(UnknownChoice):
        assert 0 <= SPACE.parse(typed, LISTS) < SPACE.size


@given(st.sampled_from(KINDS), st.lists(st.one_of(st.text(max_size=5), st.integers().map(str)), max_size=3))
@example("bid", ["²", "3"])
@FUZZ
def test_any_words_after_a_kind_are_a_choice_or_unknown(kind: str, words: list[str]) -> None:
    with contextlib.suppress(UnknownChoice):
        assert SPACE.pick(SPACE.parse(f"{kind} {' '.join(words)}", LISTS)).name == kind


@pytest.mark.parametrize("value", [True, False, None, 1.5, "1", [], (1,)])
def test_values_of_a_wrong_type_are_refused(value: Any) -> None:
    with pytest.raises(UnknownChoice):
        SPACE.id("bid", slot=value, coins=5)


@pytest.mark.parametrize("parameters", [{}, {"slot": 1}, {"slot": 1, "coins": 5, "more": 1}, {"slots": 1, "coins": 5}])
def test_parameters_are_all_there_and_no_others(parameters: dict[str, Any]) -> None:
    with pytest.raises(UnknownChoice, match="bid takes 'bid <slot: 1 to 5> <coins: 1 to 70>'"):
        SPACE.id("bid", **parameters)


def test_a_space_of_ones_own() -> None:
    assert OWN.size == 16
    assert OWN.pick(4) == Picked(4, "go", {"way": "right", "steps": 3})
    assert OWN.parse("go LEFT 4") == 2
    assert OWN.pick(7).words == "stay 1"
    assert OWN.pick(15).words == "pay 40"


class Chosen(KindsOfChoices):
    GO = Kind(way=("left", "right"), steps=range(2, 5))
    REST = Kind()
    STAY = Kind(room=Numbered(4))
    PAY = Kind(coins=range(0, 41, 10))


OWN = Space(Chosen)
choice_of, parts_of = OWN.choice_of, OWN.parts_of


@driver
def put_together_again(choice: int, found: Any) -> int:
    kind, a, b = parts_of(choice)
    found[0], found[1], found[2] = kind, a, b
    return choice_of(kind, a, b)


def test_rules_have_things_and_words_from_0_and_amounts_as_they_are() -> None:
    found, parts = np.zeros(3, np.int64), []
    for choice in range(OWN.size):
        assert put_together_again(choice, found) == choice
        parts.append(tuple(found))
    ways = [(Chosen.GO, way, steps) for way in range(2) for steps in range(2, 5)]
    rooms = [(Chosen.STAY, room, 0) for room in range(4)]
    assert parts == [*ways, (Chosen.REST, 0, 0), *rooms, *((Chosen.PAY, coins, 0) for coins in range(0, 41, 10))]


@pytest.mark.parametrize("choice", [-1, -9, 16, 99])
def test_what_is_no_choice_is_of_no_kind(choice: int) -> None:
    found = np.zeros(3, np.int64)
    put_together_again(choice, found)
    assert list(found) == [NO_CHOICE, 0, 0]


def test_a_choice_has_two_parameters_at_most() -> None:
    with pytest.raises(TypeError, match="a choice has 2 parameters at most, not one, two, three"):
        Kind(one=Numbered(2), two=Numbered(2), three=Numbered(2))


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_of_a_game_comes_apart_as_it_reads(name: str) -> None:
    space = find(name).space
    python = getattr(space.parts_of, "py_func", space.parts_of)  # rules are called by rules alone
    kinds = list(space.kinds)
    for choice in range(space.size):
        kind, *parts = python(choice)
        picked = space.pick(choice)
        assert kinds[kind] == picked.name
        for (parameter, value), part in zip(picked.parameters.items(), parts, strict=False):
            values = space.kinds[picked.name].parameters[parameter]
            assert part in (value, values.index(value))  # type: ignore[arg-type]
