"""What people read about the games."""

from __future__ import annotations

import pytest

from petteia.games import NAMES, find
from petteia.server.catalogue import clause_in


@pytest.mark.parametrize("lang", ["en", "de", "it"])
@pytest.mark.parametrize("name", NAMES)
def test_clauses_call_options_by_their_titles(name: str, lang: str) -> None:
    game = find(name)
    options = {option["name"] for option in game.explained(lang)}
    clauses = [clause_in(game, lang, clause.number) for clause in game.rulebook.clauses]
    words = " ".join(f"{clause['words']} {clause['source']}" for clause in clauses)
    assert not [option for option in options if f"`{option}`" in words]
    assert any(option["title"] in words for option in game.explained(lang))
