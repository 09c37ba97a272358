"""The games for OpenSpiel.

import petteia.envs.openspiel
import pyspiel

game = pyspiel.load_game("petteia_peloponnes(players=3)")

Chance decides once, at the root: which deal is played, `deals` of them being equally likely; deal i is the game that
`petteia.new` deals by the seed i. What is drawn later follows from it, and no player knows more of it than the table
shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from petteia.batch import POINTS, RANK, WIN
from petteia.desk import Desk
from petteia.engine import chance, news
from petteia.engine.boxes import Box
from petteia.engine.game import BadOption, Game
from petteia.engine.records import copied, new
from petteia.engine.stepping import NO_ONE, NOTHING, SEATS, step
from petteia.engine.verbs import OVER, SPECTATOR
from petteia.envs.table import rewards_of
from petteia.games import NAMES, find
from petteia.match import IllegalChoice, Match
from petteia.observing import COMPACT, FORMS, Array, Observer

DEALS = 1000
LONGEST = 4  # times the decisions that no game between bots comes to: random players dawdle
MOST_POINTS = 100_000.0  # beyond any game's
SOLO = 1


class PetteiaGame(pyspiel.Game):
    """A game by its parameters: `players`; `deals`; `reward`, which is `win` (1 for a win alone, and together 0),
    `rank` or `points`; `observe`, `compact` or `entries`; and `options`, written as
    "two_halves:count_once;completing:may"."""

    own: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_parameters(self.own), **(params or {})}
        players, self.deals = int(given["players"]), int(given["deals"])
        self.reward, form = str(given["reward"]), str(given["observe"])
        if self.deals < 1:
            raise BadOption(f"there is at least one deal, not {self.deals}")
        if self.reward not in (WIN, RANK, POINTS):
            raise BadOption(f"the reward is one of {WIN}, {RANK}, {POINTS}, not '{self.reward}'")
        if form not in FORMS:
            raise BadOption(f"observations are one of {', '.join(FORMS)}, not '{form}'")
        self.box: Box = self.own.box
        self.blank = self.own.blank(_options(str(given["options"])), players, self.box)
        self.observer = Observer.of(self.own, players, self.box, form)
        self.outcomes = [(deal, 1.0 / self.deals) for deal in range(self.deals)]
        shared = self.reward == WIN and players > SOLO
        least, most = (-1.0 / (players - 1), 1.0) if shared else (0.0, 1.0)
        if self.reward == POINTS:
            least, most = -MOST_POINTS, MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.own.space.size,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if shared else None,
            max_game_length=LONGEST * self.own.longest,
        )
        super().__init__(_type(self.own, zero_sum=shared), info, dict(params or {}))
        self.players = players
        self.desk = _Desk(self)
        self.words = Match(self.own, self.box, self.blank, players, bytes(32), deal=False)

    def new_initial_state(self, *_: Any) -> PetteiaState:
        return PetteiaState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> PetteiaObserver:
        if params:
            raise BadOption(f"observations have no parameters, but the game has `observe`: {dict(params)}")
        return PetteiaObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def resample(self, state: PetteiaState, player: int) -> PetteiaState:
        """A state in which all is redrawn that a player cannot know: `ISMCTSBot.set_resampler(game.resample)`. By the
        same information it is drawn anew at each call, from NumPy's own generator."""
        words = np.random.randint(1, 2**31, 4)
        other: PetteiaState = state.clone()
        other.table.redraw(self, player, words.astype(np.uint64))
        return other


class _Desk:
    """What a step takes besides the state: shared by all states of a game, since only one is stepped at a time."""

    def __init__(self, game: PetteiaGame) -> None:
        own = game.own
        self.out = np.zeros(own.space.size, np.int32)
        self.row = Observer.of(own, game.players, game.box, COMPACT).blank()
        self.fixed = news.muted(), self.out, np.zeros(own.space.size, np.int8), new(own.state), self.row
        self.box = game.box.record

    def step(self, state: Array, choice: int, looks: int) -> int:
        return int(step(self.box, state, *self.fixed, choice, looks))


class _Past:
    """A moment: what lay on the table then, and what led there. Later ones share it."""

    __slots__ = ("before", "choice", "decided", "known", "state")

    def __init__(self, before: _Past | None, state: bytes, choice: int, decided: int) -> None:
        self.before, self.state, self.choice, self.decided = before, state, choice, decided
        self.known: dict[int, bytes] = {}  # what each player has seen up to then, as a digest

    def __reduce__(self) -> Any:
        return _past_of, (self._moments(), self.known)

    def _moments(self) -> list[tuple[bytes, int, int, dict[int, bytes]]]:
        found, at = [], self.before
        found.append((self.state, self.choice, self.decided, self.known))
        while at is not None:
            found.append((at.state, at.choice, at.decided, at.known))
            at = at.before
        return found[::-1]


def _past_of(moments: list[tuple[bytes, int, int, dict[int, bytes]]], known: dict[int, bytes]) -> _Past:
    past: _Past | None = None
    for state, choice, decided, seen in moments:
        past = _Past(past, state, choice, decided)
        past.known = dict(seen)
    assert past is not None
    past.known = dict(known)
    return past


