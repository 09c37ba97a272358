"""How often a bot that plays Peloponnes alone reaches what a level asks for.

python bench/solo.py --bot master --games 100
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from petteia.arena.simulate import Contest, confidence
from petteia.bots.roster import find
from petteia.games import find as find_game

SEED = 20261117


def scores_of(bot: str, level: int, games: int) -> np.ndarray:
    """The points of each game."""
    game = find_game("peloponnes")
    blank = game.blank({"solo_level": level}, 1, game.box)
    contest = Contest(game, game.box, blank, [find(bot, "peloponnes")], SEED, False)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return np.concatenate([scores[:, 0] for _, scores, _ in pool.map(lambda i: contest.play(i, 1), range(games))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--games", type=int, default=100)
    chosen = parser.parse_args()
    for level, printed in enumerate(find_game("peloponnes").box.data["solo_level"], 1):
        scores = scores_of(chosen.bot, level, chosen.games)
        reached = float((scores >= printed["target"]).mean())
        low, high = confidence(reached, chosen.games)
        print(
            f"level {level}: {printed['target']} points reached in {reached:.1%} of {chosen.games} games"
            f" ({low:.1%} to {high:.1%}), {scores.mean():.1f} points on average, {scores.max():.0f} at best",
            flush=True,
        )


if __name__ == "__main__":
    main()
