"""Everything that a guest can make is bounded."""

from __future__ import annotations

import pathlib
import time
from collections.abc import Callable
from typing import Any, cast

import pytest
import sqlalchemy as sa
from table_clients import Person, Server, opened, play_out, serving
from test_cleaning import other_box, save_with, with_hall

from petteia.games import find
from petteia.match import new_match
from petteia.remembering import Remembered
from petteia.server import bounds, boxes, schema
from petteia.server.problems import Refusal
from petteia.server.settings import Settings
from petteia.server.store import migrate
from petteia.server.tables.hall import Hall


def copies(server: Server, table: str, many: int, **values: object) -> None:
    """Writes tables like one into the database."""
    with opened(server.database) as connection:
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().one()
        rows = [{**row, **values, "id": f"{number:04}{table[4:]}", "undo": sa.null()} for number in range(many)]
        kept = [{name: sa.null() if value is None else value for name, value in row.items()} for row in rows]
        for one in kept:
            connection.execute(schema.tables.insert().values(**one))


def test_games_that_are_being_played(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    copies(server, table, bounds.MOST_RUNNING - 2, status="playing")
    alice.open("me", "random")
    alice.open("me", "random", start=True)
    problem = alice.open("me", "random", status=409)
    assert problem["type"] == "too-much"
    assert str(bounds.MOST_RUNNING) in problem["title"]
    server.person("Somebody else").open("me", "random")


def test_options(lite: Server) -> None:
    """They are stored as they were given, and told to everybody who looks into the lobby."""
    person = lite.person()
    own = {"used_civilizations": ["Sparta"]}
    assert person.open("me", options=own, listed=True)["options"] == own
    person.open("me", options={"used_civilizations": ["Sparta"] * 1000}, listed=True, status=422)


def test_uploads(server: Server, alice: Person) -> None:
    table = alice.request("POST", "saves", json=save_with())["id"]
    copies(server, table, bounds.MOST_UPLOADS - 1)
    problem = alice.request("POST", "saves", 409, json=save_with())
    assert str(bounds.MOST_UPLOADS) in problem["title"]
    alice.open("me", "random")  # that is no upload
    alice.request("DELETE", f"tables/{table}")
    alice.request("POST", "saves", json=save_with())


def test_boxes(lite: Server) -> None:
    alice = lite.person("Alice")
    for number in range(bounds.MOST_BOXES):
        alice.request("POST", "saves", json=save_with(other_box(number)))
    problem = alice.request("POST", "saves", 409, json=save_with(other_box(bounds.MOST_BOXES)))
    assert str(bounds.MOST_BOXES) in problem["title"]
    alice.request("POST", "saves", json=save_with(other_box(0)))  # one that he has already
    alice.request("POST", "saves", json=save_with())  # the printed one
    lite.person("Bob").request("POST", "saves", json=save_with(other_box(bounds.MOST_BOXES)))


def test_bytes(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    with opened(server.database) as connection:
        its = schema.entries.c.table_id == table
        row = connection.execute(sa.select(schema.entries).where(its).limit(1)).mappings().one()
        large = {**row, "number": 9999, "state": bytes(bounds.MOST_BYTES)}
        connection.execute(schema.entries.insert().values(**large))
    problem = alice.open("me", "random", status=409)
    assert "200 MB" in problem["title"]
    server.person("Somebody else").open("me", "random")
    with opened(server.database) as connection:
        connection.execute(schema.entries.delete().where(its, schema.entries.c.number == 9999))
    alice.open("me", "random")


def test_messages_at_a_table(server: Server, alice: Person) -> None:
    table = alice.open("me", "random")["id"]
    alice.post(f"tables/{table}/chat", text="first")
    elsewhere = alice.open("me", "random")["id"]
    alice.post(f"tables/{elsewhere}/chat", text="at another table")
    chat = schema.chat
    with opened(server.database) as connection:
        row = connection.execute(sa.select(chat).where(chat.c.table_id == table)).mappings().one()
        more = [{name: value for name, value in row.items() if name != "id"}] * (bounds.MOST_SAID - 1)
        connection.execute(chat.insert(), [{**one, "text": "more"} for one in more])
    alice.post(f"tables/{table}/chat", text="last")
    with opened(server.database) as connection:
        said = connection.execute(sa.select(chat.c.text).where(chat.c.table_id == table)).scalars().all()
    assert len(said) == bounds.MOST_SAID
    assert "first" not in said
    assert "last" in said
    assert len(alice.get(f"tables/{elsewhere}/chat")) == 1


def test_taking_back(lite: Server) -> None:
    alice = lite.person("Alice")
    table = alice.open("me", "me", start=True)["id"]
    moment = alice.now(table, alice.look(table)["to_move"])
    alice.play(table, moment["seat"], moment["number"], moment["choices"][0]["options"][0]["words"])
    entries = schema.entries
    with opened(lite.database) as connection:
        its = connection.execute(sa.select(entries).where(entries.c.table_id == table, entries.c.number == 1))
        row = its.mappings().one()
        undone = {**row, "kind": "undo", "back": 1}
        many = [{**undone, "number": number} for number in range(2, bounds.MOST_TAKEN_BACK + 2)]
        connection.execute(entries.insert(), many)
    lite.stop()
    lite.start()
    number = many[-1]["number"]
    problem = alice.post(f"tables/{table}/undo", 409, seat=moment["seat"], number=number)
    assert str(bounds.MOST_TAKEN_BACK) in problem["title"]
    play_out([alice], table)


def test_devices_and_links_to_them(server: Server, alice: Person) -> None:
    tokens = [alice.post("me/carry")["token"] for _ in range(bounds.MOST_CARRIES + 1)]
    Person(server, None).post("carry", 403, token=tokens[0])
    phone = Person(server, None)
    phone.post("carry", token=tokens[-1])
    with opened(server.database) as connection:  # devices that were not used since long ago
        rows = [
            {"secret_hash": f"{number:064x}", "person_id": alice.id, "created": 1.0, "seen": float(number)}
            for number in range(bounds.MOST_DEVICES - 2)
        ]
        connection.execute(schema.devices.insert(), rows)
    assert len(alice.get("me/devices")) == bounds.MOST_DEVICES
    Person(server, None).post("carry", token=alice.post("me/carry")["token"])
    assert len(alice.get("me/devices")) == bounds.MOST_DEVICES
    assert alice.get("me") == phone.get("me")


def test_a_withdrawn_copy_is_no_longer_stored(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    play_out([alice], table)

    def stored() -> int:
        with opened(server.database) as connection:
            his = schema.tables.c.host == alice.id
            return int(connection.execute(sa.select(sa.func.count()).where(his)).scalar_one())

    for _ in range(3):
        alice.post(f"tables/{table}/share", agree=True)
        assert stored() == 2
        alice.post(f"tables/{table}/share", agree=False)
        assert stored() == 1


def test_guests_of_an_address_in_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bounds.MOST_A_DAY, "people", 3)
    now = 1e9
    monkeypatch.setattr(time, "time", lambda: now)
    days = bounds.Days(1.0)
    mine = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:0db8:0001:0002::77"]  # one network
    for address in mine:
        days.count(address, "people")
    with pytest.raises(Refusal) as refused:
        days.count("2001:db8:1:2::abc", "people")
    assert refused.value.status == 429
    days.count("2001:db8:1:3::1", "people")  # the neighbours
    days.count("192.0.2.1", "people")
    days.count("::ffff:192.0.2.1", "people")  # the same, as IPv6 writes it
    days.count("192.0.2.1", "people")
    with pytest.raises(Refusal):
        days.count("192.0.2.1", "people")
    now += bounds.DAY
    days.count("192.0.2.1", "people")
    unlimited = bounds.Days(0.0)
    for _ in range(10):
        unlimited.count("192.0.2.1", "people")


def test_addresses_are_not_remembered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_KNOWN", 100)
    days = bounds.Days(1.0)
    for number in range(300):
        days.count(f"192.0.2.{number}", "tables")
    assert len(days._made) == 100


def test_a_full_server_goes_on_with_what_has_begun(
    new_database: Callable[[str], str], tmp_path: pathlib.Path, servers: Callable[[str], Server]
) -> None:
    database = new_database("sqlite")
    with serving(database, tmp_path) as server:
        alice = server.person("Alice")
        table = alice.open("me", "random", start=True)["id"]
        server.settings["most_stored"] = 1e-6
        server.settings["clean_every"] = 0.1
        server.stop()
        server.start()
        alice = Person(server, None, cookie=alice.cookie)
        until = time.monotonic() + 30
        while alice.http.post("tables", json={"game": "peloponnes", "seats": [{"kind": "me"}]}).status_code != 507:
            assert time.monotonic() < until
        problem = Person(server, None).post("people", 507, name="Late")
        assert problem["type"] == "full"
        for lang, word in (("en", "full"), ("de", "voll"), ("it", "pieno")):
            headers = {"accept-language": lang}
            said = Person(server, None).http.post("people", json={"name": "Late"}, headers=headers).json()
            assert word in said["title"]
        play_out([alice], table)


# -- memory ------------------------------------------------------------------------------------------------------------


def test_only_so_much_is_remembered() -> None:
    known: Remembered[int, str] = Remembered(3)
    for number in (1, 2, 3, 1, 4):
        assert known.get(number, lambda number=number: str(number)) == str(number)
    assert len(known) == 3
    assert known.get(1, lambda: "made again") == "1"  # used after 2, so that went
    assert known.get(2, lambda: "made again") == "made again"


def test_names_of_tables_that_there_are_not_leave_nothing(new_database: Callable[[str], str]) -> None:
    database = new_database("sqlite")
    migrate(Settings(database=database).url)

    async def ask(hall: Hall) -> int:
        for number in range(100):
            with pytest.raises(Refusal):
                await hall.room(f"{number:012}")
        return len(hall._loading) + len(hall.rooms)

    assert with_hall(database, ask) == 0


def test_tables_that_nobody_looks_at_leave_memory(lite: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("petteia.server.tables.hall.MOST_IDLE_ROOMS", 3)
    monkeypatch.setattr("petteia.server.tables.hall.AT_WORK", -1.0)
    alice = lite.person("Alice")
    tables = [alice.open("me", "open")["id"] for _ in range(6)]

    async def look(hall: Hall) -> list[str]:
        first = await hall.room(tables[0])
        first.sockets.add(cast(Any, object()))  # somebody looks at it
        for table in tables[1:]:
            await hall.room(table)
        found = list(hall.rooms)
        first.sockets.clear()
        return found

    assert with_hall(lite.database, look) == [tables[0], *tables[3:]]


def test_boxes_that_people_bring_are_not_remembered_without_end() -> None:
    game = find("peloponnes")
    for number in range(100):
        box = other_box(number)
        assert boxes.remember(box) is box
        boxes.layout_of(game, box)
        match = new_match("peloponnes", seats=2, seed=1, box=box)
        match.texts("de")
        match.written(match.redacted(None))
    from petteia.match import playing, words

    assert len(boxes._BOXES) <= 64
    assert len(boxes._LAYOUTS) <= 64
    assert len(playing._WRITERS) <= 64
    assert len(words._TEXTS) <= 3 * 64
