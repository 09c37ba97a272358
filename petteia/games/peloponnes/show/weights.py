"""How much each kind of news weighs, by its name; where an argument makes the difference, with that argument, as
variants of templates are named. Losses, disasters and supply decide games; what happens to
everybody every round is routine."""

from __future__ import annotations

DECISIVE = (
    "disaster",
    "supply",
    "displaced",
    "unplaceable",
    "unbuildable",
    "drought_food",
    "plague_population",
    "decline_luxury",
    "lost",
    "fed_population",
    "discarded",
    "scored",
    "level",
)

ROUTINE = (
    "dealt",
    "round",
    "revealed",
    "unsold",
    "order",
    "gained",
    "income",
    "spared",
    "drought",
    "plague",
    "decline",
    "returned",
)
