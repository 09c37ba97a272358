"""What administrators do with people."""

from __future__ import annotations

import time
from typing import Any

from petteia.server import models
from petteia.server.admin.deeds import Actor, deed
from petteia.server.names import apart, is_shown_as
from petteia.server.people import as_name
from petteia.server.problems import Refusal, damaged, not_now, wrong
from petteia.server.store import knocks
from petteia.server.store.rows import PersonRow, RenamedSeat, SanctionRow
from petteia.server.tables import ending, leaving_for_good
from petteia.server.tables.changing import changing
from petteia.server.tables.hall import Hall

HOUR = 3600.0


async def listed(hall: Hall, find: str, most: int) -> list[dict[str, Any]]:
    """`models.AdminPerson`s."""
    return [_described(hall, row) for row in await hall.store.overview.people(find, None, most)]


def _described(hall: Hall, row: Any) -> dict[str, Any]:
    known, person = hall.sanctions, row["id"]
    return {
        **row,
        "ban": told(known.of("ban", person)),
        "mute": told(known.of("mute", person)),
        "kicks": known.kicks_of(person),
        "barred": known.bars_for(person),
    }


def told(sanction: SanctionRow | None) -> dict[str, Any] | None:
    """A `models.Sanction`."""
    return None if sanction is None else {"until": sanction["until"], "why": sanction["why"]}


async def act(hall: Hall, actor: Actor, person: int, wish: models.PersonDeed) -> dict[str, Any]:
    """Does something with a person; what came of it, as a `models.PersonDone`."""
    who = await hall.people.named(person)
    if who is None or (wish.do == "delete" and not who["name"]):  # he is gone already
        raise Refusal(404, "no-such-person", "no_person")
    await _check(hall, actor, person, wish)
    about = f"#{person} {who['name']}"
    if wish.do == "rename":
        about += f" → {as_name(wish.name or '')}"
    elif wish.do == "kick":
        about += f" · {wish.table}"
    async with deed(hall, actor, wish.do, about, wish.why):
        numbered = await _do(hall, who, wish)
    found = await hall.store.overview.people("", [person], 1)
    return {"person": _described(hall, found[0]) if found else None, "numbered": numbered}


async def _check(hall: Hall, actor: Actor, person: int, wish: models.PersonDeed) -> None:
    """What cannot be done is refused before it is written down."""
    if wish.do in ("mark", "unmark") and actor.person is not None:
        raise Refusal(403, "not-admin", "only_operator")
    if wish.do in ("ban", "mute", "kick", "delete") and await hall.store.sanctions.is_admin(person):
        raise not_now("is_admin")
    if wish.do == "rename" and wish.name is None:
        raise wrong("unreadable", cause="name: give one")
    if wish.do == "kick":
        if wish.table is None:
            raise wrong("unreadable", cause="table: give one")
        if (await hall.room(wish.table)).is_damaged:
            raise damaged()


async def _do(hall: Hall, who: PersonRow, wish: models.PersonDeed) -> list[str]:
    """The tables at which a new name has a number."""
    person, store = who["id"], hall.store.sanctions
    until = None if wish.hours is None else time.time() + wish.hours * HOUR
    if wish.do == "rename":
        return await _rename(hall, who, as_name(wish.name or ""))
    if wish.do == "delete":
        await leaving_for_good.leave(hall, person)
    elif wish.do == "ban":
        barred = None if wish.addresses is None else time.time() + wish.addresses * HOUR
        await store.set("ban", person, wish.why, until=until, addresses_until=barred)
        await hall.sanctions_changed()
    elif wish.do == "mute":
        await store.set("mute", person, wish.why, until=until)
        await hall.sanctions_changed()
    elif wish.do == "lift":
        await store.lift(person)
        await hall.sanctions_changed()
    elif wish.do == "kick":
        assert wish.table is not None
        await store.set("kick", person, wish.why, table=wish.table)  # first, so that he does not sit down again
        await hall.sanctions_changed()
        # It changes the table also where he has no seat: whoever just gives him one at another worker looks again.
        await ending.leave(hall, await hall.room(wish.table), person, knocks.forgotten(wish.table, person))
    elif wish.do == "mark":
        await store.mark(person)
    else:
        await store.unmark(person)
    return []


async def _rename(hall: Hall, who: PersonRow, name: str) -> list[str]:
    """Wherever the name stands: on seats also of games that have ended, and beside what was said. The tables at which
    it has a number, since somebody else there has one that looks the same."""
    seats = await hall.store.people.sat_with(who["id"])
    others: dict[str, list[str]] = {row["table_id"]: [] for row in seats}
    for row in seats:
        if row["kind"] == "person" and not row["his"]:
            others[row["table_id"]].append(row["name"])
    renamed = [
        RenamedSeat(row["table_id"], row["seat"], row["name"], apart(name, others[row["table_id"]]))
        for row in seats
        if row["his"] and is_shown_as(row["name"], who["name"])
    ]
    await hall.store.people.rename_everywhere(who["id"], name, renamed)
    for table in (*others, *await hall.store.knocks.tables_of(who["id"])):
        room = hall.rooms.get(table)
        if room is not None and not room.is_damaged:
            async with changing(hall, room):
                pass  # all are told
        await hall.notify_of(table, "table")
    return sorted({one.table for one in renamed if one.after != name})
