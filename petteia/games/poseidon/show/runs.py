"""Runs of a fleet for people to look at: the best one for every total of donations, place by place.

The search is that of the rules (§10.8). What is worked out here besides is the way between the places called at."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from petteia.engine import boxes
from petteia.engine.records import NONE, Facts
from petteia.engine.sets import lies_in
from petteia.games.poseidon import answers
from petteia.games.poseidon.box import NO_WAY, PHASES
from petteia.games.poseidon.choices import DONATION, MOST_DONATED, MOST_PLACES
from petteia.games.poseidon.rules.search import PORTS
from petteia.games.poseidon.state import State

ENDLESS = NO_WAY - 1  # the range of a fleet with an endless ship


@dataclasses.dataclass(frozen=True)
class Run:
    """The best run with so much donated. Places are counted from 0."""

    donation: int
    worth: int  # for each merchant
    start: int  # the home port or the New Home
    stops: list[int]  # the places that count, in their order
    values: list[int]  # what each of them is worth
    path: list[int]  # every place that the fleet comes to, the start first


class Printed:
    """A box to remember something by: those of the same text are the same."""

    def __init__(self, box: boxes.Box) -> None:
        self.box = box

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Printed) and self.box.fingerprint == other.box.fingerprint

    def __hash__(self) -> int:
        return hash(self.box.fingerprint)


def best_runs(box: boxes.Box, s: Facts, doubled: int | None = None) -> list[Run]:
    """Of the nation that acts, the best run for every total of donations that it can pay and reach, the least first;
    `doubled` as if the Poseidon card had been answered for so."""
    return list(_remembered(Printed(box), bytes(s.raw), doubled))


@functools.lru_cache(64)  # of one question several things are told by them
def _remembered(printed: Printed, raw: bytes, doubled: int | None) -> tuple[Run, ...]:
    state = np.frombuffer(bytearray(raw), State.dtype)
    if doubled is not None:
        state[0]["doubled"] = doubled
    return tuple(_best_runs(printed.box, state, int(answers.payable(printed.box.record, state))))


def best_run(box: boxes.Box, s: Facts, donation: int) -> Run:
    """Of the nation that acts, the best run with exactly this total donated."""
    return _best_runs(box, as_array(s), 1 << donation // DONATION)[0]


def donations(mask: int) -> list[int]:
    return [n * DONATION for n in range(answers.TOTALS) if mask >> n & 1]


def _best_runs(box: boxes.Box, state: Any, mask: int) -> list[Run]:
    """For the totals of a mask."""
    worths, starts, stops = np.zeros((3, answers.TOTALS), np.int64)
    places, values = np.zeros((2, answers.TOTALS, PORTS), np.int64)
    answers.runs(box.record, state, mask, worths, starts, stops, places, values)
    chart = box.record[0]["maps"][int(state[0]["map"])]
    found = []
    for donation in donations(mask):
        n = donation // DONATION
        calls = places[n, : stops[n]].tolist()
        path = [int(starts[n])]
        for stop in calls:
            path += way(chart, path[-1], stop)
        found.append(Run(donation, int(worths[n]), path[0], calls, values[n, : stops[n]].tolist(), path))
    return found


@dataclasses.dataclass(frozen=True)
class Prospect:
    """All that the best run of a nation depends on, so that it is searched for once: nations change one at a time."""

    map: int
    phase: int
    nation: int
    posts: tuple[int, ...]
    new_home: int
    doubled_place: int  # by the Delian League, or NONE
    coffers: int  # as far as they count: donations have an end
    fleet: tuple[int, ...]


def prospect(s: Facts, nation: int) -> Prospect:
    """A nation with its fleet as it is."""
    own = s["nations"][nation]
    return Prospect(
        map=int(s["map"]),
        phase=int(s["phase"]),
        nation=nation,
        posts=tuple(own["posts"]),
        new_home=int(own["new_home"]),
        doubled_place=int(s["league_place"]) if int(s["league_nation"]) == nation else NONE,
        coffers=min(int(own["coffers"]), MOST_DONATED),
        fleet=tuple(own["fleet"]),
    )


def with_ship(box: boxes.Box, s: Facts, nation: int, ship: int) -> Prospect | None:
    """The same nation with one more ship of the bank and with the same coffers, and with all that the ship brings
    about: a new phase, and old ships that leave (§12). None where the fleet has no room for it (§11.3)."""
    now, record = prospect(s, nation), box.record[0]
    if sum(now.fleet) >= int(record["largest_fleet"]):
        return None
    fleet, phase = list(now.fleet), int(answers.opens(box.record, as_array(s), ship))
    fleet[ship] += 1
    if phase == NONE:
        return dataclasses.replace(now, fleet=tuple(fleet))
    for passed in range(now.phase, phase):
        scrapped = int(record["phases"][passed]["scraps"])
        if scrapped != NONE:
            fleet[scrapped] = 0
    return dataclasses.replace(now, fleet=tuple(fleet), phase=phase)


def forecast(box: boxes.Box, of: Prospect) -> int:
    """What the best run would pay for a merchant, whatever it donates."""
    return _forecast(Printed(box), of) if any(of.fleet) else 0


@functools.lru_cache(20_000)
def _forecast(printed: Printed, of: Prospect) -> int:
    state = np.zeros(1, State.dtype)
    s, record = state[0], printed.box.record
    s["map"], s["phase"], s["nation"] = of.map, of.phase, of.nation
    s["league_nation"], s["league_place"] = of.nation if of.doubled_place != NONE else NONE, of.doubled_place
    own = s["nations"][of.nation]
    own["posts"], own["new_home"], own["coffers"], own["fleet"] = of.posts, of.new_home, of.coffers, of.fleet
    worths, starts, stops = np.zeros((3, answers.TOTALS), np.int64)
    places, values = np.zeros((2, answers.TOTALS, PORTS), np.int64)
    answers.runs(record, state, int(answers.payable(record, state)), worths, starts, stops, places, values)
    return int(worths.max())


def way(chart: Any, start: int, end: int) -> list[int]:
    """A shortest way between two places, without the first."""
    path: list[int] = []
    here, near = start, chart["near"]
    while here != end:
        left = int(chart["steps"][here * MOST_PLACES + end])
        here = next(
            place
            for place in range(MOST_PLACES)
            if lies_in(near, place, here) and int(chart["steps"][place * MOST_PLACES + end]) == left - 1
        )
        path.append(here)
    return path


def reach(box: boxes.Box, s: Facts, nation: int) -> int:
    """§10.4: how far a nation's fleet gets; ENDLESS without end."""
    return int(answers.reach(box.record, as_array(s), nation))


def worth(box: boxes.Box, s: Facts, nation: int, place: int) -> int:
    """§10.5: what a place is worth to a nation that calls there."""
    return int(answers.worth(box.record, as_array(s), nation, place))


def printed_worth(box: boxes.Box, s: Facts, place: int) -> int:
    """What is printed on a place for this phase."""
    return int(box.record[0]["worth"][place * PHASES + int(s["phase"]) - 1])


def as_array(s: Facts) -> Any:
    """The state of some facts as compiled code takes it."""
    return np.frombuffer(bytearray(s.raw), State.dtype)
