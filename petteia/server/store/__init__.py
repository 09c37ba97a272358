"""The database: SQLite or PostgreSQL by the same code. Everything that is acknowledged has been committed here.

All SQL of the server is in this package, a file for each thing that is asked about. Ordinary requests go through
SQLAlchemy's asynchronous engine. The one hot path is appending an entry (`writers`): a single statement, written
once, on a connection of its own.
"""

from __future__ import annotations

from petteia.server.store.attempts import Attempts
from petteia.server.store.chat import Chat
from petteia.server.store.cleaning import Cleaning
from petteia.server.store.database import TIMEOUT, Damaged, Database, NoDatabase, NoRoom, Statement
from petteia.server.store.deleting import Deleting
from petteia.server.store.entries import Entries
from petteia.server.store.knocks import Knocks
from petteia.server.store.migrating import migrate
from petteia.server.store.notices import Notices
from petteia.server.store.overview import Overview
from petteia.server.store.packs import Packs
from petteia.server.store.people import People
from petteia.server.store.reports import Deeds, Reports
from petteia.server.store.rights import Rights
from petteia.server.store.sanctions import Sanctions
from petteia.server.store.tables import Tables
from petteia.server.store.writers import NumberTaken, Outdated

__all__ = ["Damaged", "NoDatabase", "NoRoom", "NumberTaken", "Outdated", "Statement", "Store", "migrate"]


class Store:
    """An open database, by what is asked of it."""

    def __init__(self, url: str, timeout: float = TIMEOUT) -> None:
        self._database = database = Database(url, timeout)
        self.sqlite = database.sqlite
        self.people = People(database)
        self.tables = Tables(database)
        self.entries = Entries(database)
        self.attempts = Attempts(database)
        self.chat = Chat(database)
        self.knocks = Knocks(database)
        self.notices = Notices(database)
        self.sanctions = Sanctions(database)
        self.reports = Reports(database)
        self.deeds = Deeds(database)
        self.overview = Overview(database)
        self.packs = Packs(database, self.entries)
        self.cleaning = Cleaning(database)
        self.deleting = Deleting(database)
        self.rights = Rights(database)

    async def alive(self) -> bool:
        """Whether the database answers, and can be written."""
        return await self._database.alive()

    @property
    def connections(self) -> int:
        """How many connections to the database somebody uses now."""
        return self._database.in_use

    async def close(self) -> None:
        await self.entries.close()
        await self._database.close()
