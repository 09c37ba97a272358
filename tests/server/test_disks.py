"""Disks that fill up, and disks that damage what lies on them: everybody is told, and nothing else suffers."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import re
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from table_clients import ANSWER_TIME, Closed, Person, Server, entries_of, opened, play_out, serving, words_of

from petteia.server.settings import Settings
from petteia.server.store import NoRoom, Store, migrate

FULL = 64 * 1024  # bytes: no file of the server may grow beyond them while its disk is full

# -- a full disk -------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """For a while the server can write nothing more."""
    assert server.process is not None
    log = pathlib.Path(f"{Settings(database=server.database).file}-wal")
    somebody = server.person("Sisyphos")
    while log.stat().st_size < 2 * FULL:  # what is written next goes to its end
        somebody.post("people", name="Sisyphos")
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (FULL, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def until_health(person: Person, status: int) -> None:
    until = time.monotonic() + ANSWER_TIME
    while person.http.get("health").status_code != status:
        assert time.monotonic() < until, f"/health never answers {status}"
        time.sleep(0.1)


def writes(over: str, playing: str, waiting: str, seat: int, number: int, choice: str) -> list[tuple[str, str, Any]]:
    """One of each thing that somebody can do and that has to be stored."""
    return [
        ("POST", "people", {"name": "Late"}),
        ("PATCH", "me", {"name": "Alicia"}),
        ("POST", "me/carry", None),
        ("POST", "tables", {"game": "peloponnes", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ("POST", "games/peloponnes/guide", None),
        ("POST", "campaigns/peloponnes", None),
        ("POST", f"tables/{waiting}/invite", None),
        ("POST", f"tables/{waiting}/join", {}),
        ("POST", f"tables/{waiting}/seats/1/bot", {"bot": "greedy"}),
        ("POST", f"tables/{waiting}/seats/2/free", None),
        ("POST", f"tables/{waiting}/seats/0/link", None),
        ("POST", f"tables/{waiting}/leave", None),
        ("POST", f"tables/{playing}/chat", {"text": "hello?"}),
        ("POST", f"tables/{playing}/play", {"seat": seat, "number": number, "choice": choice}),
        ("POST", f"tables/{playing}/undo", {"seat": 1 - seat, "number": number}),
        ("POST", f"tables/{playing}/standing", {"seat": 0, "name": "pass", "on": True}),
        ("POST", f"tables/{playing}/resign", {"seat": 0}),
        ("POST", f"tables/{playing}/leave", None),
        ("POST", f"tables/{over}/rematch", None),
        ("POST", f"tables/{over}/share", {"agree": True}),
        ("POST", f"tables/{over}/fork", {"move": 0, "seats": [{"kind": "me"}, {"kind": "bot"}]}),
    ]


def test_a_full_disk(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    with serving(new_database("sqlite"), tmp_path) as server:
        alice = server.person("Alice")
        over = alice.open("me", "random", start=True)["id"]
        play_out([alice], over)
        playing = alice.open("me", {"kind": "me", "name": "Hot"}, listed=True, start=True)["id"]
        waiting = alice.open("me", "open", "random", listed=True)["id"]
        save = alice.http.get(f"tables/{over}/save").content
        for _ in range(2):
            moment = alice.now(playing, alice.look(playing)["to_move"])
            seat, number, choice = moment["to_move"], moment["number"], words_of(moment)[0]
            alice.play(playing, seat, number, choice)
        moment = alice.now(playing, alice.look(playing)["to_move"])
        seat, number, choice = moment["to_move"], moment["number"], words_of(moment)[0]
        before = len(entries_of(server, playing))
        with alice.live(playing, seat) as live:
            with full_disk(server):
                for method, path, body in writes(over, playing, waiting, seat, number, choice):
                    answer = alice.http.request(method, path, json=body)
                    assert (answer.status_code, answer.json()["type"]) == (507, "no-room"), (path, answer.text)
                answer = alice.http.post("saves", content=save, headers={"content-type": "application/json"})
                assert answer.status_code == 507
                titles = {
                    alice.http.post("people", json={"name": "x"}, params={"lang": lang}).json()["title"]
                    for lang in ("en", "de", "it")
                }
                assert len(titles) == 3
                refused = live.play(seat, number, choice)
                assert refused["problem"]["type"] == "no-room"
                live.send(type="say", text="can you hear me?")
                assert live.until("refused")["problem"]["type"] == "no-room"
                live.settle()  # it is still open
                until_health(alice, 503)  # it is tried every few seconds
                assert alice.look(playing)["status"] == "playing"  # looking needs no room
                assert len(alice.get("me/tables")) == 3
                assert len(alice.get("tables")) == 2
                assert alice.live(playing).moment is not None
            until_health(alice, 200)
            assert live.play(seat, number, choice)["type"] == "played"
            assert [entry["number"] for entry in entries_of(server, playing)] == list(range(before + 1))
        assert alice.look(waiting)["status"] == "open"
        assert alice.get("me")["name"] == "Alice"


def test_what_sqlite_says_of_a_full_disk(tmp_path: pathlib.Path) -> None:
    """The error of a disk without space, as opposed to that of a file that may not grow."""
    url = Settings(database=f"sqlite:///{tmp_path / 'petteia.db'}").url
    migrate(url)

    async def fill(store: Store) -> None:
        for _ in range(1000):
            await store.people.add("x" * 60)

    async def write() -> None:
        store = Store(url)
        engine = store._database.engine.sync_engine
        sa.event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count=1"))
        with pytest.raises(NoRoom, match="full"):
            await fill(store)
        await store.close()

    asyncio.run(write())


def test_what_postgresql_says_of_a_full_disk(servers: Callable[[str], Server]) -> None:
    server = servers("postgresql")
    with opened(server.database) as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
        )
        connection.exec_driver_sql(
            "CREATE TRIGGER no_space BEFORE INSERT ON people FOR EACH ROW WHEN (NEW.name = 'Kyzikos')"
            " EXECUTE FUNCTION no_space()"
        )
    try:
        said = Person(server, None).post("people", 507, name="Kyzikos")
        assert said["type"] == "no-room"
    finally:
        with opened(server.database) as connection:
            connection.exec_driver_sql("DROP FUNCTION no_space CASCADE")


# -- damage ------------------------------------------------------------------------------------------------------------


def pages_of_entries(database: str, file: pathlib.Path) -> list[int]:
    """Where the pages begin on which entries are: those that the root of their tree leads to."""
    with opened(database) as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        root = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").scalar_one()
    size = page_size(file)
    page = file.read_bytes()[(root - 1) * size : root * size]
    assert page[0] == 5, "all entries are on one page"
    many = int.from_bytes(page[3:5], "big")
    cells = [int.from_bytes(page[12 + 2 * cell : 14 + 2 * cell], "big") for cell in range(many)]
    return [(int.from_bytes(page[cell : cell + 4], "big") - 1) * size for cell in cells]


def page_size(file: pathlib.Path) -> int:
    return int.from_bytes(file.read_bytes()[16:18], "big")


def damage_page(file: pathlib.Path, at: int) -> None:
    with open(file, "r+b") as disk:
        disk.seek(at)
        disk.write(b"\xa5" * page_size(file))


def damage_state(file: pathlib.Path, state: bytes) -> None:
    """Overwrites a state within its page: nothing but the rules can tell."""
    data = file.read_bytes()
    places = [found.start() for found in re.finditer(re.escape(state), data)]
    assert places
    with open(file, "r+b") as disk:
        for place in places:
            disk.seek(place)
            disk.write(b"\xff" * len(state))


@pytest.mark.parametrize("how", ["a page", "a state"])
def test_a_damaged_table_costs_nobody_else_anything(
    how: str, new_database: Callable[[str], str], tmp_path: pathlib.Path
) -> None:
    database = new_database("sqlite")
    file = Settings(database=database).file
    assert file is not None
    with serving(database, tmp_path) as server:
        alice, bob = server.person("Alice"), server.person("Bob")
        both = [{"kind": "me"}, {"kind": "me", "name": "Hot"}]
        bad, good = (alice.open(*both, game="hellas", listed=True, start=True)["id"] for _ in range(2))
        bots = bob.open("me", "random", listed=True, start=True)["id"]
        for table in (bad, good):
            play_out([alice], table, moves=20)  # a game is longer
        bob.my_turn(bots)
        assert server.stop() == 0
        state = bytes(entries_of(server, bad)[-1]["state"])
        pages, data = pages_of_entries(database, file), file.read_bytes()
        if how == "a page":
            others = (good.encode(), bots.encode())
            its = [page for page in pages if not any(one in data[page : page + page_size(file)] for one in others)]
            assert its
            damage_page(file, its[0])
        else:
            damage_state(file, state)
        server.start()
        assert {row["id"] for row in bob.get("tables")} == {good, bots}
        mine = {row["id"]: row["status"] for row in alice.get("me/tables")}
        assert mine == {bad: "damaged", good: "playing"}
        for lang, word in (("en", "cannot be read"), ("de", "nicht mehr lesen"), ("it", "non si può")):
            said = alice.get(f"tables/{bad}", 503, lang=lang)
            assert said["type"] == "damaged"
            assert word in said["title"]
        assert alice.post(f"tables/{bad}/resign", 503, seat=0)["type"] == "damaged"
        assert Person(server, "Carol").post(f"tables/{bad}/join", 503)["type"] == "damaged"
        with pytest.raises(Closed):
            alice.live(bad)
        assert alice.http.get("health").status_code == 200
        moment = alice.now(good, alice.look(good)["to_move"])
        alice.play(good, moment["to_move"], moment["number"], words_of(moment)[0])
        assert play_out([bob], bots)["status"] == "over"


def test_a_damaged_list_of_tables_leaves_those_that_are_played(
    new_database: Callable[[str], str], tmp_path: pathlib.Path
) -> None:
    """Where the list itself cannot be read, the lobby shows what the server has in memory."""
    database = new_database("sqlite")
    with serving(database, tmp_path) as server:
        alice = server.person("Alice")
        table = alice.open("me", {"kind": "me", "name": "Hot"}, listed=True, start=True)["id"]
        with opened(database) as connection:  # what SQLite would say of an index that is damaged
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            root = connection.exec_driver_sql(
                "SELECT rootpage FROM sqlite_master WHERE name = 'ix_tables_status_listed'"
            )
            page = int(root.scalar_one())
        file = Settings(database=database).file
        assert file is not None
        assert server.stop() == 0
        damage_page(file, (page - 1) * page_size(file))
        server.start()
        moment = alice.now(table, alice.look(table)["to_move"])
        assert [row["id"] for row in alice.get("tables")] == [table]
        alice.play(table, moment["to_move"], moment["number"], words_of(moment)[0])
