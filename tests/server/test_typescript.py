"""The pages' types of what the games tell them, held against what is sent: states, whose types are made from the
records, and printed and derived facts, whose types stand in each page's facts.ts."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any

import pytest
from typescript_types import Reader, Type, wrong

import petteia
from petteia.games import NAMES, find
from petteia.server import moments
from petteia.server.typescript import main as write_types

PAGES = pathlib.Path(__file__).parents[2] / "web" / "src" / "games"
DECISIONS = 150
Types = dict[str, Type]


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Types]:
    path = tmp_path_factory.mktemp("types") / "states.d.ts"
    write_types(str(path))
    return Reader(path.read_text(encoding="utf-8")).namespaces()


def facts(game: str) -> Types:
    return Reader((PAGES / game / "facts.ts").read_text(encoding="utf-8")).declared()


def state_sent(match: petteia.Match, seat: int | None) -> Any:
    return json.loads(match.written(match.redacted(seat)))


def test_all_games_have_types(states: dict[str, Types]) -> None:
    assert tuple(states) == NAMES


@pytest.mark.parametrize("game", NAMES)
def test_what_is_sent_is_of_its_type(game: str, states: dict[str, Types]) -> None:
    dice = random.Random(4)
    page, told = moments.page(game), facts(game)
    for seats in (min(find(game).seats), max(find(game).seats)):
        match = petteia.new(game, seats=seats, seed=4)
        printed = json.loads(json.dumps(page.printed(match, "en")))
        assert wrong(printed, Type("name", "Box"), told) is None
        for _ in range(DECISIONS):
            for seat in (match.to_move, None):
                sent = state_sent(match, seat)
                assert set(sent) == set(states[game]["State"].fields)
                assert wrong(sent, Type("name", "State"), states[game]) is None
            extras = json.loads(json.dumps(page.extras(match)))
            assert wrong(extras, Type("name", "Extras"), told) is None
            if match.over:
                break
            match.play(dice.choice(match.choices))


def test_what_is_not_of_its_type_is_found(states: dict[str, Types]) -> None:
    sent = state_sent(petteia.new("peloponnes_card", seats=2, seed=4), 0)
    types = states["peloponnes_card"]
    state = types["State"]
    assert wrong(sent, state, types) is None
    assert wrong({**sent, "disaster": "flood"}, state, types) == "it.disaster: \"flood\" is not 'plague'"
    assert wrong({**sent, "step": None}, state, types) is not None
    assert wrong({**sent, "row": [1]}, state, types) == "it.row.0: 1 is no string"
    assert wrong({**sent, "players": [{}]}, state, types) is not None
    assert wrong({name: sent[name] for name in sent if name != "row"}, state, types) == "it: without row"
