"""The texts of Peloponnes say the same in every language, and have words for all that can happen."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from petteia.engine.records import OneOf
from petteia.engine.texts import LANGUAGES
from petteia.games import find
from petteia.games.peloponnes.choices import SPACE
from petteia.games.peloponnes.state import NEWS, Step

GAME = find("peloponnes")
PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
FOLDER = GAME.folder / "text"
TEMPLATES = ("news", "choices", "prompts")
ALWAYS = {"who", "goods", "losses", "onlylosses", "seats"}  # places that are no arguments of their own


def load(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


TABLES = {language: load(language) for language in LANGUAGES}
pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def texts(table: dict[str, Any], path: str = "") -> dict[str, str]:
    """The texts of a table and of all tables in it."""
    found = {}
    for key, value in table.items():
        found |= texts(value, f"{path}{key}.") if isinstance(value, dict) else {path + key: value}
    return found


def places(template: str) -> set[tuple[str, str]]:
    return set(PLACE.findall(template))


def templates_of(templates: dict[str, str], key: str, names: set[str]) -> dict[str, str]:
    """A template and its variants for these arguments."""
    return {
        found: text
        for found, text in templates.items()
        if found == key or (found.startswith(key + "_") and names.issuperset(found[len(key) + 1 :].split("_")))
    }


def test_same_keys(language: str) -> None:
    assert texts(TABLES[language]).keys() == texts(TABLES["en"]).keys()


def test_nothing_is_empty(language: str) -> None:
    for key, text in texts(TABLES[language]).items():
        assert text.strip(), key
        assert text == text.strip(), key


def test_nouns_have_singular_and_plural(language: str) -> None:
    for noun, forms in TABLES[language]["nouns"].items():
        assert len([form for form in forms.split("|") if form]) == 2, noun


@pytest.mark.parametrize("group", TEMPLATES)
def test_same_places(language: str, group: str) -> None:
    nouns = {"", *TABLES[language]["nouns"]}
    for key, template in TABLES[language][group].items():
        assert places(template) == places(TABLES["en"][group][key]), key
        assert {noun for _, noun in places(template)} <= nouns, key
        assert not set("{}") & set(PLACE.sub("", template)), f"{key}: a place that is not filled"


def test_news(language: str) -> None:
    templates = TABLES[language]["news"]
    used = set()
    for kind in NEWS:
        assert kind.name in templates
        arguments = set(kind.arguments)
        for key, template in templates_of(templates, kind.name, arguments | {"losses", "onlylosses"}).items():
            used.add(key)
            assert {name for name, _ in places(template)} <= arguments | ALWAYS, key
    assert used == set(templates), "templates that no news uses"


def test_choices(language: str) -> None:
    templates = TABLES[language]["choices"]
    used = set()
    for kind in SPACE.kinds.values():
        assert kind.name in templates
        used |= set(templates_of(templates, kind.name, set(kind.parameters)))
    assert used == set(templates), "templates that no choice uses"


def test_prompts(language: str) -> None:
    assert set(TABLES[language]["prompts"]) <= {step.name.lower() for step in Step}


def test_names(language: str) -> None:
    lists = GAME.names(GAME.box)
    for of, names in TABLES[language]["names"].items():
        assert set(names) == set(lists[of]), of
        assert len(set(names.values())) == len(names), f"two of {of} have the same name"
    assert set(TABLES[language]["names"]) >= set(GAME.box.lists)


def test_options(language: str) -> None:
    said = TABLES[language]["options"]
    assert list(said) == list(GAME.options.fields)
    for name, field in GAME.options.fields.items():
        values: list[str] = []
        if isinstance(field.meaning, OneOf):
            values = list(field.meaning.words)
        elif isinstance(field.meaning, range):
            values = [str(number) for number in field.meaning]
        assert set(said[name]) == {"title", "about"} | ({"values"} if values else set()), name
        titles = said[name].get("values", {})
        assert list(titles) == values, name
        assert len(set(titles.values())) == len(titles), name
        assert said[name]["about"].endswith("."), name
        assert "§" not in said[name]["about"], name


def test_the_lobby(language: str) -> None:
    assert TABLES[language]["lobby"]["about"].endswith(".")
