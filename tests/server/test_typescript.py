"""The types of the games' states for the browser's pages, held against states as they are sent."""

from __future__ import annotations

import json
import pathlib
import random
import re
from typing import Any

import pytest

import petteia
from petteia.games import NAMES, find
from petteia.server.typescript import main as write_types

Types = dict[str, dict[str, str]]  # by the name of a record, the type of each of its fields
DECISIONS = 120


def read_types(text: str) -> dict[str, Types]:
    """What was written, by game."""
    found: dict[str, Types] = {}
    for game, body in re.findall(r"^export namespace (\w+) \{\n(.*?)^\}", text, re.M | re.S):
        records = re.findall(r"^  export interface (\w+) \{\n(.*?)^  \}", body, re.M | re.S)
        found[game] = {name: dict(re.findall(r"^    (\w+): (.+)$", fields, re.M)) for name, fields in records}
    return found


def wrong(value: Any, of: str, types: Types, path: str = "") -> str | None:
    """Where a value is not of its type, and how."""
    if of.endswith("[]"):
        item = of[:-2].removeprefix("(").removesuffix(")")
        if not isinstance(value, list):
            return f"{path}: {value!r} is no list"
        return next((at for k, one in enumerate(value) if (at := wrong(one, item, types, f"{path}[{k}]"))), None)
    if of in types:
        if set(value) != set(types[of]):
            return f"{path}: {set(value) ^ set(types[of])}"
        return next((at for key in value if (at := wrong(value[key], types[of][key], types, f"{path}.{key}"))), None)
    kinds = of.split(" | ")
    fits = {"number": isinstance(value, int), "string": isinstance(value, str), "null": value is None}
    if any(fits.get(kind, json.dumps(value) == kind) for kind in kinds):
        return None
    return f"{path}: {value!r} is none of {of}"


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Types]:
    path: pathlib.Path = tmp_path_factory.mktemp("types") / "states.d.ts"
    write_types(str(path))
    return read_types(path.read_text(encoding="utf-8"))


def test_all_games_have_types(types: dict[str, Types]) -> None:
    assert tuple(types) == NAMES
    assert all("rng" not in records["State"] for records in types.values())


@pytest.mark.parametrize("game", NAMES)
def test_states_are_of_their_types(game: str, types: dict[str, Types]) -> None:
    dice = random.Random(4)
    match = petteia.new(game, seats=max(find(game).seats), seed=4)
    for _ in range(DECISIONS):
        for seat in (match.to_move, None):
            sent = json.loads(match.written(match.redacted(seat)))
            assert wrong(sent, "State", types[game]) is None
        if match.over:
            break
        match.play(dice.choice(match.choices))


def test_a_wrong_type_is_found(types: dict[str, Types]) -> None:
    sent = json.loads((match := petteia.new("peloponnes_card", seats=2, seed=4)).written(match.redacted(0)))
    records = types["peloponnes_card"]
    assert wrong({**sent, "disaster": "flood"}, "State", records) is not None
    assert wrong({**sent, "step": None}, "State", records) is not None
    assert wrong({**sent, "players": [{}]}, "State", records) is not None
    assert wrong({key: sent[key] for key in sent if key != "row"}, "State", records) is not None
