"""What administrators do with tables, and with what is said there."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Any, Unpack

from petteia.server import models
from petteia.server.admin.deeds import Actor, deed
from petteia.server.names import apart
from petteia.server.people import as_name
from petteia.server.problems import no_table, not_now, wrong
from petteia.server.store import Statement, seats
from petteia.server.store.rows import Stored, TableChanges
from petteia.server.tables.changing import changing, looking_again
from petteia.server.tables.hall import Hall
from petteia.server.telling import tell_chat, tell_moment

SAVES = ("replay", "upload")  # origins of tables that came from somebody's file


async def listed(
    hall: Hall, find: str, person: int | None, status: str | None, origins: Collection[str], most: int
) -> list[dict[str, Any]]:
    """`models.AdminTable`s."""
    return [{**row} for row in await hall.store.overview.tables(find, person, status, origins, most)]


async def act(hall: Hall, actor: Actor, table: str, wish: models.TableDeed) -> str:
    """Does something with a table. It need not be in memory, nor be one that can be read. The name that a seat has
    now, where it was given another."""
    stored = await hall.store.tables.find(table)
    if stored is None:
        raise no_table()
    about = f"{table} {stored.row['game']}"
    name = ""
    if wish.do == "rename_seat":
        before, name = _names(stored, wish)
        about += f" · {wish.seat} {before} → {name}"
    elif wish.do == "hide_message":
        about += f" · {(await _said(hall, table, wish.message))['text'][:60]}"
    elif wish.do == "end" and stored.row["status"] not in ("open", "playing"):
        raise not_now("over")
    async with deed(hall, actor, wish.do, about, wish.why):
        await _do(hall, table, wish, name)
    return name


def _names(stored: Stored, wish: models.TableDeed) -> tuple[str, str]:
    """The name on a seat that is to have another, and that: with a number where one there looks the same."""
    if wish.seat is None or wish.name is None:
        raise wrong("unreadable", cause="give seat and name")
    names = {row["seat"]: row["name"] for row in stored.seats if row["kind"] == "person"}
    if wish.seat not in names:
        raise not_now("not_a_person")
    before = names.pop(wish.seat)
    return before, apart(as_name(wish.name), names.values())


async def _said(hall: Hall, table: str, message: int | None) -> Any:
    said = await hall.store.chat.said(message) if message is not None else None
    if said is None or said["table_id"] != table:
        raise wrong("no_message")
    return said


async def _do(hall: Hall, table: str, wish: models.TableDeed, name: str) -> None:
    if wish.do == "hide":
        await _change(hall, table, hidden=True)
    elif wish.do == "show":
        await _change(hall, table, hidden=None)
    elif wish.do == "end":
        await _change(hall, table, status="abandoned", undo=None)
    elif wish.do == "rename_seat":
        assert wish.seat is not None
        await _change(hall, table, seats.changed(table, [wish.seat], name=name))
    elif wish.do == "hide_message":
        assert wish.message is not None
        await _hide_message(hall, table, wish.message)
    else:
        await delete(hall, table)


@looking_again
async def _change(hall: Hall, table: str, *also: Statement, **values: Unpack[TableChanges]) -> None:
    """Changes a table and tells everybody who looks at it, here or at another worker."""
    room = hall.rooms.get(table)
    if room is None:
        stored = await hall.store.tables.find(table)
        if stored is None:
            raise no_table()
        await hall.store.tables.change(table, stored.row["version"], values, also)
        await hall.notify_of(table, "table")
        return
    async with changing(hall, room) as change:
        change.set(**values)
        change.do(*also)
    if room.was_ended:
        tell_moment(room, whole_log=True)
    await hall.turn_away(room)


async def _hide_message(hall: Hall, table: str, message: int) -> None:
    await hall.store.chat.hide(message)
    row = await hall.store.chat.find(message)
    room = hall.rooms.get(table)
    if room is not None and row is not None:
        tell_chat(room, row)
    await hall.notify_of(table, f"chat {message}")


async def delete(hall: Hall, table: str) -> None:
    """A table with everything that belongs to it."""
    room = hall.rooms.get(table)
    async with room.lock if room is not None else contextlib.nullcontext():  # no move is on its way
        await hall.delete_tables([table])
