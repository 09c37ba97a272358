"""Threads on which bots think, and what waits for them."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import time
from collections.abc import Callable
from typing import TypeVar

from petteia.server import metrics

T = TypeVar("T")


class Thinkers:
    """Threads for thoughts of one pace: as many as there are cores but one, which is for people."""

    def __init__(self, pace: str) -> None:
        self.pace = pace
        self._many = max(1, (os.cpu_count() or 2) - 1)
        self._threads = concurrent.futures.ThreadPoolExecutor(self._many, thread_name_prefix=f"petteia-{pace}-bot")
        self._in_hand = 0
        self.asked = 0  # since the start

    @property
    def thinking(self) -> int:
        return min(self._in_hand, self._many)

    @property
    def waiting(self) -> int:
        return self._in_hand - self.thinking

    def think(self, thought: Callable[[], T]) -> asyncio.Future[T]:
        """What a thought comes to, when a thread was free for it."""
        asked = time.monotonic()
        began: list[float] = []

        def begin() -> T:
            began.append(time.monotonic())
            return thought()

        def ended(_: asyncio.Future[T]) -> None:
            self._in_hand -= 1
            if began:
                metrics.THOUGHT_WAIT.observe(began[0] - asked, self.pace)
                metrics.THOUGHT_SECONDS.observe(time.monotonic() - began[0], self.pace)

        self.asked += 1
        self._in_hand += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, begin)
        future.add_done_callback(ended)
        return future

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
