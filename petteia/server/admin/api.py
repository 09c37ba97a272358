"""The interface of administrators, for their page and for `petteia admin` alike."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query

from petteia.server import models
from petteia.server.admin import people, reports, storage, tables
from petteia.server.admin.deeds import Actor
from petteia.server.api_parts import Here, Id, Known, problems
from petteia.server.names import clean
from petteia.server.problems import Refusal, nobody

router = APIRouter(prefix="/admin", tags=["administration"], responses=problems(401, 403, 404, 409))


async def administrator(
    hall: Here,
    person: Known,
    authorization: Annotated[str | None, Header(include_in_schema=False)] = None,
    x_operator: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> Actor:
    """A person with the admin mark; or the command line, by a token that only whoever runs the server can read."""
    expected = hall.settings.admin_token
    if authorization is not None and expected:
        if secrets.compare_digest(authorization.encode(), f"Bearer {expected}".encode()):
            return Actor(None, f"command line: {clean(x_operator or '')[:40] or '?'}")
        raise _no_admin()
    who = await hall.people.named(person) if person is not None else None
    if who is None:
        raise nobody()
    if not await hall.store.sanctions.is_admin(who["id"]):
        raise _no_admin()
    return Actor(who["id"], f"#{who['id']} {who['name']}")


def _no_admin() -> Refusal:
    return Refusal(403, "not-admin", "not_admin")


Admin = Annotated[Actor, Depends(administrator)]
Find = Annotated[str, Query(max_length=64, description="a word in names, or a number")]
Most = Annotated[int, Query(ge=1, le=500, description="at most so many")]
PersonPath = Annotated[int, Path(ge=1, le=1_000_000_000, examples=[7])]


@router.get("/people")
async def list_people(hall: Here, admin: Admin, find: Find = "", most: Most = 50) -> list[models.AdminPerson]:
    """People, the newest first."""
    return [models.AdminPerson(**row) for row in await people.listed(hall, find, most)]


@router.post("/people/{who}")
async def act_on_person(hall: Here, admin: Admin, who: PersonPath, wish: models.PersonDeed) -> models.PersonDone:
    """Renames, bans, mutes, kicks or deletes somebody, lifts what was said against him, or gives the admin mark."""
    return models.PersonDone(**await people.act(hall, admin, who, wish))


@router.get("/tables")
async def list_tables(
    hall: Here,
    admin: Admin,
    find: Find = "",
    person: Annotated[int | None, Query(ge=1, le=1_000_000_000, description="whose")] = None,
    status: Annotated[models.TableStatus | None, Query()] = None,
    saves: Annotated[bool, Query(description="only those that came from a save file")] = False,
    most: Most = 50,
) -> list[models.AdminTable]:
    """Tables, the latest first."""
    found = await tables.listed(hall, find, person, status, tables.SAVES if saves else (), most)
    return [models.AdminTable(**row) for row in found]


@router.post("/tables/{table}")
async def act_on_table(hall: Here, admin: Admin, table: Id, wish: models.TableDeed) -> models.TableDone:
    """Hides, shows, ends or deletes a table, gives a seat another name, or takes back a message."""
    return models.TableDone(name=await tables.act(hall, admin, table, wish) or None)


@router.get("/reports")
async def list_reports(
    hall: Here, admin: Admin, handled: Annotated[bool, Query()] = False, most: Most = 50
) -> list[models.AdminReport]:
    """What players reported: what waits, the oldest first; or what was handled, the latest first."""
    return [models.AdminReport(**row) for row in await reports.listed(hall, handled, most)]


@router.post("/reports/{number}")
async def handle_report(
    hall: Here,
    admin: Admin,
    number: Annotated[int, Path(ge=1, le=1_000_000_000, examples=[3])],
    wish: models.Outcome,
) -> models.Done:
    """Says what came of a report."""
    await reports.handle(hall, admin, number, wish.outcome)
    return models.Done(done=True)


@router.get("/boxes")
async def list_boxes(hall: Here, admin: Admin, most: Most = 50) -> list[models.AdminBox]:
    """The boxes that tables play with, the largest first."""
    return [models.AdminBox(**row) for row in await hall.store.overview.boxes(most)]


@router.get("/storage")
async def look_at_storage(hall: Here, admin: Admin) -> models.Storage:
    """How much the database holds, by kind and by person."""
    return models.Storage(**await storage.described(hall))


@router.post("/storage")
async def act_on_storage(hall: Here, admin: Admin, wish: models.StorageDeed) -> models.Freed:
    """Drops boxes that no table plays with, or gives unused room back to the disk."""
    return models.Freed(**await storage.act(hall, admin, wish))


@router.get("/log")
async def look_at_log(hall: Here, admin: Admin, find: Find = "", most: Most = 100) -> list[models.Deed]:
    """What administrators did, the latest first."""
    return [models.Deed(**row) for row in await hall.store.deeds.latest(most, find)]
