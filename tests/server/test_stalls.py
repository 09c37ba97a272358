"""The database hangs: everybody is told so in time, nothing waits for ever, and afterwards every table goes on."""

from __future__ import annotations

import asyncio
import pathlib
import threading
import time
import types
from collections.abc import Callable, Iterator

import httpx
import psycopg
import pytest
from table_clients import ANSWER_TIME, NO_CERTIFICATES, Cluster, Json, Server, entries_of, play_out, serving, words_of

from petteia.server import metrics
from petteia.server.settings import Settings
from petteia.server.store import NoDatabase, Store
from petteia.server.tables.hall import Hall

TIMEOUT = 4  # seconds that the servers here give the database
CROWD = 28  # requests at once: more than there are connections


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        yield cluster
    finally:
        cluster.close()


def until_well(server: Server) -> None:
    until = time.monotonic() + ANSWER_TIME
    while httpx.get(f"{server.address}/api/health", timeout=ANSWER_TIME, verify=NO_CERTIFICATES).status_code != 200:
        assert time.monotonic() < until, "it does not get well"
        time.sleep(0.1)


def all_at_once(deeds: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    found: list[httpx.Response] = []
    threads = [threading.Thread(target=lambda deed=deed: found.append(deed())) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_every_table_goes_on_after_a_stall(own_cluster: Cluster, tmp_path: pathlib.Path) -> None:
    database = own_cluster.new_database()
    settings: Json = {"database_timeout": TIMEOUT}
    with serving(database, tmp_path, **settings) as server, serving(database, tmp_path, **settings) as other:
        alice = server.person("Alice")
        table = alice.open("me", {"kind": "me", "name": "Hot"}, listed=True, start=True)["id"]
        against_bot = alice.open("me", "random", start=True)["id"]
        alice.my_turn(against_bot)
        there = other.person("Bob")
        moment = alice.now(table, alice.look(table)["to_move"])
        choice, seat, number = words_of(moment)[0], moment["to_move"], moment["number"]
        body = {"seat": seat, "number": number, "choice": choice}
        with alice.live(table, seat) as live, there.live(table) as watching:
            with own_cluster.stalled():
                refused = live.play(seat, number, choice)
                assert refused["type"] == "refused", refused
                assert refused["problem"]["type"] == "no-database"
                assert alice.http.get("health").status_code == 503
                deeds = [
                    lambda: alice.http.post(f"tables/{table}/play", json=body),
                    lambda: alice.http.post(f"tables/{table}/chat", json={"text": "still there?"}),
                    lambda: alice.http.post(f"tables/{against_bot}/resign", json={"seat": 0}),
                ]
                reading = [lambda: alice.http.get("me/tables")] * (CROWD - len(deeds))
                answers = all_at_once(deeds + reading)
                assert {answer.status_code for answer in answers} == {503}
                assert {answer.json()["type"] for answer in answers} == {"no-database"}
            until_well(server)
            until_well(other)
            # What was under way when the database stood still may have been written: then it counts, once.
            found = alice.look(table)
            assert found["moves"] in (0, 1)
            for _ in range(3):
                seat = alice.look(table)["to_move"]
                moment = alice.now(table, seat)
                alice.play(table, seat, moment["number"], words_of(moment)[0])
            moves = alice.look(table)["moves"]
            assert moves == found["moves"] + 3
            watching.until(lambda one: one["type"] == "moment" and one["moment"]["move"] == moves)
            live.send(type="say", text="on we go")
            watching.until(lambda one: one["type"] == "chat" and one["chat"]["text"] == "on we go")
        if alice.my_turn(against_bot)["status"] == "playing":  # else the resignation was under way, and counts
            before = len(entries_of(server, against_bot))
            play_out([alice], against_bot, moves=6)
            alice.my_turn(against_bot)
            later = entries_of(server, against_bot)[before:]
            assert {entry["seat"] for entry in later} == {0, 1}  # the bot goes on as well
        for one in (table, against_bot):
            numbers = [entry["number"] for entry in entries_of(server, one)]
            assert numbers == list(range(len(numbers)))
        with psycopg.connect(database, autocommit=True) as connection:  # nothing is left that holds a lock
            idle = connection.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE state = 'idle in transaction' AND datname = current_database()"
            ).fetchone()
            assert idle == (0,)


def test_the_background_survives_anything(tmp_path: pathlib.Path, caplog: pytest.LogCaptureFixture) -> None:
    """What is done again and again is, whatever goes wrong; it is counted and logged."""
    done: list[int] = []
    before = sum(metrics.FAILURES._counts.values())

    async def work() -> None:
        done.append(len(done))
        if len(done) < 4:
            raise (RuntimeError("a mistake"), NoDatabase("the database is away"), AssertionError())[len(done) - 1]

    async def watch() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path / 'petteia.db'}")
        hall = Hall(Store(settings.url), settings, types.SimpleNamespace(close=lambda: None))  # type: ignore[arg-type]
        hall.keep_on(work, 0.001)
        async with asyncio.timeout(30):
            while len(done) < 6:
                await asyncio.sleep(0.001)
        assert sum(metrics.FAILURES._counts.values()) == before + 3
        await hall.close()
        await hall.store.close()

    asyncio.run(watch())
    assert "a mistake" in caplog.text
    assert "the database is away" in caplog.text
