"""What the commands share: their options, and the one way an error becomes a line and an exit code."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Annotated, Any, Literal, TypeAlias

import typer

from intentprops.errors import IntentpropsError
from intentprops.importers import IMPORTERS
from intentprops.reports.text import visible
from intentprops.running.secrets import HidingStream

FINDINGS, BAD_INPUT, SPENT, STOPPED, PIPE = 1, 2, 3, 130, 141
"""Exit codes; the last two are what a shell reports of a process that Ctrl-C or a closed pipe ended."""

Domains: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--domain", metavar="NAME", help="A domain of the library, or package.module:attribute. May be repeated."),
]
Files: TypeAlias = Annotated[
    list[str] | None, typer.Option("--scenarios", metavar="FILE", help="A file of scenarios of your own. May be repeated.")
]
Formats: TypeAlias = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help=f"The format of a log: {', '.join(IMPORTERS)}. Default: told from the content."),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on the standard output.")]
Spoken: TypeAlias = Literal["en", "ru", "both"]
LANGUAGES: dict[str, tuple[Literal["en", "ru"], ...]] = {"en": ("en",), "ru": ("ru",), "both": ("en", "ru")}


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with bad input said in one line and never as a traceback, and no secret on its standard streams."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        with hidden_streams():
            _guarded(command, *args, **kwargs)

    def _guarded(command: Callable[..., None], *args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except IntentpropsError as error:
            fail(str(error))
            raise typer.Exit(BAD_INPUT) from None
        except BrokenPipeError:  # the reader of a pipe left, as `head` does
            hush()
            raise typer.Exit(PIPE) from None
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            note("stopped")
            raise typer.Exit(STOPPED) from None

    return run


def fail(text: str) -> None:
    """Say on the standard error what is wrong."""
    print(f"error: {visible(text)}", file=sys.stderr)


def note(text: str) -> None:
    """Say something beside the result, on the standard error."""
    print(visible(text), file=sys.stderr)


@contextmanager
def hidden_streams() -> Iterator[None]:
    """The standard streams, also for what an agent prints, without secrets."""
    out, err = HidingStream(sys.stdout), HidingStream(sys.stderr)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            yield
    finally:
        out.finish()
        err.finish()


def hush() -> None:
    """Send what is still to be printed nowhere, so that Python does not complain of a closed pipe when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
