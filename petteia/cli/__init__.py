"""The command line: `petteia --help`."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

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


INTERRUPTED = 130

# What Typer raises for a wrong word on the command line, wherever its click comes from.
_WrongWords: type[Exception] = typer.BadParameter.__bases__[0]


def main(arguments: list[str] | None = None) -> None:
    """Runs a command. What people can mend is said on standard error, in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            # A terminal that cannot show a sign shows a question mark, rather than ending the program.
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    words = sys.argv[1:] if arguments is None else arguments
    code: object = 2
    try:
        from petteia.cli import admin, commands  # noqa: F401  register the commands

        code = app(words or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except _WrongWords as problem:
        _complain(problem.format_message())  # type: ignore[attr-defined]
    except PetteiaError as problem:
        _complain(str(problem))
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except SystemExit:  # how Typer leaves when the reader of a pipe has left: nothing went wrong
        code = 0
    except OSError as problem:  # a full disk, a closed stream
        _complain(problem.strerror or str(problem))
    if code == INTERRUPTED:
        _complain("stopped")
    sys.exit(code if isinstance(code, int) else 0)


def _complain(words: str) -> None:
    for line in words.splitlines():
        print(f"petteia: {line}", file=sys.stderr)


def _say_version(wanted: bool) -> None:
    if wanted:
        from petteia import __version__

        print(f"petteia {__version__}")
        raise typer.Exit


@app.callback()
def _about(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="say which version this is")
    ] = False,
) -> None:
    """Play, study and solve modern board games about ancient Greece."""
