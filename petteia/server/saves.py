"""Save files at the table: downloading a game, and reading one that somebody uploads."""

from __future__ import annotations

import json
import time
import warnings

from petteia.match import BadSave, Match, OldSave, load_bytes
from petteia.proof import commit
from petteia.server import views
from petteia.server.problems import not_now, wrong
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


def read(data: bytes) -> Match:
    """The match in a save file; what is wrong with it is said to whoever sent it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OldSave)
        try:
            return load_bytes(data, "the file")
        except BadSave as problem:
            if problem.move:
                raise wrong("broken_save", cause=str(problem), move=problem.move) from None
            raise wrong("no_save", cause=str(problem)) from None


def entries_of(match: Match, room: Room) -> list[EntryRow]:
    """A match as the entries of a table that can be watched."""
    at = time.time()
    past = [match.at(move) for move in range(match.first_move, match.move_number + 1)]
    return [
        {
            "table_id": room.id,
            "number": number,
            "kind": "play" if number else "deal",
            "seat": past[number - 1].to_move if number else None,
            "words": then.history[-1].words if number else None,
            "back": None,
            "to_move": None,
            "rules_version": match.game.rules_version,
            "layout": room.layout,
            "state": then.state_bytes,
            "at": at,
        }
        for number, then in enumerate(past)
    ]
