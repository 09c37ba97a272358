"""Save files at the table: downloading a game, and what becomes of one that somebody uploads."""

from __future__ import annotations

import json
import time

from petteia.engine.game import Game
from petteia.proof import commit
from petteia.server import views
from petteia.server.problems import not_now
from petteia.server.reader import Step
from petteia.server.rooms import Room
from petteia.server.store.rows import EntryRow


def written(room: Room, person: int | None) -> bytes:
    """The game as a save file. Before its end, the position as the asker knows it: what is hidden from all his seats is
    shuffled."""
    if room.match is None:
        raise not_now("not_begun")
    whole = room.status == "over"
    match = room.match if whole else room.match.hidden(tuple(room.seats_of(person)))
    data = match.as_save()
    proof = views.table(room, person)["proof"]
    if whole and proof:
        data["proof"] = {"commitment": commit(room.row["secret"]), **proof}
    return json.dumps(data, indent=1, ensure_ascii=False).encode()


def entries_of(course: list[Step], table: str, game: Game, layout: str) -> list[EntryRow]:
    """A game as the entries of a table that can be watched."""
    at = time.time()
    return [
        {
            "table_id": table,
            "number": number,
            "kind": "play" if number else "deal",
            "seat": step.seat,
            "words": step.words,
            "back": None,
            "to_move": None,
            "rules_version": game.rules_version,
            "layout": layout,
            "state": step.state,
            "at": at,
        }
        for number, step in enumerate(course)
    ]
