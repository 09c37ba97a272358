"""Runs of a fleet for people to look at: the best one for every total of donations, place by place.

The search is that of the rules (§10.8). What is worked out here besides is the way between the places called at."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from petteia.engine import boxes
from petteia.engine.compiling import driver
from petteia.engine.records import Facts
from petteia.engine.sets import lies_in
from petteia.games.poseidon.box import NO_WAY, PHASES
from petteia.games.poseidon.choices import DONATION, MOST_DONATED, MOST_PLACES
from petteia.games.poseidon.rules.revenue import reach_now, totals
from petteia.games.poseidon.rules.routes import best_route, reach_of, worth_to
from petteia.games.poseidon.rules.search import PORTS, room_for_search
from petteia.games.poseidon.state import State

TOTALS = MOST_DONATED // DONATION + 1
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


def best_runs(box: boxes.Box, s: Facts, doubled: int | None = None) -> list[Run]:
    """Of the nation that acts, the best run for every total of donations that it can pay and reach, the least first;
    `doubled` as if the Poseidon card had been answered for so."""
    state = as_array(s)
    if doubled is not None:
        state[0]["doubled"] = doubled
    return _best_runs(box, state, int(_totals(box.record, state)))


def best_run(box: boxes.Box, s: Facts, donation: int) -> Run:
    """Of the nation that acts, the best run with exactly this total donated."""
    return _best_runs(box, as_array(s), 1 << donation // DONATION)[0]


def donations(mask: int) -> list[int]:
    return [n * DONATION for n in range(TOTALS) if mask >> n & 1]


def _best_runs(box: boxes.Box, state: Any, mask: int) -> list[Run]:
    """For the totals of a mask."""
    worths, starts, stops = np.zeros(TOTALS, np.int64), np.zeros(TOTALS, np.int64), np.zeros(TOTALS, np.int64)
    places, values = np.zeros((TOTALS, PORTS), np.int64), np.zeros((TOTALS, PORTS), np.int64)
    _runs(box.record, state, mask, worths, starts, stops, places, values)
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
    return int(_reach(box.record, as_array(s), nation))


def worth(box: boxes.Box, s: Facts, nation: int, place: int) -> int:
    """§10.5: what a place is worth to a nation that calls there."""
    return int(_worth(box.record, as_array(s), nation, place))


def printed_worth(box: boxes.Box, s: Facts, place: int) -> int:
    """What is printed on a place for this phase."""
    return int(box.record[0]["worth"][place * PHASES + int(s["phase"]) - 1])


def as_array(s: Facts) -> Any:
    """The state of some facts as compiled code takes it."""
    return np.frombuffer(bytearray(s.raw), State.dtype)


@driver
def _totals(box: Any, s: Any) -> int:
    return totals(box[0], s[0])


@driver
def _reach(box: Any, s: Any, nation: int) -> int:
    return reach_now(box[0], s[0]) if nation == s[0].nation else reach_of(box[0], s[0], nation)


@driver
def _worth(box: Any, s: Any, nation: int, place: int) -> int:
    return worth_to(box[0], s[0], nation, place)


@driver
def _runs(box: Any, s: Any, mask: int, worths: Any, starts: Any, stops: Any, places: Any, values: Any) -> None:
    nation, reach = int(s[0].nation), int(reach_now(box[0], s[0]))
    search = room_for_search()
    search.priced = 0
    for n in range(TOTALS):
        if mask >> n & 1:
            worths[n], starts[n], stops[n] = best_route(box[0], s[0], search, nation, reach, n * DONATION)
            for i in range(stops[n]):
                places[n, i] = search.called[i]
                values[n, i] = worth_to(box[0], s[0], nation, search.called[i])
