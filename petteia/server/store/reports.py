"""What players reported, and what administrators did."""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa

from petteia.server.schema import deeds, people, reports
from petteia.server.store.database import Database
from petteia.server.store.rows import DeedRow, NewReport, ReportRow

_reporter, _reported = people.alias(), people.alias()
_REPORTS = sa.select(reports, _reporter.c.name.label("by_name"), _reported.c.name.label("name_now")).select_from(
    reports.outerjoin(_reporter, _reporter.c.id == reports.c.by).outerjoin(
        _reported, _reported.c.id == reports.c.person
    )
)


class Reports:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: NewReport, most_lately: int, since: float, most_open: int) -> bool:
        """Says no where somebody reports more than he may. What he has reported already, and nobody has handled, is
        not entered again."""
        by = report["by"]
        again = sa.select(sa.func.count()).where(
            reports.c.by == by,
            reports.c.table == report["table"],
            reports.c.person.is_not_distinct_from(report["person"]),
            reports.c.name == report["name"],
            reports.c.message.is_not_distinct_from(report["message"]),
            reports.c.handled.is_(None),
        )
        lately = sa.select(sa.func.count()).where(reports.c.by == by, reports.c.at > since)
        waiting = sa.select(sa.func.count()).where(reports.c.handled.is_(None))
        async with self._database.writing() as connection:
            if (await connection.execute(again)).scalar_one():
                return True
            if (await connection.execute(lately)).scalar_one() >= most_lately:
                return False
            if (await connection.execute(waiting)).scalar_one() >= most_open:
                return False
            await connection.execute(reports.insert().values(at=time.time(), **report))
        return True

    async def find(self, report: int) -> ReportRow | None:
        found: ReportRow | None = await self._database.row(_REPORTS.where(reports.c.id == report))
        return found

    async def latest(self, handled: bool, most: int) -> list[ReportRow]:
        """Those that wait, the oldest first; or those that were handled, the latest first."""
        if handled:
            query: sa.Select[Any] = _REPORTS.where(reports.c.handled.is_not(None)).order_by(reports.c.handled.desc())
        else:
            query = _REPORTS.where(reports.c.handled.is_(None)).order_by(reports.c.id)
        rows: list[ReportRow] = await self._database.rows(query.limit(most))
        return rows

    async def handle(self, report: int, outcome: str) -> None:
        await self._database.execute(
            reports.update().where(reports.c.id == report).values(handled=time.time(), outcome=outcome)
        )


class Deeds:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: int | None, who: str, what: str, about: str, why: str) -> int:
        """Writes down what is about to be done: its number."""
        async with self._database.writing() as connection:
            made = await connection.execute(
                deeds.insert()
                .values(at=time.time(), person=person, who=who, what=what, about=about, why=why, done=False)
                .returning(deeds.c.id)
            )
            number: int = made.scalar_one()
        return number

    async def done(self, deed: int) -> None:
        await self._database.execute(deeds.update().where(deeds.c.id == deed).values(done=True))

    async def latest(self, most: int, find: str = "") -> list[DeedRow]:
        """The latest first; or those in which a word stands."""
        query = sa.select(deeds).order_by(deeds.c.id.desc()).limit(most)
        if find:
            said = (deeds.c.who, deeds.c.what, deeds.c.about, deeds.c.why)
            query = query.where(sa.or_(*(column.icontains(find, autoescape=True) for column in said)))
        rows: list[DeedRow] = await self._database.rows(query)
        return rows
