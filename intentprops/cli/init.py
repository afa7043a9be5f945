"""``intentprops init``: a domain to begin with, drafted from the definitions of tools."""

from __future__ import annotations

import fnmatch
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from intentprops.cli.common import Json
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import to_json
from intentprops.reports.text import visible

if TYPE_CHECKING:
    from intentprops.drafting import Draft, ToolDefinition

MANY = 100
"""More tools than these are no single process."""


def init(
    source: Annotated[
        str | None,
        typer.Argument(
            help="A file of tools (OpenAI, Anthropic, MCP, JSON Schema, OpenAPI), an address of an MCP server, package.module:name."
        ),
    ] = None,
    mcp: Annotated[str | None, typer.Option(metavar="COMMAND", help="Ask an MCP server instead: the command that starts it.")] = None,
    name: Annotated[str | None, typer.Option(help="The name of the domain.  [default: that of the source]")] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="TOOL", help="Only tools of this name; * stands for anything. May be repeated.")
    ] = None,
    out: Annotated[str | None, typer.Option(metavar="FOLDER", help="Where to write.  [default: a folder of the domain's name]")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    json: Json = False,
) -> None:
    """Draft a domain from your tools.

    It writes a domain module, a file with a scenario of each class, a test, and a page of next steps. What it could only guess is
    marked there as a QUESTION; intentprops doctor lists what is open.
    """
    from intentprops.drafting import draft, read_mcp, read_tools
    from intentprops.drafting.project import files_of, write

    if (source is None) == (mcp is None):
        raise IntentpropsError("name a source of tools, or the command of an MCP server with --mcp, one of the two")
    tools = read_tools(source) if source is not None else read_mcp(mcp or "")
    kept = _chosen(tools, only or [])
    drafted = draft(kept, _importable(name or _name_of(source or mcp or "")))
    folder = Path(out or drafted.name)
    files = files_of(drafted)
    paths = write(folder, files, force=force)
    if json:
        sys.stdout.write(to_json(_document(drafted, paths)))
        return
    acting = sum(tool.effect.value for tool in drafted.tools)
    print(f"{len(drafted.tools)} tools, {acting} of them change something; {len(drafted.fields)} fields, {len(drafted.goals)} goals.")
    if drafted.handoff:
        print(visible(f"Taken for hand-offs to a person: {', '.join(drafted.handoff)}."))
    for path in paths:
        print(visible(str(path)))
    print(f"{len(drafted.questions)} questions are marked in {visible(str(paths[0]))}. Next:")
    print(visible(f"  cd {shlex.quote(str(folder))} && intentprops doctor {drafted.name}:{drafted.name}"))


def _chosen(tools: list[ToolDefinition], patterns: list[str]) -> list[ToolDefinition]:
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(tool.name, pattern) for tool in tools):
            raise IntentpropsError(f"--only {pattern!r}: there is no such tool; there are {_some([tool.name for tool in tools])}")
    kept = [tool for tool in tools if not patterns or any(fnmatch.fnmatchcase(tool.name, pattern) for pattern in patterns)]
    if len(kept) > MANY:
        raise IntentpropsError(
            f"{len(kept):,} tools are more than one process (at most {MANY}); choose those of one with --only, such as"
            f" --only {shlex.quote(kept[0].name)}; there are {_some([tool.name for tool in kept])}"
        )
    return kept


def _some(names: list[str]) -> str:
    return ", ".join(names[:12]) + (f" and {len(names) - 12:,} more" if len(names) > 12 else "")


def _name_of(source: str) -> str:
    if "://" in source:
        return "mydomain"
    words = shlex.split(source)
    last = Path(words[-1] if words else source).name
    return last.partition(":")[2] or last.partition(":")[0].partition(".")[0] or "mydomain"


def _importable(name: str) -> str:
    """A name under which the module can be imported, and that no module of Python's own has."""
    from intentprops.drafting.names import identifier

    own = identifier(name)
    return f"{own}_domain" if own in sys.stdlib_module_names or own in ("intentprops", "test", "tests", "conftest") else own


def _document(drafted: Draft, paths: list[Path]) -> dict[str, object]:
    return {
        "domain": f"{drafted.name}:{drafted.name}",
        "files": [str(path) for path in paths],
        "tools": [
            {
                "name": tool.name, "effect": tool.effect.value, "confidence": tool.effect.confidence, "reason": tool.effect.reason,
                "makes": tool.makes or None, "undoes": tool.undoes or None, "confirm": tool.confirm,
                "args": {one.path: {"carries": one.carries, "to": one.to or None} for one in tool.arguments},
            }
            for tool in drafted.tools
        ],
        "handoff": drafted.handoff,
        "questions": [{"about": question.about, "question": question.text} for question in drafted.questions],
    }  # fmt: skip
