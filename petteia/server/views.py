"""What people see of a table: the table with its seats, the game at one moment, and the log."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson

from petteia import bots
from petteia.bots.roster.given_names import given_name
from petteia.engine.texts import addressed
from petteia.pages import Weight
from petteia.proof import commit, mix
from petteia.server import moments
from petteia.server.lessons import lesson
from petteia.server.rooms import Entry, Json, Room
from petteia.server.store.rows import UndoWish
from petteia.server.words import server_words


def table(room: Room, person: int | None) -> Json:
    """A `models.Table`."""
    row = room.row
    own_seats = room.seats_of(person)
    seen = room.crowd.seen(room.holders)
    over = room.status == "over"
    proof = None
    if over and row["seed"] is not None and not room.only_watched and row["origin"] != "guided":
        nonces = [seat["nonce"] or "" for seat in room.seats]
        proof = {"secret": row["secret"].hex(), "nonces": nonces, "seed": mix(row["secret"], nonces).hex()}
    scores, ranks = room.standing or (None, None)
    undo = row["undo"] if row["undo"] and room.decision <= row["undo"]["number"] else None
    return {
        "id": room.id,
        "game": room.game.name,
        "title": room.game.title,
        "status": room.status,
        "options": row["options"],
        "listed": room.listed,
        "seats": [
            {
                "seat": seat["seat"],
                "kind": seat["kind"],
                "name": sitter(room, seat["seat"]),
                "former": (seat["name"] or None) if seat["resigned"] else None,
                "bot": seat["bot"],
                "mine": seat["seat"] in own_seats,
                "ready": seat["kind"] != "person" or seat["nonce"] is not None,
                "mixed": bool(seat["nonce"]),
                "online": seat["seat"] in seen.seats,
                "resigned": seat["resigned"],
                "standing": (seat["standing"] or []) if seat["seat"] in own_seats else [],
                "points": scores[seat["seat"]] if scores else None,
                "place": ranks[seat["seat"]] if ranks else None,
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
        "watching": seen.watching,
        "commitment": commit(row["secret"]),
        "proof": proof,
        "undo": _wish(undo) if undo and not over else None,
        "rematch": row["rematch"],
        "knocks": _knocks(room) if person is not None and person == row["host"] else [],
        "sharing": {"agreed": row["agreed"] or [], "shown": row["shown"]} if over and own_seats else None,
        "origin": row["origin"],
        "rules_version": room.entries[-1].rules_version if room.entries else room.game.rules_version,
    }


def _wish(undo: UndoWish) -> Json:
    """A `models.UndoRequest`."""
    return {"seat": undo["seat"], "move": undo["move"], "waiting": undo["waiting"], "declined": undo.get("declined")}


def names(room: Room, lang: str) -> list[str]:
    """What those are called who sit at the table. Who has the same name as somebody else is told apart by what his seat
    goes by in the game; where nobody sits, as in a game that is only watched, that is all there is."""
    called = [sitter(room, seat) for seat in range(len(room.seats))]
    if room.match is None:
        return called
    often, played = Counter(called), room.match.names(lang)
    return [
        f"{name} ({played[seat]})" if name and often[name] > 1 else name or played[seat]
        for seat, name in enumerate(called)
    ]


def _knocks(room: Room) -> list[Json]:
    """Those who ask to join, for the host alone."""
    if room.status != "open":
        return []
    return [{"person": knock["person_id"], "name": knock["name"]} for knock in room.waiting_knocks]


def sitter(room: Room, seat: int) -> str:
    """The name of whoever sits there. Bots have one that is nobody else's at the table; who gave a seat up counts. In
    what is shown to everybody all keep the name they had."""
    if room.seats[seat]["kind"] != "bot" or room.row["origin"] == "shown":
        return str(room.seats[seat]["name"])
    people = [row["name"] for row in room.seats if row["kind"] == "person" or row["resigned"]]
    return given_name(room.id, seat, people)


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
    circumstances = _circumstances(room, number, frozenset(), lang)
    found = moments.moment(room.match.at(move), seat, lang, circumstances, now)
    found["choices"] = []
    return found


def present(
    room: Room, person: int | None, seat: int | None, lang: str, shared: moments.Shared | None = None
) -> moments.Moment:
    """The present moment. `shared` is for parts that several seats see alike."""
    assert room.match is not None
    circumstances = _circumstances(room, room.number, room.seats_of(person), lang)
    deciding = seat is not None and seat == room.to_move and room.status == "playing" and not room.is_answering
    if deciding:
        circumstances.final = room.final(room.match)
        if room.row["origin"] == "guided":
            assert seat is not None
            circumstances.lesson = lesson(room, seat, lang)
    found = moments.moment(room.match, seat, lang, circumstances, room.match.move_number, shared)
    if not deciding:
        found["choices"] = []
    if room.status == "abandoned":
        found["to_move"] = None  # nobody is waited for
    if room.entries[-1].kind not in ("deal", "play"):
        found["lines"] = orjson.Fragment(moments.listed(_lines(room, room.entries[-1], {}, seat, lang)))
    return found


def _circumstances(room: Room, number: int, own_seats: frozenset[int], lang: str) -> moments.Circumstances:
    undo = room.undo_state(own_seats)
    return moments.Circumstances(number, room.entries[number].at, undo, names=names(room, lang))


def log(room: Room, seat: int | None, lang: str) -> orjson.Fragment:
    """Everything that happened, in words: a list of `models.Line`, as JSON."""
    lines: list[bytes] = []
    if room.row["origin"] in ("fork", "upload") and room.entries:
        words = "goes_on_reshuffled" if room.game.conceals else "goes_on"
        lines.append(_service(room, room.entries[0], lang, seat, "goes_on", words=words))
    indices = {number: index for index, number in enumerate(room.course)}
    for entry in room.entries:
        lines += _lines(room, entry, indices, seat, lang)
    if room.was_ended:
        lines.append(_service(room, room.entries[-1], lang, seat, "ended", weight="decisive"))
    return orjson.Fragment(moments.listed(lines))


def _lines(room: Room, entry: Entry, indices: dict[int, int], seat: int | None, lang: str) -> Iterator[bytes]:
    """What an entry made happen. `indices` says where those stand that were not taken back."""
    if entry.number and entry.rules_version != room.entries[entry.number - 1].rules_version:
        yield _service(room, entry, lang, seat, "seam", version=entry.rules_version)
    if entry.number in indices:
        yield from _told(room, entry, indices[entry.number], seat, lang)
    elif entry.kind == "undo":
        yield _service(room, entry, lang, seat, "undo", weight="routine")
    elif entry.kind == "resign":
        titles = {bot["name"]: bot["title"] for bot in bots.described(lang, room.game.name)}
        assert entry.seat is not None
        # Whoever gave up as the last person ended the game.
        ended = room.status == "abandoned" and not room.was_ended and entry is room.entries[-1]
        words = "resign_last" if ended else "resign"
        bot = f"{sitter(room, entry.seat)} · {titles.get(entry.words or '', entry.words)}"
        yield _service(room, entry, lang, seat, "resign", words=words, weight="decisive", bot=bot)


def _told(room: Room, entry: Entry, index: int, seat: int | None, lang: str) -> list[bytes]:
    assert room.match is not None
    move = room.match.first_move + index
    if entry.rules_version != room.game.rules_version and not room.match.at(move).led_here:
        return [_service(room, entry, lang, seat, "earlier", played=entry.words, move=move)]
    return moments.lines(room.match, move, seat, lang, entry.number, names(room, lang))


def _service(
    room: Room,
    entry: Entry,
    lang: str,
    seat: int | None,
    kind: str,
    move: int | None = None,
    *,
    words: str | None = None,
    weight: Weight = "plain",
    **values: Any,
) -> bytes:
    """A line about the table rather than the game, for whoever looks as a seat; its words are those of its kind,
    unless told."""
    assert room.match is not None
    you = entry.seat is not None and entry.seat == seat
    who = names(room, lang)[entry.seat] if entry.seat is not None else ""
    if you:
        who = str(server_words(lang)["you"])
    elif kind == "resign" and entry.seat is not None:
        # Whoever has gone, not the bot that came; what the seat goes by, where nobody knows any more who that was.
        who = room.seats[entry.seat]["name"] or room.match.names(lang)[entry.seat]
    stood = bisect.bisect_right(room.course, entry.number) - 1
    line: Json = {
        "number": entry.number,
        "move": move if move is not None else room.match.first_move + max(stood, 0),
        "seat": entry.seat,
        "kind": kind,
        "text": addressed(server_words(lang)[words or kind], you).format(who=who, **values),
        "clause": None,
        "forced": False,
        "facts": {},
        "weight": weight,
        "brief": None,
        "things": [],
    }
    return orjson.dumps(line)
