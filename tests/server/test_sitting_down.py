"""Somebody sits down at one worker while he is sent away, or goes for good, at another."""

from __future__ import annotations

import asyncio
import pathlib
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from table_clients import ANSWER_TIME, Cluster, Person, Server, opened, serving
from test_admin import WHY, operator
from test_cleaning import with_hall

from petteia.server import models, schema
from petteia.server.admin import people
from petteia.server.admin.deeds import Actor
from petteia.server.problems import Refusal
from petteia.server.store import deleting
from petteia.server.tables import inviting, joining, leaving_for_good
from petteia.server.tables.hall import Hall

Sitting = Callable[[Hall], Coroutine[Any, Any, Any]]


@pytest.fixture
def shared(postgres: Cluster, tmp_path: pathlib.Path) -> Iterator[Server]:
    """One worker; the test is the other, which hears no notices."""
    with serving(postgres.new_database(), tmp_path) as server:
        yield server


def kick(server: Server, person: Person, table: str) -> None:
    operator(server, "POST", f"people/{person.id}", {"do": "kick", "why": WHY, "table": table})


def joining_at(table: str, bob: Person) -> Sitting:
    return lambda hall: joining.join(hall, table, bob.id, models.Join())


def before_the_start(alice: Person, bob: Person) -> tuple[str, Sitting]:
    table = alice.open("me", "open", listed=True)["id"]
    return table, joining_at(table, bob)


def in_the_game(alice: Person, bob: Person) -> tuple[str, Sitting]:
    table = alice.open("me", "random", start=True, listed=True)["id"]
    link = alice.post(f"tables/{table}/seats/0/link")["secret"]
    return table, lambda hall: inviting.take_seat(hall, table, 0, bob.id, link)


def seats_held(server: Server, person: Person) -> int:
    with opened(server.database) as connection:
        held = sa.select(sa.func.count()).where(schema.holders.c.person_id == person.id)
        return int(connection.execute(held).scalar_one())


def once_known(hall: Hall, do: Callable[[], None]) -> None:
    """Something happens elsewhere while somebody has been let in here, and does not sit yet."""
    known, waiting = hall.people.known, [do]

    async def asked(person: int) -> Any:
        if waiting:
            await asyncio.to_thread(waiting.pop())
        return await known(person)

    hall.people.known = asked  # type: ignore[method-assign]


@pytest.mark.parametrize("setting", [before_the_start, in_the_game])
@pytest.mark.parametrize("quickly", [False, True])
def test_who_is_kicked_does_not_sit_down_elsewhere(
    shared: Server, setting: Callable[[Person, Person], tuple[str, Sitting]], quickly: bool
) -> None:
    alice, bob = shared.person("Alice"), shared.person("Bob")
    table, sit_down = setting(alice, bob)

    async def come(hall: Hall) -> None:
        if quickly:
            once_known(hall, lambda: kick(shared, bob, table))
        else:
            await asyncio.to_thread(kick, shared, bob, table)
        with pytest.raises(Refusal) as refused:
            await sit_down(hall)
        assert refused.value.status == 404

    with_hall(shared.database, come)
    assert seats_held(shared, bob) == 0


def test_who_is_kicked_does_not_sit_down_again(
    server: Server, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, sit_down = before_the_start(alice, bob)
    bob.post(f"tables/{table}/join")
    leave = people.ending.leave

    async def leave_and_come_back(hall: Hall, *args: Any) -> Any:
        room = await leave(hall, *args)
        with pytest.raises(Refusal):
            await sit_down(hall)
        return room

    monkeypatch.setattr(people.ending, "leave", leave_and_come_back)
    wish = models.PersonDeed(do="kick", why=WHY, table=table)
    with_hall(server.database, lambda hall: people.act(hall, Actor(None, "the tests"), bob.id, wish))
    assert seats_held(server, bob) == 0


def test_who_sits_down_while_he_goes_for_good_leaves_there_too(shared: Server) -> None:
    alice, bob, carol = shared.person("Alice"), shared.person("Bob"), shared.person("Carol")
    carol.open("me", "open")  # she came last: of Bob nothing has to stay
    table, _ = before_the_start(alice, bob)

    async def go(hall: Hall) -> None:
        delete, waiting = hall.store.deleting.person, [f"tables/{table}/join"]

        async def and_sit_down(*args: Any) -> Any:
            if waiting:
                await asyncio.to_thread(bob.post, waiting.pop())
            return await delete(*args)

        hall.store.deleting.person = and_sit_down  # type: ignore[method-assign]
        await leaving_for_good.leave(hall, bob.id)

    with_hall(shared.database, go)
    assert [seat["kind"] for seat in alice.look(table)["seats"]] == ["person", "open"]
    assert bob.http.get("me").json() is None


@pytest.mark.parametrize("last", [False, True])
def test_who_has_gone_for_good_does_not_sit_down(shared: Server, monkeypatch: pytest.MonkeyPatch, last: bool) -> None:
    """While he is being deleted; of the person who came last a number stays."""
    alice, bob = shared.person("Alice"), shared.person("Bob")
    if not last:
        shared.person("Carol")
    table, _ = before_the_start(alice, bob)
    answers: list[httpx.Response] = []
    joins = threading.Thread(target=lambda: answers.append(bob.http.post(f"tables/{table}/join", json={})))
    emptying = deleting._emptying

    def and_sit_down(person: int) -> Any:
        """Waits until the other worker is done, or waits itself."""
        joins.start()
        until = time.monotonic() + ANSWER_TIME
        while joins.is_alive() and not somebody_waits(shared):
            assert time.monotonic() < until
            time.sleep(0.01)
        return emptying(person)

    monkeypatch.setattr(deleting, "_emptying", and_sit_down)
    with_hall(shared.database, lambda hall: leaving_for_good.leave(hall, bob.id))
    joins.join()
    assert answers[0].status_code == 401, answers[0].text
    assert [seat["kind"] for seat in alice.look(table)["seats"]] == ["person", "open"]
    assert seats_held(shared, bob) == 0


def somebody_waits(server: Server) -> bool:
    """For a lock of the database."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with opened(server.database) as connection:
        return bool(connection.execute(sa.text(waiting)).scalar_one())
