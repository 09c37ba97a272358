"""Where games are kept between evenings, and who sits at them.

A save file of a match knows nothing of people and bots. So `petteia play` writes a second, small file beside it:
`NAME.seats.json` beside `NAME.json`, with the word that each seat was given and the seed of the bots.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import os
import pathlib
import secrets
from collections.abc import Sequence

import platformdirs

from petteia.bots import LEVELS, UnknownBot, find, names
from petteia.engine.errors import PetteiaError

PERSON = "you"


class BadSeats(PetteiaError):
    """A line-up that cannot sit down, or a file of one that cannot be read."""


def data_folder() -> pathlib.Path:
    """PETTEIA_DATA_DIR, or the user's own folder for data."""
    chosen = os.environ.get("PETTEIA_DATA_DIR")
    return pathlib.Path(chosen) if chosen else pathlib.Path(platformdirs.user_data_dir("petteia", appauthor=False))


def saves_folder() -> pathlib.Path:
    return data_folder() / "saves"


def fresh_path(game: str) -> pathlib.Path:
    """A file for a new game, named by date and time."""
    now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return saves_folder() / f"{game}-{now}-{secrets.token_hex(2)}.json"


def newest(game: str) -> pathlib.Path:
    """The save of a game that was played last."""
    there = [path for path in saves_folder().glob(f"{game}-*.json") if not path.name.endswith(".seats.json")]
    if not there:
        raise PetteiaError(f"there is no save of {game} in {saves_folder()}")
    return max(there, key=lambda path: path.stat().st_mtime)


def write_whole(path: pathlib.Path, text: str) -> None:
    """Writes a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".part")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


@dataclasses.dataclass(frozen=True)
class Seating:
    """Who sits where ("you" or the name of a bot), and the seed that the bots draw from."""

    seats: tuple[str, ...]
    bots: str

    @classmethod
    def of(cls, words: str | Sequence[str], seed: str | None = None) -> Seating:
        """From words such as `you,greedy,greedy`."""
        seats = tuple(_as_named(word.strip()) for word in (words.split(",") if isinstance(words, str) else words))
        for word in seats:
            if word != PERSON:
                _check_bot(word)
        return cls(seats, seed or secrets.token_hex(16))

    @property
    def people(self) -> list[int]:
        return [seat for seat, word in enumerate(self.seats) if word == PERSON]

    def save(self, match_path: pathlib.Path) -> None:
        data = {"petteia": "seats", "format": 1, "seats": self.seats, "bots": self.bots}
        write_whole(beside(match_path), json.dumps(data) + "\n")

    @classmethod
    def load(cls, match_path: pathlib.Path) -> Seating | None:
        """The line-up of a saved match; None where there is no file of it."""
        path = beside(match_path)
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return cls.of([str(word) for word in data["seats"]], str(data["bots"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise BadSeats(f"{path} cannot be read ({problem}); delete it and say who plays with --seats") from None


def _as_named(word: str) -> str:
    """Capitals do not matter, but in names that others have given their bots."""
    return word.lower() if word.partition(":")[0].lower() in (PERSON, *(level.name for level in LEVELS)) else word


def _check_bot(word: str) -> None:
    try:
        find(word)
    except UnknownBot as problem:
        if ":" in word:
            raise BadSeats(str(problem)) from None
        known = ", ".join(names())
        raise BadSeats(f"'{word}' is nobody who can sit down: a seat is {PERSON} or a bot ({known})") from None


def beside(match_path: pathlib.Path) -> pathlib.Path:
    return match_path.with_name(match_path.name.removesuffix(".json") + ".seats.json")
