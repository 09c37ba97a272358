"""A game that is over, packed: all its entries in one piece, a tenth of their size or less.

Choices alone would be smaller still, but states that are played again come out otherwise once rules have changed. Each
state is nearly the one before it, so that all of them together pack to a few bytes each; and what is unpacked is what
was stored, byte for byte.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Sequence

import orjson

from petteia.server.store.rows import EntryRow

FORMAT = 1
PLAIN = ("kind", "seat", "words", "back", "to_move", "rules_version")  # what is written down as it is


def pack(rows: Sequence[EntryRow]) -> bytes:
    """Entries 0, 1, 2… of a table in one piece. When each was made is kept to the thousandth of a second."""
    moments = [round(row["at"] * 1000) for row in rows]
    head = {
        "format": FORMAT,
        "columns": [[row[name] for row in rows] for name in PLAIN],  # type: ignore[literal-required]
        "at": [later - earlier for earlier, later in itertools.pairwise([0, *moments])],
        "layouts": [[*run, len([*rest])] for run, rest in itertools.groupby(rows, _laid_out)],
    }
    return zlib.compress(orjson.dumps(head) + b"\n" + b"".join(row["state"] for row in rows), 9)


def _laid_out(row: EntryRow) -> tuple[str, int]:
    return row["layout"], len(row["state"])


def unpack(data: bytes, table: str) -> list[EntryRow]:
    """The entries again."""
    written, _, states = zlib.decompress(data).partition(b"\n")
    head = orjson.loads(written)
    if head["format"] != FORMAT:
        raise ValueError(f"the game at table {table} was packed by a newer petteia (format {head['format']})")
    found: list[EntryRow] = []
    begin = 0
    layouts = [(layout, size) for layout, size, many in head["layouts"] for _ in range(many)]
    moments = itertools.accumulate(head["at"])
    for number, (plain, at, (layout, size)) in enumerate(
        zip(zip(*head["columns"], strict=True), moments, layouts, strict=True)
    ):
        kind, seat, words, back, to_move, rules_version = plain
        found.append(
            {
                "table_id": table,
                "number": number,
                "kind": kind,
                "seat": seat,
                "words": words,
                "back": back,
                "to_move": to_move,
                "rules_version": rules_version,
                "layout": layout,
                "state": states[begin : begin + size],
                "at": at / 1000,
            }
        )
        begin += size
    return found
