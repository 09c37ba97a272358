"""What is sent to the pages, in every moment of whole games, is what the games declare, and of the TypeScript types
that are made from that."""

from __future__ import annotations

import json
import random
import typing
from typing import Any, NotRequired, TypedDict

import declared_shapes
import pytest
from typescript_types import Reader, Type, wrong

import petteia
from petteia import pages
from petteia.engine.texts import LANGUAGES
from petteia.games import NAMES, find
from petteia.server import models, moments, typescript

Types = dict[str, Type]
WHOLE_GAMES = [(game, seats) for game in NAMES for seats in (min(find(game).seats), max(find(game).seats))]


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Types]:
    path = tmp_path_factory.mktemp("types") / "told.d.ts"
    typescript.main(str(path))
    return Reader(path.read_text(encoding="utf-8")).namespaces()


def state_sent(match: petteia.Match, seat: int | None) -> Any:
    return json.loads(match.written(match.redacted(seat)))


def test_all_games_have_types(types: dict[str, Types]) -> None:
    assert tuple(types) == NAMES


@pytest.mark.parametrize(("game", "seats"), WHOLE_GAMES)
def test_what_is_sent_is_of_its_type(game: str, seats: int, types: dict[str, Types]) -> None:
    dice = random.Random(4)
    page, extras = pages.page(game), typescript.told(game, "extras")
    match = petteia.new(game, seats=seats, seed=4)
    while True:
        for seat in (match.to_move, None):
            assert wrong(state_sent(match, seat), Type("name", "State"), types[game]) is None
        told = page.extras(match)
        assert declared_shapes.wrong(told, extras) is None
        assert wrong(json.loads(json.dumps(told)), Type("name", "Extras"), types[game]) is None
        if match.over:
            break
        assert declared_shapes.wrong(page.notes(match, "en"), dict[str, str]) is None
        match.play(dice.choice(match.legal_ids))


@pytest.mark.parametrize(("game", "seats"), WHOLE_GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_printed_is_of_its_type(game: str, seats: int, lang: str, types: dict[str, Types]) -> None:
    box = pages.page(game).printed(petteia.new(game, seats=seats, seed=4), lang)
    assert declared_shapes.wrong(box, typescript.told(game, "printed")) is None
    assert wrong(json.loads(json.dumps(box)), Type("name", "Box"), types[game]) is None


@pytest.mark.parametrize(("game", "seats"), WHOLE_GAMES)
def test_score_sheets_are_what_is_declared(game: str, seats: int) -> None:
    dice, page = random.Random(5), pages.page(game)
    match = petteia.new(game, seats=seats, seed=5)
    while not match.over:
        match.play(dice.choice(match.legal_ids))
    for then in (match.at(match.move_number // 2), match):
        assert declared_shapes.wrong(page.sheet(then, "de"), list[pages.Account]) is None
        assert declared_shapes.wrong(page.curves(then, "de"), pages.Curves) is None
        models.Sheet.model_validate(moments.sheet(then, "de"), strict=True)


def test_what_is_not_of_its_type_is_found(types: dict[str, Types]) -> None:
    sent = state_sent(petteia.new("peloponnes_card", seats=2, seed=4), 0)
    of = types["peloponnes_card"]
    state = of["State"]
    assert wrong(sent, state, of) is None
    assert wrong({**sent, "disaster": "flood"}, state, of) == "it.disaster: \"flood\" is not 'plague'"
    assert wrong({**sent, "step": None}, state, of) is not None
    assert wrong({**sent, "row": [1]}, state, of) == "it.row.0: 1 is no string"
    assert wrong({**sent, "players": [{}]}, state, of) is not None
    assert wrong({name: sent[name] for name in sent if name != "row"}, state, of) == "it: without row"
    assert wrong({**sent, "rng": 1}, state, of) == "it: nobody speaks of rng"


def test_what_is_not_declared_is_found() -> None:
    match = petteia.new("peloponnes_card", seats=2, seed=4)
    told: Any = pages.page("peloponnes_card").extras(match)
    extras = typescript.told("peloponnes_card", "extras")
    first = told["mats"][0]

    def flaw(mat: Any) -> str | None:
        return declared_shapes.wrong({"mats": [mat]}, extras)

    assert flaw(first) is None
    assert flaw({**first, "power": True}) == "it.mats.0.power: True is no int"
    assert flaw({**first, "power": None}) == "it.mats.0.power: None is no int"
    assert flaw({**first, "protected": [1]}) == "it.mats.0.protected.0: 1 is no bool"
    assert flaw({**first, "hand": 3}) == "it.mats.0: Mat does not speak of hand"
    assert flaw({name: first[name] for name in first if name != "lower"}) == "it.mats.0: without lower"
    assert declared_shapes.wrong({**told, "mats": {}}, extras) == "it.mats: {} is no list"


class Ship(TypedDict):
    name: str
    price: NotRequired[int | None]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (list[Ship], "Ship[]"),
        (list[int | None], "(number | null)[]"),
        (tuple[Ship, bool], "[Ship, boolean]"),
        (dict[str, list[str]], "Record<string, string[]>"),
        (typing.Literal["sea", "port"], '"sea" | "port"'),
    ],
)
def test_types_are_written_in_typescript(kind: Any, text: str) -> None:
    assert typescript.written(kind) == text


def test_keys_say_whether_they_may_be_missing() -> None:
    assert [(key.name, key.required) for key in typescript.keys_of(Ship)] == [("name", True), ("price", False)]


@pytest.mark.parametrize("kind", [float, dict[int, str], Any, set[int]])
def test_a_type_without_words_in_typescript_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="has no words in TypeScript"):
        typescript.written(kind)


def test_a_name_that_is_declared_twice_is_refused() -> None:
    with pytest.raises(SystemExit, match="poseidon declares Ship twice"):
        typescript._refuse_namesakes("poseidon", [Ship, type("Ship", (), {})])
