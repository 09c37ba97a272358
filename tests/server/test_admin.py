"""Administration: who may, what it does to people and tables, at every worker, and that all of it is written down."""

from __future__ import annotations

import asyncio
import pathlib
import sqlite3
import time
import types
from typing import Any

import pytest
import sqlalchemy as sa
from table_clients import ANSWER_TIME, Closed, Cluster, Json, Live, Person, Server, opened, serving

from petteia.engine.errors import PetteiaError
from petteia.server import schema
from petteia.server.admin.access import ask
from petteia.server.admin.sanctions import Sanctions, place_of
from petteia.server.models import ClosedForGood
from petteia.server.problems import Refusal
from petteia.server.settings import Settings
from petteia.server.store import NoDatabase
from petteia.server.store.notices import CHANNEL

WHY = "he will not stop"


def operator(server: Server, method: str, path: str, body: Json | None = None, **query: Any) -> Any:
    """What the command line asks."""
    return ask(Settings(database=server.database), None, method, path, body, **query)


def do(server: Server, path: str, what: str, **more: Any) -> Any:
    done = operator(server, "POST", path, {"do": what, "why": WHY, **more})
    if not server.database.startswith("sqlite"):  # there a running server hears of it by a notice, a little later
        wait_until_heard(server)
    return done


def wait_until_heard(server: Server) -> None:
    """Notices come one after the other, and sanctions are read all at once: a server that knows one made after a deed
    has heard of the deed."""
    probe = server.person("Probe")
    with opened(server.database) as connection:
        mute = {"kind": "mute", "person_id": probe.id, "why": "to be heard", "at": time.time()}
        connection.execute(schema.sanctions.insert().values(**mute))
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, "the tests::sanctions")))
    until = time.monotonic() + ANSWER_TIME
    while probe.get("me")["mute"] is None:
        assert time.monotonic() < until, "no notice was heard"
        time.sleep(0.01)


def marked(server: Server, name: str = "Solon") -> Person:
    """Somebody with the admin mark."""
    person = server.person(name)
    do(server, f"people/{person.id}", "mark")
    return person


def found(server: Server, person: Person) -> Json:
    """Somebody, as administrators see him."""
    return next(row for row in operator(server, "GET", "people", find=str(person.id)) if row["id"] == person.id)


def log_of(server: Server, most: int = 1) -> list[tuple[str, str, str, bool]]:
    rows = operator(server, "GET", "log", most=most)
    return [(row["what"], row["about"], row["why"], row["done"]) for row in rows]


def closed(live: Live) -> int:
    """The code with which a connection is closed."""
    with pytest.raises(Closed) as end:
        live.until(lambda _: False)
    return end.value.code


# -- who may -----------------------------------------------------------------------------------------------------------


def test_administration_is_for_administrators(server: Server, alice: Person) -> None:
    paths = ("people", "tables", "reports", "boxes", "storage", "log")
    for path in paths:
        assert alice.get(f"admin/{path}", 403)["type"] == "not-admin"
        assert Person(server, None).get(f"admin/{path}", 401)["type"] == "no-person"
    body = {"do": "mark", "why": WHY}
    assert alice.request("POST", f"admin/people/{alice.id}", 403, json=body)["type"] == "not-admin"
    solon = marked(server)
    assert solon.get("me")["admin"]
    assert not alice.get("me")["admin"]
    for path in paths:
        solon.get(f"admin/{path}")
    assert solon.request("POST", f"admin/people/{alice.id}", 403, json=body)["type"] == "not-admin"  # not by the page
    do(server, f"people/{solon.id}", "unmark")
    solon.get("admin/people", 403)


def test_a_wrong_token_opens_nothing(lite: Server) -> None:
    solon = marked(lite)
    for token in ("Bearer x", "Bearer", "Basic x", "x" * 5000):
        answer = solon.http.get("admin/people", headers={"authorization": token})
        assert answer.status_code == 403


def test_the_token_lies_beside_the_file_for_its_owner_alone(lite: Server) -> None:
    note = pathlib.Path(lite.database.removeprefix("sqlite:///") + ".admin")
    assert note.stat().st_mode & 0o777 == 0o600


