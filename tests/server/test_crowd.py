"""A crowd at a table: it costs what it costs to tell each once, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest
from made_rooms import FIRST, room_of
from table_clients import ANSWER_TIME, Closed, Live, Person, Server, serving
from websockets.asyncio.client import connect

import petteia
from petteia.server import live, models, telling, views
from petteia.server.crowds import MOST_OF_ONE, Seen
from petteia.server.rooms import Room
from petteia.server.tables import gathering
from petteia.server.tables.gathering import Gathering

SPECTATORS = 300


class Browser:
    """One that remembers what it was told."""

    def __init__(self, person: int | None, lang: str = "en") -> None:
        self.person, self.lang = person, lang
        self.seat: int | None = None
        self.told: list[bytes] = []

    def push_text(self, message: bytes) -> None:
        self.told.append(message)

    def close(self) -> None: ...

    def kinds(self) -> list[str]:
        return [orjson.loads(message)["type"] for message in self.told]


class Bus:
    """What carries notices between workers, while it works."""

    def __init__(self) -> None:
        self.workers: dict[str, Gathering] = {}
        self.works = True
        self.sent: list[str] = []

    async def send(self, *notices: str) -> None:
        if not self.works:
            raise OSError("the line is broken")
        self.sent += notices
        for notice in notices:
            sender, table, what = notice.split(":", 2)
            for name, worker in self.workers.items():
                assert name == sender or worker.heard(sender, table, what)

    def worker(self, name: str, room: Room) -> Gathering:
        made = self.workers[name] = Gathering(name, {room.id: room}, self, alone=False)
        return made


def a_room() -> Room:
    """Two people have seats."""
    return room_of(petteia.new("peloponnes", seats=2, seed=1), 2)


async def eventually(holds: Callable[[], object]) -> None:
    until = time.monotonic() + ANSWER_TIME
    while not holds():
        assert time.monotonic() < until
        await asyncio.sleep(0.01)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ticks that nobody has to wait for."""
    monkeypatch.setattr(gathering, "TICK", 0.01)
    monkeypatch.setattr(gathering, "FOR_EACH", 0.0)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often what a table looks like is made, and what a moment does."""
    counts: Counter[str] = Counter()
    for name in ("table", "present"):
        made = getattr(views, name)

        def counting(*given: Any, name: str = name, made: Any = made, **more: Any) -> Any:
            counts[name] += 1
            return made(*given, **more)

        monkeypatch.setattr(views, name, counting)
    return counts


@contextlib.contextmanager
def going_on(*tasks: Any) -> Iterator[None]:
    running = [asyncio.get_running_loop().create_task(task) for task in tasks]
    try:
        yield
    finally:
        for task in running:
            task.cancel()


def test_a_crowd_that_comes_and_goes_is_told_once(quick: None, counted: Counter[str]) -> None:
    async def come_and_go() -> None:
        room = a_room()
        here = Gathering("here", {room.id: room}, Bus(), alone=True)
        players = [Browser(FIRST), Browser(FIRST + 1)]
        crowd = [Browser(None if number % 2 else 1000 + number) for number in range(SPECTATORS)]
        for browser in (*players, *crowd):
            here.enter(room, browser)
        with going_on(here.keep_telling()):
            await eventually(lambda: crowd[-1].told and players[0].told)
            await eventually(lambda: not room.crowd.unheard)
            assert all(browser.kinds() == ["presence"] for browser in (*players, *crowd))
            assert len({bytes(browser.told[0]) for browser in (*players, *crowd)}) == 1
            assert orjson.loads(players[0].told[0]) == {
                "type": "presence",
                "online": [True, True],
                "watching": SPECTATORS,
            }
            for browser in (players[1], *crowd):
                here.leave(room, browser)
            await eventually(lambda: len(players[0].told) == 2)
        assert orjson.loads(players[0].told[1]) == {"type": "presence", "online": [True, False], "watching": 0}
        assert room.crowd.seen(room.holders) == Seen(0, frozenset({0}))
        assert not counted

    asyncio.run(come_and_go())


def test_what_all_spectators_see_alike_is_made_once(counted: Counter[str]) -> None:
    async def happen() -> None:
        room = a_room()
        players = [Browser(FIRST), Browser(FIRST + 1)]
        crowd = [Browser(1000 + number, ("en", "de", "it")[number % 3]) for number in range(SPECTATORS)]
        for browser in (*players, *crowd):
            room.crowd.enter(browser)
        telling.tell_table(room)
        assert counted["table"] == 3  # for each of the two who sit there, and for those who watch
        assert [browser.kinds() for browser in players] == [["table"]] * 2  # who sit there do not wait for the others
        telling.tell_moment(room)
        telling.tell_chat(room, {"id": 1, "seat": 0, "name": "P0", "text": "well?", "at": 0.0})
        assert counted["present"] == 5  # two seats, and three languages of those who watch
        await eventually(lambda: not room.crowd.unheard)
        assert all(browser.kinds() == ["table", "moment", "chat"] for browser in (*players, *crowd))
        assert counted == {"table": 3, "present": 5}

    asyncio.run(happen())


def test_whoever_watches_is_welcomed_as_those_before_until_something_happens(counted: Counter[str]) -> None:
    class Chat:
        asked = 0

        async def latest(self, table: str, most: int) -> list[Any]:
            self.asked += 1
            await asyncio.sleep(0)
            return []

    class Store:
        chat = Chat()

    class Hall:
        store = Store()

    async def come() -> None:
        room, hall = a_room(), Hall()
        languages = [("en", "de")[number % 2] for number in range(SPECTATORS)]
        made = await asyncio.gather(*(live._welcome_to_watch(hall, room, lang) for lang in languages))  # type: ignore[arg-type]
        assert (hall.store.chat.asked, counted["table"], counted["present"]) == (2, 2, 2)
        assert len(set(made)) == 2
        telling.tell_chat(room, {"id": 1, "seat": 0, "name": "P0", "text": "well?", "at": 0.0})
        await live._welcome_to_watch(hall, room, "en")  # type: ignore[arg-type]
        assert hall.store.chat.asked == 3

    asyncio.run(come())


# -- several workers ---------------------------------------------------------------------------------------------------


def test_workers_know_who_looks_through_others(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a notice for each table and tick, whoever many come; and one who came later is told when he asks."""

    async def meet() -> None:
        bus, rooms = Bus(), [a_room(), a_room(), a_room()]
        one, other = bus.worker("one", rooms[0]), bus.worker("other", rooms[1])
        holders = rooms[0].holders
        crowd = [Browser(None) for _ in range(SPECTATORS)]
        here = Browser(FIRST)
        there = Browser(FIRST + 1)
        one.enter(rooms[0], here)
        other.enter(rooms[1], there)
        for browser in crowd:
            other.enter(rooms[1], browser)
        everybody = Seen(SPECTATORS, frozenset({0, 1}))
        with going_on(*(work() for worker in (one, other) for work in (worker.keep_telling, worker.keep_sharing))):
            await eventually(lambda: all(room.crowd.seen(holders) == everybody for room in rooms[:2]))
            assert sum(" " in notice for notice in bus.sent) < 10
            await eventually(lambda: here.told and orjson.loads(here.told[-1])["watching"] == SPECTATORS)
            late = bus.worker("late", rooms[2])
            late.ask(rooms[2].id)
            with going_on(late.keep_sharing()):
                await eventually(lambda: rooms[2].crowd.seen(holders) == everybody)
            bus.works = False
            monkeypatch.setattr(gathering, "BEAT", 0.01)
            for browser in crowd:
                other.leave(rooms[1], browser)
            await asyncio.sleep(0.05)
            assert rooms[0].crowd.seen(holders) == everybody
            bus.works = True  # what could not be said is said
            await eventually(lambda: rooms[0].crowd.seen(holders) == Seen(0, frozenset({0, 1})))
            await other.say_goodbye()
            assert rooms[0].crowd.seen(holders) == Seen(0, frozenset({0}))

    asyncio.run(meet())


