"""Hellas by Stefan Dorra (White Goblin Games, 2016): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.choices import Picked
from petteia.engine.game import Game
from petteia.engine.sets import lies_in
from petteia.games.hellas import box, checks, forbids, legal, player, rules, secrets
from petteia.games.hellas.choices import SPACE
from petteia.games.hellas.options import Options
from petteia.games.hellas.rules import score
from petteia.games.hellas.state import COLOURS, Happened, State, Step

verbs.register(State, rules, score, legal, forbids, secrets, checks, player)

PIECES = ("house", "plaza", "palace", "statue")


def check_options(options: dict[str, Any], seats: int, box_: boxes.Box) -> str | None:
    """What the options ask of the box and of the number of players."""
    board = int(options.get("board", 0))
    names = box_.lists["board"]
    if board > len(names):
        return f"option board: there is no board {board} in this box, only {len(names)}"
    if board and seats > (room := box.room_for(box_, board - 1)):
        return f"option board: {names[board - 1]} has room for the pieces of {room} players, not of {seats}"
    return None


def details(box_: boxes.Box, s: Any) -> dict[str, Any]:
    """What the words for a decision need to know of the table."""
    found: dict[str, Any] = {"phase": int(s["phase"])}
    if int(s["action"]) >= 0:
        action = box_.record[0]["actions"][s["action"]]
        found.update({key: int(action[key]) for key in ("coast", "mountain", "cost", "columns")})
    step = Step(int(s["step"]))
    if step == Step.LAY:
        found["tile"] = int(s["tile"])
    elif step == Step.TEMPLE:
        found["left"] = int(s["asked"])
    elif step == Step.HOUSE_PLAZA:
        found.update(house=int(s["asked"]) & 1, plaza=int(s["asked"]) >> 1)
    return found


def choice_details(box_: boxes.Box, s: Any, picked: Picked) -> dict[str, Any]:
    """What the words for one of its choices need besides."""
    found: dict[str, Any] = {}
    if picked.name == "action":
        found.update(action_price(box_.data["action"], int(picked.parameters["action"]) - 1))
    for name, value in picked.parameters.items():
        number = int(value) - 1
        found[name] = number if name == "action" else box.place_of(name, int(s["board"]), number)
        if picked.name in PIECES and int(s["action"]) >= 0:
            found["marble"] = price(box_, s, number)
    return found


def action_price(printed: list[dict[str, Any]], place: int) -> dict[str, int]:
    """What an action costs or brings: `cost`, or from `least` to `most` where the ground makes a difference, or `gain`.
    What does not apply is 0."""
    row = printed[place] if place < len(printed) else {}
    prices = [row[ground] for ground in ("coast", "mountain") if row.get(ground) is not None]
    least, most = min(prices, default=0), max(prices, default=0)
    differs = least < most
    return {
        "cost": (row.get("cost") or 0) if not prices else 0 if differs else most,
        "least": least if differs else 0,
        "most": most if differs else 0,
        "gain": row.get("gain") or 0,
    }


def price(box_: boxes.Box, s: Any, space: int) -> int:
    """What a piece of the action that is carried out costs on a space."""
    action, board = box_.record[0]["actions"][s["action"]], box_.record[0]["boards"][s["board"]]
    return int(action["coast" if lies_in(board["coast"], space) else "mountain"])


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by their colours."""
    return "colour", seat


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
    details=details,
    choice_details=choice_details,
    subject=subject,
    typed=box.typed,
)
