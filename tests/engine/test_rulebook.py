"""Rulebooks are read clause by clause, each with its section and its source."""

from __future__ import annotations

import pathlib

import pytest

from petteia.engine.rulebook import Clause, NoClause, Rulebook
from petteia.games import find

BOOK = """# A small game

Some words about it.

## 1 Setting up

**§1.1** Everybody gets a coin.
*Source: the box.*

## 12 The end

**§12.10** The last coin wins.
*Source: decision, since nobody says.*
"""


def book(tmp_path: pathlib.Path, text: str) -> Rulebook:
    path = tmp_path / "rulebook.md"
    path.write_text(text, encoding="utf-8")
    return Rulebook.read(path)


def test_clauses_in_their_order(tmp_path: pathlib.Path) -> None:
    rules = book(tmp_path, BOOK)
    assert rules.title == "A small game"
    assert rules.clauses == (
        Clause("§1.1", "Setting up", "Everybody gets a coin.", "the box."),
        Clause("§12.10", "The end", "The last coin wins.", "decision, since nobody says."),
    )
    assert [clause.code for clause in rules.clauses] == [101, 1210]
    assert str(rules.clauses[0]) == "§1.1 Everybody gets a coin."


@pytest.mark.parametrize("number", ["§12.10", "12.10", 1210])
def test_a_clause_by_its_number(number: str | int, tmp_path: pathlib.Path) -> None:
    assert book(tmp_path, BOOK)[number].words == "The last coin wins."


@pytest.mark.parametrize("number", ["", "§", "1", "12.1", 0, -1, "nonsense", 10**9])
def test_a_clause_that_is_not_there(number: str | int, tmp_path: pathlib.Path) -> None:
    with pytest.raises(NoClause, match=r"there is no clause .*they go from §1\.1 to §12\.10"):
        book(tmp_path, BOOK)[number]


@pytest.mark.parametrize("missing", ["*Source: the box.*\n", "*Source: decision, since nobody says.*\n"])
def test_a_clause_without_a_source_is_refused(missing: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="has no source"):
        book(tmp_path, BOOK.replace(missing, ""))


def test_a_source_without_a_clause_is_refused(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match=r"rulebook\.md, line 3: a source without a clause"):
        book(tmp_path, "# A game\n\n*Source: nowhere.*\n")


def test_every_bold_number_of_peloponnes_is_a_clause_with_words() -> None:
    game = find("peloponnes")
    text = (game.folder / "rulebook.md").read_text(encoding="utf-8")
    assert text.count("\n**§") == len(game.rulebook.clauses) > 50
    assert len({clause.number for clause in game.rulebook.clauses}) == len(game.rulebook.clauses)
    assert all(clause.words.endswith((".", ")", "`")) and clause.section for clause in game.rulebook.clauses)


def test_news_of_peloponnes_name_clauses_that_are_there() -> None:
    game = find("peloponnes")
    assert all(game.rulebook[kind.clause] for kind in game.news)
