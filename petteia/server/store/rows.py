"""What comes from the database: rows of the `schema`, as dictionaries."""

from __future__ import annotations

from typing import Any, NamedTuple, NotRequired, TypedDict


class PersonRow(TypedDict):
    id: int
    name: str
    created: float


class DeviceRow(TypedDict):
    """A browser that speaks for a person."""

    secret_hash: str
    person_id: int
    created: float
    seen: float | None
    about: str | None


class BoxRow(TypedDict):
    fingerprint: str
    game: str
    file: str
    text: str


class UndoWish(TypedDict):
    """A wish to take back that waits for answers."""

    seat: int  # who wishes it
    move: int  # the move that it leads back to
    to: int  # the entry whose state would hold again
    waiting: list[int]  # the seats that have not answered
    number: int  # of the last entry when it was said
    declined: NotRequired[int]  # the seat that said no; the wish stays to be seen until somebody decides


class TableChanges(TypedDict, total=False):
    """What may change about a table."""

    status: str
    invite_hash: str | None
    seed: bytes | None
    undo: UndoWish | None
    rematch: str | None
    listed: bool
    agreed: list[int] | None
    shown: str | None
    hidden: bool | None


class Origin(TypedDict, total=False):
    """Where a game comes from that does not begin with a deal."""

    seed: bytes | None
    start: bytes | None
    start_layout: str | None
    known: int | None
    first_move: int


class TableRow(TypedDict):
    id: str
    game: str
    box: str
    options: dict[str, Any]
    listed: bool
    status: str
    host: int
    invite_hash: str | None
    secret: bytes
    seed: bytes | None
    origin: str
    start: bytes | None
    start_layout: str | None
    known: int | None
    first_move: int
    undo: UndoWish | None
    rematch: str | None
    agreed: list[int] | None
    shown: str | None
    hidden: bool | None
    created: float
    changed: float
    version: int


class NewSeat(TypedDict):
    kind: str
    bot: str | None
    name: str
    nonce: str | None
    resigned: bool


class RenamedSeat(NamedTuple):
    table: str
    seat: int
    before: str
    after: str


class SatRow(TypedDict):
    """A seat at a table where a person sits or sat."""

    table_id: str
    seat: int
    kind: str
    name: str
    his: bool


class Played(NamedTuple):
    """A game that was played elsewhere."""

    layout: str  # of its states
    description: dict[str, Any]  # of that
    data: bytes  # all its entries, packed


class NewTable(NamedTuple):
    """A table that is about to be opened."""

    row: TableRow
    box: BoxRow
    seats: list[NewSeat]
    holders: list[frozenset[int]]  # by seat
    played: Played | None = None


class SeatRow(NewSeat):
    table_id: str
    seat: int
    link_hash: str | None
    standing: list[str] | None
    left_by: int | None


class SeatChanges(TypedDict, total=False):
    name: str
    nonce: str | None
    link_hash: str | None
    standing: list[str] | None


class HolderRow(TypedDict):
    table_id: str
    seat: int
    person_id: int


class KnockRow(TypedDict):
    """Somebody who asks, or asked, to join a private table."""

    person_id: int
    name: str
    at: float
    times: int
    declined: bool


class AttemptsMade(NamedTuple):
    """What is stored of a person's solo campaigns at a game."""

    known: int  # attempts of all of them
    campaign: int  # the latest, from 1
    tables: list[str]  # of that one, in the order of its attempts, without those that were given up


class Stored(NamedTuple):
    """All that is stored about a table besides its entries."""

    row: TableRow
    seats: list[SeatRow]
    holders: list[HolderRow]
    knocks: list[KnockRow]


class Opened(NamedTuple):
    """The tables that a person has opened."""

    unstarted: int
    running: int
    uploads: int  # games out of files
    boxes: frozenset[str]  # that they play with
    guided: dict[str, str]  # the latest guided game that he has not finished, by game


class EntryRow(TypedDict):
    table_id: str
    number: int
    kind: str
    seat: int | None
    words: str | None
    back: int | None
    to_move: int | None
    rules_version: int
    layout: str
    state: bytes
    at: float


class Followed(NamedTuple):
    """Entries that somebody did not know yet, and the version of their table at that moment; none where nobody else
    could have changed it."""

    rows: list[EntryRow]
    version: int | None


class ChatRow(TypedDict):
    id: int
    seat: int | None
    name: str
    text: str  # empty where it is hidden
    at: float
    hidden: bool


class SaidRow(ChatRow):
    """What was said, with who and where."""

    table_id: str
    person_id: int


class SanctionRow(TypedDict):
    """What somebody may not do."""

    id: int
    kind: str
    person_id: int | None
    table_id: str | None
    address: str | None
    until: float | None
    addresses_until: float | None
    why: str
    at: float


class SaidThen(TypedDict):
    """A message as it stood when somebody reported it, or one after it."""

    name: str
    text: str
    at: float


class Reported(TypedDict):
    """Whose name or message somebody reports."""

    person: int | None
    name: str
    message: int | None
    text: str


class NewReport(Reported):
    by: int
    table: str
    around: list[SaidThen]
    why: str


class ReportRow(NewReport):
    id: int
    at: float
    by_name: str | None  # none: he is gone
    name_now: str | None
    handled: float | None
    outcome: str | None


class DeedRow(TypedDict):
    """What an administrator did."""

    id: int
    at: float
    person: int | None
    who: str
    what: str
    about: str
    why: str
    done: bool


class PersonFound(PersonRow):
    """A person as administrators see one."""

    admin: bool
    tables: int  # that he opened or sits at


class TableFound(TypedDict):
    """A table as administrators see one."""

    id: str
    game: str
    status: str
    listed: bool
    hidden: bool
    origin: str
    host: int
    host_name: str
    seats: list[str]  # names
    entries: int
    bytes: int  # of its states
    created: float
    changed: float


class BoxFound(TypedDict):
    fingerprint: str
    game: str
    file: str
    bytes: int
    tables: int  # that play with it


class KindFound(TypedDict):
    """How much the database holds of one kind."""

    kind: str
    rows: int
    bytes: int | None  # none where the database cannot say


class HolderFound(TypedDict):
    """How much a person's tables take."""

    person: int
    name: str
    tables: int
    bytes: int
