"""What the tests draw is fixed: the same in every run, in every process, whatever was drawn before."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import fixed_draws
import pytest

import petteia
from petteia.bots import Bot

ELSEWHERE = "import petteia; print(petteia.new('hellas').seed.hex())"


def seed() -> str:
    return petteia.new("hellas").seed.hex()


def seed_elsewhere() -> str:
    return subprocess.run([sys.executable, "-c", ELSEWHERE], capture_output=True, text=True, check=True).stdout.strip()


def test_a_test_draws_the_same_again() -> None:
    with fixed_draws.drawing_for("one"):
        first = [seed() for _ in range(3)]
    assert len(set(first)) == 3
    seed()
    with fixed_draws.drawing_for("one"):
        assert [seed() for _ in range(3)] == first
    with fixed_draws.drawing_for("another"):
        assert seed() not in first


def test_other_processes_draw_on() -> None:
    with fixed_draws.drawing_for("one"):
        first = [seed() for _ in range(3)]
    with fixed_draws.drawing_for("one"):
        assert [seed(), seed_elsewhere(), seed()] == first


def test_another_secret_deals_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with fixed_draws.drawing_for("one"):
        first = seed()
    monkeypatch.setattr(fixed_draws, "SECRET", "another")
    with fixed_draws.drawing_for("one"):
        assert seed() != first


def test_bots_draw_the_same_again() -> None:
    match = petteia.new("hellas", seats=3, seed=1)
    with fixed_draws.drawing_for("one"):
        first = [Bot("random").choose(match) for _ in range(5)]
    with fixed_draws.drawing_for("one"):
        assert [Bot("random").choose(match) for _ in range(5)] == first


def test_while_tests_are_imported_nothing_is_drawn() -> None:
    with fixed_draws.drawing_for(""), pytest.raises(AssertionError, match="give it a seed"):
        seed()


def test_between_two_tests_one_before_draws_on(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """In a server that they share a bot may still be thinking."""
    book = tmp_path / "book"
    book.touch()
    monkeypatch.setenv(fixed_draws.BOOK, str(book))
    with fixed_draws.drawing_for("one"):
        first = [seed() for _ in range(3)]
    between = seed()
    with fixed_draws.drawing_for("one"):
        assert [seed() for _ in range(4)] == [*first, between]
