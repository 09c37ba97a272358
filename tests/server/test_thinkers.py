"""Whose thoughts come first where threads are few."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from petteia.server.thinkers import Thinkers

GREEDY, PATIENT, OTHER = 1, 2, 3


def with_one_thread(story: Callable[[Thinkers], object]) -> None:
    """Lets a story happen with a single thread for thoughts."""

    async def happen() -> None:
        thinkers = Thinkers("slow")
        thinkers._many = 1
        try:
            await asyncio.wait_for(story(thinkers), 20)  # type: ignore[arg-type]
        finally:
            thinkers.close()

    asyncio.run(happen())


class Line:
    """Thoughts that write down who had a turn, and what part of his time; none ends before they may."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.turns: list[tuple[str, float]] = []

    def thought(self, name: str) -> Callable[[float], str]:
        def think(part: float) -> str:
            assert self.may_end.wait(10)
            self.turns.append((name, part))
            return name

        return think


def test_whoever_asks_for_much_makes_nobody_wait_for_all_of_it() -> None:
    async def story(thinkers: Thinkers) -> None:
        line = Line()
        much = [thinkers.think(GREEDY, line.thought(f"greedy {number}")) for number in range(50)]
        once = thinkers.think(PATIENT, line.thought("patient"))
        assert (thinkers.thinking, thinkers.waiting) == (1, 50)
        line.may_end.set()
        assert await once == "patient"
        assert [name for name, _ in line.turns].index("patient") <= 2  # after what was begun, and one turn at most
        await asyncio.gather(*much)
        assert (thinkers.thinking, thinkers.waiting, thinkers.asked) == (0, 0, 51)

    with_one_thread(story)


def test_the_more_people_wait_the_shorter_thoughts_are() -> None:
    async def story(thinkers: Thinkers) -> None:
        line = Line()
        wishes = [thinkers.think(GREEDY, line.thought("alone"))]
        wishes += [thinkers.think(person, line.thought(str(person))) for person in (GREEDY, PATIENT, OTHER)]
        line.may_end.set()
        await asyncio.gather(*wishes)
        assert line.turns == [("alone", 1.0), ("1", 1 / 3), ("2", 1 / 2), ("3", 1.0)]

    with_one_thread(story)


def test_many_guests_of_one_address_are_as_good_as_one() -> None:
    async def story(thinkers: Thinkers) -> None:
        line = Line()
        many = [thinkers.think(guest, line.thought(str(guest)), source="there") for guest in range(20)]
        once = thinkers.think(PATIENT, line.thought("patient"), source="here")
        line.may_end.set()
        assert await once == "patient"
        assert [name for name, _ in line.turns].index("patient") <= 2
        await asyncio.gather(*many)
        assert thinkers.waiting == 0

    with_one_thread(story)


def test_a_hint_goes_before_ones_own_bots() -> None:
    async def story(thinkers: Thinkers) -> None:
        line = Line()
        wishes = [thinkers.think(GREEDY, line.thought(name)) for name in ("begun", "bot")]
        wishes.append(thinkers.think(GREEDY, line.thought("hint"), first=True))
        line.may_end.set()
        await asyncio.gather(*wishes)
        assert [name for name, _ in line.turns] == ["begun", "hint", "bot"]

    with_one_thread(story)


def test_what_nobody_waits_for_is_not_thought_and_what_goes_wrong_is_told() -> None:
    async def story(thinkers: Thinkers) -> None:
        line = Line()
        begun = thinkers.think(GREEDY, line.thought("begun"))
        thinkers.think(GREEDY, line.thought("given up")).cancel()
        wrong = thinkers.think(GREEDY, lambda part: 1 // 0)
        line.may_end.set()
        assert await begun == "begun"
        with pytest.raises(ZeroDivisionError):
            await wrong
        assert [name for name, _ in line.turns] == ["begun"]
        assert await thinkers.think(None, line.thought("after it")) == "after it"

    with_one_thread(story)


def test_closing_leaves_nobody_waiting() -> None:
    async def story(thinkers: Thinkers) -> None:
        line = Line()
        wishes = [thinkers.think(GREEDY, line.thought(str(number))) for number in range(3)]
        line.may_end.set()
        thinkers.close()
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert answers[0] == "0"
        assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[1:])

    with_one_thread(story)
