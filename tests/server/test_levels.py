"""Bots of every level at tables: who may sit down, and that thinking makes nobody wait."""

from __future__ import annotations

import pathlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import httpx
import pytest
import uvicorn
from table_clients import ANSWER_TIME, NO_CERTIFICATES, Person, Server, play_out

import petteia
from petteia import hints
from petteia.bots import roster
from petteia.bots.roster import waiting
from petteia.bots.roster.given_names import GIVEN_NAMES
from petteia.bots.roster.levels import FUTURES
from petteia.server.app import create_app
from petteia.server.problems import Refusal
from petteia.server.rooms import Room
from petteia.server.settings import Settings
from petteia.server.store.migrating import migrate
from petteia.server.tables import levels, strangers
from petteia.server.tables.hall import Hall

GAMES = petteia.games.NAMES


# -- who may sit down --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_level_of_a_game_can_sit_down(lite: Server, game: str) -> None:
    person = lite.person()
    offered = next(one for one in person.get("games") if one["name"] == game)["bots"]
    assert [bot["name"] for bot in offered][:5] == ["random", "easy", "greedy", "middle", "hard"]
    for bot in offered:
        seat = person.open("me", bot["name"], game=game)["seats"][1]
        assert (seat["kind"], seat["bot"]) == ("bot", bot["name"])
        assert seat["name"] in GIVEN_NAMES
    assert person.open("me", {"kind": "bot"}, game=game)["seats"][1]["bot"] == "greedy"


def test_bots_have_names_of_their_own(alice: Person, bob: Person) -> None:
    table = alice.open("me", "greedy", "greedy", "open", listed=True)
    before = [seat["name"] for seat in table["seats"]]
    assert len({*before}) == 4
    assert [seat["name"] for seat in alice.look(table["id"])["seats"]] == before
    bob.request("PATCH", "me", json={"name": before[1].upper()})  # a namesake: the bot steps aside, and only that one
    bob.post(f"tables/{table['id']}/join")
    after = [seat["name"] for seat in alice.look(table["id"])["seats"]]
    assert after[1] in GIVEN_NAMES
    assert after == [before[0], after[1], before[2], before[1].upper()]
    assert len({name.casefold() for name in after}) == 4


