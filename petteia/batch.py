"""Thousands of games at once, as arrays.

batch = petteia.Batch("peloponnes", seats=4, games=1024, seed=0, observe="compact")
while True:
    choices = my_policy(batch.observations, batch.masks)
    batch.step(choices)          # finished games have left `rewards`, and are dealt anew
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from petteia.engine import chance, drivers, news
from petteia.engine.boxes import Box
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption
from petteia.engine.records import as_bytes, new
from petteia.games import find
from petteia.match import open_box
from petteia.observing import Array, Observer

REWARDS = WIN, RANK, POINTS = "win", "rank", "points"
END_OF_NUMBERS = 2**63


class IllegalInBatch(PetteiaError):
    """A choice of a batch that is not legal; nothing was played. `index` is the game it was for."""

    def __init__(self, index: int, choice: int) -> None:
        self.index = index
        self.choice = choice
        super().__init__(f"game {index}: choice {choice} is not legal; nothing was played in any game")


class Batch:
    """Many games of the same kind, each at its own decision. The arrays are the batch's own memory, not copies:
    read them, and copy what must outlast the next step.

    Games are the same however many `threads` play them. With `seeds`, each of which is what `petteia.new` takes, every
    game is the one that is dealt there, and those that follow when it has ended depend on its seed alone. `options` are
    for all games, or a list with those of each. With `most_decisions` games are cut short after so many.

    Attributes:
        to_move: (games,) the seat that decides
        masks: (games, choices) which choices are legal
        observer: says what the numbers of observations are; None without `observe`
        over: (games,) whether the last step ended a game there (it has been dealt anew)
        truncated: (games,) whether the last step cut a game short there (likewise)
        decisions: (games,) how many were made in the game that is played
        scores: (games, seats) the points of the game that ended or was cut short there last
        endings: (games,) the last state of that game
        states: (games,) the records themselves, with everything that is hidden
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        games: int = 1024,
        seed: int = 0,
        options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        box: str | os.PathLike[str] | Box | None = None,
        *,
        observe: str | None = None,
        reward: str = WIN,
        most_decisions: int | None = None,
        threads: int = 1,
        seeds: Sequence[int | str | bytes | None] | Array | None = None,
    ) -> None:
        self.game = find(game)
        self.box = open_box(self.game, box)
        _check_whole(games, "a batch has at least one game, not {}", 1)
        _check_whole(threads, "a batch is played by at least one thread, not {}", 1)
        _check_whole(seed, "the seed of a batch is a whole number from 0 to 2**63 - 1, not {}", 0)
        if most_decisions is not None:
            _check_whole(most_decisions, "a game is cut short after at least one decision, not {}", 1)
        if reward not in REWARDS:
            raise BadOption(f"the reward is one of {', '.join(REWARDS)}, not {reward!r}")
        self.seats, self.games, self.seed = seats, games, seed
        self.reward, self.most_decisions, self.threads = reward, most_decisions, threads
        self._blanks, which = self._read_options({} if options is None else options)
        self.observer = None if observe is None else Observer.of(self.game, seats, self.box, observe)
        self._make_room(which)
        self.deal(seeds=seeds)

    def _read_options(self, options: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[Array, Array]:
        """The states before the deal that there are, and which of them each game has."""
        if isinstance(options, (Mapping, str)) or not isinstance(options, Sequence):
            return self.game.blank(options, self.seats, self.box), np.zeros(self.games, np.int32)
        if len(options) != self.games:
            raise BadOption(f"options are given once, or for each of the {self.games} games, not for {len(options)}")
        kinds: dict[bytes, int] = {}
        which = [kinds.setdefault(self.game.blank(own, self.seats, self.box).tobytes(), len(kinds)) for own in options]
        return np.frombuffer(bytearray(b"".join(kinds)), self.game.state.dtype), np.array(which, np.int32)

    def _make_room(self, which: Array) -> None:
        room = self._room = _Room.made(self, which)
        self.states, self.endings, self.masks, self.to_move = room.states, room.endings, room.masks, room.movers
        self.decisions, self.over, self.truncated = room.decisions, room.over, room.truncated
        self.scores = room.scores
        count = min(self.threads, self.games)
        cuts = [slice(self.games * n // count, self.games * (n + 1) // count) for n in range(count)]
        self._parts = [_Part(self, self._blanks, room, cut) for cut in cuts]
        self._pool = ThreadPoolExecutor(count - 1, "petteia-batch") if count > 1 else None

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.game.name}, {self.seats} seats>"

    # -- playing -------------------------------------------------------------------------------------------------------

    def deal(self, where: Any = None, seeds: Sequence[int | str | bytes | None] | Array | None = None) -> None:
        """Deals games anew, or only those for which `where` is true: by `seeds`, one for each game, as `petteia.new`
        takes them; where there is none, the next game of the same series."""
        chosen, words = self._mask_of(where), np.zeros((self.games, 4), np.uint64)
        if seeds is not None:
            if not hasattr(seeds, "__len__") or len(seeds) != self.games:
                raise BadOption(f"there is a seed for each of the {self.games} games, or None in its place")
            for i, seed in enumerate(seeds):
                if seed is not None and chosen[i]:
                    words[i] = chance.seeded_rng(chance.seed_bytes(seed))
            own = words.any(1)
            self._room.series[own] = 0, 0, 1
            self._room.series[own, 0] = words[own, 0] >> np.uint64(1)
        self._each(lambda part: part.deal(words, chosen))

    def step(self, choices: Any, where: Any = None) -> None:
        """Plays one choice in every game, or only in those for which `where` is true. If one of them is not legal, none
        is played."""
        try:
            chosen = np.ascontiguousarray(choices)
        except (ValueError, TypeError):
            raise BadOption(f"step takes {self.games} whole numbers, one for each game") from None
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise BadOption(f"step takes {self.games} whole numbers, not an array {chosen.shape} of {chosen.dtype}")
        ids = chosen
        if chosen.dtype != np.int32:
            ids = np.clip(chosen, -1, self.game.space.size).astype(np.int32)
        if where is not None:
            illegal = np.int32(self.game.space.size)  # below 0 a game waits
            ids = np.where(self._mask_of(where), np.where(ids < 0, illegal, ids), np.int32(drivers.WAITS))
        if not ids.flags.writeable:  # which to Numba is another type, and its rules would be compiled again
            ids = ids.copy()
        refused = self._step(ids, where is not None)
        if refused != drivers.PLAYED_ALL:
            raise IllegalInBatch(refused, int(chosen[refused]))

    def _step(self, ids: Array, waits: bool) -> int:
        if self._pool is None:
            return self._parts[0].step(ids, waits)
        legal = self.masks[np.arange(self.games), np.clip(ids, 0, self.game.space.size - 1)]
        inside = (ids >= 0) & (ids < self.game.space.size)
        refused = ~(legal & inside | (ids == drivers.WAITS) & waits)
        if refused.any():  # asked here, since no part may play where another one cannot
            return int(refused.argmax())
        self._each(lambda part: part.step(ids, waits))
        return drivers.PLAYED_ALL

    def _each(self, work: Callable[[_Part], Any]) -> None:
        """Has work done by all threads, this one among them, each in its own part of the games."""
        first, *others = self._parts
        begun = [self._pool.submit(work, part) for part in others] if self._pool is not None else []
        work(first)
        for one in begun:
            one.result()

    def _mask_of(self, where: Any) -> Array:
        if where is None:
            return np.ones(self.games, np.bool_)
        mask = np.ascontiguousarray(where)
        if mask.shape != (self.games,) or mask.dtype != np.bool_:
            raise BadOption(f"`where` is {self.games} truth values, one for each game")
        return mask

    # -- what came of it -----------------------------------------------------------------------------------------------

    @property
    def observations(self) -> Array:
        """(games, width) what the seat to move may know, in the form that `observe` named; `observer` says what the
        numbers are."""
        self._check_observed()
        return self._room.rows[:, 0]

    @property
    def final_observations(self) -> Array:
        """(games, seats, width) what each seat could know at the end of the game that ended or was cut short there
        last."""
        self._check_observed()
        if self._room.unseen.any():
            self._each(_Part.look_back)
        return self._room.final

    def _check_observed(self) -> None:
        if self.observer is None:
            raise BadOption("this batch observes nothing: make it with observe='compact' or observe='entries'")

    @property
    def ranks(self) -> Array:
        """(games, seats) the ranks, 1 being first, of the game that ended or was cut short there last."""
        if self._room.unranked.any():
            self._each(_Part.rank)
        return self._room.ranks

    @property
    def rewards(self) -> Array:
        """(games, seats) what the last step brought, by the batch's `reward`: 0 where no game ended, also where one was
        cut short. `win`: the share of the win. `rank`: the part of the others that a seat is ahead of, ties counting
        half. `points`: the points."""
        rewards = np.zeros((self.games, self.seats), np.float32)
        ended = np.flatnonzero(self.over)
        if not len(ended):
            return rewards
        if self.reward == POINTS:
            rewards[ended] = self.scores[ended]
            return rewards
        ranks = self.ranks[ended]
        if self.reward == WIN or self.seats == 1:
            first = ranks == 1
            rewards[ended] = first / first.sum(1, keepdims=True)
        else:
            ahead = (ranks[:, :, None] < ranks[:, None, :]).sum(2)
            level = (ranks[:, :, None] == ranks[:, None, :]).sum(2) - 1
            rewards[ended] = (ahead + level / 2) / (self.seats - 1)
        return rewards

    def hidden(self, seats: Any = None, seed: int = 0, copies: int = 1) -> Batch:
        """The same games in a batch of its own, in each of which all is redrawn that a seat cannot know: the seat to
        move, or the one that is given for all games or for each (-1: a spectator). Copy k of game i is its game
        `i * copies + k`."""
        _check_whole(seed, "the seed of a batch is a whole number from 0 to 2**63 - 1, not {}", 0)
        _check_whole(copies, "there is at least one copy of each game, not {}", 1)
        eyes = np.array(self.to_move if seats is None else seats)
        if eyes.dtype.kind not in "iu" or eyes.shape not in ((), (self.games,)):
            raise BadOption(f"`seats` is a seat, or {self.games} of them, one for each game")
        if ((eyes < -1) | (eyes >= self.seats)).any():
            raise BadOption(f"seats are numbered 0 to {self.seats - 1}; -1 is a spectator")
        other = object.__new__(Batch)
        other.__dict__ |= self.__dict__
        other.games, other.seed = self.games * copies, seed
        other._make_room(self._room.which.repeat(copies))
        size = self.game.state.dtype.itemsize
        as_bytes(other.states)[:] = as_bytes(self.states).reshape(-1, size).repeat(copies, 0).reshape(-1)
        other.to_move[:], other.decisions[:] = self.to_move.repeat(copies), self.decisions.repeat(copies)
        whose = np.broadcast_to(eyes, (self.games,)).astype(np.int64).repeat(copies)
        looking = np.where(whose < 0, 0, 1 << np.maximum(whose, 0))
        other._each(lambda part: part.hide(looking, seed))
        return other


@dataclasses.dataclass
class _Room:
    """All arrays that have an item for each game."""

    which: Array  # of the states before the deal
    series: Array  # which games are dealt: a seed, the number of the next in it, and how far it is to the one after
    states: Array
    endings: Array
    masks: Array
    movers: Array
    decisions: Array
    over: Array
    truncated: Array
    unranked: Array  # whether `ranks` is still that of an earlier game
    unseen: Array  # likewise `final`
    scores: Array
    ranks: Array
    rows: Array
    final: Array

    @staticmethod
    def made(batch: Batch, which: Array) -> _Room:
        games, seats, state = batch.games, batch.seats, batch.game.state
        blank = batch.observer.blank if batch.observer is not None else lambda *_: np.zeros((games, 0, 0), np.int8)
        over, truncated, unranked, unseen = np.zeros((4, games), np.bool_)
        scores, ranks = np.zeros((2, games, seats), np.int32)
        return _Room(
            which=which,
            series=np.stack([np.full(games, batch.seed), np.arange(games), np.full(games, games)], 1, dtype=np.int64),
            states=new(state, games),
            endings=new(state, games),
            masks=np.zeros((games, batch.game.space.size), np.bool_),
            movers=np.zeros(games, np.int8),
            decisions=np.zeros(games, np.int32),
            over=over,
            truncated=truncated,
            unranked=unranked,
            unseen=unseen,
            scores=scores,
            ranks=ranks,
            rows=blank(games, 1),
            final=blank(games, seats),
        )

    def part(self, cut: slice) -> _Room:
        """The same memory, of some of the games."""
        return _Room(*(getattr(self, field.name)[cut] for field in dataclasses.fields(self)))


class _Part:
    """Some of the games of a batch: those that one thread plays, in memory of its own."""

    def __init__(self, batch: Batch, blanks: Array, room: _Room, cut: slice) -> None:
        self._cut = cut
        self._room = own = room.part(cut)
        self._box, self._observer = batch.box.record, batch.observer
        self._out, self._rng = np.zeros(batch.game.space.size, np.int32), np.zeros(4, np.uint64)
        self._dealing = self._box, blanks, own.which, own.states, news.muted(), self._out, batch.seats, own.series
        self._shown = own.masks, own.movers, own.decisions
        self._ended = own.over, own.truncated, own.unranked, own.unseen, own.scores, own.endings
        self._most = batch.most_decisions or 0
        if self._observer is not None:
            size = len(own.states)
            self._desk, self._everywhere = self._observer.desk(), np.ones(size, np.bool_)
            self._all_seats = np.tile(np.arange(batch.seats, dtype=np.int8), (size, 1))

    def deal(self, words: Array, where: Array) -> None:
        drivers.deal_batch(*self._dealing, words[self._cut], where[self._cut], *self._shown)
        self.look()

    def step(self, ids: Array, waits: bool) -> int:
        own = ids[self._cut]
        refused = drivers.step_batch(*self._dealing, own, waits, self._most, *self._shown, *self._ended)
        if refused == drivers.PLAYED_ALL:
            self.look()
        return int(refused)

    def look(self) -> None:
        """Writes what the seats to move may know, where anybody wants to know it."""
        own = self._room
        if self._observer is not None:
            self._observer.write(self._desk, own.states, self._everywhere, own.movers.reshape(-1, 1), own.rows)

    def look_back(self) -> None:
        """Writes what all seats could know at the ends of games."""
        assert self._observer is not None
        own = self._room
        self._observer.write(self._desk, own.endings, own.unseen, self._all_seats, own.final)
        own.unseen[:] = False

    def rank(self) -> None:
        drivers.rank_batch(self._box, self._room.endings, self._room.unranked, self._room.ranks)
        self._room.unranked[:] = False

    def hide(self, eyes: Array, seed: int) -> None:
        own, first = self._room, self._cut.start
        drivers.hide_batch(self._box, own.states, eyes[self._cut], seed, first, self._rng, self._out, own.masks)
        self.look()


def _check_whole(number: Any, words: str, least: int) -> None:
    whole = isinstance(number, (int, np.integer)) and not isinstance(number, bool)
    if not whole or not least <= number < END_OF_NUMBERS:
        raise BadOption(words.format(repr(number)))
