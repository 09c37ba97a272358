"""Checks: the first that does not hold is named, and none is asked that relies on it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from petteia.engine.checking import Checks
from petteia.engine.compiling import driver, large_rule, rule
from petteia.games import NAMES, find

check = Checks()


@check("the place is none")
@rule
def place_in_range(s: Any) -> bool:
    return bool(0 <= s[0] < 4)


@check("what lies there is not printed in the box")
@large_rule
def printed(box: Any, s: Any) -> bool:
    return bool(box[s[0]] == s[1])


flaw = check.flaw()


@driver
def ask(box: Any, s: Any) -> int:
    return flaw(box, s)


@pytest.mark.parametrize(("place", "what", "number"), [(2, 9, 0), (-1, 9, 1), (4, 9, 1), (3, 9, 2)])
def test_the_first_that_does_not_hold_is_named(place: int, what: int, number: int) -> None:
    assert ask(np.array([7, 8, 9, 10]), np.array([place, what])) == number


def test_a_check_has_its_own_sentence() -> None:
    assert check.flaws == ["the place is none", "what lies there is not printed in the box"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_says_what_is_wrong(name: str) -> None:
    assert all(sentence and not sentence.endswith(".") for sentence in find(name).flaws)
