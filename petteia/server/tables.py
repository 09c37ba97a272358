"""What people do at tables: open, join, start, play, take back, resign, talk, play again, go on from a save."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Collection, Coroutine, Sequence
from typing import Any

import sqlalchemy as sa

from petteia import bots
from petteia.engine import layouts
from petteia.engine.choices import UnknownChoice
from petteia.engine.game import Game
from petteia.games import find
from petteia.match import IllegalChoice, Match
from petteia.preparing import Workshop
from petteia.proof import mix
from petteia.server import models, moments, saves, schema
from petteia.server.catalogue import clause_in, game_named
from petteia.server.people import People, as_name, clean, hashed, new_secret
from petteia.server.problems import (
    Forbidden,
    Refusal,
    already_moved,
    no_table,
    nobody,
    not_host,
    not_now,
    not_your_seat,
    wrong,
)
from petteia.server.rooms import Entry, Json, Room, Socket, open_box
from petteia.server.settings import Settings
from petteia.server.store import NumberTaken, Row, Statement, Store
from petteia.server.words import server_words

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
MOST_OPEN_TABLES = 50  # of one person, that have not been started
MOST_CHAT = 200  # messages that are shown
MOST_LISTED = 100
IDLE_ROOM = 600  # seconds that a table nobody looks at stays in memory
SWEEP = 5  # seconds between looks for bots that nobody let think, as after a crash
STRONGEST = bots.NAMES[-1]

# Written once: every game ends, and to put the statement together takes as long as a move.
_END = (
    schema.tables.update()
    .where(schema.tables.c.id == sa.bindparam("table"))
    .values(changed=sa.bindparam("now"), status="over", undo=sa.null())
)

log = logging.getLogger("petteia")


class Tables:
    """All tables of a server (one worker)."""

    def __init__(self, store: Store, settings: Settings, workshop: Workshop) -> None:
        self.store = store
        self.settings = settings
        self.workshop = workshop
        self.people = People(store)
        self.worker = secrets.token_hex(4)  # tells its own notices from those of other workers
        self.rooms: dict[str, Room] = {}
        self.moves = 0  # since the start, for the metrics
        self.thoughts = 0
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots = concurrent.futures.ThreadPoolExecutor(
            max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="petteia-bot"
        )

    # -- people -------------------------------------------------------------------------------------------------------

    async def rename(self, person: int, name: str) -> Row:
        """A new name, also on the seats of games that have not ended."""
        name = as_name(name)
        old = await self.people.named(person)
        assert old is not None
        rooms = await self.rooms_of(person)
        seats = [(room, seat) for room in rooms for seat in room.held_by(person) if room.status in ("open", "playing")]
        async with self.store.writing() as connection:
            await connection.execute(schema.people.update().where(schema.people.c.id == person).values(name=name))
            for room, seat in seats:
                await connection.execute(
                    schema.seats.update()
                    .where(schema.seats.c.table_id == room.id, schema.seats.c.seat == seat)
                    .where(schema.seats.c.name == old["name"])
                    .values(name=name)
                )
        for room in {room.id: room for room, _ in seats}.values():
            async with self._changing(room):
                pass
        return {"id": person, "name": name}

    # -- finding tables -----------------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """A table, from memory or from the database."""
        room = self.rooms.get(table)
        if room is None:
            async with self._loading.setdefault(table, asyncio.Lock()):
                room = self.rooms.get(table)
                if room is None:
                    room = await self._load(table)
                    self.rooms[table] = room
            self._loading.pop(table, None)
        room.used = time.monotonic()
        return room

    async def _load(self, table: str) -> Room:
        row, seats, holders = await self._meta(table)
        game = find(row["game"])
        self.workshop.want(game.name)
        printed = await self.store.row(sa.select(schema.boxes).where(schema.boxes.c.fingerprint == row["box"]))
        assert printed is not None
        room = Room(row, seats, holders, open_box(game, printed))
        await self.store.know_layout(room.layout, game.name, room.description)
        await self._catch_up(room)
        return room

    async def _meta(self, table: str) -> tuple[Row, list[Row], list[Row]]:
        row = await self.store.row(sa.select(schema.tables).where(schema.tables.c.id == table))
        if row is None:
            raise no_table()
        seats = await self.store.rows(sa.select(schema.seats).where(schema.seats.c.table_id == table))
        holders = await self.store.rows(sa.select(schema.holders).where(schema.holders.c.table_id == table))
        return row, seats, holders

    async def _catch_up(self, room: Room) -> bool:
        """Takes in the entries that the room does not know yet; says whether there were any."""
        entries = schema.entries
        rows = await self.store.rows(
            sa.select(entries)
            .where(entries.c.table_id == room.id, entries.c.number > room.number)
            .order_by(entries.c.number)
        )
        for row in rows:
            row["state"] = await self._present_form(room, row["state"], row["layout"])
        if rows:
            room.follow(rows)
        return bool(rows)

    async def _present_form(self, room: Room, state: bytes, layout: str) -> bytes:
        """A stored state as the present program lays it out."""
        if layout == room.layout:
            return bytes(state)
        description = await self.store.layout(layout)
        return layouts.convert(room.game.state, room.game.names(room.box), bytes(state), description)

    async def visible(self, table: str, person: int | None) -> Room:
        """A table that a person may look at."""
        room = await self.room(table)
        if not self.store.sqlite:
            async with room.lock:
                await self._refresh(room)
        if room.row["listed"] or room.held_by(person) or (person is not None and person == room.row["host"]):
            return room
        admissions = schema.admissions
        if person is not None and await self.store.row(
            sa.select(admissions).where(admissions.c.table_id == table, admissions.c.person_id == person)
        ):
            return room
        raise no_table()

    async def rooms_of(self, person: int) -> list[Room]:
        """The tables that a person sits at or has opened, the latest first."""
        tables, holders = schema.tables, schema.holders
        held = sa.select(holders.c.table_id).where(holders.c.person_id == person)
        rows = await self.store.rows(
            sa.select(tables.c.id)
            .where(sa.or_(tables.c.id.in_(held), tables.c.host == person))
            .order_by(tables.c.changed.desc())
            .limit(MOST_LISTED)
        )
        rooms = [await self.room(row["id"]) for row in rows]
        return sorted(rooms, key=lambda room: float(room.table(person)["changed"]), reverse=True)

    async def listed(self) -> list[Room]:
        tables = schema.tables
        rows = await self.store.rows(
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.status.in_(("open", "playing")))
            .order_by(tables.c.changed.desc())
            .limit(MOST_LISTED)
        )
        return [await self.room(row["id"]) for row in rows]

    # -- opening and joining ------------------------------------------------------------------------------------------

    async def create(self, person: int, wish: models.NewTable) -> Room:
        """A new table."""
        game = game_named(wish.game)
        self.workshop.want(game.name)
        game.blank(wish.options, len(wish.seats), game.box)  # refuses options that cannot be
        if wish.start and any(plan.kind == "open" for plan in wish.seats):
            raise wrong("open_start")
        room = await self._open(person, game, wish.options, wish.seats, wish.nonce, listed=wish.listed, origin="deal")
        if wish.start:
            await self.start(room, person)
        return room

    async def _open(
        self,
        person: int,
        game: Game,
        options: Json,
        plans: Sequence[models.SeatPlan],
        nonce: str | None,
        *,
        listed: bool,
        origin: str,
        **more: Any,
    ) -> Room:
        host = await self.people.named(person)
        assert host is not None
        if not any(plan.kind == "me" for plan in plans) and not any(plan.kind == "open" for plan in plans):
            raise wrong("nobody_plays")
        for plan in plans:
            if plan.kind == "bot":
                bots.kind_of(plan.bot or STRONGEST)  # refuses a bot that there is not
        waiting = sa.select(sa.func.count()).where(schema.tables.c.host == person, schema.tables.c.status == "open")
        box = more.pop("box", game.box)
        table = "".join(secrets.choice(LETTERS) for _ in range(12))
        now = time.time()
        async with self.store.writing() as connection:
            if (await connection.execute(waiting)).scalar_one() >= MOST_OPEN_TABLES:
                raise not_now("too_many_tables")
            await connection.execute(
                self.store.insert_new(schema.boxes).values(
                    fingerprint=box.fingerprint, game=game.name, file=box.file[:200], text=box.text
                )
            )
            await connection.execute(
                schema.tables.insert().values(
                    id=table,
                    game=game.name,
                    box=box.fingerprint,
                    options=options,
                    listed=listed,
                    status="open",
                    host=person,
                    secret=secrets.token_bytes(32),
                    origin=origin,
                    created=now,
                    changed=now,
                    **{"first_move": 0, **more},
                )
            )
            for seat, plan in enumerate(plans):
                await connection.execute(
                    schema.seats.insert().values(table_id=table, seat=seat, **_seat(plan, host["name"], nonce))
                )
                if plan.kind == "me":
                    await connection.execute(
                        schema.holders.insert().values(table_id=table, seat=seat, person_id=person)
                    )
        return await self.room(table)

    async def invite(self, room: Room, person: int) -> Json:
        """A new secret that lets people in; the one before does so no longer."""
        if person != room.row["host"]:
            raise not_host("host_invites")
        secret = new_secret()
        async with self._changing(room):
            await self._update(room, invite_hash=hashed(secret))
        return {"secret": secret}

    async def enter(self, table: str, person: int, secret: str) -> Room:
        """Lets somebody with an invitation look at a private table."""
        room = await self.room(table)
        self._check_invitation(room, secret)
        await self._admit(room, person)
        return room

    def _check_invitation(self, room: Room, secret: str | None) -> None:
        expected = room.row["invite_hash"]
        if secret is None or expected is None or not secrets.compare_digest(expected, hashed(secret)):
            raise no_table()

    async def _admit(self, room: Room, person: int) -> None:
        admissions = schema.admissions
        await self.store.execute(self.store.insert_new(admissions).values(table_id=room.id, person_id=person))

    async def join(self, table: str, person: int, wish: models.Join) -> Room:
        """Takes an open seat, or the seat that is kept for the person after a rematch."""
        room = await self.room(table)
        if wish.invite is not None:
            self._check_invitation(room, wish.invite)
            await self._admit(room, person)
        else:
            room = await self.visible(table, person)
        async with self._changing(room):
            if room.status != "open":
                raise not_now("begun")
            host = await self.people.named(person)
            assert host is not None
            nonce = wish.nonce or secrets.token_hex(16)
            kept = [row["seat"] for row in room.seats if row["seat"] in room.held_by(person) and not row["nonce"]]
            if kept:
                await self._fill(room, kept, nonce=nonce, name=host["name"])
            else:
                free = [row["seat"] for row in room.seats if row["kind"] == "open"]
                if wish.seat is not None and wish.seat not in free:
                    raise not_now("seat_taken")
                if not free:
                    raise not_now("all_taken")
                seat = free[0] if wish.seat is None else wish.seat
                await self._sit(room, seat, person, host["name"], nonce)
        return room

    async def _fill(self, room: Room, seats: list[int], **values: Any) -> None:
        table = schema.seats
        await self.store.execute(
            table.update().where(table.c.table_id == room.id, table.c.seat.in_(seats)).values(**values),
            self._updating(room, {}),
        )

    async def _sit(self, room: Room, seat: int, person: int, name: str, nonce: str) -> None:
        table = schema.seats
        async with self.store.writing() as connection:
            taken = await connection.execute(
                table.update()
                .where(table.c.table_id == room.id, table.c.seat == seat, table.c.kind == "open")
                .values(kind="person", name=name, nonce=nonce)
            )
            if taken.rowcount != 1:
                raise not_now("seat_taken")
            await connection.execute(schema.holders.insert().values(table_id=room.id, seat=seat, person_id=person))
            await connection.execute(self._updating(room, {}))

    async def seat_link(self, room: Room, seat: int, person: int) -> Json:
        """A link by which another browser may play a seat."""
        self._holding(room, person, seat)
        secret = new_secret()
        async with self._changing(room):
            await self._fill(room, [seat], link_hash=hashed(secret))
        return {"seat": seat, "secret": secret}

    async def take_seat(self, table: str, seat: int, person: int, secret: str) -> Room:
        """Whoever has a seat's link may act for it."""
        room = await self.room(table)
        row = room.seats[seat] if seat < len(room.seats) else None
        expected = row["link_hash"] if row is not None and row["kind"] == "person" else None
        if expected is None or not secrets.compare_digest(expected, hashed(secret)):
            raise no_table()
        if seat not in room.held_by(person):
            async with self._changing(room):
                await self.store.execute(
                    self.store.insert_new(schema.holders).values(table_id=table, seat=seat, person_id=person),
                    self._updating(room, {}),
                )
        return room

    async def free(self, room: Room, seat: int, person: int) -> Room:
        """Gives a seat free that is kept for somebody who does not come to a rematch."""
        async with self._changing(room):
            if person != room.row["host"]:
                raise not_host("host_frees")
            if room.status != "open":
                raise not_now("begun")
            row = room.seats[seat] if seat < len(room.seats) else None
            if row is None or row["kind"] != "person" or row["nonce"] is not None:
                raise not_now("not_expected")
            await self._empty(room, [seat])
        return room

    async def _empty(self, room: Room, seats: Collection[int]) -> None:
        """Makes seats free for anybody, also those that are held by a link."""
        held, table = schema.holders, schema.seats
        await self.store.execute(
            held.delete().where(held.c.table_id == room.id, held.c.seat.in_(seats)),
            table.update()
            .where(table.c.table_id == room.id, table.c.seat.in_(seats))
            .values(kind="open", name="", nonce=None, link_hash=None),
        )

    async def leave(self, room: Room, person: int) -> Room:
        """Before the start seats become free again; later a bot goes on."""
        held = room.held_by(person)
        if room.status == "playing":
            for seat in sorted(held):
                await self.resign(room, person, seat)
            return room
        async with self._changing(room):
            if room.status != "open":
                return room
            await self._empty(room, held)
            if person == room.row["host"]:
                await self._update(room, status="abandoned")
        return room

    # -- starting -----------------------------------------------------------------------------------------------------

    async def start(self, room: Room, person: int) -> Room:
        """Mixes the seed and deals."""
        async with self._changing(room):
            if person != room.row["host"]:
                raise not_host("host_starts")
            if room.status != "open":
                raise not_now("begun")
            if any(row["kind"] == "open" for row in room.seats):
                raise not_now("open_seats")
            if any(row["kind"] == "person" and row["nonce"] is None for row in room.seats):
                raise not_now("expected")
            seed = mix(room.row["secret"], [row["nonce"] or "" for row in room.seats])
            match = await self._begin(room, seed)
            try:
                await self._append(room, match, {"seed": match.seed, "status": "playing"}, kind="deal", number=0)
            except NumberTaken:
                raise not_now("begun") from None
        room.tell_moment(whole_log=True)
        self.wake(room)
        return room

    async def _begin(self, room: Room, seed: bytes) -> Match:
        """The deal; or, where the game goes on from elsewhere, that moment with all shuffled afresh that was hidden
        from whoever asked for it."""
        blank = room.game.blank(room.row["options"], len(room.seats), room.box)
        if room.row["start"] is None:
            return Match(room.game, room.box, blank, len(room.seats), seed)
        state = await self._present_form(room, room.row["start"], room.row["start_layout"])
        first = room.row["first_move"]
        source = Match.resumed(
            room.game, room.box, blank, len(room.seats), seed, [state], [], dealt=False, first_move=first
        )
        known = room.row["known"] or 0
        return source.hidden(tuple(seat for seat in range(len(room.seats)) if known >> seat & 1), seed)

    async def _append(
        self, room: Room, match: Match, values: Json | None = None, also: Sequence[Statement] = (), **made: Any
    ) -> None:
        """Writes an entry down with the state after it, and what changes about the table with it, then lets the room
        know. Nobody is told before it is on the disk; where that fails, the room stays as it was."""
        entry = Entry(**made, rules_version=room.game.rules_version)
        if values:
            also = [*also, (self._updating(room, values), {})]
        if match.over:
            values = {**(values or {}), "status": "over", "undo": None}
            also = [*also, (_END, {"table": room.id, "now": entry.at})]
        row = {
            **vars(entry),
            "table_id": room.id,
            "to_move": match.to_move,
            "layout": room.layout,
            "state": match.state_bytes,
        }
        await self.store.append(row, f"{self.worker}:{room.id}:entry", also)
        if values:
            room.row = {**room.row, **values}
        room.note(entry)
        room.match = match

    def _updating(self, room: Room, values: Json) -> sa.Update:
        table = schema.tables
        stored = {name: sa.null() if value is None else value for name, value in values.items()}
        return table.update().where(table.c.id == room.id).values(changed=time.time(), **stored)

    # -- playing ------------------------------------------------------------------------------------------------------

    def _holding(self, room: Room, person: int | None, seat: int) -> None:
        if person is None:
            raise nobody()
        if seat >= len(room.seats) or seat not in room.held_by(person):
            raise not_your_seat()

    def _playing(self, room: Room) -> Match:
        if room.status == "open" or room.match is None:
            raise not_now("not_begun")
        if room.status != "playing":
            raise not_now("over")
        return room.match

    async def play(
        self,
        room: Room,
        person: int | None,
        seat: int,
        number: int,
        words: str,
        asked: tuple[Socket, int] | None = None,
    ) -> int:
        """Makes a choice for a seat; the number of the entry that it became. A browser that asked gets its answer with
        the moment after it."""
        self._holding(room, person, seat)
        async with room.lock:
            if number > room.number:  # the browser knows more: another worker told it
                await self._refresh(room)
            match = self._playing(room)
            if not room.decision <= number <= room.number:
                raise already_moved()
            if match.to_move != seat:
                raise not_now("not_your_turn")
            await self._play(room, match, seat, _read(match, words))
            made = room.number
        self._after_play(room, asked)
        return made

    async def _play(self, room: Room, match: Match, seat: int, choice: int) -> None:
        """Makes a choice; and again, where that is all there is to do (`Game.repeats`): everybody is told of each, as
        if they had been made one by one."""
        await self._play_once(room, match, seat, choice)
        while room.match is not None and room.match.repeats:
            room.tell_moment()
            await self._play_once(room, room.match, seat, choice)

    async def _play_once(self, room: Room, match: Match, seat: int, choice: int) -> None:
        after = match.at(match.move_number)
        try:
            after.play(choice)
        except IllegalChoice as problem:
            raise Forbidden(room.game, problem.clause.number) from None
        await self._next(room, after, kind="play", seat=seat, words=room.game.space.pick(choice).words)

    async def _next(self, room: Room, match: Match, values: Json | None = None, **made: Any) -> None:
        """Appends the next entry; where another worker was faster, the room follows that one."""
        try:
            await self._append(room, match, values, number=room.number + 1, **made)
        except NumberTaken:
            await self._follow_entries(room)
            raise already_moved() from None

    def _after_play(self, room: Room, asked: tuple[Socket, int] | None = None) -> None:
        self.moves += 1
        if room.row["undo"]:
            self.spawn(self._forget_wish(room))
        room.tell_moment(played=asked)
        if room.status == "over":
            room.tell_table()
        self.wake(room)

    async def _forget_wish(self, room: Room) -> None:
        async with self._changing(room):
            await self._update(room, undo=None)

    async def undo(self, room: Room, person: int, seat: int, number: int) -> Json:
        """Takes back at once where nobody needs to agree; else asks the others."""
        self._holding(room, person, seat)
        async with self._changing(room):
            match = self._playing(room)
            # A bot that has moved meanwhile is no reason to refuse; a second click on the same wish is.
            if number > room.number or any(entry.kind == "undo" for entry in room.entries[number + 1 :]):
                raise already_moved()
            held = room.held_by(person)
            back = room.back_to(held)
            if back is None:
                raise not_now("nothing_to_undo")
            if number < room.line[back + 1]:  # he does not know his own last choice yet
                raise already_moved()
            if room.free_to_go_back(held, back):
                await self._go_back(room, match, seat, room.line[back])
                done = True
            else:
                move = match.first_move + back
                waiting = room.people_besides(held)
                wish = {"seat": seat, "move": move, "to": room.line[back], "waiting": waiting, "number": room.number}
                await self._update(room, undo=wish)
                done = False
        if done:
            room.tell_moment(whole_log=True)
            self.wake(room)
        return {"done": done, "number": room.number}

    async def answer(self, room: Room, person: int, seat: int, agree: bool) -> Json:
        """Says yes or no to somebody's wish to take back."""
        self._holding(room, person, seat)
        done = False
        async with self._changing(room):
            match = self._playing(room)
            wish = room.row["undo"]
            if not wish or room.decision > wish["number"]:  # a choice that crossed the answer ends the wish
                raise not_now("nobody_asks")
            waiting = [other for other in wish["waiting"] if other not in room.held_by(person)]
            if len(waiting) == len(wish["waiting"]):
                raise not_now("not_asked")
            if not agree:
                await self._update(room, undo=None)
            elif waiting:
                await self._update(room, undo={**wish, "waiting": waiting})
            else:
                await self._go_back(room, match, wish["seat"], wish["to"])
                done = True
        if done:
            room.tell_moment(whole_log=True)
            self.wake(room)
        return {"done": done, "number": room.number}

    async def _go_back(self, room: Room, match: Match, seat: int, back: int) -> None:
        earlier = match.at(match.first_move + room.line.index(back))
        await self._next(room, earlier, {"undo": None}, kind="undo", seat=seat, back=back)

    async def resign(self, room: Room, person: int, seat: int) -> Room:
        """A bot takes the seat over. Where no person is left, the game ends."""
        self._holding(room, person, seat)
        async with self._changing(room):
            match = self._playing(room)
            await self._admit(room, person)
            holders, seats = schema.holders, schema.seats
            left = [row["seat"] for row in room.seats if row["kind"] == "person" and row["seat"] != seat]
            values = {"undo": None, **({} if left else {"status": "abandoned"})}
            changes: list[sa.Executable] = [
                holders.delete().where(holders.c.table_id == room.id, holders.c.seat == seat),
                seats.update()
                .where(seats.c.table_id == room.id, seats.c.seat == seat)
                .values(kind="bot", bot=STRONGEST, resigned=True, link_hash=None),
            ]
            also: list[Statement] = [(change, {}) for change in changes]
            await self._next(room, match, values, also=also, kind="resign", seat=seat, words=STRONGEST)
        room.tell_moment(whole_log=True)
        self.wake(room)
        return room

    async def rematch(self, room: Room, person: int) -> Room:
        """The same again at a new table, with everybody's seat kept."""
        if not room.held_by(person):
            raise not_your_seat()
        async with self._changing(room):
            if room.status not in ("over", "abandoned"):
                raise not_now("not_over")
            if room.row["rematch"]:
                return await self.room(room.row["rematch"])
            plans = [_again(row, row["seat"] in room.held_by(person)) for row in room.seats]
            again = await self._open(
                person, room.game, room.row["options"], plans, None, listed=False, origin="deal", box=room.box
            )
            async with self._changing(again):
                for row in room.seats:
                    if plans[row["seat"]].kind == "open":
                        await self._keep(again, row, room.holders[row["seat"]])
            await self._update(room, rematch=again.id)
        return again

    async def _keep(self, room: Room, seat: Row, people: set[int]) -> None:
        """Keeps a seat for people who are expected."""
        await self._fill(room, [seat["seat"]], kind="person", name=seat["name"], nonce=None)
        await self.store.execute(
            *(schema.holders.insert().values(table_id=room.id, seat=seat["seat"], person_id=who) for who in people)
        )

    # -- asking -------------------------------------------------------------------------------------------------------

    def printed(self, room: Room, lang: str) -> Json:
        """What is printed in the box of a table."""
        match = room.match
        if match is None:
            blank = room.game.blank(room.row["options"], len(room.seats), room.box)
            match = Match(room.game, room.box, blank, len(room.seats), bytes(32), deal=False)
        return moments.page(room.game.name).printed(match, lang)

    def why(self, room: Room, person: int | None, wish: models.Why, lang: str) -> Json:
        """Why a choice, or anything with a thing on the table, cannot be chosen now."""
        words = server_words(lang)
        if wish.seat not in room.held_by(person):
            return {"words": words["watching"], "clause": None}
        if room.match is None:
            return {"words": words["not_begun"], "clause": None}
        if room.status != "playing" or room.match.over:
            return {"words": words["over"], "clause": None}
        match = room.match
        mover = match.to_move
        assert mover is not None
        if mover != wish.seat:
            return {"words": words["not_yours"].format(who=match.who(mover, lang)), "clause": None}
        if wish.choice is not None:
            candidates = [_read(match, wish.choice)]
        else:
            of = moments.page(room.game.name)
            picks = (room.game.space.pick(choice) for choice in range(room.game.space.size))
            candidates = [picked.id for picked in picks if of.target(match.facts, picked) == wish.target]
        reasons = [match.why_not(choice) for choice in candidates]
        if None in reasons:
            return {"words": words["possible"], "clause": None}
        # The last section of a rulebook is about choosing as such; a clause before it says more.
        clauses = sorted((clause for clause in reasons if clause is not None), key=lambda clause: clause.code)
        if not clauses:
            return {"words": words["nothing"], "clause": None}
        telling = [clause for clause in clauses if clause.section != match.game.rulebook.clauses[-1].section]
        too_dear = [clause for clause in telling if clause.number in room.game.means]
        found = too_dear or telling or clauses
        clause = clause_in(room.game, lang, max(found, key=found.count).number)  # what forbids most of them
        return {"words": clause["words"], "clause": clause}

    async def hint(self, room: Room, person: int, seat: int, lang: str) -> Json:
        """What the strongest bot would do on a seat that has to decide."""
        self._holding(room, person, seat)
        match = self._playing(room)
        if match.to_move != seat:
            raise not_now("not_your_turn")
        copy = match.at(match.move_number)
        choice = await self._think(STRONGEST, copy)
        picked = next(option for option in copy.choices if option.id == choice)
        return {"choice": picked.words, "text": picked.text(lang), "bot": STRONGEST}

    async def say(self, room: Room, person: int, text: str) -> Json:
        """A message to everybody at the table."""
        text = clean(text)
        if not text:
            raise wrong("unreadable")
        who = await self.people.named(person)
        assert who is not None
        held = sorted(room.held_by(person))
        message = {"seat": held[0] if held else None, "name": who["name"], "text": text, "at": time.time()}
        async with self.store.writing() as connection:
            made = await connection.execute(
                schema.chat.insert().values(table_id=room.id, person_id=person, **message).returning(schema.chat.c.id)
            )
            message["id"] = made.scalar_one()
        room.tell_chat(message)
        await self.store.notify(f"{self.worker}:{room.id}:chat {message['id']}")
        return message

    async def chat(self, room: Room) -> list[Row]:
        table = schema.chat
        rows = await self.store.rows(
            sa.select(table.c.id, table.c.seat, table.c.name, table.c.text, table.c.at)
            .where(table.c.table_id == room.id)
            .order_by(table.c.id.desc())
            .limit(MOST_CHAT)
        )
        return rows[::-1]

    # -- going on from elsewhere --------------------------------------------------------------------------------------

    async def upload(self, person: int, data: bytes) -> Room:
        """A table where a save file can be watched, and gone on from."""
        match = await asyncio.get_running_loop().run_in_executor(None, saves.read, data)
        plans = [models.SeatPlan(kind="open")] * match.seats
        options = match.options
        room = await self._open(
            person,
            match.game,
            options,
            plans,
            None,
            listed=False,
            origin="replay",
            box=match.box,
            seed=match.seed,
            first_move=match.first_move,
        )
        rows = saves.entries_of(match, room)
        seats, tables = schema.seats, schema.tables
        start = {} if match.dealt else {"start": rows[0]["state"], "start_layout": room.layout}
        async with self.store.writing() as connection:
            await connection.execute(schema.entries.insert(), rows)
            await connection.execute(seats.update().where(seats.c.table_id == room.id).values(kind="person"))
            await connection.execute(tables.update().where(tables.c.id == room.id).values(status="over", **start))
        del self.rooms[room.id]
        return await self.room(room.id)

    async def fork(self, room: Room, person: int, wish: models.ForkFrom) -> Room:
        """A new table that goes on from a moment of this one, with a fresh shuffle of all that was hidden from the
        seats of whoever asks. Of a file everything may be read, so there it is the seats that he takes."""
        if room.match is None:
            raise not_now("not_begun")
        if room.status == "playing" and room.people_besides(room.held_by(person)):
            raise not_now("others_play")
        if not room.match.first_move <= wish.move <= room.match.move_number:
            raise wrong("no_moment", first=room.match.first_move, last=room.match.move_number)
        if len(wish.seats) != len(room.seats):
            raise wrong("seat_count", seats=len(room.seats))
        then = room.match.at(wish.move)
        if then.over:
            raise not_now("over_then")
        uploaded = room.row["origin"] == "replay"
        taken = [seat for seat, plan in enumerate(wish.seats) if plan.kind == "me"]
        known = taken if uploaded else room.held_by(person)
        made = await self._open(
            person,
            room.game,
            room.row["options"],
            wish.seats,
            None,
            listed=False,
            origin="upload" if uploaded else "fork",
            box=room.box,
            start=then.state_bytes,
            start_layout=room.layout,
            known=sum(1 << seat for seat in known),
            first_move=wish.move,
        )
        if not any(row["kind"] == "open" for row in made.seats):
            await self.start(made, person)
        return made

    # -- bots ---------------------------------------------------------------------------------------------------------

    def wake(self, room: Room) -> None:
        """Lets a bot think where one has to decide."""
        if room.bot_to_move is not None and (room.thinking is None or room.thinking.done()):
            room.thinking = self.spawn(self._let_think(room))

    async def _let_think(self, room: Room) -> None:
        while (level := room.bot_to_move) is not None and room.match is not None:
            number, began = room.number, time.monotonic()
            choice = await self._think(level, room.match.at(room.match.move_number))
            if not room.bots_begin:  # nobody has to wait for his first decision
                await asyncio.sleep(max(0.0, self.settings.bot_pause - (time.monotonic() - began)))
            async with room.lock:
                if room.number != number or room.bot_to_move is None or room.match is None:
                    continue
                seat = room.match.to_move
                assert seat is not None
                try:
                    await self._play(room, room.match, seat, choice)
                except Refusal:
                    continue  # another worker's bot was faster
            self._after_play(room)

    async def _think(self, level: str, match: Match) -> int:
        """A bot's choice, thought out away from the event loop. The match is the bot's own copy."""
        self.thoughts += 1
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._bots, bots.Bot(level).choose, match)

    # -- keeping house ------------------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on in the background until the end; a mistake in it is written to the log."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("something went wrong in the background", exc_info=problem)

    async def _update(self, room: Room, **values: Any) -> None:
        await self.store.execute(self._updating(room, values))
        room.row = {**room.row, **values}

    async def _refresh(self, room: Room) -> None:
        """With several workers, what another one has written lately; its notice may still be on the way."""
        if self.store.sqlite:
            return
        tables, entries = schema.tables, schema.entries
        last = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == room.id).scalar_subquery()
        row = await self.store.row(sa.select(tables.c.changed, last.label("last")).where(tables.c.id == room.id))
        if row is not None and row["changed"] != room.row["changed"]:
            room.know(*await self._meta(room.id))
        if row is not None and row["last"] is not None and row["last"] > room.number:
            await self._follow_entries(room)

    async def _follow_entries(self, room: Room) -> None:
        """Takes in and tells what other workers have appended."""
        before = len(room.line)
        if await self._catch_up(room):
            room.tell_moment(whole_log=len(room.line) != before + 1)

    @contextlib.asynccontextmanager
    async def _changing(self, room: Room) -> AsyncIterator[None]:
        """Changes a table or its seats, alone: nobody sees anything in between. Afterwards everybody is told, here and
        at other workers."""
        async with room.lock:
            await self._refresh(room)
            yield
            room.know(*await self._meta(room.id))
        room.tell_table()
        await self.store.notify(f"{self.worker}:{room.id}:table")

    def heard(self, notice: str) -> None:
        """Another worker tells of a table."""
        worker, table, what = notice.split(":", 2)
        room = self.rooms.get(table)
        if worker != self.worker and room is not None:
            self.spawn(self._follow(room, what))

    async def _follow(self, room: Room, what: str) -> None:
        if what.startswith("chat "):
            table = schema.chat
            row = await self.store.row(
                sa.select(table.c.id, table.c.seat, table.c.name, table.c.text, table.c.at).where(
                    table.c.id == int(what[5:])
                )
            )
            if row is not None:
                room.tell_chat(row)
            return
        async with room.lock:
            room.know(*await self._meta(room.id))
            await self._follow_entries(room)
        room.tell_table()

    def heard_again(self) -> None:
        """The line to the other workers was down: all rooms look for what they missed."""
        for room in self.rooms.values():
            self.spawn(self._follow(room, "entry"))

    async def keep_house(self) -> None:
        """For ever: lets bots think that nobody woke (after a crash, or when a worker is gone), and forgets rooms that
        nobody looks at."""
        entries, tables, seats = schema.entries, schema.tables, schema.seats
        made = entries.alias()
        newest = sa.select(sa.func.max(made.c.number)).where(made.c.table_id == tables.c.id)
        sitting = sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == entries.c.to_move)
        latest = sa.and_(
            entries.c.table_id == tables.c.id, entries.c.number == newest.correlate(tables).scalar_subquery()
        )
        forgotten = (
            sa.select(tables.c.id)
            .select_from(tables.join(entries, latest).join(seats, sitting))
            .where(tables.c.status == "playing", seats.c.kind == "bot")
        )
        while True:
            now = time.time()
            # An entry from the future is one that was made before somebody set the clock back.
            old = sa.or_(entries.c.at < now - SWEEP, entries.c.at > now + SWEEP)
            try:
                for row in await self.store.rows(forgotten.where(old)):
                    self.wake(await self.room(row["id"]))
            except sa.exc.DBAPIError as problem:
                log.warning("the database does not answer: %s", problem.orig)
            for room in list(self.rooms.values()):
                busy = room.sockets or room.lock.locked() or (room.thinking and not room.thinking.done())
                if not busy and time.monotonic() - room.used > IDLE_ROOM:
                    del self.rooms[room.id]
            await asyncio.sleep(SWEEP)

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._bots.shutdown(cancel_futures=True)


def _read(match: Match, words: str) -> int:
    """The choice that somebody means. The match reads it: the same name may be another place on another board."""
    try:
        return match.read(words)
    except UnknownChoice as problem:
        raise wrong("no_choice", cause=str(problem)) from None


def _seat(plan: models.SeatPlan, host: str, nonce: str | None) -> Json:
    if plan.kind == "bot":
        level = plan.bot or STRONGEST
        return {"kind": "bot", "bot": level, "name": level, "nonce": None, "resigned": False}
    if plan.kind == "open":
        return {"kind": "open", "name": "", "nonce": None, "resigned": False}
    name = as_name(plan.name) if plan.name else host
    return {"kind": "person", "name": name, "nonce": nonce or secrets.token_hex(16), "resigned": False}


def _again(row: Row, mine: bool) -> models.SeatPlan:
    """Who sits there in a rematch. Somebody who resigned is not waited for."""
    if row["kind"] == "bot":
        return models.SeatPlan(kind="bot", bot=row["bot"])
    return models.SeatPlan(kind="me", name=row["name"]) if mine else models.SeatPlan(kind="open")