def test_a_bot_in_place_of_somebody_has_a_name_of_its_own(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    seat = bob.post(f"tables/{table}/resign", seat=1)["seats"][1]
    assert seat["name"] in GIVEN_NAMES
    assert (seat["former"], seat["bot"]) == ("Bob", "greedy")
    (told,) = (line["text"] for line in alice.get(f"tables/{table}/log") if line["kind"] == "resign")
    assert f"({seat['name']} · Greedy)" in told


@pytest.mark.parametrize("level", ["human", "Hard", "hard:simulations=500", " "])
def test_what_is_no_level_is_refused(lite: Server, level: str) -> None:
    person = lite.person()
    problem = person.open("me", level, status=422)
    assert problem["title"] == "There is no such bot here."
    assert "random, easy, greedy, middle, hard" in problem["cause"]
    table = person.open("me", "open")["id"]
    assert person.post(f"tables/{table}/seats/1/bot", 422, bot=level) == problem


def test_a_level_that_does_not_play_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = petteia.games.find("poseidon")
    monkeypatch.setattr(levels, "levels_of", lambda game: {"greedy": None})
    levels.check_level(game, "greedy", strangers.Strangers(Settings()))
    with pytest.raises(Refusal) as refused:
        levels.check_level(game, "master", strangers.Strangers(Settings()))
    assert refused.value.as_json("en")["title"] == "This bot does not play Poseidon."


def test_bots_sit_down_until_the_start(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", "hard", listed=True)["id"]
    seated = alice.post(f"tables/{table}/seats/1/bot", bot="easy")["seats"]
    assert [seat["bot"] for seat in seated] == [None, "easy", "hard"]
    seated = alice.post(f"tables/{table}/seats/2/bot", bot="middle")["seats"]  # instead of another
    assert [seat["bot"] for seat in seated] == [None, "easy", "middle"]
    free = alice.post(f"tables/{table}/seats/1/free")["seats"][1]
    assert (free["kind"], free["bot"], free["name"]) == ("open", None, "")
    assert bob.post(f"tables/{table}/seats/1/bot", 403, bot="easy")["type"] == "not-host"
    bob.post(f"tables/{table}/join")
    for seat in (0, 1, 4):
        assert alice.post(f"tables/{table}/seats/{seat}/bot", 409, bot="easy")["type"] == "not-now"
    alice.post(f"tables/{table}/start")
    assert alice.post(f"tables/{table}/seats/2/bot", 409, bot="easy")["title"] == "The game has begun already."


def test_a_table_of_bots_alone_is_refused(lite: Server) -> None:
    person = lite.person()
    table = person.open("open", "easy")["id"]
    assert person.post(f"tables/{table}/seats/0/bot", 422, bot="easy")["title"] == "Nobody would play at this table."


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_game_against_those_that_search(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", "middle", "hard", start=True)["id"]
    over = play_out([person], table)
    assert over["status"] == "over"
    seats = person.post(f"tables/{table}/rematch")["seats"]
    assert [seat["bot"] for seat in seats] == [None, "middle", "hard"]


@pytest.fixture
def hall(tmp_path: pathlib.Path) -> Iterator[tuple[httpx.Client, Hall]]:
    """A server within this process, with somebody who is known there. It ends within seconds, whoever thinks."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'petteia.db'}", bot_pause=0, rate=0)
    migrate(settings.url)
    app = create_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=ANSWER_TIME, verify=NO_CERTIFICATES) as client:
        client.post("/api/people", json={"name": "Solon"}).raise_for_status()
        yield client, app.state.hall
    server.should_exit = True
    thread.join(ANSWER_TIME)
    assert not thread.is_alive()


class Player:
    """Somebody at a table of the server within this process."""

    def __init__(self, client: httpx.Client, hall: Hall, *seats: str) -> None:
        self.client, self.hall = client, hall
        plans = [{"kind": seat} if seat == "me" else {"kind": "bot", "bot": seat} for seat in seats]
        self.id = self.post("", game="peloponnes", seats=plans, start=True)["id"]

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        where = f"/api/tables/{self.id}/{path}" if path else "/api/tables"
        answer = self.client.post(where, json=body)
        answer.raise_for_status()
        return dict(answer.json())

    @property
    def room(self) -> Room:
        return self.hall.rooms[self.id]

    def look(self) -> dict[str, Any]:
        return dict(self.client.get(f"/api/tables/{self.id}").json())

    def wait(self, ready: Callable[[dict[str, Any]], object]) -> None:
        until = time.monotonic() + ANSWER_TIME
        while not ready(found := self.look()):
            assert time.monotonic() < until, found
            time.sleep(0.01)

    def choose(self, until: Callable[[], bool]) -> None:
        """Makes first choices on the first seat, as soon as it decides, until something holds after one."""
        while True:
            self.wait(lambda table: table["to_move"] == 0)
            match = self.room.match
            assert match is not None
            self.post("play", seat=0, number=self.room.number, choice=match.choices[0].words)
            if until():
                return

    def its_choices(self) -> list[tuple[int, int]]:
        """The ids of what the second seat has chosen, beside what was named last there."""
        match = self.room.match
        assert match is not None
        decisions = [(match.at(number), choice) for number, choice in enumerate(match.played)]
        return [(choice, before.choices[-1].id) for before, choice in decisions if before.to_move == 1]

    def bot_decides(self) -> bool:
        return self.room.bot_to_move is not None


def test_thinking_keeps_nobody_waiting_and_ends_when_it_is_idle(
    hall: tuple[httpx.Client, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that would think for an hour: other tables go on, taking back ends it, and so does the server's end."""
    table = Player(*hall, "me", "hard")
    table.wait(lambda found: found["to_move"] == 0)
    monkeypatch.setitem(levels.SECONDS, "hard", 3600.0)
    table.choose(table.bot_decides)
    thinking = table.room.thinking
    other = Player(*hall, "me", "greedy")
    other.choose(other.bot_decides)
    other.wait(lambda found: found["to_move"] == 0)
    table.post("chat", text="Take your time.")
    assert thinking is not None
    assert not thinking.done()
    assert table.look()["thinking"]
    table.post("undo", seat=0, number=table.room.number)
    table.wait(lambda found: thinking.done())
    assert table.look()["to_move"] == 0
    table.choose(table.bot_decides)
    table.wait(lambda found: found["thinking"])  # until the server ends, with the test


class Meek:
    """Always takes what is named last."""

    made: ClassVar[list[str]] = []

    def __init__(self, game: str, seed: bytes) -> None:
        self.made.append(game)

    def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> Any:
        assert seconds is not None
        return match.choices[-1]


class Nonsense:
    def __init__(self, game: str, seed: bytes) -> None: ...

    def choose(self, match: petteia.Match, *, seconds: float | None, simulations: int | None) -> Any:
        return "a trireme"


@pytest.fixture
def written_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "_REGISTERED", {"Meek": Meek, "Nonsense": Nonsense})
    monkeypatch.setattr(Meek, "made", [])


def test_a_bot_that_somebody_else_wrote_plays_at_a_table(
    written_by_others: None, hall: tuple[httpx.Client, Hall]
) -> None:
    offered = hall[0].get("/api/games").json()[0]["bots"][-2:]
    assert [(bot["name"], bot["face"]) for bot in offered] == [("Meek", "stranger"), ("Nonsense", "stranger")]
    assert offered[0]["about"] == "Always takes what is named last."
    assert offered[1]["about"] == "Somebody else’s bot, which whoever runs this server has added."
    table = Player(*hall, "me", "Meek")
    table.choose(lambda: len(table.its_choices()) > 2)
    assert all(choice == last for choice, last in table.its_choices())
    assert Meek.made == ["peloponnes"]  # once for its seat


def test_a_bot_that_somebody_else_wrote_sits_where_its_game_is_played(
    written_by_others: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Meek, "games", ("hellas",), raising=False)
    there, usual = strangers.Strangers(Settings()), "Somebody else’s bot."
    assert [bot["name"] for bot in there.described(usual, "hellas")] == ["Meek", "Nonsense"]
    assert [bot["name"] for bot in there.described(usual, "poseidon")] == ["Nonsense"]
    levels.check_level(petteia.games.find("hellas"), "Meek", there)
    with pytest.raises(Refusal) as refused:
        levels.check_level(petteia.games.find("poseidon"), "Meek", there)
    problem = refused.value.as_json("en")
    assert problem["title"] == "This bot does not play Poseidon."
    assert problem["cause"].endswith(": random, easy, greedy, middle, hard, master, Nonsense.")


def test_where_somebody_elses_bot_answers_nonsense_another_decides_and_soon_it_is_asked_no_more(
    written_by_others: None, hall: tuple[httpx.Client, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "MOST_FAULTS", 2)
    table = Player(*hall, "me", "Nonsense")
    table.choose(lambda: len(table.its_choices()) > 2)
    assert not hall[1].strangers.play("Nonsense")
    assert [bot["name"] for bot in hall[0].get("/api/games").json()[0]["bots"]][-1] == "Meek"
    plans = [{"kind": "me"}, {"kind": "bot", "bot": "Nonsense"}]
    assert hall[0].post("/api/tables", json={"game": "peloponnes", "seats": plans}).status_code == 422


@pytest.mark.parametrize(("wished", "found"), [("*", ["Meek", "Nonsense"]), ("Meek, nobody", ["Meek"]), ("", [])])
def test_whoever_runs_the_server_says_which_bots_of_others_may_sit_down(
    written_by_others: None, wished: str, found: list[str]
) -> None:
    assert list(strangers.Strangers(Settings(bots=wished)).about) == found


def test_who_searches_waits_for_what_is_compiled_and_says_so(
    hall: tuple[httpx.Client, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = False
    monkeypatch.setattr(waiting, "is_ready", lambda game: compiled)
    table = Player(*hall, "me", "greedy", "middle")

    def awaited(found: dict[str, Any]) -> bool:
        """Who begins, and how often it is whose turn, the deal says."""
        if found["to_move"] == 0:
            table.choose(lambda: True)
        return bool(found["search_is_awaited"])

    table.wait(awaited)
    before = table.look()
    assert before["seats"][before["to_move"]]["bot"] == "middle"
    other = Player(*hall, "me", "easy")
    other.choose(other.bot_decides)
    other.wait(lambda found: found["to_move"] == 0)  # who needs no search plays
    hint = other.post("hint", seat=0)
    assert hint["bot"] == "greedy"
    assert hint["goes_on_like"] is hint["sure"] is hint["prospects"][0]["chance"] is None
    assert "compiled" in hint["basis"]
    assert table.look() == before
    compiled = True
    table.wait(lambda found: found["moves"] > before["moves"])
    assert not table.look()["search_is_awaited"]


def test_where_no_search_could_be_compiled_the_usual_bot_plays(
    hall: tuple[httpx.Client, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "is_ready", lambda game: False)
    hall[1].workshop.searchless.add("peloponnes")
    table = Player(*hall, "me", "hard")
    table.choose(table.bot_decides)
    table.wait(lambda found: found["to_move"] == 0)
    assert not table.look()["search_is_awaited"]


# -- hints -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def endless(hall: tuple[httpx.Client, Hall], monkeypatch: pytest.MonkeyPatch) -> Player:
    """A table where whoever asks for a hint would wait for hours."""
    monkeypatch.setattr(hints, "SECONDS", 1e6)
    monkeypatch.setitem(FUTURES, "peloponnes", 10**9)
    table = Player(*hall, "me", "greedy")
    table.wait(lambda found: found["to_move"] == 0)
    return table


def asking(table: Player, answers: list[httpx.Response]) -> threading.Thread:
    """Somebody who has asked for a hint and waits for it."""

    def ask() -> None:
        with httpx.Client(timeout=ANSWER_TIME, verify=NO_CERTIFICATES, cookies=table.client.cookies) as client:
            answers.append(client.post(f"{table.client.base_url}/api/tables/{table.id}/hint", json={"seat": 0}))

    before = table.hall.slow_bots.asked
    thread = threading.Thread(target=ask)
    thread.start()
    table.wait(lambda found: table.hall.slow_bots.asked > before)
    return thread


def test_a_hint_is_given_up_when_the_decision_has_passed(endless: Player) -> None:
    answers: list[httpx.Response] = []
    thread = asking(endless, answers)
    endless.choose(lambda: True)
    thread.join(ANSWER_TIME)
    assert [answer.json()["type"] for answer in answers] == ["already-moved"]


def test_a_newer_wish_for_a_hint_takes_the_place_of_an_older_one(endless: Player) -> None:
    answers: list[httpx.Response] = []
    first = asking(endless, answers)
    second = asking(endless, [])
    first.join(ANSWER_TIME)
    assert [answer.json()["title"] for answer in answers] == ["A newer question took the place of this one."]
    assert second.is_alive()
    endless.choose(lambda: True)
    second.join(ANSWER_TIME)


def test_a_hint_is_given_up_when_whoever_asked_has_gone(endless: Player) -> None:
    with (
        httpx.Client(timeout=0.5, verify=NO_CERTIFICATES, cookies=endless.client.cookies) as client,
        pytest.raises(httpx.ReadTimeout),
    ):
        client.post(f"{endless.client.base_url}/api/tables/{endless.id}/hint", json={"seat": 0})
    wish = endless.room.hints[0]
    assert isinstance(wish, threading.Event)
    assert wish.wait(ANSWER_TIME)


def test_a_hint_comes_in_time_however_much_there_is(endless: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "SECONDS", 0.5)
    hint = endless.post("hint", seat=0)
    assert 1 <= hint["futures"] < 10**9
