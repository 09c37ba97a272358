"""Behaviour does not change unnoticed."""

from __future__ import annotations

import pytest
from playthrough import GAMES, file, playthrough


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_the_game_goes_as_it_was_written_down(name: str, seats: int, options: dict[str, object]) -> None:
    assert playthrough(name, seats, options) == file(name, seats).read_text(encoding="utf-8")
