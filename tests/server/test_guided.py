"""Guided games at the table: lessons for whoever decides, left and taken up again."""

from __future__ import annotations

import threading

import pytest
from table_clients import Person, Server

from petteia.engine import guide
from petteia.games import NAMES, find


@pytest.mark.parametrize("game", NAMES)
def test_a_guided_game_begins_with_a_lesson_and_is_taken_up_again(lite: Server, game: str) -> None:
    person = lite.person()
    table = person.post(f"games/{game}/guide", 201)
    assert table["origin"] == "guided"
    assert [seat["bot"] for seat in table["seats"]] == [None, "easy"]
    lesson = person.now(table["id"], 0)["lesson"]
    assert lesson["number"] == 1
    assert lesson["of"] == len(guide.read(find(game).folder).lessons)
    words = [option["words"] for group in person.now(table["id"], 0)["choices"] for option in group["options"]]
    assert lesson["choice"] in words  # the page finds it among what it shows
    targets = {group["target"] for group in person.now(table["id"], 0)["choices"]}
    assert targets.issuperset(lesson["targets"][-1])
    assert person.post(f"games/{game}/guide", 201)["id"] == table["id"]


def test_however_often_somebody_asks_at_once_there_is_one(server: Server, alice: Person) -> None:
    gate, found = threading.Barrier(6), []

    def click() -> None:
        gate.wait()
        found.append(Person(server, None, cookie=alice.cookie).post("games/hellas/guide", 201)["id"])

    threads = [threading.Thread(target=click) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one["id"] for one in alice.get("me/tables")] == [found[0]]
    assert found == [found[0]] * 6
    assert alice.look(found[0])["status"] == "playing"
    alice.post(f"tables/{found[0]}/leave")
    assert alice.post("games/hellas/guide", 201)["id"] != found[0]  # what one has left is over


def test_the_next_decision_has_another_lesson_and_taking_back_leads_to_the_first(alice: Person) -> None:
    table = alice.post("games/peloponnes/guide", 201)["id"]
    now = alice.now(table, 0)
    alice.play(table, 0, now["number"], now["lesson"]["choice"])
    alice.my_turn(table)
    later = alice.now(table, 0)
    assert later["lesson"] is None or later["lesson"]["number"] > 1
    alice.post(f"tables/{table}/undo", seat=0, number=later["number"])
    assert alice.now(table, 0)["lesson"] == now["lesson"]


def test_only_guided_games_have_lessons_and_only_for_their_player(lite: Server) -> None:
    person = lite.person()
    plain = person.open("me", "greedy", start=True)["id"]
    person.my_turn(plain)
    assert person.now(plain, 0)["lesson"] is None
    guided = person.post("games/hellas/guide", 201)["id"]
    assert person.now(guided, None)["lesson"] is None
