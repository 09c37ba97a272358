"""A game in progress, for Python users.

import petteia

match = petteia.new("peloponnes", seats=3, seed=7)
while not match.over:
    print(match.prompt(), [choice.text() for choice in match.choices][:3])
    match.play(match.choices[0])
print(match.scores, match.ranks)
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from petteia.desk import Desk
from petteia.engine import chance, news, verbs, views
from petteia.engine.boxes import Box
from petteia.engine.choices import Picked, UnknownChoice
from petteia.engine.errors import PetteiaError
from petteia.engine.game import BadOption, Game
from petteia.engine.news import Happening
from petteia.engine.records import Facts, as_bytes, copied, facts_of
from petteia.engine.rulebook import Clause
from petteia.engine.texts import Texts
from petteia.engine.views import BadPosition
from petteia.engine.writing import Writer
from petteia.games import find
from petteia.notebook import Shown, summary

FORMAT = 1  # of save files

# What turns states into names and words, shared by all matches of a game with the same box.
_WRITERS: dict[tuple[str, str], Writer] = {}
_TEXTS: dict[tuple[str, str, str], Texts] = {}


class IllegalChoice(PetteiaError):
    """A choice that the rules forbid now; `clause` says why."""

    def __init__(self, choice: str, clause: Clause) -> None:
        self.choice = choice
        self.clause = clause
        super().__init__(f"'{choice}' is not possible: {clause}")


class NothingToUndo(PetteiaError):
    """There is no earlier (or, for redo, no later) choice."""


class BadSave(PetteiaError):
    """A save file that cannot be loaded; `move` is where it breaks, None where it is no save at all."""

    def __init__(self, words: str, move: int | None = None) -> None:
        self.move = move
        super().__init__(words if move is None else f"move {move}: {words}")


class OldSave(UserWarning):
    """A save of older rules that came out differently."""


class Choice(Picked):
    """A choice at one decision of a match: `id`, `name`, its parameters by name, and words."""

    _match: Match
    _state: bytes

    def __init__(self, picked: Picked, match: Match, state: bytes) -> None:
        super().__init__(picked.id, picked.name, picked.parameters)
        object.__setattr__(self, "_match", match)
        object.__setattr__(self, "_state", state)

    def __getattr__(self, name: str) -> int | str:
        parameters = object.__getattribute__(self, "parameters")
        if name in parameters:
            return parameters[name]  # type: ignore[no-any-return]
        raise AttributeError(f"{self.name} has no {name}")

    def text(self, lang: str = "en") -> str:
        """The choice in words: "Bid 5 coins on Market"."""
        return self._match.texts(lang).say("choices", self.name, self.details())

    def details(self) -> dict[str, Any]:
        """What its words need to know of the table."""
        match = self._match
        s = facts_of(match.game.state, self._state)
        return {**match.game.details(match.box, s), **match.game.choice_details(match.box, s, self)}

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, **self.parameters}


class Line(str):
    """A line of the log: its words, and what it belongs to."""

    move: int
    clause: str
    seat: int | None

    def __new__(cls, words: str, move: int, happening: Happening) -> Self:
        line = super().__new__(cls, words)
        line.move = move  # 0 for the deal, 1 for what the first choice made happen
        line.clause = happening.clause
        line.seat = happening.seat
        return line


class Match:
    """One game being played. Make it with `petteia.new`, `petteia.load` or `petteia.position`."""

    def __init__(
        self, game: Game, box: Box, blank: np.ndarray[Any, Any], seats: int, seed: bytes, *, deal: bool = True
    ) -> None:
        self.game = game
        self.box = box
        self.seats = seats
        self.seed = seed
        self._blank = blank
        self._s = copied(blank)
        self._bytes = as_bytes(self._s)
        self._legal: list[int] = []
        self._decides: int | None = None  # who does; remembered until something is played
        self._details: dict[str, Any] | None = None  # of the decision; likewise
        self._facts: Facts | None = None  # likewise
        self._called: dict[str, list[str]] = {}  # what the seats go by, in a language; likewise
        self._texts: dict[str, Texts] = {}  # those of its game and box that were asked for, by language
        self._played: list[int] = []
        self._before: list[bytes] = []  # the state before each choice
        self._undone: list[int] = []
        self._marks: dict[bytes, str] = {}  # of states that were saved
        self._origin: str | None = None  # the position it started from, where that was not the deal
        self._earlier = 0  # choices played before that position, where this is known
        self._listed: list[Choice] | None = None
        self._events: list[bytes] | None = []  # what happened last; None where it must be found out again
        if deal:
            self._s[0]["rng"] = chance.seed_words(seed)
            with Desk.of(game) as desk:
                self._legal = desk.deal(box, self._s, seats)
                self._events = desk.told()
        self._start = self._bytes.tobytes()

    # -- where it stands -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record itself, with everything that is hidden. Do not change it."""
        return self._s[0]

    @property
    def facts(self) -> Facts:
        """The same for reading by name only (`facts["round_number"]`), as plain numbers."""
        if self._facts is None:
            self._facts = facts_of(self.game.state, self._bytes.tobytes())
        return self._facts

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._legal

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        if not self._legal:
            return None
        if self._decides is None:
            with Desk.of(self.game) as desk:
                self._decides = desk.to_move(self.box, self._s)
        return self._decides

    @property
    def move_number(self) -> int:
        """How many choices have been played."""
        return self._earlier + len(self._played)

    @property
    def dealt(self) -> bool:
        """Whether it began with the deal of its seed, not with a position."""
        return self._origin is None

    @property
    def first_move(self) -> int:
        """The number of the first moment that is known: 0, or where the position was that it started from."""
        return self._earlier

    @property
    def repeats(self) -> bool:
        """Whether whoever decides has only to make the choice again that he has just made (`Game.repeats`)."""
        return self.game.repeats is not None and self.game.repeats(self.facts)

    @property
    def choices(self) -> list[Choice]:
        """The legal choices now."""
        if self._listed is None:
            state = self._bytes.tobytes()
            self._listed = [Choice(self.game.space.pick(i), self, state) for i in self._legal]
        return list(self._listed)

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal choices."""
        return self._legal[:]

    @property
    def mask(self) -> np.ndarray[Any, Any]:
        """The legal choices as a row of truth values over the whole space."""
        mask = np.zeros(self.game.space.size, np.bool_)
        mask[self._legal] = True
        return mask

    @property
    def scores(self) -> list[int]:
        """Each seat's points, final or as they stand."""
        return self.standing(self._s)[0]

    @property
    def ranks(self) -> list[int]:
        """Each seat's rank, 1 being first; shared where the rules leave a tie."""
        return self.standing(self._s)[1]

    def standing(self, state: np.ndarray[Any, Any]) -> tuple[list[int], list[int]]:
        """Scores and ranks in a state; in one that was redacted for a seat, as far as that seat can tell."""
        with Desk.of(self.game) as desk:
            return desk.standing(self.box, state, self.seats)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, choice: Choice | int | str) -> None:
        """Plays a choice: one of `choices`, its id, or its words ("bid 3 5")."""
        number = choice if type(choice) is int else self._id(choice)
        before = self._bytes.tobytes()
        if not 0 <= number < self.game.space.size:
            raise UnknownChoice(f"{number} is no choice: they are numbered 0 to {self.game.space.size - 1}")
        with Desk.of(self.game) as desk:
            left = desk.play(self.box, self._s, number)
            if isinstance(left, int):
                raise IllegalChoice(self.game.space.pick(number).words, self.game.rulebook[left])
            self._legal, self._events = left, desk.told()
        self._before.append(before)
        self._played.append(number)
        self._undone.clear()
        self._forget()

    def why_not(self, choice: Choice | int | str) -> Clause | None:
        """The clause that forbids a choice now; None where it is legal."""
        number = int(self._id(choice))
        inside = -1 if not 0 <= number < self.game.space.size else number
        with Desk.of(self.game) as desk:
            clause = desk.forbids(self.box, self._s, inside)
        return self.game.rulebook[clause] if clause else None

    def _id(self, choice: Choice | int | str) -> int:
        if isinstance(choice, Picked):
            return choice.id
        if isinstance(choice, str):
            return self.read(choice)
        if isinstance(choice, (int, np.integer)) and not isinstance(choice, bool):
            return int(choice)
        raise TypeError(f"a choice is given by itself, its id or its words, not by {choice!r}")

    def read(self, words: str) -> int:
        """The id of the choice that words mean at this table now, legal or not: "bid 3 5", or by what is printed."""
        return self.game.space.parse(words, self.typed)

    @property
    def typed(self) -> Mapping[str, tuple[str, ...]]:
        """The names that may stand for numbers in the words of a choice, by parameter."""
        return self.game.typed(self.box, self.facts)

    def undo(self) -> None:
        """Takes the last choice back."""
        if not self._played:
            raise NothingToUndo("nothing has been played yet")
        self._undone.append(self._played.pop())
        self._set(self._before.pop())

    def redo(self) -> None:
        """Plays the choice again that was taken back last."""
        if not self._undone:
            raise NothingToUndo("nothing was taken back")
        undone = self._undone[:-1]
        self.play(self._undone[-1])
        self._undone = undone

    def _set(self, state: bytes) -> None:
        self._bytes[:] = np.frombuffer(state, np.uint8)
        with Desk.of(self.game) as desk:
            self._legal = desk.legal(self.box, self._s)
        self._events = None
        self._forget()

    def _forget(self) -> None:
        """Forgets what was remembered of the decision before."""
        self._listed = self._decides = self._details = self._facts = None
        self._called = {}

    def fork(self) -> Match:
        """A match of its own that stands where this one stands, with the same past."""
        other = self._apart()
        other._played, other._before, other._undone = self._played[:], self._before[:], self._undone[:]
        other._events = self.last_events
        return other

    def at(self, move: int) -> Match:
        """A match of its own that stands where this one stood after so many choices."""
        back = self.move_number - move
        if not 0 <= back <= len(self._played):
            raise NothingToUndo(f"there is no moment {move}: they go from {self.first_move} to {self.move_number}")
        kept = len(self._played) - back
        other = self._apart()
        other._played, other._before, other._undone = self._played[:kept], self._before[:kept], []
        if back:
            other._set(self._before[kept])
        return other

    def _apart(self) -> Match:
        """A copy that shares nothing which changes."""
        other = Match.__new__(Match)
        other.__dict__ |= self.__dict__
        other._s = copied(self._s)
        other._bytes = as_bytes(other._s)
        other._listed = other._events = None
        return other

    @classmethod
    def resumed(
        cls,
        game: Game,
        box: Box,
        blank: np.ndarray[Any, Any],
        seats: int,
        seed: bytes,
        states: list[bytes],
        choices: list[int],
        *,
        dealt: bool = True,
        first_move: int = 0,
    ) -> Match:
        """A match put together again from its states (one more than choices), without playing them: rules that have
        changed since do not change its past, nor do new defaults its options. `dealt` is False where the first state
        is not the deal of the seed."""
        blank = copied(blank)
        blank[0]["options"] = np.frombuffer(states[0], game.state.dtype)[0]["options"]
        match = cls(game, box, blank, seats, seed, deal=False)
        match._start, match._before, match._played, match._earlier = states[0], states[:-1], choices, first_move
        match._set(states[0])
        if not dealt:
            match._begin_here()
        match._set(states[-1])
        return match

    def hidden(self, seat: int | tuple[int, ...] | None, seed: int | str | bytes | None = None) -> Match:
        """A fork in which all that the seat (None: a spectator; several: all of them together) cannot know is redrawn.
        It has no past: that would tell what was hidden."""
        several = seat if isinstance(seat, tuple) else (seat,)
        checked = {self._checked(one) for one in several}
        eyes = sum(1 << one for one in checked if one is not None)
        source = chance.seed_bytes(seed)
        # The seed of the deal would tell everything, so the fork gets one of its own.
        other = Match(self.game, self.box, self._blank, self.seats, hidden_seed(source), deal=False)
        other._bytes[:] = self._bytes
        rng = chance.seed_words(source)
        with Desk.of(self.game) as desk:
            desk.hide(self.box, other._s, eyes, rng)
        other._begin_here()
        other._earlier = self.move_number
        other._events = [news.redacted(event, self.game.news, eyes) for event in self.last_events]
        return other

    def _begin_here(self) -> None:
        """Makes the present state the first one of this match."""
        self._set(self._bytes.tobytes())
        self._origin = self.position()
        self._start = self._bytes.tobytes()

    def _checked(self, seat: int | None) -> int | None:
        if seat is None:
            return None
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or seat not in range(self.seats):
            raise BadOption(f"there is no seat {seat!r}: they are numbered 0 to {self.seats - 1}")
        return int(seat)

    # -- looking back --------------------------------------------------------------------------------------------------

    @property
    def history(self) -> list[Choice]:
        """The choices played so far."""
        return [
            Choice(self.game.space.pick(i), self, before) for i, before in zip(self._played, self._before, strict=True)
        ]

    @property
    def news(self) -> list[Happening]:
        """What the last choice (or the deal) made happen, with everything that is hidden."""
        return self.told(news.ALL)

    @property
    def last_events(self) -> list[bytes]:
        """The same, each event as it lay in memory."""
        if self._events is None:
            self._events = self._events_of(len(self._played))
        return self._events

    def _state_at(self, move: int) -> np.ndarray[Any, Any]:
        """The state after so many choices."""
        return np.frombuffer(bytearray(self._state_bytes(move)), self.game.state.dtype)

    def _state_bytes(self, move: int) -> bytes:
        return self._bytes.tobytes() if move == len(self._played) else self._before[move]

    def _events_of(self, move: int) -> list[bytes]:
        """What choice number `move` made happen; 0 is the deal."""
        with Desk.of(self.game) as desk:
            if move:
                desk.play(self.box, self._state_at(move - 1), self._played[move - 1])
            elif self._origin is None:
                s = copied(self._blank)
                s[0]["rng"] = chance.seed_words(self.seed)
                desk.deal(self.box, s, self.seats)
            else:
                return []  # the match starts from a position
            return desk.told()

    # -- in a notebook -------------------------------------------------------------------------------------------------

    def show(self, seat: int | None = None, lang: str = "en") -> Shown:
        """The table as a seat (None: a spectator) may know it, drawn for a notebook."""
        return Shown(self, self._checked(seat), lang)

    def __repr__(self) -> str:
        return summary(self)

    def _repr_html_(self) -> str:
        return self.show().html

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, ready for JSON."""
        seat = self._checked(seat)
        mine = seat is not None and seat == self.to_move
        redacted = self.redacted(seat)
        scores, ranks = self.standing(redacted)
        return {
            "game": self.game.name,
            "seats": self.seats,
            "seat": seat,
            "move": self.move_number,
            "to_move": self.to_move,
            "over": self.over,
            "state": json.loads(self.written(redacted)),
            "choices": [choice.as_json() for choice in self.choices] if mine else [],
            "news": [happening.as_json() for happening in self.told(seat)],
            "scores": scores,
            "ranks": ranks,
        }

    def redacted(self, seat: int | None = None) -> np.ndarray[Any, Any]:
        """The state as a seat (None: a spectator) may know it: a record of its own, everything else blanked."""
        with Desk.of(self.game) as desk:
            seen = desk.redacted(self.box, self._s, verbs.SPECTATOR if seat is None else seat)
        return np.frombuffer(bytearray(seen), self.game.state.dtype)

    def revealing(self, choices: list[int]) -> frozenset[int]:
        """Those of some legal choices after which something hidden is revealed, or the game is over."""
        with Desk.of(self.game) as desk:
            return frozenset(desk.revealing(self.box, self._s, choices))

    def written(self, state: np.ndarray[Any, Any]) -> bytes:
        """A redacted state by names, as JSON text."""
        key = (self.game.name, self.box.fingerprint)
        if key not in _WRITERS:
            _WRITERS[key] = Writer(self.game.state, self.game.names(self.box), leave_out=("rng",))
        return _WRITERS[key](state)

    def told(self, seat: int | None = None) -> list[Happening]:
        """What the last choice (or the deal) made happen, as a seat (None: a spectator) may know it."""
        return [news.happening(event, self.game.news, seat) for event in self.last_events]

    def texts(self, lang: str = "en") -> Texts:
        """The texts of the game in a language, with the names of this box."""
        found = self._texts.get(lang)
        if found is None:
            found = self._texts[lang] = self._open_texts(lang)
        return found

    def _open_texts(self, lang: str) -> Texts:
        key = (self.game.name, self.box.fingerprint, lang)
        if key not in _TEXTS:
            usual = self.game.box.titles
            own = {key: title for key, title in self.box.titles.items() if title and usual.get(key) != title}
            _TEXTS[key] = Texts(self.game.folder / "text", lang, self.game.names(self.box), own)
        return _TEXTS[key]

    def who(self, seat: int, lang: str = "en") -> str:
        """The name that a seat goes by."""
        return self.names(lang)[seat]

    def prompt(self, lang: str = "en") -> str:
        """The decision in words: whose it is, and what for."""
        step = self.game.lists["step"][self.facts["step"]]
        if self.to_move is None:
            return self.texts(lang).say("prompts", "over", {})
        return self.texts(lang).say("prompts", step, {**self.details, "who": self.who(self.to_move, lang)})

    @property
    def details(self) -> dict[str, Any]:
        """What the words for the present decision need to know of the table."""
        if self._details is None:
            self._details = self.game.details(self.box, self.facts)
        return self._details

    def log(self, lang: str = "en", seat: int | None = None) -> list[Line]:
        """All that happened, in words, as a seat (None: a spectator) may know it."""
        seat = self._checked(seat)
        lines = []
        for move in range(len(self._played) + 1):
            names = self._names(facts_of(self.game.state, self._state_bytes(move)), lang)
            for event in self._events_of(move):
                happening = news.happening(event, self.game.news, seat)
                lines.append(Line(self.tell(happening, names, lang), move, happening))
        return lines

    def names(self, lang: str = "en") -> list[str]:
        """The names that the seats go by."""
        if lang not in self._called:
            self._called[lang] = self._names(self.facts, lang)
        return self._called[lang]

    def _names(self, s: Any, lang: str) -> list[str]:
        texts, subject = self.texts(lang), self.game.subject
        subjects = [subject(s, seat) for seat in range(self.seats)]
        return [texts.name(of, n) if n >= 0 else str(texts.table["words"]["player"]) for of, n in subjects]

    def tell(self, happening: Happening, names: Sequence[str], lang: str = "en") -> str:
        """One happening in words; `names` are those of the seats at that time."""
        texts = self.texts(lang)
        arguments: dict[str, Any] = dict(happening.arguments)
        if "seat_1" in arguments:
            places = (arguments.get(f"seat_{place}") for place in range(1, self.seats + 1))
            arguments["seats"] = ", ".join(names[place] for place in places if place is not None and place >= 0)
        if happening.seat is not None:
            arguments["who"] = names[happening.seat]
        words = texts.say("news", happening.kind, arguments)
        return f"{words} {texts.table['words']['forced']}" if happening.forced else words

    # -- writing it down -----------------------------------------------------------------------------------------------

    def digest(self) -> str:
        """A short hash of the whole state, hidden things included."""
        return views.digest(self.game.state, self._s[0], self.game.names(self.box))

    def position(self) -> str:
        """The position as text, from which `petteia.position` builds it again: only what differs from the deal."""
        fresh = Match(self.game, self.box, self._blank, self.seats, self.seed)
        names = self.game.names(self.box)
        lines = [f'game = "{self.game.name}"', f"seats = {self.seats}", f'seed = "{self.seed.hex()}"']
        if self.box.fingerprint != self.game.box.fingerprint:
            lines.append(f'box = "{self.box.fingerprint}"')
        options = self.game.options_of(self._blank, self.box)
        lines += [f"options.{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in options.items()]
        lines += views.differences(self.game.state, fresh._s[0], self._s[0], names)
        return "\n".join(lines) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the match to a file, whole or not at all."""
        target = pathlib.Path(path)
        draft = target.with_name(target.name + ".part")
        draft.write_text(json.dumps(self.as_save(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(target)

    def as_save(self) -> dict[str, Any]:
        """What stands in a save file."""
        digests = self._marked()
        played = [
            [self.game.space.pick(choice).words, after] for choice, after in zip(self._played, digests[1:], strict=True)
        ]
        data: dict[str, Any] = {
            "petteia": "save",
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "seats": self.seats,
            "options": self.game.options_of(self._blank, self.box),
            "box": self.box.fingerprint,
            "seed": self.seed.hex(),
            "position": self._origin,
            "start": digests[0],
            "choices": played,
        }
        if self.box.fingerprint != self.game.box.fingerprint:
            data["box_file"] = {"name": self.box.file, "text": self.box.text}
        return data

    def _marked(self) -> list[str]:
        """The marks of all states. They are remembered: a long game that is saved after every choice would otherwise
        spend most of its time on its past."""
        names, known = self.game.names(self.box), self._marks
        self._marks = {}
        states = [self._state_bytes(move) for move in range(len(self._played) + 1)]
        for move, state in enumerate(states):
            self._marks[state] = known.get(state) or views.digest(self.game.state, self._state_at(move)[0], names)
        return [self._marks[state] for state in states]

    def verify(self) -> bool:
        """Plays everything again from the beginning; raises BadSave with the move where it comes out differently."""
        again = Match(self.game, self.box, self._blank, self.seats, self.seed, deal=self._origin is None)
        if self._origin is not None:
            again._set(self._start)
        if again._bytes.tobytes() != self._start:
            raise BadSave("the deal is not the one that the seed gives", 0)
        for move, choice in enumerate(self._played):
            if again._bytes.tobytes() != self._before[move]:
                raise BadSave("the state is not the one that the choices lead to", move)
            again.play(choice)
        if again._bytes.tobytes() != self._bytes.tobytes():
            raise BadSave("the state is not the one that the choices lead to", len(self._played))
        return True


def hidden_seed(source: bytes) -> bytes:
    """The seed of a match whose hidden things were redrawn by another seed."""
    return hashlib.sha256(b"petteia hidden" + source).digest()


# -- making matches ----------------------------------------------------------------------------------------------------


def new_match(
    game: str,
    seats: int = 2,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    box: str | os.PathLike[str] | Box | None = None,
) -> Match:
    """A new match: `petteia.new("peloponnes", seats=4)`."""
    found = find(game)
    printed = open_box(found, box)
    blank = found.blank({} if options is None else options, seats, printed)
    return Match(found, printed, blank, int(seats), chance.seed_bytes(seed))


def open_box(game: Game, box: str | os.PathLike[str] | Box | None) -> Box:
    """The box as printed, one that was read already, or one from a file."""
    if isinstance(box, Box):
        return box
    return game.box if box is None else game.load_box(pathlib.Path(box))


def position(text: str, box: str | os.PathLike[str] | Box | None = None) -> Match:
    """A match that starts from a position in words, as `Match.position` writes it."""
    return _position(text, box)


def _position(text: str, box: str | os.PathLike[str] | Box | None, rules: int | None = None) -> Match:
    """The same; in a save the rules version tells what the options left out are."""
    if not isinstance(text, str):
        raise BadPosition(f"a position is a text, as Match.position() writes it, not {text!r}")
    flat, lines = views.parse_lines(text)
    if "game" not in flat:
        raise BadPosition('a position starts with its game: game = "peloponnes"')
    game = find(str(flat.pop("game")))
    printed = open_box(game, box)
    if flat.pop("box", game.box.fingerprint) != printed.fingerprint:
        raise BadPosition("the position belongs to another box file; give that one as `box`")
    seats = flat.pop("seats", None)
    options = {path.removeprefix("options."): flat.pop(path) for path in list(flat) if path.startswith("options.")}
    if rules is not None:
        options = game.options_then(options, rules)
    seed = chance.seed_bytes(flat.pop("seed", 0))
    match = Match(game, printed, game.blank(options, seats, printed), seats, seed)
    names = game.names(printed)
    for path, value in flat.items():
        try:
            views.apply(game.state, match._s[0], path, value, names)
        except BadPosition as problem:
            raise BadPosition(f"line {lines[path]}: {problem}") from None
    with Desk.of(game) as desk:
        flaw, mover = desk.flaw(printed, match._s), desk.to_move(printed, match._s)
    if flaw:
        raise BadPosition(f"this is no position of {game.title}: {game.flaws[flaw - 1]}")
    if flat:
        match._begin_here()
    if (len(match._legal) == 1 and not game.lone_choices) or (match.over and mover != verbs.OVER):
        raise BadPosition("there is nothing to decide in this position; start one decision earlier")
    return match


def load(path: str | os.PathLike[str]) -> Match:
    """Loads a save file by playing it again; a damaged, edited or too new one is refused."""
    file = pathlib.Path(path)
    try:
        content = file.read_bytes()
    except OSError as problem:
        raise BadSave(f"{file.name} cannot be read: {problem.strerror or problem}") from None
    return load_bytes(content, file.name)


def load_bytes(content: bytes, name: str) -> Match:
    """The same with the content of a file; `name` is what messages call it."""
    data = _read_save(content, name)
    match = _begin_save(data)
    older = data["rules"] < match.game.rules_version
    versions = (
        f"this save of rules version {data['rules']} comes out differently under version {match.game.rules_version}"
    )
    names = match.game.names(match.box)
    marks = [data["start"], *(mark for _, mark in data["choices"])]

    def reached(move: int) -> int:
        """The move that the match has come to: this one; or a later one, where today's rules decide by themselves what
        they asked about when an older save was written."""
        mark = views.digest(match.game.state, match._s[0], names)
        if mark == marks[move]:
            return move
        if not older:
            raise BadSave("the game comes out differently from here; the file was edited or damaged", move)
        warnings.warn(f"move {move}: {versions}", OldSave, stacklevel=4)
        return marks.index(mark, move) if mark in marks[move:] else move

    move = reached(0)
    while move < len(data["choices"]):
        words, _ = data["choices"][move]
        move += 1
        try:
            match.play(words)
        except (IllegalChoice, UnknownChoice) as problem:
            raise BadSave(f"{problem} ({versions})" if older else str(problem), move) from None
        move = reached(move)
    return match


_SAVE_KEYS = {
    "format": int,
    "game": str,
    "rules": int,
    "seats": int,
    "options": dict,
    "box": str,
    "seed": str,
    "start": str,
    "choices": list,
}


def _read_save(content: bytes, name: str) -> dict[str, Any]:
    try:
        data = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise BadSave(f"{name} is damaged: {problem}") from None
    if not isinstance(data, dict) or data.get("petteia") != "save":
        raise BadSave(f"{name} is no save file of petteia")
    if isinstance(data.get("format"), int) and data["format"] > FORMAT:
        raise BadSave(f"{name} has format {data['format']}, newer than this program knows ({FORMAT}); update it")
    for key, first in (("format", 1), ("rules", 0)):
        if isinstance(data.get(key), int) and data[key] < first:
            raise BadSave(f"{name} has {key} {data[key]}, which there never was")
    for key, kind in _SAVE_KEYS.items():
        if not isinstance(data.get(key), kind) or isinstance(data[key], bool):
            raise BadSave(f"{name}: '{key}' is missing or no {kind.__name__}")
    for move, entry in enumerate(data["choices"], 1):
        if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str)):
            raise BadSave(f"{json.dumps(entry)} is no choice with its mark", move)
    return data


def _begin_save(data: dict[str, Any]) -> Match:
    try:
        game = find(data["game"])
        if data["rules"] > game.rules_version:
            raise BadSave(
                f"rules version {data['rules']} is newer than this program's ({game.rules_version}); update it"
            )
        file = data.get("box_file")
        box = game.box if file is None else game.read_box(str(file["name"]), str(file["text"]))
        if box.fingerprint != data["box"]:
            raise BadSave("the box is not the one that the game was played with")
        options = game.options_then(data["options"], data["rules"])
        if data.get("position") is not None:
            match = _position(str(data["position"]), box, data["rules"])
            said = (game.name, data["seats"], game.blank(options, data["seats"], box).tobytes(), data["seed"])
            if said != (match.game.name, match.seats, match._blank.tobytes(), match.seed.hex()):
                raise BadSave("the position is not one of the game that the file describes")
            return match
        seed = chance.seed_bytes(data["seed"])
        return Match(game, box, game.blank(options, data["seats"], box), data["seats"], seed)
    except BadSave as problem:
        raise BadSave(str(problem), 0) from None
    except (PetteiaError, KeyError, TypeError) as problem:
        raise BadSave(f"the game cannot be set up: {problem}", 0) from None
