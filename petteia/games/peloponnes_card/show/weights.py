"""How much each kind of news weighs, by its name; where an argument makes the difference, with that argument, as
variants of templates are named. Losses, disasters and supply decide games; what happens to
everybody every round is routine."""

from __future__ import annotations

DECISIVE = (
    "disaster",
    "supply",
    "last_supply",
    "fed_hungry",
    "displaced",
    "lost",
    "struck",
    "torn",
    "civilization_torn",
    "luxury_lost",
    "luxury_torn",
    "starved",
    "given_up",
    "scored",
)

ROUTINE = (
    "dealt",
    "drew",
    "shuffled",
    "round",
    "revealed",
    "spared",
    "untouched",
    "fed",
    "unsold",
    "order",
    "picked",
    "luxury",
    "income",
    "riches",
    "returned",
    "coin_discarded",
)