def test_everything_is_written_down_with_its_reason(server: Server, alice: Person, bob: Person) -> None:
    solon = marked(server)
    solon.post(f"admin/people/{bob.id}", do="mute", why="too loud", hours=1.0)
    said = solon.get("admin/log")[0]
    assert (said["person"], said["who"]) == (solon.id, f"#{solon.id} Solon")
    assert (said["what"], said["about"], said["why"]) == ("mute", f"#{bob.id} Bob", "too loud")
    assert said["done"]
    assert abs(said["at"] - time.time()) < 600
    do(server, f"people/{bob.id}", "lift")
    said = solon.get("admin/log")[0]
    assert said["person"] is None
    assert said["who"].startswith("command line: ")
    for body in ({"do": "mute"}, {"do": "mute", "why": ""}, {"do": "mute", "why": "x" * 301}):
        solon.request("POST", f"admin/people/{bob.id}", 422, json=body)
    assert solon.get("admin/log")[0]["id"] == said["id"]
    assert [row["what"] for row in solon.get("admin/log", find="too loud")][:1] == ["mute"]


# -- people ------------------------------------------------------------------------------------------------------------


def test_people_are_found(server: Server) -> None:
    solon, odd = marked(server), server.person("100% Ödipus_")
    assert [row["id"] for row in solon.get("admin/people", find="% Ö")] == [odd.id]
    assert [row["id"] for row in solon.get("admin/people", find=str(odd.id))][:1] == [odd.id]
    assert solon.get("admin/people", find="no_such name") == []
    odd.open("me", "open")
    found = solon.get("admin/people", most=1)[0]
    assert (found["name"], found["tables"], found["admin"], found["ban"]) == ("100% Ödipus_", 1, False, None)


def test_a_ban_holds_at_once_and_until_it_is_lifted(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    live = bob.live(table)
    do(server, f"people/{bob.id}", "ban")
    assert closed(live) == ClosedForGood.BANNED
    for path in (f"tables/{table}", "tables", "me/tables"):
        problem = bob.get(path, 403)
        assert problem["type"] == "banned"
        assert WHY in problem["detail"]
    bob.post(f"tables/{table}/join", 403)
    bob.post(f"tables/{table}/chat", 403, text="hello")
    bob.open("me", "open", status=403)
    again = Live(server, table, bob.cookie)
    assert closed(again) == ClosedForGood.BANNED
    assert bob.get("me")["ban"] == {"until": None, "why": WHY}
    assert alice.look(table)["status"] == "open"
    do(server, f"people/{bob.id}", "lift")
    assert bob.get("me")["ban"] is None
    bob.post(f"tables/{table}/join")


def test_a_ban_for_some_hours_ends_by_itself(server: Server, bob: Person) -> None:
    do(server, f"people/{bob.id}", "ban", hours=1.0)
    until = bob.get("me")["ban"]["until"]
    assert 3000 < until - time.time() < 3700
    assert "until" in bob.get("tables", 403)["title"]
    with opened(server.database) as connection:
        mine = schema.sanctions.c.person_id == bob.id
        connection.execute(schema.sanctions.update().where(mine).values(until=time.time() - 1))
    do(server, f"people/{server.person().id}", "lift")  # whatever is done, sanctions are read anew
    bob.get("tables")
    with opened(server.database) as connection:
        assert connection.execute(sa.select(schema.sanctions).where(mine)).all() == []


def test_nobody_comes_from_where_somebody_banned_came_from(server: Server, bob: Person) -> None:
    """The tests' proxy is trusted, as the one of a real server is."""
    here, there = {"x-forwarded-for": "203.0.113.7"}, {"x-forwarded-for": "203.0.113.8"}
    do(server, f"people/{bob.id}", "ban", addresses=2.0)
    stranger = Person(server, None)
    assert stranger.http.get("tables", headers=here).status_code == 200  # nobody knows yet where he is
    assert bob.http.get("tables", headers=here).status_code == 403
    assert found(server, bob)["barred"]
    for method, path in (("GET", "tables"), ("POST", "people")):
        answer = stranger.http.request(method, path, headers=here, json={"name": "Bobby"} if method == "POST" else None)
        assert answer.status_code == 403
        assert answer.json()["type"] == "banned"
    assert stranger.http.get("tables", headers=there).status_code == 200
    assert stranger.http.get("tables").status_code == 200
    do(server, f"people/{bob.id}", "lift")
    assert stranger.http.get("tables", headers=here).status_code == 200
    assert not found(server, bob)["barred"]


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("", ""),
    ],
)
def test_what_stands_for_an_address(address: str, place: str) -> None:
    assert place_of(address) == place


