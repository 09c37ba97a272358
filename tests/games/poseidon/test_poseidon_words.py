"""What sentences say of the table: only what is so, and what comes next."""

from __future__ import annotations

import pytest
from poseidon_table import Table, new, table
from test_poseidon_table import games, whole_game

import petteia


def lines(match: petteia.Match, kind: str) -> list[str]:
    """What was told of a kind of news by the last choice."""
    names = match.names()
    return [match.tell(happening, names) for happening in match.news if happening.kind == kind]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_founding_and_buying_are_spoken_of_where_they_are_possible(seats: int) -> None:
    seen = set()
    for match in games(seats, 1):
        if match.over or match.details.get("turn") is None:
            continue
        possible = {choice.name for choice in match.choices}
        for name, words in (("found", "found a nation"), ("buy", "buy a merchant")):
            assert (words in match.prompt()) == (name in possible)
            seen.add((name, name in possible))
    assert len(seen) == 4


def phase_two(fleet: list[str]) -> Table:
    """Athenai buys the first 4-ship, and Sparta is asked for merchants."""
    nations = {
        "Athenai": {"coffers": 300, "fleet": ["3"], "prestige": 120},
        "Sparta": {"king": 1, "prestige": 130, "coffers": 5, "fleet": fleet},
    }
    t = table([{}, {}, {}], nations, step="ships", nation="Athenai", round_="ER3", ship="4")
    return t.play("ship")


def test_whoever_is_asked_for_merchants_hears_that_ships_leave() -> None:
    prompt = phase_two(["2", "2", "3"]).match.prompt()
    assert "4 at most" in prompt
    assert "it loses 2 ships; a new one costs 300" in prompt
    assert "loses" not in phase_two(["3"]).match.prompt()


def test_several_ships_are_out_of_date() -> None:
    t = phase_two(["2", "2"])
    while t.step == "issue":
        t.play("issue 0")
    assert lines(t.match, "scrapped") == ["Sparta loses 2 ships: 2-ships are out of date."]


def test_a_founding_is_never_told_as_forced() -> None:
    """What was forced is its price, or how many merchants were taken."""
    for seats in (2, 3, 5):
        founded = [line for line in whole_game(seats).log() if " founds " in line]
        assert founded
        assert not any("no other choice" in line for line in founded)


def test_the_start_player_is_told_to_buy_last() -> None:
    match = new(3).match
    first = next(line for line in match.log() if "start player" in line)
    assert "the last to buy" in first
    assert match.to_move != int(match.facts["starter"])
