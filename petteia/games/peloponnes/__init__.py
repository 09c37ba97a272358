"""Peloponnes by Bernd Eisenstein (Irongames, 2009): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.game import Game
from petteia.games.peloponnes import box, checks, forbids, legal, player, rules, secrets
from petteia.games.peloponnes.choices import GOODS, SPACE
from petteia.games.peloponnes.options import Options
from petteia.games.peloponnes.rules import score
from petteia.games.peloponnes.show import words
from petteia.games.peloponnes.state import Happened, State, Step

verbs.register(State, rules, score, legal, forbids, secrets, checks, player)


def check_options(options: dict[str, Any], seats: int, box: boxes.Box) -> str | None:
    """What the options ask of the number of players."""
    if seats > 1 and options.get("solo_level"):
        return "option solo_level: levels are for one player"
    if seats > 1 and options.get("used_civilizations"):
        return "option used_civilizations: only a solo player chooses his civilization"
    if int(options.get("used_civilizations", 0)).bit_count() >= len(box.lists["civilization"]):
        return "option used_civilizations: at least one civilization must be left"
    return None


GAME = Game(
    name="peloponnes",
    title="Peloponnes",
    author="Bernd Eisenstein",
    published="Irongames, 2009",
    rules_version=2,
    folder=pathlib.Path(__file__).parent,
    seats=range(1, 6),
    state=State,
    options=Options,
    space=SPACE,
    happened=Happened,
    flaws=checks.check.flaws,
    lists={
        "step": tuple(step.name.lower() for step in Step),
        "disaster": box.DISASTERS,
        "good": GOODS,
        "halves": ("0", "½", "1"),  # what half coins add to a bid (§4.12, §4.13)
    },
    load_box=box.load,
    read_box=box.read,
    check_options=check_options,
    details=words.details,
    choice_details=words.choice_details,
    subject=words.subject,
    only_with={
        "conquest_bid": range(2, 5),  # five have no conquest row, one pays exactly its price
        "displaced_bid": range(3, 6),  # of two, the one displaced meets only the higher bid that displaced it
        "two_halves": range(2, 6),
        "solo_pass": range(1, 2),
    },
    means=frozenset({"§4.16"}),
    longest=400,
)
