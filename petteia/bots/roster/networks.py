"""Networks that have been learned, for those levels that play with one.

A file holds the weights of a game's network by their names, those of the first layer in half precision, and of its
entries those alone that ever were other than 0 in training; and how far what was learned counts beside `value`
(`learned`, 1 where it is not said). Beside it stands what is known of its training. It was learned with the box as
printed: for another one there is none.
"""

from __future__ import annotations

import functools
import pathlib
from typing import Any

import numpy as np

from petteia.bots.network import FIRST, HIDDEN, Network
from petteia.engine.boxes import Box
from petteia.engine.encoding import Plan, plan_of
from petteia.engine.game import Game
from petteia.engine.records import as_bytes, new
from petteia.games import find

FOLDER = pathlib.Path(__file__).parent.parent / "networks"
# What `network.judge` takes, in its order; layers as (given, found).
PARTS = (
    "value_scale",
    "trust",
    "values",
    "first_bias",
    "second",
    "second_bias",
    "third",
    "third_bias",
    "win",
    "win_bias",
)

Array = np.ndarray[Any, Any]


def write(path: pathlib.Path, plan: Plan, parts: dict[str, Array], used: Array) -> None:
    """Keeps the weights of a network; `used` says which entries are worth it. One that is there is replaced once all is
    written: whoever interrupts a run does not lose it."""
    kept = np.flatnonzero(used)
    names = np.array([plan.entries[i] for i in kept])
    arrays: dict[str, Any] = {**parts, "first": parts["first"][kept].astype(np.float16), "names": names}
    fresh = path.with_suffix(".new.npz")
    np.savez_compressed(fresh, **arrays)
    fresh.replace(path)


def read(path: pathlib.Path, plan: Plan) -> dict[str, Array]:
    """The weights of a network by their names, with a row of the first layer for every entry."""
    with np.load(path) as kept:
        parts = {"learned": np.float32(1.0), **{name: kept[name] for name in kept.files}}
    places = {name: place for place, name in enumerate(plan.entries)}
    first = np.zeros((plan.width, parts["first"].shape[1]), np.float32)
    for name, row in zip(parts.pop("names"), parts["first"], strict=True):
        if name in places:  # what is told no more, counts no more
            first[places[name]] = row
    return widened({**parts, "first": first})


def widened(parts: dict[str, Array]) -> dict[str, Array]:
    """A network whose first layer was narrower once, with units that do nothing."""
    more = FIRST - parts["first"].shape[1]
    sides = {"first": (0, more), "values": (0, more), "first_bias": (more,), "second": (more, 0)}
    return {
        name: np.pad(part, [(0, side) for side in sides[name]] if name in sides else 0) for name, part in parts.items()
    }


@functools.cache
def weights_of(game: str) -> Array | None:
    """The weights of a game's network as `network.judge` takes them; None where there is none."""
    path, found = FOLDER / f"{game}.npz", find(game)
    if not path.exists():
        return None
    return flat(read(path, plan_of(found, found.box)))


def flat(parts: dict[str, Array]) -> Array:
    """Weights by their names, as `network.judge` takes them."""
    learned = {name: parts[name] * parts["learned"] for name in ("win", "win_bias")}
    parts = {**parts, **learned, "trust": parts["trust"][:1]}
    return np.concatenate([parts[name].reshape(-1) for name in (*PARTS, "first")]).astype(np.float32)


def network_for(game: Game, box: Box, weights: Array | None = None) -> Network:
    """A game's network, and what it works in; without weights where there is none for this box. Others can be given, as
    `flat` makes them."""
    if weights is None and box.fingerprint == game.box.fingerprint:
        weights = weights_of(game.name)
    plan = plan_of(game, game.box)
    seen = new(game.state)
    return Network(
        np.zeros(0, np.float32) if weights is None else weights,
        plan.lines,
        seen,
        as_bytes(seen),
        np.zeros(max(2 * plan.most, FIRST), np.int32),  # those of a position, and of the anchor
        np.zeros(2 * plan.most, np.int16),
        np.zeros(HIDDEN, np.float32),
        np.zeros((2, plan.most + 1), np.int32),
        np.zeros(plan.width, np.int16),
        np.zeros(FIRST, np.float32),
    )
