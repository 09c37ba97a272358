"""How long the bots that search take for a decision, on one core.

    .venv/bin/python bench/search.py [--games 2] [--bots middle,hard,master]

Bots of a level play whole games of two and of three; only decisions with something to choose count. Beside them stands
what a greedy bot takes in the same games: a ratio that grows says that the search has become slower, whatever the
machine. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import petteia
from petteia.bots import Bot
from petteia.games import NAMES

SEATS = (2, 3)
EVERY = {"poseidon": 8}  # decisions of which one is timed, where games are long; greedy makes the others


def times_of(game: str, seats: int, games: int, name: str) -> list[float]:
    """Of a bot's decisions, in seconds."""
    found, every = [], EVERY.get(game, 1)
    for seed in range(games):
        match = petteia.new(game, seats=seats, seed=seed)
        bot, other, decisions = Bot(name, seed), Bot("greedy", seed), 0
        while not match.over:
            decisions += 1
            if len(match.choices) < 2 or decisions % every:
                match.play(other.choose(match))
                continue
            began = time.process_time()
            choice = bot.choose(match)
            found.append(time.process_time() - began)
            match.play(choice)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--bots", default="middle,hard,master")
    chosen = parser.parse_args()
    for game in NAMES:
        for name in chosen.bots.split(","):
            Bot(name).choose(petteia.new(game, seats=2, seed=0))  # compiled and loaded
        for seats in SEATS:
            greedy = np.mean(times_of(game, seats, chosen.games, "greedy"))
            for name in chosen.bots.split(","):
                found = 1000 * np.array(times_of(game, seats, chosen.games, name))
                print(
                    f"{game}, {seats} players, {name}: {found.mean():.1f} ms a decision, half within",
                    f"{np.median(found):.1f}, at most {found.max():.0f};",
                    f"{found.mean() / 1000 / greedy:.0f} times greedy",
                    flush=True,
                )


if __name__ == "__main__":
    main()
