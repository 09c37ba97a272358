"""The live table: a WebSocket for each browser that looks at it.

A browser says hello (as which seat, in which language) and gets a welcome with everything; from then on it is told what
happens. Since it is entered into the room before the welcome is made, nothing is missed in between, and after a lost
connection the next welcome brings it up to date.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from petteia.server import metrics, models, views
from petteia.server.guard import Paces
from petteia.server.models import ClosedForNow
from petteia.server.pace import Pace
from petteia.server.problems import Refusal, nobody, not_now, unstored, wrong
from petteia.server.reaching import source_of
from petteia.server.rooms import Json, Request, Room
from petteia.server.store import NoDatabase
from petteia.server.tables import playing, talking
from petteia.server.tables.hall import Hall
from petteia.server.turns import Turns
from petteia.server.wire import wire_of

LONGEST_MESSAGE = 4096  # bytes
HELLO_TIME = 10.0  # seconds
MOST_WAITING = 1 << 20  # bytes that may wait for a slow browser
MESSAGES_A_SECOND, BURST = 10.0, 60.0

logger = logging.getLogger("petteia")

_INCOMING: TypeAdapter[Any] = TypeAdapter(models.Incoming)


class Browser:
    """One connection."""

    def __init__(self, socket: WebSocket, person: int | None) -> None:
        self.socket = socket
        self.person = person
        self.seat: int | None = None
        self.lang = "en"
        self._wire = wire_of(socket)
        self._paces: Paces = socket.app.state.paces
        self.host = socket.client.host if socket.client else ""
        self._closing: asyncio.Task[None] | None = None

    def may_greet(self) -> bool:
        """Whether a hello does not come too fast, with all others from this address."""
        kind = "hello" if self.person is not None else "hello of a stranger"
        return self._paces.allow(kind, self.host)

    def push(self, message: Json) -> None:
        self.push_text(orjson.dumps(message))

    def push_text(self, message: bytes) -> None:
        """Sends a message. A browser that does not keep up is let go; it comes back and is welcomed anew."""
        if self._closing is None and self._wire.say(message) > MOST_WAITING:
            self.close(ClosedForNow.TOO_SLOW)

    def close(self, code: models.Closing = ClosedForNow.RESTARTS) -> None:
        if self._closing is None:
            metrics.LIVE_CLOSED.add(str(int(code)))
            self._closing = asyncio.create_task(self._close(code))

    async def _close(self, code: models.Closing) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have gone already
            await self._wire.said()
            await self.socket.close(code)

    async def receive(self) -> str:
        """The next message as text; what is too long, or binary, is as good as none."""
        message: Any = await self._wire.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None or len(text) > LONGEST_MESSAGE:
            return ""
        return str(text)

    async def gone(self) -> None:
        """Ends what is still going on when the connection has ended."""
        self._wire.gone()
        if self._closing is not None:
            self._closing.cancel()
            await asyncio.wait([self._closing])


async def serve(hall: Hall, socket: WebSocket, table: str, cookie: str | None, address: str) -> None:
    """A connection from its hello to its end."""
    await socket.accept()
    metrics.LIVE_OPENED.add()
    try:
        person = await hall.people.who(cookie)
        await hall.sanctions.check_may_come(person, address)
        hall.sources.note(person, address)
        room = await hall.visible(table, person)
    except Refusal as problem:
        banned = problem.kind == "banned"
        await _turn_away(socket, models.ClosedForGood.BANNED if banned else models.ClosedForGood.NO_TABLE)
        return
    except NoDatabase:
        await _turn_away(socket, ClosedForNow.NOT_WELL)
        return
    rate = hall.settings.rate
    place = _place(room, socket, person)
    if not room.crowd.admit(place, rate):
        metrics.LIVE_CLOSED.add(str(int(ClosedForNow.CROWDED)))
        await _turn_away(socket, ClosedForNow.CROWDED)
        return
    browser = Browser(socket, person)
    pace = Pace(MESSAGES_A_SECOND * rate, BURST * rate) if rate else None
    try:
        await asyncio.create_task(_converse(hall, room, browser, pace))
    except WebSocketDisconnect:
        pass
    finally:
        await browser.gone()
        room.crowd.give_up(place)
        hall.gathering.leave(room, browser)


async def _turn_away(socket: WebSocket, code: models.Closing) -> None:
    """Closes a connection before its hello. Whoever waited long, as for a database that hangs, may have gone."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)


