"""How long the best run of a fleet in Poseidon takes to find: the distribution, and the worst case found.

    .venv/bin/python bench/routes.py [--games 200] [--networks 2000]

Two sets of networks. *Games*: every fleet that is about to sail from the seventh exploration round on, in games of four
greedy bots. *Grown*: posts spread at random around a home, as many as disks allow, with fleets of the later phases;
denser and larger than games make them. Each is solved for every total of donations that is legal.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np

import petteia
from petteia.bots import Bot
from petteia.engine.compiling import driver
from petteia.games import find
from petteia.games.poseidon import box as boxes
from petteia.games.poseidon.rules.routes import best_route, reach_of
from petteia.games.poseidon.state import Step

GAME = find("poseidon")
SPOTS = boxes.spots(GAME.box.data["hex"])
NEAR = boxes.neighbours(SPOTS, {frozenset(row["between"]) for row in GAME.box.data["barrier"]})
NATIONS = GAME.box.lists["nation"]
REPEATS = 20


@driver
def solve(box: Any, s: Any, nation: int, donated: int, repeats: int) -> int:
    """Solves one network again and again; what it finds is returned so that nothing is left out."""
    found = 0
    for _ in range(repeats):
        found += best_route(box[0], s[0], nation, reach_of(box[0], s[0], nation), donated)[0]
    return found


def from_games(games: int) -> list[np.ndarray[Any, Any]]:
    found = []
    for seed in range(games):
        match = petteia.new("poseidon", seats=4, seed=seed)
        bot = Bot("greedy", seed)
        while not match.over:
            if int(match.facts["step"]) == Step.FLEET and int(match.facts["round_number"]) >= 10:
                found.append(match._s.copy())
            match.play(bot.choose(match))
    return found


def grown(networks: int) -> list[np.ndarray[Any, Any]]:
    found = []
    for seed in range(networks):
        rnd = random.Random(seed)
        match = petteia.new("poseidon", seats=4, seed=seed)
        state = match._s.copy()
        s = state[0]
        nation = rnd.randrange(8)
        s["phase"] = rnd.choice((2, 3, 3, 4))
        own = s["nations"][nation]
        own["king"], own["coffers"], own["prestige"] = 0, 100, 5
        home = int(GAME.box.record[0]["nations"][nation]["home"])
        reached = [home]
        while len(reached) < 45:
            new = [other for other in NEAR[rnd.choice(reached[-25:])] if other not in reached]
            reached += new[:2]
        ports = [place for place in reached if SPOTS[place].kind == "port"]
        for place in rnd.sample(ports, min(rnd.randint(6, 14), len(ports))):
            own["posts"][place // 64] |= np.uint64(1) << np.uint64(place % 64)
        for _ in range(rnd.randint(1, 3)):
            kind = {2: (1, 2, 3), 3: (2, 3, 4), 4: (3, 4, 5)}[int(s["phase"])]
            own["fleet"][rnd.choice(kind)] += 1
        s["nation"], s["step"] = nation, Step.FLEET
        found.append(state)
    return found


def measure(states: list[np.ndarray[Any, Any]]) -> list[tuple[float, int, int]]:
    """Of each network and total: microseconds, posts, range."""
    box = GAME.box.record
    solve(box, states[0], int(states[0][0]["nation"]), 0, 1)
    found = []
    for state in states:
        nation = int(state[0]["nation"])
        own = state[0]["nations"][nation]
        for donated in (0, 20, 40):
            begin = time.perf_counter()
            if solve(box, state, nation, donated, 1) < 0:
                continue
            once = time.perf_counter() - begin
            repeats = REPEATS if once < 0.01 else 1
            begin = time.perf_counter()
            solve(box, state, nation, donated, repeats)
            posts = sum(int(word).bit_count() for word in own["posts"])
            reach = sum(int(n) * int(kind["reach"]) for n, kind in zip(own["fleet"], box[0]["ships"], strict=True))
            found.append(((time.perf_counter() - begin) / repeats * 1e6, posts, reach))
    return sorted(found)


def show(name: str, found: list[tuple[float, int, int]]) -> None:
    times = [one[0] for one in found]
    at = {p: times[min(int(p / 100 * len(times)), len(times) - 1)] for p in (50, 90, 99)}
    worst = found[-1]
    print(
        f"{name}: {len(found)} searches; median {at[50]:.1f} µs, 90 % within {at[90]:.1f}, 99 % within {at[99]:.1f}; "
        f"worst {worst[0]:.0f} µs ({worst[1]} posts, range {worst[2]})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--networks", type=int, default=2000)
    chosen = parser.parse_args()
    if chosen.games:
        show("games", measure(from_games(chosen.games)))
    if chosen.networks:
        show("grown", measure(grown(chosen.networks)))


if __name__ == "__main__":
    main()
