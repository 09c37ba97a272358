"""Writes what the browser's pages are told of the games as TypeScript types:

    python -m petteia.server.typescript web/src/lib/told.d.ts

The types of a state are made from the declarations of its records, and are what `engine.writing` makes of it when it is
sent to a seat. Those of all else, the extras of a moment and what is printed in the box, are made from the declarations
in the game's show/told.py, by which its show/page.py is checked.
"""

from __future__ import annotations

import json
import pathlib
import sys
import textwrap
import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, Union

from petteia import pages
from petteia.engine.game import Game
from petteia.engine.records import PUBLIC, Bits, Field, Names, OneOf, Record, SetOf
from petteia.games import NAMES, find

# Names that are never missing: a game always stands at one of its steps.
ALWAYS = frozenset({"step"})
# Lists of a game with a number that names nothing in them and stays a number.
NUMBERED = frozenset({("peloponnes_card", "disaster")})  # Disaster.NO
UNSAID = ("rng",)  # nobody is told of it (`Match.written`)

PLAIN = {int: "number", str: "string", bool: "boolean", types.NoneType: "null"}


def main(path: str) -> None:
    pathlib.Path(path).write_text("\n".join(_module()) + "\n", encoding="utf-8")


def _module() -> Iterator[str]:
    yield "/** Made by petteia.server.typescript from what the games declare; what is changed here is lost. */"
    for name in NAMES:
        game = find(name)
        records = records_of(game.state)
        declared = [*shapes_of(told(name, "printed")), *shapes_of(told(name, "extras"))]
        _refuse_namesakes(name, [*records, *dict.fromkeys(declared)])
        yield ""
        yield f"export namespace {name} {{"
        for record in records:
            yield from _record(game, record)
        for shape in dict.fromkeys(declared):
            yield from _shape(shape)
        yield "}"
    yield ""
    yield "/** What the pages are told, by game. */"
    yield "export interface Told {"
    for name in NAMES:
        parts = f"state: {name}.State; extras: {name}.Extras; box: {name}.Box"
        yield f"  {name}: {{ {parts} }}"
    yield "}"


def _refuse_namesakes(game: str, declared: list[type]) -> None:
    """A page would take the one for the other."""
    names = [cls.__name__ for cls in declared]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SystemExit(f"{game} declares {', '.join(twice)} twice, in state.py or show/told.py: rename one of them.")


# -- records -----------------------------------------------------------------------------------------------------------


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


def _record(game: Game, cls: type[Record]) -> Iterator[str]:
    yield f"  export interface {cls.__name__} {{"
    for field in said(cls):
        about = field.about if field.sight is PUBLIC else f"{field.about} (seen by {field.sight.value})".strip()
        yield from _comment(about)
        yield f"    {field.name}: {type_of(game, field)}"
    yield "  }"


def type_of(game: Game, field: Field) -> str:
    """The type of a field as it is written."""
    if isinstance(field.meaning, Bits):
        return "number[]"
    value = _value(game, field)
    return _list(value) if field.length else value


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


# -- what pages are told besides ---------------------------------------------------------------------------------------


def told(game: str, by: Literal["extras", "printed"]) -> type:
    """What a function of a game's show/page.py is declared to tell."""
    shape: type = typing.get_type_hints(getattr(pages.page(game), by))["return"]
    return shape


class Key(typing.NamedTuple):
    """A key of a shape, a TypedDict."""

    name: str
    kind: Any
    about: str
    required: bool


def keys_of(shape: type) -> list[Key]:
    found = []
    for name, hint in typing.get_type_hints(shape, include_extras=True).items():
        required = typing.get_origin(hint) is not NotRequired
        kind = hint if required else typing.get_args(hint)[0]
        about = ""
        if typing.get_origin(kind) is Annotated:
            kind, about = typing.get_args(kind)
        found.append(Key(name, kind, about, required))
    return found


def shapes_of(kind: Any) -> list[type]:
    """All shapes within a type, the innermost first."""
    found: list[type] = []
    within = [key.kind for key in keys_of(kind)] if typing.is_typeddict(kind) else typing.get_args(kind)
    for one in within:
        found += [shape for shape in shapes_of(one) if shape not in found]
    return [*found, kind] if typing.is_typeddict(kind) else found


def _shape(shape: type) -> Iterator[str]:
    """A type and no interface, so that one can go through its keys."""
    if shape.__doc__:
        yield from _comment(shape.__doc__, "  ")
    yield f"  export type {shape.__name__} = {{"
    for key in keys_of(shape):
        yield from _comment(key.about)
        yield f"    {key.name}{'' if key.required else '?'}: {written(key.kind)}"
    yield "  }"


def written(kind: Any) -> str:
    """A type of Python as TypeScript writes it."""
    of, within = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        return str(kind.__name__)
    if of is Literal:
        return _union(within)
    if of in (Union, types.UnionType):
        return " | ".join(written(one) for one in within)
    if of is list:
        return _list(written(within[0]))
    if of is tuple:
        return f"[{', '.join(written(one) for one in within)}]"
    if of is dict and within[0] is str:
        return f"Record<string, {written(within[1])}>"
    if kind in PLAIN:
        return PLAIN[kind]
    raise TypeError(f"{kind} has no words in TypeScript yet: add them here, or declare what is told in another way")


# -- both --------------------------------------------------------------------------------------------------------------


def _comment(about: str, indent: str = "    ") -> Iterator[str]:
    text = " ".join(about.replace("*/", "* /").split())
    if not text:
        return
    if len(text) < 105:
        yield f"{indent}/** {text} */"
        return
    yield f"{indent}/**"
    yield from textwrap.wrap(text, 110, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    yield f"{indent} */"


def _list(of: str) -> str:
    return f"({of})[]" if " | " in of else f"{of}[]"


def _union(words: tuple[str, ...]) -> str:
    return " | ".join(json.dumps(word, ensure_ascii=False) for word in words)


if __name__ == "__main__":
    main(sys.argv[1])
