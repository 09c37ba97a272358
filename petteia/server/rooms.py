"""A table in memory: its seats, its game as it stands, and everybody who looks at it.

The database is what counts. A room is made from it when somebody comes, follows it entry by entry, and can be dropped
and made again at any time.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import time
from collections.abc import Iterator
from typing import Any, Protocol

import orjson

from petteia import bots
from petteia.desk import Desk
from petteia.engine import layouts
from petteia.engine.boxes import BadBox, Box
from petteia.engine.choices import UnknownChoice
from petteia.engine.game import Game
from petteia.engine.records import facts_of
from petteia.games import find
from petteia.match import Match
from petteia.proof import commit, mix
from petteia.server import moments
from petteia.server.store.rows import BoxRow, ChatRow, EntryRow, HolderRow, SeatRow, TableChanges, TableRow
from petteia.server.words import server_words

Json = dict[str, Any]


class Socket(Protocol):
    """A browser that looks at the table."""

    person: int | None
    seat: int | None
    lang: str

    def push(self, message: Json) -> None: ...
    def push_text(self, message: bytes) -> None: ...
    def close(self) -> None: ...


@dataclasses.dataclass(slots=True)
class Entry:
    """An entry of the table's log, without its state (the match holds those that stand)."""

    number: int
    kind: str  # deal, play, undo, resign
    rules_version: int
    seat: int | None = None
    words: str | None = None
    back: int | None = None
    at: float = dataclasses.field(default_factory=time.time)


@functools.cache
def layout_of(name: str, fingerprint: str) -> tuple[str, Json]:
    """The present layout of a game's states, and its name. (Boxes differ in their lists of names.)"""
    game = find(name)
    description = layouts.describe(game.state, game.names(_BOXES[fingerprint]))
    return layouts.name_of(description), description


_BOXES: dict[str, Box] = {}


def open_box(game: Game, row: BoxRow) -> Box:
    """The box that a table was opened with; the printed one where a later program cannot read it any more."""
    fingerprint = row["fingerprint"]
    if fingerprint not in _BOXES:
        if fingerprint == game.box.fingerprint:
            _BOXES[fingerprint] = game.box
        else:
            try:
                _BOXES[fingerprint] = game.read_box(row["file"], row["text"])
            except BadBox:
                _BOXES[fingerprint] = game.box
    return _BOXES[fingerprint]


