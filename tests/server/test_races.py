"""Two people do something at one table at the same moment, at two workers: every pair of things that can be done there.

Whatever comes of it, the table is one that could have come about one after the other. PETTEIA_RACES says how often each
pair is raced; without it, those that once went wrong and every sixth of the others are, once.
"""

from __future__ import annotations

import itertools
import os
import pathlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from table_clients import Cluster, Json, Person, serving, words_of

from petteia.proof import mix
from petteia.server import schema
from petteia.server.settings import Settings
from petteia.server.store.database import synchronous

RACES = int(os.environ.get("PETTEIA_RACES", "0"))
EVERY = 6
WENT_WRONG = {
    ("start", "the guest leaves"),
    ("start", "take the guest's seat"),
    ("the host leaves", "join"),
    ("the guest gives up", "the guest gives up"),
    ("the host gives up", "the guest gives up"),
    ("the guest gives up", "take the guest's seat"),
    ("the host wants a rematch", "the guest wants a rematch"),
    ("the host agrees", "the guest agrees"),
}
REFUSED = (403, 404, 409)

Twin = tuple[Person, Person]  # the same person at both workers
Deed = Callable[["Scene", int], httpx.Response]  # at the worker with this number


class Scene:
    """A table, and those who do something there, at both workers."""

    def __init__(self, database: sa.Engine, people: dict[str, Twin]) -> None:
        self.database, self.people = database, people
        self.table = ""
        self.secrets: dict[str, str] = {}

    def at(self, who: str, worker: int = 0) -> Person:
        return self.people[who][worker]

    def ask(self, who: str, worker: int, path: str, **body: Any) -> httpx.Response:
        return self.at(who, worker).http.post(f"tables/{self.table}/{path}", json=body)

    def race(self, *deeds: Deed) -> list[httpx.Response]:
        """Both deeds at once, each at its worker; the answers."""
        gate, answers = threading.Barrier(len(deeds)), {}

        def do(worker: int, deed: Deed) -> None:
            gate.wait()
            answers[worker] = deed(self, worker)

        threads = [threading.Thread(target=do, args=both) for both in enumerate(deeds)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return [answers[worker] for worker in range(len(deeds))]

    # -- what is stored ------------------------------------------------------------------------------------------------

    def rows(self, table: sa.Table, *order: str) -> list[Json]:
        query = sa.select(table).where(table.c.table_id == self.table).order_by(*(table.c[name] for name in order))
        with self.database.begin() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def about(self, table: str | None = None) -> Json:
        query = sa.select(schema.tables).where(schema.tables.c.id == (table or self.table))
        with self.database.begin() as connection:
            return dict(connection.execute(query).mappings().one())

    def count(self, *where: Any) -> int:
        with self.database.begin() as connection:
            return int(connection.execute(sa.select(sa.func.count()).where(*where)).scalar_one())

    def end_others(self) -> None:
        """Ends the games of the scenes before, by hand: a host may have only so many that go on."""
        its = schema.tables.c
        others = schema.tables.update().where(its.id != self.table, its.status.in_(("open", "playing")))
        with self.database.begin() as connection:
            connection.execute(others.values(status="abandoned", version=its.version + 1))

    def check(self, answers: list[httpx.Response]) -> None:
        """What holds whatever happened."""
        about, seats, entries = self.about(), self.rows(schema.seats, "seat"), self.rows(schema.entries, "number")
        held = {(row["seat"], row["person_id"]) for row in self.rows(schema.holders, "seat")}
        for answer in answers:
            assert answer.status_code in (200, 201, *REFUSED), answer.text
        assert [entry["number"] for entry in entries] == list(range(len(entries)))
        for seat in seats:
            holders = {person for number, person in held if number == seat["seat"]}
            assert bool(holders) == (seat["kind"] == "person"), seat
            assert (seat["bot"] is not None) == (seat["kind"] == "bot"), seat
        assert (about["seed"] is not None) == bool(entries)
        if about["status"] == "open":
            assert not entries
        if about["status"] == "playing":
            assert entries
            assert "open" not in [seat["kind"] for seat in seats]
            assert "person" in [seat["kind"] for seat in seats]
        if entries:
            assert about["seed"] == mix(about["secret"], [seat["nonce"] or "" for seat in seats])
            resigned = [entry["seat"] for entry in entries if entry["kind"] == "resign"]
            assert len(set(resigned)) == len(resigned)
            # Bots play on for those who gave up; for the last person nobody does: the game is over.
            replaced = resigned[:-1] if about["status"] == "abandoned" else resigned
            assert set(replaced) == {seat["seat"] for seat in seats if seat["resigned"]}
        self.check_both_workers_agree(about, seats)

    def check_both_workers_agree(self, about: Json, seats: list[Json]) -> None:
        for worker in (0, 1):
            found = self.at("host", worker).look(self.table)
            assert found["status"] == about["status"]
            assert [seat["kind"] for seat in found["seats"]] == [seat["kind"] for seat in seats]


@pytest.fixture(scope="module")
def scene(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Scene]]:
    folder: pathlib.Path = tmp_path_factory.mktemp("races")
    database = postgres.new_database()
    with serving(database, folder) as one, serving(database, folder) as other:
        people: dict[str, Twin] = {}
        for who in ("host", "guest", "stranger", "knocker", "friend"):
            here = one.person(who)
            there = Person(other, None, cookie=here.cookie)
            here.id = there.id = here.id
            people[who] = here, there
        engine = synchronous(Settings(database=database).url)
        yield lambda: Scene(engine, people)
        engine.dispose()


