"""Moves are made once, taken back as people agree, and survive restarts and new rules."""

from __future__ import annotations

import concurrent.futures
import pathlib
import random
import signal
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sqlalchemy as sa
from table_clients import (
    Json,
    Person,
    Server,
    entries_of,
    mine_to_move,
    opened,
    play_out,
    serving,
    too_low,
    words_of,
)

import petteia
from petteia.engine import layouts
from petteia.games import find
from petteia.server import schema


def together(alice: Person, *others: Person) -> tuple[str, dict[int, Person]]:
    """A game of people: its table, and who sits where."""
    table = alice.open("me", *["open"] * len(others), listed=True)["id"]
    for other in others:
        other.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    return table, dict(enumerate((alice, *others)))


def turn(table: str, seats: dict[int, Person], choice: str | None = None) -> int:
    """Whoever decides makes a choice, the first one where none is given; the seat."""
    seat = seats[0].look(table)["to_move"]
    moment = seats[seat].now(table, seat)
    seats[seat].play(table, seat, moment["number"], choice or words_of(moment)[0])
    return int(seat)


# -- by name -----------------------------------------------------------------------------------------------------------


def test_places_go_by_the_names_on_the_board_of_this_table(lite: Server) -> None:
    """Hellas has a board for each number of players, on which the same names are other places."""
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, game="hellas", start=True)["id"]
    printed = petteia.new("hellas", seats=2).typed
    kinds = find("hellas").space.kinds
    dice = random.Random(3)
    named = set()
    for _ in range(24):
        seat = person.look(table)["to_move"]
        moment = person.now(table, seat)
        plain = dice.choice(words_of(moment))
        kind, *numbers = plain.split()
        names = [printed[of][int(n) - 1] for of, n in zip(kinds[kind].parameters, numbers, strict=True)]
        by_name = " ".join([kind, *names])
        assert person.post(f"tables/{table}/why", seat=seat, choice=by_name)["clause"] is None, by_name
        person.play(table, seat, moment["number"], by_name)
        assert plain in [entry["words"] for entry in entries_of(lite, table)[moment["number"] + 1 :]], by_name
        named |= {kind} if names else set()
    assert "house" in named


# -- once --------------------------------------------------------------------------------------------------------------


