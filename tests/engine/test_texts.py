"""Templates become sentences, in every language."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

import petteia
from petteia.engine.texts import LANGUAGES, NoLanguage, Texts

TOML = """
[words]
and = "and"
nothing = "nothing"
hidden = "something hidden"
[nouns]
coins = "coin|coins"
wood = "wood|wood"
[names.tile]
A1 = "Market"
[news]
bid = "{who} bids {coins:coins} on {tile}"
bid_wood = "{who} bids {coins:coins} and {wood:wood}"
bid_wood_coins = "{who} bids both"
sees = "[{who} sees|You see] {tile}"
got = "{who} gets {goods}"
got_losses = "{who} gets {goods} and loses {losses}"
got_onlylosses = "{who} loses {losses}"
"""


@pytest.fixture
def texts(tmp_path: pathlib.Path) -> Texts:
    (tmp_path / "en.toml").write_text(TOML, encoding="utf-8")
    return Texts(tmp_path, "en", {"tile": ("A1", "A2")}, {"A2": "My own"})


def test_names_are_translated_unless_somebody_changed_them(texts: Texts) -> None:
    assert [texts.name("tile", i) for i in (0, 1)] == ["Market", "My own"]
    assert [texts.name("tile", i) for i in (-1, 2)] == ["–", "–"]
    assert texts.name("tile", None) == "something hidden"


@pytest.mark.parametrize(("number", "said"), [(1, "1 coin"), (-1, "-1 coin"), (0, "0 coins"), (5, "5 coins")])
def test_one_and_many(texts: Texts, number: int, said: str) -> None:
    assert texts.count(number, "coins") == said


@pytest.mark.parametrize(
    ("parts", "said"), [([], "nothing"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists(texts: Texts, parts: list[str], said: str) -> None:
    assert texts.listed(parts) == said


@pytest.mark.parametrize(
    ("kind", "arguments", "said"),
    [
        ("bid", {"coins": 5, "tile": 0}, "Ann bids 5 coins on Market"),
        ("bid", {"coins": 5, "tile": None}, "Ann bids 5 coins on something hidden"),
        ("bid", {"coins": 0, "tile": 0, "wood": 2}, "Ann bids 0 coins and 2 wood"),
        ("bid", {"coins": 1, "tile": 0, "wood": 2}, "Ann bids both"),
        ("got", {"coins": 2, "wood": 1}, "Ann gets 2 coins and 1 wood"),
        ("got", {"coins": 0, "wood": 0}, "Ann gets nothing"),
        ("got", {"coins": 2, "wood": -1}, "Ann gets 2 coins and loses 1 wood"),
        ("got", {"coins": -2, "wood": 0}, "Ann loses 2 coins"),
    ],
)
def test_the_template_that_fits_is_filled(texts: Texts, kind: str, arguments: dict[str, Any], said: str) -> None:
    assert texts.say("news", kind, {"who": "Ann", **arguments}) == said


def test_whoever_reads_it_is_spoken_to(texts: Texts) -> None:
    said = [texts.say("news", "sees", {"who": "[Ann|Bob]", "tile": 0, "you": you}) for you in (False, True, False)]
    assert said == ["[Ann|Bob] sees Market", "You see Market", "[Ann|Bob] sees Market"]


@pytest.mark.parametrize("language", ["fr", "", "EN", "../en", None, 3])
def test_a_language_that_there_is_not(language: Any) -> None:
    with pytest.raises(NoLanguage, match="there are en, de, it"):
        petteia.new("peloponnes", seed=1).prompt(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_choices_and_log_are_in_words(language: str) -> None:
    match = petteia.new("peloponnes", seats=3, seed=5)
    while not match.over:
        said = [match.prompt(language), *(choice.text(language) for choice in match.choices)]
        assert all(words.strip() and "{" not in words for words in said)
        match.play(match.choices[match.move_number % len(match.choices)])
    assert all(line.strip() and "{" not in line for line in match.log(language))
    assert match.prompt(language)
