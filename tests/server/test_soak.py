"""What `bench/soak.py` calls lost, doubled or made by nobody."""

from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))

import pytest
from soak import Game, Sent, compare
from table_clients import Json

DEAL: Json = {"number": 0, "kind": "deal", "seat": None, "words": None}


def entry(number: int, seat: int, words: str) -> Json:
    return {"number": number, "kind": "play", "seat": seat, "words": words}


@pytest.mark.parametrize(
    ("sent", "stored", "wrong"),
    [
        ([Sent(0, 0, "bid", True), Sent(1, 1, "pass", True)], [entry(1, 0, "bid"), entry(2, 1, "pass")], []),
        ([Sent(0, 0, "bid")], [], []),  # never acknowledged
        ([Sent(0, 0, "bid"), Sent(0, 0, "pass", True)], [entry(1, 0, "pass")], []),  # sent anew after a lost connection
        ([], [entry(1, 2, "bid")], []),  # a bot
        ([Sent(0, 0, "move 1; move 2", True)], [entry(1, 0, "move 1"), entry(2, 0, "move 2")], []),
        ([Sent(0, 0, "on", True)], [entry(1, 0, "on"), entry(2, 0, "on")], []),  # the game repeats it by itself
        ([Sent(0, 0, "bid", True)], [], ["lost"]),
        ([Sent(0, 0, "bid", True)], [entry(1, 1, "bid")], ["lost", "nobody"]),
        ([Sent(0, 0, "bid", True), Sent(0, 0, "bid", True)], [entry(1, 0, "bid")], ["one of two"]),
        ([Sent(0, 0, "bid", True)], [entry(1, 0, "bid"), entry(2, 1, "x"), entry(3, 0, "bid")], ["nobody", "nobody"]),
        ([Sent(0, 0, "bid", True)], [entry(2, 0, "bid")], ["missing", "nobody"]),
    ],
)
def test_what_is_stored_is_compared_with_what_people_were_told(
    sent: list[Sent], stored: list[Json], wrong: list[str]
) -> None:
    game = Game("table", {0, 1})
    game.sent = sent
    found = compare(game, [DEAL, *stored])
    assert len(found) == len(wrong), found
    assert all(word in words for word, words in zip(wrong, found, strict=True)), found
