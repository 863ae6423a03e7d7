"""The command line. Each command is a file; nothing heavy is imported before a command runs."""

import contextlib
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from noughts.cli import (
    analyze,
    bench,
    check_engine,
    compare,
    config,
    engine,
    evaluate,
    games,
    grade,
    lab,
    ladder,
    lists,
    match,
    mcp,
    page,
    perft,
    play,
    puzzle,
    puzzles,
    records,
    replay,
    serve,
    shipped,
    show,
    solve,
    stats,
    tournament,
    train,
    tree,
    verify,
    warm,
)
from noughts.cli.options import STOPPED
from noughts.errors import NoughtsError, printable

_LAYOUT = "\n\t"  # a message may have several lines


class Commands(TyperGroup):
    """Ends every command in the same way: bad input with its message and exit code 2, Ctrl-C with 130."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except NoughtsError as error:
            _tell(str(error))
            sys.exit(2)
        except BrokenPipeError:
            _leave(0)
        except Exception as error:
            # A mistake in a user's game that its check has not come upon. Uncompiled, it is being looked for.
            from noughts.conformance.discovery import in_users_words, is_in_users_file
            from noughts.kernel.mode import UNCOMPILED

            if UNCOMPILED or not is_in_users_file(error):
                raise
            _tell(in_users_words(error))
            sys.exit(2)
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
            _leave(STOPPED)


app = typer.Typer(
    name="noughts",
    cls=Commands,
    help="The engine, arena, laboratory and playground for the tic-tac-toe family.",
    epilog="noughts docs says where the documentation is, noughts examples where games to start from are.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (serve, page, play, puzzle, replay, stats, config, records, games, show):
    module.add_to(app)
for module in (
    evaluate,
    analyze,
    solve,
    verify,
    match,
    tournament,
    grade,
    ladder,
    train,
    puzzles,
    compare,
    tree,
    lab,
    engine,
    mcp,
    check_engine,
    lists,
    perft,
    bench,
    warm,
    shipped,
):
    module.add_to(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        from noughts import __version__

        print(f"noughts {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
    ),
) -> None:
    """Options that stand before any command."""


def main() -> None:
    _log_to_stderr()
    app()


def _tell(error: str) -> None:
    print(f"noughts: {printable(error, kept=_LAYOUT)}", file=sys.stderr)


def _leave(code: int) -> None:
    """Leave without waiting for threads that are still compiling or searching."""
    import os

    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # the reader is gone
            stream.flush()
    os._exit(code)


def _log_to_stderr() -> None:
    import logging

    class Printable(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return printable(super().format(record), kept=_LAYOUT)

    handler = logging.StreamHandler()
    handler.setFormatter(Printable("noughts: %(message)s"))
    logger = logging.getLogger("noughts")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
