"""Hellas by Stefan Dorra (White Goblin Games, 2016): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.game import Game
from petteia.games.hellas import box, checks, forbids, legal, player, rules, secrets
from petteia.games.hellas.choices import SPACE
from petteia.games.hellas.options import Options
from petteia.games.hellas.rules import score
from petteia.games.hellas.show import words
from petteia.games.hellas.state import COLOURS, Happened, State, Step

verbs.register(State, rules, score, legal, forbids, secrets, checks, player)


def check_options(options: dict[str, Any], seats: int, box_: boxes.Box) -> str | None:
    """What the options ask of the box and of the number of players."""
    board = int(options.get("board", 0))
    names = box_.lists["board"]
    if board > len(names):
        return f"option board: there is no board {board} in this box, only {len(names)}"
    if board and seats > (most := box.most_players(box_, board - 1)):
        return f"option board: {names[board - 1]} has room for the pieces of {most} players, not of {seats}"
    return None


GAME = Game(
    name="hellas",
    title="Hellas",
    author="Stefan Dorra",
    published="White Goblin Games, 2016",
    rules_version=1,
    folder=pathlib.Path(__file__).parent,
    seats=range(2, 5),
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
    typed=box.typed,
    longest=500,
)
