"""`petteia admin`: people, tables, reports and the database of a server, for whoever runs it."""

from __future__ import annotations

import dataclasses
import datetime
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from petteia.cli import app
from petteia.cli.commands import print_json
from petteia.cli.serve import check_packages
from petteia.engine.errors import PetteiaError

admin = typer.Typer(
    help="Look after a server: people, tables, reports, the database. What is done is written down with its reason.",
    no_args_is_help=True,
)
app.add_typer(admin, name="admin")
WHOLE = ("id", "table", "fingerprint", "bytes")  # what one copies into the next command, or compares, is not broken
WIDE = 1000  # letters of a line in a file, or for another program: one row, one line
out = Console(width=None if sys.stdout.isatty() else WIDE)

PersonNumber = Annotated[int, typer.Argument(metavar="PERSON", help="a person's number, as `people` lists it")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="a table's name in links, as `tables` lists it")]
Why = Annotated[str, typer.Option("--why", help="the reason; it stands in the log, and whom it concerns reads it")]
Hours = Annotated[float | None, typer.Option(help="for so long; without it, until it is lifted")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]
Find = Annotated[str, typer.Argument(metavar="[WORD]", help="part of a name, or a number")]
Most = Annotated[int, typer.Option(help="list at most so many, up to 500")]
Yes = Annotated[bool, typer.Option("--yes", help="do not ask whether this is meant")]


class NotMeant(PetteiaError):
    """Somebody thought better of it."""


@dataclasses.dataclass
class Where:
    """Which server is meant."""

    database: str | None = None
    server: str | None = None


@admin.callback()
def _where(
    context: typer.Context,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="the server's database, as given to `serve`; without it, the usual file"),
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="or a server elsewhere, that has the same PETTEIA_ADMIN_TOKEN as you"),
    ] = None,
) -> None:
    check_packages()
    context.obj = Where(database, server)


def _ask(context: typer.Context, method: str, path: str, body: Any = None, **query: Any) -> Any:
    from petteia.server.admin.access import ask
    from petteia.server.settings import from_environment

    where: Where = context.obj
    return ask(from_environment(database=where.database), where.server, method, path, body, **query)


def _do(context: typer.Context, path: str, do: str, why: str, **more: Any) -> Any:
    """A deed, and that it is done."""
    wish = {name: value for name, value in more.items() if value is not None}
    answer = _ask(context, "POST", path, {"do": do, "why": why, **wish})
    print("done")
    return answer


def _print(rows: list[dict[str, Any]], as_json: bool, name: str, /, **columns: str) -> None:
    """A table of rows; `columns` are the titles by key."""
    if as_json:
        print_json({name: rows})
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key, title in columns.items():
        table.add_column(title, overflow="fold", no_wrap=key in WHOLE)
    for row in rows:
        table.add_row(*(escape(_word(key, row[key])) for key in columns))
    out.print(table)
    if not rows:
        print("none")


