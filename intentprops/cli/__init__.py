"""The command line: ``intentprops run``, ``grade``, ``show``, ``scenarios``, ``schema``.

Exit codes: 0 all passed, 1 findings, 2 bad input, 130 stopped by Ctrl-C. What a person asked for goes to the standard
output, progress and errors to the standard error.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from intentprops.cli.common import guarded
from intentprops.cli.grade import grade, show
from intentprops.cli.look import scenarios, schema
from intentprops.cli.run import run

app = typer.Typer(
    name="intentprops", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    help="Test tool-calling agents with dialogues whose user changes the requirements.",
    epilog="Exit codes: 0 all passed, 1 findings, 2 bad input, 130 stopped.",
)  # fmt: skip
for _command in (run, grade, show, scenarios, schema):
    app.command(_command.__name__)(guarded(_command))


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(version("intentprops"))
        except PackageNotFoundError:
            print("not installed (a clone)")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")] = False,
) -> None:
    pass


def main() -> None:
    """The entry point of the command."""
    try:
        app()
    except BrokenPipeError:  # the reader of a pipe left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
