"""How long the best runs of a fleet in Poseidon take to find, for every total of donations: what a view asks for.

    .venv/bin/python bench/routes.py [--games 20] [--networks 2000] [--climbs 20] [--steps 200]

Sets of networks. *Games*: every fleet that is about to sail from the seventh exploration round on, in games of
four greedy bots. *Grown*: posts spread at random around a home, as many as disks allow, with fleets of the later
phases, half of them with their range doubled. *Climbed*: from random networks of all disks, one thing changed at a time
(a post moved, another New Home, high culture, league or fleet), kept where the search takes longer: the worst that
seeds find. And some by name that were the worst once.

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
ONCE_THE_WORST = (  # as they are printed
    (
        "Larissa, phase 3, posts A11 A13 A7 B14 B16 B18 C11 C15 D12 D18 D8 E11 F12 F14 I9, "
        "New Home B10, culture G9, league A11, fleet 5+6+4, doubled"
    ),
    (
        "Megalopolis, phase 3, posts C1 C11 C3 D12 D8 E3 E5 F12 F14 F20 F4 G11 G13 G5 H12 H18 J16, "
        "New Home I9, culture C17, league G5, fleet 6+7+5, doubled"
    ),
    (
        "Ambrakia, phase 3, posts A13 A17 B10 B14 C1 C11 D12 D18 E3 E5 F14 F18 F4 G15 G5 H18 J18, "
        "New Home G13, culture J14, league G15, fleet 7+4+6, doubled"
    ),
    (
        "Athenai, phase 2, posts B14 C1 C15 E11 E17 F12 F14 F18 G13 G15 G17 G19 H20, "
        "New Home H16, culture J14, league F18, fleet 5+4+5, doubled"
    ),
)


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

    @classmethod
    def named(cls, text: str) -> Network:
        """One that was printed."""
        nation, *parts = text.split(", ")
        said = dict(part.replace("New Home", "new_home").split(" ", 1) for part in parts if part != "doubled")
        network = cls.__new__(cls)
        network.nation, network.phase = NATIONS.index(nation), int(said["phase"])
        network.posts = [PLACES.index(name) for name in said["posts"].split()]
        network.new_home, network.culture, network.league = (
            PLACES.index(said[what]) if said[what] != "–" else -1 for what in ("new_home", "culture", "league")
        )
        network.fleet, network.doubled = said["fleet"].split("+"), "doubled" in parts
        return network

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
    for text in ONCE_THE_WORST:
        print(f"{1e3 * seconds(Network.named(text).state()):.1f} ms: {text}", flush=True)
    if chosen.climbs:
        found = [climb(seed, chosen.steps) for seed in range(chosen.climbs)]
        show("climbed", [taken for taken, _ in found])
        print("  the worst:", max(found, key=lambda one: one[0])[1])


if __name__ == "__main__":
    main()
