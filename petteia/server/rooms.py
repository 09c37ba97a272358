"""A table in memory: its seats, its game as it stands, and everybody who looks at it.

The database is what counts. A room is made from it when somebody comes, follows it entry by entry, and can be dropped
and made again at any time.
"""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from petteia.bots import Bot
from petteia.desk import Desk
from petteia.engine.boxes import Box
from petteia.engine.choices import UnknownChoice
from petteia.engine.records import facts_of
from petteia.games import find
from petteia.match import Match
from petteia.server import moments
from petteia.server.boxes import layout_of
from petteia.server.crowds import Crowd
from petteia.server.models import Closing
from petteia.server.store.rows import EntryRow, HolderRow, KnockRow, SeatRow, TableChanges, TableRow
from petteia.standing import Standing, answer

Json = dict[str, Any]


NO_SEATS: frozenset[int] = frozenset()
KNOCKS_LAST = 30 * 60.0  # seconds that somebody waits who asks to join


def is_waiting(knock: KnockRow) -> bool:
    """Whether somebody who asked to join still waits for an answer."""
    return not knock["declined"] and knock["at"] > time.time() - KNOCKS_LAST


class Socket(Protocol):
    """A browser that looks at the table."""

    person: int | None
    seat: int | None
    lang: str

    def push_text(self, message: bytes) -> None: ...
    def close(self, code: Closing = ...) -> None: ...


class Request(NamedTuple):
    """A message of a browser that wants an answer."""

    socket: Socket
    id: int


@dataclasses.dataclass(slots=True)
class Entry:
    """An entry of the table's log, without its state (the match holds those that stand)."""

    number: int
    kind: str  # deal, play, undo, resign
    rules_version: int
    seat: int | None = None
    words: str | None = None
    back: int | None = None  # of an undo: the entry whose state holds again
    at: float = dataclasses.field(default_factory=time.time)