@pytest.fixture(autouse=True)
def tidy() -> None:
    """People stay for all tests of this file."""


def pairs(deeds: dict[str, Deed]) -> list[tuple[str, str]]:
    every = list(itertools.combinations_with_replacement(deeds, 2))
    if RACES:
        return every * RACES
    return [pair for place, pair in enumerate(every) if pair in WENT_WRONG or place % EVERY == 0]


def every_pair(deeds: dict[str, Deed], setting: Callable[[], Scene]) -> Iterator[tuple[Scene, dict[str, int]]]:
    """Races every pair in a scene of its own, and checks what always holds; what each deed was answered."""
    for one, other in pairs(deeds):
        where = setting()
        where.end_others()
        answers = where.race(deeds[one], deeds[other])
        said = [(one, answers[0].status_code), (other, answers[1].status_code)]
        try:
            where.check(answers)
            yield where, dict(said) if one != other else {one: max(status for _, status in said)}
        except AssertionError as problem:
            raise AssertionError(f"{said}: {problem}") from problem


# -- before the start --------------------------------------------------------------------------------------------------

BEFORE: dict[str, Deed] = {
    "start": lambda at, worker: at.ask("host", worker, "start"),
    "the guest leaves": lambda at, worker: at.ask("guest", worker, "leave"),
    "the host leaves": lambda at, worker: at.ask("host", worker, "leave"),
    "join": lambda at, worker: at.ask("stranger", worker, "join", invite=at.secrets["invite"]),
    "free the bot's seat": lambda at, worker: at.ask("host", worker, "seats/2/free"),
    "the guest's digits": lambda at, worker: at.ask("guest", worker, "nonce", nonce=f"{worker}" * 32),
    "another bot": lambda at, worker: at.ask("host", worker, "seats/2/bot", bot="greedy"),
    "a link to the guest's seat": lambda at, worker: at.ask("guest", worker, "seats/1/link"),
    "take the guest's seat": lambda at, worker: at.ask("friend", worker, "seats/1/take", secret=at.secrets["link"]),
    "invite": lambda at, worker: at.ask("host", worker, "invite"),
    "knock": lambda at, worker: at.ask("stranger", worker, "knock"),
    "let in": lambda at, worker: at.ask("host", worker, f"knocks/{at.at('knocker').id}", accept=True),
    "send away": lambda at, worker: at.ask("host", worker, f"knocks/{at.at('knocker').id}", accept=False),
    "rename": lambda at, worker: at.at("guest", worker).http.patch("me", json={"name": f"guest {worker}"}),
}


