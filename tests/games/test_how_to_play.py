"""How to play: one page for each game, the same in every language, with the numbers of the box."""

from __future__ import annotations

import pathlib
import re

import pytest

from petteia.engine import how
from petteia.engine.texts import LANGUAGES
from petteia.games import NAMES, find

WEB = pathlib.Path(__file__).parents[2] / "web" / "src" / "games"
pytestmark = [pytest.mark.parametrize("language", LANGUAGES), pytest.mark.parametrize("game", NAMES)]


def raw(game: str, language: str) -> str:
    return how.source(find(game).folder, language)


def shape(game: str, language: str) -> list[list[tuple[str, str | None]]]:
    page = find(game).how_to(language)
    return [[(block.kind, block.picture) for block in section.blocks] for section in page.sections]


def test_it_has_a_goal_and_four_sections_the_last_of_three_things(game: str, language: str) -> None:
    page = find(game).how_to(language)
    assert page.goal.endswith(".")
    assert len(page.goal) < 110  # it stands on the table, on a phone too
    assert len(page.sections) == how.SECTIONS
    assert [block.kind for block in page.sections[-1].blocks] == ["item"] * 3


def test_every_language_says_the_same_in_the_same_order(game: str, language: str) -> None:
    assert shape(game, language) == shape(game, "en")


def test_every_paragraph_names_the_same_numbers_of_the_box(game: str, language: str) -> None:
    def numbers(of: str) -> list[list[str]]:
        return [sorted(how.NAMED.findall(line)) for line in raw(game, of).splitlines() if line]

    assert numbers(language) == numbers("en")


def test_no_number_is_written_that_the_box_could_contradict(game: str, language: str) -> None:
    assert not re.search(r"\d", how.NAMED.sub("", raw(game, language)))


def test_the_page_draws_every_picture(game: str, language: str) -> None:
    drawn = (WEB / game / "How.svelte").read_text(encoding="utf-8")
    pictures = {picture for section in shape(game, language) for _, picture in section if picture}
    assert pictures == set(re.findall(r"picture === '(\w+)'", drawn))


def test_strong_words_are_closed(game: str, language: str) -> None:
    for line in raw(game, language).splitlines():
        assert line.count("**") % 2 == 0, line


@pytest.mark.parametrize("named", ["game", "no.such", "game.provenance"])
def test_what_is_no_number_of_the_box_is_refused(game: str, language: str, named: str) -> None:
    with pytest.raises(KeyError):
        how.number(find(game).box.data, named)
