"""`petteia backup` and `petteia restore`: all that a server keeps, in one file."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer

from petteia.cli.serve import check_packages

File = Annotated[pathlib.Path, typer.Argument(metavar="FILE", help="the backup")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="as for petteia serve; without it PETTEIA_DATABASE, else your data folder"),
]


def backup(file: File, database: Database = None) -> None:
    """Write all people, tables and games of a server to a file, also while it runs."""
    check_packages()
    from petteia.server.settings import from_environment
    from petteia.server.store.backups import back_up

    held = back_up(from_environment(database=database).url, file)
    print(f"{file}: {_words(held)}, {file.stat().st_size / 1e6:.1f} MB")


def restore(file: File, database: Database = None) -> None:
    """Bring a backup back, to where there is no database: the server must not run."""
    check_packages()
    from petteia.server.settings import from_environment
    from petteia.server.store.backups import restore as bring_back

    held = bring_back(from_environment(database=database).url, file)
    print(f"restored: {_words(held)}")


def _words(held: dict[str, int]) -> str:
    return ", ".join(f"{many:,} {what}" for what, many in held.items())
