"""Games that are over are packed: at a tenth of their size, with nothing lost."""

from __future__ import annotations

import asyncio
import itertools
import pathlib
import random
import time
from collections.abc import Callable
from typing import Any, cast

import httpx
import pytest
import sqlalchemy as sa
from table_clients import ANSWER_TIME, Json, Person, Server, entries_of, opened, play_out

import petteia
from petteia import bots
from petteia.games import NAMES
from petteia.server import schema
from petteia.server.guard import COOKIE
from petteia.server.packing import pack, unpack
from petteia.server.settings import Settings
from petteia.server.store import Store
from petteia.server.store.rows import EntryRow


def played(game: str) -> list[EntryRow]:
    """A whole game between greedy bots as the entries of a table, with a resignation at its end."""
    match, bot = petteia.new(game, seats=3, seed=5), bots.Bot("greedy", 1)
    while not match.over:
        match.play(bot.choose(match))
    whole, clock = zip([None, *match.history], match.states, strict=True), random.Random(1)
    at = itertools.accumulate((clock.expovariate(0.2) for _ in itertools.count()), initial=1767225600.0)
    rows: list[EntryRow] = [
        {
            "table_id": "k3v9x2m4p8qa",
            "number": number,
            "kind": "deal" if choice is None else "play",
            "seat": None if choice is None else number % 3,
            "words": None if choice is None else choice.words,
            "back": None,
            "to_move": number % 3,
            "rules_version": match.game.rules_version,
            "layout": "0123456789abcdef",
            "state": state,
            "at": next(at),
        }
        for number, (choice, state) in enumerate(whole)
    ]
    return [*rows, {**rows[-1], "number": len(rows), "kind": "resign", "words": "greedy", "layout": "another"}]


def stored(rows: list[EntryRow]) -> int:
    """Bytes of the entries as they stand in the database, without what it needs for itself."""
    return sum(
        len(value) if isinstance(value, str | bytes) else 8
        for row in rows
        for value in row.values()
        if value is not None
    )


@pytest.mark.parametrize("game", NAMES)
def test_a_tenth_of_the_size(game: str) -> None:
    rows = played(game)
    data = pack(rows)
    print(f"{game}: {len(rows)} entries, {stored(rows)} bytes, packed {len(data)}: 1/{stored(rows) / len(data):.0f}")
    assert len(data) * 10 <= stored(rows)
    again = unpack(data, "k3v9x2m4p8qa")
    assert [{**row, "at": 0} for row in again] == [{**row, "at": 0} for row in rows]
    assert [row["at"] for row in again] == pytest.approx([row["at"] for row in rows], abs=0.001)


def test_states_of_other_lengths_come_back_too() -> None:
    rows = played("peloponnes")[:4]
    rows[2] = {**rows[2], "layout": "later", "state": rows[2]["state"] + b"\n{more"}
    assert [row["state"] for row in unpack(pack(rows), "k3v9x2m4p8qa")] == [row["state"] for row in rows]


def pack_all(server: Server) -> None:
    """Packs what is over, as the server does a day later."""

    async def run() -> None:
        store = Store(Settings(database=server.database).url)
        try:
            for table in await store.packs.due(time.time() + 60):
                await store.packs.pack(table)
        finally:
            await store.close()

    asyncio.run(run())


def all_of(person: Person, table: str) -> Json:
    """All that somebody can be told of a game."""
    last = person.look(table)["moves"]
    return {
        "table": {**person.look(table), "watching": 0},
        "logs": [
            person.get(f"tables/{table}/log", seat=seat, lang=lang) for seat in (0, None) for lang in ("en", "it")
        ],
        "moments": [person.get(f"tables/{table}/moments/{move}", seat=0) for move in range(last + 1)],
        "sheet": person.get(f"tables/{table}/sheet"),
        "save": person.get(f"tables/{table}/save"),
        "chat": person.get(f"tables/{table}/chat"),
    }


def check_same(told: Json, before: Json) -> None:
    """When something happened is kept to the thousandth of a second."""
    for one, other in zip(told["moments"], before["moments"], strict=True):
        assert one.pop("since") == pytest.approx(other["since"], abs=0.002)
        assert one == {name: value for name, value in other.items() if name != "since"}
    assert told["table"].pop("changed") == pytest.approx(before["table"]["changed"], abs=0.002)
    assert told["table"] == {name: value for name, value in before["table"].items() if name != "changed"}
    for part in ("logs", "sheet", "save", "chat"):
        assert told[part] == before[part]


