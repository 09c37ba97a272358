"""Boxes as tables for the terminal; works for any box file, since it goes by its shape alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.markup import escape
from rich.table import Table

from petteia.engine.boxes import Box

_MARKS = {"rulebook": "green", "source": "cyan", "reconstruction": "yellow", "own": "magenta"}


def tables(box: Box) -> Iterator[Table]:
    """One table for each part of the box."""
    for name, part in box.data.items():
        rows = part if isinstance(part, list) else [part]
        keys = [key for key in rows[0] if key not in ("provenance", "where")]
        table = Table(title=name, title_justify="left", title_style="bold", header_style="dim")
        if isinstance(part, dict):
            table.add_column("fact")
            table.add_column("value", justify="right")
            for key in keys:
                table.add_row(key, _short(part[key]))
        else:
            used = [key for key in keys if any(_short(row[key]) for row in rows)]
            for key in used:
                table.add_column(key.replace("_", " "), overflow="fold")
            for row in rows:
                table.add_row(*(escape(_short(row[key])) for key in used))
        yield table


def provenances(box: Box) -> Table:
    """Where each component's facts come from."""
    table = Table(title=f"{box.game}: where the facts come from", title_justify="left", header_style="dim")
    for heading in ("component", "provenance", "where"):
        table.add_column(heading, overflow="fold")
    for name, part in box.data.items():
        for row in part if isinstance(part, list) else [part]:
            title = " ".join(str(row[key]) for key in ("id", "number", "level", "inhabitants", "name") if row.get(key))
            mark = _MARKS[row["provenance"]]
            table.add_row(f"{name} {escape(title)}", f"[{mark}]{row['provenance']}[/{mark}]", escape(row["where"]))
    return table


def _short(value: Any) -> str:
    """A value as one reads it in a cell; nothing where there is nothing."""
    if isinstance(value, dict):
        return ", ".join(f"{amount} {key}" for key, amount in value.items() if amount)
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)