def test_a_worker_that_is_not_heard_of_any_more_is_forgotten(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "BEAT", 0.01)

    async def die() -> None:
        bus, rooms = Bus(), [a_room(), a_room()]
        one, other = bus.worker("one", rooms[0]), bus.worker("other", rooms[1])
        other.enter(rooms[1], Browser(None))
        with going_on(one.keep_sharing()):
            with going_on(other.keep_sharing()):
                await eventually(lambda: rooms[0].crowd.seen(rooms[0].holders).watching == 1)
            monkeypatch.setattr(gathering, "SILENCE", 0.05)
            await eventually(lambda: rooms[0].crowd.seen(rooms[0].holders).watching == 0)
            with going_on(other.keep_sharing()):  # it was only away: it is asked again
                monkeypatch.setattr(gathering, "SILENCE", ANSWER_TIME)
                await eventually(lambda: rooms[0].crowd.seen(rooms[0].holders).watching == 1)

    asyncio.run(die())


# -- a server ----------------------------------------------------------------------------------------------------------


def test_300_spectators_come_and_go_at_once(server: Server, alice: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"

    async def come_and_go() -> None:
        async with contextlib.AsyncExitStack() as stack:
            for number in range(SPECTATORS // 50):
                here = (f"127.0.1.{number + 1}", 0)  # one address may not have as many connections
                opened = [
                    stack.enter_async_context(connect(address, proxy=None, close_timeout=0, local_addr=here))
                    for _ in range(50)
                ]
                for socket in await asyncio.gather(*opened):
                    await socket.send(json.dumps({"type": "hello"}))
            await asyncio.to_thread(
                own.until, lambda one: one["type"] == "presence" and one["watching"] == SPECTATORS, ANSWER_TIME
            )

    began = time.monotonic()
    with alice.live(table, 0) as own:
        asyncio.run(come_and_go())
        own.until(lambda one: one["type"] == "presence" and one["watching"] == 0)
        told = Counter(message["type"] for message in own.came)
        assert told["table"] == 0
        assert told["presence"] <= 2 + (time.monotonic() - began) / gathering.TICK
    assert alice.look(table)["watching"] == 0


def test_one_address_has_so_many_places_at_a_table(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    """Others still come in, and so does whoever sits there."""
    strictness = 0.2
    most = int(MOST_OF_ONE * strictness)
    with serving(new_database("sqlite"), tmp_path, rate=strictness) as server:
        host = server.person("Host")
        table = host.open("me", "open", listed=True)["id"]
        with contextlib.ExitStack() as stack:
            stranger = server.person("Stranger")  # of strangers without a name fewer may say hello at once
            watching = [stack.enter_context(stranger.live(table)) for _ in range(most)]
            with pytest.raises(Closed) as closed:
                stranger.live(table)
            assert closed.value.code == models.ClosedForNow.CROWDED
            for cookie, address in ((host.cookie, "127.0.0.3"), (None, "127.0.0.2")):
                stack.enter_context(Live(server, table, cookie, source_address=(address, 0))).hello()
            watching.pop().close()
            until = time.monotonic() + ANSWER_TIME
            while True:  # its place is free as soon as the server knows
                with contextlib.suppress(Closed):
                    stack.enter_context(stranger.live(table))
                    break
                assert time.monotonic() < until
                time.sleep(0.5)