def test_a_second_click_changes_nothing(server: Server, alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = alice.look(table)["to_move"]
    moment = alice.now(table, seat)
    choice = words_of(moment)[0]
    assert alice.play(table, seat, moment["number"], choice) == {"number": moment["number"] + 1}
    for _ in range(3):
        assert alice.play(table, seat, moment["number"], choice, 409)["type"] == "already-moved"
    with alice.live(table, seat) as live:
        assert live.play(seat, moment["number"], choice)["problem"]["type"] == "already-moved"
    assert [entry["kind"] for entry in entries_of(server, table)] == ["deal", "play"]
    number = alice.now(table)["number"]
    for wrong in (number - 1, number + 1, 10**9, 0):
        assert alice.play(table, 1 - seat, wrong, "pass", 409)["type"] == "already-moved"
    for bad in (-1, 10**9 + 1, 1.5, "x", None, 10**40):
        alice.play(table, 1 - seat, bad, "pass", 422)  # type: ignore[arg-type]


def test_those_who_wait_are_not_spoken_to(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    mover = alice.look(table)["to_move"]
    for lang, speaks in (("en", "pass."), ("de", "passe."), ("it", "passa.")):
        decides, waits = (
            person.now(table, seat, lang)["prompt"]["text"]
            for person, seat in ((alice, 0), (bob, 1))[:: 1 if mover == 0 else -1]
        )
        assert decides.endswith(speaks)
        assert ": " in decides
        assert ": " not in waits
        assert alice.now(table, None, lang)["prompt"]["text"] == waits  # nor are those who watch


def test_choices_that_cannot_be(alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = alice.look(table)["to_move"]
    number = alice.now(table)["number"]
    problem = alice.play(table, seat, number, too_low(alice.now(table, seat)), 409)
    assert problem["type"] == "illegal-choice"
    assert problem["clause"].startswith("§")
    assert problem["detail"]
    for unknown in (
        "",
        "dance",
        "bid",
        "bid 99 99",
        "bid -1 5",
        "bid 1 " + "9" * 90,
        "'; DROP TABLE entries; --",
        "\x00",
    ):
        assert alice.play(table, seat, number, unknown, 422)["type"] == "wrong-input"
    alice.play(table, seat, number, "x" * 101, 422)
    assert "decision" in alice.play(table, 1 - seat, number, "pass", 409)["title"]
    assert alice.now(table)["number"] == number
    alice.play(table, seat, number, "pass")


def test_two_browsers_play_one_seat_at_once(server: Server, alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    tablet = server.person("Tablet")
    for seat in (0, 1):
        link = alice.post(f"tables/{table}/seats/{seat}/link")["secret"]
        tablet.post(f"tables/{table}/seats/{seat}/take", secret=link)
    dice = random.Random(3)
    with concurrent.futures.ThreadPoolExecutor(8) as pool, alice.live(table) as one, tablet.live(table) as two:
        for _ in range(10):
            seat = alice.look(table)["to_move"]
            moment = alice.now(table, seat)
            number, words = moment["number"], words_of(moment)
            picked = [dice.choice(words) for _ in range(8)]

            def over_http(place: int, seat: int = seat, number: int = number, picked: list[str] = picked) -> bool:
                body = {"seat": seat, "number": number, "choice": picked[place]}
                answer = (alice, tablet)[place % 2].http.post(f"tables/{table}/play", json=body)
                assert answer.status_code == 200 or answer.json()["type"] == "already-moved", answer.text
                return answer.status_code == 200

            def over_live(place: int, seat: int = seat, number: int = number, picked: list[str] = picked) -> bool:
                answer = (one, two)[place % 2].play(seat, number, picked[place])
                assert answer["type"] == "played" or answer["problem"]["type"] == "already-moved", answer
                return bool(answer["type"] == "played")

            tries = [pool.submit(over_live if place < 2 else over_http, place) for place in range(8)]
            won = [picked[place] for place, tried in enumerate(tries) if tried.result()]
            assert len(won) == 1
            last = entries_of(server, table)[-1]
            assert (last["number"], last["words"], last["seat"]) == (number + 1, won[0], seat)
        assert [entry["number"] for entry in entries_of(server, table)] == list(range(11))
        for live in (one, two):
            live.settle()
            assert live.moment is not None
            assert live.moment["number"] == 10
            assert [one["moment"]["number"] for one in live.came if one["type"] == "moment"] == list(range(1, 11))


def test_what_is_written_is_the_game(server: Server, alice: Person) -> None:
    """The states in the database are those that the choices lead to; the last one is marked as the end."""
    table = alice.open("me", "random", start=True)["id"]
    play_out([alice], table)
    rows = entries_of(server, table)
    assert [row["number"] for row in rows] == list(range(len(rows)))
    assert rows[-1]["to_move"] is None
    with opened(server.database) as connection:
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().one()
    assert row["status"] == "over"
    game = find("peloponnes")
    match = game_of(row, 2)
    assert bytes(rows[0]["state"]) == match.state_bytes
    for entry in rows[1:]:
        assert match.to_move == entry["seat"]
        match.play(entry["words"])
        assert bytes(entry["state"]) == match.state_bytes
        assert entry["to_move"] == match.to_move
        assert entry["rules_version"] == game.rules_version


def game_of(row: Any, seats: int) -> Any:
    from petteia.match import Match

    game = find(row["game"])
    return Match(game, game.box, game.blank(row["options"], seats, game.box), seats, bytes(row["seed"]))


# -- taking back -------------------------------------------------------------------------------------------------------


def test_against_bots_one_takes_back_at_once(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", "random", start=True)["id"]
    first = alice.my_turn(table)
    before = alice.now(table, 0)
    problem = alice.post(f"tables/{table}/undo", 409, seat=0, number=before["number"])
    assert "nothing" in problem["title"]
    assert not before["undo"]["possible"]
    alice.play(table, 0, before["number"], words_of(before)[-1])
    alice.my_turn(table)
    later = alice.now(table, 0)
    assert later["undo"] == {"possible": True, "at_once": True}
    with alice.live(table, 0) as live:
        undone = alice.post(f"tables/{table}/undo", seat=0, number=later["number"])
        assert undone == {"done": True, "number": later["number"] + 1}
        told = live.until(lambda one: one["type"] == "moment" and one["moment"]["number"] == undone["number"])
    again = alice.now(table, 0)
    assert told["moment"] == again
    assert told["log"] == alice.get(f"tables/{table}/log", seat=0)
    assert again["move"] == first["moves"]
    assert again["state"] == before["state"]
    assert again["choices"] == before["choices"]
    assert [line["kind"] for line in again["lines"]] == ["undo"]
    assert alice.play(table, 0, later["number"], words_of(before)[0], 409)["type"] == "already-moved"
    assert alice.post(f"tables/{table}/undo", 409, seat=0, number=later["number"])["type"] == "already-moved"
    alice.play(table, 0, again["number"], words_of(before)[0])
    kinds = [entry["kind"] for entry in entries_of(server, table)]
    assert kinds.count("undo") == 1


def test_one_takes_back_at_once_while_nobody_has_acted(alice: Person, bob: Person) -> None:
    table, seats = together(alice, bob)
    before = alice.now(table)
    seat = turn(table, seats)
    mine = seats[seat].now(table, seat)
    assert mine["undo"] == {"possible": True, "at_once": True}
    other = seats[1 - seat]
    assert not other.now(table, 1 - seat)["undo"]["possible"]
    assert "nothing" in other.post(f"tables/{table}/undo", 409, seat=1 - seat, number=mine["number"])["title"]
    assert other.post(f"tables/{table}/undo", 403, seat=seat, number=mine["number"])["type"] == "not-your-seat"
    assert seats[seat].post(f"tables/{table}/undo", seat=seat, number=mine["number"])["done"]
    assert alice.now(table)["state"] == before["state"]


def test_taking_back_by_agreement(alice: Person, bob: Person, carol: Person) -> None:
    table, seats = together(alice, bob, carol)
    before = alice.now(table)
    first = turn(table, seats)
    second = turn(table, seats)
    (third,) = {0, 1, 2} - {first, second}
    now = alice.now(table)["number"]
    assert seats[first].now(table, first)["undo"] == {"possible": True, "at_once": False}
    assert "Nobody" in seats[second].post(f"tables/{table}/undo/answer", 409, seat=second, agree=True)["title"]
    with seats[third].live(table, third) as live:
        assert seats[first].post(f"tables/{table}/undo", seat=first, number=now) == {"done": False, "number": now}
        asked = live.until(lambda one: one["type"] == "table" and one["table"]["undo"])["table"]["undo"]
        assert asked == {"seat": first, "move": 0, "waiting": sorted([second, third]), "declined": None}
        assert "not asked" in seats[first].post(f"tables/{table}/undo/answer", 409, seat=first, agree=True)["title"]
        assert seats[second].post(f"tables/{table}/undo/answer", 403, seat=third, agree=True)
        assert not seats[second].post(f"tables/{table}/undo/answer", seat=second, agree=True)["done"]
        assert "not asked" in seats[second].post(f"tables/{table}/undo/answer", 409, seat=second, agree=True)["title"]
        assert alice.look(table)["undo"]["waiting"] == [third]
        assert seats[third].post(f"tables/{table}/undo/answer", seat=third, agree=True) == {
            "done": True,
            "number": now + 1,
        }
        moment = live.until(lambda one: one["type"] == "moment")
        assert moment["moment"]["number"] == now + 1
        assert moment["log"][-1]["kind"] == "undo"
        while live.table["undo"] is not None:
            live.until("table")
    after = alice.now(table)
    assert after["state"] == before["state"]
    assert after["to_move"] == first
    assert turn(table, seats) == first


def test_somebody_does_not_agree(alice: Person, bob: Person, carol: Person) -> None:
    table, seats = together(alice, bob, carol)
    first, second = turn(table, seats), turn(table, seats)
    now = alice.now(table)
    seats[first].post(f"tables/{table}/undo", seat=first, number=now["number"])
    assert not seats[second].post(f"tables/{table}/undo/answer", seat=second, agree=False)["done"]
    # Everybody sees who said no, and nobody is asked any more; until somebody decides, or asks again.
    declined = alice.look(table)["undo"]
    assert (declined["seat"], declined["waiting"], declined["declined"]) == (first, [], second)
    assert alice.now(table) == now
    (third,) = {0, 1, 2} - {first, second}
    assert "Nobody" in seats[third].post(f"tables/{table}/undo/answer", 409, seat=third, agree=True)["title"]
    seats[first].post(f"tables/{table}/undo", seat=first, number=now["number"])
    assert alice.look(table)["undo"]["declined"] is None
    seats[second].post(f"tables/{table}/undo/answer", seat=second, agree=False)
    turn(table, seats)
    assert alice.look(table)["undo"] is None


def test_a_move_ends_the_wish(alice: Person, bob: Person) -> None:
    table, seats = together(alice, bob)
    first, second = turn(table, seats), turn(table, seats)
    number = alice.now(table)["number"]
    seats[first].post(f"tables/{table}/undo", seat=first, number=number)
    mover = alice.look(table)["to_move"]
    assert alice.look(table)["undo"] is not None
    moment = seats[mover].now(table, mover)
    seats[mover].play(table, mover, number, words_of(moment)[0])
    # At once: an answer that crosses the move finds no wish any more.
    problem = seats[second].post(f"tables/{table}/undo/answer", 409, seat=second, agree=True)
    assert "Nobody" in problem["title"]
    alice.wait(table, lambda found: found["undo"] is None)
    assert alice.now(table)["move"] == 3


def test_a_resignation_ends_the_wish(alice: Person, bob: Person, carol: Person) -> None:
    table, seats = together(alice, bob, carol)
    first, second = turn(table, seats), turn(table, seats)
    seats[first].post(f"tables/{table}/undo", seat=first, number=alice.now(table)["number"])
    seats[second].post(f"tables/{table}/resign", seat=second)
    assert alice.look(table)["undo"] is None


def test_what_is_over_is_over(alice: Person, bob: Person) -> None:
    table, seats = together(alice, bob)
    over = play_out([alice, bob], table)
    assert over["status"] == "over"
    last = alice.now(table, 0)
    assert last["undo"] == {"possible": False, "at_once": False}
    for seat, person in seats.items():
        for path in ("undo", "resign", "hint"):
            body = {"seat": seat, **({"number": last["number"]} if path == "undo" else {})}
            assert "over" in person.post(f"tables/{table}/{path}", 409, **body)["title"]
        assert "over" in person.play(table, seat, last["number"], "pass", 409)["title"]
        assert person.post(f"tables/{table}/leave")["status"] == "over"


# -- restarts ----------------------------------------------------------------------------------------------------------


def everything(person: Person, table: str) -> Json:
    """All that one can ask about a table, without who is looking just now."""
    found = person.look(table)
    for seat in found["seats"]:
        seat.pop("online")
    for passing in ("watching", "changed"):
        found.pop(passing)
    first = 2 if found["origin"] == "fork" else 0
    moves = range(first, found["moves"] + 1)
    return {
        "table": found,
        "me": person.get("me"),
        "mine": [one["id"] for one in person.get("me/tables")],
        "moments": [person.get(f"tables/{table}/moments/{move}", seat=0) for move in moves],
        "log": person.get(f"tables/{table}/log", seat=0),
        "chat": person.get(f"tables/{table}/chat"),
        "sheet": person.get(f"tables/{table}/sheet"),
        "box": person.get(f"tables/{table}/box"),
    }


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_restart_loses_nothing(database: str, tmp_path: pathlib.Path, how: int) -> None:
    with serving(database, tmp_path) as server:
        alice, bob, carol = (server.person(name) for name in ("Alice", "Bob", "Carol"))
        table, seats = together(alice, bob, carol)
        turn(table, seats)
        turn(table, seats)
        alice.post(f"tables/{table}/chat", text="Well played!")
        first = alice.now(table)
        carol_seat = next(seat for seat, person in seats.items() if person is carol)
        alone = alice.open("me", "random", start=True)["id"]
        play_out([alice], alone, moves=3)
        alice.my_turn(alone)
        moment = alice.now(alone, 0)
        alice.post(f"tables/{alone}/undo", seat=0, number=moment["number"])
        forked = alice.post(f"tables/{alone}/fork", move=2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        asker = first["to_move"] - 2 if first["to_move"] >= 2 else first["to_move"] + 1
        wish = seats[asker].post(f"tables/{table}/undo", seat=asker, number=first["number"])
        open_table = alice.open("me", "open")["id"]
        invite = alice.post(f"tables/{open_table}/invite")["secret"]
        before = [everything(alice, one) for one in (table, alone, forked)]
        server.stop(how)
        server.start()
        for was, one in zip(before, (table, alone, forked), strict=True):
            now = everything(alice, one)
            for part, found in now.items():
                assert found == was[part], (now["table"]["origin"], part)
        if not wish["done"]:
            assert alice.look(table)["undo"] is not None
        assert bob.post(f"tables/{open_table}/join", invite=invite)["seats"][1]["mine"]
        assert carol.look(table)["seats"][carol_seat]["mine"]
        assert play_out([alice, bob, carol], table)["status"] == "over"
        assert play_out([alice], alone)["status"] == "over"
        assert play_out([alice], forked)["status"] == "over"


def test_a_bot_goes_on_after_a_crash(database: str, tmp_path: pathlib.Path) -> None:
    """The server dies while a bot thinks; the next one lets it think again, though nobody looks."""
    with serving(database, tmp_path, bot_pause=60) as server:
        alice = server.person("Alice")
        table = alice.open("random", "me", "random", start=True)["id"]
        alice.my_turn(table)  # bots that begin do not pause
        while mine_to_move(found := alice.look(table)) is not None:
            moment = alice.now(table, 1)
            alice.play(table, 1, moment["number"], words_of(moment)[0])
        assert found["thinking"]
        server.kill()
        assert entries_of(server, table)[-1]["to_move"] in (0, 2)
        server.settings["bot_pause"] = 0
        server.start()
        alice.my_turn(table)
        assert play_out([alice], table)["status"] == "over"


def test_bots_that_begin_do_not_keep_people_waiting(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    """They pause, here for an hour, only once somebody has decided; among themselves always."""
    with serving(new_database("sqlite"), tmp_path, bot_pause=3600) as server:
        alice = server.person("Alice")
        begun = 0
        for _ in range(6):
            table = alice.open("random", "random", "me", start=True)["id"]
            begun += alice.my_turn(table)["moves"] > 0
        assert begun
        while mine_to_move(alice.look(table)) is not None:
            moment = alice.now(table, 2)
            alice.play(table, 2, moment["number"], words_of(moment)[0])
        assert alice.look(table)["thinking"]


# -- new rules ---------------------------------------------------------------------------------------------------------


def older(state: bytes, description: layouts.Description) -> tuple[bytes, layouts.Description]:
    """A state as an older program might have stored it: fields and names in another order, and one field more."""
    lists = {name: names[::-1] for name, names in description["lists"].items()}
    numbers: list[list[Any]] = [["luck", 0, "<i8", None]]
    data = bytearray(np.array([7], "<i8").tobytes())
    for path, offset, kind, of in reversed(description["numbers"]):
        dtype = np.dtype(kind)
        number = int(np.frombuffer(state, dtype, 1, offset)[0])
        if of is not None:
            size = len(description["lists"][of.removeprefix("set ")])
            if of.startswith("set "):
                number = sum(1 << (size - 1 - place) for place in range(size) if number >> place & 1)
            elif 0 <= number < size:
                number = size - 1 - number
        numbers.append([path, len(data), kind, of])
        data += np.array([number], dtype).tobytes()
    return bytes(data), {"bytes": len(data), "lists": lists, "numbers": numbers}


@pytest.mark.parametrize("seats", [1, 3])
def test_a_game_goes_on_under_new_rules(new_database: Callable[[str], str], tmp_path: pathlib.Path, seats: int) -> None:
    kind = "sqlite" if seats == 1 else "postgresql"
    with serving(new_database(kind), tmp_path) as server:
        alice = server.person("Alice")
        table = alice.open("me", *["random"] * (seats - 1), start=True)["id"]
        play_out([alice], table, moves=3)
        alice.my_turn(table)
        before = everything(alice, table)
        server.stop()
        entries = schema.entries
        with opened(server.database) as connection:
            row = connection.execute(sa.select(schema.layouts)).mappings().one()
            for entry in entries_of(server, table):
                state, description = older(bytes(entry["state"]), row["description"])
                connection.execute(
                    entries.update()
                    .where(entries.c.table_id == table, entries.c.number == entry["number"])
                    .values(state=state, rules_version=0, layout=layouts.name_of(description))
                )
            name = layouts.name_of(description)
            connection.execute(schema.layouts.insert().values(name=name, game="peloponnes", description=description))
        server.start()
        after = everything(alice, table)
        assert after["table"].pop("rules_version") == 0
        before["table"].pop("rules_version")
        assert after == before  # nothing of the past has changed
        moment = alice.now(table, 0)
        alice.play(table, 0, moment["number"], words_of(moment)[0])
        log = alice.get(f"tables/{table}/log", seat=0)
        (seam,) = (line for line in log if line["kind"] == "seam")
        version = find("peloponnes").rules_version
        assert f"version {version}" in seam["text"]
        assert seam["number"] == moment["number"] + 1
        assert f"Fassung {version}" in str(alice.get(f"tables/{table}/log", lang="de"))
        assert alice.look(table)["rules_version"] == version
        assert play_out([alice], table)["status"] == "over"
        assert entries_of(server, table)[-1]["layout"] == row["name"]


def test_a_choice_that_there_is_no_longer_stays_in_the_log(
    new_database: Callable[[str], str], tmp_path: pathlib.Path
) -> None:
    with serving(new_database("sqlite"), tmp_path) as server:
        alice = server.person("Alice")
        table = alice.open("me", "random", start=True)["id"]
        play_out([alice], table, moves=2)
        alice.my_turn(table)
        before = everything(alice, table)
        server.stop()
        number = next(entry["number"] for entry in entries_of(server, table) if entry["seat"] == 0)
        entries = schema.entries
        with opened(server.database) as connection:
            mine = entries.c.table_id == table
            connection.execute(entries.update().where(mine).values(rules_version=0))
            connection.execute(entries.update().where(mine, entries.c.number == number).values(words="sing 3 songs"))
        server.start()
        log = alice.get(f"tables/{table}/log", seat=0)
        (line,) = (line for line in log if line["number"] == number)
        assert "sing 3 songs" in line["text"]
        assert "earlier version" in line["text"]
        rest = [line for line in log if line["number"] != number]
        assert rest == [line for line in before["log"] if line["number"] != number]
        assert play_out([alice], table)["status"] == "over"
        alice.get(f"tables/{table}/sheet")
        alice.get(f"tables/{table}/moments/{number}", seat=0)
