"""Rooms of tables without a server, for tests of what a server makes of them."""

from __future__ import annotations

from typing import Any

from petteia.match import Match
from petteia.server import rooms, schema

NOBODY, FIRST = 99, 100  # a spectator, and the person on the first seat


def room_of(match: Match, seats: int) -> rooms.Room:
    """The room of a table at which everybody is a person of his own, with a game's entries."""
    row: dict[str, Any] = dict.fromkeys((column.name for column in schema.tables.columns), None)
    row |= {"id": "k3v9x2m4p8qa", "game": match.game.name, "options": {}, "box": match.box.fingerprint}
    row |= {"status": "playing", "origin": "deal", "first_move": 0, "seed": match.seed, "secret": bytes(32)}
    row |= {"listed": True, "host": FIRST, "created": 0.0, "changed": 0.0}
    seat_row = {"kind": "person", "bot": None, "nonce": "00", "link_hash": None, "resigned": False, "standing": None}
    places = [{"table_id": row["id"], "seat": seat, "name": f"P{seat}", **seat_row} for seat in range(seats)]
    holders = [{"table_id": row["id"], "seat": seat, "person_id": FIRST + seat} for seat in range(seats)]
    room = rooms.Room(row, places, holders, match.box)
    entry = {"back": None, "rules_version": match.game.rules_version, "at": 0.0}
    entries: list[dict[str, Any]] = [
        {**entry, "number": 0, "kind": "deal", "seat": None, "words": None, "state": match.bytes_at(0)}
    ]
    for number, choice in enumerate(match.history, 1):
        seat, state = match.at(number - 1).to_move, match.bytes_at(number)
        entries.append({**entry, "number": number, "kind": "play", "seat": seat, "words": choice.words, "state": state})
    room.follow(entries)
    return room
