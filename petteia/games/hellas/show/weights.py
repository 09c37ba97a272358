"""How much each kind of news weighs, by its name; where an argument makes the difference, with that argument, as
variants of templates are named. What scores much, and what closes, decides games; what only
leads to something else is routine."""

from __future__ import annotations

DECISIVE = (
    "palace",
    "statue",
    "completed",
    "ring",
    "closed",
    "first_temple",
    "scored",
)

ROUTINE = (
    "start",
    "first_tile",
    "worker_stands",
    "first",
    "action",
    "turned",
    "columns",
    "no_tiles",
    "aside",
)
