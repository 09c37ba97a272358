"""The solo campaign at tables: kept with the person, level after level, and by what was really played."""

from __future__ import annotations

import asyncio
import contextlib
import re
import types
from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa
from table_clients import Person, Server, opened, play_out

import petteia
from petteia.games import find
from petteia.games.peloponnes.show.campaign import Campaign
from petteia.server import schema
from petteia.server.bounds import MOST_ATTEMPTS
from petteia.server.problems import Refusal
from petteia.server.settings import Settings
from petteia.server.store import Store
from petteia.server.store.rows import AttemptsMade
from petteia.server.tables import campaigning, rematching


def test_a_campaign_is_kept_with_the_person(alice: Person, bob: Person) -> None:
    fresh = alice.get("campaigns/peloponnes")
    assert (fresh["level"], fresh["won"], fresh["current"], fresh["number"]) == (1, False, None, 1)
    assert [level["target"] for level in fresh["levels"]] == [24, 28, 32, 35, 35]
    table = alice.post("campaigns/peloponnes", 201)
    assert table["status"] == "playing"
    assert table["options"] == {"solo_level": 1, "used_civilizations": []}
    assert alice.post("campaigns/peloponnes", 201)["id"] == table["id"]  # a second click goes on with it
    assert alice.get("campaigns/peloponnes")["current"] == table["id"]
    assert bob.get("campaigns/peloponnes") == fresh

    over = play_out([alice], table["id"])
    (mine,) = over["seats"]
    after = alice.get("campaigns/peloponnes")
    (tried,) = after["levels"][0]["attempts"]
    assert (tried["table"], tried["points"]) == (table["id"], mine["points"])
    assert tried["reached"] is (mine["points"] >= 24)
    assert after["current"] is None
    assert after["level"] == 1 + tried["reached"]
    used = [one["name"] for one in after["civilizations"] if one["used"]]
    assert used == [tried["civilization"]] * tried["reached"]
    again = alice.post(f"tables/{table['id']}/rematch", 201)  # "Play again" goes on with the campaign
    assert alice.post("campaigns/peloponnes", 201)["id"] == again["id"]
    assert again["options"] == {"solo_level": after["level"], "used_civilizations": used}
    alice.post(f"tables/{again['id']}/leave")  # given up: that counts for nothing
    assert alice.get("campaigns/peloponnes") == after


def played(campaign: Campaign, table: str) -> Any:
    """A table at which the next level was reached: in this box that takes no points."""
    game = find("peloponnes")
    box = game.read_box("own.toml", re.sub(r"target = \d+", "target = 0", game.box.text))
    match = petteia.new("peloponnes", seats=1, seed=1, options=campaign.options(), box=box)
    while not match.over:
        match.play(match.choices[0])
    return types.SimpleNamespace(id=table, status="over", match=match)


def test_after_all_levels_a_new_campaign_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    stands = campaigning.Standing(1, Campaign(), [], None, known=5)
    for level in range(1, 6):
        room = played(stands.campaign, f"t{level}")
        campaigning.count(stands, room)
        campaigning.count(stands, room)  # a second table of the same level counts for nothing
        assert stands.tables == [f"t{one}" for one in range(1, level + 1)]
    assert stands.campaign.won

    opened: list[Any] = []

    async def standing(*_: object) -> campaigning.Standing:
        return stands

    async def new_table(hall: Any, person: int, game: Any, box: Any, options: Any, *_: object, **__: object) -> Any:
        opened.append(options)
        return types.SimpleNamespace(row={"id": "t6"})

    async def begin(new: Any, campaign: int, known: int, _: object) -> bool:
        opened.append((new.row["id"], campaign, known))
        return True

    async def may_open(*_: object) -> None:
        pass

    async def room(table: str) -> Any:
        return types.SimpleNamespace(id=table, status="playing")

    for name, fake in (("standing", standing), ("new_table", new_table), ("check_may_open", may_open)):
        monkeypatch.setattr(campaigning, name, fake)
    hall: Any = types.SimpleNamespace(
        workshop=types.SimpleNamespace(want=lambda game: None),
        room=room,
        store=types.SimpleNamespace(
            attempts=types.SimpleNamespace(begin=begin), tables=types.SimpleNamespace(opening=lambda new: [])
        ),
    )
    asyncio.run(campaigning.play(hall, 7, find("peloponnes")))
    assert opened == [{"solo_level": 1, "used_civilizations": []}, ("t6", 2, 5)]


