"""Cleaning up: what nobody uses goes after as many days as the settings say, and nothing else does."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest
import sqlalchemy as sa
from table_clients import Closed, Json, Person, Server, opened, play_out
from test_admin import do

from petteia.engine.boxes import Box
from petteia.games import find
from petteia.match import new_match
from petteia.server import schema
from petteia.server.models import ClosedForGood
from petteia.server.settings import Settings
from petteia.server.store import Store
from petteia.server.tables.cleaning import A_DAY, clean, measure
from petteia.server.tables.hall import Hall

KEEPING = [name for name in Settings.__dataclass_fields__ if name.startswith("keep_")]
FOR_EVER: dict[str, float] = dict.fromkeys([*KEEPING, "pack_after"], 0.0)
YEARS = 3650.0  # days


class NoWorkshop:
    """Nobody plays here."""

    def want(self, game: str) -> None:
        pass


def with_hall(database: str, do: Callable[[Hall], Any], **settings: float) -> Any:
    """Does something in the hall of a worker of its own."""

    async def run() -> Any:
        store = Store(Settings(database=database).url)
        hall = Hall(store, Settings(database=database, **cast(Any, settings)), cast(Any, NoWorkshop()))
        try:
            return await do(hall)
        finally:
            await hall.close()
            await store.close()

    return asyncio.run(run())


def cleaned(server: Server, days: float, **settings: float) -> Counter[str]:
    """Cleans up so many days from now."""
    found: Counter[str] = with_hall(server.database, lambda hall: clean(hall, time.time() + days * A_DAY), **settings)
    return +found


def there(server: Server, table: str) -> bool:
    with opened(server.database) as connection:
        return connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table)).first() is not None


def known(server: Server, person: Person) -> bool:
    with opened(server.database) as connection:
        name = connection.execute(sa.select(schema.people.c.name).where(schema.people.c.id == person.id)).scalar()
        return bool(name)


def count(server: Server, table: sa.Table) -> int:
    with opened(server.database) as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def other_box(number: int) -> Box:
    """A box that nobody printed."""
    game = find("peloponnes")
    return game.read_box("own.toml", re.sub(r'name = "Market"', f'name = "Market {number}"', game.box.text))


def save_with(box: Box | None = None) -> Json:
    """A save file of a game that has just been dealt."""
    return new_match("peloponnes", seats=2, seed=3, box=box).as_save()


@pytest.fixture
def tables(server: Server, alice: Person, bob: Person) -> dict[str, str]:
    """A table of every kind."""
    found = {
        "left": alice.open("me", "open")["id"],
        "unstarted": alice.open("me", "open")["id"],
        "stalled": alice.open("me", "random", start=True)["id"],
        "abandoned": alice.open("me", "random", start=True)["id"],
        "finished": alice.open("me", "random", start=True)["id"],
        "uploads": alice.request("POST", "saves", json=save_with())["id"],
    }
    alice.post(f"tables/{found['left']}/leave")
    alice.post(f"tables/{found['abandoned']}/resign", seat=0)
    play_out([alice], found["finished"])
    return found


def test_nothing_that_somebody_would_miss_goes_by_itself(server: Server, tables: dict[str, str]) -> None:
    cleaned(server, YEARS)
    assert {kind for kind, table in tables.items() if there(server, table)} == {
        "stalled",
        "abandoned",
        "finished",
        "uploads",
    }


def test_nothing_at_all_goes_where_everything_is_kept(server: Server, tables: dict[str, str]) -> None:
    done = cleaned(server, YEARS, **FOR_EVER)
    assert set(done) <= {"left"}
    assert {kind for kind, table in tables.items() if not there(server, table)} == {"left"}


@pytest.mark.parametrize("kind", ["unstarted", "stalled", "abandoned", "finished", "uploads"])
def test_each_goes_when_its_days_are_over(server: Server, tables: dict[str, str], kind: str) -> None:
    keep = {**FOR_EVER, f"keep_{kind}": 7.0}
    cleaned(server, 6.9, **keep)
    assert there(server, tables[kind])
    cleaned(server, 7.1, **keep)
    assert {other for other, table in tables.items() if there(server, table)} == {*tables} - {kind, "left"}


def test_whoever_looks_at_a_table_that_goes_is_told(lite: Server) -> None:
    alice = lite.person("Alice")
    table = alice.open("me", "open", listed=True)["id"]
    lite.person("Bob").request("DELETE", f"tables/{table}", 403)
    with Person(lite, None).live(table) as live:
        assert alice.request("DELETE", f"tables/{table}") == {"id": table}
        with pytest.raises(Closed) as closed:
            live.until("nothing")
        assert closed.value.code == ClosedForGood.NO_TABLE
    alice.get(f"tables/{table}", 404)
    assert not there(lite, table)


def test_people_who_were_not_seen(server: Server, tables: dict[str, str], alice: Person) -> None:
    passing = server.person("Passing")
    keep = {**FOR_EVER, "keep_visitors": 30.0}
    cleaned(server, 29.0, **keep)
    assert known(server, passing)
    cleaned(server, 31.0, **keep)
    assert not known(server, passing)
    assert known(server, alice)
    cleaned(server, 31.0, **{**FOR_EVER, "keep_people": 30.0})
    assert not known(server, alice)
    assert not any(there(server, table) for table in tables.values())


def test_a_game_of_two_outlives_who_was_not_seen(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    play_out([alice, bob], table)
    with opened(server.database) as connection:  # bob comes again in twenty days
        his = schema.devices.c.person_id == bob.id
        connection.execute(schema.devices.update().where(his).values(seen=time.time() + 20 * A_DAY))
    cleaned(server, 31.0, **{**FOR_EVER, "keep_people": 30.0})
    with opened(server.database) as connection:
        its = sa.select(schema.seats.c.name).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
        assert connection.execute(its).scalars().all() == ["", "Bob"]


def test_a_ban_outlives_the_name(server: Server, bob: Person) -> None:
    do(server, f"people/{bob.id}", "ban")
    cleaned(server, 31.0, **{**FOR_EVER, "keep_people": 30.0})
    assert not known(server, bob)
    with opened(server.database) as connection:
        his = schema.sanctions.c.person_id == bob.id
        assert connection.execute(sa.select(schema.sanctions.c.kind).where(his)).scalars().all() == ["ban"]
        connection.execute(schema.sanctions.delete().where(his))
    server.person("Later")  # the last number is not given again
    cleaned(server, 31.0, **FOR_EVER)
    with opened(server.database) as connection:
        assert connection.execute(sa.select(schema.people).where(schema.people.c.id == bob.id)).first() is None


def test_boxes_that_no_table_plays_with_go(server: Server, alice: Person) -> None:
    cleaned(server, 1.0, **FOR_EVER)
    boxes, layouts = count(server, schema.boxes), count(server, schema.layouts)
    table = alice.request("POST", "saves", json=save_with(other_box(1)))["id"]
    assert count(server, schema.boxes) == boxes + 1
    cleaned(server, 1.0, **FOR_EVER)
    assert count(server, schema.boxes) == boxes + 1
    alice.request("DELETE", f"tables/{table}")
    cleaned(server, 1.0, **FOR_EVER)
    assert (count(server, schema.boxes), count(server, schema.layouts)) == (boxes, layouts)


def test_small_things_go(server: Server, alice: Person, bob: Person) -> None:
    alice.post("me/carry")
    table = alice.open("me", "open")["id"]
    bob.post(f"tables/{table}/knock")
    alice.post(f"tables/{table}/leave")
    cleaned(server, 500.0, **FOR_EVER)
    for part in (schema.carries, schema.knocks):
        with opened(server.database) as connection:
            mine = part.c.person_id.in_((alice.id, bob.id))
            assert connection.execute(sa.select(part).where(mine)).first() is None
    with opened(server.database) as connection:  # its cookie has run out
        assert connection.execute(sa.select(schema.devices).where(schema.devices.c.person_id == bob.id)).first() is None


def test_the_whole_database_has_a_limit(server: Server) -> None:
    async def is_full(hall: Hall) -> bool:
        await measure(hall)
        return hall.is_full

    assert not with_hall(server.database, is_full)
    assert with_hall(server.database, is_full, most_stored=1e-6)
    assert not with_hall(server.database, is_full, most_stored=0.0)
