"""What workers tell each other about tables: over PostgreSQL, for SQLite has one worker."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import sqlalchemy as sa

from petteia.server.store.database import Database, failing_clearly, hanging_up

CHANNEL = "petteia"
_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :notice)")


class Notices:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def send(self, *notices: str) -> None:
        """To other workers: something about a table has changed. (An entry brings its own notice.)"""
        if not self._database.sqlite:
            await self._database.execute(*(one for notice in notices for one in self.telling(notice)))

    def telling(self, notice: str) -> list[sa.Executable]:
        """The same as a part of what changes it: told when that is done."""
        return [] if self._database.sqlite else [_NOTIFY.bindparams(notice=notice)]

    async def follow(self, on_notice: Callable[[str], None], on_connected: Callable[[], None]) -> None:
        """Hands over what other workers tell, until the connection is lost. Once there is one, `on_connected` is
        called: things may have been missed. Now and then it is seen whether the other end is still there."""
        seconds = self._database.timeout
        with failing_clearly():
            connection = await psycopg.AsyncConnection.connect(
                self._database.plain_url, autocommit=True, connect_timeout=max(1, round(seconds))
            )
            async with connection:
                with hanging_up(connection, seconds):
                    await connection.execute(f"LISTEN {CHANNEL}")
                on_connected()
                while True:
                    async for notice in connection.notifies(timeout=seconds):
                        on_notice(notice.payload)
                    with hanging_up(connection, seconds):
                        await connection.execute("SELECT 1")
