"""Short lists of choices, and what people type about them."""

from __future__ import annotations

import tomllib

import pytest

import petteia
from petteia.cli.menu import Item, Menu, NotUnderstood
from petteia.cli.words import FOLDER, Words
from petteia.engine.texts import LANGUAGES
from petteia.games.peloponnes.show import terminal


@pytest.fixture
def match() -> petteia.Match:
    return petteia.new("peloponnes", seats=3, seed=7)


def test_bids_are_one_entry_a_tile(match: petteia.Match) -> None:
    menu = Menu(match, terminal, "en")
    assert [item.number for item in menu.items] == [1, 2, 3, 4, 0]
    assert menu.items[0].text == "Bid 3 to 7 on Wide Fields (A05)"
    assert sum(len(item.choices) for item in menu.items) == len(match.choices)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_can_be_typed(lang: str) -> None:
    """By its number, and in the words that saves use, through whole games."""
    for seats in (1, 2, 5):
        options = {"solo_level": 3} if seats == 1 else {}
        match = petteia.new("peloponnes", seats=seats, seed=seats, options=options)
        turn = 0
        while not match.over:
            menu = Menu(match, terminal, lang)
            for choice in match.choices:
                assert menu.read(menu.typed(choice.id)) == choice.id
                read = menu.read(choice.words)
                assert read == choice.id
            assert len({item.number for item in menu.items}) == len(menu.items)
            turn += 7
            match.play(match.choices[turn % len(match.choices)])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("1 5", "bid 1 5"),
        ("bid 1 5", "bid 1 5"),
        ("B 1 5", "bid 1 5"),
        ("bid wide 5", "bid 1 5"),
        ("wide fields 5", "bid 1 5"),
        ("p", "pass"),
        ("0", "pass"),
        ("5 5", "bid 5 5"),
        ("withdraw", "withdraw"),
    ],
)
def test_reading(match: petteia.Match, typed: str, words: str) -> None:
    assert Menu(match, terminal, "en").read(typed) == match.game.space.parse(words)


def test_an_amount_that_is_missing_is_asked_for(match: petteia.Match) -> None:
    menu = Menu(match, terminal, "de")
    for typed in ("1", "bid 1", "bieten 1", "weite"):
        item = menu.read(typed)
        assert isinstance(item, Item)
        assert item.amounts == [3, 4, 5, 6, 7]
        assert menu.with_amount(item, "6") == match.game.space.parse("bid 1 6")


@pytest.mark.parametrize(
    "typed",
    [
        "wide fields wood",
        "on",
        "7 1 1 1",
        "zzz",
        "²",
        "1 ²",
        "bid ² 3",
        "bid 1 --3",
        "1 -3",
        "bid",
        "9" * 5000,
        "1 " + "9" * 5000,
    ],
)
def test_nonsense(match: petteia.Match, typed: str) -> None:
    with pytest.raises((NotUnderstood, petteia.UnknownChoice)):
        Menu(match, terminal, "en").read(typed)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("99", "no_choice"),
        ("bid 9 3", "no_choice"),
        ("move 9", "no_choice"),
        ("1 99", "no_amount"),
        ("1 -3", "no_amount"),
        ("bid 1 99", "no_amount"),
        ("wide 99", "no_amount"),
        ("feed 99", "no_amount"),
        ("bid", "form"),
        ("bid 1 2 3", "form"),
        ("pass 3", "form"),
        ("zzz", "not_understood"),
    ],
)
def test_what_is_said_of_nonsense(match: petteia.Match, typed: str, key: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        Menu(match, terminal, "en").read(typed)
    assert caught.value.key == key
    for lang in LANGUAGES:
        assert "{" not in Words(lang).say(key, **caught.value.values)


def test_a_warning_stands_beside_its_choice(match: petteia.Match) -> None:
    notes = {item.start: item.note for item in Menu(match, terminal, "en").items}
    marked = "could only be marked with a coin and paid later (§6.6)"
    lost = "you could neither pay nor mark it: it would leave the game (§6.7)"
    assert notes.pop("bid 3") == f"{marked}; from 7 on: {lost}"  # of all seven coins none is left to mark it with
    assert not any(notes.values())


def test_languages_say_the_same() -> None:
    tables = [tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8")) for lang in LANGUAGES]
    english, *others = [{name: set(part) for name, part in table.items()} for table in tables]
    for other in others:
        assert other == english


def test_no_language() -> None:
    with pytest.raises(petteia.NoLanguage):
        Words("xx")


def test_yes_and_no() -> None:
    assert [Words("de").yes(word) for word in ("ja", "N", "vielleicht")] == [True, False, None]
