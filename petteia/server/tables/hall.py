"""All tables of a server: those in memory, how one is found, and what goes on in the background."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from petteia.games import find
from petteia.preparing import Workshop
from petteia.server import metrics
from petteia.server.admin.sanctions import Sanctions
from petteia.server.bounds import MOST_BYTES, Days, full, too_much
from petteia.server.boxes import stored_box
from petteia.server.guard import Paces
from petteia.server.models import ClosedForGood
from petteia.server.people import People
from petteia.server.problems import Refusal, damaged, no_table
from petteia.server.reaching import Sources
from petteia.server.reading import Reading
from petteia.server.rooms import Room
from petteia.server.settings import Settings
from petteia.server.store import Damaged, NoDatabase, Store
from petteia.server.tables.following import catch_up, refresh, stored, take_in
from petteia.server.tables.gathering import Gathering
from petteia.server.tables.strangers import Strangers
from petteia.server.telling import tell_chat, tell_moment, tell_table
from petteia.server.thinkers import Thinkers

MOST_LISTED = 100
MOST_READ = 200  # messages of other workers that are read at once
MOST_IDLE_ROOMS = 1000  # tables in memory that nobody looks at
AT_WORK = 10.0  # seconds after which nobody who asked for a table is still at it
WARMING = 0.02  # seconds between two tables that are read ahead
PAUSE = 1.0  # seconds before something is tried again that the database did not answer

logger = logging.getLogger("petteia")


class Hall:
    """All tables of a server (one worker)."""

    def __init__(self, store: Store, settings: Settings, workshop: Workshop) -> None:
        self.store = store
        self.settings = settings
        self.workshop = workshop
        self.people = People(store)
        self.reading = Reading()
        self.sanctions = Sanctions(store, lambda: self.notify_of("", "sanctions"))
        self.worker = secrets.token_hex(4)  # tells its own notices from those of other workers
        self.rooms: dict[str, Room] = {}
        self.gathering = Gathering(self.worker, self.rooms, store.notices, alone=store.sqlite)
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.is_full = False  # as much is stored as may be: see `cleaning`
        self.days = Days(settings.rate)
        self.talk = Paces(settings.rate)
        self.sources = Sources()
        self.exporting: set[int] = set()  # people whose data is being put together
        self.renaming: set[int] = set()  # people who are just getting another name
        self.one_export = asyncio.Lock()
        self.one_code = asyncio.Lock()
        self.closing = False  # then bots stop thinking
        self.strangers = Strangers(settings)
        self.quick_bots = Thinkers("quick")
        self.slow_bots = Thinkers("slow")

    async def room(self, table: str) -> Room:
        """A table, from memory or from the database."""
        room = self.rooms.get(table)
        if room is None:
            try:
                async with self._loading.setdefault(table, asyncio.Lock()):
                    room = self.rooms.get(table)
                    if room is None:
                        room = self.rooms.setdefault(table, await self._load(table))
                        self.gathering.ask(table)
                        self._let_go_of_idle_rooms()
            finally:
                self._loading.pop(table, None)
        room.used = time.monotonic()
        await self.up_to_date(room)
        return room

    async def _load(self, table: str) -> Room:
        row, seats, holders, knocks = await stored(self.store, table)
        game = find(row["game"])
        self.workshop.want(game.name)
        box = await stored_box(self.reading, game, await self.store.tables.box(row["box"]))
        room = Room(row, seats, holders, box, knocks)
        try:
            await catch_up(self.store, room)
            if not room.is_sound:
                raise Damaged("a state of a game is none that its rules could have made")
        except Exception as problem:
            if isinstance(problem, NoDatabase) and not isinstance(problem, Damaged):
                raise
            self.went_wrong(problem)
            room = Room(row, seats, holders, box, knocks)
            room.is_damaged = True
        return room

    async def warm(self) -> None:
        """Reads the tables that everybody may see, one by one, so that whoever looks into the lobby first after a start
        does not wait for all of them."""
        with contextlib.suppress(NoDatabase):
            for table in await self.store.tables.listed(MOST_LISTED):
                with contextlib.suppress(Refusal, Damaged):
                    await self.room(table)
                await asyncio.sleep(WARMING)

    def _let_go_of_idle_rooms(self) -> None:
        """Forgets tables that nobody looks at, where there are too many; those first that nobody asked for longest."""
        if len(self.rooms) <= MOST_IDLE_ROOMS:
            return
        idle = [room for room in self.rooms.values() if room.is_idle(AT_WORK)]
        for room in sorted(idle, key=lambda room: room.used)[: max(0, len(idle) - MOST_IDLE_ROOMS)]:
            del self.rooms[room.id]

    async def check_room_for(self, person: int) -> None:
        """Whether there is room for one more table of a person."""
        if self.is_full:
            raise full()
        if await self.store.cleaning.size_of(person) > MOST_BYTES:
            raise too_much("too_many_bytes", most=MOST_BYTES // 1024**2)

    async def visible(self, table: str, person: int | None) -> Room:
        """A table that a person may look at."""
        room = await self.room(table)
        if not await self.may_see(room, person):
            raise no_table()
        if room.is_damaged:
            raise damaged()
        return room

    async def may_see(self, room: Room, person: int | None) -> bool:
        """Whether a person may look at a table."""
        if not self.store.sqlite:
            async with room.lock:
                await refresh(self.store, room)
        if self.sanctions.is_out(person, room.id):
            return False
        if room.listed or room.seats_of(person):
            return True
        if person is None:
            return False
        return person == room.row["host"] or await self.store.tables.is_admitted(room.id, person)

    async def rooms_of(self, person: int) -> list[Room]:
        """The tables that a person sits at or has opened, the latest first; also those that cannot be read any more."""
        try:
            tables = await self.store.tables.of(person, MOST_LISTED)
        except Damaged as problem:
            self.went_wrong(problem)
            tables = [room.id for room in self.rooms.values() if room.seats_of(person)]
        return sorted(await self.readable(tables), key=lambda room: room.changed, reverse=True)

    async def listed(self) -> list[Room]:
        """Tables that everybody may see."""
        try:
            tables = await self.store.tables.listed(MOST_LISTED)
        except Damaged as problem:
            self.went_wrong(problem)
            lasting = (room for room in self.rooms.values() if room.status in ("open", "playing"))
            tables = [room.id for room in lasting if room.row["listed"]]
        return [room for room in await self.readable(tables) if not room.is_damaged]

    async def readable(self, tables: Iterable[str]) -> list[Room]:
        """Those of some tables of which anything can be read."""
        rooms = []
        for table in tables:
            try:
                rooms.append(await self.room(table))
            except Damaged as problem:
                self.went_wrong(problem)
        return rooms

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on in the background; a mistake in it is written to the log."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(problem := task.exception(), Exception):
            self.went_wrong(problem)

    def keep_on(self, work: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
        """Something that is done in the background again and again until the end, whatever goes wrong with it."""
        self.spawn(self._keep_on(work, pause))

    async def _keep_on(self, work: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
        while True:
            try:
                await work()
            except Exception as problem:
                self.went_wrong(problem)
            await asyncio.sleep(pause)

    def went_wrong(self, problem: Exception) -> None:
        """Something failed that nobody waits for: it is counted, and written to the log."""
        metrics.FAILURES.add("background")
        if isinstance(problem, NoDatabase):  # its words say all
            logger.warning("in the background: %s", problem)
        else:
            logger.error("something went wrong in the background", exc_info=problem)

    async def notify(self, room: Room, what: str) -> None:
        """Sends other workers a notice that something about a table has changed."""
        await self.notify_of(room.id, what)

    async def notify_of(self, table: str, what: str) -> None:
        """The same of a table that need not be in memory; without a table, of what concerns all."""
        await self.store.notices.send(f"{self.worker}:{table}:{what}")

    def notice(self, room: Room, what: str) -> str:
        return f"{self.worker}:{room.id}:{what}"

    def on_notice(self, notice: str) -> None:
        """Another worker tells of a table."""
        worker, table, what = notice.split(":", 2)
        if worker == self.worker or self.gathering.heard(worker, table, what):
            return
        if what == "sanctions":
            self.spawn(self._follow_sanctions())
        elif what == "deleted":
            self.close_rooms([table])
        elif what.startswith("person "):
            self._look_up_again(int(what[7:]))
        elif (room := self.rooms.get(table)) is not None:
            self._hear(room, what)

    def _hear(self, room: Room, what: str) -> None:
        """A room follows at once where somebody looks at it or a bot thinks; else when somebody asks for it."""
        if what.startswith("chat "):
            room.welcomes = {}
            if room.sockets:
                room.unread.add(int(what[5:]))
                if room.reading is None or room.reading.done():
                    room.reading = self.spawn(self._follow_chat(room))
            return
        room.missed.add(what)
        if not room.is_idle(0):
            self.spawn(self._follow(room))

    async def _follow_chat(self, room: Room) -> None:
        """What is said while something is being read is read next, all at once: a crowd that talks at another worker
        takes one connection here."""
        while room.unread and self.rooms.get(room.id) is room:
            some = sorted(room.unread)[:MOST_READ]
            room.unread.difference_update(some)
            try:
                rows = await self.store.chat.those(some)
            except NoDatabase as problem:
                room.unread.update(some)
                if isinstance(problem, Damaged):  # it will not answer better later
                    raise
                self.went_wrong(problem)
                await asyncio.sleep(PAUSE)
            else:
                for row in rows:
                    tell_chat(room, row)

    async def _follow(self, room: Room) -> None:
        while self.rooms.get(room.id) is room:  # nobody would tell it again, so it tries until the database answers
            try:
                await self.up_to_date(room)
            except NoDatabase as problem:
                self.went_wrong(problem)
                await asyncio.sleep(PAUSE)
            except Refusal:
                return  # it has been deleted
            else:
                return

    async def up_to_date(self, room: Room) -> None:
        """Takes in what other workers have told of a room. It costs by what has changed: an entry needs no more than
        itself to be read and told."""
        if not room.missed:
            return
        async with room.lock:
            status, table_changed = room.status, "table" in room.missed
            try:
                await take_in(self.store, room)
            except Refusal:  # it has been deleted
                self.close_rooms([room.id])
                raise
        if table_changed:
            tell_table(room)
            if room.was_ended and room.status != status:
                tell_moment(room, whole_log=True)
            await self.turn_away(room)
            self.gathering.share(room)  # whoever watched may have sat down

    def catch_up_all(self) -> None:
        """The connection to the other workers was down: all rooms look for what they missed."""
        self.people.forget()
        self.spawn(self._follow_sanctions())
        self.gathering.ask()
        for room in self.rooms.values():
            self._hear(room, "table")

    # -- who has to go ------------------------------------------------------------------------------------------------

    async def sanctions_changed(self) -> None:
        """Somebody was banned, muted or kicked, or that was lifted: it holds at once, at all workers."""
        await self._follow_sanctions()
        await self.notify_of("", "sanctions")

    async def _follow_sanctions(self) -> None:
        await self.sanctions.reload()
        for room in list(self.rooms.values()):
            for socket in list(room.sockets):
                if self.sanctions.of("ban", socket.person) is not None:
                    socket.close(ClosedForGood.BANNED)
                elif self.sanctions.is_out(socket.person, room.id):
                    socket.close(ClosedForGood.NO_TABLE)

    async def turn_away(self, room: Room) -> None:
        """Closes the connections of those who may not look any more at a table that was hidden."""
        if not room.row["hidden"]:
            return
        for socket in list(room.sockets):
            if not await self.may_see(room, socket.person):
                socket.close(ClosedForGood.NO_TABLE)

    # -- what goes for good -------------------------------------------------------------------------------------------

    def close_rooms(self, tables: Iterable[str]) -> None:
        """Tables that are deleted: whoever looks at one is told that it is gone."""
        for table in tables:
            room = self.rooms.pop(table, None)
            if room is not None:
                room.change({"status": "abandoned"})  # so that no bot goes on there
                for socket in list(room.sockets):
                    socket.close(ClosedForGood.NO_TABLE)

    async def delete_tables(self, tables: Sequence[str]) -> None:
        """Deletes tables, here and at other workers."""
        for table in tables:
            await self.tell_gone(await self.store.deleting.table(table))

    async def tell_gone(self, tables: Sequence[str]) -> None:
        """Tables have been deleted."""
        self.close_rooms(tables)
        for table in tables:
            await self.notify_of(table, "deleted")

    async def forget(self, person: int) -> None:
        """Some browsers may not speak for a person any more: all of his connections say hello again, here and at other
        workers."""
        self._look_up_again(person)
        await self.notify_of("", f"person {person}")

    def _look_up_again(self, person: int) -> None:
        self.people.forget(person)
        for room in self.rooms.values():
            for socket in list(room.sockets):
                if socket.person == person:
                    socket.close()

    async def close(self) -> None:
        self.closing = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.reading.close()
        self.quick_bots.close()
        self.slow_bots.close()
