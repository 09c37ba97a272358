"""People, the browsers that speak for them, and tokens that carry an identity to another device."""

from __future__ import annotations

import time
from collections.abc import Iterable

import sqlalchemy as sa

from petteia.server.schema import admissions, carries, chat, devices, holders, people, seats
from petteia.server.store.database import Database
from petteia.server.store.rows import DeviceRow, PersonRow, RenamedSeat, SatRow


class People:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, name: str) -> int:
        """A new person: its id."""
        async with self._database.writing() as connection:
            made = await connection.execute(
                people.insert().values(name=name, created=time.time()).returning(people.c.id)
            )
            person: int = made.scalar_one()
        return person

    async def find(self, person: int) -> PersonRow | None:
        found: PersonRow | None = await self._database.row(sa.select(people).where(people.c.id == person))
        return found

    async def rename(self, person: int, name: str, renamed: Iterable[RenamedSeat]) -> None:
        """Another name for a person, also on those of these seats that still bear the one before."""
        await self._database.execute(*_renaming(person, name, renamed))

    async def rename_everywhere(self, person: int, name: str, renamed: Iterable[RenamedSeat]) -> None:
        """The same, and beside all that he said."""
        said = chat.update().where(chat.c.person_id == person).values(name=name)
        await self._database.execute(*_renaming(person, name, renamed), said)

    async def sat_with(self, person: int) -> list[SatRow]:
        """All seats of the tables at which a person holds one or left one, also of games that have ended."""
        admitted = sa.select(admissions.c.table_id).where(admissions.c.person_id == person)
        # Who left a seat was not written down at first.
        unknown = sa.and_(seats.c.resigned, seats.c.left_by.is_(None), seats.c.table_id.in_(admitted))
        sat = sa.union(
            sa.select(holders.c.table_id, holders.c.seat).where(holders.c.person_id == person),
            sa.select(seats.c.table_id, seats.c.seat).where(sa.or_(seats.c.left_by == person, unknown)),
        ).subquery()
        his = sa.exists().where(sat.c.table_id == seats.c.table_id, sat.c.seat == seats.c.seat)
        found: list[SatRow] = await self._database.rows(
            sa.select(seats.c.table_id, seats.c.seat, seats.c.kind, seats.c.name, his.label("his"))
            .where(seats.c.table_id.in_(sa.select(sat.c.table_id)))
            .order_by(seats.c.table_id, seats.c.seat)
        )
        return found

    # -- browsers -----------------------------------------------------------------------------------------------------

    async def add_device(self, person: int, secret_hash: str, about: str, most: int) -> None:
        """One more browser that speaks for a person; where he has too many, that which was not seen for longest does
        no longer."""
        now = time.time()
        lately = sa.func.coalesce(devices.c.seen, devices.c.created).desc()
        kept = sa.select(devices.c.secret_hash).where(devices.c.person_id == person).order_by(lately).limit(most)
        await self._database.execute(
            devices.insert().values(person_id=person, secret_hash=secret_hash, about=about, created=now, seen=now),
            devices.delete().where(devices.c.person_id == person, devices.c.secret_hash.not_in(kept)),
        )

    async def with_device(self, secret_hash: str) -> DeviceRow | None:
        """A browser, and the person that it speaks for."""
        found: DeviceRow | None = await self._database.row(
            sa.select(devices).where(devices.c.secret_hash == secret_hash)
        )
        return found

    async def saw(self, secret_hash: str, now: float) -> None:
        """A browser is being used."""
        await self._database.execute(devices.update().where(devices.c.secret_hash == secret_hash).values(seen=now))

    async def devices_of(self, person: int) -> list[DeviceRow]:
        """The browsers that speak for a person, the one that was seen last first."""
        found: list[DeviceRow] = await self._database.rows(
            sa.select(devices)
            .where(devices.c.person_id == person)
            .order_by(sa.func.coalesce(devices.c.seen, devices.c.created).desc(), devices.c.secret_hash)
        )
        return found

    async def revoke(self, person: int, secret_hash: str) -> None:
        """A browser speaks for him no longer."""
        await self._database.execute(
            devices.delete().where(devices.c.person_id == person, devices.c.secret_hash == secret_hash)
        )

    async def add_carry(self, person: int, token_hash: str, expires: float, most: int) -> None:
        """A token that can be used once; those that have expired are forgotten, and the oldest of too many."""
        kept = sa.select(carries.c.token_hash).where(carries.c.person_id == person)
        kept = kept.order_by(carries.c.expires.desc(), carries.c.token_hash).limit(most)
        await self._database.execute(
            carries.delete().where(carries.c.expires < time.time()),
            carries.insert().values(token_hash=token_hash, person_id=person, expires=expires),
            carries.delete().where(carries.c.person_id == person, carries.c.token_hash.not_in(kept)),
        )

    async def use_carry(self, token_hash: str) -> int | None:
        """Uses a token up: whose it was."""
        async with self._database.writing() as connection:
            used = await connection.execute(
                carries.delete()
                .where(carries.c.token_hash == token_hash, carries.c.expires >= time.time())
                .returning(carries.c.person_id)
            )
            return used.scalar()


def _renaming(person: int, name: str, renamed: Iterable[RenamedSeat]) -> list[sa.Executable]:
    """Few statements, however many seats there are."""
    alike: dict[str, list[tuple[str, int, str]]] = {}
    for one in renamed:
        alike.setdefault(one.after, []).append((one.table, one.seat, one.before))
    bearing = sa.tuple_(seats.c.table_id, seats.c.seat, seats.c.name)
    return [
        people.update().where(people.c.id == person).values(name=name),
        *(seats.update().where(bearing.in_(those)).values(name=after) for after, those in alike.items()),
    ]
