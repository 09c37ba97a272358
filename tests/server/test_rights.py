"""People's rights: their data as a file, their devices, logging out, and going for good."""

from __future__ import annotations

import asyncio
import json
import types
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from table_clients import Closed, Cluster, Person, Server, opened, play_out, serving

from petteia.server import schema
from petteia.server.admin.access import ask
from petteia.server.people import described
from petteia.server.settings import Settings
from petteia.server.store import Store
from petteia.server.tables import leaving_for_good
from petteia.server.tables.hall import Hall

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17 Safari/604"
)


def carried(person: Person, user_agent: str = PHONE) -> Person:
    """One more device of a person."""
    phone = Person(person.server, None)
    phone.http.headers["user-agent"] = user_agent
    phone.post("carry", token=person.post("me/carry")["token"])
    return phone


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/128.0 Safari/537.36 Edg/128.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/128.0 Mobile Safari/537.36", "Chrome, Android"),
        ("python-httpx/0.27", ""),
        ("x" * 100_000, ""),
    ],
)
def test_browsers_in_two_words(said: str, words: str) -> None:
    assert described(said) == words


def test_devices_are_listed_and_revoked(server: Server, alice: Person) -> None:
    phone, tablet = carried(alice), carried(alice, FIREFOX)
    found = alice.get("me/devices")
    assert sorted(device["about"] for device in found) == ["", "Firefox, Linux", "Safari, iPhone"]
    assert [device["about"] for device in found if device["here"]] == [""]
    lost = next(device["id"] for device in phone.get("me/devices") if device["here"])
    table = alice.open("me", "open")["id"]
    with phone.live(table, 0) as live:
        left = alice.request("DELETE", f"me/devices/{lost}")
        assert [device["about"] for device in left if device["here"]] == [""]
        assert lost not in {device["id"] for device in left}
        with pytest.raises(Closed):
            live.until("nothing")
    assert phone.get("me") is None
    phone.get(f"tables/{table}", 404)
    phone.get("me/tables", 401)
    assert tablet.get("me") == alice.get("me")
    # A device of somebody else is none of mine.
    mallory = server.person("Mallory")
    mine = next(device["id"] for device in alice.get("me/devices") if device["here"])
    mallory.request("DELETE", f"me/devices/{mine}")
    assert alice.get("me")["id"] == alice.id


def test_logging_out(server: Server, alice: Person) -> None:
    phone = carried(alice)
    answer = phone.http.post("me/logout")
    assert answer.json() == {"devices": 1}
    assert 'petteia=""' in answer.headers["set-cookie"]
    stolen = Person(server, None, cookie=alice.cookie)  # the cookie of the phone is worth nothing, but not that
    assert stolen.get("me")["id"] == alice.id
    assert phone.get("me") is None


def test_a_cookie_that_was_logged_out_is_nobodys(server: Server, alice: Person) -> None:
    cookie = alice.cookie
    alice.post("me/logout")
    assert Person(server, None, cookie=cookie).get("me") is None