class Room:
    """One table."""

    def __init__(self, row: TableRow, seats: list[SeatRow], holders: list[HolderRow], box: Box) -> None:
        self.id: str = row["id"]
        self.game = find(row["game"])
        self.box = box
        self.layout, self.description = layout_of(self.game.name, row["box"])
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.match: Match | None = None
        self.entries: list[Entry] = []
        self.line: list[int] = []  # the numbers of the entries that stand, the deal included
        self.used = time.monotonic()
        self.know(row, seats, holders)

    def know(self, row: TableRow, seats: list[SeatRow], holders: list[HolderRow]) -> None:
        """Takes in what the database says about the table and its seats."""
        self.row = row
        self.seats = sorted(seats, key=lambda seat: int(seat["seat"]))
        self.holders: dict[int, set[int]] = {seat["seat"]: set() for seat in seats}
        self._held: dict[int | None, frozenset[int]] = {}
        self._others: dict[frozenset[int], list[int]] = {}
        self._with_people: dict[int | None, bool] = {}
        for holder in holders:
            self.holders[holder["seat"]].add(holder["person_id"])

    def change(self, values: TableChanges) -> None:
        """Takes in what has been changed about the table."""
        self.row = {**self.row, **values}

    # -- who ----------------------------------------------------------------------------------------------------------

    def held_by(self, person: int | None) -> frozenset[int]:
        """The seats that a person may act for."""
        if person not in self._held:
            self._held[person] = frozenset(seat for seat, people in self.holders.items() if person in people)
        return self._held[person]

    @property
    def status(self) -> str:
        return str(self.row["status"])

    @property
    def to_move(self) -> int | None:
        return self.match.to_move if self.match is not None and self.row["origin"] != "replay" else None

    @property
    def bot_to_move(self) -> str | None:
        """The level of the bot that decides now; none where a person does."""
        seat = self.to_move
        if seat is None or self.status != "playing" or self.seats[seat]["kind"] != "bot":
            return None
        return str(self.seats[seat]["bot"])

    @property
    def bots_begin(self) -> bool:
        """Whether people sit here, and none of them has decided anything yet."""
        people = {row["seat"] for row in self.seats if row["kind"] == "person"}
        return bool(people) and not any(entry.kind == "play" and entry.seat in people for entry in self.entries)

    def people_besides(self, held: frozenset[int]) -> list[int]:
        """The seats of other people."""
        if held not in self._others:
            self._others[held] = [
                row["seat"] for row in self.seats if row["kind"] == "person" and row["seat"] not in held
            ]
        return self._others[held]

    def _among_people(self, mover: int | None) -> bool:
        """Whether whoever decides plays with other people."""
        if mover not in self._with_people:
            people = self.holders[mover] if mover is not None else set()
            mine = frozenset(seat for seat, holders in self.holders.items() if holders & people)
            self._with_people[mover] = bool(self.people_besides(mine))
        return self._with_people[mover]

    # -- following the entries ----------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Of the last entry; -1 before the deal."""
        return self.entries[-1].number if self.entries else -1

    @property
    def decision(self) -> int:
        """The number of the last entry that changed the game."""
        return next((entry.number for entry in reversed(self.entries) if entry.kind != "resign"), -1)

    def follow(self, rows: list[EntryRow]) -> None:
        """Takes in entries from the database, in their order."""
        states: dict[int, bytes] = {}
        if self.match is not None:
            kept = [*self.match._before, self.match._bytes.tobytes()]
            states = dict(zip(self.line, kept, strict=True))
        for row in rows:
            states[row["number"]] = bytes(row["state"])
            self.note(_entry(row))
        if not self.line:
            return
        choices = [self._choice(number) for number in self.line[1:]]
        self.match = self._resume([states.get(number, b"") for number in self.line], choices)

    def _choice(self, number: int) -> int:
        words = self.entries[number].words or ""
        try:
            return self.game.space.parse(words)  # written down in numbers, whatever somebody typed
        except UnknownChoice:
            return 0  # a choice that there is no longer; the log shows its words

    def _resume(self, states: list[bytes], choices: list[int]) -> Match:
        blank = self.game.blank(self.row["options"], len(self.seats), self.box)
        seed = self.row["seed"]
        assert seed is not None
        return Match.resumed(
            self.game,
            self.box,
            blank,
            len(self.seats),
            seed,
            states,
            choices,
            dealt=self.row["start"] is None,
            first_move=self.row["first_move"],
        )

    def note(self, entry: Entry) -> None:
        """Adds an entry to the line of those that stand."""
        self.entries.append(entry)
        if entry.kind in ("deal", "play"):
            self.line.append(entry.number)
        elif entry.kind == "undo":
            assert entry.back is not None
            del self.line[self.line.index(entry.back) + 1 :]

    # -- undo ---------------------------------------------------------------------------------------------------------

    def back_to(self, held: frozenset[int]) -> int | None:
        """The place in the line that taking back leads to: before the last choice of these seats. Those that were made
        for them go with the one that they made."""
        for place in range(len(self.line) - 1, 0, -1):
            if self.entries[self.line[place]].seat in held and not self._repeated(place - 1):
                return place - 1
        return None

    def _repeated(self, place: int) -> bool:
        """Whether the choice after this place in the line was made for who had made one (`Game.repeats`)."""
        if self.game.repeats is None:
            return False
        assert self.match is not None
        return self.game.repeats(facts_of(self.game.state, self.match._before[place]))

    def undo_state(self, held: frozenset[int]) -> moments.Undo:
        back = self.back_to(held) if held and self.status == "playing" else None
        if back is None:
            return {"possible": False, "at_once": False}
        return {"possible": True, "at_once": self.free_to_go_back(held, back)}

    def free_to_go_back(self, held: frozenset[int], back: int) -> bool:
        """Nobody needs to agree while no other person has acted and nothing hidden was revealed since."""
        others = self.people_besides(held)
        if not others:
            return True
        for number in self.line[back + 1 :]:
            if self.entries[number].seat in others:
                return False
        assert self.match is not None
        return self._reveals(self.match._before[back]) == int(self.match.facts["reveals"])

    def _reveals(self, state: bytes) -> int:
        return int(facts_of(self.game.state, state)["reveals"])

    def final(self, match: Match) -> moments.Final:
        """Says which choices could not be taken back without asking: something hidden is revealed, or the game ends."""
        return match.revealing if self._among_people(match.to_move) else moments.none_final

    # -- what people see ----------------------------------------------------------------------------------------------

    def eyes(self, person: int | None, wanted: int | None) -> int | None:
        """The seat whose eyes somebody gets: the one wanted, where he holds it; else he is a spectator."""
        return wanted if wanted in self.held_by(person) else None

    def moment(self, person: int | None, seat: int | None, lang: str, move: int | None = None) -> moments.Moment | None:
        """The present moment, or an earlier one, as a person with the eyes of a seat may know it."""
        if self.match is None:
            return None
        now = self.match.move_number
        if move is None or move == now:
            return self._present(person, seat, lang)
        number = self.line[move - self.match.first_move]
        found = moments.moment(self.match.at(move), seat, lang, self._circumstances(number, frozenset()), now)
        found["choices"] = []
        return found

    def _present(
        self, person: int | None, seat: int | None, lang: str, shared: moments.Shared | None = None
    ) -> moments.Moment:
        """The present moment. `shared` is for parts that several eyes see alike."""
        assert self.match is not None
        circumstances = self._circumstances(self.number, self.held_by(person))
        deciding = seat is not None and seat == self.to_move and self.status == "playing"
        if deciding:
            circumstances.final = self.final(self.match)
        found = moments.moment(self.match, seat, lang, circumstances, self.match.move_number, shared)
        if not deciding:
            found["choices"] = []
        if self.entries[-1].kind not in ("deal", "play"):
            found["lines"] = orjson.Fragment(moments.listed(self._lines(self.entries[-1], {}, seat, lang)))
        return found

    def _circumstances(self, number: int, held: frozenset[int]) -> moments.Circumstances:
        return moments.Circumstances(number, self.entries[number].at, self.undo_state(held))

    def log(self, seat: int | None, lang: str) -> orjson.Fragment:
        """Everything that happened, in words: a list of `models.Line`, as JSON."""
        lines: list[bytes] = []
        if self.row["origin"] in ("fork", "upload") and self.entries:
            words = "goes_on_reshuffled" if self.game.conceals else "goes_on"
            lines.append(self._service(self.entries[0], lang, "goes_on", words=words))
        places = {number: place for place, number in enumerate(self.line)}
        for entry in self.entries:
            lines += self._lines(entry, places, seat, lang)
        return orjson.Fragment(moments.listed(lines))

    def _lines(self, entry: Entry, places: dict[int, int], seat: int | None, lang: str) -> Iterator[bytes]:
        """What an entry made happen. `places` says where those stand that were not taken back."""
        if entry.number and entry.rules_version != self.entries[entry.number - 1].rules_version:
            yield self._service(entry, lang, "seam", version=entry.rules_version)
        if entry.number in places:
            yield from self._told(entry, places[entry.number], seat, lang)
        elif entry.kind == "undo":
            yield self._service(entry, lang, "undo")
        elif entry.kind == "resign":
            titles = {bot["name"]: bot["title"] for bot in bots.described(lang)}
            yield self._service(entry, lang, "resign", bot=titles.get(entry.words or "", entry.words))

    def _told(self, entry: Entry, place: int, seat: int | None, lang: str) -> list[bytes]:
        assert self.match is not None
        move = self.match.first_move + place
        if entry.rules_version != self.game.rules_version and place and not self._same_today(place):
            return [self._service(entry, lang, "earlier", played=entry.words, move=move)]
        return moments.lines(self.match, move, seat, lang, entry.number)

    def _same_today(self, place: int) -> bool:
        """Whether today's rules lead from the state before to the state after."""
        assert self.match is not None
        match = self.match
        s = match._state_at(place - 1)
        with Desk.of(self.game) as desk:
            left = desk.play(self.box, s, match._played[place - 1])
        return isinstance(left, list) and s.tobytes() == match._state_at(place).tobytes()

    def _service(
        self, entry: Entry, lang: str, kind: str, move: int | None = None, *, words: str | None = None, **facts: Any
    ) -> bytes:
        """A line about the table rather than the game; its words are those of its kind, unless told."""
        assert self.match is not None
        who = self.match.who(entry.seat, lang) if entry.seat is not None else ""
        stood = sum(number <= entry.number for number in self.line) - 1
        line: Json = {
            "number": entry.number,
            "move": move if move is not None else self.match.first_move + max(stood, 0),
            "seat": entry.seat,
            "kind": kind,
            "text": server_words(lang)[words or kind].format(who=who, **facts),
            "clause": None,
            "forced": False,
            "facts": {},
        }
        return orjson.dumps(line)

    def table(self, person: int | None) -> Json:
        """A `models.Table`."""
        row = self.row
        held = self.held_by(person)
        looking = {socket.person for socket in self.sockets}
        over = self.status == "over"
        proof = None
        if over and row["seed"] is not None and row["origin"] != "replay":
            nonces = [seat["nonce"] or "" for seat in self.seats]
            proof = {"secret": row["secret"].hex(), "nonces": nonces, "seed": mix(row["secret"], nonces).hex()}
        undo = row["undo"] if row["undo"] and self.decision <= row["undo"]["number"] else None
        return {
            "id": self.id,
            "game": self.game.name,
            "title": self.game.title,
            "status": row["status"],
            "options": row["options"],
            "listed": row["listed"],
            "seats": [
                {
                    "seat": seat["seat"],
                    "kind": seat["kind"],
                    "name": seat["name"],
                    "bot": seat["bot"],
                    "mine": seat["seat"] in held,
                    "ready": seat["kind"] != "person" or seat["nonce"] is not None,
                    "online": bool(self.holders[seat["seat"]] & looking),
                    "resigned": seat["resigned"],
                }
                for seat in self.seats
            ],
            "hosting": person is not None and person == row["host"],
            "to_move": self.to_move if self.status == "playing" else None,
            "thinking": self.bot_to_move is not None,
            "moves": self.match.move_number if self.match is not None else 0,
            "created": row["created"],
            "changed": max(row["changed"], self.entries[-1].at if self.entries else 0),
            "watching": sum(not self.held_by(socket.person) for socket in self.sockets),
            "commitment": commit(row["secret"]),
            "proof": proof,
            "undo": {key: undo[key] for key in ("seat", "move", "waiting")} if undo and not over else None,
            "rematch": row["rematch"],
            "origin": row["origin"],
            "rules_version": self.entries[-1].rules_version if self.entries else self.game.rules_version,
        }

    # -- telling ------------------------------------------------------------------------------------------------------

    def tell_table(self) -> None:
        for socket in list(self.sockets):
            socket.push({"type": "table", "table": self.table(socket.person)})

    def tell_moment(self, whole_log: bool = False, played: tuple[Socket, int] | None = None) -> None:
        """The present moment, to everybody with the eyes that are his; to the one that played, with the number of the
        message that this answers."""
        alike: dict[tuple[Any, ...], bytes] = {}
        shared = moments.Shared()
        for socket in list(self.sockets):
            seat = self.eyes(socket.person, socket.seat)
            answers = played[1] if played is not None and played[0] is socket else None
            key = (seat, socket.lang, answers, self.held_by(socket.person))
            if key not in alike:
                moment = self._present(socket.person, seat, socket.lang, shared)
                log = self.log(seat, socket.lang) if whole_log else None
                alike[key] = orjson.dumps({"type": "moment", "played": answers, "moment": moment, "log": log})
            socket.push_text(alike[key])

    def tell_chat(self, message: ChatRow) -> None:
        for socket in list(self.sockets):
            socket.push({"type": "chat", "chat": message})


def _entry(row: EntryRow) -> Entry:
    return Entry(row["number"], row["kind"], row["rules_version"], row["seat"], row["words"], row["back"], row["at"])
