"""Whether thinking bots keep people waiting: how long a person's move takes while masters think at many tables.

    python bench/thinking.py [--tables 20] [--seconds 60]

A server of its own, with a table for each of so many people, who each play against two masters; and one table more
where two people move up to ten times a second. What is told is how long all these moves took to be acknowledged, that
is stored: first while the masters wait for their people, then while they think.
"""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "server"))

from table_clients import Person, Server, mine_to_move, serving, words_of

PAUSE = 0.1  # seconds between two moves of the people who play among themselves
GAME = "peloponnes"


class Crowd:
    """The tables, and how long moves at them took."""

    def __init__(self, server: Server, tables: int) -> None:
        self.rng = random.Random(1)
        self.two = server.person("Two people")
        self.of_two = self.open_for_two()
        self.people = [server.person(f"Person {i}") for i in range(tables)]
        self.tables = [person.open("me", "master", "master", game=GAME, start=True)["id"] for person in self.people]
        self.watching = [p.live(table, 0) for p, table in zip(self.people, self.tables, strict=True)]
        self.took: list[float] = []

    def open_for_two(self) -> str:
        return str(self.two.open("me", "me", game=GAME, start=True)["id"])

    def move(self, person: Person, table: str) -> bool:
        """A random choice, where it is one's turn; whether the game goes on."""
        looked = person.look(table)
        seat = mine_to_move(looked)
        if looked["status"] != "playing":
            return False
        if seat is not None:
            words = self.rng.choice(words_of(person.now(table, seat)))
            body = {"seat": seat, "number": looked["moves"], "choice": words}
            began = time.perf_counter()
            answer = person.http.post(f"tables/{table}/play", json=body)
            self.took.append(time.perf_counter() - began)
            assert answer.status_code in (200, 409), answer.text
        return True

    def move_of_two(self) -> None:
        if not self.move(self.two, self.of_two):
            self.of_two = self.open_for_two()

    def moves_with_masters(self) -> None:
        for i, person in enumerate(self.people):
            if not self.move(person, self.tables[i]):
                self.tables[i] = person.open("me", "master", "master", game=GAME, start=True)["id"]

    def close(self) -> None:
        for live in self.watching:
            with contextlib.suppress(Exception):
                live.close()


def tell(what: str, took: list[float]) -> None:
    took = sorted(took)
    middle, late = took[len(took) // 2], took[min(len(took) - 1, int(0.99 * len(took)))]
    print(
        f"{what}: {len(took)} moves, middle {1000 * middle:.1f} ms, 99 % within {1000 * late:.1f} ms,"
        f" at most {1000 * took[-1]:.1f} ms",
        flush=True,
    )


def for_seconds(seconds: float) -> Iterator[None]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield
        time.sleep(PAUSE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as home,
        contextlib.redirect_stdout(sys.stderr),
        serving(f"sqlite:///{home}/petteia.db", pathlib.Path(home)) as server,
    ):
        crowd = Crowd(server, chosen.tables)
        for _ in for_seconds(chosen.seconds / 3):
            crowd.move_of_two()
        tell("while the masters wait", crowd.took)
        crowd.took = []
        for _ in for_seconds(chosen.seconds):
            crowd.move_of_two()
            crowd.moves_with_masters()
        tell(f"while masters think at {chosen.tables} tables", crowd.took)
        crowd.close()


if __name__ == "__main__":
    main()
