"""The games for Gymnasium: one agent against bots.

import gymnasium
import petteia.envs

env = gymnasium.make("petteia/Peloponnes-v0", opponents=["greedy"] * 3)
observation, info = env.reset(seed=7)
over = False
while not over:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    over = terminated or truncated
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from petteia.batch import WIN
from petteia.bots import Bot, find
from petteia.engine.boxes import Box
from petteia.engine.game import BadOption
from petteia.engine.verbs import OVER
from petteia.envs import rendering
from petteia.envs.spaces import choices_space, observations_space
from petteia.envs.table import ENDS, ILLEGAL, PENALTY, RAISES, Table
from petteia.match import Match
from petteia.observing import COMPACT, Array

OPPONENTS = ("greedy",)


class PetteiaEnv(gymnasium.Env[Any, Any]):
    """A game in which one seat is the agent's and bots of any level decide for the others; with `opponents=None` all
    `seats` are, so that it plays against itself: each observation is then that of the seat to move.

    The agent sits at `seat`; None: drawn anew for each game. The opponents sit after it in their order. `info` has the
    `action_mask`, the `seat`, and at the end the `scores`, `ranks` and `rewards` of all seats; with `masked=True` the
    mask is in the observation too, as a dictionary of `observation` and `action_mask`. The reward comes at the end, for
    the agent's seat (against itself: for the seat that made the last choice): `win` the share of the win, `rank` the
    part of the others that it is ahead of, or `points`.

    An illegal choice `ends` the game with a reward of -1, or changes nothing (`again`), and `info["illegal"]` is the
    clause that forbids it; or it `raises` IllegalChoice.
    """

    metadata: dict[str, Any] = {"render_modes": list(rendering.MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] | None = OPPONENTS,
        *,
        seats: int | None = None,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: str | os.PathLike[str] | Box | None = None,
        observe: str = COMPACT,
        masked: bool = False,
        reward: str = WIN,
        illegal: str = ENDS,
        render_mode: str | None = None,
    ) -> None:
        count = seats_with(opponents, seats)
        if illegal not in ILLEGAL:
            raise BadOption(f"an illegal choice {', '.join(ILLEGAL[:-1])} or {ILLEGAL[-1]}, not {illegal!r}")
        check_seat(seat, count, opponents)
        self.table = Table(game, count, options, box, observe=observe, reward=reward)
        self.opponents = None if opponents is None else tuple(opponents)
        for name in self.opponents or ():
            find(name, game)
        self.fixed_seat, self.masked, self.illegal = seat, masked, illegal
        self.seat = 0
        self.render_mode = rendering.checked(render_mode)
        size = self.table.game.space.size
        self.observer = self.table.observer
        self.observation_space = observations_space(self.observer, size, masked=masked)
        self.action_space = choices_space(size)
        self._bots: dict[int, Bot] = {}
        self._over = True

    @property
    def match(self) -> Match:
        """The game as a petteia.Match with its past."""
        return self.table.match

    def action_masks(self) -> Array:
        """The legal choices as truth values, by the name that sb3-contrib asks for."""
        return self.table.mask.astype(np.bool_)

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game. By a seed it is the one that `petteia.new` deals by it."""
        super().reset(seed=seed)
        luck = self.np_random.integers(2**62, size=self.table.seats + 1)
        self.table.deal(int(luck[-1]) if seed is None else seed)
        if self.opponents is not None:
            count = self.table.seats
            self.seat = int(self.np_random.integers(count)) if self.fixed_seat is None else self.fixed_seat
            sitting = [(self.seat + 1 + place) % count for place in range(count - 1)]
            self._bots = {seat: Bot(self.opponents[n], seed=int(luck[n])) for n, seat in enumerate(sitting)}
        self._over = False
        self._let_bots_play()
        self._show()
        return self._observed(), self._told()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise BadOption("the game is over, or has not begun: call reset()")
        choice = int(action)
        if not self.table.allows(choice):
            return self._answer_illegal(choice)
        self.table.play(choice)
        acted = self.seat
        self._let_bots_play()
        reward = 0.0
        info = self._told()
        if self._over:
            rewards = self.table.rewards()
            scores, ranks = self.table.standing()
            reward = rewards[acted]
            info |= {"scores": np.array(scores), "ranks": np.array(ranks), "rewards": np.array(rewards)}
        self._show()
        return self._observed(), reward, self._over, False, info

    def _let_bots_play(self) -> None:
        """Plays on to the agent's next decision, or to the end."""
        table = self.table
        decides = table.decides
        while decides in self._bots:
            table.play(self._bots[decides].choose(table.match))
            decides = table.decides
        self._over = decides == OVER
        if self.opponents is None and not self._over:
            self.seat = decides

    def _answer_illegal(self, choice: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.illegal == RAISES:
            self.table.refuse(choice)
        info = {**self._told(), "illegal": str(self.table.match.why_not(choice))}
        self._over = self.illegal == ENDS
        return self._observed(), PENALTY if self._over else 0.0, self._over, False, info

    # -- looking -------------------------------------------------------------------------------------------------------

    def _observed(self) -> Any:
        row = self.table.row(self.seat)
        return {"observation": row, "action_mask": self.table.mask.copy()} if self.masked else row

    def _told(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask.copy(), "seat": self.seat}

    def _show(self) -> None:
        if self.render_mode == rendering.HUMAN:
            self.render()

    def render(self) -> Any:
        return rendering.rendered(self.table.match, self.render_mode)


def seats_with(opponents: Sequence[str] | None, seats: int | None) -> int:
    """How many sit at the table."""
    if opponents is None:
        return 2 if seats is None else seats
    if isinstance(opponents, str):
        raise BadOption(f"opponents are a list of bots, one for each other seat: ['{opponents}']")
    if seats is not None and seats != len(opponents) + 1:
        raise BadOption(f"{len(opponents)} opponents and the agent make {len(opponents) + 1} seats, not {seats}")
    return len(opponents) + 1


def check_seat(seat: int | None, count: int, opponents: Sequence[str] | None) -> None:
    if seat is not None and opponents is None:
        raise BadOption("whoever plays against itself sits at all seats: leave `seat` out")
    if seat is not None and (isinstance(seat, bool) or seat not in range(count)):
        raise BadOption(f"there is no seat {seat!r}: they are numbered 0 to {count - 1}")
