"""A game in progress, for Python users.

import petteia

match = petteia.new("peloponnes", seats=3, seed=7)
while not match.over:
    print(match.prompt(), [choice.text() for choice in match.choices][:3])
    match.play(match.choices[0])
print(match.scores, match.ranks)

A match has four concerns, each in a file and a class of its own that builds on the one before: `playing` (where it
stands, what can be chosen), `history` (its past, taking back, what a seat was told), `words` (all of it in a language)
and `files` (positions and saves, and `Match` itself).
"""

from __future__ import annotations

from petteia.match.choice import Choice, IllegalChoice
from petteia.match.files import BadSave, Match, OldSave, load, load_bytes, new_match, open_box, position
from petteia.match.history import NothingToUndo, hidden_seed
from petteia.match.words import Line

__all__ = [
    "BadSave",
    "Choice",
    "IllegalChoice",
    "Line",
    "Match",
    "NothingToUndo",
    "OldSave",
    "hidden_seed",
    "load",
    "load_bytes",
    "new_match",
    "open_box",
    "position",
]
