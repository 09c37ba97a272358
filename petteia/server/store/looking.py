"""A look into a database before anybody is let in: how far it is, and whether it says that things are on the disk when
they are not."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from alembic.migration import MigrationContext
from sqlalchemy.exc import DBAPIError

from petteia.server.store.database import NoDatabase, synchronous

CARE = ("fsync", "synchronous_commit")  # what PostgreSQL can be told to leave out


class Looked(NamedTuple):
    revision: str | None  # of its schema; none where it is empty
    switched_off: list[str]  # of `CARE`


def look_into(url: str) -> Looked:
    """Looks, and changes nothing."""
    engine = synchronous(url)
    try:
        with engine.connect() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
            asked = CARE if engine.dialect.name == "postgresql" else ()
            off = [name for name in asked if connection.execute(sa.text(f"SHOW {name}")).scalar_one() == "off"]
    except DBAPIError as problem:
        raise NoDatabase((str(problem.orig).strip().splitlines() or ["it does not answer"])[0]) from None
    finally:
        engine.dispose()
    return Looked(revision, off)


def address_of(url: str) -> sa.URL:
    """The parts of a database's address."""
    return sa.engine.make_url(url)
