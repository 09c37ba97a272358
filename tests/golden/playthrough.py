"""Golden playthroughs: one whole game for each number of seats, written down step by step. Any change of behaviour
shows in review as a change of these files.

    python tests/golden/playthrough.py --write      writes them anew
"""

from __future__ import annotations

import pathlib
import random
import sys

import petteia
from petteia.engine import views

FOLDER = pathlib.Path(__file__).parent
GAMES: list[tuple[str, int, dict[str, object]]] = [
    *(("peloponnes", seats, {"solo_level": 3} if seats == 1 else {}) for seats in range(1, 6)),
    ("peloponnes_card", 2, {}),
    ("peloponnes_card", 3, {"cover_faces": "up", "redeemed_coin": "discard", "thirds": "uncovered_first"}),
    ("peloponnes_card", 4, {"disasters_strike": "at_once", "final_income": "extra", "inhabitant_cards": "best"}),
    ("peloponnes_card", 5, {}),
    ("hellas", 2, {"marble": "open"}),
    ("hellas", 3, {"compensation": "by_seat", "yields": "three_steps"}),
    ("hellas", 4, {}),
    ("poseidon", 2, {}),
    ("poseidon", 3, {"order": "fixed", "capital": "taken", "dark_lines": "fleets"}),
    ("poseidon", 4, {}),
    ("poseidon", 5, {"discard_opens": "yes", "emergency": "each", "bankruptcy": "next_round"}),
]


def file(name: str, seats: int) -> pathlib.Path:
    return FOLDER / f"{name}_{seats}.txt"


def playthrough(name: str, seats: int, options: dict[str, object]) -> str:
    """The whole game as text: each choice, what it made happen, the fields that changed and the state's hash."""
    dice = random.Random(f"golden {name} {seats}")
    match = petteia.new(name, seats, seats, options)
    lists = match.game.names(match.box)
    lines = [f"{match.game.title}, rules version {match.game.rules_version}, {seats} seats, seed {seats}, {options}"]
    lines += told(match)
    lines += [f"  = {match.digest()}"]
    while not match.over:
        choices = match.choices
        # Lowest bids and few offers mostly: games in which everybody throws his money away show little.
        cheap = [
            c for c in choices if c.name != "offer" and (c.name != "bid" or not any(o.id == c.id - 1 for o in choices))
        ] or choices
        choice = dice.choice(cheap if dice.random() < 0.9 else choices)
        lines.append(f"{match.move_number + 1}. seat {match.to_move} of {len(choices)}: {choice.words}")
        before = match.state.copy()
        match.play(choice)
        lines += told(match)
        changed = views.differences(match.game.state, before, match.state, lists)
        lines += ["  " + "; ".join(line for line in changed if not line.startswith("rng"))]
        lines.append(f"  = {match.digest()}")
    lines.append(f"scores {match.scores}, ranks {match.ranks}")
    return "\n".join(lines) + "\n"


def told(match: petteia.Match) -> list[str]:
    return [f"  > {match.tell(happening, match.names())} {happening.clause}" for happening in match.news]


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for game in GAMES:
        file(*game[:2]).write_text(playthrough(*game), encoding="utf-8")
