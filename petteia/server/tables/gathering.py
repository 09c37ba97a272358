"""Coming and going at tables: gathered, and told once per tick, here and at other workers.

Nothing of it is stored. Workers tell each other by notices how many watch through them and which seats are there; one
that is not heard of any more is forgotten, and one that was not heard of before is asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from typing import Protocol

from petteia.server.crowds import NOBODY, Seen
from petteia.server.rooms import Room, Socket
from petteia.server.telling import tell_crowd

TICK = 0.4  # seconds for which coming and going is gathered before it is told
FOR_EACH = 0.001  # seconds for each browser, that pass at least before the same crowd is told again
BEAT = 5.0  # seconds after which a worker is heard of at the latest
SILENCE = 20.0  # seconds after which one is taken for gone
PATIENCE = 5.0  # seconds that a notice may take

logger = logging.getLogger("petteia")


class Notices(Protocol):
    async def send(self, *notices: str) -> None: ...


class Gathering:
    """The crowds of all tables of one worker. A notice about one is WORKER:TABLE:crowd SEEN; WORKER:TABLE:who asks the
    others for theirs, without a table for all. WORKER::alive and WORKER::gone are about the worker."""

    def __init__(self, worker: str, rooms: Mapping[str, Room], notices: Notices, *, alone: bool) -> None:
        self._worker = worker
        self._alone = alone  # there are no other workers
        self._rooms = rooms
        self._notices = notices
        self._stirred: dict[str, Room] = {}  # where somebody came or went since the last tick
        self._stir = asyncio.Event()
        self._unshared: dict[str, Room] = {}  # where other workers may have to be told
        self._asks: set[str] = set()  # tables that others are asked about
        self._heard: dict[str, float] = {}  # when other workers were heard of last
        self._spoke = 0.0  # when this one was

    # -- coming and going ---------------------------------------------------------------------------------------------

    def enter(self, room: Room, socket: Socket) -> None:
        if room.crowd.enter(socket):
            self._moved(room)

    def leave(self, room: Room, socket: Socket) -> None:
        if room.crowd.leave(socket):
            self._moved(room)

    def _moved(self, room: Room) -> None:
        self._stirred[room.id] = room
        self._stir.set()
        self.share(room)

    async def keep_telling(self) -> None:
        """For ever: tells each crowd how it has changed, once per tick."""
        while True:
            await self._stir.wait()
            await asyncio.sleep(TICK)
            for room in [room for room in self._stirred.values() if _is_due(room)]:
                del self._stirred[room.id]
                try:
                    tell_crowd(room)
                except Exception:
                    logger.exception("those at table %s do not hear who is there", room.id)
                await asyncio.sleep(0)  # others have their turn between two crowds
            if not self._stirred:
                self._stir.clear()

    # -- other workers ------------------------------------------------------------------------------------------------

    def share(self, room: Room) -> None:
        """Other workers are told at the next tick, where it is not what they know."""
        if not self._alone:
            self._unshared[room.id] = room

    def ask(self, table: str = "") -> None:
        """Other workers are asked about a table, or about all."""
        if not self._alone:
            self._asks.add(table)

    async def keep_sharing(self) -> None:
        """For ever: tells other workers of the crowds here, and forgets those of workers that fell silent."""
        while True:
            await asyncio.sleep(TICK)
            self._forget_silent()
            try:
                await asyncio.wait_for(self._share(), PATIENCE)
            except Exception as problem:  # the database is away, or full: the next tick tries again
                logger.warning(
                    "other workers do not hear who looks at tables here: %s", problem or type(problem).__name__
                )
                await asyncio.sleep(BEAT)

    async def _share(self) -> None:
        """One journey for all that is to be told."""
        rooms, asks = dict(self._unshared), set(self._asks)
        told = {room: here for room in rooms.values() if (here := room.crowd.here(room.holders)) != room.crowd.shared}
        notices = [self._notice(room.id, f"crowd {here.written()}") for room, here in told.items()]
        notices += [self._notice(table, "who") for table in sorted(asks)]
        if not notices and time.monotonic() - self._spoke > BEAT:
            notices.append(self._notice("", "alive"))
        if notices:
            await self._notices.send(*notices)
            self._spoke = time.monotonic()
        for room, here in told.items():
            room.crowd.shared = here
        for table, room in rooms.items():
            if self._unshared.get(table) is room and room.crowd.here(room.holders) == room.crowd.shared:
                del self._unshared[table]
        self._asks -= asks

    async def say_goodbye(self) -> None:
        """This worker stops: nobody looks through it any more."""
        with contextlib.suppress(Exception):  # else its silence will tell
            await asyncio.wait_for(self._notices.send(self._notice("", "gone")), PATIENCE)

    def _notice(self, table: str, what: str) -> str:
        return f"{self._worker}:{table}:{what}"

    def heard(self, worker: str, table: str, what: str) -> bool:
        """Another worker is heard of; says whether it was about crowds, and is done with that."""
        if worker not in self._heard:
            self.ask()
        self._heard[worker] = time.monotonic()
        if what.startswith("crowd "):
            if (room := self._rooms.get(table)) is not None:
                self._take_in(worker, room, Seen.read(what[6:]))
        elif what == "who":
            self._answer(table)
        elif what == "gone":
            self._forget(worker)
        return what in ("who", "alive", "gone") or what.startswith("crowd ")

    def _take_in(self, worker: str, room: Room, seen: Seen) -> None:
        before = room.crowd.elsewhere.pop(worker, NOBODY)
        if seen != NOBODY:
            room.crowd.elsewhere[worker] = seen
        if seen != before:
            self._stirred[room.id] = room
            self._stir.set()

    def _answer(self, table: str) -> None:
        """Somebody does not know what others were told before."""
        asked = [self._rooms[table]] if table in self._rooms else [] if table else list(self._rooms.values())
        for room in asked:
            if room.crowd.shared != NOBODY:
                room.crowd.shared = None
                self.share(room)

    def _forget_silent(self) -> None:
        now = time.monotonic()
        for worker in [one for one, at in self._heard.items() if now - at > SILENCE]:
            self._forget(worker)

    def _forget(self, worker: str) -> None:
        del self._heard[worker]
        for room in self._rooms.values():
            if worker in room.crowd.elsewhere:
                self._take_in(worker, room, NOBODY)


def _is_due(room: Room) -> bool:
    """Whether it is time to tell a crowd who is there: the larger it is, the more rarely, so that it costs the server
    the same share of its time."""
    now = time.monotonic()
    if now - room.crowd.told < len(room.sockets) * FOR_EACH:
        return False
    room.crowd.told = now
    return True
