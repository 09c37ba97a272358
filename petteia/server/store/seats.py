"""Seats, and who may act for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from petteia.server.schema import holders, seats
from petteia.server.store.database import Database, Statement
from petteia.server.store.rows import SeatChanges
from petteia.server.store.tables import updating


class Seats:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def update(self, table: str, which: Collection[int], **values: Unpack[SeatChanges]) -> None:
        """Changes some seats of a table."""
        await self._database.execute(
            seats.update().where(seats.c.table_id == table, seats.c.seat.in_(which)).values(**values), updating(table)
        )

    async def take(self, table: str, seat: int, person: int, name: str, nonce: str) -> bool:
        """Gives an open seat to a person; says whether it was still open."""
        async with self._database.writing() as connection:
            taken = await connection.execute(
                seats.update()
                .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.kind == "open")
                .values(kind="person", name=name, nonce=nonce)
            )
            if taken.rowcount != 1:
                return False
            await connection.execute(holders.insert().values(table_id=table, seat=seat, person_id=person))
            await connection.execute(updating(table))
        return True

    async def give_to_bot(self, table: str, seat: int, level: str) -> bool:
        """Lets a bot sit down; says whether no person did before."""
        async with self._database.writing() as connection:
            given = await connection.execute(
                seats.update()
                .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.kind != "person")
                .values(kind="bot", bot=level, name=level)
            )
            if given.rowcount != 1:
                return False
            await connection.execute(updating(table))
        return True

    async def add_holder(self, table: str, seat: int, person: int) -> None:
        """One more person that may act for a seat."""
        await self._database.execute(
            self._database.insert_new(holders).values(table_id=table, seat=seat, person_id=person), updating(table)
        )

    async def keep(self, table: str, seat: int, name: str, people: Collection[int]) -> None:
        """Keeps a seat for people who are expected."""
        await self._database.execute(
            seats.update()
            .where(seats.c.table_id == table, seats.c.seat == seat)
            .values(kind="person", name=name, nonce=None),
            *(holders.insert().values(table_id=table, seat=seat, person_id=person) for person in people),
            updating(table),
        )

    async def empty(self, table: str, which: Collection[int]) -> None:
        """Makes seats free for anybody, also those that are held by a link."""
        await self._database.execute(
            holders.delete().where(holders.c.table_id == table, holders.c.seat.in_(which)),
            seats.update()
            .where(seats.c.table_id == table, seats.c.seat.in_(which))
            .values(kind="open", bot=None, name="", nonce=None, link_hash=None),
        )


def leaving_standing(table: str, seat: int, names: list[str]) -> list[Statement]:
    """Some standing answers of a seat are over: what goes with the entry that ends them."""
    changed = seats.update().where(seats.c.table_id == table, seats.c.seat == seat).values(standing=names)
    return [(changed, {}), (updating(table), {})]


def given_to_bot(table: str, seat: int, bot: str) -> list[Statement]:
    """A bot takes a seat over: what goes with the entry of the resignation."""
    return [
        (holders.delete().where(holders.c.table_id == table, holders.c.seat == seat), {}),
        (
            seats.update()
            .where(seats.c.table_id == table, seats.c.seat == seat)
            .values(kind="bot", bot=bot, resigned=True, link_hash=None),
            {},
        ),
    ]
