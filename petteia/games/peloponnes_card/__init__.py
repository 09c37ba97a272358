"""Peloponnes Card Game by Bernd Eisenstein (Irongames, 2015): its declarations in one place."""

from __future__ import annotations

import pathlib
from typing import Any

from petteia.engine import boxes, verbs
from petteia.engine.game import Game
from petteia.games.peloponnes_card import box, checks, forbids, legal, player, rules, secrets
from petteia.games.peloponnes_card.choices import FACES, SPACE, WITH_LUXURY
from petteia.games.peloponnes_card.options import Options
from petteia.games.peloponnes_card.rules import score
from petteia.games.peloponnes_card.show import words
from petteia.games.peloponnes_card.state import Happened, State, Step

verbs.register(State, rules, score, legal, forbids, secrets, checks, player)


def check_options(options: dict[str, Any], seats: int, box: boxes.Box) -> str | None:
    """Options that contradict each other."""
    if options.get("mortgage_card_pays") and options.get("redeemed_coin"):
        return "option redeemed_coin: a card that may help to pay (mortgage_card_pays) comes back to the hand"
    return None


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
    details=words.details,
    choice_details=words.choice_details,
    subject=words.subject,
    lone_choices=True,
    repeats=repeats,
    means=frozenset({"§4.16"}),
    longest=700,
)
