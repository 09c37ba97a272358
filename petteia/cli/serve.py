"""`petteia serve`: the table in the browser."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from petteia.engine.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.server.settings import Settings


class NoServer(PetteiaError):
    """The packages that the server needs are not installed."""


def check_packages() -> None:
    """Says what is missing where the server's packages are not installed."""
    for package in ("fastapi", "uvicorn", "sqlalchemy", "alembic", "aiosqlite", "orjson", "websockets"):
        if importlib.util.find_spec(package) is None:
            raise NoServer(f"the table in the browser needs {package}: pip install 'petteia[server]'")


def serve(
    host: Annotated[
        str | None, typer.Option(help="the address to serve at; 0.0.0.0 for everybody in the network")
    ] = None,
    port: Annotated[int | None, typer.Option(help="the port; 0 for a free one")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:///file.db or postgresql://…; without it, a file in your data folder"),
    ] = None,
    workers: Annotated[int | None, typer.Option(help="processes; more than one needs PostgreSQL")] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="open a browser at the lobby")] = True,
    check: Annotated[
        bool, typer.Option("--check", help="only say what is unsafe about these settings; exit code 1 for a danger")
    ] = False,
) -> None:
    """Open the table in the browser: alone, at one screen, with friends by link, against bots.

    Every option can also be given in the environment: PETTEIA_HOST, PETTEIA_PORT, PETTEIA_DATABASE, PETTEIA_WORKERS.
    PETTEIA_DATA_DIR names another folder for your data.
    """
    check_packages()
    from petteia.server.serving import serve as run
    from petteia.server.settings import from_environment

    settings = from_environment(host=host, port=port, database=database, workers=workers)
    if check:
        _check(settings, database)
    run(settings, open_browser=open_browser)


def _check(settings: Settings, database: str | None) -> NoReturn:
    from petteia.server.checking import findings

    found = findings(settings, {"database": database})
    for finding in found:
        print(f"{'DANGER' if finding.danger else 'remark'} {finding.name}: {finding.words}")
    dangers = sum(finding.danger for finding in found)
    print(f"{dangers or 'no'} danger{'' if dangers == 1 else 's'}, {len(found) - dangers or 'no'} remarks")
    raise typer.Exit(1 if dangers else 0)
