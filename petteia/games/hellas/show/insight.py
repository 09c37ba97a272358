"""What the table tells its players besides the view, asked of the rules: groups, points, income."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np

from petteia.engine.views import places_of
from petteia.games.hellas import answers
from petteia.games.hellas.choices import MOST_SPACES
from petteia.games.hellas.options import Marble
from petteia.games.hellas.show.told import GroupKind
from petteia.games.hellas.state import Step
from petteia.match import Match

PARTS = ("city", "temples", "statues", "rings", "marble")
CITY: Final = "city"
VILLAGE: Final = "village"
PALACE: Final = "palace"
PLAZA: Final = "plaza"


@dataclasses.dataclass(frozen=True)
class Group:
    """Adjacent buildings of a player (§9). Places are counted from 1."""

    kind: GroupKind  # without a house PALACE, or PLAZA where there is no palace either
    spaces: list[int]
    temples: list[int]
    statues: list[int]


def groups(match: Match, seat: int) -> list[Group]:
    """All groups of a player, the largest city first."""
    masks = np.zeros((MOST_SPACES, 5), np.uint64)  # no more groups than spaces
    board, s = match.box.record[0]["boards"][match.facts["board"]], match.facts
    houses, palaces = (set(places_of(s["players"][seat][of], 64)) for of in ("houses", "palaces"))
    standing = places_of(s["statues"], 64)
    found = []
    count = answers.groups(match.box.record, match.array, seat, masks)
    for low, high, near_low, near_high, city in masks[:count].tolist():
        spaces = places_of([low, high], 64)
        near = set(places_of([near_low, near_high], 64))
        kind: GroupKind = (
            CITY if city else VILLAGE if houses & set(spaces) else PALACE if palaces & set(spaces) else PLAZA
        )
        temples = [n + 1 for n in range(int(board["temple_count"])) if int(board["temples"][n]) + 1 in near]
        statues = [place for place in standing if place in near]
        found.append(Group(kind, spaces, temples, statues))
    return sorted(found, key=lambda own: (own.kind != CITY, -len(own.spaces), own.spaces))


def parts(match: Match, seat: int) -> dict[str, int]:
    """§10: where a player's points come from, as they stand."""
    return dict(zip(PARTS, (int(n) for n in answers.parts(match.box.record, match.array, seat)), strict=True))


def income(match: Match, seat: int) -> int:
    """§6.2: what a quarry action would pay now."""
    return int(answers.income(match.box.record, match.array, seat))


def outlook(match: Match, action: int) -> answers.Outlook:
    """What would come of an action for whoever chooses it now."""
    return answers.Outlook(answers.outlook(match.box.record, match.array.copy(), action))


def stones_left(match: Match, seat: int) -> int:
    """§3.2: stones that a player still has in this phase."""
    each, placed = answers.stones(match.box.record, match.array)
    offset = (seat - int(match.facts["starter"])) % match.seats
    return int(each - max(placed - offset + match.seats - 1, 0) // match.seats)


@dataclasses.dataclass(frozen=True)
class Hands:
    """Who did what, as far as the game is known from its beginning; None where it is not."""

    stones: dict[int, int | None]  # by action space, those that have a stone
    columns: list[list[int | None]]  # of each temple, in the order they were built


def hands(match: Match) -> Hands:
    """Who put down each stone of this phase, and who built each column. The state does not say, since no rule asks; the
    states before every choice do."""
    past = np.frombuffer(b"".join(match.states), match.game.state.plain)
    used, phase = past["used"], past["phase"]
    # The stones that each choice made lie on the track; a new phase begins without any.
    kept = np.where(phase[1:] == phase[:-1], used[:-1], 0)
    placed = used[1:] & ~kept
    temples = int(match.box.record[0]["boards"][match.facts["board"]]["temple_count"])
    return Hands(_stones_by(past, placed, kept, match.seats), _columns_by(past, placed, temples))


def _stones_by(past: Any, placed: Any, kept: Any, seats: int) -> dict[int, int | None]:
    found: dict[int, int | None] = dict.fromkeys(places_of([int(past["used"][-1])], 32))
    starter = int(past["starter"][-1])
    for then in np.flatnonzero((placed != 0) & (past["phase"][1:] == past["phase"][-1])).tolist():
        new = places_of([int(placed[then])], 32)
        if len(new) == 1:  # of several at once, which a box with few actions may force, nobody knows whose is whose
            found[new[0]] = (starter + int(kept[then]).bit_count()) % seats
    return found


def _columns_by(past: Any, placed: Any, temples: int) -> list[list[int | None]]:
    columns = past["columns"][:, :temples].astype(np.int64)
    found: list[list[int | None]] = [[None] * int(count) for count in columns[0]]
    more = np.diff(columns, axis=0)
    seat, step = past["seat"].tolist(), past["step"].tolist()
    for then, temple in np.argwhere(more).tolist():
        # Whoever decided built them, unless somebody else's action was forced right after.
        his = int(placed[then]).bit_count() <= int(step[then] == Step.ACTION)
        found[temple] += [seat[then] if his else None] * int(more[then, temple])
    return found


def open_marble(match: Match) -> bool:
    """§1.3: whether everybody sees all marble."""
    return match.over or int(match.facts["options"]["marble"]) == Marble.OPEN
