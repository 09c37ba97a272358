"""What was said at tables."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from petteia.server.schema import chat
from petteia.server.store.database import Database
from petteia.server.store.rows import ChatRow, SaidRow

_HIDDEN = chat.c.hidden.is_(True)
_SHOWN = (
    chat.c.id,
    chat.c.seat,
    chat.c.name,
    sa.case((_HIDDEN, ""), else_=chat.c.text).label("text"),
    chat.c.at,
    _HIDDEN.label("hidden"),
)


class Chat:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, table: str, person: int, seat: int | None, name: str, text: str, at: float, most: int
    ) -> ChatRow:
        """Stores what somebody said; so many messages are kept."""
        said = {"seat": seat, "name": name, "text": text, "at": at}
        async with self._database.writing() as connection:
            made = await connection.execute(
                chat.insert().values(table_id=table, person_id=person, **said).returning(chat.c.id)
            )
            number: int = made.scalar_one()
            its = sa.select(chat.c.id).where(chat.c.table_id == table).order_by(chat.c.id.desc())
            last = its.offset(most).limit(1).scalar_subquery()
            await connection.execute(chat.delete().where(chat.c.table_id == table, chat.c.id <= last))
        return {"id": number, "seat": seat, "name": name, "text": text, "at": at, "hidden": False}

    async def find(self, message: int) -> ChatRow | None:
        """A message as everybody sees it."""
        found: ChatRow | None = await self._database.row(sa.select(*_SHOWN).where(chat.c.id == message))
        return found

    async def those(self, messages: Collection[int]) -> list[ChatRow]:
        """Some messages as everybody sees them, the oldest first."""
        query = sa.select(*_SHOWN).where(chat.c.id.in_(messages)).order_by(chat.c.id)
        rows: list[ChatRow] = await self._database.rows(query)
        return rows

    async def said(self, message: int) -> SaidRow | None:
        """A message with who said it and where; its words also where they are hidden."""
        columns = [column for column in chat.columns if column is not chat.c.hidden]
        query = sa.select(*columns, _HIDDEN.label("hidden")).where(chat.c.id == message)
        found: SaidRow | None = await self._database.row(query)
        return found

    async def hide(self, message: int) -> None:
        """Takes words back; administrators still find them in what was reported."""
        await self._database.execute(chat.update().where(chat.c.id == message).values(hidden=True))

    async def latest(self, table: str, most: int, *, upto: int | None = None) -> list[ChatRow]:
        """The last messages at a table, the oldest of them first; or those up to one."""
        query = sa.select(*_SHOWN).where(chat.c.table_id == table).order_by(chat.c.id.desc()).limit(most)
        rows: list[ChatRow] = await self._database.rows(query if upto is None else query.where(chat.c.id <= upto))
        return rows[::-1]
