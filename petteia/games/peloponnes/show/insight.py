"""What the table tells its players besides the view, asked of the rules: how points stand, what is produced, and what
would become of the tiles on offer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from petteia.engine.news import muted
from petteia.engine.records import NONE, copied, new
from petteia.games.peloponnes import answers
from petteia.games.peloponnes.answers import Outlook
from petteia.games.peloponnes.box import FOOD_BIT, STONE_BIT, WOOD_BIT, Tile
from petteia.games.peloponnes.choices import SLOTS
from petteia.games.peloponnes.show.told import Income, Production
from petteia.games.peloponnes.state import Step
from petteia.match import Match

_UNHEARD = muted()
BITS = {"wood": WOOD_BIT, "stone": STONE_BIT, "food": FOOD_BIT}
FITTING = [[good for good, bit in BITS.items() if goods & bit] for goods in range(8)]
_OUTLOOKS = list(Outlook)


def outlooks(match: Match) -> list[Outlook]:
    """Of each tile on offer after the least bid, for the player who decides about his bid; all is fine where nobody
    does."""
    if int(match.facts["step"]) not in (Step.AUCTION, Step.DISPLACED):
        return [Outlook.FINE] * SLOTS
    return _outlooks(match, match.array)


def outlooks_after(match: Match, coins: int) -> list[Outlook]:
    """The same after a first bid of so many coins: nothing is left of them for a building."""
    if int(match.facts["step"]) != Step.AUCTION:
        return outlooks(match)
    # A bid that was laid and displaced, which may go anywhere, is asked about as it is.
    laid = copied(match.array)
    state, seat = laid[0], int(match.facts["seat"])
    player = state["players"][seat]
    bought = max(coins - int(player["coins"]), 0)
    player["luxury"] -= bought * int(match.box.record[0]["luxury_exchange"])
    player["coins"] -= coins - bought
    player["bid"] = coins
    state["bidder"] = NONE
    state["step"] = Step.DISPLACED
    return _outlooks(match, laid)


def _outlooks(match: Match, state: np.ndarray[Any, Any]) -> list[Outlook]:
    found = np.zeros(SLOTS, np.int64)
    answers.write_outlooks(match.box.record, state, copied(state), _UNHEARD, found)
    return [_OUTLOOKS[value] for value in found.tolist()]


class Mat(NamedTuple):
    """What a player's mat shows besides the state."""

    prestige: int  # §14.1: points as they stand
    population: int  # §14.2
    income: Income | None  # §8.1: what the inhabitants bring each round, once there is a civilization
    production: Production | None  # §8.1: what a player receives each round, besides what he chooses; likewise
    fitting: list[str]  # §6.2: the goods of which his next land must produce one; all three where any land fits


def mats(match: Match) -> list[Mat]:
    """Of every player."""
    found = np.zeros((match.seats, 10), np.int64)
    answers.write_mats(match.box.record, match.array, new(Tile), found)
    return [
        Mat(
            prestige,
            population,
            {"coins": coins, "luxury": luxury} if settled else None,
            {"wood": wood, "stone": stone, "food": food, "population": people} if settled else None,
            FITTING[goods],
        )
        for prestige, population, settled, coins, luxury, wood, stone, food, people, goods in found.tolist()
    ]
