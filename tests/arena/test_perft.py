"""The counts in the documentation are those that the rules give."""

from __future__ import annotations

import pathlib
import re

import pytest

import petteia
from petteia.arena.perft import count

DOCS = pathlib.Path(__file__).parents[2] / "docs" / "researcher.md"
ROW = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| (.*?) \| ([\d, ]+) \|$", re.MULTILINE)


def documented() -> list[tuple[str, int, int, str, list[int]]]:
    rows = ROW.findall(DOCS.read_text(encoding="utf-8"))
    return [(g, int(seats), int(seed), o, [int(n) for n in counts.split(", ")]) for g, seats, seed, o, counts in rows]


def test_the_documentation_has_counts_for_every_number_of_seats() -> None:
    for name in petteia.games.NAMES:
        assert {row[1] for row in documented() if row[0] == name} == set(petteia.games.find(name).seats)


@pytest.mark.parametrize(("game", "seats", "seed", "options", "counts"), documented())
def test_counts_are_as_documented(game: str, seats: int, seed: int, options: str, counts: list[int]) -> None:
    chosen = dict(pair.split("=") for pair in options.split()) if options != "–" else {}
    parsed = {name: int(value) if value.isdigit() else value for name, value in chosen.items()}
    assert count(game, seats, seed, len(counts) - 1, parsed) == counts


def test_counting_by_hand_gives_the_same() -> None:
    def by_hand(match: petteia.Match, depth: int) -> int:
        if depth == 0 or match.over:
            return 1
        total = 0
        for choice in match.choices:
            match.play(choice)
            total += by_hand(match, depth - 1)
            match.undo()
        return total

    for seats in (1, 3):
        match = petteia.new("peloponnes", seats, 5)
        assert [by_hand(match, depth) for depth in range(3)] == count("peloponnes", seats, 5, 2)
