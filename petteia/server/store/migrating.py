"""Bringing a database to the present schema."""

from __future__ import annotations

import contextlib
import os
import pathlib

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError

from petteia.server.store.database import NoDatabase, synchronous

MIGRATIONS = pathlib.Path(__file__).parents[1] / "migrations"


def migrate(url: str) -> None:
    """Brings the database to the present schema; makes it where there is none."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = synchronous(url)
    _make_private(engine.url)
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":  # two servers may start at once
                connection.execute(sa.text("SELECT pg_advisory_lock(7073657474)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
            if engine.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_unlock(7073657474)"))
                connection.commit()
    except (DBAPIError, OSError) as problem:
        raise NoDatabase(_unopened(engine.url, problem)) from None
    except CommandError as problem:
        raise NoDatabase(f"the database was made by a newer petteia; update it ({problem})") from None
    finally:
        engine.dispose()


def _make_private(url: sa.URL) -> None:
    """A new file of SQLite is for its owner alone: it holds the secrets of running games."""
    if url.get_backend_name() == "sqlite" and url.database:
        with contextlib.suppress(OSError):  # what is wrong with the place is said when the database is opened
            os.close(os.open(url.database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _unopened(url: sa.URL, problem: DBAPIError | OSError) -> str:
    words = (str(getattr(problem, "orig", problem)).strip().splitlines() or [str(problem)])[0]
    if url.get_backend_name() != "sqlite":
        return f"the database cannot be opened: {words}"
    file = pathlib.Path(url.database or "").absolute()
    if not file.parent.is_dir():
        words = f"there is no folder {file.parent}; make it, or give another file"
    return f"the database {file} cannot be opened: {words}"
