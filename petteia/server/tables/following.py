"""A table in memory follows the database: what is stored about it, and entries that others appended."""

from __future__ import annotations

import sqlalchemy as sa

from petteia.engine import layouts
from petteia.server import schema
from petteia.server.problems import no_table
from petteia.server.rooms import Room
from petteia.server.store import Row, Store


async def stored(store: Store, table: str) -> tuple[Row, list[Row], list[Row]]:
    row = await store.row(sa.select(schema.tables).where(schema.tables.c.id == table))
    if row is None:
        raise no_table()
    seats = await store.rows(sa.select(schema.seats).where(schema.seats.c.table_id == table))
    holders = await store.rows(sa.select(schema.holders).where(schema.holders.c.table_id == table))
    return row, seats, holders


async def catch_up(store: Store, room: Room) -> bool:
    """Takes in the entries that the room does not know yet; says whether there were any."""
    entries = schema.entries
    rows = await store.rows(
        sa.select(entries)
        .where(entries.c.table_id == room.id, entries.c.number > room.number)
        .order_by(entries.c.number)
    )
    for row in rows:
        row["state"] = await present_form(store, room, row["state"], row["layout"])
    if rows:
        room.follow(rows)
    return bool(rows)


async def present_form(store: Store, room: Room, state: bytes, layout: str) -> bytes:
    """A stored state as the present program lays it out."""
    if layout == room.layout:
        return bytes(state)
    description = await store.layout(layout)
    return layouts.convert(room.game.state, room.game.names(room.box), bytes(state), description)


async def refresh(store: Store, room: Room) -> None:
    """With several workers, what another one has written lately; its notice may still be on the way."""
    if store.sqlite:
        return
    tables, entries = schema.tables, schema.entries
    last = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == room.id).scalar_subquery()
    row = await store.row(sa.select(tables.c.changed, last.label("last")).where(tables.c.id == room.id))
    if row is not None and row["changed"] != room.row["changed"]:
        room.know(*await stored(store, room.id))
    if row is not None and row["last"] is not None and row["last"] > room.number:
        await follow_entries(store, room)


async def follow_entries(store: Store, room: Room) -> None:
    """Takes in and tells what other workers have appended."""
    before = len(room.line)
    if await catch_up(store, room):
        room.tell_moment(whole_log=len(room.line) != before + 1)
