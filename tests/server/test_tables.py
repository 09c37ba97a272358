"""Tables from opening to rematch: seats of all kinds, who may look, who may start, and what one can ask."""

from __future__ import annotations

import collections
import hashlib
import json
import pathlib
import random
import threading
from types import SimpleNamespace
from typing import Any

import fixed_draws
import pytest
from table_clients import Json, Person, Server, mine_to_move, plans, play_out, too_low, words_of

import petteia as library
from petteia import proof as proofs
from petteia.cli import main
from petteia.games import NAMES, find
from petteia.server.models import Why
from petteia.server.tables import asking

LANGUAGES = ("en", "de", "it")


def kinds(table: Json) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


# -- opening -----------------------------------------------------------------------------------------------------------


def test_the_games_are_described(lite: Server) -> None:
    stranger = Person(lite, None)
    for lang in LANGUAGES:
        games = stranger.get("games", lang=lang)
        assert [game["name"] for game in games] == list(NAMES)
        for game in games:
            name = game["name"]
            assert game["seats"] == list(find(name).seats)
            assert game["compiled"] == 1
            assert game["hands"] == (name == "peloponnes_card")
            assert game["bots"] == library.bots.described(lang, name)
            assert all(option["title"] and option["about"] for option in game["options"])
            rules = stranger.get(f"games/{name}/rules", lang=lang)
            assert {clause["number"] for clause in rules["clauses"]} == {
                clause.number for clause in find(name).rulebook.clauses
            }
            assert stranger.get(f"games/{name}/words", lang=lang)["prompts"]
    assert stranger.get("games/chess/rules", 404)["type"] == "no-game"
    stranger.get("games", 422, lang="fr")


def test_every_kind_of_seat(alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, "open", "random", "greedy", options={"last_income": "none"})
    assert kinds(table) == ["person", "person", "open", "bot", "bot"]
    assert [seat["name"] for seat in table["seats"][:3]] == ["Alice", "Hot", ""]
    assert [seat["mine"] for seat in table["seats"]] == [True, True, False, False, False]
    assert [seat["bot"] for seat in table["seats"]] == [None, None, None, "random", "greedy"]
    assert table["status"] == "open"
    assert table["hosting"]
    assert not table["listed"]
    assert table["options"]["last_income"] == "none"
    assert len(table["commitment"]) == 64
    assert table["proof"] is None
    assert alice.get("me/tables") == [table]
    assert alice.get(f"tables/{table['id']}/log") == []
    for path, status in (("sheet", 422), ("save", 409), ("moments/0", 422)):
        problem = alice.get(f"tables/{table['id']}/{path}", status)
        assert "not begun" in f"{problem['title']} {problem['detail']}"
    assert alice.get(f"tables/{table['id']}/box")["tiles"]


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"seats": []}, 422, "seats"),
        ({"seats": plans("me") * 6}, 422, "seats"),
        ({"seats": plans("random", "random")}, 422, "Nobody"),
        ({"seats": plans("me", "clever")}, 422, "clever"),
        ({"seats": [{"kind": "cat"}]}, 422, "kind"),
        ({"seats": plans("me", "open"), "start": True}, 422, "open"),
        ({"options": {"conquest_bid": "sometimes"}}, 422, "conquest_bid"),
        ({"options": {"luck": "good"}}, 422, "luck"),
        ({"options": {"solo_level": 3}}, 422, "solo_level"),
        ({"options": {"solo_level": 10**30}}, 422, "solo_level"),
        ({"options": {"used_civilizations": ["Atlantis"]}, "seats": plans("me")}, 422, "Atlantis"),
        ({"options": [1]}, 422, "options"),
        ({"nonce": "xyz"}, 422, "nonce"),
        ({"listed": "perhaps"}, 422, "listed"),
        ({"colour": "red"}, 422, "colour"),
    ],
    ids=str,
)
def test_tables_that_cannot_be(lite: Server, wish: Json, status: int, said: str) -> None:
    person = lite.person()
    body = {"game": "peloponnes", "seats": plans("me", "random"), **wish}
    problem = person.request("POST", "tables", status, json=body)
    assert said in f"{problem['title']} {problem['cause']}"
    assert person.get("me/tables") == []


def test_a_person_does_not_open_tables_without_end(lite: Server) -> None:
    person = lite.person()
    for _ in range(50):
        person.open("me", "open")
    assert "too many" in person.open("me", "open", status=409)["title"]
    person.post(f"tables/{person.get('me/tables')[0]['id']}/leave")
    person.open("me", "open")


# -- who may look, who may sit -----------------------------------------------------------------------------------------


def test_a_private_table_is_seen_by_whoever_was_invited(
    server: Server, alice: Person, bob: Person, carol: Person
) -> None:
    table = alice.open("me", "open")["id"]
    assert table not in [found["id"] for found in bob.get("tables")]
    assert bob.get(f"tables/{table}", 404)["type"] == "no-table"
    assert bob.post(f"tables/{table}/join", 404)["type"] == "no-table"
    assert bob.post(f"tables/{table}/invite", 404)["type"] == "no-table"
    first = alice.post(f"tables/{table}/invite")["secret"]
    second = alice.post(f"tables/{table}/invite")["secret"]
    assert first != second
    assert bob.post(f"tables/{table}/enter", 404, invite=first)["type"] == "no-table"  # only the last one counts
    assert bob.post(f"tables/{table}/join", 404, invite=first)["type"] == "no-table"
    assert kinds(bob.post(f"tables/{table}/enter", invite=second)) == ["person", "open"]
    assert bob.post(f"tables/{table}/enter", invite=second)["id"] == table
    assert not bob.look(table)["hosting"]
    assert bob.post(f"tables/{table}/invite", 403)["type"] == "not-host"
    assert carol.get(f"tables/{table}", 404)
    joined = carol.post(f"tables/{table}/join", invite=second)
    assert [seat["name"] for seat in joined["seats"]] == ["Alice", "Carol"]
    assert joined["seats"][1]["mine"]
    assert [found["id"] for found in carol.get("me/tables")] == [table]
    assert Person(server, None).get(f"tables/{table}", 404)


