"""Poseidon by Helmut Ohley and Lonny Orgler (Lookout Games, 2010): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.game import Game
from petteia.games.poseidon import box, checks, forbids, legal, player, rules, secrets
from petteia.games.poseidon.choices import SPACE
from petteia.games.poseidon.options import Options
from petteia.games.poseidon.rules import score
from petteia.games.poseidon.show import words
from petteia.games.poseidon.state import COLOURS, Happened, State, Step

verbs.register(State, rules, score, legal, forbids, secrets, checks, player)


def check_options(options: dict[str, Any], seats: int, box_: boxes.Box) -> str | None:
    """What the options ask of the box and of the number of players."""
    number = int(options.get("map", 0))
    names = box_.lists["map"]
    if number > len(names):
        return f"option map: there is no map {number} in this box, only {len(names)}"
    return None


GAME = Game(
    name="poseidon",
    title="Poseidon",
    author="Helmut Ohley and Lonny Orgler",
    published="Lookout Games, 2010",
    rules_version=2,
    folder=pathlib.Path(__file__).parent,
    seats=range(2, 6),
    state=State,
    options=Options,
    space=SPACE,
    happened=Happened,
    flaws=checks.check.flaws,
    lists={"step": tuple(step.name.lower() for step in Step), "colour": COLOURS},
    load_box=box.load,
    read_box=box.read,
    check_options=check_options,
    details=words.details,
    choice_details=words.choice_details,
    subject=words.subject,
    only_with={"poseidon_round": range(2, 3)},
    former_defaults={1: {"poseidon_round": "snake", "rebuy": "forbidden"}},
    longest=1500,
)
