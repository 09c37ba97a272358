"""What the words for decisions, choices and news need to know of the table, and what players are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from petteia.engine import boxes
from petteia.engine.choices import Picked
from petteia.games.peloponnes.choices import GOODS
from petteia.games.peloponnes.state import Step

# §10.1, §10.2: what it takes to save a land from the tempest, or a building from the earthquake.
SAVING = {True: {"food": 1, "coins": 1}, False: {"wood": 1, "stone": 1}}


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
        if picked.name == "bid":
            found.update(_bid(box, s, found["coins"]))
    elif picked.name == "complete":
        found["tile"] = int(s["players"][s["seat"]]["tiles"][found["building"] - 1])
    elif picked.name == "civilization":
        found["civilization"] -= 1
    elif "good" in found:
        found["full"] = picked.name == "produce" and _full(box, s, found["good"])
        found["good"] = GOODS.index(found["good"])
    elif picked.name == "feed":
        found["luxury"] = found["extra"] * int(box.record[0]["luxury_exchange"])
    if picked.name in ("pay", "complete", "save"):
        found.update(_paid(box, s, found))
    return found


def _bid(box: boxes.Box, s: Any, coins: int) -> dict[str, int]:
    """What a bid is paid with: the coins there are, and luxury for those that are short (§12.3)."""
    purse = min(coins, int(s["players"][s["seat"]]["coins"]))
    return {"purse": purse, "luxury": (coins - purse) * int(box.record[0]["luxury_exchange"])}


def _full(box: boxes.Box, s: Any, good: str) -> bool:
    """§8.6: whether one more of it would become luxury. Coins need no store."""
    return good != "coins" and int(s["players"][s["seat"]][good]) >= int(box.record[0][f"store_{good}"])


def _paid(box: boxes.Box, s: Any, about: Mapping[str, Any]) -> dict[str, int]:
    """What whoever decides would pay for a building, or to save a tile: from his stores, and luxury besides (§12)."""
    me = s["players"][s["seat"]]
    if s["step"] == Step.RESCUE:
        price = SAVING[bool(box.record[0]["tiles"][me["tiles"][s["asked"]]]["land"])]
    else:
        tile = box.record[0]["tiles"][about["tile"] if "tile" in about else s["row"][me["slot"]]]
        price = {"wood": int(tile["cost_wood"]), "stone": int(tile["cost_stone"])}
    paid = {good: min(amount, int(me[good])) for good, amount in price.items()}
    short = sum(price.values()) - sum(paid.values())
    return {**paid, "luxury": short * int(box.record[0]["luxury_exchange"])}


def news_details(box: boxes.Box, kind: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What the words for news need besides: what it takes to save a tile; what was paid for a building; of whom there
    were to feed, how many were fed."""
    if kind == "lost" or (kind == "saved" and not arguments["luxury"]):
        return SAVING[bool(box.record[0]["tiles"][arguments["tile"]]["land"])]
    if kind in ("built", "completed"):
        return _goods_paid(arguments["wood"], arguments["stone"], arguments["luxury"], box)
    if kind != "fed":
        return {}
    fed = arguments["food"] + arguments["luxury"] // int(box.record[0]["luxury_exchange"])
    return {"fed": fed, "inhabitants": fed + arguments["population"]}


def _goods_paid(wood: int, stone: int, luxury: int, box: boxes.Box) -> dict[str, int]:
    """Of a cost, what luxury did not stand in for. Where it may have been either good, how many of both."""
    paid = wood + stone - luxury // int(box.record[0]["luxury_exchange"])
    if luxury and paid and wood and stone:
        return {"mixed": paid}
    return {"wood": min(wood, paid), "stone": min(stone, paid)}


def subject(s: Any, seat: int) -> tuple[str, int]:
    """Players go by the names of their civilizations."""
    return "civilization", int(s["players"][seat]["civilization"])
