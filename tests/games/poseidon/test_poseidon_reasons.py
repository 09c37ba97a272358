"""Why-not: where several clauses forbid a choice at once, the lasting one is given. Money comes last: whoever is told
that money is lacking can choose when he has it; whoever is told anything else would be told the same were he rich."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from desks import forbids
from poseidon_table import GAME, NATIONS, table

import petteia

MONEY = {404, 502, 503, 504, 506, 1006, 1101, 1107, 1108, 1306}  # the clauses that can mean that money is lacking
THINGS = {404, 901, 904, 1004, 1202}  # the same for steps and disks
THREE: list[dict[str, Any]] = [{}, {}, {}]


def rich(state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same table, everybody with money."""
    copy = state.copy()
    for player in copy[0]["players"]:
        player["cash"] += 30_000
    for nation in copy[0]["nations"]:
        nation["coffers"] += 30_000
    return copy


def equipped(state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same table, with steps and disks for everybody."""
    copy = state.copy()
    copy[0]["left"] += 20
    for nation in copy[0]["nations"]:
        nation["potentials"] += 10
    return copy


def reasons(match: petteia.Match, state: np.ndarray[Any, Any]) -> list[int]:
    return [forbids(match.box.record, state, choice) for choice in range(GAME.space.size)]


def check(match: petteia.Match) -> set[tuple[int, int]]:
    """Compares the reasons for every choice; returns the pairs that were looked at: the clause now, and after."""
    now, found = reasons(match, match.array), set()
    for better, lacking in ((rich, MONEY), (equipped, THINGS)):
        for choice, (before, after) in enumerate(zip(now, reasons(match, better(match.array)), strict=True)):
            if before:
                words = GAME.space.pick(choice).words
                assert after in ((before, 0) if before in lacking else (before,)), (better.__name__, words)
                found.add((before, after))
    return found


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"rebuy": "forbidden"}), (4, {}), (5, {"capital": "taken"})]
)
def test_the_reason_given_would_hold_for_the_rich(seats: int, options: dict[str, Any]) -> None:
    match, dice = petteia.new("poseidon", seats, seats, options), random.Random(seats)
    found: set[tuple[int, int]] = set()
    while not match.over:
        if dice.random() < 0.06:
            found |= check(match)
        choices = [choice for choice in match.choices if choice.name != "offer"] or match.choices
        match.play(dice.choice(choices if dice.random() < 0.9 else match.choices))
    assert {before for before, after in found if not after} >= {502}  # money was what was lacking, now and then
    assert len({before for before, _ in found}) > 10


POOR: dict[str, Any] = {"cash": 0, "merchants": {"Sparta": 4}}

# Two reasons at once, and the one that has to be given: a position, a choice, its clause.
AT_ONCE: dict[str, tuple[dict[str, Any], str, str]] = {
    "a donation too dear, and temples worth nothing": (
        {"nations": {"Athenai": {"fleet": ["6"]}}, "step": "fleet", "nation": "Athenai", "phase": 4},
        "best 40",
        "§10.7",
    ),
    "a donation too dear, and no way to the temple": (
        {"nations": {"Athenai": {"fleet": ["2"]}}, "step": "fleet", "nation": "Athenai"},
        "best 40",
        "§10.8",
    ),
    "a donation too dear, and nothing else": (
        {"nations": {"Athenai": {"fleet": ["3"]}}, "step": "fleet", "nation": "Athenai"},
        "best 40",
        "§10.6",
    ),
    "no steps, and no neighbour": (
        {"nations": {"Athenai": {"at": "F12"}}, "step": "discover", "nation": "Athenai", "lines": {"left": 0}},
        "move A7",
        "§9.2",
    ),
    "no steps, and a dark line": (
        {"nations": {"Athenai": {"at": "A17"}}, "step": "discover", "nation": "Athenai", "lines": {"left": 0}},
        "move A19",
        "§9.3",
    ),
    "no steps, and nothing else": (
        {"nations": {"Athenai": {"at": "F12"}}, "step": "discover", "nation": "Athenai", "lines": {"left": 0}},
        "move G13",
        "§9.1",
    ),
    "no disks, and a place that is full": (
        {
            "nations": {"Athenai": {"at": "F12", "potentials": 0}, "Sparta": {"king": 1, "posts": ["F12"]}},
            "step": "discover",
            "nation": "Athenai",
        },
        "post F12",
        "§9.5",
    ),
    "a place not touched that is a temple": (
        {"nations": {"Athenai": {"at": "F12"}}, "step": "discover", "nation": "Athenai"},
        "post H14",
        "§9.7",
    ),
    "a place not touched with somebody's New Home": (
        {"nations": {"Athenai": {"at": "F12"}, "Sparta": {"new_home": "J10"}}, "step": "discover", "nation": "Athenai"},
        "post J10",
        "§9.9",
    ),
    "the New World far away, and no endless ship": (
        {
            "nations": {"Athenai": {"fleet": ["5"]}},
            "step": "sail",
            "nation": "Athenai",
            "phase": 4,
            "lines": {"place": "F12", "left": 5},
        },
        "step I5",
        "§10.11",
    ),
    "no money for a merchant, and a nation founded in this round": (
        {"players": [POOR, {}, {}], "nations": {"Athenai": {"pool": 2}, "Sparta": {}}, "lines": {"fresh": [1]}},
        "buy Athenai",
        "§4.8",
    ),
    "no money for a merchant, and the purchase is made": (
        {"players": [POOR, {}, {}], "nations": {"Athenai": {"pool": 2, "king": 1}, "Sparta": {}}, "lines": {"did": 1}},
        "buy Athenai",
        "§4.2",
    ),
    "no money for a merchant, and some were sold in this round": (
        {
            "players": [{"cash": 0, "merchants": {"Athenai": 1}}, {}, {}],
            "nations": {"Athenai": {"pool": 2, "king": 1}},
            "lines": {"players.0.sold": [1]},
            "rebuy": "forbidden",
        },
        "buy Athenai",
        "§4.9",
    ),
    "no money for a merchant, and the hands are full": (
        {
            "players": [{"cash": 0, "merchants": {"Athenai": 9, "Sparta": 9}}, {}, {}],
            "nations": {"Athenai": {"pool": 2}, "Sparta": {}},
        },
        "buy Athenai",
        "§4.5",
    ),
    "no money to found, and the hands are full": (
        {
            "players": [{"cash": 0, "merchants": {"Athenai": 8, "Sparta": 8}}, {}, {}],
            "nations": {"Athenai": {}, "Sparta": {}},
        },
        "found Thebai",
        "§4.5",
    ),
    "no money to found, and the purchase is made": (
        {
            "players": [{"cash": 0, "merchants": {"Athenai": 4}}, {}, {}],
            "nations": {"Athenai": {}},
            "lines": {"did": 1},
        },
        "found Thebai",
        "§4.2",
    ),
    "no money for a ship, and the fleet is full": (
        {
            "nations": {"Athenai": {"fleet": ["5", "5", "5"], "posts": ["F12"]}},
            "players": [{"cards": ["league"]}, {}, {}],
            "step": "ships",
            "nation": "Athenai",
            "phase": 3,
        },
        "ship",
        "§11.3",
    ),
    "no money for a trade, and the next ship is not endless": (
        {
            "nations": {"Athenai": {"fleet": ["5"], "posts": ["F12"]}},
            "players": [{"cards": ["league"]}, {}, {}],
            "step": "ships",
            "nation": "Athenai",
            "phase": 3,
        },
        "trade 5",
        "§11.4",
    ),
    "no money for an offer, and phase 1": (
        {
            "nations": {"Athenai": {"fleet": ["2"], "posts": ["F12"]}, "Sparta": {"king": 1, "fleet": ["2"]}},
            "players": [{"cards": ["league"]}, {}, {}],
            "step": "ships",
            "nation": "Athenai",
        },
        "offer Sparta 2",
        "§11.5",
    ),
    "no money for an offer, and a fleet without that ship": (
        {
            "nations": {"Athenai": {"fleet": ["5"], "posts": ["F12"]}, "Sparta": {"king": 1, "fleet": ["5"]}},
            "players": [{"cards": ["league"]}, {}, {}],
            "step": "ships",
            "nation": "Athenai",
            "phase": 3,
        },
        "offer Sparta 6",
        "§11.6",
    ),
    "no money for an offer, and the highest price was refused": (
        {
            "nations": {"Athenai": {"fleet": ["5"], "posts": ["F12"]}, "Sparta": {"king": 1, "fleet": ["5"]}},
            "players": [{"cards": ["league"]}, {}, {}],
            "step": "ships",
            "nation": "Athenai",
            "phase": 3,
            "lines": {f"refused.{NATIONS.index('Sparta') * 8 + 3}": 9999},
        },
        "offer Sparta 5",
        "§11.8",
    ),
}


@pytest.mark.shows("§15.1")
@pytest.mark.parametrize("name", AT_ONCE)
def test_of_two_reasons_the_lasting_one_is_given(name: str) -> None:
    position, choice, clause = AT_ONCE[name]
    t = table(**{"players": THREE, **position})
    assert t.why_not(choice) == clause
    check(t.match)
