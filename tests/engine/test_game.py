"""A game explains its options: what they change, what they can be, and for how many players they are."""

from __future__ import annotations

from typing import Any

import pytest

from petteia.engine.game import BadOption
from petteia.engine.records import SetOf
from petteia.engine.texts import LANGUAGES, NoLanguage
from petteia.games import NAMES, find

GAME = find("peloponnes")
KEYS = ["name", "title", "about", "clause", "values", "any_of", "default", "seats"]


def option(name: str, lang: str = "en") -> dict[str, Any]:
    (found,) = [option for option in GAME.explained(lang) if option["name"] == name]
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained(name: str, lang: str) -> None:
    game = find(name)
    found = game.explained(lang)
    assert [option["name"] for option in found] == list(game.options.fields)
    for option in found:
        assert list(option) == KEYS
        assert option["title"]
        assert option["about"]
        assert f"`{option['name']}`" in game.rulebook_in(lang)[option["clause"]].words
        assert bool(option["values"]) != bool(option["any_of"])
        assert all(value["title"] for value in option["values"] + option["any_of"])
        assert option["seats"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_words_depend_on_the_language(lang: str) -> None:
    def bare(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {
                **{key: option[key] for key in ("name", "clause", "default", "seats")},
                **{key: [value["value"] for value in option[key]] for key in ("values", "any_of")},
            }
            for option in options
        ]

    assert bare(GAME.explained(lang)) == bare(GAME.explained())


@pytest.mark.parametrize("name", NAMES)
def test_the_values_can_be_played_with_these_seats(name: str) -> None:
    game = find(name)
    for option in game.explained():
        is_set = isinstance(game.options.fields[option["name"]].meaning, SetOf)
        for seats in option["seats"]:
            for value in [entry["value"] for entry in option["values"] + option["any_of"]]:
                state = game.blank({option["name"]: value}, seats, game.box)
                default = value == option["default"]
                assert game.options_of(state, game.box) == (
                    {} if default else {option["name"]: [value] if is_set else value}
                )


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("conquest_bid", [2, 3, 4]),
        ("displaced_bid", [3, 4, 5]),
        ("two_halves", [2, 3, 4, 5]),
        ("unplaceable_land", [1, 2, 3, 4, 5]),
        ("last_income", [1, 2, 3, 4, 5]),
        ("solo_pass", [1]),
        ("solo_level", [1]),
        ("used_civilizations", [1]),
    ],
)
def test_the_seats_that_an_option_is_for(name: str, seats: list[int]) -> None:
    assert option(name)["seats"] == seats


def test_what_is_refused_is_not_for_these_seats() -> None:
    with pytest.raises(BadOption, match="levels are for one player"):
        GAME.blank({"solo_level": 5}, 2, GAME.box)


def test_values_and_names_have_titles_in_the_language() -> None:
    assert option("displaced_bid")["default"] == "may_displace"
    assert option("solo_level")["default"] == 0
    assert option("solo_level", "de")["values"][2] == {"value": 2, "title": "Stufe 2"}
    assert option("used_civilizations")["default"] == []
    assert {"value": "Korinth", "title": "Corinto"} in option("used_civilizations", "it")["any_of"]


def test_a_language_that_there_is_not() -> None:
    with pytest.raises(NoLanguage, match="there are en, de, it"):
        GAME.explained("fr")
