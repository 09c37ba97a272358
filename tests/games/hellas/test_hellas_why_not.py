"""Why not: where several clauses forbid a choice, the one is named that would still hold if the player were richer."""

from __future__ import annotations

import random
from typing import Any

import pytest
from desks import forbids
from hellas_table import table

import petteia
from petteia.engine.records import copied
from petteia.games.hellas.choices import SPACE

CHOICES = [SPACE.pick(number) for number in range(SPACE.size)]
MARBLE = {506, 702, 801}  # what more marble may lift
PLENTY = 10_000


def reasons(match: petteia.Match, box: Any, marble: int | None = None) -> list[int]:
    """The clause that forbids each choice, or 0, if who decides had so much marble."""
    state = copied(match.array)
    if marble is not None:
        state[0]["players"][int(state[0]["seat"])]["marble"] = marble
    return [forbids(box, state, choice.id) for choice in CHOICES]


def walk(match: petteia.Match, box: Any = None) -> set[tuple[str, int]]:
    """Looks at every choice as it is, for somebody with plenty and for somebody with nothing: what plenty does not lift
    is the reason for all three, what it lifts is a matter of marble. Answers with the former, by kinds of choices."""
    box = match.box.record if box is None else box
    rich, poor = reasons(match, box, PLENTY), reasons(match, box, 0)
    for choice, reason, still, without in zip(CHOICES, reasons(match, box), rich, poor, strict=True):
        if still:
            assert reason == without == still, choice
        else:
            assert {reason, without} <= MARBLE | {0}, choice
    return {(choice.name, reason) for choice, reason in zip(CHOICES, rich, strict=True) if reason}


@pytest.mark.shows("§5.6", "§7.2", "§8.1")
def test_the_reason_given_is_one_that_marble_does_not_lift() -> None:
    """All decisions of whole games, of all numbers of players."""
    met: set[tuple[str, int]] = set()
    for number in range(6):
        dice = random.Random(number)
        match = petteia.new("hellas", number % 3 + 2, number)
        while not match.over:
            met |= walk(match)
            match.play(dice.choice(match.choices))
    # All that can hold of a choice besides a lack of marble; of pieces that are used up, see below.
    for kind in ("house", "plaza"):
        assert {reason for name, reason in met if name == kind} == {502, 504, 505, 1101}
    assert {reason for name, reason in met if name == "palace"} == {504, 505, 1101}
    assert {reason for name, reason in met if name == "statue"} == {504, 801, 1101}
    assert {reason for name, reason in met if name == "column"} == {703, 1101}


@pytest.mark.shows("§5.7", "§8.2", "§7.6")
@pytest.mark.parametrize(
    ("action", "supply", "found"),
    [
        ("house_1", "houses", ("house", 507)),
        ("house_plaza", "houses", ("house", 507)),
        ("house_plaza", "plazas", ("plaza", 507)),
        ("palace", "palaces", ("palace", 507)),
        ("statue", "statues", ("statue", 802)),
        ("temple_2", "columns", ("column", 706)),
    ],
)
def test_what_is_used_up_is_not_too_dear(action: str, supply: str, found: tuple[str, int]) -> None:
    """Nobody is asked who has none left; but whoever asks why not is told so."""
    match = table().play(f"action {action}").match
    box = match.box.record.copy()
    box[0][supply] = 0
    assert found not in walk(match)
    assert found in walk(match, box)


@pytest.mark.shows("§7.3", "§7.6")
def test_temples_without_room_are_not_too_dear() -> None:
    match = table().play("action temple_5").match
    state = match.array[0]
    board = match.box.record[0]["boards"][int(state["board"])]
    state["columns"][:] = board["temple_size"]
    state["columns"][0] -= 1
    assert {reason for name, reason in walk(match) if name == "column"} == {703, 706}
