"""As much of TypeScript's types as `petteia.server.typescript` writes: reading them, holding values against them."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

TOKEN = re.compile(r"\s*(?:/\*.*?\*/\s*)*([A-Za-z_]\w*|'[^']*'|\"[^\"]*\"|[{}()\[\]|<>,:?=])", re.S)
PLAIN: dict[str, tuple[type, ...]] = {
    "number": (int, float),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
}


@dataclasses.dataclass
class Type:
    """A type: a name, a word, or one of several kinds of them together."""

    kind: str  # name, word, list, tuple, any_of, values (by any key), fields
    name: str = ""
    parts: tuple[Type, ...] = ()
    fields: dict[str, Type] = dataclasses.field(default_factory=dict)
    optional: frozenset[str] = frozenset()


class Reader:
    """Reads the interfaces and types that a file declares."""

    def __init__(self, text: str) -> None:
        self._tokens = TOKEN.findall(text)
        self._at = 0

    def declared(self) -> dict[str, Type]:
        """All declarations of a namespace, by name."""
        found: dict[str, Type] = {}
        while self._at < len(self._tokens) and self._tokens[self._at] != "}":
            self._need("export")
            what, name = self._next(), self._next()
            if what == "type":
                self._need("=")
                found[name] = self._type()
            else:
                assert what == "interface", what
                found[name] = self._type()
        return found

    def namespaces(self) -> dict[str, dict[str, Type]]:
        found = {}
        while self._is("export") and self._is("namespace"):
            name = self._next()
            self._need("{")
            found[name] = self.declared()
            self._need("}")
        return found

    def _next(self) -> str:
        self._at += 1
        token: str = self._tokens[self._at - 1]
        return token

    def _is(self, token: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at] == token:
            self._at += 1
            return True
        return False

    def _need(self, *tokens: str) -> None:
        for token in tokens:
            assert self._is(token), f"{token!r} is missing at {self._tokens[self._at - 5 : self._at + 5]}"

    def _type(self) -> Type:
        parts = [self._with_lists()]
        while self._is("|"):
            parts.append(self._with_lists())
        return parts[0] if len(parts) == 1 else Type("any_of", parts=tuple(parts))

    def _with_lists(self) -> Type:
        found = self._single()
        while self._is("["):
            self._need("]")
            found = Type("list", parts=(found,))
        return found

    def _single(self) -> Type:
        if self._is("("):
            found = self._type()
            self._need(")")
            return found
        if self._is("["):
            return Type("tuple", parts=self._until("]"))
        if self._is("{"):
            return self._fields()
        token = self._next()
        if token[0] in "'\"":
            return Type("word", token[1:-1])
        if token == "Record":
            self._need("<")
            return Type("values", parts=self._until(">")[1:])
        return Type("name", token)

    def _until(self, end: str) -> tuple[Type, ...]:
        found = [self._type()]
        while self._is(","):
            found.append(self._type())
        self._need(end)
        return tuple(found)

    def _fields(self) -> Type:
        fields, optional = {}, set()
        while not self._is("}"):
            name = self._next()
            if self._is("?"):
                optional.add(name)
            self._need(":")
            fields[name] = self._type()
        return Type("fields", fields=fields, optional=frozenset(optional))


def wrong(value: Any, of: Type, types: dict[str, Type], path: str = "it") -> str | None:
    """Where a value is not of its type, and how."""
    if of.kind == "name" and of.name in types:
        return wrong(value, types[of.name], types, path)
    if of.kind == "any_of":
        found = [wrong(value, part, types, path) for part in of.parts]
        return None if None in found else next(filter(None, found))
    inner = _inner(value, of)
    if isinstance(inner, str):
        return f"{path}: {inner}"
    return next((at for key, one, part in inner if (at := wrong(one, part, types, f"{path}.{key}"))), None)


def _inner(value: Any, of: Type) -> list[tuple[Any, Any, Type]] | str:
    """What a value consists of, with the types of that; or what is wrong with it."""
    if of.kind == "name":
        fits = isinstance(value, PLAIN[of.name]) and not (of.name == "number" and isinstance(value, bool))
        return [] if fits else f"{_short(value)} is no {of.name}"
    if of.kind == "word":
        return [] if value == of.name else f"{_short(value)} is not {of.name!r}"
    if of.kind in ("list", "tuple"):
        if not isinstance(value, list) or (of.kind == "tuple" and len(value) != len(of.parts)):
            return f"{_short(value)} is no such list"
        parts = of.parts if of.kind == "tuple" else of.parts * len(value)
        return [(place, one, part) for place, (one, part) in enumerate(zip(value, parts, strict=True))]
    if not isinstance(value, dict):
        return f"{_short(value)} has no fields"
    if of.kind == "values":
        return [(key, one, of.parts[0]) for key, one in value.items()]
    if missing := set(of.fields) - set(value) - of.optional:
        return f"without {', '.join(sorted(missing))}"
    if surplus := set(value) - set(of.fields):
        return f"nobody speaks of {', '.join(sorted(surplus))}"
    return [(name, value[name], part) for name, part in of.fields.items() if name in value]


def _short(value: Any) -> str:
    return json.dumps(value)[:60]
