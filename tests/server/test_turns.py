"""Of one address few requests are worked on at a time."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from petteia.server import live
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


@pytest.mark.parametrize(
    ("message", "deed"),
    [
        ('{"type": "say", "text": "χαῖρε"}', "talking.say"),
        ('{"type": "play", "id": 1, "seat": 0, "number": 1, "choice": "pass"}', "playing.play"),
        ('{"type": "hello"}', "_hello"),
    ],
)
def test_so_it_is_with_messages_over_many_connections(message: str, deed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred guests of one address who said fifteen things each at once kept everybody waiting for three seconds."""

    async def ask() -> None:
        turns, may_end = Turns(), asyncio.Event()
        at_work: list[str] = []

        async def do(*_: Any) -> None:
            at_work.append(message)
            await may_end.wait()

        monkeypatch.setattr(f"petteia.server.live.{deed}", do)
        app = SimpleNamespace(state=SimpleNamespace(turns=turns))
        told: list[Any] = []

        def browser(host: str) -> Any:
            found = SimpleNamespace(host=host, person=1, lang="en", socket=SimpleNamespace(app=app))
            found.may_greet, found.push = lambda: True, told.append
            room.sockets.append(found)
            return found

        hall: Any = SimpleNamespace(settings=Settings())
        room: Any = SimpleNamespace(sockets=[])

        def sent(host: str) -> asyncio.Task[None]:
            return asyncio.create_task(live._handle(hall, room, browser(host), message))

        many = [sent("192.0.2.1") for _ in range(20)]
        one = sent("192.0.2.2")
        await asyncio.sleep(0)
        assert len(at_work) == AT_ONCE + 1
        may_end.set()
        await asyncio.gather(one, *many)
        assert len(at_work) == 21
        assert told == []

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
