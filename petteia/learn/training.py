"""Learning: what all runs have in common, and self-play where the network is.

A batch of games goes on for some steps. What a position is worth is told by what comes after it: the result where the
game ends, what the network thinks later where it does not, mixed as in TD(λ). Then the network is trained on all of
it once, and the games go on with the better one.
"""

from __future__ import annotations

import abc
import dataclasses
import json
import math
import pathlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.nn import functional

from petteia.engine.encoding import MOST_SEATS, Becomes, Line, Plan, plan_of
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption, Game, check_seats
from petteia.games import find
from petteia.learn.keeping import keep, take_up
from petteia.learn.model import Model
from petteia.learn.selfplay import Games, Positions

MEASURED = 256  # games in which numbers are measured


@dataclasses.dataclass
class Settings:
    """All that a run of training depends on; kept with its result."""

    game: str
    seats: list[int]  # those of the games side by side, in turns: [2, 2, 3] has two of three with two players
    games: int = 16384  # side by side
    times: int = 32  # that all games are looked at between two rounds of training
    steps: int = 1  # from one time to the next: long games need not be learned by every decision
    seconds: float = 500.0
    batch: int = 8192
    rate: float = 1e-3
    last_rate: float = 3e-5
    temperature: float = 0.06  # of choices, in logarithms of the chance to win
    last_temperature: float = 0.02
    look_ahead: float = 0.9  # λ: how far results count beside what the network thinks later
    seed: int = 1
    device: str = "cuda"
    evaluations: int = 5
    evaluated: int = 4096  # games against the greedy bot in each
    threads: int = 1  # that play, where bots play for the network to watch
    learned: float = 1.0  # how far what was learned counts beside `value` where compiled code plays

    def with_given(self, given: list[str]) -> Settings:
        """With settings that somebody has written as name=number."""
        kinds = {field.name: float if field.type == "float" else int for field in dataclasses.fields(self)}
        numbers = {name: kind for name, kind in kinds.items() if name not in ("game", "seats", "device")}
        found: dict[str, Any] = {}
        for word in given:
            name, _, number = word.partition("=")
            if name not in numbers:
                raise BadOption(f"'{word}': write settings as name=number; there are {', '.join(numbers)}")
            try:
                found[name] = numbers[name](number)
            except ValueError:
                raise BadOption(
                    f"'{word}': that is no {'number' if numbers[name] is float else 'whole number'}"
                ) from None
        return dataclasses.replace(self, **found)


def scales_of(game: Game, seats: list[int], device: str) -> tuple[float, float]:
    """How far `value`s and final points lie apart, measured in whole games of greedy bots: numbers are divided by
    that."""
    torch.manual_seed(0)
    games = Games(game, MEASURED, seats, 0, device)
    model = Model(units_of(games.plan), 1.0, 1.0).to(device)
    all_greedy = torch.ones(games.many, MOST_SEATS, device=device, dtype=torch.bool)
    values, points, left = [], [], torch.ones_like(games.over)
    while left.any():
        seen = games.collect(model, 1, 1, 0.0, all_greedy)
        there = there_are(seen.seats)
        values.append((seen.values - _mean(seen.values, seen.seats))[there & left[:, None]])
        points.append((seen.scores - _mean(seen.scores, seen.seats))[there & (left & seen.ended)[..., None]])
        left = left & ~seen.ended[0]
    return max(float(torch.cat(values).std()), 1e-3), max(float(torch.cat(points).std()), 1e-3)


def check(game: str, seats: str, games: int, begin: pathlib.Path | None) -> list[int]:
    """The numbers of players that somebody has written; says what is wrong with what he wants."""
    found = find(game)
    words = [word.strip() for word in seats.split(",")]
    if not all(word.isdecimal() for word in words):
        raise BadOption(f"'{seats}': write numbers of players, separated by commas: 2,2,3")
    for word in words:
        check_seats(found, int(word))
    if int(words[0]) < 2 or "1" in words:
        raise BadOption("a network learns from winning and losing: two players at least")
    if games < 1:
        raise BadOption(f"there must be a game to learn from, not {games}")
    if begin is not None and not (begin.exists() and begin.with_suffix(".json").exists()):
        raise BadOption(f"{begin}: there is no such network, or no .json beside it that says how it was trained")
    return [int(word) for word in words]


