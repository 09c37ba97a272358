"""§10.8 The best run, against a search of another kind: how long the shortest way past every set of ports is."""

from __future__ import annotations

import itertools
import pathlib
import random
from collections import deque
from typing import Any

import numpy as np
import pytest
from poseidon_table import GAME, NATIONS, PLACES, edited, table

from petteia.games.poseidon import box as boxes
from petteia.games.poseidon.rules.search import SETS
from petteia.games.poseidon.show.insight import runs

HEXES = {row["at"]: row for row in GAME.box.data["hex"]}
SPOTS = boxes.spots(GAME.box.data["hex"])
NEAR = boxes.neighbours(SPOTS, {frozenset(row["between"]) for row in GAME.box.data["barrier"]})
KINDS = {spot.id: spot.kind for spot in SPOTS}
DISKS = {row["name"]: row["potentials"] for row in GAME.box.data["nation"]}
HOMES = {row["name"]: row["home"] for row in GAME.box.data["nation"]}
CULTURES = ("C17", "G9", "J14")
SHIPS = {1: "2233", 2: "334455", 3: "44556677", 4: "556677"}  # of a phase, two of each kind
LEAST_MERCHANTS = 5
GULF_AND_EAST = "A13 A19 C1 C11 D16 F12 F18 F20 G11 G15 H12 H16 I19 I9 J12 J16 J18"


def steps_from(start: str) -> dict[str, int]:
    """How far it is to every place, step by step; no fleet sails through the New World."""
    found, edge = {start: 0}, deque([start])
    while edge:
        here = edge.popleft()
        for place in NEAR[PLACES.index(here)]:
            name = PLACES[place]
            if name not in found and KINDS[name] != "new_world":
                found[name] = found[here] + 1
                edge.append(name)
    return found


def worth(name: str, network: dict[str, Any]) -> int:
    row = HEXES[name]
    if row["kind"] == "temple":
        return int(row["values"][network["phase"] - 1])
    return int(row["value"]) * (2 if name == network["league"] else 1)


def best_by_sets(network: dict[str, Any]) -> dict[int, int]:
    """The best revenue for every total of donations: of all sets of ports the shortest way past them, by its last."""
    starts = [HOMES[network["nation"]], *([network["new_home"]] if network["new_home"] else [])]
    temples = [name for name, row in HEXES.items() if row["kind"] == "temple" and worth(name, network) > 0]
    reach = network["reach"]
    ports = [
        name
        for name in [*network["posts"], *([network["culture"]] if network["culture"] else []), *temples]
        if min(steps_from(start)[name] for start in starts) <= reach
    ]
    count = len(ports)
    away = np.array([[steps_from(one)[other] for other in ports] for one in ports], np.uint8).reshape(count, count)
    ways = np.full((1 << count, max(count, 1)), 255, np.uint8)
    for i, port in enumerate(ports):
        ways[1 << i, i] = min(steps_from(start)[port] for start in starts)
    sets = np.arange(1 << count)
    size = sum((sets >> i & 1 for i in range(count)), np.zeros(1 << count, np.int64))
    for members in range(1, count):
        these = sets[size == members]
        for last, then in itertools.permutations(range(count), 2):
            mine = these[(these >> last & 1 == 1) & (these >> then & 1 == 0)]
            longer = ways[mine, last].astype(np.int64) + away[last, then]
            target = mine | 1 << then
            ways[target, then] = np.minimum(ways[target, then], np.minimum(longer, 255))
    values = np.zeros(1 << count, np.int64)
    asked = np.zeros(1 << count, np.int64)
    for i, port in enumerate(ports):
        values += (sets >> i & 1) * worth(port, network)
        asked += (sets >> i & 1) * (HEXES[port]["donation"] or 0)
    possible = ways.min(axis=1) <= reach
    possible[0] = True
    return {int(total): int(values[possible & (asked == total)].max()) for total in np.unique(asked[possible])}


def make(seed: int, phase: int, posts: int | None, spread: int) -> dict[str, Any]:
    """A network that may come up: posts around a home, as many as there are disks unless said."""
    dice = random.Random(seed)
    nation = dice.choice([name for name in NATIONS if posts is None or DISKS[name] - LEAST_MERCHANTS >= posts])
    home = steps_from(HOMES[nation])
    near = sorted((name for name in home if KINDS[name] == "port"), key=lambda name: (home[name], name))
    most = DISKS[nation] - LEAST_MERCHANTS if posts is None else posts
    chosen = dice.sample(near[: most + spread], most + 1)
    fleet = dice.sample(SHIPS[phase], dice.randint(1, 3))
    doubled = phase > 1 and dice.random() < 0.5
    return {
        "nation": nation,
        "phase": phase,
        "posts": sorted(chosen[1:]),
        "new_home": chosen[0] if dice.random() < 0.5 else None,
        "culture": dice.choice(CULTURES) if dice.random() < 0.5 else None,
        "league": chosen[1] if dice.random() < 0.5 else None,
        "fleet": fleet,
        "doubled": doubled,
        "reach": sum(map(int, fleet)) * (2 if doubled else 1),
    }


def found(network: dict[str, Any], box: Any = None) -> list[Any]:
    own = {name: network[name] for name in ("posts", "fleet", "new_home", "culture") if network[name]}
    t = table(
        [{}, {}, {}],
        {network["nation"]: {**own, "coffers": 1000}},
        step="fleet",
        nation=network["nation"],
        phase=network["phase"],
        marker=(network["nation"], network["league"]) if network["league"] else None,
        lines={"doubled": 2} if network["doubled"] else None,
        box=box,
    )
    return runs(t.match)


