"""The command line: ``intentprops run``, ``grade``, ``show``, ``annotate``, ``report``, ``export``, ``fuzz``, ``verify`` and others.

Exit codes: 0 all passed, 1 findings, 2 bad input, 3 the budget is spent, 130 stopped by Ctrl-C. What a person asked for goes to
the standard output; progress, errors, and what an agent prints go to the standard error.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from typing import Annotated

import typer

from intentprops.cli.annotate import annotate
from intentprops.cli.common import PIPE, guarded, hush
from intentprops.cli.doctor import doctor
from intentprops.cli.fuzz import fuzz, replay
from intentprops.cli.grade import grade
from intentprops.cli.init import init
from intentprops.cli.look import scenarios, schema
from intentprops.cli.report import export, report
from intentprops.cli.run import run
from intentprops.cli.show import show
from intentprops.cli.verify import verify

AGENT_THREAD = "intentprops-agent"
"""The name of the thread on which a dialogue calls its agent."""

app = typer.Typer(
    name="intentprops", no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    help="Test tool-calling agents with dialogues whose user changes the requirements.",
    epilog="Exit codes: 0 all passed, 1 findings, 2 bad input, 3 the budget is spent, 130 stopped.",
)  # fmt: skip
for _command in (run, init, doctor, annotate, grade, show, report, export, fuzz, replay, verify, scenarios, schema):
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


def call(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say (without them, those of this process) and return the exit code."""
    try:
        app(args=None if arguments is None else list(arguments), prog_name="intentprops")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def main() -> None:
    """The entry point of the command."""
    code = call()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
        code = PIPE
    if _hung():  # such an agent may hold threads that Python would wait for, and they never end
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _hung() -> bool:
    """Whether an agent that was given up has still not come back."""
    for thread in threading.enumerate():
        if thread.name == AGENT_THREAD:
            thread.join(0.1)  # one that is just ending
            if thread.is_alive():
                return True
    return False
