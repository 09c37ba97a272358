"""A network that learns from games of bots (`watching`): what came of a position is what it is worth.

Processors play while the network learns; what was seen last is kept, and batches are drawn out of it.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import numpy as np
import torch

from petteia.arena.simulate import margins_of
from petteia.bots.roster import find as find_bot
from petteia.bots.roster import networks
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.learn.keeping import parts_of
from petteia.learn.training import Course, Settings
from petteia.learn.watching import LEARNED, Array, Watched, Watching, joined

KEPT = 1_500_000  # positions, those seen last
PIECES = 64  # of work in a round
BATCHES = 64  # drawn in a round
GREEDY_PART = 0.3  # of a run that begins anew: so long greedy bots play alone


class Studying(Course):
    """Learning from what bots play, on all cores."""

    def __init__(self, settings: Settings, begin: pathlib.Path | None = None) -> None:
        self.watching = Watching(settings.game, settings.seats, settings.seed, settings.steps, settings.threads)
        self.seen = [joined(list(self.watching.watch(PIECES, None)))]
        self.alone = GREEDY_PART if begin is None else 0.0
        super().__init__(settings, begin)

    def scales(self) -> tuple[float, float]:
        seen = self.seen[0]
        there = np.arange(seen.values.shape[1]) < seen.seats[:, None]
        mean = np.where(there, seen.values, 0).sum(1, keepdims=True) / seen.seats[:, None]
        return float((seen.values - mean)[there].std()), float(seen.points[there].std())

    def round(self, part: float) -> float:
        coming = self.watching.watch(PIECES, self.weights() if part >= self.alone else None)
        losses = [self.learn(joined(self.draw(self.settings.batch))) for _ in range(BATCHES)]
        self.seen.append(joined(list(coming)))
        self.decisions = self.settings.steps * sum(map(len, self.seen))
        while sum(map(len, self.seen)) > KEPT:
            self.seen.pop(0)
        return sum(losses) / BATCHES

    def draw(self, many: int) -> list[Watched]:
        """Some positions at random, of all rounds that are kept."""
        rng = np.random.default_rng()
        of = rng.choice(len(self.seen), many, p=[len(part) / sum(map(len, self.seen)) for part in self.seen])
        return [part.some(rng.integers(len(part), size=int((of == i).sum()))) for i, part in enumerate(self.seen)]

    def learn(self, seen: Watched) -> float:
        there = {
            name: torch.from_numpy(getattr(seen, name)).to(self.settings.device)
            for name in ("entries", "amounts", "values", "seats", "win", "points")
        }
        entries = there["entries"].int()
        self.model.used[entries[there["amounts"] != 0].long()] = True
        found = self.model.of_entries(entries, there["amounts"].float(), there["values"], there["seats"])
        points = there["points"] / self.model.point_scale
        return float(self.descend(found, there["win"], points, there["seats"]))

    def weights(self) -> Array:
        """Of the network as it is now, for compiled players."""
        return networks.flat(parts_of(self.model))

    def against_greedy(self) -> Iterator[tuple[int, float, int, float]]:
        weights = self.weights()
        for seats in sorted(set(self.settings.seats)):
            bots = [find_bot(name, self.game.name) for name in [LEARNED, *["greedy"] * (seats - 1)]]
            rows = np.stack([row_for(bot, self.game.name, seats) for bot in bots])
            blank, games = self.game.blank({}, seats, self.game.box), self.settings.evaluated // seats * seats
            mind = Mind(self.game, rows, self.game.box, weights)
            _, scores, wins = mind.contests(self.game.box, blank, self.settings.seed + 1000, 0, games, True)
            yield seats, float(wins[:, 0].mean()), games, float(margins_of(scores)[:, 0].mean())
