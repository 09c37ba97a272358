"""Of one address few requests are worked on at a time."""

from __future__ import annotations

import asyncio

import pytest

from petteia.server.turns import AT_ONCE, Turns


def test_whoever_asks_for_much_waits_for_himself_alone() -> None:
    async def ask() -> None:
        turns, may_end = Turns(), asyncio.Event()
        at_work: list[str] = []

        async def request(host: str) -> None:
            async with turns.turn(host):
                at_work.append(host)
                await may_end.wait()

        many = [asyncio.create_task(request("192.0.2.1")) for _ in range(20)]
        await asyncio.sleep(0)
        one = asyncio.create_task(request("192.0.2.2"))
        await asyncio.sleep(0)
        assert at_work == ["192.0.2.1"] * AT_ONCE + ["192.0.2.2"]
        gone = many.pop()
        gone.cancel()  # whoever waits may go
        may_end.set()
        await asyncio.gather(one, *many)
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert len(at_work) == 20
        assert not turns._lines  # nothing is left of anybody

    asyncio.run(ask())


def test_the_network_of_an_address_counts() -> None:
    async def ask() -> None:
        turns, may_end = Turns(), asyncio.Event()
        at_work: list[int] = []

        async def request(number: int) -> None:
            async with turns.turn(f"2001:db8::{number:x}"):
                at_work.append(number)
                await may_end.wait()

        many = [asyncio.create_task(request(number)) for number in range(10)]
        await asyncio.sleep(0)
        assert len(at_work) == AT_ONCE
        may_end.set()
        await asyncio.gather(*many)

    asyncio.run(ask())
