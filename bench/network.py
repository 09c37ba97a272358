"""How long a learned network takes to judge a position, on one core.

    .venv/bin/python bench/network.py [--times 20000]

From the middle of a game of three, six decisions are played on in a redraw, and what is there then is judged by the
network, or by `value`. What lies between the two, and what `value` takes where nothing is played on, is what the
network takes: as in a search, it adds up what differs from where that began. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import petteia
from petteia.bots import Bot, search
from petteia.bots.roster import networks
from petteia.bots.roster.levels import row_of
from petteia.bots.roster.minds import Mind
from petteia.match import Match

DEPTH = 6  # decisions


def seconds(match: Match, network: int, depth: int, times: int) -> float:
    """Of one redraw, so many decisions and one judgement."""
    mind = Mind(match.game, row_of({"kind": "tree", "depth": depth, "network": network})[np.newaxis], match.box)
    rng = np.array([1, 2, 3, 4], np.uint64)
    mind.estimate(match.box, match.array, 1 << (match.to_move or 0), rng, 10)
    began = time.process_time()
    mind.estimate(match.box, match.array, 1 << (match.to_move or 0), rng, times)
    return (time.process_time() - began) / times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20_000)
    chosen = parser.parse_args()
    for path in sorted(networks.FOLDER.glob("*.npz")):
        match, bot = petteia.new(path.stem, seats=3, seed=4), Bot("greedy", 1)
        for _ in range(30):
            match.play(bot.choose(match))
        value = seconds(match, 0, 0, chosen.times)
        plain, learned = (seconds(match, network, DEPTH, chosen.times) for network in (0, search.LEAVES))
        print(
            f"{path.stem}: {1e6 * (learned - plain + value):.1f} µs with the network, {1e6 * value:.1f} µs with value; "
            f"a redraw is part of both",
            flush=True,
        )


if __name__ == "__main__":
    main()
