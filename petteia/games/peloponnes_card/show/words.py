"""What the words for decisions, choices and news need to know of the table, and what players are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.games.peloponnes_card.box import STONE, WOOD, Disaster
from petteia.games.peloponnes_card.choices import WITH_LUXURY
from petteia.games.peloponnes_card.options import GivenUpBuilding, MortgageCardPays
from petteia.games.peloponnes_card.state import Step

BUILT_OF = ("wood", "stone")


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
        found.update(left=int(s["left"]), several=int(s["left"]) > 1)
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
        found.update(_due(box, s, picked))
    return found


def _due(box: boxes.Box, s: Any, picked: Picked) -> dict[str, int]:
    """What a building takes from hand and luxury, cards first (§6.9): its cost without what production gives."""
    me, cards = s["players"][s["seat"]], box.record[0]["cards"]
    hand = [int(amount) for amount in me["hand"]]
    if picked.name == "pay":
        card, made = cards[s["row"][me["slot"]]], _made(box, me)
    else:
        place = int(picked.parameters["card"]) - 1
        card, made = cards[me["cards"][place]], _pool(box, s, place)
        under = me["under"][place]
        if s["options"]["mortgage_card_pays"] == MortgageCardPays.YES and int(under["seen"]) >> s["seat"] & 1:
            hand[under["face"]] += 1  # §9.13
    wood, stone = (max(int(card[f"cost_{good}"]) - made[good], 0) for good in BUILT_OF)
    given = {"wood": min(wood, hand[WOOD]), "stone": min(stone, hand[STONE])}
    return {**given, "luxury": wood + stone - sum(given.values()), "due": wood + stone}


def _made(box: boxes.Box, me: Any) -> dict[str, int]:
    """§6.7: wood and stone that are produced by all that is not covered."""
    open_places = [place for place in range(me["card_count"]) if not _covered(me, place)]
    printed = [box.record[0]["cards"][me["cards"][place]] for place in open_places]
    if not me["civilization_torn"] and not _lies(me["civilization_cover"]):
        printed.append(box.record[0]["civilizations"][me["civilization"]])
    return {good: sum(int(one[good]) for one in printed) for good in BUILT_OF}


def _pool(box: boxes.Box, s: Any, place: int) -> dict[str, int]:
    """§9.10: what production still gives in a supply, for redeeming this building."""
    me = s["players"][s["seat"]]
    made = {good: int(s[f"pool_{good}"]) for good in BUILT_OF}
    if s["options"]["given_up_building"] == GivenUpBuilding.WHEN_REDEEMED and not _covered(me, place):
        printed = box.record[0]["cards"][me["cards"][place]]
        made = {good: amount + int(printed[good]) for good, amount in made.items()}
    return made


def _covered(me: Any, place: int) -> bool:
    return _lies(me["cover"][place]) or _lies(me["dried"][place])


def _lies(coin: Any) -> bool:
    return int(coin["face"]) >= 0


def news_details(box: boxes.Box, kind: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What the words for news need besides: how many the grain produced does not feed."""
    return {"hungry": max(arguments["inhabitants"] - arguments["production"], 0)} if kind == "fed" else {}


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by the names of their civilizations."""
    return "civilization", int(s["players"][seat]["civilization"])
