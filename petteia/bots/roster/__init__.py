"""Which bots there are: the levels of this house, and those that others have installed.

A bot is asked for by a name, which may carry settings: `hard`, `hard:simulations=500`, `mine:style=bold:seed=3`.
Somebody else's is a class in a package of his own, which says so in its `pyproject.toml`:

    [project.entry-points."petteia.bots"]
    mine = "my_package:MyBot"

It is made with the name of the game, 32 bytes of seed and the settings of its name, and is asked for a choice with a
match in which all that its seat cannot know is redrawn (`petteia.bots.roster.players` has the whole protocol). Where it
plays some games alone, its class says which: `games = ("hellas",)`.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib.metadata
import inspect
import pathlib
import sys
from collections.abc import Callable, Iterable
from typing import Any

from petteia.bots.roster.levels import LEVELS, SEARCHES, SETTINGS, Level
from petteia.engine.errors import PetteiaError

GROUP = "petteia.bots"  # of entry points


class UnknownBot(PetteiaError):
    """A name that is no bot's, or settings that it does not have."""


@dataclasses.dataclass(frozen=True)
class Named:
    """A bot that was asked for: its level, or the class of somebody else, and settings."""

    name: str
    settings: tuple[tuple[str, float | str], ...]
    level: Level | None
    foreign: Callable[..., Any] | None

    def __reduce__(self) -> tuple[Callable[..., Named], tuple[Any, ...]]:
        """By its name and settings, by which others find it too."""
        return _found, (self.name, self.settings)

    @property
    def words(self) -> str:
        """The name as it was asked for."""
        return ":".join([self.name, *(f"{name}={_word(value)}" for name, value in self.settings)])

    def searches(self, game: str) -> bool:
        """Whether it needs the compiled search of a game."""
        return self.level is not None and (self.level.searches(game) or "kind" in dict(self.settings))


_REGISTERED: dict[str, Callable[..., Any]] = {}


def register(name: str, bot: Callable[..., Any]) -> None:
    """Adds a bot for as long as this process runs. (One that is to be found by `petteia` itself is an entry point.)"""
    if not name.isidentifier():
        raise UnknownBot(f"'{name}' is no name for a bot: letters, digits and underscores")
    if name in _OWN:
        raise UnknownBot(f"'{name}' is one of the house's own bots; choose another name")
    _REGISTERED[name] = bot


def is_registered(name: str) -> bool:
    """Whether a bot is known in this process alone."""
    return name in _REGISTERED


def program_of(bot: Callable[..., Any]) -> bytes:
    """Says which program text somebody else's bot is: that of the whole package that it stands in."""
    module = sys.modules.get(getattr(bot, "__module__", "").partition(".")[0])
    paths = [path for folder in getattr(module, "__path__", []) for path in sorted(pathlib.Path(folder).rglob("*.py"))]
    file = getattr(module, "__file__", None)
    if not paths and file:
        paths = [pathlib.Path(file)]
    return b"".join(hashlib.sha256(path.read_bytes()).digest() for path in paths)


@functools.cache
def _installed() -> dict[str, importlib.metadata.EntryPoint]:
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=GROUP)}


def names(game: str | None = None) -> list[str]:
    """Every bot that can play, of the house's from gentle to strong, then those of others. Of a game: those that play
    it."""
    return [*(level.name for level in LEVELS if level.plays(game)), *of_others(game)]


def of_others(game: str | None = None) -> list[str]:
    """The bots that others installed or registered; of a game, those that play it."""
    found = sorted({*_installed(), *_REGISTERED} - set(_OWN))
    return found if game is None else [name for name in found if plays_of_others(name, game)]


def plays_of_others(name: str, game: str) -> bool:
    """Whether somebody else's bot plays a game. One that cannot be loaded is asked for, and then says why it cannot."""
    try:
        return _plays(_foreign(name), game)
    except UnknownBot:
        return True


def _plays(foreign: Callable[..., Any], game: str) -> bool:
    """Every game, where its class does not say otherwise."""
    games = getattr(foreign, "games", None)
    return games is None or game in ([games] if isinstance(games, str) else games)


def said_of(name: str) -> str:
    """What somebody else's bot says of itself: the first line of its class's own words; nothing, where it has none.
    UnknownBot, where it cannot be loaded."""
    return (inspect.getdoc(_foreign(name)) or "").partition("\n")[0]


def find(words: str, game: str | None = None) -> Named:
    """A bot by its name and settings; says what there is where there is none such."""
    name, *given = words.split(":") if isinstance(words, str) else (words,)
    known = [word.partition("=")[0] for word in given]
    if twice := [setting for setting in known if known.count(setting) > 1]:
        raise UnknownBot(f"'{words}' gives the setting '{twice[0]}' twice")
    level = _OWN.get(name)
    if level is not None:
        if game is not None and not level.plays(game):
            raise UnknownBot(f"'{name}' does not play {game}: no network that is good enough has been learned for it")
        return Named(name, tuple(_own_setting(name, word) for word in given), level, None)
    if name not in of_others():
        raise UnknownBot(f"there is no bot '{name}'; there are {', '.join(names(game))}")
    foreign = _foreign(name)
    if game is not None and not _plays(foreign, game):
        raise UnknownBot(f"'{name}' does not play {game}; there are {', '.join(names(game))}")
    return Named(name, tuple(_setting(name, word) for word in given), None, foreign)


def _found(name: str, settings: tuple[tuple[str, float | str], ...]) -> Named:
    return dataclasses.replace(find(name), settings=settings)


def _foreign(name: str) -> Callable[..., Any]:
    """The class of somebody else's bot."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    entry = _installed()[name]
    try:
        return entry.load()  # type: ignore[no-any-return]
    except Exception as problem:
        raise UnknownBot(f"the bot '{name}' ({entry.value}) cannot be loaded: {_said(problem)}") from problem


def _own_setting(bot: str, word: str) -> tuple[str, float | str]:
    name, value = _setting(bot, word)
    if name == "kind" and value in SEARCHES:
        return name, value
    if name == "kind":
        raise UnknownBot(f"'{bot}:{word}': the setting kind is one of {', '.join(SEARCHES)}")
    if name not in SETTINGS:
        raise UnknownBot(f"'{bot}' has no setting '{name}'; there are kind, {', '.join(SETTINGS)}")
    if not SETTINGS[name].fits(value):
        raise UnknownBot(f"'{bot}:{word}': the setting {name} is {SETTINGS[name].words}")
    return name, value


def _setting(bot: str, word: str) -> tuple[str, float | str]:
    name, equals, value = word.partition("=")
    if not equals or not name.isidentifier():
        raise UnknownBot(f"'{bot}:{word}': write settings as name=value, as in hard:simulations=500")
    try:
        return name, float(value)
    except ValueError:
        return name, value


def _word(value: float | str) -> str:
    return f"{value:g}" if isinstance(value, float) else value


def _said(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__


def find_all(words: str, game: str | None = None) -> list[Named]:
    """Several bots by their names, separated by commas."""
    return [find(word.strip(), game) for word in words.split(",")]


def all_own(bots: Iterable[Named]) -> bool:
    """Whether all are the house's, which play in compiled code from beginning to end."""
    return all(bot.level is not None for bot in bots)


_OWN = {level.name: level for level in LEVELS}
