"""A network that learns from what bots try (`watching`): what a position is worth is what came of it, and of two
choices of the same decision, what one brought more than the other.

Processors play while the network learns; what was seen last is kept, and batches are drawn out of it.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from petteia.arena.simulate import margins_of
from petteia.bots.roster import find as find_bot
from petteia.bots.roster import networks
from petteia.bots.roster.minds import Mind
from petteia.bots.roster.players import row_for
from petteia.bots.search import TRIED
from petteia.learn.keeping import parts_of
from petteia.learn.training import Course, Settings
from petteia.learn.watching import FIELDS, LEARNED, Array, Watched, Watching, joined

KEPT = 400_000  # decisions, those seen last
PIECES = 64  # of work in a round
BATCHES = 8  # drawn in a round
GREEDY_PART = 0.5  # of a run that begins anew: so long greedy bots play alone
COMPARED = 30.0  # how much it counts what one choice brings more than the others, beside what each brings


class Studying(Course):
    """Learning from what bots play, on all cores, or on all machines of a Ray cluster."""

    def __init__(self, settings: Settings, begin: pathlib.Path | None = None, ray: str | None = None) -> None:
        self.watching = Watching(settings.game, settings.seats, settings.seed, settings.steps, settings.threads, ray)
        self.seen = [joined(list(self.watching.watch(PIECES, None)))]
        self.alone = GREEDY_PART if begin is None else 0.0
        self.rng = np.random.default_rng(settings.seed)
        super().__init__(settings, begin)

    def run(self, folder: pathlib.Path, told: Callable[[float, dict[str, Any] | None], None]) -> None:
        with self.watching.crew:
            super().run(folder, told)

    def scales(self) -> tuple[float, float]:
        seen = self.seen[0]
        there = np.arange(seen.values.shape[-1]) < seen.seats[..., None]
        mean = np.where(there, seen.values, 0).sum(-1, keepdims=True) / np.maximum(seen.seats, 1)[..., None]
        return float((seen.values - mean)[there].std()), float(seen.points[there].std())

    def round(self, part: float) -> float:
        coming = self.watching.watch(PIECES, self.weights() if part >= self.alone else None)
        losses = [self.learn(joined(self.draw(self.settings.batch // TRIED))) for _ in range(BATCHES)]
        self.seen.append(joined(list(coming)))
        self.decisions += len(self.seen[-1]) * self.settings.steps
        while sum(map(len, self.seen)) > KEPT:
            self.seen.pop(0)
        return sum(losses) / BATCHES

    def draw(self, many: int) -> list[Watched]:
        """Some decisions at random, of all rounds that are kept."""
        sizes = np.array([len(part) for part in self.seen])
        of = self.rng.choice(len(sizes), many, p=sizes / sizes.sum())
        return [part.some(self.rng.integers(len(part), size=int((of == i).sum()))) for i, part in enumerate(self.seen)]

    def learn(self, seen: Watched) -> float:
        told = {name: torch.from_numpy(getattr(seen, name)).to(self.settings.device) for name in FIELDS}
        there = told["seats"] > 0
        entries, amounts, values, seats, win, points = (told[name][there] for name in FIELDS)
        self.model.used[entries[amounts != 0].long()] = True
        logits, ends = self.model.of_entries(entries.int(), amounts.float(), values, seats)
        points = points / self.model.point_scale
        tried = there.clone()
        tried[:, TRIED:] = False
        apart = self.compared(logits.softmax(1)[:, 0], win[:, 0], there, tried)
        apart = apart + 0.1 * self.compared(ends[:, 0], points[:, 0], there, tried)
        return float(self.descend((logits, ends), win, points, seats, COMPARED * apart))

    def compared(
        self, thought: torch.Tensor, found: torch.Tensor, there: torch.Tensor, tried: torch.Tensor
    ) -> torch.Tensor:
        """How far off it is what one choice brings more than the mean of all that were tried in the same decision."""
        off = torch.zeros(there.shape, device=thought.device).masked_scatter(there, thought - found)
        mean = (off * tried).sum(1, keepdim=True) / tried.sum(1, keepdim=True).clamp(min=1)
        return ((off - mean)[tried] ** 2).mean()

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