class _Table:
    """All that a state of OpenSpiel holds: it copies its states by copying what they hold."""

    __slots__ = ("decides", "game", "legal", "moment", "returns", "state")

    def __init__(self, game: PetteiaGame | None = None) -> None:
        self.game = game  # None in one that was read from a file, until its state is asked for it
        self.state: Array | None = None  # before the deal: none
        self.moment: _Past | None = None
        self.legal: list[int] = []
        self.decides = OVER
        self.returns: list[float] | None = None

    def __deepcopy__(self, _: Any) -> _Table:
        other = _Table(self.game)
        other.state = None if self.state is None else copied(self.state)
        other.moment, other.legal, other.decides, other.returns = self.moment, self.legal, self.decides, self.returns
        return other

    def __reduce__(self) -> Any:
        return _table_of, (None if self.state is None else self.state.tobytes(), self.moment, self.legal, self.decides)

    def deal(self, game: PetteiaGame, deal: int) -> None:
        self.state = copied(game.blank)
        self.state[0]["rng"] = chance.seeded_rng(chance.seed_bytes(deal))
        with Desk.of(game.own) as desk:
            desk.deal(game.box, self.state, game.players)
        self._note(game, game.desk.step(self.state, NOTHING, NO_ONE), None, deal, OVER)

    def play(self, game: PetteiaGame, choice: int) -> None:
        if choice not in self.legal:
            self._refuse(game, choice)
        assert self.state is not None
        self._note(game, game.desk.step(self.state, choice, NO_ONE), self.moment, choice, self.decides)

    def _note(self, game: PetteiaGame, answer: int, before: _Past | None, choice: int, decided: int) -> None:
        assert self.state is not None
        self.decides = answer % SEATS - 1
        self.legal = sorted(game.desk.out[: answer // SEATS].tolist())
        self.moment = _Past(before, self.state.tobytes(), choice, decided)

    def _refuse(self, game: PetteiaGame, choice: int) -> None:
        match = self.match(game)
        why = match.why_not(choice)
        assert why is not None
        inside = 0 <= choice < game.own.space.size
        raise IllegalChoice(game.own.space.pick(choice).words if inside else f"number {choice}", why)

    def match(self, game: PetteiaGame) -> Match:
        """The same game as a match."""
        states, choices, at = [], [], self.moment
        while at is not None:
            states.append(at.state)
            choices.append(at.choice)
            at = at.before
        if not states:
            raise BadOption("nothing is dealt yet: chance decides first which deal is played")
        seed = chance.seed_bytes(choices[-1])
        return Match.resumed(
            game.own, game.box, game.blank, game.players, seed, states[::-1], choices[-2::-1], dealt=False
        )

    def redraw(self, game: PetteiaGame, player: int, words: Array) -> None:
        """Redraws what a player cannot know. What he has seen stays; of the others' past nothing is known."""
        assert self.state is not None
        assert self.moment is not None
        seen = self.seen_by(game, player)
        with Desk.of(game.own) as desk:
            desk.hide(game.box, self.state, 1 << player, words)
        past = self.moment
        self.moment = _Past(None, self.state.tobytes(), past.choice, past.decided)
        self.moment.known[player] = seen
        answer = game.desk.step(self.state, NOTHING, NO_ONE)
        self.legal = sorted(game.desk.out[: answer // SEATS].tolist())

    # -- what a player knows -------------------------------------------------------------------------------------------

    def seen_by(self, game: PetteiaGame, player: int) -> bytes:
        """A digest of all that a player has seen and chosen so far: the same for two states if and only if he cannot
        tell them apart."""
        way, at = [], self.moment
        while at is not None and player not in at.known:
            way.append(at)
            at = at.before
        for moment in reversed(way):
            _look(game, moment, player)
        if self.moment is None:
            return b""
        return self.moment.known[player]


def _table_of(state: bytes | None, moment: _Past | None, legal: list[int], decides: int) -> _Table:
    table = _Table()
    table.state = (
        None if state is None else np.frombuffer(bytearray(state), np.uint8)
    )  # a record once its game is known
    table.moment, table.legal, table.decides = moment, legal, decides
    return table


def _look(game: PetteiaGame, moment: _Past, player: int) -> None:
    """Adds what a player sees in a moment, and was told of how it came about, to what he knew before."""
    dtype = game.own.state.dtype
    digest, told = hashlib.blake2b(digest_size=16), b""
    with Desk.of(game.own) as desk:
        if moment.before is not None:
            digest.update(moment.before.known[player])
            if moment.decided == player:
                digest.update(moment.choice.to_bytes(4, "little"))
            left = desk.play(game.box, np.frombuffer(bytearray(moment.before.state), dtype), moment.choice)
            assert not isinstance(left, int)
            told = b"".join(news.redacted(event, game.own.news, 1 << player) for event in desk.told())
        digest.update(told)
        digest.update(desk.redacted(game.box, np.frombuffer(bytearray(moment.state), dtype), player))
    moment.known[player] = digest.digest()


class PetteiaState(pyspiel.State):
    """A state of a game: before the deal, or at somebody's decision."""

    def __init__(self, game: PetteiaGame) -> None:
        super().__init__(game)
        self.table = _Table(game)

    @property
    def own_game(self) -> PetteiaGame:
        """The game that it is a state of."""
        table = self.table
        if table.game is None:
            table.game = self.get_game()
            if table.state is not None:
                table.state = table.state.view(table.game.own.state.dtype)
        return table.game

    @property
    def match(self) -> Match:
        """The same as a petteia.Match: for bots, words and drawings."""
        return self.table.match(self.own_game)

    # -- what OpenSpiel asks -------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        table = self.table
        if table.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return table.decides if table.decides != OVER else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.table.decides == OVER and self.table.state is not None

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.own_game.outcomes

    def _apply_action(self, action: int) -> None:
        if self.table.state is None:
            self.table.deal(self.own_game, action)
        else:
            self.table.play(self.own_game, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.own_game.own.space.pick(action).words

    def returns(self) -> list[float]:
        table, game = self.table, self.own_game
        if not self.is_terminal():
            return [0.0] * game.players
        if table.returns is None:
            assert table.state is not None
            with Desk.of(game.own) as desk:
                rewards = rewards_of(game.reward, *desk.standing(game.box, table.state, game.players))
            if game.reward == WIN and game.players > SOLO:
                others = game.players - 1
                rewards = [(game.players * share - 1) / others for share in rewards]
            table.returns = rewards
        return table.returns

    def __str__(self) -> str:
        table, game = self.table, self.own_game
        if table.state is None:
            return f"{game.own.title}, nothing is dealt yet"
        now = "over" if self.is_terminal() else f"player {table.decides} decides"
        mark = hashlib.blake2b(table.state.tobytes(), digest_size=8).hexdigest()
        return f"{game.own.title}, move {len(self.history()) - 1}, {now}, {mark}"


class PetteiaObserver:
    """What a player may know of a state: as numbers (`tensor`; `observation` in `dict`), and as text. With perfect
    recall it is the information state, which is text alone: a mark of all that the player has seen and chosen so far,
    and what lies on the table now."""

    def __init__(self, game: PetteiaGame, kind: pyspiel.IIGObservationType) -> None:
        self._game, self._kind = game, kind
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if kind.public_info and self._own and not kind.perfect_recall:
            self.tensor = np.zeros(game.observer.width, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: PetteiaState, player: int) -> None:
        if self.tensor is None:
            return
        table, game = state.table, state.own_game
        if table.state is None:
            self.tensor.fill(0)
        elif game.observer.form == COMPACT:
            game.desk.step(table.state, NOTHING, player)
            self.tensor[:] = game.desk.row
        else:
            self.tensor[:] = game.observer.rows(table.state, [player])[0]

    def string_from(self, state: PetteiaState, player: int) -> str:
        table, game = state.table, state.own_game
        if table.state is None:
            return f"player {player}, nothing is dealt yet"
        if not self._own:
            return self._text(table, SPECTATOR) if self._kind.public_info else ""
        now = self._text(table, player)
        if not self._kind.public_info:  # where nothing is private, it is what everybody sees
            return "" if now == self._text(table, SPECTATOR) else now
        seen = f", seen {table.seen_by(game, player).hex()}" if self._kind.perfect_recall else ""
        return f"player {player}{seen}: {now}"

    def _text(self, table: _Table, seat: int) -> str:
        game = self._game
        assert table.state is not None
        with Desk.of(game.own) as desk:
            seen = desk.redacted(game.box, table.state, seat)
        return game.words.written(np.frombuffer(seen, game.own.state.dtype)).decode()


class PetteiaBot(pyspiel.Bot):
    """A bot of petteia, of any level, as one of OpenSpiel's."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        from petteia.bots import Bot

        super().__init__()
        self._bot = Bot(name, seed=seed)

    def step(self, state: PetteiaState) -> int:
        return self._bot.choose(state.match)

    def restart_at(self, state: PetteiaState) -> None:
        """It remembers nothing."""


# -- registering -------------------------------------------------------------------------------------------------------


def _parameters(own: Game) -> dict[str, Any]:
    return {
        "players": max(2, own.seats[0]),
        "deals": DEALS,
        "reward": WIN,
        "observe": COMPACT,
        "options": "",
    }


def _type(own: Game, *, zero_sum: bool) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"petteia_{own.name}",
        long_name=own.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=own.seats[-1],
        min_num_players=own.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(own),
    )


def _options(words: str) -> dict[str, Any]:
    """Options as they stand in the name of a game; whole numbers are numbers."""
    found: dict[str, Any] = {}
    for word in filter(None, words.split(";")):
        name, colon, value = word.partition(":")
        if not colon:
            raise BadOption(f"'{word}': options are written as name:value, with ; between them")
        found[name] = int(value) if value.lstrip("-").isdigit() else value
    return found


def register() -> None:
    """Makes the games known to OpenSpiel."""
    for name in NAMES:
        own = find(name)
        made = type(f"{own.title.replace(' ', '')}Game", (PetteiaGame,), {"own": own})
        pyspiel.register_game(_type(own, zero_sum=True), made)


register()
