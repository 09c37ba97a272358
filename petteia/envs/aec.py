"""The games for PettingZoo: seats as agents that decide one after another.

import petteia.envs
import pettingzoo

env = pettingzoo.make("aec", "petteia/peloponnes-v0", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from petteia.batch import WIN
from petteia.engine.boxes import Box
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption
from petteia.engine.stepping import NO_ONE, SEATS, WHO_DECIDES
from petteia.engine.verbs import OVER
from petteia.envs import rendering
from petteia.envs.spaces import choices_space, observations_space
from petteia.envs.table import ENDS, ILLEGAL, PENALTY, RAISES, Table
from petteia.match import Match
from petteia.observing import COMPACT, Array


class NotBegun(PetteiaError):
    """Something was asked of an environment before its first `reset`."""


class PetteiaAEC(AECEnv, EzPickle):
    """A game of several seats, which are the agents "player_0", "player_1"… in the order of play.

    An observation is a dictionary as in PettingZoo's classics: `observation`, what the agent may know
    (`table.observer` says what its numbers are), and `action_mask`, what it can choose, all 0 where another agent
    decides. Rewards come at the end: `win` the share of the win, `rank` the part of the others that one is ahead of, or
    `points`.

    An illegal choice `ends` the game, with a reward of -1 for whoever made it, or the same agent is asked `again`, and
    its `info["illegal"]` is the clause that forbids it; or it `raises` IllegalChoice. `max_cycles` decisions cut a game
    short.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo wants it
        "render_modes": list(rendering.MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        box: str | os.PathLike[str] | Box | None = None,
        *,
        observe: str = COMPACT,
        reward: str = WIN,
        illegal: str = ENDS,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            seats,
            options,
            box,
            observe=observe,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )
        super().__init__()
        if illegal not in ILLEGAL:
            raise BadOption(f"an illegal choice {', '.join(ILLEGAL[:-1])} or {ILLEGAL[-1]}, not {illegal!r}")
        if max_cycles is not None and not max_cycles >= 1:
            raise BadOption(f"a game is cut short after at least one decision, not {max_cycles!r}")
        self.table = Table(game, seats, options, box, observe=observe, reward=reward)
        self.illegal, self.max_cycles = illegal, max_cycles
        self.render_mode = rendering.checked(render_mode)
        self.metadata = {**self.metadata, "name": f"petteia_{game}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = self.table.game.space.size
        self.observation_spaces = {
            agent: observations_space(self.table.observer, space, masked=True) for agent in self.possible_agents
        }
        self.action_spaces = {agent: choices_space(space) for agent in self.possible_agents}
        self.state_space = spaces.Box(
            np.tile(self.table.observer.low, seats), np.tile(self.table.observer.high, seats), dtype=self._dtype
        )
        # What a step takes, near at hand: it is made a hundred thousand times a second.
        self._steps, self._mask, self._size, self._row = self.table.steps, self.table.mask, space, self.table.own_row
        self._quick = observe == COMPACT  # the row is written by the same call that plays
        self._looks = WHO_DECIDES if self._quick else NO_ONE
        self._counts = max_cycles is not None or render_mode == "human"
        self._ready = False  # whether what the row holds is the observation of who decides
        self._done = True
        self._cycles = 0

    @property
    def _dtype(self) -> Any:
        return self.table.observer.dtype

    def __getattr__(self, name: str) -> Any:
        if name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
            raise AttributeError(f"{name} are there after the first reset()")
        raise AttributeError(name)

    # -- what it offers ------------------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def match(self) -> Match:
        """The game as a petteia.Match with its past."""
        self._check_begun()
        return self.table.match

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the game that `petteia.new` deals by this seed. (There are no options for a single game.)"""
        self.table.deal(seed)
        self._played = self.table.played
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._done, self._cycles = False, 0
        self._ready = False
        self.agent_selection = self.possible_agents[self.table.decides]

    def step(self, action: int | None) -> None:
        if self._done:
            self._step_of_the_dead(action)
            return
        if action is None:
            raise BadOption(f"{self.agent_selection} decides: None is for agents whose game is over")
        choice = int(action)
        if not (0 <= choice < self._size and self._mask[choice]):
            self._answer_illegal(choice)
            return
        decides = self._steps(choice, self._looks) % SEATS - 1
        self._played.append(choice)
        if decides == OVER:
            table = self.table
            self._finish(dict(zip(self.possible_agents, table.rewards(), strict=True)), self.terminations)
            return
        self.agent_selection = self.possible_agents[decides]
        self._ready = self._quick
        if self._counts:
            self._count()

    def _count(self) -> None:
        """What is done at each decision where somebody wants it: counting, and showing the table."""
        self._cycles += 1
        if self._cycles == self.max_cycles:
            self._finish({}, self.truncations)
        elif self.render_mode == "human":
            self.render()

    def _answer_illegal(self, choice: int) -> None:
        if self.illegal == RAISES:
            self.table.refuse(choice)
        who = self.agent_selection
        clause = self.table.match.why_not(choice)
        self.infos[who] = {"illegal": str(clause)}
        if self.illegal == ENDS:
            self.infos[who]["action"] = choice
            self._finish({who: PENALTY}, self.terminations)
        else:
            self._count()

    def _finish(self, rewards: dict[str, float], ended: dict[str, bool]) -> None:
        self._done, self._ready = True, False
        for agent in self.agents:
            self.rewards[agent] = self._cumulative_rewards[agent] = rewards.get(agent, 0.0)
            ended[agent] = True
        self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def _step_of_the_dead(self, action: int | None) -> None:
        self._check_begun()
        if self.agents:
            self._was_dead_step(action)

    # -- looking -------------------------------------------------------------------------------------------------------

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        self._check_begun()
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def observe(self, agent: str) -> dict[str, Array]:
        if self._ready and agent == self.agent_selection:
            return {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        self._check_begun()
        row, decides = self.table.row(self._seats[agent]), agent == self.agent_selection and not self._done
        self._ready = False
        return {"observation": row, "action_mask": self._mask.copy() if decides else np.zeros_like(self._mask)}

    def last(self, observe: bool = True) -> tuple[dict[str, Array] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        if not observe:
            observation = None
        elif self._ready:  # as observe() does, without the way there
            observation = {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        else:
            observation = self.observe(agent)
        return (
            observation,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> Array:
        """What all seats know together, one after another: for training with a critic that sees it all."""
        self._check_begun()
        rows = [self.table.row(seat) for seat in range(self.table.seats)]
        self._ready = False
        return np.concatenate(rows)

    def render(self) -> Any:
        self._check_begun()
        return rendering.rendered(self.table.match, self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def _check_begun(self) -> None:
        if "agents" not in self.__dict__:
            raise NotBegun("call reset() first: no game has begun")


def parallel_env(game: str, **settings: Any) -> Any:
    """The same as a parallel environment, as far as a game in turns can be one: of the actions of all agents, that of
    `infos[agent]["active_agent"]` counts."""
    return turn_based_aec_to_parallel_wrapper(PetteiaAEC(game, **settings))
