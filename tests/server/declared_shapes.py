"""Holding values against what Python declares: shapes (TypedDicts) and all that they are made of."""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from typing import Any, Literal, Union

from petteia.server.typescript import keys_of


def wrong(value: Any, kind: Any, path: str = "it") -> str | None:
    """Where a value is not what is declared, and how. Types are exact: no `True` for 1, no number of NumPy."""
    of, within = typing.get_origin(kind), typing.get_args(kind)
    if of in (Union, types.UnionType):
        found = [wrong(value, one, path) for one in within]
        return None if None in found else next(filter(None, found))
    if of is Literal:
        return None if type(value) is str and value in within else f"{path}: {value!r} is none of {within}"
    if typing.is_typeddict(kind):
        return _wrong_keys(value, kind, path)
    if of is dict:
        if type(value) is not dict or any(type(key) is not within[0] for key in value):
            return f"{path}: {_short(value)} is no {kind}"
        return next((at for key, one in value.items() if (at := wrong(one, within[1], f"{path}.{key}"))), None)
    if of in (list, Sequence):
        if type(value) is not list:
            return f"{path}: {_short(value)} is no list"
        return next((at for k, one in enumerate(value) if (at := wrong(one, within[0], f"{path}.{k}"))), None)
    if of is tuple:
        if type(value) is not tuple or len(value) != len(within):
            return f"{path}: {_short(value)} is no {kind}"
        pairs = enumerate(zip(value, within, strict=True))
        return next((at for k, (one, part) in pairs if (at := wrong(one, part, f"{path}.{k}"))), None)
    assert isinstance(kind, type), kind
    return None if type(value) is kind else f"{path}: {_short(value)} is no {kind.__name__}"


def _wrong_keys(value: Any, shape: Any, path: str) -> str | None:
    if type(value) is not dict:
        return f"{path}: {_short(value)} is no {shape.__name__}"
    keys = {key.name: key for key in keys_of(shape)}
    if missing := [name for name, key in keys.items() if key.required and name not in value]:
        return f"{path}: without {', '.join(missing)}"
    if surplus := sorted(set(value) - set(keys)):
        return f"{path}: {shape.__name__} does not speak of {', '.join(surplus)}"
    return next((at for name, one in value.items() if (at := wrong(one, keys[name].kind, f"{path}.{name}"))), None)


def _short(value: Any) -> str:
    return repr(value)[:60]
