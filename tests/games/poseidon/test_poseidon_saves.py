"""Games of earlier rules: what their saves and stored tables leave out stood at the default of that time."""

from __future__ import annotations

import json
import pathlib
import warnings

import pytest

import petteia
from petteia.engine import layouts
from petteia.match import Match, load_bytes

GAME = petteia.games.find("poseidon")
SAVES = json.loads(pathlib.Path(__file__).with_name("saves_of_rules_1.json").read_text(encoding="utf-8"))
THEN = {"poseidon_round": "snake", "rebuy": "forbidden"}


def loaded(data: dict[str, object]) -> Match:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it must come out as it was played
        return load_bytes(json.dumps(data).encode(), "the file")


@pytest.mark.shows("§3.2", "§4.9")
def test_a_save_of_rules_1_is_played_by_its_own_defaults() -> None:
    """Two players took cards to and fro, and somebody has sold merchants that he must not buy back."""
    assert SAVES["dealt"]["rules"] == 1
    assert SAVES["dealt"]["options"] == {}
    match = loaded(SAVES["dealt"])
    assert match.move_number == len(SAVES["dealt"]["choices"])
    assert match.options == THEN
    clause = match.why_not("buy Sparta")
    assert clause is not None
    assert clause.number == "§4.9"


def test_a_save_of_rules_1_that_begins_with_a_position() -> None:
    assert SAVES["position"]["options"] == {}
    assert loaded(SAVES["position"]).options == THEN


@pytest.mark.parametrize("kind", ["dealt", "position"])
def test_saved_again_it_says_what_was_left_out(kind: str) -> None:
    again = loaded(SAVES[kind]).as_save()
    assert (again["rules"], again["options"]) == (GAME.rules_version, THEN)
    assert loaded(again).digest() == loaded(SAVES[kind]).digest()


def test_a_save_of_today_has_the_defaults_of_today() -> None:
    match = petteia.new("poseidon", seats=2, seed=1)
    assert match.as_save()["options"] == {}
    assert loaded(match.as_save()).options == {}
    assert {name: int(match.facts["options"][name]) for name in THEN} == {"poseidon_round": 1, "rebuy": 1}


def test_a_stored_table_of_rules_1_keeps_its_options() -> None:
    """Tables store states as bytes, and of the options only what people chose."""
    match = loaded(SAVES["dealt"])
    description = layouts.describe(GAME.state, GAME.names(GAME.box))
    states = [layouts.convert(GAME.state, GAME.names(GAME.box), state, description) for state in match.states]
    blank = GAME.blank({}, 2, GAME.box)
    choices = [choice.id for choice in match.history]
    again = Match.resumed(GAME, GAME.box, blank, 2, match.seed, states, choices)
    assert again.verify()
    assert again.log() == match.log()
    assert again.as_save()["options"] == THEN
    assert GAME.options_of(blank, GAME.box) == {}
