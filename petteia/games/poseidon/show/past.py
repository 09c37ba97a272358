"""What fleets paid earlier in a game, from the choices that ended their runs.

A table is told after every choice, so what a choice paid is found out once and remembered."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from petteia.engine.choices import Space
from petteia.games.poseidon.state import State, Step
from petteia.match import Match

ENDS = {"home", "best", "done", "step", "donate", "decline"}  # choices that may end a run
AT_SEA = {Step.FLEET, Step.SAIL, Step.DONATE}
MOST_REMEMBERED = 10_000
_PAID: dict[tuple[str, bytes, int], tuple[int, int] | None] = {}
_STEP = dict(State.dtype.fields or {})["step"][1]  # where it lies in a state


def ended_runs(match: Match) -> Iterator[tuple[int, int, int]]:
    """The runs that are over, the last one first: the choice that ended it, counted from the first moment that is
    known, the nation, and what it paid for a merchant: nothing where the fleet stayed at home."""
    states, played, ends = match.states, match.played, _ends(match.game.space)
    for place in range(len(played) - 1, -1, -1):
        if played[place] not in ends or states[place][_STEP] not in AT_SEA:
            continue
        key = match.box.fingerprint, states[place], played[place]
        if key not in _PAID:
            if len(_PAID) >= MOST_REMEMBERED:
                _PAID.clear()
            _PAID[key] = _paid(match, match.first_move + place + 1)
        paid = _PAID[key]
        if paid is not None:
            yield place + 1, *paid


@functools.cache
def _ends(space: Space) -> frozenset[int]:
    return frozenset(choice for choice in range(space.size) if space.pick(choice).name in ENDS)


def _paid(match: Match, move: int) -> tuple[int, int] | None:
    """What a choice made a fleet pay; None where its run went on."""
    for happened in match.at(move).news:
        if happened.kind == "revenue":
            return int(happened.arguments["nation"] or 0), int(happened.arguments["value"] or 0)
        if happened.kind == "stayed":
            return int(happened.arguments["nation"] or 0), 0
    return None


def last_paid(match: Match, nations: set[int]) -> dict[int, int]:
    """What the fleets of some nations paid for a merchant when they last could sail."""
    found: dict[int, int] = {}
    for _, nation, value in ended_runs(match):
        found.setdefault(nation, value)
        if nations <= found.keys():
            break
    return found