def test_who_is_muted_plays_but_does_not_talk(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    do(server, f"people/{bob.id}", "mute")
    problem = bob.post(f"tables/{table}/chat", 403, text="hello")
    assert problem["type"] == "muted"
    assert WHY in problem["detail"]
    with bob.live(table, 1) as live:
        live.send(type="say", text="hello")
        assert live.until("refused")["problem"]["type"] == "muted"
    # Nor by his name, which others read.
    assert bob.http.patch("me", json={"name": "Read this"}).json()["type"] == "muted"
    alice.post(f"tables/{table}/start")
    assert bob.look(table)["seats"][1]["mine"]
    do(server, f"people/{bob.id}", "lift")
    assert bob.http.patch("me", json={"name": "Bob again"}).status_code == 200
    bob.post(f"tables/{table}/chat", text="hello")


def test_a_kick_before_the_start_frees_the_seat(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open")["id"]
    invite = alice.post(f"tables/{table}/invite")["secret"]
    bob.post(f"tables/{table}/join", invite=invite)
    with alice.live(table, 0) as here:
        there = bob.live(table, 1)
        do(server, f"people/{bob.id}", "kick", table=table)
        assert closed(there) == ClosedForGood.NO_TABLE
        here.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["kind"] == "open")
    for path, body in (("join", {"invite": invite}), ("enter", {"invite": invite}), ("knock", {})):
        bob.post(f"tables/{table}/{path}", 404, **body)
    bob.get(f"tables/{table}", 404)
    bob.open("me", "open")  # elsewhere he may
    assert found(server, bob)["kicks"] == 1
    do(server, f"people/{bob.id}", "lift")
    assert found(server, bob)["kicks"] == 0
    bob.post(f"tables/{table}/join", invite=invite)


def test_a_kick_in_the_game_lets_a_bot_play_on(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    do(server, f"people/{bob.id}", "kick", table=table)
    seat = alice.wait(table, lambda found: found["seats"][1]["kind"] == "bot")["seats"][1]
    assert seat["resigned"]
    bob.get(f"tables/{table}", 404)
    assert alice.look(table)["status"] == "playing"
    assert log_of(server) == [("kick", f"#{bob.id} Bob · {table}", WHY, True)]


def test_administrators_are_not_turned_against_each_other(server: Server) -> None:
    solon, kleon = marked(server), marked(server, "Kleon")
    for what in ("ban", "mute"):
        assert solon.post(f"admin/people/{kleon.id}", 409, do=what, why=WHY)["type"] == "not-now"
    kleon.get("tables")


def test_a_name_is_changed_wherever_it_stands(server: Server, alice: Person, bob: Person) -> None:
    playing = alice.open("me", "open", "random", listed=True)["id"]
    ended = alice.open("me", "open", listed=True)["id"]
    for table in (playing, ended):
        bob.post(f"tables/{table}/join")
        alice.post(f"tables/{table}/start")
    bob.post(f"tables/{ended}/chat", text="hello")
    bob.post(f"tables/{ended}/resign", seat=1)
    with alice.live(playing, 0) as live:
        do(server, f"people/{bob.id}", "rename", name="  Guest 7 ")
        live.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["name"] == "Guest 7")
    assert bob.get("me")["name"] == "Guest 7"
    assert alice.get(f"tables/{ended}/chat")[0]["name"] == "Guest 7"
    assert log_of(server) == [("rename", f"#{bob.id} Bob → Guest 7", WHY, True)]
    with pytest.raises(PetteiaError, match="read"):
        do(server, f"people/{bob.id}", "rename", name="\u200b")


def test_a_new_name_is_told_from_those_that_look_the_same(server: Server, alice: Person, bob: Person) -> None:
    """As where people name themselves: with a number, at this table alone."""
    beside, elsewhere = (alice.open("me", "open", "random", listed=True)["id"] for _ in range(2))
    for table in (beside, elsewhere):
        bob.post(f"tables/{table}/join")
    alice.post(f"tables/{beside}/start")
    server.person("Bob").post(f"tables/{elsewhere}/join", 409)  # its seats are taken
    do(server, f"tables/{elsewhere}", "rename_seat", seat=0, name="Nobody")
    done = do(server, f"people/{bob.id}", "rename", name="A1ice")
    assert (done["person"]["name"], done["numbered"]) == ("A1ice", [beside])
    assert alice.look(beside)["seats"][1]["name"] == "A1ice (2)"
    assert alice.look(elsewhere)["seats"][1]["name"] == "A1ice"
    # What has a number already is the name all the same.
    done = do(server, f"people/{bob.id}", "rename", name="Kleon")
    assert done["numbered"] == []
    assert [alice.look(table)["seats"][1]["name"] for table in (beside, elsewhere)] == ["Kleon", "Kleon"]
    assert do(server, f"tables/{beside}", "rename_seat", seat=0, name="KLEON")["name"] == "KLEON (2)"
    assert alice.look(beside)["seats"][0]["name"] == "KLEON (2)"
    assert log_of(server) == [("rename_seat", f"{beside} peloponnes · 0 Alice → KLEON (2)", WHY, True)]


def test_somebody_is_deleted(server: Server, alice: Person, bob: Person) -> None:
    solon = marked(server)
    alone = bob.open("me", "random", start=True)["id"]
    table = bob.open("me", "open", listed=True)["id"]
    alice.post(f"tables/{table}/join")
    bob.post(f"tables/{table}/start")
    bob.post(f"tables/{table}/chat", text="from Bob")
    there = bob.live(table, 0)
    assert solon.post(f"admin/people/{bob.id}", do="delete", why=WHY) == {"person": None, "numbered": []}
    closed(there)
    assert bob.get("me") is None
    alice.get(f"tables/{alone}", 404)
    seat = alice.look(table)["seats"][0]
    assert (seat["kind"], seat["former"]) == ("bot", None)
    assert alice.get(f"tables/{table}/chat") == []
    assert solon.get("admin/people", find=str(bob.id)) == []
    assert log_of(server) == [("delete", f"#{bob.id} Bob", WHY, True)]
    assert solon.post(f"admin/people/{bob.id}", 404, do="delete", why=WHY)["type"] == "no-such-person"
    assert solon.post(f"admin/people/{solon.id}", 409, do="delete", why=WHY)["type"] == "not-now"  # nor each other
    assert log_of(server) == [("delete", f"#{bob.id} Bob", WHY, True)]


def test_people_and_tables_that_are_not_there(server: Server) -> None:
    solon = marked(server)
    assert solon.post("admin/people/999999999", 404, do="lift", why=WHY)["type"] == "no-such-person"
    assert solon.post("admin/tables/aaaaaaaaaaaa", 404, do="end", why=WHY)["type"] == "no-table"
    assert solon.post("admin/reports/999999999", 404, outcome=WHY)["type"] == "no-such-report"
    solon.post(f"admin/people/{solon.id}", 422, do="rename", why=WHY)
    solon.post(f"admin/people/{server.person().id}", 422, do="kick", why=WHY)


# -- tables ------------------------------------------------------------------------------------------------------------


def test_tables_are_found(server: Server) -> None:
    solon, odd = marked(server), server.person("Odd_one")
    table = odd.open("me", {"kind": "me", "name": "Second"}, start=True)["id"]
    for query in ({"find": "Odd_one"}, {"find": "second"}, {"find": table[:8]}, {"person": odd.id}):
        assert [row["id"] for row in solon.get("admin/tables", **query)] == [table]
    (found,) = solon.request("GET", f"admin/tables?person={odd.id}&status=playing")
    assert (found["game"], found["seats"], found["host_name"]) == ("peloponnes", ["Odd_one", "Second"], "Odd_one")
    assert found["entries"] == 1
    assert found["bytes"] > 100
    assert solon.request("GET", f"admin/tables?person={odd.id}&status=over") == []
    assert solon.get("admin/tables", person=odd.id, saves=True) == []
    save = odd.http.get(f"tables/{table}/save").json()
    uploaded = odd.request("POST", "saves", json=save)["id"]
    assert [row["id"] for row in solon.get("admin/tables", person=odd.id, saves=True)] == [uploaded]


def test_a_hidden_table_is_for_those_who_sit_there(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    watching = bob.live(table)
    do(server, f"tables/{table}", "hide")
    assert closed(watching) == ClosedForGood.NO_TABLE
    bob.get(f"tables/{table}", 404)
    assert table not in [row["id"] for row in bob.get("tables")]
    assert not alice.look(table)["listed"]
    do(server, f"tables/{table}", "show")
    assert bob.look(table)["listed"]
    assert table in [row["id"] for row in bob.get("tables")]


def test_a_table_that_was_never_listed_is_not_shown_to_everybody(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open")["id"]
    do(server, f"tables/{table}", "show")
    bob.get(f"tables/{table}", 404)


def test_a_game_that_is_ended(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    alice.my_turn(table)
    with alice.live(table, 0) as live:
        do(server, f"tables/{table}", "end")
        live.until(lambda one: one["type"] == "moment" and any(line["kind"] == "ended" for line in one["log"]))
        assert live.moment is not None
        assert live.moment["choices"] == []
    assert alice.look(table)["status"] == "abandoned"
    with pytest.raises(PetteiaError, match="over"):
        do(server, f"tables/{table}", "end")
    waiting = alice.open("me", "open")["id"]
    with alice.live(waiting, 0) as live:
        do(server, f"tables/{waiting}", "end")
        live.until(lambda one: one["type"] == "table" and one["table"]["status"] == "abandoned")
    assert alice.look(waiting)["status"] == "abandoned"


def test_a_deleted_table_leaves_nothing(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", "random", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    alice.post(f"tables/{table}/chat", text="a secret of ours")
    live = bob.live(table, 1)
    do(server, f"tables/{table}", "delete")
    assert closed(live) == ClosedForGood.NO_TABLE
    for person in (alice, bob):
        person.get(f"tables/{table}", 404)
        assert person.get("me/tables") == []
    with opened(server.database) as connection:
        for name, part in schema.METADATA.tables.items():
            if "table_id" in part.c:
                assert not connection.execute(sa.select(part).where(part.c.table_id == table)).all(), name
        assert not connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).all()
    assert log_of(server) == [("delete", f"{table} peloponnes", WHY, True)]


def test_a_name_on_one_seat(server: Server, alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Rude"}, "random", start=True)["id"]
    do(server, f"tables/{table}", "rename_seat", seat=1, name="Guest")
    assert alice.look(table)["seats"][1]["name"] == "Guest"
    for wrong in ({"seat": 2, "name": "x"}, {"seat": 4, "name": "x"}, {"seat": 1}, {"name": "x"}):
        with pytest.raises(PetteiaError):
            do(server, f"tables/{table}", "rename_seat", **wrong)


# -- reports -----------------------------------------------------------------------------------------------------------


def test_a_report_keeps_what_was_said(server: Server, alice: Person, bob: Person) -> None:
    solon = marked(server)
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    for number in range(12):
        alice.post(f"tables/{table}/chat", text=f"line {number}")
    bad = bob.post(f"tables/{table}/chat", text="an insult")
    alice.post(f"tables/{table}/chat", text="later")
    alice.post(f"tables/{table}/report", message=bad["id"], why="  rude\n")
    alice.post(f"tables/{table}/report", message=bad["id"], why="again")  # said once
    alice.post(f"tables/{table}/report", seat=1)
    mine = [row for row in solon.get("admin/reports", most=500) if row["by"] == alice.id]
    assert len(mine) == 2
    said, name = mine
    assert (said["person"], said["name"], said["text"], said["why"]) == (bob.id, "Bob", "an insult", "rude")
    assert [one["text"] for one in said["around"]] == [*(f"line {number}" for number in range(3, 12)), "an insult"]
    assert (name["person"], name["message"], name["text"], name["why"]) == (bob.id, None, "", "")
    with alice.live(table, 0) as live:
        solon.post(f"admin/tables/{table}", do="hide_message", why="an insult", message=bad["id"])
        told = live.until("chat")["chat"]
        assert (told["id"], told["text"], told["hidden"]) == (bad["id"], "", True)
    assert "an insult" not in str(alice.get(f"tables/{table}/chat"))
    solon.post(f"admin/tables/{table}", do="delete", why="all of it")
    solon.post(f"admin/reports/{said['id']}", outcome="taken back")
    waiting = [row["id"] for row in solon.get("admin/reports", most=500)]
    assert said["id"] not in waiting
    assert name["id"] in waiting
    handled = solon.get("admin/reports", handled=True)[0]
    assert (handled["text"], handled["outcome"]) == ("an insult", "taken back")
    assert log_of(server) == [("handle", f"report {said['id']} · Bob", "taken back", True)]


def test_what_cannot_be_reported(server: Server, alice: Person, bob: Person) -> None:
    table, other = (alice.open("me", "open", "random", listed=True)["id"] for _ in range(2))
    said = alice.post(f"tables/{other}/chat", text="elsewhere")
    for body in ({"message": said["id"]}, {"message": 999999999}, {"seat": 1}, {"seat": 2}, {"seat": 4}, {}):
        bob.post(f"tables/{table}/report", 422, **body)
    private = alice.open("me", "open")["id"]
    bob.post(f"tables/{private}/report", 404, seat=0)
    Person(server, None).post(f"tables/{table}/report", 401, seat=0)


def test_nobody_reports_without_end(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    messages = [alice.post(f"tables/{table}/chat", text=f"line {number}")["id"] for number in range(11)]
    for message in messages[:10]:
        bob.post(f"tables/{table}/report", message=message)
    assert bob.post(f"tables/{table}/report", 429, message=messages[10])["type"] == "too-fast"
    bob.post(f"tables/{table}/report", message=messages[0])  # known already


# -- the database ------------------------------------------------------------------------------------------------------


def test_storage_by_kind_and_by_person(server: Server, alice: Person) -> None:
    solon = marked(server)
    alice.open("me", "random", start=True)
    found = solon.get("admin/storage")
    kinds = {row["kind"]: row for row in found["kinds"]}
    assert set(kinds) == set(schema.METADATA.tables)
    assert kinds["people"]["rows"] >= 2
    assert kinds["entries"]["bytes"] > 0
    assert found["bytes"] >= kinds["entries"]["bytes"]
    assert found["people"] == sorted(found["people"], key=lambda row: (-row["bytes"], row["person"]))
    boxes = solon.get("admin/boxes")
    assert boxes[0]["bytes"] >= boxes[-1]["bytes"] > 0
    assert {row["game"] for row in boxes} >= {"peloponnes"}


def test_boxes_that_nobody_plays_with_are_dropped(server: Server, alice: Person) -> None:
    solon, table = marked(server), alice.open("me", "random", start=True)["id"]
    with opened(server.database) as connection:
        row = {"fingerprint": "0" * 64, "game": "peloponnes", "file": "own.toml", "text": "x" * 1000}
        connection.execute(schema.boxes.insert().values(**row))
    assert solon.post("admin/storage", do="drop_boxes", why="unused")["boxes"] >= 1
    assert "0" * 64 not in [row["fingerprint"] for row in solon.get("admin/boxes", most=500)]
    assert alice.look(table)["status"] == "playing"


def test_vacuum_gives_room_back_while_people_play(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", "random", start=True)["id"]
    file = lite.database.removeprefix("sqlite:///")
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE filler (words)")
        database.execute("INSERT INTO filler VALUES (zeroblob(4000000))")
        database.execute("DROP TABLE filler")
    database.close()
    freed = do(lite, "storage", "vacuum")
    assert freed["before"] - freed["after"] > 3_900_000
    person.my_turn(table)
    person.post(f"tables/{table}/chat", text="still here")


# -- several workers, and none -----------------------------------------------------------------------------------------


def test_the_other_worker_hears_of_it(postgres: Cluster, tmp_path: pathlib.Path) -> None:
    database = postgres.new_database()
    with serving(database, tmp_path) as one, serving(database, tmp_path) as other:
        alice, bob, carol = one.person("Alice"), other.person("Bob"), other.person("Carol")
        solon = marked(one)
        tables = [alice.open("me", "open", listed=True)["id"] for _ in range(4)]
        hidden, gone, kicked, banned = (bob.live(table) for table in tables)
        solon.post(f"admin/tables/{tables[0]}", do="hide", why=WHY)
        solon.post(f"admin/tables/{tables[1]}", do="delete", why=WHY)
        solon.post(f"admin/people/{bob.id}", do="kick", why=WHY, table=tables[2])
        for live in (hidden, gone, kicked):
            assert closed(live) == ClosedForGood.NO_TABLE
        carol.get(f"tables/{tables[1]}", 404)
        solon.post(f"admin/people/{bob.id}", do="ban", why=WHY, addresses=1.0)
        assert closed(banned) == ClosedForGood.BANNED
        there = {"x-forwarded-for": "203.0.113.9"}
        assert bob.http.get("tables", headers=there).json()["type"] == "banned"
        stranger, until = Person(one, None), time.monotonic() + 60
        while stranger.http.get("tables", headers=there).status_code != 403:  # soon, by a notice
            assert time.monotonic() < until
        carol.get("tables")


def test_without_a_server_the_command_line_does_it_itself(database: str, tmp_path: pathlib.Path) -> None:
    with serving(database, tmp_path) as server:
        alice, bob = server.person("Alice"), server.person("Bob")
        table = alice.open("me", "open", listed=True)["id"]
        bob.post(f"tables/{table}/join")
        alice.post(f"tables/{table}/start")
    settings = Settings(database=database)
    ask(settings, None, "POST", f"people/{bob.id}", {"do": "kick", "why": WHY, "table": table})
    ask(settings, None, "POST", f"people/{bob.id}", {"do": "ban", "why": WHY})
    (found,) = ask(settings, None, "GET", "people", find="Bob")
    assert found["ban"] == {"until": None, "why": WHY}
    with serving(database, tmp_path) as server:
        again = Person(server, None, cookie=bob.cookie)
        assert again.get("tables", 403)["type"] == "banned"
        assert Person(server, None, cookie=alice.cookie).look(table)["seats"][1]["kind"] == "bot"


def test_what_was_read_before_a_change_does_not_hide_it() -> None:
    ban = {"kind": "ban", "person_id": 7, "table_id": None, "address": None, "until": None}
    answers, slow = [[ban], []], asyncio.Event()

    async def read() -> list[Any]:
        rows = answers.pop(0)
        if rows:
            await slow.wait()
        return rows

    async def ask() -> object:
        store: Any = types.SimpleNamespace(sanctions=types.SimpleNamespace(all=read))
        known = Sanctions(store, read)  # type: ignore[arg-type]
        reading = [asyncio.create_task(known.reload()) for _ in range(2)]
        for _ in range(5):
            await asyncio.sleep(0)
        slow.set()
        await asyncio.gather(*reading)
        return known.of("ban", 7)

    assert asyncio.run(ask()) is None


def test_nobody_comes_in_before_it_is_known_who_is_banned() -> None:
    """A worker may be started while the database does not answer."""
    ban = {"kind": "ban", "person_id": 7, "table_id": None, "address": None, "until": None, "why": WHY}
    answers: list[Any] = [NoDatabase("away"), NoDatabase("away"), [{**ban, "addresses_until": None}]]

    async def read() -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def come() -> None:
        store: Any = types.SimpleNamespace(sanctions=types.SimpleNamespace(all=read))
        known = Sanctions(store, read)
        for person in (7, None):
            with pytest.raises(NoDatabase):
                await known.check_may_come(person, "192.0.2.1")
        with pytest.raises(Refusal):
            await known.check_may_come(7, "192.0.2.1")
        await known.check_may_come(8, "192.0.2.1")
        assert not answers  # read once

    asyncio.run(come())
