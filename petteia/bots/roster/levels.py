"""How strong bots are: every level, with what it does in each game, in one place.

A level of a game is a row of numbers (`petteia.bots.search`), given here by their words. What is not said is as in
USUAL; what differs from game to game was measured: `petteia ladder` says how strong each is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np

from petteia.bots import search
from petteia.bots.greedy import GREEDY, RANDOM, SOFT
from petteia.bots.roster.minds import Array, blank_rows
from petteia.bots.search import HALVING, TREE
from petteia.games import NAMES as GAMES

KINDS = {"random": RANDOM, "greedy": GREEDY, "soft": SOFT, "halving": HALVING, "tree": TREE}
SEARCHES = ("halving", "tree")  # those that a name may carry: hard:kind=tree
TO_THE_END = -1.0  # depth of a playout

MOST = 10_000_000  # simulations, and whatever else somebody may ask for
NO_BOUND = 1e15  # of the choices that are tried


@dataclasses.dataclass(frozen=True)
class Setting:
    """Its place in a row, its usual value, and what it can be: compiled code relies on that."""

    place: int
    usual: float
    least: float
    most: float = MOST
    whole: bool = False

    def fits(self, value: float | str) -> bool:
        return not isinstance(value, str) and self.least <= value <= self.most and not (self.whole and value % 1)

    @property
    def words(self) -> str:
        return f"a {'whole ' * self.whole}number from {self.least:g} to {self.most:,.0f}"


# The settings that a name may carry (`hard:simulations=500`).
SETTINGS: Mapping[str, Setting] = {
    "simulations": Setting(search.SIMULATIONS, 500.0, 1, whole=True),
    "candidates": Setting(search.CANDIDATES, 16.0, 1, whole=True),
    "looks": Setting(search.LOOKS, 4.0, 1, whole=True),
    "depth": Setting(search.DEPTH, TO_THE_END, TO_THE_END, whole=True),
    "margin": Setting(search.MARGIN, 0.5, 0, 1),
    "points": Setting(search.POINTS, 5.0, 0.001),
    "others": Setting(search.OTHERS, 0.0, 0),
    "exploration": Setting(search.EXPLORATION, 0.3, 0),
    "prior": Setting(search.PRIOR, 0.5, 0.001),
    "doubt": Setting(search.DOUBT, 0.1, 0, 1),
    "temperature": Setting(search.TEMPERATURE, 0.0, 0),
    "network": Setting(search.NETWORK, 0.0, 0, search.ALL, whole=True),
    "shared": Setting(search.SHARED, 1.0, 1, whole=True),
    "belief": Setting(search.BELIEF, 0.0, 0),
    "effort": Setting(search.EFFORT, NO_BOUND, 1, NO_BOUND, whole=True),
}
# Futures of each choice that a hint looks at, for two players: what a second is enough for.
FUTURES: Mapping[str, int] = {"peloponnes": 400, "peloponnes_card": 300, "hellas": 160, "poseidon": 64}

Settings = Mapping[str, float | str]
BY_NETWORK: Settings = {
    "kind": "tree",
    "depth": 0,
    "margin": 0,
    "network": search.ALL,
    "prior": 0.1,
    "exploration": 1.0,
}


@dataclasses.dataclass(frozen=True)
class Level:
    """A strength of play. `face` names the drawing of it; `games` has what it does in each game: its `kind`, and
    settings that are not the usual ones, or what it does in all (""). `alone` has what it does where it plays alone, if
    that is something else."""

    name: str
    face: str
    games: Mapping[str, Settings]
    alone: Mapping[str, Settings] = dataclasses.field(default_factory=dict)

    def plays(self, game: str | None) -> bool:
        """Whether it plays a game; None: all of them."""
        return "" in self.games or set(GAMES if game is None else [game]) <= set(self.games)

    def settings(self, game: str, seats: int = 2) -> Settings:
        by_game = {**self.games, **self.alone} if seats == 1 else self.games
        return by_game.get(game) or by_game[""]

    def searches(self, game: str) -> bool:
        """Whether it needs the compiled search, which a table does not wait for."""
        return KINDS[str(self.settings(game)["kind"])] >= HALVING


# From gentle to strong. The settings of a search are those for two players: more of them share the same time.
LEVELS: tuple[Level, ...] = (
    Level("random", "sheep", {"": {"kind": "random"}}),
    Level(
        "easy",
        "child",
        {
            "peloponnes": {"kind": "soft", "temperature": 400},
            "peloponnes_card": {"kind": "soft", "temperature": 300},
            "hellas": {"kind": "soft", "temperature": 50},
            "poseidon": {"kind": "soft", "temperature": 150},
        },
    ),
    Level("greedy", "merchant", {"": {"kind": "greedy"}}),
    Level(
        "middle",
        "captain",
        {
            "peloponnes": {"kind": "halving", "simulations": 48},
            "peloponnes_card": {"kind": "halving", "simulations": 48},
            "hellas": {"kind": "tree", "simulations": 60, "depth": 0, "exploration": 0.15, "prior": 1.0},
            "poseidon": {"kind": "halving", "simulations": 8, "candidates": 4, "points": 150},
        },
    ),
    Level(
        "hard",
        "general",
        {
            "peloponnes": {"kind": "halving", "simulations": 1000, "effort": 200_000},
            "peloponnes_card": {"kind": "halving", "simulations": 600, "effort": 160_000},
            # One greedy decision before a position is looked at: what was begun is then mostly carried out.
            "hellas": {"kind": "tree", "simulations": 1600, "depth": 1, "exploration": 0.15, "prior": 1.0},
            "poseidon": {"kind": "halving", "simulations": 48, "candidates": 8, "points": 150, "effort": 20_000},
        },
    ),
    Level(
        "master",
        "oracle",
        {
            "peloponnes": {**BY_NETWORK, "simulations": 4000},
            # So much lies hidden that a playout tells what no look at a position does; together they tell most.
            "peloponnes_card": {**BY_NETWORK, "simulations": 3750, "shared": 8, "depth": TO_THE_END, "belief": 1},
            "hellas": {**BY_NETWORK, "simulations": 9000},
            # Where single choices matter little, playing on to the end tells more than any look at a position; a
            # network says which choices are worth it, and its word counts as some playouts.
            "poseidon": {
                "kind": "halving",
                "simulations": 150,
                "candidates": 8,
                "points": 150,
                "network": search.ALL,
                "belief": 4,
            },
        },
        # A network knows what wins; whoever is alone goes for points.
        {"peloponnes": {"kind": "halving", "simulations": 8000}},
    ),
)


def row_of(settings: Settings) -> Array:
    """A row of numbers for compiled code."""
    row: Array = blank_rows(1)[0]
    row[search.KIND] = KINDS[str(settings["kind"])]
    for name, setting in SETTINGS.items():
        row[setting.place] = np.float64(settings.get(name, setting.usual))
    return row
