"""Several workers on one PostgreSQL: what happens at one is told at the others, and nothing happens twice."""

from __future__ import annotations

import pathlib
import signal
import threading
import time
from collections.abc import Iterator

import psycopg
import pytest
from table_clients import ANSWER_TIME, Cluster, Person, Server, entries_of, play_out, serving, words_of


@pytest.fixture(scope="module")
def two(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database: two workers, of which one can choose whom to ask."""
    folder = tmp_path_factory.mktemp("two")
    database = postgres.new_database()
    with serving(database, folder) as one, serving(database, folder) as other:
        yield one, other


def elsewhere(person: Person, server: Server) -> Person:
    """The same person at another worker."""
    found = Person(server, None, cookie=person.cookie)
    found.id = person.id
    return found


def test_everything_is_told_at_the_other_worker(two: tuple[Server, Server]) -> None:
    one, other = two
    alice, bob = one.person("Alice"), other.person("Bob")
    table = alice.open("me", "open", listed=True)["id"]
    with alice.live(table, 0) as here, bob.live(table, 1) as there:
        bob.post(f"tables/{table}/join")
        here.until(lambda message: message["type"] == "table" and message["table"]["seats"][1]["name"] == "Bob")
        alice.post(f"tables/{table}/start")
        there.until(lambda message: message["type"] == "table" and message["table"]["status"] == "playing")
        while there.moment is None:
            there.until("moment")
        there.send(type="say", text="from the other side")
        assert here.until("chat")["chat"]["text"] == "from the other side"
        alice.post(f"tables/{table}/chat", text="and back")
        there.until(lambda message: message["type"] == "chat" and message["chat"]["text"] == "and back")
        lives = {0: here, 1: there}
        for _ in range(8):
            number = max(live.moment["number"] for live in lives.values() if live.moment)
            for live in lives.values():
                while live.moment is None or live.moment["number"] < number:
                    live.until("moment")
            assert here.moment is not None
            seat = here.moment["to_move"]
            moment = lives[seat].moment
            assert moment is not None
            assert lives[seat].play(seat, number, words_of(moment)[0])["type"] == "played"
            lives[1 - seat].until(
                lambda message, n=number: message["type"] == "moment" and message["moment"]["number"] == n + 1
            )
        assert here.moment is not None
        assert here.moment["state"] == there.moment["state"]  # type: ignore[index]
        told = [{**line, "text": ""} for line in here.log]  # each is spoken to as who reads it
        assert told == [{**line, "text": ""} for line in there.log]
        bob.request("PATCH", "me", json={"name": "Bobby"})
        here.until(lambda message: message["type"] == "table" and message["table"]["seats"][1]["name"] == "Bobby")
        # Taking back, asked here and granted there.
        mover = here.moment["to_move"]
        asker, granter = (alice, bob) if mover == 0 else (bob, alice)
        asked = asker.post(f"tables/{table}/undo", seat=mover, number=here.moment["number"])
        assert not asked["done"]
        lives[1 - mover].until(lambda message: message["type"] == "table" and message["table"]["undo"])
        assert granter.post(f"tables/{table}/undo/answer", seat=1 - mover, agree=True)["done"]
        for live in lives.values():
            live.until(
                lambda message: message["type"] == "moment" and message["moment"]["number"] == asked["number"] + 1
            )
        bob.post(f"tables/{table}/resign", seat=1)
        here.until(lambda message: message["type"] == "table" and message["table"]["seats"][1]["resigned"])
    assert entries_of(one, table)[-1]["number"] >= asked["number"] + 2


def test_who_looks_through_the_other_worker_is_there(two: tuple[Server, Server]) -> None:
    one, other = two
    alice, bob = one.person("Alice"), other.person("Bob")
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    with alice.live(table, 0) as here:
        with bob.live(table, 1), Person(other, None).live(table), Person(one, None).live(table):
            here.until(lambda one: one["type"] == "presence" and (one["online"], one["watching"]) == ([True, True], 2))
            for person in (alice, bob):  # whomever one asks
                person.wait(table, lambda found: found["seats"][1]["online"] and found["watching"] == 2)
        here.until(lambda one: one["type"] == "presence" and (one["online"], one["watching"]) == ([True, False], 0))
    bob.wait(table, lambda found: not found["seats"][0]["online"])


def test_a_worker_that_stops_takes_its_spectators_along(postgres: Cluster, tmp_path: pathlib.Path) -> None:
    database = postgres.new_database()
    with serving(database, tmp_path) as one, serving(database, tmp_path) as other:
        alice = one.person("Alice")
        table = alice.open("me", "open", listed=True)["id"]
        with alice.live(table, 0) as here:
            Person(other, None).live(table)
            here.until(lambda one: one["type"] == "presence" and one["watching"] == 1)
            other.stop()
            here.until(lambda one: one["type"] == "presence" and one["watching"] == 0)


def test_a_whole_game_between_two_workers(two: tuple[Server, Server]) -> None:
    one, other = two
    alice, bob = one.person("Alice"), other.person("Bob")
    table = alice.open("me", "open", "random", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    assert play_out([alice, bob], table)["status"] == "over"
    bob.wait(table, lambda found: found["status"] == "over")
    assert alice.get(f"tables/{table}/log") == bob.get(f"tables/{table}/log")
    assert alice.look(table)["proof"] == bob.look(table)["proof"]
    assert [entry["number"] for entry in entries_of(one, table)] == list(range(bob.look(table)["moves"] + 1))
    again = alice.post(f"tables/{table}/rematch")["id"]
    bob.wait(table, lambda found: found["rematch"] == again)
    bob.post(f"tables/{again}/join")
    alice.wait(again, lambda found: all(seat["ready"] for seat in found["seats"]))
    alice.post(f"tables/{again}/start")


def test_a_table_that_nobody_looks_at_is_up_to_date_when_somebody_does(two: tuple[Server, Server]) -> None:
    """Its worker only notes that it missed something: moves, a name, words, the end."""
    one, other = two
    alice = one.person("Alice")
    there = elsewhere(alice, other)
    table = alice.open("me", {"kind": "me", "name": "Hot"}, listed=True, start=True)["id"]
    there.look(table)  # now it is in memory at the other worker
    for _ in range(3):
        seat = alice.look(table)["to_move"]
        moment = alice.now(table, seat)
        alice.play(table, seat, moment["number"], words_of(moment)[0])
    until = time.monotonic() + ANSWER_TIME
    while next(found for found in there.get("tables") if found["id"] == table)["moves"] != 3:  # the notice has arrived
        assert time.monotonic() < until
        time.sleep(0.05)
    alice.request("PATCH", "me", json={"name": "Alkestis"})
    alice.post(f"tables/{table}/chat", text="is anybody there?")
    with there.live(table, 0) as live:
        assert live.moment is not None
        assert live.moment["move"] == 3
        assert live.chat[-1]["text"] == "is anybody there?"
        if live.table["seats"][0]["name"] != "Alkestis":
            live.until(lambda one: one["type"] == "table" and one["table"]["seats"][0]["name"] == "Alkestis")


def at_once(*deeds: object) -> list[int]:
    """Does things at the same time; the statuses of the answers."""
    gate = threading.Barrier(len(deeds))
    found: list[int] = []

    def do(deed: object) -> None:
        gate.wait()
        found.append(deed())  # type: ignore[operator]

    threads = [threading.Thread(target=do, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(found)


def asking(person: Person, path: str, **body: object) -> object:
    return lambda: person.http.post(path, json=body).status_code


def test_one_seat_is_taken_once(two: tuple[Server, Server]) -> None:
    one, other = two
    host = one.person("Host")
    for _ in range(5):
        table = host.open("me", "open", listed=True)["id"]
        guests = [server.person("Guest") for server in (one, other, one, other)]
        for guest in guests:
            guest.look(table)
        assert at_once(*(asking(guest, f"tables/{table}/join", seat=1) for guest in guests)) == [200, 409, 409, 409]
        host.post(f"tables/{table}/leave")


def test_a_game_starts_once(two: tuple[Server, Server]) -> None:
    one, other = two
    host = one.person("Host")
    there = elsewhere(host, other)
    for _ in range(5):
        table = host.open("me", "random")["id"]
        there.look(table)
        assert at_once(*(asking(person, f"tables/{table}/start") for person in (host, there))) == [200, 409]
        kinds = [entry["kind"] for entry in entries_of(one, table)]
        assert kinds.count("deal") == 1
        assert host.look(table)["status"] == there.look(table)["status"] == "playing"


def test_a_number_is_played_once(two: tuple[Server, Server]) -> None:
    """The same browser at two workers: each number has one winner, and both see the same game."""
    one, other = two
    here = one.person("Alice")
    there = elsewhere(here, other)
    table = here.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    won = 0
    for _ in range(15):
        found = max((here.look(table), there.look(table)), key=lambda one: int(one["moves"]))
        if found["status"] == "over":  # where high bids win, a game can be short
            break
        seat = found["to_move"]
        moment = (here if here.look(table)["moves"] == found["moves"] else there).now(table, seat)
        words = words_of(moment)
        body = {"seat": seat, "number": moment["number"]}
        path = f"tables/{table}/play"
        answers = at_once(
            asking(here, path, **body, choice=words[0]),
            asking(there, path, **body, choice=words[-1]),
            asking(here, path, **body, choice=words[-1]),
            asking(there, path, **body, choice=words[0]),
        )
        assert answers.count(200) == 1, answers
        assert answers.count(409) == 3
        won += 1
        for person in (here, there):
            person.wait(table, lambda now, wanted=moment["move"] + 1: now["moves"] == wanted)
    assert won >= 8
    assert [entry["number"] for entry in entries_of(one, table)] == list(range(won + 1))
    assert here.get(f"tables/{table}/log") == there.get(f"tables/{table}/log")


def test_a_wish_to_take_back_ends_with_a_move_at_another_worker(two: tuple[Server, Server]) -> None:
    one, other = two
    alice, bob = one.person("Alice"), other.person("Bob")
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    bob.wait(table, lambda found: found["status"] == "playing")
    seats = {0: alice, 1: bob}
    for _ in range(2):
        seat = alice.look(table)["to_move"]
        moment = seats[seat].now(table, seat)
        seats[seat].play(table, seat, moment["number"], words_of(moment)[0])
        for person in seats.values():
            person.wait(table, lambda found, wanted=moment["move"] + 1: found["moves"] == wanted)
    mover = alice.look(table)["to_move"]
    asker = 1 - mover
    number = seats[mover].now(table)["number"]
    choice = words_of(seats[mover].now(table, mover))[0]
    wish = seats[asker].post(f"tables/{table}/undo", seat=asker, number=number)
    played = seats[mover].http.post(f"tables/{table}/play", json={"seat": mover, "number": number, "choice": choice})
    if wish["done"]:  # nobody had acted since
        assert played.json()["type"] == "already-moved"
        return
    assert played.status_code == 200
    seats[mover].post(f"tables/{table}/undo/answer", 409, seat=mover, agree=True)
    assert seats[mover].now(table)["move"] == 3


def test_bots_of_two_workers_do_not_move_twice(two: tuple[Server, Server]) -> None:
    one, other = two
    here = one.person("Alice")
    there = elsewhere(here, other)
    tables = [here.open("random", "random", "me", "greedy", start=True)["id"] for _ in range(4)]
    for place, table in enumerate(tables):
        person = (here, there)[place % 2]
        with here.live(table), there.live(table):
            assert play_out([person], table, seed=place)["status"] == "over"
        numbers = [entry["number"] for entry in entries_of(one, table)]
        assert numbers == list(range(len(numbers)))
        there.wait(table, lambda found, wanted=numbers[-1]: found["moves"] == wanted)


def test_a_worker_that_dies_leaves_its_bots_to_the_other(postgres: Cluster, tmp_path: pathlib.Path) -> None:
    database = postgres.new_database()
    with serving(database, tmp_path, bot_pause=60) as one, serving(database, tmp_path) as other:
        here = one.person("Alice")
        table = here.open("random", "me", "random", start=True)["id"]
        here.my_turn(table)  # bots that begin do not pause
        while (found := here.look(table))["to_move"] == 1:
            moment = here.now(table, 1)
            here.play(table, 1, moment["number"], words_of(moment)[0])
        assert found["thinking"]
        one.kill()
        there = elsewhere(here, other)
        there.my_turn(table)
        assert play_out([there], table)["status"] == "over"


LISTENERS = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"


def test_a_lost_database_comes_back(tmp_path: pathlib.Path) -> None:
    """PostgreSQL goes away and returns: the server says so meanwhile, and afterwards tells and hears again."""
    cluster = Cluster()
    try:
        database = cluster.new_database()
        with serving(database, tmp_path) as one, serving(database, tmp_path) as other:
            alice = one.person("Alice")
            there = elsewhere(alice, other)
            table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
            with there.live(table) as live:
                cluster.stop()
                answer = alice.http.get("health")
                assert answer.status_code == 503
                assert not answer.json()["well"]
                cluster.start()
                until = time.monotonic() + 60
                while alice.http.get("health").status_code != 200:
                    assert time.monotonic() < until
                    time.sleep(0.1)
                with psycopg.connect(database, autocommit=True) as connection:
                    while connection.execute(LISTENERS).fetchone() != (2,):  # they try again every second
                        assert time.monotonic() < until
                        time.sleep(0.1)
                seat = alice.look(table)["to_move"]
                moment = alice.now(table, seat)
                alice.play(table, seat, moment["number"], words_of(moment)[0])
                live.until(lambda one: one["type"] == "moment" and one["moment"]["number"] == moment["number"] + 1)
    finally:
        cluster.close()


def test_two_workers_of_one_command(postgres: Cluster, tmp_path: pathlib.Path) -> None:
    with serving(postgres.new_database(), tmp_path, workers=2) as server:
        alice, bob = server.person("Alice"), server.person("Bob")
        table = alice.open("me", "open", "random", listed=True)["id"]
        bob.post(f"tables/{table}/join")
        alice.post(f"tables/{table}/start")
        assert play_out([alice, bob], table)["status"] == "over"
        assert server.stop(signal.SIGINT) == 0
        assert "stopped" in server.output
