"""`petteia serve`: the table in the browser."""

from __future__ import annotations

import importlib.util
from typing import Annotated

import typer

from petteia.engine.errors import PetteiaError


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
) -> None:
    """Open the table in the browser: alone, at one screen, with friends by link, against bots.

    Every option can also be given in the environment: PETTEIA_HOST, PETTEIA_PORT, PETTEIA_DATABASE, PETTEIA_WORKERS.
    PETTEIA_DATA_DIR names another folder for your data.
    """
    check_packages()
    from petteia.server.serving import serve as run
    from petteia.server.settings import from_environment

    run(from_environment(host=host, port=port, database=database, workers=workers), open_browser=open_browser)
