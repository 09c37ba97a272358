"""Threads on which bots think, and what waits for them.

Whoever asks for many thoughts, with many tables of bots, must not make others wait for all of them: addresses have
their turns, one thought each, and the people of an address have theirs. The more wait, the shorter thoughts are.
"""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import dataclasses
import os
import time
from collections.abc import Callable
from typing import Any, TypeVar

from petteia.server import metrics

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

# What a thought comes to. It is told what part of its usual time it may take.
Thought = Callable[[float], T]


@dataclasses.dataclass
class _Wish:
    thought: Thought[Any]
    answer: asyncio.Future[Any]
    asked: float


class Thinkers:
    """Threads for thoughts of one pace: as many as there are cores but one, which is for people."""

    def __init__(self, pace: str) -> None:
        self.pace = pace
        self._many = max(1, (os.cpu_count() or 2) - 1)
        self._threads = concurrent.futures.ThreadPoolExecutor(self._many, thread_name_prefix=f"petteia-{pace}-bot")
        # Of each person of an address; who is next stands first.
        self._lines: dict[str, dict[int | None, collections.deque[_Wish]]] = {}
        self.thinking = 0
        self.asked = 0  # since the start

    @property
    def waiting(self) -> int:
        return sum(len(line) for people in self._lines.values() for line in people.values())

    def think(
        self, person: int | None, thought: Thought[T], *, source: str = "", first: bool = False
    ) -> asyncio.Future[T]:
        """What a thought comes to, when a thread was free for it and the person, from where he comes from, had his
        turn. One that goes first does so among his own."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        line = self._lines.setdefault(source, {}).setdefault(person, collections.deque())
        wish = _Wish(thought, answer, time.monotonic())
        if first:
            line.appendleft(wish)
        else:
            line.append(wish)
        self.asked += 1
        self._begin()
        return answer

    def _begin(self) -> None:
        """Lets those think whose turn it is, as long as a thread is free."""
        while self._lines and self.thinking < self._many:
            source, people = _taken_out(self._lines)
            person, line = _taken_out(people)
            wish = line.popleft()
            if line:
                people[person] = line  # behind all others
            others = len(people) + len(self._lines)
            if people:
                self._lines[source] = people
            if not wish.answer.done():  # else nobody waits any more
                self._give_a_thread(wish, 1 / (1 + others / self._many))

    def _give_a_thread(self, wish: _Wish, part: float) -> None:
        began = time.monotonic()

        def ended(done: asyncio.Future[Any]) -> None:
            self.thinking -= 1
            metrics.THOUGHT_WAIT.observe(began - wish.asked, self.pace)
            metrics.THOUGHT_SECONDS.observe(time.monotonic() - began, self.pace)
            self._begin()
            if wish.answer.done():
                return
            if done.cancelled():
                wish.answer.cancel()
            elif (problem := done.exception()) is not None:
                wish.answer.set_exception(problem)
            else:
                wish.answer.set_result(done.result())

        self.thinking += 1
        done = asyncio.get_running_loop().run_in_executor(self._threads, wish.thought, part)
        done.add_done_callback(ended)

    def close(self) -> None:
        for people in self._lines.values():
            for line in people.values():
                for wish in line:
                    wish.answer.cancel()
        self._lines.clear()
        self._threads.shutdown(cancel_futures=True)


def _taken_out(lines: dict[K, V]) -> tuple[K, V]:
    """Whoever is next."""
    first = next(iter(lines))
    return first, lines.pop(first)
