"""What the endpoints have in common: who asks, what paths hold, and what may go wrong."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Cookie, Depends, Path, Query, Request
from starlette.requests import HTTPConnection

from petteia.server import models
from petteia.server.guard import COOKIE
from petteia.server.problems import nobody
from petteia.server.tables.hall import Hall


def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


Here = Annotated[Hall, Depends(the_hall)]
CookieValue = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


Address = Annotated[str, Depends(address_of)]


async def known(hall: Here, cookie: CookieValue = None) -> int | None:
    """Whoever asks, also somebody who is banned; nobody, where there is no cookie or an unknown one."""
    return await hall.people.who(cookie)


Known = Annotated[int | None, Depends(known)]


async def myself(hall: Here, person: Known, address: Address) -> int:
    """Whoever asks about himself, also somebody who is banned: what is stored of him is his all the same."""
    if person is None:
        raise nobody()
    await hall.sanctions.met(person, address)
    return person


Myself = Annotated[int, Depends(myself)]


async def perhaps(hall: Here, person: Known, address: Address) -> int | None:
    """Whoever asks and may."""
    await hall.sanctions.check_may_come(person, address)
    hall.sources.note(person, address)
    return person


Maybe = Annotated[int | None, Depends(perhaps)]


async def somebody(person: Maybe) -> int:
    if person is None:
        raise nobody()
    return person


Me = Annotated[int, Depends(somebody)]


def counts(kind: str) -> Any:
    """One more of a kind, of those that an address may make in a day."""

    def count(hall: Here, address: Address) -> None:
        hall.days.count(address, kind)

    return Depends(count)


Lang = Annotated[models.Language, Query(description="the language of all words")]
GameName = Annotated[str, Path(max_length=32, examples=["peloponnes"])]
ID = r"^[0-9a-z]{12}$"
Id = Annotated[str, Path(pattern=ID, examples=["k3v9x2m4p8qa"])]
SeatPath = Annotated[int, Path(ge=0, lt=models.SEATS, examples=[0])]
ViewingSeat = Annotated[
    int | None, Query(ge=0, lt=models.SEATS, description="whose eyes; only for a seat that one holds")
]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What else an endpoint may answer."""
    examples = {
        401: ("no-person", "You are not known here yet."),
        403: ("not-your-seat", "This seat is not yours."),
        404: ("no-table", "There is no such table, or it is private."),
        409: ("not-now", "It is not your decision."),
        413: ("too-long", "This is too large: at most 64 kB."),
        421: ("other-host", "Petteia is not to be had under this name."),
        422: ("wrong-input", "This cannot be read."),
        429: ("too-fast", "This is too fast."),
        503: ("no-database", "The database does not answer."),
        507: ("no-room", "Nothing can be stored at the moment."),
    }
    also = {507: " Or, as `full`: the server holds as much as it may, and takes no new guests and tables."}
    found: dict[int | str, dict[str, Any]] = {}
    for status in (*statuses, 413, 421, 422, 429, 503, 507):
        kind, title = examples[status]
        example = {"type": kind, "title": title, "status": status, "detail": "", "cause": "", "clause": None}
        content = {"application/problem+json": {"schema": {"$ref": _PROBLEM}, "example": example}}
        found[status] = {"description": title + also.get(status, ""), "content": content}
    return found


_PROBLEM = "#/components/schemas/Problem"
