"""Peloponnes by Bernd Eisenstein (Irongames, 2009): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.choices import Picked
from petteia.engine.game import Game
from petteia.games.peloponnes import box, checks, forbids, legal, player, rules, secrets
from petteia.games.peloponnes.choices import GOODS, SPACE
from petteia.games.peloponnes.options import Options
from petteia.games.peloponnes.rules import score
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


def details(box: boxes.Box, s: Any) -> dict[str, Any]:
    """What the words for a decision need to know of the table."""
    found: dict[str, Any] = {"round": int(s["round_number"]), "disaster": int(s["disaster"])}
    step = int(s["step"])
    if step == Step.AUCTION:
        return found
    me = s["players"][s["seat"]]
    if step == Step.TAKE:
        found["tile"] = int(s["row"][me["slot"]])
    elif step == Step.RESCUE:
        found["tile"] = int(me["tiles"][s["asked"]])
    elif step == Step.FEED:
        found["hungry"] = int(me["population"] - me["food"])
    elif step == Step.DISPLACED:
        found["coins"] = int(me["bid"])
    elif step == Step.EXTRA_INCOME:
        level = box.record[0]["levels"][s["options"]["solo_level"] - 1]
        found.update(number=int(s["asked"]) + 1, incomes=int(level["extra_incomes"]))
    return found


def choice_details(box: boxes.Box, s: Any, picked: Picked) -> dict[str, Any]:
    """What the words for one of its choices need besides."""
    found: dict[str, Any] = dict(picked.parameters)
    if "slot" in found:
        found["tile"] = int(s["row"][found["slot"] - 1])
    elif picked.name == "complete":
        found["tile"] = int(s["players"][s["seat"]]["tiles"][found["building"] - 1])
    elif picked.name == "civilization":
        found["civilization"] -= 1
    elif "good" in found:
        found["good"] = GOODS.index(found["good"])
    elif picked.name == "feed":
        found["luxury"] = found["extra"] * int(box.record[0]["luxury_exchange"])
    return found


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by the names of their civilizations."""
    return "civilization", int(s["players"][seat]["civilization"])


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
    lists={"step": tuple(step.name.lower() for step in Step), "disaster": box.DISASTERS, "good": GOODS},
    load_box=box.load,
    read_box=box.read,
    check_options=check_options,
    details=details,
    choice_details=choice_details,
    subject=subject,
    only_with={
        "conquest_bid": range(2, 5),  # five have no conquest row, one pays exactly its price
        "displaced_bid": range(3, 6),  # of two, the one displaced meets only the higher bid that displaced it
        "two_halves": range(2, 6),
        "solo_pass": range(1, 2),
    },
    means=frozenset({"§4.16"}),
)
