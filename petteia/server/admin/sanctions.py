"""Bans, mutes and kicks as a worker knows them: every request and every message asks, so they are kept in memory."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Awaitable, Callable

from petteia.server.problems import Refusal, no_table
from petteia.server.reaching import is_here, source_of
from petteia.server.store import Store
from petteia.server.store.rows import SanctionRow

LONGEST_ADDRESS = 45  # characters that are stored
FRESH = 3600.0  # seconds after which what has ended is forgotten, addresses above all


class Sanctions:
    def __init__(self, store: Store, tell: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._tell = tell  # lets other workers read anew what is stored
        self._of: dict[tuple[str, int], SanctionRow] = {}  # bans and mutes, by kind and person
        self._kicks: set[tuple[int, str]] = set()  # person, table
        self._addresses: dict[str, SanctionRow] = {}
        self._is_read = False  # as long as not, nobody comes in
        self._reading = asyncio.Lock()  # one after the other: what was read first must not be taken in last

    async def reload(self) -> None:
        async with self._reading:
            self._take_in(await self._store.sanctions.all())
            self._is_read = True

    def _take_in(self, rows: list[SanctionRow]) -> None:
        people = [(row, row["person_id"]) for row in rows if row["person_id"] is not None]
        self._of = {(row["kind"], person): row for row, person in people if row["kind"] in ("ban", "mute")}
        self._kicks = {(person, row["table_id"]) for row, person in people if row["table_id"] is not None}
        self._addresses = {row["address"]: row for row in rows if row["address"] is not None}

    def of(self, kind: str, person: int | None) -> SanctionRow | None:
        """A ban or a mute of somebody that holds now."""
        return _holding(self._of.get((kind, person))) if person is not None else None

    def is_out(self, person: int | None, table: str) -> bool:
        """Whether somebody was kicked from a table."""
        return person is not None and (person, table) in self._kicks

    def kicks_of(self, person: int) -> int:
        """The number of tables that somebody was kicked from."""
        return sum(kicked == person for kicked, _ in self._kicks)

    def bars_for(self, person: int) -> bool:
        """Whether nobody may come from somewhere because of a person."""
        return any(_holding(bar) is not None for bar in self._addresses.values() if bar["person_id"] == person)

    def check_welcome(self, person: int | None, table: str) -> None:
        """For whoever was kicked there is no such table."""
        if self.is_out(person, table):
            raise no_table()

    async def check_may_sit(self, person: int, table: str) -> None:
        """The same by what is stored, for whoever is about to sit down: another worker may just have kicked him."""
        self.check_welcome(person, table)
        if await self._store.sanctions.is_kicked(person, table):
            raise no_table()

    def check_may_talk(self, person: int) -> None:
        if (mute := self.of("mute", person)) is None:
            return
        if mute["until"] is None:
            raise Refusal(403, "muted", "muted_for_good", why=mute["why"])
        raise Refusal(403, "muted", "muted", why=mute["why"], until=_day(mute["until"]))

    async def check_may_come(self, person: int | None, address: str) -> None:
        """Refuses whoever is banned, and whoever comes from where somebody banned came from."""
        if (ban := await self.met(person, address)) is not None:
            if ban["until"] is None:
                raise Refusal(403, "banned", "banned_for_good", why=ban["why"])
            raise Refusal(403, "banned", "banned", why=ban["why"], until=_day(ban["until"]))
        if (barred := _holding(self._addresses.get(place_of(address)))) is not None:
            raise Refusal(403, "banned", "barred", until=_day(barred["until"] or 0))

    async def met(self, person: int | None, address: str) -> SanctionRow | None:
        """Somebody comes: his ban, if there is one. With an address known by now, nobody from there gets in as long as
        the ban says so."""
        if not self._is_read:
            await self.reload()
        ban = self.of("ban", person)
        if ban is not None:
            await self._bar(ban, place_of(address))
        return ban

    async def _bar(self, ban: SanctionRow, address: str) -> None:
        until, person = ban["addresses_until"], ban["person_id"]
        if person is None or until is None or until <= time.time() or not address or address in self._addresses:
            return
        await self._store.sanctions.bar(address, person, until, ban["why"])
        await self.reload()
        await self._tell()


def _holding(row: SanctionRow | None) -> SanctionRow | None:
    return row if row is not None and (row["until"] is None or row["until"] > time.time()) else None


def _day(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")


def place_of(address: str) -> str:
    """What stands for an address. Nothing for this machine itself, behind whose proxy everybody would be."""
    return "" if not address or is_here(address) else source_of(address)[:LONGEST_ADDRESS]
