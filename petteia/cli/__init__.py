"""The command line: `petteia --help`."""

from __future__ import annotations

import sys

import typer

from petteia.engine.errors import PetteiaError

app = typer.Typer(
    name="petteia",
    help="Play, study and solve modern board games about ancient Greece.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def main(arguments: list[str] | None = None) -> None:
    """Runs a command. What people can mend is said in one line on standard error, with exit code 2."""
    from petteia.cli import commands  # noqa: F401  registers the commands

    try:
        app(arguments)
    except PetteiaError as problem:
        print(f"petteia: {problem}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("petteia: stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
