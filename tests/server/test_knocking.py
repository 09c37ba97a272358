"""Asking to join a private table: who asks learns nothing of it, the host alone sees and answers, all is bounded."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa
from table_clients import Person, Server, opened

from petteia.server import schema
from petteia.server.rooms import KNOCKS_LAST, is_waiting
from petteia.server.store.rows import KnockRow
from petteia.server.tables.knocking import MOST_AT_A_TABLE, MOST_OF_A_PERSON, MOST_TIMES


def test_the_host_lets_somebody_in(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "greedy", "open")["id"]
    assert bob.get(f"tables/{table}/knock") == {"state": "none"}
    with alice.live(table) as live:
        assert bob.post(f"tables/{table}/knock", 201) == {"state": "waiting"}  # and not a word about the table
        told = live.until(lambda one: one["type"] == "table" and bool(one["table"]["knocks"]))["table"]
    (knock,) = told["knocks"]
    assert knock["name"] == "Bob"
    assert bob.post(f"tables/{table}/knock", 201) == {"state": "waiting"}  # a second click
    assert bob.get(f"tables/{table}", 404)["type"] == "no-table"
    assert bob.post(f"tables/{table}/join", 404)["type"] == "no-table"
    assert carol.post(f"tables/{table}/knocks/{knock['person']}", 404, accept=True)["type"] == "no-table"
    assert bob.post(f"tables/{table}/knocks/{knock['person']}", 404, accept=True)["type"] == "no-table"

    seated = alice.post(f"tables/{table}/knocks/{knock['person']}", accept=True)
    assert seated["knocks"] == []
    assert seated["seats"][2]["name"] == "Bob"
    assert bob.get(f"tables/{table}/knock") == {"state": "admitted"}
    seen = bob.look(table)
    assert [seat["mine"] for seat in seen["seats"]] == [False, False, True]
    assert alice.post(f"tables/{table}/start")["status"] == "playing"
    assert carol.get(f"tables/{table}/knock", 404)["type"] == "no-table"  # too late, and nothing is told
    assert carol.post(f"tables/{table}/knock", 404)["type"] == "no-table"


def test_only_the_host_sees_and_answers(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", "open")["id"]
    secret = alice.post(f"tables/{table}/invite", 201)["secret"]
    bob.post(f"tables/{table}/join", invite=secret)
    carol.post(f"tables/{table}/knock", 201)
    (knock,) = alice.look(table)["knocks"]
    assert bob.look(table)["knocks"] == []
    assert bob.post(f"tables/{table}/knocks/{knock['person']}", 403, accept=True)["type"] == "not-host"


def test_who_has_sat_down_meanwhile_gets_no_second_seat(alice: Person, bob: Person, carol: Person) -> None:
    """He asked, and then came by a link: the host was still asked, and gave him one more seat."""
    table = alice.open("me", "open", "open")["id"]
    bob.post(f"tables/{table}/knock", 201)
    (knock,) = alice.look(table)["knocks"]
    bob.post(f"tables/{table}/join", invite=alice.post(f"tables/{table}/invite", 201)["secret"])
    assert alice.look(table)["knocks"] == []
    assert alice.post(f"tables/{table}/knocks/{knock['person']}", 409, accept=True)["type"] == "not-now"

    carol.post(f"tables/{table}/knock", 201)
    link = bob.post(f"tables/{table}/seats/1/link", 201)["secret"]
    carol.post(f"tables/{table}/seats/1/take", secret=link)
    seated = alice.post(f"tables/{table}/knocks/{carol.id}", accept=True)
    assert [seat["kind"] for seat in seated["seats"]] == ["person", "person", "open"]
    assert seated["knocks"] == []


def test_the_name_of_who_asks_is_told_from_those_at_the_table(server: Server, alice: Person) -> None:
    table, other = alice.open("me", "open")["id"], server.person("AIice")
    other.post(f"tables/{table}/knock", 201)
    assert alice.post(f"tables/{table}/knocks/{other.id}", accept=True)["seats"][1]["name"] == "AIice (2)"


def test_the_host_reports_the_name_of_who_asks(server: Server, alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", "open")["id"]
    secret = alice.post(f"tables/{table}/invite", 201)["secret"]
    bob.post(f"tables/{table}/join", invite=secret)
    carol.post(f"tables/{table}/knock", 201)
    bob.post(f"tables/{table}/report", 422, knock=carol.id)  # who does not see the name
    alice.post(f"tables/{table}/report", 422, knock=bob.id)  # who does not ask
    alice.post(f"tables/{table}/report", 201, knock=carol.id, why="a rude name")
    with opened(server.database) as connection:
        found = connection.execute(sa.select(schema.reports).where(schema.reports.c.table == table)).mappings().all()
    assert [(row["by"], row["person"], row["name"], row["message"]) for row in found] == [
        (alice.id, carol.id, "Carol", None)
    ]


def test_a_declined_wish_may_be_repeated_a_few_times(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open")["id"]
    for _ in range(MOST_TIMES):
        assert bob.post(f"tables/{table}/knock", 201) == {"state": "waiting"}
        (knock,) = alice.look(table)["knocks"]
        assert alice.post(f"tables/{table}/knocks/{knock['person']}", accept=False)["knocks"] == []
        assert alice.post(f"tables/{table}/knocks/{knock['person']}", 409, accept=True)["type"] == "not-now"
    assert bob.get(f"tables/{table}/knock") == {"state": "ended"}
    assert bob.post(f"tables/{table}/knock", 409)["title"] == "You have asked often enough."
    assert alice.look(table)["seats"][1]["kind"] == "open"
    secret = alice.post(f"tables/{table}/invite", 201)["secret"]  # which opens the table all the same
    assert bob.post(f"tables/{table}/join", invite=secret)["seats"][1]["mine"]


def test_without_a_free_seat_nobody_is_let_in(alice: Person, bob: Person) -> None:
    table = alice.open("me", "greedy")["id"]
    bob.post(f"tables/{table}/knock", 201)
    (knock,) = alice.look(table)["knocks"]
    assert "free" in alice.post(f"tables/{table}/knocks/{knock['person']}", 409, accept=True)["detail"]
    assert bob.get(f"tables/{table}", 404)
    alice.post(f"tables/{table}/seats/1/free")
    assert alice.post(f"tables/{table}/knocks/{knock['person']}", accept=True)["seats"][1]["name"] == "Bob"


def test_few_wait_at_once(lite: Server) -> None:
    host, somebody = lite.person("Host"), lite.person("Everywhere")
    tables = [host.open("me", "open")["id"] for _ in range(MOST_OF_A_PERSON + 1)]
    for table in tables[:-1]:
        somebody.post(f"tables/{table}/knock", 201)
    assert somebody.post(f"tables/{tables[-1]}/knock", 409)["type"] == "not-now"
    for number in range(MOST_AT_A_TABLE):
        lite.person(f"P{number}").post(f"tables/{tables[-1]}/knock", 201)
    assert lite.person("Late").post(f"tables/{tables[-1]}/knock", 409)["type"] == "not-now"
    assert len(host.look(tables[-1])["knocks"]) == MOST_AT_A_TABLE


@pytest.mark.parametrize(
    ("ago", "declined", "waits"), [(5, False, True), (5, True, False), (KNOCKS_LAST + 5, False, False)]
)
def test_a_wish_expires(ago: float, declined: bool, waits: bool) -> None:
    knock: KnockRow = {"person_id": 7, "name": "Bob", "at": time.time() - ago, "times": 1, "declined": declined}
    assert is_waiting(knock) is waits


def test_where_there_is_nothing_to_ask_for(lite: Server) -> None:
    alice, bob = lite.person("Alice"), lite.person("Bob")
    assert bob.get("tables/aaaaaaaaaaaa/knock", 404)["type"] == "no-table"
    assert bob.post("tables/aaaaaaaaaaaa/knock", 404)["type"] == "no-table"
    listed = alice.open("me", "open", listed=True)["id"]
    assert bob.post(f"tables/{listed}/knock", 201) == {"state": "admitted"}
    assert alice.look(listed)["knocks"] == []