def _place(room: Room, socket: WebSocket, person: int | None) -> int | str:
    """What a connection takes up a place of: the person where he sits at the table, else the address."""
    if person is not None and room.seats_of(person):
        return person
    return source_of(socket.client.host if socket.client else "")


async def _converse(hall: Hall, room: Room, browser: Browser, pace: Pace | None) -> None:
    """Answers message after message. A connection that is closed from here ends with the browser's goodbye."""
    try:
        text = await asyncio.wait_for(browser.receive(), HELLO_TIME)
    except TimeoutError:
        browser.close(ClosedForNow.NO_HELLO)
        text = await browser.receive()
    while True:
        if pace is None or pace.allows():
            await _handle(hall, room, browser, text)
        else:
            browser.close(ClosedForNow.TOO_FAST)
        text = await browser.receive()


async def _handle(hall: Hall, room: Room, browser: Browser, text: str) -> None:
    """Does what a message asks for. Whatever is wrong with it, or here, gets an answer in words."""
    number: int | None = None
    try:
        try:
            message = _INCOMING.validate_json(text)
        except ValidationError:
            raise wrong("unreadable", cause="See the schema: Hello, PlayLive, SayLive, Ping.") from None
        if isinstance(message, models.PlayLive):
            number = message.id
        if isinstance(message, models.Ping):
            browser.push({"type": "pong"})
        elif isinstance(message, models.Hello) and not browser.may_greet():
            browser.close(ClosedForNow.TOO_FAST)
        else:
            turns: Turns = browser.socket.app.state.turns
            async with turns.turn(browser.host) if hall.settings.rate else contextlib.nullcontext():
                await _do(hall, room, browser, message)
    except Refusal as problem:
        _refuse(browser, number, problem)
    except NoDatabase as problem:
        _refuse(browser, number, unstored(problem))
    except WebSocketDisconnect:
        raise
    except Exception:
        metrics.FAILURES.add("message")
        logger.exception("a message could not be answered")
        _refuse(browser, number, Refusal(500, "broken", "broken"))


async def _do(
    hall: Hall, room: Room, browser: Browser, message: models.Hello | models.PlayLive | models.SayLive
) -> None:
    """Whoever has hundreds of connections, and asks for something over all of them at once, waits for himself."""
    if isinstance(message, models.Hello):
        await _hello(hall, room, browser, message)
    elif isinstance(message, models.PlayLive):
        if browser not in room.sockets:
            raise not_now("no_hello")
        request = Request(browser, message.id)
        await playing.play(hall, room, browser.person, message.seat, message.number, message.choice, request)
    else:
        if browser.person is None:
            raise nobody()
        await talking.say(hall, room, browser.person, message.text)


def _refuse(browser: Browser, number: int | None, problem: Refusal) -> None:
    metrics.REFUSALS.add(problem.kind)
    browser.push({"type": "refused", "id": number, "problem": problem.as_json(browser.lang)})


async def _hello(hall: Hall, room: Room, browser: Browser, hello: models.Hello) -> None:
    browser.seat, browser.lang = hello.seat, hello.lang
    hall.gathering.enter(room, browser)
    try:
        await hall.up_to_date(room)  # from now on it follows by itself
        if browser.person in room.known_people:
            welcome = await _welcome(hall, room, browser.person, browser.seat, browser.lang)
        else:
            welcome = await _welcome_to_watch(hall, room, browser.lang)
        browser.push_text(welcome)
    except NoDatabase:  # without a welcome there is nothing to look at
        browser.close(ClosedForNow.NOT_WELL)


async def _welcome_to_watch(hall: Hall, room: Room, lang: str) -> bytes:
    """Many come at once to watch, and see the same: it is made once, until something happens."""
    if lang not in room.welcomes:
        async with room.welcoming:
            welcomes = room.welcomes  # should something happen meanwhile, there are others
            if lang not in welcomes:
                welcomes[lang] = await _welcome(hall, room, None, None, lang)
            return welcomes[lang]
    return room.welcomes[lang]


async def _welcome(hall: Hall, room: Room, person: int | None, wanted: int | None, lang: str) -> bytes:
    """A `models.Welcome`, for the eyes of the seat that is wanted, if it is the person's."""
    chat = await talking.chat(hall, room)
    seat = room.viewing_seat(person, wanted)
    return orjson.dumps(
        {
            "type": "welcome",
            "table": views.table(room, person),
            "moment": views.moment(room, person, seat, lang),
            "log": views.log(room, seat, lang),
            "chat": chat,
        }
    )
