"""What workers tell each other about tables: over PostgreSQL, for SQLite has one worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import psycopg
import sqlalchemy as sa

from petteia.server.store.database import Database

CHANNEL = "petteia"
_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :notice)")


class Notices:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def send(self, *notices: str) -> None:
        """To other workers: something about a table has changed. (An entry brings its own notice.)"""
        if not self._database.sqlite:
            async with self._database.writing() as connection:
                await connection.execute(_NOTIFY, [{"notice": notice} for notice in notices])

    async def follow(self, on_notice: Callable[[str], None], on_connected: Callable[[], None]) -> None:
        """Hands over what other workers tell, for ever. After a lost connection `on_connected` is called again: things
        may have been missed."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._database.plain_url, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    on_connected()
                    async for notice in connection.notifies():
                        on_notice(notice.payload)
            except psycopg.Error:
                await asyncio.sleep(1)
