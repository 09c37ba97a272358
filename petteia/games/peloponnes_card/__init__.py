"""Peloponnes Card Game by Bernd Eisenstein (Irongames, 2015): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.choices import Picked
from petteia.engine.game import Game
from petteia.games.peloponnes_card import box, checks, forbids, legal, player, rules, secrets
from petteia.games.peloponnes_card.box import Disaster
from petteia.games.peloponnes_card.choices import FACES, SPACE, WITH_LUXURY
from petteia.games.peloponnes_card.options import Options
from petteia.games.peloponnes_card.rules import score
from petteia.games.peloponnes_card.state import Happened, State, Step

verbs.register(State, rules, score, legal, forbids, secrets, checks, player)


def check_options(options: dict[str, Any], seats: int, box: boxes.Box) -> str | None:
    """Options that contradict each other."""
    if options.get("mortgage_card_pays") and options.get("redeemed_coin"):
        return "option redeemed_coin: a card that may help to pay (mortgage_card_pays) comes back to the hand"
    return None


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
    return found


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by the names of their civilizations."""
    return "civilization", int(s["players"][seat]["civilization"])


def repeats(s: Any) -> bool:
    """§14.5: the rest of a bid is filled card by card."""
    return bool(int(s["step"]) == Step.PICK and s["players"][s["seat"]]["filling"] == 1)


GAME = Game(
    name="peloponnes_card",
    title="Peloponnes Card Game",
    author="Bernd Eisenstein",
    published="Irongames, 2015",
    rules_version=3,
    folder=pathlib.Path(__file__).parent,
    seats=range(2, 6),
    state=State,
    options=Options,
    space=SPACE,
    happened=Happened,
    flaws=checks.check.flaws,
    lists={
        "step": tuple(step.name.lower() for step in Step),
        "disaster": box.DISASTERS,
        "face": (*FACES, "face_down"),
        "coin": WITH_LUXURY,
        "good": WITH_LUXURY,
    },
    load_box=box.load,
    read_box=box.read,
    check_options=check_options,
    details=details,
    choice_details=choice_details,
    subject=subject,
    lone_choices=True,
    repeats=repeats,
    means=frozenset({"§4.16"}),
)
