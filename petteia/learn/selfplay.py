"""Many games at once that a network plays against itself."""

from __future__ import annotations

import dataclasses

import torch

from petteia.engine import news
from petteia.engine.encoding import MOST_SEATS, Plan, plan_of
from petteia.engine.game import Game
from petteia.learn.memory import Memory
from petteia.learn.model import Model
from petteia.learn.steps import Do

ROWS = 1 << 18  # choices that are tried at once
POINTS = 0.02  # what points count for beside the win, so that a decided game is played on well


@dataclasses.dataclass
class Positions:
    """What was seen of all games, every few steps: (times, games, …)."""

    rows: torch.Tensor
    values: torch.Tensor
    seats: torch.Tensor
    eyes: torch.Tensor
    win: torch.Tensor  # what each seat can hope for by the network, counted from seat 0
    points: torch.Tensor
    ended: torch.Tensor  # whether a game ended since the time before: this one is another
    shares: torch.Tensor  # of the win in the one that ended
    scores: torch.Tensor


class Games:
    """Games side by side, each dealt anew when it is over."""

    def __init__(self, game: Game, games: int, seats: list[int], seed: int, device: str, steps: int = 1) -> None:
        self.game, self.many, self.seed = game, games, seed
        self.memory = memory = Memory(device)
        self.plan: Plan = plan_of(game, game.box)
        self.lines = memory.constant(self.plan.lines)
        self.box = memory.constant(game.box.record)
        self.blank = memory.constant(game.blank({}, seats[0], game.box))
        self.news = memory.constant(news.muted())
        self.state_bytes, self.states = memory.records(game.state, games)
        _, self.hidden = memory.records(game.state, games)
        self.rngs = memory.tensor(games, 4, dtype=torch.uint64)
        self.seats = torch.tensor(seats, device=device, dtype=torch.int32).repeat(-(-games // len(seats)))[:games]
        self.streams = torch.arange(games, device=device, dtype=torch.int64)
        self.next_stream = games
        self.choices = memory.tensor(games, game.space.size, dtype=torch.int32)
        self.counts = memory.tensor(games, dtype=torch.int32)
        self.movers = memory.tensor(games, dtype=torch.int32)
        self.scores = memory.tensor(games, MOST_SEATS, dtype=torch.int32)
        self.ranks = memory.tensor(games, MOST_SEATS, dtype=torch.int32)
        self.over = memory.tensor(games, dtype=torch.bool)
        self.eyes = memory.tensor(games, dtype=torch.int32)
        tried = min(ROWS, games * game.space.size)
        _, self.work = memory.records(game.state, tried)
        self.seen_bytes, self.seen = memory.records(game.state, max(tried, games))
        self.entries = memory.tensor(max(tried, games), self.plan.most, dtype=torch.int16)
        self.amounts = memory.tensor(max(tried, games), self.plan.most, dtype=torch.int8)
        self.rows = memory.tensor(max(tried, games), self.plan.width, dtype=torch.int8)
        self.values = memory.tensor(max(tried, games), MOST_SEATS, dtype=torch.float32)
        self.worths = memory.tensor(tried, dtype=torch.float32)
        self.tried_shares = memory.tensor(tried, dtype=torch.float32)
        self.tried_ranks = memory.tensor(tried, MOST_SEATS, dtype=torch.int32)
        self.tried = tried
        self.step = 0
        self.decisions = 0
        self.deal()

    # -- the rules -----------------------------------------------------------------------------------------------------

    def do(self, what: Do, n: int, chosen: torch.Tensor | None = None, of_game: torch.Tensor | None = None) -> None:
        """Asks the rules something, of every game or of every choice that is tried."""
        array, none = self.memory.array, self.counts
        self.memory.steps.do(
            n,
            what.value,
            self.box,
            self.blank,
            self.news,
            self.states,
            self.hidden,
            array(self.rngs),
            array(self.seats),
            array(self.streams),
            array(self.choices),
            array(self.counts),
            array(self.movers),
            array(self.eyes),
            array(none if chosen is None else chosen),
            array(self.scores),
            array(self.ranks),
            array(self.over),
            array(none if of_game is None else of_game),
            self.work,
            self.seen,
            array(self.seen_bytes),
            self.lines,
            array(self.entries),
            array(self.amounts),
            array(self.rows),
            array(self.values),
            array(self.worths),
            array(self.tried_shares),
            array(self.tried_ranks),
            self.seed + (what == Do.REDRAW),
            self.step,
        )

    def deal(self) -> None:
        """Deals the games whose `streams` say which they are."""
        self.do(Do.DEAL, self.many)

    def attempt(self, of_game: torch.Tensor, chosen: torch.Tensor) -> None:
        """Tries choices, as many as there is room for."""
        self.rows[: len(chosen)].zero_()
        self.do(Do.TRY, len(chosen), chosen, of_game)

    def see(self) -> None:
        """What the seats `eyes` see of all games."""
        self.rows[: self.many].zero_()
        self.do(Do.SEE, self.many)

    def play(self, chosen: torch.Tensor) -> None:
        """Makes a choice in every game."""
        self.over.zero_()
        self.do(Do.PLAY, self.many, chosen)

    # -- a decision in every game --------------------------------------------------------------------------------------

    @torch.no_grad()
    def choose(self, model: Model, temperature: float, greedy: torch.Tensor | None = None) -> torch.Tensor:
        """A choice for every game, -1 where it is over; `greedy` says who is played by the greedy bot instead."""
        self.do(Do.LOOK, self.many)
        self.do(Do.REDRAW, self.many)
        counts = self.counts.long()
        total = int(counts.sum())
        device = self.memory.device
        of_game = torch.repeat_interleave(torch.arange(self.many, device=device), counts, output_size=total)
        place = torch.arange(total, device=device) - (torch.cumsum(counts, 0) - counts)[of_game]
        chosen = self.choices[of_game, place]
        worth = torch.empty(total, device=device)
        for begin in range(0, total, self.tried):
            part = slice(begin, min(begin + self.tried, total))
            of_part, n = of_game[part], part.stop - begin
            self.attempt(of_part.int(), chosen[part].contiguous())
            seats = self.seats[of_part]
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                win, points = model(self.rows[:n], self.values[:n], seats)
            hope = win.log_softmax(1)[:, 0]
            others = (points[:, 1:] * (torch.arange(1, MOST_SEATS, device=device) < seats[:, None])).sum(1)
            margin = points[:, 0] - others / (seats - 1).clamp(min=1)
            known = self.tried_shares[:n]
            hope = torch.where(known >= 0, known.clamp(1e-4).log(), hope) + POINTS * margin
            if temperature > 0:
                hope = hope - temperature * torch.log(-torch.log(torch.rand_like(hope).clamp(1e-9, 1 - 1e-7)))
            if greedy is not None:
                plain = self.worths[:n] + 1e-4 * torch.rand_like(hope)
                hope = torch.where(greedy[of_part, self.movers[of_part].long()], plain, hope)
            worth[part] = hope
        best = torch.full((self.many,), -1e30, device=device).scatter_reduce(0, of_game, worth, "amax")
        hit = torch.nonzero(worth == best[of_game])[:, 0]
        which = torch.full((self.many,), -1, dtype=torch.long, device=device)
        which[of_game[hit]] = hit
        self.decisions += int((counts > 0).sum())
        self.step += 1
        return (
            torch.where(which >= 0, chosen[which.clamp(min=0)], -1).int() if total else torch.full_like(self.counts, -1)
        )

    def winners(self) -> torch.Tensor:
        """Each seat's share of the win, where games are over."""
        first = (self.ranks == 1) & (torch.arange(MOST_SEATS, device=self.memory.device) < self.seats[:, None])
        return first.float() / first.sum(1, keepdim=True).clamp(min=1)

    @torch.no_grad()
    def collect(
        self, model: Model, times: int, steps: int, temperature: float, greedy: torch.Tensor | None = None
    ) -> Positions:
        """What random seats see of all games, so many times, always after so many steps."""
        device, kept = self.memory.device, []
        for _ in range(times):
            ended, shares, scores = self.go_on(model, steps, temperature, greedy)
            self.eyes = (torch.rand(self.many, device=device) * self.seats).int()
            self.see()
            rows, values = self.rows[: self.many].clone(), self.values[: self.many].clone()
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                win, points = model(rows, values, self.seats)
            turn = (torch.arange(MOST_SEATS, device=device)[None, :] - self.eyes[:, None]) % self.seats[:, None]
            hope = win.softmax(1).gather(1, turn.long())
            points = points.gather(1, turn.long())
            kept.append((rows, values, self.seats, self.eyes.clone(), hope, points, ended, shares, scores))
        return Positions(*(torch.stack(part) for part in zip(*kept, strict=True)))

    def go_on(
        self, model: Model, steps: int, temperature: float, greedy: torch.Tensor | None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Plays some steps: which games ended, with what shares of the win and what points. They are dealt anew."""
        ended, shares = torch.zeros_like(self.over), torch.zeros_like(self.scores, dtype=torch.float32)
        scores = torch.zeros_like(shares)
        for _ in range(steps):
            self.play(self.choose(model, temperature, greedy))
            over = self.over[:, None]
            ended = ended | self.over
            shares, scores = torch.where(over, self.winners(), shares), torch.where(over, self.scores.float(), scores)
            self.again()
        return ended, shares, scores

    def again(self) -> None:
        """Deals finished games anew."""
        ended = self.over
        fresh = torch.cumsum(ended.long(), 0) - 1 + self.next_stream
        self.streams = torch.where(ended, fresh, -1)
        self.next_stream += self.many
        self.deal()

    @torch.no_grad()
    def against_greedy(self, model: Model) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Plays every game to its end, the network at one seat and greedy bots at the others: the seat, its share of
        the win, and by how many points it was ahead of the best other."""
        device = self.memory.device
        own = (torch.arange(self.many, device=device) // 7) % self.seats
        greedy = torch.arange(MOST_SEATS, device=device)[None, :] != own[:, None]
        shares = torch.zeros(self.many, device=device)
        margins = torch.zeros(self.many, device=device)
        self.streams = torch.arange(self.many, device=device) + self.next_stream
        self.deal()
        self.next_stream += self.many
        left = self.many
        while left > 0:
            self.play(self.choose(model, 0.0, greedy))
            mine = self.winners().gather(1, own[:, None].long())[:, 0]
            there = torch.arange(MOST_SEATS, device=device) < self.seats[:, None]
            scores = self.scores.float()
            others = scores.masked_fill(~there | ~greedy, -1e9).amax(1)
            ahead = scores.gather(1, own[:, None].long())[:, 0] - others
            shares = torch.where(self.over, mine, shares)
            margins = torch.where(self.over, ahead, margins)
            left -= int(self.over.sum())
        self.streams = torch.arange(self.many, device=device) + self.next_stream
        self.next_stream += self.many
        self.deal()
        return own, shares, margins