def test_a_packed_table_is_the_table(server: Server) -> None:
    check_packed(server, "peloponnes")


@pytest.mark.parametrize("game", [name for name in NAMES if name != "peloponnes"])
def test_in_all_games(lite: Server, game: str) -> None:
    check_packed(lite, game)


def check_packed(server: Server, game: str) -> None:
    """Plays a game, packs it, and finds everything as it was."""
    alice, bob = server.person("Alice"), server.person("Bob")
    table = alice.open("me", "open", "greedy", game=game, listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    play_out([alice, bob], table, moves=6)
    number = alice.wait(table, lambda found: found["to_move"] in (0, 1))["moves"]
    one, seat = (alice, 0) if alice.look(table)["to_move"] == 0 else (bob, 1)
    alice.post(f"tables/{table}/chat", text="well played")
    if not one.post(f"tables/{table}/undo", seat=seat, number=number)["done"]:
        other, their = (bob, 1) if one is alice else (alice, 0)
        other.post(f"tables/{table}/undo/answer", seat=their, agree=True)
    bob.post(f"tables/{table}/resign", seat=1)
    assert play_out([alice], table)["status"] == "over"
    before, written = all_of(alice, table), entries_of(server, table)
    assert {row["kind"] for row in written} == {"deal", "play", "undo", "resign"}

    pack_all(server)
    with opened(server.database) as connection:
        its = schema.entries.c.table_id == table
        assert connection.execute(sa.select(sa.func.count()).where(its)).scalar() == 0
    assert [{**row, "at": 0} for row in entries_of(server, table)] == [{**row, "at": 0} for row in written]
    check_same(all_of(alice, table), before)  # from memory
    server.stop()
    server.start()
    check_same(all_of(alice, table), before)  # from the database
    assert before["table"]["proof"] is not None

    # Whatever can be done with a finished game can be done with a packed one.
    middle = before["table"]["moves"] // 2
    seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    fork = alice.post(f"tables/{table}/fork", move=middle, seats=seats)
    assert fork["moves"] >= middle
    shown = alice.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    assert Person(server, None).get(f"tables/{shown}/sheet") == before["sheet"]
    again = alice.request("POST", "saves", json=before["save"])
    assert alice.get(f"tables/{again['id']}/save")["choices"] == before["save"]["choices"]
    assert alice.post(f"tables/{table}/rematch")["status"] == "open"


def test_nothing_goes_that_could_not_be_had_again(lite: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = lite.person("Alice")
    table = alice.open("me", "random", start=True)["id"]
    play_out([alice], table)
    written = entries_of(lite, table)
    wrong = cast(Any, lambda rows: pack([*rows[:-1], {**rows[-1], "words": "another"}]))
    monkeypatch.setattr("petteia.server.store.packs.pack", wrong)
    with pytest.raises(AssertionError, match="cannot be packed"):
        pack_all(lite)
    assert entries_of(lite, table) == written


def test_a_table_comes_with_its_game_or_not_at_all(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    """Storing an upload, or the copy behind a public link, breaks off in the middle: no empty table is left."""
    server = Server(new_database("sqlite"), tmp_path)
    try:
        person = server.person()
        table = person.open("me", "random", start=True)["id"]
        play_out([person], table)
        save = person.http.get(f"tables/{table}/save").json()
        with opened(server.database) as connection:
            broken = "BEGIN SELECT RAISE(ABORT, 'broken off'); END"
            connection.exec_driver_sql(f"CREATE TRIGGER breaks BEFORE INSERT ON packs {broken}")
        for path, body in (("saves", save), (f"tables/{table}/share", {"agree": True})):
            cookies = {COOKIE: person.cookie or ""}
            answer = httpx.post(f"{server.address}/api/{path}", json=body, cookies=cookies, timeout=ANSWER_TIME)
            assert answer.status_code == 500
        with opened(server.database) as connection:
            assert connection.execute(sa.select(schema.tables.c.id)).scalars().all() == [table]
            connection.exec_driver_sql("DROP TRIGGER breaks")
        assert person.request("POST", "saves", json=save)["status"] == "over"
        assert person.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    finally:
        server.stop()
