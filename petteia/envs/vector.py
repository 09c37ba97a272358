"""Thousands of games at once for Gymnasium, stepped by compiled code without a loop over games in Python.

envs = gymnasium.make_vec("petteia/Peloponnes-v0", num_envs=1024, opponents=["greedy"])
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from petteia.batch import WIN, Batch
from petteia.bots import find
from petteia.bots.greedy import SOFT, choose_in_batch
from petteia.bots.roster.players import row_for
from petteia.bots.search import HALVING, KIND, TEMPERATURE
from petteia.engine import news
from petteia.engine.boxes import Box
from petteia.engine.game import BadOption, Game
from petteia.engine.records import new
from petteia.envs import rendering
from petteia.envs.alone import OPPONENTS, check_seat, seats_with
from petteia.envs.spaces import choices_space, observations_space
from petteia.match import Match
from petteia.observing import COMPACT, Array, Observer


class PetteiaVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once over a `petteia.Batch`. Settings, observations, rewards and infos are those of PetteiaEnv,
    with an item for each game.

    Opponents are `random`, `easy` and `greedy`; those that search are for `vectorization_mode="sync"` or "async". All
    three autoreset modes of Gymnasium are there; where NEXT_STEP returns the end of a game, the mask is that of the
    next one. With `copy=False` what is returned is the batch's own memory, and the next step changes it. An illegal
    choice raises IllegalInBatch, and nothing is played.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Sequence[str] | None = OPPONENTS,
        *,
        seats: int | None = None,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: str | os.PathLike[str] | Box | None = None,
        observe: str = COMPACT,
        masked: bool = False,
        reward: str = WIN,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        count = seats_with(opponents, seats)
        check_seat(seat, count, opponents)
        alone = opponents is None
        self.batch = Batch(
            game,
            count,
            num_envs,
            0,
            options,
            box,
            observe=observe if alone else None,  # else bots decide before anybody looks
            reward=reward,
            most_decisions=max_episode_steps,
            threads=threads,
        )
        self.num_envs, self.masked, self.copy, self.fixed_seat = num_envs, masked, copy, seat
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = rendering.checked(render_mode)
        self.metadata = {"render_modes": list(rendering.MODES), "autoreset_mode": self.autoreset_mode}
        kind, box_read = self.batch.game, self.batch.box
        self.observer = Observer.of(kind, count, box_read, observe)
        self.single_observation_space = observations_space(self.observer, kind.space.size, masked=masked)
        self.single_action_space = choices_space(kind.space.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._blank = kind.blank({} if options is None else options, count, box_read)
        self._desk = self.observer.desk()
        self._everywhere = np.ones(num_envs, np.bool_)
        self._final = self.observer.blank(num_envs, 1)
        self._ended = np.zeros(num_envs, np.bool_)  # in the last step, and not yet begun anew
        self._bots = None if alone else _Bots(self, opponents or ())
        self._begun = False

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all games, or those of `options["reset_mask"]`. By a seed, game i is the one that `petteia.new` deals
        by the seed `seed + i`."""
        where = self._reset_mask(options)
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seeds: list[int | None] | None = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = None if seed is None else list(seed)
        if seeds is None and not self._begun:
            seeds = self.np_random.integers(2**62, size=self.num_envs).tolist()
        self._begun = True
        self.batch.deal(where, seeds)
        self._ended &= ~where
        if self._bots is not None:
            self._bots.sit_down(where)
            self._bots.play(where, _Came(self.num_envs))
        self._look()
        return self._observed(), self._told()

    def _reset_mask(self, options: dict[str, Any] | None) -> Array:
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            return self._everywhere.copy()
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise BadOption(f"options['reset_mask'] is an array of {self.num_envs} truth values")
        if not mask.any():
            raise BadOption("options['reset_mask'] says that no game shall begin")
        return mask

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        if not self._begun:
            raise BadOption("no game has begun: call reset()")
        batch, begins = self.batch, self._ended
        waiting = bool(begins.any())
        if waiting and self.autoreset_mode == AutoresetMode.DISABLED:
            raise BadOption("games are over: call reset(options={'reset_mask': …}) for them before the next step")
        came = _Came(self.num_envs)
        acted = batch.to_move.copy() if self._bots is None else self._bots.seat
        batch.step(actions, ~begins if waiting else None)
        came.add(batch, acted)
        if self._bots is not None:
            if waiting:
                self._bots.sit_down(begins)
            self._bots.play(~came.ended, came)
        info: dict[str, Any] = {}
        self._ended = came.ended
        if came.any:
            self.write(batch.endings, came.ended, acted, self._final)
            info = self._told_of_ends(came)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                info = self._begin_at_once(came, info)
        self._look()
        observed = self._observed()
        if came.any and self.autoreset_mode != AutoresetMode.SAME_STEP:
            rows = observed["observation"] if self.masked else observed
            rows[came.ended] = self._final[came.ended, 0]
        return observed, came.rewards, came.over, came.truncated, {**self._told(), **info}

    def _begin_at_once(self, came: _Came, told: dict[str, Any]) -> dict[str, Any]:
        """What SAME_STEP tells of games that are over; the next ones begin."""
        ended = came.ended.copy()
        self._ended = np.zeros_like(ended)
        rows = np.empty(int(ended.sum()), object)
        if self.masked:
            nothing = np.zeros(self.single_action_space.n, np.int8)
            rows[:] = [{"observation": row, "action_mask": nothing.copy()} for row in self._final[ended, 0].copy()]
        else:
            rows[:] = list(self._final[ended, 0].copy())
        final = np.full(self.num_envs, None, object)
        final[ended] = rows
        if self._bots is not None:
            self._bots.sit_down(ended)
            self._bots.play(ended, _Came(self.num_envs))
        return {"final_obs": final, "_final_obs": ended, "final_info": told, "_final_info": ended.copy()}

    # -- looking -------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if self._bots is not None:
            self._bots.look()

    def _observed(self) -> Any:
        rows = self.batch.observations if self._bots is None else self._bots.rows[:, 0]
        rows = rows.copy() if self.copy else rows
        return {"observation": rows, "action_mask": self._masks()} if self.masked else rows

    def write(self, states: Array, where: Array, seats: Array, rows: Array) -> None:
        """Writes what the seats, one for each game, may know of some states."""
        self.observer.write(self._desk, states, where, seats.reshape(-1, 1), rows)

    def _masks(self) -> Array:
        masks = self.batch.masks.view(np.int8)
        return masks.copy() if self.copy else masks

    def _told(self) -> dict[str, Any]:
        seats = self.batch.to_move if self._bots is None else self._bots.seat
        return {
            "action_mask": self._masks(),
            "_action_mask": self._everywhere.copy(),
            "seat": seats.copy(),
            "_seat": self._everywhere.copy(),
        }

    def _told_of_ends(self, came: _Came) -> dict[str, Any]:
        batch = self.batch
        told: dict[str, Any] = {
            "scores": batch.scores.copy(),
            "ranks": batch.ranks.copy(),
            "rewards": came.all_rewards,
        }
        return told | {f"_{name}": came.ended.copy() for name in told}

    def render(self) -> tuple[Any, ...]:
        """The table of each game."""
        batch = self.batch
        states = batch.states
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            states = states.copy()
            states[self._ended] = batch.endings[self._ended]
        return tuple(
            rendering.rendered(_match(batch.game, batch.box, self._blank, batch.seats, one), self.render_mode)
            for one in states
        )


