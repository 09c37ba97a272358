"""How long the best runs of a fleet in Poseidon take to find, for every total of donations: what a view asks for.

    .venv/bin/python bench/routes.py [--games 20] [--networks 2000] [--climbs 20] [--steps 200]

Three sets of networks. *Games*: every fleet that is about to sail from the seventh exploration round on, in games of
four greedy bots. *Grown*: posts spread at random around a home, as many as disks allow, with fleets of the later
phases, half of them with their range doubled. *Climbed*: from random networks of all disks, one thing changed at a time
(a post moved, another New Home, high culture, league or fleet), kept where the search takes longer: the worst that
seeds find.

Times are those of the processor, so that what else runs on the machine hardly counts.
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
from petteia.games.poseidon.box import Ground
from petteia.games.poseidon.choices import MOST_PLACES
from petteia.games.poseidon.rules.revenue import DOUBLED, reach_now, totals
from petteia.games.poseidon.rules.routes import best_route
from petteia.games.poseidon.rules.search import scratch_for_search
from petteia.games.poseidon.state import Step

State = Any  # an array of one state

GAME = find("poseidon")
BOX = GAME.box.record[0]
PLACES = GAME.box.lists["place"]
NATIONS = GAME.box.lists["nation"]
SHIPS = tuple(row["name"] for row in GAME.box.data["ship"])
PORTS = [place for place in range(len(PLACES)) if int(BOX["ground"][place]) == Ground.PORT]
CULTURES = [place for place in range(len(PLACES)) if int(BOX["ground"][place]) == Ground.CULTURE]
STEPS = np.array(BOX["maps"][0]["steps"]).reshape(MOST_PLACES, MOST_PLACES)
KINDS = {2: "334455", 3: "44556677", 4: "556677"}  # ships of a phase, two of each kind
LEAST_MERCHANTS = 5


@driver
def solve(box: Any, s: Any) -> int:
    """Finds the best runs for all totals; what it finds is returned so that nothing is left out."""
    found, mask, reach = 0, totals(box[0], s[0]), reach_now(box[0], s[0])
    search = scratch_for_search()
    search.priced = 0
    for n in range(26):
        if mask >> n & 1:
            found += best_route(box[0], s[0], search, int(s[0].nation), reach, 10 * n)[0]
    return found


def seconds(state: State) -> float:
    """Of all totals together, the best of three."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        solve(GAME.box.record, state)
        times.append(time.process_time() - begin)
    return min(times)


def from_games(games: int) -> list[State]:
    found = []
    for seed in range(games):
        match = petteia.new("poseidon", seats=4, seed=seed)
        bot = Bot("greedy", seed)
        while not match.over:
            if int(match.facts["step"]) == Step.FLEET and int(match.facts["round_number"]) >= 10:
                found.append(match.array.copy())
            match.play(bot.choose(match))
    return found


class Network:
    """A nation's posts and fleet, and how to change them by one thing."""

    def __init__(self, dice: random.Random, *, whole: bool) -> None:
        self.nation = dice.randrange(len(NATIONS))
        self.phase = dice.choice((2, 3, 3, 4))
        home = int(BOX["nations"][self.nation]["home"])
        most = int(BOX["nations"][self.nation]["potentials"]) - LEAST_MERCHANTS
        count = most if whole else dice.randint(6, most)
        near = sorted(PORTS, key=lambda place: (STEPS[home][place], place))[: dice.randint(count + 1, len(PORTS))]
        dice.shuffle(near)
        self.posts = near[:count]
        self.new_home = near[count] if dice.random() < 0.5 else -1
        self.culture = dice.choice(CULTURES) if dice.random() < 0.5 else -1
        self.league = dice.choice(self.posts)
        self.fleet = dice.sample(KINDS[self.phase], 3 if whole else dice.randint(1, 3))
        self.doubled = dice.random() < 0.5

    def changed(self, dice: random.Random) -> Network:
        other = Network.__new__(Network)
        other.__dict__ |= self.__dict__
        free = [place for place in PORTS if place not in self.posts and place != self.new_home]
        what = dice.randrange(6)
        if what < 3:
            other.posts = list(self.posts)
            other.posts[dice.randrange(len(self.posts))] = dice.choice(free)
        elif what == 3:
            other.new_home = dice.choice([*free, -1])
        elif what == 4:
            other.culture = dice.choice([*CULTURES, -1])
        else:
            other.fleet, other.doubled = dice.sample(KINDS[self.phase], 3), dice.random() < 0.5
        if other.league not in other.posts:
            other.league = dice.choice(other.posts)
        return other

    def state(self) -> State:
        state = BLANK.copy()
        s, own = state[0], state[0]["nations"][self.nation]
        own["king"], own["coffers"], own["prestige"] = 0, 1000, 5
        for place in [*self.posts, *([self.culture] if self.culture >= 0 else [])]:
            own["posts"][place // 64] |= np.uint64(1) << np.uint64(place % 64)
        own["new_home"], own["culture"] = self.new_home, self.culture
        for ship in self.fleet:
            own["fleet"][SHIPS.index(ship)] += 1
        s["league_nation"], s["league_place"] = self.nation, self.league
        s["nation"], s["step"], s["phase"] = self.nation, Step.FLEET, self.phase
        s["doubled"] = DOUBLED if self.doubled else 0
        return state

    def __str__(self) -> str:
        named = " ".join(sorted(PLACES[place] for place in self.posts))
        return (
            f"{NATIONS[self.nation]}, phase {self.phase}, posts {named}, New Home "
            f"{PLACES[self.new_home] if self.new_home >= 0 else '–'}, culture "
            f"{PLACES[self.culture] if self.culture >= 0 else '–'}, league {PLACES[self.league]}, fleet "
            f"{'+'.join(self.fleet)}{', doubled' if self.doubled else ''}"
        )


BLANK = petteia.new("poseidon", seats=4, seed=1).array.copy()


def climb(seed: int, steps: int) -> tuple[float, Network]:
    dice = random.Random(seed)
    best = Network(dice, whole=True)
    worst = seconds(best.state())
    for _ in range(steps):
        other = best.changed(dice)
        taken = seconds(other.state())
        if taken >= worst:
            worst, best = taken, other
    return worst, best


def show(name: str, times: list[float]) -> None:
    times = sorted(times)
    at = {p: 1e3 * times[min(int(p / 100 * len(times)), len(times) - 1)] for p in (50, 90, 99)}
    print(
        f"{name}: {len(times)} networks, all totals; median {at[50]:.2f} ms, 90 % within {at[90]:.2f}, "
        f"99 % within {at[99]:.2f}; worst {1e3 * times[-1]:.1f} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--networks", type=int, default=2000)
    parser.add_argument("--climbs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=200)
    chosen = parser.parse_args()
    solve(GAME.box.record, Network(random.Random(0), whole=False).state())
    if chosen.games:
        show("games", [seconds(state) for state in from_games(chosen.games)])
    if chosen.networks:
        grown = [Network(random.Random(seed), whole=False).state() for seed in range(chosen.networks)]
        show("grown", [seconds(state) for state in grown])
    if chosen.climbs:
        found = [climb(seed, chosen.steps) for seed in range(chosen.climbs)]
        show("climbed", [taken for taken, _ in found])
        print("  the worst:", max(found, key=lambda one: one[0])[1])


if __name__ == "__main__":
    main()
