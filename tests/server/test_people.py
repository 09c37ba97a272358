"""People: guests with a cookie, who carry their identity to another device by a link that works once."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import types
from typing import Any

import pytest
from table_clients import Person, Server

from petteia.server import models, names
from petteia.server.problems import Refusal
from petteia.server.tables import renaming


def test_a_guest_is_known_by_a_cookie_that_no_script_can_read(server: Server) -> None:
    person = Person(server, None)
    answer = person.http.post("people", json={"name": "Aspasia"})
    assert answer.status_code == 201
    said = answer.headers["set-cookie"]
    parts = {part.strip().lower() for part in said.split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert any(part.startswith("max-age=") for part in parts)
    assert "secure" not in parts  # over plain HTTP at home it would never come back
    assert answer.json()["name"] == "Aspasia"
    assert person.get("me") == answer.json()


def test_names_are_one_line_without_signs_that_show_nothing(server: Server) -> None:
    person = server.person("  Πηνελόπη \u00a0 von  Ithaka ")
    assert person.get("me")["name"] == "Πηνελόπη von Ithaka"
    longest = "ß" * models.NAME_LENGTH
    assert server.person(longest).get("me")["name"] == longest


@pytest.mark.parametrize(
    "name", ["", "x" * 33, "new\nline", "\x00", "tab\there", "\u202eright to left", 5, None, ["x"], {"name": "x"}]
)
def test_names_that_cannot_be(lite: Server, name: object) -> None:
    problem = Person(lite, None).post("people", 422, name=name)
    assert problem["type"] == "wrong-input"
    assert "name" in problem["cause"]


def test_names_that_show_nothing(lite: Server) -> None:
    person = lite.person()
    for blank in (
        *(" ", "\u200b", "\u200d", " \u200c "),
        *("\u3164", "\u2800", "\u115f\u1160", "\uffa0 \ufffc", "\ufeff", "\U0001d159"),  # letters that are empty
        *("\u0301", "\u0301\u0302\u0303", " \u20dd", "\ufe0f", "\u200d\u0301", "\U000e0101"),  # marks on nothing
    ):
        assert "name" in Person(lite, None).post("people", 422, name=blank)["title"]
        assert "name" in person.request("PATCH", "me", 422, json={"name": blank})["title"]
        assert "name" in person.open("me", {"kind": "me", "name": blank}, status=422)["title"]
    assert person.get("me")["name"] == "Aspasia"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada \U0001f469\u200d\U0001f4bb", "Ada \U0001f469\u200d\U0001f4bb"),  # a woman with a computer, in one sign
        ("\u0646\u06cc\u200c\u0644\u0627", "\u0646\u06cc\u200c\u0644\u0627"),
        ("\u200dAda\u200d", "Ada"),
        ("A\u200d\u200dB", "A B"),
        ("A \u200d B", "A B"),
    ],
)
def test_signs_that_join_others_stay_where_they_join(lite: Server, given: str, shown: str) -> None:
    assert lite.person(given).get("me")["name"] == shown


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Zoe\u0301", "Zoe\u0301"),
        ("\u0301Zoe", "Zoe"),
        ("Zoe" + "\u0301" * 20, "Zoe" + "\u0301" * names.MOST_MARKS),
        ("Zoe \u0301\u0301 Ana", "Zoe Ana"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\u0915\u094d\u0937\u093f", "\u0915\u094d\u0937\u093f"),
        ("A\u3164\u3164B", "A B"),
    ],
)
def test_marks_stay_on_their_letters(given: str, shown: str) -> None:
    assert names.clean(given) == shown


# -- names that look alike ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        "Alice",
        "ALICE",
        "Al ice",
        "A.l.i.c.e",
        "\u0410lice",
        "Al\u0456ce",
        "A1ice",
        "Al\u00edce",
        "\uff21lice",
        "Alice\ufe0f",
    ],
)
def test_names_that_look_alike(other: str) -> None:
    assert names.looks(other) == names.looks("Alice")
    assert names.apart(other, ["Bob", "Alice"]) == f"{other} (2)"
    assert names.apart(other, ["Alice", "Alice 2"]) == f"{other} (3)"


def test_names_that_do_not_look_alike() -> None:
    different = [
        "Alice",
        "Alica",
        "Bob",
        "\u5c71",
        "\u5ddd",
        "\U0001f989",
        "\U0001f98a",
        "...",
        "!",
        "\u0915\u0940",
        "\u0915\u093e",
    ]
    assert len({names.looks(name) for name in different}) == len(different)
    for name in different:
        assert names.apart(name, set(different) - {name}) == name


def test_nobody_at_a_table_can_be_taken_for_another(server: Server, alice: Person, bob: Person) -> None:
    """On the seats, in what is said, and after a new name."""
    table = alice.open("me", {"kind": "me", "name": "Hot"}, "open", "open", listed=True)["id"]
    mallory = server.person("\u0410lice")
    mallory.post(f"tables/{table}/join")
    bob.post(f"tables/{table}/join")
    assert seat_names(bob, table) == ["Alice", "Hot", "\u0410lice (2)", "Bob"]
    assert mallory.post(f"tables/{table}/chat", text="I am Alice")["name"] == "\u0410lice (2)"
    assert server.person("Al1ce").post(f"tables/{table}/chat", text="So am I")["name"] == "Al1ce (3)"
    assert alice.post(f"tables/{table}/chat", text="I am")["name"] == "Alice"
    mallory.request("PATCH", "me", json={"name": "B0b"})
    assert seat_names(bob, table) == ["Alice", "Hot", "B0b (2)", "Bob"]
    mallory.request("PATCH", "me", json={"name": "Mallory"})
    assert seat_names(bob, table) == ["Alice", "Hot", "Mallory", "Bob"]
    assert mallory.get("me")["name"] == "Mallory"


def seat_names(person: Person, table: str) -> list[str]:
    return [seat["name"] for seat in person.look(table)["seats"]]


# -- who is who --------------------------------------------------------------------------------------------------------


def test_who_nobody_is(server: Server) -> None:
    stranger = Person(server, None)
    assert stranger.get("me") is None
    table = {"game": "peloponnes", "seats": [{"kind": "me"}]}
    for method, path, body in [
        ("PATCH", "me", {"name": "x"}),
        ("POST", "me/carry", None),
        ("GET", "me/tables", None),
        ("POST", "tables", table),
        ("POST", "saves", {}),
    ]:
        problem = stranger.request(method, path, 401, **({} if body is None else {"json": body}))
        assert problem["type"] == "no-person"
        assert "people" in problem["cause"]


@pytest.mark.parametrize("cookie", ["x" * 32, "x" * 5000, "' OR 1=1 --", "%00", ""])
def test_an_unknown_cookie_is_nobody(server: Server, cookie: str) -> None:
    person = Person(server, None, cookie=cookie)
    assert person.get("me") is None
    assert isinstance(person.get("tables"), list)


def test_two_guests_of_one_name_are_two(server: Server) -> None:
    assert server.person("Same").id != server.person("Same").id


def test_a_new_name_stands_on_the_seats_too(alice: Person, bob: Person) -> None:
    waiting = alice.open("me", {"kind": "me", "name": "Hot"}, "open", listed=True)["id"]
    bob.post(f"tables/{waiting}/join")
    with bob.live(waiting) as live:
        assert alice.request("PATCH", "me", json={"name": "Alkestis"})["name"] == "Alkestis"
        live.until(lambda one: one["type"] == "table" and one["table"]["seats"][0]["name"] == "Alkestis")
    assert [seat["name"] for seat in bob.look(waiting)["seats"]] == ["Alkestis", "Hot", "Bob"]
    assert alice.get("me")["name"] == "Alkestis"


def test_a_carried_identity(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    carried = alice.post("me/carry")
    assert carried["minutes"] == 15
    phone = Person(server, None)
    assert phone.post("carry", token=carried["token"])["id"] == alice.id
    assert phone.get("me") == alice.get("me")
    assert phone.cookie != alice.cookie
    assert phone.look(table)["seats"][0]["mine"]
    assert [found["id"] for found in phone.get("me/tables")] == [table]
    again = Person(server, None)
    problem = again.post("carry", 403, token=carried["token"])
    assert problem["type"] == "used-up"
    assert again.get("me") is None
    assert alice.get("me")["id"] == alice.id  # the first device stays one


def test_wrong_tokens_carry_nobody(server: Server, alice: Person) -> None:
    alice.post("me/carry")
    stranger = Person(server, None)
    assert stranger.post("carry", 403, token="x" * 32)["type"] == "used-up"
    for token in ("", "short", "x" * 65, "with space in it", "'; DROP TABLE people; --", 7, None):
        stranger.post("carry", 422, token=token)
    assert stranger.cookie is None


def test_a_link_gets_too_old(lite: Server) -> None:
    person = lite.person("Odysseus")
    old, new = person.post("me/carry")["token"], person.post("me/carry")["token"]
    with sqlite3.connect(lite.database.removeprefix("sqlite:///")) as database:
        hashed = hashlib.sha256(old.encode()).hexdigest()
        assert database.execute("UPDATE carries SET expires = 1 WHERE token_hash = ?", [hashed]).rowcount == 1
    database.close()
    assert Person(lite, None).post("carry", 403, token=old)["type"] == "used-up"
    assert Person(lite, None).post("carry", token=new)["id"] == person.id


def test_secrets_are_stored_as_hashes_only(lite: Server) -> None:
    person = lite.person("Kassandra")
    token = person.post("me/carry")["token"]
    table = person.open("me", "open")["id"]
    invite = person.post(f"tables/{table}/invite")["secret"]
    link = person.post(f"tables/{table}/seats/0/link")["secret"]
    database = sqlite3.connect(lite.database.removeprefix("sqlite:///"))
    everything = "\n".join(database.iterdump())
    database.close()
    for secret in (person.cookie, token, invite, link):
        assert secret is not None
        assert secret not in everything
        assert hashlib.sha256(secret.encode()).hexdigest() in everything


def test_one_name_is_given_at_a_time() -> None:
    """There may be many seats that bear it."""
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def known(person: int) -> dict[str, Any]:
        begun.set()
        await may_end.wait()
        raise LookupError

    sanctions = types.SimpleNamespace(check_may_talk=lambda person: None)
    hall: Any = types.SimpleNamespace(sanctions=sanctions, renaming=set(), people=types.SimpleNamespace(known=known))

    async def ask() -> None:
        first = asyncio.create_task(renaming.rename(hall, 7, "Anna"))
        await begun.wait()
        with pytest.raises(Refusal) as refused:
            await renaming.rename(hall, 7, "Anne")
        assert refused.value.status == 429
        may_end.set()
        with pytest.raises(LookupError):
            await first
        assert not hall.renaming  # he may try again

    asyncio.run(ask())