def before_the_start(where: Scene) -> Scene:
    """A private table: host, guest, a bot. The guest's seat has a link, and somebody knocks."""
    host, guest = where.at("host"), where.at("guest", 1)
    where.table = host.open("me", "open", "random")["id"]
    where.secrets["invite"] = host.post(f"tables/{where.table}/invite")["secret"]
    guest.post(f"tables/{where.table}/join", invite=where.secrets["invite"])
    where.secrets["link"] = guest.post(f"tables/{where.table}/seats/1/link")["secret"]
    with where.database.begin() as connection:
        connection.execute(schema.knocks.delete())  # nobody may wait at many tables
    where.at("knocker", 1).post(f"tables/{where.table}/knock")
    return where


def test_before_the_start(scene: Callable[[], Scene]) -> None:
    for where, said in every_pair(BEFORE, lambda: before_the_start(scene())):
        holders = {row["person_id"] for row in where.rows(schema.holders, "seat")}
        about = where.about()
        if said.get("start") == 200:
            assert where.rows(schema.entries, "number")
        if said.get("the guest leaves") == 200 and "the host leaves" not in said:  # after the host there is no table
            assert where.at("guest").id not in holders
        if said.get("the host leaves") == 200:
            assert where.at("host").id not in holders
            assert about["status"] != "open"
        if said.get("join") == 200:
            assert where.at("stranger").id in holders
        where.at("host").post(f"tables/{where.table}/leave")  # nobody may have many that wait


# -- deleting it -------------------------------------------------------------------------------------------------------

ALONE: dict[str, Deed] = {
    "delete": lambda at, worker: at.at("host", worker).http.delete(f"tables/{at.table}"),
    "join": BEFORE["join"],
    "enter": lambda at, worker: at.ask("stranger", worker, "enter", invite=at.secrets["invite"]),
    "knock": BEFORE["knock"],
    "invite": BEFORE["invite"],
    "the host leaves": BEFORE["the host leaves"],
}


def test_a_table_that_is_deleted(scene: Callable[[], Scene]) -> None:
    """It goes with all that belongs to it, or somebody sits there and it stays; nobody is told of a database."""
    for other in [name for name in ALONE for _ in range(max(RACES, 1))]:
        where = scene()
        where.table = where.at("host").open("me", "open")["id"]
        where.secrets["invite"] = where.at("host").post(f"tables/{where.table}/invite")["secret"]
        answers = where.race(ALONE["delete"], ALONE[other])
        said = [answer.status_code for answer in answers]
        assert all(status in (200, 201, *REFUSED) for status in said), (other, said, [one.text for one in answers])
        if said[0] != 200 and other == "delete":
            said.reverse()
        if said[0] == 200:
            assert where.count(schema.tables.c.id == where.table) == 0
            for worker in (0, 1):
                assert where.at("host", worker).http.get(f"tables/{where.table}").status_code == 404
        else:
            assert (other, said) == ("join", [409, 200])
            assert where.at("stranger").id in {row["person_id"] for row in where.rows(schema.holders, "seat")}
            where.at("host").post(f"tables/{where.table}/leave")


# -- while it is played ------------------------------------------------------------------------------------------------


def play(at: Scene, worker: int) -> httpx.Response:
    number, choice = int(at.secrets["number"]), at.secrets["choice"]
    return at.ask(at.secrets["mover"], worker, "play", seat=int(at.secrets["seat"]), number=number, choice=choice)


def undo(who: str, seat: int) -> Deed:
    return lambda at, worker: at.ask(who, worker, "undo", seat=seat, number=int(at.secrets["number"]))


PLAYING: dict[str, Deed] = {
    "play": play,
    "the host takes back": undo("host", 0),
    "the guest takes back": undo("guest", 1),
    "the host agrees": lambda at, worker: at.ask("host", worker, "undo/answer", seat=0, agree=True),
    "the guest declines": lambda at, worker: at.ask("guest", worker, "undo/answer", seat=1, agree=False),
    "the host gives up": lambda at, worker: at.ask("host", worker, "resign", seat=0),
    "the guest gives up": lambda at, worker: at.ask("guest", worker, "resign", seat=1),
    "the guest leaves": lambda at, worker: at.ask("guest", worker, "leave"),
    "a standing answer": lambda at, worker: at.ask("guest", worker, "standing", seat=1, name="pass", on=True),
    "take the guest's seat": lambda at, worker: at.ask("friend", worker, "seats/1/take", secret=at.secrets["link"]),
}


