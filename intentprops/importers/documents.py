"""The JSON documents of a log, one in memory at a time: JSON Lines, values one after the other, or one huge list.

A ``.gz`` is known by its first bytes. Of ``{…, "simulations": […]}`` each simulation comes as a document of its own, with the task
that it is of. A document that cannot be read comes as an error in its place.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from intentprops.errors import TraceError
from intentprops.importers.recorded import Source
from intentprops.trace import shorten

Document: TypeAlias = tuple[Source, Any]
"""A document with its place; the document may be the :class:`TraceError` that tells why there is none."""

_BROKEN = (ValueError, EOFError, zlib.error, gzip.BadGzipFile, RecursionError)
_TELLING = ("simulations", "messages", "resourceSpans", "traj", "turns", "run_id")
"""The keys by which the formats are told apart; what stands before them is looked at no further."""


def documents(path: Path | str) -> Iterator[Document]:
    """The documents of a log. Raises :class:`TraceError` where there is no such file."""
    name = str(path)
    try:
        first = _first(path)
        if first in (b"[", b"{"):
            yield from (_in_list if first == b"[" else _in_file)(path, name)
        else:
            what = f"it begins with {shorten(first.decode(errors='replace'))}" if first else "it is empty"
            yield Source(name), TraceError(f"{name}: no JSON: {what}; a log is JSON Lines, or a list of conversations")
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            yield Source(name), TraceError(f"{name}: {_why(error)}")
        else:
            raise TraceError(f"{name}: cannot be read: {error.strerror or error}") from None
    except _BROKEN as error:
        yield Source(name), TraceError(f"{name}: {_why(error)}")


def opened(path: Path | str) -> IO[bytes]:
    """The file, decompressed where it is a ``.gz``."""
    with open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    return cast(IO[bytes], gzip.open(path, "rb") if packed else open(path, "rb"))


def _first(path: Path | str) -> bytes:
    """The first byte that is no space; a byte-order mark counts as one."""
    with opened(path) as file:
        start = file.read(3)
        found = b"" if start == b"\xef\xbb\xbf" else start.lstrip()
        while not found and (more := file.read(65536)):
            found = more.lstrip()
        return found[:1]


def _in_list(path: Path | str, name: str) -> Iterator[Document]:
    """A list of conversations, or of messages, which is one conversation."""
    import ijson

    with opened(path) as file:
        item = None
        with contextlib.suppress(ijson.JSONError, StopIteration, *_BROKEN):
            item = next(ijson.items(file, "item", use_float=True))
    if isinstance(item, Mapping) and "role" in item:
        yield from _in_file(path, name)
    else:
        yield from _items(path, name, "item")


def _in_file(path: Path | str, name: str) -> Iterator[Document]:
    """Documents that stand one after the other, on a line each where the first does."""
    if _telling_key(path) == "simulations":
        yield from _simulations(path, name)
        return
    with opened(path) as file:
        line = next((line for line in file if line.strip()), b"")
        try:
            json.loads(line.strip().removeprefix(b"\xef\xbb\xbf"))
        except _BROKEN:
            lines = False
        else:
            lines = True
    yield from _lines(path, name) if lines else _items(path, name, "")


def _telling_key(path: Path | str) -> str | None:
    """The first key of the first object that tells what it is."""
    import ijson

    with opened(path) as file, contextlib.suppress(ijson.JSONError, *_BROKEN):
        for prefix, event, value in ijson.parse(file):
            if not prefix and event == "map_key" and value in _TELLING:
                return str(value)
            if not prefix and event == "end_map":
                break
    return None


def _lines(path: Path | str, name: str) -> Iterator[Document]:
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                source = Source(name, line=number)
                try:
                    yield source, json.loads(line)
                except _BROKEN as error:
                    yield source, TraceError(f"{source}: {_why(error)}")


def _items(path: Path | str, name: str, prefix: str) -> Iterator[Document]:
    """What stands at a place, again and again; after broken JSON nothing more can be read of such a file."""
    import ijson

    number = 0
    with opened(path) as file:
        try:
            for item in ijson.items(file, prefix, use_float=True, multiple_values=True):
                yield Source(name, index=number), item
                number += 1
        except (ijson.JSONError, *_BROKEN) as error:
            source = Source(name, index=number)
            yield source, TraceError(f"{source}: {_why(error)}; what follows it cannot be read")


def _simulations(path: Path | str, name: str) -> Iterator[Document]:
    head = _head(path)
    tasks = {str(task.get("id")): task for task in head["tasks"] if isinstance(task, Mapping)}
    for source, simulation in _items(path, name, "simulations.item"):
        if isinstance(simulation, TraceError):
            yield source, simulation
        else:
            task = tasks.get(str(simulation.get("task_id"))) if isinstance(simulation, Mapping) else None
            yield source, {"info": head["info"], "tasks": [task] if task else [], "simulations": [simulation]}


def _head(path: Path | str) -> dict[str, Any]:
    """What stands beside the simulations."""
    import ijson

    with opened(path) as file, contextlib.suppress(ijson.JSONError, *_BROKEN):
        info = next(iter(ijson.items(file, "info", use_float=True)), None)
        file.seek(0)
        return {"info": info, "tasks": list(_before_simulations(file))}
    return {"info": None, "tasks": []}


def _before_simulations(file: IO[bytes]) -> Iterator[Any]:
    """The tasks; where the simulations come first, the whole file is looked through for them."""
    import ijson

    builder: Any = None
    for prefix, event, value in ijson.parse(file, use_float=True):
        if prefix == "tasks" and event == "end_array":
            return
        if prefix.startswith("tasks.item"):
            if prefix == "tasks.item" and event in ("start_map", "start_array"):
                builder = ijson.ObjectBuilder()
            if builder is not None:
                builder.event(event, value)
            if prefix == "tasks.item" and event in ("end_map", "end_array"):
                yield builder.value


def _why(error: BaseException) -> str:
    if isinstance(error, (EOFError, zlib.error, gzip.BadGzipFile)):
        return f"the compressed file is broken or ends too early: {error}"
    if isinstance(error, RecursionError):
        return "broken JSON: nested too deeply"
    return f"broken JSON: {' '.join(str(error).split())[:200]}"
