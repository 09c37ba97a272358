"""A public link to watch a finished game again."""

from __future__ import annotations

import json

from table_clients import Person, Server, entries_of, play_out

HIDDEN = "our secret plan"


def test_against_bots_the_owner_alone_decides(server: Server, alice: Person) -> None:
    table = alice.open("me", "greedy", "random", start=True)["id"]
    alice.post(f"tables/{table}/share", 409, agree=True)  # not before the end
    assert alice.get(f"tables/{table}")["sharing"] is None
    play_out([alice], table)
    alice.post(f"tables/{table}/chat", 201, text=HIDDEN)
    assert alice.get(f"tables/{table}")["sharing"] == {"agreed": [], "shown": None}
    shown = alice.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    assert shown != table

    stranger = Person(server, None)
    stranger.get(f"tables/{table}", 404)  # the table itself stays private
    there = stranger.get(f"tables/{shown}")
    assert there["status"] == "over"
    assert there["origin"] == "shown"
    assert there["sharing"] is None
    assert [(seat["kind"], seat["bot"]) for seat in there["seats"]] == [
        ("person", None),
        ("bot", "greedy"),
        ("bot", "random"),
    ]
    assert there["seats"][0]["name"] == "Alice"
    # The whole game as it was played, and as a spectator of it would have seen it.
    moves = alice.get(f"tables/{table}")["moves"]
    assert there["moves"] == moves
    for move in (0, moves // 2, moves):
        original, copy = (
            one.get(f"tables/{which}/moments/{move}") for one, which in ((alice, table), (stranger, shown))
        )
        assert copy["state"] == original["state"]
        assert copy["to_move"] is None or move < moves
        assert not copy["choices"]
    assert stranger.get(f"tables/{shown}/sheet") == alice.get(f"tables/{table}/sheet")
    texts = [line["text"] for line in alice.get(f"tables/{table}/log")]
    assert [line["text"] for line in stranger.get(f"tables/{shown}/log")] == texts
    # What was said at the table is not part of the game, and nothing can be said there.
    assert HIDDEN not in json.dumps(stranger.get(f"tables/{shown}/chat"))
    server.person("Mallory").post(f"tables/{shown}/chat", 409, text="x")
    # It is in no list.
    assert shown not in {one["id"] for one in stranger.get("tables")}
    assert shown not in {one["id"] for one in alice.get("me/tables")}
    assert [entry["kind"] for entry in entries_of(server, shown)][:2] == ["deal", "play"]

    # Withdrawn, it is gone, and a later link is another.
    assert alice.post(f"tables/{table}/share", agree=False)["sharing"] == {"agreed": [], "shown": None}
    for path in ("", "/log", "/sheet", "/moments/0", "/save", "/chat"):
        stranger.get(f"tables/{shown}{path}", 404)
    again = alice.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    assert again not in (shown, table)
    stranger.get(f"tables/{shown}", 404)
    stranger.get(f"tables/{again}")
    assert alice.post(f"tables/{table}/share", agree=True)["sharing"]["shown"] == again  # asked twice, it stays


def test_everybody_who_sat_there_has_to_agree(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open", "greedy", listed=True)["id"]
    bob.post(f"tables/{table}/join")
    alice.post(f"tables/{table}/start")
    play_out([alice, bob], table)
    carol = server.person("Carol")
    carol.post(f"tables/{table}/share", 403, agree=True)  # who only looks is not asked
    assert carol.get(f"tables/{table}")["sharing"] is None
    assert alice.post(f"tables/{table}/share", agree=True)["sharing"] == {"agreed": [0], "shown": None}
    assert bob.get(f"tables/{table}")["sharing"] == {"agreed": [0], "shown": None}
    shown = bob.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    assert shown is not None
    assert [seat["name"] for seat in carol.get(f"tables/{shown}")["seats"]][:2] == ["Alice", "Bob"]
    # Any of them withdraws it for all; the others still agree.
    assert alice.post(f"tables/{table}/share", agree=False)["sharing"] == {"agreed": [1], "shown": None}
    carol.get(f"tables/{shown}", 404)


def test_whoever_left_is_not_named(server: Server, alice: Person, bob: Person) -> None:
    table = alice.open("me", "open")["id"]
    secret = alice.post(f"tables/{table}/invite")["secret"]
    bob.post(f"tables/{table}/join", invite=secret)
    alice.post(f"tables/{table}/start")
    bob.post(f"tables/{table}/resign", seat=1)
    play_out([alice], table)
    shown = alice.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    stranger = Person(server, None)
    assert "Bob" not in json.dumps([stranger.get(f"tables/{shown}"), stranger.get(f"tables/{shown}/log")])


def test_hands_stay_hidden_as_they_were(server: Server, alice: Person) -> None:
    """Before its end a game with hidden hands is shown as a spectator saw it; at the end all lies open."""
    table = alice.open("me", "greedy", game="peloponnes_card", start=True)["id"]
    play_out([alice], table)
    shown = alice.post(f"tables/{table}/share", agree=True)["sharing"]["shown"]
    stranger = Person(server, None)
    moves = stranger.get(f"tables/{shown}")["moves"]

    def hands(one: Person, which: str, move: int, **eyes: int) -> list[object]:
        state = one.get(f"tables/{which}/moments/{move}", **eyes)["state"]
        return [player["hand"] for player in state["players"]]

    middle = moves // 2
    assert hands(stranger, shown, middle) == hands(alice, table, middle)  # as a spectator
    assert hands(stranger, shown, middle)[0] != hands(alice, table, middle, seat=0)[0]
    assert hands(stranger, shown, moves) == hands(alice, table, moves, seat=0)
    assert stranger.get(f"tables/{shown}/moments/{middle}", seat=0)["seat"] is None  # nobody has a seat there
