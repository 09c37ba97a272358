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


INTERRUPTED = 130

# What Typer raises for a wrong word on the command line, wherever its click comes from.
_WrongWords: type[Exception] = typer.BadParameter.__bases__[0]


def main(arguments: list[str] | None = None) -> None:
    """Runs a command. What people can mend is said on standard error, in one line, with exit code 2."""
    from petteia.cli import commands  # noqa: F401  registers the commands

    words = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(words or ["--help"], standalone_mode=False)
    except _WrongWords as problem:
        _complain(problem.format_message())  # type: ignore[attr-defined]
        code = 2
    except PetteiaError as problem:
        _complain(str(problem))
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except SystemExit:  # how Typer leaves when the reader of a pipe has left: nothing went wrong
        code = 0
    if code == INTERRUPTED:
        _complain("stopped")
    sys.exit(code if isinstance(code, int) else 0)


def _complain(words: str) -> None:
    print(f"petteia: {words}", file=sys.stderr)
