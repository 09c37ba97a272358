"""The texts of every game say the same in every language, and have words for all that can happen."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from petteia.engine.records import OneOf
from petteia.engine.texts import LANGUAGES
from petteia.games import NAMES, find
from petteia.pages import weights

PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
TEMPLATES = ("news", "briefly", "choices", "prompts", "waiting")
ADDRESSED = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
# Verbs that are the same for somebody and for whoever reads it, and sentences that are nobody's doing.
ALIKE = re.compile(r"\b(can|cannot|begins with|passt|reißt|löst|versetzt|nutzt|besitzt)\b")
ALWAYS = {"who", "goods", "losses", "onlylosses", "seats"}  # places that are no arguments of their own
# What the words for choices may ask about besides their parameters.
DETAILS = {
    "peloponnes": {"purse", "luxury", "full"},
    "peloponnes_card": {"due"},
    "hellas": {"cost", "most", "gain", "house", "plaza"},
    "poseidon": {
        *("income", "capital", "drops", "value", "circles", "asks", "opens"),
        *("crown", "powers", "purse", "poseidon", "donate", "answer", "pass", "turn", "discover", "sail", "ships"),
    },
}
# What the words for news may ask about besides their arguments: what the game counts together of them.
COUNTED = {
    "peloponnes": {"fed": {"fed", "inhabitants"}, "built": {"mixed"}, "completed": {"mixed"}, "lost": {"wood"}},
    "peloponnes_card": {"fed": {"hungry"}},
    "poseidon": {"scrapped": {"kind"}},
}
PRINTED = {  # names and numbers that no language changes
    "hellas": {"space", "quarry", "temple", "tile"},
    "poseidon": {"nation", "seller", "space"},
}


def load(game: str, language: str) -> dict[str, Any]:
    return tomllib.loads((find(game).folder / "show" / "text" / f"{language}.toml").read_text(encoding="utf-8"))


TABLES = {(game, language): load(game, language) for game in NAMES for language in LANGUAGES}
pytestmark = [pytest.mark.parametrize("language", LANGUAGES), pytest.mark.parametrize("game", NAMES)]


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


def counted(game: str, kind: str) -> set[str]:
    return COUNTED.get(game, {}).get(kind, set())


def test_same_keys(game: str, language: str) -> None:
    assert texts(TABLES[game, language]).keys() == texts(TABLES[game, "en"]).keys()


def test_nothing_is_empty(game: str, language: str) -> None:
    for key, text in texts(TABLES[game, language]).items():
        assert text.strip(), key
        assert text == text.strip(), key


def test_nouns_have_singular_and_plural(game: str, language: str) -> None:
    for noun, forms in TABLES[game, language]["nouns"].items():
        assert len([form for form in forms.split("|") if form]) == 2, noun


def test_every_kind_of_choice_says_when_it_is_asked_for(game: str, language: str) -> None:
    space = find(game).space
    assert TABLES[game, language]["when"].keys() == {space.pick(choice).name for choice in range(space.size)}


@pytest.mark.parametrize("group", TEMPLATES)
def test_same_places(game: str, language: str, group: str) -> None:
    nouns = {"", *TABLES[game, language]["nouns"]}
    for key, template in TABLES[game, language].get(group, {}).items():
        assert places(template) == places(TABLES[game, "en"][group][key]), key
        assert {noun for _, noun in places(template)} <= nouns, key
        assert not set("{}") & set(PLACE.sub("", template)), f"{key}: a place that is not filled"


def test_news(game: str, language: str) -> None:
    templates = TABLES[game, language]["news"]
    used = set()
    for kind in find(game).news:
        assert kind.name in templates
        arguments = {*kind.arguments, *counted(game, kind.name)}
        for key, template in templates_of(templates, kind.name, arguments | {"losses", "onlylosses", "forced"}).items():
            used.add(key)
            assert {name for name, _ in places(template)} <= arguments | ALWAYS, key
    assert used == set(templates), "templates that no news uses"


def test_news_speak_to_whoever_reads_them(game: str, language: str) -> None:
    for key, template in TABLES[game, language]["news"].items():
        assert not set("[]|") & set(ADDRESSED.sub("", template)), f"{key}: words for somebody and for you, in brackets"
        for somebody, you in ADDRESSED.findall(template):
            assert somebody.strip() != you.strip(), key
            assert you, key
        if "{who}" in template:
            assert ADDRESSED.search(template) or ALIKE.search(template), key


def test_summaries(game: str, language: str) -> None:
    templates = TABLES[game, language]["briefly"]
    used = set()
    for kind in find(game).news:
        found = templates_of(templates, kind.name, set(kind.arguments))
        assert not found or kind.name in found, f"{kind.name}: variants without the template itself"
        for key, template in found.items():
            used.add(key)
            assert {name for name, _ in places(template)} <= set(kind.arguments) - kind.secret | {"goods"}, key
    assert used == set(templates), "templates that no news uses"


def test_weights_are_of_news_that_there_are(game: str, language: str) -> None:
    declared = weights(game)
    named = [*declared.DECISIVE, *declared.ROUTINE]
    assert len(set(named)) == len(named)
    kinds = {kind.name: kind.arguments for kind in find(game).news}
    for name in named:
        kind = max((kind for kind in kinds if name == kind or name.startswith(f"{kind}_")), key=len)
        assert name == kind or name.removeprefix(f"{kind}_") in {*kinds[kind], *counted(game, kind)}, name


def test_choices(game: str, language: str) -> None:
    templates = TABLES[game, language]["choices"]
    used = set()
    for kind in find(game).space.kinds.values():
        assert kind.name in templates
        used |= set(templates_of(templates, kind.name, set(kind.parameters) | DETAILS.get(game, set())))
    assert used == set(templates), "templates that no choice uses"


def test_prompts(game: str, language: str) -> None:
    steps = find(game).lists["step"]
    for key in TABLES[game, language]["prompts"]:
        assert any(key == step or key.startswith(f"{step}_") for step in steps), key


def test_waiting(game: str, language: str) -> None:
    """Those who wait are told of every decision, in words that do not speak to them. (A game may have none.)"""
    said = TABLES[game, language].get("waiting", {})
    steps = set(find(game).lists["step"])
    assert set(said) & steps in (set(), set(TABLES[game, language]["prompts"]) & steps - {"over"})
    for key in said:
        assert any(key == step or key.startswith(f"{step}_") for step in steps), key
        assert "{who}" in said[key], key


def test_names(game: str, language: str) -> None:
    found = find(game)
    lists = found.names(found.box)
    for of, names in TABLES[game, language]["names"].items():
        assert set(names) == set(lists[of]), of
        assert len(set(names.values())) == len(names), f"two of {of} have the same name"
    assert set(TABLES[game, language]["names"]) >= set(found.box.lists) - PRINTED.get(game, set())


def test_options(game: str, language: str) -> None:
    said = TABLES[game, language]["options"]
    fields = find(game).options.fields
    assert list(said) == list(fields)
    for name, field in fields.items():
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


def test_the_lobby(game: str, language: str) -> None:
    assert TABLES[game, language]["lobby"]["about"].endswith(".")
