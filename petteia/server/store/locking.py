"""One server at a time for a SQLite file: a second one would not hear of what the first one does."""

from __future__ import annotations

import contextlib
import pathlib
import sys
from collections.abc import Iterator
from typing import IO

from petteia.engine.errors import PetteiaError


class InUse(PetteiaError):
    """Another server holds the file."""


if sys.platform == "win32":
    import msvcrt

    def seize(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def seize(file: IO[bytes]) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def sole_server(database: pathlib.Path) -> Iterator[None]:
    """Holds a file beside the database for this process. The system lets go of it however the process ends, so nothing
    has to be cleaned up after a crash."""
    with contextlib.ExitStack() as stack:
        if not database.is_dir():
            with contextlib.suppress(OSError):  # what is wrong with the folder is said when the database is opened
                file = stack.enter_context(open(f"{database.resolve()}.lock", "ab"))
                _seize_or_refuse(file, database)
        yield


def _seize_or_refuse(file: IO[bytes], database: pathlib.Path) -> None:
    try:
        seize(file)
    except OSError:
        raise InUse(
            f"another Petteia uses the database {database.absolute()} already."
            " Play there, stop it first, or give this one another file: --database sqlite:///other.db"
        ) from None
