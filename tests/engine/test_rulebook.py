"""Rulebooks are read clause by clause, each with its section and its source."""

from __future__ import annotations

import pathlib
import re

import pytest

from petteia.engine.rulebook import Clause, NoClause, Rulebook, open_rulebook
from petteia.engine.texts import LANGUAGES, NoLanguage
from petteia.games import NAMES, find

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


def test_a_translation_is_read_where_there_is_one(tmp_path: pathlib.Path) -> None:
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (tmp_path / "rulebook.de.md").write_text(BOOK.replace("The last coin wins", "Die letzte gewinnt"), encoding="utf-8")
    assert open_rulebook(tmp_path, "de")["12.10"].words == "Die letzte gewinnt."
    assert open_rulebook(tmp_path, "it") is open_rulebook(tmp_path, "en")
    assert open_rulebook(tmp_path, "en")["12.10"].words == "The last coin wins."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOOK.replace("§12.10", "§12.1"), r"rulebook\.de\.md: §12\.1 stands where rulebook\.md has §12\.10"),
        (BOOK[: BOOK.index("## 12")], r"the end stands where rulebook\.md has §12\.10"),
        (BOOK + "**§12.11** More.\n*Source: more.*\n", r"§12\.11 stands where rulebook\.md has the end"),
    ],
)
def test_a_translation_with_other_clauses_is_refused(text: str, said: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (tmp_path / "rulebook.de.md").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        open_rulebook(tmp_path, "de")


@pytest.mark.parametrize("language", ["fr", "", "EN", "../en"])
def test_a_language_that_there_is_not(language: str) -> None:
    with pytest.raises(NoLanguage, match="there are en, de, it"):
        find("peloponnes").rulebook_in(language)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bold_number_is_a_clause_with_words(name: str, language: str) -> None:
    game = find(name)
    file = "rulebook.md" if language == "en" else f"rulebook.{language}.md"
    text = (game.folder / file).read_text(encoding="utf-8")
    book = game.rulebook_in(language)
    assert text.count("\n**§") == len(book.clauses) > 50
    assert len({clause.number for clause in book.clauses}) == len(book.clauses)
    assert all(clause.words.endswith((".", ")", "`")) and clause.section for clause in book.clauses)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_have_the_same_clauses_numbers_and_options(name: str, language: str) -> None:
    game = find(name)
    original, book = game.rulebook, game.rulebook_in(language)
    assert [clause.number for clause in book.clauses] == [clause.number for clause in original.clauses]
    assert len({clause.section for clause in book.clauses}) == len({clause.section for clause in original.clauses})
    for ours, theirs in zip(book.clauses, original.clauses, strict=True):
        for said, meant in ((ours.words, theirs.words), (ours.source, theirs.source)):
            assert said != meant or not re.search(r"[a-z]{3}", meant), ours.number
            assert re.findall(r"`\w+`", said) == re.findall(r"`\w+`", meant), ours.number
            assert sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", meant)), ours.number


def test_news_of_peloponnes_name_clauses_that_are_there() -> None:
    game = find("peloponnes")
    assert all(game.rulebook[kind.clause] for kind in game.news)
