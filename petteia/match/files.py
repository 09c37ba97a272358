"""Files: a match written down (as a position, as a save) and read again."""

from __future__ import annotations

import json
import os
import pathlib
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.desk import Desk
from petteia.engine import chance, verbs, views
from petteia.engine.boxes import Box
from petteia.engine.choices import UnknownChoice
from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.engine.records import copied
from petteia.engine.views import BadPosition
from petteia.games import find
from petteia.match.choice import Choice, IllegalChoice
from petteia.match.words import Words
from petteia.notebook import Shown, summary

if TYPE_CHECKING:
    from petteia.hints import Hint

FORMAT = 1  # of save files
LONGEST_SAVE = 512 * 1024  # bytes: four times those of the longest game, with the largest position and a box of its own


class BadSave(PetteiaError):
    """A save file that cannot be loaded; `move` is where it breaks, None where it is no save at all."""

    def __init__(self, words: str, move: int | None = None) -> None:
        self.move = move
        super().__init__(words if move is None else f"move {move}: {words}")


class OldSave(UserWarning):
    """A save of older rules that came out differently."""


class Match(Words):
    """One game being played. Make it with `petteia.new`, `petteia.load` or `petteia.position`."""

    def __init__(
        self, game: Game, box: Box, blank: np.ndarray[Any, Any], seats: int, seed: bytes, *, deal: bool = True
    ) -> None:
        super().__init__(game, box, blank, seats, seed, deal=deal)
        self._marks: dict[bytes, str] = {}  # of states that were saved
        self._origin: tuple[bytes, str] | None = None  # the state it began with, as a position, once it was asked for

    # -- in a notebook -------------------------------------------------------------------------------------------------

    def show(self, seat: int | None = None, lang: str = "en") -> Shown:
        """The table as a seat (None: a spectator) may know it, drawn for a notebook."""
        return Shown(self, self._checked(seat), lang)

    def __repr__(self) -> str:
        return summary(self)

    def _repr_html_(self) -> str:
        return self.show().html

    # -- advice --------------------------------------------------------------------------------------------------------

    def hint(
        self,
        pointed: Choice | int | str | None = None,
        *,
        lang: str = "en",
        seconds: float | None = 2.0,
        simulations: int | None = None,
        futures: int | None = None,
    ) -> Hint:
        """What the strongest bot would choose for the seat to move, what may come of it, and why; `print` shows it.

        The best is compared with the next best, or with the choice that is `pointed` at. The bot makes as many
        simulations as its level says, or as are given, then so many futures of each choice are played on to the end;
        both are cut short after some seconds. With None for these, the hint is the same on every machine. Nothing in
        it depends on what the seat cannot know."""
        from petteia.hints import hint

        return hint(self, pointed=pointed, lang=lang, seconds=seconds, simulations=simulations, futures=futures)

    # -- written down --------------------------------------------------------------------------------------------------

    def digest(self) -> str:
        """A short hash of the whole state, hidden things included."""
        return views.digest(self.game.state, self.state, self.game.names(self.box))

    def position(self) -> str:
        """The position as text, from which `petteia.position` builds it again: only what differs from the deal."""
        return self.position_of(self.state)

    def position_of(self, state: Any) -> str:
        """The same for another state of this game, the record itself."""
        fresh = Match(self.game, self.box, self.blank, self.seats, self.seed)
        lines = [f'game = "{self.game.name}"', f"seats = {self.seats}", f'seed = "{self.seed.hex()}"']
        if self.box.fingerprint != self.game.box.fingerprint:
            lines.append(f'box = "{self.box.fingerprint}"')
        lines += [f"options.{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in self.options.items()]
        lines += views.differences(self.game.state, fresh.state, state, self.game.names(self.box))
        return "\n".join(lines) + "\n"

    @property
    def origin(self) -> str | None:
        """The position that it began with; None where that was the deal."""
        if self.dealt:
            return None
        if self._origin is None or self._origin[0] != self._start:
            self._origin = self._start, self.position_of(np.frombuffer(self._start, self.game.state.dtype)[0])
        return self._origin[1]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the match to a file, whole or not at all."""
        target = pathlib.Path(path)
        draft = target.with_name(target.name + ".part")
        draft.write_text(json.dumps(self.as_save(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(target)

    def as_save(self) -> dict[str, Any]:
        """What stands in a save file."""
        digests = self._marked()
        pick = self.game.space.pick
        played = [[pick(choice).words, after] for choice, after in zip(self._played, digests[1:], strict=True)]
        data: dict[str, Any] = {
            "petteia": "save",
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "seats": self.seats,
            "options": self.options,
            "box": self.box.fingerprint,
            "seed": self.seed.hex(),
            "position": self.origin,
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
        for move, state in enumerate(self.states, self.first_move):
            self._marks[state] = known.get(state) or views.digest(self.game.state, self.state_at(move)[0], names)
        return [self._marks[state] for state in self.states]

    def verify(self) -> bool:
        """Plays everything again from the beginning; raises BadSave with the move where it comes out differently."""
        again = Match(self.game, self.box, self.blank, self.seats, self.seed, deal=self.dealt)
        if not self.dealt:
            again._set(self._start)
        if again.state_bytes != self._start:
            raise BadSave("the deal is not the one that the seed gives", 0)
        for move, choice in enumerate(self._played):
            if again.state_bytes != self._before[move]:
                raise BadSave("the state is not the one that the choices lead to", move)
            again.play(choice)
        if again.state_bytes != self.state_bytes:
            raise BadSave("the state is not the one that the choices lead to", len(self._played))
        return True


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
    s, names = copied(match.array), game.names(printed)
    for path, value in flat.items():
        try:
            views.apply(game.state, s[0], path, value, names)
        except BadPosition as problem:
            raise BadPosition(f"line {lines[path]}: {problem}") from None
    with Desk.of(game) as desk:
        flaw, mover = desk.flaw(printed, s), desk.to_move(printed, s)
    if flaw:
        raise BadPosition(f"this is no position of {game.title}: {game.flaws[flaw - 1]}")
    if flat:
        match = Match.resumed(game, printed, match.blank, seats, seed, [s.tobytes()], [], dealt=False)
    if (len(match.legal_ids) == 1 and not game.lone_choices) or (match.over and mover != verbs.OVER):
        raise BadPosition("there is nothing to decide in this position; start one decision earlier")
    return match


def load(path: str | os.PathLike[str]) -> Match:
    """Loads a save file by playing it again; a damaged, edited or too new one is refused."""
    file = pathlib.Path(path)
    try:
        with file.open("rb") as opened:
            content = opened.read(LONGEST_SAVE + 1)
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
        mark = views.digest(match.game.state, match.state, names)
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
    if len(content) > LONGEST_SAVE:
        raise BadSave(f"{name} is too large for a save file: at most {LONGEST_SAVE // 1024} kB")
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
    for move, pair in enumerate(data["choices"], 1):
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)):
            raise BadSave(f"{json.dumps(pair)} is no choice with its mark", move)
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
            if said != (match.game.name, match.seats, match.blank.tobytes(), match.seed.hex()):
                raise BadSave("the position is not one of the game that the file describes")
            return match
        seed = chance.seed_bytes(data["seed"])
        return Match(game, box, game.blank(options, data["seats"], box), data["seats"], seed)
    except BadSave as problem:
        raise BadSave(str(problem), 0) from None
    except (PetteiaError, KeyError, TypeError) as problem:
        raise BadSave(f"the game cannot be set up: {problem}", 0) from None
