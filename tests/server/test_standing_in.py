"""Standing answers: the table answers for a person, tells nobody else of it, and lets him decide again."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

from table_clients import Json, Person, Server, entries_of, mine_to_move, serving, words_of


def auction_of_two(alice: Person, bob: Person) -> tuple[str, dict[int, Person]]:
    """A table in its first auction, and who sits where."""
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    return table, {0: alice, 1: bob}


def standing(person: Person, table: str, seat: int) -> list[str]:
    found: list[str] = person.look(table)["seats"][seat]["standing"]
    return found


def stand(person: Person, table: str, seat: int, name: str, on: bool = True, status: int | None = None) -> Json:
    found: Json = person.post(f"tables/{table}/standing", status, seat=seat, name=name, on=on)
    return found


def test_an_answer_is_given_ahead_once(server: Server, alice: Person, bob: Person) -> None:
    table, seats = auction_of_two(alice, bob)
    first = alice.look(table)["to_move"]
    second = 1 - first
    stand(seats[second], table, second, "pass")
    assert standing(seats[second], table, second) == ["pass"]
    assert seats[first].look(table)["moves"] == 0  # it does not answer for others
    moment = seats[first].now(table, first)
    seats[first].play(table, first, moment["number"], next(words for words in words_of(moment) if "bid" in words))
    made = [(entry["seat"], entry["words"]) for entry in entries_of(server, table) if entry["kind"] == "play"]
    assert made[1] == (second, "pass")
    assert standing(seats[second], table, second) == []  # once


def test_nobody_else_knows_of_it_or_gives_it(alice: Person, bob: Person) -> None:
    table, _ = auction_of_two(alice, bob)
    stand(alice, table, 0, "pay")
    assert standing(alice, table, 0) == ["pay"]
    assert standing(bob, table, 0) == []
    with bob.live(table, 1) as live:
        assert live.table["seats"][0]["standing"] == []
    stand(bob, table, 0, "pay", on=False, status=403)
    assert standing(alice, table, 0) == ["pay"]
    stand(alice, table, 0, "pay", on=False)
    assert standing(alice, table, 0) == []
    stand(alice, table, 0, "always", status=422)


def test_the_question_at_hand_is_answered_at_once_and_taken_back(alice: Person, bob: Person) -> None:
    table, seats = auction_of_two(alice, bob)
    first = alice.look(table)["to_move"]
    mover = seats[first]
    groups = mover.now(table, first)["choices"]
    assert [group["standing"] for group in groups if group["name"] == "pass"] == [["pass"]]
    stand(mover, table, first, "pass")
    assert mover.look(table)["moves"] == 1
    mover.post(f"tables/{table}/undo", seat=first, number=mover.now(table, first)["number"])
    assert mover.look(table)["to_move"] == first
    assert standing(mover, table, first) == []


def hot_seat(person: Person) -> str:
    """Poseidon for three at one screen, in its first exploration round."""
    seats = ["me", {"kind": "me", "name": "B"}, {"kind": "me", "name": "C"}]
    table = str(person.open(*seats, game="poseidon", start=True)["id"])
    while (moment := turn(person, table))["prompt"]["step"] != "purse":
        person.play(table, moment["seat"], moment["number"], going_on(moment))
    return table


def going_on(moment: Json) -> str:
    """A choice that leads on: nations are founded, and what need not be done is left."""
    words = words_of(moment)
    wanted = [one for kind in ("found", "done", "decline", "best") for one in words if one.split()[0] == kind]
    return (wanted or words)[0]


def turn(person: Person, table: str) -> Json:
    return person.now(table, mine_to_move(person.look(table)))


def test_taking_back_leads_to_a_decision_of_ones_own(lite: Server) -> None:
    person = lite.person()
    table = hot_seat(person)
    before = turn(person, table)
    seat, moves = before["seat"], before["moves"]
    for one in range(3):
        stand(person, table, one, "purse")
    after = turn(person, table)
    assert after["prompt"]["step"] != "purse"
    assert after["moves"] > moves
    person.play(table, after["seat"], after["number"], going_on(after))
    again = turn(person, table)
    person.post(f"tables/{table}/undo", seat=again["seat"], number=again["number"])
    assert turn(person, table)["moves"] == after["moves"]
    # Further back lies a decision that was made by hand, not one that would be answered again.
    now = turn(person, table)
    person.post(f"tables/{table}/undo", seat=now["seat"], number=now["number"])
    assert turn(person, table)["moves"] < moves
    assert [standing(person, table, one) for one in range(3)] == [["purse"]] * 3
    assert seat in range(3)


def test_they_end_with_news(lite: Server) -> None:
    """Who passes until somebody trades is asked again when the merchant round is over, and so are those after it."""
    person = lite.person()
    table = hot_seat(person)
    for one in range(3):
        for name in ("purse", "best_run", "no_ships"):
            stand(person, table, one, name)
    while (moment := turn(person, table))["prompt"]["step"] != "turn":  # the second merchant round
        assert moment["prompt"]["step"] != "purse"
        person.play(table, moment["seat"], moment["number"], going_on(moment))
    first, moves = moment["seat"], moment["moves"]
    others = [one for one in range(3) if one != first]
    for one in others:
        stand(person, table, one, "pass")
    assert turn(person, table)["moves"] == moves
    stand(person, table, first, "pass")  # all pass, and the round is over
    assert turn(person, table)["moves"] >= moves + 3
    assert turn(person, table)["prompt"]["step"] != "turn"
    assert [standing(person, table, one) for one in range(3)] == [["purse", "best_run", "no_ships"]] * 3


def test_they_are_kept(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    database = new_database("sqlite")
    with serving(database, tmp_path) as server:
        person = server.person()
        table = hot_seat(person)
        seat = turn(person, table)["seat"]
        stand(person, table, seat, "best_run")
        cookie = person.cookie
        server.kill()
    with serving(database, tmp_path) as server:
        again = Person(server, cookie=cookie)
        assert standing(again, table, seat) == ["best_run"]
