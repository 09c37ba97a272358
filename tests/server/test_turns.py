"""Of one address few requests are worked on at a time."""

from __future__ import annotations

import asyncio

import pytest

from petteia.server.guard import Guard, Message, Receive, Scope, Send
from petteia.server.settings import Settings
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


def test_whoever_sends_or_takes_slowly_keeps_nobody_of_his_address_waiting() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    async def ask() -> None:
        guard, slowly = Guard(app, Settings()), asyncio.Event()
        scope = {"type": "http", "method": "POST", "path": "/api/me", "headers": [], "client": ("192.0.2.1", 1)}

        async def request(*, slow_to_send: bool = False, slow_to_take: bool = False) -> list[bytes]:
            taken = []

            async def receive() -> Message:
                if slow_to_send:
                    await slowly.wait()
                return {"type": "http.request", "body": b"Alice"}

            async def send(message: Message) -> None:
                if slow_to_take:
                    await slowly.wait()
                taken.append(message.get("body", b""))

            await guard(dict(scope), receive, send)
            return taken

        slow = [asyncio.create_task(request(slow_to_send=True)) for _ in range(AT_ONCE)]
        slow += [asyncio.create_task(request(slow_to_take=True)) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(request(), 5) == [b"", b"Alice"]
        assert not any(one.done() for one in slow)
        slowly.set()
        assert await asyncio.gather(*slow) == [[b"", b"Alice"]] * len(slow)
        assert not guard.turns._lines

    asyncio.run(ask())
