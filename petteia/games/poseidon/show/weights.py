"""How much each kind of news weighs, by its name; where an argument makes the difference, with that argument, as
variants of templates are named. Crowns, ships that leave and money that lacks decide games;
the steps of a run or a round are routine."""

from __future__ import annotations

DECISIVE = (
    "founded",
    "crowned",
    "dropped_in_need",
    "phase",
    "scrapped",
    "no_fleet",
    "emergency",
    "king_pays",
    "bankrupt",
    "ends",
    "scored",
)

ROUTINE = (
    "start",
    "cards_leave",
    "market",
    "exploration",
    "for_sale",
    "rose",
    "passed",
    "ship_leaves",
    "starter",
    "acts",
    "moved",
    "sailed",
    "stop",
    "traded",
)
