"""Writes the states of all games as TypeScript types, for the browser's pages, from the declarations of their records:

    python -m petteia.server.typescript web/src/lib/states.d.ts

They are what `engine.writing` makes of a state that is sent to a seat.
"""

from __future__ import annotations

import json
import pathlib
import sys
import textwrap
from collections.abc import Iterator

from petteia.engine.game import Game
from petteia.engine.records import PUBLIC, Bits, Field, Names, OneOf, Record, SetOf
from petteia.games import NAMES, find

# Names that are never missing: a game always stands at one of its steps.
ALWAYS = frozenset({"step"})
# Lists of a game with a number that names nothing in them and stays a number.
NUMBERED = frozenset({("peloponnes_card", "disaster")})  # Disaster.NO
UNSAID = ("rng",)  # nobody is told of it (`Match.written`)


def main(path: str) -> None:
    pathlib.Path(path).write_text("\n".join(_module()) + "\n", encoding="utf-8")


def _module() -> Iterator[str]:
    yield "/** Made by petteia.server.typescript from the games' records; what is changed here is lost. */"
    for name in NAMES:
        game = find(name)
        yield ""
        yield f"export namespace {name} {{"
        for cls in records_of(game.state):
            yield from _interface(game, cls)
        yield "}"


def records_of(cls: type[Record]) -> list[type[Record]]:
    """A record and all within it, the innermost first."""
    found: list[type[Record]] = []
    for field in said(cls):
        if field.nested:
            found += [one for one in records_of(field.type) if one not in found]
    return [*found, cls]


def said(cls: type[Record]) -> list[Field]:
    """The fields of a record that seats are told of."""
    return [field for field in cls.fields.values() if not field.kept and field.name not in UNSAID]


def _interface(game: Game, cls: type[Record]) -> Iterator[str]:
    yield f"  export interface {cls.__name__} {{"
    for field in said(cls):
        about = field.about if field.sight is PUBLIC else f"{field.about} (seen by {field.sight.value})".strip()
        if about:
            yield from _comment(about)
        yield f"    {field.name}: {type_of(game, field)}"
    yield "  }"


def _comment(about: str) -> Iterator[str]:
    text = about.replace("*/", "* /")
    if len(text) < 105:
        yield f"    /** {text} */"
        return
    yield "    /**"
    yield from textwrap.wrap(text, 110, initial_indent="     * ", subsequent_indent="     * ")
    yield "     */"


def type_of(game: Game, field: Field) -> str:
    """The type of a field as it is written."""
    if isinstance(field.meaning, Bits):
        return "number[]"
    value = _value(game, field)
    if not field.length:
        return value
    return f"({value})[]" if " " in value else f"{value}[]"


def _value(game: Game, field: Field) -> str:
    meaning = field.meaning
    if field.nested:
        return str(field.type.__name__)
    if isinstance(meaning, OneOf):
        return _union(meaning.words)
    if isinstance(meaning, SetOf):
        return f"({_words(game, meaning.of)})[]" if meaning.of in game.lists else "string[]"
    if isinstance(meaning, Names):
        number = " | number" if (game.name, meaning.of) in NUMBERED else ""
        return f"{_words(game, meaning.of)}{number}{'' if meaning.of in ALWAYS else ' | null'}"
    return "number"


def _words(game: Game, of: str) -> str:
    """The names of a list, where the game fixes them; those of a box may be anything."""
    return _union(game.lists[of]) if of in game.lists else "string"


def _union(words: tuple[str, ...]) -> str:
    return " | ".join(json.dumps(word, ensure_ascii=False) for word in words)


if __name__ == "__main__":
    main(sys.argv[1])
