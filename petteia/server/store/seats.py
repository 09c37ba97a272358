"""Seats, and who may act for them: what goes into a change of a table (`Tables.change`), or with an entry."""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

import sqlalchemy as sa

from petteia.server.schema import holders, seats
from petteia.server.store.rows import SeatChanges


def changed(table: str, which: Collection[int], **values: Unpack[SeatChanges]) -> sa.Update:
    """Changes some seats of a table."""
    return seats.update().where(seats.c.table_id == table, seats.c.seat.in_(which)).values(**values)


def taken(table: str, seat: int, person: int, name: str, nonce: str) -> list[sa.Executable]:
    """Gives an open seat to a person."""
    return [
        seats.update()
        .where(seats.c.table_id == table, seats.c.seat == seat)
        .values(kind="person", name=name, nonce=nonce),
        held(table, seat, person),
    ]


def held(table: str, seat: int, person: int) -> sa.Insert:
    """One more person may act for a seat."""
    return holders.insert().values(table_id=table, seat=seat, person_id=person)


def given_to_bot(table: str, seat: int, level: str) -> sa.Update:
    """Lets a bot sit down before the start."""
    its = seats.update().where(seats.c.table_id == table, seats.c.seat == seat)
    return its.values(kind="bot", bot=level, name=level)


def emptied(table: str, which: Collection[int]) -> list[sa.Executable]:
    """Makes seats free for anybody, also those that are held by a link."""
    return [
        holders.delete().where(holders.c.table_id == table, holders.c.seat.in_(which)),
        seats.update()
        .where(seats.c.table_id == table, seats.c.seat.in_(which))
        .values(kind="open", bot=None, name="", nonce=None, link_hash=None),
    ]


def resigned(table: str, seat: int, bot: str, left_by: int | None) -> list[sa.Executable]:
    """A bot takes a seat over that a person gives up: what goes with the entry of the resignation."""
    return [
        holders.delete().where(holders.c.table_id == table, holders.c.seat == seat),
        seats.update()
        .where(seats.c.table_id == table, seats.c.seat == seat)
        .values(kind="bot", bot=bot, resigned=True, link_hash=None, left_by=left_by),
    ]