def units_of(plan: Plan) -> torch.Tensor:
    """What each entry is multiplied by, so that all are about 1."""
    units = torch.ones(plan.width)
    for line in plan.lines:
        if line[Line.KIND] in (Becomes.NUMBER, Becomes.AMOUNT):
            units[line[Line.FIRST]] = 1 / 16
            units[line[Line.FIRST] + 1] = 1 / 24
    return units


def targets(seen: Positions, look_ahead: float, point_scale: float) -> tuple[torch.Tensor, torch.Tensor]:
    """What each position turned out to be worth, by seat: the result where its game has ended by the next time, else
    what was thought then, and what that turned out to be worth. Of the last time nothing is known but the thought."""
    win, points = seen.win.clone(), seen.points.clone()
    ends = (seen.scores - _mean(seen.scores, seen.seats)) / point_scale
    for after in range(len(win) - 1, 0, -1):
        ended = seen.ended[after][:, None]
        later_win = look_ahead * win[after] + (1 - look_ahead) * seen.win[after]
        later_points = look_ahead * points[after] + (1 - look_ahead) * seen.points[after]
        win[after - 1] = torch.where(ended, seen.shares[after], later_win)
        points[after - 1] = torch.where(ended, ends[after], later_points)
    return win, points


def there_are(seats: torch.Tensor) -> torch.Tensor:
    return torch.arange(MOST_SEATS, device=seats.device) < seats[..., None]


