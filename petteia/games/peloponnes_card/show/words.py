"""What the words for decisions, choices and news need to know of the table, and what players are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.games.peloponnes_card.box import Disaster
from petteia.games.peloponnes_card.choices import WITH_LUXURY
from petteia.games.peloponnes_card.state import Step


def details(box: boxes.Box, s: Any) -> dict[str, Any]:
    """What the words for a decision need to know of the table. Nothing of it is hidden."""
    found: dict[str, Any] = {"round": int(s["round_number"]), "disaster": int(s["disaster"])}
    step = Step(int(s["step"]))
    me = s["players"][s["seat"]]
    if step in (Step.PICK, Step.DISPLACED):
        found["count"] = int(me["bid"])
    if step == Step.PICK:
        found["card"] = int(s["row"][me["slot"]])
    elif step in (Step.TAKE, Step.PAY):
        redeeming = step == Step.PAY and int(s["paid_from"]) == Step.REDEEM
        found["card"] = int(me["cards"][s["place"]] if redeeming else s["row"][me["slot"]])
    elif step == Step.COVER:
        found["card"] = int(me["cards"][s["place"]])
        found.update(plague=int(s["disaster"]) == Disaster.PLAGUE, decline=int(s["disaster"]) == Disaster.DECLINE)
    if step == Step.PAY:
        found.update(left=int(s["short_wood"]) + int(s["short_stone"]) - int(s["spent_luxury"]))
        found.update(wood=int(s["short_wood"]), stone=int(s["short_stone"]))
    elif step in (Step.STRIKE, Step.FEED, Step.STARVE):
        found["left"] = int(s["left"])
    return found


def choice_details(box: boxes.Box, s: Any, picked: Picked) -> dict[str, Any]:
    """What the words for one of its choices need besides."""
    found: dict[str, Any] = dict(picked.parameters)
    if "slot" in found:
        found["card"] = int(s["row"][found["slot"] - 1])
        if picked.name == "bid":
            found["count"] = found["cards"]
    elif "card" in found:
        found["card"] = int(s["players"][s["seat"]]["cards"][found["card"] - 1])
    elif "coin" in found:
        found["coin"] = found["good"] = WITH_LUXURY.index(found["coin"])
    if picked.name in ("pay", "redeem"):
        me = s["players"][s["seat"]]
        card = box.record[0]["cards"][found["card"] if picked.name == "redeem" else s["row"][me["slot"]]]
        found.update(
            woods=int(card["cost_wood"]), stones=int(card["cost_stone"])
        )  # the production gives its part of it
    return found


def news_details(box: boxes.Box, kind: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What the words for news need besides: how many the grain produced does not feed."""
    return {"hungry": max(arguments["inhabitants"] - arguments["production"], 0)} if kind == "fed" else {}


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by the names of their civilizations."""
    return "civilization", int(s["players"][seat]["civilization"])
