"""Scratch records: on the stack, so that nobody shares it."""

from __future__ import annotations

import threading
from typing import Annotated

from petteia.engine.compiling import driver, large_rule
from petteia.engine.records import Array, Record, i2, record
from petteia.engine.scratch import scratch_for

LENGTH = 5000


@record
class Work(Record):
    total: i2
    numbers: Annotated[Array[i2], LENGTH]


scratch_for_work = scratch_for(Work)


@driver
def stays_its_own(mark: int, rounds: int) -> bool:
    """Writes a number everywhere and asks another function for a record of its own, again and again."""
    work = scratch_for_work()
    for turn in range(rounds):
        for i in range(LENGTH):
            work.numbers[i] = mark + turn
        if others(mark + 1) != LENGTH or marked(work, mark + turn) != LENGTH:
            return False
    return True


@large_rule
def others(mark: int) -> int:
    work = scratch_for_work()
    for i in range(LENGTH):
        work.numbers[i] = mark
    return marked(work, mark)


@large_rule
def marked(work: Work, mark: int) -> int:
    found = 0
    for i in range(LENGTH):
        found += work.numbers[i] == mark
    return found


def test_nobody_shares_it() -> None:
    """Nor do threads, which run at the same time, since compiled code needs no lock."""
    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda mark=mark: found.append(stays_its_own(mark, 20)))  # type: ignore[misc]
        for mark in (100, 200, 300)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 3
