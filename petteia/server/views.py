"""What people see of a table: the table with its seats, the game at one moment, and the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from petteia import bots
from petteia.desk import Desk
from petteia.proof import commit, mix
from petteia.server import moments
from petteia.server.rooms import Entry, Json, Room
from petteia.server.words import server_words


def table(room: Room, person: int | None) -> Json:
    """A `models.Table`."""
    row = room.row
    own_seats = room.seats_of(person)
    looking = {socket.person for socket in room.sockets}
    over = room.status == "over"
    proof = None
    if over and row["seed"] is not None and row["origin"] != "replay":
        nonces = [seat["nonce"] or "" for seat in room.seats]
        proof = {"secret": row["secret"].hex(), "nonces": nonces, "seed": mix(row["secret"], nonces).hex()}
    undo = row["undo"] if row["undo"] and room.decision <= row["undo"]["number"] else None
    return {
        "id": room.id,
        "game": room.game.name,
        "title": room.game.title,
        "status": row["status"],
        "options": row["options"],
        "listed": row["listed"],
        "seats": [
            {
                "seat": seat["seat"],
                "kind": seat["kind"],
                "name": seat["name"],
                "bot": seat["bot"],
                "mine": seat["seat"] in own_seats,
                "ready": seat["kind"] != "person" or seat["nonce"] is not None,
                "online": bool(room.holders[seat["seat"]] & looking),
                "resigned": seat["resigned"],
            }
            for seat in room.seats
        ],
        "hosting": person is not None and person == row["host"],
        "to_move": room.to_move if room.status == "playing" else None,
        "thinking": room.bot_to_move is not None,
        "search_is_awaited": room.search_is_awaited,
        "moves": room.match.move_number if room.match is not None else 0,
        "created": row["created"],
        "changed": room.changed,
        "watching": sum(not room.seats_of(socket.person) for socket in room.sockets),
        "commitment": commit(row["secret"]),
        "proof": proof,
        "undo": {key: undo[key] for key in ("seat", "move", "waiting")} if undo and not over else None,
        "rematch": row["rematch"],
        "origin": row["origin"],
        "rules_version": room.entries[-1].rules_version if room.entries else room.game.rules_version,
    }


def moment(
    room: Room, person: int | None, seat: int | None, lang: str, move: int | None = None
) -> moments.Moment | None:
    """The present moment, or an earlier one, as a person who looks as a seat may know it."""
    if room.match is None:
        return None
    now = room.match.move_number
    if move is None or move == now:
        return present(room, person, seat, lang)
    number = room.course[move - room.match.first_move]
    found = moments.moment(room.match.at(move), seat, lang, _circumstances(room, number, frozenset()), now)
    found["choices"] = []
    return found


def present(
    room: Room, person: int | None, seat: int | None, lang: str, shared: moments.Shared | None = None
) -> moments.Moment:
    """The present moment. `shared` is for parts that several seats see alike."""
    assert room.match is not None
    circumstances = _circumstances(room, room.number, room.seats_of(person))
    deciding = seat is not None and seat == room.to_move and room.status == "playing"
    if deciding:
        circumstances.final = room.final(room.match)
    found = moments.moment(room.match, seat, lang, circumstances, room.match.move_number, shared)
    if not deciding:
        found["choices"] = []
    if room.entries[-1].kind not in ("deal", "play"):
        found["lines"] = orjson.Fragment(moments.listed(_lines(room, room.entries[-1], {}, seat, lang)))
    return found


def _circumstances(room: Room, number: int, own_seats: frozenset[int]) -> moments.Circumstances:
    return moments.Circumstances(number, room.entries[number].at, room.undo_state(own_seats))


def log(room: Room, seat: int | None, lang: str) -> orjson.Fragment:
    """Everything that happened, in words: a list of `models.Line`, as JSON."""
    lines: list[bytes] = []
    if room.row["origin"] in ("fork", "upload") and room.entries:
        words = "goes_on_reshuffled" if room.game.conceals else "goes_on"
        lines.append(_service(room, room.entries[0], lang, "goes_on", words=words))
    indices = {number: index for index, number in enumerate(room.course)}
    for entry in room.entries:
        lines += _lines(room, entry, indices, seat, lang)
    return orjson.Fragment(moments.listed(lines))


def _lines(room: Room, entry: Entry, indices: dict[int, int], seat: int | None, lang: str) -> Iterator[bytes]:
    """What an entry made happen. `indices` says where those stand that were not taken back."""
    if entry.number and entry.rules_version != room.entries[entry.number - 1].rules_version:
        yield _service(room, entry, lang, "seam", version=entry.rules_version)
    if entry.number in indices:
        yield from _told(room, entry, indices[entry.number], seat, lang)
    elif entry.kind == "undo":
        yield _service(room, entry, lang, "undo")
    elif entry.kind == "resign":
        titles = {bot["name"]: bot["title"] for bot in bots.described(lang, room.game.name)}
        yield _service(room, entry, lang, "resign", bot=titles.get(entry.words or "", entry.words))


def _told(room: Room, entry: Entry, index: int, seat: int | None, lang: str) -> list[bytes]:
    assert room.match is not None
    move = room.match.first_move + index
    if entry.rules_version != room.game.rules_version and index and not _same_today(room, index):
        return [_service(room, entry, lang, "earlier", played=entry.words, move=move)]
    return moments.lines(room.match, move, seat, lang, entry.number)


def _same_today(room: Room, index: int) -> bool:
    """Whether today's rules lead from the state before to the state after."""
    assert room.match is not None
    match = room.match
    move = match.first_move + index
    s = match.state_at(move - 1)
    with Desk.of(room.game) as desk:
        left = desk.play(room.box, s, match.played[index - 1])
    return isinstance(left, list) and s.tobytes() == match.bytes_at(move)


def _service(
    room: Room, entry: Entry, lang: str, kind: str, move: int | None = None, *, words: str | None = None, **values: Any
) -> bytes:
    """A line about the table rather than the game; its words are those of its kind, unless told."""
    assert room.match is not None
    who = room.match.who(entry.seat, lang) if entry.seat is not None else ""
    stood = sum(number <= entry.number for number in room.course) - 1
    line: Json = {
        "number": entry.number,
        "move": move if move is not None else room.match.first_move + max(stood, 0),
        "seat": entry.seat,
        "kind": kind,
        "text": server_words(lang)[words or kind].format(who=who, **values),
        "clause": None,
        "forced": False,
        "facts": {},
    }
    return orjson.dumps(line)