def _mean(by_seat: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
    return (by_seat * there_are(seats)).sum(-1, keepdim=True) / seats[..., None]


def as_seen(by_seat: torch.Tensor, eyes: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
    """Numbers by seat, counted from the seat that looks."""
    turn = (torch.arange(MOST_SEATS, device=eyes.device) + eyes[:, None]) % seats[:, None]
    return by_seat.gather(1, turn.long()) * there_are(seats)


class Course(abc.ABC):
    """A run of learning, whatever it learns from, that can be taken up again."""

    decisions = 0  # that were played in this run

    def __init__(self, settings: Settings, begin: pathlib.Path | None = None) -> None:
        self.settings = settings
        self.game = find(settings.game)
        self.plan = plan_of(self.game, self.game.box)
        self.runs = [dataclasses.asdict(settings)]  # with those that this one goes on from
        self.curve: list[dict[str, Any]] = []
        self.rounds, self.seconds = 0, 0.0
        scales = self.scales() if begin is None else (1.0, 1.0)
        torch.manual_seed(settings.seed)
        self.model = Model(units_of(self.plan), *scales)
        if begin is not None:
            take_up(self.model, self.plan, begin)
            known = json.loads(begin.with_suffix(".json").read_text())
            self.runs, self.curve = [*known["runs"], *self.runs], known["curve"]
            self.rounds, self.seconds = self.curve[-1]["rounds"], self.curve[-1]["seconds"]
        self.model.learned.fill_(settings.learned)
        self.model.to(settings.device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=settings.rate, weight_decay=1e-4)

    @abc.abstractmethod
    def scales(self) -> tuple[float, float]:
        """How far `value`s and final points lie apart: numbers are divided by that."""

    @abc.abstractmethod
    def round(self, part: float) -> float:
        """Plays and learns once, so far into the run; the mean loss."""

    @abc.abstractmethod
    def against_greedy(self) -> Iterator[tuple[int, float, int, float]]:
        """The network alone against greedy bots: for each number of seats the share of wins, of how many games, and by
        how many points it was ahead of the best other."""

    def run(self, folder: pathlib.Path, told: Callable[[float, dict[str, Any] | None], None]) -> None:
        """Learns for as long as the settings say; `told` hears how much is done, and of every evaluation. Broken off,
        it keeps what was learned since the last one."""
        losses: list[float] = []
        try:
            self._learn(folder, told, losses)
        except (KeyboardInterrupt, PetteiaError):
            if losses:
                self.curve.append(self._so_far(_mean_of(losses)))
                self.save(folder)
            raise

    def _learn(
        self, folder: pathlib.Path, told: Callable[[float, dict[str, Any] | None], None], losses: list[float]
    ) -> None:
        """Leaves in `losses` those of the rounds since the last evaluation."""
        settings, began, before = self.settings, time.perf_counter(), self.seconds
        next_look = 0.0
        while True:
            spent = time.perf_counter() - began
            part = min(spent / settings.seconds, 1.0)
            self.seconds = before + spent
            if part >= next_look:
                self.evaluate(_mean_of(losses))
                self.save(folder)
                told(part, self.curve[-1])
                losses.clear()
                next_look = (math.floor(part * settings.evaluations) + 1) / settings.evaluations
                if part >= 1.0:
                    return
            told(part, None)
            for group in self.optimizer.param_groups:
                group["lr"] = settings.rate * (settings.last_rate / settings.rate) ** part
            losses.append(self.round(part))
            self.rounds += 1

    def descend(
        self,
        found: tuple[torch.Tensor, torch.Tensor],
        win: torch.Tensor,
        points: torch.Tensor,
        seats: torch.Tensor,
        beside: torch.Tensor | float = 0.0,
    ) -> torch.Tensor:
        """One step towards what positions turned out to be worth, and down with what counts `beside` that; the loss."""
        logits, ends = found
        loss = -(win * logits.log_softmax(1)).sum(1).mean()
        off = functional.smooth_l1_loss(ends, points, reduction="none") * there_are(seats)
        loss = loss + 0.1 * off.sum(1).mean() + beside
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return loss.detach()

    def evaluate(self, loss: float) -> None:
        """Lets the network play against the greedy bot, and adds that to the curve."""
        row = self._so_far(loss)
        for seats, wins, games, margin in self.against_greedy():
            found = {"wins": round(wins, 4), "games": games, "margin": round(margin, 2)}
            row[f"against greedy, {seats} seats"] = found
        self.curve.append(row)

    def _so_far(self, loss: float) -> dict[str, Any]:
        return {
            "seconds": round(self.seconds),
            "rounds": self.rounds,
            "decisions": self.decisions,
            "loss": round(loss, 4),
        }

    def save(self, folder: pathlib.Path) -> None:
        """Keeps what players read and training goes on from, and what is known of it."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.settings.game}.npz"
        keep(self.model, self.plan, path)
        known, fresh = path.with_suffix(".json"), path.with_suffix(".new.json")
        fresh.write_text(json.dumps({"runs": self.runs, "curve": self.curve}, indent=1) + "\n")
        fresh.replace(known)


def _mean_of(losses: list[float]) -> float:
    return sum(losses) / max(len(losses), 1)


class Training(Course):
    """Learning from self-play, the rules where the network is."""

    def __init__(self, settings: Settings, begin: pathlib.Path | None = None) -> None:
        super().__init__(settings, begin)
        self.games = Games(self.game, settings.games, settings.seats, settings.seed, settings.device)
        self.judges = Games(self.game, settings.evaluated, settings.seats, settings.seed + 1000, settings.device)

    def scales(self) -> tuple[float, float]:
        return scales_of(self.game, self.settings.seats, self.settings.device)

    def round(self, part: float) -> float:
        settings = self.settings
        temperature = settings.temperature + part * (settings.last_temperature - settings.temperature)
        found = self.learn(self.games.collect(self.model, settings.times, settings.steps, temperature))
        self.decisions = self.games.decisions
        return found

    def learn(self, seen: Positions) -> float:
        settings = self.settings
        win, points = targets(seen, settings.look_ahead, float(self.model.point_scale))
        self.model.used |= (seen.rows != 0).flatten(0, 1).any(0)
        rows, values = seen.rows.flatten(0, 1), seen.values.flatten(0, 1)
        seats, eyes = seen.seats.flatten(), seen.eyes.flatten()
        win = as_seen(win.flatten(0, 1), eyes, seats)
        points = as_seen(points.flatten(0, 1), eyes, seats)
        order = torch.randperm(seen.win[:-1, :, 0].numel(), device=rows.device)  # but the last time
        losses = []
        for begin in range(0, len(order), settings.batch):
            which = order[begin : begin + settings.batch]
            with torch.autocast(settings.device, torch.bfloat16, enabled=settings.device == "cuda"):
                found = self.model(rows[which], values[which], seats[which])
            losses.append(self.descend(found, win[which], points[which], seats[which]))
        return float(torch.stack(losses).mean())

    def against_greedy(self) -> Iterator[tuple[int, float, int, float]]:
        _, shares, margins = self.judges.against_greedy(self.model)
        for seats in sorted(set(self.settings.seats)):
            of = self.judges.seats == seats
            yield seats, float(shares[of].mean()), int(of.sum()), float(margins[of].mean())
