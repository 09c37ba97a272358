"""What the table tells its players besides the view, asked of the rules: how points stand, what is produced, who is
protected, and what would become of the cards on offer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from petteia.engine.records import NONE, copied
from petteia.games.peloponnes_card import answers
from petteia.games.peloponnes_card.answers import Outlook
from petteia.games.peloponnes_card.box import DISASTERS
from petteia.games.peloponnes_card.choices import SLOTS
from petteia.games.peloponnes_card.options import DisplacedBid
from petteia.games.peloponnes_card.show.told import Income, Production
from petteia.games.peloponnes_card.state import Step
from petteia.match import Match

_OUTLOOKS = list(Outlook)


def outlooks(match: Match) -> list[Outlook]:
    """Of each card on offer after the least bid, for the player who decides about his bid; all is fine where nobody
    does. It goes by his own hand, so it is for his eyes only."""
    if int(match.facts["step"]) not in (Step.BID, Step.DISPLACED):
        return [Outlook.FINE] * SLOTS
    return _outlooks(match, match.array)


def outlooks_after(match: Match, cards: int) -> list[Outlook]:
    """The same after a first bid of so many cards, kept as well as can be: nothing is left of them for a building."""
    if int(match.facts["step"]) != Step.BID:
        return outlooks(match)
    # A bid that was laid and displaced, which may go anywhere, is asked about as it is.
    laid = copied(match.array)
    state, seat = laid[0], int(match.facts["seat"])
    player = state["players"][seat]
    from_hand = min(cards, int(player["hand_count"]))
    player["luxury"] -= cards - from_hand
    player["hand_count"] -= from_hand
    player["bid"] = cards
    state["bidder"] = NONE
    state["options"]["displaced_bid"] = DisplacedBid.ANY_ROW
    state["step"] = Step.DISPLACED
    return _outlooks(match, laid)


def outlooks_filled(match: Match) -> tuple[Outlook, Outlook]:
    """Of the card that is bid for, where the cards of the bid are being chosen: as well as the rest can be chosen, and
    with the rest filled from what one holds most of (§4.17)."""
    filled = copied(match.array)
    state, seat = filled[0], int(match.facts["seat"])
    player = state["players"][seat]
    left = int(player["bid"]) - int(player["bid_faces"].sum()) - int(player["picked_luxury"])
    from_hand = min(left, int(player["hand"].sum()))
    player["luxury"] -= int(player["picked_luxury"]) + left - from_hand
    player["hand_count"] = int(player["hand"].sum()) - from_hand
    state["step"] = Step.DISPLACED
    state["options"]["displaced_bid"] = DisplacedBid.ANY_ROW
    best = _outlooks(match, filled)[player["slot"]]
    for _ in range(from_hand):
        player["hand"][player["hand"].argmax()] -= 1
    return best, _outlooks(match, filled)[player["slot"]]


def _outlooks(match: Match, state: np.ndarray[Any, Any]) -> list[Outlook]:
    found = np.zeros(SLOTS, np.int64)
    answers.write_outlooks(match.box.record, state, found)
    return [_OUTLOOKS[value] for value in found.tolist()]


class Mat(NamedTuple):
    """What a player's cards come to, as far as it lies open to all; at the end with his hand."""

    power: int  # §13.2: points as they stand
    population: int  # §13.1
    inhabitants: int  # §7.4: on cards and civilization
    production: Production  # §6.7
    income: Income  # §7.4, §7.5: what the next round brings
    symbols: list[int]  # §11.2: of each disaster
    protected: list[bool]  # §11.1, §11.2: from each disaster
    luxury_limit: int  # §8.2
    halves: int  # §4.12
    discount: int  # §4.14


def mats(match: Match, seat: int | None = None) -> list[Mat]:
    """Of every player. Asked of what a seat (None: a spectator) sees, so that nothing hidden can be in it: points are
    without the hands that it cannot see."""
    count = len(DISASTERS)
    found = np.zeros((match.seats, 11 + 2 * count), np.int64)
    answers.write_mats(match.box.record, match.redacted(seat), found)
    return [
        Mat(
            power,
            population,
            people,
            {"wood": wood, "stone": stone, "grain": grain},
            {"coins": coins, "luxury": luxury},
            rest[:count],
            [shield != 0 for shield in rest[count:]],
            limit,
            half,
            less,
        )
        for power, population, people, wood, stone, grain, coins, luxury, limit, half, less, *rest in found.tolist()
    ]
