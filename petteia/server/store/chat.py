"""What was said at tables."""

from __future__ import annotations

import sqlalchemy as sa

from petteia.server.schema import chat
from petteia.server.store.database import Database
from petteia.server.store.rows import ChatRow

_MESSAGES = sa.select(chat.c.id, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)


class Chat:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table: str, person: int, seat: int | None, name: str, text: str, at: float) -> ChatRow:
        """Stores what somebody said."""
        said = {"seat": seat, "name": name, "text": text, "at": at}
        async with self._database.writing() as connection:
            made = await connection.execute(
                chat.insert().values(table_id=table, person_id=person, **said).returning(chat.c.id)
            )
            number: int = made.scalar_one()
        return {"id": number, "seat": seat, "name": name, "text": text, "at": at}

    async def find(self, message: int) -> ChatRow | None:
        found: ChatRow | None = await self._database.row(_MESSAGES.where(chat.c.id == message))
        return found

    async def latest(self, table: str, most: int) -> list[ChatRow]:
        """The last messages at a table, the oldest of them first."""
        rows: list[ChatRow] = await self._database.rows(
            _MESSAGES.where(chat.c.table_id == table).order_by(chat.c.id.desc()).limit(most)
        )
        return rows[::-1]
