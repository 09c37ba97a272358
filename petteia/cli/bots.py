"""Bots as a terminal introduces them: each with a face, a name and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from petteia.bots import UnknownBot, described
from petteia.bots.roster import of_others, plays_of_others, said_of
from petteia.signs import QUIET

# The faces of levels, in signs that every terminal has.
FACES = {
    "sheep": "@(oo)@",
    "child": r"\(^o^)",
    "merchant": "($_$)",
    "captain": "(o_o)>",
    "general": "[-_-]",
    "oracle": "~(*)(*)~",
}
STRANGER = "(?_?)"


class Introduction(NamedTuple):
    """`name` is what is typed; `about` of somebody else's bot is the first line of what its class says of itself."""

    name: str
    title: str
    face: str
    about: str


def introductions(lang: str, games: Sequence[str]) -> list[Introduction]:
    """All that play one of these games, from gentle to strong, then those of others."""
    found: dict[str, Introduction] = {}
    for game in games:
        for level in described(lang, game):
            found.setdefault(
                level["name"], Introduction(level["name"], level["title"], FACES[level["face"]], level["about"])
            )
    others = [name for name in of_others() if any(plays_of_others(name, game) for game in games)]
    return [*found.values(), *map(_stranger, others)]


def introduced(lang: str, game: str, words: Iterable[str]) -> list[Introduction]:
    """Those who sit at a table, each once."""
    known = {one.name: one for one in introductions(lang, [game])}
    return [known[name] for name in dict.fromkeys(word.partition(":")[0] for word in words)]


def drawn(bots: Iterable[Introduction]) -> Table:
    """A line each: face, title, sentence."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for one in bots:
        table.add_row(Text(one.face), Text(one.title, style="bold"), Text(one.about, style=QUIET))
    return table


def _stranger(name: str) -> Introduction:
    try:
        about = said_of(name)
    except UnknownBot as problem:
        about = str(problem)
    return Introduction(name, name, STRANGER, about)