def check(network: dict[str, Any], box: Any = None) -> None:
    """The revenues are the best, and the runs are what they are said to be."""
    routes = found(network, box)
    assert {run.donation: run.worth for run in routes} == best_by_sets(network), network
    own = {*network["posts"], network["culture"]}
    for run in routes:
        path, stops = [PLACES[place] for place in run.path], [PLACES[place] for place in run.stops]
        assert path[0] in (HOMES[network["nation"]], network["new_home"])
        assert len(path) - 1 <= network["reach"]
        assert all(PLACES.index(b) in NEAR[PLACES.index(a)] for a, b in itertools.pairwise(path))
        assert len(set(stops)) == len(stops)
        assert set(stops) <= {*path} & {name for name in PLACES if name in own or KINDS[name] == "temple"}
        assert sum(worth(name, network) for name in stops) == sum(run.values) == run.worth
        assert sum(HEXES[name]["donation"] or 0 for name in stops) == run.donation


@pytest.mark.shows("§10.8", "§10.4", "§10.5", "§10.6")
@pytest.mark.parametrize("seed", range(40))
def test_the_best_run_is_the_best(seed: int) -> None:
    check(make(seed, 1 + seed % 3, 4 + seed % 6, 4 + seed % 9))


@pytest.mark.shows("§10.8", "§3.8")
@pytest.mark.parametrize("seed", range(6))
def test_with_all_disks_on_the_board(seed: int) -> None:
    """Phase 4, in which temples count nothing: up to seventeen posts and a high culture."""
    check(make(100 + seed, 4, None, (2, 8, 30)[seed % 3]))


@pytest.mark.shows("§10.8")
@pytest.mark.parametrize("seed", range(4))
def test_dense_networks_with_every_temple(seed: int) -> None:
    check(make(200 + seed, 2 + seed % 2, 10, 3))


def named(nation: str, phase: int, posts: str, new_home: str, culture: str, league: str, fleet: str) -> dict[str, Any]:
    """A network as `bench/routes.py` writes it; a fleet with its range doubled ends in a star."""
    ships, doubled = fleet.rstrip("*").split("+"), fleet.endswith("*")
    return {
        "nation": nation,
        "phase": phase,
        "posts": posts.split(),
        "new_home": new_home,
        "culture": culture,
        "league": league,
        "fleet": ships,
        "doubled": doubled,
        "reach": sum(map(int, ships)) * (2 if doubled else 1),
    }


@pytest.mark.shows("§10.8", "§3.8")
@pytest.mark.parametrize(
    "network",
    [
        named("Athenai", 2, "C15 E17 F12 F14 F18 G11 G13 G15 G17", "H16", "J14", "F18", "3+5+4*"),
        named("Thebai", 3, "B14 B18 C11 C3 D10 D18 E11 F12 H12", "D16", "C17", "B18", "7+7+6"),
        named("Athenai", 3, "A15 B14 B16 C15 D12 E17 F18 G11 G17", "B10", "C17", "C15", "4+7+7*"),
        named("Ambrakia", 4, GULF_AND_EAST, "A11", "G9", "G11", "6+7+6*"),
    ],
    ids=lambda network: f"{network['nation']}-{network['reach']}",
)
def test_networks_that_are_hard_to_search(network: dict[str, Any]) -> None:
    """Climbed to as `bench/routes.py` does, among those that can be tried in all sets: here prices alone do not do, and
    dues to groups are looked for."""
    check(network)


@pytest.mark.shows("§10.8", "§3.8")
def test_with_groups_far_apart() -> None:
    """All disks of Megalopolis, in the gulf and around the islands, with 36 steps: it took two seconds while prices
    alone were looked for. The revenues are those that were found then."""
    posts = "C1 C11 C3 D12 D8 E3 E5 F12 F14 F20 F4 G11 G13 G5 H12 H18 J16"
    network = named("Megalopolis", 3, posts, "I9", "C17", "G5", "6+7+5*")
    assert {run.donation: run.worth for run in found(network)} == dict(
        zip(range(0, 101, 10), (70, 75, 80, 82, 85, 87, 92, 94, 97, 96, 98), strict=True)
    )


@pytest.mark.shows("§10.8", "§3.8")
def test_a_network_that_took_seconds() -> None:
    """Sixteen posts in the north and thirty steps, with all sums that can be donated; revenues found by trying all."""
    posts = "A11 A13 A7 B14 B16 B18 C11 C15 D12 D18 D8 E11 F12 F14 I9"
    network = named("Larissa", 3, posts, "B10", "G9", "A11", "5+6+4*")
    assert {run.donation: run.worth for run in found(network)} == dict(
        zip(range(0, 101, 10), (73, 76, 80, 83, 84, 89, 90, 95, 92, 95, 90), strict=True)
    )


@pytest.mark.shows("§10.8")
def test_as_many_sets_of_temples_as_can_come_to_a_total(tmp_path: pathlib.Path, monkeypatch: Any) -> None:
    """Six temples that all ask for ten, and steps enough for any three of them: twenty sets come to thirty, which is
    what a search has room for."""
    ten = "donation = 10\n"
    changes = [("donation = 20\n", ten), ("donation = 20\n", ten), ("donation = 40\n", ten), ("donation = 0\n", ten)]
    box = GAME.load_box(edited(tmp_path, *changes))
    for row in box.data["hex"]:
        monkeypatch.setitem(HEXES, row["at"], row)
    sums = box.record[0]["sums"][: 1 << int(box.record[0]["toll_count"])]
    assert max(np.count_nonzero(sums == total) for total in sums) == SETS == 20
    network = named("Athenai", 2, "C15 E17 F12 F18 G15", "H16", "J14", "F18", "5+5+4*")
    check(network, box)
    assert {run.donation for run in found(network, box)} == set(range(0, 61, 10))
