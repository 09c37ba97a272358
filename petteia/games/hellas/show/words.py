"""What the words for decisions and choices need to know of the table, and what players are called."""

from __future__ import annotations

from typing import Any

from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.engine.sets import lies_in
from petteia.games.hellas import box
from petteia.games.hellas.state import Step

PIECES = ("house", "plaza", "palace", "statue")


def details(box_: boxes.Box, s: Any) -> dict[str, Any]:
    """What the words for a decision need to know of the table."""
    found: dict[str, Any] = {"phase": int(s["phase"])}
    if int(s["action"]) >= 0:
        action = box_.record[0]["actions"][s["action"]]
        found.update({key: int(action[key]) for key in ("coast", "mountain", "cost", "columns")})
    step = Step(int(s["step"]))
    if step == Step.LAY:
        turned = int(s["tile"])
        marble = box_.record[0]["tiles"][turned]["marble"]
        found.update(tile=turned, pays=int(marble[s["options"]["yields"]]))
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