def _word(key: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if key in ("at", "created", "changed", "handled"):
        return day(value)
    if key == "bytes":
        return size(value)
    if isinstance(value, dict):  # a sanction
        return (day(value["until"]) if value["until"] else "for good") + f" ({value['why']})"
    if isinstance(value, list):
        return ", ".join(str(one) or "–" for one in value)
    return str(value)


def day(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d %H:%M")


def size(count: float) -> str:
    """Bytes, as people read them."""
    if count < 1000:
        return f"{count:.0f} B"
    for unit in ("kB", "MB"):
        count /= 1000
        if count < 1000:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"


def _sure(what: str, yes: bool) -> None:
    if not yes and not typer.confirm(f"{what} This cannot be undone. Go on?"):
        raise NotMeant("nothing was done")


# -- people ------------------------------------------------------------------------------------------------------------


@admin.command()
def people(context: typer.Context, find: Find = "", most: Most = 50, as_json: Json = False) -> None:
    """List people, the newest first, or find some."""
    rows = _ask(context, "GET", "people", find=find, most=most)
    titles = {"id": "number", "name": "name", "created": "since", "tables": "tables", "admin": "admin"}
    _print(rows, as_json, "people", **titles, ban="banned until", mute="muted until")


@admin.command()
def mark(context: typer.Context, person: PersonNumber, why: Why) -> None:
    """Give somebody the admin mark: the page /admin is there for them."""
    _do(context, f"people/{person}", "mark", why)


@admin.command()
def unmark(context: typer.Context, person: PersonNumber, why: Why) -> None:
    """Take the admin mark off again."""
    _do(context, f"people/{person}", "unmark", why)


@admin.command()
def rename(
    context: typer.Context, person: PersonNumber, name: Annotated[str, typer.Argument(metavar="NAME")], why: Why
) -> None:
    """Give somebody another name, wherever the old one stands."""
    for table in _do(context, f"people/{person}", "rename", why, name=name)["numbered"]:
        print(f"with a number at {table}, where somebody has a name that looks the same")


@admin.command()
def ban(
    context: typer.Context,
    person: PersonNumber,
    why: Why,
    hours: Hours = None,
    addresses: Annotated[
        float | None,
        typer.Option(metavar="HOURS", help="for so long nobody comes in from where he is: others there neither"),
    ] = None,
) -> None:
    """Let somebody neither look, sit nor talk."""
    _do(context, f"people/{person}", "ban", why, hours=hours, addresses=addresses)


@admin.command()
def mute(context: typer.Context, person: PersonNumber, why: Why, hours: Hours = None) -> None:
    """Let somebody not talk."""
    _do(context, f"people/{person}", "mute", why, hours=hours)


@admin.command()
def lift(context: typer.Context, person: PersonNumber, why: Why) -> None:
    """End all bans, mutes and kicks of somebody."""
    _do(context, f"people/{person}", "lift", why)


@admin.command()
def kick(context: typer.Context, person: PersonNumber, table: TableName, why: Why) -> None:
    """Send somebody away from a table for good: a bot plays on, before the start the seat becomes free."""
    _do(context, f"people/{person}", "kick", why, table=table)


@admin.command("delete-person")
def delete_person(context: typer.Context, person: PersonNumber, why: Why, yes: Yes = False) -> None:
    """Delete somebody with all that they said and the games that they played alone. Games of others keep a seat
    without a name; where they are still being played, a bot goes on."""
    found = _ask(context, "GET", "people", find=str(person), most=500)
    name = next((row["name"] for row in found if row["id"] == person), "nobody")
    _sure(f"Person {person}, {name}, is deleted with all that they said and the games that they played alone.", yes)
    _do(context, f"people/{person}", "delete", why)


# -- tables ------------------------------------------------------------------------------------------------------------

_TABLES = {"id": "table", "game": "game", "status": "status", "origin": "from", "host_name": "opened by"}
_TABLES |= {"seats": "seats", "entries": "entries", "bytes": "size", "changed": "changed", "hidden": "hidden"}


@admin.command()
def tables(
    context: typer.Context,
    find: Find = "",
    person: Annotated[int | None, typer.Option(help="only those of a person")] = None,
    status: Annotated[str | None, typer.Option(help="open, playing, over or abandoned")] = None,
    most: Most = 50,
    as_json: Json = False,
) -> None:
    """List tables, the latest first, or find some."""
    rows = _ask(context, "GET", "tables", find=find, person=person, status=status, most=most)
    _print(rows, as_json, "tables", **_TABLES)


@admin.command()
def saves(context: typer.Context, find: Find = "", most: Most = 50, as_json: Json = False) -> None:
    """List tables that came from somebody's save file."""
    rows = _ask(context, "GET", "tables", find=find, saves="true", most=most)
    _print(rows, as_json, "tables", **_TABLES)


@admin.command()
def hide(context: typer.Context, table: TableName, why: Why) -> None:
    """Take a table out of the lobby: only those look at it who sit there or were invited."""
    _do(context, f"tables/{table}", "hide", why)


@admin.command()
def show(context: typer.Context, table: TableName, why: Why) -> None:
    """Show a table again that was hidden."""
    _do(context, f"tables/{table}", "show", why)


@admin.command()
def end(context: typer.Context, table: TableName, why: Why) -> None:
    """End a table's game, without a winner; it can still be looked at."""
    _do(context, f"tables/{table}", "end", why)


@admin.command("rename-seat")
def rename_seat(
    context: typer.Context,
    table: TableName,
    seat: Annotated[int, typer.Argument(metavar="SEAT", help="counted from 0")],
    name: Annotated[str, typer.Argument(metavar="NAME")],
    why: Why,
) -> None:
    """Give a seat another name, as that of a second player at one screen."""
    shown = _do(context, f"tables/{table}", "rename_seat", why, seat=seat, name=name)["name"]
    print(f"it is {shown} now")


@admin.command("hide-message")
def hide_message(
    context: typer.Context,
    table: TableName,
    message: Annotated[int, typer.Argument(metavar="MESSAGE", help="its number, as `reports` lists it")],
    why: Why,
) -> None:
    """Take back what somebody said; it stays in what was reported."""
    _do(context, f"tables/{table}", "hide_message", why, message=message)


@admin.command("delete-table")
def delete_table(context: typer.Context, table: TableName, why: Why, yes: Yes = False) -> None:
    """Delete a table with its game and all that was said there."""
    _sure(f"The table {table} is deleted with its game and all that was said there.", yes)
    _do(context, f"tables/{table}", "delete", why)


# -- reports -----------------------------------------------------------------------------------------------------------


@admin.command()
def reports(
    context: typer.Context,
    handled: Annotated[bool, typer.Option("--handled", help="those that were handled, the latest first")] = False,
    most: Most = 50,
    as_json: Json = False,
) -> None:
    """List what players reported, the oldest first."""
    rows = _ask(context, "GET", "reports", handled=str(handled).lower(), most=most)
    titles = {"id": "report", "at": "at", "by_name": "by", "table": "table", "person": "person", "name": "name"}
    titles |= {"message": "message", "text": "said", "why": "why"}
    _print(rows, as_json, "reports", **titles, **({"outcome": "outcome"} if handled else {}))


@admin.command()
def handle(
    context: typer.Context,
    report: Annotated[int, typer.Argument(metavar="REPORT", help="its number")],
    outcome: Annotated[str, typer.Argument(metavar="OUTCOME", help="what came of it, for the log")],
) -> None:
    """Say what came of a report."""
    _ask(context, "POST", f"reports/{report}", {"outcome": outcome})
    print("done")


# -- the database ------------------------------------------------------------------------------------------------------


@admin.command()
def boxes(
    context: typer.Context,
    drop_unused: Annotated[
        str | None, typer.Option("--drop-unused", metavar="WHY", help="drop those that no table plays with")
    ] = None,
    most: Most = 50,
    as_json: Json = False,
) -> None:
    """List the boxes that tables play with, the largest first."""
    if drop_unused is not None:
        freed = _do(context, "storage", "drop_boxes", drop_unused)
        print(f"{freed['boxes']} box{'' if freed['boxes'] == 1 else 'es'} dropped")
        return
    rows = _ask(context, "GET", "boxes", most=most)
    _print(rows, as_json, "boxes", fingerprint="fingerprint", game="game", file="file", bytes="size", tables="tables")


@admin.command()
def storage(context: typer.Context, as_json: Json = False) -> None:
    """Say how much the database holds, by kind and by person."""
    found = _ask(context, "GET", "storage")
    if as_json:
        print_json(found)
        return
    print(f"{size(found['bytes'])} in all\n")
    _print(found["kinds"], False, "kinds", kind="kind", rows="rows", bytes="size")
    print()
    _print(found["people"], False, "people", person="person", name="name", tables="tables", bytes="states of games")


@admin.command()
def vacuum(context: typer.Context, why: Why = "to save room") -> None:
    """Give room that is no longer used back to the disk. On SQLite everybody who moves waits meanwhile."""
    freed = _do(context, "storage", "vacuum", why)
    print(f"{size(freed['before'])} before, {size(freed['after'])} now")


@admin.command()
def log(context: typer.Context, find: Find = "", most: Most = 100, as_json: Json = False) -> None:
    """List what administrators did, the latest first."""
    rows = _ask(context, "GET", "log", find=find, most=most)
    _print(rows, as_json, "log", at="at", who="who", what="what", about="about", why="why", done="done")
