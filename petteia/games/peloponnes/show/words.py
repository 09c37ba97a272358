"""What the words for decisions, choices and news need to know of the table, and what players are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.games.peloponnes.choices import GOODS
from petteia.games.peloponnes.state import Step


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


def news_details(box: boxes.Box, kind: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What the words for news need besides: of whom there were to feed, how many were fed."""
    if kind != "fed":
        return {}
    fed = arguments["food"] + arguments["luxury"] // int(box.record[0]["luxury_exchange"])
    return {"fed": fed, "inhabitants": fed + arguments["population"]}


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by the names of their civilizations."""
    return "civilization", int(s["players"][seat]["civilization"])