class _Came:
    """What came of one step in all games."""

    def __init__(self, games: int) -> None:
        self.over, self.truncated = np.zeros((2, games), np.bool_)
        self.rewards = np.zeros(games)
        self.all_rewards: Array = np.zeros((games, 0))
        self.any = False

    @property
    def ended(self) -> Array:
        ended: Array = self.over | self.truncated
        return ended

    def add(self, batch: Batch, seats: Array) -> None:
        """What the batch's last step has ended."""
        ended = np.flatnonzero(batch.over | batch.truncated)
        if not len(ended):
            return
        rewards = batch.rewards
        if self.any:
            self.all_rewards += rewards
        else:
            self.any, self.all_rewards = True, rewards
        self.rewards[ended] += rewards[ended, seats[ended]]
        self.over |= batch.over
        self.truncated |= batch.truncated


class _Bots:
    """Those who sit at the other seats, and where the agent sits."""

    def __init__(self, env: PetteiaVectorEnv, names: Sequence[str]) -> None:
        batch, games = env.batch, env.num_envs
        self._env, self._batch, game = env, batch, batch.game
        self._order = np.array([_kind_of(name, game, batch.seats) for name in names], np.int64)
        self.seat = np.zeros(games, np.int8)
        self.rows = env.observer.blank(games, 1)
        self._kinds = np.zeros((games, batch.seats), np.int64)
        self._rngs = np.zeros((games, 4), np.uint64)
        self._chosen = np.zeros(games, np.int32)
        self._everywhere = np.ones(games, np.bool_)
        self._memory = news.muted(), np.zeros(game.space.size, np.int32), new(game.state, 2)

    def sit_down(self, where: Array) -> None:
        """Seats everybody anew, and gives the bots fresh luck, in the games that begin."""
        luck, games, seats = self._env.np_random, int(where.sum()), self._batch.seats
        fixed = self._env.fixed_seat
        self.seat[where] = luck.integers(seats, size=games, dtype=np.int8) if fixed is None else fixed
        self._rngs[where] = luck.integers(1, 2**63, size=(games, 4), dtype=np.uint64)
        if len(self._order):
            places = (np.arange(seats) - self.seat[where, None] - 1) % seats  # after the agent; his own is the last
            self._kinds[where] = np.append(self._order, 0)[places]

    def play(self, where: Array, came: _Came) -> None:
        """Lets them decide in some games until it is the agent's turn, or the game has ended."""
        batch = self._batch
        todo = where & (batch.to_move != self.seat)
        while todo.any():
            box, states = batch.box.record, batch.states
            choose_in_batch(box, states, batch.to_move, todo, self._kinds, *self._memory, self._rngs, self._chosen)
            batch.step(self._chosen, todo)
            came.add(batch, self.seat)
            todo &= ~(batch.over | batch.truncated) & (batch.to_move != self.seat)

    def look(self) -> None:
        """Writes what the agent may know."""
        self._env.write(self._batch.states, self._everywhere, self.seat, self.rows)


def _kind_of(name: str, game: Game, seats: int) -> int:
    """The number of a bot that plays in the same compiled code as the games."""
    named = find(name, game.name)
    row = None if named.level is None else row_for(named, game.name, seats)
    if row is None or row[KIND] >= HALVING:
        raise BadOption(
            f"'{name}' cannot play thousands of games at once, only random, easy and greedy can:"
            " make the environments with vectorization_mode='sync' or 'async'"
        )
    kind = int(row[KIND])
    return SOFT + int(row[TEMPERATURE]) if kind == SOFT else kind


def _match(game: Game, box: Box, blank: Array, seats: int, state: Any) -> Match:
    return Match.resumed(game, box, blank, seats, bytes(32), [state.tobytes()], [], dealt=False)