def test_a_listed_table_is_seen_by_everybody(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    stranger = Person(server, None)
    assert table in [found["id"] for found in stranger.get("tables")]
    assert stranger.look(table)["id"] == table
    assert stranger.post(f"tables/{table}/join", 401)["type"] == "no-person"
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    assert table in [found["id"] for found in stranger.get("tables")]
    assert stranger.now(table)["seat"] is None
    for person in (alice, bob):
        person.post(f"tables/{table}/leave")
    assert table not in [found["id"] for found in stranger.get("tables")]


def test_joining(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("open", "me", "open", "random", listed=True)["id"]
    assert "taken" in bob.post(f"tables/{table}/join", 409, seat=1)["title"]
    assert "taken" in bob.post(f"tables/{table}/join", 409, seat=3)["title"]
    assert "taken" in bob.post(f"tables/{table}/join", 409, seat=4)["title"]
    bob.post(f"tables/{table}/join", 422, seat=5)
    assert bob.post(f"tables/{table}/join", seat=2)["seats"][2]["mine"]
    assert bob.post(f"tables/{table}/start", 403)["type"] == "not-host"
    assert "open seats" in alice.post(f"tables/{table}/start", 409)["title"]
    assert carol.post(f"tables/{table}/join", nonce="00112233")["seats"][0]["mine"]
    assert "All seats" in carol.post(f"tables/{table}/join", 409)["title"]
    started = alice.post(f"tables/{table}/start")
    assert started["status"] == "playing"
    assert "begun" in alice.post(f"tables/{table}/start", 409)["title"]
    assert "begun" in carol.post(f"tables/{table}/join", 409)["title"]


def test_leaving_before_the_start(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    left = bob.post(f"tables/{table}/leave")
    assert kinds(left) == ["person", "open"]
    assert left["seats"][1]["name"] == ""
    assert bob.get("me/tables") == []
    carol.post(f"tables/{table}/join")
    assert alice.post(f"tables/{table}/leave")["status"] == "abandoned"
    assert "begun" in bob.post(f"tables/{table}/join", 409)["title"]
    assert carol.post(f"tables/{table}/leave")["status"] == "abandoned"


def test_a_link_to_a_seat_ends_when_its_owner_leaves(server: Server, alice: Person, bob: Person, carol: Person) -> None:
    """Whoever holds a seat by a link keeps no hold of it when somebody else sits down there."""
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    link = bob.post(f"tables/{table}/seats/1/link")
    tablet = server.person("Tablet")
    tablet.post(f"tables/{table}/seats/1/take", secret=link["secret"])
    bob.post(f"tables/{table}/leave")
    carol.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    assert not tablet.look(table)["seats"][1]["mine"]
    assert tablet.now(table, 1)["seat"] is None
    tablet.post(f"tables/{table}/seats/1/take", 404, secret=link["secret"])


def test_many_want_one_seat(server: Server, alice: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    people = [server.person(f"Guest {number}") for number in range(6)]
    answers: list[int] = []

    def join(person: Person) -> None:
        answers.append(person.http.post(f"tables/{table}/join", json={"seat": 1}).status_code)

    threads = [threading.Thread(target=join, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 5
    assert sum(person.look(table)["seats"][1]["mine"] for person in people) == 1


# -- playing together --------------------------------------------------------------------------------------------------


def test_at_one_screen(alice: Person) -> None:
    """Hot-seat: one browser holds both seats, and looks as either."""
    table = alice.open("me", {"kind": "me", "name": "Brother"}, start=True)["id"]
    with alice.live(table, 0) as live:
        for _ in range(6):
            seat = live.table["to_move"] if live.moment is None else live.moment["to_move"]
            welcome = live.hello(seat)
            assert welcome["moment"]["seat"] == seat
            assert words_of(welcome["moment"])
            live.play(seat, welcome["moment"]["number"], words_of(welcome["moment"])[0])
            live.settle()
    assert {line["seat"] for line in alice.get(f"tables/{table}/log")} >= {0, 1}


def test_another_browser_on_the_same_seat(server: Server, alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    alice.my_turn(table)
    link = alice.post(f"tables/{table}/seats/0/link")
    assert link["seat"] == 0
    tablet = server.person("Tablet")
    assert tablet.post(f"tables/{table}/seats/0/take", 404, secret="x" * 32)["type"] == "no-table"
    assert tablet.post(f"tables/{table}/seats/1/take", 404, secret=link["secret"])["type"] == "no-table"
    assert tablet.post(f"tables/{table}/seats/4/take", 404, secret=link["secret"])["type"] == "no-table"
    taken = tablet.post(f"tables/{table}/seats/0/take", secret=link["secret"])
    assert taken["seats"][0]["mine"]
    assert taken["seats"][0]["name"] == "Alice"
    assert tablet.post(f"tables/{table}/seats/0/take", secret=link["secret"])["id"] == table
    moment = tablet.now(table, 0)
    number = tablet.play(table, 0, moment["number"], words_of(moment)[0])["number"]
    assert number == moment["number"] + 1
    assert alice.play(table, 0, moment["number"], words_of(moment)[0], 409)["type"] == "already-moved"
    assert alice.post(f"tables/{table}/seats/1/link", 403)["type"] == "not-your-seat"


def test_watching(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "random", listed=True, start=True)["id"]
    alice.my_turn(table)
    with Person(server, None).live(table) as stranger, bob.live(table, 0) as live:
        for watcher in (stranger, live):
            assert watcher.moment is not None
            assert watcher.moment["seat"] is None
            assert watcher.moment["choices"] == []
            assert not watcher.moment["undo"]["possible"]
        with alice.live(table, 0) as own:
            own.until(lambda one: one["type"] == "presence" and one["watching"] == 2)
        refused = live.play(0, live.moment["number"], "pass")
        assert refused["problem"]["type"] == "not-your-seat"
        refused = stranger.play(0, stranger.moment["number"], "pass")
        assert refused["problem"]["type"] == "no-person"
    reason = bob.post(f"tables/{table}/why", seat=0, choice="pass")
    assert "watching" in reason["words"]
    assert bob.post(f"tables/{table}/hint", 403, seat=0)["type"] == "not-your-seat"


def test_talking(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    with bob.live(table) as live:
        first = alice.post(f"tables/{table}/chat", text="  χαῖρε,\n\t Bob ")
        assert first["text"] == "χαῖρε, Bob"
        assert (first["seat"], first["name"]) == (0, "Alice")
        assert live.until("chat")["chat"] == first
        live.send(type="say", text="hello")
        second = live.until("chat")["chat"]
        assert (second["seat"], second["name"], second["text"]) == (None, "Bob", "hello")
    assert alice.get(f"tables/{table}/chat") == [first, second]
    alice.post(f"tables/{table}/chat", 422, text="")
    alice.post(f"tables/{table}/chat", 422, text="x" * 501)
    assert len(alice.post(f"tables/{table}/chat", text="x" * 500)["text"]) == 500
    assert Person(server, None).post(f"tables/{table}/chat", 401, text="psst")


def test_a_rematch(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", "greedy", listed=True, options={"last_income": "none"})["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    assert "not over" in alice.post(f"tables/{table}/rematch", 409)["title"]
    over = play_out([alice, bob], table)
    assert over["status"] == "over"
    assert carol.post(f"tables/{table}/rematch", 403)["type"] == "not-your-seat"
    with bob.live(table) as live:
        again = alice.post(f"tables/{table}/rematch")
        live.until(lambda one: one["type"] == "table" and one["table"]["rematch"] == again["id"])
    assert alice.post(f"tables/{table}/rematch")["id"] == again["id"]  # a second click finds the same table
    assert bob.post(f"tables/{table}/rematch")["id"] == again["id"]
    assert again["status"] == "open"
    assert again["options"] == over["options"]
    assert [seat["name"] for seat in again["seats"][:2]] == ["Alice", "Bob"]
    assert [seat["ready"] for seat in again["seats"]] == [True, False, True]
    assert again["commitment"] != over["commitment"]
    assert "has not come" in alice.post(f"tables/{again['id']}/start", 409)["title"]
    assert carol.get(f"tables/{again['id']}", 404)
    assert all(seat["ready"] for seat in bob.post(f"tables/{again['id']}/join")["seats"])
    alice.post(f"tables/{again['id']}/start")
    assert play_out([alice, bob], again["id"], moves=3)["status"] == "playing"


def test_a_seat_of_a_rematch_for_somebody_who_does_not_come(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    play_out([alice, bob], table)
    again = alice.post(f"tables/{table}/rematch")["id"]
    assert bob.post(f"tables/{again}/seats/1/free", 403)["type"] == "not-host"
    for seat in (0, 2):
        assert "expected" in alice.post(f"tables/{again}/seats/{seat}/free", 409)["title"]
    freed = alice.post(f"tables/{again}/seats/1/free")
    assert kinds(freed) == ["person", "open"]
    assert bob.get(f"tables/{again}", 404)
    secret = alice.post(f"tables/{again}/invite")["secret"]
    carol.post(f"tables/{again}/join", invite=secret)
    assert alice.post(f"tables/{again}/start")["status"] == "playing"
    assert "begun" in alice.post(f"tables/{again}/seats/1/free", 409)["title"]


def test_resigning(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    assert "not begun" in bob.post(f"tables/{table}/resign", 409, seat=1)["title"]
    alice.post(f"tables/{table}/start")
    assert bob.post(f"tables/{table}/resign", 403, seat=0)["type"] == "not-your-seat"
    with alice.live(table, 0) as live:
        resigned = bob.post(f"tables/{table}/resign", seat=1)["seats"][1]
        assert (resigned["kind"], resigned["bot"], resigned["resigned"]) == ("bot", "greedy", True)
        live.until(lambda one: one["type"] == "table" and one["table"]["seats"][1]["resigned"])
        live.until(lambda one: one["type"] == "moment" and any(line["kind"] == "resign" for line in one["log"] or ()))
    for lang, bot in (("en", "· Greedy)"), ("de", "· Gierig)"), ("it", "· Avido)")):
        (line,) = (line for line in bob.get(f"tables/{table}/log", lang=lang) if line["kind"] == "resign")
        assert bot in line["text"]
        assert line["text"].startswith("Bob ")
        assert line["weight"] == "decisive"
    assert bob.post(f"tables/{table}/resign", 403, seat=1)
    assert play_out([alice], table)["status"] == "over"  # the bot goes on
    again = alice.post(f"tables/{table}/rematch")
    assert kinds(again) == ["person", "bot"]


def test_the_last_person_resigns(alice: Person, bob: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, "random", listed=True, start=True)["id"]
    assert alice.post(f"tables/{table}/resign", seat=1)["status"] == "playing"
    left = alice.post(f"tables/{table}/leave")
    assert left["status"] == "abandoned"
    assert left["to_move"] is None
    assert not left["thinking"]
    assert left["proof"] is None
    assert [(seat["name"], seat["mine"], seat["resigned"]) for seat in left["seats"][:1]] == [("Alice", True, False)]
    assert alice.get("me/tables")[0]["seats"][0]["name"] == "Alice"
    assert "over" in alice.play(table, 0, 1, "pass", 409)["title"]
    assert not alice.now(table, 0)["undo"]["possible"]
    assert alice.now(table, 0)["to_move"] is None
    assert alice.now(table, 0)["choices"] == bob.now(table)["choices"] == []
    told = [line["text"] for line in bob.get(f"tables/{table}/log") if line["kind"] == "resign"]
    assert ["without a winner" in text for text in told] == [False, True]


def test_alone_with_a_level(alice: Person) -> None:
    table = alice.open("me", options={"solo_level": 2, "used_civilizations": ["Sparta"]}, start=True)["id"]
    assert words_of(alice.now(table, 0))[0].startswith("civilization")
    over = play_out([alice], table)
    assert over["status"] == "over"
    sheet = alice.get(f"tables/{table}/sheet")
    assert "ties" not in sheet["verdict"]
    assert [seat["ties"] for seat in sheet["seats"]] == [[]]
    assert "Level 2" in alice.get(f"tables/{table}/log")[-1]["text"]


def test_what_bent_the_curves_is_told_by_the_names_of_those_who_sat_there(alice: Person) -> None:
    table = alice.open("me", "greedy", start=True)["id"]
    names = [seat["name"] for seat in play_out([alice], table)["seats"]]
    sheet = alice.get(f"tables/{table}/sheet")
    told = " ".join(bend["text"] for curve in sheet["curves"] for bend in curve["bends"])
    assert all(name in told for name in names)
    assert not any(seat["name"] in told for seat in sheet["seats"])  # those are the names of their cities


@pytest.mark.parametrize("seats", [("random",), ("greedy", "random"), ("greedy", "greedy", "greedy", "random")])
def test_bots_play_on(lite: Server, seats: tuple[str, ...]) -> None:
    person = lite.person()
    table = person.open("me", *seats, start=True)["id"]
    over = play_out([person], table, seed=len(seats))
    assert over["status"] == "over"
    log = person.get(f"tables/{table}/log")
    assert {line["seat"] for line in log} >= set(range(len(seats) + 1))
    counted = [(seat["score"], seat["rank"]) for seat in person.get(f"tables/{table}/sheet")["seats"]]
    (mine,) = person.get("me/tables")
    assert [(seat["points"], seat["place"]) for seat in mine["seats"]] == counted


# -- asking ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_a_legal_choice(alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    alice.my_turn(table)
    for lang in LANGUAGES:
        hint = alice.post(f"tables/{table}/hint?lang={lang}", seat=0)
        groups = alice.now(table, 0, lang)["choices"]
        options = {option["words"]: option["text"] for group in groups for option in group["options"]}
        targets = {option["words"]: group["target"] for group in groups for option in group["options"]}
        assert options[hint["choice"]] == hint["text"]
        assert hint["bot"] == "master"
        assert hint["goes_on_like"] == "greedy"
        assert [hint["choice"], hint["text"]] == [hint["prospects"][0]["choice"], hint["prospects"][0]["text"]]
        for one in hint["prospects"]:
            assert options[one["choice"]] == one["text"]
            assert one["targets"] == ([targets[one["choice"]]] if targets[one["choice"]] else [])
            assert 0 <= one["chance"] <= 1
        assert hint["pointed"] is None
    alice.play(table, 0, alice.now(table)["number"], hint["choice"])


def test_a_hint_about_what_somebody_points_at(alice: Person) -> None:
    table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = alice.look(table)["to_move"]
    options = [option for group in alice.now(table, seat)["choices"] for option in group["options"]]
    hint = alice.post(f"tables/{table}/hint", seat=seat, choice=options[-1]["words"])
    assert (hint["pointed"]["choice"], hint["pointed"]["text"]) == (options[-1]["words"], options[-1]["text"])
    compared = hint["prospects"][0]["beside"]
    assert compared == (options[-1]["text"] if hint["choice"] != options[-1]["words"] else hint["prospects"][1]["text"])
    assert alice.post(f"tables/{table}/hint", 409, seat=seat, choice="produce wood")["clause"]
    assert alice.post(f"tables/{table}/hint", 422, seat=seat, choice="sing")["type"] == "wrong-input"


def test_why_not(alice: Person) -> None:
    """By a choice in words and by a thing on the table, in each language."""
    table = alice.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    mover = alice.look(table)["to_move"]
    low = too_low(alice.now(table, mover))
    said = set()
    for lang in LANGUAGES:
        reason = alice.post(f"tables/{table}/why?lang={lang}", seat=mover, choice=low)
        assert reason["clause"]["number"].startswith("§4")
        assert reason["words"] == reason["clause"]["words"]
        said.add(reason["words"])
        target = alice.post(f"tables/{table}/why?lang={lang}", seat=mover, target="good:wood")
        assert target["clause"] is None  # not now: it says when such a thing is asked for
        assert target["words"].startswith(find("peloponnes").texts(lang).groups["when"]["produce"])
        said.add(target["words"])
        legal = alice.post(f"tables/{table}/why?lang={lang}", seat=mover, target=f"slot:{low.split()[1]}")
        assert legal["clause"] is None
        said.add(legal["words"])
        other = alice.post(f"tables/{table}/why?lang={lang}", seat=1 - mover, choice="pass")
        assert other["clause"] is None
        said.add(other["words"])
        nothing = alice.post(f"tables/{table}/why?lang={lang}", seat=mover, target="moon:1")
        said.add(nothing["words"])
    assert len(said) == 15  # none is left in English
    problem = alice.post(f"tables/{table}/why", 422, seat=mover, choice="dance")
    assert "dance" in problem["cause"]


def test_a_thing_that_cannot_be_chosen_says_the_reason_that_counts(lite: Server) -> None:
    """A tile that is too dear, or closed to one's civilization: not what is true of a displaced bid (§4.8)."""
    person = lite.person()
    said = set()
    for _ in range(40):
        table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
        mover = person.look(table)["to_move"]
        targets = {group["target"] for group in person.now(table, mover)["choices"]}
        for target in {f"slot:{slot}" for slot in range(1, 6)} - targets:
            said.add(person.post(f"tables/{table}/why", seat=mover, target=target)["clause"]["number"])
    assert said
    assert said <= {"§4.14", "§4.16"}


def test_a_tile_that_a_displaced_bid_does_not_suffice_for_says_what_it_costs() -> None:
    """Not what holds of displaced bids in general (§4.8)."""
    match = library.new("peloponnes", 2, 34)
    match.play("bid 2 3")
    match.play("bid 2 4")
    room = SimpleNamespace(
        seats_of=lambda person: {0, 1}, match=match, status="playing", game=match.game, box=match.box
    )
    clauses = [asking.why(room, 1, Why(seat=0, target=f"slot:{slot}"), "en")["clause"] for slot in (2, 3, 4, 5)]
    assert [clause["number"] for clause in clauses] == ["§4.4", "§4.5", "§4.5", "§4.5"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_asked_for_now_is_said_in_two_sentences_at_most(lang: str) -> None:
    """A place of Poseidon's map in a merchant round: none is about a card that hardly anybody holds."""
    match = library.new("poseidon", 3, 1)
    while match.game.lists["step"][int(match.state["step"])] != "turn":
        match.play(match.choices[0])
    room = SimpleNamespace(
        seats_of=lambda person: {0, 1, 2}, match=match, status="playing", game=match.game, box=match.box
    )
    when = match.texts(lang).groups["when"]
    for place in range(1, 9):
        said = asking.why(room, 1, Why(seat=match.to_move, target=f"place:{place}"), lang)["words"]
        assert said == f"{when['move']} {when['step']}"
        assert said.count(". ") <= 1


@pytest.mark.parametrize(("seats", "options"), [(1, {"solo_level": 5}), (2, {"conquest_bid": "exact"})])
def test_a_tile_of_one_price_that_is_too_dear_is_too_dear(seats: int, options: Json) -> None:
    """Not what is true of all other bids (§15.2, §4.7)."""
    too_dear = 0
    for seed in range(12):
        match = library.new("peloponnes", seats, seed, options)
        while match.game.lists["step"][int(match.state["step"])] != "auction":
            match.play(match.choices[0])
        seat, who = match.to_move, match.state["players"][match.to_move]
        offered = {choice.parameters.get("slot") for choice in match.choices}
        for slot, tile in enumerate(match.state["row"], 1):
            if slot not in offered and who["population"] + match.box.record[0]["tiles"][tile]["population"] >= 0:
                room = SimpleNamespace(
                    seats_of=lambda person: {0, 1}, match=match, status="playing", game=match.game, box=match.box
                )
                wish = Why(seat=seat, target=f"slot:{slot}")
                assert asking.why(room, 1, wish, "en")["clause"]["number"] == "§4.16"
                too_dear += 1
    assert too_dear


def test_what_is_shown_stays_true(alice: Person, bob: Person) -> None:
    """Every moment that was sent can be looked at again, and the log is what was told bit by bit."""
    table = alice.open("me", "open", "random", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    with alice.live(table, 0) as live:
        alice.post(f"tables/{table}/start")
        play_out([alice, bob], table)
        live.until(lambda one: one["type"] == "table" and one["table"]["status"] == "over")
        sent = [one["moment"] for one in live.came if one["type"] == "moment"]
        told = live.log
    assert [moment["move"] for moment in sent] == list(range(len(sent)))
    assert sent[-1]["over"]
    own = ("choices", "undo", "moves")
    for moment in sent:
        again = alice.get(f"tables/{table}/moments/{moment['move']}", seat=0)
        assert {key: again[key] for key in again if key not in own} == {
            key: moment[key] for key in moment if key not in own
        }
        assert again["choices"] == []
        assert again["moves"] == len(sent) - 1
    assert alice.get(f"tables/{table}/log", seat=0) == told
    assert {line["number"] for line in told} <= {moment["number"] for moment in sent}
    problem = alice.get(f"tables/{table}/moments/{len(sent)}", 422)
    assert str(len(sent) - 1) in problem["detail"]
    sheet = alice.get(f"tables/{table}/sheet")
    assert [seat["score"] for seat in sheet["seats"]] == sent[-1]["scores"]
    assert [seat["rank"] for seat in sheet["seats"]] == sent[-1]["ranks"]
    for seat in sheet["seats"]:
        for column in seat["columns"]:
            assert sum(item["points"] for item in column["items"]) == column["total"]
        assert min(column["total"] for column in seat["columns"]) == seat["score"]
    for curve in sheet["curves"]:
        assert [len(values) for values in curve["values"]] == [len(sheet["times"])] * 3


# -- saves -------------------------------------------------------------------------------------------------------------


def download(person: Person, table: str, folder: pathlib.Path) -> pathlib.Path:
    answer = person.http.get(f"tables/{table}/save")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    file = folder / "game.json"
    file.write_bytes(answer.content)
    return file


def public(moment: Json) -> Json:
    """What is the same at every table where a game stands like that; people's names are not."""
    shown = {key: moment[key] for key in ("state", "extras", "scores", "ranks", "to_move")}
    return {**shown, "asked": (moment["prompt"]["seat"], moment["prompt"]["step"])}


def test_people_are_called_by_name_and_spoken_to(alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    people = [alice, bob]
    play_out(people, table, moves=6)
    logs = [[line["text"] for line in one.get(f"tables/{table}/log", seat=seat)] for seat, one in enumerate(people)]
    spectator = [line["text"] for line in alice.get(f"tables/{table}/log")]
    for seat, log in enumerate(logs):
        own, other = [("Alice", "Bob"), ("Bob", "Alice")][seat]
        assert any(text.startswith("You ") for text in log)
        assert not any(text.startswith(own) for text in log)
        assert any(text.startswith(other) for text in log)
    assert not any(text.startswith("You ") for text in spectator)
    assert {"Alice", "Bob"} <= {text.split()[0] for text in spectator}
    mover = alice.look(table)["to_move"]
    assert people[1 - mover].now(table, 1 - mover)["prompt"]["text"].startswith(["Alice", "Bob"][mover])


def test_a_save_before_the_end_hides_what_is_hidden(alice: Person, bob: Person, tmp_path: pathlib.Path) -> None:
    table = alice.open("me", "random", listed=True, start=True)["id"]
    play_out([alice], table, moves=5)
    alice.my_turn(table)
    for person in (alice, bob):
        loaded = [library.load(download(person, table, tmp_path)) for _ in range(3)]
        views = [match.view(None) for match in loaded]
        assert views[0]["state"] == person.now(table)["state"]
        assert all(view["state"] == views[0]["state"] for view in views)
        assert len({match.digest() for match in loaded}) > 1  # the deck is another one each time
        assert len({match.seed for match in loaded}) == 3
        assert all(match.verify() for match in loaded)


def test_a_save_after_the_end_is_whole_and_proves_itself(
    alice: Person, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = alice.open("me", "open", "random", listed=True)
    table = opened["id"]
    alice.post(f"tables/{table}/nonce", nonce="00" * 16)
    alice.post(f"tables/{table}/join", nonce="ff" * 8)
    alice.post(f"tables/{table}/start")
    over = play_out([alice], table)
    proof = over["proof"]
    secret, nonces = bytes.fromhex(proof["secret"]), proof["nonces"]
    assert nonces == ["00" * 16, "ff" * 8, ""]
    assert hashlib.sha256(secret).hexdigest() == over["commitment"] == opened["commitment"]
    assert hashlib.sha256(secret + b"".join(map(bytes.fromhex, nonces))).hexdigest() == proof["seed"]
    assert proofs.mix(secret, nonces).hex() == proof["seed"]
    file = download(alice, table, tmp_path)
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["seed"] == proof["seed"]
    assert data["proof"] == {"commitment": over["commitment"], **proof}
    match = library.load(file)
    assert match.over
    assert match.move_number == over["moves"]
    last = alice.now(table)
    assert match.scores == last["scores"]
    assert match.view(None)["state"] == last["state"]
    for arguments in ([], ["--commitment", opened["commitment"]]):
        with pytest.raises(SystemExit) as end:
            main(["replay", str(file), *arguments])
        assert end.value.code == 0
    assert "without a difference" in capsys.readouterr().out
    for part, value in (("secret", "00" * 32), ("nonces", ["00" * 16, "fe" * 8, ""]), ("seed", "00" * 32)):
        file.write_text(json.dumps({**data, "proof": {**data["proof"], part: value}}))
        with pytest.raises(SystemExit) as end:
            main(["replay", str(file)])
        assert end.value.code == 2


def test_digits_are_added_when_the_commitment_has_been_seen(alice: Person, bob: Person, carol: Person) -> None:
    """First the server is bound, then people add their digits: at a new table, at a rematch, and where it goes on from
    an earlier moment. Where nobody adds any, the proof says so."""
    own, other, later = "aa" * 16, "bb" * 16, "cc" * 16
    alice.open("me", "open", nonce=own, status=422)  # nobody has seen anything yet
    opened = alice.open("me", "open", listed=True)
    table = opened["id"]
    assert [seat["mixed"] for seat in opened["seats"]] == [False, False]
    assert carol.post(f"tables/{table}/nonce", 403, nonce=other)["type"] == "not-your-seat"
    bob.post(f"tables/{table}/join", nonce=other)
    found = alice.post(f"tables/{table}/nonce", nonce=own)
    assert found["commitment"] == opened["commitment"]
    assert [seat["mixed"] for seat in found["seats"]] == [True, True]
    assert "already" in alice.post(f"tables/{table}/nonce", 409, nonce=later)["title"]  # nobody chooses again
    alice.post(f"tables/{table}/start")
    over = play_out([alice, bob], table)
    assert over["proof"]["nonces"] == [own, other]

    again = bob.post(f"tables/{table}/rematch")
    assert [seat["mixed"] for seat in again["seats"]] == [False, False]
    alice.post(f"tables/{again['id']}/join", nonce=own)
    bob.post(f"tables/{again['id']}/nonce", nonce=later)
    bob.post(f"tables/{again['id']}/start")
    assert play_out([alice, bob], again["id"])["proof"]["nonces"] == [own, later]

    wish = {"move": 3, "seats": plans("me", "random")}
    fork = alice.post(f"tables/{table}/fork", **wish, start=False)
    assert fork["status"] == "open"
    alice.post(f"tables/{fork['id']}/nonce", nonce=later)
    alice.post(f"tables/{fork['id']}/start")
    assert "begun" in alice.post(f"tables/{fork['id']}/nonce", 409, nonce=own)["title"]
    over = play_out([alice], fork["id"])
    assert over["proof"]["nonces"] == [later, ""]
    assert over["proof"]["seed"] == proofs.mix(bytes.fromhex(over["proof"]["secret"]), [later, ""]).hex()

    at_once = alice.post(f"tables/{table}/fork", **wish)
    assert at_once["status"] == "playing"
    assert play_out([alice], at_once["id"])["proof"]["nonces"] == ["", ""]


def test_a_save_is_watched_and_gone_on_from(server: Server, alice: Person, bob: Person, tmp_path: pathlib.Path) -> None:
    match = library.new("peloponnes", seats=2, seed=5, options={"last_income": "none"})
    while not match.over:
        match.play(match.choices[len(match.choices) // 2])
    match.save(tmp_path / "game.json")
    saved = (tmp_path / "game.json").read_bytes()
    uploaded = alice.request("POST", "saves", content=saved, headers={"content-type": "application/json"})
    assert uploaded["origin"] == "replay"
    assert uploaded["status"] == "over"
    assert uploaded["moves"] == match.move_number
    assert uploaded["options"]["last_income"] == "none"
    table = uploaded["id"]
    assert bob.get(f"tables/{table}", 404)
    for move in (0, 7, match.move_number):
        then = alice.get(f"tables/{table}/moments/{move}")
        assert then["state"] == match.at(move).view(None)["state"]
    assert [line["text"] for line in alice.get(f"tables/{table}/log")] == [str(line) for line in match.log()]
    assert json.loads(download(alice, table, tmp_path).read_text())["choices"] == json.loads(saved)["choices"]
    assert alice.play(table, 0, 0, "pass", 403)

    forks = [alice.post(f"tables/{table}/fork", move=7, seats=plans("me", "me"))["id"] for _ in range(2)]
    then = public(alice.get(f"tables/{table}/moments/7"))
    for fork in forks:
        found = alice.look(fork)
        assert (found["origin"], found["status"], found["moves"]) == ("upload", "playing", 7)
        assert public(alice.now(fork)) == then
        assert alice.get(f"tables/{fork}/moments/6", 422)
    overs = [play_out([alice], fork) for fork in forks]
    assert [over["status"] for over in overs] == ["over"] * 2
    starts = [json.loads(download(alice, fork, tmp_path).read_text()) for fork in forks]
    assert starts[0]["start"] != starts[1]["start"]  # what lies hidden is another order
    assert starts[0]["seed"] != starts[1]["seed"]
    for fork in forks:
        assert library.load(download(alice, fork, tmp_path)).verify()

    waiting = alice.post(f"tables/{table}/fork", move=7, seats=plans("me", "open"))
    assert waiting["status"] == "open"
    invite = alice.post(f"tables/{waiting['id']}/invite")["secret"]
    bob.post(f"tables/{waiting['id']}/join", invite=invite)
    alice.post(f"tables/{waiting['id']}/start")
    assert public(bob.now(waiting["id"])) == then

    for wish, status in (
        ({"move": match.move_number, "seats": plans("me", "me")}, 409),
        ({"move": 10**6, "seats": plans("me", "me")}, 422),
        ({"move": 7, "seats": plans("me")}, 422),
        ({"move": -1, "seats": plans("me", "me")}, 422),
        ({"move": 7, "seats": plans("random", "random")}, 422),
    ):
        alice.post(f"tables/{table}/fork", status, **wish)


def test_a_save_of_a_position_can_be_watched_and_gone_on_from(alice: Person, tmp_path: pathlib.Path) -> None:
    table = alice.open("me", "random", start=True)["id"]
    play_out([alice], table, moves=4)
    here = alice.my_turn(table)
    saved = download(alice, table, tmp_path).read_bytes()
    uploaded = alice.request("POST", "saves", content=saved)
    assert public(alice.now(uploaded["id"])) == public(alice.now(table))
    assert uploaded["status"] == "over"
    move = uploaded["moves"]
    fork = alice.post(f"tables/{uploaded['id']}/fork", move=move, seats=plans("me", "random"))["id"]
    assert here["status"] == "playing"
    assert play_out([alice], fork)["status"] == "over"


def test_what_a_server_draws_in_a_test_is_fixed(alice: Person) -> None:
    def commitments() -> list[str]:
        with fixed_draws.drawing_for("a table"):
            return [alice.open("me", "random")["commitment"] for _ in range(2)]

    first = commitments()
    assert first[0] != first[1]
    assert commitments() == first


REDRAWS = 10


def hands(moment: dict[str, Any]) -> list[Any]:
    """What is known of each hand in the card game: its faces, in the order in which they are counted."""
    return [player["hand"] for player in moment["state"]["players"]]


def test_who_goes_on_keeps_what_his_seats_have_seen(alice: Person, tmp_path: pathlib.Path) -> None:
    """From an earlier moment, or from the save of a position: own hands stay as they are, others are dealt anew."""

    def hands_of(table: str, move: int, *seats: int) -> list[Any]:
        return [hands(alice.get(f"tables/{table}/moments/{move}", seat=seat))[seat] for seat in seats]

    def others_cards(move: int) -> int:
        players = alice.get(f"tables/{table}/moments/{move}", seat=0)["state"]["players"]
        return sum(player["hand_count"] for player in players[2:])

    table = alice.open("me", "me", "random", "random", game="peloponnes_card", start=True)["id"]
    play_out([alice], table, moves=6)
    last = alice.my_turn(table)["moves"]
    # Where the others hold most: two redraws of a few cards are often the same, many of many cards never.
    move = max(range(last + 1), key=others_cards)
    mine = hands_of(table, move, 0, 1)
    assert [-1] * 4 not in mine
    met = []
    for _ in range(REDRAWS):
        fork = alice.post(f"tables/{table}/fork", move=move, seats=plans("me", "me", "me", "me"))["id"]
        assert hands_of(fork, move, 0, 1) == mine
        met.append(hands_of(fork, move, 2, 3))
    assert any(others != met[0] for others in met)
    file, mine = download(alice, table, tmp_path), hands_of(table, last, 0, 1)
    assert [library.load(file).state["players"][seat]["hand"].tolist() for seat in (0, 1)] == mine
    uploaded = alice.request("POST", "saves", content=file.read_bytes())
    fork = alice.post(f"tables/{uploaded['id']}/fork", move=uploaded["moves"], seats=plans("me", "me", "random", "me"))
    assert hands_of(fork["id"], fork["moves"], 0, 1) == mine
    # A seat that was not his: nothing of it is kept, whoever sits there now.
    other = alice.open("me", "random", game="peloponnes_card", start=True)["id"]
    seen = []
    for _ in range(REDRAWS):
        fork = alice.post(f"tables/{other}/fork", move=0, seats=plans("random", "me"))["id"]
        seen += hands_of(fork, 0, 1)
    assert any(hand != seen[0] for hand in seen)


def test_nobody_tries_out_a_game_that_others_still_play(alice: Person, bob: Person, carol: Person) -> None:
    table = alice.open("me", "open", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    assert "not begun" in alice.post(f"tables/{table}/fork", 409, move=0, seats=plans("me", "me"))["title"]
    alice.post(f"tables/{table}/start")
    for person in (alice, bob, carol):
        problem = person.post(f"tables/{table}/fork", 409, move=0, seats=plans("me", "me"))
        assert "still playing" in problem["title"]
    play_out([alice, bob], table)
    fork = carol.post(f"tables/{table}/fork", move=2, seats=plans("me", "greedy"))
    assert fork["origin"] == "fork"
    carol.my_turn(fork["id"])


def test_against_bots_one_may_go_back_to_a_fork(alice: Person) -> None:
    table = alice.open("me", "random", start=True)["id"]
    alice.my_turn(table)
    moves = alice.look(table)["moves"]
    fork = alice.post(f"tables/{table}/fork", move=moves, seats=plans("me", "random"))
    assert fork["moves"] == moves
    assert mine_to_move(alice.my_turn(fork["id"])) == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"petteia": "save"}',
        b'{"petteia": "save", "format": 99}',
        json.dumps({"petteia": "save", "format": 1, "game": "chess"}).encode(),
    ],
    ids=repr,
)
def test_files_that_are_no_saves(lite: Server, data: bytes) -> None:
    person = lite.person()
    problem = person.request("POST", "saves", 422, content=data)
    assert "save" in f"{problem['title']} {problem['detail']}"
    assert person.get("me/tables") == []


def test_a_save_that_was_edited(lite: Server, tmp_path: pathlib.Path) -> None:
    match = library.new("peloponnes", seats=2, seed=5)
    for _ in range(5):
        match.play(match.choices[0])
    match.save(tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text())
    person = lite.person()
    edits: list[tuple[str, Any, str]] = [
        ("choices", [["bid 1 3", "0" * 16], *data["choices"][1:]], "move 1"),
        ("choices", [[["x"], 1]], "move 1"),
        ("choices", [["\ud800", 1]], "move 1"),
        ("seed", "00", "set up"),
        ("seats", 10**30, ""),
        ("options", {"luck": [[[]]]}, "luck"),
        ("options", {"solo_level": 10**40}, ""),
        ("box_file", {"name": "x", "text": "][" * 1000}, ""),
        ("box_file", {"name": "x"}, ""),
        ("box_file", 7, ""),
        ("position", "game = ", ""),
        ("position", 'game = "peloponnes"\nseats = 99999999999999999999', ""),
        ("position", f'game = "peloponnes"\nseats = 2\nbank = {10**40}', ""),
        ("rules", 99, "newer"),
        ("rules", 10**40, "newer"),
        ("start", "0" * 64, ""),
    ]
    for key, value, said in edits:
        body = json.dumps({**data, key: value})
        problem = person.request("POST", "saves", 422, content=body)
        assert said in problem["cause"], key
        assert problem["title"].startswith("This"), key


def test_a_card_of_one_price_that_is_too_dear_is_too_dear() -> None:
    """Not what is true of all other bids (§4.7)."""
    said: collections.Counter[str] = collections.Counter()
    for seed in range(6):
        match, dice = library.new("peloponnes_card", 3, seed, {"conquest_bid": "exact"}), random.Random(seed)
        for _ in range(60):
            if match.game.lists["step"][int(match.state["step"])] == "bid":
                offered = {choice.parameters.get("slot") for choice in match.choices}
                room = SimpleNamespace(
                    seats_of=lambda person: {0, 1, 2}, match=match, status="playing", game=match.game, box=match.box
                )
                for slot in {slot for slot, card in enumerate(match.state["row"], 1) if card >= 0} - offered:
                    wish = Why(seat=match.to_move, target=f"slot:{slot}")
                    said[asking.why(room, 1, wish, "en")["clause"]["number"]] += 1
            match.play(dice.choice(match.legal_ids))
    assert said["§4.16"]
    assert not said["§4.7"]