def test_other_games_have_none(lite: Server) -> None:
    person = lite.person()
    assert person.get("campaigns/hellas", 404)["title"] == "This game has no campaign."
    assert person.post("campaigns/hellas", 404)["type"] == "no-game"
    assert person.get("campaigns/chess", 404)["type"] == "no-game"
    assert {game["name"] for game in person.get("games") if game["campaign"]} == {"peloponnes"}


def test_how_a_campaign_stands_is_not_asked_while_its_table_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its standing is read from all its tables, this one among them: with several workers that may take its lock."""
    room: Any = types.SimpleNamespace(id="t", game=None, row={"rematch": None}, status="over", lock=asyncio.Lock())
    room.seats_of = lambda person: [0]
    set_to: list[str] = []

    async def play(*_: Any) -> Any:
        assert not room.lock.locked()
        return types.SimpleNamespace(id="next")

    @contextlib.asynccontextmanager
    async def changing(*_: Any) -> AsyncIterator[Any]:
        async with room.lock:
            yield types.SimpleNamespace(set=lambda **values: set_to.append(values["rematch"]))

    async def includes(table: str) -> bool:
        return table == "t"

    async def found(table: str) -> str:
        return table

    monkeypatch.setattr(rematching.campaigning, "play", play)
    monkeypatch.setattr(rematching, "changing", changing)
    attempts = types.SimpleNamespace(includes=includes)
    hall: Any = types.SimpleNamespace(store=types.SimpleNamespace(attempts=attempts), room=found)
    assert asyncio.run(rematching.rematch.__wrapped__(hall, room, 1)) == "next"  # type: ignore[attr-defined]
    assert set_to == ["next"]


def test_what_another_worker_did_counts_before_its_notice_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    room: Any = types.SimpleNamespace(id="t", status="playing", match=None, lock=asyncio.Lock())

    async def of(*_: Any) -> AttemptsMade:
        return AttemptsMade(1, 1, ["t"])

    async def readable(_: Any) -> list[Any]:
        return [room]

    async def refresh(_: Any, known: Any) -> None:
        assert known.lock.locked()
        known.status = "abandoned"  # left, at another worker

    monkeypatch.setattr(campaigning, "refresh", refresh)
    store = types.SimpleNamespace(attempts=types.SimpleNamespace(of=of))
    hall: Any = types.SimpleNamespace(store=store, readable=readable)
    assert asyncio.run(campaigning.standing(hall, 1, find("peloponnes"))).current is None


def attempts_like(server: Server, table: str, many: int, **values: Any) -> list[str]:
    """Writes attempts like one into the database, after it."""
    names = [f"attempt{number:05}" for number in range(many)]
    with opened(server.database) as connection:
        for of, key in ((schema.tables, schema.tables.c.id), (schema.attempts, schema.attempts.c.table_id)):
            row = dict(connection.execute(sa.select(of).where(key == table)).mappings().one())
            more = {name: value for name, value in values.items() if name in of.columns}
            connection.execute(of.insert(), [{**row, key.name: name, **more} for name in names])
    return names


def test_what_was_given_up_is_not_read(server: Server) -> None:
    """Everybody waited while thousands of tables were read to say how one campaign stands."""
    person = server.person()
    table = person.post("campaigns/peloponnes", 201)["id"]
    given_up = attempts_like(server, table, 3, status="abandoned")

    async def ask() -> AttemptsMade:
        store = Store(Settings(database=server.database).url)
        try:
            return await store.attempts.of(person.id, "peloponnes")
        finally:
            await store.close()

    assert asyncio.run(ask()) == (1 + len(given_up), 1, [table])
    assert person.get("campaigns/peloponnes")["current"] == table


def test_a_campaign_has_only_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    async def standing(*_: object) -> campaigning.Standing:
        return campaigning.Standing(1, Campaign(), [], None, known=5, lasting=MOST_ATTEMPTS)

    monkeypatch.setattr(campaigning, "standing", standing)
    with pytest.raises(Refusal) as refused:
        asyncio.run(campaigning.play(types.SimpleNamespace(), 7, find("peloponnes")))  # type: ignore[arg-type]
    for lang in ("en", "de", "it"):
        assert str(MOST_ATTEMPTS) in refused.value.as_json(lang)["title"]