def being_played(where: Scene) -> Scene:
    """Both have played, and a wish to take back waits where one can."""
    host, guest = where.at("host"), where.at("guest", 1)
    where.table = host.open("me", "open", listed=True)["id"]
    guest.post(f"tables/{where.table}/join")
    where.secrets["link"] = guest.post(f"tables/{where.table}/seats/1/link")["secret"]
    host.post(f"tables/{where.table}/start")
    for made in range(3):
        seat = host.look(where.table)["to_move"]
        who = "host" if seat == 0 else "guest"
        moment = where.at(who).now(where.table, seat)
        where.secrets |= {"mover": who, "seat": str(seat), "number": str(moment["number"])}
        where.secrets["choice"] = words_of(moment)[0]
        if made < 2:
            where.at(who).play(where.table, seat, moment["number"], where.secrets["choice"])
    where.ask("guest", 1, "undo", seat=1, number=int(where.secrets["number"]))
    where.secrets["number"] = str(where.at("host").now(where.table)["number"])
    return where


def test_while_it_is_played(scene: Callable[[], Scene]) -> None:
    for where, said in every_pair(PLAYING, lambda: being_played(scene())):
        about, entries = where.about(), where.rows(schema.entries, "number")
        holders = {row["person_id"] for row in where.rows(schema.holders, "seat")}
        if said.get("the guest leaves") == 200 and about["status"] != "abandoned":  # the last person keeps his seat
            assert where.at("guest").id not in holders
        assert said != {"play": 200}  # the same choice twice counts once
        if about["status"] == "playing" and about["undo"]:
            assert about["undo"]["number"] <= entries[-1]["number"]
        if {"the host gives up", "the guest gives up"} == said.keys():
            assert about["status"] == "abandoned"


# -- afterwards --------------------------------------------------------------------------------------------------------

AFTER: dict[str, Deed] = {
    "the host wants a rematch": lambda at, worker: at.ask("host", worker, "rematch"),
    "the guest wants a rematch": lambda at, worker: at.ask("guest", worker, "rematch"),
    "the host agrees": lambda at, worker: at.ask("host", worker, "share", agree=True),
    "the guest agrees": lambda at, worker: at.ask("guest", worker, "share", agree=True),
    "the guest withdraws": lambda at, worker: at.ask("guest", worker, "share", agree=False),
}


def over(where: Scene) -> Scene:
    """A game that has ended, by hand: no one has to play it."""
    host, guest = where.at("host"), where.at("guest", 1)
    where.table = host.open("me", "open", listed=True)["id"]
    guest.post(f"tables/{where.table}/join")
    host.post(f"tables/{where.table}/start")
    its = schema.tables.c
    with where.database.begin() as connection:
        ended = schema.tables.update().where(its.id == where.table)
        connection.execute(ended.values(status="over", version=its.version + 1))
    return where


def test_after_the_end(scene: Callable[[], Scene]) -> None:
    its = schema.tables.c
    for where, said in every_pair(AFTER, lambda: over(scene())):
        about = where.about()
        created = (its.created > about["created"], its.host.in_([where.at("host").id, where.at("guest").id]))
        rematches = where.count(*created, its.origin == "deal")
        assert rematches == (1 if any("rematch" in name for name in said) else 0)
        assert (about["rematch"] is not None) == bool(rematches)
        agreed = about["agreed"] or []
        assert (about["shown"] is not None) == (agreed == [0, 1]), about
        listed = where.count(*created, its.origin == "shown", its.listed)
        assert listed == (1 if about["shown"] else 0)
        if about["rematch"]:
            seats = where.at("host").look(about["rematch"])["seats"]
            assert [seat["kind"] for seat in seats] == ["person", "person"]
            host = "host" if where.about(about["rematch"])["host"] == where.at("host").id else "guest"
            where.at(host).post(f"tables/{about['rematch']}/leave")
