"""Backups: all that a server keeps, in one file, made while it runs; and the way back.

SQLite copies its file by its own online backup, which sees one moment and makes nobody wait. For PostgreSQL its own
programs do it: `pg_dump`, which sees one moment too, and `pg_restore`, which brings back all or nothing.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator

import sqlalchemy as sa
from alembic.script import ScriptDirectory

from petteia.engine.errors import PetteiaError
from petteia.server.schema import METADATA
from petteia.server.store.database import NoDatabase, synchronous
from petteia.server.store.locking import sole_server
from petteia.server.store.migrating import MIGRATIONS

COUNTED = ("people", "tables", "entries")


class NoBackup(PetteiaError):
    """A backup that cannot be made, or cannot be brought back."""


def back_up(url: str, file: pathlib.Path) -> dict[str, int]:
    """Writes all that the database holds to a new file, also while a server uses it; how much it held before."""
    if file.exists():
        raise NoBackup(f"{file} is there already: give another name; a backup never replaces one")
    if not file.absolute().parent.is_dir():
        raise NoBackup(f"there is no folder {file.absolute().parent}: make it, or give another file")
    held = count(url)
    with _in_one_go(file) as part:
        if (place := _file_of(url)) is not None:
            _copy(place, part)
        else:
            _run("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
    return held


def restore(url: str, file: pathlib.Path) -> dict[str, int]:
    """Brings a backup back, to where there is no database yet; how much of what there is then."""
    if not file.is_file():
        raise NoBackup(f"there is no backup {file}")
    place = _file_of(url)
    if place is None:
        _check_empty(url)
        _run("pg_restore", url, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(file))
        return count(url)
    with sole_server(place):
        if place.exists():
            raise NoBackup(f"{place} is there already: stop the server, move it away, and its -wal and -shm with it")
        if not place.absolute().parent.is_dir():
            raise NoBackup(f"there is no folder {place.absolute().parent}: make it, or give another file")
        with _in_one_go(place) as part:
            _copy(file, part)
            _check_release(part)
    return count(url)


def count(url: str) -> dict[str, int]:
    """How many people, tables and entries a database holds."""
    place = _file_of(url)
    if place is not None and not place.is_file():  # asking SQLite would make it
        raise NoDatabase(f"there is no database {place}")
    engine = synchronous(url)
    try:
        with engine.connect() as connection:
            return {
                name: connection.execute(sa.select(sa.func.count()).select_from(METADATA.tables[name])).scalar_one()
                for name in COUNTED
            }
    except sa.exc.DBAPIError as problem:
        words = (str(problem.orig).strip().splitlines() or ["it does not answer"])[0]
        raise NoDatabase(f"this is no database of petteia's, or it cannot be read: {words}") from None
    finally:
        engine.dispose()


def _file_of(url: str) -> pathlib.Path | None:
    address = sa.engine.make_url(url)
    return pathlib.Path(address.database or "") if address.get_backend_name() == "sqlite" else None


@contextlib.contextmanager
def _in_one_go(file: pathlib.Path) -> Iterator[pathlib.Path]:
    """A file that gets its name when it is whole and on the disk: half a backup is none. Nobody else may read it."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part
        with open(part, "rb+") as written:
            os.fsync(written.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


# -- SQLite ------------------------------------------------------------------------------------------------------------


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    """One step, so that a server that writes meanwhile does not make it begin anew; the copy is one file, and looked
    through."""
    with (
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as here,
        contextlib.closing(sqlite3.connect(target)) as there,
    ):
        try:
            here.backup(there)
            there.execute("PRAGMA journal_mode=DELETE")
            found = there.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.Error as problem:
            raise NoBackup(f"{source} cannot be copied: {problem}") from None
    if found != "ok":
        raise NoBackup(f"{source} is damaged: {found.splitlines()[0]}")


def _check_release(file: pathlib.Path) -> None:
    """A backup of a newer release is refused while there is still nothing to lose."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        try:
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except (sqlite3.Error, TypeError):
            raise NoBackup("this is no backup of petteia's") from None
    if revision not in known_revisions():
        raise NoBackup(f"the backup was made by a newer petteia (its schema is {revision}): update petteia first")


def known_revisions() -> set[str]:
    """All schemas that this program can bring up to date."""
    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def newest_revision() -> str | None:
    """The present schema."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


def _check_empty(url: str) -> None:
    engine = synchronous(url)
    try:
        with engine.connect() as connection:
            if sa.inspect(connection).has_table("alembic_version"):
                raise NoBackup("there are tables already: restore into a new database (createdb), and serve that one")
    except sa.exc.DBAPIError as problem:
        raise NoDatabase(f"the database cannot be opened: {str(problem.orig).strip().splitlines()[0]}") from None
    finally:
        engine.dispose()


def _run(program: str, url: str, *arguments: str) -> None:
    """One of PostgreSQL's programs. The password goes through the environment: anybody can list commands."""
    path = shutil.which(program)
    if path is None:
        raise NoBackup(f"{program} is not installed: it comes with PostgreSQL (Debian: apt install postgresql-client)")
    address = sa.engine.make_url(url).set(drivername="postgresql")
    environment = dict(os.environ)
    if address.password is not None:
        environment["PGPASSWORD"] = str(address.password)
        address = address._replace(password=None)  # `set` would keep it
    command = [path, f"--dbname={address.render_as_string(hide_password=False)}", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoBackup(f"{program}: {(done.stderr.strip().splitlines() or ['it failed'])[0]}")