def test_all_data_as_a_file(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    play_out([alice, bob], table, moves=4)
    alice.post(f"tables/{table}/chat", text="from Alice")
    bob.post(f"tables/{table}/chat", text="from Bob")
    left = bob.open("me", "open", listed=True)["id"]
    alice.post(f"tables/{left}/join")
    bob.post(f"tables/{left}/start")
    alice.post(f"tables/{left}/resign", seat=1)
    answer = alice.http.get("me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["person"]["name"] == "Alice"
    assert {one["id"]: one["opened_by_me"] for one in found["tables"]} == {table: True, left: False}
    choices = next(one["choices"] for one in found["tables"] if one["id"] == table)
    assert choices
    assert {choice["seat"] for choice in choices} == {0}
    assert [message["text"] for message in found["said"]] == ["from Alice"]
    assert len(found["devices"]) == 1
    # Nothing that would let somebody be her, nor anything of Bob's.
    text = json.dumps(found)
    with opened(server.database) as connection:
        hashes = connection.execute(sa.select(schema.devices.c.secret_hash)).scalars()
        assert not any(secret in text for secret in hashes)
    assert "from Bob" not in text
    assert str(alice.cookie) not in text
    Person(server, None).get("me/export", 401)


def test_going_for_good(server: Server, alice: Person, bob: Person) -> None:
    alone = alice.open("me", "random", start=True)["id"]
    waiting = alice.open("me", "open", listed=True)["id"]
    running = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{running}/join")
    alice.post(f"tables/{running}/start")
    over = bob.open("me", "open", listed=True)["id"]
    alice.post(f"tables/{over}/join")
    bob.post(f"tables/{over}/start")
    play_out([bob, alice], over)
    resigned = bob.open("me", "open", listed=True)["id"]
    alice.post(f"tables/{resigned}/join")
    bob.post(f"tables/{resigned}/start")
    alice.post(f"tables/{resigned}/resign", seat=1)
    for person in (alice, bob):
        person.post(f"tables/{over}/chat", text=f"words of {person.name}")
        shown = person.post(f"tables/{over}/share", agree=True)["sharing"]["shown"]
    carried(alice)
    sheet = bob.get(f"tables/{over}/sheet")

    with bob.live(running, 1) as live:
        assert alice.request("DELETE", "me") == {"deleted": 3, "nameless": 3}  # alone, waiting, the copy
        live.until(lambda one: one["type"] == "table" and one["table"]["seats"][0]["kind"] == "bot")
    assert alice.get("me") is None
    for table in (alone, waiting, shown):
        bob.get(f"tables/{table}", 404)
    # The others' games are whole, and nobody is named in them.
    assert [seat["name"] for seat in bob.look(over)["seats"]] == ["Bob", ""]
    assert bob.look(over)["proof"] is not None
    again = bob.get(f"tables/{over}/sheet")
    assert [seat["score"] for seat in again["seats"]] == [seat["score"] for seat in sheet["seats"]]
    assert [message["text"] for message in bob.get(f"tables/{over}/chat")] == ["words of Bob"]
    assert bob.look(resigned)["seats"][1]["former"] is None
    assert play_out([bob], running)["status"] == "over"
    for table in (over, running, resigned):
        for lang in ("en", "de", "it"):
            assert "Alice" not in json.dumps([bob.look(table), bob.get(f"tables/{table}/log", lang=lang)])
    with opened(server.database) as connection:
        for part in (schema.devices, schema.chat, schema.holders, schema.admissions, schema.carries):
            assert connection.execute(sa.select(part).where(part.c.person_id == alice.id)).first() is None
        named = connection.execute(sa.select(schema.people.c.name).where(schema.people.c.id == alice.id)).scalar()
        assert named == ""  # she opened a table that Bob still has
    assert bob.post(f"tables/{over}/rematch")["status"] == "open"


def test_who_is_banned_keeps_his_rights(lite: Server) -> None:
    bob = lite.person("Bob")
    phone = carried(bob)
    table = bob.open("me", "random", start=True)["id"]
    wish = {"do": "ban", "why": "he will not stop", "addresses": 1.0}
    ask(Settings(database=lite.database), None, "POST", f"people/{bob.id}", wish)
    bob.get("me/tables", 403)
    found = bob.http.get("me/export").json()
    assert (found["person"]["name"], [one["id"] for one in found["tables"]]) == ("Bob", [table])
    assert len(bob.get("me/devices")) == 2
    lost = next(device["id"] for device in bob.get("me/devices") if not device["here"])
    assert len(bob.request("DELETE", f"me/devices/{lost}")) == 1
    assert phone.get("me") is None
    # Whoever goes so comes back no sooner than the ban lets anybody from there in.
    there = {"x-forwarded-for": "203.0.113.77"}
    assert bob.http.delete("me", headers=there).json() == {"deleted": 1, "nameless": 0}
    assert bob.get("me") is None
    answer = Person(lite, None).http.post("people", headers=there, json={"name": "Bobby"})
    assert (answer.status_code, answer.json()["type"]) == (403, "banned")


def test_who_is_banned_logs_out(lite: Server) -> None:
    bob = lite.person("Bob")
    ask(Settings(database=lite.database), None, "POST", f"people/{bob.id}", {"do": "ban", "why": "he will not stop"})
    assert bob.post("me/logout") == {"devices": 0}
    assert bob.get("me") is None


def test_nothing_is_left_of_who_played_alone(server: Server, alice: Person) -> None:
    alice.open("me", "random", start=True)
    server.person("Later")  # the last number is not given again
    alice.request("POST", "campaigns/peloponnes")
    alice.request("DELETE", "me")
    with opened(server.database) as connection:
        for part in schema.METADATA.sorted_tables:
            for column in part.columns:
                if any(key.column is schema.people.c.id for key in column.foreign_keys):
                    assert connection.execute(sa.select(part).where(column == alice.id)).first() is None
        assert connection.execute(sa.select(schema.people).where(schema.people.c.id == alice.id)).first() is None


def test_a_game_of_others_is_not_deleted(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    problem = alice.request("DELETE", f"tables/{table}", 409)
    assert problem["detail"]
    alice.post(f"tables/{table}/start")
    bob.post(f"tables/{table}/resign", seat=1)
    alice.request("DELETE", f"tables/{table}", 409)


def test_at_another_worker_too(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder, database = tmp_path_factory.mktemp("two"), postgres.new_database()
    with serving(database, folder) as one, serving(database, folder) as other:
        alice = one.person("Alice")
        phone = carried(alice)
        there = Person(other, None, cookie=phone.cookie)
        table = alice.open("me", "open", "random")["id"]
        lost = next(device["id"] for device in phone.get("me/devices") if device["here"])
        with there.live(table, 0) as live:
            alice.request("DELETE", f"me/devices/{lost}")
            with pytest.raises(Closed):
                live.until("nothing")
        assert there.get("me") is None
        still = Person(other, None, cookie=alice.cookie)
        with still.live(table, 0) as live:
            alice.request("DELETE", f"tables/{table}")
            with pytest.raises(Closed):
                live.until("nothing")
        still.get(f"tables/{table}", 404)


def test_tables_go_one_by_one(server: Server, alice: Person) -> None:
    """Whoever made a move waited for twelve seconds while all games of a guest went in one transaction."""
    tables = [alice.open("me", "me")["id"] for _ in range(3)]
    steps: list[list[str]] = []

    async def leave() -> None:
        store = Store(Settings(database=server.database).url)
        hall: Any = types.SimpleNamespace(store=store, tell_gone=None)

        async def told(gone: list[str]) -> None:
            steps.append(sorted(gone))

        async def nobody(_: int) -> None:
            pass

        hall.tell_gone, hall.forget = told, nobody
        hall.people = types.SimpleNamespace(named=store.people.find)
        store.tables.unfinished = nothing  # type: ignore[method-assign]
        await Hall.delete_tables(hall, tables[:1])
        assert (await leaving_for_good.leave(hall, alice.id))["deleted"] == 2  # type: ignore[arg-type]
        await store.close()

    async def nothing(_: int) -> list[str]:
        return []

    asyncio.run(leave())
    assert sorted(one for step in steps for one in step) == sorted(tables)
    assert all(len(step) <= 1 for step in steps)


def test_games_in_an_export_are_written_one_by_one(lite: Server) -> None:
    """To write a hundred thousand choices at once kept everybody waiting."""
    person = lite.person("Alice")
    person.open("me", "me")

    async def found() -> Any:
        store = Store(Settings(database=lite.database).url)
        try:
            return await store.rights.all_of(person.id)  # type: ignore[arg-type]
        finally:
            await store.close()

    (table,) = asyncio.run(found())["tables"]
    assert isinstance(table, orjson.Fragment)