class Room:
    """One table."""

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        holders: list[HolderRow],
        box: Box,
        knocks: Sequence[KnockRow] = (),
    ) -> None:
        self.id: str = row["id"]
        self.game = find(row["game"])
        self.box = box
        self.layout, self.description = layout_of(self.game, box)
        self.layout_is_kept = False  # in the database; before anything is stored by it
        self.lock = asyncio.Lock()
        self.crowd = Crowd()
        self.welcomes: dict[str, bytes] = {}  # by language, for those who only watch, until something happens
        self.welcoming = asyncio.Lock()  # while one of them is made
        self.thinking: asyncio.Task[None] | None = None
        self.strangers: dict[tuple[int, str], Bot] = {}  # somebody else's bots that have thought here, by seat
        self.hints: dict[int, object] = {}  # by seat, the wish that came last: those before are given up
        self.is_answering = False  # for a person by a standing answer: then nobody is asked
        self.is_damaged = False  # what is stored of its game cannot be read
        self.search_is_awaited = False  # by the bot that decides: it is still being compiled
        self.match: Match | None = None
        self.entries: list[Entry] = []
        self._standing: tuple[list[int], list[int]] | None = None  # when the game is over
        self.course: list[int] = []  # the numbers of the entries that stand, the deal first: how the game went
        self.used = time.monotonic()
        self.missed: set[str] = set()  # what other workers told of it and it does not know yet: "entry", "table"
        self.unread: set[int] = set()  # messages said at other workers that are still to be told here
        self.reading: asyncio.Task[None] | None = None  # of those
        self.update(row, seats, holders, knocks)

    def update(
        self, row: TableRow, seats: list[SeatRow], holders: list[HolderRow], knocks: Sequence[KnockRow] = ()
    ) -> None:
        """Takes in what the database says about the table and its seats."""
        self.row = row
        self.knocks = knocks
        self.seats = sorted(seats, key=lambda seat: int(seat["seat"]))
        self.holders: dict[int, set[int]] = {seat["seat"]: set() for seat in seats}
        self._others: dict[frozenset[int], list[int]] = {}
        self._with_people: dict[int | None, bool] = {}
        for holder in holders:
            self.holders[holder["seat"]].add(holder["person_id"])
        people = {person for people in self.holders.values() for person in people}
        self._seats_of: dict[int | None, frozenset[int]] = {
            person: frozenset(seat for seat, its in self.holders.items() if person in its) for person in people
        }

    def change(self, values: TableChanges) -> None:
        """Takes in what has been changed about the table."""
        self.row = {**self.row, **values, "version": self.row["version"] + 1}

    # -- who ----------------------------------------------------------------------------------------------------------

    def seats_of(self, person: int | None) -> frozenset[int]:
        """The seats that a person may act for."""
        return self._seats_of.get(person, NO_SEATS)

    @property
    def sockets(self) -> set[Socket]:
        """Everybody who looks at the table through this worker."""
        return self.crowd.sockets

    @property
    def known_people(self) -> set[int | None]:
        """Those who see more of the table than anybody does: the people of its seats, and its host."""
        return {*self._seats_of, self.row["host"]}

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has looked at it for so long, and nothing goes on."""
        thinking = self.thinking is not None and not self.thinking.done()
        busy = bool(self.sockets) or self.lock.locked() or thinking
        return not busy and time.monotonic() - self.used > seconds

    @property
    def status(self) -> str:
        return "damaged" if self.is_damaged else str(self.row["status"])

    @property
    def was_ended(self) -> bool:
        """Whether a game ended before its end, though people were there to play on."""
        if self.status != "abandoned" or not self.entries:
            return False
        last = self.entries[-1]
        # Whoever gave up as the last person keeps his seat.
        gave_up = last.kind == "resign" and last.seat is not None and self.seats[last.seat]["kind"] == "person"
        return not gave_up and any(row["kind"] == "person" for row in self.seats)

    @property
    def listed(self) -> bool:
        """Whether everybody may look at it."""
        return self.row["listed"] and not self.row["hidden"]

    @property
    def changed(self) -> float:
        """When something last happened here, in seconds since 1970."""
        return max(self.row["changed"], self.entries[-1].at if self.entries else 0)

    @property
    def only_watched(self) -> bool:
        """Whether the game was played elsewhere, and is here to be looked at."""
        return self.row["origin"] in ("replay", "shown")

    @property
    def to_move(self) -> int | None:
        return self.match.to_move if self.match is not None and not self.only_watched else None

    @property
    def waiting_knocks(self) -> list[KnockRow]:
        """Those who ask to join and wait for the host's answer."""
        return [knock for knock in self.knocks if is_waiting(knock)]

    @property
    def standing(self) -> tuple[list[int], list[int]] | None:
        """Everybody's points and place, when the game is over."""
        if self._standing is None and self.status == "over" and self.match is not None and self.match.over:
            self._standing = self.match.standing(self.match.redacted(None))
        return self._standing

    @property
    def bot_to_move(self) -> str | None:
        """The level of the bot that decides now; none where a person does."""
        seat = self.to_move
        if seat is None or self.status != "playing" or self.seats[seat]["kind"] != "bot":
            return None
        return str(self.seats[seat]["bot"])

    @property
    def standing_answer(self) -> tuple[int, Standing] | None:
        """The choice that a standing answer makes for the person who decides now, where one does."""
        seat = self.to_move
        if seat is None or self.status != "playing" or self.seats[seat]["kind"] != "person" or self.match is None:
            return None
        return answer(self.match, self.seats[seat]["standing"] or ())

    @property
    def bots_begin(self) -> bool:
        """Whether people sit here, and none of them has decided anything yet."""
        people = {row["seat"] for row in self.seats if row["kind"] == "person"}
        return bool(people) and not any(entry.kind == "play" and entry.seat in people for entry in self.entries)

    def people_besides(self, own_seats: frozenset[int]) -> list[int]:
        """The seats of other people."""
        if own_seats not in self._others:
            self._others[own_seats] = [
                row["seat"] for row in self.seats if row["kind"] == "person" and row["seat"] not in own_seats
            ]
        return self._others[own_seats]

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
        if self.match is not None and all(row["kind"] == "play" for row in rows):
            for row in rows:
                self.append(_entry(row))
                self.match = self.match.led_on(self._choice(row["number"]), bytes(row["state"]))
            return
        states: dict[int, bytes] = {}
        if self.match is not None:
            states = dict(zip(self.course, self.match.states, strict=True))
        for row in rows:
            states[row["number"]] = bytes(row["state"])
            self.append(_entry(row))
        if not self.course:
            return
        choices = [self._choice(number) for number in self.course[1:]]
        self.match = self._resume([states.get(number, b"") for number in self.course], choices)

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

    @property
    def is_sound(self) -> bool:
        """Whether all states of the game are ones that the rules could have made: their bytes may have been damaged on
        the disk, and rules trust them. Those of earlier rules are not judged by the present ones."""
        if self.match is None or any(entry.rules_version != self.game.rules_version for entry in self.entries):
            return True
        with Desk.of(self.game) as desk:
            return not any(
                desk.flaw(self.box, np.frombuffer(state, self.game.state.dtype).copy()) for state in self.match.states
            )

    def append(self, entry: Entry) -> None:
        """Adds an entry, and follows it in the course of the game."""
        self.entries.append(entry)
        if entry.kind in ("deal", "play"):
            self.course.append(entry.number)
        elif entry.kind == "undo":
            assert entry.back is not None
            del self.course[self.course.index(entry.back) + 1 :]

    # -- undo ---------------------------------------------------------------------------------------------------------

    def undo_index(self, own_seats: frozenset[int]) -> int | None:
        """The index into the course that taking back leads to: before the last choice of these seats. Those that were
        made for them go with the one that they made."""
        for index in range(len(self.course) - 1, 0, -1):
            seat = self.entries[self.course[index]].seat
            if seat in own_seats and not self._repeated(index - 1) and not self._stood(index):
                return index - 1
        return None

    def _stood(self, index: int) -> bool:
        """Whether the choice at this index of the course is one that a standing answer makes."""
        entry = self.entries[self.course[index]]
        given = self.seats[entry.seat]["standing"] if entry.seat is not None else None
        if not given or self.match is None:
            return False
        found = answer(self.match.at(self.match.first_move + index - 1), given)
        return found is not None and found[0] == self._choice(entry.number)

    def _repeated(self, index: int) -> bool:
        """Whether the choice after this index of the course was made for who had made one (`Game.repeats`)."""
        if self.game.repeats is None:
            return False
        assert self.match is not None
        return self.game.repeats(facts_of(self.game.state, self.match.bytes_at(self.match.first_move + index)))

    def undo_state(self, own_seats: frozenset[int]) -> moments.Undo:
        index = self.undo_index(own_seats) if own_seats and self.status == "playing" else None
        if index is None:
            return {"possible": False, "at_once": False}
        return {"possible": True, "at_once": self.may_undo_at_once(own_seats, index)}

    def may_undo_at_once(self, own_seats: frozenset[int], index: int) -> bool:
        """Nobody needs to agree while no other person has acted and nothing hidden was revealed since."""
        others = self.people_besides(own_seats)
        if not others:
            return True
        for number in self.course[index + 1 :]:
            if self.entries[number].seat in others:
                return False
        assert self.match is not None
        return self._reveals(self.match.bytes_at(self.match.first_move + index)) == int(self.match.facts["reveals"])

    def _reveals(self, state: bytes) -> int:
        return int(facts_of(self.game.state, state)["reveals"])

    def final(self, match: Match) -> moments.Final:
        """Says which choices could not be taken back without asking: something hidden is revealed, or the game ends."""
        return match.revealing if self._among_people(match.to_move) else moments.none_final

    # -- what people see ----------------------------------------------------------------------------------------------

    def viewing_seat(self, person: int | None, wanted: int | None) -> int | None:
        """The seat as which somebody looks: the one wanted, where it is his; none for a spectator."""
        return wanted if wanted in self.seats_of(person) else None


def _entry(row: EntryRow) -> Entry:
    return Entry(row["number"], row["kind"], row["rules_version"], row["seat"], row["words"], row["back"], row["at"])
