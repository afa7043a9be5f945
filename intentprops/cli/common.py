"""What the commands share: their options, and the one way an error becomes a line and an exit code."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import typer

from intentprops.errors import IntentpropsError
from intentprops.reports.text import visible

FINDINGS, BAD_INPUT, STOPPED = 1, 2, 130

Domains: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--domain", metavar="NAME", help="A domain of the library, or package.module:attribute. May be repeated."),
]
Files: TypeAlias = Annotated[
    list[str] | None, typer.Option("--scenarios", metavar="FILE", help="A file of scenarios of your own. May be repeated.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on the standard output.")]
Spoken: TypeAlias = Literal["en", "ru", "both"]
LANGUAGES: dict[str, tuple[Literal["en", "ru"], ...]] = {"en": ("en",), "ru": ("ru",), "both": ("en", "ru")}


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with bad input said in one line and never as a traceback."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except IntentpropsError as error:
            fail(str(error))
            raise typer.Exit(BAD_INPUT) from None

    return run


def fail(text: str) -> None:
    """Say on the standard error what is wrong."""
    print(f"error: {visible(text)}", file=sys.stderr)


def note(text: str) -> None:
    """Say something beside the result, on the standard error."""
    print(visible(text), file=sys.stderr)
